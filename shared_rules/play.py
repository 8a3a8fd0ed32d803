"""Pending work as data: lines of play, each a stack of named steps, so that a match can be saved and copied at any question."""

from typing import Any

import msgspec

Frame = list[Any]
"""A step or an asker: its name, then plain arguments."""


class Line(msgspec.Struct, omit_defaults=True):
    """One line of play. `asker` is its open question's name and arguments; `ticket` is renewed whenever the line asks."""

    agenda: list[Frame] = []
    asker: Frame | None = None
    ticket: int = 0
    parent: int | None = None
    children: int = 0
    at_barrier: bool = False

    def copy(self) -> "Line":
        return Line(self.agenda[:], self.asker, self.ticket, self.parent, self.children, self.at_barrier)


class Play(msgspec.Struct, omit_defaults=True):
    """All that the kernel keeps: lines by number, the answers so far, and the lines that act alone, innermost last."""

    lines: dict[int, Line] = {}
    next_line: int = 1
    tickets: int = 0
    number: int = 0
    alone: list[int] = []

    def copy(self) -> "Play":
        lines = {number: line.copy() for number, line in self.lines.items()}
        return Play(lines, self.next_line, self.tickets, self.number, self.alone[:])
