"""Action cards a to e: when they can be used, what they do, and how further ones are gained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.drops import move_drop, take_drops
from shared_rules.mycelia.fields import board_of, fields_of
from shared_rules.mycelia.state import ACTION_CARDS_AT_MOST, Seat
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia

ACTION_COST = {"a": 1, "b": 3, "c": 3, "d": 3, "e": 3}
Refusal = tuple[str, str] | None

_DOES = {"a": "change_showcase", "b": "move_any_drop", "c": "move_two_drops", "d": "remove_any_drop", "e": "remove_card"}
_DROPS = {"b": ("MYC-ACT-06", "move"), "c": ("MYC-XACT-06", "move"), "d": ("MYC-XACT-08", "remove")}


def usable_actions(m: Mycelia, who: int) -> list[str]:
    """The kinds of action that can be used now, each once."""
    return [action for action in dict.fromkeys(m.state.seats[who].actions) if action_refused(m, who, action) is None]


def fresh(seat: Seat, action: str) -> bool:
    """Whether a card of that kind has not been used in this turn; two cards give two uses (MYC-ACT-01, MYC-XACT-05)."""
    return seat.actions.count(action) > seat.used.count(action)


def action_refused(m: Mycelia, who: int, action: str) -> Refusal:
    """Why `who` cannot use `action` now; None if it can be used."""
    seat = m.state.seats[who]
    if action not in ACTION_COST or (action in "cde" and not m.state.options["expansion"]):
        return "MYC-ACT-09", "the basic game has the actions a and b only"
    if action not in seat.actions:
        return "MYC-ACT-03", f"there is no action card {action} below this board"
    if not fresh(seat, action):
        return "MYC-ACT-01", f"action {action} has been used in this turn"
    if seat.leaves < ACTION_COST[action]:
        return "MYC-ACT-08", f"action {action} costs {ACTION_COST[action]}, and there are {seat.leaves} leaves to pay with"
    if action in _DROPS and not any(seat.board):
        rule, verb = _DROPS[action]
        return rule, f"there is no drop on this board to {verb}"
    if action == "e" and not seat.discard:
        return "MYC-XACT-09", "there is no card on the own discard pile to remove"
    return None


def use_action(m: Mycelia, who: int, action: str) -> None:
    """Pay for an action and mark its card as used (MYC-ACT-04)."""
    seat = m.state.seats[who]
    seat.leaves -= ACTION_COST[action]
    seat.used.append(action)
    m.tell("action_used", who, action=action, cost=ACTION_COST[action])
    m.then([_DOES[action], who], ["go_on"])


# -- b, c and d: drops on any field. They have been paid for, so they are done ---------------------------------------------


def move_any_drop(m: Mycelia, who: int) -> None:
    """Action b: any drop moves exactly one field (MYC-ACT-06)."""
    m.ask("action_b", who)


def any_moves(m: Mycelia, who: int) -> list[list[Any]]:
    """Every drop of the board to every neighbour."""
    next_to, drops = board_of(m, who).neighbours, m.state.seats[who].board
    return [["move", field, to] for field in fields_of(m, who, "any") if drops[field] for to in next_to[field]]


def action_b(m: Mycelia, who: int) -> Choice:
    return Choice(who, any_moves(m, who))


def action_b_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    move_drop(m, who, answer[1], answer[2])


def move_two_drops(m: Mycelia, who: int) -> None:
    """Action c: any drop moves one field, then another one of the same field (MYC-XACT-06)."""
    m.ask("action_c", who)


def action_c(m: Mycelia, who: int) -> Choice:
    return Choice(who, any_moves(m, who))


def action_c_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    m.then(["move_second_drop", who, answer[1]])
    move_drop(m, who, answer[1], answer[2])


def move_second_drop(m: Mycelia, who: int, field: int) -> None:
    if m.state.seats[who].board[field]:
        m.ask("action_c_second", who, field)


def action_c_second(m: Mycelia, who: int, field: int) -> Choice:
    """In any direction (MYC-XACT-07); it may stay, unless MYC-R-18 is read otherwise."""
    options: list[list[Any]] = [["move", field, to] for to in board_of(m, who).neighbours[field]]
    if m.state.options["action_c_second_drop_compulsory"] == "no":
        options.append(["skip"])
    return Choice(who, options)


def action_c_second_answered(m: Mycelia, who: int, field: int, answer: list[Any]) -> None:
    if answer[0] == "skip":
        m.tell("part_skipped", who)
    else:
        move_drop(m, who, field, answer[2])


def remove_any_drop(m: Mycelia, who: int) -> None:
    """Action d: one drop leaves any field, however many lie there (MYC-XACT-08)."""
    m.ask("action_d", who)


def action_d(m: Mycelia, who: int) -> Choice:
    drops = m.state.seats[who].board
    return Choice(who, [["remove", field, 1] for field in fields_of(m, who, "any") if drops[field]])


def action_d_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    take_drops(m, who, answer[1], 1)


# -- further action cards ---------------------------------------------------------------------------------------------------


def gain_action(m: Mycelia, who: int, action: str) -> None:
    """An action card of the open supply, if there is one left (MYC-XACT-01, MYC-R-37); one of five is given up first."""
    if action not in m.state.action_supply:
        m.tell("no_action_card", who, action=action)
    elif len(m.state.seats[who].actions) < ACTION_CARDS_AT_MOST:
        take_action_card(m, who, action)
    else:
        m.ask("give_up", who, action)


def take_action_card(m: Mycelia, who: int, action: str) -> None:
    """It can be used in the same turn (MYC-XACT-04), unless it replaces a used one and MYC-R-36 is read otherwise."""
    seat = m.state.seats[who]
    m.state.action_supply.remove(action)
    seat.actions.append(action)
    if action in seat.given_up:
        seat.given_up.remove(action)
        seat.used.append(action)
    m.tell("action_card_gained", who, action=action)


def give_up(m: Mycelia, who: int, action: str) -> Choice:
    """Which card goes back to the box for the new one, `action` (MYC-XACT-03); which ones may go is MYC-R-35's."""
    kinds = list(dict.fromkeys(m.state.seats[who].actions))
    if m.state.options["action_card_given_up"] == "only_c_d_e":
        return Choice(who, [["give_up", kind] for kind in kinds if kind in "cde"])
    options: list[list[Any]] = [["give_up", kind] for kind in kinds]
    return Choice(who, options if m.state.must else [*options, ["skip"]])


def give_up_answered(m: Mycelia, who: int, action: str, answer: list[Any]) -> None:
    """Of two cards of a kind the used one goes. It goes to the box, so nobody can gain it again."""
    if answer[0] == "skip":
        m.tell("part_skipped", who)
        return
    seat, kind = m.state.seats[who], answer[1]
    seat.actions.remove(kind)
    m.state.cards_out.append(f"action {kind}")
    if kind in seat.used:
        seat.used.remove(kind)
        if m.state.options["action_card_second_use"] == "no":
            seat.given_up.append(kind)
    m.tell("action_card_given_up", who, action=kind)
    take_action_card(m, who, action)
