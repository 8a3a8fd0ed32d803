"""The service page: everything of the table as it is now, and what can be tried out."""

import asyncio
import json
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from host.service import Service

PAGE: Final = Path(__file__).parent / "static" / "service.html"
LINK: Final = ("/service", "Look the table over")
MOST_BYTES: Final = 256


class ServicePage:
    """Pages of one service. What takes a while is looked at in threads, so that nobody else's page waits."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.routes: list[BaseRoute] = [
            Route("/service", self._page),
            Route("/service/state", self._state),
            Route("/service/dice", self._dice),
            Route("/service/do", self._do, methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        return FileResponse(PAGE)

    async def _state(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(self._service.state))

    async def _dice(self, request: Request) -> Response:
        return JSONResponse({"dice": await asyncio.to_thread(self._service.dice)})

    async def _do(self, request: Request) -> Response:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MOST_BYTES:
                return PlainTextResponse("That is too long for a deed.\n", 400)
        try:
            key = json.loads(body)
        except (ValueError, RecursionError):
            key = None
        if not isinstance(key, str):
            return PlainTextResponse('A deed is posted as its key, like "picture".\n', 400)
        return JSONResponse({"said": await asyncio.to_thread(self._service.do, key)})
