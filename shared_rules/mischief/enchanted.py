"""How the Enchanted move: for a Tome, else into a Mythic, else away from the groundskeeper. What is equal the player decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.catching import catch, check_ten, score
from shared_rules.mischief.maze import adjacent, members, spread
from shared_rules.mischief.modes import ENCHANTED
from shared_rules.mischief.pieces import at, clutter, fixed, free, hedges, keepers_mask, name, own, put, shut, square
from shared_rules.mischief.route import quickest
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def enchanted_phase(m: Mischief) -> None:
    """One after the other, in an order that is fixed now (MM-ENC-03, MM-R-69). Whoever was tripped up stands again (MM-DET-09)."""
    for figure in m.state.figures:
        figure.tripped = False
    m.then(*(["enchant", figure] for figure in in_order(m)))


def in_order(match: Mischief) -> list[int]:
    """The Enchanted on the board: the lowest row first, each from the left; or the leftmost column, from below (MM-R-69)."""
    place, figures = match.grid.place, match.state.figures

    def key(figure: int) -> tuple[int, int]:
        x, y = place(figures[figure].cell)
        return (-y, x) if match.state.options["solo_enchanted_order"] == "rows_first" else (x, -y)

    return sorted(own(match.state, ENCHANTED), key=key)


# -- where it wants to go -------------------------------------------------------------------------------------------------------


def enchant(m: Mischief, figure: int) -> None:
    """One of the Enchanted moves, or stays (MM-ENC-10)."""
    if m.state.figures[figure].cell < 0:
        return
    cells = goals(m, figure)
    if len(cells) > 1:
        m.ask("enchanted_goal", figure)
    elif cells:
        m.then(["step_on", figure, cells[0], _steps(m)])
    else:
        m.tell("enchanted_stayed", None, figure=figure, name=name(m, figure))


def enchanted_goal(m: Mischief, figure: int) -> Choice:
    return Choice(0, [["go", cell] for cell in goals(m, figure)])


def enchanted_goal_answered(m: Mischief, figure: int, answer: list[Any]) -> None:
    m.then(["step_on", figure, answer[1], _steps(m)])


def goals(match: Mischief, figure: int) -> list[int]:
    """The equally good spaces that it makes for: several are the player's choice.

    The Tome in reach that is nearest the bottom (MM-ENC-04, MM-ENC-05); without one the player's Mythic nearest the bottom
    (MM-ENC-07, MM-ENC-08); without one what is furthest from the groundskeeper (MM-ENC-09), by one option only Tomes (MM-DIFF-03).
    """
    state = match.state
    start = state.figures[figure].cell
    reach = _reach(match, start)
    tomes = [cell for cell in members(reach) if ENCHANTED in state.tomes.get(cell, ())]
    if tomes:
        return _lowest(match, tomes)
    if state.options["solo_only_for_tomes"]:
        return []
    mythics = [state.figures[one].cell for one in own(state, 0) if reach >> state.figures[one].cell & 1]
    if mythics:
        return _lowest(match, mythics)
    away = distances(match, state.keepers[0].cell)
    furthest = max((away[cell] for cell in members(reach)), default=0)
    return [cell for cell in members(reach) if away[cell] == furthest] if furthest > away[start] else []


def _lowest(match: Mischief, cells: list[int]) -> list[int]:
    rows = {cell: match.grid.place(cell)[1] for cell in cells}
    return sorted(cell for cell in cells if rows[cell] == max(rows.values()))


def _steps(match: Mischief) -> int:
    """How many spaces an Enchanted moves (MM-ENC-04, MM-DIFF-04, MM-DIFF-07)."""
    return int(match.state.options["solo_steps"])


def _mess(match: Mischief) -> int:
    """The spaces that count twice for them: none, unless Clutter does (MM-R-70)."""
    return clutter(match) if match.state.options["solo_enchanted_clutter_cost"] == "two" else 0


def _closed(match: Mischief) -> int:
    """The spaces that no Enchanted enters."""
    return keepers_mask(match.state) | shut(match)


def _reach(match: Mischief, start: int) -> int:
    """The spaces that an Enchanted can come to, without its own; Mythics are no bar (MM-ENC-11, MM-ENC-12)."""
    walls, mess, free_spaces = hedges(match), _mess(match), match.grid.full & ~_closed(match)
    before, here = 0, 1 << start
    found = here
    for _ in range(_steps(match)):
        beside, later = spread(match.grid, walls, here), spread(match.grid, walls, before)
        before = here
        here = (beside & ~mess | later & mess) & free_spaces & ~found
        found |= here
    return found & ~(1 << start)


def distances(match: Mischief, start: int) -> list[int]:
    """How far each space is from `start`: walking round Hedges, Mythics ignored, or straight over the grid (MM-R-71)."""
    grid = match.grid
    if match.state.options["solo_distance"] == "grid":
        column, row = grid.place(start)
        return [abs(x - column) + abs(y - row) for x, y in map(grid.place, range(grid.cells))]
    walls = hedges(match)
    found = [0] * grid.cells
    seen = here = 1 << start
    length = 0
    while here:
        length += 1
        here = spread(grid, walls, here) & ~seen
        seen |= here
        for cell in members(here):
            found[cell] = length
    return found


# -- step by step ---------------------------------------------------------------------------------------------------------------


def step_on(m: Mischief, figure: int, goal: int, left: int) -> None:
    """The next space of a quickest way there; several are the player's choice (MM-ENC-13)."""
    if m.state.ended:
        m.then(["stop"])
        return
    ways = _ways(m, figure, goal) if left else []
    if len(ways) > 1:
        m.ask("enchanted_way", figure, goal, left)
    elif ways:
        m.then(["make_way", figure, ways[0], goal, left])


def enchanted_way(m: Mischief, figure: int, goal: int, left: int) -> Choice:
    return Choice(0, [["go", cell] for cell in _ways(m, figure, goal)])


def enchanted_way_answered(m: Mischief, figure: int, goal: int, left: int, answer: list[Any]) -> None:
    m.then(["make_way", figure, answer[1], goal, left])


def _ways(match: Mischief, figure: int, goal: int) -> list[int]:
    start = match.state.figures[figure].cell
    way = quickest(match.grid, hedges(match), start, goal, _mess(match), _closed(match))
    return members(way.steps) if way is not None else []


def make_way(m: Mischief, figure: int, cell: int, goal: int, left: int) -> None:
    """Whoever stands there is displaced; if that cannot be, the Enchanted stops before it (MM-R-72)."""
    other = at(m.state, cell)
    places = displacements(m, other) if other >= 0 else []
    if other < 0:
        m.then(["come_to", figure, cell, goal, left])
    elif not places:
        m.tell("enchanted_stopped", None, figure=figure, name=name(m, figure), at=square(m, m.state.figures[figure].cell))
    elif len(places) > 1:
        m.ask("displaced_to", other, figure, cell, goal, left)
    else:
        m.then(["displace", other, places[0]], ["come_to", figure, cell, goal, left])


def displaced_to(m: Mischief, other: int, figure: int, cell: int, goal: int, left: int) -> Choice:
    return Choice(0, [["go", place] for place in displacements(m, other)])


def displaced_to_answered(m: Mischief, other: int, figure: int, cell: int, goal: int, left: int, answer: list[Any]) -> None:
    m.then(["displace", other, answer[1]], ["come_to", figure, cell, goal, left])


def displacements(match: Mischief, figure: int) -> list[int]:
    """The spaces that a figure may be displaced to (MM-ENC-11 to -13, MM-R-72).

    For a Mythic of the player those adjacent ones that are nearer the groundskeeper, for an Enchanted those further away;
    without one, any other free adjacent space. The groundskeeper's own is none of them, unless Mythics are caught there.
    """
    state = match.state
    start = state.figures[figure].cell
    if fixed(match, figure):
        return []
    around = adjacent(match.grid, hedges(match), start)
    theirs = state.figures[figure].seat == ENCHANTED
    away = distances(match, state.keepers[0].cell)
    caught = state.options["solo_displaced_into_groundskeeper"] == "caught" and not theirs
    places = [cell for cell in around if free(match, cell) or (caught and cell == state.keepers[0].cell)]
    right = [cell for cell in places if (away[cell] > away[start] if theirs else away[cell] < away[start])]
    return right or places


def displace(m: Mischief, figure: int, cell: int) -> None:
    """The figure is put on that space; the groundskeeper there catches it, and an Enchanted takes what Tome it finds."""
    if cell == m.state.keepers[0].cell:
        catch(m, figure)
        check_ten(m)
        return
    put(m, figure, cell)
    if m.state.figures[figure].seat == ENCHANTED:
        steal(m, figure, cell)


def come_to(m: Mischief, figure: int, cell: int, goal: int, left: int) -> None:
    """It enters the space, and stops there if it finds a Tome (MM-ENC-06)."""
    if m.state.ended:
        m.then(["stop"])
        return
    one = m.state.figures[figure]
    came_from, one.cell = one.cell, cell
    m.tell(
        "enchanted_moved", None, figure=figure, name=name(m, figure), came_from=square(m, came_from), at=square(m, cell)
    )  # fmt: skip
    stolen = steal(m, figure, cell)
    m.then(["step_on", figure, goal, 0 if stolen else left - (2 if _mess(m) >> cell & 1 else 1)])


def steal(match: Mischief, figure: int, cell: int) -> bool:
    """An Enchanted that enters a Tome's space takes it for a point; the Tome goes back to the supply (MM-ENC-06, MM-R-08)."""
    state = match.state
    lying = state.tomes.get(cell, [])
    if ENCHANTED not in lying or state.ended:
        return False
    state.tomes[cell] = [colour for colour in lying if colour != ENCHANTED]
    if not state.tomes[cell]:
        del state.tomes[cell]
    state.players[ENCHANTED].supply += 1
    match.tell("tome_stolen", None, figure=figure, name=name(match, figure), at=square(match, cell))
    score(match, ENCHANTED, 1)
    check_ten(match)
    return True
