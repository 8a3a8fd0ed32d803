"""Boards on pseudo terminals that misbehave: each in a thread of its own, over the line's real board end."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable
from typing import Any

from tablelink.board import BoardLink

_LIMIT_S = 20.0


class Flash:
    """A board's record in memory."""

    def __init__(self) -> None:
        self.record: dict[str, Any] = {}

    def load(self) -> dict[str, Any]:
        return self.record

    def store(self, record: dict[str, Any]) -> None:
        self.record = record


class FakeBoard:
    """A board that answers at once, unless `reads` or `answers` are taken away, or each write is `twice` or `late_s`.

    `act(cmd_id, op)` gives a command's result, or None for one that never ends. `speed` is how fast its clock runs.
    """

    def __init__(
        self, role: str, act: Callable[[str, str], dict[str, Any] | None], speed: float = 1.0, uid: str = ""
    ) -> None:
        self.master, self.holder = pty.openpty()
        tty.setraw(self.holder)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(self.holder)
        self.reads = self.answers = True
        self.twice = False
        self.late_s = 0.0
        self.begun: list[str] = []
        self._act, self._speed = act, speed
        self._waiting: list[tuple[float, bytes]] = []
        self._flood, self.floods = b"", 0
        self.link = BoardLink(role, uid or f"fake-{role}", "bootfake", "0.1.0", "ff", ["flush"], self.say, self._ticks_ms, Flash())
        self.link.command("flush", lambda cmd_id, args: self._begin(cmd_id, "flush"), durable=True)
        self.link.command("home", lambda cmd_id, args: {"home": True})
        self.link.command("roll", lambda cmd_id, args: self._begin(cmd_id, "roll"), cancel=lambda cmd_id: True)
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _begin(self, cmd_id: str, op: str) -> dict[str, Any] | None:
        self.begun.append(cmd_id)
        return self._act(cmd_id, op)

    def _ticks_ms(self) -> int:
        return int(time.monotonic() * 1000 * self._speed) & ((1 << 30) - 1)

    def say(self, data: bytes) -> None:
        """Write, as well or as badly as this board does."""
        if self.answers:
            due = time.monotonic() + self.late_s
            self._waiting += [(due, data)] * (2 if self.twice else 1)

    def flood(self, data: bytes) -> None:
        """Write that over and over until `calm`, waiting for whoever reads; `floods` counts how often it was written."""
        self._flood = data

    def calm(self) -> None:
        """Write what has been begun to its end, and no more of it."""
        self._flood = b""

    def _run(self) -> None:
        while not self._end.is_set():
            if self.reads:
                with contextlib.suppress(BlockingIOError, OSError):
                    self.link.feed(os.read(self.master, 4096))
            self.link.tick()
            self._write_due()
            select.select([self.master] if self.reads else [], [], [], 0.002)

    def _write_due(self) -> None:
        if self._flood and not self._waiting:
            self._waiting.append((0.0, self._flood))
            self.floods += 1
        while self._waiting and self._waiting[0][0] <= time.monotonic() and not self._end.is_set():
            due, data = self._waiting.pop(0)
            try:
                sent = os.write(self.master, data[:65536])
            except BlockingIOError:
                sent = 0
            if sent < len(data):
                self._waiting.insert(0, (due, data[sent:]))
                return

    @property
    def flooding(self) -> bool:
        """Something is still to be written."""
        return bool(self._waiting)

    def close(self) -> None:
        """Unplug it."""
        self._end.set()
        self._thread.join(_LIMIT_S)
        for fd in (self.master, self.holder):
            os.close(fd)
