"""What the table of a Mythicals match looks like, as plain data."""

import msgspec

from shared_rules.options import Value
from shared_rules.piles import Pile
from shared_rules.play import Play

DAYBREAK = "daybreak"
"""The card that ends the match; no creature."""
START_CARDS = 2
REVEALED_AT_ONCE = 3
UNDER_THE_REST = 8
"""So many creature cards are shuffled with Daybreak and lie under the others."""
MARKERS_AT_ONCE = 2
MARKERS_ON_A_TOKEN = 2


class Seat(msgspec.Struct):
    """One player's things. `hand` is the collection, sorted; `tokens` the own stack, its top last; `markers` came with them."""

    hand: list[str] = []
    tokens: list[str] = []
    markers: int = 0

    def copy(self) -> "Seat":
        return Seat(self.hand[:], self.tokens[:], self.markers)


class State(msgspec.Struct):
    """The whole table. `board` counts the markers on each token that lies there; `discard` is face down and sorted.

    With light tracking the cards are people's own affair: then `face_down` counts the draw pile, else `deck` knows it.
    """

    options: dict[str, Value]
    seats: list[Seat]
    deck: Pile
    board: dict[str, int]
    markers: int
    face_down: int = 0
    blocked: list[str] = []
    revealed: list[str] = []
    reserve: list[str] = []
    discard: list[str] = []
    daybreak: bool = False
    """Daybreak has been revealed; it lies aside."""
    acquired: bool = False
    """A token has been acquired in this turn."""
    active: int = 0
    first: int = 0
    round: int = 1
    play: Play = msgspec.field(default_factory=Play)

    @property
    def cards_left(self) -> int:
        """How many cards the draw pile has."""
        return self.face_down or len(self.deck)

    def copy(self) -> "State":
        return State(
            dict(self.options),
            [seat.copy() for seat in self.seats],
            self.deck.copy(),
            self.board.copy(),
            self.markers,
            self.face_down,
            self.blocked[:],
            self.revealed[:],
            self.reserve[:],
            self.discard[:],
            self.daybreak,
            self.acquired,
            self.active,
            self.first,
            self.round,
            self.play.copy(),
        )
