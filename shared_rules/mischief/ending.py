"""The end of the match and who won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.match import Result
from shared_rules.mischief.catching import teams_left
from shared_rules.mischief.modes import ENCHANTED
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
    """Tell who won, and why the match is over."""
    team, _ = winner(m.state)
    m.tell("match_ended", None, winners=result_seats(m.state, team), team=team, scores=m.state.scores[:], why=m.state.ended)


def winner(state: State) -> tuple[int, str]:
    """The team that won, and by what: the points, fewer Tomes on the boards, or the next turn (MM-END-01 to -05)."""
    left = teams_left(state)
    if state.ended == "eliminated":
        # Who has just had the Mythic Phase loses if nobody is left (MM-BLITZ-14, MM-BLITZ-15).
        return (left.pop() if left else 1 - state.active), "eliminated"
    one, other = state.scores
    if state.solo is not None and one == other:
        return ENCHANTED, "tie"
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
    "eliminated": "the other team has no Mythic left",
    "tie": "equal points, which is a win for the Enchanted",
}


def result(match: Mischief) -> Result | None:
    """The result once the match is over; every seat has the score of its team."""
    state = match.state
    if not match.over:
        return None
    team, by = winner(state)
    reason = "ten Mischief Points" if state.ended == "ten" else _REASONS[by]
    if state.solo is not None:
        return _solo_result(state, team, reason)
    return Result(result_seats(state, team), [state.scores[player.team] for player in state.players], reason, "won")


def result_seats(state: State, team: int) -> list[int]:
    """The seats of the team that won; nobody's, if the Enchanted have."""
    return [] if state.solo is not None and team == ENCHANTED else state.seats_of(team)


def _solo_result(state: State, team: int, reason: str) -> Result:
    """The one at the table has won or lost (MM-SOLO-01, MM-SEND-02)."""
    if state.ended == "deck" and reason != _REASONS["tie"]:
        reason = "more Mischief Points when the Detention cards ran out"
    won = team != ENCHANTED
    return Result(result_seats(state, team), [state.scores[0]], reason, "won" if won else "lost")
