"""The host's end of the line devices that the tests' own firmware makes of the boards."""

from __future__ import annotations

import time
from types import TracebackType

import serial


class Lines:
    """Opens a board's port; `ask` sends a command and gives the words of its answer."""

    def __init__(self, port: str) -> None:
        self._serial = serial.Serial(port, timeout=0.02, write_timeout=5, exclusive=True)
        self._buffer = b""

    def send(self, *words: object) -> None:
        self._serial.write((" ".join(str(word) for word in words) + "\n").encode())

    def send_bytes(self, data: bytes) -> None:
        self._serial.write(data)

    def read(self, within: float = 10.0) -> list[str]:
        deadline = time.monotonic() + within
        while b"\n" not in self._buffer:
            assert time.monotonic() < deadline, f"no line within {within} s, only {self._buffer!r}"
            self._buffer += self._serial.read(max(1, self._serial.in_waiting))
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode().split()

    def ask(self, *words: object, within: float = 10.0) -> list[str]:
        self.send(*words)
        answer = self.read(within)
        assert answer[0] == words[0], answer
        return answer[1:]

    def ask_and_stay(self, *words: object) -> list[str]:
        """Like `ask`, with another command waiting unread meanwhile: a host that is heard, so no time is lost."""
        self.send(*words)
        answer = self.ask_behind("ping")
        assert answer[0] == words[0], answer
        return answer[1:]

    def ask_behind(self, *words: object) -> list[str]:
        """Send a command behind one that is being answered; that one's answer."""
        self.send(*words)
        answer = self.read()
        assert self.read()[0] == words[0]
        return answer

    def read_all(self, quiet: float) -> list[str]:
        """All lines until nothing has come for `quiet` seconds."""
        lines = []
        deadline = time.monotonic() + quiet
        while time.monotonic() < deadline:
            data = self._serial.read(max(1, self._serial.in_waiting))
            if data:
                self._buffer += data
                deadline = time.monotonic() + quiet
        *whole, self._buffer = self._buffer.split(b"\n")
        lines += [line.decode() for line in whole]
        return lines

    def last_line(self) -> str:
        """Read until the board falls silent; the last line."""
        return self.read_all(quiet=0.3)[-1]

    def forget(self) -> None:
        """Throw away what has come."""
        self._serial.reset_input_buffer()
        self._buffer = b""

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._serial.close()
