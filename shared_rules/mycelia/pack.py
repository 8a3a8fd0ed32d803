"""What a content pack of Mycelia holds: boards, setups, supplies, the die, the runes and the cards."""

from functools import cache
from typing import Any, NamedTuple

from shared_rules.content import Pack, house_text, read
from shared_rules.mycelia.functions_text import Function, read_function
from shared_rules.mycelia.pack_check import LAND_NAMES, check
from shared_rules.play import Frame

_SOLO_STEPS = {
    "flip": "flip_chip", "gwidyon": "gwidyon_loses", "showcase": "change_showcase", "leaf": "solo_leaves", "move": "solo_move",
}  # fmt: skip


class Board(NamedTuple):
    """One side of a game board. Fields are numbered row by row from the top left."""

    width: int
    height: int
    shrine: int
    lands: list[str | None]
    """leaf, moss, water, soil or shrine; None where the board has no field."""
    neighbours: list[list[int]]
    """The fields beside each field, up, left, right, down; the shrine field among them."""
    fields: dict[str, list[int]]
    """Fields by landscape, and under "any" all of them; never the shrine field."""
    places: list[dict[str, Any]]
    """Each field as events tell it: {"field", "row", "column", "land"}, rows and columns from 1 for people."""


class Card(NamedTuple):
    """A card's face: `kind` is "start", "basic" or "expansion", `cost` 0 for start cards, `text` the function as written.

    `single` is the effect that it has once, when it is hired.
    """

    name: str
    kind: str
    cost: int
    function: Function
    text: str
    source: str
    single: Function | None = None


class Cards(NamedTuple):
    """What setup and supply cards mean on one side of a board: drops by field, and fields by the die's symbol."""

    setups: dict[str, list[int]]
    supplies: dict[str, dict[str, list[int]]]


class MyceliaPack(Pack):
    """A checked pack. Card ids of start cards are `rune.card`; sides of setup and supply cards are like "1a"."""

    def __init__(self, name: str, content: dict[str, Any]) -> None:
        super().__init__(name, content)
        self.title: str = content["pack"]["title"]
        self.boards = {entry["id"]: make_board(entry["cells"]) for entry in content["board"]}
        self.board_names = {entry["id"]: entry.get("name", entry["id"]) for entry in content["board"]}
        self.backs = [side for side in self.boards if side != "front"]
        self.board = self.boards["front"]
        self.faces: list[str] = content["die"]["faces"]
        self.runes = {rune["id"]: rune["name"] for rune in content["rune"]}
        self._cards = {
            (side, absolute): self._cards_on(board, content, absolute)
            for side, board in self.boards.items()
            for absolute in (False, True)
        }
        self.setups, self.supplies = self.cards_on("front", False)
        self.solo_cards: dict[str, list[Frame]] = {solo["id"]: _solo_steps(solo["parts"]) for solo in content["solo"]}
        self.solo_names: dict[str, str] = {solo["id"]: solo["name"] for solo in content["solo"]}
        self.solo_symbols: dict[str, list[str]] = {solo["id"]: solo["for"] for solo in content["solo"]}
        self.cards: dict[str, Card] = {}
        self.start_decks: dict[str, list[str]] = {rune: [] for rune in self.runes}
        self.basic_deck: list[str] = []
        self.expansion_deck: list[str] = []
        for entry in content["card"]:
            self._add(entry)
        self.card_faces = {
            name: {
                "name": card.name, "set": card.kind, "cost": card.cost, "function": card.function, "single": card.single
            }
            for name, card in self.cards.items()
        }

    def _add(self, entry: dict[str, Any]) -> None:
        function = read_function(entry["fn"])
        single = read_function(entry["single"]) if "single" in entry else None
        card = Card(entry["name"], entry["set"], entry.get("cost", 0), function, entry["fn"], entry["source"], single)
        if card.kind == "start":
            for rune, deck in self.start_decks.items():
                name = f"{rune}.{entry['id']}"
                self.cards[name] = card
                deck += [name] * entry["copies"]
        else:
            self.cards[entry["id"]] = card
            deck = self.basic_deck if card.kind == "basic" else self.expansion_deck
            deck += [entry["id"]] * entry["copies"]

    def cards_on(self, side: str, absolute: bool) -> Cards:
        """Setup and supply cards on one side of a board: places counted from its shrine field, or where the front has them.

        By the second reading of MYC-R-08 a place that the board lacks gets no drop, and none begins on its shrine field.
        """
        return self._cards[side, absolute]

    def _cards_on(self, board: Board, content: dict[str, Any], absolute: bool) -> Cards:
        origin = self.board if absolute else board

        def field(right: int, down: int) -> int | None:
            column, row = origin.shrine % origin.width + right, origin.shrine // origin.width + down
            if not (0 <= column < board.width and 0 <= row < board.height):
                return None
            at = row * board.width + column
            return at if board.lands[at] else None

        setups = {}
        for side in content["setup"]:
            setups[side["id"]] = [0] * len(board.lands)
            for right, down, count in side["drops"]:
                at = field(right, down)
                if at is not None and at != board.shrine:
                    setups[side["id"]][at] = count
        supplies = {
            side["id"]: {
                face: [at for place in places if (at := field(*place)) is not None] for face, places in side["faces"].items()
            }
            for side in content["supply"]
        }
        return Cards(setups, supplies)


def _solo_steps(parts: list[str]) -> list[Frame]:
    """The steps of a solo card."""
    steps: list[Frame] = []
    for part in parts:
        verb, _, count = part.partition(" ")
        steps.append([_SOLO_STEPS[verb], *([int(count)] if count else [0] if verb == "showcase" else [])])
    return steps


def make_board(cells: list[str]) -> Board:
    """The board that rows of letters draw: L, M, W, S, `.` for the shrine field and `-` for no field."""
    width, height = len(cells[0]), len(cells)
    lands = [LAND_NAMES.get(letter) for row in cells for letter in row]
    places = [(field % width, field // width) for field in range(len(lands))]
    neighbours = [
        [
            row * width + column
            for column, row in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
            if 0 <= column < width and 0 <= row < height and lands[row * width + column]
        ]
        for x, y in places
    ]
    fields: dict[str, list[int]] = {land: [] for land in LAND_NAMES.values() if land != "shrine"}
    fields["any"] = []
    for field, land in enumerate(lands):
        if land and land != "shrine":
            fields[land].append(field)
            fields["any"].append(field)
    told: list[dict[str, Any]] = [
        {"field": field, "row": row + 1, "column": column + 1, "land": lands[field]}
        for field, (column, row) in enumerate(places)
    ]
    return Board(width, height, lands.index("shrine"), lands, neighbours, fields, told)


@cache
def house_pack() -> MyceliaPack:
    """The pack that comes with the program."""
    return read_pack("house.toml", house_text("mycelia"))


def read_pack(file: str, text: str) -> MyceliaPack:
    """The pack in `text`, read from `file`. Raises BadPack with everything that is wrong in it."""
    return read(file, text, check, MyceliaPack)
