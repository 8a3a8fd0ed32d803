"""The shipped boards end to end: their real firmware in the world, the host's own link at the other end of the cable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from host.emulation.hands import Hands
from host.emulation.launch import StartedWorld, start_world
from tablelink.events import Accepted, Done, Event, NotDone, Unknown
from tests.host.emulation.bench import Bench


class Table(Bench):
    """Both boards, and hands."""

    def __init__(self, world: StartedWorld) -> None:
        super().__init__(world, ["dice_reader", "shrine"])
        self.hands = Hands(world, seed=4)

    def flush(self, turn: int, drops: int) -> Event:
        return self.do("shrine", "flush", {"turn": turn, "drops": drops})

    def home(self) -> None:
        answer = self.do("shrine", "home", {"loaded": False})
        assert isinstance(answer, Done), answer

    def roll(self, how: str) -> Event:
        args = {"how": how, "dice": 1, "sides": 6}
        return self.do("dice_reader", "roll", args, lambda: self.hands.opened("roll", f"dice_reader:{how}"))


@pytest.fixture(params=["micropython", "cpython"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    with start_world(vm=request.param, speed=0, folder=tmp_path, seed=1) as world:
        table = Table(world)
        assert set(table.hellos) == {"dice_reader", "shrine"}
        yield table
        table.close()


def test_home_three_flushes_and_five_rolls(table: Table) -> None:
    table.home()
    assert table.world.counts().at_home
    for turn, drops in ((1, 5), (2, 0), (3, 9)):
        table.hands.told({"what": "shrine_drops", "in": drops, "box": 0})
        table.hands.told({"what": "die_back", "opening": 2, "box": 0})
        before = table.world.counts()
        answer = table.flush(turn, drops)
        assert isinstance(answer, Done), answer
        after = table.world.counts()
        assert answer.result["turned"] == 1
        assert answer.result["drops_seen"] == after.drops_fallen - before.drops_fallen == drops
        # The firmware lets the coils go with its last step, so the rotor may owe it until the next one.
        assert abs(after.half_steps - before.half_steps - 4076) <= 1
        assert (after.lost_steps, after.energised, after.drops_in_ring, after.supply_die) == (0, False, 0, "out")
    for how in ("tumbler", "roller", "tumbler", "tumbler", "roller"):
        answer = table.roll(how)
        assert isinstance(answer, Done), answer
        assert answer.result["kind"] == "rolled"
        if how == "tumbler":
            assert answer.result["faces"] == [table.world.counts().face_up]
    counts = table.world.counts()
    assert (counts.throws, counts.presses) == (3, 2)
    assert all(board.boots == 1 and board.bites == 0 for board in counts.boards.values())


def test_power_fails_in_the_middle_of_a_flush_and_nothing_turns_twice(table: Table) -> None:
    table.home()
    table.world.put_drops(4)
    before = table.world.counts()
    table.world.cut_power("shrine", 0.1, after_half_steps=2000)
    answer = table.flush(7, 4)
    assert isinstance(answer, Unknown), answer
    assert answer.why == "board"
    after = table.world.counts()
    assert after.half_steps - before.half_steps == 2000
    assert after.boards["shrine"].boots == 2
    assert after.drops_in_ring + after.drops_fallen + after.drops_falling == 4


def test_lid_and_jam_end_a_flush_as_not_done(table: Table) -> None:
    table.home()
    table.world.lid(True, after_half_steps=300)
    answer = table.flush(1, 0)
    assert isinstance(answer, NotDone) and answer.why == "lid_open", answer
    table.world.lid(False)
    table.home()
    table.world.jam(True, after_half_steps=300)
    answer = table.flush(2, 0)
    assert isinstance(answer, NotDone) and answer.why == "jam", answer
    assert table.world.counts().half_steps > 0


def test_a_die_that_leans_or_is_turned_by_hand_is_told_so(table: Table) -> None:
    def turned() -> None:
        table.world.turn_die(2 if table.world.counts().face_up != 2 else 3)

    answer = table.do("dice_reader", "roll", {"how": "tumbler", "dice": 1, "sides": 6}, turned)
    assert isinstance(answer, Done), answer
    assert (answer.result["kind"], answer.result["faces"]) == ("set", [table.world.counts().face_up])

    heard: list[Event] = []

    def hear(event: Event) -> None:
        heard.append(event)
        if isinstance(event, Accepted):
            table.world.throw(1, cocked=True)

    table.boards.submit("dice_reader", "testmtch.90.1", "roll", {"how": "tumbler", "dice": 1, "sides": 6}, hear)
    while table.hear("Report").data["kind"] != "cocked":  # type: ignore[attr-defined]
        pass
    assert [type(event) for event in heard] == [Accepted]


def test_a_bad_cable_loses_no_flush_and_repeats_none(table: Table) -> None:
    table.home()
    table.world.wire("shrine", seed=11, loss=0.001, corrupt=0.001, double=0.001, drop_line=0.05, double_line=0.05)
    endings = []
    for turn in range(1, 6):
        before = table.world.counts().half_steps
        answer = table.flush(turn, 0)
        moved = table.world.counts().half_steps - before
        endings.append((type(answer).__name__, moved))
        if isinstance(answer, Done):
            assert abs(moved - 4076) <= 1, endings
        elif isinstance(answer, NotDone):
            assert moved < 4075, endings
        assert moved <= 4077, endings
    assert table.world.counts().boards["shrine"].faults > 0
