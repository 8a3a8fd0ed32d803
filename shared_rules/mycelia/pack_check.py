"""How a content pack of Mycelia is checked: each check notes all that is wrong with its part, with a remedy."""

from typing import Any

from shared_rules.content import Reader
from shared_rules.mycelia.functions_text import BadFunction, Function, bonuses_in, read_function, verbs_in

LAND_NAMES = {"L": "leaf", "M": "moss", "W": "water", "S": "soil", ".": "shrine"}
DROPS_EACH = 20
BACKS = 4
KINDS = {"start": 24, "basic": 40, "expansion": 30}
_DECKS = {"start": "six start cards a rune", "basic": "twenty pairs of heroes", "expansion": "fifteen pairs of heroes"}
_HEROES = ("basic", "expansion")
_ONCE = {"gain_action", "shrine_field"}
"""What only single effects do."""
_SOLO_EFFECTS = {
    "flip, gwidyon 1": ["gwidyon"],
    "flip, gwidyon 2": ["gwidyon"],
    "showcase": None,
    "leaf 1, gwidyon 3": ["gwidyon", "you"],
    "leaf 1, gwidyon 1": ["gwidyon", "you"],
    "move": ["you"],
}
"""What the six solo cards do, part by part (MYC-SOLO-11 to -16), and on whom (MYC-SOLO-30): None leaves that to the pack."""
Offsets = dict[str, set[tuple[int, int]]]


def check(reader: Reader) -> None:
    """Check everything. Raises BadPack with all that is wrong."""
    offsets = _check_boards(reader)
    reader.check_head("mycelia", "Mycelia")
    faces = _check_die(reader)
    _check_runes(reader)
    _check_setups(reader, offsets)
    _check_supplies(reader, offsets, faces)
    _check_cards(reader)
    _check_solo(reader)


def _check_boards(reader: Reader) -> Offsets:
    """The places of each board that can be read, counted from its shrine field."""
    boards = reader.entries("board")
    ids = _ids(reader, "board", boards)
    if "front" not in ids or len(boards) != 1 + BACKS:
        reader.wrong(f"{len(boards)} boards are there", 'give one [[board]] with id = "front" and four for the backs', "board")
    offsets: Offsets = {}
    for index, board in enumerate(boards):
        found = _check_cells(reader, index, board.get("cells"))
        if found:
            offsets[str(board.get("id"))] = found
    return offsets


def _check_cells(reader: Reader, index: int, cells: Any) -> set[tuple[int, int]]:
    """The places of one board; empty if it cannot be read."""
    if not isinstance(cells, list) or not cells or not all(isinstance(row, str) and row for row in cells):
        reader.wrong("the board has no rows of fields", 'write cells = ["MLWLS", ...]', "board", index, "cells")
        return set()
    letters = "".join(cells)
    if len({len(row) for row in cells}) != 1:
        reader.wrong("the board's rows differ in length", "use '-' where there is no field", "board", index, "cells")
    for letter in sorted(set(letters) - {*LAND_NAMES, "-"}):
        reader.wrong(f"'{letter}' is no landscape", "use L, M, W, S, '.' or '-'", "board", index, "cells")
    if letters.count(".") != 1:
        reader.wrong(f"the board has {letters.count('.')} shrine fields", "mark exactly one with '.'", "board", index, "cells")
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


def _check_setups(reader: Reader, offsets: Offsets) -> None:
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
    reader: Reader, offsets: Offsets, places: list[tuple[int, int]], table: str, index: int, key: str
) -> None:
    for place in places:
        if place == (0, 0):
            reader.wrong("a drop is put on the shrine field", "count from the shrine field; it stays empty", table, index, key)
        else:
            off = [side for side, fields in offsets.items() if place not in fields]
            if off:
                remedy = "count columns and rows from the shrine field"
                reader.wrong(f"{list(place)} lies off the board ({', '.join(off)})", remedy, table, index, key)


def _check_supplies(reader: Reader, offsets: Offsets, faces: list[str]) -> None:
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
        if not isinstance(kind, str) or kind not in KINDS:
            reader.wrong(f"'{kind}' is no set of cards", f"use one of {', '.join(KINDS)}", "card", index, "set")
            continue
        if not isinstance(card.get("name"), str) or not card["name"]:
            reader.wrong("the card has no name", 'add name = "..."', "card", index, "name")
        if type(copies) is not int or copies < 1 or (kind in _HEROES and copies != 2):
            remedy = "write copies = 2, heroes come in pairs" if kind in _HEROES else "write copies = 1 or more"
            reader.wrong("the number of copies is wrong", remedy, "card", index, "copies")
        else:
            counts[kind] += copies * (4 if kind == "start" else 1)
        cost = card.get("cost")
        if kind in _HEROES and (type(cost) is not int or not 2 <= cost <= 8):
            reader.wrong(f"the hero costs {cost!r}", "write cost = 2 to 8", "card", index, "cost")
        _check_functions(reader, index, card)
    for kind, wanted in KINDS.items():
        if counts[kind] != wanted:
            reader.wrong(f"there are {counts[kind]} {kind} cards, not {wanted}", f"give {_DECKS[kind]}", "card")


def _check_functions(reader: Reader, index: int, card: dict[str, Any]) -> None:
    function = _function(reader, index, "fn", card.get("fn"))
    if function and verbs_in(function) & _ONCE:
        reader.wrong("that is done only once, on hiring", "write it as single = ...", "card", index, "fn")
    if "single" in card:
        if card["set"] != "expansion":
            remedy = "take single out, or move the card to the expansion"
            reader.wrong("only heroes of the expansion have a single effect", remedy, "card", index, "single")
        _function(reader, index, "single", card["single"])


def _function(reader: Reader, index: int, key: str, text: Any) -> Function | None:
    try:
        function = read_function(text if isinstance(text, str) else "")
    except BadFunction as error:
        reader.wrong(f"the function cannot be read: {error}", "see the comments of the house pack", "card", index, key)
        return None
    for bonus in bonuses_in(function):
        if verbs_in(bonus[1]) & {"others", *_ONCE}:
            reader.wrong("that is nothing that others can be given", "write it beside 'others'", "card", index, key)
    return function


def _check_solo(reader: Reader) -> None:
    solos = reader.entries("solo")
    _ids(reader, "solo", solos)
    effects = []
    for index, solo in enumerate(solos):
        parts, symbols = solo.get("parts"), solo.get("for")
        effect = ", ".join(parts) if isinstance(parts, list) and all(isinstance(part, str) for part in parts) else ""
        if effect not in _SOLO_EFFECTS:
            remedy = f"use one of: {'; '.join(_SOLO_EFFECTS)}"
            reader.wrong(f"'{effect}' is nothing that a solo card does", remedy, "solo", index, "parts")
            continue
        effects.append(effect)
        if not isinstance(solo.get("name"), str) or not solo["name"]:
            reader.wrong("the solo card has no name", 'add name = "..."', "solo", index, "name")
        wanted = _SOLO_EFFECTS[effect]
        shown = sorted(symbols) if isinstance(symbols, list) and all(isinstance(one, str) for one in symbols) else []
        if not shown or set(shown) - {"gwidyon", "you"} or (wanted and shown != wanted):
            remedy = f"write for = {wanted or ['gwidyon', 'you']}"
            reader.wrong("the symbols do not say on whom the card acts", remedy, "solo", index, "for")
    if sorted(effects) != sorted(_SOLO_EFFECTS):
        reader.wrong(f"{len(solos)} solo cards are there", "give six, one for each effect of the rulebook", "solo")
