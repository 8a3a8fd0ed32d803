"""The dice reader's program: which roll is open, what ends it, what is only told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from button import Button
from die_watch import DieWatch
from roller import Roller
from teach import FaceTeacher
from tests.firmware.fakes import FakeClock, FakeLink, load_app, ticks_diff, tilted
from thrower import Thrower
from tumbler import Tumbler

app = load_app("dice_reader")


class Sensor:
    """A die that lies as it is told, tumbles, or does not answer."""

    NAME = "lis3dh"

    def __init__(self, known: bool = True) -> None:
        self.known = known
        self.chip_id = 0x33 if known else 0x44
        self.lies: tuple[int, int, int] | None = tilted(0)
        self.silent = False
        self.asleep = False
        self.set_ups = 0
        self.reads = 0
        self._rng = random.Random(3)

    def read_mg(self) -> tuple[int, ...]:
        if self.silent:
            raise OSError(5)
        self.reads += 1
        if self.asleep:
            return (0, 0, 0)
        return self.lies or tuple(self._rng.randint(-2000, 2000) for _ in range(3))

    def set_up_again(self) -> None:
        if self.silent:
            raise OSError(5)
        self.set_ups += 1
        self.asleep = False


class Arm:
    """Throws the sensor's die: it tumbles while it is driven, and then lies as the next of `lands` says."""

    def __init__(self, sensor: Sensor) -> None:
        self.sensor = sensor
        self.lands: list[tuple[int, int, int] | None] = []
        self.throws = 0
        self.driven = False

    def plan(self, draw: Any) -> list[tuple[int, int]]:
        return [(1, draw(400, 700))]

    def drive(self, value: int) -> None:
        self.throws += 1
        self.driven = True
        if self.lands[0] is not None:
            self.sensor.lies = None

    def rest(self) -> None:
        if self.driven:
            self.driven = False
            lies = self.lands.pop(0)
            self.sensor.lies = lies or self.sensor.lies


class Bench:
    """The program with its parts on a clock."""

    def __init__(self, tumbler: bool = True, roller: bool = True, known: bool = True, thrower: bool = False) -> None:
        self.clock = FakeClock()
        self.link = FakeLink()
        self.sensor = Sensor(known)
        self.down = False
        self.reader = app.DiceReader(self.clock)
        if tumbler:
            self.kept: list[tuple[int, list[list[int]]]] = []
            tumbler = Tumbler(self.clock, self.sensor, DieWatch(ticks_diff))
            self.reader.fit_tumbler(tumbler, lambda told: FaceTeacher(ticks_diff, self._keep, told))
        if roller:
            source = random.Random(5)
            self.reader.fit_roller(Roller(source.randbytes), Button(ticks_diff), lambda: self.down)
        if thrower:
            self.arm = Arm(self.sensor)
            self.reader.fit_thrower(Thrower(self.arm, self.clock, Roller(random.Random(6).randbytes)))
        self.reader.attach(self.link)

    def _keep(self, sides: int, normals: list[list[int]]) -> None:
        self.kept.append((sides, normals))

    def wait(self, ms: int) -> None:
        for _ in range(ms // 4):
            self.clock.sleep_ms(4)
            assert self.reader.tick() is False

    def press(self) -> None:
        for self.down in (True, False):
            self.wait(100)

    def throw(self, lands: tuple[int, int, int]) -> None:
        self.sensor.lies = None
        self.wait(600)
        self.sensor.lies = lands
        self.wait(800)

    def open(self, cmd_id: str, how: str, dice: int = 1, sides: int = 6) -> None:
        self.link.ask("roll", cmd_id, how=how, dice=dice, sides=sides)

    @property
    def endings(self) -> list[tuple[Any, ...]]:
        return [told for told in self.link.told if told[0] != "rep"]

    @property
    def reports(self) -> list[Any]:
        return [told[2] for told in self.link.told if told[0] == "rep"]


def test_the_roller_waits_for_a_press_and_gives_all_dice() -> None:
    bench = Bench()
    bench.wait(1000)
    bench.open("m.1.1", "roller", dice=3, sides=10)
    bench.wait(2000)
    assert bench.endings == []
    bench.press()
    [(word, cmd_id, result)] = bench.endings
    assert (word, cmd_id, result["kind"], result["conf"]) == ("done", "m.1.1", "rolled", 100)
    assert len(result["faces"]) == 3 and all(1 <= face <= 10 for face in result["faces"])
    bench.press()
    assert len(bench.endings) == 1


def test_a_press_before_the_roll_was_opened_does_not_count() -> None:
    bench = Bench()
    bench.wait(100)
    bench.press()
    bench.down = True
    bench.wait(100)
    bench.open("m.1.1", "roller")
    bench.wait(500)
    assert bench.endings == []
    bench.down = False
    bench.wait(100)
    bench.press()
    assert bench.endings[0][0] == "done"


def test_a_press_does_not_end_a_roll_of_the_tumbler() -> None:
    bench = Bench()
    bench.wait(2000)
    bench.open("m.1.1", "tumbler")
    bench.press()
    assert bench.endings == []


def test_a_throw_ends_the_tumblers_roll() -> None:
    bench = Bench()
    bench.wait(2000)
    bench.open("m.1.1", "tumbler")
    bench.throw(tilted(90))
    assert bench.endings == [("done", "m.1.1", {"faces": [2], "kind": "rolled", "raw": [0, 1000, 0], "conf": 100})]
    bench.throw(tilted(0))
    assert len(bench.endings) == 1


def test_a_leaning_die_is_told_and_the_roll_stays_open() -> None:
    bench = Bench()
    bench.wait(2000)
    bench.open("m.1.1", "tumbler")
    bench.throw(tilted(30))
    assert bench.endings == []
    assert [report["kind"] for report in bench.reports] == ["moving", "cocked"]
    assert bench.reports[-1]["conf"] == 86
    bench.throw(tilted(5))
    assert bench.endings[0][2]["kind"] == "rolled"


def test_a_die_that_lies_there_is_offered_once() -> None:
    bench = Bench()
    bench.sensor.lies = tilted(90)
    bench.open("m.1.1", "tumbler")
    bench.wait(4000)
    assert bench.endings == []
    assert bench.reports == [{"kind": "set", "face": 2, "conf": 100, "raw": [0, 1000, 0]}]


def test_a_throw_begun_before_the_roll_was_opened_is_set() -> None:
    bench = Bench()
    bench.wait(2000)
    bench.sensor.lies = None
    bench.wait(300)
    bench.open("m.1.1", "tumbler")
    bench.wait(300)
    bench.sensor.lies = tilted(90)
    bench.wait(1500)
    assert bench.endings[0][2]["kind"] == "set"


def test_several_dice_are_thrown_one_after_another() -> None:
    bench = Bench()
    bench.wait(2000)
    bench.open("m.1.1", "tumbler", dice=2)
    bench.throw(tilted(14))
    assert bench.endings == [] and bench.reports[-1] == {"kind": "rolled", "face": 1, "left": 1}
    told = len(bench.reports)
    bench.wait(3000)
    assert bench.endings == [] and len(bench.reports) == told, "the die that still lies there is not the second throw"
    bench.throw(tilted(90))
    assert bench.endings == [("done", "m.1.1", {"faces": [1, 2], "kind": "rolled", "raw": [0, 1000, 0], "conf": 97})]


def test_a_cancelled_roll_reads_nothing_any_more() -> None:
    bench = Bench()
    bench.wait(2000)
    bench.open("m.1.1", "roller")
    cancel = bench.link.commands["roll"]["cancel"]
    assert cancel("m.9.9") is False
    assert cancel("m.1.1") is True
    bench.press()
    bench.open("m.1.2", "tumbler")
    assert cancel("m.1.2") is True
    bench.throw(tilted(90))
    assert bench.endings == [] and cancel("m.1.2") is False


def test_a_newer_roll_closes_the_older_one() -> None:
    bench = Bench()
    bench.wait(2000)
    bench.open("m.1.1", "roller")
    bench.open("m.2.1", "tumbler")
    bench.press()
    bench.throw(tilted(90))
    assert [told[:2] for told in bench.endings] == [("not", "m.1.1"), ("done", "m.2.1")]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"how": "roller", "dice": 0, "sides": 6}, "bad_args"),
        ({"how": "roller", "dice": 9, "sides": 6}, "bad_args"),
        ({"how": "roller", "dice": True, "sides": 6}, "bad_args"),
        ({"how": "roller", "dice": 1, "sides": 1}, "bad_args"),
        ({"how": "roller", "dice": 1}, "bad_args"),
        ({"how": "cup", "dice": 1, "sides": 6}, "bad_args"),
        ({"how": [], "dice": 1, "sides": 6}, "bad_args"),
        ({"how": "tumbler", "dice": 1, "sides": 8}, "bad_args"),
    ],
)
def test_what_cannot_be_rolled_is_refused_and_disturbs_nothing(args: dict[str, Any], why: str) -> None:
    bench = Bench()
    bench.wait(100)
    bench.open("m.1.1", "roller")
    bench.link.ask("roll", "m.2.1", **args)
    assert bench.endings == [("not", "m.2.1", why, None)]
    bench.press()
    assert bench.endings[-1][:2] == ("done", "m.1.1")


def test_parts_that_are_not_fitted_are_neither_promised_nor_used() -> None:
    bench = Bench(tumbler=False)
    assert bench.reader.caps == ["roller"]
    bench.open("m.1.1", "tumbler")
    assert bench.endings == [("not", "m.1.1", "not_fitted", None)]
    bench = Bench(roller=False)
    assert bench.reader.caps == ["tumbler"]
    bench.press()
    bench.open("m.1.1", "roller")
    assert bench.endings == [("not", "m.1.1", "not_fitted", None)]


def test_a_few_lost_samples_do_not_matter() -> None:
    bench = Bench()
    bench.wait(2000)
    bench.open("m.1.1", "tumbler")
    bench.sensor.silent = True
    bench.wait(100)
    bench.sensor.silent = False
    bench.throw(tilted(90))
    assert bench.endings[0][2]["kind"] == "rolled" and bench.sensor.set_ups == 1


def test_a_sensor_that_falls_silent_hands_the_roll_back_and_may_return() -> None:
    bench = Bench()
    bench.wait(2000)
    bench.open("m.1.1", "tumbler")
    bench.sensor.silent = True
    bench.wait(3000)
    assert bench.endings == [("not", "m.1.1", "no_sensor", None)]
    bench.open("m.1.2", "tumbler")
    assert bench.endings[-1] == ("not", "m.1.2", "no_sensor", None)
    bench.sensor.silent = False
    bench.wait(2000)
    assert [report["kind"] for report in bench.reports if report.get("what")] == ["lost", "back"]
    bench.open("m.1.3", "tumbler")
    bench.throw(tilted(90))
    assert bench.endings[-1][:2] == ("done", "m.1.3")


def test_a_sensor_that_sleeps_is_woken() -> None:
    bench = Bench()
    bench.wait(500)
    bench.sensor.asleep = True
    bench.wait(2000)
    assert bench.sensor.set_ups == 1 and not bench.sensor.asleep


def test_the_die_is_sampled_a_hundred_times_a_second() -> None:
    bench = Bench()
    bench.wait(4000)
    assert 396 <= bench.sensor.reads <= 400


def test_an_odd_chip_is_reported_and_used() -> None:
    bench = Bench(known=False)
    assert bench.reports == [{"what": "lis3dh", "kind": "odd_id", "id": 0x44}]
    assert "tumbler" in bench.reader.caps


def throw_by_arm(bench: Bench, *lands: tuple[int, int, int] | None, dice: int = 1, wait_ms: int = 20_000) -> None:
    bench.arm.lands = list(lands)
    bench.wait(2000)
    bench.open("m.1.1", "thrower", dice=dice)
    bench.wait(wait_ms)


def test_the_thrower_throws_when_it_is_asked_and_the_tumbler_reads() -> None:
    bench = Bench(thrower=True)
    assert bench.reader.caps == ["tumbler", "roller", "thrower"]
    bench.wait(2000)
    assert bench.arm.throws == 0
    throw_by_arm(bench, tilted(90))
    assert bench.endings == [("done", "m.1.1", {"faces": [2], "kind": "rolled", "raw": [0, 1000, 0], "conf": 100})]
    assert bench.arm.throws == 1 and not bench.arm.driven


def test_each_die_of_several_is_a_throw_of_its_own() -> None:
    bench = Bench(thrower=True)
    throw_by_arm(bench, tilted(90), tilted(0), tilted(90), dice=3)
    assert bench.endings[0][2]["faces"] == [2, 1, 2] and bench.arm.throws == 3


def test_a_leaning_die_is_thrown_again() -> None:
    bench = Bench(thrower=True)
    throw_by_arm(bench, tilted(44), tilted(30), tilted(90))
    assert bench.endings[0][2]["faces"] == [2] and bench.arm.throws == 3
    assert [report["kind"] for report in bench.reports if report["kind"] == "cocked"] == ["cocked"] * 2


def test_a_die_that_the_arm_does_not_move_is_given_up_after_five_throws() -> None:
    bench = Bench(thrower=True)
    throw_by_arm(bench, *[None] * 9, wait_ms=60_000)
    assert bench.endings == [("not", "m.1.1", "no_throw", {"throws": 5})]
    assert bench.arm.throws == 5 and not bench.arm.driven


def test_a_die_that_only_leans_is_given_up_after_five_throws() -> None:
    bench = Bench(thrower=True)
    throw_by_arm(bench, *[tilted(46)] * 9, wait_ms=60_000)
    assert bench.endings == [("not", "m.1.1", "no_throw", {"throws": 5})] and bench.arm.throws == 5


@pytest.mark.parametrize("how", ["host", "cancel", "halt", "sensor"])
def test_whatever_ends_a_throw_stops_the_arm(how: str) -> None:
    bench = Bench(thrower=True)
    throw_by_arm(bench, tilted(90), tilted(0), wait_ms=200)
    assert bench.arm.driven
    if how == "host":
        bench.link.alive = False
    elif how == "cancel":
        assert bench.link.commands["roll"]["cancel"]("m.1.1")
    elif how == "halt":
        bench.reader.halt()
    else:
        bench.sensor.silent = True
        bench.wait(1100)
    bench.wait(8)
    assert not bench.arm.driven
    words = {"host": [("not", "m.1.1", "host_lost", None)], "sensor": [("not", "m.1.1", "no_sensor", None)]}
    assert bench.endings == words.get(how, [])


def test_a_hand_that_turns_the_die_in_the_cup_is_no_throw() -> None:
    bench = Bench(thrower=True)
    throw_by_arm(bench, None, tilted(90), wait_ms=1500)
    for k in range(50):
        bench.sensor.lies = tilted(2 * k)
        bench.wait(40)
    bench.wait(1600)
    assert bench.endings == [] and bench.arm.throws == 2
    bench.wait(3000)
    assert bench.endings[0][2]["kind"] == "rolled"


def test_a_taught_face_is_told_and_kept_when_all_are_there() -> None:
    bench = Bench()
    lies = [(0, 0, 1000), (0, 1000, 0), (1000, 0, 0), (-1000, 0, 0), (0, -1000, 0), (0, 0, -1000)]
    for face, bench.sensor.lies in enumerate(lies, 1):
        bench.wait(300)
        bench.link.ask("teach", f"m.{face}.1", what="die", face=face, sides=6)
        bench.wait(1500)
        assert bench.endings[-1] == ("done", f"m.{face}.1", {"face": face, "left": 6 - face, "next": (face + 1) % 7})
    assert bench.kept == [(6, [list(pull) for pull in lies])]


def test_teaching_waits_for_a_face_that_was_not_there_before_and_a_newer_one_replaces_it() -> None:
    bench = Bench()
    bench.wait(300)
    bench.link.ask("teach", "m.1.1", what="die", face=1, sides=6)
    bench.wait(1500)
    bench.link.ask("teach", "m.2.1", what="die", face=2, sides=6)
    bench.wait(3000)
    assert bench.reports[-1] == {"kind": "same", "face": 1} and len(bench.endings) == 1
    bench.link.ask("teach", "m.3.1", what="die", face=3, sides=6)
    assert bench.endings[-1] == ("not", "m.2.1", "cancelled", None)
    assert bench.link.commands["teach"]["cancel"]("m.3.1") and not bench.link.commands["teach"]["cancel"]("m.3.1")
    bench.link.ask("teach", "m.4.1", what="die", face=4, sides=6)
    bench.open("m.5.1", "roller")
    assert bench.endings[-1] == ("not", "m.4.1", "cancelled", None)
    bench.link.ask("teach", "m.6.1", what="die", face=4, sides=6)
    assert bench.endings[-1] == ("not", "m.6.1", "busy", None)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"what": "die", "face": 7, "sides": 6}, "bad_args"),
        ({"what": "die", "face": 1}, "bad_args"),
        ({"what": "well", "well": 1, "face": 1}, "not_fitted"),
        ({"what": "cup"}, "bad_args"),
        ({}, "bad_args"),
    ],
)
def test_what_cannot_be_taught_is_refused(args: dict[str, Any], why: str) -> None:
    bench = Bench()
    bench.link.ask("teach", "m.1.1", **args)
    assert bench.endings == [("not", "m.1.1", why, None)]


@pytest.mark.fault(31)
def test_a_sensor_that_feels_at_rest_what_is_not_the_earths_pull_hands_the_roll_back() -> None:
    bench = Bench(known=False)
    bench.sensor.lies = (0, 0, 600)
    bench.open("m.1.1", "tumbler")
    bench.wait(5000)
    assert bench.endings == [("not", "m.1.1", "no_sensor", None)]
    assert bench.reports[-1] == {"what": "lis3dh", "kind": "implausible", "mg": 600}
    bench.sensor.lies = (0, 0, 1000)
    bench.wait(5000)
    assert bench.reports[-1] == {"what": "lis3dh", "kind": "back", "mg": 1000}
