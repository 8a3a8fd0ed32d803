"""The Shrine's power is cut at every step of a turn: it is answered as is true, nothing moves unasked, and the match goes on."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import host.demo
from host.answerers.board import HOME_TICKET
from host.emulation.control import World
from host.emulation.launch import StartedWorld, best_vm, firmware_folder, start_world
from host.journal import Journal
from tests.end_to_end.chain import COASTING, INSIDE_THE_MARK, LIMIT_S, WHOLE_TURN, Chain, background

MOMENTS = '''

import os

import vboard

_Record = FlashRecord


class FlashRecord(_Record):
    """Stands still at the moment that the file `moment` names, so that the power can be cut just there."""

    def store(self, record):
        self._moment("before " + record["c"][-1][2])
        _Record.store(self, record)
        self._moment("after " + record["c"][-1][2])

    def _moment(self, now):
        try:
            with open("moment") as file:
                wanted = file.read()
        except OSError:
            return
        if wanted == now:
            os.rename("moment", "reached")
            vboard.sync()
            while True:
                pass
'''
"""Added to lib/flash.py of a copy of the firmware; all else is as it is shipped."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[StartedWorld]:
    firmware = tmp_path / "firmware"
    shutil.copytree(firmware_folder(), firmware, ignore=shutil.ignore_patterns("__pycache__"))
    with (firmware / "lib" / "flash.py").open("a") as file:
        file.write(MOMENTS)
    with start_world(vm=best_vm(), speed=0, folder=tmp_path / "world", seed=6, firmware=firmware) as world:
        yield world


@pytest.fixture
def chain(world: StartedWorld, tmp_path: Path) -> Iterator[Chain]:
    with Chain(tmp_path, ["roll", "flush", "flush"], world, hurry=2) as chain:
        chain.wait_for("dice_reader", "shrine")
        chain.home()
        chain.run(lambda: chain.table.match.state.holds)
        yield chain


def soon(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LIMIT_S
    while not holds():
        assert time.monotonic() < deadline, "it never came true"


def cut_at_moment(world: StartedWorld, moment: str) -> None:
    """Cut the power once the board's flash is at that moment."""
    flash = world.folder / "shrine"
    (flash / "moment").write_text(moment)

    def cut() -> None:
        soon((flash / "reached").exists)
        world.cut_power("shrine", 0.1)

    background(cut)


def first_flush(chain: Chain) -> list[tuple[str, dict[str, Any]]]:
    """Play to the end; how each attempt at the first turn ended."""
    chain.run()
    assert chain.table.match.over
    chain.hold_to_the_truth()
    tickets = [intent.ticket for intent in chain.intents() if intent.op == "flush"]
    first = [intent for intent in chain.journal.intents("millmtch", tickets[0]) if intent.op == "flush"]
    return [(str(intent.outcome), intent.result) for intent in first]


def motion(chain: Chain) -> list[tuple[str, int]]:
    """Each command that was given after the first home, and how far the ring travelled by it."""
    return [(op, travel) for _, op, travel in chain.ledger.travelled()[1:]]


def is_whole(travel: int) -> bool:
    return abs(travel - WHOLE_TURN) <= INSIDE_THE_MARK


def test_without_any_cut_the_ring_makes_the_half_steps_that_are_told(chain: Chain) -> None:
    assert [outcome for outcome, _ in first_flush(chain)] == ["done"]
    intents = chain.journal.intents("millmtch", HOME_TICKET) + chain.intents()
    told = [intent.result["half_steps"] for intent in intents if intent.op in ("home", "flush")]
    made = [travel for _, _, travel in chain.ledger.travelled()]
    assert len(told) == len(made) == 3
    assert all(abs(one - other) <= COASTING for one, other in zip(told, made, strict=True)), (told, made)


def test_cut_before_the_intent_is_written_the_turn_is_made_once_afterwards(chain: Chain, world: StartedWorld) -> None:
    cut_at_moment(world, "before run")
    assert [outcome for outcome, _ in first_flush(chain)] == ["done"]
    assert chain.people.asked == []
    assert [op for op, _ in motion(chain)] == ["flush", "home", "flush"]
    assert is_whole(motion(chain)[0][1])


def test_cut_after_the_intent_is_written_people_are_asked_and_it_is_turned_then(chain: Chain, world: StartedWorld) -> None:
    cut_at_moment(world, "after run")
    endings = first_flush(chain)
    assert [outcome for outcome, _ in endings] == ["not done", "done"]
    assert endings[0][1] == {"why": "board", "drops_seen": None, "half_steps": None, "home": True, "by_people": False}
    (doubt,) = chain.people.asked
    assert "home True" in doubt.text
    (turn, still), (look, looked), (again, turned), *_ = motion(chain)
    assert (turn, still, look, looked, again) == ("flush", 0, "home", 0, "flush")
    assert is_whole(turned)


@pytest.mark.parametrize("half_steps", [1, 20, 200, 1500, 3000, 4060])
def test_cut_in_mid_turn_nothing_moves_until_people_have_spoken(half_steps: int, chain: Chain, world: StartedWorld) -> None:
    world.cut_power("shrine", 0.1, after_half_steps=half_steps)
    held: list[int] = []

    def look_long(doubt: Any) -> None:
        # The power fails once more while people think; a board that has just started must not move either.
        held.append(world.counts().travel)
        world.cut_power("shrine", 0.1)
        world.wait("boots", 3, timeout=LIMIT_S, board="shrine")
        chain.wait_for("shrine")
        held.append(world.counts().travel)
        chain.people.doubted(doubt)

    chain.doubt = look_long
    endings = first_flush(chain)
    (doubt,) = [doubt for doubt in chain.people.asked if doubt.about == "turn"]
    assert doubt.evidence["why"] == "board"
    assert held[0] == held[1]
    (turn, travel), *rest = motion(chain)
    assert (turn, travel) == ("flush", half_steps)
    if [outcome for outcome, _ in endings] == ["done"]:
        # Too far to be undone: people have turned it to its end by hand, and its die lies outside.
        assert endings[0][1]["by_people"] is True
        assert half_steps > 60
    else:
        assert [outcome for outcome, _ in endings] == ["not done", "done"]
        assert [op for op, _ in rest[:2]] == ["home", "flush"]
        assert rest[0][1] == 0
        assert half_steps < 60 or half_steps > 4000


def test_people_who_turn_it_back_and_say_no_get_the_whole_turn_afterwards(chain: Chain, world: StartedWorld) -> None:
    world.cut_power("shrine", 0.1, after_half_steps=1500)

    def turn_back(doubt: Any) -> None:
        chain.people.mend("shrine", "host_lost")
        doubt.settle(False)

    chain.doubt = turn_back
    endings = first_flush(chain)
    assert [outcome for outcome, _ in endings] == ["not done", "done"]
    assert endings[1][1]["drops_seen"] == 4
    assert [op for op, _ in motion(chain)[:3]] == ["flush", "home", "flush"]
    assert [travel for _, travel in motion(chain)[:2]] == [1500, 0]


def test_cut_after_the_turn_before_its_end_is_stored_people_see_that_it_has_turned(chain: Chain, world: StartedWorld) -> None:
    cut_at_moment(world, "before done")
    endings = first_flush(chain)
    assert [outcome for outcome, _ in endings] == ["done"]
    assert endings[0][1]["by_people"] is True
    assert endings[0][1]["home"] is True
    assert is_whole(motion(chain)[0][1])


def test_cut_after_the_end_is_stored_the_board_itself_tells_it(chain: Chain, world: StartedWorld) -> None:
    cut_at_moment(world, "after done")
    endings = first_flush(chain)
    assert [outcome for outcome, _ in endings] == ["done"]
    assert endings[0][1]["drops_seen"] == 4
    assert "by_people" not in endings[0][1]
    assert chain.people.asked == []


def test_cut_after_the_end_was_told_and_nobody_heard_it_is_told_again(chain: Chain, world: StartedWorld) -> None:
    record = world.folder / "shrine" / "intent.json"
    world.wire("shrine", drop_line=1.0, after_half_steps=4000)

    def cut() -> None:
        soon(lambda: record.exists() and b'"done"' in record.read_bytes())
        world.cut_power("shrine", 0.1)
        world.wire("shrine")

    background(cut)
    endings = first_flush(chain)
    assert [outcome for outcome, _ in endings] == ["done"]
    assert endings[0][1]["drops_seen"] == 4
    assert chain.people.asked == []


def test_cut_after_it_was_acknowledged_the_next_turn_looks_for_its_start(chain: Chain, world: StartedWorld) -> None:
    chain.run(lambda: any(intent.op == "flush" and intent.outcome == "done" for intent in chain.intents()))
    world.cut_power("shrine", 0.1)
    assert [outcome for outcome, _ in first_flush(chain)] == ["done"]
    # The table may have told it to turn before it noticed; a ring that rests in its mark may turn at once.
    assert [is_whole(travel) for op, travel in motion(chain) if op == "flush"] == [True, True]


def test_an_empty_ring_finds_its_start_position_anew_and_people_are_told(world: StartedWorld, tmp_path: Path) -> None:
    with Chain(tmp_path, ["roll", "flush"], world, chains={"roll": [], "flush": ["shrine"]}) as chain:
        chain.wait_for("shrine")
        chain.home()
        before = world.counts()
        world.cut_power("shrine", 0.1)
        chain.run(lambda: len(chain.ledger.given) == 2 and chain.device.homing is None)
        assert motion(chain)[0][0] == "home"
        assert motion(chain)[0][1] > 0
        after = world.counts()
        assert (after.at_home, abs(after.half_steps - before.half_steps) <= INSIDE_THE_MARK) == (True, True)
        assert any("shrine has started anew" in notice for notice in chain.show.notices)


def test_a_damaged_record_is_owned_up_to_with_what_the_board_sees(chain: Chain, world: StartedWorld) -> None:
    (world.folder / "shrine" / "intent.json").write_bytes(b'{"c": [["millmtch.3.1", "flush", "ru')
    world.cut_power("shrine", 0.1)
    world.wait("boots", 2, timeout=LIMIT_S, board="shrine")
    endings = first_flush(chain)
    assert [outcome for outcome, _ in endings] == ["not done", "done"]
    assert endings[0][1] == {
        "why": "board", "flash": "damaged", "drops_seen": None, "half_steps": None, "home": True, "by_people": False,
    }  # fmt: skip
    assert motion(chain)[0][1] == 0


def test_a_demo_goes_through_every_kind_of_trouble_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The ring jams, the lid opens, both boards lose their power and their cables: nobody restarts anything."""

    def start_in_trouble(*args: Any, **more: Any) -> StartedWorld:
        world = start_world(*args, **more)
        world.jam(True, after_half_steps=7_000)
        world.cut_power("shrine", 0.1, after_half_steps=13_000)
        world.lid(True, after_half_steps=19_000)
        world.pull("shrine", 4.0, after_half_steps=23_000)
        world.cut_power("dice_reader", 0.1, after_half_steps=28_000)

        def cut_the_reader() -> None:
            with World(world.path) as bystander:  # whoever waits has a line of their own
                for throws in (1, 2, 4):
                    bystander.wait("throws", throws, timeout=LIMIT_S)
                    bystander.cut_power("dice_reader", 0.1)

        background(cut_the_reader)
        return world

    monkeypatch.setattr(host.demo, "start_world", start_in_trouble)
    journal = tmp_path / "demo.sqlite"
    host.demo.Demo(
        "mycelia", 2, 0, {}, 1, True, bots="greedy", speed=0, journal=journal, vm=best_vm(), seed=11, as_json=True, port=0
    ).run()
    told = json.loads(capsys.readouterr().out)
    assert told["over"]
    with Journal(journal, lambda: 0.0) as kept:
        kept.verify(told["match"])
        answers = [entry.answer for entry in kept.entries(told["match"]) if isinstance(entry.answer, dict)]
    assert len(answers) >= 2
    assert {answer["turned_by"] for answer in answers} == {"board"}
