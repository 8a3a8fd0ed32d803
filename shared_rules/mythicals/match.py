"""Mythicals as a match: how it begins, and the names of all its steps and askers."""

from collections.abc import Sequence
from typing import Any, ClassVar

from shared_rules import first_player
from shared_rules.content import Pack
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
from shared_rules.options import BadOption, Option, settle
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
    def new(cls, seats: int, options: dict[str, Any] | None = None, pack: Pack | None = None) -> "Mythicals":
        """A match before its first answer. Raises BadOption for options, or a number of seats, that do not exist."""
        content = pack if isinstance(pack, MythicalsPack) else house_pack()
        low, high = content.players
        reasons = []
        if not low <= seats <= high:
            reasons.append(f"Mythicals is for {low if low == high else f'{low} to {high}'} players, not for {seats}")
        try:
            settled = settle(cls.options, options or {})
        except BadOption as error:
            raise BadOption(reasons + error.reasons) from None
        if (settled["hands"], settled["pieces"], settled["tracking"]) == ("secret", "real", "full"):
            reasons.append(
                "option 'hands' is 'secret' with real pieces: whoever names a real card would be shown what the other hand cannot "
                "hold; take tracking = 'light', where nobody names cards"
            )
        if reasons:
            raise BadOption(reasons)
        return cls.begin(setup.lay_out(seats, settled, content), content)

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
