"""The end of the match and who won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.match import Result
from shared_rules.mischief.state import State

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def stop(m: Mischief) -> None:
    """The match ends where it stands, on every line: nothing that was still to be done is done (MM-R-15)."""
    for line in m.play.lines.values():
        line.agenda.clear()
        line.asker = None
    m.play.alone.clear()
    m.then(["end_match"])


def end_match(m: Mischief) -> None:
    team, _ = winner(m.state)
    m.tell("match_ended", None, winners=m.state.seats_of(team), team=team, scores=m.state.scores[:], why=m.state.ended)


def winner(state: State) -> tuple[int, str]:
    """The team that won, and by what: the points, fewer Tomes on the boards, or the next turn (MM-END-01 to -05)."""
    one, other = state.scores
    if one != other:
        return int(other > one), "points"
    ours, theirs = (_tomes(state, team) for team in (0, 1))
    if ours != theirs:
        return int(theirs < ours), "tomes"
    return 1 - state.active, "next_turn"


def _tomes(state: State, team: int) -> float:
    """The Tomes on the team's faction boards (MM-R-60); averaged a player by one reading (MM-R-85)."""
    seats = state.seats_of(team)
    legendary = state.options["tie_break_tomes"] == "whole_board"
    players = [state.players[seat] for seat in seats]
    count = sum(sum(player.tomes) + (player.legendary and legendary) for player in players)
    return count / len(seats) if state.options["tie_break_three_players"] == "average" else count


_REASONS = {
    "points": "more Mischief Points when the last Destination was done",
    "tomes": "equal points, and fewer Tomes on the faction boards",
    "next_turn": "equal points and equal Tomes, and theirs would be the next turn",
}


def result(match: Mischief) -> Result | None:
    """The result once the match is over; every seat has the score of its team."""
    state = match.state
    if not match.over:
        return None
    team, by = winner(state)
    reason = "ten Mischief Points" if state.ended == "ten" else _REASONS[by]
    return Result(state.seats_of(team), [state.scores[player.team] for player in state.players], reason, "won")
