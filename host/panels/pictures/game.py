"""What a game may add to its pages on the panels. All of it is made from a seat's view and from shown questions alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from host.panels.pages.page import Gauge, Picture

View = dict[str, Any]


class Place(NamedTuple):
    """Where an answer happens: on which field of the picture, and to which it leads, if to any."""

    field: int
    goal: int | None = None


@dataclass(frozen=True)
class Marks:
    """What is marked in the picture: the field at the cursor and its goal, fields that can be chosen, fields that get something."""

    cursor: int | None = None
    goal: int | None = None
    choosable: Collection[int] = ()
    gets: Collection[int] = ()


NO_MARKS = Marks()


class Wish(NamedTuple):
    """Something that people may want to do, whether or not it is offered: for "why not"."""

    answer: list[Any]
    label: str


class Game:
    """The base: a game without picture and numbers, whose view may tell whose turn it is."""

    def turn(self, view: View, asked: Sequence[dict[str, Any]]) -> int | None:
        """The seat whose turn it is while `asked` are open; None if it is nobody's in particular."""
        active = view.get("active")
        return active if type(active) is int else None

    def opponent(self, view: View) -> str:
        """Who is on turn where that is nobody at the table: a name; "" otherwise."""
        return ""

    def gauges(self, view: View, seat: int) -> tuple[Gauge, ...]:
        """The few numbers that always stand in the corner."""
        return ()

    def picture(self, view: View, seat: int, marks: Marks = NO_MARKS) -> Picture | None:
        """The table of `seat` as a small picture."""
        return None

    def place(self, answer: Any) -> Place | None:
        """Where in the picture an answer happens."""
        return None

    def task_marks(self, task: dict[str, Any]) -> Marks | None:
        """What to mark in the picture while people do `task`; None if the picture is no help then."""
        return None

    def short(self, label: str) -> str:
        """A label without what the picture tells beside it."""
        return label

    def wish_text(self, wish: Wish, view: View) -> str:
        """What a wish is about, in words alone: where no picture is beside it."""
        return wish.label

    def wishes(self, asked: dict[str, Any], view: View) -> list[Wish]:
        """What people may want to do while `asked` is open."""
        return []

    def facts(self, view: View, names: Sequence[str]) -> list[str]:
        """How the table stands, as the seat of `view` may know it."""
        return []
