"""A ring on a step/direction driver: the same homing, turns and guards as with four coils, in its own steps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from home_mark import HALL, OPTO, Lid, Mark
from host.emulation.physics.step_motor import DIRECTION, ENABLE, STEP, StepMotor
from led_ring import LedRing
from ring import REST_DEPTH, Ring
from step_dir import StepDir
from tests.firmware.fakes import FakeClock, FakePin
from turns import Turns


class Line:
    """One line of the driver."""

    def __init__(self, bench: Bench, number: int) -> None:
        self._bench, self._number = bench, number

    def value(self, level: int) -> None:
        self._bench.drive(self._number, level)


class Bench:
    """Ring, driver, motor; the mark with a hall switch's hysteresis, in steps from its first edge."""

    def __init__(self, steps: int, place: int = 0) -> None:
        self.clock = FakeClock()
        self.motor = StepMotor(steps)
        self.steps = steps
        self.start = place
        self.mark_works = True
        self.lid_is_open = False
        self.on_mark = False
        self.times: list[int] = []
        lines = [Line(self, number) for number in (STEP, DIRECTION, ENABLE)]
        self.stepper = StepDir(*lines, self.clock, steps)
        self._feel()
        self.ring = Ring(self.stepper, Turns(steps), lambda: self.on_mark and self.mark_works, lambda: self.lid_is_open)
        self.on_step: Callable[[], None] = lambda: None

    @property
    def place(self) -> int:
        return self.start + self.motor.position

    def drive(self, line: int, level: int) -> None:
        before = self.motor.travel
        self.motor.coil(line, level, self.clock.total_us)
        self.clock.pass_us(4)
        if self.motor.travel != before:
            self.times.append(self.clock.total_us)
            self._feel()
            self.on_step()

    def _feel(self) -> None:
        # Takes hold within the mark, lets go only five steps beyond either edge.
        wide, at = self.steps // 60, self.place % self.steps
        beyond = min(at - wide, self.steps - at) if at >= wide else 0
        self.on_mark = beyond <= 5 if self.on_mark else at < wide

    def run(self) -> str:
        for _ in range(self.steps):
            before = self.clock.total_us
            if not self.ring.run():
                break
            assert self.clock.total_us - before <= 40_000, "the line is not served"
            self.clock.pass_us(3000)
        assert not self.ring.moving and not self.motor.energised and not self.stepper.energised
        assert (self.ring.half_steps <= 1.2 * self.steps and self.motor.lost == 0) or self.motor.jammed
        return str(self.ring.ended)

    def home(self) -> str:
        assert self.ring.start_home() is None
        return self.run()

    def turn(self) -> str:
        assert self.ring.start_turn() is None
        return self.run()


@pytest.mark.parametrize("steps", [800, 1600, 3200, 6400])
def test_home_and_ten_turns_end_at_one_place(steps: int) -> None:
    bench = Bench(steps, place=steps // 3)
    assert bench.home() == "done"
    rest = bench.place
    for count in range(1, 11):
        assert bench.turn() == "done"
        assert (bench.place, bench.ring.half_steps, bench.ring.drift) == (rest + count * steps, steps, 0)


@pytest.mark.fault(49)
@pytest.mark.parametrize("place", [0, 1, 20, 52, 55, 58, 1000, 3190, 3199])
def test_hysteresis_moves_no_home_wherever_it_is_begun(place: int) -> None:
    bench = Bench(3200, place)
    assert bench.home() == "done"
    assert bench.place % 3200 == Turns(3200).scaled(REST_DEPTH)


def test_speed_is_limited_and_starts_slowly() -> None:
    bench = Bench(3200, place=5)
    bench.turn()
    gaps = [b - a for a, b in pairwise(bench.times)]
    assert min(gaps) >= 2_500_000 // 3200 and gaps[0] > 1.8 * min(gaps)
    assert 2_500_000 < sum(gaps) < 3_500_000


def test_direction_is_set_before_the_step_and_the_driver_is_off_at_rest() -> None:
    bench = Bench(3200)
    assert not bench.motor.energised
    bench.stepper.step(-1)
    bench.stepper.step(-1)
    bench.stepper.step(1)
    assert (bench.motor.position, bench.stepper.half_steps, bench.motor.energised) == (-1, -1, True)
    bench.stepper.release()
    assert not bench.motor.energised


@pytest.mark.fault(48)
def test_without_a_mark_it_gives_up_within_1_2_turns() -> None:
    bench = Bench(1600, place=700)
    bench.mark_works = False
    assert bench.home() == "no_home"
    assert 1.1 * 1600 < bench.motor.travel <= 1.2 * 1600


def test_a_jam_an_open_lid_and_a_stop_end_it() -> None:
    bench = Bench(1600, place=5)
    bench.on_step = lambda: setattr(bench.motor, "jammed", bench.motor.travel >= 400)
    assert bench.turn() == "jam" and bench.ring.start_turn() == "no_home"
    bench = Bench(1600, place=5)
    bench.on_step = lambda: setattr(bench, "lid_is_open", bench.motor.travel >= 400)
    assert bench.turn() == "lid_open" and bench.motor.travel == 400


@pytest.mark.parametrize("steps", [0, 200, 799, 6401])
def test_steps_too_coarse_or_too_fine_are_refused(steps: int) -> None:
    pins = [FakePin() for _ in range(3)]
    with pytest.raises(ValueError, match="800 to 6400"):
        StepDir(*pins, FakeClock(), steps)


# -- the mark, the lid and the lights ----------------------------------------------------------------------------


class Levels:
    """A pin that reads what it is told, one after another, the last for ever."""

    def __init__(self, *levels: int) -> None:
        self.levels = list(levels)

    def value(self) -> int:
        return self.levels.pop(0) if len(self.levels) > 1 else self.levels[0]


@pytest.mark.parametrize("kind", [HALL, OPTO])
@pytest.mark.parametrize(
    ("levels", "there"), [((0, 0, 0), True), ((0, 1, 0), True), ((1, 0, 0), True), ((1, 1, 0), False), ((0, 1, 1), False)]
)
def test_one_odd_reading_of_the_mark_counts_nothing(kind: str, levels: tuple[int, ...], there: bool) -> None:
    assert Mark(Levels(*levels), kind).at_mark() is there


def test_a_home_sensor_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="no home sensor reed"):
        Mark(Levels(0), "reed")


def test_a_lid_is_told_once_it_is_certain_and_stops_a_motor_at_once() -> None:
    clock, pin = FakeClock(), FakePin(0)
    lid = Lid(pin, clock)
    said = []
    for levels, ms in ((0, 200), (1, 40), (0, 40), (1, 400), (0, 400)):
        pin.level = levels
        assert lid.open() is bool(levels)
        for _ in range(ms // 4):
            clock.pass_us(4000)
            said.append(lid.tick())
    assert [word for word in said if word] == ["open", "closed"]


def test_one_spark_on_the_lids_wire_opens_nothing() -> None:
    assert Lid(Levels(1, 0), FakeClock()).told is False


def lights(count: int) -> tuple[LedRing, list[bytes]]:
    sent: list[bytes] = []
    return LedRing(sent.append, count), sent


def lit(data: bytes) -> str:
    return "".join("#" if any(data[k : k + 3]) else "." for k in range(0, len(data), 3))


def test_lights_differ_by_their_shape_too() -> None:
    ring, sent = lights(8)
    for show in (lambda: ring.count(0, 10), lambda: ring.count(1, 10), lambda: ring.count(5, 10), lambda: ring.count(10, 10)):
        show()
    ring.ask()
    ring.trouble()
    ring.off()
    assert [lit(data) for data in sent] == ["........", "#.......", "####....", "########", "#.#.#.#.", "##..##..", "........"]


def test_lights_never_draw_more_than_a_port_gives() -> None:
    ring, sent = lights(32)
    ring.ask()
    assert sum(sent[-1]) * 20 / 255 < 200, "milliamperes"
    with pytest.raises(ValueError, match="1 to 32"):
        lights(33)


def test_nothing_is_sent_while_drops_may_fall() -> None:
    ring, sent = lights(4)
    ring.hold()
    ring.count(4, 4)
    ring.trouble()
    assert len(sent) == 1
    ring.let_go()
    assert [lit(data) for data in sent] == ["....", "#.#."]
