"""Gargoyles: Glide, Perch, both as one move, the Stone, and Rubble."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shared_rules.mischief.dice import points, spend, spend_legendary
from shared_rules.mischief.factions.faction import Faction, Refusal, Use
from shared_rules.mischief.factions.ground import (
    Ground,
    cell_of,
    no_legendary,
    no_place,
    no_points,
    not_free,
    not_movable,
    survey,
)
from shared_rules.mischief.maze import DIRECTIONS, connected
from shared_rules.mischief.pieces import hedges, legendary_on, move_hedge, name, own, put_all, square

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


class Joint(NamedTuple):
    """A Gargoyle and what it takes along: a Mythic (-1: none), a Hedge (-1: none). `onward` and `hedge_way` are directions."""

    figure: int
    other: int
    edge: int
    onward: int
    hedge_way: int


def offers(match: Mischief, seat: int, ground: Ground) -> list[Use]:
    found: list[Use] = []
    mine, figures = ground.of[seat], match.state.figures
    glides, perches = points(match, seat, "glide"), points(match, seat, "perch")
    if glides or perches:
        for figure in mine:
            cell = figures[figure].cell
            if not ground.fixed >> cell & 1:
                others = ground.movable([*ground.beside(cell), *ground.across(cell)]) if glides else []
                found += _moves(match, ground, figure, others, ground.hedges_at(cell) if perches else [])
    if legendary_on(match, seat):
        tokens = {stop for keeper in match.state.keepers for stop in keeper.stops}
        for figure in mine:
            cell = figures[figure].cell
            if cell not in tokens and connected(ground.g, ground.hedges, 1 << cell):
                found.append(["stone", figure])
    return found


def _moves(match: Mischief, ground: Ground, figure: int, others: list[int], edges: list[int]) -> list[Use]:
    """What a Gargoyle may do with the Mythics and Hedges about it, in every direction."""
    if not (others or edges):
        return []
    options, here = match.state.options, cell_of(match, figure)
    along = [(other, there, _goals(ground, ground.hedges, there)) for other in others for there in [cell_of(match, other)]]
    found: list[Use] = []
    taken, alone = ground.taken, options["glide_one_blocked"] == "free_one_moves"
    goals = _goals(ground, ground.hedges, here)
    for other, there, theirs in along:
        for way in DIRECTIONS:
            mine, their = goals[way], theirs[way]
            if _both(taken, here, mine, there, their) or (alone and (_one(taken, mine) or _one(taken, their))):
                found.append(["glide", figure, other, way])
    apart = options["perch_directions"] == "independent"
    for edge in edges:
        # It is lifted for the Gargoyle only: on a side of who moves along, it would stand between the two.
        goals = _goals(ground, ground.hedges & ~(1 << edge), here)
        for way, moved_to in enumerate(ground.shifts(edge)):
            if moved_to < 0:
                continue
            for onward in DIRECTIONS if apart else (way,):
                directions = [onward, way] if apart else [way]
                if _one(taken, goals[onward]):
                    found.append(["perch", figure, edge, *directions])
                for other, there, theirs in along:
                    if _both(taken, here, goals[onward], there, theirs[onward]):
                        found.append(["glide_perch", figure, other, edge, *directions])
    return found


def _goals(ground: Ground, hedges: int, cell: int) -> list[int]:
    """By direction, the next space; -1 where the border or a Hedge is in the way."""
    return [-1 if side is None or hedges & side.bit else side.to for side in ground.g.ways[cell]]


def _one(taken: int, goal: int) -> bool:
    """Whether one Mythic can move to `goal`."""
    return goal >= 0 and not taken >> goal & 1


def _both(taken: int, here: int, goal: int, there: int, their: int) -> bool:
    """Whether two can move at once, from `here` to `goal` and from `there` to `their`.

    Both are lifted, each crosses one side, both are set down (MM-GARG-05, MM-R-31, MM-R-32): neither hinders the other one.
    """
    return goal >= 0 <= their and (goal == there or not taken >> goal & 1) and (their == here or not taken >> their & 1)


def _moved(match: Mischief, ground: Ground, joint: Joint) -> list[tuple[int, int]]:
    """Who ends where, as (figure, space); an empty list if a Mythic cannot move so. The Hedge that moves along hinders nobody."""
    rest = ground.hedges if joint.edge < 0 else ground.hedges & ~(1 << joint.edge)
    here = cell_of(match, joint.figure)
    goal = _goals(ground, rest, here)[joint.onward]
    if joint.other < 0:
        return [(joint.figure, goal)] if _one(ground.taken, goal) else []
    there = cell_of(match, joint.other)
    ends = [(joint.figure, goal), (joint.other, _goals(ground, rest, there)[joint.onward])]
    if _both(ground.taken, here, goal, there, ends[1][1]):
        return ends
    if joint.edge < 0 and match.state.options["glide_one_blocked"] == "free_one_moves":
        return [(figure, end) for figure, end in ends if _one(ground.taken, end)]
    return []


def _no_stone(match: Mischief, cell: int) -> Refusal:
    """Why the Stone cannot be dropped under a Gargoyle on that space."""
    if any(cell in keeper.stops for keeper in match.state.keepers):
        return "MM-GARG-09", "a Destination token lies there"
    if not connected(match.grid, hedges(match), 1 << cell):
        return "MM-GARG-08", "there the Stone would cut a part of the Hedgemaze off"
    return None


def act(match: Mischief, seat: int, use: Use) -> None:
    if use[0] == "stone":
        spend_legendary(match, seat)
        match.state.players[seat].token = use[1]
        match.tell("stone_dropped", seat, figure=use[1], name=name(match, use[1]), at=square(match, cell_of(match, use[1])))
        return
    joint, ground = _joint(use), survey(match)
    for ability in use[0].split("_"):
        spend(match, seat, ability)
    if joint.edge >= 0:
        move_hedge(match, joint.edge, ground.shifts(joint.edge)[joint.hedge_way])
    put_all(match, _moved(match, ground, joint))


def _joint(use: Use) -> Joint:
    """What an answer takes along; the Hedge goes its own way where it has one."""
    match use:
        case ["glide", figure, other, onward]:
            return Joint(figure, other, -1, onward, onward)
        case ["perch", figure, edge, onward, *way]:
            return Joint(figure, -1, edge, onward, *(way or [onward]))
        case _:
            _, figure, other, edge, onward, *way = use
            return Joint(figure, other, edge, onward, *(way or [onward]))


def refused(match: Mischief, seat: int, use: Use) -> Refusal:
    apart = match.state.options["perch_directions"] == "independent"
    match use:
        case ["stone", int(figure)]:
            if figure not in own(match.state, seat):
                return "MM-GARG-06", "the Stone goes under a Gargoyle of one's own that is on the board"
            return no_legendary(match, seat, "the Stone") or _no_stone(match, cell_of(match, figure))
        case ["glide", int(), int(), int()]:
            pass
        case ["perch", int(), int(), int(), *way] if len(way) == apart:
            pass
        case ["glide_perch", int(), int(), int(), int(), *way] if len(way) == apart:
            pass
        case ["perch" | "glide_perch", *_]:
            return "MM-R-31", "Gargoyle and Hedge move one space each, in the directions that are named for them"
        case _:
            return None
    why = no_points(match, seat, *use[0].split("_"))
    if why is None and any(type(number) is not int or number < 0 for number in use[1:]):
        return "MM-R-89", "Mythics, Hedges and directions are named by their numbers"
    return why or _no_move(match, seat, _joint(use))


def _no_move(match: Mischief, seat: int, joint: Joint) -> Refusal:
    """Why these cannot be moved together."""
    ground = survey(match)
    if joint.figure not in own(match.state, seat):
        return "MM-GARG-01", "only a Gargoyle of one's own that is on the board can do that"
    if joint.onward not in DIRECTIONS or joint.hedge_way not in DIRECTIONS:
        return "MM-GLOS-03", "it goes north, east, south or west"
    cells = [cell_of(match, joint.figure)]
    why = not_movable(ground, joint.figure, cells[0])
    if joint.other >= 0 and why is None:
        cells.append(cell_of(match, joint.other))
        why = not_movable(ground, joint.other, cells[1]) or _no_neighbour(ground, *cells)
    if joint.edge >= 0 and why is None:
        why = _no_hedge_move(ground, joint, cells[0])
    if why is None and not _moved(match, ground, joint):
        why = _in_the_way(ground, joint, cells)
    return why


def _no_neighbour(ground: Ground, cell: int, other: int) -> Refusal:
    if other == cell:
        return "MM-R-89", "it takes another Mythic along, not itself"
    if other not in [*ground.beside(cell), *ground.across(cell)]:
        return "MM-TERM-03", "that Mythic is not on a neighbouring space of the Gargoyle"
    return None


def _no_hedge_move(ground: Ground, joint: Joint, cell: int) -> Refusal:
    if joint.edge not in ground.hedges_at(cell):
        return "MM-R-82", "that is no Hedge on a side of the Gargoyle's space"
    if ground.shifts(joint.edge)[joint.hedge_way] >= 0:
        return None
    onward = ground.g.slides[joint.edge][joint.hedge_way]
    if onward is not None and onward.over:
        in_between = "MM-R-34", "it cannot be carried over the Groundskeeper or the Stone"
    else:
        in_between = "MM-R-35", "a Hedge that stands crosswise is in the way"
    return no_place(ground, joint.edge, -1 if onward is None else onward.to, "MM-GARG-04") or in_between


def _in_the_way(ground: Ground, joint: Joint, cells: list[int]) -> Refusal:
    """What stops one of the Mythics."""
    rest = ground.hedges if joint.edge < 0 else ground.hedges & ~(1 << joint.edge)
    for cell in cells:
        goal = _goals(ground, rest, cell)[joint.onward]
        if goal < 0:
            return ("MM-GARG-02" if joint.other >= 0 else "MM-R-31"), "a Hedge or the border of the board is in the way"
        why = None if goal in cells else not_free(ground, goal)
        if why is not None:
            return why
    return None


def begin(match: Mischief, seat: int) -> None:
    """The Stone comes off at the start of the turn (MM-GARG-07)."""
    player = match.state.players[seat]
    if player.token >= 0:
        match.tell("stone_taken_off", seat, figure=player.token, name=name(match, player.token))
        player.token = -1


def lost(match: Mischief, seat: int, figure: int) -> None:
    """A Gargoyle that is caught on its Stone, where that is possible, leaves none behind."""
    match.tell("stone_taken_off", seat, figure=figure, name=name(match, figure))
    match.state.players[seat].token = -1


GARGOYLES = Faction(offers, act, refused, begin, lost)
