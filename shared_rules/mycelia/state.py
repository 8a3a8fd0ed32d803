"""What the table of a Mycelia match looks like, as plain data."""

import msgspec

from shared_rules.options import Value
from shared_rules.piles import Pile
from shared_rules.play import Play

SHOWCASE_SIZE = 5
HAND_SIZE = 3
DROPS_IN_BOX = 84
"""Eighty dewdrops and four to spare."""
LEAVES_IN_BOX = 164
"""The value of all leaves together (MYC-COMP-05)."""
SHRINE_FIELDS = 2
"""The additional shrine fields in the box (MYC-COMP-08)."""
ACTION_CARDS_AT_MOST = 4
DROPS_OF_A_PLAYER = 20
"""So many drops does every player begin with (MYC-EACH-03)."""


class Seat(msgspec.Struct):
    """One player's things. `board` counts the drops on each field; `discard` lies open, the latest card last.

    With light tracking boards, cards and leaves are people's own affair: then `board` is empty and `count` says how many drops lie
    there.
    """

    rune: str
    board: list[int]
    supply: Pile
    hand: list[str] = []
    discard: list[str] = []
    leaves: int = 0
    actions: list[str] = []
    used: list[str] = []
    """The action cards used in this turn; a kind stands there twice if both cards of it are used."""
    given_up: list[str] = []
    """Used action cards given up in this turn, where MYC-R-36 wants them remembered."""
    side: str = "front"
    """Which side of a game board lies there, by its name in the pack."""
    shrines: list[int] = []
    """The fields under additional shrine fields."""
    cleared: bool = False
    count: int = 0

    @property
    def drops(self) -> int:
        """How many drops lie on the board, wherever."""
        return self.count + sum(self.board)

    def put(self, field: int) -> None:
        """One more drop lies on that field."""
        if self.board:
            self.board[field] += 1
        else:
            self.count += 1

    def copy(self) -> "Seat":
        return Seat(
            self.rune, self.board[:], self.supply.copy(), self.hand[:], self.discard[:], self.leaves, self.actions[:],
            self.used[:], self.given_up[:], self.side, self.shrines[:], self.cleared, self.count,
        )  # fmt: skip


class Gwidyon(msgspec.Struct):
    """The ghost mushroom: his pile of drops, his chip, and the solo cards. `on_turn`: his turn is being carried out."""

    drops: int
    cards: Pile
    shown: list[str] = []
    chip_removes: bool = True
    on_turn: bool = False

    def copy(self) -> "Gwidyon":
        return Gwidyon(self.drops, self.cards.copy(), self.shown[:], self.chip_removes, self.on_turn)


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
    may_turn: bool = True
    """Whether a full shrine is turned: no more once a board is clear (MYC-END-04)."""
    action_supply: list[str] = []
    """Action cards c, d and e that nobody has yet (MYC-EXP-02)."""
    shrine_fields: int = 0
    """Additional shrine fields that nobody has yet."""
    cards_out: list[str] = []
    """Cards that were removed from the game, and action cards that were given up."""
    hiring: list[str] = []
    """Heroes that are paid for and not yet on a supply pile: their single effects are being performed (MYC-ONCE-02)."""
    must: bool = False
    """Whether the active player cannot leave out what is being performed (MYC-R-34)."""
    late: list[list[object]] = []
    """Bonuses that wait for the end of the function they stand in (MYC-R-24)."""
    gwidyon: Gwidyon | None = None
    lost: int = 0
    """Drops that people say are missing from the box of the game; below 0 if there are more than it should hold."""
    play: Play = msgspec.field(default_factory=Play)

    @property
    def light(self) -> bool:
        """Whether people keep their boards, cards and leaves themselves."""
        return self.options["tracking"] == "light"

    @property
    def opening(self) -> int:
        """The shrine's opening for the die: a solo game uses that for two (MYC-PREP-02, MYC-SOLO-02)."""
        return max(2, len(self.seats))

    @property
    def shrine_full_at(self) -> int:
        """How many drops fill the shrine: five a player, ten in the solo game (MYC-ENDT-05 to -07, MYC-SOLO-02)."""
        return 5 * max(2, len(self.seats))

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
            self.may_turn,
            self.action_supply[:],
            self.shrine_fields,
            self.cards_out[:],
            self.hiring[:],
            self.must,
            self.late[:],
            None if self.gwidyon is None else self.gwidyon.copy(),
            self.lost,
            self.play.copy(),
        )
