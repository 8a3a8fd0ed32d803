"""What stands where, as abilities look at it, and the reasons that several abilities share for refusing a use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from shared_rules.mischief.dice import points
from shared_rules.mischief.factions.faction import Refusal
from shared_rules.mischief.maze import Grid, adjacent, cornering, free_places, members, shifts_of, slides_of
from shared_rules.mischief.pieces import (
    fixed_mask,
    hedges,
    keepers_mask,
    legendary_on,
    own,
    shut,
    specials_on,
)

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


class Ground(msgspec.Struct, frozen=True):
    """The board as masks, taken once for each question. `at` names the figure on each occupied space, `of` those of each seat."""

    g: Grid
    hedges: int
    at: dict[int, int]
    of: list[list[int]]
    keepers: int
    shut: int
    """Where the Stone lies: nobody enters and nobody passes (MM-GARG-06)."""
    stone: int
    """The same as a space, -1 without a Stone."""
    taken: int
    """Where a figure, a keeper or the Stone is: no Mythic can be put there (MM-MOVM-01, MM-MOVM-03)."""
    fixed: int
    """Where a figure stands that nobody moves (MM-R-29)."""
    barred: int
    """What no sliding Hedge goes over: a keeper (MM-R-34), and the Stone where it stops everything (MM-R-29)."""
    any_pair: bool
    standing: int
    crosswise: bool

    def beside(self, cell: int) -> list[int]:
        """Adjacent spaces (MM-TERM-01); the keepers' are none (MM-TERM-02)."""
        return [to for to in adjacent(self.g, self.hedges, cell) if not self.keepers >> to & 1]

    def across(self, cell: int) -> list[int]:
        """Spaces that touch `cell` at an open corner (MM-TERM-04)."""
        return cornering(self.g, self.hedges, cell, self.any_pair, self.standing)

    def movable(self, cells: list[int]) -> list[int]:
        """The figures on `cells` that can be moved."""
        return [self.at[cell] for cell in cells if cell in self.at and not self.fixed >> cell & 1]

    def free(self, cell: int) -> bool:
        """Whether a Mythic can be put there."""
        return not self.taken >> cell & 1

    def hedges_at(self, cell: int) -> list[int]:
        """The Hedges on the sides of a space (MM-R-82)."""
        return members(self.hedges & self.g.sides_mask[cell])

    def hedges_round(self, cells: list[int]) -> list[int]:
        """The Hedges on the sides of any of these spaces."""
        sides = 0
        for cell in cells:
            sides |= self.g.sides_mask[cell]
        return members(self.hedges & sides)

    def places_without(self, edge: int) -> int:
        """Where the Hedge from `edge` could stand instead (MM-HEDGE-01 to -03)."""
        return free_places(self.g, self.hedges & ~(1 << edge), self.stone) & ~(1 << edge)

    def slides(self, edge: int) -> tuple[tuple[tuple[int, bool], ...], ...]:
        """By direction the edges that the Hedge on `edge` comes to, one after the other, and whether it could stay there."""
        return slides_of(self.g, self.hedges, edge, self.stone, self.barred, self.crosswise)

    def shifts(self, edge: int) -> list[int]:
        """By direction where the Hedge on `edge` comes to if it is moved by one space; -1 if it cannot be."""
        return shifts_of(self.g, self.hedges, edge, self.stone, self.barred, self.crosswise)


def survey(match: Mischief) -> Ground:
    """The board as it stands now."""
    state, options = match.state, match.state.options
    at: dict[int, int] = {}
    of: list[list[int]] = [[] for _ in state.players]
    figures = 0
    for number, figure in enumerate(state.figures):
        if figure.cell >= 0:
            at[figure.cell] = number
            of[figure.seat].append(number)
            figures |= 1 << figure.cell
    keepers = keepers_mask(state)
    closed = shut(match)
    barred = 0 if options["heave_across_groundskeeper"] == "yes" else keepers
    if options["stone_stops"] == "everything":
        barred |= closed
    return Ground(
        match.grid, hedges(match), at, of, keepers, closed, closed.bit_length() - 1,
        figures | keepers | closed, fixed_mask(match, closed), barred,
        options["hedge_diagonals"] == "any_pair",
        keepers if options["groundskeeper_blocks_diagonal"] == "yes" else 0,
        options["hedge_crosswise_stops"] == "yes",
    )  # fmt: skip


def cells_of(match: Mischief, seat: int) -> list[int]:
    """Where this player's own Mythics stand."""
    return [match.state.figures[figure].cell for figure in own(match.state, seat)]


# -- refusals that abilities share; each is the rule and a sentence, or None -------------------------------------------------


def no_points(match: Mischief, seat: int, *abilities: str) -> Refusal:
    """An ability without points left (MM-TRACK-02)."""
    for ability in abilities:
        if not points(match, seat, ability):
            return "MM-TRACK-02", f"no {ability.capitalize()} points are left in this turn"
    return None


def no_legendary(match: Mischief, seat: int, name: str) -> Refusal:
    """A Legendary Ability without its Tome (MM-LEG-01), or in a game without them (MM-FTP-01)."""
    if legendary_on(match, seat):
        return None
    if match.state.options["first_game"] or not match.state.options["legendary"]:
        return "MM-FTP-01", "this game is played without Legendary Abilities"
    return "MM-LEG-01", f"no Tome lies on the Legendary slot to pay for {name}"


def no_special(match: Mischief, name: str) -> Refusal:
    """An After Dark Special before dark (MM-LEG-03), or in a game without them (MM-FTP-01)."""
    if specials_on(match):
        return None
    if match.state.options["first_game"] or not match.state.options["specials"]:
        return "MM-FTP-01", "this game is played without After Dark Specials"
    if match.state.dark:
        return "MM-R-64", "this Blitz is played without After Dark Specials"
    return "MM-LEG-03", f"{name} is an After Dark Special: it waits for the After Dark card"


def not_movable(ground: Ground, figure: int, cell: int) -> Refusal:
    """A figure that is not on the board, that stands on the Stone, or that was tripped up."""
    if cell < 0 or ground.at.get(cell) != figure:
        return "MM-R-89", "that Mythic is not on the board"
    if ground.shut >> cell & 1:
        return "MM-GARG-06", "that Mythic stands on the Stone"
    if ground.fixed >> cell & 1:
        return "MM-R-73", "that Mythic was tripped up and is not moved in this turn"
    return None


def not_free(ground: Ground, cell: int) -> Refusal:
    """A space that no Mythic can be put on."""
    if not 0 <= cell < ground.g.cells:
        return "MM-TERM-01", "there is no such space on the board"
    if ground.keepers >> cell & 1:
        return "MM-MOVM-01", "the Groundskeeper stands there"
    if ground.shut >> cell & 1:
        return "MM-GARG-06", "the Stone lies there"
    if cell in ground.at:
        return "MM-MOVM-03", "another Mythic stands there"
    return None


def no_place(ground: Ground, edge: int, to: int, rule: str) -> Refusal:
    """An edge that the Hedge from `edge` cannot be put on: `rule` is the ability's own, beside MM-HEDGE-01 to -03."""
    if to == edge:
        return rule, "a Hedge that is moved goes to another place"
    if to not in ground.g.ends:
        return rule, "a Hedge lies between two spaces of the board, never on its outer edge"
    if ground.hedges >> to & 1:
        return rule, "a Hedge lies there already"
    if not ground.places_without(edge) >> to & 1:
        return rule, "there it would cut a part of the Hedgemaze off"
    return None


def cell_of(match: Mischief, figure: int) -> int:
    """Where a figure stands; below 0 if it is not on the board, or if there is no such figure."""
    figures = match.state.figures
    return figures[figure].cell if 0 <= figure < len(figures) else -1
