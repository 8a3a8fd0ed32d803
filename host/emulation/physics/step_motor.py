"""A stepper motor behind a step/direction driver: one step at each rise of a pin, if it is not asked too much."""

from __future__ import annotations

#: The lines of the driver, by the numbers that `coil` knows them by.
STEP, DIRECTION, ENABLE = range(3)
#: Turns a second that a rotor at rest follows at once, and that a running one bears.
_START_TURNS_S, _MOST_TURNS_S = 0.3, 0.8
_STARTING_STEPS = 8
_REST_US = 50_000


class StepMotor:
    """`position` counts steps from where it stood at the start, signed; `travel` those made either way; `lost` those not made."""

    def __init__(self, steps_a_turn: int) -> None:
        self.steps_a_turn: float = steps_a_turn
        self.position = 0
        self.travel = 0
        self.lost = 0
        self.jammed = False
        self._levels = [0, 0, 1]
        self._stepped_at = -_REST_US
        self._run = 0

    @property
    def energised(self) -> bool:
        """The driver holds the rotor."""
        return self._levels[ENABLE] == 0

    @property
    def locked(self) -> bool:
        """A pin change moves it by one step at most: always so here."""
        return True

    def coil(self, line: int, level: int, t_us: int) -> None:
        """A line of the driver takes a level at board time `t_us`."""
        was, self._levels[line] = self._levels[line], level
        if line != STEP or not level or was:
            return
        interval = t_us - self._stepped_at
        if interval >= _REST_US:
            self._run = 0
        fastest = _START_TURNS_S if self._run < _STARTING_STEPS else _MOST_TURNS_S
        self._stepped_at = t_us
        if not self.energised or self.jammed or interval < 1_000_000 / (fastest * self.steps_a_turn):
            self.lost += 1
            self._run = 0
            return
        self._run += 1
        step = 1 if self._levels[DIRECTION] else -1
        self.position += step
        self.travel += 1
