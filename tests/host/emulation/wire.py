"""A host's end of a board's cable without threads: frames are written as fast as the board takes them."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

import serial

from tablelink.events import Done, Hello
from tablelink.frame import encode
from tablelink.host import HostLink

LONGEST_S = 30.0


class Wire:
    """Opens a board's port and says hello."""

    def __init__(self, port: str) -> None:
        self._serial = serial.Serial(port, timeout=0, write_timeout=10, exclusive=True)
        self.link = HostLink(self._serial.write, time.monotonic, lambda: f"{time.monotonic_ns() & 0xFFFFFFFF:08x}")
        self._asked = 0
        self.link.hello()
        self._until(Hello)

    def stat(self) -> dict[str, Any]:
        """What the board tells of itself."""
        self._asked += 1
        self.link.send(f"wiretest.{self._asked}.1", "stat", {})
        return dict(self._until(Done).result)

    def flood(self, frames: int) -> None:
        """So many frames: beats, half of them spoilt in some way that a cable knows."""
        beat = encode({"t": "beat"})
        kinds = (beat, beat[:9] + b"\n", beat, beat.replace(b"b", b"d"), beat, b"\xff\x00" + beat, beat, b"x" * 200 + b"\n")
        for k in range(frames):
            self._serial.write(kinds[k % len(kinds)])
            if k % 50 == 0:
                self._turn()

    def _turn(self) -> None:
        self.link.feed(self._serial.read(4096))
        self.link.tick()

    def _until(self, kind: type) -> Any:
        deadline = time.monotonic() + LONGEST_S
        while time.monotonic() < deadline:
            self._turn()
            for event in self.link.take():
                if isinstance(event, kind):
                    return event
        raise AssertionError(f"the board said no {kind.__name__} within {LONGEST_S} s")

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._serial.close()
