"""What a card does, part by part from left to right. The forms of functions are told in `functions_text`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.drops import move_drop, take_drops
from shared_rules.mycelia.functions_text import Function
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def perform(m: Mycelia, who: int, function: Function) -> None:
    """Perform `function` for the player `who`, on that player's own board."""
    verb = function[0]
    if verb in _FIELD_STEPS:
        _FIELD_STEPS[verb](m, who, function, 1)
    elif verb == "leaves":
        gain_leaves(m, who, function[1])
    elif verb == "all":
        m.then(*(["perform", who, part] for part in function[1]))
    elif verb == "times":
        times, inner = function[1], function[2]
        if inner[0] in _FIELD_STEPS:
            _FIELD_STEPS[inner[0]](m, who, inner, times)
        else:
            m.then(*(["perform", who, inner] for _ in range(times)))
    elif verb == "either":
        m.ask("side", who, function)
    else:
        seats = len(m.state.seats)
        m.then(*(["bonus", (who + step) % seats, function[1]] for step in range(1, seats)))


def gain_leaves(m: Mycelia, who: int, count: int) -> None:
    """Leaves from the general supply, which never runs out (MYC-FUNC-11, MYC-R-14).

    Nobody is ever worse off with them, so nobody is asked whether to leave them out.
    """
    m.state.seats[who].leaves += count
    m.tell("leaves_gained", who, count=count)


def bonus(m: Mycelia, who: int, function: Function) -> None:
    """A bonus for others: each of them in turn, to the left of the player who is not given it (MYC-FUNC-08, MYC-R-25)."""
    m.tell("bonus_given", who, function=function)
    m.then(["perform", who, function])


# -- "/" ------------------------------------------------------------------------------------------------------------------


def side(m: Mycelia, who: int, function: Function) -> Choice:
    """One side of "/" (MYC-FUNC-02). Neither may be taken, unless both hold a bonus for others: that cannot be left out."""
    options: list[list[Any]] = [["side", at] for at in range(len(function[1]))]
    return Choice(who, options if all(map(_holds_bonus, function[1])) else [*options, ["skip"]])


def _holds_bonus(function: Function) -> bool:
    if function[0] in ("all", "either"):
        return any(map(_holds_bonus, function[1]))
    return function[0] == "others" or (function[0] == "times" and _holds_bonus(function[2]))


def side_answered(m: Mycelia, who: int, function: Function, answer: list[Any]) -> None:
    if answer[0] == "skip":
        m.tell("part_skipped", who)
        return
    m.tell("side_chosen", who, side=answer[1], function=function)
    m.then(["perform", who, function[1][answer[1]]])


# -- fields ---------------------------------------------------------------------------------------------------------------


def fitting(m: Mycelia, who: int, function: Function) -> list[int]:
    """The fields that meet landscape and number of drops now (MYC-FUNC-13, MYC-SYM-04, MYC-SYM-05, MYC-R-17)."""
    _, _, _, land, need, exact = function[:6]
    drops = m.state.seats[who].board
    if exact:
        return [field for field in m.pack.board.fields[land] if drops[field] == need]
    return [field for field in m.pack.board.fields[land] if drops[field] >= need]


def _beside(m: Mycelia, who: int, field: int) -> list[int]:
    """The neighbours of `field` that hold drops."""
    drops = m.state.seats[who].board
    return [other for other in m.pack.board.neighbours[field] if drops[other]]


def _ask_or_tell(m: Mycelia, possible: bool, asker: str, who: int, function: Function, times: int) -> None:
    """Ask where something is possible; else the function has no effect (MYC-FUNC-14)."""
    if times and possible:
        m.ask(asker, who, function, times)
    elif times:
        m.tell("no_field_fits", who, function=function)


# -- move -----------------------------------------------------------------------------------------------------------------


def move(m: Mycelia, who: int, function: Function, times: int) -> None:
    """Move drops of a fitting field, up to `times` times."""
    drops = m.state.seats[who].board
    _ask_or_tell(m, any(drops[field] for field in fitting(m, who, function)), "move_from", who, function, times)


def move_from(m: Mycelia, who: int, function: Function, times: int) -> Choice:
    """Which drop goes where: any fitting field, any orthogonal neighbour (MYC-SYM-01, MYC-SYM-02)."""
    drops, next_to = m.state.seats[who].board, m.pack.board.neighbours
    fields = [field for field in fitting(m, who, function) if drops[field]]
    options: list[list[Any]] = [["move", field, to] for field in fields for to in next_to[field]]
    options.append(["skip"])
    return Choice(who, options)


def move_from_answered(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> None:
    if answer[0] == "skip":
        m.tell("part_skipped", who)
        return
    _, field, to = answer
    if times > 1:
        m.then(["move", who, function, times - 1])
    if function[2] > 1:
        m.then(["move_more", who, field, function[2] - 1])
    move_drop(m, who, field, to)


def move_more(m: Mycelia, who: int, field: int, left: int) -> None:
    """Up to `left` more drops of the same field, each to a neighbour of its own (MYC-R-16)."""
    if left and m.state.seats[who].board[field]:
        m.ask("move_next", who, field, left)


def move_next(m: Mycelia, who: int, field: int, left: int) -> Choice:
    return Choice(who, [*(["move", field, to] for to in m.pack.board.neighbours[field]), ["skip"]])


def move_next_answered(m: Mycelia, who: int, field: int, left: int, answer: list[Any]) -> None:
    if answer[0] == "skip":
        m.tell("part_skipped", who)
        return
    m.then(["move_more", who, field, left - 1])
    move_drop(m, who, field, answer[2])


# -- remove ---------------------------------------------------------------------------------------------------------------


def remove(m: Mycelia, who: int, function: Function, times: int) -> None:
    """Remove drops of a fitting field, up to `times` times."""
    _ask_or_tell(m, len(_removals(m, who, function)) > 0, "remove_from", who, function, times)


def _removals(m: Mycelia, who: int, function: Function) -> list[list[Any]]:
    """The options ["remove", field, count]: as many as are shown or fewer (MYC-R-16).

    With drops beside the field, none of its own may be taken, or there to take, and the neighbour's still (MYC-R-19, MYC-SYM-13).
    """
    drops, high, beside = m.state.seats[who].board, function[2], function[6]
    options: list[list[Any]] = []
    for field in fitting(m, who, function):
        for count in range(min(high, drops[field]), 0, -1):
            options.append(["remove", field, count])
        if beside and _beside(m, who, field):
            options.append(["remove", field, 0])
    return options


def remove_from(m: Mycelia, who: int, function: Function, times: int) -> Choice:
    return Choice(who, [*_removals(m, who, function), ["skip"]])


def remove_from_answered(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> None:
    if answer[0] == "skip":
        m.tell("part_skipped", who)
        return
    _, field, count = answer
    if times > 1:
        m.then(["remove", who, function, times - 1])
    if function[6]:
        m.then(["remove_beside", who, field])
    if count:
        take_drops(m, who, field, count)


def remove_beside(m: Mycelia, who: int, field: int) -> None:
    """One drop of one neighbour, if any has one (MYC-SYM-13)."""
    if _beside(m, who, field):
        m.ask("beside", who, field)


def beside(m: Mycelia, who: int, field: int) -> Choice:
    return Choice(who, [*(["remove", other, 1] for other in _beside(m, who, field)), ["skip"]])


def beside_answered(m: Mycelia, who: int, field: int, answer: list[Any]) -> None:
    if answer[0] == "skip":
        m.tell("part_skipped", who)
    else:
        take_drops(m, who, answer[1], 1)


# -- around ---------------------------------------------------------------------------------------------------------------


def around(m: Mycelia, who: int, function: Function, times: int) -> None:
    """Choose a field, whatever lies on it, and take one drop of each neighbour that has one (MYC-SYM-11, MYC-SYM-12)."""
    possible = any(_beside(m, who, field) for field in m.pack.board.fields[function[1]])
    _ask_or_tell(m, possible, "around_field", who, function, times)


def around_field(m: Mycelia, who: int, function: Function, times: int) -> Choice:
    fields = m.pack.board.fields[function[1]]
    return Choice(who, [*(["around", field] for field in fields if _beside(m, who, field)), ["skip"]])


def around_field_answered(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> None:
    if answer[0] == "skip":
        m.tell("part_skipped", who)
        return
    if times > 1:
        m.then(["around", who, function, times - 1])
    m.ask("neighbours", who, answer[1], _beside(m, who, answer[1]))


def neighbours(m: Mycelia, who: int, field: int, left: list[int]) -> Choice:
    """All of the neighbours in `left` at once, or one after the other; any may be left out (MYC-PLAY-05)."""
    one_by_one: list[list[Any]] = [["remove", other, 1] for other in left]
    return Choice(who, [*([["remove_all"]] if len(left) > 1 else []), *one_by_one, ["skip"]])


def neighbours_answered(m: Mycelia, who: int, field: int, left: list[int], answer: list[Any]) -> None:
    if answer[0] == "skip":
        m.tell("part_skipped", who)
        return
    chosen = left if answer[0] == "remove_all" else [answer[1]]
    for other in chosen:
        take_drops(m, who, other, 1)
    rest = [other for other in left if other not in chosen]
    if rest:
        m.ask("neighbours", who, field, rest)


_FIELD_STEPS: dict[str, Callable[[Any, int, Function, int], None]] = {"move": move, "remove": remove, "around": around}
