"""The solo game, Detention: its preparations, and the round of the player and the Enchanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.enchanted import distances
from shared_rules.mischief.modes import ENCHANTED
from shared_rules.mischief.pieces import free, name, square
from shared_rules.mischief.state import Solo
from shared_rules.mischief.turn import open_spaces
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief

ROW = 3
"""Detention cards that lie face up (MM-SOLO-04)."""
POINTS_AHEAD = 2
"""What the player begins with in an easier game (MM-DIFF-02)."""


def cards(match: Mischief) -> Solo:
    """What stands beside the board of a solo game."""
    found = match.state.solo
    assert found is not None, "only a solo game comes here"
    return found


def set_up_solo(m: Mischief) -> None:
    """As for a standard game but for the Enchanted; the player is the first team, without a roll (MM-SOLO-09, MM-R-94)."""
    tomes = [["draw_detention", "tomes"]] if m.state.options["solo_tomes_at_setup"] else []
    m.then(
        ["choose_faction", 0],
        ["choose_enchanted"],
        ["mark_scores"],
        ["draw_card", 0],
        ["set_out_maze"],
        *[["draw_detention", "row"]] * ROW,
        ["choose_side"],
        *tomes,
        *(["place_enchanted", number] for number in range(3)),
        ["place_on", 0],
        ["points_ahead"],
        ["be_ready"],
        ["begin_turn"],
    )


def choose_enchanted(m: Mischief) -> None:
    m.ask("enchanted_faction")


def enchanted_faction(m: Mischief) -> Choice:
    """Any faction that the player does not use: its Mythics and Tomes (MM-SOLO-02)."""
    return Choice(0, [["faction", one] for one in m.pack.factions if one != m.state.players[0].faction])


def enchanted_faction_answered(m: Mischief, answer: list[Any]) -> None:
    m.state.players[ENCHANTED].faction = answer[1]
    m.tell("enchanted_chosen", None, faction=answer[1], name=m.pack.factions[answer[1]].name)


def choose_side(m: Mischief) -> None:
    m.ask("return_side")


def return_side(m: Mischief) -> Choice:
    """One side of the Return card is used in the whole match (MM-SOLO-05)."""
    return Choice(0, [["side", side] for side in m.pack.returns])


def return_side_answered(m: Mischief, answer: list[Any]) -> None:
    cards(m).side = answer[1]
    m.tell("side_chosen", 0, side=answer[1])


def points_ahead(m: Mischief) -> None:
    """An easier game begins with points for the player (MM-DIFF-02)."""
    if m.state.options["solo_points_ahead"]:
        m.state.scores[0] += POINTS_AHEAD
        m.tell("scored", None, team=0, seats=[0], by=POINTS_AHEAD, score=m.state.scores[0])


# -- where the Enchanted start ------------------------------------------------------------------------------------------------


def place_enchanted(m: Mischief, number: int) -> None:
    """They are placed before the player's Mythics, where the rules say; what is equal is the player's choice (MM-SOLO-06)."""
    cells = _starts(m, number)
    if len(cells) == 1:
        _stand(m, number, cells[0])
    else:
        m.ask("enchanted_place", number)


def enchanted_place(m: Mischief, number: int) -> Choice:
    return Choice(0, [["place", _figure(m, number), cell] for cell in _starts(m, number)])


def enchanted_place_answered(m: Mischief, number: int, answer: list[Any]) -> None:
    _stand(m, number, answer[2])


def _starts(match: Mischief, number: int) -> list[int]:
    """Destination 2, Destination 3, the open corner furthest from Destination 1 (MM-SOLO-07, MM-SOLO-08); else any open space."""
    stops = [match.spot(0, cell) for cell in match.pack.cards[match.state.keepers[0].card].stops]
    if number < 2:
        there = stops[number + 1]
        return [there] if free(match, there) else open_spaces(match)
    width, height = match.pack.width, match.pack.height
    corners = {0, width - 1, (height - 1) * width, height * width - 1}.intersection(open_spaces(match))
    if not corners:
        return open_spaces(match)
    away = distances(match, stops[0])
    furthest = max(away[corner] for corner in corners)
    return sorted(corner for corner in corners if away[corner] == furthest)


def _figure(match: Mischief, number: int) -> int:
    return [at for at, figure in enumerate(match.state.figures) if figure.seat == ENCHANTED][number]


def _stand(match: Mischief, number: int, cell: int) -> None:
    figure = _figure(match, number)
    match.state.figures[figure].cell = cell
    match.tell("figure_placed", None, figure=figure, name=name(match, figure), at=square(match, cell))


# -- their turn ---------------------------------------------------------------------------------------------------------------


def enchanted_turn(m: Mischief) -> None:
    """The Enchanted act, the groundskeeper moves, a Detention card is drawn; then the player again (MM-ENC-01, MM-DET-01)."""
    m.state.phase = "enchanted"
    m.tell("enchanted_turn_began", None, round=m.state.round)
    m.then(["enchanted_phase"], ["keeper_phase"], ["reveal_detention"], ["next_team"])
