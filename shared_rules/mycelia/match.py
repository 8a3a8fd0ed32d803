"""Mycelia as a match: how it begins, and the names of all its steps and askers."""

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from shared_rules import first_player
from shared_rules.match import Match, Result, collect
from shared_rules.mycelia import (
    actions,
    bonuses,
    checking,
    correcting,
    drops,
    ending,
    expansion,
    functions,
    gwidyon,
    hand,
    hiring,
    light,
    overlay,
    refusals,
    setup,
    showcase,
    shrine,
    turn,
    view,
    words,
)  # fmt: skip
from shared_rules.mycelia.options import OPTIONS
from shared_rules.mycelia.pack import MyceliaPack, house_pack, read_pack
from shared_rules.mycelia.state import State
from shared_rules.options import Option, Value
from shared_rules.words import Words


class Mycelia(Match[State]):
    """The game for two to four players, or for one against Gwidyon."""

    pack: MyceliaPack
    game = "mycelia"
    title = "Mycelia"
    seats = (1, 2, 3, 4)
    rules_version = "3"
    names = collect(
        first_player, setup, turn, hiring, actions, showcase, functions, expansion, bonuses, refusals, drops, shrine, hand, gwidyon,
        ending, light,
    )
    state_type = State
    options: ClassVar[Sequence[Option]] = OPTIONS
    words: ClassVar[Words] = words

    @classmethod
    def wrong_seats(cls, seats: int, pack: Any) -> str | None:
        return None if seats in cls.seats else f"Mycelia is for 2 to 4 players, or for 1 against Gwidyon, not for {seats}"

    @classmethod
    def lay_out(cls, seats: int, options: dict[str, Value], pack: MyceliaPack) -> State:
        return setup.lay_out(seats, options, pack)

    @classmethod
    def new_pack(cls) -> MyceliaPack:
        return house_pack()

    @classmethod
    def read_pack(cls, file: str, text: str) -> MyceliaPack:
        return read_pack(file, text)

    @classmethod
    def gives_way(cls, table: str, house: dict[str, Any], owner: dict[str, Any]) -> bool:
        return overlay.gives_way(table, house, owner)

    @classmethod
    def beneath(cls, house: dict[str, Any], owner: dict[str, Any]) -> dict[str, Any]:
        return overlay.beneath(house, owner)

    @property
    def rounds(self) -> int:
        return self.state.round

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def result(self) -> Result | None:
        return ending.result(self.state)

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
