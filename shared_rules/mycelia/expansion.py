"""What only cards of the expansion do: cards leave a deck for good, and shrine fields are added to a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.choices import choice, set_aside
from shared_rules.mycelia.drops import off_the_board, see_if_clear
from shared_rules.mycelia.fields import place_of
from shared_rules.mycelia.hiring import places_for_shrine
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def remove_card(m: Mycelia, who: int) -> None:
    """One card of the own discard pile, or none, leaves the game (MYC-REM-01)."""
    if m.state.seats[who].discard:
        m.ask("card_out", who)
    else:
        m.tell("no_card_to_remove", who)


def card_out(m: Mycelia, who: int) -> Choice:
    """Any card of the own discard pile, start card or hero, the one just played included (MYC-REM-02, MYC-REM-04)."""
    return choice(m, who, [["take_out", card] for card in dict.fromkeys(m.state.seats[who].discard)])


def card_out_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    """It goes to the box for the rest of the game (MYC-REM-03, MYC-R-32)."""
    if set_aside(m, who, answer, ["remove_card", who]):
        return
    card = answer[1]
    m.state.seats[who].discard.remove(card)
    m.state.cards_out.append(card)
    m.tell("card_taken_out", who, card=card, name=m.pack.cards[card].name)


def lay_shrine_field(m: Mycelia, who: int) -> None:
    """An additional shrine field, if one is left and a field with exactly one drop is there (MYC-XACT-10, MYC-R-38)."""
    if places_for_shrine(m, who):
        m.ask("shrine_place", who)
    else:
        m.tell("no_place_for_shrine_field", who)


def shrine_place(m: Mycelia, who: int) -> Choice:
    return choice(m, who, [["shrine_field", field] for field in places_for_shrine(m, who)])


def shrine_place_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    """The drop leaves the board as any other; the field is no landscape from now on (MYC-XACT-11, MYC-R-39)."""
    if set_aside(m, who, answer, ["lay_shrine_field", who]):
        return
    seat, field = m.state.seats[who], answer[1]
    place = place_of(m, who, field)
    seat.board[field] -= 1
    m.tell("drops_removed", who, place=place, count=1)
    seat.shrines.append(field)
    m.state.shrine_fields -= 1
    m.tell("shrine_field_laid", who, place=place)
    off_the_board(m, 1)
    see_if_clear(m, who, 1)
