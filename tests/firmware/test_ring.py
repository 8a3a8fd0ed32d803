"""The motor and the ring: turns that add up, homing from anywhere, and every reason to stop."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from ring import BACK_OUT, MOST_HALF_STEPS, REST_DEPTH, WIDEST_MARK, Ring
from stepper import FULL_SPEED_US, Stepper
from stepper import TURN as GEAR
from tests.firmware.fakes import TURN, FakeClock, FakePin, Mechanics
from turns import Turns


class Bench:
    """A ring on its mechanics, driven as the shrine drives it."""

    def __init__(self, place: int = 0, mark: int = 60) -> None:
        self.clock = FakeClock()
        self.mechanics = Mechanics(self.clock, place, mark)
        self.stepper = Stepper(self.mechanics.coils, self.clock)
        self.ring = Ring(self.stepper, Turns(*GEAR), self.mechanics.at_mark, self.mechanics.lid_open)

    def run(self) -> str:
        """Move until the ring has stopped; the word for how it ended."""
        for _ in range(MOST_HALF_STEPS):
            if not self.ring.run():
                break
            self.clock.pass_us(3000)
        assert not self.ring.moving and not self.mechanics.energised
        assert self.ring.half_steps <= 1.2 * TURN
        return str(self.ring.ended)

    def home(self) -> str:
        assert self.ring.start_home() is None
        return self.run()

    def turn(self) -> str:
        assert self.ring.start_turn() is None
        return self.run()


# -- stepper -----------------------------------------------------------------------------------------------------


@pytest.mark.fault(50)
def test_twenty_turns_are_twenty_turns_of_the_gear() -> None:
    turns = Turns(*GEAR)
    half_steps = [turns.next() for _ in range(20)]
    assert sum(half_steps) == round(20 * 4075.7728)
    assert set(half_steps) == {4075, 4076}


def test_turns_never_creep() -> None:
    turns = Turns(*GEAR)
    total = 0
    for count in range(1, 2001):
        total += turns.next()
        assert abs(total - count * TURN) <= Fraction(1, 2)


def test_a_half_step_changes_one_coil_and_a_round_trip_comes_back() -> None:
    clock = FakeClock()
    pins = [FakePin(1) for _ in range(4)]
    stepper = Stepper(pins, clock)
    assert [pin.level for pin in pins] == [0, 0, 0, 0]
    stepper.step(1)
    for direction in [1] * 9 + [-1] * 13:
        before = [pin.written for pin in pins]
        stepper.step(direction)
        assert sum(pin.written for pin in pins) == sum(before) + 1
    assert stepper.half_steps == -3 and stepper.energised
    stepper.release()
    assert [pin.level for pin in pins] == [0, 0, 0, 0] and not stepper.energised


def test_letting_go_and_taking_hold_again_moves_nothing() -> None:
    bench = Bench()
    for _ in range(24):
        bench.stepper.step(1)
        bench.stepper.release()
    bench.stepper.step(1)
    assert bench.mechanics.moved == 25


class LoggedPin(FakePin):
    """Notes every change of its level in a list that all four share."""

    def __init__(self, name: int, log: list[tuple[int, int]]) -> None:
        super().__init__(0)
        self.name = name
        self.log = log

    def value(self, level: int | None = None) -> int | None:
        if level is not None and level != self.level:
            self.log.append((self.name, level))
        return super().value(level)


def test_coils_come_on_in_the_reverse_of_the_order_in_which_they_were_let_go() -> None:
    log: list[tuple[int, int]] = []
    stepper = Stepper([LoggedPin(k, log) for k in range(4)], FakeClock())
    for _ in range(8):
        stepper.step(1)
        log.clear()
        stepper.release()
        let_go = [name for name, _level in log]
        stepper.step(1)
        come_on = log[len(let_go) : 2 * len(let_go)]
        assert come_on == [(name, 1) for name in reversed(let_go)]


def test_speed_rises_to_1200_us_and_never_above() -> None:
    bench = Bench(place=8)
    bench.turn()
    times = bench.mechanics.step_times
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert min(gaps) == FULL_SPEED_US == 1200
    assert all(a >= b for a, b in pairwise(gaps[:15])) and gaps[0] > 2000


def test_a_late_call_is_not_made_up_for_in_quick_steps() -> None:
    clock = FakeClock()
    mechanics = Mechanics(clock)
    stepper = Stepper(mechanics.coils, clock)
    for k in range(400):
        stepper.step(1)
        if k > 200:
            clock.pass_us((0, 500, 1900, 3400, 30_000)[k % 5])
    gaps = [b - a for a, b in pairwise(mechanics.step_times)]
    assert min(gaps) == FULL_SPEED_US
    after_rest = [gaps[k + 1] for k in range(len(gaps) - 1) if gaps[k] >= 30_000]
    assert after_rest and min(after_rest) > 2000, "a rotor at rest is started up slowly"


# -- homing ------------------------------------------------------------------------------------------------------


@pytest.mark.fault(49)
@pytest.mark.parametrize("place", [0, 1, 30, *range(57, 96), 2000, 4000, 4060, 4075])
def test_homing_ends_at_one_place_wherever_it_starts(place: int) -> None:
    bench = Bench(place)
    places: list[int] = []
    bench.mechanics.on_step = lambda _moved: places.append(bench.mechanics.place)
    assert bench.home() == "done"
    assert bench.ring.home_known and bench.ring.exact
    edge = max(bench.mechanics.place - REST_DEPTH, 0)
    assert min(places) <= edge - BACK_OUT, "the edge is met after a run-up, from its own side"
    assert Fraction(bench.mechanics.place) % TURN - REST_DEPTH < 1
    assert bench.mechanics.at_mark()


@pytest.mark.fault(49)
def test_homing_inside_the_mark_backs_out_first() -> None:
    bench = Bench(place=40)
    directions: list[int] = []
    bench.mechanics.on_step = directions.append
    bench.home()
    assert directions[:41] == [-k for k in range(1, 42)]
    assert min(directions) == -(41 + BACK_OUT)


@pytest.mark.fault(48)
def test_no_mark_stops_within_1_2_turns() -> None:
    bench = Bench(place=500)
    bench.mechanics.mark_works = False
    assert bench.home() == "no_home"
    assert not bench.ring.home_known
    assert 1.1 * TURN < len(bench.mechanics.step_times) <= 1.2 * TURN


def test_a_mark_that_never_ends_is_a_jam() -> None:
    bench = Bench(place=10)
    bench.mechanics.jammed = True
    assert bench.home() == "jam"
    assert len(bench.mechanics.step_times) <= WIDEST_MARK + 2


def test_an_open_lid_stops_homing_at_once() -> None:
    bench = Bench(place=2000)

    def open_lid(moved: int) -> None:
        bench.mechanics.lid_is_open = moved >= 300

    bench.mechanics.on_step = open_lid
    assert bench.home() == "lid_open"
    assert bench.ring.half_steps == 300 + BACK_OUT * 2
    assert bench.ring.start_home() == "lid_open"


# -- turning -----------------------------------------------------------------------------------------------------


def test_one_turn_is_one_turn_and_ends_at_the_mark() -> None:
    bench = Bench(place=2000)
    bench.home()
    before = bench.mechanics.place
    assert bench.turn() == "done"
    assert bench.mechanics.place - before == bench.ring.half_steps
    assert bench.ring.half_steps in (4075, 4076)
    assert bench.ring.drift in (-1, 0, 1)


@pytest.mark.fault(50)
def test_twenty_turns_do_not_creep() -> None:
    bench = Bench(place=2000)
    bench.home()
    before = bench.mechanics.place
    for _ in range(20):
        assert bench.turn() == "done"
        assert abs(bench.ring.drift) <= 1
    assert bench.mechanics.place - before == round(20 * 4075.7728)


@pytest.mark.parametrize("slip", [-30, -10, 10, 30])
def test_a_small_slip_is_told_and_made_good(slip: int) -> None:
    bench = Bench(place=2000)
    bench.home()
    rest = bench.mechanics.place

    def slip_once(moved: int) -> None:
        if bench.ring.half_steps == 1000:
            bench.mechanics.place -= slip

    bench.mechanics.on_step = slip_once
    assert bench.turn() == "done"
    assert abs(bench.ring.drift - slip) <= 1
    assert abs(bench.mechanics.place - rest - TURN) <= 1
    bench.mechanics.on_step = None
    assert bench.turn() == "done" and abs(bench.ring.drift) <= 2


@pytest.mark.parametrize("slip", [-60, 60, 400])
def test_a_mark_out_of_its_place_is_a_jam(slip: int) -> None:
    bench = Bench(place=2000)
    bench.home()

    def slip_once(moved: int) -> None:
        if bench.ring.half_steps == 1000:
            bench.mechanics.place -= slip

    bench.mechanics.on_step = slip_once
    assert bench.turn() == "jam"
    assert not bench.ring.home_known
    assert bench.ring.start_turn() == "no_home"


@pytest.mark.parametrize("at", [0, 500, 3900])
def test_a_jam_stops_before_much_more_than_a_turn(at: int) -> None:
    bench = Bench(place=2000)
    bench.home()

    def jam(moved: int) -> None:
        bench.mechanics.jammed = bench.ring.half_steps >= at

    bench.mechanics.on_step = jam
    bench.mechanics.jammed = at == 0
    assert bench.turn() == "jam"
    assert bench.ring.half_steps <= (WIDEST_MARK + 1 if at == 0 else TURN + 40)


def test_an_open_lid_stops_a_turn_and_forgets_the_home() -> None:
    bench = Bench(place=2000)
    bench.home()

    def open_lid(moved: int) -> None:
        bench.mechanics.lid_is_open = bench.ring.half_steps >= 777

    bench.mechanics.on_step = open_lid
    assert bench.turn() == "lid_open"
    assert bench.ring.half_steps == 778
    bench.mechanics.lid_is_open = False
    assert bench.ring.start_turn() == "no_home"


def test_at_the_mark_after_power_up_the_home_is_known_without_moving() -> None:
    bench = Bench(place=25)
    assert bench.ring.home_known and not bench.ring.exact
    assert bench.mechanics.step_times == []
    assert bench.turn() == "done"
    assert bench.ring.drift is None and bench.ring.exact
    assert abs(bench.ring.half_steps - TURN) <= 60
    assert bench.turn() == "done" and abs(bench.ring.drift) <= 1


def test_away_from_the_mark_after_power_up_nothing_turns() -> None:
    bench = Bench(place=1000)
    assert bench.ring.start_turn() == "no_home"
    assert bench.mechanics.step_times == []


def test_a_ring_turned_by_hand_has_no_home() -> None:
    bench = Bench(place=2000)
    bench.home()
    bench.mechanics.place += 300
    assert bench.ring.start_turn() == "no_home"
    assert not bench.ring.home_known


def test_a_movement_is_not_begun_twice() -> None:
    bench = Bench(place=20)
    assert bench.ring.start_turn() is None
    assert bench.ring.start_turn() == "busy" and bench.ring.start_home() == "busy"


def test_a_refused_turn_costs_no_fraction() -> None:
    bench = Bench(place=2000)
    bench.home()
    before = bench.mechanics.place
    bench.mechanics.lid_is_open = True
    for _ in range(3):
        assert bench.ring.start_turn() == "lid_open"
    bench.mechanics.lid_is_open = False
    for _ in range(4):
        bench.turn()
    assert bench.mechanics.place - before == round(4 * TURN)
