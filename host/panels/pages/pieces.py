"""Setting right what the table has wrong: what can be chosen, in words, and the screens for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from host.panels.pages.asks import Desk, name_of
from host.panels.pages.screens import Correct, Item, Listing, Output, Reading, Screen
from shared_rules.words import _

Piece = dict[str, Any]
"""Something that can be set right, as `Match.correctable` has it."""
Correctable = Callable[[int | None], list[Piece]]
"""What can be set right now, as that seat may know it."""


class CorrectDesk(Desk, Protocol):
    """What these screens need of the panel that they are on."""

    correctable: Correctable | None


# -- words --------------------------------------------------------------------------------------------------------------


def piece_words(piece: Piece, names: Sequence[str]) -> str:
    """What it is, with the name of whose it is."""
    return _named(piece["text"], names)


def value_words(value: Any, names: Sequence[str]) -> str:
    """How it stands, or may be set."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _named(value, names) if isinstance(value, str) else str(value)


def values_of(piece: Piece) -> list[Any]:
    """All that it may be set to."""
    if "range" in piece:
        return list(range(piece["range"][0], piece["range"][1] + 1))
    return list(piece["values"])


def _named(text: str, names: Sequence[str]) -> str:
    """`text` with what people call the seats in it: as in "seat 0: leaves", "seat 0 hand" or "seat 0, seat 1"."""

    def name(seat: re.Match[str]) -> str:
        return name_of(names, int(seat[1])) + (": " if seat[2] else "")

    return re.sub(r"\bseat (\d+)\b( (?=\w))?", name, text)


# -- screens ------------------------------------------------------------------------------------------------------------


def correcting(desk: CorrectDesk) -> Screen:
    """First where it is, one's own things first; then what, then what it should be."""
    pieces = desk.correctable(desk.eyes) if desk.correctable else []
    if not pieces:
        return Reading(_("Nothing can be set right at this moment. Answer what is asked, then try again."), desk.close)
    groups: dict[str, list[Piece]] = {}
    for piece in sorted(pieces, key=lambda piece: _order(piece, desk.eyes)):
        groups.setdefault(_group(piece, desk.names), []).append(piece)
    items = [Item(f"{label} >", _opener(desk, label, group), mark=label) for label, group in groups.items()]
    return Listing(_("The table is right. What is wrong here?"), items, None, "correct")


def _order(piece: Piece, eyes: int) -> int:
    if piece["what"] == "card":
        return 3
    return 2 if piece["seat"] is None else int(piece["seat"] != eyes)


def _group(piece: Piece, names: Sequence[str]) -> str:
    if piece["what"] == "card":
        return _("cards: {place}").format(place=value_words(piece["value"], names))
    if piece["seat"] is None:
        return _("the table")
    who = name_of(names, piece["seat"])
    return _("{who}: the board").format(who=who) if "place" in piece else who


def _opener(desk: CorrectDesk, label: str, group: Sequence[Piece]) -> Callable[[], Sequence[Output]]:
    def item(piece: Piece) -> Item:
        what = piece_words(piece, desk.names)
        short = what.removeprefix(f"{name_of(desk.names, piece['seat'])}: ") if piece["seat"] is not None else what
        shown = f"{short}: {value_words(piece['value'], desk.names)}"
        if piece["what"] == "card":  # where it is says the title
            shown = piece.get("card", short)
        return Item(shown, lambda: desk.open(_values(desk, piece)), full=what, mark=piece["path"])

    return lambda: desk.open(Listing(label, [item(piece) for piece in group], None, "piece"))


def _values(desk: CorrectDesk, piece: Piece) -> Listing:
    """The cursor stands on how it is now: from there a number is one press away, up by clicking next and down by holding it."""
    now = piece["value"]
    as_it_is = Item(_("{value}, as it is").format(value=value_words(now, desk.names)), desk.close, mark="as it is")

    def item(value: Any) -> Item:
        return Item(value_words(value, desk.names), lambda: (Correct(piece["path"], value),), mark=["to", value])

    values = values_of(piece)
    items = [as_it_is if value == now else item(value) for value in values]
    if now not in values:
        items.insert(0, as_it_is)
    prompt = _("{piece}: what is right?").format(piece=piece_words(piece, desk.names))
    return Listing(prompt, items, None, "value", stays=True, cursor=items.index(as_it_is))
