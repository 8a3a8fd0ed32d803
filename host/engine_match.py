"""One match of the engine: its history, its source of chance, and what its replies tell."""

import contextlib
import random
from collections.abc import Sequence
from typing import Any

from host.engine_types import EngineError
from shared_rules.asking import TABLE, asked
from shared_rules.bots.chance import chance_answer
from shared_rules.events import Event
from shared_rules.history import CannotUndo, History
from shared_rules.loading import FAULTS
from shared_rules.match import Match
from shared_rules.questions import Choice, Confirm, IllegalAnswer, NotOpen
from shared_rules.record import Entry, Start, lines, plain
from shared_rules.words import told_text

CHANCE_AT_MOST = 100_000
"""Answers of chance in a row; more would not end by themselves."""


class EngineMatch:
    """A match with its names and its chance. Nothing of it changes where a method raises EngineError."""

    def __init__(self, start: Start, history: History, entries: Sequence[Entry], seed: int | None) -> None:
        self.start, self._history, self._entries = start, history, list(entries)
        self._rng = None if seed is None else random.Random(str(seed)).random
        self._let_chance_answer(None)

    @property
    def match(self) -> Match[Any]:
        """The match as it stands."""
        return self._history.match

    def questions(self, seat: int | None = TABLE) -> dict[str, Any]:
        """What the op `questions` gives, redacted for `seat`."""
        match, result = self.match, self.match.result()
        return {
            "number": match.number,
            "questions": asked(match, self._checked(seat), self.start.names),
            "over": match.over,
            "result": result,
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        """What `seat` may know."""
        return self.match.view(self._checked(seat))

    def correctable(self, seat: int | None = TABLE) -> list[dict[str, Any]]:
        """What can be corrected now."""
        if self.match.over:
            return []
        keys = ("path", "value", "text", "values", "range")
        return [{key: item[key] for key in keys if key in item} for item in self.match.correctable(self._checked(seat))]

    def answer(self, line: int, ticket: int, answer: Any, seat: int | None) -> list[dict[str, Any]]:
        """Answer a question; the events as `seat` may know them."""
        self._checked(seat)
        if self.match.over:
            raise EngineError("over", "the match is over; nothing is asked any more")
        question = self.match.questions.get(line, (None, None))[1]
        who = "table" if question is None or question.seat is None else f"seat {question.seat}"
        return self._take(seat, "answer", answer, who, "caller", line, ticket)

    def undo(self, to: int, operator: bool) -> list[dict[str, Any]]:
        """Back to the first `to` answers."""
        if to == self.match.number:
            return []
        return self._take(None, "undo", {"to": to, "operator": operator, "agreed": []}, "table", "caller")

    def correct(self, path: str, value: Any) -> list[dict[str, Any]]:
        """Set what is wrong."""
        if self.match.over:
            raise EngineError("over", "the match is over; nothing is corrected any more")
        return self._take(None, "correct", {"path": path, "value": value}, "table", "caller")

    def export(self) -> list[str]:
        """The save, a line each without its newline."""
        result = self.match.result()
        ended = plain(result) if result else None
        return [line.rstrip("\n") for line in lines(self.start, self._entries, lambda: ended)]

    # -- inside --------------------------------------------------------------------------------------------------

    def _checked(self, seat: int | None) -> int | None:
        if seat is not None and seat >= self.start.seats:
            raise EngineError("bad_request", f"there is no seat {seat}; there are seats 0 to {self.start.seats - 1}")
        return seat

    def _told(self, events: list[Event], seat: int | None) -> list[dict[str, Any]]:
        looking = None if seat == TABLE else seat
        told = [event.told_to(looking) for event in events]
        return [{**one, "text": told_text(self.match.words, one, self.start.names)} for one in told]

    def _take(
        self, seat: int | None, kind: Any, answer: Any, by: str, source: str, line: int = 0, ticket: int = 0
    ) -> list[dict[str, Any]]:
        """Enter an answer, an undo or a correction; then chance answers what it is asked. Events as `seat` may know them."""
        entry = Entry(
            number=self.match.entry + 1, line=line, ticket=ticket, answer=answer, by=by, source=source, events=[], kind=kind
        )
        try:
            after, events = self._history.tried(entry)
        except NotOpen as error:
            raise EngineError("not_open", error.reason) from error
        except CannotUndo as error:
            raise EngineError("not_allowed", error.reason) from error
        except IllegalAnswer as error:
            raise EngineError("illegal", error.reason, error.rule) from error
        entry.events = [plain(event.whole()) for event in events]
        told = self._told(events, seat)
        self._history.accept(entry, after)
        self._entries.append(entry)
        return told + self._let_chance_answer(seat) if source != "engine" else told

    def _let_chance_answer(self, seat: int | None) -> list[dict[str, Any]]:
        """With a seed: answer rolls, draws and flushes, lowest line first, until only people are asked.

        What the rules cannot take, after a state that does not fit together was loaded, stays open for the caller to see.
        """
        told: list[dict[str, Any]] = []
        for _ in range(CHANCE_AT_MOST if self._rng else 0):
            chance = (
                (line, ticket, question)
                for line, (ticket, question) in self.match.questions.items()
                if not isinstance(question, Choice | Confirm)
            )
            line, ticket, question = next(chance, (0, 0, None))
            if question is None or self._rng is None:
                break
            with contextlib.suppress(*FAULTS):
                told += self._take(seat, "answer", chance_answer(question, self._rng), "engine", "engine", line, ticket)
                continue
            break
        return told
