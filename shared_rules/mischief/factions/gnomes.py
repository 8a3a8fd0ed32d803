"""Gnomes: Burrow, Shifty, Illusion, the Potion, and Uproot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mischief.dice import board_of, points, reset_die, spend, spend_legendary
from shared_rules.mischief.factions.faction import Faction, Refusal, Use
from shared_rules.mischief.factions.ground import (
    Ground,
    cell_of,
    cells_of,
    no_legendary,
    no_place,
    no_points,
    no_special,
    not_free,
    not_movable,
    survey,
)
from shared_rules.mischief.keeper import arrive
from shared_rules.mischief.maze import DIRECTIONS, members
from shared_rules.mischief.pieces import collect, legendary_on, move_hedge, own, put, specials_on, square
from shared_rules.mischief.state import DONE

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief

OFF_THE_BOARD = -1


def offers(match: Mischief, seat: int, ground: Ground) -> list[Use]:
    burrows, shifts = points(match, seat, "burrow"), points(match, seat, "shifty")
    illusions, uproots = points(match, seat, "illusion"), specials_on(match) and "uproot" not in match.state.players[seat].done
    found: list[Use] = []
    if burrows or shifts or illusions or uproots:
        cells = [match.state.figures[figure].cell for figure in ground.of[seat]]
        if burrows:
            for figure, cell in zip(ground.of[seat], cells, strict=True):
                if not ground.fixed >> cell & 1:
                    found += [["burrow", figure, way] for way in DIRECTIONS if _dug(ground, cell, way)[1] >= 0]
        if shifts:
            found += [["shifty", other, cell] for other, goals in _shifts(ground, cells).items() for cell in goals]
        if illusions:
            for edge in ground.hedges_round(cells):
                found += [["illusion", edge, to] for to in members(ground.places_without(edge) & _other_sides(ground, cells, edge))]
        if uproots:
            found += _uprooted(match, ground)
    if legendary_on(match, seat):
        found += [["potion", die] for die in _spent(match, seat)]
    return found


def _dug(ground: Ground, cell: int, direction: int) -> tuple[int, int]:
    """The space that a Burrow from `cell` passes under and the one where it ends, two on; -1 if that is off the board or taken."""
    near = ground.g.step(cell, direction)
    far = -1 if near < 0 else ground.g.step(near, direction)
    return near, far if far >= 0 and ground.free(far) else -1


def _shifts(ground: Ground, cells: list[int]) -> dict[int, list[int]]:
    """Who can be shifted by a Gnome on one of `cells`, and where to: both spaces are adjacent to that Gnome (MM-R-38)."""
    found: dict[int, list[int]] = {}
    for cell in cells:
        beside = ground.beside(cell)
        for other in ground.movable(beside):
            goals = found.setdefault(other, [])
            goals += [to for to in beside if ground.free(to) and to not in goals]
    return found


def _other_sides(ground: Ground, cells: list[int], edge: int) -> int:
    """The sides of the Gnomes' spaces that have a side on `edge`, as a mask of edges (MM-GNOME-08)."""
    found = 0
    for cell in cells:
        if ground.g.sides_mask[cell] >> edge & 1:
            found |= ground.g.sides_mask[cell]
    return found


def _spent(match: Mischief, seat: int) -> list[int]:
    """The dice about which there is anything that the Potion restores."""
    player, board = match.state.players[seat], board_of(match, seat)
    dice = enumerate(zip(board.dice, player.slots, player.values, player.used, strict=True))
    return [die for die, (track, slot, value, used) in dice if used or value != board.tracks[track].slots[slot]]


def _uprooted(match: Mischief, ground: Ground) -> list[Use]:
    """Each Destination token to each space beside it, past Hedges and Clutter (MM-GNOME-11)."""
    found: list[Use] = []
    for keeper, one in enumerate(match.state.keepers):
        for stop, cell in enumerate(one.stops):
            if cell == DONE:
                continue
            goals = {ground.g.step(cell, direction) for direction in DIRECTIONS}
            found += [["uproot", keeper, stop, to] for to in sorted(goals) if _no_ground_for_token(match, ground, to) is None]
    return found


def _no_ground_for_token(match: Mischief, ground: Ground, cell: int) -> Refusal:
    """Why no Destination token can be put there (MM-GNOME-13, MM-R-30)."""
    if cell != OFF_THE_BOARD and any(cell in keeper.stops for keeper in match.state.keepers):
        return "MM-GNOME-13", "a Destination token lies there"
    if match.state.options["uproot_target"] == "all_legal":
        return None
    if cell == OFF_THE_BOARD:
        return "MM-R-30", "a Destination token stays on the board"
    if ground.shut >> cell & 1:
        return "MM-R-30", "the Stone lies there"
    return None


def act(match: Mischief, seat: int, use: Use) -> None:
    match use:
        case ["burrow", figure, direction]:
            near, far = _dug(survey(match), cell_of(match, figure), direction)
            spend(match, seat, "burrow")
            if match.state.options["tome_collected_when_carried_over"] == "yes":
                collect(match, figure, near)
            put(match, figure, far)
        case ["shifty", other, cell]:
            spend(match, seat, "shifty")
            put(match, other, cell)
        case ["illusion", edge, to]:
            spend(match, seat, "illusion")
            move_hedge(match, edge, to)
        case ["potion", die]:
            spend_legendary(match, seat)
            reset_die(match, seat, die)
            if match.state.options["potion_restored_die"] == "unused":
                match.state.players[seat].used[die] = False
            match.tell("die_restored", seat, die=die, value=match.state.players[seat].values[die])
        case ["uproot", keeper, stop, cell]:
            match.state.players[seat].done.append("uproot")
            match.state.keepers[keeper].stops[stop] = DONE if cell == OFF_THE_BOARD else cell
            at = "" if cell == OFF_THE_BOARD else square(match, cell)
            match.tell("destination_moved", seat, keeper=keeper, number=stop + 1, at=at)
            arrive(match, keeper)


def begin(match: Mischief, seat: int) -> None:
    """Nothing is due: Gnomes have no token."""


def lost(match: Mischief, seat: int, figure: int) -> None:
    """Gnomes have no token that could be lost."""


# -- refusals ------------------------------------------------------------------------------------------------------------------


def refused(match: Mischief, seat: int, use: Use) -> Refusal:
    match use:
        case ["burrow", int(figure), int(direction)]:
            return no_points(match, seat, "burrow") or _no_burrow(match, seat, figure, direction)
        case ["shifty", int(other), int(cell)]:
            return no_points(match, seat, "shifty") or _no_shift(match, seat, other, cell)
        case ["illusion", int(edge), int(to)]:
            return no_points(match, seat, "illusion") or _no_illusion(match, seat, edge, to)
        case ["potion", int(die)]:
            return no_legendary(match, seat, "the Potion") or _no_potion(match, seat, die)
        case ["uproot", int(keeper), int(stop), int(cell)]:
            return _no_uproot(match, seat) or _no_token_move(match, keeper, stop, cell)
    return None


def _no_burrow(match: Mischief, seat: int, figure: int, direction: int) -> Refusal:
    ground = survey(match)
    if figure not in own(match.state, seat):
        return "MM-GNOME-01", "only a Gnome of one's own that is on the board can Burrow"
    if direction not in DIRECTIONS:
        return "MM-GLOS-03", "it goes north, east, south or west"
    cell = cell_of(match, figure)
    why = not_movable(ground, figure, cell)
    if why is not None or _dug(ground, cell, direction)[1] >= 0:
        return why
    near = ground.g.step(cell, direction)
    if near < 0 or ground.g.step(near, direction) < 0:
        return "MM-GNOME-04", "two spaces on is off the board"
    return "MM-GNOME-04", "a Mythic or the Groundskeeper is where the Burrow ends"


def _no_shift(match: Mischief, seat: int, other: int, cell: int) -> Refusal:
    ground, start = survey(match), cell_of(match, other)
    why = not_movable(ground, other, start)
    if why is not None:
        return why
    goals = _shifts(ground, cells_of(match, seat))
    if other not in goals:
        return "MM-GNOME-06", "that Mythic is not on a space adjacent to a Gnome"
    if cell in goals[other]:
        return None
    if any({start, cell} <= set(ground.beside(mine)) for mine in cells_of(match, seat)):
        return not_free(ground, cell)
    return "MM-R-38", "it comes to another space adjacent to the same Gnome, with no Hedge between"


def _no_illusion(match: Mischief, seat: int, edge: int, to: int) -> Refusal:
    ground, cells = survey(match), cells_of(match, seat)
    if edge not in ground.hedges_round(cells):
        return "MM-GNOME-08", "that is no Hedge on a side of a Gnome's space"
    why = no_place(ground, edge, to, "MM-GNOME-09")
    if why is None and not _other_sides(ground, cells, edge) >> to & 1:
        return "MM-GNOME-08", "the Hedge comes to another side of the same Gnome's space"
    return why


def _no_potion(match: Mischief, seat: int, die: int) -> Refusal:
    if not 0 <= die < len(match.state.players[seat].values):
        return "MM-GNOME-10", "there is no such Action die"
    return None if die in _spent(match, seat) else ("MM-R-99", "that die shows the number above its slot already")


def _no_uproot(match: Mischief, seat: int) -> Refusal:
    why = no_special(match, "Uproot")
    if why is None and "uproot" in match.state.players[seat].done:
        return "MM-GNOME-11", "Uproot has been used in this turn"
    return why


def _no_token_move(match: Mischief, keeper: int, stop: int, cell: int) -> Refusal:
    keepers, ground = match.state.keepers, survey(match)
    if not (0 <= keeper < len(keepers) and 0 <= stop < len(keepers[keeper].stops)) or keepers[keeper].stops[stop] == DONE:
        return "MM-GNOME-11", "that Destination token is not on the board"
    start = keepers[keeper].stops[stop]
    if cell not in {ground.g.step(start, direction) for direction in DIRECTIONS}:
        return "MM-GNOME-11", "a Destination token moves one space north, east, south or west"
    return _no_ground_for_token(match, ground, cell)


GNOMES = Faction(offers, act, refused, begin, lost)
