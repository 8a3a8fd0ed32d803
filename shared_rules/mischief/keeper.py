"""The groundskeeper: quickest ways, arrivals at Destinations, the phase in which it walks, and how it is distracted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.catching import catch, check_ten
from shared_rules.mischief.dice import points, spend
from shared_rules.mischief.maze import adjacent, members
from shared_rules.mischief.modes import goes_on_along_new_card, hurried, is_light, their_turn
from shared_rules.mischief.pieces import at, clutter, hedges, keeper_shut, square
from shared_rules.mischief.route import onward, quickest, step_cost, toward_any
from shared_rules.mischief.state import CREST, DONE
from shared_rules.questions import Choice, Roll

if TYPE_CHECKING:
    from shared_rules.mischief.factions.ground import Ground
    from shared_rules.mischief.match import Mischief


def crest(match: Mischief, k: int) -> int:
    """The crest of the board that belongs to groundskeeper `k`."""
    return match.spot(k, match.pack.centre)


def goal(match: Mischief, k: int) -> int:
    """The space that the groundskeeper makes for: its next Destination, after all three the crest (MM-GK-01, MM-GKP-02)."""
    keeper = match.state.keepers[k]
    return crest(match, k) if keeper.goal == CREST else keeper.stops[keeper.goal]


# -- coming to a space --------------------------------------------------------------------------------------------------------


def enter(match: Mischief, k: int, cell: int) -> None:
    """The groundskeeper steps on a space: who stands there is caught, then the Destination there is done (MM-GK-03, MM-GK-10)."""
    keeper = match.state.keepers[k]
    came_from, keeper.cell = keeper.cell, cell
    match.tell("keeper_moved", None, keeper=k, came_from=square(match, came_from), at=square(match, cell))
    caught = at(match.state, cell)
    if caught >= 0:
        catch(match, caught)
    arrive(match, k)


def put_keeper(match: Mischief, k: int, cell: int) -> None:
    """The groundskeeper is set on a space; nobody is caught there (MM-FAIR-05, MM-FAIR-06)."""
    keeper = match.state.keepers[k]
    came_from, keeper.cell = keeper.cell, cell
    match.tell("keeper_put", None, keeper=k, came_from=square(match, came_from), at=square(match, cell))
    arrive(match, k)


def arrive(match: Mischief, k: int, came: bool = True) -> None:
    """The current Destination under the groundskeeper is done, however it came there (MM-R-20), and so is the next one there.

    `came` is false where a Destination has come to it by a new card: whether it has to leave and come back is MM-R-23.
    """
    state, keeper = match.state, match.state.keepers[k]
    at_once = state.options["destination_under_groundskeeper"] == "reached_at_once"
    reached = came or at_once
    while keeper.goal < CREST and (keeper.stops[keeper.goal] == DONE or (reached and keeper.stops[keeper.goal] == keeper.cell)):
        keeper.stops[keeper.goal] = DONE
        keeper.goal += 1
        match.tell("destination_done", None, keeper=k, number=keeper.goal, at=square(match, keeper.cell))
        if keeper.goal == CREST and state.phase == "mythic" and _ends_at_once(match):
            match.then(["card_done", k])
        reached = at_once


def _ends_at_once(match: Mischief) -> bool:
    return match.state.options["destination_three_in_mythic_phase"] == "at_once"


# -- the Groundskeeper Phase --------------------------------------------------------------------------------------------------


def keeper_phase(m: Mischief) -> None:
    """Each groundskeeper has as many points as its face-up card says (MM-GK-02, MM-GKP-01)."""
    m.state.phase = "keeper"
    points = [points_of_card(m, k) for k in range(len(m.state.keepers))]
    caught = [["light_catches", sum(points)]] if is_light(m.state) else []
    m.then(*(["walk", k, left] for k, left in enumerate(points)), *caught, ["keepers_done"])


def points_of_card(match: Mischief, k: int) -> int:
    """How far groundskeeper `k` goes in a turn; 0 before its first card is laid out."""
    keeper = match.state.keepers[k]
    return match.pack.cards[keeper.card].move if keeper.card else keeper.points


def walk(m: Mischief, k: int, left: int) -> None:
    """Step by step on a quickest way; the active team chooses where there are several (MM-GK-04, MM-GK-05, MM-R-24)."""
    while left > 0 and not m.state.ended:
        if goes_on_along_new_card(m.state, k):
            m.then(["card_done", k], ["walk", k, left])
            return
        cells = _ways(m, k, left)
        if len(cells) > 1 and their_turn(m.state) and m.state.options["solo_tied_routes"] == "random":
            m.ask("route_die", k, left)
            return
        if len(cells) > 1 and not hurried(m.state):
            m.ask("keeper_way", k, left)
            return
        left = _walk_to(m, k, cells[0], left) if cells else _stop(m, k)
    if not m.state.ended:
        check_ten(m)
    if m.state.ended:
        m.then(["stop"])


def _stop(match: Mischief, k: int) -> int:
    """It stays where it is, and the points that are left are lost (MM-GK-07, MM-R-22, MM-R-25)."""
    keeper = match.state.keepers[k]
    if keeper.cell != goal(match, k):
        match.tell("keeper_stopped", None, keeper=k, at=square(match, keeper.cell))
    return 0


def keeper_way(m: Mischief, k: int, left: int) -> Choice:
    return Choice(m.speaker, [["go", cell] for cell in _ways(m, k, left)])


def keeper_way_answered(m: Mischief, k: int, left: int, answer: list[Any]) -> None:
    m.then(["walk", k, _walk_to(m, k, answer[1], left)])


def route_die(m: Mischief, k: int, left: int) -> Roll:
    """By one reading chance picks among ways that are equally quick in the turn of the Enchanted (MM-R-76)."""
    return Roll(0, ["way of the groundskeeper"], [list(range(1, len(_ways(m, k, left)) + 1))])


def route_die_answered(m: Mischief, k: int, left: int, answer: list[int]) -> None:
    m.then(["walk", k, _walk_to(m, k, _ways(m, k, left)[answer[0] - 1], left)])


def _ways(match: Mischief, k: int, left: int) -> list[int]:
    keeper = match.state.keepers[k]
    return next_spaces(match, k, keeper.cell, keeper.goal, left)


def next_spaces(match: Mischief, k: int, start: int, number: int, left: int) -> list[int]:
    """The spaces that groundskeeper `k` may enter next from `start` on its way to Destination `number`, with so many points left.

    None if it stays (MM-R-22).
    """
    keeper = match.state.keepers[k]
    target = crest(match, k) if number == CREST else keeper.stops[number]
    lines, mess, closed = hedges(match), clutter(match), keeper_shut(match, k)
    may_halt = match.state.options["groundskeeper_may_halt_at_clutter"] == "yes"
    if start == target:
        if number == CREST:
            return []
        steps = _out_and_back(match, start, lines, mess, closed)
    else:
        way = quickest(match.grid, lines, start, target, mess, closed)
        steps = way.steps if way else 0
    return onward(steps, mess, left, may_halt)


def _out_and_back(match: Mischief, start: int, lines: int, mess: int, closed: int) -> int:
    """The first steps away from a Destination that the groundskeeper has to leave and come back to (MM-R-23)."""
    around = [cell for cell in adjacent(match.grid, lines, start) if not closed >> cell & 1]
    least = min((step_cost(cell, mess) for cell in around), default=0)
    return sum(1 << cell for cell in around if step_cost(cell, mess) == least)


def _walk_to(match: Mischief, k: int, cell: int, left: int) -> int:
    """Enter a space, if the points suffice for its Clutter (MM-GK-06, MM-GK-07); how many points are left then (MM-R-25)."""
    cost = step_cost(cell, clutter(match))
    keeper = match.state.keepers[k]
    if cost > left:
        return _stop(match, k)
    before = keeper.goal
    enter(match, k, cell)
    stays = match.state.options["groundskeeper_goes_on_past_destination"] == "no"
    return 0 if stays and before < keeper.goal < CREST else left - cost


# -- Distract -----------------------------------------------------------------------------------------------------------------


def distractions(match: Mischief, seat: int, ground: Ground) -> list[list[Any]]:
    """The spaces that one Distract point may lead each groundskeeper to (MM-DIST-01, MM-DIST-03, MM-R-16 to -18)."""
    if not points(match, seat, "distract"):
        return []
    state = match.state
    team = state.players[seat].team
    targets = [cell for cell, figure in ground.at.items() if state.players[state.figures[figure].seat].team == team]
    mess = clutter(match) if state.options["distract_path_length"] == "with_clutter" else 0
    nearest = state.options["distract_target"] == "nearest_forced"
    found: list[list[Any]] = []
    for k, keeper in enumerate(state.keepers):
        steps = toward_any(ground.g, ground.hedges, keeper.cell, targets, mess, keeper_shut(match, k), nearest)
        found += [["distract", k, cell] for cell in members(steps)]
    return found


def distract(match: Mischief, seat: int, k: int, cell: int) -> None:
    """One point, one space, Clutter or not (MM-DIST-02)."""
    spend(match, seat, "distract")
    match.tell("distracted", seat, keeper=k, at=square(match, cell))
    enter(match, k, cell)
    check_ten(match)
