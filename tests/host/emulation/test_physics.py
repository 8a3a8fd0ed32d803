"""Motor, ring, die, accelerometer and button as pure models of board time."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.emulation.physics.button import NEVER, Button
from host.emulation.physics.die import UP, Die
from host.emulation.physics.lis3dh import Lis3dh
from host.emulation.physics.motor import HALF_STEPS_A_TURN, Motor
from host.emulation.physics.ring import Ring

SEQUENCE = (1, 3, 2, 6, 4, 12, 8, 9)


class Driver:
    """Switches a motor's coils as a board does, one pin after the other."""

    def __init__(self, motor: Motor | Ring) -> None:
        self.motor, self.phase, self.pattern, self.t_us = motor, 0, 0, 1_000_000

    def write(self, pattern: int) -> None:
        for k in range(4):
            if (pattern ^ self.pattern) >> k & 1:
                self.t_us += 3
                self.motor.coil(k, pattern >> k & 1, self.t_us)
        self.pattern = pattern

    def step(self, direction: int = 1, interval_us: int = 1200) -> None:
        self.t_us += interval_us
        self.phase = (self.phase + direction) % 8
        self.write(SEQUENCE[self.phase])

    def turn(self, half_steps: int, interval_us: int = 1200) -> None:
        for _ in range(abs(half_steps)):
            self.step(1 if half_steps > 0 else -1, interval_us)


def started(motor: Motor) -> Driver:
    driver = Driver(motor)
    driver.write(SEQUENCE[0])
    driver.t_us += 100_000
    return driver


def test_each_half_step_is_counted_once() -> None:
    motor = Motor()
    driver = started(motor)
    driver.turn(4076)
    driver.turn(-76)
    assert (motor.position, motor.travel, motor.lost) == (4000, 4152, 0)


def test_too_fast_a_start_loses_half_steps_and_a_running_rotor_bears_more() -> None:
    motor = Motor()
    driver = started(motor)
    driver.turn(100, 900)
    assert motor.lost > 50
    ramped = Motor()
    driver = started(ramped)
    driver.turn(10, 1200)
    driver.turn(100, 900)
    assert (ramped.position, ramped.lost) == (110, 0)


def test_a_jammed_rotor_stays_and_finds_the_nearest_place_afterwards() -> None:
    motor = Motor()
    driver = started(motor)
    driver.turn(16)
    motor.jammed = True
    driver.turn(800)
    assert (motor.position, motor.lost) == (16, 700)  # every eighth asks for the place where it stands
    motor.jammed = False
    driver.turn(8)
    assert 16 <= motor.position <= 24


def test_letting_go_and_taking_hold_again_does_not_move_the_rotor() -> None:
    motor = Motor()
    driver = started(motor)
    for _ in range(40):
        driver.turn(3)
        at = motor.position
        driver.write(0)
        driver.t_us += 500_000
        driver.write(SEQUENCE[driver.phase])
        driver.t_us += 2400
        assert motor.position == at
    assert (motor.position, motor.lost) == (120, 0)


def run_out(ring: Ring) -> list[tuple[int, bool]]:
    """Let everything fall; (time, dark) of each change of the barrier."""
    edges = []
    while ring.next_happening() < NEVER:
        at, was = ring.next_happening(), ring.dark
        ring.happen()
        if ring.dark != was:
            edges.append((at, ring.dark))
    return edges


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 1000),
    acts=st.lists(
        st.one_of(
            st.tuples(st.just("put"), st.integers(0, 6)),
            st.tuples(st.just("turn"), st.integers(-900, 2500)),
            st.tuples(st.just("fall"), st.just(0)),
            st.tuples(st.just("take"), st.just(0)),
            st.tuples(st.just("die"), st.just(0)),
        ),
        max_size=12,
    ),
)
def test_drops_are_conserved_and_each_darkens_the_beam_once(seed: int, acts: list[tuple[str, int]]) -> None:
    ring = Ring(seed)
    driver = Driver(ring)
    taken = dark = 0
    for act, n in acts:
        if act == "put":
            ring.put_drops(n)
        elif act == "turn":
            driver.turn(n)
        elif act == "take":
            taken += ring.take_drops()
        elif act == "die":
            ring.put_die()
        else:
            dark += sum(level for _, level in run_out(ring))
        assert ring.put == ring.in_ring + ring.falling + ring.in_tray + ring.taken
        assert ring.taken == taken
    dark += sum(level for _, level in run_out(ring))
    assert dark == ring.fallen == ring.in_tray + ring.taken


def test_one_turn_empties_the_ring_and_drops_pass_the_beam_one_by_one() -> None:
    ring = Ring(seed=3)
    ring.put_drops(30)
    assert ring.put_die()
    assert not ring.put_die()
    Driver(ring).turn(4076)
    edges = run_out(ring)
    assert (ring.in_ring, ring.fallen, ring.die_place) == (0, 30, "out")
    assert ring.die_face in range(1, 7)
    assert [dark for _, dark in edges] == [True, False] * 30
    times = [at for at, _ in edges]
    assert min(b - a for a, b in itertools.pairwise(times)) >= 2_500


def test_a_ring_that_stands_keeps_its_drops() -> None:
    ring = Ring()
    ring.put_drops(5)
    Driver(ring).turn(300)
    assert (ring.in_ring, ring.next_happening()) == (5, NEVER)


@pytest.mark.parametrize("half_steps", [100, 700, 2500, 3900])
@pytest.mark.parametrize("onward", [True, False])
def test_hands_turn_the_ring_back_and_keep_what_lies_in_it_or_onward_and_empty_it(onward: bool, half_steps: int) -> None:
    ring = Ring(5, start=0)
    driver = started(ring.motor)
    driver.motor = ring
    ring.put_drops(20)
    ring.put_die()
    ring.turn_home(driver.t_us, onward=onward)
    assert (ring.at_home, ring.in_ring) == (True, 20)  # it was there already
    driver.turn(half_steps)
    lying = ring.in_ring
    assert not ring.at_home
    ring.turn_home(driver.t_us, onward=onward)
    run_out(ring)
    assert (ring.at_home, ring.in_ring, ring.die_place) == (True, 0 if onward else lying, "out" if onward else ring.die_place)
    assert (ring.motor.position, ring.motor.travel) == (half_steps, half_steps)
    ring.put_drops(4)
    driver.turn(4076)
    assert ring.at_home and ring.in_ring == 0 and ring.motor.lost == 0


def test_the_home_mark_comes_once_a_turn() -> None:
    ring = Ring(start=900)
    driver = Driver(ring)
    marks = []
    for step in range(1, 3 * 4076 + 1):
        was = ring.at_home
        driver.step()
        if ring.at_home and not was:
            marks.append(step)
    assert len(marks) == 3
    assert [b - a for a, b in itertools.pairwise(marks)] == pytest.approx([HALF_STEPS_A_TURN] * 2, abs=1)


def test_nothing_changes_before_the_pin_changes_that_were_promised() -> None:
    ring = Ring(seed=5)
    ring.put_drops(4)
    driver = Driver(ring)
    promised, changes = 1, 0
    for _ in range(4500):
        seen = (ring.at_home, ring.in_ring)
        driver.step()
        changes += 1
        if (ring.at_home, ring.in_ring) != seen:
            assert changes >= promised
        if changes >= promised or (ring.at_home, ring.in_ring) != seen:
            promised, changes = ring.pin_changes_ahead(), 0


def chip(die: Die) -> Lis3dh:
    sensor = Lis3dh(die.feel)
    sensor.transfer(b"\x20\x57", 0, 0)
    sensor.transfer(b"\x23\x88", 0, 0)
    return sensor


def milli_g(sensor: Lis3dh, t_us: int) -> tuple[int, ...]:
    data = sensor.transfer(b"\xa8", 6, t_us)
    assert data is not None
    return tuple(int.from_bytes(data[k : k + 2], "little", signed=True) >> 4 for k in (0, 2, 4))


@pytest.mark.parametrize("face", UP)
def test_a_thrown_die_tumbles_and_comes_to_rest_on_its_face(face: int) -> None:
    die = Die(seed=face)
    sensor = chip(die)
    die.throw(face)
    early = [milli_g(sensor, t) for t in range(0, 400_000, 10_000)]
    assert max(abs(a[0] - b[0]) for a, b in itertools.pairwise(early)) > 750
    assert milli_g(sensor, 2_000_000) == pytest.approx([1000 * g for g in UP[face]], abs=40)


def test_a_cocked_die_leans_and_a_turned_one_never_jolts() -> None:
    die = Die(seed=1)
    sensor = chip(die)
    die.throw(3, cocked=True)
    milli_g(sensor, 0)
    assert 700 < max(abs(g) for g in milli_g(sensor, 3_000_000)) < 900
    die.throw(1)
    milli_g(sensor, 3_100_000)
    milli_g(sensor, 6_000_000)
    die.turn(2)
    looks = [milli_g(sensor, t) for t in range(6_100_000, 8_000_000, 10_000)]
    assert max(abs(a - b) for one, two in itertools.pairwise(looks) for a, b in zip(one, two, strict=True)) < 300
    assert looks[-1] == pytest.approx([0, 1000, 0], abs=40)


def test_the_accelerometer_keeps_registers_rates_and_silence() -> None:
    sensor = Lis3dh(lambda t_us: (0.0, 0.5, t_us / 1e6))
    assert sensor.transfer(b"\x0f", 1, 0) == b"\x33"
    assert sensor.transfer(b"\xa8", 6, 0) == bytes(6)  # asleep until a data rate is set
    sensor.transfer(b"\x20\x57", 0, 0)
    sensor.transfer(b"\x23\x88", 0, 0)
    assert milli_g(sensor, 1_000_000) == (0, 500, 1000)
    assert milli_g(sensor, 1_009_000) == (0, 500, 1000)  # 100 samples a second
    assert milli_g(sensor, 1_010_000) == (0, 500, 1010)
    sensor.nacks = 1
    assert sensor.transfer(b"\x0f", 1, 0) is None
    sensor.power_up()
    assert sensor.transfer(b"\xa0", 1, 0) == b"\x07"


def test_presses_chatter_but_hold_and_wait_for_each_other() -> None:
    button = Button(seed=random.Random(4).randint(0, 99))
    for _ in range(3):
        button.press()
    t_us, held = 0, []
    down_at = None
    button.look(t_us)
    while button.next_happening() < NEVER:
        t_us = button.next_happening()
        button.happen()
        if button.down and down_at is None:
            down_at = t_us
        elif not button.down and down_at is not None:
            held += [t_us - down_at] if t_us - down_at > 20_000 else []
            down_at = None
        button.look(t_us)
    assert (len(held), button.presses, button.down) == (3, 3, False)


def test_drops_that_are_picked_out_again_count_as_never_put_in() -> None:
    ring = Ring()
    ring.put_die()
    ring.put_drops(5)
    ring.lift_drops(3)
    assert (ring.put, ring.in_ring, ring.die_place) == (2, 2, "ring")
    with pytest.raises(ValueError, match="holds 2"):
        ring.lift_drops(3)
