"""What a die is doing, told from samples: thrown, set, leaning, in a hand."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

import pytest

from die_watch import D6_NORMALS, DieWatch, nearest_face
from tests.firmware.fakes import TICKS_PERIOD, ticks_diff, tilted

Sample = tuple[int, int, int]


class Trace:
    """Plays motions into a watch, 100 samples a second, and keeps what it says."""

    def __init__(self, start_ms: int = TICKS_PERIOD - 700) -> None:
        self.watch = DieWatch(ticks_diff)
        self.t_ms = start_ms
        self.rng = random.Random(7)
        self.events: list[tuple[object, ...]] = []

    def play(self, samples: Iterable[Sample]) -> Trace:
        for sample in samples:
            self.t_ms += 10
            event = self.watch.sample(self.t_ms % TICKS_PERIOD, *sample)
            if event is not None:
                self.events.append(event[:2])
        return self

    def rest(self, ms: int, at: Sample) -> Trace:
        """Lie, with a sensor's noise."""
        noise = self.rng.gauss
        x, y, z = at
        hum = [(round(noise(0, 4)), round(noise(0, 4)), round(noise(0, 4))) for _ in range(ms // 10)]
        return self.play((x + a, y + b, z + c) for a, b, c in hum)

    def throw(self, ms: int = 600) -> Trace:
        """Tumble: every axis anywhere within the sensor's range."""
        any_mg = self.rng.randint
        return self.play((any_mg(-2000, 2000), any_mg(-2000, 2000), any_mg(-2000, 2000)) for _ in range(ms // 10))

    def turn(self, ms: int, start: float, end: float) -> Trace:
        """Turn by hand from one angle to another, between face 1 (0 degrees) and face 2 (90 degrees)."""
        steps = ms // 10
        return self.play(tilted(start + (end - start) * k / steps) for k in range(steps))

    def carry(self, ms: int) -> Trace:
        """A moving hand: swings of some 0.4 g, with moments of stillness of 150 ms."""
        samples = []
        for k in range(ms // 10):
            swing = 0.0 if k % 40 < 15 else 400 * math.sin(k * 0.9)
            samples.append((round(swing), round(swing / 2), 1000))
        return self.play(samples)

    @property
    def kinds(self) -> list[object]:
        return [event[0] for event in self.events]


@pytest.mark.parametrize("face", range(1, 7))
def test_every_face_is_read_after_a_throw(face: int) -> None:
    normal = D6_NORMALS[face - 1]
    up = (normal[0] * 1000, normal[1] * 1000, normal[2] * 1000)
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.rest(200, tilted(0)).throw().rest(800, up)
    assert trace.events[-1] == ("rolled", face)


@pytest.mark.fault(47)
@pytest.mark.parametrize(
    ("degrees", "clean"),
    [(0, True), (14, True), (19, True), (21, False), (44, False), (46, False)],
    ids=["flat", "14_degrees_rolled", "19_degrees_rolled", "21_degrees_cocked", "44_degrees_cocked", "46_degrees_cocked"],
)
def test_a_die_that_leans_more_than_twenty_degrees_names_no_face(degrees: float, clean: bool) -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.throw().rest(1500, tilted(degrees))
    assert trace.kinds[-1] == ("rolled" if clean else "cocked")
    assert trace.events[-1][1] == (2 if degrees > 45 else 1)


def test_confidence_is_the_share_of_gravity_on_the_face() -> None:
    assert nearest_face((0, 0, 1000)) == (1, 100)
    assert nearest_face(tilted(60)) == (2, 86)
    assert nearest_face((0, -1000, 0)) == (5, 100)
    assert nearest_face(tilted(19)) == (1, 94)
    assert nearest_face(tilted(21)) == (1, 93)


def test_a_falling_die_has_no_face() -> None:
    assert nearest_face((20, -30, 10)) == (0, 0)


def test_a_cocked_die_that_is_thrown_again_counts_once() -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.throw().rest(2000, tilted(30)).throw().rest(2000, tilted(90))
    assert trace.kinds == ["moving", "cocked", "moving", "rolled"]


def test_a_cocked_die_that_is_nudged_flat_was_not_thrown() -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.throw().rest(2000, tilted(30)).turn(300, 30, 0).rest(1500, tilted(0))
    assert trace.events[-1] == ("set", 1)


@pytest.mark.fault(46)
def test_a_moving_hand_reports_no_face() -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.carry(8000)
    assert trace.kinds in (["moving"], ["lying", "moving"])


@pytest.mark.fault(46)
def test_stillness_in_a_shaking_hand_is_not_rest() -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    for _ in range(5):
        trace.throw(300).rest(300, tilted(5))
    assert trace.kinds == ["moving"]
    assert trace.throw(300).rest(600, tilted(90)).events[-1] == ("rolled", 2)


@pytest.mark.fault(46)
def test_turned_slowly_by_hand_is_set() -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.turn(4000, 0, 90).rest(1500, tilted(90))
    assert trace.events[-1] == ("set", 2)
    assert "rolled" not in trace.kinds and "cocked" not in trace.kinds


def test_shaken_and_then_placed_with_care_is_set() -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.throw(500).turn(3000, 0, 90).rest(1500, tilted(90))
    assert trace.events[-1] == ("set", 2)


def test_thrown_before_the_roll_was_opened_is_only_set() -> None:
    trace = Trace().rest(1500, tilted(0)).throw(300)
    trace.watch.open()
    trace.throw(500).rest(2000, tilted(90))
    assert trace.events[-1] == ("set", 2)
    assert "rolled" not in trace.kinds


@pytest.mark.fault(53)
def test_at_rest_since_before_the_opening_is_an_offer_and_told_once() -> None:
    trace = Trace().throw(500).rest(3000, tilted(90))
    assert trace.events == []
    trace.watch.open()
    trace.rest(3000, tilted(90))
    assert trace.events == [("lying", 2)]
    assert trace.throw().rest(800, tilted(0)).events[-1] == ("rolled", 1)


@pytest.mark.fault(53)
def test_a_knock_on_the_table_is_ignored() -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.rest(200, tilted(0)).play([(0, 0, 1900), (0, 0, 100)]).rest(3000, tilted(0))
    assert trace.kinds == ["lying", "moving"]


def test_nothing_is_told_when_no_roll_is_open() -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.watch.close()
    assert trace.throw().rest(2000, tilted(90)).throw().rest(2000, tilted(25)).events == []


@pytest.mark.parametrize(("gap_ms", "kind"), [(400, "rolled"), (5000, "set")])
def test_samples_that_stop_coming_are_not_stillness(gap_ms: int, kind: str) -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.throw().rest(300, tilted(90))
    trace.t_ms += gap_ms
    assert trace.rest(400, tilted(90)).kinds == ["moving"]
    assert trace.rest(1200, tilted(90)).kinds[-1] == kind


def test_a_pull_that_is_not_gravity_is_no_rest() -> None:
    trace = Trace().rest(1500, tilted(0))
    trace.watch.open()
    trace.throw().rest(2000, (0, 0, 1300))
    assert "rolled" not in trace.kinds
