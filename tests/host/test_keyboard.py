"""Lines come whole whatever the pipe cuts them into, and the end is told once."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import IO, Any

import pytest

from host.keyboard import Keyboard

WITHIN_S = 10.0


class Typist:
    """A pipe with somebody at its other end."""

    def __init__(self) -> None:
        reading, self.writing = os.pipe()
        self.source: IO[Any] = os.fdopen(reading, "rb", buffering=0)
        self.lines: list[str] = []
        self.ended = threading.Event()
        self._came = threading.Condition()

    def line(self, text: str) -> None:
        with self._came:
            self.lines.append(text)
            self._came.notify_all()

    def wait_for(self, number: int) -> bool:
        with self._came:
            return self._came.wait_for(lambda: len(self.lines) >= number, WITHIN_S)


@pytest.fixture
def typist() -> Iterator[Typist]:
    made = Typist()
    yield made
    made.source.close()


def test_lines_come_whole_and_the_last_without_its_end(typist: Typist) -> None:
    keyboard = Keyboard(typist.source, typist.line, typist.ended.set)
    os.write(typist.writing, b"on")
    os.write(typist.writing, b"e\ntwo\r\n\nth")
    assert typist.wait_for(3)
    os.write(typist.writing, b"r\xffee")
    os.close(typist.writing)
    assert typist.ended.wait(WITHIN_S)
    assert typist.lines == ["one", "two\r", "", "thr\ufffdee"]
    keyboard.close()


def test_it_can_be_closed_while_nobody_types(typist: Typist) -> None:
    threads = threading.active_count()
    keyboard = Keyboard(typist.source, typist.line, typist.ended.set)
    keyboard.close()
    assert threading.active_count() == threads and not typist.ended.is_set()
    os.close(typist.writing)


def test_two_lines_at_once_are_two_lines(typist: Typist) -> None:
    keyboard = Keyboard(typist.source, typist.line, typist.ended.set)
    os.write(typist.writing, b"1\nyes\n")
    assert typist.wait_for(2) and typist.lines == ["1", "yes"]
    keyboard.close()
    os.close(typist.writing)
