"""Small parts of Mycelia's words: numbers of things, fields, names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.fields import board_of, is_shrine, place_of
from shared_rules.words import _

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def drops_text(count: int) -> str:
    """So many drops."""
    return _("1 drop") if count == 1 else _("{count} drops").format(count=count)


def leaves_text(count: int) -> str:
    """So many leaves, the currency."""
    return _("1 leaf") if count == 1 else _("{count} leaves").format(count=count)


def land_text(land: str | None) -> str:
    """A field by its landscape. A leaf field has nothing to do with leaves (MYC-R-52)."""
    return {
        "leaf": _("leaf field"),
        "moss": _("moss field"),
        "water": _("water field"),
        "soil": _("soil field"),
        "shrine": _("shrine field"),
    }.get(land or "", _("field"))


def place_text(place: dict[str, Any]) -> str:
    """A field as an event tells it."""
    at = _("row {row}, column {column}").format(row=place["row"], column=place["column"])
    return f"{land_text(place['land'])} ({at})"


def direction_text(m: Mycelia, who: int, field: int, to: int) -> str:
    """Where `to` lies from its neighbour `field`."""
    width = board_of(m, who).width
    by_step = {-width: _("up"), -1: _("left"), 1: _("right"), width: _("down")}
    return by_step[to - field] + (" " + _("onto the shrine") if is_shrine(m, who, to) else "")


def name_text(names: Sequence[str], seat: int | None) -> str:
    """What people call a seat."""
    if seat is None:
        return _("the table")
    return names[seat] if seat < len(names) else _("seat {number}").format(number=seat)


def field_text(m: Mycelia, who: int | None, field: int) -> str:
    """A field of somebody's board."""
    return place_text(place_of(m, who or 0, field))
