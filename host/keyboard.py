"""Lines that people type, read beside the table: nobody ever waits for a keyboard, and it does not keep the program from ending."""

import os
import select
import threading
from collections.abc import Callable
from typing import IO, Any

_CHUNK = 4096
_JOIN_S = 1.0


class Keyboard:
    """Reads `source` (such as sys.stdin) in a thread; `line` gets each line, `end` is called once when no more can come.

    Both are called in that thread. Raises OSError where `source` is no file.
    """

    def __init__(self, source: IO[Any], line: Callable[[str], None], end: Callable[[], None]) -> None:
        self._source, self._line, self._end = source.fileno(), line, end
        self._wake, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True, name="keyboard")
        self._thread.start()

    def close(self) -> None:
        """Read no more."""
        os.write(self._waker, b".")
        self._thread.join(_JOIN_S)
        os.close(self._waker)
        os.close(self._wake)

    def _run(self) -> None:
        left = b""
        while self._wake not in (ready := select.select([self._source, self._wake], [], [])[0]):
            data = os.read(ready[0], _CHUNK)
            *lines, left = (left + data).split(b"\n")
            if not data and left:
                lines, left = [left], b""
            for line in lines:
                self._line(line.decode(errors="replace"))
            if not data:
                self._end()
                return
