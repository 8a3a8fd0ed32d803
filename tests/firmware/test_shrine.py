"""The Shrine's program: one flush is one turn, refusals say why, and whatever stops it becomes its answer."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from beam import Beam
from home_mark import Lid
from ring import REST_DEPTH, Ring
from stepper import TURN as GEAR
from stepper import Stepper
from tests.firmware.fakes import TURN, FakeClock, FakeLink, FakePin, Mechanics, load_app
from turns import Turns

app = load_app("shrine")


class LidSwitch:
    """The switch's pin: high while the lid is open."""

    def __init__(self, mechanics: Mechanics) -> None:
        self._mechanics = mechanics

    def value(self) -> int:
        return int(self._mechanics.lid_is_open)


class Bench:
    """The program on its mechanics; drops fall at chosen half-steps, each through the beam within 3 ms."""

    def __init__(self, place: int = 20) -> None:
        self.clock = FakeClock()
        self.link = FakeLink()
        self.mechanics = Mechanics(self.clock, place)
        self.beam_pin = FakePin(0)
        ring = Ring(Stepper(self.mechanics.coils, self.clock), Turns(*GEAR), self.mechanics.at_mark, self.mechanics.lid_open)
        lid = Lid(LidSwitch(self.mechanics), self.clock)
        self.shrine = app.Shrine(self.clock, ring, Beam(self.beam_pin, self.clock, self.clock.us, 3), lid)
        self.shrine.attach(self.link)
        self.rounds = 0
        self.longest_ms = 0
        self._fall_at: list[int] = []

    def fall(self, *at: int) -> None:
        """Let a drop fall through the beam when the motor has made so many half-steps from now."""
        self._fall_at = sorted(self.mechanics.moved + k for k in at)
        self.mechanics.on_step = self._on_step

    def _on_step(self, moved: int) -> None:
        while self._fall_at and moved >= self._fall_at[0]:
            self._fall_at.pop(0)
            self.drop()

    def drop(self) -> None:
        self.clock.pass_us(2000)
        self.beam_pin.drive(1)
        self.clock.pass_us(3000)
        self.beam_pin.drive(0)

    def wait(self, ms: int) -> None:
        """Go round the loop for so long; the link's share of each round takes 3 ms."""
        until = self.clock.total_us + ms * 1000
        while self.clock.total_us < until:
            before = self.clock.total_us
            self.shrine.tick()
            self.longest_ms = max(self.longest_ms, (self.clock.total_us - before) // 1000)
            self.rounds += 1
            self.clock.pass_us(3000)

    def home_empty(self) -> None:
        self.link.ask("home", "m.0.1", loaded=False)
        self.wait(12_000)
        assert self.link.told.pop()[0] == "done"

    def flush(self, cmd_id: str = "m.1.1", drops: int = 3) -> None:
        self.link.ask("flush", cmd_id, turn=1, drops=drops)

    @property
    def answer(self) -> tuple[Any, ...]:
        [answer] = [told for told in self.link.told if told[0] != "rep"]
        return answer


def test_a_flush_is_one_turn_and_counts_what_fell() -> None:
    bench = Bench(place=2000)
    bench.home_empty()
    before = bench.mechanics.place
    bench.fall(300, 900, 901, 4000)
    bench.flush()
    bench.wait(12_000)
    word, cmd_id, result = bench.answer
    assert (word, cmd_id) == ("done", "m.1.1")
    made = bench.mechanics.place - before
    assert result == {"turned": 1, "drops_seen": 4, "half_steps": made, "drift": result["drift"]}
    assert abs(result["half_steps"] - TURN) < 1 and result["drift"] in (-1, 0, 1)
    assert not bench.mechanics.energised


@pytest.mark.fault(53)
def test_only_what_falls_during_this_flush_counts_and_the_last_drop_is_awaited() -> None:
    bench = Bench(place=20)
    bench.drop()
    bench.flush()
    while bench.mechanics.moved < 4000 or bench.mechanics.energised:
        bench.wait(1)
    bench.wait(400)
    assert bench.link.told == []
    bench.drop()
    bench.wait(500)
    assert bench.link.told == []
    bench.wait(300)
    assert bench.answer[2]["drops_seen"] == 1


def test_a_beam_that_flutters_for_ever_does_not_keep_the_answer() -> None:
    bench = Bench(place=20)
    bench.flush()
    for _ in range(60):
        bench.drop()
        bench.wait(300)
    assert bench.answer[0] == "done"


def test_the_link_is_served_at_least_every_40_ms_of_a_turn() -> None:
    bench = Bench(place=20)
    bench.flush()
    bench.wait(12_000)
    assert bench.answer[0] == "done"
    assert bench.longest_ms <= 40
    gaps = [b - a for a, b in pairwise(bench.mechanics.step_times)]
    assert min(gaps) == 1200


def test_without_a_known_home_nothing_turns() -> None:
    bench = Bench(place=1000)
    bench.flush()
    bench.wait(1000)
    assert bench.answer == ("not", "m.1.1", "no_home", None)
    assert bench.mechanics.step_times == []


def test_with_an_open_lid_nothing_turns() -> None:
    bench = Bench(place=20)
    bench.mechanics.lid_is_open = True
    bench.flush()
    bench.wait(1000)
    assert bench.answer == ("not", "m.1.1", "lid_open", None)
    assert bench.mechanics.step_times == []


@pytest.mark.parametrize(
    "args", [{}, {"turn": 1}, {"turn": "1", "drops": 3}, {"turn": 1, "drops": None}, {"turn": True, "drops": 1}]
)
def test_a_flush_nobody_can_mean_is_refused(args: dict[str, Any]) -> None:
    bench = Bench(place=20)
    bench.link.ask("flush", "m.1.1", **args)
    bench.wait(500)
    assert bench.answer == ("not", "m.1.1", "bad_args", None)
    assert bench.mechanics.step_times == []


def test_a_second_command_waits_for_nobody() -> None:
    bench = Bench(place=20)
    bench.flush("m.1.1")
    bench.wait(500)
    bench.flush("m.2.1")
    bench.link.ask("home", "m.3.1", loaded=False)
    assert [told[:3] for told in bench.link.told] == [("not", "m.2.1", "busy"), ("not", "m.3.1", "busy")]
    bench.wait(12_000)
    assert bench.link.told[2][:2] == ("done", "m.1.1")
    assert abs(bench.mechanics.moved - TURN) < 70


def test_a_lost_host_stops_the_turn_and_lets_the_coils_go() -> None:
    bench = Bench(place=20)
    bench.fall(500, 2400)
    bench.flush()
    bench.wait(2000)
    assert bench.mechanics.energised
    bench.link.alive = False
    bench.wait(40)
    assert not bench.mechanics.energised
    made = bench.mechanics.moved
    bench.wait(5000)
    assert bench.mechanics.moved == made
    told = {"drops_seen": 1, "half_steps": made, "home": False}
    assert bench.answer == ("not", "m.1.1", "host_lost", told)
    bench.link.alive = True
    bench.flush("m.1.2")
    assert bench.link.told[-1][2] == "no_home"


def test_a_lid_opened_in_mid_turn_stops_it_with_the_evidence() -> None:
    bench = Bench(place=20)
    bench.fall(500)
    bench.flush()
    bench.wait(2000)
    bench.mechanics.lid_is_open = True
    bench.wait(2000)
    word, _, why, told = bench.answer
    assert (word, why) == ("not", "lid_open")
    assert told == {"drops_seen": 1, "half_steps": bench.mechanics.moved, "home": False}
    assert not bench.mechanics.energised


def test_a_jam_is_told() -> None:
    bench = Bench(place=20)
    bench.flush()
    bench.wait(1000)
    bench.mechanics.jammed = True
    bench.wait(10_000)
    assert bench.answer[:3] == ("not", "m.1.1", "jam")
    assert bench.mechanics.moved <= 1.2 * TURN and not bench.mechanics.energised


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_dark_beam_makes_the_count_worthless_and_says_so(when: str) -> None:
    bench = Bench(place=20)
    if when == "before":
        bench.beam_pin.drive(1)
    bench.flush()
    bench.wait(2000)
    bench.beam_pin.drive(1)
    bench.wait(10_000)
    assert bench.answer[2]["beam"] is False and bench.answer[2]["turned"] == 1


def test_an_empty_ring_homes_itself_and_only_when_it_is_said_to_be_empty() -> None:
    bench = Bench(place=2000)
    bench.wait(3000)
    assert bench.mechanics.step_times == []
    bench.link.ask("home", "m.0.1", loaded=True)
    bench.wait(3000)
    assert bench.answer == ("not", "m.0.1", "loaded_home", None)
    assert bench.mechanics.step_times == []
    bench.link.told.clear()
    bench.link.ask("home", "m.0.2", loaded=False)
    bench.wait(12_000)
    made = len(bench.mechanics.step_times)
    assert bench.answer == ("done", "m.0.2", {"home": True, "exact": True, "half_steps": made})


def test_a_loaded_ring_at_its_mark_is_at_home_and_does_not_move() -> None:
    bench = Bench(place=20)
    bench.link.ask("home", "m.0.1", loaded=True)
    assert bench.answer == ("done", "m.0.1", {"home": True, "exact": False, "half_steps": 0})
    assert bench.mechanics.step_times == []


def test_an_empty_ring_at_its_mark_is_homed_to_the_half_step_once() -> None:
    bench = Bench(place=40)
    bench.home_empty()
    assert 0 <= bench.mechanics.place - REST_DEPTH < 1
    made = len(bench.mechanics.step_times)
    bench.link.ask("home", "m.0.2", loaded=False)
    assert bench.answer[2]["half_steps"] == 0 and len(bench.mechanics.step_times) == made


@pytest.mark.parametrize("loaded", [None, 0, "false"])
def test_home_wants_a_plain_word_on_what_is_in_the_ring(loaded: object) -> None:
    bench = Bench(place=2000)
    bench.link.ask("home", "m.0.1", loaded=loaded)
    assert bench.answer[2] == "bad_args"
    assert bench.mechanics.step_times == []


@pytest.mark.fault(48)
def test_homing_without_a_mark_gives_up() -> None:
    bench = Bench(place=2000)
    bench.mechanics.mark_works = False
    bench.link.ask("home", "m.0.1", loaded=False)
    bench.wait(15_000)
    assert bench.answer[2] == "no_home" and bench.answer[3]["home"] is False
    assert bench.answer[3]["half_steps"] <= 1.2 * TURN and not bench.mechanics.energised


def test_homing_stops_when_the_host_is_lost() -> None:
    bench = Bench(place=2000)
    bench.link.ask("home", "m.0.1", loaded=False)
    bench.wait(500)
    bench.link.alive = False
    bench.wait(100)
    assert bench.answer[2] == "host_lost" and not bench.mechanics.energised


def test_halt_stops_at_once() -> None:
    bench = Bench(place=20)
    bench.flush()
    bench.wait(500)
    bench.shrine.halt()
    assert not bench.mechanics.energised


def test_only_a_flush_is_durable_and_its_evidence_is_what_can_be_seen() -> None:
    bench = Bench(place=20)
    assert bench.link.commands["flush"]["durable"] is True
    assert bench.link.commands["home"]["durable"] is False
    evidence = bench.link.commands["flush"]["evidence"]
    assert evidence("m.1.1", {}) == {"drops_seen": None, "half_steps": None, "home": True}
    bench.mechanics.place = 700
    assert evidence("m.1.1", {"half_steps": 12}) == {"drops_seen": None, "half_steps": 12, "home": False}
