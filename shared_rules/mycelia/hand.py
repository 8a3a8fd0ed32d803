"""Drawing the hand: the own supply pile, with the discard pile shuffled under it when it is short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.state import HAND_SIZE
from shared_rules.questions import Draw

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def draw_hand(m: Mycelia, who: int) -> None:
    """Draw three; with fewer on the pile, the discard pile is shuffled and laid under what is left first (MYC-ENDT-20, -21)."""
    seat = m.state.seats[who]
    if len(seat.supply) < HAND_SIZE and seat.discard:
        seat.supply.put_under(seat.discard)
        m.tell("discard_pile_shuffled", who, cards=len(seat.discard))
        seat.discard = []
    draw(m, who, HAND_SIZE)


def draw(m: Mycelia, who: int, left: int) -> None:
    """Draw `left` cards, or all there are (MYC-R-12). A hired hero on top is known; other cards are asked for."""
    supply = m.state.seats[who].supply
    while left and supply.layers:
        top = supply.layers[0]
        if top.card is None:
            m.ask("drawn_card", who, left)
            return
        _take(m, who, top.card, top.seen_by)
        left -= 1


def drawn_card(m: Mycelia, who: int, left: int) -> Draw:
    return Draw(who, "supply pile", m.state.seats[who].supply.may_come())


def drawn_card_answered(m: Mycelia, who: int, left: int, card: str) -> None:
    _take(m, who, card, [who])
    draw(m, who, left - 1)


def _take(m: Mycelia, who: int, card: str, seen_by: list[int]) -> None:
    """Into the hand, which its owner alone sees, unless hands are open (MYC-R-55)."""
    seat = m.state.seats[who]
    seat.supply.take(card)
    seat.hand.append(card)
    told: dict[str, Any] = {"card": card, "name": m.pack.cards[card].name}
    if m.state.options["hands_and_piles"] == "open":
        m.tell("card_drawn", who, **told)
    else:
        m.tell("card_drawn", who, secret=told, to=seen_by)
