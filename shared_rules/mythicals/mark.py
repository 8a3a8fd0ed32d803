"""The third phase: consolidate a token on the board with markers, or block one (ML-MARK-01 to -06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mythicals.state import MARKERS_AT_ONCE, MARKERS_ON_A_TOKEN
from shared_rules.questions import Answer, Choice

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals


def mark_phase(m: Mythicals, who: int) -> None:
    """May be skipped (ML-TURN-03). There is none once Daybreak has come (ML-R-08), or without a token by a switch (ML-R-27)."""
    state = m.state
    if state.daybreak or not (state.acquired or state.options["phase_three_without_acquiring"] == "yes"):
        return
    block_all = state.options["token_block_with_markers"] != "refused"
    for token, markers in state.board.items():
        if token not in state.blocked and (not markers or block_all or _room(m, markers)):
            m.ask("marking", who)
            return


def marking(m: Mythicals, who: int) -> Choice:
    """Tokens on the board only (ML-R-18), and nothing with a blocked one (ML-MARK-04, ML-R-19)."""
    board, blocked = m.state.board, m.state.blocked
    block_all = m.state.options["token_block_with_markers"] != "refused"
    bare = _room(m, 0)
    options: list[Answer] = []
    for token in m.pack.tokens:
        markers = board.get(token)
        if markers is None or token in blocked:
            continue
        for count in _room(m, markers) if markers else bare:
            options.append(["consolidate", token, count])
        if not markers or block_all:
            options.append(["block", token])
    options.append(["skip"])
    return Choice(who, options)


def _room(m: Mythicals, markers: int) -> range:
    """How many markers may be added to a token that has so many: turn, supply (ML-MARK-06) and token (ML-R-17) limit it."""
    most = min(MARKERS_AT_ONCE, m.state.markers)
    if m.state.options["markers_per_token"] == "at_most_two":
        most = min(most, MARKERS_ON_A_TOKEN - markers)
    return range(1, most + 1)


def marking_answered(m: Mythicals, who: int, answer: Answer) -> None:
    state = m.state
    match answer:
        case ["consolidate", token, count]:
            state.markers -= count
            state.board[token] += count
            m.tell("token_consolidated", who, token=m.pack.told_tokens[token], count=count, markers=state.board[token])
        case ["block", token]:
            off = state.board[token] if state.options["token_block_with_markers"] == "markers_removed" else 0
            state.board[token] -= off
            state.markers += off
            state.blocked = sorted([*state.blocked, token])
            m.tell("token_blocked", who, token=m.pack.told_tokens[token], removed=off)
        case _:
            m.tell("nothing_marked", who)
