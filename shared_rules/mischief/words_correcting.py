"""Words for corrections and for what is put back after an undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from shared_rules.events import Told
from shared_rules.mischief.words_modes import person
from shared_rules.words import _, undone_text

_PIECES: dict[str, Callable[[str], str]] = {
    "figure": lambda thing: thing,
    "keeper": lambda thing: _("the Groundskeeper"),
    "score": lambda thing: _("points of team {number}").format(number=thing),
    "hedge": lambda thing: _("the Hedge {place}").format(place=thing),
    "clutter": lambda thing: _("the Clutter on {place}").format(place=thing),
    "stop": lambda thing: _("Destination {number}").format(number=thing),
    "die": lambda thing: _("{ability} die").format(ability=thing),
    "collected": lambda thing: _("Tomes beside the board"),
    "legendary": lambda thing: _("Tome on the Legendary slot"),
    "track": lambda thing: _("Tomes on the track {ability}").format(ability=thing),
    "tomes": lambda thing: _("Tomes on {place}").format(place=thing),
}
"""What people call a piece, by what it is; the argument is which one."""


def piece_text(piece: dict[str, Any], names: Sequence[str] = ()) -> str:
    """A piece that can be set, or has to be put back, without its value."""
    text = _PIECES[piece["what"]](piece["thing"])
    seat = piece["seat"]
    if seat is None:
        return text
    return f"{person(names, seat)}: {text}"


def value_text(value: Any) -> str:
    """A value in words."""
    if value is None:
        return _("off the board")
    return {True: _("yes"), False: _("no")}[value] if isinstance(value, bool) else str(value)


def corrected_words(told: Told, names: Sequence[str]) -> str:
    """What was set right."""
    text = _("Corrected: {piece} {value}, not {was}.")
    return text.format(piece=piece_text(told, names), value=value_text(told["value"]), was=value_text(told["was"]))


def undone_words(told: Told, names: Sequence[str]) -> str:
    """Who took back how much, and what people have to put back."""
    tasks = [
        _("{piece} {value}, now {was}").format(
            piece=piece_text(piece, names), value=value_text(piece["value"]), was=value_text(piece["was"])
        )
        for piece in told["put_back"]
    ]
    return undone_text(told, names, tasks)
