"""Fairies: Wander, Antics, Pixie Dust, and the Fairy Ring with its move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mischief.dice import points, spend, spend_legendary
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
from shared_rules.mischief.keeper import put_keeper
from shared_rules.mischief.maze import DIRECTIONS, corner_open, members
from shared_rules.mischief.pieces import enemies, legendary_on, move_hedge, name, put, specials_on
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def offers(match: Mischief, seat: int, ground: Ground) -> list[Use]:
    wanders, tricks = points(match, seat, "wander"), points(match, seat, "antics")
    dust, ring = legendary_on(match, seat), specials_on(match) and "ring" not in match.state.players[seat].done
    if not (wanders or tricks or dust or ring):
        return []
    cells, found = cells_of(match, seat), list[Use]()
    theirs = enemies(match.state, seat)
    if wanders:
        found += [["wander", other, cell] for other, goals in _wanderers(match, ground, cells).items() for cell in goals]
    if tricks:
        beside_enemies = _sides_of(match, ground, theirs)
        for edge in ground.hedges_round(cells):
            found += [["antics", edge, to] for to in members(ground.places_without(edge) & beside_enemies)]
    if dust:
        targets = [other for other in theirs if not ground.shut >> cell_of(match, other) & 1]
        apart = len(ground.g.parts) > 1
        for keeper in range(len(match.state.keepers)):
            found += [["pixie_dust", keeper, other] for other in targets if not apart or _in_one_part(match, keeper, other)]
    if ring:
        next_to = {ground.at.get(cell, -1) for mine in cells for cell in ground.beside(mine)}
        found += [["ring", other] for other in theirs if other in next_to]
    return found


def _wanderers(match: Mischief, ground: Ground, cells: list[int]) -> dict[int, list[int]]:
    """Who can be sent wandering by a Fairy on one of `cells`, and where to (MM-FAIR-01, MM-FAIR-02).

    By the other reading of MM-R-37 the target stands anywhere on an open diagonal, and comes beside the Fairy.
    """
    found: dict[int, list[int]] = {}
    far = match.state.options["wander_target"] == "diagonal_line"
    for cell in cells:
        for other in ground.movable(_diagonal_lines(ground, cell) if far else ground.across(cell)):
            goals = found.setdefault(other, [])
            goals += [to for to in ground.beside(cell if far else cell_of(match, other)) if ground.free(to) and to not in goals]
    return found


def _in_one_part(match: Mischief, keeper: int, other: int) -> bool:
    """Whether a swap leaves that Groundskeeper on its board where a wall parts the boards: it could never return (MM-R-101)."""
    both = 1 << match.state.keepers[keeper].cell | 1 << cell_of(match, other)
    return any(part & both == both for part in match.grid.parts)


def _diagonal_lines(ground: Ground, cell: int) -> list[int]:
    """All spaces on the four diagonals of `cell`, as far as no enclosing wall stands in between."""
    found = []
    for ahead in ground.g.diagonals[cell]:
        step, at = ahead.to - cell, cell
        while True:
            onward = next((way for way in ground.g.diagonals[at] if way.to - at == step), None)
            if onward is None or not corner_open(onward, ground.hedges, ground.any_pair) or ground.standing & onward.beside:
                break
            at = onward.to
            found.append(at)
    return found


def _sides_of(match: Mischief, ground: Ground, figures: list[int]) -> int:
    """The sides of their spaces, as a mask of edges (MM-R-83)."""
    found = 0
    for other in figures:
        found |= ground.g.sides_mask[cell_of(match, other)]
    return found


def act(match: Mischief, seat: int, use: Use) -> None:
    player = match.state.players[seat]
    match use:
        case ["wander", other, cell]:
            spend(match, seat, "wander")
            put(match, other, cell)
        case ["antics", edge, to]:
            spend(match, seat, "antics")
            move_hedge(match, edge, to)
        case ["pixie_dust", number, other]:
            spend_legendary(match, seat)
            theirs, keepers = cell_of(match, other), match.state.keepers[number].cell
            put(match, other, keepers)
            put_keeper(match, number, theirs)
        case ["ring", other]:
            player.done.append("ring")
            player.token, player.ready = other, True
            match.tell("ring_attached", seat, figure=other, name=name(match, other))


def begin(match: Mischief, seat: int) -> None:
    """The ringed enemy may be moved at the start of the turn after (MM-FAIR-08)."""
    if match.state.players[seat].token >= 0 and match.state.players[seat].ready:
        match.then(["move_ringed", seat])


def lost(match: Mischief, seat: int, figure: int) -> None:
    """The Ring comes back from an enemy that is caught (MM-FAIR-10)."""
    player = match.state.players[seat]
    player.token, player.ready = -1, False
    match.tell("ring_returned", seat, figure=figure, name=name(match, figure))


# -- the Ring's move -----------------------------------------------------------------------------------------------------------


def move_ringed(m: Mischief, seat: int) -> None:
    """One move a ring, where MM-R-42 is not read otherwise; it is lost where there is no space to go to."""
    player = m.state.players[seat]
    player.ready = m.state.options["fairy_ring_move"] == "every_turn"
    if _ring_goals(m, player.token):
        m.ask("ring_move", seat)


def _ring_goals(match: Mischief, figure: int) -> list[int]:
    """Where up to two single steps lead to, each legal for a Mythic that is moved (MM-R-43)."""
    ground, start = survey(match), cell_of(match, figure)
    if start < 0 or ground.fixed >> start & 1:
        return []
    straight = match.state.options["fairy_ring_path"] == "straight_line"
    goals: set[int] = set()
    for direction in DIRECTIONS:
        once = _stepped(ground, start, direction)
        if once >= 0:
            ways = [direction] if straight else DIRECTIONS
            goals |= {once, *(_stepped(ground, once, way) for way in ways)}
    return sorted(goals - {start, -1})


def _stepped(ground: Ground, cell: int, direction: int) -> int:
    """The next space if a Mythic can be moved there, else -1."""
    side = ground.g.ways[cell][direction]
    return -1 if side is None or ground.hedges & side.bit or not ground.free(side.to) else side.to


def ring_move(m: Mischief, seat: int) -> Choice:
    goals = _ring_goals(m, m.state.players[seat].token)
    return Choice(seat, [*(["ring_move", cell] for cell in goals), ["stay"]])


def ring_move_answered(m: Mischief, seat: int, answer: Use) -> None:
    if answer[0] == "ring_move":
        put(m, m.state.players[seat].token, answer[1])


def ring_move_refused(m: Mischief, seat: int, answer: Use) -> Refusal:
    match answer:
        case ["ring_move", int(cell)]:
            reason = "that is more than two steps away, or something is in the way"
            return not_free(survey(m), cell) or ("MM-R-43", reason)
    return "MM-FAIR-08", "the enemy with the Fairy Ring is moved first, or left where it is"


# -- refusals ------------------------------------------------------------------------------------------------------------------


def refused(match: Mischief, seat: int, use: Use) -> Refusal:
    match use:
        case ["wander", int(other), int(cell)]:
            return no_points(match, seat, "wander") or _no_wander(match, seat, other, cell)
        case ["antics", int(edge), int(to)]:
            return no_points(match, seat, "antics") or _no_antics(match, seat, edge, to)
        case ["pixie_dust", int(keeper), int(other)]:
            return no_legendary(match, seat, "Pixie Dust") or _no_swap(match, seat, keeper, other)
        case ["ring", int(other)]:
            return _no_ring(match, seat) or _no_bearer(match, seat, other)
    return None


def _no_wander(match: Mischief, seat: int, other: int, cell: int) -> Refusal:
    ground, start = survey(match), cell_of(match, other)
    why = not_movable(ground, other, start)
    if why is not None:
        return why
    goals = _wanderers(match, ground, cells_of(match, seat))
    if other not in goals:
        return "MM-R-37", "no Fairy stands diagonally to that Mythic, with no enclosing wall between"
    if cell in goals[other]:
        return None
    if cell in ground.beside(start):
        return not_free(ground, cell) or ("MM-R-37", "it comes beside the Fairy")
    return not_free(ground, cell) or ("MM-FAIR-02", "it moves one space north, east, south or west, never over a Hedge")


def _no_antics(match: Mischief, seat: int, edge: int, to: int) -> Refusal:
    ground = survey(match)
    if edge not in ground.hedges_round(cells_of(match, seat)):
        return "MM-FAIR-03", "that is no Hedge on a side of a Fairy's space"
    why = no_place(ground, edge, to, "MM-FAIR-04")
    if why is None and not _sides_of(match, ground, enemies(match.state, seat)) >> to & 1:
        return "MM-R-83", "the Hedge comes to a side of an enemy's space"
    return why


def _no_swap(match: Mischief, seat: int, keeper: int, other: int) -> Refusal:
    if not 0 <= keeper < len(match.state.keepers):
        return "MM-BLITZ-10", "there is no such Groundskeeper"
    if other not in enemies(match.state, seat):
        return "MM-FAIR-05", "the Groundskeeper swaps with an enemy on the board"
    if survey(match).shut >> cell_of(match, other) & 1:
        return "MM-R-47", "an enemy on the Stone cannot be swapped"
    if not _in_one_part(match, keeper, other):
        return "MM-R-101", "in this match nobody comes from one board to the other"
    return None


def _no_ring(match: Mischief, seat: int) -> Refusal:
    why = no_special(match, "the Fairy Ring")
    if why is None and "ring" in match.state.players[seat].done:
        return "MM-FAIR-07", "the Fairy Ring has been attached in this turn"
    return why


def _no_bearer(match: Mischief, seat: int, other: int) -> Refusal:
    ground = survey(match)
    if other not in enemies(match.state, seat):
        return "MM-GLOS-02", "the Fairy Ring is for an enemy on the board"
    if not any(cell_of(match, other) in ground.beside(cell) for cell in cells_of(match, seat)):
        return "MM-FAIR-07", "that enemy is not on a space adjacent to a Fairy"
    return None


FAIRIES = Faction(offers, act, refused, begin, lost)
