"""The thrower: how long it moves is drawn, it ends by itself, and nothing keeps it going."""

from __future__ import annotations

import itertools
import random

import pytest

from roller import Roller
from tests.firmware.fakes import FakeClock, FakePin
from thrower import LONGEST_MS, MotorArm, ServoArm, SolenoidArm, Thrower


class Pulses:
    """A PWM that notes its duties with their times."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.log: list[tuple[int, int]] = []

    def duty_u16(self, duty: int) -> None:
        self.log.append((self.clock.total_us // 1000, duty))


class Switch(FakePin):
    """A pin that notes its levels with their times."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(1)
        self.clock = clock
        self.log: list[tuple[int, int]] = []

    def value(self, level: int | None = None) -> int | None:
        if level is not None:
            self.log.append((self.clock.total_us // 1000, level))
        return super().value(level)


class Bench:
    def __init__(self, kind: str, seed: int = 1) -> None:
        self.clock = FakeClock()
        self.drive = Pulses(self.clock) if kind == "servo" else Switch(self.clock)
        arm = {"servo": ServoArm, "solenoid": SolenoidArm, "motor": MotorArm}[kind](self.drive)
        self.thrower = Thrower(arm, self.clock, Roller(random.Random(seed).randbytes))

    def throw(self, step_ms: int = 4) -> int:
        """One throw; how many milliseconds it took."""
        began = self.clock.total_us
        self.thrower.start()
        for _ in range(LONGEST_MS):
            if not self.thrower.moving:
                break
            self.clock.pass_us(step_ms * 1000)
            self.thrower.tick()
        return (self.clock.total_us - began) // 1000

    def on_times(self) -> list[int]:
        """How long it was driven each time, in milliseconds."""
        times, since = [], None
        for t_ms, value in self.drive.log:
            if value and since is None:
                since = t_ms
            elif not value and since is not None:
                times.append(t_ms - since)
                since = None
        assert since is None, "it is driven still"
        return times


KINDS = pytest.mark.parametrize("kind", ["servo", "solenoid", "motor"])


@KINDS
def test_no_arm_is_driven_before_it_is_asked(kind: str) -> None:
    bench = Bench(kind)
    assert [value for _, value in bench.drive.log] == [0]
    bench.thrower.tick()
    assert len(bench.drive.log) == 1 and not bench.thrower.moving


@KINDS
def test_every_throw_ends_by_itself_in_its_time_and_no_two_are_alike(kind: str) -> None:
    bench = Bench(kind)
    took = [bench.throw() for _ in range(60)]
    assert max(took) <= LONGEST_MS + 4 and min(took) >= 450
    assert len(set(took)) > 15
    assert not bench.thrower.moving and bench.drive.log[-1][1] == 0
    assert bench.on_times()


def test_a_solenoid_is_never_on_for_longer_than_90_ms_and_the_loop() -> None:
    bench = Bench("solenoid")
    for _ in range(50):
        bench.throw(step_ms=40)
    assert max(bench.on_times()) <= 90 + 40


def test_a_servo_swings_about_its_middle_and_lets_go() -> None:
    bench = Bench("servo")
    bench.throw()
    pulses = [duty * 20_000 // 65535 for _, duty in bench.drive.log]
    assert set(pulses[1:-2]) <= {999, 1000, 1999, 2000} and pulses[-2] in (1499, 1500) and pulses[-1] == 0
    assert all(a != b for a, b in itertools.pairwise(pulses))


@KINDS
def test_stop_means_now(kind: str) -> None:
    bench = Bench(kind)
    bench.thrower.start()
    bench.clock.pass_us(20_000)
    bench.thrower.stop()
    assert bench.drive.log[-1][1] == 0 and not bench.thrower.moving
    bench.clock.pass_us(5_000_000)
    bench.thrower.tick()
    assert bench.drive.log[-1][1] == 0


def test_a_loop_that_was_held_up_ends_the_throw() -> None:
    bench = Bench("motor")
    bench.thrower.start()
    bench.clock.pass_us((LONGEST_MS + 1) * 1000)
    bench.thrower.tick()
    assert not bench.thrower.moving and bench.drive.log[-1][1] == 0


def test_a_loop_that_is_held_up_again_and_again_makes_no_longer_throw() -> None:
    bench = Bench("solenoid")
    assert all(bench.throw(step_ms=400) <= LONGEST_MS + 400 for _ in range(20))
    assert not bench.thrower.moving and bench.drive.level == 0


def test_no_plan_is_longer_than_what_stops_it() -> None:
    for arm in (ServoArm(Pulses(FakeClock())), SolenoidArm(FakePin()), MotorArm(FakePin())):
        longest = arm.plan(lambda least, most, step=10: most)
        assert sum(ms for _, ms in longest) <= LONGEST_MS


def test_a_stuck_generator_moves_nothing() -> None:
    bench = Bench("motor")
    bench.thrower = Thrower(MotorArm(bench.drive), bench.clock, Roller(lambda n: b"\xff" * n))
    with pytest.raises(OSError):
        bench.thrower.start()
    assert not bench.thrower.moving and bench.drive.level == 0
