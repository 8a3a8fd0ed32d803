"""Mythic Mischief as a match: how it begins, and the names of all its steps and askers."""

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from shared_rules import first_player
from shared_rules.match import Match, Result, collect
from shared_rules.mischief import (
    blitz,
    checking,
    cleanup,
    correcting,
    dark,
    detention,
    enchanted,
    ending,
    keeper,
    light,
    light_solo,
    modes,
    moving,
    overlay,
    refusals,
    refusals_modes,
    setup,
    solo,
    turn,
    view,
    words,
)
from shared_rules.mischief.factions import every
from shared_rules.mischief.factions.faction import Faction
from shared_rules.mischief.maze import Grid, grid
from shared_rules.mischief.options import OPTIONS
from shared_rules.mischief.pack import MischiefPack, house_pack, read_pack
from shared_rules.mischief.state import State
from shared_rules.options import Option, Value
from shared_rules.words import Words


class Mischief(Match[State]):
    """The game for two teams. `grid` is the maze of the match, `factions` what each faction can do."""

    pack: MischiefPack
    game = "mischief"
    title = "Mythic Mischief Vol. II"
    seats = (1, 2, 3, 4)
    rules_version = "1"
    names = {
        # Whoever rolls higher decides who begins here, so the last step of the roll-off is this game's own.
        **collect(first_player),
        **collect(setup, turn, moving, keeper, dark, cleanup, ending, refusals, *every.MODULES),
        **collect(blitz, solo, enchanted, detention, light, light_solo, refusals_modes),
    }
    state_type = State
    options: ClassVar[Sequence[Option]] = OPTIONS
    words: ClassVar[Words] = words
    factions: ClassVar[dict[str, Faction]] = every.FACTIONS

    def __init__(self, state: State, pack: MischiefPack) -> None:
        super().__init__(state, pack)
        self.grid: Grid = grid(pack.width, pack.height, len(state.keepers), state.options["blitz_seam"] == "inner_edges")

    @classmethod
    def unfit(cls, seats: int, options: dict[str, Value]) -> list[str]:
        return modes.unfit(seats, options)

    @classmethod
    def lay_out(cls, seats: int, options: dict[str, Value], pack: MischiefPack) -> State:
        return setup.lay_out(seats, options, pack)

    @classmethod
    def new_pack(cls) -> MischiefPack:
        return house_pack()

    @classmethod
    def read_pack(cls, file: str, text: str) -> MischiefPack:
        return read_pack(file, text)

    @classmethod
    def gives_way(cls, table: str, house: dict[str, Any], owner: dict[str, Any]) -> bool:
        return overlay.gives_way(table, house, owner)

    @classmethod
    def beneath(cls, house: dict[str, Any], owner: dict[str, Any]) -> dict[str, Any]:
        return overlay.beneath(house, owner)

    @property
    def speaker(self) -> int:
        """The seat that decides for the team whose turn it is; for the Enchanted the player does (MM-ENC-13)."""
        return 0 if self.state.solo is not None else self.state.seats_of(self.state.active)[0]

    def spot(self, k: int, cell: int) -> int:
        """The space of the maze that `cell` of a card is on the board of groundskeeper `k`."""
        x, y = cell % self.pack.width, cell // self.pack.width
        return y * self.grid.width + k * self.pack.width + x

    def spot_of_edge(self, k: int, edge: int) -> int:
        """The edge of the maze that `edge` of a layout is on the board of groundskeeper `k`."""
        cells = self.pack.width * self.pack.height
        return self.spot(k, edge % cells) + (self.grid.cells if edge >= cells else 0)

    @property
    def rounds(self) -> int:
        return self.state.round

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def result(self) -> Result | None:
        return ending.result(self)

    def problems(self, new: Self) -> list[tuple[str, str]]:
        return list(checking.problems(self, new))

    def argument_fits(self, name: str, value: Any) -> bool:
        return checking.argument_fits(self, name, value)

    def standing(self, seat: int | None) -> list[dict[str, Any]]:
        return correcting.standing(self, seat)

    def correctable(self, seat: int | None) -> list[dict[str, Any]]:
        return correcting.correctable(self, seat)

    def put_right(self, path: str, value: Any) -> None:
        correcting.put_right(self, path, value)
