"""Mycelia on a panel: the board as a small picture, leaves and shrine as numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from host.panels.pages.canvas import Canvas
from host.panels.pages.font import CHIP_BLANK, CHIP_REMOVES, DROP, GHOST, LEAF, SHRINE, line
from host.panels.pages.page import Gauge
from host.panels.pictures.game import NO_MARKS, Game, Marks, Place, View, Wish
from shared_rules.words import _

WIDE, HIGH = 12, 13
"""Pixels from one field to the next, its edge included."""
_BRACKETS: Final = re.compile(r"\s*\([^)]*\)")
_DIGIT: Final = 7
_VERBS_OF_FIELDS: Final = ("move", "remove", "around", "shrine_field")


def _rows(text: str) -> tuple[int, tuple[int, ...]]:
    drawn = text.split()
    return len(drawn[0]), tuple(int(row.replace(".", "0").replace("#", "1"), 2) for row in drawn)


_LANDS: Final = {
    "leaf": _rows("...## .#### ####. ###.. #...."),
    "moss": _rows("#.#.# .#.#. #.#.# .#.#. #.#.#"),
    "water": _rows(".#..# #.##. ..... .#..# #.##."),
    "soil": _rows("..... ..#.. .###. ##### #####"),
    "shrine": _rows("######### .#.....#. ######### .#.....#. .#.....#. .#.....#. .#.....#."),
}
_GETS: Final = _rows(".#. ### .#.")
_CHOOSABLE: Final = _rows("### .## ..#")


@dataclass(frozen=True, slots=True)
class Board:
    """A seat's board, row by row: `lands` (None: no field there), how many `drops` lie on each, and what is marked."""

    columns: int
    lands: tuple[str | None, ...]
    drops: tuple[int, ...]
    cursor: int | None = None
    goal: int | None = None
    choosable: frozenset[int] = frozenset()
    gets: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        return self.columns * WIDE + 1

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Landscapes by their sign in the corner, drops as a digit, the cursor's field inverse, its goal in a thick frame."""
        for field, land in enumerate(self.lands):
            if land is not None:
                self._field(canvas, field, land, *self._corner(field, x, y))

    def _corner(self, field: int, x: int, y: int) -> tuple[int, int]:
        return x + field % self.columns * WIDE, y + field // self.columns * HIGH

    def _field(self, canvas: Canvas, field: int, land: str, x: int, y: int) -> None:
        for down in (0, HIGH):
            canvas.dots(x, y + down, WIDE + 1)
        for right in (0, WIDE):
            canvas.dots_down(x + right, y, HIGH + 1)
        sign = _LANDS[land]
        canvas.stamp(x + 2, y + (4 if land == "shrine" else 1), *sign)
        if self.drops[field]:
            width, rows = line(str(self.drops[field]))
            bold = [row << 1 | row for row in rows[1:]]
            canvas.stamp(x + WIDE - 2 - width, y + HIGH - _DIGIT, width + 1, bold)
        if field in self.gets:
            canvas.stamp(x + WIDE - 4, y + 2, *_GETS)
        elif field in self.choosable and field != self.cursor:
            canvas.stamp(x + WIDE - 3, y + 1, *_CHOOSABLE)
        if field == self.cursor:
            canvas.invert(x + 1, y + 1, WIDE - 1, HIGH - 1)
        elif field == self.goal:
            canvas.frame(x, y, WIDE + 1, HIGH + 1)
            canvas.frame(x + 1, y + 1, WIDE - 1, HIGH - 1)


def _board_of(view: View, seat: int) -> dict[str, Any]:
    """The board that lies before a seat: boards may differ, and additional shrine fields lie on some."""
    board: dict[str, Any] = view["seats"][seat].get("board", view["board"])
    return board


class Mycelia(Game):
    """Leaves and shrine always in the corner, Gwidyon's pile with his chip where he plays; fields are chosen on the board."""

    def turn(self, view: View, asked: Sequence[dict[str, Any]]) -> int | None:
        """Nobody's as long as all prepare to play: then nobody has played a card, and no choice is open."""
        played = view["round"] > 1 or any(seat["discard"] for seat in view["seats"]) or view["shrine"]["holds"]
        if not played and not any(one["kind"] == "choice" for one in asked):
            return None
        return super().turn(view, asked)

    def opponent(self, view: View) -> str:
        return "Gwidyon" if view["gwidyon"] and view["gwidyon"]["on_turn"] else ""

    def gauges(self, view: View, seat: int) -> tuple[Gauge, ...]:
        shrine = view["shrine"]
        holds = f"{shrine['holds']}/{shrine['full_at']}"
        mine = view["seats"][seat]
        kept = Gauge(DROP, str(mine["drops_left"])) if view["tracking"] == "light" else Gauge(LEAF, str(mine["leaves"]))
        own = kept, Gauge(SHRINE, holds)
        gwidyon = view["gwidyon"]
        if gwidyon is None:
            return own
        chip = CHIP_REMOVES if gwidyon["chip"] == "remove" else CHIP_BLANK
        return *own, Gauge(GHOST, f"{gwidyon['drops']}{chip}")

    def picture(self, view: View, seat: int, marks: Marks = NO_MARKS) -> Board | None:
        """The board with its drops. With light tracking only where fields matter: where new drops come, or something is laid."""
        board, drops = _board_of(view, seat), view["seats"][seat]["drops"]
        if drops is None:
            if not (marks.gets or marks.choosable):
                return None
            drops = [int(field in marks.gets) for field in range(len(board["lands"]))]
        return Board(
            board["width"],
            tuple(board["lands"]),
            tuple(drops),
            marks.cursor,
            marks.goal,
            frozenset(marks.choosable),
            frozenset(marks.gets),
        )

    def place(self, answer: Any) -> Place | None:
        match answer:
            case ["move", int(field), int(to)]:
                return Place(field, to)
            case ["remove" | "around" | "shrine_field", int(field), *_]:
                return Place(field)
        return None

    def task_marks(self, task: dict[str, Any]) -> Marks | None:
        match task.get("what"):
            case "new_drops":
                return Marks(gets=task["fields"])
            case "board_setup":
                return Marks()
        return None

    def short(self, label: str) -> str:
        """Without row and column, which the cursor shows."""
        return _BRACKETS.sub("", label)

    def wish_text(self, wish: Wish, view: View) -> str:
        at = self.place(wish.answer)
        if at is None:
            return wish.label
        row, column = divmod(at.field, view["board"]["width"])
        where = _("{what} field in row {row}, column {column}")
        return where.format(what=wish.label, row=row + 1, column=column + 1)

    def wishes(self, asked: dict[str, Any], view: View) -> list[Wish]:
        answers = [option["answer"] for option in asked.get("options", [])]
        verbs = {answer[0] for answer in answers} & set(_VERBS_OF_FIELDS)
        if view["tracking"] == "light":
            return []
        if verbs:
            return self._field_wishes(verbs.pop(), view)
        return self._turn_wishes(view)

    @staticmethod
    def _turn_wishes(view: View) -> list[Wish]:
        found = []
        for at, card in enumerate(view["showcase"]):
            if card is not None:
                face = view["cards"][card]
                found.append(Wish(["hire", at], _("hire {card} for {cost}").format(card=face["name"], cost=face["cost"])))
        owned = dict.fromkeys(one["action"] for one in view["seats"][view["seat"] or 0]["actions"])
        found += [Wish(["action", action], _("action {action}").format(action=action)) for action in owned]
        return [*found, Wish(["end"], _("end the turn"))]

    @staticmethod
    def _field_wishes(verb: str, view: View) -> list[Wish]:
        found = []
        for field, land in enumerate(view["board"]["lands"]):
            if land is not None:
                beside = view["board"]["neighbours"][field]
                rest = {"move": beside[:1], "remove": [1]}.get(verb, [])
                found.append(Wish([verb, field, *rest], land))
        return found

    def facts(self, view: View, names: Sequence[str]) -> list[str]:
        if view["tracking"] == "light":
            return [*_gwidyon_facts(view["gwidyon"]), *_light_facts(view, names)]
        cards = view["cards"]
        found = [_("Showcase:")]
        for card in view["showcase"]:
            text = _("(empty)") if card is None else f"{cards[card]['name']} ({cards[card]['cost']})"
            found.append(f"• {text}")
        found += _gwidyon_facts(view["gwidyon"])
        for name, seat in zip(names, view["seats"], strict=True):
            told = _("{who}: {drops} drops, {leaves} leaves, {hand} cards in hand; actions: {actions}")
            actions = " ".join(one["action"] + "×" * one["used"] for one in seat["actions"])
            drops = sum(seat["drops"])
            found.append(told.format(who=name, drops=drops, leaves=seat["leaves"], hand=seat["hand_size"], actions=actions))
            if seat["hand"]:
                found.append("• " + ", ".join(cards[card]["name"] for card in seat["hand"]))
        if view["action_supply"]:
            found.append(_("Action cards left: {cards}").format(cards=" ".join(view["action_supply"])))
        if view["cards_out"]:
            out = ", ".join(cards[card]["name"] if card in cards else card for card in view["cards_out"])
            found.append(_("Out of the game: {cards}").format(cards=out))
        return found


def _light_facts(view: View, names: Sequence[str]) -> list[str]:
    shrine, card = view["shrine"], view["supply_card"]
    found = [_("Shrine: {holds} of {full_at} drops; supply card {card}").format(**shrine, card=card)]
    told = _("{who}: {drops} drops left")
    return found + [told.format(who=name, drops=seat["drops_left"]) for name, seat in zip(names, view["seats"], strict=True)]


def _gwidyon_facts(gwidyon: dict[str, Any] | None) -> list[str]:
    if gwidyon is None:
        return []
    side = _("remove side") if gwidyon["chip"] == "remove" else _("blank side")
    told = _("Gwidyon: {drops} drops; chip: {side}; solo cards turned up: {cards}")
    return [told.format(drops=gwidyon["drops"], side=side, cards=", ".join(gwidyon["shown_names"]) or "–")]
