"""Bonuses for the other players: who is given one, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mycelia.functions_text import Function
from shared_rules.play import Line

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def perform_whole(m: Mycelia, who: int, function: Function) -> None:
    """A card's function or a single effect from its beginning to its end; bonuses may wait for that (MYC-R-24)."""
    if m.state.options["bonus_place"] == "once_at_end":
        m.then(["late_bonuses", who, len(m.state.late)])
    m.then(["perform", who, function])


def others(m: Mycelia, who: int, function: Function) -> None:
    """All others may perform `function`, `who` may not (MYC-FUNC-08); in its place, or once at the end (MYC-R-24)."""
    if m.state.options["bonus_place"] == "in_place":
        give_bonus(m, who, function)
    elif function not in m.state.late:
        m.state.late.append(function)


def late_bonuses(m: Mycelia, who: int, since: int) -> None:
    """The bonuses that have waited since the function began, each once."""
    late = m.state.late[since:]
    del m.state.late[since:]
    m.then(*(["give_bonus", who, function] for function in late))


def give_bonus(m: Mycelia, who: int, function: Function) -> None:
    """Each of the others in turn, to the left of the player who is not given it (MYC-R-25); Gwidyon in his way (MYC-SOLO-20).

    By the other reading of MYC-R-26 nobody waits for them.
    """
    if m.state.gwidyon is not None:
        m.then(["gwidyon_bonus", function])
        return
    seats = len(m.state.seats)
    left = [(who + step) % seats for step in range(1, seats)]
    if m.state.options["bonus_play_on_unanswered"] == "yes":
        for other in left:
            _act_beside(m, other, function)
    else:
        m.then(*(["bonus", other, function] for other in left))


def bonus(m: Mycelia, who: int, function: Function) -> None:
    """`who` may perform `function` (MYC-FUNC-10)."""
    m.tell("bonus_given", who, function=function)
    m.then(["perform", who, function])


def _act_beside(m: Mycelia, who: int, function: Function) -> None:
    """Let `who` answer on a line beside the turn; bonuses of one player come one after the other on the same line."""
    lines = m.play.lines
    for line in lines.values():
        if line.agenda and line.agenda[0] == ["bonuses_done", who]:
            line.agenda.insert(1, ["bonus", who, function])
            return
    lines[m.play.next_line] = Line([["bonuses_done", who], ["bonus", who, function]])
    m.play.next_line += 1


def bonuses_done(m: Mycelia, who: int) -> None:
    """The mark at the bottom of such a line: whose it is. Nothing is left to be done."""


def join_bonuses(m: Mycelia) -> None:
    """The turn ends when all bonuses are answered: the lines beside it become its children, which are waited for."""
    own = m.play.lines[m.line]
    for number, line in m.play.lines.items():
        if number != m.line and line.parent is None:
            line.parent = m.line
            own.children += 1
