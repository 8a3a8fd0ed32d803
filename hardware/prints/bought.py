"""Bought parts as plain solids, where they sit in the printed ones: only to see that there is room for them."""

from __future__ import annotations

from hardware.prints.shape import Solid, at, box, cylinder, lying, tube
from hardware.sources import Table


def motor(prints: Table) -> Solid:
    """A 28BYJ-48 below the plate: body, collar, ears and shaft."""
    told = prints["shrine"]
    wide, high, collar, collar_high = told["motor"]
    face = -told["plate"]
    body = at(cylinder(wide, high), 0, -told["motor_offset"], face - high)
    ears = at(box((told["motor_holes"] + 7, 7, 0.8)), 0, -told["motor_offset"], face - 0.8)
    shaft = cylinder(5.0, told["shaft"][2]) ^ box((6, 3.0, told["shaft"][2]))
    return body + ears + at(cylinder(collar, collar_high), z=face) + at(shaft, z=face)


def bearing(prints: Table) -> Solid:
    """A 608 in the plate."""
    return at(tube(22.0, 8.0, 7.0), z=-7.2)


def servo(prints: Table) -> Solid:
    """A servo of 9 g in its cheek, with its shaft on the cup's axis."""
    told, cup = prints["reader"], prints["cup"]
    inner = cup["inside"] / 2 + cup["wall"] + 3 + told["gap"]
    long, wide = 22.8, 12.0
    body = at(box((22.0, long, wide), (False, True, True)), inner, long / 2 - 5.6, 0)
    ears = at(box((2.4, 32.0, wide), (False, True, True)), inner + told["cheek"] + 0.1, long / 2 - 5.6, 0)
    shaft = at(lying(4.8, 4.0), inner - 1.9, 0, 0)
    return at(body + ears + shaft, z=told["axis_height"])


def dowel(prints: Table) -> Solid:
    """The pin of 6 mm, pressed into the cup, that lies in the cheek's slot."""
    cup = prints["cup"]
    inner = cup["inside"] / 2 + cup["wall"] + 3
    long = cup["pin_length"] + 5
    return at(lying(cup["pin"] - 0.05, long), -inner + 4.9 - long / 2, 0, prints["reader"]["axis_height"])


def oled(prints: Table) -> Solid:
    """A 1.3 inch panel under the seat's lid."""
    seat = prints["seat"]
    x, y = seat["oled_at"]
    return at(box((35.4, 33.5, 4.0)), x, y, -seat["lid"] - 4.0)


def buttons(prints: Table) -> Solid:
    """The two buttons of a seat: 12 mm thread, 14 mm head, 20 mm deep."""
    seat = prints["seat"]
    one, other = (at(cylinder(12.0, 24.0), x, y, -20.0) + at(cylinder(14.0, 6.0), x, y, 0.01) for x, y in seat["buttons"])
    return one + other
