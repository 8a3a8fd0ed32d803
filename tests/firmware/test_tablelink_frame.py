"""The codec: every length, every kind of rubbish, and whatever hypothesis thinks of."""

import binascii
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelink.frame import MAX_FRAME, FrameReader, FrameTooLong, encode, split, trouble_frame

whole_numbers = st.integers(-(2**31), 2**31)
values = st.recursive(
    st.none() | st.booleans() | whole_numbers | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(st.text(max_size=3), values, max_size=3)


def fits(obj):
    try:
        encode(obj)
    except FrameTooLong:
        return False
    return True


small_objects = objects.filter(fits)


def frame_of(length):
    """Return an object whose frame has exactly this many bytes."""
    obj = {"t": "x", "d": ""}
    obj["d"] = "a" * (length - len(encode(obj)))
    return obj


@pytest.mark.fault(4)
@pytest.mark.parametrize("length", [63, 64, 65, 127, 128])
def test_frames_of_every_critical_length_come_through_whole_and_cut_anywhere(length):
    obj = frame_of(length)
    line = encode(obj)
    assert len(line) == length
    for cut in range(length + 1):
        reader = FrameReader()
        assert reader.feed(line[:cut]) + reader.feed(line[cut:]) == [obj]
        assert (reader.bad, reader.too_long) == (0, 0)


def test_a_frame_of_129_bytes_is_refused_by_the_writer_and_by_the_reader():
    fitting = encode(frame_of(128))
    with pytest.raises(FrameTooLong, match="129 bytes, the limit is 128"):
        encode({"t": "x", "d": "a" * (len(json.loads(fitting[:-10])["d"]) + 1)})
    reader = FrameReader()
    assert reader.feed(b" " + fitting) == []
    assert (reader.bad, reader.too_long) == (0, 1)
    assert reader.feed(fitting) == [frame_of(128)]


@pytest.mark.fault(1)
def test_only_printable_bytes_and_one_newline_are_ever_sent():
    line = encode({"t": "\x03\x7f\u00e9\U0001f3b2", "d": list(map(chr, range(32)))[:4]})
    assert all(0x20 <= byte <= 0x7E for byte in line[:-1])
    assert line[-1:] == b"\n"
    assert FrameReader().feed(line) == [{"t": "\x03\x7f\u00e9\U0001f3b2", "d": list(map(chr, range(4)))}]


GARBAGE = {
    "every byte": bytes(range(256)) + b"\n",
    "a modem manager": b"AT\rAT+GCAP\r\nATI\r\n\x7e\x00\x78\xf0\x7e\n",
    "a traceback": b'Traceback (most recent call last):\r\n  File "main.py", line 3\r\nOSError: [Errno 5] EIO\r\n>>> \n',
    "10 kB without a newline": b"A" * 10_240 + b"\n",
    "half a frame": encode({"t": "tick"})[:11] + b"\n",
    "a frame with a bit turned": encode({"t": "tick"}).replace(b"tick", b"tock"),
    "sum in capitals": encode({"t": "tick", "n": 3})[:-9] + encode({"t": "tick", "n": 3})[-9:].upper(),
    "a list": b"[1]*" + b"%08x\n" % binascii.crc32(b"[1]"),
    "deep nesting": b"[" * 110 + b"*" + b"%08x\n" % binascii.crc32(b"[" * 110),
    "nothing but newlines": b"\n\r\n\n",
}


@pytest.mark.fault(2)
@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_dropped_and_the_next_frame_is_heard(name):
    reader = FrameReader()
    assert reader.feed(GARBAGE[name]) == []
    good = {"t": "hello", "n": "5f1c22ab"}
    assert reader.feed(encode(good)) == [good]
    assert reader.bad + reader.too_long > 0 or name == "nothing but newlines"


def test_a_frame_with_stray_bytes_in_between_is_read_if_its_sum_still_fits():
    line = encode({"t": "beat"})
    reader = FrameReader()
    assert reader.feed(b"\xff\x00" + line[:5] + b"\xc3" + line[5:-1] + b"\r\n") == [{"t": "beat"}]


@pytest.mark.fault(3)
def test_memory_stays_bounded_without_a_newline():
    reader = FrameReader()
    empty = len(pickle.dumps(reader))
    reader.feed(b"A" * 100_000)
    assert len(pickle.dumps(reader)) <= empty + 2 * MAX_FRAME


def test_a_line_that_is_no_frame_is_shown_to_who_asked_for_it():
    seen = []
    FrameReader(seen.append).feed(b">>> \n" + encode({"t": "beat"}) + b"Traceback (most recent call last):\n")
    assert seen == [">>> ", "Traceback (most recent call last):"]


@given(st.lists(small_objects, max_size=5), st.lists(st.integers(1, 40), max_size=20))
def test_what_is_written_is_read_however_it_is_cut(objs, cuts):
    wire = b"".join(encode(obj) for obj in objs)
    reader, out = FrameReader(), []
    for cut in cuts:
        out += reader.feed(wire[:cut])
        wire = wire[cut:]
    assert out + reader.feed(wire) == objs


@given(st.binary(max_size=400))
def test_no_bytes_make_the_reader_raise_or_believe(data):
    assert FrameReader().feed(data + b"\n") == []


@given(small_objects, st.data())
def test_a_frame_with_one_byte_changed_is_never_believed(obj, data):
    line = bytearray(encode(obj))
    at = data.draw(st.integers(0, len(line) - 2))
    line[at] = data.draw(st.integers(0x20, 0x7E).filter(lambda byte: byte != line[at]))
    assert FrameReader().feed(bytes(line)) == []


@given(st.dictionaries(st.text("abcdef", min_size=1, max_size=8), st.integers(0, 10**12), max_size=9))
def test_parts_carry_everything_and_each_fits(payload):
    parts = split({"t": "done", "b": "12345678", "q": 99999, "i": "x" * 24}, payload)
    together = {}
    for number, part in enumerate(parts, 1):
        encode(part)
        assert (part.get("p", 1), part.get("m", 1)) == (number, len(parts))
        together.update(part["d"])
    assert together == payload


def test_a_single_key_that_fits_nowhere_is_refused():
    with pytest.raises(FrameTooLong):
        split({"t": "rep"}, {"a": 1, "text": "x" * 120})


@pytest.mark.parametrize("text", ["OSError: [Errno 5] EIO", '"\\\x00\xe9' * 100, ""])
def test_the_last_word_before_a_reset_always_fits(text):
    (frame,) = FrameReader().feed(trouble_frame("1a2b3c4d-too-long", text))
    assert frame["t"] == "err"
    assert frame["b"] == "1a2b3c4d"
