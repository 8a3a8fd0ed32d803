"""The board's end alone: once an id, flash before motion and before words, and nothing said unasked."""

import pytest

from tablelink.board import KEPT, BoardLink, ticks_diff
from tablelink.frame import FrameReader, encode


class Board:
    """A board's end with its flash, and a hand that plays the host frame by frame."""

    def __init__(self, record=None):
        self.log = []
        self.record = record if record is not None else {}
        self.ticks = 0
        self.count = 0
        self.reader = FrameReader()
        self.broken_flash = False
        self.served = 0
        self.boot("bootaaaa")

    def boot(self, boot_id):
        self.boot_id = boot_id
        self.count = 0
        self.link = BoardLink(
            "shrine", "e661", boot_id, "0.1.0", "ff", ["flush"], self.write, lambda: self.ticks, self, self.serve
        )
        self.link.command("flush", self.start, durable=True, evidence=lambda cmd_id, noted: {**noted, "home": False})
        self.link.command("roll", self.start, cancel=lambda cmd_id: True)
        self.link.command("turn", self.start, cancel=lambda cmd_id: False)
        self.link.command("look", lambda cmd_id, args: {"seen": 1})

    def load(self):
        if isinstance(self.record, Exception):
            raise self.record
        return self.record

    def store(self, record):
        if self.broken_flash:
            raise OSError(28, "ENOSPC")
        self.record = record
        self.log.append(("stored", [(row[0], row[2]) for row in record["c"]]))

    def write(self, data):
        self.log += [("said", frame) for frame in self.reader.feed(data)]

    def start(self, cmd_id, args):
        self.log.append(("started", cmd_id))

    def serve(self):
        self.served += 1

    def host(self, **frame):
        self.link.feed(encode(frame))

    def hello(self, nonce="00000001"):
        self.host(t="hello", n=nonce)
        self.session = [frame["s"] for frame in self.said("me")][-1]
        self.count = 0

    def do(self, cmd_id, op, args=None, kind="do"):
        self.count += 1
        frame = {"t": kind, "s": f"{self.boot_id}.{self.session:x}.{self.count:x}", "i": cmd_id}
        if kind == "do":
            frame.update(o=op, a=args or {})
        self.host(**frame)

    def said(self, kind):
        return [what for word, what in self.log if word == "said" and what["t"] == kind]

    def started(self):
        return [what for word, what in self.log if word == "started"]

    def wait(self, ms):
        for _ in range(ms // 50):
            self.ticks += 50
            self.link.tick()


@pytest.fixture
def board():
    made = Board()
    made.hello()
    return made


def test_before_the_hello_a_board_says_nothing_unasked_and_starts_nothing():
    board = Board()
    board.link.report("die", {"kind": "set"})
    board.wait(5000)
    assert board.log == []
    assert not board.link.run_mode
    assert not board.link.host_alive()
    board.session = 1
    board.do("m.1.1", "flush")
    assert board.log == [("said", {"t": "who", "b": "bootaaaa", "s": 0})]
    board.hello()
    assert board.link.run_mode
    assert board.link.host_alive()


def test_the_hello_tells_everything_in_parts_and_the_same_nonce_keeps_the_session(board):
    told = {}
    for part in board.said("me"):
        told.update(part["d"])
    assert told == {
        "role": "shrine", "uid": "e661", "up": 0, "fw": "0.1.0", "pv": 1, "fh": "ff", "caps": ["flush"],
    }
    board.hello()
    assert board.session == 1
    board.hello("00000002")
    assert board.session == 2


def test_intent_is_stored_before_start_and_the_ending_before_it_is_told(board):
    board.log.clear()
    board.do("m.1.1", "flush")
    board.link.done("m.1.1", {"turned": 1})
    assert [(word, what["t"] if word == "said" else what) for word, what in board.log] == [
        ("stored", [("m.1.1", "run")]),
        ("started", "m.1.1"),
        ("said", "ok"),
        ("stored", [("m.1.1", "done")]),
        ("said", "done"),
    ]


@pytest.mark.fault(20)
def test_a_repeated_id_is_answered_and_not_started_again(board):
    board.do("m.1.1", "flush")
    board.do("m.1.1", "flush")
    assert len(board.said("ok")) == 2
    board.link.done("m.1.1", {"turned": 1})
    board.host(t="got", b="bootaaaa", q=1)
    board.do("m.1.1", "flush")
    assert [frame["d"] for frame in board.said("done")] == [{"turned": 1}] * 2
    assert board.started() == ["m.1.1"]


@pytest.mark.parametrize("op", ["flush", "roll"])
def test_the_last_eight_of_each_kind_are_remembered(board, op):
    for number in range(2 * KEPT):
        board.do(f"m.{number}.1", op)
        board.link.done(f"m.{number}.1", {})
        board.host(t="got", b="bootaaaa", q=number + 1)
    started = board.started()
    for number in range(KEPT, 2 * KEPT):
        board.do(f"m.{number}.1", op)
        board.host(t="got", b="bootaaaa", q=number + KEPT + 1)
    assert board.started() == started
    if op == "flush":
        assert len(board.record["c"]) == KEPT


def test_an_intent_alone_is_unknown_after_a_restart_with_what_was_noted_and_what_is_seen(board):
    board.do("m.1.1", "flush")
    board.link.note("m.1.1", {"drops_seen": 2})
    board.boot("bootbbbb")
    board.hello()
    for _ in range(2):
        board.do("m.1.1", "flush")
        assert board.said("unk")[-1]["d"] == {"drops_seen": 2, "home": False}
    assert board.started() == ["m.1.1"]
    board.boot("bootcccc")
    board.hello()
    board.do("m.1.1", "flush")
    assert board.said("unk")[-1]["d"] == {"drops_seen": 2, "home": False}


def test_an_ending_on_record_is_told_again_after_a_restart(board):
    board.do("m.1.1", "flush")
    board.link.not_done("m.1.1", "lid_open", {"home": True})
    board.boot("bootbbbb")
    board.hello()
    board.do("m.1.1", "flush")
    assert board.said("not")[-1]["d"] == {"home": True, "why": "lid_open"}
    assert board.started() == ["m.1.1"]


DAMAGED = [
    ValueError("half a file"), OSError(5, "EIO"), {"x": 1}, [1], {"c": 5}, {"c": {}}, {"c": [5]}, {"c": [["m.1.1"]]},
    {"c": [["a", "b", "c", {}]]}, {"c": [["m.1.1", ["flush"], "run", {}]]}, {"c": [["m.1.1", None, "run", {}]]},
    {"c": [[["m.1.1"], "flush", "done", {}]]}, {"c": [["m.1.1", "flush", ["run"], {}]]}, {"c": [["m.1.1", "flush", "run", 5]]},
    {"c": [["m.1.1", "flush", "done", {"drops_seen": "4" * 200}]]},
]  # fmt: skip


@pytest.mark.parametrize("record", DAMAGED)
def test_a_damaged_record_makes_the_first_durable_command_unknown_and_only_that(record):
    board = Board(record)
    board.hello()
    board.do("m.0.1", "roll")
    board.do("m.1.1", "flush")
    board.do("m.2.1", "flush")
    assert board.said("unk")[-1]["d"] == {"flash": "damaged", "home": False}
    assert board.started() == ["m.0.1", "m.2.1"]


def test_without_a_place_for_the_intent_nothing_is_started(board):
    board.broken_flash = True
    board.do("m.1.1", "flush")
    assert board.started() == []
    assert board.said("not")[-1]["d"] == {"why": "flash"}


def test_frames_of_other_sessions_and_other_starts_are_dropped_and_answered_who(board):
    board.hello("00000002")
    for stamp in ("bootaaaa.1.5", "bootzzzz.2.5", "", "bootaaaa.2"):
        board.host(t="do", s=stamp, i="m.1.1", o="flush", a={})
    assert board.started() == []
    assert board.link.stale == 4
    assert board.said("who") == [{"t": "who", "b": "bootaaaa", "s": 2}] * 4


@pytest.mark.fault(21)
@pytest.mark.parametrize("stamp", ["bootaaaa.1.2", "bootaaaa.1.1", "bootaaaa.1.", "bootaaaa.1.zz", "bootaaaa.1.-3"])
def test_a_stamp_that_is_not_above_the_last_is_an_old_frame(board, stamp):
    board.do("m.1.1", "roll")
    board.do("m.1.1", "roll")
    board.host(t="do", s=stamp, i="m.0.1", o="roll", a={})
    assert board.started() == ["m.1.1"]


@pytest.mark.fault(5)
def test_answers_and_reports_wait_for_each_other_and_are_sent_until_heard(board):
    board.do("m.1.1", "roll")
    board.link.report("die", {"kind": "moving"})
    board.link.done("m.1.1", {"faces": [3]})
    board.wait(1000)
    assert len(board.said("rep")) == 5
    assert board.said("done") == []
    board.host(t="got", b="bootaaaa", q=2)
    assert board.said("done") == []
    board.host(t="got", b="bootaaaa", q=1)
    assert len(board.said("done")) == 1
    board.wait(500)
    assert len(board.said("done")) == 3
    board.host(t="got", b="bootaaaa", q=2)
    board.wait(1000)
    assert len(board.said("done")) == 3


@pytest.mark.fault(5)
def test_a_full_queue_loses_its_oldest_reports_and_never_an_answer(board):
    board.do("m.1.1", "roll")
    board.link.done("m.1.1", {"faces": [3]})
    for number in range(50):
        board.link.report("die", {"n": number})
    heard = []
    for seq in range(1, 60):
        frame = board.log[-1][1]
        heard.append(frame["d"])
        board.host(t="got", b="bootaaaa", q=frame["q"])
        if board.log[-1][1] is frame:
            break
        assert seq < 59
    assert heard == [{"faces": [3]}] + [{"n": number} for number in range(34, 50)]


def test_without_a_host_nothing_is_sent_but_beats(board):
    board.link.report("die", {"kind": "set"})
    board.wait(3000)
    board.log.clear()
    board.wait(5000)
    assert not board.link.host_alive()
    assert {what["t"] for _, what in board.log} == {"tick"}
    board.host(t="beat")
    board.wait(50)
    assert len(board.said("rep")) == 1


def test_a_beat_each_second(board):
    board.wait(10_000)
    assert [frame["n"] for frame in board.said("tick")] == list(range(1, 11))


def test_cancel_closes_what_can_be_closed(board):
    board.do("m.1.1", "roll")
    board.do("m.1.1", "", kind="cancel")
    assert board.said("not")[-1]["d"] == {"why": "cancelled"}
    board.do("m.2.1", "turn")
    board.do("m.2.1", "", kind="cancel")
    assert board.said("ok")[-1] == {"t": "ok", "b": "bootaaaa", "i": "m.2.1", "x": 0}


def test_a_command_that_was_cancelled_before_it_came_is_never_started(board):
    board.do("m.1.1", "", kind="cancel")
    board.do("m.1.1", "flush")
    assert board.started() == []
    assert board.said("not")[-1]["i"] == "m.1.1"


def test_what_nobody_registered_and_what_is_too_much_is_refused_by_name(board):
    board.do("m.1.1", "dance")
    assert board.said("not")[-1]["d"] == {"why": "unknown_op"}
    board.host(t="got", b="bootaaaa", q=1)
    for number in range(5):
        board.do(f"m.2.{number}", "roll")
    assert board.said("not")[-1]["d"] == {"why": "busy"}
    assert len(board.started()) == 4


def test_a_host_that_never_acknowledges_gets_no_more_commands_done(board):
    for number in range(20):
        board.do(f"m.{number}.1", "roll")
        board.link.done(f"m.{number}.1", {})
    assert len(board.started()) == KEPT


def test_stat_counts_and_service_is_answered_before_the_prompt_comes(board):
    board.link.report("die", {"kind": "set"})
    board.link.feed(b"rubbish\n")
    board.do("m.1.1", "stat")
    board.host(t="got", b="bootaaaa", q=1)
    stat = board.said("done")[-1]["d"]
    assert (stat["bad"], stat["long"], stat["stale"]) == (1, 0, 0)
    board.do("m.2.1", "service")
    assert board.served == 1
    assert board.said("done")[-1]["i"] == "m.2.1"


def test_a_name_too_long_for_the_hello_is_told_to_the_programmer_at_once():
    with pytest.raises(ValueError, match="a boot id has 1 to 8 characters"):
        BoardLink("shrine", "e661", "far too long", "1", "ff", [], print, lambda: 0, Board())
    with pytest.raises(ValueError, match="the limit is 128"):
        BoardLink("shrine" * 20, "e661", "bootaaaa", "1", "ff", [], print, lambda: 0, Board())


NONSENSE = [
    {"t": "hello", "n": 5},
    {"t": "hello", "n": "123456789"},
    {"t": "do"},
    {"t": "do", "s": 1, "i": "m.1.1", "o": "flush", "a": {}},
    {"t": "do", "s": "bootaaaa.1.7", "i": "", "o": "flush", "a": {}},
    {"t": "do", "s": "bootaaaa.1.7", "i": "x" * 25, "o": "flush", "a": {}},
    {"t": "do", "s": "bootaaaa.1.7", "i": "m.1.1", "o": ["flush"], "a": {}},
    {"t": "do", "s": "bootaaaa.1.7", "i": "m.1.1", "o": "flush", "a": 3},
    {"t": "cancel", "s": "bootaaaa.1.7", "i": ["m"]},
    {"t": "got"},
    {"t": "got", "b": "bootaaaa", "q": {}},
    {"t": {}},
    {},
]


@pytest.mark.parametrize("frame", NONSENSE, ids=str)
def test_nonsense_with_a_right_sum_starts_nothing(board, frame):
    board.host(**frame)
    board.wait(100)
    assert board.started() == []


@pytest.mark.fault(30)
@pytest.mark.parametrize(
    ("later", "earlier", "diff"),
    [(5, 3, 2), (3, 5, -2), (2, 2**30 - 3, 5), (2**30 - 3, 2, -5), (2**29 - 1, 0, 2**29 - 1), (2**29, 0, -(2**29))],
)
def test_ticks_are_subtracted_across_the_wrap(later, earlier, diff):
    assert ticks_diff(later, earlier) == diff
