"""Mythicals on a panel: the board of tokens and the own collection as a small picture, markers as a number.

A colour is drawn as its symbol, for a panel has none.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from host.panels.pages.canvas import Canvas
from host.panels.pages.font import line
from host.panels.pages.page import Gauge
from host.panels.pictures.game import NO_MARKS, Game, Marks, Place, View, Wish
from shared_rules.words import _

WIDE, HIGH = 10, 11
"""Pixels from one token to the next, its edge included."""
MARKERS, CARDS = "+", "#"
"""The signs of the two numbers: markers in the supply, cards in the draw pile."""
_COLOUR: Final = re.compile(r"^.*?(?=(?:full suite|suite of|set of) ?\d*)")
_VERBS_OF_TOKENS: Final = ("acquire", "consolidate", "block")


def _rows(text: str) -> tuple[int, tuple[int, ...]]:
    drawn = text.split()
    return len(drawn[0]), tuple(int(row.replace(".", "0").replace("#", "1"), 2) for row in drawn)


SYMBOLS: Final = {
    "circle": _rows(".###. #...# #...# #...# .###."),
    "square": _rows("##### #...# #...# #...# #####"),
    "triangle": _rows("..#.. ..#.. .#.#. .#.#. #####"),
    "diamond": _rows("..#.. .#.#. #...# .#.#. ..#.."),
    "four-petal": _rows("##.## ##.## ..#.. ##.## ##.##"),
    "star": _rows("#.#.# .###. ##### .###. #.#.#"),
}
_CHOOSABLE: Final = _rows("### .## ..#")


@dataclass(frozen=True, slots=True)
class Token:
    """A token on the board: its place, its `points`, the `markers` on it, whether it is `blocked`."""

    place: int
    points: int
    markers: int = 0
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """The tokens by column, each column from the bottom upwards (None: an empty place), its symbol below."""

    symbols: tuple[str, ...]
    columns: tuple[tuple[Token | None, ...], ...]
    cursor: int | None = None
    choosable: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        return len(self.columns) * WIDE + 1

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Points as a number, a dot a marker, a bar below blocked ones; the cursor's token inverse."""
        rows = max(len(column) for column in self.columns)
        for number, column in enumerate(self.columns):
            left = x + number * WIDE
            for level, token in enumerate(column):
                if token is not None:
                    self._token(canvas, token, left, y + (rows - 1 - level) * HIGH)
            canvas.stamp(left + 3, y + rows * HIGH + 3, *SYMBOLS[self.symbols[number]])

    def _token(self, canvas: Canvas, token: Token, x: int, y: int) -> None:
        for down in (0, HIGH):
            canvas.dots(x, y + down, WIDE + 1)
        for right in (0, WIDE):
            canvas.dots_down(x + right, y, HIGH + 1)
        width, rows = line(str(token.points))
        canvas.stamp(x + (WIDE + 1 - width) // 2, y + 1, width, rows)
        for at in range(min(token.markers, 4)):
            canvas.fill(x + 2 + 2 * at, y + HIGH - 2, 1, 2)
        if token.blocked:
            canvas.fill(x + 1, y + HIGH - 2, WIDE - 1, 2)
        if token.place == self.cursor:
            canvas.invert(x + 1, y + 1, WIDE - 1, HIGH - 1)
        elif token.place in self.choosable:
            canvas.stamp(x + WIDE - 3, y + 1, *_CHOOSABLE)


def place_of(token: str) -> int:
    """The number of a token's place in the picture. It comes from the token's id alone: an answer tells no more."""
    return zlib.crc32(token.encode())


class Mythicals(Game):
    """Tokens are chosen on the board; markers and cards that are left stand in the corner."""

    def turn(self, view: View, asked: Sequence[dict[str, Any]]) -> int | None:
        """Nobody's as long as cards are dealt and it is thrown for who begins."""
        tasks = {one.get("task", {}).get("what") for one in asked}
        early = tasks & {"set_board", "build_deck"} or any(one.get("dice") == ["first player"] for one in asked)
        dealt = view["deck"] < 44 or all(seat["hand_size"] in (None, 2) for seat in view["seats"])
        return None if early or not dealt else super().turn(view, asked)

    def gauges(self, view: View, seat: int) -> tuple[Gauge, ...]:
        return Gauge(CARDS, str(view["deck"])), Gauge(MARKERS, str(view["markers"]))

    def picture(self, view: View, seat: int, marks: Marks = NO_MARKS) -> Board:
        symbols = {colour["id"]: colour["symbol"] for colour in view["colours"]}
        columns = tuple(tuple(_token(view, token) for token in tokens) for tokens in view["columns"].values())
        return Board(tuple(symbols[column] for column in view["columns"]), columns, marks.cursor, frozenset(marks.choosable))

    def place(self, answer: Any) -> Place | None:
        match answer:
            case [verb, str(token), *_] if verb in _VERBS_OF_TOKENS:
                return Place(place_of(token))
        return None

    def short(self, label: str) -> str:
        """Without the colour, which the cursor shows."""
        return _COLOUR.sub("", label)

    def wishes(self, asked: dict[str, Any], view: View) -> list[Wish]:
        """Tokens that cannot be acquired or marked, a second draw, cards of the reserve."""
        verbs = {option["answer"][0] for option in asked.get("options", [])}
        found = []
        if verbs & {"reveal", "take"}:
            found = [Wish(["reveal"], _("reveal three cards")), Wish(["skip"], _("draw nothing"))]
            found += [Wish(["take", [card]], _cards_text(view, [card])) for card in dict.fromkeys(view["reserve"] or [])]
        for token in view["tokens"] if verbs & {"acquire", "pay", *_VERBS_OF_TOKENS} else ():
            name = _token_text(view, token)
            if "acquire" in verbs or "pay" in verbs:
                found.append(Wish(["acquire", token], name))
            else:
                found.append(Wish(["consolidate", token, 1], f"{name}: +1"))
                found.append(Wish(["block", token], _("{token}: block").format(token=name)))
        return found

    def facts(self, view: View, names: Sequence[str]) -> list[str]:
        found = []
        if view["reserve"] is not None:
            found.append(_("Reserve: {cards}").format(cards=_cards_text(view, view["reserve"]) or _("empty")))
        for name, seat in zip(names, view["seats"], strict=True):
            told = _("{who}: {tokens} tokens, {markers} markers")
            found.append(told.format(who=name, tokens=seat["tokens"], markers=seat["markers"]))
            if seat["top"]:
                found.append("• " + _token_text(view, seat["top"]))
            if seat["hand"] is not None:
                found.append("• " + (_cards_text(view, seat["hand"]) or _("no cards")))
            elif seat["hand_size"] is not None:
                found.append("• " + _("{count} cards in hand").format(count=seat["hand_size"]))
        return found


def _token(view: View, name: str) -> Token | None:
    there = view["board"].get(name)
    if there is None:
        return None
    return Token(place_of(name), view["tokens"][name]["points"], there["markers"], there["blocked"])


def _colour(view: View, name: str) -> str:
    colour = next(colour for colour in view["colours"] if colour["id"] == name)
    return f"{colour['name']} {_(colour['symbol'])}"


def _token_text(view: View, name: str) -> str:
    token = view["tokens"][name]
    what = {"suite": _("suite of {size}"), "set": _("set of {size}"), "full": _("full suite")}[token["kind"]]
    return f"{_colour(view, token['column'])} {what.format(size=token['size'])}"


def _cards_text(view: View, cards: Sequence[str]) -> str:
    """Cards by colour, each colour with its symbol."""
    by_colour: dict[str, list[str]] = {}
    for card in cards:
        face = view["cards"][card]
        by_colour.setdefault(_colour(view, face["colour"]), []).append(str(face["value"]))
    return "; ".join(f"{colour} {', '.join(values)}" for colour, values in by_colour.items())
