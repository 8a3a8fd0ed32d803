"""Figures, Hedges, Clutter and Tomes on the maze: who stands where, and how abilities move them. Sets are masks, as in `maze`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from shared_rules.mischief.maze import set_of
from shared_rules.mischief.modes import is_blitz
from shared_rules.mischief.state import State

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def hedges(m: Mischief) -> int:
    """The edges with a Hedge."""
    return set_of(tuple(m.state.hedges))


def clutter(m: Mischief) -> int:
    """The spaces with Clutter."""
    return set_of(tuple(m.state.clutter))


def shut(m: Mischief) -> int:
    """The space of the Stone, which nobody enters or crosses (MM-GARG-06)."""
    found = 0
    for player in m.state.players:
        if player.faction == "gargoyles" and player.token >= 0:
            found |= 1 << m.state.figures[player.token].cell
    return found


def keeper_shut(m: Mischief, keeper: int) -> int:
    """The spaces that this groundskeeper does not enter: the Stone's (MM-R-29) and another groundskeeper's (MM-R-93)."""
    found = shut(m) if m.state.options["stone_stops"] == "everything" else 0
    if m.state.options["blitz_groundskeeper_through_other"] == "yes":
        return found
    for number, other in enumerate(m.state.keepers):
        if number != keeper:
            found |= 1 << other.cell
    return found


def figures_mask(state: State) -> int:
    """The spaces with a figure."""
    found = 0
    for figure in state.figures:
        if figure.cell >= 0:
            found |= 1 << figure.cell
    return found


def keepers_mask(state: State) -> int:
    """The spaces of the groundskeepers."""
    found = 0
    for keeper in state.keepers:
        found |= 1 << keeper.cell
    return found


def at(state: State, cell: int) -> int:
    """The figure on a space, or -1."""
    for number, figure in enumerate(state.figures):
        if figure.cell == cell:
            return number
    return -1


def keeper_at(state: State, cell: int) -> bool:
    """Whether a groundskeeper stands there."""
    return any(keeper.cell == cell for keeper in state.keepers)


def taken(m: Mischief) -> int:
    """The spaces where no figure may come to stand: those of figures and groundskeepers (the Stone lies under a figure)."""
    return figures_mask(m.state) | keepers_mask(m.state)


def free(m: Mischief, cell: int) -> bool:
    """Whether a figure may come to stand there."""
    return not taken(m) >> cell & 1


def fixed_mask(m: Mischief, stone: int) -> int:
    """The spaces of figures that nobody moves: on the `stone` (MM-GARG-06), or tripped up, by one reading (MM-R-73)."""
    found = stone
    if m.state.options["solo_tripped_up_stops"] == "all_movement":
        for figure in m.state.figures:
            if figure.tripped and figure.cell >= 0:
                found |= 1 << figure.cell
    return found


def fixed(m: Mischief, figure: int) -> bool:
    """Whether nobody moves a figure that is on the board."""
    return bool(fixed_mask(m, shut(m)) >> m.state.figures[figure].cell & 1)


def team_of(state: State, figure: int) -> int:
    """The team of a figure."""
    return state.players[state.figures[figure].seat].team


def own(state: State, seat: int) -> list[int]:
    """That player's figures on the board."""
    return [number for number, figure in enumerate(state.figures) if figure.seat == seat and figure.cell >= 0]


def of_team(state: State, team: int) -> list[int]:
    """A team's figures on the board."""
    players = state.players
    return [number for number, figure in enumerate(state.figures) if figure.cell >= 0 and players[figure.seat].team == team]


def enemies(state: State, seat: int) -> list[int]:
    """The figures on the board that are neither that player's nor a teammate's (MM-GLOS-02)."""
    return of_team(state, 1 - state.players[seat].team)


def legendary_on(m: Mischief, seat: int) -> bool:
    """Whether the Legendary Ability can be used: a Tome lies on its slot (MM-LEG-01), and the match has them (MM-FTP-01)."""
    options = m.state.options
    return m.state.players[seat].legendary and options["legendary"] is True and not options["first_game"]


def specials_on(m: Mischief) -> bool:
    """Whether After Dark Specials can be used (MM-LEG-03, MM-FTP-01); in Blitz with After cards, or never (MM-R-64)."""
    options = m.state.options
    if is_blitz(m.state) and options["blitz_after_dark_specials"] == "never":
        return False
    return m.state.dark and options["specials"] is True and not options["first_game"]


def name(m: Mischief, figure: int) -> str:
    """What people call a figure."""
    state = m.state
    seat = state.figures[figure].seat
    first = next(number for number, other in enumerate(state.figures) if other.seat == seat)
    return m.pack.factions[state.players[seat].faction].mythics[figure - first]


def square(m: Mischief, cell: int) -> str:
    """What people call a space: a letter for the column from the left, a number for the row from the top."""
    x, y = m.grid.place(cell)
    return f"{'ABCDEFGHIJKLMNOPQR'[x]}{y + 1}"


# -- moving them ----------------------------------------------------------------------------------------------------------


def put(m: Mischief, figure: int, cell: int) -> None:
    """An ability sets a figure down on a space; it collects what it may there."""
    put_all(m, [(figure, cell)])


def put_all(m: Mischief, moves: Iterable[tuple[int, int]]) -> None:
    """An ability sets several figures down at once: each may come to where another one was."""
    for figure, cell in moves:
        one = m.state.figures[figure]
        came_from, one.cell = one.cell, cell
        m.tell(
            "figure_shifted", one.seat, figure=figure, name=name(m, figure), came_from=square(m, came_from), at=square(m, cell)
        )  # fmt: skip
    for figure, cell in moves:
        collect(m, figure, cell)


def collect(m: Mischief, figure: int, cell: int) -> None:
    """In its own team's turn a figure takes its team's Tomes off a space, or all (MM-MYTH-04, MM-MYTH-05, MM-R-04 to -06)."""
    state = m.state
    lying = state.tomes.get(cell)
    if not lying:
        return
    seat = state.figures[figure].seat
    team = state.players[seat].team
    if team != state.active or state.phase != "mythic":
        return
    every = state.options["tome_collected"] == "every"
    taken = [colour for colour in lying if every or state.players[colour].team == team]
    if not taken:
        return
    left = [colour for colour in lying if colour not in taken]
    if left:
        state.tomes[cell] = left
    else:
        del state.tomes[cell]
    state.players[seat].collected += len(taken)
    m.tell("tomes_collected", seat, figure=figure, name=name(m, figure), count=len(taken), at=square(m, cell))


def move_hedge(m: Mischief, old: int, new: int) -> None:
    """A Hedge is moved from one edge to another."""
    state = m.state
    state.hedges.remove(old)
    state.hedges = sorted([*state.hedges, new])
    m.tell("hedge_moved", m.speaker, old=edge_words(m, old), new=edge_words(m, new))


def remove_hedge(m: Mischief, edge: int) -> None:
    """A Hedge leaves the game (MM-WOLF-10)."""
    state = m.state
    state.hedges.remove(edge)
    state.hedges_out += 1
    m.tell("hedge_removed", m.speaker, old=edge_words(m, edge))


def remove_clutter(m: Mischief, cell: int) -> None:
    """A Clutter token leaves the game (MM-WOLF-10)."""
    state = m.state
    state.clutter.remove(cell)
    state.clutter_out += 1
    m.tell("clutter_removed", m.speaker, at=square(m, cell))


def edge_words(m: Mischief, edge: int) -> list[str]:
    """The two spaces on either side of an edge."""
    return [square(m, cell) for cell in m.grid.ends[edge]]
