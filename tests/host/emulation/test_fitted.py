"""Parts other than the usual ones: the shipped firmware drives each of them, under the real MicroPython and under CPython."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from host.emulation.launch import start_world
from tablelink.events import Done, NotDone
from tests.host.emulation.bench import Bench

Fit = Callable[..., Bench]
TUMBLER = {"how": "tumbler", "dice": 1, "sides": 6}


@pytest.fixture(params=["micropython", "cpython"])
def fit(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fit]:
    opened: list[Bench] = []

    def fitter(role: str, parts: Sequence[str], settings: Mapping[str, object]) -> Bench:
        world = start_world([role], vm=request.param, folder=tmp_path, seed=3, fit=parts, settings={role: settings})
        opened.append(Bench(world, [role]))
        return opened[-1]

    yield fitter
    for bench in opened:
        bench.close()
        bench.world.stop()


@pytest.mark.parametrize("sensor", ["adxl345", "mpu6050", "mpu6050=0x98", "mpu6050=0x70"])
def test_each_accelerometer_is_found_and_reads_a_throw(fit: Fit, sensor: str) -> None:
    bench = fit("dice_reader", [sensor], {})
    for face in (2, 6):
        answer = bench.do("dice_reader", "roll", TUMBLER, lambda face=face: bench.world.throw(face))
        assert isinstance(answer, Done), answer
        assert (answer.result["faces"], answer.result["kind"]) == ([face], "rolled")


def test_a_named_sensor_is_the_only_one_that_is_looked_for(fit: Fit) -> None:
    bench = fit("dice_reader", ["adxl345"], {"sensor": "lis3dh"})
    assert bench.hellos["dice_reader"].caps == ["roller"]
    answer = bench.do("dice_reader", "roll", TUMBLER)
    assert isinstance(answer, NotDone) and answer.why == "not_fitted"


@pytest.mark.fault(31)
def test_an_unknown_copy_is_named_used_and_given_up_when_it_cannot_be_right(fit: Fit) -> None:
    bench = fit("dice_reader", ["mpu6050=0x55"], {})
    assert bench.report("part", kind="odd_id") == {"what": "mpu6050", "kind": "odd_id", "id": 0x55}
    answer = bench.do("dice_reader", "roll", TUMBLER, lambda: bench.world.throw(5))
    assert isinstance(answer, Done) and answer.result["faces"] == [5]
    waits = bench.give("dice_reader", "roll", TUMBLER, lambda: bench.world.scale(0.6))
    ending = waits()
    assert isinstance(ending, NotDone) and ending.why == "no_sensor"
    assert 560 < bench.report("part", kind="implausible")["mg"] < 640
    bench.world.scale(1.0)
    bench.report("part", kind="back")


@pytest.mark.parametrize("arm", ["servo", "solenoid", "motor"])
def test_the_thrower_throws_the_die_and_the_tumbler_reads_it(fit: Fit, arm: str) -> None:
    bench = fit("dice_reader", [f"arm={arm}"], {"thrower": arm})
    assert bench.hellos["dice_reader"].caps == ["tumbler", "roller", "thrower"]
    answer = bench.do("dice_reader", "roll", {"how": "thrower", "dice": 2, "sides": 6})
    assert isinstance(answer, Done), answer
    counts = bench.world.counts()
    assert answer.result["kind"] == "rolled" and len(answer.result["faces"]) == 2
    assert answer.result["faces"][-1] == counts.face_up
    assert (counts.arm_driven, counts.throws >= 2) == (False, True)
    assert 40_000 <= counts.arm_longest_us <= 2_600_000


def test_a_leaning_die_is_thrown_again_and_a_stuck_arm_is_given_up(fit: Fit) -> None:
    bench = fit("dice_reader", ["arm=motor"], {"thrower": "motor"})
    bench.world.arm(cocks=2)
    answer = bench.do("dice_reader", "roll", {"how": "thrower", "dice": 1, "sides": 6})
    assert isinstance(answer, Done) and answer.result["kind"] == "rolled"
    assert bench.world.counts().throws == 3
    bench.world.arm(stuck=True)
    answer = bench.do("dice_reader", "roll", {"how": "thrower", "dice": 1, "sides": 6})
    assert isinstance(answer, NotDone) and (answer.why, answer.evidence["throws"]) == ("no_throw", 5)
    assert not bench.world.counts().arm_driven


def test_wells_are_taught_once_and_read_what_lies_in_them(fit: Fit) -> None:
    bench = fit("dice_reader", ["wells=2"], {"wells": 2})
    roll = {"how": "well2", "dice": 1, "sides": 6}
    answer = bench.do("dice_reader", "roll", roll)
    assert isinstance(answer, NotDone) and answer.why == "not_taught"
    for face in range(1, 7):
        bench.world.lay(2, face)
        # A hand takes a moment: until it has gone the die is unsteady there, or lies as it did before.
        answer = bench.do("dice_reader", "teach", {"what": "well", "well": 2, "face": face})
        assert isinstance(answer, Done), answer

    def change(face: int) -> Callable[[], None]:
        return lambda: bench.world.lay(2, face)

    answer = bench.do("dice_reader", "roll", roll, change(3))
    assert isinstance(answer, Done)
    assert (answer.result["faces"], answer.result["kind"]) == ([3], "set") and answer.result["conf"] > 70
    bench.world.cut_power("dice_reader", 0.1)
    bench.hear("Rebooted")
    # What lies there is offered, and only a change is an answer.
    waits = bench.give("dice_reader", "roll", roll)
    bench.world.lay(2, 5)
    answer = waits()
    assert isinstance(answer, Done) and answer.result["faces"] == [5]
    bench.world.well_light(2, open=True)
    bench.world.lay(2, None)
    assert bench.report("well", kind="empty")["well"] == 2
    bench.world.well_nack(1, 100_000)
    assert bench.report("part", what="well", kind="lost")["well"] == 1


def die_args(face: int) -> dict[str, Any]:
    return {"what": "die", "face": face, "sides": 6}


def test_faces_are_taught_by_laying_the_die_down_and_outlive_a_power_cut(fit: Fit) -> None:
    bench = fit("dice_reader", [], {})
    # Taught the other way round: what the sensor calls 1 is called 6 from then on.
    for face in range(1, 7):
        bench.world.turn_die(7 - face)
        answer = bench.do("dice_reader", "teach", die_args(face))
        assert isinstance(answer, Done), answer
        assert answer.result == {"face": face, "left": 6 - face, "next": face + 1 if face < 6 else 0}
    for _ in range(2):
        answer = bench.do("dice_reader", "roll", TUMBLER, lambda: bench.world.throw(2))
        assert isinstance(answer, Done) and answer.result["faces"] == [5]
        bench.world.cut_power("dice_reader", 0.1)
        bench.hear("Rebooted")


@pytest.mark.parametrize("parts", [["step_dir=3200"], ["hall"], ["step_dir=1600", "hall"]])
def test_another_motor_and_a_hall_switch_home_and_turn_alike(fit: Fit, parts: list[str]) -> None:
    steps = next((int(part[9:]) for part in parts if part.startswith("step_dir")), None)
    settings: dict[str, object] = {"home": "hall" if "hall" in parts else "opto"}
    bench = fit("shrine", parts, settings | ({"motor": "step_dir", "steps": steps} if steps else {}))
    assert isinstance(bench.do("shrine", "home", {"loaded": False}), Done)
    at_rest = bench.world.counts()
    for turn in range(1, 4):
        bench.world.put_drops(5)
        answer = bench.do("shrine", "flush", {"turn": turn, "drops": 5})
        assert isinstance(answer, Done), answer
        assert answer.result["drops_seen"] == 5 and abs(answer.result["drift"]) <= 2
        bench.world.take_drops()
    counts = bench.world.counts()
    assert counts.turns - at_rest.turns == pytest.approx(3, abs=0.001)
    assert (counts.lost_steps, counts.energised, counts.at_home) == (0, False, True)


def test_lights_tell_the_count_wait_for_the_turn_and_show_trouble(fit: Fit) -> None:
    bench = fit("shrine", [], {"lights": 16})
    assert "lights" in bench.hellos["shrine"].caps
    assert isinstance(bench.do("shrine", "light", {"how": "count", "n": 5, "of": 10}), Done)

    def lit() -> list[bool]:
        return [any(light) for light in bench.world.counts().lights]

    assert lit() == [True] * 8 + [False] * 8
    assert isinstance(bench.do("shrine", "home", {"loaded": False}), Done)
    bench.world.lid(True, after_half_steps=1000)
    waits = bench.give("shrine", "flush", {"turn": 1, "drops": 0})
    assert isinstance(bench.do("shrine", "light", {"how": "off"}), Done)
    ending = waits()
    assert isinstance(ending, NotDone) and ending.why == "lid_open"
    assert bench.report("part", what="lid")["kind"] == "open"
    assert lit() == ([True] * 4 + [False] * 4) * 2
    assert bench.world.counts().lit_while_moving == 0
