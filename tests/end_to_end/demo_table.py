"""The demo as a process of its own, with a person at its keyboard, page and panels, and a way to look into its world."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from host.emulation.control import World
from host.emulation.glass.client import GlassClient
from tests.end_to_end.reading import Seen, read

LONGEST_S = 60.0
CLICK = [(0.0, True), (0.08, False)]
PINS = {"next": (17, 23), "ok": (27, 24)}


def until(true: Callable[[], object], what: str, within: float = LONGEST_S) -> None:
    """Wait for something, within a deadline."""
    ends = time.monotonic() + within
    while not true():
        assert time.monotonic() < ends, f"not within {within} s: {what}"
        select.select([], [], [], 0.01)


class DemoTable:
    """A demo that goes on with `save`; its world's sockets are found in a folder of its own. To be used in a `with`."""

    def __init__(self, folder: Path, save: str, *args: str, humans: int = 1, speed: float = 1.0) -> None:
        (folder / "save.jsonl").write_text(save, encoding="utf-8")
        self.journal = folder / "demo.sqlite"
        self.temporary = Path(tempfile.mkdtemp(prefix="tk-"))  # the name of a socket has to be short
        command = [
            sys.executable, "-u", "-m", "host", "demo", "--save", str(folder / "save.jsonl"), "--journal", str(self.journal),
            "--humans", str(humans), "--speed", str(speed), "--vm", "cpython", "--port", "0", "--seed", "3", *args,
        ]  # fmt: skip
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "TMPDIR": str(self.temporary)},
        )  # fmt: skip
        self.said = ""
        self._world: World | None = None
        self._glass: GlassClient | None = None

    def __enter__(self) -> DemoTable:
        return self

    def __exit__(self, *_: object) -> None:
        for client in (self._world, self._glass):
            if client is not None:
                client.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=LONGEST_S)
        shutil.rmtree(self.temporary, ignore_errors=True)

    def hear(self, words: str) -> str:
        """All that was said so far, once `words` are among it."""
        assert self.process.stdout is not None
        ends = time.monotonic() + LONGEST_S
        while words not in self.said:
            assert select.select([self.process.stdout], [], [], max(0.0, ends - time.monotonic()))[0], self.said
            data = os.read(self.process.stdout.fileno(), 65536)
            assert data, f"it ended before {words!r}: {self.said}"
            self.said += data.decode()
        return self.said

    @property
    def address(self) -> str:
        """The page's address, as it is said."""
        found = re.search(r"http://\S+?/(?=\s)", self.hear("(a seat alone"))
        assert found, self.said
        return found[0]

    def _socket(self, name: str) -> Path:
        (found,) = self.temporary.glob(f"tablekeeper-world-*/{name}")
        return found

    @property
    def world(self) -> World:
        """A client of its world."""
        if self._world is None:
            self._world = World(self._socket("control.sock"))
        return self._world

    @property
    def glass(self) -> GlassClient:
        """Its glass and pins."""
        if self._glass is None:
            self._glass = GlassClient(self._socket("glass.sock"))
        return self._glass

    def seen(self, seat: int) -> Seen:
        """What a person reads on that seat's panel."""
        return read(self.glass.picture(seat))

    def click(self, seat: int, button: str) -> None:
        """A finger on one of the real buttons."""
        self.glass.press(PINS[button][seat], CLICK)

    def type(self, text: str) -> None:
        """Type a line at its keyboard."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()

    def leave(self) -> str:
        """Type that the table is left; all that was said. It has to end well."""
        rest, _ = self.process.communicate(b"stop\n", timeout=LONGEST_S)
        self.said += rest.decode()
        assert self.process.returncode == 0, self.said
        return self.said
