"""The real things of a soak, below the shipped programs: a die that numbers its throws, a ring that counts its own turns.

They know the truth and outlive every restart of the board; `Oracle` keeps it by command.
"""

from __future__ import annotations

import random
from typing import Any

from host.emulation.physics.step_motor import DIRECTION, ENABLE, STEP, StepMotor

STEPS = 800
"""Of a turn: the fewest that a ring may have, so that many turns take little time. The program is the same."""
TURN_SLACK = 16
_MARK = 14
_SERIALS = 37 * 37


class Clock:
    """Time of one table, its board's ticks included: it passes only when somebody waits, and wraps every 18 minutes or 12 days."""

    def __init__(self) -> None:
        self.us_total = 0

    def ms(self) -> int:
        return self.us_total // 1000 & 0x3FFFFFFF

    def us(self) -> int:
        return self.us_total & 0x3FFFFFFF

    def diff(self, later: int, earlier: int) -> int:
        return ((later - earlier + (1 << 29)) & 0x3FFFFFFF) - (1 << 29)

    def add(self, ticks: int, delta: int) -> int:
        return (ticks + delta) & 0x3FFFFFFF

    def sleep_us(self, us: int) -> None:
        self.us_total += us

    def sleep_ms(self, ms: int) -> None:
        self.us_total += 1000 * ms

    def seconds(self) -> float:
        return self.us_total / 1e6

    def now_ms(self) -> int:
        return self.us_total // 1000


class Oracle:
    """What really happened: throws by their number, and how far the ring turned for each command."""

    def __init__(self) -> None:
        self.thrown_at: dict[int, float] = {}
        self.turned: dict[str, int] = {}
        self.fallen: dict[str, int] = {}
        self.current = ""

    def throw(self, now_s: float) -> int:
        """Number the next throw."""
        serial = len(self.thrown_at) + 1
        self.thrown_at[serial] = now_s
        return serial

    def is_of(self, told: int, modulus: int, since_s: float) -> int | None:
        """The number of the newest throw since then that may have told so; None if there is none."""
        for serial in range(len(self.thrown_at), 0, -1):
            if self.thrown_at[serial] < since_s:
                return None
            if serial % modulus == told:
                return serial
        return None


class SoakDie:
    """An accelerometer in a die. Each throw leaves it leaning by a little that tells its number, or by 40 degrees."""

    NAME, known, chip_id = "lis3dh", True, 0x33

    def __init__(self, clock: Clock, oracle: Oracle, rng: random.Random) -> None:
        self._clock, self._oracle, self._rng = clock, oracle, rng
        self._lies = (0, 0, 1000)
        self._tumbles_until = 0
        self._next = self._lies

    def throw(self, lasts_ms: int = 500) -> None:
        """Throw it; one in eight leans against something afterwards."""
        serial = self._oracle.throw(self._clock.seconds())
        lean = serial % _SERIALS
        if self._rng.random() < 0.125:
            self._next = (0, 640, 768)
        else:
            self._next = (5 * (lean % 37 - 18), 5 * (lean // 37 - 18), 1000)
        self._tumbles_until = self._clock.us_total + lasts_ms * 1000

    def serial_of(self, raw: list[int], since_s: float) -> int | None:
        """The number of the throw that left it so."""
        lean = (raw[0] // 5 + 18) + 37 * (raw[1] // 5 + 18)
        return self._oracle.is_of(lean, _SERIALS, since_s)

    def read_mg(self) -> tuple[int, int, int]:
        if self._clock.us_total < self._tumbles_until:
            draw = self._rng.randint
            return (draw(-2000, 2000), draw(-2000, 2000), draw(-2000, 2000))
        self._lies = self._next
        return self._lies

    def set_up_again(self) -> None:
        """It keeps its set-up."""


class SoakArm:
    """The thrower's arm: as long as it is driven the die tumbles."""

    def __init__(self, die: SoakDie) -> None:
        self._die = die

    def plan(self, draw: Any) -> list[tuple[int, int]]:
        return [(1, draw(300, 600))]

    def drive(self, value: int) -> None:
        self._die.throw(700)

    def rest(self) -> None:
        """It tumbles out."""


class SoakRing:
    """Step motor, home mark, lid, drops and beam; what it travels is put down to the command that runs."""

    def __init__(self, clock: Clock, oracle: Oracle, rng: random.Random) -> None:
        self._clock, self._oracle, self._rng = clock, oracle, rng
        self.motor = StepMotor(STEPS)
        self.by_hand = 300
        self.lid_is_open = False
        self.trouble_at: int | None = None
        self.trouble = ""
        self._drops: list[int] = []
        self.beam: Any = None

    @property
    def place(self) -> int:
        return self.motor.position + self.by_hand

    def lines(self) -> list[Line]:
        """The driver's three pins."""
        return [Line(self, number) for number in (STEP, DIRECTION, ENABLE)]

    def load(self, drops: int) -> None:
        """Lay drops in; each falls somewhere in the next turn."""
        self._drops = sorted(self.place + self._rng.randint(60, STEPS - 80) for _ in range(drops))

    def mend(self) -> None:
        """Hands close the lid, free a jam, empty the ring and turn it to its mark."""
        self.lid_is_open = self.motor.jammed = False
        self.trouble_at = None
        self._drops = []
        self.by_hand = 4 - self.motor.position

    def at_mark(self) -> bool:
        return self.place % STEPS < _MARK

    def lid_open(self) -> bool:
        return self.lid_is_open

    def lose_power(self) -> None:
        """The board is gone: its pins are driven by nobody."""
        self.motor.coil(ENABLE, 1, self._clock.us_total)

    def drive(self, line: int, level: int) -> None:
        before = self.motor.position
        self.motor.coil(line, level, self._clock.us_total)
        self._clock.us_total += 4
        moved = self.motor.position - before
        if not moved:
            return
        self._oracle.turned[self._oracle.current] = self._oracle.turned.get(self._oracle.current, 0) + moved
        if self.trouble_at is not None and self.motor.travel >= self.trouble_at:
            self.trouble_at = None
            self.lid_is_open, self.motor.jammed = self.trouble == "lid", self.trouble == "jam"
        while self._drops and self.place >= self._drops[0]:
            self._drops.pop(0)
            self._fall()

    def _fall(self) -> None:
        self._oracle.fallen[self._oracle.current] = self._oracle.fallen.get(self._oracle.current, 0) + 1
        for dark, lasts_us in ((1, 3_000), (0, 1_500)):
            self.beam.drive(dark)
            self._clock.us_total += lasts_us


class Line:
    """One pin of the motor's driver."""

    def __init__(self, ring: SoakRing, number: int) -> None:
        self._ring, self._number = ring, number

    def value(self, level: int) -> None:
        self._ring.drive(self._number, level)
