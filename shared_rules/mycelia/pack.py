"""What a content pack of Mycelia holds, and how it is checked: boards, setups, supplies, the die, the runes and the cards."""

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from shared_rules.content import Pack, Reader
from shared_rules.mycelia.functions_text import BadFunction, Function, read_function

LAND_NAMES = {"L": "leaf", "M": "moss", "W": "water", "S": "soil", ".": "shrine"}
DROPS_EACH = 20
KINDS = {"start": 24, "basic": 40}


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
    """A card's face: `kind` is "start" or "basic", `cost` 0 for start cards, `text` the function as the pack writes it."""

    name: str
    kind: str
    cost: int
    function: Function
    text: str
    source: str


class MyceliaPack(Pack):
    """A checked pack. Card ids of start cards are `rune.card`; sides of setup and supply cards are like "1a"."""

    def __init__(self, name: str, content: dict[str, Any]) -> None:
        super().__init__(name, content)
        self.title: str = content["pack"]["title"]
        self.board = make_board(content["board"][0]["cells"])
        self.faces: list[str] = content["die"]["faces"]
        self.runes = {rune["id"]: rune["name"] for rune in content["rune"]}
        self.setups = {side["id"]: self._drops(side["drops"]) for side in content["setup"]}
        self.supplies = {
            side["id"]: {face: [self._field(*at) for at in places] for face, places in side["faces"].items()}
            for side in content["supply"]
        }
        self.cards: dict[str, Card] = {}
        self.start_decks: dict[str, list[str]] = {rune: [] for rune in self.runes}
        self.basic_deck: list[str] = []
        for entry in content["card"]:
            self._add(entry)
        self.card_faces = {
            name: {"name": card.name, "cost": card.cost, "function": card.function} for name, card in self.cards.items()
        }

    def _add(self, entry: dict[str, Any]) -> None:
        function = read_function(entry["fn"])
        card = Card(entry["name"], entry["set"], entry.get("cost", 0), function, entry["fn"], entry["source"])
        if card.kind == "start":
            for rune, deck in self.start_decks.items():
                name = f"{rune}.{entry['id']}"
                self.cards[name] = card
                deck += [name] * entry["copies"]
        else:
            self.cards[entry["id"]] = card
            self.basic_deck += [entry["id"]] * entry["copies"]

    def _field(self, right: int, down: int) -> int:
        return self.board.shrine + down * self.board.width + right

    def _drops(self, places: list[list[int]]) -> list[int]:
        drops = [0] * len(self.board.lands)
        for right, down, n in places:
            drops[self._field(right, down)] = n
        return drops


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
    text = files("shared_rules.mycelia").joinpath("content/house.toml").read_text(encoding="utf-8")
    return read_pack("house.toml", text)


def read_pack(file: str, text: str) -> MyceliaPack:
    """The pack in `text`, read from `file`. Raises BadPack with everything that is wrong in it."""
    reader = Reader(file, text)
    offsets = _check_board(reader)
    _check_head(reader)
    faces = _check_die(reader)
    _check_runes(reader)
    _check_setups(reader, offsets)
    _check_supplies(reader, offsets, faces)
    _check_cards(reader)
    reader.finish()
    return MyceliaPack(reader.data["pack"]["id"], reader.data)


# -- the checks: each notes all that is wrong with its part ---------------------------------------------------------------


def _check_head(reader: Reader) -> None:
    head = reader.data.get("pack")
    if not isinstance(head, dict):
        reader.wrong("there is no [pack]", 'begin with [pack], id = "...", game = "mycelia", title = "..."')
        return
    for key in ("id", "title"):
        if not isinstance(head.get(key), str) or not head[key]:
            reader.wrong(f"the pack has no {key}", f'add {key} = "..."', "pack", None, key)
    if head.get("game") != "mycelia":
        reader.wrong("this pack is not for Mycelia", 'write game = "mycelia"', "pack", None, "game")


def _check_board(reader: Reader) -> set[tuple[int, int]]:
    """The places of the front board, from its shrine field; empty if the board cannot be read."""
    boards = reader.entries("board")
    if len(boards) != 1 or boards[0].get("id") != "front":
        reader.wrong(f"{len(boards)} boards are there", 'give exactly one [[board]] with id = "front"', "board")
        return set()
    cells = boards[0].get("cells")
    if not isinstance(cells, list) or not cells or not all(isinstance(row, str) and row for row in cells):
        reader.wrong("the board has no rows of fields", 'write cells = ["MLWLS", ...]', "board", 0, "cells")
        return set()
    letters = "".join(cells)
    if len({len(row) for row in cells}) != 1:
        reader.wrong("the board's rows differ in length", "use '-' where there is no field", "board", 0, "cells")
    for letter in sorted(set(letters) - {*LAND_NAMES, "-"}):
        reader.wrong(f"'{letter}' is no landscape", "use L, M, W, S, '.' or '-'", "board", 0, "cells")
    if letters.count(".") != 1:
        reader.wrong(f"the board has {letters.count('.')} shrine fields", "mark exactly one with '.'", "board", 0, "cells")
        return set()
    shrine_row = next(y for y, row in enumerate(cells) if "." in row)
    shrine_column = cells[shrine_row].index(".")
    return {(x - shrine_column, y - shrine_row) for y, row in enumerate(cells) for x, letter in enumerate(row) if letter != "-"}


def _check_die(reader: Reader) -> list[str]:
    die = reader.data.get("die")
    faces = die.get("faces") if isinstance(die, dict) else None
    if not isinstance(faces, list) or len(faces) != 6 or not all(isinstance(face, str) and face for face in faces):
        reader.wrong("the shrine's die has no six symbols", 'write [die] with faces = ["...", five more]', "die", None, "faces")
        return []
    if isinstance(die, dict) and die.get("source") not in ("rulebook", "public", "house"):
        reader.wrong("the die does not say where it comes from", 'add source = "house" or what is true', "die")
    return faces


def _check_runes(reader: Reader) -> None:
    runes = reader.entries("rune")
    if len(_ids(reader, "rune", runes)) != 4:
        reader.wrong(f"{len(runes)} runes are there", "give four [[rune]], one a start deck", "rune")
    for index, rune in enumerate(runes):
        if not isinstance(rune.get("name"), str):
            reader.wrong("the rune has no name", 'add name = "..."', "rune", index)


def _ids(reader: Reader, table: str, entries: list[dict[str, Any]]) -> set[str]:
    """The ids of `entries`; missing and double ones are noted."""
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        name = entry.get("id")
        if not isinstance(name, str) or not name or "." in name:
            reader.wrong(f"this {table} has no id", 'add id = "..." (letters, digits, _)', table, index, "id")
        elif name in seen:
            reader.wrong(f"the {table} '{name}' is there twice", "give each its own id", table, index, "id")
        else:
            seen.add(name)
    return seen


def _check_sides(reader: Reader, table: str, entries: list[dict[str, Any]]) -> None:
    wanted = {f"{number}{side}" for number in range(1, 5) for side in "ab"}
    ids = _ids(reader, table, entries)
    if ids != wanted:
        missing, odd = ", ".join(sorted(wanted - ids)), ", ".join(sorted(ids - wanted))
        what = f"the {table} cards lack {missing}" if missing else f"the {table} cards have {odd} too many"
        reader.wrong(what, "give four cards with sides a and b: 1a, 1b, ... 4b", table)


def _is_number(value: Any) -> bool:
    return type(value) is int


def _check_setups(reader: Reader, offsets: set[tuple[int, int]]) -> None:
    setups = reader.entries("setup")
    _check_sides(reader, "setup", setups)
    for index, side in enumerate(setups):
        drops = side.get("drops")
        if not isinstance(drops, list) or not all(isinstance(d, list) and len(d) == 3 and all(map(_is_number, d)) for d in drops):
            reader.wrong("the drops cannot be read", "write drops = [[right, down, number], ...]", "setup", index, "drops")
            continue
        total = sum(n for _, _, n in drops)
        if total != DROPS_EACH or any(n < 1 for _, _, n in drops):
            reader.wrong(f"setup '{side.get('id')}' has {total} drops", f"place {DROPS_EACH} in all", "setup", index, "drops")
        places = [(x, y) for x, y, _ in drops]
        if len(set(places)) != len(places):
            reader.wrong(f"setup '{side.get('id')}' names a field twice", "add its drops up", "setup", index, "drops")
        _check_places(reader, offsets, places, "setup", index, "drops")


def _check_places(
    reader: Reader, offsets: set[tuple[int, int]], places: list[tuple[int, int]], table: str, index: int, key: str
) -> None:
    for place in places:
        if place == (0, 0):
            reader.wrong("a drop is put on the shrine field", "count from the shrine field; it stays empty", table, index, key)
        elif offsets and place not in offsets:
            reader.wrong(f"{list(place)} lies off the board", "count columns and rows from the shrine field", table, index, key)


def _check_supplies(reader: Reader, offsets: set[tuple[int, int]], faces: list[str]) -> None:
    supplies = reader.entries("supply")
    _check_sides(reader, "supply", supplies)
    for index, side in enumerate(supplies):
        shown = side.get("faces")
        if not isinstance(shown, dict) or (faces and set(shown) != set(faces)):
            remedy = f"give places for {', '.join(dict.fromkeys(faces))}"
            reader.wrong("the supply card does not fit the die", remedy, "supply", index, "faces")
            continue
        for face, places in shown.items():
            if not isinstance(places, list) or not all(
                isinstance(p, list) and len(p) == 2 and all(map(_is_number, p)) for p in places
            ):
                reader.wrong(f"the places of '{face}' cannot be read", "write [[right, down], ...]", "supply", index, "faces")
                continue
            if not 1 <= len(places) <= 2 or len({tuple(p) for p in places}) != len(places):
                reader.wrong(f"'{face}' brings {len(places)} drops", "name one field or two", "supply", index, "faces")
            _check_places(reader, offsets, [(x, y) for x, y in places], "supply", index, "faces")


def _check_cards(reader: Reader) -> None:
    cards = reader.entries("card")
    _ids(reader, "card", cards)
    counts = dict.fromkeys(KINDS, 0)
    for index, card in enumerate(cards):
        kind, copies = card.get("set"), card.get("copies")
        if kind not in KINDS:
            reader.wrong(f"'{kind}' is no set of cards", f"use one of {', '.join(KINDS)}", "card", index, "set")
            continue
        if not isinstance(card.get("name"), str) or not card["name"]:
            reader.wrong("the card has no name", 'add name = "..."', "card", index, "name")
        if type(copies) is not int or copies < 1 or (kind == "basic" and copies != 2):
            remedy = "write copies = 2, heroes come in pairs" if kind == "basic" else "write copies = 1 or more"
            reader.wrong("the number of copies is wrong", remedy, "card", index, "copies")
        else:
            counts[kind] += copies * (4 if kind == "start" else 1)
        cost = card.get("cost")
        if kind == "basic" and (type(cost) is not int or not 2 <= cost <= 8):
            reader.wrong(f"the hero costs {cost!r}", "write cost = 2 to 8", "card", index, "cost")
        try:
            read_function(card["fn"] if isinstance(card.get("fn"), str) else "")
        except BadFunction as error:
            reader.wrong(f"the function cannot be read: {error}", "see the comments of the house pack", "card", index, "fn")
    for kind, wanted in KINDS.items():
        if counts[kind] != wanted:
            remedy = "six start cards a rune" if kind == "start" else "twenty pairs of heroes"
            reader.wrong(f"there are {counts[kind]} {kind} cards, not {wanted}", f"give {remedy}", "card")

