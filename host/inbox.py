"""The one inbox of the table: whoever answers posts here, from any thread; the table takes one thing at a time."""

import heapq
import queue
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple


class Posting(NamedTuple):
    """An answer on its way to the table. `chance` answers (dice, draws, flushes) are taken before those of people.

    `by` says who answered ("seat 0", "board", "engine"), `source` how ("panel", "rolled", "typed", ...).
    """

    line: int
    ticket: int
    answer: Any
    by: str
    source: str
    chance: bool = False
    evidence: dict[str, Any] = {}


Job = Callable[[], None]
"""Something that has to be done in the table's own thread, such as hearing what a board said."""


class Inbox:
    """Postings and jobs. `clock` gives seconds and never goes back; `patience` is how long one wait may last at most."""

    def __init__(self, clock: Callable[[], float], patience: float = 1.0) -> None:
        self._clock, self._patience = clock, patience
        self._arrived: queue.SimpleQueue[Posting | Job] = queue.SimpleQueue()
        self._order = count()
        self._later: list[tuple[float, int, Posting | Job]] = []
        self._waiting: list[tuple[tuple[int, int, int, int], Posting | Job]] = []

    def post(self, item: Posting | Job) -> None:
        """Hand something in, from any thread."""
        self._arrived.put(item)

    def post_later(self, item: Posting | Job, delay: float) -> None:
        """Hand something in that counts only `delay` seconds from now; from the table's own thread."""
        heapq.heappush(self._later, (self._clock() + delay, next(self._order), item))

    def take(self) -> Posting | Job | None:
        """The next thing to do: jobs first, then chance before people, lowest line first. None if nothing came for a while."""
        self._collect(block=not self._waiting)
        return heapq.heappop(self._waiting)[1] if self._waiting else None

    def _collect(self, block: bool) -> None:
        wait = self._patience
        if self._later:
            wait = min(wait, max(0.0, self._later[0][0] - self._clock()))
        try:
            self._sort_in(self._arrived.get(timeout=wait) if block and wait > 0 else self._arrived.get_nowait())
            while True:
                self._sort_in(self._arrived.get_nowait())
        except queue.Empty:
            pass
        while self._later and self._later[0][0] <= self._clock():
            self._sort_in(heapq.heappop(self._later)[2])

    def _sort_in(self, item: Posting | Job) -> None:
        order = next(self._order)
        rank = (1, 0 if item.chance else 1, item.line, order) if isinstance(item, Posting) else (0, 0, 0, order)
        heapq.heappush(self._waiting, (rank, item))
