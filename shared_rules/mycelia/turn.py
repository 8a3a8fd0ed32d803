"""A turn: play the hand card by card, hire heroes and use actions before, between and after them, then end it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.pack import Board
from shared_rules.mycelia.state import Seat
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia

ACTION_COST = {"a": 1, "b": 3}
Refusal = tuple[str, str] | None


def begin_turn(m: Mycelia) -> None:
    m.tell("turn_began", m.state.active, round=m.state.round)
    m.ask("your_turn", m.state.active)


def go_on(m: Mycelia) -> None:
    """Back to the player whose turn it is, once a card, a hire or an action is done with (MYC-PLAY-04, MYC-ACT-02)."""
    m.ask("your_turn", m.state.active)


def your_turn(m: Mycelia, who: int) -> Choice:
    """Play a card, hire, use an action; end only with an empty hand (MYC-PLAY-01, MYC-ENDT-01)."""
    seat = m.state.seats[who]
    leaves = seat.leaves
    options: list[list[Any]] = [["play", card] for card in dict.fromkeys(seat.hand)]
    if leaves:
        cards = m.pack.cards
        for at, card in enumerate(m.state.showcase):
            if card is not None and cards[card].cost <= leaves:
                options.append(["hire", at])
        options += [["action", action] for action in seat.actions if action_refused(seat, action) is None]
    if not seat.hand:
        options.append(["end"])
    return Choice(who, options)


def action_refused(seat: Seat, action: str) -> Refusal:
    """Why `seat` cannot use `action` now; None if it can."""
    if action not in ACTION_COST:
        return "MYC-ACT-09", "the basic game has the actions a and b only"
    if action not in seat.actions:
        return "MYC-ACT-03", f"there is no action card {action} below this board"
    if action in seat.used:
        return "MYC-ACT-01", f"action {action} has been used in this turn"
    if seat.leaves < ACTION_COST[action]:
        return "MYC-ACT-08", f"action {action} costs {ACTION_COST[action]}, and there are {seat.leaves} leaves to pay with"
    if action == "b" and not any(seat.board):
        return "MYC-ACT-06", "there is no drop on this board to move"
    return None


def your_turn_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    seat = m.state.seats[who]
    match answer:
        case ["play", str(card)]:
            return "MYC-PLAY-01", f"'{card}' is not in the hand"
        case ["hire", int(at)] if 0 <= at < len(m.state.showcase):
            hero = m.state.showcase[at]
            if hero is None:
                return "MYC-HIRE-05", "that place of the showcase stays empty until the end of the turn or action a"
            cost = m.pack.cards[hero].cost
            return "MYC-HIRE-03", f"{m.pack.cards[hero].name} costs {cost}, and there are {seat.leaves} leaves to pay with"
        case ["hire", *_]:
            return "MYC-HIRE-01", "heroes are hired from the showcase only"
        case ["action", str(action)]:
            return action_refused(seat, action)
        case ["end"]:
            return "MYC-ENDT-01", f"{len(seat.hand)} cards are still in the hand; all of them are played first"
    return None


def your_turn_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    match answer:
        case ["play", card]:
            play_card(m, who, card)
        case ["hire", at]:
            hire(m, who, at)
        case ["action", action]:
            use_action(m, who, action)
        case _:
            m.tell("turn_ended", who)
            m.then(["fill_showcase"], ["fill_shrine"], ["check_shrine"], ["draw_hand", who], ["next_player"])


def play_card(m: Mycelia, who: int, card: str) -> None:
    """The card goes on the discard pile first, then its function is performed (MYC-PLAY-03)."""
    seat = m.state.seats[who]
    seat.hand.remove(card)
    seat.discard.append(card)
    m.tell("card_played", who, card=card, name=m.pack.cards[card].name)
    m.then(["perform", who, m.pack.cards[card].function], ["go_on"])


def hire(m: Mycelia, who: int, at: int) -> None:
    """Pay, and lay the hero face down on the own supply pile; everybody saw which it is (MYC-HIRE-02, MYC-HIRE-04)."""
    card = m.state.showcase[at]
    assert card is not None, "your_turn offers no empty place"
    seat = m.state.seats[who]
    cost = m.pack.cards[card].cost
    seat.leaves -= cost
    m.state.showcase[at] = None
    seat.supply.put_on_top(card, list(range(len(m.state.seats))))
    m.tell("hero_hired", who, card=card, name=m.pack.cards[card].name, place=at, cost=cost)
    m.then(["go_on"])


def use_action(m: Mycelia, who: int, action: str) -> None:
    """Pay for an action and mark its card as used (MYC-ACT-04)."""
    seat = m.state.seats[who]
    seat.leaves -= ACTION_COST[action]
    seat.used.append(action)
    m.tell("action_used", who, action=action, cost=ACTION_COST[action])
    m.then(["change_showcase" if action == "a" else "move_any_drop", who], ["go_on"])


def move_any_drop(m: Mycelia, who: int) -> None:
    """Action b: any drop moves exactly one field (MYC-ACT-06). It has been paid for, so it is done."""
    m.ask("action_b", who)


def action_b(m: Mycelia, who: int) -> Choice:
    board: Board = m.pack.board
    drops = m.state.seats[who].board
    fields = [field for field in board.fields["any"] if drops[field]]
    return Choice(who, [["move", field, to] for field in fields for to in board.neighbours[field]])


def action_b_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    m.then(["move_drop", who, answer[1], answer[2]])


def next_player(m: Mycelia) -> None:
    """The used action cards are turned back (MYC-R-15); play goes to the left, and a round ends before the first player."""
    state = m.state
    state.seats[state.active].used.clear()
    state.active = (state.active + 1) % len(state.seats)
    if state.active == state.first:
        m.tell("round_ended", round=state.round)
        if state.ending:
            m.then(["end_match"])
            return
        state.round += 1
    m.then(["begin_turn"])
