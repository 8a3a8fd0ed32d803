"""Drops on the boards: one step aside, off the board, and the moment when a board is clear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mycelia.fields import is_shrine, place_of

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def move_drop(m: Mycelia, who: int, field: int, to: int) -> None:
    """One drop goes to the neighbouring field `to`; on a shrine field it leaves the board at once (MYC-PLAY-07, MYC-XACT-12)."""
    board = m.state.seats[who].board
    board[field] -= 1
    if is_shrine(m, who, to):
        m.tell("drop_reached_shrine", who, place=place_of(m, who, field))
        off_the_board(m, 1)
        see_if_clear(m, who, 1)
    else:
        board[to] += 1
        m.tell("drop_moved", who, place=place_of(m, who, field), goal=place_of(m, who, to))


def take_drops(m: Mycelia, who: int, field: int, count: int) -> None:
    """`count` drops leave the board. The last act of its step: what follows a removal at once is put on the agenda."""
    m.state.seats[who].board[field] -= count
    m.tell("drops_removed", who, place=place_of(m, who, field), count=count)
    off_the_board(m, count)
    see_if_clear(m, who, count)


def off_the_board(m: Mycelia, count: int) -> None:
    """Drops wait in the tray until the turn ends; by the other reading they go into the shrine at once (MYC-PLAY-08, MYC-R-04).

    With light tracking a turn is told at its end, so that makes no difference.
    """
    m.state.tray += count
    if m.state.options["shrine_entry"] == "at_once" and not m.state.light:
        m.then(["fill_shrine"])


def see_if_clear(m: Mycelia, who: int, count: int) -> None:
    """An empty board brings the end near, however and in whose turn it came about (MYC-END-01, MYC-END-02).

    From then on the shrine is not turned, unless it was full without the last `count` drops and MYC-R-29 says otherwise.
    """
    state = m.state
    if state.seats[who].drops or state.seats[who].cleared:
        return
    state.seats[who].cleared = state.ending = True
    full_before = state.shrine + state.tray - count >= state.shrine_full_at
    state.may_turn = full_before and state.options["shrine_turns_at_trigger"] == "yes"
    m.tell("board_cleared", who)
    end_at_this_drop(m)


def end_at_this_drop(m: Mycelia) -> None:
    """A solo game that ends with the very drop, by that reading of MYC-R-46."""
    if m.state.gwidyon is not None and m.state.options["solo_end_check"] == "each_drop":
        m.then(["stop"])
