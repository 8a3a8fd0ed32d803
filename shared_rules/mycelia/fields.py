"""The fields of one player's board: landscapes as they are now, and which fields are shrine fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.pack import Board

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def board_of(m: Mycelia, who: int) -> Board:
    """The side of the board that lies before `who`."""
    return m.pack.boards[m.state.seats[who].side]


def fields_of(m: Mycelia, who: int, land: str) -> list[int]:
    """The fields of a landscape, or with "any" all but shrine fields; a field under an additional one is none (MYC-XACT-11)."""
    seat = m.state.seats[who]
    fields = m.pack.boards[seat.side].fields[land]
    return [field for field in fields if field not in seat.shrines] if seat.shrines else fields


def is_shrine(m: Mycelia, who: int, field: int) -> bool:
    """Whether drops that come to `field` leave the board: the printed shrine field and the additional ones (MYC-XACT-12)."""
    seat = m.state.seats[who]
    return field == m.pack.boards[seat.side].shrine or field in seat.shrines


def lands_of(m: Mycelia, who: int) -> list[str | None]:
    """What each field counts as now."""
    seat = m.state.seats[who]
    lands = m.pack.boards[seat.side].lands[:]
    for field in seat.shrines:
        lands[field] = "shrine"
    return lands


def place_of(m: Mycelia, who: int, field: int) -> dict[str, Any]:
    """A field as events tell it."""
    place = board_of(m, who).places[field]
    return {**place, "land": "shrine"} if field in m.state.seats[who].shrines else place
