"""A page of a panel as plain data: what it says, never where its pixels are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from host.panels.pages.canvas import Canvas


class Picture(Protocol):
    """A game's small picture: plain data that can be compared, and knows how to draw itself."""

    @property
    def width(self) -> int:
        """Pixels it is wide; as high as it likes, up to 55."""

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw it with its top left corner at column x, row y."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that people look for all the time, with its sign (a character of the font) before it."""

    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """`title` says whose turn it is, `asked` that this panel is asked. `prompt` says what is asked, and is cut where it has to be.

    `rows` are what can be done, the one at `cursor` is chosen by ok; `help` tells what happens then. `body` is a long text,
    shown from line `top` on. With a `picture`, text stands beside it and only the row at the cursor is shown.
    `light` is "full", "dim" or "off"; `shift` moves all by so many columns, so that nothing burns in.
    """

    title: str = ""
    asked: bool = False
    gauges: tuple[Gauge, ...] = ()
    prompt: str = ""
    rows: tuple[str, ...] = ()
    cursor: int = 0
    help: str = ""
    helps: tuple[str, ...] = ()
    """The helps of all rows: the room for them is kept the same while the cursor moves."""
    body: str = ""
    top: int = 0
    picture: Picture | None = None
    light: str = "full"
    shift: int = 0
