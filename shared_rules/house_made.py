"""How much of a pack is house content: invented, or told by nobody who owns the game."""

from functools import lru_cache
from typing import Any

from shared_rules.content import Pack
from shared_rules.words import _

HOUSE = "house"


def house_counts(pack: Pack) -> dict[str, tuple[int, int]]:
    """How many entries are house content, and how many there are, by what people call them. The head of the pack is left out."""
    counts: dict[str, tuple[int, int]] = {}
    for table, held in pack.content.items():
        for entry in held if isinstance(held, list) else [held]:
            if isinstance(entry, dict) and "source" in entry:
                name = _called(table, entry)
                made, of = counts.get(name, (0, 0))
                counts[name] = (made + (entry["source"] == HOUSE), of + 1)
    return counts


@lru_cache(maxsize=4)
def house_words(pack: Pack) -> str:
    """The same in one sentence; "" where nothing is house content."""
    found = [
        _("{made} of {all} {what}").format(made=made, all=of, what=what) if of > 1 else what
        for what, (made, of) in house_counts(pack).items()
        if made
    ]
    return _("House content: {what}.").format(what=", ".join(found)) if found else ""


def house_entries(pack: Pack) -> list[str]:
    """The names of what is house content, a line for each kind."""
    names: dict[str, list[str]] = {}
    for table, held in pack.content.items():
        for entry in held if isinstance(held, list) else []:
            if entry.get("source") == HOUSE:
                names.setdefault(_called(table, entry), []).append(str(entry.get("name") or entry.get("id") or table))
    return [f"{what}: {', '.join(dict.fromkeys(them))}" for what, them in names.items()]


def _called(table: str, entry: dict[str, Any]) -> str:
    """What people call the entries of a table; cards by what they are for."""
    if table == "card" and "set" in entry:
        return _("start cards") if entry["set"] == "start" else _("heroes")
    words = {
        "board": _("boards"), "setup": _("setup sides"), "supply": _("supply sides"), "die": _("the symbols of the die"),
        "rune": _("runes"), "solo": _("solo cards"), "card": _("cards"), "token": _("tokens"), "colour": _("colours"),
        "markers": _("the markers"), "layout": _("layouts"), "destination": _("destination cards"), "faction": _("factions"),
        "track": _("ability tracks"), "detention": _("detention cards"), "return": _("sides of the return card"),
    }  # fmt: skip
    return words.get(table, table)
