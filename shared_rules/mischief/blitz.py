"""Blitz: a turn on the clock, and a new card whenever one is done. Who measures the time tells the rules that it has run out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.match import CLOCK
from shared_rules.mischief.modes import is_light
from shared_rules.piles import Pile
from shared_rules.questions import Clock

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief

LIMIT_MS = 120_000
"""A team's time for its plan (MM-BLITZ-01)."""
_TURN = "turn"
_CUT_OFF = ("act", "light_act", "pay", "ring_move")
"""What nobody decides any more once time has run out; what is at work already is finished."""
_FORFEITED = ("keeper_way", "slot", "boost")
"""The same after the Mythic Phase, if the clock runs then (MM-R-67)."""


def start_clock(m: Mischief) -> None:
    """A turn and its clock run side by side; the clock starts anew with every turn (MM-BLITZ-03)."""
    m.each((_TURN, CLOCK), "on_the_clock")


def on_the_clock(m: Mischief, what: str) -> None:
    """The team acts, then the groundskeepers move; the clock stands still after the Mythic Phase, or after the turn (MM-R-67)."""
    if what == CLOCK:
        m.ask(CLOCK)
        return
    to_the_end = m.state.options["blitz_clock_after_mythic_phase"] == "yes"
    rest = [["keeper_phase"], ["stop_clock"]] if to_the_end else [["stop_clock"], ["keeper_phase"]]
    m.then(["mythic_phase"], *rest)


def stop_clock(m: Mischief) -> None:
    m.end_sisters()


def clock(m: Mischief) -> Clock:
    return Clock(m.state.seats_of(m.state.active), LIMIT_MS)


def clock_answered(m: Mischief, answer: bool) -> None:
    """Time has run out: no further action, the groundskeepers move (MM-BLITZ-02)."""
    m.state.late = True
    m.tell("time_ran_out", m.speaker, team=m.state.active)
    for line in m.play.lines.values():
        asker = line.asker
        if asker is not None and asker[0] in (*_CUT_OFF, *_FORFEITED):
            line.asker = None
            if asker[0] == "keeper_way":
                line.agenda.append(["walk", *asker[1:]])


def lay_card_aside(m: Mischief, k: int) -> None:
    """A card is done; when all of its kind are, they are shuffled and used again (MM-BLITZ-07, MM-R-66)."""
    state = m.state
    if is_light(state):
        return
    state.cards_done.append(state.keepers[k].card)
    if not len(state.cards):
        state.cards = Pile.shuffled(state.cards_done)
        state.cards_done = []
        m.tell("cards_shuffled", None)
