"""How the house's content of Mycelia gives way to an owner's."""

from typing import Any


def gives_way(table: str, house: dict[str, Any], owner: dict[str, Any]) -> bool:
    """A hero for a hero of its set, a back for any board that is no front, a solo card for the one with the same effect."""
    if table == "solo":
        return bool(house["parts"] == owner.get("parts"))
    return "name" in house and house["id"] != "front" and bool(house.get("set") == owner.get("set"))


def beneath(house: dict[str, Any], owner: dict[str, Any]) -> dict[str, Any]:
    """The house's supply cards with the symbols of the owner's die, one for one in the order of its sides."""
    die = owner.get("die")
    faces = die.get("faces") if isinstance(die, dict) else None
    ours = house["die"]["faces"]
    if not isinstance(faces, list) or len(faces) != len(ours) or not all(isinstance(face, str) for face in faces):
        return house
    theirs = dict(zip(ours, faces, strict=True))
    supplies = [{**side, "faces": {theirs[face]: places for face, places in side["faces"].items()}} for side in house["supply"]]
    return {**house, "supply": supplies}
