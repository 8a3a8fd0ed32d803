"""The small drivers: fair faces, a button, drops in a beam, a record in flash, settings, the files' hash."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from pathlib import Path

import pytest

import flash
from beam import Beam, DropCounter
from button import Button
from files import files_hash
from flash import FlashRecord
from roller import Roller
from settings import load_settings
from tests.firmware.fakes import TICKS_PERIOD, FakeClock, FakePin, ticks_diff

# -- roller ------------------------------------------------------------------------------------------------------


class Bytes:
    """A byte source that gives what it was told, one after another."""

    def __init__(self, data: bytes) -> None:
        self.left = list(data)

    def __call__(self, n: int) -> bytes:
        taken, self.left = self.left[:n], self.left[n:]
        return bytes(taken)


def fixed_bytes(n: int) -> bytes:
    """Well-mixed bytes that are the same in every run."""
    return b"".join(hashlib.sha256(k.to_bytes(4, "big")).digest() for k in range(n // 32))


@pytest.mark.parametrize("sides", [2, 6, 10, 100, 200])
def test_all_fair_bytes_give_each_face_equally_often(sides: int) -> None:
    fair = 256 // sides * sides
    roller = Roller(Bytes(bytes(range(fair))))
    assert set(Counter(roller.faces(fair, sides)).values()) == {256 // sides}


def test_bytes_that_would_favour_low_faces_are_thrown_away() -> None:
    roller = Roller(Bytes(bytes([252, 253, 254, 255, 251])))
    assert roller.face(6) == 251 % 6 + 1


def test_faces_are_even_by_chi_square() -> None:
    faces = Counter(Roller(Bytes(fixed_bytes(32_000))).faces(30_000, 6))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    chi_square = sum((count - 5000) ** 2 / 5000 for count in faces.values())
    assert chi_square < 20.5  # one in a thousand fair dice is worse, with five degrees of freedom


def test_a_stuck_generator_is_an_error_and_not_a_hang() -> None:
    with pytest.raises(OSError, match="stuck"):
        Roller(lambda n: b"\xff" * n).face(6)


@pytest.mark.parametrize("sides", [-1, 0, 1, 257])
def test_impossible_dice_are_refused(sides: int) -> None:
    with pytest.raises(ValueError):
        Roller(os.urandom).face(sides)


# -- button ------------------------------------------------------------------------------------------------------


def presses(levels: str, start_ms: int = TICKS_PERIOD - 40) -> int:
    """Count presses in a trace, one character a 4 ms: `#` down, `.` up."""
    button = Button(ticks_diff)
    return sum(button.sample((start_ms + 4 * k) % TICKS_PERIOD, level == "#") for k, level in enumerate(levels))


@pytest.mark.parametrize(
    ("levels", "count"),
    [
        ("." * 10 + "#" * 10 + "." * 10, 1),
        ("." * 10 + "#.#.##..#" + "#" * 10 + ".#.#..#" + "." * 10, 1),
        ("." * 10 + "#.#..#.." + "." * 10, 0),
        ("#" * 30 + "." * 10 + "#" * 10, 1),
        ("." * 10 + "#" * 400, 1),
        (("." * 10 + "#" * 10) * 3, 3),
    ],
)
def test_a_press_counts_once_however_it_bounces(levels: str, count: int) -> None:
    assert presses(levels) == count


# -- beam --------------------------------------------------------------------------------------------------------


def drops(*periods_us: int, start_us: int = TICKS_PERIOD - 3_000) -> int:
    """Count drops in a trace of periods, light first, then dark, in turn."""
    counter = DropCounter(ticks_diff, start_us, dark=False)
    t_us, dark = start_us, False
    for period in periods_us:
        t_us += period
        dark = not dark
        counter.edge(t_us % TICKS_PERIOD, dark)
    return counter.drops


@pytest.mark.fault(52)
@pytest.mark.parametrize(
    ("periods", "count"),
    [
        ((5000, 2500), 1),
        ((5000, 2500, 9000, 4300, 1000, 2500), 3),
        ((5000, 499), 0),
        ((5000, 500), 1),
        ((5000, 2500, 999, 2500), 1),
        ((5000, 2500, 1000, 2500), 2),
        ((5000, 2500, 60, 40, 90, 30, 200, 50), 1),  # the receiver flutters when it sees light again
        ((5000, 100, 3000, 200, 3000, 300), 0),  # sparks
        ((5000, 200, 100, 2200), 1),
    ],
)
def test_drops_are_told_from_sparks_and_flutter(periods: tuple[int, ...], count: int) -> None:
    assert drops(*periods) == count


def test_two_edges_of_one_level_change_nothing() -> None:
    counter = DropCounter(ticks_diff, 0, dark=False)
    for t_us, dark in ((5000, False), (6000, True), (6100, True), (9000, False), (9001, False)):
        counter.edge(t_us, dark)
    assert counter.drops == 1


def test_what_was_in_the_beam_at_the_start_is_no_drop() -> None:
    counter = DropCounter(ticks_diff, 0, dark=True)
    counter.edge(400_000, False)
    assert counter.drops == 0
    counter.edge(410_000, True)
    counter.edge(413_000, False)
    assert counter.drops == 1


@pytest.mark.fault(52)
def test_a_pause_as_long_as_the_counters_period_is_no_flutter() -> None:
    clock = FakeClock(us=0)
    pin = FakePin(0)
    beam = Beam(pin, clock, clock.us, 3)
    for pause_us in (5_000, TICKS_PERIOD + 300, TICKS_PERIOD // 2 + 40, 5_000):
        for _ in range(100):
            clock.pass_us(pause_us // 100)
            beam.poll()
        pin.drive(1)
        clock.pass_us(3000)
        pin.drive(0)
        beam.poll()
    assert beam.drops == 4


def test_edges_wait_in_the_interrupts_rooms_until_they_are_judged() -> None:
    clock = FakeClock()
    pin = FakePin(0)
    beam = Beam(pin, clock, clock.us, 3)
    for _ in range(20):
        clock.pass_us(8000)
        pin.drive(1)
        clock.pass_us(3000)
        pin.drive(0)
    assert beam.drops == 0 and not beam.overflowed
    beam.poll()
    assert beam.drops == 20


def test_lost_edges_raise_a_flag() -> None:
    clock = FakeClock()
    pin = FakePin(0)
    beam = Beam(pin, clock, clock.us, 3)
    for level in (1, 0) * 40:
        clock.pass_us(3000)
        pin.drive(level)
    assert beam.overflowed


# -- flash -------------------------------------------------------------------------------------------------------


def test_a_record_comes_back(tmp_path: Path) -> None:
    record = FlashRecord(str(tmp_path / "intent.json"))
    assert record.load() == {}
    record.store({"c": [["m.1.1", "flush", "run", {}]]})
    record.store({"c": []})
    assert FlashRecord(str(tmp_path / "intent.json")).load() == {"c": []}
    assert [path.name for path in tmp_path.iterdir()] == ["intent.json"]


class PowerCut(BaseException):
    """Nothing more happens on this board."""


@pytest.mark.fault(29)
def test_a_power_cut_before_the_rename_leaves_the_old_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "intent.json")
    FlashRecord(path).store({"n": 1})

    def cut(_old: str, _new: str) -> None:
        raise PowerCut

    with monkeypatch.context() as patch, pytest.raises(PowerCut):
        patch.setattr(flash.os, "rename", cut)
        FlashRecord(path).store({"n": 2})
    assert FlashRecord(path).load() == {"n": 1}
    FlashRecord(path).store({"n": 3})
    assert FlashRecord(path).load() == {"n": 3}


@pytest.mark.fault(29)
def test_a_power_cut_at_any_byte_of_the_new_file_leaves_the_old_record(tmp_path: Path) -> None:
    path = tmp_path / "intent.json"
    FlashRecord(str(path)).store({"n": 12345})
    whole = path.read_bytes()
    FlashRecord(str(path)).store({"n": 1})
    for cut in range(len(whole)):
        (tmp_path / "intent.json.new").write_bytes(whole[:cut])
        assert FlashRecord(str(path)).load() == {"n": 1}


def test_a_first_record_that_was_never_renamed_was_never_stored(tmp_path: Path) -> None:
    FlashRecord(str(tmp_path / "other")).store({"n": 1})
    (tmp_path / "other").rename(tmp_path / "intent.json.new")
    assert FlashRecord(str(tmp_path / "intent.json")).load() == {}


@pytest.mark.fault(29)
def test_a_damaged_record_is_never_taken_for_an_empty_one(tmp_path: Path) -> None:
    path = tmp_path / "intent.json"
    FlashRecord(str(path)).store({"n": 12345})
    whole = path.read_bytes()
    damaged = [whole[:cut] for cut in range(len(whole))]
    damaged += [whole[:k] + bytes([whole[k] ^ 1]) + whole[k + 1 :] for k in range(len(whole))]
    for text in damaged:
        path.write_bytes(text)
        with pytest.raises(ValueError, match=r"intent\.json is damaged"):
            FlashRecord(str(path)).load()


def test_flash_that_does_not_keep_what_was_written_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "intent.json")
    FlashRecord(path).store({"n": 1})
    encode = flash._encode
    texts = iter([encode({"n": 2})[:-1]])
    real_open = open

    def forgetful(name: str, mode: str):  # type: ignore[no-untyped-def]
        if mode == "rb" and name.endswith(".new"):
            Path(name).write_bytes(next(texts))
        return real_open(name, mode)

    with monkeypatch.context() as patch, pytest.raises(OSError):
        patch.setattr(flash, "open", forgetful, raising=False)
        FlashRecord(path).store({"n": 2})
    assert FlashRecord(path).load() == {"n": 1}


# -- settings and files ------------------------------------------------------------------------------------------


def test_settings_are_defaults_and_what_the_file_says(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    assert load_settings(str(path), {"tumbler": True}) == {"tumbler": True}
    path.write_text('{"tumbler": false}')
    assert load_settings(str(path), {"tumbler": True, "roller": True}) == {"tumbler": False, "roller": True}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "no table"),
        ('{"tumblr": true}', "unknown setting tumblr"),
        ('{"tumbler": 1}', "wrong type"),
        ("{", "is no JSON"),
    ],
)
def test_settings_nobody_can_mean_are_an_error_in_words(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=words):
        load_settings(str(path), {"tumbler": True})


@pytest.mark.fault(29)
def test_the_files_hash_sees_programs_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "lib" / "tablelink").mkdir(parents=True)
    (tmp_path / "main.py").write_text("import board\n")
    (tmp_path / "lib" / "tablelink" / "frame.py").write_bytes(b"x" * 1300)
    first = files_hash(str(tmp_path))
    (tmp_path / "intent.json").write_text("{}")
    (tmp_path / "lib" / "frame.pyc").write_text("")
    assert files_hash(str(tmp_path) + "/") == first and len(first) == 16
    expected = hashlib.sha256(b"lib/tablelink/frame.py\0001300\0" + b"x" * 1300 + b"main.py\00013\0import board\n")
    assert first == expected.hexdigest()[:16]
    (tmp_path / "lib" / "tablelink" / "frame.py").write_bytes(b"x" * 1299 + b"y")
    assert files_hash(str(tmp_path)) != first
