"""The table as a page in browsers on this computer. It shows and presses pins; it plays nothing itself."""

import asyncio
import base64
import contextlib
import secrets
import socket
import threading
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from host.web import snapshot
from host.web.browser import Browser
from host.web.doors import DOOR_ERRORS, PICTURE_BYTES, Doors
from host.web.fingers import Fingers
from host.web.guard import Guard, deny
from host.web.wall import Wall
from shared_rules.events import Event
from shared_rules.match import Match

STATIC: Final = Path(__file__).parent / "static"
MOST_BROWSERS: Final = 40
MOST_SEATS: Final = 12
LOOK_EVERY_S: Final = 0.04
PATIENCE_S: Final = 10.0
START_WITHIN_S: Final = 10.0
STOP_WITHIN_S: Final = 5.0
LONGEST_MESSAGE: Final = 4096
_SEND_BUFFER: Final = 65536

T = TypeVar("T")


class WebError(RuntimeError):
    """The page cannot be served; the message says why and what to do."""


class WebTable:
    """Serves the table at `address` on the loopback interface; `port` 0 takes any that is free. A `Show` of the table.

    `patience`: seconds within which a browser has to take what it is sent. `begin`, `events` and `notice` never wait for a
    browser; they are called from the table's thread.
    """

    def __init__(
        self,
        doors: Doors | None = None,
        *,
        port: int = 0,
        patience: float = PATIENCE_S,
        more: Sequence[BaseRoute] = (),
        links: Sequence[tuple[str, str]] = (),
    ) -> None:
        """`more`: further pages; `links`: to which of them the table's page leads, with words."""
        self.doors = doors or Doors()
        self.app = Starlette(
            routes=[
                Route("/", self._table_page),
                Route("/seat/{seat:int}", self._seat_page),
                Mount("/static", StaticFiles(directory=STATIC)),
                WebSocketRoute("/ws", self._table_socket),
                WebSocketRoute("/ws/seat/{seat:int}", self._seat_socket),
                *more,
            ],
            middleware=[Middleware(Guard)],
            exception_handlers={HTTPException: _not_here},
            lifespan=self._life,
        )
        self._port, self._patience = port, patience
        self._wall = Wall()
        self._boot = secrets.token_hex(4)
        self._name, self._names, self._links = "", list[str](), links
        self._die: dict[str, Any] | None = None
        self._browsers = self._matches = 0
        self._troubles: dict[str, str] = {}
        self._fingers: Fingers | None = None
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self._server: uvicorn.Server | None = None

    # What the table shows

    def begin(self, match: Match[Any], names: Sequence[str], name: str = "") -> None:
        """Show `match`, called `name`, from now on, with an empty log; it may have been resumed in the middle."""
        self._name, self._names, self._die = name, list(names), None
        self._matches += 1
        self._wall.begin_log(f"{self._boot}/{self._matches}")
        self._pin(match)

    def events(self, match: Match[Any], events: Sequence[Event]) -> None:
        """What has just happened, told as to a spectator."""
        texts = []
        for event in events:
            told = event.told_to(None)
            texts.append(match.words.event_text(told, self._names))
            if "face" in told:
                self._die = snapshot.die(told, self._ask("The source of a roll", self.doors.source))
        self._wall.write("event", [text for text in texts if text])
        self._pin(match)

    def notice(self, text: str) -> None:
        """A word of the table itself."""
        self._wall.write("notice", [text])

    def _pin(self, match: Match[Any]) -> None:
        panels = [seat for seat in self._open_seats() if seat < len(self._names)]
        self._wall.pin("seats", snapshot.seats(match, self._name, self._names, panels, self.doors.buttons, self._links))
        self._wall.pin("table", snapshot.table(match, self._name, self._names, self._die))

    def _open_seats(self) -> Collection[int]:
        """The seats whose panels everybody may see, in this match or one with more seats."""
        return range(MOST_SEATS) if self.doors.panels is None else sorted(set(self.doors.panels))

    # The server's thread

    @property
    def address(self) -> str:
        """Where the page is, once it was started."""
        return f"http://127.0.0.1:{self._port}/"

    @property
    def browsers(self) -> int:
        """How many pages are open."""
        return self._browsers

    def start(self) -> None:
        """Serve in a thread of its own. Raises WebError."""
        listener = self._listener()
        self._port = listener.getsockname()[1]
        config = uvicorn.Config(
            self.app, lifespan="on", log_config=None, access_log=False, server_header=False, limit_concurrency=5 * MOST_BROWSERS,
            ws_max_size=LONGEST_MESSAGE, ws_max_queue=8, ws_ping_interval=10.0, ws_ping_timeout=10.0,
            ws_per_message_deflate=False, timeout_graceful_shutdown=1,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._ready.clear()
        self._thread = threading.Thread(target=self._server.run, args=([listener],), name="page", daemon=True)
        self._thread.start()
        if not self._ready.wait(START_WITHIN_S):
            self.stop()
            raise WebError(f"The page was not ready within {START_WITHIN_S:.0f} s. Start again, or play without it.")

    def _listener(self) -> socket.socket:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit these: little is kept for a browser that does not read, and the kernel gives it up in the end.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(2000 * self._patience))
        try:
            listener.bind(("127.0.0.1", self._port))
            listener.listen(128)
        except (OSError, OverflowError) as error:
            listener.close()
            raise WebError(f"The page cannot use port {self._port} ({error}). Choose another port, or 0 for any.") from error
        return listener

    def stop(self) -> None:
        """End within some seconds; browsers try again by themselves until the page is back. May be called again."""
        server, thread = self._server, self._thread
        self._server = self._thread = None
        if server is None or thread is None:
            return
        server.should_exit = True
        thread.join(STOP_WITHIN_S)
        server.force_exit = True
        thread.join(1.0)

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        self._fingers = Fingers(self.doors.press) if self.doors.press else None
        watch = asyncio.create_task(self._watch())
        self._ready.set()
        try:
            yield
        finally:
            watch.cancel()
            if self._fingers:
                self._fingers.close()

    # Glass and ring

    async def _watch(self) -> None:
        """Look at glass and ring again and again, while there is somebody to show them to."""
        while True:
            if self._browsers:
                await asyncio.to_thread(self._look)
            await asyncio.sleep(LOOK_EVERY_S)

    def _look(self) -> None:
        for seat in range(len(self._names)):
            picture = self._ask(f"The panel of seat {seat}", self.doors.glass, seat)
            good = picture is not None and len(picture) == PICTURE_BYTES
            shown = base64.b64encode(picture).decode() if picture is not None and good else None
            self._wall.pin(f"glass {seat}", {"type": "glass", "seat": seat, "picture": shown})
        self._wall.pin("ring", {"type": "ring", "turns": self._ask("The Shrine", self.doors.ring)})

    def _ask(self, what: str, door: Callable[..., T | None], *args: Any) -> T | None:
        """What a door says, or None if it fails, which is told once."""
        try:
            found = door(*args)
        except DOOR_ERRORS as error:
            if self._troubles.get(what) != str(error):
                self._troubles[what] = str(error)
                self._wall.write("trouble", [f"{what} cannot be read: {error}"])
            return None
        self._troubles.pop(what, None)
        return found

    # Pages and sockets

    async def _table_page(self, request: Request) -> Response:
        return FileResponse(STATIC / "table.html")

    async def _seat_page(self, request: Request) -> Response:
        why = self._no_seat(request.path_params["seat"])
        return PlainTextResponse(why + "\n", 404) if why else FileResponse(STATIC / "seat.html")

    def _no_seat(self, seat: int) -> str | None:
        if seat < len(self._names) or not self._names:
            return None
        return f"There is no seat {seat}. This match has the seats 0 to {len(self._names) - 1}."

    async def _table_socket(self, socket: WebSocket) -> None:
        seats = self._open_seats()
        await self._serve(socket, {"table", "seats", "log", "ring", *(f"glass {seat}" for seat in seats)}, seats)

    async def _seat_socket(self, socket: WebSocket) -> None:
        seat = socket.path_params["seat"]
        why = self._no_seat(seat)
        if why:
            await deny(socket, 404, why)
            return
        await self._serve(socket, {"seats", f"glass {seat}"}, [seat])

    async def _serve(self, socket: WebSocket, keys: Collection[str], seats: Collection[int]) -> None:
        if self._browsers >= MOST_BROWSERS:
            await deny(socket, 503, f"{MOST_BROWSERS} pages are open already. Close one, then load this one again.")
            return
        self._browsers += 1
        try:
            await socket.accept()
            await Browser(socket, self._wall, keys, seats, self.doors, self._fingers, self._patience).serve()
        finally:
            self._browsers -= 1


async def _not_here(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    text = f"There is nothing at {request.url.path}. The table is at /, the panel of a seat at /seat/0, /seat/1, ...\n"
    return PlainTextResponse(text if status == 404 else f"{HTTPException(status).detail}: only reading is possible here.\n", status)
