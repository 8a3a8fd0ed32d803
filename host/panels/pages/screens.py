"""What is on a panel at one level: a list with a cursor, or a text. Buttons mean the same on all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from host.panels.pages.layout import body_lines, text_rows
from host.panels.pages.page import Page, Picture
from host.panels.pictures.game import Place

Key = tuple[int, int]
"""Line and ticket of the question that a screen belongs to."""


class Reply(NamedTuple):
    """An answer to post. `chance`: it is what dice, piles or the shrine showed."""

    line: int
    ticket: int
    answer: Any
    chance: bool = False


class Settle(NamedTuple):
    """People's yes or no to doubt number `doubt` of the table."""

    doubt: int
    yes: bool


class Command(NamedTuple):
    """Something that the table itself is to do: "pause", "go on", "again" (what was broken is mended), "leave"."""

    name: str


class Undo(NamedTuple):
    """People here want to take back their last answer."""


class Correct(NamedTuple):
    """People here say that what `path` names is `value`."""

    path: str
    value: Any


Output = Reply | Settle | Command | Undo | Correct
Do = Callable[[], Sequence[Output]]


@dataclass(frozen=True)
class Item:
    """One thing that can be chosen. `full` is its label in all words, for the help page; `mark` tells it from others."""

    label: str
    do: Do
    help: str = ""
    place: Place | None = None
    full: str = ""
    mark: Any = None

    def words(self) -> str:
        """What it is and does, without anything left out."""
        label = self.full or self.label
        return f"{label}: {self.help}" if self.help else label


class Screen:
    """One level of what a panel shows. `key` is the question that it goes away with; None: none."""

    key: Key | None = None
    kind: str = ""

    def next(self) -> None:
        """The button next was clicked."""

    def back(self) -> bool:
        """The button next was held: go back by one. False if there is nowhere to go, so the screen is left."""
        return False

    def ok(self) -> Sequence[Output]:
        """The button ok was clicked."""
        return ()

    def what(self) -> tuple[Any, ...]:
        """What a finger means that presses now: a release does nothing if this has changed meanwhile."""
        return self.kind, self.key

    def put(self, page: Page) -> Page:
        """`page` (title and numbers are there already) with what this screen says."""
        raise NotImplementedError(f"{type(self).__name__} shows nothing")


PictureOf = Callable[[Place | None, Sequence[Place]], Picture | None]
"""Draws the picture for the item at the cursor, among all that can be chosen."""


@dataclass
class Listing(Screen):
    """Things to choose from, with a cursor. `stays`: holding next moves the cursor back instead of leaving the screen."""

    prompt: str
    items: Sequence[Item]
    key: Key | None = None
    kind: str = "list"
    stays: bool = False
    picture: PictureOf | None = None
    cursor: int = 0

    @property
    def item(self) -> Item | None:
        """What ok would choose."""
        return self.items[self.cursor] if self.items else None

    def next(self) -> None:
        self.cursor = (self.cursor + 1) % max(1, len(self.items))

    def back(self) -> bool:
        if self.stays:
            self.cursor = (self.cursor - 1) % max(1, len(self.items))
        return self.stays

    def ok(self) -> Sequence[Output]:
        return self.item.do() if self.item else ()

    def what(self) -> tuple[Any, ...]:
        return self.kind, self.key, self.item.mark if self.item else None

    def keep_cursor(self, old: Listing) -> None:
        """Stand where `old` stood, if that can still be chosen."""
        if old.item is not None:
            self.cursor = next((at for at, item in enumerate(self.items) if item.mark == old.item.mark), 0)

    def put(self, page: Page) -> Page:
        item = self.item
        places = [one.place for one in self.items if one.place]
        return replace(
            page,
            prompt=self.prompt,
            rows=tuple(one.label for one in self.items),
            cursor=self.cursor,
            help=item.help if item else "",
            helps=tuple(one.help for one in self.items),
            picture=self.picture(item.place if item else None, places) if self.picture else None,
        )


@dataclass
class Reading(Screen):
    """A text to read. Next turns its pages, ok leaves it (`leave` closes it)."""

    text: str
    leave: Callable[[], Any]
    key: Key | None = None
    kind: str = "text"
    prompt: str = ""
    top: int = 0

    def next(self) -> None:
        rows = text_rows(Page(prompt=self.prompt))
        self.top = 0 if self.top + rows >= len(body_lines(self.text)) else self.top + rows - 1

    def ok(self) -> Sequence[Output]:
        self.leave()
        return ()

    def put(self, page: Page) -> Page:
        return replace(page, prompt=self.prompt, body=self.text, top=self.top)


@dataclass
class Watching(Screen):
    """Others are at it: who, the own board, and what happened last. Next and ok open the log (`open_log`)."""

    prompt: str
    happened: Sequence[str]
    open_log: Callable[[], None]
    picture: Picture | None = None
    kind: str = "wait"
    key: Key | None = field(default=None)

    def next(self) -> None:
        self.open_log()

    def back(self) -> bool:
        return True

    def ok(self) -> Sequence[Output]:
        self.open_log()
        return ()

    def put(self, page: Page) -> Page:
        return replace(page, prompt=self.prompt, body="\n".join(self.happened), picture=self.picture)
