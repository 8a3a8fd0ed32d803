"""Whether a content pack of Mythicals can be played: each check notes all that is wrong with its part."""

from collections import Counter
from typing import Any

from shared_rules.content import SOURCES, Reader
from shared_rules.mythicals.payments import JOKER, VALUES

CARDS, TOKENS, MARKERS = 48, 20, 16
SYMBOLS = ("circle", "square", "triangle", "diamond", "four-petal", "star")
FULL_POINTS = 13
SIZES = {"suite": (2, 5), "set": (2, 4)}


class BadCost(ValueError):
    """A cost that means nothing; the message says what is wrong."""


def read_cost(text: Any) -> tuple[str, int]:
    """The kind and the number of cards of a cost like "suite 3", "set 2" or "full". Raises BadCost."""
    if text == "full":
        return "full", len(VALUES) + 1
    kind, _, number = text.partition(" ") if isinstance(text, str) else ("", "", "")
    low, high = SIZES.get(kind, (1, 0))
    if len(number) != 1 or not number.isdecimal() or not low <= int(number) <= high:
        raise BadCost(f"the cost {text!r} means nothing")
    return kind, int(number)


def check(reader: Reader) -> None:
    """Note everything that is wrong with the pack that `reader` has."""
    _check_head(reader)
    _check_markers(reader)
    colours = _check_colours(reader)
    deck = _check_cards(reader, colours)
    _check_tokens(reader, colours, deck)


def _is_count(value: Any, least: int = 1) -> bool:
    return type(value) is int and value >= least


def _check_head(reader: Reader) -> None:
    head = reader.check_head("mythicals", "Mythicals")
    if head is None:
        return
    players = head.get("players", [2, 2])
    two = isinstance(players, list) and len(players) == 2 and all(map(_is_count, players))
    if not two or not 2 <= players[0] <= players[1] <= 4:
        reader.wrong("the number of players cannot be read", "write players = [2, 2], or up to [2, 4]", "pack", None, "players")


def _check_markers(reader: Reader) -> None:
    markers = reader.data.get("markers")
    if not isinstance(markers, dict):
        reader.wrong("there are no [markers]", f'write [markers], source = "rulebook", count = {MARKERS}, points = 1')
        return
    if markers.get("source") not in SOURCES:
        reader.wrong("the markers do not say where they come from", 'add source = "rulebook" or what is true', "markers")
    if type(markers.get("count")) is not int or markers["count"] != MARKERS:
        reader.wrong(f"there are {markers.get('count')!r} markers", f"write count = {MARKERS}", "markers", None, "count")
    if not _is_count(markers.get("points")):
        reader.wrong("the points of a marker cannot be read", "write points = 1 or more", "markers", None, "points")


def _check_colours(reader: Reader) -> list[str]:
    """The ids of the colours that can be read."""
    found: list[str] = []
    symbols: list[str] = []
    for index, entry in enumerate(reader.entries("colour")):
        name, symbol = entry.get("id"), entry.get("symbol")
        if not isinstance(name, str) or not name or "." in name:
            reader.wrong("this colour has no id", 'add id = "..." (letters, digits, _)', "colour", index, "id")
        elif name in found:
            reader.wrong(f"the colour '{name}' is there twice", "give each its own id", "colour", index, "id")
        else:
            found.append(name)
        if not isinstance(entry.get("name"), str) or not entry["name"]:
            reader.wrong("the colour has no name", 'add name = "..."', "colour", index, "name")
        if symbol not in SYMBOLS:
            reader.wrong(f"'{symbol}' is no symbol", f"use one of {', '.join(SYMBOLS)}", "colour", index, "symbol")
        elif symbol in symbols:
            reader.wrong(f"two colours have the symbol '{symbol}'", "give each its own", "colour", index, "symbol")
        else:
            symbols.append(symbol)
    if not found:
        reader.wrong("there is no colour", 'write a [[colour]] with id, name and symbol for each', "colour")
    return found


def _check_cards(reader: Reader, colours: list[str]) -> Counter[tuple[Any, Any]]:
    """How often each (colour, value) that can be read is in the deck."""
    deck: Counter[tuple[Any, Any]] = Counter()
    for index, entry in enumerate(reader.entries("card")):
        colour, value, copies = entry.get("colour"), entry.get("value"), entry.get("copies")
        if colour not in colours:
            reader.wrong(f"'{colour}' is no colour of this pack", f"use one of {', '.join(colours)}", "card", index, "colour")
            continue
        if not (value == JOKER or (type(value) is int and value in VALUES)):
            reader.wrong(f"the card's value is {value!r}", 'write value = 1 to 5, or "joker"', "card", index, "value")
            continue
        if (colour, value) in deck:
            reader.wrong(f"the card {colour} {value} is there twice", "write one entry with its copies", "card", index, "value")
            continue
        if type(copies) is not int or not 1 <= copies <= 2:
            remedy = "write copies = 1 or 2: of more, a player could be given an equal card"
            reader.wrong("the number of copies is wrong", remedy, "card", index, "copies")
            continue
        deck[colour, value] = copies
    if deck.total() != CARDS:
        reader.wrong(f"there are {deck.total()} creature cards, not {CARDS}", "give each card and its copies", "card")
    return deck


def _check_tokens(reader: Reader, colours: list[str], deck: Counter[tuple[Any, Any]]) -> None:
    tokens = reader.entries("token")
    seen: set[str] = set()
    highest: dict[str, int] = {}
    full: list[int] = []
    for index, entry in enumerate(tokens):
        name, column, points = entry.get("id"), entry.get("column"), entry.get("points")
        if not isinstance(name, str) or not name:
            reader.wrong("this token has no id", 'add id = "..." (letters, digits, _)', "token", index, "id")
        elif name in seen:
            reader.wrong(f"the token '{name}' is there twice", "give each its own id", "token", index, "id")
        else:
            seen.add(name)
        if column not in colours:
            reader.wrong(f"'{column}' is no colour of this pack", f"use one of {', '.join(colours)}", "token", index, "column")
        if type(points) is not int or points <= highest.get(str(column), 0):
            remedy = "write points that rise from each token of a column to the next"
            reader.wrong(f"the token's points are {points!r}", remedy, "token", index, "points")
        else:
            highest[str(column)] = points
        try:
            kind, size = read_cost(entry.get("cost"))
        except BadCost as error:
            reader.wrong(str(error), 'write cost = "suite 2" to "suite 5", "set 2" to "set 4", or "full"', "token", index, "cost")
            continue
        if kind == "full":
            full.append(points if type(points) is int else 0)
        if column in colours and not _payable(kind, size, column, deck):
            reader.wrong("no cards of this deck pay for the token", "give it a cost that the cards can pay", "token", index, "cost")
    if len(tokens) != TOKENS:
        reader.wrong(f"there are {len(tokens)} tokens, not {TOKENS}", "write a [[token]] for each on the board", "token")
    if full != [FULL_POINTS]:
        remedy = f'give exactly one token cost = "full" and points = {FULL_POINTS}'
        reader.wrong("the token for a full suite and a joker is wrong", remedy, "token")


def _payable(kind: str, size: int, column: Any, deck: Counter[tuple[Any, Any]]) -> bool:
    """Whether the deck has the cards of a cost, without any joker but the one of a full suite."""
    colours = {colour for colour, _ in deck}
    if kind == "set":
        return any(sum((colour, value) in deck for colour in colours) >= size for value in VALUES)
    if kind == "full":
        return any(all((colour, value) in deck for value in (*VALUES, JOKER)) for colour in colours)
    runs = (range(lowest, lowest + size) for lowest in range(1, 7 - size))
    return isinstance(column, str) and any(all((column, value) in deck for value in run) for run in runs)
