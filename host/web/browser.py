"""One browser that looks on: what it is sent, and what it may send."""

import asyncio
from collections import deque
from collections.abc import Collection
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from host.web.doors import DOOR_ERRORS, Doors
from host.web.fingers import Fingers, Pin
from host.web.wall import Wall

SLOW_DOWN_S: Final = 0.05
"""After a message that makes no sense, the next is not read before this time is over."""

_FORM: Final = '{"seat": 0, "button": "ok", "down": true}'


class BadMessage(ValueError):
    """A browser sent something that cannot be done; the message says what can."""


class Press(msgspec.Struct, forbid_unknown_fields=True):
    """The one thing that a browser may send: a button of a seat goes down or up."""

    seat: int
    button: str
    down: bool


class Browser:
    """A connection. `keys` are the notes it reads from the wall, `seats` the panels whose buttons it may press.

    `patience`: seconds within which it has to take what it is sent; it is dropped otherwise.
    """

    def __init__(
        self, socket: WebSocket, wall: Wall, keys: Collection[str], seats: Collection[int], doors: Doors, fingers: Fingers | None,
        patience: float,
    ) -> None:  # fmt: skip
        self._socket, self._wall, self._keys, self._seats = socket, wall, keys, seats
        self._doors, self._fingers, self._patience = doors, fingers, patience
        self._errors: deque[str] = deque(maxlen=3)
        self._news = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def serve(self) -> None:
        """Send and listen until the connection ends, and let go of what it held."""
        self._wall.listen(self._bell)
        jobs = [asyncio.create_task(self._send()), asyncio.create_task(self._listen())]
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
        except (WebSocketDisconnect, TimeoutError):
            pass  # it left, or it does not read: the others notice nothing
        finally:
            self._wall.leave(self._bell)
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)
            await self._let_go()

    def _bell(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    async def _send(self) -> None:
        seen = 0
        while True:
            self._news.clear()
            seen, texts = self._wall.news(seen, self._keys)
            while self._errors:
                texts.append(self._errors.popleft())
            for text in texts:
                async with asyncio.timeout(self._patience):
                    await self._socket.send_text(text)
            await self._news.wait()

    async def _listen(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                await self._press(message.get("text") or message.get("bytes") or "")
            except BadMessage as error:
                self._say(str(error))
                await asyncio.sleep(SLOW_DOWN_S)

    def _say(self, text: str) -> None:
        self._errors.append(msgspec.json.encode({"type": "error", "text": text}).decode())
        self._news.set()

    async def _press(self, text: str | bytes) -> None:
        try:
            press = msgspec.json.decode(text, type=Press)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadMessage(f"This message is not understood ({error}). A button is pressed by {_FORM}.") from error
        if press.seat not in self._seats:
            raise BadMessage(f"The panel of seat {press.seat} is not on this page, so its buttons cannot be pressed here.")
        names = [button.name for button in self._doors.buttons]
        if press.button not in names:
            raise BadMessage(f"There is no button '{press.button}'. There are: {', '.join(names)}.")
        if self._fingers is None:
            raise BadMessage("The buttons of this table cannot be pressed from a page. Press the real ones.")
        await self._move(self._fingers, (press.seat, press.button), press.down)

    async def _move(self, fingers: Fingers, pin: Pin, down: bool) -> None:
        try:
            await (fingers.down(self, pin) if down else fingers.up(self, pin))
        except DOOR_ERRORS as error:
            raise BadMessage(f"The button '{pin[1]}' of seat {pin[0]} could not be moved: {error}") from error

    async def _let_go(self) -> None:
        if self._fingers is None:
            return
        for pin in self._fingers.held(self):
            try:
                await self._fingers.up(self, pin)
            except DOOR_ERRORS as error:
                self._wall.write("trouble", [f"The button '{pin[1]}' of seat {pin[0]} could not be let go: {error}"])
