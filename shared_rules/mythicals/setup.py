"""Set up: the board with its tokens and markers, two cards for everyone, Daybreak among the last nine, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mythicals.pack import MythicalsPack
from shared_rules.mythicals.secrets import secret_hands, tell_hand
from shared_rules.mythicals.state import DAYBREAK, START_CARDS, UNDER_THE_REST, Seat, State
from shared_rules.options import Value
from shared_rules.piles import Pile
from shared_rules.questions import Choice, Confirm, Draw

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals

Refusal = tuple[str, str] | None


def lay_out(seats: int, options: dict[str, Value], pack: MythicalsPack) -> State:
    """The table before anything is dealt: all tokens open, all markers there, no reserve (ML-SETUP-02, -03, -08)."""
    light = options["tracking"] == "light"
    return State(
        options=options,
        seats=[Seat() for _ in range(seats)],
        deck=Pile() if light else Pile.shuffled(pack.deck),
        board=dict.fromkeys(pack.tokens, 0),
        markers=pack.markers,
        face_down=len(pack.deck) - START_CARDS * seats + 1 if light else 0,
    )


def setup(m: Mythicals) -> None:
    """Everything in the order of the rulebook; who begins is found last."""
    m.then(
        ["set_board"],
        *(["deal", seat] for seat in range(len(m.state.seats))),
        ["build_deck"],
        ["find_first"],
        ["begin_turn"],
    )


def set_board(m: Mythicals) -> None:
    """With real pieces somebody says when the board is ready (ML-SETUP-01)."""
    if m.state.options["pieces"] == "real":
        m.ask("board_set")


def board_set(m: Mythicals) -> Confirm:
    return Confirm(None, {"what": "set_board", "tokens": len(m.state.board), "markers": m.state.markers})


def board_set_answered(m: Mythicals, answer: bool) -> None:
    m.tell("board_set")


def deal(m: Mythicals, who: int) -> None:
    """Two cards of different colours, dealt or chosen (ML-SETUP-04, ML-R-03). With light tracking people do it."""
    if m.state.options["tracking"] == "full" and len(m.state.seats[who].hand) < START_CARDS:
        m.ask("start_card" if m.state.options["start_cards"] == "dealt" else "start_choice", who)


def start_card(m: Mythicals, who: int) -> Draw:
    return Draw(who, "draw pile", m.state.deck.may_come(), hidden=secret_hands(m))


def start_card_answered(m: Mythicals, who: int, card: str) -> None:
    """A second card of the same colour goes back, and another one is drawn."""
    cards = m.pack.cards
    if any(cards[other].colour == cards[card].colour for other in m.state.seats[who].hand):
        tell_hand(m, "start_card_returned", who, [who], [card])
        deal(m, who)
    else:
        _give(m, who, card)


def start_choice(m: Mythicals, who: int) -> Choice:
    """Any card whose colour the hand does not have yet."""
    colours = {m.pack.cards[card].colour for card in m.state.seats[who].hand}
    cards = dict.fromkeys(m.state.deck.may_come())
    return Choice(who, [["choose", card] for card in cards if m.pack.cards[card].colour not in colours])


def start_choice_refused(m: Mythicals, who: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["choose", str(card)] if card in m.state.deck.may_come():
            return "ML-SETUP-04", "the two cards to begin with have different colours"
        case ["choose", *_]:
            return "ML-R-03", "that card is not among those that can be chosen"
    return "ML-SETUP-04", "everyone begins with two cards; choose them first"


def start_choice_answered(m: Mythicals, who: int, answer: list[Any]) -> None:
    _give(m, who, answer[1])


def _give(m: Mythicals, who: int, card: str) -> None:
    m.state.deck.take(card)
    m.state.seats[who].hand.append(card)
    m.state.seats[who].hand.sort()
    tell_hand(m, "start_card_taken", who, [who], [card])
    deal(m, who)


def build_deck(m: Mythicals) -> None:
    """Eight cards are shuffled with Daybreak and go under the others, face down (ML-SETUP-05 to -07)."""
    if m.state.options["tracking"] == "full":
        rest = m.state.deck.cards()
        m.state.deck = Pile()
        m.state.deck.put_under(rest, [DAYBREAK], top=len(rest) - UNDER_THE_REST)
    m.tell("deck_built", cards=m.state.cards_left)
    if m.state.options["pieces"] == "real":
        m.ask("deck_ready")


def deck_ready(m: Mythicals) -> Confirm:
    return Confirm(None, {"what": "build_deck", "under": UNDER_THE_REST, "deal": m.state.options["tracking"] == "light"})


def deck_ready_answered(m: Mythicals, answer: bool) -> None:
    m.tell("deck_ready")


def find_first(m: Mythicals) -> None:
    """Who begins is named by the option, or rolled (ML-SETUP-09)."""
    first = str(m.state.options["first"])
    if first == "rolled":
        m.then(["roll_off", list(range(len(m.state.seats)))])
    else:
        m.then(["let_begin", int(first.removeprefix("seat "))])
