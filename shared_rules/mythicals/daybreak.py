"""Daybreak: it is set aside, and the running turn is finished in short form (ML-END-01 to -05, ML-R-25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mythicals.draw import take_or_ask, take_out, taking
from shared_rules.mythicals.secrets import told
from shared_rules.mythicals.state import DAYBREAK, REVEALED_AT_ONCE
from shared_rules.questions import Answer, Choice

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals

BESIDE_IT = REVEALED_AT_ONCE - 1
"""So many other cards come with Daybreak, if the pile has them."""


def daybreak(m: Mythicals, who: int) -> None:
    """Set it aside (ML-END-02); the cards that came with it are taken from (ML-END-03)."""
    m.state.revealed.remove(DAYBREAK)
    m.state.daybreak = True
    m.tell("daybreak_came", who)
    m.then(["fill_up", who], ["take_last", who])


def fill_up(m: Mythicals, who: int) -> None:
    """With fewer than two other cards, the reserve fills up if the match is played so (ML-R-05)."""
    state = m.state
    if state.options["daybreak_shortage"] == "fill_from_reserve" and len(state.revealed) < BESIDE_IT and state.reserve:
        m.ask("fill_choice", who)


def fill_choice(m: Mythicals, who: int) -> Choice:
    return Choice(who, [["fill", card] for card in dict.fromkeys(m.state.reserve)])


def fill_choice_answered(m: Mythicals, who: int, answer: Answer) -> None:
    m.state.reserve.remove(answer[1])
    m.state.revealed.append(answer[1])
    m.tell("card_filled_up", who, cards=told(m, [answer[1]]))
    m.then(["fill_up", who])


def take_last(m: Mythicals, who: int) -> None:
    """One or two of one colour, as far as there are any (ML-R-04, ML-R-05, ML-R-07)."""
    if not take_or_ask(m, who, "take_at_daybreak", take_at_daybreak(m, who)):
        m.tell("nothing_beside_daybreak", who)


def take_at_daybreak(m: Mythicals, who: int) -> Choice:
    return taking(m, who, BESIDE_IT if m.state.options["daybreak_take"] == "one_or_two" else None)


def take_at_daybreak_answered(m: Mythicals, who: int, answer: Answer) -> None:
    take_out(m, who, answer[1])
