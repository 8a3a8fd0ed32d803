"""Words for corrections and for what is put back after an undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from shared_rules.events import Told
from shared_rules.words import _, undone_text

_PIECES: dict[str, Callable[[], str]] = {
    "leaves": lambda: _("leaves"),
    "drops left": lambda: _("drops left on the board"),
    "hand": lambda: _("cards in hand"),
    "supply": lambda: _("supply pile"),
    "discard": lambda: _("discard pile"),
    "shrine": lambda: _("drops in the shrine"),
    "tray": lambda: _("drops removed in this turn"),
    "box": lambda: _("drops in the box"),
    "lost": lambda: _("drops that are missing"),
    "gwidyon/drops": lambda: _("Gwidyon's drops"),
    "gwidyon/chip": lambda: _("Gwidyon's chip removes"),
    "supply_card": lambda: _("side of the supply card"),
    "die": lambda: _("opening of the die"),
    "round": lambda: _("round"),
    "showcase": lambda: _("showcase"),
    "showcase supply": lambda: _("supply pile of the showcase"),
    "showcase discard": lambda: _("discard pile of the showcase"),
    "outside": lambda: _("cards outside"),
}


def owner_text(seat: int | None, names: Sequence[str]) -> str:
    """Whose it is."""
    if seat is None:
        return ""
    return names[seat] if seat < len(names) else _("seat {number}").format(number=seat)


def piece_text(piece: dict[str, Any], names: Sequence[str] = ()) -> str:
    """A piece that can be set, or has to be put back, without its value."""
    if piece["what"] == "card":
        return _("{card}: where it is").format(card=piece["card"])
    if piece["what"] == "drops":
        place = piece["place"]
        text = _("drops on row {row}, column {column}").format(row=place["row"], column=place["column"])
    elif piece["what"] == "shrine field":
        place = piece["place"]
        text = _("shrine field on row {row}, column {column}").format(row=place["row"], column=place["column"])
    elif piece["what"].startswith("action "):
        text = _("action cards {action}").format(action=piece["what"].removeprefix("action "))
    elif piece["what"].startswith("used "):
        text = _("uses of action {action}").format(action=piece["what"].removeprefix("used "))
    else:
        text = _PIECES[piece["what"]]()
    who = owner_text(piece["seat"], names)
    return f"{who}: {text}" if who else text


def value_text(value: Any) -> str:
    """A value in words."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or _("none")
    return {True: _("yes"), False: _("no")}[value] if isinstance(value, bool) else _("none") if value is None else str(value)


def put_right_text(told: Told, names: Sequence[str]) -> str:
    """What was corrected, and what is missing now."""
    piece = {**told, "seat": told["seat"]}
    text = _("Corrected: {piece} {value}, not {was}.").format(
        piece=piece_text(piece, names), value=value_text(told["value"]), was=value_text(told["was"])
    )
    if told["lost"] > 0:
        return text + " " + _("{count} drops are missing from the game.").format(count=told["lost"])
    return text + " " + _("{count} drops more than there were have come.").format(count=-told["lost"]) if told["lost"] else text


def card_put_right_text(told: Told, names: Sequence[str]) -> str:
    """Which card was somewhere else."""
    card = told.get("name") or _("A card")
    places = {"place": place_text(told["place"], names), "goal": place_text(told["goal"], names)}
    return _("Corrected: {card} is in {goal}, not in {place}.").format(card=card, **places)


def place_text(place: str, names: Sequence[str]) -> str:
    """A place of cards."""
    if place.startswith("seat "):
        _seat, who, what = place.split()
        return f"{owner_text(int(who), names)}: {_PIECES[what]()}"
    return _PIECES[place]()


def undone_words(told: Told, names: Sequence[str]) -> str:
    """Who took back how much, and what people have to put back."""
    tasks = [
        _("{piece}: {value}, now {was}").format(
            piece=piece_text(piece, names), value=value_text(piece["value"]), was=value_text(piece["was"])
        )
        for piece in told["put_back"]
    ]
    return undone_text(told, names, tasks)
