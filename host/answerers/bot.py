"""A seat that plays by itself: it is given what a person at that seat would see, and takes a moment to think."""

from collections.abc import Callable

from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.table import Asked
from shared_rules.bots import Thinker
from shared_rules.questions import IllegalAnswer


class Bot(Quiet):
    """Answers the choices of `seat` by `think`, `pause` seconds after they are asked.

    Where others act at the same time, what it thought of may be legal no more when it arrives: then it thinks again.
    """

    def __init__(self, seat: int, think: Thinker, rng: Callable[[], float], inbox: Inbox, pause: float) -> None:
        self._seat, self._think, self._rng, self._inbox, self._pause = seat, think, rng, inbox, pause
        self._open: dict[tuple[int, int], Asked] = {}

    def ask(self, asked: Asked) -> None:
        self._open[asked.line, asked.ticket] = asked
        self._inbox.post_later(lambda: self._answer(asked), self._pause)

    def forget(self, asked: Asked) -> None:
        self._open.pop((asked.line, asked.ticket), None)

    def refused(self, posting: Posting, why: IllegalAnswer) -> None:
        asked = self._open.get((posting.line, posting.ticket))
        if asked is not None and posting.by == f"bot {self._seat}":
            self.ask(asked)

    def _answer(self, asked: Asked) -> None:
        if (asked.line, asked.ticket) not in self._open:
            return
        answer = self._think(asked.shown(self._seat), asked.view(self._seat), self._rng)
        self._inbox.post(Posting(asked.line, asked.ticket, answer, f"bot {self._seat}", "bot"))
