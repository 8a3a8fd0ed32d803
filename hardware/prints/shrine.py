"""The Shrine: a ring with holes for drops and a pocket for the die turns once over a plate with an opening for each.

Everything is modelled where it is when the Shrine is put together and the ring stands at home; z = 0 is the plate's upper side,
x points to the openings' side (angle 0). The drops' opening is at angle 0, under the ring's one place without a hole.
"""

from __future__ import annotations

import math

from hardware.prints.shape import Solid, around, at, box, cylinder, polar, prism, tube, union
from hardware.sources import Table

_FEET = (60, 120, 240, 300)
_BEARING_LOW = -0.2
"""The bearing's upper side: a little below the plate's."""


def hole_angles(prints: Table) -> list[float]:
    """Where the ring's holes stand at home: evenly around, with the place over the opening left out."""
    places = prints["shrine"]["holes"] + 1
    return [360 / places * place for place in range(1, places)]


def hole_cutters(prints: Table) -> list[Solid]:
    """What each hole of the ring takes out, from far below to far above."""
    told = prints["shrine"]
    return [polar(at(cylinder(told["hole"], 60), z=-20), told["pitch_radius"], angle) for angle in hole_angles(prints)]


def pocket_cutter(prints: Table) -> Solid:
    """What the die's pocket takes out; at home it stands at angle 0."""
    told = prints["shrine"]
    return polar(at(box((told["pocket"], told["pocket"], 60)), z=-20), told["pocket_radius"], 0)


def opening_cutter(prints: Table) -> Solid:
    """The drops' opening in the plate."""
    told = prints["shrine"]
    return polar(at(cylinder(told["opening"], 60), z=-20), told["pitch_radius"], 0)


def die_opening_cutter(prints: Table) -> Solid:
    """The die's opening in the plate."""
    told = prints["shrine"]
    return polar(at(box((told["die_opening"], told["die_opening"], 60)), z=-20), told["pocket_radius"], told["die_opening_angle"])


def shrine_ring(prints: Table) -> Solid:
    """The ring, carried by the hub's hexagon; a magnet for the home mark sits in its lower side."""
    told = prints["shrine"]
    ring = at(cylinder(2 * told["ring_radius"], told["ring"]), z=told["ring_gap"])
    clear = prints["printer"]["clearance"]
    seat = at(prism(6, told["flange"] + 2 * clear, told["flange_thick"] + 0.4), z=told["ring_gap"] - 0.4)
    # Funnels for fingers: each hole is wider above.
    rim = at(cylinder(told["hole"], 2.0, told["hole"] + 4), z=told["ring_gap"] + told["ring"] - 1.99)
    rims = [polar(rim, told["pitch_radius"], angle) for angle in hole_angles(prints)]
    magnet = polar(at(cylinder(told["magnet"][0], told["magnet"][1] + 1), z=told["ring_gap"] - 1), told["magnet_radius"], 180)
    arrow = polar(at(prism(4, 6, 2), z=told["ring_gap"] + told["ring"] - 0.8), told["ring_radius"] - 6, 0)
    return ring - union([*hole_cutters(prints), *rims, pocket_cutter(prints), seat, magnet, arrow])


def shrine_hub(prints: Table) -> Solid:
    """The hexagon that carries the ring, and the stub through the bearing that the motor's shaft goes into."""
    told = prints["shrine"]
    flange = at(prism(6, told["flange"], told["flange_thick"]), z=told["ring_gap"] - 0.4)
    # A shoulder on the bearing's inner ring keeps the flange off the plate.
    shoulder = at(cylinder(12.0, told["ring_gap"] + 1.0), z=_BEARING_LOW)
    stub = at(cylinder(told["stub"], told["stub_length"] + 0.5), z=-told["stub_length"])
    wide, flats, long = told["shaft"]
    shaft = cylinder(wide, long + 0.5) ^ box((wide + 1, flats, long + 0.5))
    return flange + shoulder + stub - at(shaft, z=-told["plate"])


def shrine_plate(prints: Table) -> Solid:
    """The plate under the ring: two openings, the bearing, the motor below it, the hall switch under the magnet's place."""
    told = prints["shrine"]
    thick = told["plate"]
    plate = at(cylinder(2 * (told["wall_inside"] - prints["printer"]["clearance"]), thick), z=-thick)
    wide, deep = told["bearing"]
    bearing = at(cylinder(wide, deep + 1), z=-deep + _BEARING_LOW)
    bore = at(cylinder(14.0, 40), z=-20)
    screw = at(cylinder(prints["screw"]["into"], 40), z=-20)
    ears = [at(screw, side * told["motor_holes"] / 2, -told["motor_offset"]) for side in (-1, 1)]
    hx, hy = told["hall"]
    hall = polar(at(box((hx, hy, thick - 1.2)), z=-thick), told["magnet_radius"], 180)
    foot = at(cylinder(prints["screw"]["through"], 40), z=-20)
    feet = [polar(foot, told["wall_inside"] - 6, angle) for angle in _FEET]
    spread = prints["funnel"]["holes"] / 2
    below = [at(screw, told["pitch_radius"], side * spread) for side in (-1, 1)]
    cut = [bearing, bore, *ears, hall, *feet, *below, opening_cutter(prints), die_opening_cutter(prints)]
    return plate - union(cut)


def shrine_base(prints: Table) -> Solid:
    """The round house: wall, bosses for the plate, doors for drops and die, cable hole, the lid switch's bracket outside."""
    told = prints["shrine"]
    outside = 2 * (told["wall_inside"] + told["wall"])
    low, high = -told["base_height"], told["wall_height"]
    wall = at(tube(outside, 2 * told["wall_inside"], high - low), z=low)
    floor = at(cylinder(outside, 3), z=low)
    boss, thread = at(cylinder(11.0, -low - told["plate"]), z=low), at(cylinder(prints["screw"]["into"], 14), z=-told["plate"] - 13)
    bosses, threads = ([polar(one, told["wall_inside"] - 6, angle) for angle in _FEET] for one in (boss, thread))
    door_x, door_z = told["tray_door"]
    # A roof of 45 degrees needs no support.
    roof = box((60, door_x / math.sqrt(2), door_x / math.sqrt(2)), (True, True, True)).rotate((45, 0, 0))
    door = box((60, door_x, door_z)) + at(roof, z=door_z)
    doors = [polar(at(door, z=low + 3), told["wall_inside"], angle) for angle in (0, 180)]
    cable = polar(at(box((30, 14, 10)), z=low + 3), told["wall_inside"], 90)
    below = at(box((30, 20, 30), (False, True, False)).rotate((0, -45, 0)), -0.01, 0, -14)
    wedge = box((10, 16, 28), (False, True, False)) - below
    switch = polar(at(wedge, told["wall"] - 1, 0, high - 34), told["wall_inside"], 90)
    across = cylinder(2.0, 40).rotate((0, 90, 0))
    holes = [polar(at(across, -10, side * 4.75, high - 13), told["wall_inside"], 90) for side in (-1, 1)]
    return union([wall, floor, *bosses, switch]) - union([*threads, *doors, cable, *holes])


def shrine_lid(prints: Table) -> Solid:
    """The lid: a slot for drops and not for fingers, a rim inside the wall, a tab for the switch, a hole for its knob."""
    told = prints["shrine"]
    outside = 2 * (told["wall_inside"] + told["wall"])
    high = told["wall_height"]
    clear = prints["printer"]["clearance"]
    plate = at(cylinder(outside, told["lid"]), z=high)
    rim_outside = 2 * (told["wall_inside"] - clear)
    rim = at(tube(rim_outside, rim_outside - 4, told["lid_rim"]), z=high - told["lid_rim"])
    slot = at(tube(2 * told["pitch_radius"] + told["lid_slot"], 2 * told["pitch_radius"] - told["lid_slot"], 40), z=high - 20)
    slot -= union([at(around(box((8, 300, 60)), angle), z=high - 30) for angle in (45, 135)])
    middle = at(cylinder(prints["screw"]["through"], 40), z=high - 20)
    tab = polar(at(box((12, 10, told["lid"])), told["wall"] + 4, 0, high), told["wall_inside"], 90)
    return plate + rim + tab - slot - middle


def shrine_knob(prints: Table) -> Solid:
    """What the lid is lifted by: screwed on from below, so that the lid's upper side is flat to be printed on."""
    told = prints["shrine"]
    knob = cylinder(26, 12, 30) - at(cylinder(prints["screw"]["into"], 9), z=-1)
    return at(knob, z=told["wall_height"] + told["lid"])


def funnel(prints: Table) -> Solid:
    """The funnel below the drops' opening, hanging under the plate: its throat lets one drop through at a time, past the beam."""
    told, shrine = prints["funnel"], prints["shrine"]
    wall = told["wall"]
    fx, fy, fz = told["flange"]
    # The flange is narrow towards the wall of the house.
    flange = box((fy, fx, fz))
    cone = at(cylinder(told["throat"] + 2 * wall, told["height"], told["top"] + 2 * wall), z=-told["height"])
    throat = at(cylinder(told["throat"] + 2 * wall, told["throat_length"] + 0.01), z=-told["height"] - told["throat_length"])
    thick = told["beam"] + 2 * wall
    barrel = at(box((thick, told["throat"] + 16, thick), (True, True, True)).rotate((0, 45, 0)), z=_beam_z(told))
    inside = at(cylinder(told["throat"], told["height"], told["top"]), z=-told["height"])
    inside += at(cylinder(told["top"], fz + 2), z=-0.01)
    inside += at(cylinder(told["throat"], told["throat_length"] + 2), z=-told["height"] - told["throat_length"] - 1)
    beam = at(cylinder(told["beam"], 60).rotate((90, 0, 0)), 0, 30, _beam_z(told))
    screws = [at(cylinder(prints["screw"]["through"], 20), 0, side * told["holes"] / 2, -5) for side in (-1, 1)]
    solid = (flange + cone + throat + barrel) - inside - beam - union(screws)
    return at(solid, shrine["pitch_radius"], 0, -shrine["plate"] - fz)


def _beam_z(told: Table) -> float:
    height: float = -told["height"] - told["throat_length"] / 2
    return height
