"""Drops on the boards: one step aside, off the board, and the moment when a board is clear."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def move_drop(m: Mycelia, who: int, field: int, to: int) -> None:
    """One drop goes to the neighbouring field `to`; on the shrine field it leaves the board at once (MYC-PLAY-07)."""
    board, places = m.state.seats[who].board, m.pack.board.places
    board[field] -= 1
    if to == m.pack.board.shrine:
        m.state.tray += 1
        m.tell("drop_reached_shrine", who, place=places[field])
        see_if_clear(m, who)
    else:
        board[to] += 1
        m.tell("drop_moved", who, place=places[field], goal=places[to])


def take_drops(m: Mycelia, who: int, field: int, count: int) -> None:
    """`count` drops leave the board. They wait in the tray until the turn ends (MYC-PLAY-08, MYC-R-04)."""
    m.state.seats[who].board[field] -= count
    m.state.tray += count
    m.tell("drops_removed", who, place=m.pack.board.places[field], count=count)
    see_if_clear(m, who)


def see_if_clear(m: Mycelia, who: int) -> None:
    """An empty board brings the end near, however and in whose turn it came about (MYC-END-01, MYC-END-02)."""
    if not any(m.state.seats[who].board):
        m.state.ending = True
        m.tell("board_cleared", who)
