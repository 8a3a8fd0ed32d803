"""The thrower's arm under the tumbler's cup: what drives it jolts the die, for as long as it moves."""

from __future__ import annotations

from host.emulation.physics.die import Die

#: A servo takes so long for its way after each new pulse.
SWING_US = 250_000
_SERVO_PERIOD_US = 20_000
_DUTY_FULL = 65535


class Arm:
    """`kind` is "servo", "solenoid" or "motor". Counts what a person would be afraid of: how long it was driven without a pause."""

    def __init__(self, kind: str, die: Die) -> None:
        if kind not in ("servo", "solenoid", "motor"):
            raise ValueError(f"There is no arm '{kind}'; fit a servo, a solenoid or a motor.")
        self.kind = kind
        self.stuck = False
        self.cocks = 0
        self.longest_us = 0
        self.driven = False
        self._die = die
        self._since = 0
        self._pulse_us = 0
        self._swings_until = 0

    def switched(self, level: int, t_us: int) -> None:
        """The pin of a solenoid or a motor takes a level."""
        if self.kind != "servo":
            self._drive(bool(level), t_us)
            self.pass_time(t_us)

    def pulse(self, duty: int, t_us: int) -> None:
        """The servo's pin gets pulses of that duty (0 to 65535); 0 is none."""
        if self.kind != "servo":
            return
        pulse_us = duty * _SERVO_PERIOD_US // _DUTY_FULL
        self._drive(duty > 0, t_us)
        if pulse_us and abs(pulse_us - self._pulse_us) > 200:
            self._swings_until = t_us + SWING_US
        self._pulse_us = pulse_us or self._pulse_us
        self.pass_time(t_us)

    def pass_time(self, t_us: int) -> None:
        """Board time goes on: an arm that moves jolts the die."""
        if self.driven:
            self.longest_us = max(self.longest_us, t_us - self._since)
        moves = t_us < self._swings_until if self.kind == "servo" else self.driven
        if moves and not self.stuck and self._die.jolt(t_us, cocked=self.cocks > 0):
            self.cocks = max(0, self.cocks - 1)

    def _drive(self, on: bool, t_us: int) -> None:
        if on and not self.driven:
            self._since = t_us
        self.driven = on
