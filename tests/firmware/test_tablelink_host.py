"""The host's end alone: every wait ends, against a board that says nothing, too little, or nonsense."""

import pytest

from tablelink.events import Accepted, Awake, Done, Hello, NotDone, Rebooted, Report, Trouble, Unknown
from tablelink.frame import FrameReader, FrameTooLong, encode
from tablelink.host import HostLink


class Script:
    """A host's end, and a hand that plays the board frame by frame."""

    def __init__(self):
        self.now = 100.0
        self.sent = bytearray()
        self.reader = FrameReader()
        self.nonces = iter(f"{number:08x}" for number in range(1, 99))
        self.link = HostLink(self.sent.extend, lambda: self.now, lambda: next(self.nonces))
        self.events = []

    def said(self, kind=None):
        """What the host has sent since the last call."""
        frames = self.reader.feed(bytes(self.sent))
        self.sent.clear()
        return [frame for frame in frames if kind in (None, frame["t"])]

    def board(self, **frame):
        self.link.feed(encode({"b": "bootaaaa", **frame}))

    def me(self, nonce, boot="bootaaaa", session=1, **told):
        who = {"role": "shrine", "uid": "e661", "up": 5, "fw": "1", "pv": 1, "fh": "ff", "caps": ["flush"], **told}
        for key, value in who.items():
            self.link.feed(encode({"t": "me", "n": nonce, "b": boot, "s": session, "d": {key: value}}))

    def greet(self, **more):
        nonce = self.said("hello")[-1]["n"]
        self.me(nonce, **more)

    def wait(self, seconds, step=1 / 32):
        for _ in range(round(seconds / step)):
            self.now += step
            self.link.tick()
        self.events += self.link.take()

    def take(self):
        events, self.events = self.events + self.link.take(), []
        return events


@pytest.fixture
def script():
    return Script()


@pytest.fixture
def awake(script):
    script.link.hello()
    script.greet()
    script.take()
    script.said()
    return script


def test_hello_is_asked_every_half_second_for_10_s_then_trouble_is_told_once(script):
    script.link.hello()
    script.wait(9.9)
    assert len(script.said("hello")) == 20
    assert script.take() == []
    script.wait(10)
    assert [event.code for event in script.take()] == ["no_hello"]
    assert len(script.said("hello")) == 5


def test_everything_before_the_echo_of_the_nonce_is_ignored(script):
    script.link.hello()
    script.me("0ldn0nce")
    script.board(t="done", q=1, i="m.1.1", d={})
    script.board(t="rep", q=2, k="die", d={})
    assert script.take() == []
    assert not script.link.awake
    assert [frame["t"] for frame in script.reader.feed(bytes(script.sent))] == ["hello"]
    script.greet()
    assert script.take() == [Hello("shrine", "e661", "bootaaaa", 5, "1", 1, "ff", ["flush"])]
    assert script.link.awake


def test_each_beat_of_the_board_is_answered_at_once_and_the_host_beats_each_second(awake):
    awake.board(t="tick", n=17)
    assert awake.said() == [{"t": "pong", "n": 17}]
    for _ in range(3):
        awake.wait(1)
        awake.board(t="tick", n=1)
    assert len(awake.said("beat")) == 3


def test_a_silent_board_gets_a_command_three_times_then_a_hello_and_every_wait_ends(awake):
    awake.link.send("m.1.1", "flush", {})
    awake.wait(1.45)
    assert [frame["s"] for frame in awake.said("do")] == [f"bootaaaa.1.{count}" for count in (1, 2, 3)]
    awake.wait(0.2)
    assert awake.said("hello")
    awake.wait(12)
    assert [event for event in awake.take() if isinstance(event, Unknown)] == [Unknown("m.1.1", "no_answer", {})]
    assert awake.link.open_ids() == []


def test_a_board_that_talks_but_does_not_acknowledge_makes_it_unknown_in_a_second_and_a_half(awake):
    awake.link.send("m.1.1", "flush", {})
    awake.wait(0.3)
    awake.board(t="tick", n=1)
    awake.wait(1.3)
    assert awake.take() == [Unknown("m.1.1", "no_answer", {})]
    assert awake.said("cancel")[0]["i"] == "m.1.1"


def test_a_known_flush_has_30_s(awake):
    awake.link.send("m.1.1", "flush", {})
    awake.board(t="ok", i="m.1.1")
    for second in range(29):
        awake.board(t="tick", n=second)
        awake.wait(1)
    assert awake.take() == [Accepted("m.1.1")]
    awake.board(t="tick", n=30)
    awake.wait(1.1)
    assert awake.take() == [Unknown("m.1.1", "deadline", {})]


def test_a_roll_waits_for_a_person_as_long_as_its_board_is_awake(awake):
    awake.link.send("m.1.1", "roll", {})
    awake.board(t="ok", i="m.1.1")
    for second in range(600):
        awake.board(t="tick", n=second)
        awake.wait(1, step=0.5)
    assert awake.link.open_ids() == ["m.1.1"]
    awake.wait(40)
    assert awake.take()[-1] == Unknown("m.1.1", "asleep", {})


def test_a_roll_open_for_an_hour_survives_a_new_session(awake):
    awake.link.send("m.1.1", "roll", {})
    awake.board(t="ok", i="m.1.1")
    awake.now += 3.0
    awake.board(t="tick", n=1)
    awake.now += 3600
    awake.board(t="who", s=9)
    awake.greet(session=10)
    awake.wait(0.2)
    assert awake.link.open_ids() == ["m.1.1"]
    assert awake.said("do")[0]["s"] == "bootaaaa.a.1"


def test_without_any_board_a_new_command_is_not_done_and_an_old_one_unknown(script):
    script.link.hello()
    script.link.send("m.1.1", "flush", {})
    script.link.send("m.0.1", "flush", {}, again=True)
    script.wait(12.1)
    endings = [event for event in script.take() if not isinstance(event, Trouble)]
    assert endings == [NotDone("m.1.1", "no_board", {}), Unknown("m.0.1", "no_answer", {})]
    assert script.said("do") == []


def test_a_cancel_that_nobody_answers_ends_unknown_in_a_second_and_a_half(awake):
    awake.link.send("m.1.1", "roll", {})
    awake.board(t="ok", i="m.1.1")
    awake.take()
    assert awake.link.cancel("m.1.1")
    awake.wait(1.4)
    assert awake.take() == []
    awake.wait(0.2)
    assert awake.take() == [Unknown("m.1.1", "cancelled", {})]
    assert len(awake.said("cancel")) == 3
    assert not awake.link.cancel("m.1.1")


def test_a_cancel_before_anything_was_sent_is_not_done(script):
    script.link.hello()
    script.link.send("m.1.1", "roll", {})
    script.link.cancel("m.1.1")
    assert script.take() == [NotDone("m.1.1", "cancelled", {})]


def test_a_repeated_report_is_acknowledged_again_and_delivered_once(awake):
    for _ in range(3):
        awake.board(t="rep", q=4, k="die", d={"kind": "cocked"})
    assert awake.take() == [Report("die", {"kind": "cocked"}, 4, "bootaaaa")]
    assert [frame["q"] for frame in awake.said("got")] == [4, 4, 4]
    assert awake.link.repeated == 2


def test_an_ending_in_parts_is_delivered_when_it_is_whole(awake):
    awake.link.send("m.1.1", "roll", {})
    awake.board(t="done", q=1, i="m.1.1", p=1, m=2, d={"faces": [3]})
    assert awake.take() == []
    awake.board(t="done", q=2, i="m.1.1", p=2, m=2, d={"conf": 97})
    assert awake.take() == [Done("m.1.1", {"faces": [3], "conf": 97})]


def test_the_second_half_alone_is_no_ending(awake):
    awake.link.send("m.1.1", "roll", {})
    awake.board(t="done", q=2, i="m.1.1", p=2, m=2, d={"conf": 97})
    assert awake.take() == []
    assert [frame["q"] for frame in awake.said("got")] == [2]


def test_what_another_start_of_the_board_said_is_late_and_ends_nothing(awake):
    awake.link.send("m.1.1", "flush", {})
    awake.board(t="done", q=1, i="m.1.1", d={"turned": 1}, b="bootzzzz")
    awake.board(t="done", q=1, i="m.9.9", d={"turned": 1})
    assert awake.take() == []
    assert awake.link.late == 2


def test_a_beat_of_another_start_is_believed_only_after_a_hello(awake):
    awake.board(t="tick", n=1, b="bootbbbb")
    assert awake.take() == []
    awake.greet(boot="bootbbbb")
    assert awake.take()[1] == Rebooted("e661", "bootaaaa", "bootbbbb")


def test_a_board_that_restarts_again_and_again_under_one_command_makes_it_unknown(awake):
    awake.link.send("m.1.1", "flush", {})
    for number in range(4):
        awake.board(t="tick", n=1, b=f"boot{number:04d}")
        awake.greet(boot=f"boot{number:04d}")
    assert awake.take()[-1] == Unknown("m.1.1", "restarts", {})


def test_another_board_on_the_same_port_never_gets_the_first_ones_commands(awake):
    awake.link.send("m.1.1", "flush", {})
    awake.said()
    awake.link.closed()
    awake.link.hello()
    awake.greet(boot="bootbbbb", uid="f772")
    events = awake.take()
    assert Unknown("m.1.1", "other_board", {}) in events
    assert not [event for event in events if isinstance(event, Rebooted)]
    assert awake.said("do") == []


def test_a_lost_port_is_no_trouble_of_its_own_and_ends_with_awake(awake):
    awake.link.closed()
    awake.wait(20)
    assert [type(event).__name__ for event in awake.take()] == ["Asleep"]
    assert awake.said() == []
    awake.link.hello()
    awake.greet()
    assert awake.take()[-1] == Awake("e661")


def test_another_protocol_is_told_in_words_and_gets_no_commands(script):
    script.link.hello()
    script.link.send("m.1.1", "flush", {})
    script.greet(pv=2)
    (trouble,) = script.take()
    assert trouble.code == "protocol"
    assert "update the board" in trouble.words
    assert script.said("do") == []


@pytest.mark.parametrize("line", [b">>> \n", b"Traceback (most recent call last):\r\n"])
def test_a_prompt_or_a_traceback_is_told_once(awake, line):
    awake.link.feed(line * 5)
    assert [event.code for event in awake.take()] == ["crashed"]


def test_a_boards_last_word_is_told(awake):
    awake.board(t="err", w="OSError: [Errno 5] EIO")
    assert awake.take() == [Trouble("board", "OSError: [Errno 5] EIO")]


def test_arguments_that_fit_into_no_frame_are_refused_at_once(awake):
    with pytest.raises(FrameTooLong):
        awake.link.send("m.1.1", "flush", {"text": "x" * 100})
    assert awake.link.open_ids() == []


def test_the_longest_id_and_roll_fit(awake):
    awake.link.send("x" * 24, "roll", {"how": "tumbler", "dice": 3, "sides": 20})
    assert awake.said("do")


NONSENSE = [
    {"t": ["done"]},
    {"t": "done", "q": "1", "i": "m.1.1", "d": {}},
    {"t": "done", "q": 10**40, "i": "m.1.1", "d": {}},
    {"t": "done", "q": 1, "i": ["m.1.1"], "d": {}},
    {"t": "done", "q": 1, "i": "m.1.1", "d": []},
    {"t": "done", "q": 1, "i": "m.1.1", "p": "a", "m": None, "d": {}},
    {"t": "ok", "i": {"a": 1}},
    {"t": "tick", "n": 10**60},
    {"t": "who", "s": None},
    {"t": "me", "n": "00000001", "s": 10**30, "d": {"role": 1}},
    {"t": "me", "n": [], "s": 1, "d": 3},
    {"t": "err", "w": {}},
    {"t": "rep", "q": True, "k": 7, "d": {}},
    {"b": 7, "t": "tick"},
    {},
]


@pytest.mark.parametrize("frame", NONSENSE, ids=str)
def test_nonsense_with_a_right_sum_harms_nothing(awake, frame):
    awake.link.send("m.1.1", "flush", {})
    awake.board(**frame)
    awake.wait(0.1)
    awake.board(t="done", q=5, i="m.1.1", d={"turned": 1})
    if not awake.link.awake:  # "who" with a strange session asks for a new hello
        awake.greet()
        awake.board(t="done", q=5, i="m.1.1", d={"turned": 1})
    assert Done("m.1.1", {"turned": 1}) in awake.take()
