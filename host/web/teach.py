"""The page on which an owner teaches a pack: what is asked, and answers by tapping fields, words, or letters."""

import json
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from host.teach_typed import Lesson

PAGE: Final = Path(__file__).parent / "static" / "teach.html"
MOST_BYTES: Final = 8192
MOST_ANSWERS: Final = 40


class TeachPage:
    """Pages of one lesson; whoever opens them takes part in the same talk."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson, self._said = lesson, lesson.begun
        self.routes: list[BaseRoute] = [
            Route("/teach", self._page),
            Route("/teach/state", self._state),
            Route("/teach/answers", self._answers, methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        return FileResponse(PAGE)

    async def _state(self, request: Request) -> Response:
        return self._told()

    async def _answers(self, request: Request) -> Response:
        """Take a list of answers one after the other, up to the first that is refused. Answered by what is asked then."""
        answers = await _texts(request)
        if answers is None:
            return PlainTextResponse(f"Answers are a JSON list of at most {MOST_ANSWERS} short texts.\n", 400)
        self._said = []
        for text in answers:
            try:
                self._said += self._lesson.answer(text)
            except OSError as error:
                self._said.append(f"{self._lesson.file} cannot be written ({error.strerror}); make room, then answer once more.")
                break
            if self._lesson.talk.refused:
                break
        if self._lesson.talk.prompt is None:
            self._said += self._lesson.end()
        return self._told()

    def _told(self) -> Response:
        prompt = self._lesson.talk.prompt
        asked: dict[str, Any] | None = prompt._asdict() if prompt else None
        if asked and prompt and prompt.grid:
            asked["grid"] = prompt.grid._asdict()
        return JSONResponse({"prompt": asked, "said": self._said, "refused": self._lesson.talk.refused})


async def _texts(request: Request) -> list[str] | None:
    """The answers in a request; None if it holds none."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            return None
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    good = isinstance(found, list) and len(found) <= MOST_ANSWERS and all(isinstance(text, str) for text in found)
    return found if good else None
