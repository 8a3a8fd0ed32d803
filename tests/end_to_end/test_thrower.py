"""Automated rolling, from question to journal: the board throws its die itself, and a stuck arm hands over to the button."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from host.emulation.launch import StartedWorld, best_vm, start_world
from tests.end_to_end.chain import Chain

CHAINS = {"roll": ["dice_reader:thrower", "dice_reader:roller"], "flush": ["shrine"]}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[StartedWorld]:
    settings = {"dice_reader": {"thrower": "servo"}}
    with start_world(vm=best_vm(), folder=tmp_path / "world", seed=6, fit=["arm=servo"], settings=settings) as world:
        yield world


def test_dice_are_thrown_with_nobodys_hands(world: StartedWorld, tmp_path: Path) -> None:
    with Chain(tmp_path, ["roll", "flush", "roll"], world, chains=CHAINS) as chain:
        chain.wait_for("dice_reader", "shrine")
        chain.home()
        chain.run()
        assert chain.table.match.over
        rolls = [intent for intent in chain.intents() if intent.op == "roll"]
        assert [(intent.board, intent.outcome, intent.result["kind"]) for intent in rolls] == [
            ("dice_reader:thrower", "done", "rolled")
        ] * len(rolls)
        counts = world.counts()
        assert counts.throws >= len(rolls) >= 3 and counts.presses == 0 and not counts.arm_driven
        assert rolls[-1].result["faces"] == [counts.face_up]


def test_a_stuck_arm_hands_over_to_the_button_and_people_are_told(world: StartedWorld, tmp_path: Path) -> None:
    world.arm(stuck=True)
    with Chain(tmp_path, ["roll"], world, chains=CHAINS, seed=2) as chain:
        chain.wait_for("dice_reader", "shrine")
        chain.run()
        outcomes = [(intent.board, intent.outcome) for intent in chain.intents()]
        assert outcomes[:2] == [("dice_reader:thrower", "not done"), ("dice_reader:roller", "done")]
        assert any("blocks the cup" in notice for notice in chain.show.notices)
        assert world.counts().presses >= 1
