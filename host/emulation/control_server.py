"""The world's end of the control socket: JSON lines, any number of clients, none of which can stop the world."""

from __future__ import annotations

import contextlib
import json
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_LONGEST_LINE = 65536


@dataclass
class _Client:
    socket: socket.socket
    buffer: bytes = b""


@dataclass
class Request:
    """One question of a client. Exactly one of `answer` and `refuse` is to be called; a client that left is no error."""

    client: _Client
    op: str
    args: dict[str, Any]

    def answer(self, answer: dict[str, Any]) -> None:
        """It was done."""
        self._send({"ok": True} | answer)

    def refuse(self, error: str) -> None:
        """It was not done, in plain words."""
        self._send({"ok": False, "error": error})

    def _send(self, answer: dict[str, Any]) -> None:
        # Answers are short and clients wait for them: what a client does not take at once, it will not miss.
        with contextlib.suppress(OSError):
            self.client.socket.send(json.dumps(answer).encode() + b"\n")


class ControlServer:
    """Listens on a Unix socket; `requests` gives what has come since the last call, without waiting."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._listener.setblocking(False)
        self._clients: list[_Client] = []

    def fds(self) -> list[int]:
        """File descriptors to be watched."""
        return [self._listener.fileno(), *(client.socket.fileno() for client in self._clients)]

    def requests(self) -> list[Request]:
        """What clients ask."""
        with contextlib.suppress(BlockingIOError):
            while True:
                connection, _ = self._listener.accept()
                connection.setblocking(False)
                self._clients.append(_Client(connection))
        requests: list[Request] = []
        for client in list(self._clients):
            requests += self._read(client)
        return requests

    def _read(self, client: _Client) -> list[Request]:
        try:
            data = client.socket.recv(_LONGEST_LINE)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data or len(client.buffer) > _LONGEST_LINE:
            self._clients.remove(client)
            client.socket.close()
            return []
        *lines, client.buffer = (client.buffer + data).split(b"\n")
        return [request for line in lines if (request := _parse(client, line)) is not None]

    def close(self) -> None:
        """The world ends: clients see the end of their connection."""
        self.path.unlink(missing_ok=True)
        for client in self._clients:
            client.socket.close()
        self._listener.close()


def _parse(client: _Client, line: bytes) -> Request | None:
    try:
        args = json.loads(line)
        return Request(client, str(args.pop("op")), args)
    except (ValueError, KeyError, AttributeError, TypeError):
        Request(client, "", {}).refuse('The world reads lines like {"op": "counts"}; this was none.')
        return None
