"""What the table of a Mythic Mischief match looks like, as plain data.

A cell is `y * width + x` with row 0 at the top; an edge is numbered by `maze.Board`; a figure is its place in `State.figures`, a
player the place in `State.players`, which is the seat. There are two teams, 0 and 1.
"""

import msgspec

from shared_rules.options import Value
from shared_rules.piles import Pile
from shared_rules.play import Play

CAUGHT, OUT, WAITING = -1, -2, -3
"""Where a figure is that is not on the board: caught, eliminated for good, or not placed yet."""
TOMES_EACH = 10
DICE_EACH = 5
HEDGES = 10
CLUTTER = 4
WINNING_SCORE = 10
CREST = 3
"""The groundskeeper's goal once all three destinations are done."""
DONE = -1
"""In place of a destination's cell: its token is off the board."""


class Figure(msgspec.Struct, omit_defaults=True):
    """One Mythic: whose it is and where. A `tripped` one takes no Move action in its next turn."""

    seat: int
    cell: int = WAITING
    tripped: bool = False

    def copy(self) -> "Figure":
        return Figure(self.seat, self.cell, self.tripped)


class Player(msgspec.Struct):
    """One faction in play. The five dice are in the order of the pack, each fixed to its track; slots count from 0.

    Tomes are in the `supply`, `collected` and not slotted yet, on the tracks (always on the leftmost slots), on the Legendary slot,
    or `spent` and so out of the game.
    """

    team: int
    faction: str = ""
    supply: int = TOMES_EACH
    collected: int = 0
    legendary: bool = False
    spent: int = 0
    tomes: list[int] = []
    slots: list[int] = []
    values: list[int] = []
    used: list[bool] = []
    done: list[str] = []
    """What is possible once a turn and was done in this one."""
    token: int = -1
    """The figure on the Stone, or with the Fairy Ring or the Full Moon; -1 while the token lies beside the board."""
    ready: bool = False
    """Whether the Fairy Ring's move is still to come."""
    passed: bool = False
    """Whether this player has ended the own part of the Mythic Phase."""

    def copy(self) -> "Player":
        return Player(
            self.team, self.faction, self.supply, self.collected, self.legendary, self.spent, self.tomes[:], self.slots[:],
            self.values[:], self.used[:], self.done[:], self.token, self.ready, self.passed,
        )  # fmt: skip


class Keeper(msgspec.Struct):
    """The groundskeeper of one board, with its face-up card: `stops` are the cells of Destinations 1 to 3, `goal` the next one.

    With light tracking the card is people's own, and `points` says how far the groundskeeper goes in a turn.
    """

    cell: int
    card: str = ""
    stops: list[int] = []
    goal: int = 0
    points: int = 0

    def copy(self) -> "Keeper":
        return Keeper(self.cell, self.card, self.stops[:], self.goal, self.points)


class Solo(msgspec.Struct):
    """What stands beside the board of a solo game: the Detention cards, and which side of the Return card lies up."""

    deck: Pile
    row: list[str] = []
    discard: list[str] = []
    side: str = ""

    def copy(self) -> "Solo":
        return Solo(self.deck.copy(), self.row[:], self.discard[:], self.side)


class State(msgspec.Struct):
    """The whole table. `tomes` says for each cell whose colours lie there, by seat; `scores` are those of the teams."""

    options: dict[str, Value]
    players: list[Player]
    figures: list[Figure]
    keepers: list[Keeper]
    cards: Pile
    """Destination cards that may come next, face down."""
    cards_done: list[str] = []
    hedges: list[int] = []
    clutter: list[int] = []
    hedges_left: int = HEDGES
    """Hedges that are still to be set out."""
    clutter_left: int = CLUTTER
    hedges_out: int = 0
    """Hedges that are out of the game."""
    clutter_out: int = 0
    tomes: dict[int, list[int]] = {}
    scores: list[int] = []
    markers: list[int] = []
    """By team, the seat whose Tome marks the score."""
    dark: bool = False
    active: int = 0
    """The team whose turn it is."""
    first: int = 0
    round: int = 1
    phase: str = "setup"
    """"setup", "mythic", "keeper", "cleanup" or "enchanted"."""
    ended: str = ""
    """Why the match ended: "ten", "card", "eliminated", "deck"; "" while it goes on."""
    late: bool = False
    """Whether time has run out in this turn (Blitz)."""
    solo: Solo | None = None
    play: Play = msgspec.field(default_factory=Play)

    def seats_of(self, team: int) -> list[int]:
        """The players of a team, in seat order."""
        return [seat for seat, player in enumerate(self.players) if player.team == team]

    def copy(self) -> "State":
        return State(
            dict(self.options),
            [player.copy() for player in self.players],
            [figure.copy() for figure in self.figures],
            [keeper.copy() for keeper in self.keepers],
            self.cards.copy(),
            self.cards_done[:],
            self.hedges[:],
            self.clutter[:],
            self.hedges_left,
            self.clutter_left,
            self.hedges_out,
            self.clutter_out,
            {cell: colours[:] for cell, colours in self.tomes.items()},
            self.scores[:],
            self.markers[:],
            self.dark,
            self.active,
            self.first,
            self.round,
            self.phase,
            self.ended,
            self.late,
            None if self.solo is None else self.solo.copy(),
            self.play.copy(),
        )
