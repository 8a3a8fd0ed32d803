"""The whole demo for four while its panels fail: refusals in both forms, a chip that forgets itself, a bus that hangs.

World, boards, journal, bots and drawing are those of `tablekeeper demo`; only panels are prepared anew each second, not each half
a minute.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from host import demo as demo_module
from host import demo_seats
from host.demo import Demo
from host.emulation.glass.client import GlassClient
from host.fitting import Fitting
from host.panels.wire import pack
from host.panels.worker import PanelStats
from tests.end_to_end.demo_table import CLICK, PINS, until
from tests.end_to_end.reading import read

HEAL_EVERY_S = 1.0
WITHIN_S = 30.0


class Watched(Fitting):
    """The demo's own fitting, which keeps what each panel was last asked to show."""

    made: Watched

    def __init__(self, *args: Any) -> None:
        super().__init__(*args, heal_every=HEAL_EVERY_S)
        self.last: dict[int, bytes] = {}
        Watched.made = self

    def submit(self, seat: int) -> Callable[[Image.Image], None]:
        draw = super().submit(seat)

        def keep(picture: Image.Image) -> None:
            self.last[seat] = pack(picture)
            draw(picture)

        return keep


class Table:
    """A demo in a thread, somebody typing at seat 0, and the world's glass."""

    def __init__(self, folder: Path, typed: int, patch: pytest.MonkeyPatch) -> None:
        self._typed, self.worlds, self.said = typed, [], []
        start = demo_module.start_world
        patch.setattr(demo_module, "start_world", lambda *args, **more: self.worlds.append(start(*args, **more)) or self.worlds[-1])
        patch.setattr(demo_seats, "Fitting", Watched)
        self.demo = Demo(
            "mycelia", 4, 1, {"first": "seat 0"}, None, False,
            bots="random", speed=0.0, journal=folder / "demo.sqlite", vm="cpython", seed=7, as_json=False, port=0,
        )  # fmt: skip
        self.demo._say = self.said.append
        self._thread = threading.Thread(target=self.demo.run)
        self._thread.start()
        until(lambda: "Your turn" in "".join(self.said), "Ada is asked")
        self.glass = GlassClient(self.worlds[0].glass)

    def close(self) -> None:
        """Leave the table; everything has to end."""
        os.write(self._typed, b"stop\n")
        self._thread.join(WITHIN_S)
        assert not self._thread.is_alive()
        self.glass.close()

    def play(self, answers: int = 1) -> None:
        """Answer so many questions of seat 0, at the keyboard, and see that the match goes on."""
        for _ in range(answers):
            if "Please read" in read(self.glass.picture(0)).words:
                self.glass.press(PINS["ok"][0], CLICK)
            number = self._number()
            until(lambda: any(q.seat == 0 for _, q in self.demo._sitting.table.match.questions.values()), "Ada is asked")
            os.write(self._typed, b"1\n")
            until(lambda: self._number() > number, "the match goes on", WITHIN_S)  # noqa: B023 - called at once

    def _number(self) -> int:
        return self.demo._sitting.table.match.number

    def right(self, *seats: int) -> bool:
        """These panels show what they were last asked to show."""
        return all(self.glass.picture(seat) == Watched.made.last[seat] for seat in seats)

    def stats(self, seat: int) -> PanelStats:
        """How a panel got on."""
        return Watched.made.stats()[seat]

    def heard(self, words: str) -> int:
        """How often people were told that."""
        return sum(words in text for text in self.said)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A demo that waits for Ada."""
    read_end, write_end = os.pipe()
    with os.fdopen(read_end) as stdin, os.fdopen(write_end, "wb") as typed:
        monkeypatch.setattr("sys.stdin", stdin)
        made = Table(tmp_path, typed.fileno(), monkeypatch)
        yield made
        made.close()


def test_panels_that_fail_come_back_and_nobody_else_notices(table: Table) -> None:
    until(lambda: table.right(0, 1, 2, 3), "all panels are drawn", WITHIN_S)
    for times, kind in enumerate(("command", "data"), start=1):  # errno 121 as luma's own error, and as the kernel's
        table.glass.refuse(0, 3, kind, arriving=2)
        table.play()
        until(lambda times=times: table.heard("the panel does not answer") == times, f"a refused {kind} is told", WITHIN_S)
        until(lambda: not table.stats(0).trouble, "it is got over", WITHIN_S)
        until(lambda: table.right(0, 1, 2, 3), "all panels show what they should", WITHIN_S)
    until(lambda: table.heard("The panel of seat 0 works again") == 2, "people are told")
    assert [table.stats(seat).errors for seat in (1, 2, 3)] == [0, 0, 0]

    table.glass.forget(0)
    assert table.glass.picture(0) == bytes(1024), "a chip without its registers is dark"
    table.play()
    until(lambda: table.right(0, 1, 2, 3), "the chip is prepared again, though nothing told of it", WITHIN_S)
    assert [table.stats(seat).errors for seat in (1, 2, 3)] == [0, 0, 0]

    table.glass.hang(1, 2, 1.0)
    table.play()
    until(lambda: table.heard("bus hangs") >= 1, "the bus hangs", WITHIN_S)
    table.play()
    until(lambda: table.right(2, 3), "the other bus goes on", WITHIN_S)
    assert [table.stats(seat).errors for seat in (2, 3)] == [0, 0]
    until(lambda: table.right(0, 1, 2, 3), "the bus is used again", WITHIN_S)
    assert read(table.glass.picture(0)).title


def test_a_plug_that_is_pulled_and_put_in_again(table: Table) -> None:
    until(lambda: table.right(0, 1, 2, 3), "all panels are drawn", WITHIN_S)
    table.glass.plug(0, False)
    table.play(2)
    until(lambda: table.heard("Check its plug") == 1, "people are told", WITHIN_S)
    until(lambda: table.right(1, 2, 3), "the others go on", WITHIN_S)
    table.glass.lose_power(0)
    table.glass.plug(0, True)
    until(lambda: table.right(0), "the panel is back by itself", WITHIN_S)
    until(lambda: table.heard("works again") == 1, "people are told")
    assert [table.stats(seat).errors for seat in (1, 2, 3)] == [0, 0, 0]
