"""Teaching a die its faces: dice of four to twenty sides, whatever way the sensor sits in them."""

from __future__ import annotations

import math
import random

import pytest

from die_watch import D6_NORMALS, DieWatch, angle, clean_percent, nearest_face
from teach import FaceTeacher, is_die_face, read_normals
from tests.firmware.fakes import ticks_diff

Vector = tuple[float, float, float]
_PHI = (1 + 5**0.5) / 2


def spread(count: int) -> list[Vector]:
    """The normals of a fair die with so many faces."""
    if count == 4:
        corners = [(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)]
    elif count == 6:
        corners = [(float(x), float(y), float(z)) for x, y, z in D6_NORMALS]
    elif count == 8:
        corners = [(x, y, z) for x in (1.0, -1.0) for y in (1.0, -1.0) for z in (1.0, -1.0)]
    elif count == 10:
        turns = [math.radians(36 * k) for k in range(10)]
        corners = [(math.cos(a), math.sin(a), 0.9 * (-1) ** k) for k, a in enumerate(turns)]
    elif count == 12:
        corners = [v for s in (1.0, -1.0) for t in (_PHI, -_PHI) for v in ((0.0, s, t), (s, t, 0.0), (t, 0.0, s))]
    else:
        corners = [(x, y, z) for x in (1.0, -1.0) for y in (1.0, -1.0) for z in (1.0, -1.0)]
        corners += [v for s in (1 / _PHI, -1 / _PHI) for t in (_PHI, -_PHI) for v in ((0.0, s, t), (s, t, 0.0), (t, 0.0, s))]
    assert len(corners) == count
    return [scaled(corner) for corner in corners]


def scaled(v: Vector, size: float = 1.0) -> Vector:
    length = math.sqrt(sum(a * a for a in v))
    return (v[0] * size / length, v[1] * size / length, v[2] * size / length)


def askew(v: Vector, degrees: float = 33.0) -> Vector:
    """As a sensor feels it that was glued in askew."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y, z = v[0] * c - v[1] * s, v[0] * s + v[1] * c, v[2]
    return (x, y * c - z * s, y * s + z * c)


class Bench:
    def __init__(self) -> None:
        self.kept: list[tuple[int, list[list[int]]]] = []
        self.told: list[tuple[str, dict[str, int]]] = []
        self.full_flash = False
        self.teacher = FaceTeacher(ticks_diff, self._keep, lambda word, more: self.told.append((word, more)))
        self.t_ms = 0
        self.rng = random.Random(2)

    def _keep(self, sides: int, normals: list[list[int]]) -> None:
        if self.full_flash:
            raise OSError(28)
        self.kept.append((sides, normals))

    def lie(self, pull: Vector, ms: int = 1500) -> None:
        for _ in range(ms // 10):
            self.t_ms += 10
            noisy = [round(1000 * a + self.rng.gauss(0, 4)) for a in pull]
            self.teacher.sample(self.t_ms, *noisy)

    def teach(self, normals: list[Vector]) -> None:
        for face, normal in enumerate(normals, 1):
            self.teacher.start(face, len(normals))
            self.lie(normal)


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_each_die_learns_its_faces_and_names_them_afterwards(sides: int) -> None:
    bench = Bench()
    there = [askew(normal) for normal in spread(sides)]
    bench.teach(there)
    assert [word for word, _ in bench.told] == ["done"] * sides
    assert bench.told[-1][1] == {"face": sides, "left": 0, "next": 0}
    [(kept_sides, kept)] = bench.kept
    assert kept_sides == sides
    normals = read_normals({"normals": kept})
    for face, normal in enumerate(there, 1):
        assert nearest_face(scaled(normal, 1000), normals)[0] == face
        assert nearest_face(scaled(normal, 1000), normals)[1] >= 99


@pytest.mark.parametrize(("sides", "percent"), [(4, 94), (6, 94), (8, 94), (12, 94), (20, 98)])
def test_a_die_of_many_sides_may_lean_less(sides: int, percent: int) -> None:
    normals = tuple(spread(sides))
    assert clean_percent(normals) == percent
    least = min(angle(a, b) for k, a in enumerate(normals) for b in normals[:k])
    assert math.degrees(math.acos(percent / 100)) < math.degrees(least) / 2 - 5, "far from where the neighbour is as near"


@pytest.mark.fault(47)
@pytest.mark.parametrize(("degrees", "kind"), [(5, "rolled"), (10, "rolled"), (14, "cocked"), (19, "cocked"), (21, "cocked")])
def test_a_die_of_twenty_is_cocked_where_a_die_of_six_is_not(degrees: float, kind: str) -> None:
    normals = tuple(spread(20))
    first, second = normals[0], min(normals[1:], key=lambda n: angle(normals[0], n))
    far = angle(first, second)
    share = math.radians(degrees) / far
    lean = tuple(a * math.sin((1 - share) * far) + b * math.sin(share * far) for a, b in zip(first, second, strict=True))
    lies = [round(a * 1000) for a in scaled((lean[0], lean[1], lean[2]))]
    watch = DieWatch(ticks_diff, normals)
    rng, events, t_ms = random.Random(4), [], 0
    for k in range(500):
        t_ms += 10
        if k == 150:
            watch.open()
        now = [rng.randint(-2000, 2000) for _ in range(3)] if 160 <= k < 220 else lies
        event = watch.sample(t_ms, *now)
        events += [event] if event is not None else []
    assert events[-1][0] == kind and events[-1][1] in (1, 1 + normals.index(second))


def test_the_face_before_that_still_lies_there_is_waited_for() -> None:
    bench = Bench()
    bench.teacher.start(1, 6)
    bench.lie((0, 0, 1))
    bench.teacher.start(2, 6)
    bench.lie((0, 0, 1), ms=4000)
    assert bench.told == [("done", {"face": 1, "left": 5, "next": 2}), ("same", {"face": 1})] and bench.teacher.waits
    bench.lie((0, 1, 0))
    assert bench.told[-1] == ("done", {"face": 2, "left": 4, "next": 3})


def test_a_face_may_be_taught_again_and_another_die_begins_anew() -> None:
    bench = Bench()
    bench.teacher.start(1, 6)
    bench.lie((0, 0, 1))
    bench.teacher.start(1, 6)
    bench.lie((0, 0, 1))
    assert [more["left"] for _, more in bench.told] == [5, 5]
    bench.teacher.start(1, 8)
    bench.lie((0, 0, 1))
    assert bench.told[-1][1]["left"] == 7


def test_what_cannot_be_gravity_is_not_learnt_and_a_full_flash_is_told() -> None:
    bench = Bench()
    bench.teacher.start(1, 6)
    bench.lie((0, 0, 0.6))
    assert bench.told[-1][0] == "no_sensor" and 580 < bench.told[-1][1]["mg"] < 620
    bench.full_flash = True
    bench.teach(spread(6))
    assert bench.told[-1] == ("flash", {}) and bench.kept == []
    bench.full_flash = False
    bench.teacher.start(6, 6)
    bench.lie(spread(6)[5])
    assert bench.told[-1][0] == "done" and len(bench.kept) == 1


def test_nothing_is_learnt_unasked_or_after_it_was_given_up() -> None:
    bench = Bench()
    bench.lie((0, 0, 1))
    bench.teacher.start(1, 6)
    bench.teacher.cancel()
    bench.lie((0, 0, 1))
    assert bench.told == []


@pytest.mark.parametrize(("face", "sides"), [(0, 6), (7, 6), (1, 3), (1, 21), (True, 6), (1, 6.0), ("1", 6)])
def test_faces_that_no_die_has_are_refused(face: object, sides: object) -> None:
    assert not is_die_face(face, sides)


@pytest.mark.parametrize("normals", [3, None, [[0, 0, 1000]] * 3, [[0, 0, 0]] * 6, [[1, 2]] * 6, [[0, 0, "1000"]] * 6])
def test_a_record_nobody_kept_is_not_believed(normals: object) -> None:
    with pytest.raises(ValueError):
        read_normals({"normals": normals})


def test_without_a_record_there_is_nothing_taught() -> None:
    assert read_normals({}) is None
