"""People may answer beside every sensor, at any panel or keyboard that lives, for any seat; with nothing alive the match waits."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from host.answerers.board import Board
from host.answerers.random import Random
from host.answerers.typed import Typed
from host.inbox import Inbox, Posting
from host.journal import Journal
from host.saves import word_lines
from host.table import Asked, Table
from shared_rules.games import game
from shared_rules.questions import Choice, Question
from shared_rules.record import Start
from tests.host.panels.table_of_panels import Panels
from tests.host.test_service import StubBoards

NAMES = ["Ada", "Ben", "Cleo"]


class Bench:
    """A match whose throws are awaited from boards that never answer, with a keyboard beside them or without."""

    def __init__(self, folder: Path, *, typing: bool, seats: int = 2, name: str = "mycelia", **options: Any) -> None:
        self.now, self.said = 0.0, list[str]()
        self.boards, self.inbox = StubBoards(), Inbox(lambda: self.now, patience=0.0)
        self.journal = Journal(folder / "table.sqlite", lambda: 0.0)
        match = game(name).new(seats, options or {"first": "rolled", "pieces": "none"})
        start = Start.of(match, "byhand00", seats, NAMES[:seats])
        self.journal.begin(match, start)
        chains = {"roll": ["dice_reader:tumbler"], "flush": ["shrine"]}
        self.device = Board(self.boards, self.journal, self.inbox, chains, lambda: 0.0, lambda doubt: None, self.said.append)  # type: ignore[arg-type]
        self.typed = Typed(
            range(seats), self.inbox, self.said.append, lambda: None, lambda: None, names=NAMES[:seats]
        )
        people = [self.typed] if typing else []
        chance = Random(random.Random(1).random, self.inbox)

        def route(question: Question) -> list[Any]:
            if question.kind == "draw":
                return [chance]
            return [self.device, *people] if question.kind in ("roll", "flush") else people

        self.table = Table(match, start, self.journal, self.inbox, route, [])
        self.run()

    def run(self) -> None:
        """Do what there is to do now."""
        left = 40

        def goes_on() -> bool:
            nonlocal left
            left -= 1
            return left > 0

        self.table.play(goes_on)

    def type(self, text: str) -> None:
        self.inbox.post(lambda: self.typed.typed(text))
        self.run()


@pytest.mark.fault(23)
def test_a_throw_is_typed_while_a_board_waits_for_it_and_is_kept_as_typed(tmp_path: Path) -> None:
    bench = Bench(tmp_path, typing=True)
    assert [(role, op) for role, op, _ in bench.boards.told] == [("dice_reader", "roll")]
    bench.type("roll 5")
    entry = next(entry for entry in bench.journal.entries("byhand00") if entry.source != "engine")
    assert (entry.source, entry.by, entry.answer) == ("typed", "person", [5])
    assert bench.boards.ids[0] in bench.boards.cancelled, "the board is told that nobody throws any more"
    bench.journal.close()


@pytest.mark.fault(23)
def test_with_nothing_alive_the_match_waits_and_tells_how_to_finish_by_hand(tmp_path: Path) -> None:
    bench = Bench(tmp_path, typing=False)
    bench.now += 3600.0
    bench.run()
    assert not bench.table.match.over
    assert [question.kind for _, question in bench.table.match.questions.values()] == ["roll"]
    with Journal(tmp_path / "table.sqlite", lambda: 0.0, reading=True) as book:
        told = "".join(word_lines(book, "byhand00"))
    open_now = told.partition("What is open now:")[2]
    assert "throw" in open_now.lower() and "To finish by hand" in open_now and "tablekeeper rules mycelia" in open_now
    bench.journal.close()


def test_the_keyboard_acts_for_the_seat_that_is_named() -> None:
    said: list[str] = []
    inbox = Inbox(lambda: 0.0, patience=0.0)
    typed = Typed([0, 1], inbox, said.append, lambda: None, lambda: None, names=NAMES[:2])
    for seat in (0, 1):
        options = [{"label": "pass", "answer": ["pass"], "help": ""}]
        shown = {"kind": "choice", "prompt": f"{NAMES[seat]} chooses", "options": options}
        typed.ask(Asked("m", seat, 7, Choice(seat, [["pass"]]), lambda eyes, shown=shown: shown, lambda eyes: {}))  # type: ignore[misc]
    typed.typed("for nobody")
    assert said[-1] == "Nobody here is called 'nobody'; there are: ada, ben."
    for name, by in (("for Ben", "seat 1"), ("for", "seat 0"), ("for ada", "seat 0")):
        typed.typed(name)
        typed.typed("1")
        posting = inbox.take()
        assert isinstance(posting, Posting) and (posting.by, posting.source) == (by, "typed")


@pytest.fixture
def panels(tmp_path: Path) -> Any:
    made = Panels(tmp_path, seats=2, first="rolled", by_hand=("choice", "roll", "confirm"))
    yield made
    made.close()


def test_any_living_panel_enters_the_throw_of_another_seat_and_it_is_called_typed(panels: Any) -> None:
    roll = next(question for _, question in panels.match.questions.values() if question.kind == "roll")
    other = 1 if roll.seat in (0, None) else 0
    panels.button(other, "ok", "press")
    panels.button(other, "ok", "hold")
    panels.choose(other, "enter a throw")
    panels.click(other, "ok")
    panels.run()
    entry = next(entry for entry in panels.answers() if entry.source != "engine")
    assert (entry.source, entry.by) == ("typed", f"seat {other}")
