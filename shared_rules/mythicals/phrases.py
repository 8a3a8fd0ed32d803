"""Small parts of what people read: cards, tokens, counts.

A colour is told with its symbol, so that nobody has to tell colours apart. Cards and tokens come as events tell them
(`MythicalsPack.told`), so that texts need nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from shared_rules.mythicals.payments import JOKER
from shared_rules.mythicals.state import DAYBREAK
from shared_rules.words import _

Face = dict[str, Any]


def cards_count(count: int) -> str:
    """So many cards."""
    return _("1 card") if count == 1 else _("{count} cards").format(count=count)


def markers_text(count: int) -> str:
    """So many bonus markers."""
    return _("1 marker") if count == 1 else _("{count} markers").format(count=count)


def points_text(count: int) -> str:
    """So many points."""
    return _("1 point") if count == 1 else _("{count} points").format(count=count)


def colour_name(name: str, symbol: str) -> str:
    """A colour with the symbol that stands beside it."""
    symbols = {
        "circle": _("circle"),
        "square": _("square"),
        "triangle": _("triangle"),
        "diamond": _("diamond"),
        "four-petal": _("four-petal"),
        "star": _("star"),
    }
    return f"{name} {symbols[symbol]}"


def cards_text(cards: Sequence[Face]) -> str:
    """Cards by colour, as "red triangle 1, 2 and joker; blue diamond 5"."""
    by_colour: dict[str, list[str]] = {}
    for card in cards:
        if card["card"] == DAYBREAK:
            by_colour[_("Daybreak")] = []
        else:
            value = _("joker") if card["value"] == JOKER else str(card["value"])
            by_colour.setdefault(colour_name(card["name"], card["symbol"]), []).append(value)
    return "; ".join(f"{colour} {listed(values)}" if values else colour for colour, values in by_colour.items())


def listed(things: Sequence[str]) -> str:
    """One thing, or several with an "and"."""
    return things[0] if len(things) == 1 else _("{some} and {last}").format(some=", ".join(things[:-1]), last=things[-1])


def token_text(token: Face) -> str:
    """A token by its colour and what it costs."""
    what = {
        "suite": _("{colour} suite of {size}"),
        "set": _("{colour} set of {size}"),
        "full": _("{colour} full suite"),
    }[token["kind"]]
    return what.format(colour=colour_name(token["name"], token["symbol"]), size=token["size"])


def person(names: Sequence[str], seat: int | None) -> str:
    """What people call a seat."""
    if seat is None:
        return _("the table")
    return names[seat] if seat < len(names) else _("seat {number}").format(number=seat)


def piece_text(piece: Face, names: Sequence[str]) -> str:
    """A piece, or a place of pieces, as corrections and undoing tell it."""
    thing = piece["thing"]
    match piece["what"]:
        case "token":
            text = token_text(thing)
        case "card":
            text = cards_text([thing])
        case "markers" if thing:
            text = _("markers on the {token}").format(token=token_text(thing))
        case "blocked":
            text = _("{token} blocked").format(token=token_text(thing))
        case what:
            text = _PLACES[what]()
    return text if piece["seat"] is None else f"{person(names, piece['seat'])}: {text}"


_PLACES: dict[str, Callable[[], str]] = {
    "marker supply": lambda: _("markers left"),
    "markers": lambda: _("markers"),
    "stack": lambda: _("tokens"),
    "hand": lambda: _("collection"),
    "reserve": lambda: _("reserve"),
    "revealed": lambda: _("revealed cards"),
    "discard": lambda: _("discarded cards"),
    "draw pile": lambda: _("cards in the draw pile"),
}


def value_text(value: Any, names: Sequence[str]) -> str:
    """How a piece stands: a number, yes or no, cards, or the places where it lies."""
    if isinstance(value, list):
        return cards_text(value) or _("none")
    if isinstance(value, str):
        return ", ".join(_place_text(place, names) for place in value.split(", "))
    return {True: _("yes"), False: _("no")}[value] if isinstance(value, bool) else _("none") if value is None else str(value)


def _place_text(place: str, names: Sequence[str]) -> str:
    if place.startswith("seat "):
        return person(names, int(place.removeprefix("seat ")))
    return {"board": _("on the board"), "taken": _("taken"), "reserve": _("reserve"), "discard": _("discarded")}[place]
