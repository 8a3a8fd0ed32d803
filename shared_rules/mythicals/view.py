"""What a seat may know of the table, as plain JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mythicals.ending import scores
from shared_rules.mythicals.secrets import secret_hands

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals


def view(m: Mythicals, seat: int | None) -> dict[str, Any]:
    """The table as `seat` sees it, None as a spectator does.

    Of a token stack only the top shows until the match is over, to its owner too, and so nobody is told totals (ML-R-23); the
    discard pile lies face down (ML-ACQ-06). With light tracking no card is known.
    """
    state, pack = m.state, m.pack
    light = state.options["tracking"] == "light"
    seats = [_seat(m, number, seat) for number in range(len(state.seats))]
    in_sight = [*state.reserve, *state.revealed, *(card for one in seats for card in one["hand"] or [])]
    return {
        "game": m.game,
        "seat": seat,
        "round": state.round,
        "active": state.active,
        "first": state.first,
        "tracking": state.options["tracking"],
        "daybreak": state.daybreak,
        "deck": state.cards_left,
        "seats": seats,
        "reserve": None if light else state.reserve[:],
        "revealed": state.revealed[:],
        "discard": None if light else len(state.discard),
        "board": {
            token: {"markers": state.board[token], "blocked": token in state.blocked}
            for token in pack.tokens
            if token in state.board
        },
        "markers": state.markers,
        "scores": scores(m) if m.over else None,
        "colours": [{"id": name, "name": colour.name, "symbol": colour.symbol} for name, colour in pack.colours.items()],
        "columns": {column: tokens[:] for column, tokens in pack.columns.items() if tokens},
        "tokens": pack.token_faces,
        "cards": {card: pack.card_faces[card] for card in dict.fromkeys(in_sight) if card in pack.card_faces},
        "options": dict(state.options),
    }


def sees_hand(match: Mythicals, number: int, looking: int | None) -> bool:
    """Whether `looking` knows the hand of seat `number`."""
    if match.state.options["tracking"] == "light":
        return False
    return number == looking or not secret_hands(match)


def _seat(m: Mythicals, number: int, looking: int | None) -> dict[str, Any]:
    seat = m.state.seats[number]
    light = m.state.options["tracking"] == "light"
    return {
        "hand": seat.hand[:] if sees_hand(m, number, looking) else None,
        "hand_size": None if light else len(seat.hand),
        "tokens": len(seat.tokens),
        "top": seat.tokens[-1] if seat.tokens else None,
        "stack": seat.tokens[:] if m.over else None,
        "markers": seat.markers,
    }
