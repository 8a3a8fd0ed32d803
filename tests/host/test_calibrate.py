"""Teaching a dice reader its dice: the talk, and on the shipped board with hands that lay the die down."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import host.calibrate
from host.calibrate import Calibration
from host.emulation.launch import best_vm, start_world
from host.link.boards import Boards
from host.look_for_boards import wait_for
from tablelink.events import Accepted, Done, Event, NotDone


class Reader:
    """A dice reader that answers as it is told, "" for not at all."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []
        self.ids: list[str] = []
        self.cancelled: list[str] = []

    def submit(
        self, role: str, cmd_id: str, op: str, args: dict[str, Any], heard: Callable[[Event], None], again: bool = False
    ) -> None:
        assert (role, op, again) == ("dice_reader", "teach", False)
        self.asked.append(args)
        self.ids.append(cmd_id)
        heard(Accepted(cmd_id))
        answer = self.answers.pop(0) if self.answers else "done"
        if answer:
            heard(Done(cmd_id, {}) if answer == "done" else NotDone(cmd_id, answer, {}))

    def cancel(self, role: str, cmd_id: str) -> None:
        self.cancelled.append(cmd_id)


def lesson(reader: Reader, *typed: str) -> tuple[Calibration, list[str], list[str]]:
    words, tasks, answers = [], [], list(typed)

    def ask(text: str) -> str:
        tasks.append(text)
        return answers.pop(0) if answers else ""

    return Calibration(reader, ask, words.append), words, tasks


def test_each_face_is_asked_for_once_and_in_order() -> None:
    reader = Reader()
    talk, words, tasks = lesson(reader)
    assert talk.die(8)
    assert [args["face"] for args in reader.asked] == [1, 2, 3, 4, 5, 6, 7, 8] and {args["sides"] for args in reader.asked} == {8}
    assert tasks[2] == "Face 3 up: " and "All 8 faces" in words[-1]
    assert len(set(reader.ids)) == 8 and max(map(len, reader.ids)) <= 24


def test_a_well_is_taught_its_faces_and_that_it_is_empty() -> None:
    reader = Reader()
    talk, _, tasks = lesson(reader)
    assert talk.well(2, 3)
    assert [(args["well"], args["face"]) for args in reader.asked] == [(2, 1), (2, 2), (2, 3), (2, 0)]
    assert tasks[-1] == "Take the die out: "


def test_what_went_wrong_is_said_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host.calibrate, "LONGEST_S", 0.01)
    reader = Reader("no_sensor", "odd", "", "done")
    talk, words, _ = lesson(reader, "", "", "", "", "q")
    assert not talk.die(6)
    assert "check its wires" in words[1] and "(odd)" in words[2] and "Lay it down once more" in words[3]
    assert [args["face"] for args in reader.asked] == [1, 1, 1, 1] and reader.cancelled == [reader.ids[2]]


def test_five_tries_are_enough() -> None:
    reader = Reader(*["flash"] * 9)
    talk, words, _ = lesson(reader)
    assert not talk.die(6) and len(reader.asked) == 5 and "full or worn out" in words[-1]


def test_the_shipped_board_learns_a_die_that_hands_lay_down(tmp_path: Path) -> None:
    with start_world(["dice_reader"], vm=best_vm(), folder=tmp_path, seed=2) as world:
        boards = Boards(list(world.ports.values()), find=False)
        boards.start()
        try:
            assert wait_for(boards, ["dice_reader"], 10.0) == []

            def hand(text: str) -> str:
                world.turn_die(int(text.split()[1]))
                return ""

            words: list[str] = []
            assert Calibration(boards, hand, words.append).die(6), words
        finally:
            assert boards.stop()
        assert (world.folder / "dice_reader" / "normals.json").exists()
