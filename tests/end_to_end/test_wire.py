"""A bad cable under the whole chain: shipped firmware, real ports, table and journal; every ending held to the world's truth."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import serial

from host.emulation.launch import best_vm, start_world
from tablelink.frame import FrameReader, encode
from tests.end_to_end.chain import Chain

COMMANDS = int(os.environ.get("TABLEKEEPER_WIRE_COMMANDS", "20"))
"""Of each kind of fault, every fourth a flush; `TABLEKEEPER_WIRE_COMMANDS=50` is the long run."""
ROUNDS = -(-COMMANDS // 4)

KINDS = {
    "bytes lost": {"loss": 0.004},
    "bytes doubled": {"double": 0.004},
    "bytes corrupted": {"corrupt": 0.004},
    "lines lost": {"drop_line": 0.15},
    "lines doubled": {"double_line": 0.4},
    "lines swapped": {"swap_line": 0.3},
    "everything": {"loss": 0.001, "double": 0.001, "corrupt": 0.001, "drop_line": 0.05, "double_line": 0.1, "swap_line": 0.1},
}


@pytest.mark.parametrize("kind", KINDS)
def test_commands_over_a_bad_cable_end_as_the_world_knows(kind: str, tmp_path: Path) -> None:
    todo = ["flush", "roll", "roll"] * ROUNDS  # a flush needs a roll of its own
    with start_world(vm=best_vm(), speed=0, folder=tmp_path, seed=3) as world, Chain(tmp_path, todo, world, hurry=3) as chain:
        chain.wait_for("dice_reader", "shrine")
        chain.home()
        for number, board in enumerate(("dice_reader", "shrine")):
            world.wire(board, seed=17 + number, **KINDS[kind])
        chain.run(within=COMMANDS * 6.0)
        outcomes, counts = chain.outcomes(), world.counts()
        struck = sum(board.faults for board in counts.boards.values())
        for board in ("dice_reader", "shrine"):
            world.wire(board)
        asked = Counter(doubt.about for doubt in chain.people.asked)
        print(f"{kind:16} {dict(outcomes)} people asked {dict(asked)} faults {struck} throws {counts.throws}")
        assert chain.table.match.over
        assert len(chain.table.match.state.answers) == len(todo)
        assert sum(outcomes.values()) >= COMMANDS
        assert outcomes["flush", "done"] == ROUNDS
        assert outcomes["roll", "done"] == 3 * ROUNDS
        assert outcomes["flush", "None"] == outcomes["roll", "None"] == 0
        assert struck > 10, "the faults did strike, or this proves nothing"
        chain.hold_to_the_truth()


class Frames:
    """A port and bare frames."""

    def __init__(self, path: str) -> None:
        self.port = serial.Serial(path, timeout=0.02, exclusive=True)
        self.reader = FrameReader()
        self.heard: list[dict[str, Any]] = []

    def until(self, kind: str, **keys: Any) -> dict[str, Any]:
        deadline = time.monotonic() + 10.0
        while time.monotonic() < deadline:
            for frame in self.heard:
                if frame["t"] == kind and all(frame.get(key) == value for key, value in keys.items()):
                    return frame
            self.heard += self.reader.feed(self.port.read(max(1, self.port.in_waiting)))
        raise AssertionError(f"no {kind} with {keys}; heard {self.heard[-5:]}, {self.reader.bad} bad")


def command(length: int, stamp: str, number: int) -> tuple[str, bytes]:
    """A command's id and its frame of just `length` bytes: one that gives up what never was, or asks for counters."""
    if length < 100:
        frame: dict[str, Any] = {"t": "cancel", "s": stamp, "i": ""}
        frame["i"] = f"{number:0{length - len(encode(frame))}}"
    else:
        frame = {"t": "do", "s": stamp, "i": f"m.{number}", "o": "stat", "a": {"x": ""}}
        frame["a"] = {"x": "x" * (length - len(encode(frame)))}
    return frame["i"], encode(frame)


def test_frames_around_a_usb_packet_and_of_the_longest_kind_are_taken(tmp_path: Path) -> None:
    """A USB packet has 64 bytes; a frame may fill one, end one byte before or after, or take two whole ones."""
    with start_world(["shrine"], vm=best_vm(), speed=0, folder=tmp_path) as world:
        line = Frames(world.ports["shrine"])
        line.port.write(b"\n" + encode({"t": "hello", "n": "00000001"}))
        me = line.until("me", p=1)
        for count, length in enumerate([63, 64, 65, 127, 128] * 4, start=1):
            cmd_id, data = command(length, f"{me['b']}.{me['s']:x}.{count:x}", count)
            assert len(data) == length
            line.port.write(data)
            ending = line.until("not" if length < 100 else "done", i=cmd_id)
            line.port.write(encode({"t": "got", "b": me["b"], "q": ending["q"]}))
        line.port.write(b"x" * 200 + b"\n")
        cmd_id, data = command(128, f"{me['b']}.{me['s']:x}.99", 99)
        line.port.write(data)
        stat = line.until("done", i=cmd_id)["d"]
        assert (stat["bad"], stat["long"], stat["stale"]) == (0, 1, 0)
        assert line.reader.bad == 0
        line.port.close()
