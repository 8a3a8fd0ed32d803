"""A seat that plays by itself: it is given what a person at that seat would see, and takes a moment to think."""

from collections.abc import Callable

from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.table import Asked
from shared_rules.bots import Thinker


class Bot(Quiet):
    """Answers the choices of `seat` by `think`, `pause` seconds after they are asked."""

    def __init__(self, seat: int, think: Thinker, rng: Callable[[], float], inbox: Inbox, pause: float) -> None:
        self._seat, self._think, self._rng, self._inbox, self._pause = seat, think, rng, inbox, pause
        self._open: set[tuple[int, int]] = set()

    def ask(self, asked: Asked) -> None:
        self._open.add((asked.line, asked.ticket))
        self._inbox.post_later(lambda: self._answer(asked), self._pause)

    def forget(self, asked: Asked) -> None:
        self._open.discard((asked.line, asked.ticket))

    def _answer(self, asked: Asked) -> None:
        if (asked.line, asked.ticket) not in self._open:
            return
        answer = self._think(asked.shown(self._seat), asked.view(self._seat), self._rng)
        self._inbox.post(Posting(asked.line, asked.ticket, answer, f"bot {self._seat}", "bot"))
