"""The world as its own process: what is on and around the table, and the virtual boards. It outlives the host.

`python -m host.emulation.world --boards dice_reader,shrine --vm micropython --speed 0 --dir DIR` prints one JSON line
when it is ready, `{"control": PATH, "ports": {board: PATH}}`, and runs until it is told `quit`, gets SIGTERM, or (with
`--tied`) its standard input is closed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host.emulation.board import Board, Trigger
from host.emulation.cable import Cable
from host.emulation.control_server import ControlServer, Request
from host.emulation.faults import FaultPlan
from host.emulation.glass.server import Fitted, GlassServer
from host.emulation.rigs import make_rig
from host.emulation.vm import VmError, VmSettings, flash_firmware
from host.emulation.wiring import WiringError, read_wiring

#: A board that is not silent tells within this time what it has done (real seconds).
_FRESH_S = 0.1
_LONGEST_SOCKET_PATH = 100


@dataclass
class _Waiting:
    """A question to the world that is answered when `ready` holds, or at `deadline`."""

    request: Request
    ready: Callable[[], bool]
    deadline: float
    late: dict[str, Any] | None


class World:
    """All boards, one loop, no threads."""

    def __init__(self, boards: dict[str, Board], control: Path, glass: GlassServer | None = None) -> None:
        self.boards = boards
        self.glass = glass
        self.control = ControlServer(control)
        self._waiting: list[_Waiting] = []
        self._running = True

    def ready_line(self) -> str:
        """What is printed when the world can be used."""
        ports = {name: str(board.cable.link) for name, board in self.boards.items()}
        glass = str(self.glass.path) if self.glass else None
        return json.dumps({"control": str(self.control.path), "ports": ports, "glass": glass})

    def stop(self) -> None:
        """Leave the loop soon."""
        self._running = False

    def run(self, tied_fd: int | None = None) -> None:
        """Serve until `stop`; with `tied_fd`, until that is closed at its other end."""
        try:
            while self._running:
                self._turn(tied_fd)
        finally:
            for board in self.boards.values():
                board.close()
            if self.glass:
                self.glass.close()
            self.control.close()

    def _turn(self, tied_fd: int | None) -> None:
        poll = select.poll()
        handlers: dict[int, Callable[[], None]] = {}

        def watch(fd: int | None, handler: Callable[[], None]) -> None:
            if fd is not None:
                handlers[fd] = handler
                poll.register(fd, select.POLLIN)

        for board in self.boards.values():
            watch(board.call_fd(), self._serving(board))
            watch(board.exit_fd(), self._ending(board))
            for fd in board.cable.watched():
                watch(fd, _nothing)
        for fd in self.control.fds():
            watch(fd, _nothing)
        watch(tied_fd, self._tied(tied_fd))
        now = time.monotonic()
        ready = poll.poll(self._patience_ms(now))
        for fd, _ in ready:
            # A handler may have ended what a later one would serve; those look again themselves.
            handlers[fd]()
        now = time.monotonic()
        for board in self.boards.values():
            board.tick(now)
        for request in self.control.requests():
            self._ask(request, now)
        self._settle(now)

    def _patience_ms(self, now: float) -> int:
        times = [board.deadline(now) for board in self.boards.values()]
        times += [waiting.deadline for waiting in self._waiting]
        soonest = min((t for t in times if t is not None), default=now + 1.0)
        return max(0, min(1000, int((soonest - now) * 1000) + 1))

    def _serving(self, board: Board) -> Callable[[], None]:
        return lambda: board.serve(time.monotonic()) if board.running else None

    def _ending(self, board: Board) -> Callable[[], None]:
        def ended() -> None:
            # Its last calls first: what a board did before it ended has happened.
            if board.running:
                board.serve(time.monotonic())
            board.ended_if_over(time.monotonic())

        return ended

    def _tied(self, fd: int | None) -> Callable[[], None]:
        def look() -> None:
            if fd is not None and not os.read(fd, 4096):
                self.stop()

        return look

    # Control

    def _ask(self, request: Request, now: float) -> None:
        try:
            answer = self._perform(request, now)
        except (KeyError, TypeError, ValueError) as error:
            request.refuse(f"The world does not understand {request.op!r} with {request.args!r}: {error!r}.")
            return
        if answer is not None:
            request.answer(answer)

    def _perform(self, request: Request, now: float) -> dict[str, Any] | None:
        op, args = request.op, request.args
        if op == "quit":
            self.stop()
            return {}
        if op == "counts":
            self._when_fresh(request, now)
            return None
        if op == "wait":
            self._wait(request, now)
            return None
        after = args.pop("after_half_steps", None)
        if after is None:
            return self._act(op, args)
        board = self._moving_board()
        board.triggers.append(Trigger(board.rig.travel() + int(after), lambda: self._late_act(op, args)))
        board.ring()
        return {}

    def _moving_board(self) -> Board:
        for board in self.boards.values():
            if "half_steps" in board.rig.counts():
                return board
        raise ValueError("no board of this world moves anything")

    def _late_act(self, op: str, args: dict[str, Any]) -> None:
        try:
            self._act(op, args)
        except (KeyError, TypeError, ValueError) as error:
            print(f"The world cannot do {op!r} with {args!r} now: {error!r}.", file=sys.stderr)

    def _act(self, op: str, args: dict[str, Any]) -> dict[str, Any]:
        now = time.monotonic()
        if op == "cut_power":
            self.boards[args["board"]].cut_power(now, float(args.get("seconds", 0.0)))
        elif op == "pull":
            self.boards[args["board"]].pull(now, float(args["seconds"]))
        elif op == "wire":
            seed = args.pop("seed", None)
            self.boards[args.pop("board")].cable.wire(FaultPlan(**args), seed)
        else:
            return self._act_on_rigs(op, args)
        return {}

    def _act_on_rigs(self, op: str, args: dict[str, Any]) -> dict[str, Any]:
        for board in self.boards.values():
            answer = board.rig.act(op, args)
            if answer is not None:
                board.ring()
                return answer
        raise ValueError("no board of this world has anything of the kind")

    def counts(self) -> dict[str, Any]:
        """All that can be counted, of all boards."""
        counts: dict[str, Any] = {}
        for board in self.boards.values():
            counts |= board.rig.counts()
        counts["boards"] = {name: _board_counts(board) for name, board in self.boards.items()}
        return counts

    def _when_fresh(self, request: Request, now: float) -> None:
        before = {name: board.calls for name, board in self.boards.items() if board.running}
        for board in self.boards.values():
            board.ring()

        def all_told() -> bool:
            return all(self.boards[name].calls > calls or not self.boards[name].running for name, calls in before.items())

        # A board that hangs does not keep the world from telling what it knows.
        self._waiting.append(_Waiting(request, all_told, now + _FRESH_S, None))

    def _wait(self, request: Request, now: float) -> None:
        key, board, at_least = request.args["key"], request.args.get("board"), request.args["at_least"]

        def value() -> Any:
            counts = self.counts()
            return counts["boards"][board][key] if board else counts[key]

        value()  # an unknown key is refused at once
        seconds = float(request.args["timeout"])
        late = {"error": f"{key} did not reach {at_least} within {seconds} s."}
        self._waiting.append(_Waiting(request, lambda: bool(value() >= at_least), now + seconds, late))

    def _settle(self, now: float) -> None:
        for waiting in list(self._waiting):
            if waiting.ready() or (now >= waiting.deadline and waiting.late is None):
                waiting.request.answer({"counts": self.counts()})
            elif now >= waiting.deadline and waiting.late is not None:
                waiting.request.refuse(waiting.late["error"])
            else:
                continue
            self._waiting.remove(waiting)


def _board_counts(board: Board) -> dict[str, Any]:
    cable = board.cable
    return {
        "running": board.running, "boots": board.boots, "bites": board.bites, "exits": len(board.exits),
        "calls": board.calls, "plugged": cable.plugged, "faults": cable.to_board.count + cable.to_host.count,
        "thrown_away": cable.thrown_away,
    }  # fmt: skip


def _nothing() -> None:
    """Boards' cables and control clients are looked after in every turn of the loop anyway."""


def build(options: argparse.Namespace) -> World:
    """The world that the command line asks for; raises `VmError` or `WiringError`."""
    folder = Path(options.dir).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    settings = VmSettings(options.vm, options.speed, int(options.ticks_from * 1e6))
    boards: dict[str, Board] = {}
    fitted = dict((*part.split("=", 1), "")[:2] for part in options.fit)
    for number, role in enumerate(options.boards.split(",")):
        rig = make_rig(read_wiring(role, options.pins), options.seed + number, fitted)
        flash = folder / role
        flash.mkdir(exist_ok=True)
        flash_firmware(role, flash, options.firmware)
        uid = hashlib.sha256(f"{role}/{options.seed}".encode()).hexdigest()[:16]
        cable = Cable(folder / f"{role}.port", options.seed + 2 * number)
        boards[role] = Board(role, rig, cable, flash, settings, uid)
    control = folder / "control.sock"
    if len(str(control)) > _LONGEST_SOCKET_PATH:
        control = Path(tempfile.mkdtemp(prefix="tablekeeper-")) / "control.sock"
    return World(boards, control, _glass(options.glass, control.with_name("glass.sock")))


def _glass(panels: list[str], path: Path) -> GlassServer | None:
    """Panels and buttons beside the boards, if any are fitted: each "bus:address:chip"."""
    if not panels:
        return None
    fitted = []
    for text in panels:
        bus, address, chip = text.split(":")
        fitted.append(Fitted(int(bus), int(address, 0), chip))
    return GlassServer(path, fitted)


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m host.emulation.world", description="Virtual boards and their world.")
    parser.add_argument("--boards", default="dice_reader,shrine", help="roles, separated by commas")
    parser.add_argument("--vm", default="micropython", choices=("micropython", "cpython"))
    parser.add_argument("--speed", type=float, default=1.0, help="of the boards' clocks; 0 skips sleeps")
    parser.add_argument("--dir", required=True, help="folder for flash folders, ports and the control socket")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--firmware", type=Path, help="folder to take firmware from instead of the project's own")
    parser.add_argument("--pins", type=Path, help="pin map to use instead of the project's own")
    parser.add_argument("--ticks-from", type=float, default=0.0, help="seconds at which the boards' tick counters start")
    parser.add_argument("--glass", nargs="*", default=[], metavar="BUS:ADDRESS:CHIP", help="panels that are fitted")
    parser.add_argument("--fit", nargs="*", default=[], metavar="PART[=KIND]", help="parts other than the usual ones")
    parser.add_argument("--tied", action="store_true", help="end when standard input is closed")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Run the world; exit status 2 if it cannot be set up."""
    options = parse(arguments)
    try:
        world = build(options)
    except (VmError, WiringError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: world.stop())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    now = time.monotonic()
    try:
        for board in world.boards.values():
            board.start(1, now)
            board.tick(now)
    except VmError as error:
        print(error, file=sys.stderr)
        for board in world.boards.values():
            board.close()
        return 2
    if world.glass:
        world.glass.start()
    print(world.ready_line(), flush=True)
    world.run(0 if options.tied else None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
