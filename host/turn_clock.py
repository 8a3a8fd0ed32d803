"""The time of a Clock question: counted while it is open and the table goes on, kept with the answers, and told when it is over.

The rules know no time. What has gone is written beside every answer that is given meanwhile, as its evidence; so whoever goes on
with a match, or takes something back, has the time that there was at that answer. While the table pauses, or cannot write its
journal, nothing is counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.table import Asked
from shared_rules.match import Match
from shared_rules.questions import Clock
from shared_rules.record import Entry


class TurnClock(Quiet):
    """Answers a Clock question once its time is over. `clock` gives seconds that never go back.

    `left` is told the whole seconds that are left whenever they change, None where no time runs.
    """

    def __init__(self, inbox: Inbox, clock: Callable[[], float], left: Callable[[int | None], object]) -> None:
        self._inbox, self._clock, self._left = inbox, clock, left
        self._question: Clock | None = None
        self._at = (0, 0)
        self._run = 0
        self._undone = -1
        self._gone_s = self._last_s = 0.0
        self._told: int | None = None
        self._posted = False

    def ask(self, asked: Asked) -> None:
        """The table's own `follow` has seen it already."""

    def follow(self, match: Match[Any], past: Callable[[], Sequence[Entry]]) -> None:
        """The match stands so now. `past` gives the entries in effect; it is asked only after an undo and at the beginning."""
        found = next(
            ((line, ticket, question) for line, (ticket, question) in match.questions.items() if isinstance(question, Clock)), None
        )
        went_back, self._undone = self._undone != match.undone.entries, match.undone.entries
        if found is None:
            self._question = None
        else:
            line, ticket, self._question = found
            # The line's own number of the question: undoing renews tickets, but comes back to this one.
            run = ticket - match.undone.tickets
            if went_back or run != self._run:
                self._gone_s = _gone_by(run, past()) if went_back else 0.0
                self._last_s, self._posted = self._clock(), False
            self._at, self._run = (line, ticket), run
        self._tell()

    def stamp(self) -> dict[str, Any]:
        """What is written beside an answer: whose time runs, and how much of it has gone."""
        return {} if self._question is None else {"clock": self._run, "elapsed_ms": round(self._gone_s * 1000)}

    def pass_time(self, resting: bool) -> None:
        """Count the time since the last call, unless the table was `resting`; to be called before that changes."""
        now = self._clock()
        if not resting:
            self._gone_s += now - self._last_s
        self._last_s = now
        question = self._question
        if question is not None and not self._posted and not resting and self._gone_s * 1000 >= question.limit_ms:
            self._posted = True
            self._inbox.post(Posting(*self._at, True, "clock", "clock", chance=True))
        self._tell()

    def _tell(self) -> None:
        question = self._question
        left = None if question is None else max(0, math.ceil(question.limit_ms / 1000 - self._gone_s))
        if left != self._told:
            self._told = left
            self._left(left)


def _gone_by(run: int, past: Sequence[Entry]) -> float:
    """The seconds that had gone at the newest answer, if that time ran then already."""
    newest = next((entry for entry in reversed(past) if entry.kind == "answer"), None)
    if newest is None or newest.evidence.get("clock") != run:
        return 0.0
    return float(newest.evidence["elapsed_ms"]) / 1000
