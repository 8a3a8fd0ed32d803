"""The pictures that the guide shows: each print alone, and how they go together."""

from __future__ import annotations

from typing import Any, Final

from hardware.prints import bought
from hardware.prints.catalogue import PRINTS
from hardware.prints.render import Seen, picture, titled
from hardware.prints.shape import Solid, at
from hardware.sources import Table

_BLUE: Final = (120, 165, 205)
_GREEN: Final = (140, 190, 130)
_GREY: Final = (175, 175, 180)
_SAND: Final = (222, 186, 128)
_RED: Final = (205, 120, 105)
_SIZE: Final = (760, 620)


def single(name: str, prints: Table, size: tuple[int, int] = (460, 380)) -> Any:
    """One print, seen from above; what has its shape below is seen from there."""
    solid = PRINTS[name](prints)
    tilt = -35.0 if name == "shrine_hub" else 38.0
    x0, y0, z0, x1, y1, z1 = solid.bounding_box()
    words = f"{name.replace('_', ' ')}  {x1 - x0:.0f} × {y1 - y0:.0f} × {z1 - z0:.0f} mm"
    return titled(picture([Seen(solid)], size, 30, tilt), words)


def _level(solid: Solid, prints: Table) -> Solid:
    """A seat's part as it stands on the table."""
    return solid.rotate((prints["seat"]["tilt"], 0, 0))


def seat(prints: Table) -> Any:
    """The seat's box, its lid lifted, panel and buttons below the lid."""
    parts = [
        Seen(_level(PRINTS["seat_case"](prints), prints), _SAND),
        Seen(_level(at(PRINTS["seat_lid"](prints), z=62), prints), _BLUE),
        Seen(_level(at(bought.oled(prints), z=34), prints), _GREEN),
        Seen(_level(at(bought.buttons(prints), z=92), prints), _RED),
    ]
    return titled(picture(parts, _SIZE, 30, 14), "Seat: case, panel (green), lid (blue), two buttons (red)")


def reader(prints: Table) -> Any:
    """The dice reader with its cup swung aside and the tumbler above it."""
    axis = prints["reader"]["axis_height"]
    parts = [
        Seen(PRINTS["reader_base"](prints), _SAND),
        Seen(at(PRINTS["cup"](prints).rotate((20, 0, 0)), z=axis), _BLUE),
        Seen(bought.servo(prints), _GREY),
        Seen(at(PRINTS["tumbler"](prints), z=axis + 75), _GREEN),
        Seen(at(PRINTS["tumbler_lid"](prints), z=axis + 95), _RED),
    ]
    return titled(picture(parts, _SIZE, 30, 22), "Dice reader: base, cup (blue) on servo (grey), tumbler (green) with its lid")


def shrine_parts(prints: Table) -> Any:
    """The Shrine's parts one above the other."""
    lift = {"shrine_base": 0, "funnel": 60, "shrine_plate": 95, "shrine_hub": 150, "shrine_ring": 175}
    lift |= {"shrine_lid": 205, "shrine_knob": 230}
    colours = dict(zip(lift, (_SAND, _GREEN, _SAND, _RED, _BLUE, _GREY, _RED), strict=True))
    parts = [Seen(at(PRINTS[name](prints), z=z), colours[name]) for name, z in lift.items()]
    parts += [Seen(at(bought.motor(prints), z=70), _GREY), Seen(at(bought.bearing(prints), z=128), _GREY)]
    return titled(picture(parts, (760, 900), 25, 20), "Shrine from below: house, funnel and motor, plate, bearing, hub, ring, lid")


def shrine_cut(prints: Table) -> Any:
    """The Shrine put together and cut through its middle and the funnel."""
    names = {"shrine_base": _SAND, "funnel": _GREEN, "shrine_plate": _SAND}
    names |= {"shrine_hub": _RED, "shrine_ring": _BLUE, "shrine_lid": _GREY, "shrine_knob": _RED}

    def half(solid: Solid) -> Solid:
        return solid.trim_by_plane((0.0, 1.0, 0.0), 0.0)

    parts = [Seen(half(PRINTS[name](prints)), colour) for name, colour in names.items()]
    parts += [Seen(half(bought.motor(prints)), _GREY), Seen(half(bought.bearing(prints)), _GREY)]
    words = "Shrine, cut: drops fall into the funnel (right), the die through the plate (left)"
    return titled(picture(parts, (900, 560), 0, 12), words)


ASSEMBLIES: Final = {"seat": seat, "reader": reader, "shrine-parts": shrine_parts, "shrine-cut": shrine_cut}
