"""Teaching the table what an owner's box says: it asks, people answer, and every answer is checked at once.

    talk = Teach(subject("mycelia"), content)       # content: what was taught before, as plain data
    talk.prompt.text                                # what is asked; None once the talk has ended
    talk.answer("hero")                             # what there is to say to that, a line each
    talk.text                                       # all that was taught, as an owner's pack

No clock, no files: a terminal and a page drive the same talk. What was taught is its memory; it may end and begin anew anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from shared_rules.content import BadPack, Problem, Reader
from shared_rules.games import UnknownGame, game
from shared_rules.overlay import laid_over
from shared_rules.pack_text import Spot, written

SUBJECTS = ("mycelia", "mischief")
LONGEST = 300
"""Letters of an answer that are looked at."""
SOURCE = "public"
"""What an owner tells counts as told by somebody who owns the game."""
T = TypeVar("T")


class Grid(NamedTuple):
    """Rows of letters: what each letter means, and the one of which there has to be exactly one."""

    letters: dict[str, str]
    once: str


class Tap(NamedTuple):
    """A board of spaces that are named like A1 (columns by letters, rows by numbers), of which some are picked.

    `what` is "spaces", "hedges" (two spaces side by side, as in A1-B1) or "pushes" (a space and a direction, as in A1 N).
    """

    columns: int
    rows: int
    what: str


class Prompt(NamedTuple):
    """What is asked, what helps to answer it, and the answers that can be picked, where there are few.

    `grid`: rows are asked for from here on, one an answer and an empty answer after the last, so that a page may ask for all of
    them at once. `tap`: the answer names places of a board, with commas between them, so that a page may let people tap them.
    """

    text: str
    help: str = ""
    choices: tuple[str, ...] = ()
    grid: Grid | None = None
    tap: Tap | None = None


class BadAnswer(ValueError):
    """An answer that means nothing here; the message says why."""


class _Back(Exception):
    """Somebody wants to leave a dialogue."""


Talk = Generator[Prompt, str, T]
"""A dialogue: yields prompts, is sent answers, returns what came of it."""


class Taught(NamedTuple):
    """One thing that was taught: the table of the pack, and its entry."""

    table: str
    entry: dict[str, Any]


Dialogue = Callable[["Teach", str], Talk[Taught]]
"""Asks for one thing; the text is what people said of it in the menu."""


class Subject(NamedTuple):
    """What can be taught of a game: its dialogues by the word that begins them, each with a few words about it."""

    game: str
    dialogues: Mapping[str, tuple[str, Dialogue]]
    progress: Callable[[dict[str, Any]], str]


def subject(name: str) -> Subject:
    """What can be taught of a game. Raises UnknownGame where nothing can."""
    if name not in SUBJECTS:
        game(name)
        raise UnknownGame(f"'{name}' cannot be taught by asking; write a pack by hand and let tablekeeper check read it")
    found: Subject = import_module(f"host.teach_{name}").SUBJECT
    return found


class Teach:
    """One talk about `about`. `content` is what was taught so far; it is never changed but by whole, checked entries."""

    def __init__(self, about: Subject, content: dict[str, Any] | None = None) -> None:
        self.about = about
        self.content: dict[str, Any] = content or {}
        self._said: list[str] = []
        self.refused = False
        """Whether the newest answer was not taken."""
        self._talk = self._all()
        self.prompt: Prompt | None = next(self._talk)

    @property
    def text(self) -> str:
        """The owner's pack so far, as TOML."""
        return written(self.content)[0]

    def answer(self, text: str) -> list[str]:
        """Take an answer and go on to the next prompt; what there is to say comes back."""
        self._said, self.refused = [], False
        if self.prompt is not None:
            try:
                self.prompt = self._talk.send(text)
            except StopIteration:
                self.prompt = None
        return self._said

    def missing(self) -> list[Problem]:
        """Why the pack cannot be played yet; empty if it can."""
        return self._problems(self.content)[0]

    # -- for dialogues -------------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Something to tell before the next prompt."""
        self._said.append(text)

    def ask(self, prompt: Prompt, read: Callable[[str], T], given: str = "") -> Talk[T]:
        """Ask until `read` takes the answer; "?" tells more, "back" leaves the dialogue. `given` is tried first."""
        text = given.strip()
        while True:
            text = text or (yield prompt).strip()[:LONGEST]
            if text == "?":
                self.say(prompt.help or prompt.text)
            elif text.lower() == "back":
                raise _Back
            else:
                try:
                    return read(text)
                except BadAnswer as error:
                    self.refused = True
                    self.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            text = ""

    # -- the talk itself -----------------------------------------------------------------------------------------------

    def _all(self) -> Talk[None]:
        yield from self._head()
        words = {word: what for word, (what, _) in self.about.dialogues.items()}
        helps = "\n".join(f"  {word}: {what}" for word, what in {**words, "done": "that is all for now"}.items())
        while True:
            told = self.about.progress(self.content)
            prompt = Prompt(f"What do you want to teach? {told}", helps, (*words, "done"))
            try:
                word, rest = yield from self.ask(prompt, self._menu_word)
                if word == "done":
                    return
                taught = yield from self.about.dialogues[word][1](self, rest)
            except _Back:
                self.say("Left out.")
            else:
                self._take(taught)

    def _head(self) -> Talk[None]:
        if "pack" in self.content:
            return
        prompt = Prompt("What is your pack to be called?", "A name that tells it from others, such as: Ada's box")
        while "pack" not in self.content:
            try:
                title = yield from self.ask(prompt, name_of)
                self.content = {"pack": {"id": slug(title), "game": self.about.game, "title": title}, **self.content}
            except _Back:
                self.say("It needs a name.")

    def _menu_word(self, text: str) -> tuple[str, str]:
        word, _, rest = text.partition(" ")
        known = (*self.about.dialogues, "done")
        found = [one for one in known if one == word.lower()] or [one for one in known if word and one.startswith(word.lower())]
        if len(found) != 1:
            raise BadAnswer(f"'{text}' is none of {', '.join(known)}")
        return found[0], rest

    def _take(self, taught: Taught) -> None:
        """Put an entry in, in the place of the one with its id, if the whole has nothing against it."""
        table, entry = taught
        content = {**self.content}
        if "id" in entry:
            entries = [one for one in content.get(table, []) if one.get("id") != entry["id"]]
            content[table], at = [*entries, entry], len(entries)
            spot = Spot(table, at, None)
        else:
            content[table], spot = entry, Spot(table, None, None)
        problems, spots = self._problems(content)
        own = [problem for problem in problems if problem.line and _is_of(spots[problem.line - 1], spot)]
        if own:
            self.refused = True
            for problem in own:
                self.say(f"That cannot be: {problem.what}; {problem.remedy}.")
            return
        self.content = content
        self.say(f"Taken: {table} '{entry.get('name', entry.get('id', ''))}'." if "id" in entry else f"Taken: {table}.")
        if problems:
            self.say(f"It cannot be played yet ({len(problems)} more to mend): {problems[0].what}; {problems[0].remedy}.")

    def _problems(self, content: dict[str, Any]) -> tuple[list[Problem], list[Spot]]:
        text, spots = written(content)
        try:
            laid_over(game(self.about.game), "your pack", text)
        except BadPack as error:
            return error.problems, spots
        return [], spots


def _is_of(spot: Spot, entry: Spot) -> bool:
    """Whether a problem there is one of the entry itself. What is told at its head is about all of its table."""
    return spot.key is not None and (spot.table, spot.entry) == (entry.table, entry.entry)


def taught_before(about: Subject, file: str, text: str) -> dict[str, Any]:
    """What an owner's pack holds, for a talk to go on with. Raises BadPack where it is none that can be gone on with."""
    reader = Reader(file, text)
    for table, held in reader.data.items():
        entries = held if isinstance(held, list) else [held]
        tables = all(isinstance(entry, dict) for entry in entries)
        if not tables or (isinstance(held, list) and not all("id" in entry for entry in held)):
            reader.wrong(f"'{table}' is nothing that can be gone on with", "mend it, or teach into a new file", table)
    head = reader.data.get("pack")
    if isinstance(head, dict) and head.get("game") != about.game:
        reader.wrong(f"this pack is not for {about.game}", "name another file with -o", "pack", None, "game")
    reader.finish()
    return reader.data


# -- answers of any dialogue --------------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """An id made from a name: small letters, digits and underscores."""
    return re.sub(r"\W+", "_", name.casefold()).strip("_") or "mine"


def name_of(text: str) -> str:
    """A name. Raises BadAnswer for an empty one, and for one that is too long for a panel."""
    if not text or len(text) > 40 or not text.isprintable():
        raise BadAnswer("a name has 1 to 40 letters")
    return text


def number(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number in that range."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal()) or not low <= int(text[:9]) <= high:
            raise BadAnswer(f"'{text}' is no number from {low} to {high}")
        return int(text)

    return read


def one_of(*words: str, default: str | None = None) -> Callable[[str], str]:
    """Reads one of these words, or its beginning if no other begins so; nothing means `default`, if there is one."""

    def read(text: str) -> str:
        if not text and default is not None:
            return default
        wanted = text.lower()
        known = [word for word in words if word == wanted] or [word for word in words if wanted and word.startswith(wanted)]
        if len(known) != 1:
            raise BadAnswer(f"'{text}' is none of {', '.join(words)}")
        return known[0]

    return read
