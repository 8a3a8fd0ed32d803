"""The end of the match: points of tokens and markers, and who won (ML-SCORE-01 to -03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.match import Result

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals


def end_match(m: Mythicals) -> None:
    m.tell("match_ended", winners=winners(m), scores=scores(m), daybreak=m.state.daybreak)


def scores(match: Mythicals) -> list[int]:
    """The points of all seats; cards that are left score nothing (ML-GOAL-01). What a marker brings is ML-R-20."""
    tokens = match.pack.tokens
    each = match.pack.marker_points if match.state.options["marker_points"] == "pack_value" else 1
    return [sum(tokens[token].points for token in seat.tokens) + each * seat.markers for seat in match.state.seats]


def winners(match: Mythicals) -> list[int]:
    """The highest total wins; equal ones share it, or the one with fewer tokens goes first (ML-R-21)."""
    totals = scores(match)
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if match.state.options["tie_break"] == "shared_win":
        return best
    counts = [len(seat.tokens) for seat in match.state.seats]
    fewest = min(counts[seat] for seat in best)
    return [seat for seat in best if counts[seat] == fewest]


def result(match: Mythicals) -> Result | None:
    """The result once the match is over."""
    if not match.over:
        return None
    totals, best = scores(match), winners(match)
    if len(best) > 1:
        reason = "equal totals: the win is shared"
    elif totals.count(max(totals)) > 1:
        reason = "equal totals, and fewer tokens"
    else:
        reason = "the highest total"
    return Result(best, list(totals), reason, "won" if len(best) == 1 else "shared")
