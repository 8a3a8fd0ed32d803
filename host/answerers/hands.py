"""Virtual hands as an answerer: what people are asked to do with real pieces is done in the world, then confirmed."""

from typing import Any, Protocol

from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.table import Asked
from shared_rules.questions import Confirm


class Doer(Protocol):
    """Whoever does a task with pieces; it is done when `told` returns."""

    def told(self, task: dict[str, Any]) -> None: ...


class Hands(Quiet):
    """Confirms every Confirm once `doer` has done its task."""

    def __init__(self, doer: Doer, inbox: Inbox) -> None:
        self._doer, self._inbox = doer, inbox

    def ask(self, asked: Asked) -> None:
        assert isinstance(asked.question, Confirm), "hands are asked to confirm, nothing else"
        self._doer.told(asked.question.task)
        self._inbox.post(Posting(asked.line, asked.ticket, True, "hands", "hands"))
