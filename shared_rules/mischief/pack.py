"""What a content pack of Mythic Mischief holds: the board, layouts, cards, faction boards, and the solo game's cards.

In the file columns count from the left and rows from the top, both from 1, as do the slots of a track. Here a space is a cell of
one board, `y * width + x` from 0.
"""

from functools import cache
from typing import Any, NamedTuple

from shared_rules.content import Pack, house_text, read
from shared_rules.mischief.maze import grid
from shared_rules.mischief.pack_check import BEFORE, WINDS, Corner, check


class Layout(NamedTuple):
    """A ready setup of the maze: edges with Hedges, cells with Clutter."""

    hedges: tuple[int, ...]
    clutter: tuple[int, ...]


class Card(NamedTuple):
    """A Destination card: how far the groundskeeper goes, Destinations 1 to 3, where Tomes and secret entrances are."""

    kind: str
    move: int
    stops: tuple[int, ...]
    tomes: tuple[int, ...]
    entrances: tuple[int, ...]


class Track(NamedTuple):
    """One ability's track: the number above each slot, from the left."""

    ability: str
    slots: tuple[int, ...]


class FactionBoard(NamedTuple):
    """A faction's board. Each of the five dice is fixed to a track: `dice` says to which, `start` on which slot it begins."""

    name: str
    mythics: tuple[str, ...]
    tracks: tuple[Track, ...]
    dice: tuple[int, ...]
    start: tuple[int, ...]
    of: dict[str, tuple[int, ...]]
    """The dice of each ability."""


class Detention(NamedTuple):
    """A Detention card: which card of the row its icon sets off, and its grids. `pushed` are (cell, direction)."""

    icon: int
    pushed: tuple[tuple[int, int], ...]
    caught: tuple[int, ...]
    tripped: tuple[int, ...]
    tomes: tuple[int, ...]


class ReturnSide(NamedTuple):
    """One side of the Return card: for each face of the die the first and the second cell."""

    green: tuple[int, ...]
    blue: tuple[int, ...]


class MischiefPack(Pack):
    """A checked pack."""

    def __init__(self, name: str, content: dict[str, Any]) -> None:
        super().__init__(name, content)
        self.title: str = content["pack"]["title"]
        self.width: int = content["board"]["size"][0]
        self.height: int = content["board"]["size"][1]
        self.score_start: int = content["board"]["score_start"]
        self.centre = self.height // 2 * self.width + self.width // 2
        self.layouts = {
            entry["id"]: Layout(tuple(map(self._edge, entry["hedges"])), tuple(map(self._cell, entry["clutter"])))
            for entry in content["layout"]
        }
        self.cards = {
            entry["id"]: Card(entry["kind"], entry["move"], *(self._cells(entry, key) for key in ("stops", "tomes", "entrances")))
            for entry in content["destination"]
        }
        self.before = [name for name, card in self.cards.items() if card.kind == BEFORE]
        self.after = [name for name, card in self.cards.items() if card.kind != BEFORE]
        self.factions = {entry["id"]: _faction(entry, content["track"]) for entry in content["faction"]}
        self.detentions = {
            entry["id"]: Detention(
                entry["icon"],
                tuple((self._cell([x, y]), WINDS.index(wind)) for x, y, wind in entry["pushed"]),
                *(self._cells(entry, key) for key in ("caught", "tripped", "tomes")),
            )
            for entry in content["detention"]
        }
        self.returns = {
            entry["id"]: ReturnSide(self._cells(entry, "green"), self._cells(entry, "blue")) for entry in content["return"]
        }

    def _cell(self, place: Corner) -> int:
        return (place[1] - 1) * self.width + place[0] - 1

    def _cells(self, entry: dict[str, Any], key: str) -> tuple[int, ...]:
        return tuple(map(self._cell, entry[key]))

    def _edge(self, hedge: list[Any]) -> int:
        kind, x, y = hedge
        return self._cell([x, y]) + (grid(self.width, self.height).cells if kind == "H" else 0)


def _faction(entry: dict[str, Any], tracks: list[dict[str, Any]]) -> FactionBoard:
    own = [track for track in tracks if track["faction"] == entry["id"]]
    dice = [(number, slot - 1) for number, track in enumerate(own) for slot in track["start"]]
    return FactionBoard(
        entry["name"],
        tuple(entry["mythics"]),
        tuple(Track(track["ability"], tuple(track["slots"])) for track in own),
        tuple(number for number, _ in dice),
        tuple(slot for _, slot in dice),
        {
            track["ability"]: tuple(die for die, (at, _) in enumerate(dice) if at == number)
            for number, track in enumerate(own)
        },
    )


@cache
def house_pack() -> MischiefPack:
    """The pack that comes with the program."""
    return read_pack("house.toml", house_text("mischief"))


def read_pack(file: str, text: str) -> MischiefPack:
    """The pack in `text`, read from `file`. Raises BadPack with everything that is wrong in it."""
    return read(file, text, check, MischiefPack)
