"""What is printed, under the names that builds.toml uses, and which of them have to fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from hardware.prints import bought, reader, seat, shrine
from hardware.prints.shape import Solid, around, at
from hardware.sources import BadPrints, Table

Maker = Callable[[Table], Solid]
PRINTS: Final[dict[str, Maker]] = {
    "seat_case": seat.seat_case, "seat_lid": seat.seat_lid,
    "tumbler": reader.tumbler, "tumbler_lid": reader.tumbler_lid, "cup": reader.cup, "reader_base": reader.reader_base,
    "shrine_ring": shrine.shrine_ring, "shrine_hub": shrine.shrine_hub, "shrine_plate": shrine.shrine_plate,
    "shrine_base": shrine.shrine_base, "shrine_lid": shrine.shrine_lid, "shrine_knob": shrine.shrine_knob, "funnel": shrine.funnel,
}  # fmt: skip
UPSIDE_DOWN: Final = ("seat_lid", "shrine_ring", "shrine_hub", "shrine_lid", "funnel", "tumbler_lid")
"""What is turned over from its place in the table to the printer's plate, so that its flat side lies there."""
TOUCH_MM3: Final = 0.5


def printed(name: str, prints: Table) -> Solid:
    """A print as it lies on the plate: lowest point on z = 0, middle at x = y = 0. Raises BadPrints."""
    try:
        solid = PRINTS[name](prints)
    except KeyError as error:
        raise BadPrints(f"prints.toml has no {error}, which {name.replace('_', ' ')} needs; add it, in millimetres") from error
    if name in UPSIDE_DOWN:
        solid = solid.rotate((180, 0, 0))
    elif name == "seat_case":
        # On the face that will be on the table.
        solid = solid.rotate((prints["seat"]["tilt"], 0, 0))
    x0, y0, z0, x1, y1, _ = solid.bounding_box()
    return at(solid, -(x0 + x1) / 2, -(y0 + y1) / 2, -z0)


class Fit(NamedTuple):
    """Two prints at one moment of a movement, and how much of them is in the same place, in cubic millimetres."""

    name: str
    moment: str
    shared_mm3: float

    @property
    def is_free(self) -> bool:
        """Whether nothing but rounding touches."""
        return self.shared_mm3 < TOUCH_MM3


def fits(prints: Table, step: float = 6.0) -> Iterator[Fit]:
    """Every pair that is put together, and what moves at each `step` degrees of its way."""
    made = {name: maker(prints) for name, maker in PRINTS.items()}

    def shared(one: Solid, other: Solid) -> float:
        return float((one ^ other).volume())

    yield Fit("seat lid in its case", "at rest", shared(made["seat_case"], made["seat_lid"]))
    yield Fit("tumbler's lid in the tumbler", "at rest", shared(made["tumbler"], made["tumbler_lid"]))
    axis = prints["reader"]["axis_height"]
    swing = prints["cup"]["swing"]
    for angle in range(-round(swing), round(swing) + 1, 5):
        swung = at(made["cup"].rotate((angle, 0, 0)), z=axis)
        yield Fit("cup between its cheeks", f"{angle} degrees", shared(made["reader_base"], swung))
    yield Fit("knob on the lid", "at rest", shared(made["shrine_lid"], made["shrine_knob"]))
    for name in ("shrine_plate", "funnel", "shrine_lid"):
        yield Fit(f"{name.replace('_', ' ')} in the house", "at rest", shared(made["shrine_base"], made[name]))
    yield Fit("funnel under the plate", "at rest", shared(made["shrine_plate"], made["funnel"]))
    still = {name: made[name] for name in ("shrine_plate", "shrine_base", "shrine_lid", "funnel")}
    turning = made["shrine_ring"] + made["shrine_hub"]
    yield Fit("hub in the ring", "at rest", shared(made["shrine_ring"], made["shrine_hub"]))
    for number in range(round(360 / step)):
        turned = around(turning, number * step)
        for name, solid in still.items():
            yield Fit(f"ring and hub past {name.replace('_', ' ')}", f"{number * step:g} degrees", shared(turned, solid))


def room(prints: Table) -> Iterator[Fit]:
    """Every bought part in the printed ones around it."""
    made = {name: maker(prints) for name, maker in PRINTS.items()}
    around_it = {
        bought.motor: ("shrine_plate", "shrine_hub", "shrine_base", "funnel"),
        bought.bearing: ("shrine_plate", "shrine_hub"),
        bought.servo: ("reader_base", "cup"),
        bought.dowel: ("reader_base", "cup"),
        bought.oled: ("seat_case", "seat_lid"),
        bought.buttons: ("seat_case", "seat_lid"),
    }
    for maker, names in around_it.items():
        solid = maker(prints)
        for name in names:
            other = at(made[name], z=prints["reader"]["axis_height"]) if name == "cup" else made[name]
            yield Fit(f"{maker.__name__} in {name.replace('_', ' ')}", "at rest", float((solid ^ other).volume()))
    yield Fit("motor beside bearing", "at rest", float((bought.motor(prints) ^ bought.bearing(prints)).volume()))
    yield Fit("buttons beside the panel", "at rest", float((bought.buttons(prints) ^ bought.oled(prints)).volume()))


def gap_mm(one: Solid, other: Solid, within: float = 3.0) -> float:
    """The smallest distance between two solids, at most `within`."""
    return float(one.min_gap(other, within))


def open_holes(prints: Table, angle: float) -> list[int]:
    """The ring's holes that a drop could fall through when the ring stands at `angle`: any overlap with the opening counts."""
    opening = shrine.opening_cutter(prints)
    return [n for n, hole in enumerate(shrine.hole_cutters(prints)) if (around(hole, angle) ^ opening).volume() > TOUCH_MM3]


def die_falls(prints: Table, angle: float) -> float:
    """Which part of the die's pocket is over the die's opening when the ring stands at `angle`: 0 to 1."""
    pocket = shrine.pocket_cutter(prints)
    return float((around(pocket, angle) ^ shrine.die_opening_cutter(prints)).volume() / pocket.volume())
