"""Who may talk to the page: browsers on this computer, and pages that it served itself."""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")

_HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


def refusal(headers: Headers) -> str | None:
    """Why a request with these headers is refused, or None.

    The Host has to be this computer by name or number, else a foreign name may have been pointed at it; an Origin, which
    browsers send along, has to be the page's own.
    """
    hosts = headers.getlist("host")
    host = hosts[0] if len(hosts) == 1 else ""
    if _name(f"http://{host}") not in LOOPBACK:
        return f"This page is only for browsers on this computer, at http://127.0.0.1; it is not at {host!r}."
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return f"This page does not talk to pages of {origin!r}."
    return None


def _name(address: str) -> str | None:
    try:
        parts = urlsplit(address)
        return parts.hostname if parts.port != 0 and parts.username is None and not parts.path else None
    except ValueError:
        return None


class Guard:
    """Refuses strangers, and tells browsers to load nothing from elsewhere."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        why = refusal(Headers(scope=scope))
        if scope["type"] == "websocket":
            if why is None:
                await self._app(scope, receive, send)
            else:
                await deny(WebSocket(scope, receive, send), 403, why)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        app = self._app if why is None else PlainTextResponse(why + "\n", 403)
        await app(scope, receive, with_headers)


async def deny(socket: WebSocket, status: int, why: str) -> None:
    """Do not open `socket`; say why, where the server can."""
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(PlainTextResponse(why + "\n", status))
    else:
        await socket.close(1008, why[:100])
