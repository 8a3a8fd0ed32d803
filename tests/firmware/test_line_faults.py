"""What a USB line does to a board: packets, stray bytes, other programs, a host that does not read; loop and link bear it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

import pytest

from mainloop import MainLoop
from tablelink.board import BoardLink
from tablelink.frame import FrameReader, encode
from tests.firmware.fakes import FIRMWARE, FakeClock
from tests.firmware.linkbench import Flash

FIFO_BYTES = 256
STUCK_WRITE_US = 500_000
LONGEST_ROUND_US = 8_000_000


class Board:
    """Loop and link on a line whose other end the test holds; `roll` waits until the test ends it."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.arriving = bytearray()
        self.fifo = bytearray()
        self.read_by_host = True
        self.heard = FrameReader()
        self.got: list[dict[str, Any]] = []
        self.started: list[str] = []
        self.longest_us = 0
        self._count = 0
        caps = ["roller"]
        self.link = BoardLink("dice_reader", "e661", "bootaaaa", "0.1.0", "0a", caps, self._write, self.clock.ms, Flash())
        self.link.command("roll", self._roll)
        self.loop = MainLoop(self.link, self, self, self.clock, lambda: self)

    def _roll(self, cmd_id: str, args: dict[str, Any]) -> None:
        self.started.append(cmd_id)

    def _write(self, data: bytes) -> None:
        room = FIFO_BYTES - len(self.fifo)
        if len(data) > room:
            # As a Pico does it: waits for a while, then drops the rest.
            self.clock.pass_us(STUCK_WRITE_US)
        self.fifo += data[:room]

    # The port, the app and the watchdog, as far as the loop knows them.

    def poll(self, timeout_ms: int) -> bool:
        assert timeout_ms == 0
        return bool(self.arriving)

    def read(self, count: int) -> bytes:
        assert count == 1, "a read of more waits until all of them have come"
        taken = bytes(self.arriving[:1])
        del self.arriving[:1]
        return taken

    def tick(self) -> bool:
        return False

    def halt(self) -> None:
        pass

    def feed(self) -> None:
        pass

    # The host

    def run(self, ms: int, packets: Iterable[bytes] = ()) -> None:
        """Let time pass; a packet arrives a round."""
        waiting = list(packets)
        until = self.clock.total_us + ms * 1000
        while self.clock.total_us < until or waiting:
            if waiting:
                self.arriving += waiting.pop(0)
            before = self.clock.total_us
            self.loop.once()
            self.longest_us = max(self.longest_us, self.clock.total_us - before)
            if self.read_by_host:
                self.got += self.heard.feed(bytes(self.fifo))
                self.fifo.clear()

    def hello(self) -> None:
        self.run(20, [encode({"t": "hello", "n": "5f1c22ab"})])
        assert [frame["t"] for frame in self.got[:1]] == ["me"]

    def do(self, cmd_id: str, op: str, length: int | None = None) -> bytes:
        """A command as the host would send it, made so long by an argument that means nothing."""
        self._count += 1
        frame: dict[str, Any] = {"t": "do", "s": f"bootaaaa.1.{self._count:x}", "i": cmd_id, "o": op, "a": {}}
        if length is not None:
            frame["a"] = {"x": ""}
            frame["a"]["x"] = "y" * (length - len(encode(frame)))
        return encode(frame)

    def words_about(self, cmd_id: str) -> list[str]:
        return [frame["t"] for frame in self.got if frame.get("i") == cmd_id]

    def acknowledge(self) -> bytes:
        """What the host says to the last answer heard."""
        return encode({"t": "got", "b": "bootaaaa", "q": [frame["q"] for frame in self.got if "q" in frame][-1]})


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.mark.fault(4)
@pytest.mark.parametrize("length", [100, 127, 128])
@pytest.mark.parametrize("cut", [63, 64, 65, None])
def test_a_command_of_any_length_is_answered_in_whatever_packets_it_comes(board: Board, length: int, cut: int | None) -> None:
    board.hello()
    line = board.do("m.1.1", "roll", length)
    assert len(line) == length
    board.run(40, [line] if cut is None else [line[:cut], line[cut:]])
    assert board.started == ["m.1.1"] and board.words_about("m.1.1") == ["ok"]


@pytest.mark.fault(4)
@pytest.mark.parametrize("length", [63, 64, 65])
def test_a_frame_of_just_a_packets_length_is_heard_at_once(board: Board, length: int) -> None:
    board.hello()
    # A hello with so long a nonce is nonsense, but it is counted, so it came through whole.
    line = encode({"t": "hello", "n": "z" * (length - len(encode({"t": "hello", "n": ""})))})
    assert len(line) == length
    stale = board.link.stale
    board.run(8, [line])
    assert board.link.stale == stale + 1


@pytest.mark.fault(3)
def test_half_a_frame_holds_nothing_up(board: Board) -> None:
    board.hello()
    board.got.clear()
    line = board.do("m.1.1", "roll")
    board.run(3000, [line[:10]])
    assert [frame["n"] for frame in board.got if frame["t"] == "tick"] == [1, 2, 3]
    board.run(20, [line[10:]])
    assert board.started == ["m.1.1"]


@pytest.mark.fault(1)
@pytest.mark.fault(2)
@pytest.mark.parametrize("stray", [b"\x03", b"\xc3", b"\xef\x95", b"\x00\x04\x7f\x80\xff", b"\x03" * 500])
def test_stray_bytes_neither_end_nor_stop_a_board(board: Board, stray: bytes) -> None:
    board.hello()
    line = board.do("m.1.1", "roll")
    board.run(40, [stray + line[:20] + stray + line[20:]])
    assert board.started == ["m.1.1"]


@pytest.mark.fault(17)
def test_another_program_that_talks_to_the_board_first_is_not_answered(board: Board) -> None:
    for words in (b"AT\r", b"AT+GCAP\r\n", b"ATI\r\n", b"\x7e\x00\x78\xf0\x7e\n", b"+++\n", b"{\"t\":\"hello\",\"n\":\"1\"}\n"):
        board.run(200, [words])
    assert board.got == [] and not board.link.run_mode and board.started == []
    board.hello()
    board.run(40, [board.do("m.1.1", "roll")])
    assert board.started == ["m.1.1"]


@pytest.mark.fault(5)
def test_a_host_that_does_not_read_costs_no_answer_and_no_reset(board: Board) -> None:
    board.hello()
    board.run(40, [board.do("m.1.1", "roll")])
    board.read_by_host = False
    for k in range(8):
        board.link.report("die", {"kind": "moving", "k": k})
    board.link.done("m.1.1", {"faces": [3]})
    board.run(20_000, [encode({"t": "beat"})] * 40)
    assert board.longest_us < LONGEST_ROUND_US / 4, "the watchdog bites after 8 s"
    board.read_by_host = True
    board.got.clear()
    for _ in range(30):
        board.run(300, [encode({"t": "beat"})])
        if any("q" in frame for frame in board.got):
            board.run(40, [board.acknowledge()])
    done = [frame["d"] for frame in board.got if frame["t"] == "done"]
    assert done and done[0] == {"faces": [3]}
    kept = {frame["d"]["k"] for frame in board.got if frame["t"] == "rep"}
    assert kept == set(range(8))


# -- interrupts --------------------------------------------------------------------------------------------------


def handlers() -> list[ast.FunctionDef]:
    """Every function of the firmware that an interrupt calls."""
    found = []
    for path in FIRMWARE.rglob("*.py"):
        tree = ast.parse(path.read_text())
        names = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                given = [word.value for word in node.keywords if word.arg in ("handler", "callback")]
                names |= {value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "?") for value in given}
        assert "?" not in names, f"{path}: an interrupt's handler has to be a named function"
        found += [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in names]
    return found


@pytest.mark.fault(6)
def test_an_interrupt_only_notes_what_it_saw() -> None:
    [handler] = handlers()
    called = {ast.unparse(node.func) for node in ast.walk(handler) if isinstance(node, ast.Call)}
    assert called == {"self._ticks_us", "pin.value"}, "an interrupt that writes can wait for ever"
    for kind in (ast.List, ast.Dict, ast.ListComp, ast.JoinedStr, ast.For, ast.While, ast.Raise):
        assert not [node for node in ast.walk(handler) if isinstance(node, kind)], "and one that makes things fails"


@pytest.mark.fault(6)
def test_nothing_else_runs_beside_the_one_loop() -> None:
    for path in FIRMWARE.rglob("*.py"):
        names = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
        assert not names & {"schedule", "Timer", "start_new_thread", "create_task", "dupterm"}, path
