"""Catches and Mischief Points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mischief.modes import is_blitz
from shared_rules.mischief.pieces import name, square, team_of
from shared_rules.mischief.state import CAUGHT, OUT, WINNING_SCORE, State

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def catch(m: Mischief, figure: int) -> None:
    """A groundskeeper has come to a figure: it leaves the board with the token it bears, and the active team scores."""
    state = m.state
    caught = state.figures[figure]
    m.tell("figure_caught", caught.seat, figure=figure, name=name(m, figure), at=square(m, caught.cell))
    take_off(m, figure)
    count_catch(m, team_of(state, figure))
    if state.phase == "mythic":
        check_eliminated(m)


def take_off(m: Mischief, figure: int) -> None:
    """A caught figure leaves the board with the token it bears; in Blitz for good (MM-BLITZ-04)."""
    state = m.state
    state.figures[figure].cell = OUT if is_blitz(state) else CAUGHT
    for seat, player in enumerate(state.players):
        if player.token == figure:
            m.factions[player.faction].lost(m, seat, figure)


def count_catch(m: Mischief, team: int) -> None:
    """An enemy caught brings the active team a point, an own Mythic costs one, whoever of the team plays it.

    MM-GKP-03 to -05, MM-DIST-04, MM-DIST-05, MM-R-90.
    """
    state = m.state
    if team != state.active:
        score(m, state.active, 1)
    elif state.options["score_mixed_catch"] == "both_teams":
        score(m, 1 - team, 1)
    else:
        score(m, team, -1)


def score(m: Mischief, team: int, by: int) -> None:
    """A team's points change; ten end the match at once, or once the move is done (MM-END-01, MM-R-13 to -15)."""
    state = m.state
    total = state.scores[team] + by
    if total < 0 and state.options["score_below_zero"] == "no":
        total = 0
    if total == state.scores[team]:
        return
    state.scores[team] = total
    m.tell("scored", None, team=team, seats=state.seats_of(team), by=by, score=total)
    if state.options["score_ten_check"] == "each_catch":
        check_ten(m)


def check_ten(m: Mischief) -> None:
    """Whether a team has won by points; the steps that follow look at `State.ended`. In Blitz they decide nothing (MM-R-63)."""
    if is_blitz(m.state) and m.state.options["blitz_points_end_game"] == "no":
        return
    if not m.state.ended and max(m.state.scores) >= WINNING_SCORE:
        m.state.ended = "ten"


def check_eliminated(m: Mischief) -> None:
    """Whether a team has no Mythic left in Blitz (MM-BLITZ-14).

    In the Mythic Phase that ends the match at once. What the groundskeepers do in their phase counts as one: it is looked at when
    all of them have moved, so that one turn may wipe out both teams (MM-BLITZ-15).
    """
    state = m.state
    if not state.ended and is_blitz(state) and len(teams_left(state)) < len(state.scores):
        state.ended = "eliminated"


def teams_left(state: State) -> set[int]:
    """The teams with a Mythic that is not eliminated."""
    return {state.players[figure.seat].team for figure in state.figures if figure.cell != OUT}
