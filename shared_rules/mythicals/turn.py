"""A turn has three phases: draw, acquire, consolidate or block (ML-TURN-01)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals


def begin_turn(m: Mythicals) -> None:
    who = m.state.active
    m.state.acquired = False
    m.tell("turn_began", who, round=m.state.round)
    m.then(["draw_phase", who], ["acquire_phase", who], ["mark_phase", who], ["end_turn", who])


def end_turn(m: Mythicals, who: int) -> None:
    """The turn passes on (ML-TURN-04), unless Daybreak or the last token has ended the match (ML-END-05, ML-R-24)."""
    state = m.state
    if state.daybreak and state.options["daybreak_even_round"] == "no":
        m.then(["end_match"])
        return
    if not state.board and state.options["play_on_without_tokens"] == "no":
        m.then(["end_match"])
        return
    state.active = (who + 1) % len(state.seats)
    if state.active == state.first:
        m.tell("round_ended", round=state.round)
        if state.daybreak:
            m.then(["end_match"])
            return
        state.round += 1
    m.then(["begin_turn"])
