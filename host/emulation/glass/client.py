"""Look at the world's glass and press its buttons from any process."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from host.emulation.glass.bus import Counters
from host.emulation.glass.lines import Lines
from host.emulation.glass.server import Fitted
from host.emulation.glass.traces import Trace, press
from host.panels.wire import unpack


class GlassError(Exception):
    """The glass refused, or is not there; the message says what."""


class GlassClient:
    """A client of `GlassServer`, for one thread. Everything raises `GlassError` when the world refuses or has gone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._lines = Lines(path)
        except OSError as error:
            raise GlassError(f"No glass at {path} ({error}); start a world first.") from error

    def close(self) -> None:
        """Leave the world alone; it goes on."""
        self._lines.close()

    def _ask(self, op: str, **args: Any) -> dict[str, Any]:
        try:
            answer = self._lines.ask({"op": op} | args)
        except OSError as error:
            raise GlassError(f"The glass at {self.path} does not answer ({error}).") from error
        if not answer["ok"]:
            raise GlassError(answer["error"])
        return answer

    def fitted(self) -> list[Fitted]:
        """The panels there are, by number."""
        return [Fitted(**panel) for panel in self._ask("fitted")["fitted"]]

    def picture(self, panel: int) -> bytes:
        """What its glass shows now: 1024 bytes, page by page, lowest bit on top; all zero when it is dark."""
        return bytes.fromhex(self._ask("picture", panel=panel)["picture"])

    def png(self, panel: int) -> bytes:
        """The same as a PNG file."""
        file = io.BytesIO()
        unpack(self.picture(panel)).save(file, "PNG")
        return file.getvalue()

    def counters(self, panel: int) -> Counters:
        """What has come over the wire for a panel."""
        return Counters(**self._ask("counters", panel=panel)["counters"])

    def press(self, pin: int, trace: Trace | None = None) -> None:
        """Click the button at a pin, or move its contacts as `trace` says; does not wait for the end of it."""
        self._ask("press", pin=pin, trace=press() if trace is None else trace)

    def refuse(self, panel: int, transfers: int, kind: str = "command", arriving: int = 0) -> None:
        """The next transfers of this kind ("command", "data") are not acknowledged, after so many bytes that arrived."""
        self._ask("refuse", panel=panel, transfers=transfers, kind=kind, arriving=arriving)

    def forget(self, panel: int) -> None:
        """Its registers are as after a reset, unnoticed."""
        self._ask("forget", panel=panel)

    def lose_power(self, panel: int) -> None:
        """A dip in its supply."""
        self._ask("lose_power", panel=panel)

    def plug(self, panel: int, plugged: bool) -> None:
        """Pull its plug or put it in again."""
        self._ask("plug", panel=panel, plugged=plugged)

    def hang(self, bus: int, transfers: int, seconds: float = 1.0) -> None:
        """The next transfers on a bus keep it that long and then fail."""
        self._ask("hang", bus=bus, transfers=transfers, seconds=seconds)
