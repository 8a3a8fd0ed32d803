"""The page on which an owner teaches a pack: what is asked, and answers by tapping fields, words, or letters."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from host.next_pack import NextPack
from host.teach_typed import Lesson
from shared_rules.content import BadPack

PAGE: Final = Path(__file__).parent / "static" / "teach.html"
LINK: Final = ("/teach", "Teach the table what your box says")
MOST_BYTES: Final = 8192
MOST_ANSWERS: Final = 40
PLAY: Final = {"given": False, "taught": True}
"""What a page may post to choose the content of the next match."""


class TeachPage:
    """Pages of one lesson; whoever opens them takes part in the same talk.

    `begin` opens the lesson, and another one once it has ended. `ahead`: the page also chooses what the next match is played with.
    """

    def __init__(self, begin: Callable[[], Lesson], ahead: NextPack | None = None) -> None:
        self._begin, self._ahead = begin, ahead
        self._lesson: Lesson | None = None
        self._said: list[str] = []
        self._refused = False
        self.routes: list[BaseRoute] = [
            Route("/teach", self._page),
            Route("/teach/state", self._state),
            Route("/teach/answers", self._answers, methods=["POST"]),
            Route("/teach/play", self._play, methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        if self._lesson is not None and self._lesson.talk.prompt is None:
            self._lesson = None
        return FileResponse(PAGE)

    async def _state(self, request: Request) -> Response:
        self._open()
        return self._told()

    async def _answers(self, request: Request) -> Response:
        """Take a list of answers one after the other, up to the first that is refused. Answered by what is asked then."""
        answers = await _texts(request)
        if answers is None:
            return PlainTextResponse(f"Answers are a JSON list of at most {MOST_ANSWERS} short texts.\n", 400)
        lesson = self._open()
        if lesson is None:
            return self._told()
        self._said = []
        for text in answers:
            try:
                self._said += lesson.answer(text)
            except OSError as error:
                self._said.append(f"{lesson.file} cannot be written ({error.strerror}); make room, then answer once more.")
                break
            if lesson.talk.refused:
                break
        self._refused = lesson.talk.refused
        if lesson.talk.prompt is None:
            self._said += lesson.end()
        return self._told()

    async def _play(self, request: Request) -> Response:
        """Choose what the next match is played with."""
        wanted = await _texts(request)
        if self._ahead is None or wanted is None or len(wanted) != 1 or wanted[0] not in PLAY:
            return PlainTextResponse('Choose what the next match is played with by ["taught"] or ["given"], at a table.\n', 400)
        self._refused = False
        try:
            self._ahead.choose(PLAY[wanted[0]])
            self._said = []
        except BadPack as error:
            self._refused = True
            self._said = ["That cannot be played yet:", *str(error).splitlines()]
        return self._told()

    def _open(self) -> Lesson | None:
        """The lesson; None, and a word about it, where it cannot be opened."""
        if self._lesson is None:
            try:
                self._lesson = self._begin()
            except BadPack as error:
                self._refused, self._said = True, str(error).splitlines()
            except OSError as error:
                self._refused, self._said = True, [f"What is taught cannot be kept ({error}); mend that and load this page again."]
            else:
                self._refused, self._said = False, self._lesson.begun
        return self._lesson

    def _told(self) -> Response:
        prompt = self._lesson.talk.prompt if self._lesson else None
        asked: dict[str, Any] | None = prompt._asdict() if prompt else None
        if asked and prompt and prompt.grid:
            asked["grid"] = prompt.grid._asdict()
        if asked and prompt and prompt.tap:
            asked["tap"] = prompt.tap._asdict()
        told = {"prompt": asked, "said": self._said, "refused": self._refused}
        return JSONResponse({**told, "next": _choices(self._ahead) if self._ahead else []})


def _choices(ahead: NextPack) -> list[dict[str, Any]]:
    words = dict(ahead.choices())
    return [{"play": play, "words": words[taught], "chosen": ahead.taught is taught} for play, taught in PLAY.items()]


async def _texts(request: Request) -> list[str] | None:
    """The texts in a request; None if it holds none."""
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
