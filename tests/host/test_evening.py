"""Everybody around one match: who is asked, who may answer, and what is found in the journal."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL.Image import Image

from host.answerers.doubt import Doubt
from host.answerers.random import Random
from host.evening import Company, Glass, Sitting, find_or_begin
from host.inbox import Inbox
from host.journal import Journal
from shared_rules.bots import bot
from tablelink.events import Event, NotDone

OPTIONS = {"pieces": "none", "first": "seat 0"}


class NoBoards:
    """Boards that are not there."""

    def __init__(self) -> None:
        self.told: list[tuple[str, dict[str, Any]]] = []

    def submit(
        self, role: str, cmd_id: str, op: str, args: dict[str, Any], heard: Callable[[Event], None], again: bool = False
    ) -> None:
        self.told.append((op, args))
        heard(NotDone(cmd_id, "no_board", {}))

    def cancel(self, role: str, cmd_id: str) -> None: ...


class Evening:
    """A sitting with glass that only keeps its pictures, and a clock that stands still."""

    def __init__(self, journal: Journal, **more: Any) -> None:
        self.said: list[str] = []
        self.pictures: dict[int, list[Image]] = {0: [], 1: []}
        self.boards = NoBoards()
        self.inbox = Inbox(lambda: 0.0, patience=0.0)
        options = more.pop("options", OPTIONS)
        match, start = find_or_begin(journal, more.pop("game", "mycelia"), options, ["Ada", "Ben"], self.said.append)
        company: dict[str, Any] = {
            "chains": {"roll": ["engine"], "flush": ["shrine"]},
            "rng": random.Random(1).random,
            "say": self.said.append,
            "glass": {seat: Glass(taken.append, lambda level: None) for seat, taken in self.pictures.items()},
            "draws": Random(random.Random(2).random, self.inbox),
            "clock": lambda: 0.0,
        }
        self.sitting = Sitting(match, start, journal, self.inbox, self.boards, Company(**{**company, **more}))

    def work(self) -> None:
        """Do all jobs that are there."""
        while callable(job := self.inbox.take()):
            job()

    def shown(self, seat: int) -> bytes:
        """What a panel shows last."""
        return self.pictures[seat][-1].tobytes()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "j.sqlite", lambda: 0.0) as book:
        yield book


def doubt(answers: list[bool]) -> Doubt:
    return Doubt("turn", "Has the Shrine turned?", {}, answers.append)


def test_a_doubt_is_asked_everywhere_and_one_answer_is_enough(journal: Journal) -> None:
    evening, answers = Evening(journal), list[bool]()
    for panel in (0, 1):
        evening.sitting.press(panel, "ok", "press", 0.0)
    evening.sitting.table.notice("")
    evening.work()
    evening.sitting.ask_people(doubt(answers))
    evening.work()
    asked = evening.shown(1)
    assert "Has the Shrine turned? Type yes or no." in evening.said
    evening.sitting.press(0, "ok", "press", 0.1)
    evening.sitting.press(0, "ok", "click", 0.2)
    evening.work()
    if not answers:  # the first click read what the table had said
        evening.sitting.press(0, "ok", "press", 0.3)
        evening.sitting.press(0, "ok", "click", 0.4)
        evening.work()
    assert answers == [True]
    assert evening.shown(1) != asked, "the other seat is not asked any more"


def test_a_doubt_may_be_typed(journal: Journal) -> None:
    evening, answers = Evening(journal), list[bool]()
    evening.sitting.ask_people(doubt(answers))
    evening.work()
    asked = evening.shown(0)
    evening.sitting.type("no")
    evening.work()
    assert answers == [False] and evening.shown(0) != asked


def test_without_a_keyboard_nothing_is_asked_of_it(journal: Journal) -> None:
    evening = Evening(journal, typing=False)
    evening.sitting.ask_people(doubt([]))
    assert not any("Type yes or no" in text for text in evening.said)


def test_where_virtual_people_know_the_truth_nobody_is_asked(journal: Journal) -> None:
    settled: list[Doubt] = []
    evening = Evening(journal, truth=settled.append)
    evening.sitting.find_home()
    evening.work()
    assert evening.boards.told == [("home", {"loaded": False})]
    assert settled == []


def test_without_the_shrine_among_the_sources_it_is_left_alone(journal: Journal) -> None:
    evening = Evening(journal, chains={"roll": [], "flush": ["engine"]})
    evening.sitting.find_home()
    assert evening.boards.told == []


def test_bots_play_for_seats_without_people(journal: Journal) -> None:
    think = bot("random", "mycelia")
    evening = Evening(journal, bots={0: think, 1: think}, glass={}, typing=False, chains={"roll": ["engine"], "flush": ["engine"]})
    assert evening.sitting.play() is not None
    assert {entry.by for entry in journal.entries(evening.sitting.table.start.match)} == {"bot 0", "bot 1", "engine"}


def test_a_choice_of_the_whole_table_is_made_by_a_bot_only_where_nobody_else_sits(journal: Journal) -> None:
    think = bot("random", "mischief")
    alone = {"game": "mischief", "glass": {}, "typing": False, "chains": {"roll": ["engine"], "flush": ["engine"]}}
    evening = Evening(journal, bots={0: think, 1: think}, **alone)
    assert evening.sitting.play() is not None
    chosen = [entry for entry in journal.entries(evening.sitting.table.start.match) if entry.source == "bot"]
    assert {entry.by for entry in chosen if entry.answer[0] == "layout"} == {"bot 0"}


def test_stop_leaves_the_match_as_it_is(journal: Journal) -> None:
    evening = Evening(journal)
    evening.inbox.post(evening.sitting.stop)
    assert evening.sitting.play() is None and evening.sitting.stopped
    again = Evening(journal)
    assert again.said[0].startswith("Match ") and "goes on after answer 0." in again.said[0]


def test_a_match_of_other_people_is_not_gone_on_with(journal: Journal) -> None:
    said: list[str] = []
    find_or_begin(journal, "mycelia", OPTIONS, ["A", "B", "C"], said.append)
    find_or_begin(journal, "mycelia", OPTIONS, ["A", "B"], said.append)
    assert not any(" goes on " in text for text in said)
    assert "was not finished" in said[1] and f"--journal {journal.path}" in said[1]
    _, start = find_or_begin(journal, "mycelia", OPTIONS, ["A", "B"], said.append)
    assert " goes on " in said[-1] and start.seats == 2
    find_or_begin(journal, "mycelia", {**OPTIONS, "tracking": "light"}, ["A", "B"], said.append)
    assert "with the options that it began with (tracking would be another)" in said[-1]


def test_boards_are_tried_again_when_somebody_at_a_panel_says_so(journal: Journal) -> None:
    evening = Evening(journal, chains={"roll": ["dice_reader:tumbler"], "flush": []}, options={**OPTIONS, "first": "rolled"})
    # What the table has said of the reader, and of sources, is read first.
    to_press = iter(["ok", "ok", "next", "ok"])

    def goes_on() -> bool:
        if "No source is left for the roll" in " ".join(evening.said) and (button := next(to_press, None)):
            assert [op for op, _ in evening.boards.told] == ["roll"]
            for kind in ("press", "click"):
                evening.sitting.press(0, button, kind, 0.0)
        return len(evening.boards.told) < 2

    evening.sitting.table.play(goes_on)
    assert [op for op, _ in evening.boards.told] == ["roll", "roll"]
