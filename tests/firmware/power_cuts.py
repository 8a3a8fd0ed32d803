"""The Shrine's power is cut at every single instruction of a flush, from the command's arrival to its acknowledged end.

What a power cut leaves is the flash and where the ring stands; all else is gone. So one flush is run with a look at both after
every instruction of the shipped program, and each state that any of them leaves is started from anew.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

import flash
from beam import Beam
from flash import FlashRecord
from home_mark import Lid
from ring import Ring
from stepper import TURN as GEAR
from stepper import Stepper
from tablelink.board import BoardLink
from tablelink.events import Done, NotDone, Unknown
from tablelink.host import HostLink
from tests.firmware.fakes import FIRMWARE, TURN, FakeClock, FakePin, Mechanics, load_app
from turns import Turns

app = load_app("shrine")
START = 20
CMD_ID = "powercut.7.1"
LATER_ID = "powercut.8.1"
_ROUND_US = 3_000
_MOST_ROUNDS = 10_000


class Files:
    """A board's flash as `open` and `os.rename` know it; `version` counts its changes.

    What was written is half there until the file is closed, and a rename is whole or not at all, as littlefs has it.
    """

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = dict(files or {})
        self.version = 0

    def change(self, name: str, data: bytes | None) -> None:
        self.version += 1
        if data is None:
            del self.files[name]
        else:
            self.files[name] = data

    def open(self, name: str, mode: str) -> _File:
        if mode == "wb":
            self.change(name, b"")
        elif name not in self.files:
            raise FileNotFoundError(2, name)
        return _File(self, name)

    def rename(self, old: str, new: str) -> None:
        data = self.files[old]
        self.files[new] = data
        self.change(old, None)


class _File:
    def __init__(self, files: Files, name: str) -> None:
        self._files, self._name, self._written = files, name, b""

    def write(self, data: bytes) -> None:
        self._written += data
        self._files.change(self._name, self._written[: len(self._written) // 2])

    def read(self) -> bytes:
        return self._files.files[self._name]

    def __enter__(self) -> _File:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._written:
            self._files.change(self._name, self._written)


class Table:
    """The shipped Shrine on its mechanics and its flash, with a host on a good line."""

    def __init__(self, files: dict[str, bytes] | None = None, place: int = START) -> None:
        self.clock = FakeClock(us=0)
        self.files = Files(files)
        flash.open, flash.os = self.files.open, self.files  # type: ignore[attr-defined, assignment]
        self.mechanics = mechanics = Mechanics(self.clock, place)
        self.beam = FakePin(0)
        self._to_board, self._to_host = bytearray(), bytearray()
        ring = Ring(Stepper(mechanics.coils, self.clock), Turns(*GEAR), mechanics.at_mark, mechanics.lid_open)
        self.shrine = app.Shrine(self.clock, ring, Beam(self.beam, self.clock, self.clock.us, 3), Lid(FakePin(0), self.clock))
        record = FlashRecord("intent.json")
        told = self._to_host.extend
        self.link = BoardLink("shrine", "e661", "boot", "0.1.0", "0a1b", self.shrine.caps, told, self.clock.ms, record)
        self.shrine.attach(self.link)
        self.host = HostLink(self._to_board.extend, lambda: self.clock.total_us / 1e6, lambda: f"{self.clock.total_us:08x}")
        self.host.hello()
        self.ended: dict[str, Any] = {}

    def board_round(self) -> None:
        """One round of the board's loop."""
        came = bytes(self._to_board)
        self._to_board.clear()
        self.link.feed(came)
        self.link.tick()
        self.shrine.tick()

    def host_round(self) -> None:
        """One round of the host's."""
        came = bytes(self._to_host)
        self._to_host.clear()
        self.host.feed(came)
        self.host.tick()
        for event in self.host.take():
            if isinstance(event, Done | NotDone | Unknown):
                self.ended[event.cmd_id] = event
        self.clock.pass_us(_ROUND_US)

    def see_through(self, cmd_id: str, again: bool) -> Any:
        """Send a flush and wait for its ending."""
        self.ended.pop(cmd_id, None)
        self.host.send(cmd_id, "flush", {"turn": 7, "drops": 0}, again=again)
        for _ in range(_MOST_ROUNDS):
            self.board_round()
            self.host_round()
            if cmd_id in self.ended:
                return self.ended[cmd_id]
        raise AssertionError(f"{cmd_id} never ended")


class Onlooker:
    """Looks at flash and ring after every instruction of the program, and keeps each state that it has not seen before."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.instructions = 0
        self.states: dict[tuple[int, int], dict[str, bytes]] = {}

    def look(self) -> None:
        key = (self._table.files.version, self._table.mechanics.place)
        if key not in self.states:
            self.states[key] = dict(self._table.files.files)

    def trace(self, frame: FrameType, event: str, arg: object) -> Any:
        if not frame.f_code.co_filename.startswith(str(FIRMWARE)):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._local

    def _local(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "opcode":
            self.instructions += 1
            self.look()
        return self._local

    def watch(self) -> None:
        """Run the flush to its end under its eyes."""
        table = self._table
        before = sys.gettrace()
        for _ in range(_MOST_ROUNDS):
            sys.settrace(self.trace)
            try:
                table.board_round()
            finally:
                sys.settrace(before)
            self.look()
            table.host_round()
            if CMD_ID in table.ended:
                return
        raise AssertionError("the flush never ended")


def start_anew(files: dict[str, bytes], place: int) -> str:
    """Power comes back, the host asks under the same id: its ending in a word. Raises AssertionError at a lie."""
    table = Table(files, place)
    at_mark = table.mechanics.at_mark()
    event = table.see_through(CMD_ID, again=True)
    moved, turned = table.mechanics.moved, table.mechanics.place - START
    said = f"cut at {place - START}: {event}, then moved {moved}"
    if isinstance(event, Done):
        assert abs(turned - TURN) <= 40 and (moved == 0 or place == START), said
        word = "turned afterwards" if moved else "done"
    else:
        assert moved == 0, said
        assert isinstance(event, Unknown) and event.evidence["home"] is at_mark, said
        assert not table.mechanics.energised
        word = "unknown, at the mark" if at_mark else "unknown, off the mark"
    # Asked once more, and for another turn: the same answer, and nothing moves that may not.
    again = table.see_through(CMD_ID, again=True)
    assert type(again) is type(event) and table.mechanics.moved == moved, said
    if not table.mechanics.at_mark():
        later = table.see_through(LATER_ID, again=False)
        assert isinstance(later, NotDone) and later.why == "no_home" and table.mechanics.moved == moved, f"{said}, then {later}"
    return word


def cut_everywhere(every_place: bool) -> dict[str, int]:
    """Cut at every instruction; how often each ending came.

    Without `every_place` only a part is started of the states that differ by nothing but the ring's place.
    """
    real_open, real_os = getattr(flash, "open", None), flash.os
    try:
        table = Table()
        while not table.host.awake:
            table.board_round()
            table.host_round()
        onlooker = Onlooker(table)
        table.host.send(CMD_ID, "flush", {"turn": 7, "drops": 0})
        onlooker.watch()
        assert isinstance(table.ended[CMD_ID], Done)
        endings: Counter[str] = Counter()
        versions = Counter(version for version, _ in onlooker.states)
        for (version, place), files in onlooker.states.items():
            if every_place or versions[version] < 100 or (place - START) % 60 in (0, 1):
                endings[start_anew(files, place)] += 1
        told = {"instructions": onlooker.instructions, "states": len(onlooker.states), "started anew": endings.total()}
        return told | dict(sorted(endings.items()))
    finally:
        flash.os = real_os
        if real_open is None:
            del flash.open  # type: ignore[attr-defined]


if __name__ == "__main__":
    print(cut_everywhere(every_place=Path(sys.argv[-1]).name == "all"))
