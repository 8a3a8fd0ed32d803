"""Whatever goes wrong with the Shrine's ring: it stops, its coils are off, and it says so."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.emulation.launch import start_world
from host.emulation.physics.motor import HALF_STEPS_A_TURN
from tablelink.events import Accepted, Done, Event, NotDone
from tests.host.emulation.bench import LONGEST_S, Bench

FLUSH = {"turn": 1, "drops": 0}


@pytest.fixture(params=["micropython", "cpython"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    with start_world(["shrine"], vm=request.param, folder=tmp_path, seed=1) as world:
        bench = Bench(world, ["shrine"])
        yield bench
        bench.close()


def is_off(bench: Bench, most_turns: float) -> None:
    """Coils off, and no further than it may have come."""
    counts = bench.world.counts()
    assert not counts.energised
    assert counts.travel <= most_turns * HALF_STEPS_A_TURN


@pytest.mark.fault(48)
def test_without_a_home_mark(bench: Bench) -> None:
    bench.world.home_mark(missing=True)
    ending = bench.do("shrine", "home", {"loaded": False})
    assert isinstance(ending, NotDone) and ending.why == "no_home" and ending.evidence["home"] is False
    is_off(bench, 1.2)
    ending = bench.do("shrine", "flush", FLUSH)
    assert isinstance(ending, NotDone) and ending.why == "no_home"
    is_off(bench, 1.2)


def test_with_a_jam(bench: Bench) -> None:
    assert isinstance(bench.do("shrine", "home", {"loaded": False}), Done)
    bench.world.jam(True, after_half_steps=1000)
    ending = bench.do("shrine", "flush", FLUSH)
    assert isinstance(ending, NotDone) and ending.why == "jam" and ending.evidence["home"] is False
    assert ending.evidence["half_steps"] <= 1.2 * HALF_STEPS_A_TURN
    is_off(bench, 2.4)


def test_with_an_open_lid(bench: Bench) -> None:
    bench.world.lid(True)
    ending = bench.do("shrine", "home", {"loaded": False})
    assert isinstance(ending, NotDone) and ending.why == "lid_open"
    is_off(bench, 0)
    bench.world.lid(False)
    assert isinstance(bench.do("shrine", "home", {"loaded": False}), Done)
    before = bench.world.counts().travel
    bench.world.lid(True, after_half_steps=700)
    ending = bench.do("shrine", "flush", FLUSH)
    assert isinstance(ending, NotDone) and ending.why == "lid_open"
    assert bench.world.counts().travel - before <= 701
    is_off(bench, 1.4)


def test_with_a_silent_host(bench: Bench) -> None:
    assert isinstance(bench.do("shrine", "home", {"loaded": False}), Done)
    heard: list[Event] = []
    bench.world.put_drops(3)
    began = bench.world.counts().travel
    bench.boards.submit("shrine", "safetyyy.9.1", "flush", FLUSH, heard.append)
    deadline = time.monotonic() + LONGEST_S
    while not any(isinstance(event, Accepted) for event in heard):
        assert time.monotonic() < deadline
        os.sched_yield()
    assert bench.boards.stop()
    while bench.world.counts().energised:
        assert time.monotonic() < deadline, "it turns on with nobody listening"
        os.sched_yield()
    made = bench.world.counts().travel - began
    assert made < HALF_STEPS_A_TURN
    # A host that comes back and asks is told how far it came.
    again = Bench(bench.world, ["shrine"], match="nextmtch")
    bench.boards = again.boards
    ending = again.ask_again("shrine", "safetyyy.9.1", "flush", FLUSH)
    assert isinstance(ending, NotDone) and ending.why == "host_lost"
    assert abs(ending.evidence["half_steps"] - made) <= 1
    ending = again.do("shrine", "flush", FLUSH)
    assert isinstance(ending, NotDone) and ending.why == "no_home"
