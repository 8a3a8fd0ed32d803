"""A seat's own page, as a browser has it: what its panel shows, and its buttons."""

from __future__ import annotations

import base64
import contextlib
import json
from collections.abc import Callable, Iterator

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.end_to_end.reading import read

WITHIN_S = 15.0


class SeatPage:
    """One connection. `picture` is what the panel showed last, `errors` what the page was told it cannot do."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.picture, self.errors = bytes(1024), list[str]()

    def hear(self, within: float = WITHIN_S) -> bool:
        """Take the next message; False if none comes within so many seconds."""
        try:
            told = json.loads(self._socket.recv(within))
        except TimeoutError:
            return False
        if told["type"] == "glass" and told["picture"]:
            self.picture = base64.b64decode(told["picture"])
        elif told["type"] == "error":
            self.errors.append(told["text"])
        return True

    def see(self, right: Callable[[bytes], bool]) -> bytes:
        """Read on until the panel shows what is `right`."""
        while not right(self.picture):
            assert self.hear(), f"nothing new within {WITHIN_S} s: {read(self.picture)}"
        return self.picture

    def move(self, button: str, down: bool, seat: int = 0) -> None:
        """A button of a seat goes down or up."""
        self._socket.send(json.dumps({"seat": seat, "button": button, "down": down}))


@contextlib.contextmanager
def seat_page(port: int | None, path: str) -> Iterator[SeatPage]:
    """The page at a path, such as "/ws/seat/0"."""
    host = f"127.0.0.1:{port}"
    with connect(f"ws://{host}{path}", origin=Origin(f"http://{host}")) as socket:
        yield SeatPage(socket)
