"""Why an answer is refused while a function or an action is being done: the rule and a sentence. Only asked after a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.functions import fitting
from shared_rules.mycelia.functions_text import Function

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia

Refusal = tuple[str, str] | None

_ANY_DROP: Function = ["move", 1, 1, "any", 1, False]


def _not_now(answer: list[Any]) -> Refusal:
    """What belongs to the turn, but not into the middle of a card or an action."""
    match answer[0]:
        case "play":
            return "MYC-PLAY-04", "the function of the card before is performed first"
        case "hire":
            return "MYC-R-10", "heroes are hired between cards, not inside a function"
        case "action":
            return "MYC-ACT-02", "actions are used between cards, not inside a function"
        case "end":
            return "MYC-PLAY-04", "what has been begun is done, or left out, first"
    return None


def _is_field(m: Mycelia, field: Any) -> bool:
    return type(field) is int and 0 <= field < len(m.pack.board.lands) and m.pack.board.lands[field] is not None


def _field(m: Mycelia, who: int, function: Function, field: Any) -> Refusal:
    """Why `field` cannot be chosen for `function`."""
    if not _is_field(m, field):
        return "MYC-SYM-02", "there is no such field on the board"
    land, need, exact = function[3], function[4], function[5]
    drops = m.state.seats[who].board[field]
    if field == m.pack.board.shrine:
        return "MYC-R-21", "the shrine field holds no drops, so nothing can be chosen there"
    if field not in m.pack.board.fields[land]:
        return "MYC-LAND-03", f"a {land} field is needed, this one is {m.pack.board.lands[field]}"
    if exact and drops != need:
        return "MYC-SYM-05", f"the beetle wants exactly {need} drops there, and there are {drops}"
    if drops < max(need, 1):
        return "MYC-SYM-04", f"at least {max(need, 1)} must lie there, and there are {drops}"
    return None


def _step(m: Mycelia, field: int, to: Any) -> Refusal:
    """Why a drop cannot go from `field` to `to`."""
    if not _is_field(m, to):
        return "MYC-SYM-02", "drops never leave the board except over the shrine field"
    if to == field:
        return "MYC-R-22", "a drop that moves goes to another field"
    if to not in m.pack.board.neighbours[field]:
        return "MYC-SYM-02", "drops move one field up, down, left or right, never diagonally"
    return None


def move_from_refused(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["move", field, to]:
            return _field(m, who, function, field) or _step(m, field, to)
    return _not_now(answer)


def action_b_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    if answer == ["skip"]:
        return "MYC-ACT-06", "the action is paid for: choose a drop and where it goes"
    return move_from_refused(m, who, _ANY_DROP, 1, answer)


def move_next_refused(m: Mycelia, who: int, field: int, left: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["move", other, to]:
            return _step(m, field, to) if other == field else ("MYC-SYM-01", "the drops of one function come from one field")
    return _not_now(answer)


def remove_from_refused(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["remove", field, count]:
            why = _field(m, who, function, field)
            if why or field not in fitting(m, who, function):
                return why
            shown = min(function[2], m.state.seats[who].board[field])
            return "MYC-SYM-03", f"{shown} drops at most leave that field, not {count}"
    return _not_now(answer)


def _neighbour(left: list[int], answer: list[Any]) -> Refusal:
    match answer:
        case ["remove", field, 1] if field not in left:
            return "MYC-SYM-02", "only fields beside the chosen one that hold a drop count, never diagonally"
        case ["remove", _, _]:
            return "MYC-SYM-03", "each field beside it loses one drop"
    return _not_now(answer)


def beside_refused(m: Mycelia, who: int, field: int, answer: list[Any]) -> Refusal:
    drops = m.state.seats[who].board
    return _neighbour([other for other in m.pack.board.neighbours[field] if drops[other]], answer)


def neighbours_refused(m: Mycelia, who: int, field: int, left: list[int], answer: list[Any]) -> Refusal:
    return _neighbour(left, answer)


def around_field_refused(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["around", field]:
            if not _is_field(m, field) or field not in m.pack.board.fields[function[1]]:
                return "MYC-LAND-03", f"a {function[1]} field is chosen here"
            return "MYC-SYM-12", "no field beside it holds a drop"
    return _not_now(answer)


def side_refused(m: Mycelia, who: int, function: Function, answer: list[Any]) -> Refusal:
    if answer == ["skip"]:
        return "MYC-FUNC-09", "a bonus for the others cannot be left out"
    if answer[0] == "side":
        return "MYC-FUNC-02", "there is no such side"
    return _not_now(answer)
