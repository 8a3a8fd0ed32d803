"""The world's side of panels and buttons: it holds the chips and the pins, and outlives the host that draws on them.

`GlassServer` listens on a Unix socket of its own. Its `start` runs it in a thread; a world with a loop of its own watches
`fileno` and calls `serve` instead. Lines of JSON, each answered by one: see `_perform`. A client that asks for `pins`
is told of every edge from then on.
"""

from __future__ import annotations

import contextlib
import heapq
import io
import itertools
import json
import selectors
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from host.emulation.glass.bus import Bus, Counters, Place
from host.emulation.glass.chips import CHIPS
from host.emulation.glass.traces import Trace
from host.panels.wire import unpack

_LONGEST_LINE: Final = 65536
#: Edges this close together are one bounce and are told together, so that the socket cannot stretch it.
_ONE_BOUNCE_S: Final = 0.008


@dataclass(frozen=True)
class Fitted:
    """A panel that is fitted: its bus and address, its chip ("ssd1306", "sh1106"), and its leftmost memory column."""

    bus: int
    address: int
    chip: str = "ssd1306"
    first_column: int | None = None


class _Client:
    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.buffer = b""
        self.wants_pins = False

    def tell(self, message: dict[str, Any]) -> None:
        # A client that has left, or does not read, is found out when its end is read.
        with contextlib.suppress(OSError):
            self.connection.sendall(json.dumps(message).encode() + b"\n")


class GlassServer:
    """Panels 0, 1, ... as `fitted`, and pins by their number.

    `paced`: the host's end takes the time a real bus would take. All methods may be called from any thread. Pins are
    pulled up: pressed is low.
    """

    def __init__(
        self,
        path: Path,
        fitted: Sequence[Fitted],
        *,
        hertz: int = 400_000,
        paced: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path, self.fitted = path, list(fitted)
        self.buses: dict[int, Bus] = {}
        self._paced, self._clock = paced, clock
        self._places = [self._fit(number, panel, hertz) for number, panel in enumerate(self.fitted)]
        self._edges: list[tuple[float, int, int, Trace]] = []
        self._order = itertools.count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._running = self._closed = False
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._listener.setblocking(False)
        self._waker, self._woken = socket.socketpair()
        self._selector = selectors.EpollSelector()
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)
        self._selector.register(self._woken, selectors.EVENT_READ, lambda: self._woken.recv(4096))
        self._clients: list[_Client] = []

    def _fit(self, number: int, panel: Fitted, hertz: int) -> Place:
        bus = self.buses.setdefault(panel.bus, Bus(hertz))
        if panel.address in bus.places:
            raise ValueError(f"Two panels at address {panel.address:#x} of bus {panel.bus}.")
        kind = CHIPS[panel.chip]
        chip = kind(seed=number) if panel.first_column is None else kind(panel.first_column, number)
        place = bus.places[panel.address] = Place(chip)
        return place

    # The loop

    def start(self) -> None:
        """Serve in a thread of its own until `close`."""
        self._running = True
        self._thread = threading.Thread(target=self._run, name="glass", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self._running:
            self.serve(self.patience())

    def fileno(self) -> int:
        """A file descriptor that can be read when there is something to `serve`."""
        return self._selector.fileno()

    def patience(self) -> float | None:
        """Seconds until something has to be done though nobody asks; None if nothing."""
        with self._changed:
            return max(0.0, self._edges[0][0] - self._clock()) if self._edges else None

    def serve(self, timeout: float | None = 0.0) -> None:
        """Do what clients ask and what is due."""
        for key, _ in self._selector.select(timeout):
            key.data()
        with self._changed:
            self._tell_due()

    def close(self) -> None:
        """End: clients see the end of their connection. May be called again."""
        if self._closed:
            return
        self._closed, self._running = True, False
        self._wake()
        if self._thread is not None:
            self._thread.join(5.0)
        for client in self._clients:
            client.connection.close()
        self._selector.close()
        for each in (self._listener, self._waker, self._woken):
            each.close()
        self.path.unlink(missing_ok=True)

    def _wake(self) -> None:
        self._waker.send(b"!")

    def _accept(self) -> None:
        connection, _ = self._listener.accept()
        connection.settimeout(1.0)
        client = _Client(connection)
        self._clients.append(client)
        self._selector.register(connection, selectors.EVENT_READ, lambda: self._read(client))

    def _read(self, client: _Client) -> None:
        try:
            data = client.connection.recv(_LONGEST_LINE)
        except OSError:
            data = b""
        if not data or len(client.buffer) > _LONGEST_LINE:
            self._selector.unregister(client.connection)
            self._clients.remove(client)
            client.connection.close()
            return
        *lines, client.buffer = (client.buffer + data).split(b"\n")
        for line in lines:
            try:
                answer = self._perform(client, json.loads(line))
            except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
                answer = {"ok": False, "error": f"The glass does not understand {line[:200]!r}: {error!r}."}
            client.tell(answer)

    def _perform(self, client: _Client, ask: dict[str, Any]) -> dict[str, Any]:
        op = ask.pop("op")
        if op == "write":
            return self._write(ask["bus"], ask["address"], bytes.fromhex(ask["data"]))
        if op == "pins":
            with self._changed:
                client.wants_pins = True
                return {"ok": True}
        if op == "picture":
            return {"ok": True, "picture": self.picture(ask["panel"]).hex()}
        if op == "counters":
            return {"ok": True, "counters": asdict(self.counters(ask["panel"]))}
        if op == "fitted":
            return {"ok": True, "fitted": [asdict(panel) for panel in self.fitted]}
        if op == "press":
            self.press(int(ask["pin"]), [(float(after), bool(pressed)) for after, pressed in ask["trace"]])
        elif op in ("refuse", "forget", "lose_power", "plug", "hang"):
            getattr(self, op)(**ask)
        else:
            raise ValueError(f"no such thing as {op!r}")
        return {"ok": True}

    # The bus

    def _write(self, bus: int, address: int, data: bytes) -> dict[str, Any]:
        with self._changed:
            if bus not in self.buses:
                return {"ok": True, "errno": 121, "seconds": 0.0}
            outcome = self.buses[bus].write(address, data)
            self._changed.notify_all()
            stuck = outcome.error is not None and outcome.seconds >= 0.1
            seconds = outcome.seconds if self._paced or stuck else 0.0
            return {"ok": True, "errno": outcome.error, "seconds": seconds}

    def picture(self, panel: int) -> bytes:
        """What the glass shows now: 1024 bytes, page by page, lowest bit on top; all zero when it is dark."""
        with self._changed:
            return self._places[panel].chip.glass()

    def png(self, panel: int) -> bytes:
        """The same as a PNG file."""
        file = io.BytesIO()
        unpack(self.picture(panel)).save(file, "PNG")
        return file.getvalue()

    def counters(self, panel: int) -> Counters:
        """What has come over the wire for a panel."""
        with self._changed:
            return Counters(**asdict(self._places[panel].counters))

    def place(self, panel: int) -> Place:
        """A panel's chip and what is wrong with it; to look at while nothing is drawn."""
        return self._places[panel]

    def wait_for(self, true: Callable[[], bool], seconds: float) -> bool:
        """Wait until something holds that changes only with transfers; False if it does not in time."""
        with self._changed:
            return self._changed.wait_for(true, seconds)

    # Bad luck

    def refuse(self, panel: int, transfers: int, kind: str = "command", arriving: int = 0) -> None:
        """The next transfers of this kind ("command", "data") are not acknowledged, after so many bytes that arrived."""
        with self._changed:
            place = self._places[panel]
            place.refuse[kind], place.arriving = transfers, arriving

    def forget(self, panel: int) -> None:
        """Its registers are as after a reset, unnoticed: dark, but it acknowledges."""
        with self._changed:
            self._places[panel].chip.forget()

    def lose_power(self, panel: int) -> None:
        """A dip in its supply: registers as after a reset, noise in its memory."""
        with self._changed:
            self._places[panel].chip.lose_power()

    def plug(self, panel: int, plugged: bool) -> None:
        """Pull its plug or put it in again."""
        with self._changed:
            place = self._places[panel]
            if plugged and not place.plugged:
                place.chip.lose_power()
            place.plugged = plugged
            self._changed.notify_all()

    def hang(self, bus: int, transfers: int, seconds: float = 1.0) -> None:
        """The next transfers on a bus keep it that long (at least 0.1 s) and then fail with ETIMEDOUT."""
        with self._changed:
            self.buses[bus].stuck, self.buses[bus].stuck_for = transfers, max(0.1, seconds)

    # Pins

    def press(self, pin: int, trace: Trace) -> None:
        """Move a button's contacts as `trace` says: (seconds from now, pressed). Edges are stamped with these times."""
        now = self._clock()
        self.edges(pin, [(now + after, pressed) for after, pressed in trace])

    def edges(self, pin: int, edges: Trace) -> None:
        """The same with times of the server's clock. What is due is told at once."""
        with self._changed:
            for bounce in _bounces(edges):
                heapq.heappush(self._edges, (bounce[-1][0], next(self._order), pin, bounce))
            self._tell_due()
        self._wake()

    def _tell_due(self) -> None:
        while self._edges and self._edges[0][0] <= self._clock():
            _, _, pin, edges = heapq.heappop(self._edges)
            for client in self._clients:
                if client.wants_pins:
                    client.tell({"pin": pin, "edges": edges})


def _bounces(edges: Trace) -> list[Trace]:
    bounces: list[Trace] = []
    for edge in edges:
        if bounces and edge[0] - bounces[-1][-1][0] < _ONE_BOUNCE_S:
            bounces[-1].append(edge)
        else:
            bounces.append([edge])
    return bounces
