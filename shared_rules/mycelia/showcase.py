"""The showcase of five heroes, its supply and its discard pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.questions import Draw

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def fill_showcase(m: Mycelia) -> None:
    """Lay out heroes until there are five; a supply that is used up is made anew from its discard pile (MYC-ENDT-03, -04).

    If that is empty too, gaps stay (MYC-R-13).
    """
    state = m.state
    if None not in state.showcase:
        return
    if not state.showcase_supply.layers and state.showcase_discard:
        state.showcase_supply.put_under(state.showcase_discard)
        state.showcase_discard = []
        m.tell("showcase_supply_shuffled", cards=len(state.showcase_supply))
    if state.showcase_supply.layers:
        m.ask("showcase_card", state.showcase.index(None))


def showcase_card(m: Mycelia, place: int) -> Draw:
    return Draw(None, "showcase supply", m.state.showcase_supply.may_come())


def showcase_card_answered(m: Mycelia, place: int, card: str) -> None:
    m.state.showcase_supply.take(card)
    m.state.showcase[place] = card
    m.tell("showcase_filled", card=card, name=m.pack.cards[card].name, place=place)
    m.then(["fill_showcase"])


def change_showcase(m: Mycelia, who: int) -> None:
    """Action a: the whole showcase is discarded and five new heroes are dealt, however many lay there (MYC-ACT-05).

    With light tracking only a solo card comes here, and people do it themselves.
    """
    if m.state.light:
        m.tell("showcase_change_due")
        return
    cards = [card for card in m.state.showcase if card is not None]
    m.state.showcase_discard += cards
    m.state.showcase = [None] * len(m.state.showcase)
    m.tell("showcase_cleared", who, cards=cards)
    m.then(["fill_showcase"])
