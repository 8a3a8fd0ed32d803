"""A 28BYJ-48 on four coils, in half-steps, with turns that never creep."""

# The gear's teeth give exactly 1650688/405 = 4075.7728... half-steps a turn, not the 4096 of the label.
_TURN_NUMERATOR = 1650688
_TURN_DENOMINATOR = 405

# Bit k is coil k. Neighbours differ in one coil, so a half-step is one write.
SEQUENCE = (1, 3, 2, 6, 4, 12, 8, 9)

FULL_SPEED_US = 1200
STANDING_START_US = 2400
RAMP_HALF_STEPS = 64


class Turns:
    """Whole half-steps for each turn, the fraction carried on as an integer."""

    def __init__(self):
        self._carried = 0

    def next(self) -> int:
        """Half-steps of the next turn: 4075 or 4076, so that n turns add up to n times 4075.7728, rounded."""
        due = self._carried + _TURN_NUMERATOR
        half_steps = (due + _TURN_DENOMINATOR // 2) // _TURN_DENOMINATOR
        self._carried = due - half_steps * _TURN_DENOMINATOR
        return half_steps


class Stepper:
    """Moves the motor one half-step at a time and never faster than the ramp allows, however late it is called."""

    def __init__(self, coils, clock):
        """`coils` are four output pins, `clock` tells and waits microseconds."""
        self._coils = coils
        self._clock = clock
        self._phase = 0
        self._pattern = 0
        self._ramp = 0
        self._due = 0
        self.half_steps = 0
        self.release()

    @property
    def energised(self) -> bool:
        """Any coil carries current."""
        return self._pattern != 0

    def step(self, direction: int, fastest_us: int = FULL_SPEED_US) -> None:
        """Wait until the next half-step may happen, then make it: +1 forward, -1 back.

        After a pause (the loop was busy) there is no catching up in quick steps, which would stall the motor: the next
        interval counts from the step really made, and a rotor that has come to rest is started up slowly again.
        """
        if not self.energised:
            self._hold()
        if self._wait() > STANDING_START_US:
            self._ramp = 0
        self._phase = (self._phase + direction) % 8
        self._write(SEQUENCE[self._phase])
        self.half_steps += direction
        self._due = self._clock.add(self._clock.us(), max(self._interval_us(), fastest_us))

    def release(self) -> None:
        """All coils off, once the last half-step has had its time: the motor cools, a hand can turn the ring."""
        if self.energised:
            self._wait()
        for coil in self._coils:
            coil.value(0)
        self._pattern = 0

    def _wait(self) -> int:
        """Wait until the next half-step is due; how late it is, in microseconds."""
        late_us = self._clock.diff(self._clock.us(), self._due)
        if late_us < 0:
            self._clock.sleep_us(-late_us)
            return 0
        return late_us

    def _hold(self) -> None:
        # The rotor finds its old place before the first step. Coils come on in the reverse of the order in which
        # `release` lets them go, so that the moment with one coil of two is the same both times.
        pattern = SEQUENCE[self._phase]
        for k in (3, 2, 1, 0):
            if pattern >> k & 1:
                self._coils[k].value(1)
        self._pattern = pattern
        self._ramp = 0
        self._due = self._clock.add(self._clock.us(), STANDING_START_US)

    def _interval_us(self) -> int:
        if self._ramp >= RAMP_HALF_STEPS:
            return FULL_SPEED_US
        self._ramp += 1
        gained = (STANDING_START_US - FULL_SPEED_US) * self._ramp // RAMP_HALF_STEPS
        return STANDING_START_US - gained

    def _write(self, pattern: int) -> None:
        changed = pattern ^ self._pattern
        for k in range(4):
            if changed >> k & 1:
                self._coils[k].value(pattern >> k & 1)
        self._pattern = pattern
