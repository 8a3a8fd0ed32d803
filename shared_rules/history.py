"""Taking back: undo on top of the answer list.

The record of a match only grows. An undo is an entry of its own, "undo to n": the first n answers stay in effect, and the match
stands as it stood after them, with new tickets. Never past a reveal or a roll, unless an operator says so.
"""

from __future__ import annotations

import bisect
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from shared_rules.correction import corrected
from shared_rules.events import Event
from shared_rules.match import Match, Undone
from shared_rules.questions import IllegalAnswer

if TYPE_CHECKING:
    from shared_rules.record import Entry

MARK_EVERY = 25
"""A copy of the match is kept after so many answers; an undo plays from the nearest one."""

_FINAL = {"roll": "dice were thrown", "draw": "a card was drawn", "flush": "the shrine was turned"}


class CannotUndo(IllegalAnswer):
    """An undo that is not allowed; nothing has changed. `reason` is one plain sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(None, reason)


def seat_of(by: str) -> int | None:
    """The seat that an entry's `by` names; None for a board, a source of chance or the table."""
    word, _, number = by.partition(" ")
    return int(number) if word == "seat" and number.isdecimal() else None


def in_effect(entries: Iterable[Entry], first: int = 0) -> list[Entry]:
    """The answers and corrections that count: an undo drops those after the number it goes back to.

    `first` is how many answers the match had before the first entry.
    """
    found: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            del found[entry.answer["to"] - first :]
        else:
            found.append(entry)
    return found


def who_must_agree(by: int | None, entries: Iterable[Entry], people: Collection[int]) -> list[int]:
    """The seats whose consent `by` needs to take back `entries`, in order; `people` are the seats that no bot plays.

    Nobody's, if all those answers are its own; else that of all other people. What nobody at a seat answered is nobody's.
    """
    if all(seat_of(entry.by) in (by, None) for entry in entries):
        return []
    return sorted(seat for seat in people if seat != by)


def why_final(then: Match[Any], entries: Iterable[Entry]) -> str | None:
    """Why `entries`, which came after the match `then`, cannot be taken back: the first reveal or roll among them, in words."""
    walk = then.copy()
    for entry in entries:
        question = None if entry.kind == "correct" else walk.questions[entry.line][1]
        if question is not None and question.kind in _FINAL:
            return f"{_FINAL[question.kind]} since then"
        actor = seat_of(entry.by) if question is None or question.seat is None else question.seat
        for event in _again(walk, entry):
            if event.secret and any(seat != actor for seat in event.to):
                return "somebody has been shown a card since then"
    return None


def put_back(now: Match[Any], then: Match[Any], seat: int | None = None) -> list[dict[str, Any]]:
    """What people have to do with real pieces so that the table stands like `then` again, as far as `seat` may know it.

    Pieces as `Match.standing` lists them: `value` is how it has to be, `was` how it is now.
    """
    before = {piece["path"]: piece["value"] for piece in now.standing(seat)}
    after = {piece["path"]: piece for piece in then.standing(seat)}
    tasks = [{**piece, "was": before.get(path)} for path, piece in after.items() if piece["value"] != before.get(path)]
    gone = [piece for piece in now.standing(seat) if piece["path"] not in after]
    return tasks + [{**piece, "value": None, "was": piece["value"]} for piece in gone]


def _again(match: Match[Any], entry: Entry) -> list[Event]:
    """Play an entry of the past once more. Tickets may be others than they were then; lines are the same."""
    if entry.kind == "correct":
        return match.correct(entry.answer["path"], entry.answer["value"])
    return match.answer(entry.line, match.questions[entry.line][0], entry.answer)


class History:
    """A match with the way it came. `match` is how it stands, `path` the entries in effect since `first`, the oldest known number.

    A match whose past is kept elsewhere is given with its `path` and some of its `marks`: copies at a number of answers.
    """

    def __init__(self, match: Match[Any], path: Sequence[Entry] = (), marks: Sequence[Match[Any]] = ()) -> None:
        self.match, self.path = match, list(path)
        self.first = match.number - len(self.path)
        self._marks = sorted(marks or [match.copy()], key=lambda mark: mark.number)

    def since(self, number: int) -> list[Entry]:
        """The entries in effect after answer `number`. Raises CannotUndo for a number that is not in the past."""
        if not self.first <= number <= self.match.number:
            raise CannotUndo(f"one can go back to answer {self.first} to {self.match.number}, not to {number}")
        return self.path[number - self.first :]

    def at(self, number: int) -> Match[Any]:
        """The match as it stood after answer `number`, with the tickets of its nearest mark. Raises CannotUndo."""
        self.since(number)
        nearest = self._marks[bisect.bisect_right(self._marks, number, key=lambda mark: mark.number) - 1]
        then = nearest.copy()
        for entry in self.path[then.number - self.first : number - self.first]:
            _again(then, entry)
        return then

    def tried(self, entry: Entry) -> tuple[Match[Any], list[Event]]:
        """The match after `entry`, and what happens; this history does not change. Raises IllegalAnswer (or CannotUndo)."""
        if entry.kind == "undo":
            return self.taken_back(entry.answer["to"], seat_of(entry.by), operator=entry.answer["operator"])
        if entry.kind == "correct":
            return corrected(self.match, entry.answer["path"], entry.answer["value"])
        after = self.match.copy()
        return after, after.answer(entry.line, entry.ticket, entry.answer)

    def taken_back(self, to: int, by: int | None, *, operator: bool = False) -> tuple[Match[Any], list[Event]]:
        """The match as it stood after answer `to`, with new tickets. Raises CannotUndo past a reveal or a roll."""
        then, undone = self.at(to), self.since(to)
        final = None if operator else why_final(then, undone)
        if final:
            raise CannotUndo(f"{final}; that cannot be taken back")
        now = self.match
        then.undone = Undone(now.undone.tickets + now.play.tickets, now.undone.entries + len(undone) + 1)
        return then, [Event("undone", by, {"to": to, "answers": len(undone), "put_back": put_back(now, then)}, {}, ())]

    def accept(self, entry: Entry, after: Match[Any]) -> None:
        """Let `after`, which `tried` gave for `entry`, be the match."""
        self.match = after
        if entry.kind == "undo":
            del self.path[after.number - self.first :]
            del self._marks[bisect.bisect_right(self._marks, after.number, key=lambda mark: mark.number) :]
            return
        self.path.append(entry)
        if after.number % MARK_EVERY == 0:
            self._marks.append(after.copy())

    def take(self, entry: Entry) -> list[Event]:
        """Play `entry`; what happened comes back. Raises IllegalAnswer (or CannotUndo), and nothing has changed then."""
        after, events = self.tried(entry)
        self.accept(entry, after)
        return events
