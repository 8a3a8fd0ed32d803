"""A browser without a picture: it reads what a page would be sent, and sends what a page could."""

import contextlib
import json
import time

from websockets.sync.client import connect

from tests.host.web.desk import LONGEST_S


class Reader:
    """One open page; `heard` is every message so far."""

    def __init__(self, web, socket):
        self.web, self.socket, self.heard = web, socket, []

    def next(self, timeout=LONGEST_S):
        self.heard.append(json.loads(self.socket.recv(timeout=timeout)))
        return self.heard[-1]

    def until(self, kind, good=lambda message: True):
        """The first message of this kind that is `good`, reading on if there was none yet."""
        for message in self.heard:
            if message["type"] == kind and good(message):
                return message
        deadline = time.monotonic() + LONGEST_S
        while time.monotonic() < deadline:
            message = self.next()
            if message["type"] == kind and good(message):
                return message
        raise AssertionError(f"no {kind} came: {self.heard}")

    def error(self):
        return self.until("error")["text"]

    def send(self, message):
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def press(self, seat, button, down):
        self.send({"seat": seat, "button": button, "down": down})


@contextlib.contextmanager
def opened(web, path="/ws", **options):
    """A page that is open; `options` go to the connection ("origin", "additional_headers")."""
    address = web.address.replace("http", "ws").rstrip("/") + path
    with connect(address, open_timeout=LONGEST_S, close_timeout=1, **options) as socket:
        yield Reader(web, socket)
