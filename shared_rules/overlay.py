"""An owner's pack over the house's: what the owner's box says replaces what was invented, and the rest stays playable.

An entry of a list of tables replaces the house's entry with the same `id`. One with an id of its own takes the place of a house
entry of its kind (`Match.gives_way`), invented ones first. Where entries have no ids, and for single tables such as [pack] and
[die], the owner's replace the house's whole. The result is checked like any pack; what is wrong is told with the owner's lines.
"""

import difflib
from typing import Any, NamedTuple

from shared_rules.content import SOURCES, BadPack, Pack, Problem, Reader
from shared_rules.match import Match
from shared_rules.pack_text import Spot, written

HEAD = "pack"


class _Slot(NamedTuple):
    """An entry, and which of the owner's it is; None is the house's."""

    entry: Any
    owner: int | None


def laid_over(kind: type[Match[Any]], file: str, text: str) -> Pack:
    """The owner's pack in `text` over the house pack of the game. Raises BadPack with all that is wrong, in lines of `file`."""
    owner = Reader(file, text)
    owner.finish()
    house = kind.beneath(kind.new_pack().content, owner.data)
    _note_unknown(owner, house)
    slots = {
        table: _laid(kind, table, house.get(table), owner.data.get(table))
        for table in dict.fromkeys([*house, *owner.data])
        if table in owner.data or table != HEAD
    }
    merged = {table: _plain(found) for table, found in slots.items()}
    whole, spots = written(merged)
    try:
        pack = kind.read_pack(file, whole)
    except BadPack as error:
        told = [_told(owner, slots, spots, problem) for problem in error.problems]
        owner.problems += dict.fromkeys(told)
    owner.finish()
    return pack


def _plain(found: list[_Slot] | _Slot) -> Any:
    return found.entry if isinstance(found, _Slot) else [slot.entry for slot in found]


# -- which entries lie on top -------------------------------------------------------------------------------------------------


def _laid(kind: type[Match[Any]], table: str, house: Any, owner: Any) -> list[_Slot] | _Slot:
    """The entries of one table, the owner's in the places of those that they replace."""
    if not isinstance(house, list) or not isinstance(owner, list | None) or not _all_tables(owner or []):
        return _Slot(house, None) if owner is None else _Slot(owner, -1)
    slots = [_Slot(entry, None) for entry in house]
    if owner is None:
        return slots
    if not any("id" in entry for entry in house):
        return [_Slot(entry, index) for index, entry in enumerate(owner)]
    ids = {entry.get("id"): place for place, entry in reversed([*enumerate(house)]) if isinstance(entry.get("id"), str)}
    others: list[_Slot] = []
    for index, entry in enumerate(owner):
        place = ids.pop(entry["id"], None) if isinstance(entry.get("id"), str) else None
        if place is None:
            others.append(_Slot(entry, index))
        else:
            slots[place] = _Slot(entry, index)
    for slot in others:
        place = _place_for(kind, table, slots, slot.entry)
        if place is None:
            slots.append(slot)
        else:
            slots[place] = slot
    return slots


def _all_tables(entries: list[Any]) -> bool:
    return all(isinstance(entry, dict) for entry in entries)


def _place_for(kind: type[Match[Any]], table: str, slots: list[_Slot], entry: dict[str, Any]) -> int | None:
    """The place of the house's entry that `entry` is put in for: with as many copies if there is one, an invented one first."""
    fitting = [
        (slot.entry.get("copies") != entry.get("copies"), -SOURCES.index(slot.entry["source"]), place)
        for place, slot in enumerate(slots)
        if slot.owner is None and kind.gives_way(table, slot.entry, entry)
    ]
    return min(fitting)[2] if fitting else None


# -- what is wrong ------------------------------------------------------------------------------------------------------------


def _note_unknown(owner: Reader, house: dict[str, Any]) -> None:
    """Note tables and keys that no pack of the game has: nothing would read them, and the house's would be played unseen."""
    for table, held in owner.data.items():
        if table not in house:
            owner.wrong(f"no pack of this game has '{table}'", _meant(table, list(house)), table)
            continue
        theirs, ours = _tables_of(held), _tables_of(house[table])
        known = list(dict.fromkeys(key for entry in ours for key in entry))
        for index, entry in enumerate(theirs):
            for key in entry:
                if key not in known:
                    at = index if isinstance(held, list) else None
                    owner.wrong(f"a {table} has no '{key}'", _meant(key, known), table, at, key)


def _tables_of(held: Any) -> list[dict[str, Any]]:
    return [entry for entry in (held if isinstance(held, list) else [held]) if isinstance(entry, dict)]


def _meant(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, 1)
    return f"did you mean '{near[0]}'?" if near else f"take it out; there are {', '.join(known)}"


def _told(owner: Reader, slots: dict[str, list[_Slot] | _Slot], spots: list[Spot], problem: Problem) -> Problem:
    """The problem of the whole as one of the owner's file."""
    if not 1 <= problem.line <= len(spots):
        return problem
    table, index, key = spots[problem.line - 1]
    found = slots[table]
    slot = found if isinstance(found, _Slot) else found[index or 0]
    if slot.owner is not None:
        at = slot.owner if isinstance(found, list) else None
        return problem._replace(line=owner.line_of(table, at, key))
    if index == 0 and key is None:  # it is about the whole table
        return problem._replace(line=owner.line_of(table))
    name = f" '{slot.entry['id']}'" if isinstance(slot.entry, dict) and "id" in slot.entry else ""
    return problem._replace(
        line=0, what=f"the house's {table}{name} does not fit with what you give", remedy=f"give your own {table}{name} too"
    )
