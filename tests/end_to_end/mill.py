"""A small game that does nothing but use the boards: the Shrine is filled and turned, a die is rolled, and so on."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from shared_rules.content import Pack
from shared_rules.match import Match, Result, collect
from shared_rules.play import Play
from shared_rules.questions import Confirm, Flush, Roll
from tests.rules.town import Words

DROPS = 4
FACES = ["owl", "newt", "toad", "hare", "wren", "mole"]


class Mill(msgspec.Struct):
    """What is still to be done, in order ("flush" or "roll"), what lies in the Shrine, and what was answered."""

    todo: list[str]
    holds: int = 0
    answers: list[Any] = []
    options: dict[str, Any] = {}
    play: Play = msgspec.field(default_factory=Play)

    def copy(self) -> Mill:
        return Mill(self.todo[:], self.holds, self.answers[:], dict(self.options), self.play.copy())


def work(m):
    if m.state.todo:
        m.then([m.state.todo.pop(0)], ["work"])


def roll(m):
    m.ask("die")


def die(m):
    return Roll(0, ["mill"], [FACES])


def die_answered(m, answer):
    m.state.answers.append(answer)
    m.tell("rolled", faces=answer)


def flush(m):
    m.ask("die_put")


def die_put(m):
    return Confirm(None, {"what": "die_back", "opening": 1, "box": 0})


def die_put_answered(m, answer):
    m.ask("filled")


def filled(m):
    return Confirm(None, {"what": "shrine_drops", "in": DROPS, "box": 0})


def filled_answered(m, answer):
    m.state.holds = DROPS
    m.ask("turned")


def turned(m):
    return Flush(DROPS, FACES)


def turned_answered(m, answer):
    m.state.holds = 0
    m.state.answers.append(answer)
    m.tell("turned", **answer)


class MillMatch(Match[Mill]):
    """The game as a match; `of` says what is to be done."""

    game = "mill"
    title = "Mill"
    seats = (1,)
    rules_version = "1"
    names = collect(sys.modules[__name__])
    state_type = Mill
    options = ()
    first_step = "work"
    words = Words()

    @classmethod
    def of(cls, todo):
        return cls.begin(Mill(list(todo)), cls.new_pack())

    @classmethod
    def new_pack(cls):
        return Pack("mill", {})

    @property
    def rounds(self):
        return len(self.state.answers)

    def view(self, seat):
        return {"shrine": {"holds": self.state.holds}}

    def result(self):
        return Result([0], [0], "all is ground", "ended") if self.over else None
