"""One virtual board: its process, its cable, and the rig around it, in step by the board's own time."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host.emulation.cable import Cable
from host.emulation.rigs import Rig
from host.emulation.vm import Vm, VmSettings

POWER_CAUSE, RESET_CAUSE = 1, 3
#: How long the port is gone after a reset; how far behind a fed watchdog may be told (both in the shim's favour).
PORT_GONE_S = 0.1
WATCHDOG_SLACK_US = 150_000
#: A rotor that has just been pulled arrives even if the pull then ends.
COASTS_US = 1_000
#: So long a board is waited for to tell what it has done before its power is cut.
LAST_WORDS_S = 0.05
_HEADER = 6


@dataclass
class Trigger:
    """Something that is to happen once the ring has made `travel` half-steps."""

    travel: int
    do: Callable[[], None] = field(compare=False)


class Board:
    """Runs, ends and starts a board; serves its calls. Real time (`now`, seconds) comes in with every call from the world."""

    def __init__(self, role: str, rig: Rig, cable: Cable, flash: Path, settings: VmSettings, uid: str) -> None:
        self.role = role
        self.rig = rig
        self.cable = cable
        self.boots = 0
        self.bites = 0
        self.exits: list[int] = []
        self.calls = 0
        self.triggers: list[Trigger] = []
        self._flash = flash
        self._settings = settings
        self._uid = uid
        self._vm: Vm | None = None
        self._base = 0
        self._told = 0
        self._told_at = 0.0
        self._fed = 0
        self._watchdog = 0
        self._rung = False
        self._buffer = bytearray()
        self._ending: tuple[int, float] | None = None
        self._off_s = 0.0
        self._start_at: float | None = None
        self._plug_at: float | None = None
        self._next_cause = POWER_CAUSE

    @property
    def running(self) -> bool:
        """A process runs the firmware."""
        return self._vm is not None

    # Starting and ending

    def start(self, cause: int, now: float) -> None:
        """Power is there: run main.py."""
        stdio = self.cable.attach()
        log = self._flash.with_name(self._flash.name + ".log")
        try:
            self._vm = Vm(self._settings, self._flash, self._uid, cause, stdio, log)
        finally:
            for fd in stdio:
                os.close(fd)
        self.boots += 1
        self._told = self._fed = self._watchdog = 0
        self._told_at = now
        self._rung = False
        self._buffer.clear()
        self._ending = None
        self._start_at = None
        if not self.cable.plugged and self._plug_at is None:
            self._plug_at = now if self.boots == 1 else now + PORT_GONE_S

    def cut_power(self, now: float, off_s: float) -> None:
        """Take the power away for `off_s`; what the board has done until now still counts."""
        self._off_s = off_s
        if self._vm is None:
            self._gone_down(POWER_CAUSE, now)
        else:
            self._ending = (POWER_CAUSE, now + LAST_WORDS_S)
            self.ring()

    def pull(self, now: float, seconds: float) -> None:
        """Pull the cable's data lines; the board lives on."""
        self.cable.unplug()
        self._plug_at = now + seconds

    def ended_if_over(self, now: float) -> None:
        """The process has ended of its own accord: at its prompt it was told to start anew, or it cannot go on."""
        if self._vm is not None and self._vm.process.poll() is not None:
            # What it wrote as its last words is still in the pipe.
            self.cable.move(now)
            self.exits.append(self._vm.close())
            self._vm = None
            self.cable.detach()
            at = self._time(self._told) + COASTS_US
            self.rig.board_went_down(at, supply=False)
            if self.exits[-1] == 0:
                # The port stays while only the program starts anew.
                self._base = at + 1
                self._start_at = now
                self._next_cause = RESET_CAUSE

    def _end(self, cause: int, now: float) -> None:
        if self._vm is not None:
            self._vm.kill()
            self.cable.move(now)
            self._vm.close()
            self._vm = None
        self._gone_down(cause, now)

    def _gone_down(self, cause: int, now: float) -> None:
        self.cable.unplug()
        self.cable.detach()
        at = self._time(self._told) + COASTS_US
        self.rig.board_went_down(at, supply=cause == POWER_CAUSE)
        off_s = self._off_s if cause == POWER_CAUSE else 0.0
        self._off_s = 0.0
        self._base = at + 1 + int(off_s * 1e6)
        self._start_at = now + off_s
        self._plug_at = max(self._plug_at or 0.0, now + off_s + PORT_GONE_S)
        self._next_cause = cause

    def close(self) -> None:
        """The world ends."""
        if self._vm is not None:
            self._vm.close()
            self._vm = None
        self.cable.close()

    # What the world's loop needs

    def call_fd(self) -> int | None:
        """Readable when the board calls."""
        return self._vm.calls.fileno() if self._vm else None

    def exit_fd(self) -> int | None:
        """Readable when the process has ended."""
        return self._vm.exit_fd if self._vm else None

    def deadline(self, now: float) -> float | None:
        """Real time at which `tick` must be called even if nothing comes."""
        times = [time for time in (self._start_at, self._plug_at) if time is not None]
        if self._ending:
            times.append(self._ending[1])
        if self._vm and self._watchdog:
            left_us = self._fed + self._watchdog + WATCHDOG_SLACK_US - self._told
            times.append(self._told_at + left_us / 1e6 / self._rate())
        if self.cable.restless:
            times.append(now + 0.003)
        return min(times, default=None)

    def tick(self, now: float) -> None:
        """Do what time has made due."""
        if self._start_at is not None and now >= self._start_at:
            self.start(self._next_cause, now)
        if self._plug_at is not None and now >= self._plug_at:
            self._plug_at = None
            self.cable.plug()
        if self._ending and now >= self._ending[1]:
            self._end(self._ending[0], now)
        if self._vm and self._watchdog:
            behind = self._told + int((now - self._told_at) * 1e6 * self._rate()) - self._fed
            if behind > self._watchdog + WATCHDOG_SLACK_US:
                self._bite(now)
        self.cable.move(now)

    def _rate(self) -> float:
        return self._settings.speed or 1.0

    def _bite(self, now: float) -> None:
        self.bites += 1
        self._end(RESET_CAUSE, now)

    def ring(self) -> None:
        """Something has changed: make the board call."""
        if self._vm and not self._rung:
            self._rung = True
            try:
                self._vm.wakes.send(b"!")
            except OSError:
                # It has just ended; the world will notice.
                self._rung = False

    # Serving calls

    def serve(self, now: float) -> None:
        """Read and answer what the board has called."""
        assert self._vm is not None
        try:
            data = self._vm.calls.recv(65536)
        except (BlockingIOError, ConnectionResetError):
            return
        self._buffer += data
        while len(self._buffer) >= _HEADER:
            end = _HEADER + int(self._buffer[:_HEADER], 16)
            if len(self._buffer) < end:
                return
            message = json.loads(self._buffer[_HEADER:end])
            del self._buffer[:end]
            self._call(message, now)

    def _time(self, board_us: int) -> int:
        return self._base + board_us

    def _call(self, message: list[Any], now: float) -> None:
        self._told, self._fed, writes, op = message
        self._told_at = now
        self._rung = False
        self.calls += 1
        for write in writes:
            self.rig.pin_written(write >> 1 & 127, write & 1, self._time(write >> 8))
            if self.triggers:
                self._pull_triggers()
        self.rig.advance(self._time(self._told))
        if self._ending:
            self._end(self._ending[0], now)
        elif op and op[0] == "R":
            self._end(RESET_CAUSE, now)
        elif self._watchdog and self._told >= self._fed + self._watchdog:
            self._bite(now)
        else:
            self._answer(self._perform(op))

    def _pull_triggers(self) -> None:
        travel = self.rig.travel()
        due = [trigger for trigger in self.triggers if travel >= trigger.travel]
        self.triggers = [trigger for trigger in self.triggers if travel < trigger.travel]
        for trigger in due:
            trigger.do()

    def _perform(self, op: list[Any] | None) -> Any:
        if not op:
            return None
        kind, *args = op
        at = self._time(self._told)
        if kind == "i":
            answer = self.rig.i2c(args[0], args[1], bytes.fromhex(args[2]), args[3], at)
            return None if answer is None else answer.hex()
        if kind == "c":
            return self.rig.level(args[0])
        if kind == "s":
            return self.rig.i2c_addresses(args[0])
        if kind == "w":
            self.rig.pwm(args[0], args[2], at)
        if kind == "n":
            self.rig.bits(args[0], bytes.fromhex(args[1]))
        if kind == "W":
            self._watchdog = args[0]
        return None

    def _answer(self, result: Any) -> None:
        assert self._vm is not None
        left, due = self.rig.horizon()
        for trigger in self.triggers:
            left = min(left, self.rig.steps_ahead_of(trigger.travel))
        edges = [(pin, level, at - self._base) for pin, level, at in self.rig.take_edges()]
        body = json.dumps([left, due - self._base, edges, result], separators=(",", ":")).encode()
        try:
            self._vm.calls.sendall(b"%06x" % len(body) + body)
        except OSError:
            # It has just been killed from outside; its end is noticed by the loop.
            return
