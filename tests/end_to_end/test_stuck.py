"""Boards that are slow or stuck: every wait ends at its deadline, and neither people nor the other board notice anything."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from host.emulation.launch import best_vm, start_world
from tests.end_to_end.chain import Chain, vm_of
from tests.end_to_end.fake_boards import FakeBoard

HURRY = 8.0
"""The link's clock and the boards' own run so many times faster, and with them all deadlines."""
AT_ONCE_S = 3.0
"""Shorter than what a stuck board is waited for, and long enough for a busy computer."""
LONGEST_WAIT_S = (12.0 + 30.0 + 30.0) / HURRY + 3.0
"""Hello and first word, a board that sleeps, a turn: the sum of what may be waited for, and room for a busy computer."""

ROLLED = {"faces": [3], "kind": "rolled", "raw": [0, 0, 1000], "conf": 99}
TURNED = {"turned": 1, "drops_seen": 4, "half_steps": 4076, "drift": 0}


def acts_at_once(cmd_id: str, op: str) -> dict[str, Any] | None:
    return dict(ROLLED if op == "roll" else TURNED)


def never_ends(cmd_id: str, op: str) -> dict[str, Any] | None:
    return None


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[..., tuple[Chain, FakeBoard, FakeBoard]]]:
    made: list[FakeBoard] = []
    chains: list[Chain] = []

    def make(act: Callable[[str, str], Any] = acts_at_once, todo: Any = ("flush", "roll")) -> tuple[Chain, FakeBoard, FakeBoard]:
        shrine, reader = FakeBoard("shrine", act, HURRY), FakeBoard("dice_reader", acts_at_once, HURRY)
        made.extend([shrine, reader])
        chain = Chain(tmp_path, todo, ports=[shrine.path, reader.path], hurry=HURRY)
        chains.append(chain)
        chain.boards.start()
        chain.wait_for("shrine", "dice_reader")
        for placed in (1, 2):  # die and drops
            chain.typed_later("yes")
            chain.run(lambda number=placed: chain.table.match.number == number)
        return chain, shrine, reader

    yield make
    for chain in chains:
        chain.__exit__()
    for board in made:
        board.close()


def typed_flush_is_taken_at_once(chain: Chain) -> None:
    """Somebody turned the Shrine by hand and says so, while the board is stuck."""
    began = time.monotonic()
    answers = len(chain.table.match.state.answers)
    chain.typed_later("flush owl 4")
    chain.run(lambda: len(chain.table.match.state.answers) > answers)
    assert chain.table.match.state.answers[-1]["turned_by"] == "person"
    assert time.monotonic() - began < AT_ONCE_S


@pytest.mark.parametrize("stuck", ["never reads", "never answers", "neither"])
def test_a_stuck_board_hinders_nobody(stuck: str, table: Any) -> None:
    chain, shrine, _ = table()
    shrine.reads = stuck == "never answers"
    shrine.answers = stuck == "never reads"
    chain.run(lambda: chain.ledger.given)
    typed_flush_is_taken_at_once(chain)
    began = time.monotonic()
    chain.run()
    assert chain.table.match.state.answers[-1] == ["toad"], "the other board reads the die as ever"
    assert time.monotonic() - began < AT_ONCE_S


@pytest.mark.parametrize("stuck", ["never reads", "never answers", "neither"])
def test_what_a_stuck_board_was_told_ends_unknown_at_its_deadline(stuck: str, table: Any) -> None:
    chain, shrine, _ = table()
    shrine.reads = stuck == "never answers"
    shrine.answers = stuck == "never reads"
    began = time.monotonic()
    chain.run(lambda: chain.outcomes()["flush", "unknown"], within=LONGEST_WAIT_S)
    print(f"{stuck}: unknown after {(time.monotonic() - began) * HURRY:.1f} s of the link's time")
    assert "Did it?" in " ".join(chain.show.notices)
    shrine.reads = shrine.answers = True
    chain.doubt = lambda doubt: doubt.settle(False)
    chain.run(within=LONGEST_WAIT_S)
    assert chain.table.match.over
    assert chain.outcomes()["flush", "done"] == 1
    assert len(shrine.begun) == len(set(shrine.begun)), "no id was begun twice"


def test_a_turn_that_never_ends_is_unknown_after_its_30_seconds(table: Any) -> None:
    chain, _, _ = table(act=never_ends)
    began = time.monotonic()
    chain.run(lambda: chain.outcomes()["flush", "unknown"], within=LONGEST_WAIT_S)
    assert 29.0 < (time.monotonic() - began) * HURRY < 45.0
    (intent,) = [intent for intent in chain.intents() if intent.op == "flush"]
    assert intent.result == {"why": "deadline"}
    typed_flush_is_taken_at_once(chain)


@pytest.mark.parametrize("late_s", [0.1, 0.4])
def test_late_answers_count_once(late_s: float, table: Any) -> None:
    """0.4 s is 3.2 s of the link's time, later than all that it tries again for: then people are asked, and type."""
    chain, shrine, reader = table()
    shrine.late_s = reader.late_s = late_s
    chain.doubt = lambda doubt: doubt.settle(True)
    flushed = 0

    def help_out() -> bool:
        nonlocal flushed
        if len(chain.show.notices) > flushed and "No source is left for the roll" in chain.show.notices[-1]:
            chain.typed_later("roll toad" if chain.table.match.state.answers else "flush toad 4")
        flushed = len(chain.show.notices)
        return False

    chain.run(help_out, within=4 * LONGEST_WAIT_S)
    assert chain.table.match.over
    assert len(chain.table.match.state.answers) == 2
    for board in (shrine, reader):
        assert len(board.begun) == len(set(board.begun)), "no id was begun twice"
    assert len(shrine.begun) == 1


def test_answers_that_come_twice_count_once(table: Any) -> None:
    chain, shrine, reader = table(todo=["flush"] + ["roll"] * 10)
    shrine.twice = reader.twice = True
    chain.run()
    assert chain.outcomes() == {("flush", "done"): 1, ("roll", "done"): 11}
    assert len(reader.begun) == 11
    assert len(chain.table.match.state.answers) == 11


def test_a_board_whose_processor_stands_still_is_awaited_and_nobody_else_waits(tmp_path: Path) -> None:
    """SIGSTOP in mid-turn: the turn ends unknown or as the board tells it later, and the die is read meanwhile."""
    with (
        start_world(vm=best_vm(), speed=HURRY, folder=tmp_path, seed=3) as world,
        Chain(tmp_path, ["flush", "roll"], world, hurry=HURRY) as chain,
    ):
        chain.wait_for("dice_reader", "shrine")
        chain.home()
        travel = world.counts().travel
        chain.run(lambda: world.counts().travel > travel + 100)
        stopped = vm_of(world, "shrine")
        os.kill(stopped, signal.SIGSTOP)
        typed_flush_is_taken_at_once(chain)
        began = time.monotonic()
        chain.run()
        assert chain.table.match.over
        assert time.monotonic() - began < 3.0
        # Its watchdog starts it anew, and it finds its way back to the table by itself.
        world.wait("boots", 2, timeout=20.0, board="shrine")
        chain.wait_for("shrine")
