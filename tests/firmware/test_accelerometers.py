"""Three accelerometers by their registers, which of them is on the bus, and whether it can be believed."""

from __future__ import annotations

import math
import random

import pytest

from adxl345 import Adxl345
from die_watch import DieWatch
from find_sensor import find_sensor
from host.emulation.physics import adxl345, lis3dh, mpu6050
from host.emulation.physics.accelerometer import Accelerometer, Vector
from lis3dh import Lis3dh
from mpu6050 import Mpu6050
from rest import Rest
from tests.firmware.buses import Bus
from tests.firmware.fakes import TICKS_PERIOD, FakeClock, ticks_diff
from tumbler import Tumbler

CHIPS = {0x18: (Lis3dh, lis3dh.Lis3dh), 0x53: (Adxl345, adxl345.Adxl345), 0x68: (Mpu6050, mpu6050.Mpu6050)}
EACH = pytest.mark.parametrize("address", CHIPS)


class Felt:
    """A chip on a bus, and what it feels."""

    def __init__(self, address: int, chip_id: int | None = None) -> None:
        self.clock = FakeClock()
        self.pull: Vector = (0.0, 0.0, 1.0)
        self.chip: Accelerometer = CHIPS[address][1](lambda t_us: self.pull, chip_id)
        self.bus = Bus(self.clock, {address: self.chip})

    def read(self, sensor: Lis3dh | Adxl345 | Mpu6050) -> tuple[int, ...]:
        self.clock.pass_us(10_000)
        return tuple(sensor.read_mg())


@EACH
def test_a_sample_is_milli_g_with_sign_on_each_axis(address: int) -> None:
    felt = Felt(address)
    sensor = CHIPS[address][0](felt.bus, address)
    assert sensor.known
    for pull in ((0.0, 0.0, 1.0), (-1.0, 0.5, 0.25), (1.9, -1.9, 0.0)):
        felt.pull = pull
        assert felt.read(sensor) == pytest.approx([1000 * g for g in pull], abs=5)


@EACH
def test_a_hundred_samples_a_second(address: int) -> None:
    felt = Felt(address)
    sensor = CHIPS[address][0](felt.bus, address)
    assert felt.read(sensor)[2] == pytest.approx(1000, abs=5)
    felt.pull = (0.0, 0.0, -1.0)
    felt.clock.pass_us(4_000)
    before = sensor.read_mg()[2]
    assert before > 0 and felt.read(sensor)[2] < 0


@EACH
def test_a_chip_that_lost_its_power_for_an_instant_sleeps_until_it_is_set_up_again(address: int) -> None:
    felt = Felt(address)
    sensor = CHIPS[address][0](felt.bus, address)
    felt.chip.power_up()
    assert felt.read(sensor) == (0, 0, 0)
    sensor.set_up_again()
    assert felt.read(sensor)[2] == pytest.approx(1000, abs=5)


@EACH
def test_a_silent_chip_is_an_error_in_every_call(address: int) -> None:
    felt = Felt(address)
    sensor = CHIPS[address][0](felt.bus, address)
    felt.chip.nacks = 1000
    for call in (sensor.read_mg, sensor.set_up_again, lambda: CHIPS[address][0](felt.bus, address)):
        with pytest.raises(OSError):
            call()


@EACH
def test_whichever_is_there_is_found_even_if_the_bus_refuses_the_first_calls(address: int) -> None:
    felt = Felt(address)
    felt.chip.nacks = 2
    sensor = find_sensor(felt.bus)
    assert isinstance(sensor, CHIPS[address][0])
    assert isinstance(find_sensor(felt.bus, sensor.NAME), CHIPS[address][0])


@pytest.mark.fault(31)
@pytest.mark.parametrize("chip_id", [0x68, 0x70, 0x71, 0x72, 0x73, 0x98])
def test_copies_that_are_sold_as_an_mpu_6050_are_known(chip_id: int) -> None:
    sensor = find_sensor(Felt(0x68, chip_id).bus)
    assert isinstance(sensor, Mpu6050) and sensor.known and sensor.chip_id == chip_id


@pytest.mark.fault(31)
@EACH
def test_a_chip_with_another_id_is_used_and_named(address: int) -> None:
    sensor = find_sensor(Felt(address, 0x5A).bus)
    assert isinstance(sensor, CHIPS[address][0]) and not sensor.known and sensor.chip_id == 0x5A


def test_a_known_chip_goes_before_one_with_an_odd_id() -> None:
    felt = Felt(0x68)
    felt.bus.chips[0x18] = lis3dh.Lis3dh(lambda t_us: (0.0, 0.0, 1.0), 0x77)
    assert isinstance(find_sensor(felt.bus), Mpu6050)


def test_nobody_there_is_none_and_a_name_nobody_knows_is_said() -> None:
    assert find_sensor(Bus(FakeClock(), {})) is None
    with pytest.raises(ValueError, match="there is no sensor lis4"):
        find_sensor(Felt(0x18).bus, "lis4")


# -- rest --------------------------------------------------------------------------------------------------------


def rests(*stretches: tuple[int, tuple[int, int, int], tuple[int, int, int]]) -> list[tuple[int, ...]]:
    """Rests told in a trace of (ms, from, to) stretches, 100 samples a second, across the wrap of the clock."""
    rest = Rest(ticks_diff, 1000)
    t_ms, told = TICKS_PERIOD - 900, []
    for ms, start, end in stretches:
        for k in range(ms // 10):
            t_ms += 10
            now = [a + (b - a) * k * 10 // ms for a, b in zip(start, end, strict=True)]
            mean = rest.sample(t_ms % TICKS_PERIOD, *now)
            told += [mean] if mean is not None else []
    return told


FLAT, SIDE = (0, 0, 1000), (0, 1000, 0)


def test_a_rest_is_told_once_with_its_mean() -> None:
    assert rests((3000, FLAT, FLAT)) == [FLAT]
    assert rests((900, FLAT, FLAT)) == []
    assert rests((1500, FLAT, FLAT), (300, FLAT, SIDE), (1500, SIDE, SIDE)) == [FLAT, SIDE]


def test_a_slow_hand_is_no_rest() -> None:
    assert rests((10_000, FLAT, SIDE)) == []


# -- the die, through each chip ----------------------------------------------------------------------------------


def kinds_told(address: int, degrees: float | None) -> list[str]:
    """What is told of a die that is thrown and then leans so far; None: it stays in a hand that moves."""
    felt = Felt(address)
    tumbler = Tumbler(felt.clock, CHIPS[address][0](felt.bus, address), DieWatch(ticks_diff))
    tumbler.attach(lambda kind, data: None)
    rng, told = random.Random(8), []
    for k in range(600):
        if k == 200:
            tumbler.watch.open()
        if 210 <= k < 270:
            felt.pull = (rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2))
        elif k >= 270 and degrees is None:
            # Swings of some 0.4 g, with moments of stillness of 150 ms.
            swing = 0.0 if k % 40 < 15 else 0.4 * math.sin(k * 0.9)
            felt.pull = (swing, swing / 2, 1.0)
        elif k >= 270:
            felt.pull = (rng.gauss(0, 0.004), math.sin(math.radians(degrees or 0)), math.cos(math.radians(degrees or 0)))
        felt.clock.pass_us(10_000)
        event = tumbler.tick()
        told += [event[0]] if event is not None else []
    return told


@pytest.mark.fault(47)
@EACH
@pytest.mark.parametrize(
    ("degrees", "kind"),
    [(0, "rolled"), (14, "rolled"), (19, "rolled"), (21, "cocked"), (44, "cocked"), (46, "cocked")],
    ids=["flat", "14_degrees_rolled", "19_degrees_rolled", "21_degrees_cocked", "44_degrees_cocked", "46_degrees_cocked"],
)
def test_each_chip_tells_a_clean_throw_from_a_leaning_die(address: int, degrees: float, kind: str) -> None:
    assert kinds_told(address, degrees) == ["lying", "moving", kind]


@pytest.mark.fault(46)
@EACH
def test_no_chip_names_a_face_in_a_moving_hand(address: int) -> None:
    assert kinds_told(address, None) == ["lying", "moving"]
