"""Dice and cards out of a random generator, where there are no real ones or people have agreed to it."""

from collections.abc import Callable

from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.table import Asked
from shared_rules.bots.chance import chance_answer


class Random(Quiet):
    """Answers every roll, draw, flush and confirmation that it is asked at once; `rng` gives floats from 0 up to 1."""

    def __init__(self, rng: Callable[[], float], inbox: Inbox) -> None:
        self._rng, self._inbox = rng, inbox

    def ask(self, asked: Asked) -> None:
        answer = chance_answer(asked.question, self._rng)
        self._inbox.post(Posting(asked.line, asked.ticket, answer, "engine", "engine", chance=True))
