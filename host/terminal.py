"""The match told in words on a terminal."""

from collections.abc import Callable, Sequence
from typing import Any

from shared_rules.events import Event
from shared_rules.match import Match


class Notices:
    """Prints by `write` only what the table itself has to say, where nobody looks on."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def events(self, match: Match[Any], events: Sequence[Event]) -> None:
        """What happens in the match is not told."""

    def notice(self, text: str) -> None:
        self._write(text)


class Terminal:
    """Prints what happened, as the people at `seats` may know it (none: as a spectator), by `write`, a line each."""

    def __init__(self, write: Callable[[str], object], names: Sequence[str], seats: Sequence[int]) -> None:
        self._write, self._names = write, names
        self._seat = seats[0] if len(seats) == 1 else None

    def events(self, match: Match[Any], events: Sequence[Event]) -> None:
        for event in events:
            text = match.words.event_text(event.told_to(self._seat), self._names)
            if text:
                self._write(text)

    def notice(self, text: str) -> None:
        self._write(f"  * {text}")
