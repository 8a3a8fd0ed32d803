"""How the house's content of Mycelia gives way to an owner's: what was invented fits itself to what a real box says."""

from collections.abc import Iterator
from typing import Any

Place = tuple[int, int]
"""Columns to the right and rows down from the shrine field."""
SHRINE = (0, 0)
START_EACH = 6
"""Start cards of each rune."""


def gives_way(table: str, house: dict[str, Any], owner: dict[str, Any]) -> bool:
    """A hero for a hero of its set, a back for any board that is no front, a solo card for the one with the same effect."""
    if table == "solo":
        return bool(house["parts"] == owner.get("parts"))
    return "name" in house and house["id"] != "front" and bool(house.get("set") == owner.get("set"))


def beneath(house: dict[str, Any], owner: dict[str, Any]) -> dict[str, Any]:
    """The house's content beneath the owner's.

    Its supply cards have the symbols of the owner's die, one for one in the order of its sides. Its backs that lack a place which
    the owner's cards name are like the owner's front. Its cards keep to the places that all boards have. Of its start cards
    none is left where the owner's fill the decks: a box may have fewer kinds of them than the house.
    """
    wanted = {place for table in ("setup", "supply") for entry in _entries(owner, table) for place in _named(entry)} - {SHRINE}
    boards = _boards(house, owner, wanted)
    common = set.intersection(*(_offsets(board) for board in boards)) - {SHRINE}
    setups, supplies = house["setup"], _with_symbols(house, owner)
    if len(common) > 1:
        setups = [{**side, "drops": _moved_drops(side["drops"], sorted(common))} for side in setups]
        supplies = [
            {**side, "faces": {face: _moved(places, sorted(common)) for face, places in side["faces"].items()}} for side in supplies
        ]
    shown = {board["id"]: board for board in boards if board["source"] == "house"}
    seen = [shown.get(board["id"], board) for board in house["board"]]
    return {**house, "board": seen, "setup": setups, "supply": supplies, "card": _cards(house, owner)}


def _boards(house: dict[str, Any], owner: dict[str, Any], wanted: set[Place]) -> list[dict[str, Any]]:
    """The boards that can be read of both; of the house's only those that no owner's takes the place of."""
    theirs = [board for board in _entries(owner, "board") if _offsets(board) and isinstance(board.get("id"), str)]
    ids = {board["id"] for board in theirs}
    front = next((board for board in theirs if board.get("id") == "front"), None)
    others = sum(id_ not in {board["id"] for board in house["board"]} for id_ in ids)
    ours = [board for board in house["board"] if board["id"] not in ids]
    backs = [board for board in ours if board["id"] != "front"][others:]
    like_front = front is not None and wanted <= _offsets(front)
    fitted = [
        {**board, "cells": front["cells"]} if front and like_front and not wanted <= _offsets(board) else board for board in backs
    ]
    return [*({**board, "source": "owner"} for board in theirs), *(one for one in ours if one["id"] == "front"), *fitted]


def _with_symbols(house: dict[str, Any], owner: dict[str, Any]) -> list[dict[str, Any]]:
    die = owner.get("die")
    faces = die.get("faces") if isinstance(die, dict) else None
    ours = house["die"]["faces"]
    supplies: list[dict[str, Any]] = house["supply"]
    if not isinstance(faces, list) or len(faces) != len(ours) or not all(isinstance(face, str) for face in faces):
        return supplies
    theirs = dict(zip(ours, faces, strict=True))
    return [{**side, "faces": {theirs[face]: places for face, places in side["faces"].items()}} for side in supplies]


def _cards(house: dict[str, Any], owner: dict[str, Any]) -> list[dict[str, Any]]:
    theirs = [card for card in _entries(owner, "card") if card.get("set") == "start"]
    copies = sum(card["copies"] for card in theirs if type(card.get("copies")) is int)
    replaced = [card.get("id") for card in theirs]
    cards: list[dict[str, Any]] = house["card"]
    return [card for card in cards if copies < START_EACH or card["set"] != "start" or card["id"] in replaced]


def _moved_drops(drops: list[list[int]], common: list[Place]) -> list[list[int]]:
    """The same number of drops, those of places that not all boards have dealt out to the others."""
    kept = {(x, y): count for x, y, count in drops if (x, y) in common}
    places = list(kept) or common
    for at in range(sum(count for _, _, count in drops) - sum(kept.values())):
        place = places[at % len(places)]
        kept[place] = kept.get(place, 0) + 1
    return [[x, y, count] for (x, y), count in kept.items()]


def _moved(places: list[list[int]], common: list[Place]) -> list[list[int]]:
    """As many places, each of them on all boards."""
    kept = [place for place in places if tuple(place) in common]
    spare = (list(place) for place in common if list(place) not in kept)
    return [*kept, *(next(spare) for _ in range(len(places) - len(kept)))]


# -- what can be read of an owner's pack that nobody has checked yet ----------------------------------------------------------


def _entries(owner: dict[str, Any], table: str) -> list[dict[str, Any]]:
    held = owner.get(table)
    return [entry for entry in held if isinstance(entry, dict)] if isinstance(held, list) else []


def _offsets(board: dict[str, Any]) -> set[Place]:
    """The places of a board, counted from its shrine field; empty if it cannot be read."""
    cells = board.get("cells")
    if not isinstance(cells, list) or not all(isinstance(row, str) for row in cells) or "".join(cells).count(".") != 1:
        return set()
    down = next(y for y, row in enumerate(cells) if "." in row)
    right = cells[down].index(".")
    return {(x - right, y - down) for y, row in enumerate(cells) for x, letter in enumerate(row) if letter != "-"}


def _named(entry: dict[str, Any]) -> Iterator[Place]:
    """The places that a setup or supply card names."""
    faces = entry.get("faces")
    lists = [entry.get("drops"), *(faces.values() if isinstance(faces, dict) else [])]
    for places in lists:
        for place in places if isinstance(places, list) else []:
            if isinstance(place, list) and len(place) >= 2 and all(type(part) is int for part in place[:2]):
                yield place[0], place[1]
