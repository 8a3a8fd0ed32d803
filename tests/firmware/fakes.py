"""Stand-ins for what a board gives: a clock that wraps, pins, a sensor, a line, and a ring made of arithmetic."""

from __future__ import annotations

import importlib.util
import math
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
TICKS_PERIOD = 1 << 30
TURN = Fraction(1650688, 405)
SEQUENCE = (1, 3, 2, 6, 4, 12, 8, 9)


def ticks_diff(later: int, earlier: int) -> int:
    """As on a Pico: right across the wrap."""
    return (later - earlier + TICKS_PERIOD // 2) % TICKS_PERIOD - TICKS_PERIOD // 2


class FakeClock:
    """Board time that passes only when somebody sleeps or `pass_us` is called; starts shortly before its wrap."""

    def __init__(self, us: int = (TICKS_PERIOD - 2_000) * 1000) -> None:
        self.total_us = us
        self.slept_us: list[int] = []

    def ms(self) -> int:
        return self.total_us // 1000 % TICKS_PERIOD

    def us(self) -> int:
        return self.total_us % TICKS_PERIOD

    def diff(self, later: int, earlier: int) -> int:
        return ticks_diff(later, earlier)

    def add(self, ticks: int, delta: int) -> int:
        return (ticks + delta) % TICKS_PERIOD

    def sleep_us(self, us: int) -> None:
        self.slept_us.append(us)
        self.total_us += us

    def sleep_ms(self, ms: int) -> None:
        self.sleep_us(ms * 1000)

    def pass_us(self, us: int) -> None:
        self.total_us += us


class FakePin:
    """A level; an input is driven by `drive`, which fires the interrupt as hardware does."""

    def __init__(self, level: int = 0) -> None:
        self.level = level
        self.handler: Any = None
        self.written = 0

    def value(self, level: int | None = None) -> int | None:
        if level is None:
            return self.level
        self.level = level
        self.written += 1
        return None

    def irq(self, handler: Any, trigger: int, hard: bool) -> None:
        self.handler = handler

    def drive(self, level: int) -> None:
        changed = level != self.level
        self.level = level
        if changed and self.handler is not None:
            self.handler(self)


class Mechanics:
    """A motor and a ring: follows the coils, knows where the mark is, notes the time of every half-step.

    A pattern that lasts less than `LAG_US` does not move the rotor: coils are switched one at a time.
    """

    LAG_US = 200

    def __init__(self, clock: FakeClock, place: int = 0, mark: int = 60) -> None:
        self.clock = clock
        self.place = place  # half-steps from the mark's first edge
        self.mark = mark
        self.moved = 0
        self.jammed = False
        self.mark_works = True
        self.lid_is_open = False
        self.on_step: Any = None
        self.step_times: list[int] = []
        self.coils = [_Coil(self, k) for k in range(4)]
        self._pattern = 0
        self._phase: int | None = None
        self._changed_us = clock.total_us
        self._before: tuple[Any, ...] = (None, place, 0, 0)

    @property
    def energised(self) -> bool:
        return self._pattern != 0

    def at_mark(self) -> bool:
        angle = Fraction(self.place) % TURN
        return self.mark_works and angle < self.mark

    def lid_open(self) -> bool:
        return self.lid_is_open

    def set_coil(self, k: int, level: int) -> None:
        if self.clock.total_us - self._changed_us < self.LAG_US:
            self._phase, self.place, self.moved, steps = self._before
            del self.step_times[steps:]
        self._changed_us = self.clock.total_us
        self._before = (self._phase, self.place, self.moved, len(self.step_times))
        self._pattern = self._pattern & ~(1 << k) | level << k
        if self._pattern not in SEQUENCE:
            return
        phase = SEQUENCE.index(self._pattern)
        step = 0 if self._phase is None else (phase - self._phase + 4) % 8 - 4
        self._phase = phase
        if step == 0:
            return
        assert abs(step) == 1, "the coils skipped a half-step"
        self.moved += step
        if not self.jammed:
            self.place += step
        self.step_times.append(self.clock.total_us)
        if self.on_step is not None:
            self.on_step(self.moved)


class _Coil:
    def __init__(self, mechanics: Mechanics, k: int) -> None:
        self._mechanics = mechanics
        self._k = k

    def value(self, level: int) -> None:
        self._mechanics.set_coil(self._k, level)


class FakeLink:
    """Keeps what a board's program tells its link."""

    def __init__(self) -> None:
        self.commands: dict[str, dict[str, Any]] = {}
        self.told: list[tuple[Any, ...]] = []
        self.alive = True
        self.run_mode = True

    def command(self, op: str, start: Any, durable: bool = False, cancel: Any = None, evidence: Any = None) -> None:
        self.commands[op] = {"start": start, "durable": durable, "cancel": cancel, "evidence": evidence}

    def ask(self, op: str, cmd_id: str, **args: Any) -> None:
        result = self.commands[op]["start"](cmd_id, args)
        if result is not None:
            self.told.append(("done", cmd_id, result))

    def done(self, cmd_id: str, result: dict[str, Any]) -> None:
        self.told.append(("done", cmd_id, result))

    def not_done(self, cmd_id: str, why: str, evidence: dict[str, Any] | None = None) -> None:
        self.told.append(("not", cmd_id, why, evidence))

    def report(self, kind: str, data: dict[str, Any]) -> None:
        self.told.append(("rep", kind, data))

    def host_alive(self) -> bool:
        return self.alive


def tilted(degrees: float, face_up: int = 1) -> tuple[int, int, int]:
    """Gravity on a die leaning by so much from face 1 towards face 2, or from face 3 towards face 2."""
    up, aside = 1000 * math.cos(math.radians(degrees)), 1000 * math.sin(math.radians(degrees))
    return (0, round(aside), round(up)) if face_up == 1 else (round(up), round(aside), 0)


def load_app(board: str, name: str = "app") -> ModuleType:
    """Module `name` of a board's folder, under a name of its own: both boards have an `app`."""
    path = FIRMWARE / board / (name + ".py")
    spec = importlib.util.spec_from_file_location(f"{board}_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
