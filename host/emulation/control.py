"""Talk to a running world: what hands may do, what bad luck may do, and what has been counted."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

_LONGEST_ANSWER_S = 10.0


class WorldError(Exception):
    """The world refused, or is not there; the message says what."""


@dataclass(frozen=True)
class BoardCounts:
    """One board: its starts, watchdog bites, unasked ends, calls to the world, faults on its cable."""

    running: bool
    boots: int
    bites: int
    exits: int
    calls: int
    plugged: bool
    faults: int
    thrown_away: int


@dataclass(frozen=True)
class Counts:
    """What the world has counted; zero or None for what none of its boards has.

    `half_steps` are net, `travel` either way, `lost_steps` asked for and not made, `turns` the net ones in turns.
    Drops: `drops_put` = in the ring + falling + in the tray + taken; `drops_fallen` = in the tray + taken.
    `supply_die` is "ring", "falling" or "out", `supply_face` what it showed last.
    """

    boards: dict[str, BoardCounts]
    half_steps: int = 0
    travel: int = 0
    lost_steps: int = 0
    turns: float = 0.0
    energised: bool = False
    at_home: bool = False
    drops_put: int = 0
    drops_in_ring: int = 0
    drops_falling: int = 0
    drops_fallen: int = 0
    drops_in_tray: int = 0
    drops_taken: int = 0
    supply_die: str | None = None
    supply_face: int | None = None
    throws: int = 0
    presses: int = 0
    face_up: int | None = None
    arm_driven: bool = False
    arm_longest_us: int = 0
    lights: Sequence[Sequence[int]] = ()
    lit_while_moving: int = 0


class World:
    """A client of the world's control socket, for any number of threads.

    Every method raises `WorldError` when the world refuses or has gone.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_LONGEST_ANSWER_S)
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            raise WorldError(f"No world answers at {path} ({error}); start one first.") from error
        self._buffer = b""
        self._turn = threading.Lock()

    def close(self) -> None:
        """Leave the world alone; it goes on."""
        self._socket.close()

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, op: str, *, answered_within: float = _LONGEST_ANSWER_S, **args: Any) -> dict[str, Any]:
        given = {name: value for name, value in args.items() if value is not None}
        try:
            with self._turn:
                self._socket.settimeout(answered_within)
                self._socket.sendall(json.dumps({"op": op} | given).encode() + b"\n")
                answer = self._answer()
        except OSError as error:
            raise WorldError(f"The world at {self.path} does not answer ({error}).") from error
        if not answer["ok"]:
            raise WorldError(answer["error"])
        return answer

    def _answer(self) -> dict[str, Any]:
        while b"\n" not in self._buffer:
            data = self._socket.recv(65536)
            if not data:
                raise WorldError(f"The world at {self.path} has ended.")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    # What has been counted

    def counts(self) -> Counts:
        """All counts, with what the boards have done until now."""
        return _counts(self._ask("counts"))

    def wait(self, key: str, at_least: int, timeout: float, board: str | None = None) -> Counts:
        """Wait until a count (a board's own, if one is named) has reached `at_least`; `WorldError` after `timeout` s."""
        answered_within = timeout + _LONGEST_ANSWER_S
        return _counts(
            self._ask("wait", answered_within=answered_within, key=key, at_least=at_least, timeout=timeout, board=board)
        )

    # Hands

    def put_drops(self, n: int) -> None:
        """Lay `n` drops into the ring."""
        self._ask("put_drops", n=n)

    def lift_drops(self, n: int) -> None:
        """Pick `n` drops out of the ring again."""
        self._ask("lift_drops", n=n)

    def take_drops(self) -> int:
        """Take all drops out of the tray; their number."""
        return int(self._ask("take_drops")["n"])

    def put_die(self) -> bool:
        """Put the supply die back on its opening; False if it is there already or still falling."""
        return bool(self._ask("put_die")["put"])

    def turn_home(self, *, onward: bool) -> None:
        """Turn the ring to its mark by hand: back, so that what lies in it stays, or `onward`, so that everything falls."""
        self._ask("turn_home", onward=onward)

    def throw(self, face: int | None = None, *, cocked: bool = False) -> int:
        """Throw the reader's die; the face it will show (drawn by the world if none is given)."""
        return int(self._ask("throw", face=face, cocked=cocked)["face"])

    def turn_die(self, face: int) -> None:
        """Turn the reader's die by hand."""
        self._ask("turn_die", face=face)

    def knock(self) -> None:
        """Bump against the table."""
        self._ask("knock")

    def press(self) -> None:
        """Press the roller's button and let it go."""
        self._ask("press")

    def lay(self, well: int, face: int | None) -> None:
        """Lay the coded die into a well (from 1 on) with `face` down, turn it so, or (None) take it out."""
        self._ask("well", well=well, face=face)

    def lid(self, open: bool, *, after_half_steps: int | None = None) -> None:
        """Open or close the lid."""
        self._ask("lid", open=open, after_half_steps=after_half_steps)

    # Bad luck; with `after_half_steps` it strikes once the ring has made so many more, exactly

    def jam(self, on: bool, *, after_half_steps: int | None = None) -> None:
        """Hold the ring fast, or let it go."""
        self._ask("jam", on=on, after_half_steps=after_half_steps)

    def home_mark(self, *, missing: bool) -> None:
        """Take the home mark away, or give it back."""
        self._ask("home_mark", missing=missing)

    def beam(self, *, dead: bool) -> None:
        """Break the light barrier, or mend it."""
        self._ask("beam", dead=dead)

    def scale(self, by: float) -> None:
        """The accelerometer says so many times what it feels, as a bad copy does."""
        self._ask("scale", by=by)

    def arm(self, *, stuck: bool = False, cocks: int = 0) -> None:
        """The thrower's arm sticks, or not; the next `cocks` throws of it end with a die that leans."""
        self._ask("arm", stuck=stuck, cocks=cocks)

    def well_light(self, well: int, *, open: bool) -> None:
        """Light of the room falls into a well without a die, or not."""
        self._ask("well_light", well=well, open=open)

    def well_nack(self, well: int, transfers: int) -> None:
        """A well's sensor does not answer the next so many transfers."""
        self._ask("well_nack", well=well, transfers=transfers)

    def nack(self, transfers: int) -> None:
        """The accelerometer does not answer the next so many transfers."""
        self._ask("nack", transfers=transfers)

    def cut_power(self, board: str, seconds: float = 0.0, *, after_half_steps: int | None = None) -> None:
        """Take a board's power away for a while; its flash stays."""
        self._ask("cut_power", board=board, seconds=seconds, after_half_steps=after_half_steps)

    def pull(self, board: str, seconds: float, *, after_half_steps: int | None = None) -> None:
        """Pull a board's cable for a while; the board lives on."""
        self._ask("pull", board=board, seconds=seconds, after_half_steps=after_half_steps)

    def wire(
        self,
        board: str,
        *,
        seed: int | None = None,
        loss: float = 0.0,
        double: float = 0.0,
        corrupt: float = 0.0,
        drop_line: float = 0.0,
        double_line: float = 0.0,
        swap_line: float = 0.0,
        after_half_steps: int | None = None,
    ) -> None:
        """Faults on a board's cable from now (or then) on, as probabilities of bytes and lines; without any: a good cable again."""
        plan = {
            "loss": loss, "double": double, "corrupt": corrupt,
            "drop_line": drop_line, "double_line": double_line, "swap_line": swap_line,
        }  # fmt: skip
        self._ask("wire", board=board, seed=seed, after_half_steps=after_half_steps, **plan)

    def quit(self) -> None:
        """End the world."""
        self._ask("quit")


def _counts(answer: dict[str, Any]) -> Counts:
    counts = answer["counts"]
    names = {field.name for field in fields(Counts)} - {"boards"}
    boards = {name: BoardCounts(**board) for name, board in counts["boards"].items()}
    return Counts(boards=boards, **{name: value for name, value in counts.items() if name in names})
