"""Mythicals as a match: how it begins, and the names of all its steps and askers."""

from collections.abc import Sequence
from typing import Any, ClassVar

from shared_rules import first_player
from shared_rules.match import Match, Result, collect
from shared_rules.mythicals import (
    acquire,
    corrections,
    daybreak,
    draw,
    ending,
    light,
    mark,
    refusals,
    setup,
    turn,
    view,
    words,
)  # fmt: skip
from shared_rules.mythicals.options import OPTIONS
from shared_rules.mythicals.pack import MythicalsPack, house_pack, read_pack
from shared_rules.mythicals.state import State
from shared_rules.options import Option, Value
from shared_rules.words import Words


class Mythicals(Match[State]):
    """The game for two; a content pack may widen it to four (ML-R-01)."""

    pack: MythicalsPack
    game = "mythicals"
    title = "Mythicals"
    seats = (2,)
    rules_version = "1"
    names = collect(first_player, setup, turn, draw, daybreak, acquire, mark, light, ending, refusals)
    state_type = State
    options: ClassVar[Sequence[Option]] = OPTIONS
    words: ClassVar[Words] = words

    @classmethod
    def wrong_seats(cls, seats: int, pack: MythicalsPack) -> str | None:
        low, high = pack.players
        if low <= seats <= high:
            return None
        return f"Mythicals is for {low if low == high else f'{low} to {high}'} players, not for {seats}"

    @classmethod
    def unfit(cls, seats: int, options: dict[str, Value]) -> list[str]:
        if (options["hands"], options["pieces"], options["tracking"]) != ("secret", "real", "full"):
            return []
        return [
            "option 'hands' is 'secret' with real pieces: whoever names a real card would be shown what the other hand cannot "
            "hold; take tracking = 'light', where nobody names cards"
        ]

    @classmethod
    def lay_out(cls, seats: int, options: dict[str, Value], pack: MythicalsPack) -> State:
        return setup.lay_out(seats, options, pack)

    @classmethod
    def new_pack(cls) -> MythicalsPack:
        return house_pack()

    @classmethod
    def read_pack(cls, file: str, text: str) -> MythicalsPack:
        return read_pack(file, text)

    @property
    def rounds(self) -> int:
        return self.state.round

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def result(self) -> Result | None:
        return ending.result(self)

    def problems(self, new: "Mythicals") -> list[tuple[str, str]]:
        return corrections.problems(self, new)

    def argument_fits(self, name: str, value: Any) -> bool:
        return corrections.argument_fits(self, name, value)

    def correctable(self, seat: int | None) -> list[dict[str, Any]]:
        return corrections.correctable(self, seat)

    def standing(self, seat: int | None) -> list[dict[str, Any]]:
        return corrections.standing(self, seat)

    def put_right(self, path: str, value: Any) -> None:
        corrections.put_right(self, path, value)
