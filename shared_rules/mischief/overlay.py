"""How the house's content of Mythic Mischief gives way to an owner's."""

from typing import Any

from shared_rules.mischief.pack_check import CARDS, ICONS

KINDS = {"destination": ("kind", CARDS), "detention": ("icon", sum(ICONS.values()))}
"""What tells the cards of a table apart, and how many a box holds."""


def gives_way(table: str, house: dict[str, Any], owner: dict[str, Any]) -> bool:
    """A card gives way to one of its kind, so that the numbers of each kind stay as they are."""
    if table in KINDS:
        key, _ = KINDS[table]
        return bool(house[key] == owner.get(key))
    return table == "return"


def beneath(house: dict[str, Any], owner: dict[str, Any]) -> dict[str, Any]:
    """The house's content beneath the owner's: who gives all cards of a box says how many there are of each kind."""
    fitted = {table: _fitted(house[table], owner.get(table), *found) for table, found in KINDS.items()}
    return {**house, **fitted}


def _fitted(house: list[dict[str, Any]], owner: Any, key: str, count: int) -> list[dict[str, Any]]:
    """The house's cards, of the kinds of the owner's that they give way to, if the owner has all of them."""
    if not isinstance(owner, list) or len(owner) != count or not all(isinstance(entry, dict) for entry in owner):
        return house
    ours, theirs = ([entry.get("id") for entry in entries] for entries in (house, owner))
    kinds = iter([entry.get(key) for entry in owner if entry.get("id") not in ours])
    return [entry if entry["id"] in theirs else {**entry, key: next(kinds, entry[key])} for entry in house]
