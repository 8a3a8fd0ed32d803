"""A seat's panel: a wedge without a floor, and the lid with window and buttons that lies in its upper face.

Both are modelled with the upper face on z = 0; the table is the plane that cuts the wedge off below.
"""

from __future__ import annotations

import math

from hardware.prints.shape import Solid, at, box, cylinder, union
from hardware.sources import Table


def _corners(prints: Table) -> list[tuple[float, float]]:
    seat, wall = prints["seat"], prints["printer"]["wall"]
    x, y = (seat[side] / 2 - wall - seat["post"] / 2 for side in ("width", "depth"))
    return [(sx * x, sy * y) for sx in (-1, 1) for sy in (-1, 1)]


def seat_case(prints: Table) -> Solid:
    """The wedge. The lid's recess is open above, the cable leaves at the back. Its walls are as thick as the ledge: no overhang."""
    seat, printer = prints["seat"], prints["printer"]
    wall, wide, deep = printer["wall"], seat["width"], seat["depth"]
    high = seat["front"] + deep * math.tan(math.radians(seat["tilt"])) + 20
    body = at(box((wide, deep, high)), z=-high)
    ledge = seat["ledge"]
    inside = at(box((wide - 2 * (wall + ledge), deep - 2 * (wall + ledge), high + 2)), z=-high - 1)
    recess = at(box((wide - 2 * wall, deep - 2 * wall, seat["lid"] + 1)), z=-seat["lid"])
    posts = union([at(box((seat["post"], seat["post"], high)), x, y, -high - seat["lid"]) for x, y in _corners(prints)])
    posts ^= at(box((wide, deep, high)), z=-high - seat["lid"])
    threads = union([at(cylinder(prints["screw"]["into"], 14), x, y, -seat["lid"] - 12) for x, y in _corners(prints)])
    cable = at(box((seat["cable"][0], 2 * (wall + ledge) + 2, seat["cable"][1])), 0, deep / 2, -_back(seat) - 0.01)
    solid = ((body - inside - recess) + posts) - threads - cable
    # The table's plane: through the front edge's lower end, rising under the lid by `tilt`.
    tilt = math.radians(seat["tilt"])
    normal = (0.0, math.sin(tilt), math.cos(tilt))
    front = (0.0, -deep / 2, -seat["front"])
    return solid.trim_by_plane(normal, sum(a * b for a, b in zip(normal, front, strict=True)))


def _back(seat: Table) -> float:
    """How far below the lid's plane the table is at the back."""
    height: float = seat["front"] + seat["depth"] * math.tan(math.radians(seat["tilt"]))
    return height


def seat_lid(prints: Table) -> Solid:
    """The lid in its place: window, the panel's four holes, next and ok; back and menu are thin spots to be cut through."""
    seat, printer = prints["seat"], prints["printer"]
    gap = 2 * (printer["wall"] + printer["clearance"])
    thick = seat["lid"]
    lid = box((seat["width"] - gap, seat["depth"] - gap, thick))
    wx, wy = seat["window_at"]
    cut = [at(box((*seat["window"], thick + 2)), wx, wy, -1)]
    ox, oy = seat["oled_at"]
    hx, hy = (length / 2 for length in seat["oled_holes"])
    cut += [at(cylinder(seat["oled_hole"], thick + 2), ox + sx * hx, oy + sy * hy, -1) for sx in (-1, 1) for sy in (-1, 1)]
    cut += [at(cylinder(seat["button"], thick + 2), x, y, -1) for x, y in seat["buttons"]]
    cut += [at(cylinder(seat["button"], thick), x, y, -0.6) for x, y in seat["more_buttons"]]
    cut += [at(cylinder(prints["screw"]["through"], thick + 2), x, y, -1) for x, y in _corners(prints)]
    return at(lid - union(cut), z=-thick)
