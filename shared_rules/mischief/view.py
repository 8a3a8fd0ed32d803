"""What a seat may know of the table, as plain JSON: everything but the order of face-down cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.foresight import foreseen
from shared_rules.mischief.keeper import crest, goal, points_of_card
from shared_rules.mischief.pieces import name

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def view(m: Mischief, seat: int | None) -> dict[str, Any]:
    """The table as `seat` sees it, None as a spectator does; all see the same."""
    state, pack = m.state, m.pack
    return {
        "game": m.game,
        "seat": seat,
        "round": state.round,
        "active": state.active,
        "first": state.first,
        "phase": state.phase,
        "dark": state.dark,
        "width": m.grid.width,
        "height": pack.height,
        "boards": len(state.keepers),
        "crests": [crest(m, k) for k in range(len(state.keepers))],
        "hedges": state.hedges[:],
        "clutter": state.clutter[:],
        "hedges_left": state.hedges_left,
        "clutter_left": state.clutter_left,
        "tomes": [{"cell": cell, "seats": colours[:]} for cell, colours in sorted(state.tomes.items())],
        "keepers": [_keeper(m, k) for k in range(len(state.keepers))],
        "figures": [
            {"seat": figure.seat, "cell": figure.cell, "tripped": figure.tripped, "name": _name(m, number)}
            for number, figure in enumerate(state.figures)
        ],
        "players": [_player(m, number) for number in range(len(state.players))],
        "scores": state.scores[:],
        "ended": state.ended,
        "solo": _solo(m),
        "options": dict(state.options),
    }


def _solo(m: Mischief) -> dict[str, Any] | None:
    """What stands beside the board of a solo game. Which cards are left is no secret, only their order."""
    solo = m.state.solo
    if solo is None:
        return None
    return {
        "row": [_detention(m, card) for card in solo.row],
        "left": solo.deck.cards(),
        "discard": solo.discard[:],
        "side": solo.side,
    }


def _detention(m: Mischief, card: str) -> dict[str, Any]:
    face = m.pack.detentions[card]
    return {
        "card": card,
        "pushed": [[m.spot(0, cell), direction] for cell, direction in face.pushed],
        "caught": [m.spot(0, cell) for cell in face.caught],
        "tripped": [m.spot(0, cell) for cell in face.tripped],
        "tomes": [m.spot(0, cell) for cell in face.tomes],
    }


def _name(m: Mischief, figure: int) -> str | None:
    """A figure's name, once its player has a faction."""
    from_seat = m.state.figures[figure].seat
    return name(m, figure) if m.state.players[from_seat].faction else None


def _keeper(m: Mischief, k: int) -> dict[str, Any]:
    keeper = m.state.keepers[k]
    face = m.pack.cards.get(keeper.card)
    walk = foreseen(m, k)
    return {
        "cell": keeper.cell,
        "card": keeper.card or None,
        "kind": face.kind if face else None,
        "move": points_of_card(m, k) or None,
        "stops": keeper.stops[:],
        "goal": keeper.goal,
        "target": goal(m, k) if points_of_card(m, k) else None,
        "path": walk.path,
        "choices": walk.choices,
        "entrances": [m.spot(k, cell) for cell in face.entrances] if face else [],
    }


def _player(m: Mischief, seat: int) -> dict[str, Any]:
    player = m.state.players[seat]
    board = m.pack.factions.get(player.faction)
    return {
        "team": player.team,
        "faction": player.faction or None,
        "name": board.name if board else None,
        "supply": player.supply,
        "collected": player.collected,
        "legendary": player.legendary,
        "spent": player.spent,
        "token": player.token,
        "ready": player.ready,
        "passed": player.passed,
        "done": player.done[:],
        "tracks": [_track(m, seat, number) for number in range(len(board.tracks))] if board and player.slots else [],
    }


def _track(m: Mischief, seat: int, number: int) -> dict[str, Any]:
    player, board = m.state.players[seat], m.pack.factions[m.state.players[seat].faction]
    track = board.tracks[number]
    dice = [
        {"die": die, "slot": player.slots[die], "value": player.values[die], "used": player.used[die]}
        for die in board.of[track.ability]
    ]
    return {"ability": track.ability, "slots": list(track.slots), "tomes": player.tomes[number], "dice": dice}
