"""The dice reader: a die-shaped tumbler with the sensor in it, the cup that it is thrown in, and the base with servo and Pico."""

from __future__ import annotations

from hardware.prints.shape import Solid, at, ball, box, cylinder, lying, union
from hardware.sources import Table


def _rounded(prints: Table) -> Solid:
    tumbler = prints["tumbler"]
    return box((tumbler["edge"],) * 3, (True, True, True)) ^ ball(tumbler["ball"])


def tumbler(prints: Table) -> Solid:
    """The die's body, its middle at 0: a chamber for the sensor whose middle is the die's, open above."""
    told = prints["tumbler"]
    edge, (sx, sy, sz) = told["edge"], told["sensor"]
    chamber = at(box((sx, sy, edge)), z=-sz / 2)
    return _rounded(prints) - chamber


def tumbler_lid(prints: Table) -> Solid:
    """What closes the chamber: flush with the face, with a hole for the wire."""
    told = prints["tumbler"]
    sx, sy, _ = told["sensor"]
    gap = prints["printer"]["clearance"]
    lid = at(box((sx - 2 * gap, sy - 2 * gap, told["lid"])), z=told["edge"] / 2 - told["lid"])
    return lid - at(cylinder(told["wire"], told["edge"]), z=0)


def cup(prints: Table) -> Solid:
    """The cup around its axis of swing, along x through 0: a hole for a pin on one side, the servo's horn in the other."""
    told = prints["cup"]
    outside, high = told["inside"] + 2 * told["wall"], told["depth"] + told["wall"]
    body = cylinder(outside, high) - at(cylinder(told["inside"], high), z=told["wall"])
    # Pads reach down to the plate that they are printed on.
    pad = at(box((8.0, told["horn"][1] + 6, high / 2 + told["horn"][1] / 2 + 3)), outside / 2 - 1)
    pads = pad + at(box((8.0, 20.0, high / 2 + 10)), -outside / 2 + 1)
    body += pads - at(cylinder(told["inside"] + 1, high + 40), z=-20)
    # A pin of steel is pressed in: a printed one would hang in the air, and break.
    pin = at(lying(told["pin"], 9.8), -(outside / 2 + 3), 0, high / 2)
    width, length, thick = told["horn"]
    horn = at(box((thick, width, length), (True, True, True)), outside / 2 + 3 - thick / 2 + 0.01, 0, high / 2)
    screw = at(lying(2.4, 12), outside / 2, 0, high / 2)
    return at(body - pin - horn - screw, z=-high / 2)


def reader_base(prints: Table) -> Solid:
    """The base with its cheeks, the cup's axis along x at z = `axis_height`, Pico tray and the roller's button in front."""
    told, cup_ = prints["reader"], prints["cup"]
    px, py, pz = told["plate"]
    half = cup_["inside"] / 2 + cup_["wall"] + 3 + told["gap"]
    height = told["axis_height"] + 14
    cheek = box((told["cheek"], told["cheek_width"], height))
    pin_side, servo_side = at(cheek, -half - told["cheek"] / 2), at(cheek, half + told["cheek"] / 2)
    plate = box((px, py, pz))
    pin = at(lying(cup_["pin"] + 2 * prints["printer"]["clearance"], 4 * told["cheek"]), -half, 0, told["axis_height"])
    # The pin is let in from above.
    slot = at(box((4 * told["cheek"], cup_["pin"] + 2 * prints["printer"]["clearance"], 40)), -half, 0, told["axis_height"])
    long, wide = told["servo"]
    # A servo's shaft is not in the middle of its case: 5.3 mm from one end of a servo of 9 g.
    shift = long / 2 - 5.9
    servo = at(box((4 * told["cheek"], long, wide), (True, True, True)), half, shift, told["axis_height"])
    holes = [at(lying(2.0, 40), half, shift + side * told["servo_holes"] / 2, told["axis_height"]) for side in (-1, 1)]
    tray_x, tray_y, tray_z = told["pico"]
    rim = box((tray_x + 4, tray_y + 4, tray_z + 2)) - at(box((tray_x, tray_y, tray_z + 4)), z=2)
    rim -= at(box((12, 12, 12)), tray_x / 2, 0, 2)
    tray = at(rim, -px / 2 + tray_x / 2 + 6, -py / 2 + tray_y / 2 + 4, pz - 1)
    stand = at(box((24, 5, 26)), px / 2 - 22, -py / 2 + 8, pz - 1)
    stand -= at(cylinder(told["button"], 20).rotate((90, 0, 0)), px / 2 - 22, -py / 2 + 18, pz + 13)
    foot = cylinder(prints["screw"]["through"], 20)
    feet = [at(foot, sx * (px / 2 - 5), sy * (py / 2 - 5), -5) for sx in (-1, 1) for sy in (-1, 1)]
    return (plate + pin_side + servo_side + tray + stand) - union([pin, slot, servo, *holes, *feet])
