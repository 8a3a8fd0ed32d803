"""Werewolves: Fling, Heave, the Full Moon, and the Shredder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mischief.dice import points, spend, spend_legendary
from shared_rules.mischief.factions.faction import Faction, Refusal, Use
from shared_rules.mischief.factions.ground import (
    Ground,
    cell_of,
    cells_of,
    no_legendary,
    no_points,
    no_special,
    not_free,
    not_movable,
    survey,
)
from shared_rules.mischief.maze import DIRECTIONS, members
from shared_rules.mischief.pieces import (
    clutter,
    collect,
    legendary_on,
    move_hedge,
    name,
    of_team,
    own,
    put,
    remove_clutter,
    remove_hedge,
    specials_on,
)

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def offers(match: Mischief, seat: int, ground: Ground) -> list[Use]:
    flings, heaves = points(match, seat, "fling"), points(match, seat, "heave")
    shreds = specials_on(match) and "shredder" not in match.state.players[seat].done
    found: list[Use] = []
    if flings or heaves or shreds:
        cells = [match.state.figures[figure].cell for figure in ground.of[seat]]
        if flings:
            found += [["fling", other, cell] for other, goals in _flings(match, seat, ground).items() for cell in goals]
        edges = ground.hedges_round(cells)
        if heaves:
            found += [["heave", edge, way] for edge in edges for way, end in enumerate(_heaved(match, ground, edge)) if end >= 0]
        if shreds:
            found += [["shredder", "hedge", edge] for edge in edges]
            found += [["shredder", "clutter", cell] for cell in _shreddable(match, seat, ground)]
    if legendary_on(match, seat):
        bearer = match.state.players[seat].token
        found += [["full_moon", figure] for figure in ground.of[seat] if figure != bearer]
    return found


def _flings(match: Mischief, seat: int, ground: Ground) -> dict[int, dict[int, int]]:
    """Whom a Werewolf can Fling: for each the spaces where it lands, with the space it is flung over (-1: none)."""
    found: dict[int, dict[int, int]] = {}
    bearer = match.state.players[seat].token
    for figure in ground.of[seat]:
        cell = match.state.figures[figure].cell
        for side in ground.g.sides[cell]:
            other = ground.at.get(side.to, -1)
            if other < 0 or ground.hedges & side.bit or ground.fixed >> side.to & 1:
                continue
            for across in (side.direction + 1 & 3, side.direction - 1 & 3):
                goal, over = _flung(ground, side.to, across, figure == bearer)
                if goal >= 0:
                    found.setdefault(other, {})[goal] = over
    return found


def _flung(ground: Ground, cell: int, direction: int, moon: bool) -> tuple[int, int]:
    """Where a Mythic on `cell` lands, and what it flew over: two spaces on, one where two are impossible (MM-WOLF-02, MM-R-36).

    It flies over Mythics (MM-WOLF-04), and with the Full Moon over Hedges and the Groundskeeper (MM-WOLF-08), never over the Stone.
    """
    near = ground.g.ways[cell][direction]
    if near is None or (ground.hedges & near.bit and not moon):
        return -1, -1
    far = ground.g.ways[near.to][direction]
    over = ground.shut if moon else ground.shut | ground.keepers
    if far is not None and (moon or not ground.hedges & far.bit) and not over >> near.to & 1 and ground.free(far.to):
        return far.to, near.to
    return (near.to, -1) if ground.free(near.to) else (-1, -1)


def _heaved(match: Mischief, ground: Ground, edge: int) -> list[int]:
    """Where a Hedge comes to rest, by direction: at the furthest place that cuts nothing off (MM-WOLF-06); -1 if there is none.

    It passes over places where it could not stay, or stops before the first one (MM-R-33).
    """
    stops = match.state.options["heave_cutting_position"] == "stop_before"
    found = []
    for way in ground.slides(edge):
        rest = -1
        for place, may_stay in way:
            if may_stay:
                rest = place
            elif stops:
                break
        found.append(rest)
    return found


def _shreddable(match: Mischief, seat: int, ground: Ground) -> list[int]:
    """Clutter on spaces adjacent to a Werewolf, but not on those where Mythics of the own team stand (MM-WOLF-11, MM-R-45)."""
    lying = clutter(match)
    if match.state.options["shredder_clutter_ban"] == "any_own_mythic":
        for figure in of_team(match.state, match.state.players[seat].team):
            lying &= ~(1 << match.state.figures[figure].cell)
    beside = 0
    for cell in cells_of(match, seat):
        for to in ground.beside(cell):
            beside |= 1 << to
    return members(lying & beside)


def act(match: Mischief, seat: int, use: Use) -> None:
    player = match.state.players[seat]
    match use:
        case ["fling", other, cell]:
            over = _flings(match, seat, survey(match))[other][cell]
            spend(match, seat, "fling")
            if over >= 0 and match.state.options["tome_collected_when_carried_over"] == "yes":
                collect(match, other, over)
            put(match, other, cell)
        case ["heave", edge, direction]:
            spend(match, seat, "heave")
            move_hedge(match, edge, _heaved(match, survey(match), edge)[direction])
        case ["full_moon", figure]:
            spend_legendary(match, seat)
            player.token = figure
            match.tell("full_moon_attached", seat, figure=figure, name=name(match, figure))
        case ["shredder", kind, where]:
            player.done.append("shredder")
            (remove_hedge if kind == "hedge" else remove_clutter)(match, where)


def begin(match: Mischief, seat: int) -> None:
    """Nothing is due: the Full Moon stays until its bearer is caught."""


def lost(match: Mischief, seat: int, figure: int) -> None:
    """The Full Moon comes off a Werewolf that is caught (MM-WOLF-09)."""
    match.state.players[seat].token = -1
    match.tell("full_moon_returned", seat, figure=figure, name=name(match, figure))


# -- refusals ------------------------------------------------------------------------------------------------------------------


def refused(match: Mischief, seat: int, use: Use) -> Refusal:
    match use:
        case ["fling", int(other), int(cell)]:
            return no_points(match, seat, "fling") or _no_fling(match, seat, other, cell)
        case ["heave", int(edge), int(direction)]:
            return no_points(match, seat, "heave") or _no_heave(match, seat, edge, direction)
        case ["full_moon", int(figure)]:
            return no_legendary(match, seat, "the Full Moon") or _no_moon(match, seat, figure)
        case ["shredder", "hedge" | "clutter" as kind, int(where)]:
            return _no_shredder(match, seat) or _nothing_to_shred(match, seat, kind, where)
    return None


def _no_fling(match: Mischief, seat: int, other: int, cell: int) -> Refusal:
    ground, start = survey(match), cell_of(match, other)
    why = not_movable(ground, other, start)
    if why is not None:
        return why
    if not any(start in ground.beside(mine) for mine in cells_of(match, seat)):
        return "MM-WOLF-01", "that Mythic is not on a space adjacent to a Werewolf"
    goals = _flings(match, seat, ground).get(other, {})
    if cell in goals:
        return None
    if cell in goals.values():
        return "MM-R-36", "it flies two spaces where it can; one only where two are impossible"
    return not_free(ground, cell) or _no_flight(match, seat, ground, start, cell)


def _no_flight(match: Mischief, seat: int, ground: Ground, start: int, cell: int) -> Refusal:
    """A free space that a Fling does not reach: for its direction, or for what is in the way."""
    for mine in cells_of(match, seat):
        for side in ground.g.sides[mine]:
            if side.to == start and not ground.hedges & side.bit:
                for across in (side.direction + 1 & 3, side.direction - 1 & 3):
                    near = ground.g.step(start, across)
                    if cell == near or (near >= 0 and cell == ground.g.step(near, across)):
                        return "MM-WOLF-03", "a Hedge, the Groundskeeper or the Stone is in the way"
    return "MM-WOLF-01", "a Fling goes one or two spaces at right angles to the line from Werewolf to target"


def _no_heave(match: Mischief, seat: int, edge: int, direction: int) -> Refusal:
    ground = survey(match)
    if edge not in ground.hedges_round(cells_of(match, seat)):
        return "MM-WOLF-05", "that is no Hedge on a side of a Werewolf's space"
    if direction not in DIRECTIONS:
        return "MM-GLOS-03", "it goes north, east, south or west"
    if _heaved(match, ground, edge)[direction] < 0:
        return "MM-WOLF-06", "that way there is no place for the Hedge that is inside the board, free, and cuts nothing off"
    return None


def _no_moon(match: Mischief, seat: int, figure: int) -> Refusal:
    if figure not in own(match.state, seat):
        return "MM-WOLF-08", "the Full Moon goes on a Werewolf of one's own that is on the board"
    if figure == match.state.players[seat].token:
        return "MM-R-44", "that Werewolf has the Full Moon already"
    return None


def _no_shredder(match: Mischief, seat: int) -> Refusal:
    why = no_special(match, "the Shredder")
    if why is None and "shredder" in match.state.players[seat].done:
        return "MM-WOLF-10", "the Shredder has been used in this turn"
    return why


def _nothing_to_shred(match: Mischief, seat: int, kind: str, where: int) -> Refusal:
    ground = survey(match)
    if kind == "hedge":
        near = where in ground.hedges_round(cells_of(match, seat))
        return None if near else ("MM-WOLF-10", "that is no Hedge on a side of a Werewolf's space")
    if where in _shreddable(match, seat, ground):
        return None
    team = of_team(match.state, match.state.players[seat].team)
    if where in [match.state.figures[figure].cell for figure in team]:
        return "MM-WOLF-11", "a Mythic of one's own stands there"
    return "MM-WOLF-10", "no Clutter lies there, or that space is not adjacent to a Werewolf"


WEREWOLVES = Faction(offers, act, refused, begin, lost)
