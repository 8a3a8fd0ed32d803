"""A 28BYJ-48 geared stepper motor behind a ULN2003 driver, half-step by half-step."""

from __future__ import annotations

#: Half-steps of one turn of the shaft, about 4075.7728: the ratio of the gear's real teeth, not the label's 4096.
HALF_STEPS_A_TURN = 1650688 / 405

#: Shortest interval between half-steps that a turning rotor follows, and that one at rest follows (microseconds).
RUNNING_LIMIT_US = 800
STARTING_LIMIT_US = 1100
#: So many half-steps after a rest count as starting; a rotor is at rest after so long without a half-step.
STARTING_HALF_STEPS = 8
REST_US = 50_000
#: A pattern held for less than this passes before the rotor feels it (two pins written one after the other).
UNFELT_US = 150

_PHASES = {1: 0, 3: 1, 2: 2, 6: 3, 4: 4, 12: 5, 8: 6, 9: 7}


class Motor:
    """The rotor follows the coils to the nearest place of its eight, unless it is held or asked too much.

    `position` counts half-steps from where it stood at the start, signed; `travel` those made either way; `lost` the
    half-steps that were asked for and not made.
    """

    steps_a_turn = HALF_STEPS_A_TURN

    def __init__(self) -> None:
        self.position = 0
        self.travel = 0
        self.lost = 0
        self.jammed = False
        self._coils = 0
        self._changed_at = -REST_US
        self._stepped_at = -REST_US
        self._before = (0, 0, 0, -REST_US, 0)
        self._run = 0

    @property
    def energised(self) -> bool:
        """Any coil carries current."""
        return self._coils != 0

    @property
    def locked(self) -> bool:
        """The rotor stands exactly where the coils pull it, so the next pin change moves it by one half-step at most."""
        phase = _PHASES.get(self._coils)
        return phase is not None and phase == self.position % 8

    def coil(self, index: int, level: int, t_us: int) -> None:
        """One of the four coils (0 to 3) is switched at board time `t_us`."""
        coils = self._coils & ~(1 << index) | (level << index)
        if coils == self._coils:
            return
        if t_us - self._changed_at < UNFELT_US:
            self.position, self.travel, self.lost, self._stepped_at, self._run = self._before
        else:
            self._before = (self.position, self.travel, self.lost, self._stepped_at, self._run)
        self._coils = coils
        self._changed_at = t_us
        self._follow(t_us)

    def _follow(self, t_us: int) -> None:
        phase = _PHASES.get(self._coils)
        if phase is None:
            return
        pull = (phase - self.position + 4) % 8 - 4
        if pull == 0:
            return
        interval = t_us - self._stepped_at
        if interval >= REST_US:
            self._run = 0
        limit = STARTING_LIMIT_US if self._run < STARTING_HALF_STEPS else RUNNING_LIMIT_US
        self._stepped_at = t_us
        # Exactly opposite poles pull neither way.
        if self.jammed or pull == -4 or interval < limit:
            self.lost += 1
            self._run = 0
            return
        self._run += 1
        self.position += pull
        self.travel += abs(pull)
