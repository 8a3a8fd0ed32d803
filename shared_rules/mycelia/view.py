"""What a seat may know of the table, as plain JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def view(m: Mycelia, seat: int | None) -> dict[str, Any]:
    """The table as `seat` sees it, None as a spectator does.

    A hand is seen by its owner; face-down piles tell their size and the hired heroes on top that this seat saw (MYC-R-55).
    """
    state, board = m.state, m.pack.board
    in_sight = [card for card in state.showcase if card is not None]
    in_sight += [card for player in state.seats for card in player.discard]
    if seat is not None:
        in_sight += state.seats[seat].hand
    return {
        "game": m.game,
        "seat": seat,
        "round": state.round,
        "active": state.active,
        "first": state.first,
        "ending": state.ending,
        "board": {"width": board.width, "lands": board.lands[:], "neighbours": [fields[:] for fields in board.neighbours]},
        "seats": [_seat(m, number, seat) for number in range(len(state.seats))],
        "showcase": state.showcase[:],
        "showcase_supply": len(state.showcase_supply),
        "showcase_discard": state.showcase_discard[:],
        "shrine": {
            "holds": state.shrine,
            "full_at": state.shrine_full_at,
            "tray": state.tray,
            "box": state.box,
            "die_on": state.die_on,
        },
        "supply_card": state.supply_card,
        "setup_card": state.setup_card,
        "cards": {card: m.pack.card_faces[card] for card in dict.fromkeys(in_sight)},
    }


def _seat(m: Mycelia, number: int, looking: int | None) -> dict[str, Any]:
    seat = m.state.seats[number]
    return {
        "rune": seat.rune,
        "drops": seat.board[:],
        "leaves": seat.leaves,
        "hand": seat.hand[:] if number == looking else None,
        "hand_size": len(seat.hand),
        "supply": seat.supply.known(looking),
        "discard": seat.discard[:],
        "actions": [{"action": action, "used": action in seat.used} for action in seat.actions],
    }
