"""What a card does, part by part from left to right. The forms of functions are told in `functions_text`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.choices import choice, set_aside
from shared_rules.mycelia.drops import move_drop, take_drops
from shared_rules.mycelia.fields import board_of, fields_of
from shared_rules.mycelia.functions_text import Function, bonuses_in
from shared_rules.mycelia.state import LEAVES_IN_BOX
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
        m.then([_OTHER_STEPS[verb], who, *function[1:]])


def gain_leaves(m: Mycelia, who: int, count: int) -> None:
    """Leaves from the general supply (MYC-FUNC-11), which runs out only where MYC-R-14 says so.

    Nobody is ever worse off with them, so nobody is asked whether to leave them out.
    """
    if m.state.options["leaf_supply_limited"] == "yes":
        count = min(count, LEAVES_IN_BOX - sum(seat.leaves for seat in m.state.seats))
    m.state.seats[who].leaves += count
    m.tell("leaves_gained", who, count=count)


# -- "/" ------------------------------------------------------------------------------------------------------------------


def side(m: Mycelia, who: int, function: Function) -> Choice:
    """One side of "/" (MYC-FUNC-02). Neither may be taken, unless both hold a bonus for others: that cannot be left out."""
    options: list[list[Any]] = [["side", at] for at in range(len(function[1]))]
    bound = not _always_given(m) and all(map(bonuses_in, function[1]))
    found = choice(m, who, options)
    if bound and ["skip"] in found.options:
        found.options.remove(["skip"])
    return found


def _always_given(m: Mycelia) -> bool:
    """Whether a bonus on a side that is not chosen is given too (MYC-R-23)."""
    return m.state.options["bonus_beside_slash"] == "always"


def side_answered(m: Mycelia, who: int, function: Function, answer: list[Any]) -> None:
    chosen = answer[1] if answer[0] == "side" else None
    steps = []
    if answer[0] != "hire":
        for at, part in enumerate(function[1]):
            if at == chosen:
                steps.append(["perform", who, part])
            elif _always_given(m):
                steps += [["perform", who, found] for found in bonuses_in(part)]
    m.then(*steps)
    if not set_aside(m, who, answer, ["perform", who, function]):
        m.tell("side_chosen", who, side=chosen, function=function)


# -- fields ---------------------------------------------------------------------------------------------------------------


def fitting(m: Mycelia, who: int, function: Function) -> list[int]:
    """The fields that meet landscape and number of drops now (MYC-FUNC-13, MYC-SYM-04, MYC-SYM-05, MYC-R-17)."""
    _, low, high, land, need, exact = function[:6]
    drops, fields = m.state.seats[who].board, fields_of(m, who, land)
    if exact:
        return [field for field in fields if drops[field] == need]
    if not need and _drop_needed(m, low < high):
        need = 1
    return [field for field in fields if drops[field] >= need]


def _drop_needed(m: Mycelia, transparent: bool) -> bool:
    """Whether a field must hold a drop although none is shown printed solid (MYC-R-19), or one is shown transparent (MYC-R-20)."""
    options = m.state.options
    return options["transparent_on_empty_field"] == "no" or (transparent and options["transparent_drops"] == "needed")


def _beside(m: Mycelia, who: int, field: int) -> list[int]:
    """The neighbours of `field` that hold drops."""
    drops = m.state.seats[who].board
    return [other for other in board_of(m, who).neighbours[field] if drops[other]]


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
    drops, next_to = m.state.seats[who].board, board_of(m, who).neighbours
    fields = [field for field in fitting(m, who, function) if drops[field]]
    return choice(m, who, [["move", field, to] for field in fields for to in next_to[field]])


def move_from_answered(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> None:
    if set_aside(m, who, answer, ["move", who, function, times]):
        return
    _, field, to = answer
    if times > 1:
        m.then(["move", who, function, times - 1])
    if function[2] > 1:
        m.then(["move_more", who, field, to, function[2] - 1])
    move_drop(m, who, field, to)


def move_more(m: Mycelia, who: int, field: int, to: int, left: int) -> None:
    """Up to `left` more drops of the same field, the one before went to `to`."""
    if left and m.state.seats[who].board[field]:
        m.ask("move_next", who, field, to, left)


def move_next(m: Mycelia, who: int, field: int, to: int, left: int) -> Choice:
    """Each drop to a neighbour of its own, or all to the same one (MYC-R-16)."""
    same = m.state.options["move_targets"] == "same"
    return choice(m, who, [["move", field, goal] for goal in ([to] if same else board_of(m, who).neighbours[field])])


def move_next_answered(m: Mycelia, who: int, field: int, to: int, left: int, answer: list[Any]) -> None:
    if set_aside(m, who, answer, ["move_more", who, field, to, left]):
        return
    m.then(["move_more", who, field, answer[2], left - 1])
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
    both = beside and m.state.options["transparent_drops"] == "needed"
    options: list[list[Any]] = []
    for field in fitting(m, who, function):
        if both and not _beside(m, who, field):
            continue
        for count in range(min(high, drops[field]), 0, -1):
            options.append(["remove", field, count])
        if beside and _beside(m, who, field):
            options.append(["remove", field, 0])
    return options


def remove_from(m: Mycelia, who: int, function: Function, times: int) -> Choice:
    return choice(m, who, _removals(m, who, function))


def remove_from_answered(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> None:
    if set_aside(m, who, answer, ["remove", who, function, times]):
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
    return choice(m, who, [["remove", other, 1] for other in _beside(m, who, field)])


def beside_answered(m: Mycelia, who: int, field: int, answer: list[Any]) -> None:
    if not set_aside(m, who, answer, ["remove_beside", who, field]):
        take_drops(m, who, answer[1], 1)


# -- around ---------------------------------------------------------------------------------------------------------------


def around(m: Mycelia, who: int, function: Function, times: int) -> None:
    """Choose a field, whatever lies on it, and take one drop of each neighbour that has one (MYC-SYM-11, MYC-SYM-12)."""
    _ask_or_tell(m, len(_centres(m, who, function)) > 0, "around_field", who, function, times)


def _centres(m: Mycelia, who: int, function: Function) -> list[int]:
    """The fields of that landscape with a drop beside them; that one lies on them is needed by one reading of MYC-R-19 only."""
    drops = m.state.seats[who].board
    needed = _drop_needed(m, False)
    return [field for field in fields_of(m, who, function[1]) if (drops[field] or not needed) and _beside(m, who, field)]


def around_field(m: Mycelia, who: int, function: Function, times: int) -> Choice:
    return choice(m, who, [["around", field] for field in _centres(m, who, function)])


def around_field_answered(m: Mycelia, who: int, function: Function, times: int, answer: list[Any]) -> None:
    if set_aside(m, who, answer, ["around", who, function, times]):
        return
    if times > 1:
        m.then(["around", who, function, times - 1])
    m.then(["take_around", who, answer[1], _beside(m, who, answer[1])])


def take_around(m: Mycelia, who: int, field: int, left: list[int]) -> None:
    """One drop each of the fields in `left` that hold one."""
    drops = m.state.seats[who].board
    left = [other for other in left if drops[other]]
    if left:
        m.ask("neighbours", who, field, left)


def neighbours(m: Mycelia, who: int, field: int, left: list[int]) -> Choice:
    """All at once, or one by one: the player may leave some out (MYC-PLAY-05)."""
    options: list[list[Any]] = [["remove_all"]] if len(left) > 1 else []
    return choice(m, who, [*options, *(["remove", other, 1] for other in left)])


def neighbours_answered(m: Mycelia, who: int, field: int, left: list[int], answer: list[Any]) -> None:
    if set_aside(m, who, answer, ["take_around", who, field, left]):
        return
    chosen = left if answer[0] == "remove_all" else [answer[1]]
    m.then(["take_around", who, field, [other for other in left if other not in chosen]])
    for other in chosen:
        take_drops(m, who, other, 1)


_FIELD_STEPS: dict[str, Callable[[Any, int, Function, int], None]] = {"move": move, "remove": remove, "around": around}
_OTHER_STEPS = {
    "others": "others", "remove_card": "remove_card", "gain_action": "gain_action", "shrine_field": "lay_shrine_field",
}  # fmt: skip
