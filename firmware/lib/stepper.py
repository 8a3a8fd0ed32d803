"""A 28BYJ-48 on four coils, in half-steps."""

from ramp import Ramp

# The gear's teeth give exactly 1650688/405 = 4075.7728... half-steps a turn, not the 4096 of the label.
TURN = (1650688, 405)

# Bit k is coil k. Neighbours differ in one coil, so a half-step is one write.
SEQUENCE = (1, 3, 2, 6, 4, 12, 8, 9)

FULL_SPEED_US = 1200
STANDING_START_US = 2400
RAMP_HALF_STEPS = 64


class Stepper:
    """Moves the motor one half-step at a time and never faster than the ramp allows, however late it is called.

    `seek_us` is the interval at which a mark is looked for; `at_once` steps, even slow ones, fit into 40 ms.
    """

    seek_us = 1800
    at_once = 16

    def __init__(self, coils, clock):
        """`coils` are four output pins, `clock` tells and waits microseconds."""
        self._coils = coils
        self._ramp = Ramp(clock, STANDING_START_US, FULL_SPEED_US, RAMP_HALF_STEPS, STANDING_START_US)
        self._phase = 0
        self._pattern = 0
        self.half_steps = 0
        self.release()

    @property
    def energised(self) -> bool:
        """Any coil carries current."""
        return self._pattern != 0

    def step(self, direction: int, fastest_us: int = FULL_SPEED_US) -> None:
        """Wait until the next half-step may happen, then make it: +1 forward, -1 back."""
        if not self.energised:
            self._hold()
        self._ramp.wait()
        self._phase = (self._phase + direction) % 8
        self._write(SEQUENCE[self._phase])
        self.half_steps += direction
        self._ramp.stepped(fastest_us)

    def release(self) -> None:
        """All coils off, once the last half-step has had its time: the motor cools, a hand can turn the ring."""
        if self.energised:
            self._ramp.wait()
        for coil in self._coils:
            coil.value(0)
        self._pattern = 0

    def _hold(self) -> None:
        # Coils come on in the reverse of the order in which `release` lets them go, so that the moment with one coil
        # of two is the same both times.
        pattern = SEQUENCE[self._phase]
        for k in (3, 2, 1, 0):
            if pattern >> k & 1:
                self._coils[k].value(1)
        self._pattern = pattern
        self._ramp.hold()

    def _write(self, pattern: int) -> None:
        changed = pattern ^ self._pattern
        for k in range(4):
            if changed >> k & 1:
                self._coils[k].value(pattern >> k & 1)
        self._pattern = pattern
