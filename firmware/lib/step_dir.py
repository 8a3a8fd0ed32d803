"""A stepper motor behind a step/direction driver (A4988, DRV8825, TMC2209), in the steps that the driver's pins are set to."""

from ramp import Ramp

# Two and a half seconds a turn: strong as such motors are, a finger has time to leave. The start is half as fast.
_TURN_AT_SPEED_US = 2_500_000
_SEEKING = 2
# Slow as it is, such a motor does not feel the pauses in which the link is served.
_REST_US = 20_000
# The link is served again after so long.
_LONGEST_US = 38_000
FEWEST, MOST = 800, 6400


class StepDir:
    """The same as a `Stepper`, by three pins. `steps_a_turn`: full steps times microsteps, e.g. 200 * 16."""

    def __init__(self, step, direction, enable, clock, steps_a_turn: int):
        """`enable` is low for on, as on all these drivers. Raises ValueError for steps that are too coarse or too fine."""
        if not FEWEST <= steps_a_turn <= MOST:
            raise ValueError(f"a ring has {FEWEST} to {MOST} steps a turn")
        full_us = _TURN_AT_SPEED_US // steps_a_turn
        self._step = step
        self._direction = direction
        self._enable = enable
        self._ramp = Ramp(clock, 2 * full_us, full_us, steps_a_turn // 32, _REST_US)
        self.seek_us = _SEEKING * full_us
        self.at_once = _LONGEST_US // self.seek_us
        self.energised = False
        self.half_steps = 0
        self._step.value(0)
        self.release()

    def step(self, direction: int, fastest_us: int = 0) -> None:
        """Wait until the next step may happen, then make it: +1 forward, -1 back."""
        if not self.energised:
            self._enable.value(0)
            self.energised = True
            self._ramp.hold()
        self._ramp.wait()
        self._direction.value(1 if direction > 0 else 0)
        # The driver steps at the rise and wants a microsecond or two of it: a call of Python lasts longer.
        self._step.value(1)
        self._step.value(0)
        self.half_steps += direction
        self._ramp.stepped(fastest_us)

    def release(self) -> None:
        """The motor off, once the last step has had its time: it cools, and a hand can turn the ring."""
        if self.energised:
            self._ramp.wait()
        self._enable.value(1)
        self.energised = False
