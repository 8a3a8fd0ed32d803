"""A connection to the world that carries lines of JSON."""

from __future__ import annotations

import contextlib
import errno
import json
import socket
from pathlib import Path
from typing import Any, Final

_LONGEST_ANSWER_S: Final = 5.0


class Lines:
    """One client's end. Everything raises `OSError` when the world has gone."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_LONGEST_ANSWER_S)
        self._buffer = b""
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Ask, and wait for the answer."""
        self._socket.sendall(json.dumps(question).encode() + b"\n")
        return self.read()

    def read(self) -> dict[str, Any]:
        """The next line."""
        while b"\n" not in self._buffer:
            data = self._socket.recv(65536)
            if not data:
                raise ConnectionResetError(errno.ECONNRESET, "the world has ended")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def wait_for_ever(self) -> None:
        """From now on `read` has no time limit; `close` in another thread ends it."""
        self._socket.settimeout(None)

    def close(self) -> None:
        """Let the world go on alone."""
        # The world may have closed it first.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
