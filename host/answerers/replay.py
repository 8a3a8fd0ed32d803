"""A recording that answers: the match goes exactly as it went before."""

from collections.abc import Sequence

from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.table import Asked
from shared_rules.record import Entry


class Replay(Quiet):
    """Gives the recorded `entries` back, each when the question that it answered is asked and its turn has come.

    A question is asked when it opens, which may be before its answer's turn: open questions are kept until then.
    """

    def __init__(self, entries: Sequence[Entry], inbox: Inbox, pause: float = 0.0) -> None:
        self._entries, self._inbox, self._pause = list(entries), inbox, pause
        self._open: set[tuple[int, int]] = set()

    def ask(self, asked: Asked) -> None:
        self._open.add((asked.line, asked.ticket))
        self._give_next()

    def forget(self, asked: Asked) -> None:
        self._open.discard((asked.line, asked.ticket))
        self._give_next()

    def _give_next(self) -> None:
        if self._entries and (self._entries[0].line, self._entries[0].ticket) in self._open:
            entry = self._entries.pop(0)
            self._open.discard((entry.line, entry.ticket))
            self._inbox.post_later(Posting(entry.line, entry.ticket, entry.answer, entry.by, entry.source), self._pause)
