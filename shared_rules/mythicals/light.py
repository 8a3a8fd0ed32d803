"""Light tracking: people keep their cards, the table counts the draw pile and knows when Daybreak can come, and when it must."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mythicals.state import REVEALED_AT_ONCE, UNDER_THE_REST
from shared_rules.questions import Answer, Choice

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals


def light_draw(m: Mythicals, who: int) -> Choice:
    """Which of the two ways was taken; what lies in the reserve people know themselves."""
    return Choice(who, [*([["reveal"]] if m.state.face_down else []), ["reserve"]])


def light_draw_answered(m: Mythicals, who: int, answer: Answer) -> None:
    """Daybreak is among the last nine cards, so it is asked for only once those are reached (ML-SETUP-07)."""
    state = m.state
    if answer[0] == "reserve":
        m.tell("reserve_taken", who)
        return
    state.face_down -= min(REVEALED_AT_ONCE, state.face_down)
    m.tell("cards_revealed", who, left=state.face_down)
    if state.daybreak or state.face_down > UNDER_THE_REST:
        return
    if state.face_down:
        m.ask("light_daybreak", who)
    else:
        _daybreak(m, who)


def light_daybreak(m: Mythicals, who: int) -> Choice:
    return Choice(who, [["no"], ["yes"]])


def light_daybreak_answered(m: Mythicals, who: int, answer: Answer) -> None:
    if answer[0] == "yes":
        _daybreak(m, who)


def _daybreak(m: Mythicals, who: int) -> None:
    m.state.daybreak = True
    m.tell("daybreak_came", who)
