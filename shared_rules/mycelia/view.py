"""What a seat may know of the table, as plain JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.fields import board_of, lands_of

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def view(m: Mycelia, seat: int | None) -> dict[str, Any]:
    """The table as `seat` sees it, None as a spectator does.

    A hand is seen by its owner; face-down piles tell their size and the hired heroes on top that this seat saw (MYC-R-55).
    `board` is the one before `seat`; where boards differ, each seat's own is in `seats`.
    With light tracking what people keep themselves is None: drops by field, cards, leaves until they are told.
    """
    state = m.state
    shows_all = state.options["hands_and_piles"] == "open"
    in_sight = [card for card in state.showcase if card is not None]
    in_sight += [card for player in state.seats for card in player.discard]
    in_sight += state.hiring
    in_sight += [card for card in state.cards_out if card in m.pack.card_faces]
    in_sight += [card for number, player in enumerate(state.seats) if shows_all or number == seat for card in player.hand]
    found = {
        "game": m.game,
        "seat": seat,
        "round": state.round,
        "active": state.active,
        "first": state.first,
        "ending": state.ending,
        "tracking": state.options["tracking"],
        "board": _board(m, seat or 0),
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
        "action_supply": state.action_supply[:],
        "shrine_fields": state.shrine_fields,
        "cards_out": state.cards_out[:],
        "hiring": state.hiring[:],
        "choosing": _choosing(m),
        "gwidyon": _gwidyon(m),
        "setup_card": state.setup_card,
        "cards": {card: m.pack.card_faces[card] for card in dict.fromkeys(in_sight)},
    }
    return {**found, **_KEPT_BY_PEOPLE} if state.light else found


_KEPT_BY_PEOPLE: dict[str, Any] = dict.fromkeys(
    ("showcase", "showcase_supply", "showcase_discard", "action_supply", "cards_out", "hiring")
)
_KEPT_BY_SEAT: dict[str, Any] = dict.fromkeys(("drops", "hand", "hand_size", "supply", "discard", "actions"))


def _board(m: Mycelia, who: int) -> dict[str, Any]:
    board = board_of(m, who)
    return {"width": board.width, "lands": lands_of(m, who), "neighbours": [fields[:] for fields in board.neighbours]}


def _seat(m: Mycelia, number: int, looking: int | None) -> dict[str, Any]:
    seat = m.state.seats[number]
    shows_all = m.state.options["hands_and_piles"] == "open"
    shown = {
        "rune": seat.rune,
        "side": seat.side,
        "drops": seat.board[:],
        "drops_left": seat.drops,
        "leaves": seat.leaves,
        "hand": seat.hand[:] if shows_all or number == looking else None,
        "hand_size": len(seat.hand),
        "supply": seat.supply.known(looking),
        "discard": seat.discard[:],
        "actions": _actions(m, number),
        "shrines": seat.shrines[:],
    }
    if m.state.options["boards"] == "advanced" or any(player.shrines for player in m.state.seats):
        shown["board"] = _board(m, number)
    if m.state.light:
        return {**shown, **_KEPT_BY_SEAT, "leaves": seat.leaves or None}
    if shows_all:
        shown["supply_cards"] = seat.supply.cards()
    return shown


def _actions(m: Mycelia, number: int) -> list[dict[str, Any]]:
    """The action cards; of two of a kind the used one lies first."""
    seat = m.state.seats[number]
    seen: dict[str, int] = {}
    found = []
    for action in seat.actions:
        seen[action] = seen.get(action, 0) + 1
        found.append({"action": action, "used": seen[action] <= seat.used.count(action)})
    return found


def _choosing(m: Mycelia) -> list[Any] | None:
    """The sides of the "/" that somebody chooses from now: cards lie open while they are performed."""
    for line in m.play.lines.values():
        if line.asker is not None and line.asker[0] == "side":
            sides: list[Any] = line.asker[2][1]
            return sides
    return None


def _gwidyon(m: Mycelia) -> dict[str, Any] | None:
    gwidyon = m.state.gwidyon
    if gwidyon is None:
        return None
    chip = "remove" if gwidyon.chip_removes else "blank"
    left = len(gwidyon.cards)
    return {
        "drops": gwidyon.drops,
        "chip": chip,
        "shown": gwidyon.shown[:],
        "shown_names": [m.pack.solo_names[card] for card in gwidyon.shown],
        "cards": left,
        "on_turn": gwidyon.on_turn,
    }
