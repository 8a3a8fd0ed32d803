"""The end of the match and who won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.match import Result
from shared_rules.mycelia.state import State

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def compare_leaves(m: Mycelia) -> None:
    """Leaves decide between several clear boards (MYC-WON-02); with light tracking people say how many they have."""
    clear = _winners(m.state)[1]
    if m.state.light and len(clear) > 1:
        m.each(clear, "tell_leaves", 0)


def end_match(m: Mycelia) -> None:
    winners, clear = _winners(m.state)
    more: dict[str, Any] = {} if m.state.gwidyon is None else {"gwidyon": m.state.gwidyon.drops}
    m.tell("match_ended", winners=winners, clear=clear, leaves=_leaves(m.state, clear), **more)


def stop(m: Mycelia) -> None:
    """The match ends where it stands: nothing that was still to be done is done."""
    m.play.lines[m.line].agenda.clear()
    m.then(["end_match"])


def _leaves(state: State, clear: list[int]) -> list[int | None]:
    """The leaves of all seats; with light tracking only those that decided something are known."""
    known = range(len(state.seats)) if not state.light else clear if len(clear) > 1 else []
    return [seat.leaves if number in known else None for number, seat in enumerate(state.seats)]


def _winners(state: State) -> tuple[list[int], list[int]]:
    """Who won, and whose boards are clear: of those, the most leaves win, and equal ones share it (MYC-WON-01 to -03).

    A board that was cleared stays so, even if a house rule brought drops to it later.
    """
    clear = [number for number, seat in enumerate(state.seats) if seat.cleared or not seat.drops]
    most = max((state.seats[number].leaves for number in clear), default=0)
    return [number for number in clear if state.seats[number].leaves == most], clear


def result(state: State) -> Result | None:
    """The result once the match is over; the scores are the leaves of those whose board is clear."""
    if state.play.lines:
        return None
    winners, clear = _winners(state)
    scores = [leaves if number in clear else None for number, leaves in enumerate(_leaves(state, clear))]
    if state.gwidyon is not None:
        return _solo_result(winners, scores, state.gwidyon.drops == 0)
    if len(clear) == 1:
        reason = "the only board without a drop"
    elif len(winners) == 1:
        reason = "several boards without a drop, and the most leaves"
    else:
        reason = "several boards without a drop, and equally many leaves"
    return Result(winners, scores, reason, "won" if len(winners) == 1 else "shared")


def _solo_result(winners: list[int], scores: list[int | None], gwidyon_done: bool) -> Result:
    """Against Gwidyon one wins, or he does, or both (MYC-SOLO-25 to -27)."""
    if winners and gwidyon_done:
        return Result(winners, scores, "the last drop of both in the same turn: both win", "shared")
    if winners:
        return Result(winners, scores, "no drop left before Gwidyon", "won")
    return Result([], scores, "Gwidyon has no drop left", "lost")
