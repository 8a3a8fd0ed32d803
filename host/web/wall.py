"""What hangs on the wall for browsers to read: the newest note of each kind, and the last lines of the log."""

import threading
from collections import deque
from collections.abc import Callable, Collection
from typing import Any, Final

import msgspec

LINES_KEPT: Final = 200
LONGEST_LINE: Final = 1000


class Wall:
    """Notes by key, each replaced by a newer one, and a log. All methods may be called from any thread; none waits.

    A reader keeps one number, what it has `seen`, and asks for the `news` since; so one that reads slowly misses what was
    replaced meanwhile, and nothing ever piles up for it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = 0
        self._notes: dict[str, tuple[int, str]] = {}
        self._log: deque[dict[str, Any]] = deque(maxlen=LINES_KEPT)
        self._log_of, self._log_began = "", 0
        self._bells: set[Callable[[], None]] = set()

    def pin(self, key: str, note: dict[str, Any]) -> None:
        """Hang up `note`, which is JSON, in place of the last one under `key`; readers are called if it differs."""
        text = msgspec.json.encode(note).decode()
        with self._lock:
            if self._notes.get(key, (0, ""))[1] == text:
                return
            self._number += 1
            self._notes[key] = (self._number, text)
        self._ring()

    def begin_log(self, of: str) -> None:
        """Throw the log away; the next lines belong to another match, called `of`."""
        with self._lock:
            self._log.clear()
            self._number += 1
            self._log_of, self._log_began = of, self._number
        self._ring()

    def write(self, kind: str, texts: Collection[str]) -> None:
        """Add lines to the log; `kind` is "event", "notice" or "trouble"."""
        with self._lock:
            for text in texts:
                self._number += 1
                self._log.append({"n": self._number, "kind": kind, "text": text[:LONGEST_LINE]})
        if texts:
            self._ring()

    def news(self, seen: int, keys: Collection[str]) -> tuple[int, list[str]]:
        """What is new since `seen` among the notes under `keys`, and in the log if "log" is one of them; and what is seen then."""
        with self._lock:
            new = [text for key, (number, text) in self._notes.items() if number > seen and key in keys]
            lines = [line for line in self._log if line["n"] > seen]
            if "log" in keys and (lines or self._log_began > seen):
                log = {"type": "log", "of": self._log_of, "lines": lines}
                new.append(msgspec.json.encode(log).decode())
            return self._number, new

    def listen(self, bell: Callable[[], None]) -> None:
        """Call `bell` whenever there are news; it must not wait."""
        with self._lock:
            self._bells.add(bell)

    def leave(self, bell: Callable[[], None]) -> None:
        """Call `bell` no more."""
        with self._lock:
            self._bells.discard(bell)

    def _ring(self) -> None:
        with self._lock:
            bells = list(self._bells)
        for bell in bells:
            bell()
