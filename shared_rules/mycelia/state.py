"""What the table of a Mycelia match looks like, as plain data."""

import msgspec

from shared_rules.options import Value
from shared_rules.piles import Pile
from shared_rules.play import Play

SHOWCASE_SIZE = 5
HAND_SIZE = 3
DROPS_IN_BOX = 84
"""Eighty dewdrops and four to spare."""


class Seat(msgspec.Struct):
    """One player's things. `board` counts the drops on each field; `discard` lies open, the latest card last."""

    rune: str
    board: list[int]
    supply: Pile
    hand: list[str] = []
    discard: list[str] = []
    leaves: int = 0
    actions: list[str] = []
    used: list[str] = []
    """The action cards used in this turn."""

    def copy(self) -> "Seat":
        return Seat(
            self.rune, self.board[:], self.supply.copy(), self.hand[:], self.discard[:], self.leaves, self.actions[:], self.used[:]
        )


class State(msgspec.Struct):
    """The whole table. `tray` are the drops removed in this turn, `box` those that are out of the game or not in it yet."""

    options: dict[str, Value]
    seats: list[Seat]
    showcase: list[str | None]
    showcase_supply: Pile
    showcase_discard: list[str]
    box: int
    die_on: int | None
    """The opening of the shrine that the die lies on, named by a number of players; None while it lies on the table."""
    setup_card: str = ""
    supply_card: str = ""
    shrine: int = 0
    tray: int = 0
    active: int = 0
    first: int = 0
    round: int = 1
    ending: bool = False
    play: Play = msgspec.field(default_factory=Play)

    @property
    def shrine_full_at(self) -> int:
        """How many drops fill the shrine: five a player (MYC-ENDT-05 to -07)."""
        return 5 * len(self.seats)

    def copy(self) -> "State":
        return State(
            dict(self.options),
            [seat.copy() for seat in self.seats],
            self.showcase[:],
            self.showcase_supply.copy(),
            self.showcase_discard[:],
            self.box,
            self.die_on,
            self.setup_card,
            self.supply_card,
            self.shrine,
            self.tray,
            self.active,
            self.first,
            self.round,
            self.ending,
            self.play.copy(),
        )
