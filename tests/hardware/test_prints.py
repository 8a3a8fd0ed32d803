"""What is printed is watertight, fits the printer and fits together, at rest and over the whole way of what moves."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("manifold3d", reason="the extra 'hardware' is not installed")
trimesh: Any = pytest.importorskip("trimesh", reason="the extra 'hardware' is not installed")

from hardware.prints import shrine  # noqa: E402
from hardware.prints.catalogue import PRINTS, die_falls, fits, gap_mm, open_holes, printed, room  # noqa: E402
from hardware.prints.render import Seen, picture  # noqa: E402
from hardware.prints.shape import at, box, cylinder, mesh_of  # noqa: E402
from hardware.sources import BadPrints, read_sources  # noqa: E402

SOURCES = read_sources()
MM = SOURCES.prints
CLEARANCE = MM["printer"]["clearance"]


@pytest.mark.parametrize("name", PRINTS)
def test_a_print_is_one_watertight_body_that_fits_the_printer(name: str, tmp_path: Path) -> None:
    """Read back from its file by another library than the one that made it."""
    corners, triangles = mesh_of(printed(name, MM))
    trimesh.Trimesh(corners, triangles, process=False).export(tmp_path / "part.stl")
    mesh = trimesh.load(tmp_path / "part.stl")
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 1000
    assert len(printed(name, MM).decompose()) == 1
    low, high = mesh.bounds
    assert low[2] == pytest.approx(0, abs=1e-4) and max(high - low) <= MM["printer"]["bed"]
    # It lies on something: flat faces that look down at the plate's height.
    down = (mesh.face_normals[:, 2] < -0.99) & (mesh.triangles[:, :, 2].max(axis=1) < 0.01)
    assert mesh.area_faces[down].sum() > 100


@pytest.mark.parametrize("name", PRINTS)
def test_nothing_hangs_in_the_air_while_it_is_printed(name: str) -> None:
    """Faces that look down more steeply than 45 degrees and lie on nothing: short bridges only, and no island of them."""
    corners, triangles = mesh_of(printed(name, MM))
    mesh = trimesh.Trimesh(corners, triangles, process=False)
    heights = mesh.triangles[:, :, 2]
    hanging = (mesh.face_normals[:, 2] < -0.75) & (heights.max(axis=1) > 0.05)
    assert mesh.area_faces[hanging].sum() < MOST_BRIDGED_MM2.get(name, 80)


MOST_BRIDGED_MM2 = {"reader_base": 220}
"""The servo's opening in its cheek is bridged over 23 mm."""


def test_the_cable_of_a_seat_can_leave_its_case() -> None:
    seat = MM["seat"]
    high = seat["front"] + seat["depth"] * math.tan(math.radians(seat["tilt"]))
    cable = at(box((seat["cable"][0] - 1, 30, seat["cable"][1] - 4)), 0, seat["depth"] / 2, -high + 1)
    assert (cable ^ PRINTS["seat_case"](MM)).volume() < 0.5


def test_no_wall_is_thinner_than_the_printer_makes() -> None:
    """Four lines of a 0.4 mm nozzle."""
    for told in (MM["funnel"]["wall"], MM["cup"]["wall"], MM["printer"]["wall"], MM["shrine"]["wall"]):
        assert told >= 4 * 0.4


def test_nothing_that_is_put_together_is_in_the_same_place() -> None:
    found = list(fits(MM))
    assert [fit for fit in found if not fit.is_free] == []
    moments = {fit.moment for fit in found if fit.name == "ring and hub past shrine plate"}
    assert len(moments) == 60


def test_there_is_room_for_what_is_bought() -> None:
    assert [fit for fit in room(MM) if not fit.is_free] == []


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("tumbler", "tumbler_lid", CLEARANCE * 0.9, CLEARANCE * 1.1),
        ("shrine_ring", "shrine_hub", CLEARANCE * 0.9, CLEARANCE * 1.4),
        ("shrine_ring", "shrine_plate", 0.5, 1.0),
        ("shrine_ring", "shrine_base", 1.0, 3.0),
        ("shrine_ring", "shrine_lid", 2.0, 8.0),
        ("shrine_hub", "shrine_plate", 0.3, 1.0),
    ],
)
def test_gaps_are_as_wide_as_they_should_be(one: str, other: str, least: float, most: float) -> None:
    assert least <= gap_mm(PRINTS[one](MM), PRINTS[other](MM), 9.0) <= most


def test_a_part_that_is_too_large_is_noticed() -> None:
    """The checks have teeth: a wider ring meets the house, a longer stub the motor, a cup that hangs lower its base."""
    wide = SOURCES.changed().prints
    wide["shrine"]["ring_radius"] = 98.0
    assert any(fit.name == "ring and hub past shrine base" and not fit.is_free for fit in fits(wide, 60.0))
    long = SOURCES.changed().prints
    long["shrine"]["stub_length"] = 8.5
    assert any(fit.name == "motor in shrine hub" and not fit.is_free for fit in room(long))
    swung = SOURCES.changed().prints
    swung["reader"]["axis_height"] = 48.0
    assert any(fit.name == "cup between its cheeks" and not fit.is_free for fit in fits(swung, 360.0))


@pytest.mark.parametrize(("table", "key", "name"), [("cup", "horn", "cup"), ("shrine", "hall", "shrine plate")])
def test_a_number_that_is_missing_is_named(table: str, key: str, name: str) -> None:
    prints = SOURCES.changed().prints
    del prints[table][key]
    with pytest.raises(BadPrints, match=f"prints.toml has no '{key}', which {name} needs"):
        printed(name.replace(" ", "_"), prints)


# What the Shrine does with drops and die


def test_at_home_nothing_falls() -> None:
    assert open_holes(MM, 0.0) == [] and die_falls(MM, 0.0) == 0.0


def test_a_turn_opens_every_hole_once_and_one_at_a_time() -> None:
    seen: list[int] = []
    # Every quarter of the way from one hole to the next, and so also where two are equally near.
    for step in range(8 * 21 + 1):
        now = open_holes(MM, step * 360 / (8 * 21))
        assert len(now) <= 1, "two holes are over the opening at once"
        if now and (not seen or seen[-1] != now[0]):
            seen.append(now[0])
    assert sorted(seen) == list(range(MM["shrine"]["holes"])) and len(seen) == 20


def test_each_hole_is_wholly_over_the_opening_once() -> None:
    opening = shrine.opening_cutter(MM)
    for angle, hole in zip(shrine.hole_angles(MM), shrine.hole_cutters(MM), strict=True):
        turned = hole.rotate((0, 0, -angle))
        assert (turned - opening).volume() < 0.5


def test_the_die_falls_in_the_middle_of_a_turn_and_at_no_other_time() -> None:
    parts = {angle: die_falls(MM, angle) for angle in range(0, 360, 5)}
    assert parts[180] > 0.999 and parts[0] == 0.0
    assert all(part == 0.0 for angle, part in parts.items() if abs(angle - 180) > 40)


def test_die_and_drops_pass_and_two_drops_do_not_pass_side_by_side() -> None:
    told, funnel = MM["shrine"], MM["funnel"]
    assert told["drop"] + 1 <= told["hole"] <= told["opening"] and told["die"] * math.sqrt(2) > told["pocket"] > told["die"]
    assert told["drop"] + 1 <= funnel["throat"] < 1.5 * told["drop"]
    assert told["lid_slot"] > told["drop"] + 2
    # Below the throat there is room for a drop to roll away.
    low = PRINTS["funnel"](MM).bounding_box()[2]
    floor = -told["base_height"] + 3
    assert low - floor > 1.5 * told["drop"]
    assert min(told["tray_door"]) > told["die"] * math.sqrt(2)


def test_a_finger_does_not_go_through_the_slot_of_the_lid() -> None:
    """A child's finger is 8 mm thick at its tip and 14 at its first joint; below the slot lie 10 mm and more of air."""
    told = MM["shrine"]
    assert told["lid_slot"] < 13
    assert told["wall_height"] - told["ring_gap"] - told["ring"] > 10


def test_the_die_that_is_read_turns_freely_in_its_cup_and_stays_in_it() -> None:
    tumbler, cup = MM["tumbler"], MM["cup"]
    assert tumbler["ball"] + 4 < cup["inside"] and tumbler["edge"] + 10 < cup["depth"]
    assert cup["swing"] <= 45
    # Its middle is where the sensor's is, so that no face is likelier than another by much.
    body = PRINTS["tumbler"](MM) + PRINTS["tumbler_lid"](MM)
    corners, triangles = mesh_of(body)
    middle = trimesh.Trimesh(corners, triangles).center_mass
    assert abs(middle[0]) < 0.1 and abs(middle[1]) < 0.1 and abs(middle[2]) < tumbler["edge"] * 0.05


# The pictures


def test_a_picture_shows_the_nearer_thing_and_lights_what_looks_up() -> None:
    low, high = Seen(box((40, 40, 4)), (200, 0, 0)), Seen(at(cylinder(10, 4), z=20), (0, 0, 200))
    for things in ([low, high], [high, low]):
        image = picture(things, (200, 200), 0, 89)
        red, _, blue = image.getpixel((100, 100))
        assert blue > 80 and red < 60
    red, _, blue = image.getpixel((40, 100))
    assert red > 80 and blue < 60
    assert image.getpixel((1, 1)) == (255, 255, 255)
