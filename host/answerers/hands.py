"""Virtual hands: what people are asked to do with real pieces is done in the world, then confirmed."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.table import Asked
from shared_rules.events import Event
from shared_rules.match import Match
from shared_rules.questions import Confirm


class Doer(Protocol):
    """Whoever does things with pieces; they are done when a method returns."""

    def told(self, task: dict[str, Any]) -> None:
        """Do the task of a Confirm."""

    def fill(self, drops: int) -> None:
        """See to it that so many drops lie in the Shrine."""


class Hands(Quiet):
    """Confirms every Confirm once `doer` has done its task. A show of the table, too.

    Drops also come and go without being asked for: when something is taken back or set right, or where people put in first and
    tell afterwards. `lying(match)` says how many have to lie in the Shrine; how many do at the first word is right.
    """

    def __init__(self, doer: Doer, inbox: Inbox, lying: Callable[[Match[Any]], int]) -> None:
        self._doer, self._inbox, self._lying = doer, inbox, lying
        self._lay: int | None = None

    def ask(self, asked: Asked) -> None:
        assert isinstance(asked.question, Confirm), "hands are asked to confirm, nothing else"
        self._doer.told(asked.question.task)
        self._inbox.post(Posting(asked.line, asked.ticket, True, "hands", "hands"))

    def events(self, match: Match[Any], events: Sequence[Event]) -> None:
        """Something has happened: the Shrine may have to hold another number of drops now."""
        before, self._lay = self._lay, self._lying(match)
        if before not in (None, self._lay):
            self._doer.fill(self._lay)

    def notice(self, text: str) -> None:
        """Words move no piece."""
