"""The thrower: the tumbler's cup on a servo, a solenoid or a small motor. The same die, thrown by the board when it is asked.

How long an arm moves is drawn from the hardware's generator; it ends by itself, and no plan is longer than `LONGEST_MS`.
"""

LONGEST_MS = 2500
_STEP_MS = 10

# Servo: pulses in microseconds, 50 a second; it swings about its middle and rests there.
SERVO_HZ = 50
_SERVO_LEFT_US, _SERVO_MIDDLE_US, _SERVO_RIGHT_US = 1000, 1500, 2000
_US_A_PERIOD = 1_000_000 // SERVO_HZ
_DUTY_FULL = 65535


class ServoArm:
    """A hobby servo under the cup. `pwm` is a pin's PWM at `SERVO_HZ`."""

    def __init__(self, pwm):
        self._pwm = pwm
        self.rest()

    def plan(self, draw) -> list:
        """Swings to and fro, then the way back to the middle: [(value, ms)]."""
        swings = [((_SERVO_LEFT_US, _SERVO_RIGHT_US)[k % 2], draw(180, 320)) for k in range(draw(3, 6, 1))]
        swings.append((_SERVO_MIDDLE_US, 300))
        return swings

    def drive(self, pulse_us: int) -> None:
        """Hold the servo at the place that a pulse of so many microseconds means."""
        self._pwm.duty_u16(pulse_us * _DUTY_FULL // _US_A_PERIOD)

    def rest(self) -> None:
        """No pulses: the servo lets go."""
        self._pwm.duty_u16(0)


class SolenoidArm:
    """A solenoid that kicks the cup. A coil that stays on burns, so no kick is longer than 90 ms. `pin` is its switch."""

    def __init__(self, pin):
        self._pin = pin
        self.rest()

    def plan(self, draw) -> list:
        """Kicks with pauses: [(value, ms)]."""
        kicks = []
        for _ in range(draw(3, 6, 1)):
            kicks.append((1, draw(40, 90)))
            kicks.append((0, draw(120, 220)))
        return kicks

    def drive(self, value: int) -> None:
        """Current on or off."""
        self._pin.value(value)

    def rest(self) -> None:
        """Current off."""
        self._pin.value(0)


class MotorArm(SolenoidArm):
    """A small motor that turns the cup over, through a switch on `pin`."""

    def plan(self, draw) -> list:
        """One run: [(value, ms)]."""
        return [(1, draw(600, 1500))]


class Thrower:
    """Throws when told; `tick` it at least every 40 ms while it is `moving`."""

    def __init__(self, arm, clock, roller):
        """Take an arm with `plan`, `drive` and `rest`; `roller` is a Roller, whose faces are the draw."""
        self._arm = arm
        self._clock = clock
        self._roller = roller
        self._plan = []
        self._due = 0
        self._began = 0
        self.throws = 0

    @property
    def moving(self) -> bool:
        """The arm is at it."""
        return bool(self._plan)

    def start(self) -> None:
        """Begin a throw. Raises OSError if the generator is stuck: then nothing moves."""
        plan = self._arm.plan(self._draw)
        self.throws += 1
        self._began = self._due = self._clock.ms()
        self._plan = plan
        self._next()

    def tick(self) -> None:
        """Go on, or end."""
        if not self._plan:
            return
        now = self._clock.ms()
        if self._clock.diff(now, self._began) >= LONGEST_MS:
            self.stop()
        elif self._clock.diff(now, self._due) >= 0:
            self._plan.pop(0)
            self._next()

    def stop(self) -> None:
        """At once, and no current."""
        self._plan = []
        self._arm.rest()

    def _next(self) -> None:
        if not self._plan:
            self.stop()
            return
        value, ms = self._plan[0]
        # From now on, not from when it was due: a loop that is late must not make the next kick shorter.
        self._due = self._clock.add(self._clock.ms(), ms)
        self._arm.drive(value)

    def _draw(self, least: int, most: int, step: int = _STEP_MS) -> int:
        return least + step * (self._roller.face((most - least) // step + 1) - 1)
