"""A turn: play the hand card by card, hire heroes and use actions before, between and after them, then end it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.actions import action_refused, usable_actions, use_action
from shared_rules.mycelia.gwidyon import ends_now
from shared_rules.mycelia.hiring import hire, hire_refused, hires
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia

Refusal = tuple[str, str] | None


def begin_turn(m: Mycelia) -> None:
    m.tell("turn_began", m.state.active, round=m.state.round)
    m.ask("light_turn" if m.state.light else "your_turn", m.state.active)


def go_on(m: Mycelia) -> None:
    """Back to the player whose turn it is, once a card, a hire or an action is done with (MYC-PLAY-04, MYC-ACT-02)."""
    if ends_now(m, "each_resolved_item"):
        m.then(["stop"])
    else:
        m.ask("your_turn", m.state.active)


def your_turn(m: Mycelia, who: int) -> Choice:
    """Play a card, hire, use an action; end only with an empty hand (MYC-PLAY-01, MYC-ENDT-01)."""
    seat = m.state.seats[who]
    options: list[list[Any]] = [["play", card] for card in dict.fromkeys(seat.hand)]
    if seat.leaves:
        options += hires(m, who)
        options += [["action", action] for action in usable_actions(m, who)]
    if not seat.hand:
        options.append(["end"])
    return Choice(who, options)


def your_turn_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    seat = m.state.seats[who]
    match answer:
        case ["play", str(card)]:
            return "MYC-PLAY-01", f"'{card}' is not in the hand"
        case ["hire", *rest]:
            return hire_refused(m, who, rest[0] if len(rest) == 1 else None)
        case ["action", str(action)]:
            return action_refused(m, who, action)
        case ["end"]:
            return "MYC-ENDT-01", f"{len(seat.hand)} cards are still in the hand; all of them are played first"
    return None


def your_turn_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    match answer:
        case ["play", card]:
            play_card(m, who, card)
        case ["hire", at]:
            m.then(["go_on"])
            hire(m, who, at)
        case ["action", action]:
            use_action(m, who, action)
        case _:
            m.tell("turn_ended", who)
            m.then(
                ["join_bonuses"], ["fill_showcase"], ["fill_shrine"], ["end_of_turn_check"], ["check_shrine"],
                ["draw_hand", who], ["next_player"],
            )  # fmt: skip


def play_card(m: Mycelia, who: int, card: str) -> None:
    """The card goes on the discard pile first, then its function is performed (MYC-PLAY-03)."""
    seat = m.state.seats[who]
    seat.hand.remove(card)
    seat.discard.append(card)
    m.tell("card_played", who, card=card, name=m.pack.cards[card].name)
    m.then(["perform_whole", who, m.pack.cards[card].function], ["go_on"])


def end_of_turn_check(m: Mycelia) -> None:
    """A solo game that ends with a turn ends before the shrine is looked at (MYC-R-46, MYC-R-49)."""
    if ends_now(m, "end_of_turn"):
        m.then(["stop"])


def next_player(m: Mycelia) -> None:
    """The used action cards are turned back (MYC-R-15); play goes to the left, and a round ends before the first player."""
    state = m.state
    state.seats[state.active].used.clear()
    state.seats[state.active].given_up.clear()
    if state.gwidyon is not None:
        m.then(["gwidyon_turn"])
        return
    if state.ending:
        # A shrine that the last drop filled stays as it is; another one may fill later, by that reading (MYC-R-28).
        state.may_turn = state.shrine < state.shrine_full_at and state.options["shrine_turns_in_last_round"] == "yes"
    state.active = (state.active + 1) % len(state.seats)
    if state.active == state.first:
        m.then(["end_round"])
    else:
        m.then(["begin_turn"])


def end_round(m: Mycelia) -> None:
    """All have had equally many turns; the match ends with the round in which a board was cleared (MYC-END-05, MYC-END-06)."""
    m.tell("round_ended", round=m.state.round)
    if m.state.ending:
        m.then(["compare_leaves"], ["end_match"])
        return
    m.state.round += 1
    m.then(["begin_turn"])
