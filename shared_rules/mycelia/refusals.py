"""Why an answer is refused while a function or an action is being done: the rule and a sentence. Only asked after a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.fields import board_of, fields_of, is_shrine
from shared_rules.mycelia.functions import fitting
from shared_rules.mycelia.functions_text import Function
from shared_rules.mycelia.hiring import hire_refused

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia

Refusal = tuple[str, str] | None

_ANY_DROP: Function = ["move", 1, 1, "any", 1, False]


def _not_now(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    """What belongs to the turn, but not into the middle of a card or an action; and what must be done now."""
    match answer[0]:
        case "skip" if m.state.must and who == m.state.active:
            return "MYC-R-34", "a single effect is performed as far as it can be"
        case "hire" if m.state.options["hire_inside_function"] == "yes" and who == m.state.active:
            return hire_refused(m, who, answer[1] if len(answer) == 2 else None)
        case "play":
            return "MYC-PLAY-04", "the function of the card before is performed first"
        case "hire":
            return "MYC-R-10", "heroes are hired between cards, not inside a function"
        case "action":
            return "MYC-ACT-02", "actions are used between cards, not inside a function"
        case "end":
            return "MYC-PLAY-04", "what has been begun is done, or left out, first"
    return None


def _is_field(m: Mycelia, who: int, field: Any) -> bool:
    lands = board_of(m, who).lands
    return type(field) is int and 0 <= field < len(lands) and lands[field] is not None


def _field(m: Mycelia, who: int, function: Function, field: Any) -> Refusal:
    """Why `field` cannot be chosen for `function`."""
    if not _is_field(m, who, field):
        return "MYC-SYM-02", "there is no such field on the board"
    land, need, exact = function[3], function[4], function[5]
    drops = m.state.seats[who].board[field]
    if field in m.state.seats[who].shrines:
        return "MYC-XACT-11", "an additional shrine field lies there, so it is no landscape any more"
    if is_shrine(m, who, field):
        return "MYC-R-21", "the shrine field holds no drops, so nothing can be chosen there"
    if field not in fields_of(m, who, land):
        return "MYC-LAND-03", f"a {land} field is needed, this one is {board_of(m, who).lands[field]}"
    if exact and drops != need:
        return "MYC-SYM-05", f"the beetle wants exactly {need} drops there, and there are {drops}"
    if drops < max(need, 1):
        return "MYC-SYM-04", f"at least {max(need, 1)} must lie there, and there are {drops}"
    return None


def _step(m: Mycelia, who: int, field: int, to: Any) -> Refusal:
    """Why a drop cannot go from `field` to `to`."""
    if not _is_field(m, who, to):
        return "MYC-SYM-02", "drops never leave the board except over the shrine field"
    if to == field:
        return "MYC-R-22", "a drop that moves goes to another field"
    if to not in board_of(m, who).neighbours[field]:
        return "MYC-SYM-02", "drops move one field up, down, left or right, never diagonally"
    return None


def move_from_refused(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["move", field, to]:
            return _field(m, who, function, field) or _step(m, who, field, to)
    return _not_now(m, who, answer)


def action_b_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    if answer == ["skip"]:
        return "MYC-ACT-06", "the action is paid for: choose a drop and where it goes"
    return move_from_refused(m, who, _ANY_DROP, 1, answer)


def action_c_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    return action_b_refused(m, who, answer)


def action_c_second_refused(m: Mycelia, who: int, field: int, answer: list[Any]) -> Refusal:
    if answer == ["skip"]:
        return "MYC-R-18", "a second drop on that field is moved too"
    match answer:
        case ["move", other, to]:
            return _step(m, who, field, to) if other == field else ("MYC-XACT-06", "the second drop comes from the same field")
    return _not_now(m, who, answer)


def action_d_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    if answer == ["skip"]:
        return "MYC-XACT-08", "the action is paid for: choose a drop"
    match answer:
        case ["remove", field, count]:
            return _field(m, who, _ANY_DROP, field) or ("MYC-XACT-08", f"one drop leaves the board, not {count}")
    return _not_now(m, who, answer)


def solo_drop_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    if answer == ["skip"]:
        return "MYC-R-47", "the solo card wants a drop moved"
    match answer:
        case ["move", field, to]:
            return _field(m, who, _ANY_DROP, field) or _step(m, who, field, to)
    return "MYC-SOLO-16", "this is Gwidyon's turn: only a drop is moved"


def move_next_refused(m: Mycelia, who: int, field: int, to: int, left: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["move", other, goal]:
            if other != field:
                return "MYC-SYM-01", "the drops of one function come from one field"
            return _step(m, who, field, goal) or ("MYC-R-16", "all drops of this function go to the same field")
    return _not_now(m, who, answer)


def remove_from_refused(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["remove", field, count]:
            why = _field(m, who, function, field)
            if why or field not in fitting(m, who, function):
                return why or ("MYC-R-20", "a drop must lie there")
            drops = m.state.seats[who].board
            if function[6] and not any(drops[other] for other in board_of(m, who).neighbours[field]):
                return "MYC-SYM-13", "there is no drop beside that field"
            shown = min(function[2], drops[field])
            return "MYC-SYM-03", f"{shown} drops at most leave that field, not {count}"
    return _not_now(m, who, answer)


def _neighbour(m: Mycelia, who: int, left: list[int], answer: list[Any]) -> Refusal:
    match answer:
        case ["remove", field, 1] if field not in left:
            return "MYC-SYM-02", "only fields beside the chosen one that hold a drop count, never diagonally"
        case ["remove", _, _]:
            return "MYC-SYM-03", "each field beside it loses one drop"
    return _not_now(m, who, answer)


def beside_refused(m: Mycelia, who: int, field: int, answer: list[Any]) -> Refusal:
    drops = m.state.seats[who].board
    return _neighbour(m, who, [other for other in board_of(m, who).neighbours[field] if drops[other]], answer)


def neighbours_refused(m: Mycelia, who: int, field: int, left: list[int], answer: list[Any]) -> Refusal:
    return _neighbour(m, who, left, answer)


def around_field_refused(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["around", field]:
            if not _is_field(m, who, field) or field not in fields_of(m, who, function[1]):
                return "MYC-LAND-03", f"a {function[1]} field is chosen here"
            drops, beside = m.state.seats[who].board, board_of(m, who).neighbours[field]
            if any(drops[other] for other in beside):
                return "MYC-R-19", "a drop must lie on the chosen field"
            return "MYC-SYM-12", "no field beside it holds a drop"
    return _not_now(m, who, answer)


def side_refused(m: Mycelia, who: int, function: Function, answer: list[Any]) -> Refusal:
    if answer == ["skip"] and not m.state.must:
        return "MYC-FUNC-09", "a bonus for the others cannot be left out"
    if answer[0] == "side":
        return "MYC-FUNC-02", "there is no such side"
    return _not_now(m, who, answer)


def card_out_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    if answer[0] == "take_out":
        return "MYC-REM-05", "only a card of the own discard pile can be removed"
    return _not_now(m, who, answer)


def shrine_place_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["shrine_field", field]:
            if not _is_field(m, who, field) or is_shrine(m, who, field):
                return "MYC-XACT-10", "it is laid on a field that is no shrine field yet"
            drops = m.state.seats[who].board[field]
            return "MYC-XACT-10", f"exactly 1 drop must lie there, and there are {drops}"
    return _not_now(m, who, answer)


def give_up_refused(m: Mycelia, who: int, action: str, answer: list[Any]) -> Refusal:
    if answer == ["skip"] and m.state.options["action_card_given_up"] == "only_c_d_e":
        return "MYC-R-35", "the new action card is taken, and another one of c, d and e is given up for it"
    match answer:
        case ["give_up", "a" | "b"] if answer[1] in m.state.seats[who].actions:
            return "MYC-R-35", "only action cards c, d and e are given up"
        case ["give_up", _]:
            return "MYC-XACT-03", "there is no such action card below this board"
    return _not_now(m, who, answer)
