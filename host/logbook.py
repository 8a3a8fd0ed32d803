"""The log of a table: what people were told, and what boards said behind it, a line each, kept small.

It is for whoever looks for a fault afterwards. A disk that cannot be written takes nothing from the match.
"""

import logging
from collections.abc import Callable, Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Final

from shared_rules.events import Event
from shared_rules.match import Match
from tablelink.events import Event as BoardEvent

MOST_BYTES: Final = 256 * 1024
OLD_ONES: Final = 2


class Logbook:
    """Writes to `path` (None: nowhere) and to `path`.1 and .2 when it is full. A show of the table; for any thread."""

    def __init__(self, path: Path | None, warn: Callable[[str], object] = lambda text: None) -> None:
        """`warn` is told once if the file cannot be opened."""
        self._log = logging.Logger("tablekeeper")
        self._handler: logging.Handler = logging.NullHandler()
        if path is not None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._handler = _Rotating(path, maxBytes=MOST_BYTES, backupCount=OLD_ONES, encoding="utf-8")
            except OSError as error:
                warn(f"The log {path} cannot be written ({error.strerror}); the table goes on without one.")
        self._handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self._log.addHandler(self._handler)

    def close(self) -> None:
        """Close the file."""
        self._handler.close()

    def events(self, match: Match[Any], events: Sequence[Event]) -> None:
        """What happens in the match is in the journal."""

    def notice(self, text: str) -> None:
        """A word that everybody was told, with its code."""
        self._log.info(text)

    def board(self, role: str, event: BoardEvent) -> None:
        """What a board said, or what was noticed about it, as it is."""
        self._log.info("%s: %r", role or "a board", event)


class _Rotating(RotatingFileHandler):
    """Keeps silent about a disk that is full."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's own name
        """The line is lost, and nothing else."""
