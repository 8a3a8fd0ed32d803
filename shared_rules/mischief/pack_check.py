"""Whether a content pack of Mythic Mischief can be played: each check notes all that is wrong with its part, with a remedy."""

from collections.abc import Callable
from typing import Any

from shared_rules.content import SOURCES, Reader
from shared_rules.mischief.maze import connected, grid, mask_of
from shared_rules.mischief.state import CLUTTER, DICE_EACH, HEDGES

BEFORE, AFTER = "before", "after"
WINDS = ("N", "E", "S", "W")
LAYOUTS, CARDS, MYTHICS = 3, 10, 3
ICONS = {1: 7, 2: 5, 3: 3}
"""How many Detention cards set off the first, the second and the third of the row (MM-DET-04)."""
SMALLEST_SIDE, LARGEST_SIDE = 5, 9
LARGEST_NUMBER = 6
ABILITIES = {
    "gargoyles": ("move", "glide", "perch", "distract"),
    "fairies": ("move", "wander", "antics", "distract"),
    "werewolves": ("move", "fling", "heave", "distract"),
    "gnomes": ("move", "burrow", "shifty", "illusion", "distract"),
}
Corner = list[int]
"""Column and row, from 1."""


def check(reader: Reader) -> None:
    """Note everything that is wrong with the pack that `reader` has."""
    reader.check_head("mischief", "Mythic Mischief")
    size = _check_board(reader)
    _check_factions(reader)
    _check_tracks(reader)
    if size:  # places mean nothing on a board that cannot be read
        _Places(reader, *size).check()


def _is_count(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _check_board(reader: Reader) -> tuple[int, int] | None:
    """Width and height of the board, if it has one and a space in its centre (MM-R-01)."""
    board = reader.data.get("board")
    if not isinstance(board, dict):
        reader.wrong("there is no [board]", 'write [board], source = "house", size = [5, 5], score_start = 0')
        return None
    if board.get("source") not in SOURCES:
        reader.wrong("the board does not say where it comes from", f"add source = one of {', '.join(SOURCES)}", "board")
    if type(board.get("score_start")) is not int:
        reader.wrong("it is not said where scores start", "write score_start = 0", "board", None, "score_start")
    size = board.get("size")
    if not isinstance(size, list) or len(size) != 2 or not all(_is_count(side, 1, LARGEST_SIDE) for side in size):
        remedy = f"write size = [columns, rows], each from {SMALLEST_SIDE} to {LARGEST_SIDE}"
        reader.wrong(f"the board's size is {size!r}", remedy, "board", None, "size")
        return None
    if not (size[0] % 2 and size[1] % 2):
        what = f"a board of {size[0]} by {size[1]} has no space in its centre for the groundskeeper's crest"
        reader.wrong(what, "write an odd number of columns and of rows", "board", None, "size")
        return None
    if min(size) < SMALLEST_SIDE:
        reader.wrong("the board has no room for all Mythics", f"write {SMALLEST_SIDE} or more for each", "board", None, "size")
        return None
    return size[0], size[1]


def _ids(reader: Reader, table: str, entries: list[dict[str, Any]]) -> None:
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        name = entry.get("id")
        if not isinstance(name, str) or not name:
            reader.wrong(f"this {table} has no id", 'add id = "..." (letters, digits, _)', table, index, "id")
        elif name in seen:
            reader.wrong(f"the {table} '{name}' is there twice", "give each its own id", table, index, "id")
        else:
            seen.add(name)


def _check_factions(reader: Reader) -> None:
    entries = reader.entries("faction")
    _ids(reader, "faction", entries)
    for index, entry in enumerate(entries):
        if entry.get("id") not in [*ABILITIES]:
            remedy = f"use {', '.join(ABILITIES)}: the rules know no others"
            reader.wrong(f"'{entry.get('id')}' is no faction", remedy, "faction", index, "id")
        if not isinstance(entry.get("name"), str) or not entry["name"]:
            reader.wrong("the faction has no name", 'add name = "..."', "faction", index, "name")
        names = entry.get("mythics")
        if not isinstance(names, list) or len(names) != MYTHICS or not all(isinstance(name, str) and name for name in names):
            reader.wrong("the faction's Mythics cannot be read", "write mythics = [three names]", "faction", index, "mythics")
    for missing in [name for name in ABILITIES if name not in [entry.get("id") for entry in entries]]:
        reader.wrong(f"the faction '{missing}' is missing", f'add a [[faction]] with id = "{missing}"', "faction")


def _check_tracks(reader: Reader) -> None:
    """Every ability of every faction has its track, with five dice a faction in all (MM-COMP-06, MM-R-91)."""
    entries = reader.entries("track")
    _ids(reader, "track", entries)
    there: dict[str, list[Any]] = {faction: [] for faction in ABILITIES}
    dice = dict.fromkeys(ABILITIES, 0)
    for index, entry in enumerate(entries):
        faction, ability = entry.get("faction"), entry.get("ability")
        if faction not in [*ABILITIES]:
            reader.wrong(f"'{faction}' is no faction", f"use {', '.join(ABILITIES)}", "track", index, "faction")
            continue
        if ability not in ABILITIES[faction] or ability in there[faction]:
            remedy = f"give one track each for {', '.join(ABILITIES[faction])}"
            reader.wrong(f"'{ability}' is no ability of theirs, or is there twice", remedy, "track", index, "ability")
            continue
        there[faction].append(ability)
        dice[faction] += _check_slots(reader, index, entry)
    for faction, abilities in there.items():
        for ability in [one for one in ABILITIES[faction] if one not in abilities]:
            reader.wrong(f"the {faction} have no track for '{ability}'", f'add a [[track]] with ability = "{ability}"', "track")
        if dice[faction] != DICE_EACH and len(abilities) == len(ABILITIES[faction]):
            remedy = f"let the start slots of their tracks be {DICE_EACH} in all"
            index = next(i for i, entry in enumerate(entries) if entry.get("faction") == faction)
            reader.wrong(f"the {faction} have {dice[faction]} dice, not {DICE_EACH}", remedy, "track", index, "start")


def _check_slots(reader: Reader, index: int, entry: dict[str, Any]) -> int:
    """How many dice start on the track."""
    slots, start = entry.get("slots"), entry.get("start")
    if not isinstance(slots, list) or not slots or not all(_is_count(slot, 0, LARGEST_NUMBER) for slot in slots):
        reader.wrong("the numbers above the slots cannot be read", "write slots = [1, 2, 3], 0 to 6 each", "track", index, "slots")
        return 0
    if not isinstance(start, list) or not start or not all(_is_count(slot, 1, len(slots)) for slot in start):
        remedy = f"write start = [1], the slots that dice begin on, from 1 to {len(slots)}"
        reader.wrong("the start slots cannot be read", remedy, "track", index, "start")
        return 0
    if start != sorted(set(start)):
        reader.wrong("two dice start on one slot", "name each start slot once, from the left", "track", index, "start")
    return len(start)


class _Places:
    """The checks of all that names places on a board of that size."""

    def __init__(self, reader: Reader, width: int, height: int) -> None:
        self.reader, self.width, self.height = reader, width, height

    def check(self) -> None:
        self._check_layouts()
        self._check_cards()
        self._check_detentions()
        self._check_returns()

    def _is_place(self, place: Any) -> bool:
        if not isinstance(place, list) or len(place) != 2:
            return False
        return _is_count(place[0], 1, self.width) and _is_count(place[1], 1, self.height)

    def _is_push(self, push: Any) -> bool:
        return isinstance(push, list) and len(push) == 3 and self._is_place(push[:2]) and push[2] in WINDS

    def _is_hedge(self, hedge: Any) -> bool:
        if not isinstance(hedge, list) or len(hedge) != 3 or hedge[0] not in ("V", "H") or not self._is_place(hedge[1:]):
            return False
        return bool(hedge[1] < self.width) if hedge[0] == "V" else bool(hedge[2] < self.height)

    def _list(
        self, table: str, index: int, entry: dict[str, Any], key: str, count: tuple[int, int], fits: Callable[[Any], bool], how: str
    ) -> list[Any]:
        """The list under `key`; empty if anything is wrong with it."""
        found = entry.get(key)
        low, high = count
        number = str(low) if low == high else f"{low} or more"
        if not isinstance(found, list) or not low <= len(found) <= high:
            remedy = f"write {key} = [{how}, ...], {number} of them"
            self.reader.wrong(f"{key} are not there as they have to be", remedy, table, index, key)
            return []
        odd = next((one for one in found if not fits(one)), None)
        if odd is not None:
            self.reader.wrong(f"{key} hold {odd!r}, which is no place for that", f"write {how}, on the board", table, index, key)
            return []
        if any(one in found[:at] for at, one in enumerate(found)):
            self.reader.wrong(f"{key} name a place twice", "name each once", table, index, key)
            return []
        return found

    def _cells(self, table: str, index: int, entry: dict[str, Any], key: str, low: int, high: int = 99) -> list[Any]:
        return self._list(table, index, entry, key, (low, high), self._is_place, "[column, row]")

    def _check_layouts(self) -> None:
        reader = self.reader
        entries = reader.entries("layout")
        _ids(reader, "layout", entries)
        how = '["V", column, row] for the right side of a space, ["H", column, row] for its lower side'
        if len(entries) != LAYOUTS:
            reader.wrong(f"there are {len(entries)} layouts, not {LAYOUTS}", "give a [[layout]] for each", "layout")
        for index, entry in enumerate(entries):
            hedges = self._list("layout", index, entry, "hedges", (HEDGES, HEDGES), self._is_hedge, how)
            self._cells("layout", index, entry, "clutter", CLUTTER, CLUTTER)
            edges = [(y - 1) * self.width + x - 1 + (self.width * self.height if kind == "H" else 0) for kind, x, y in hedges]
            if not connected(grid(self.width, self.height), mask_of(edges)):
                reader.wrong("the Hedges cut a part of the board off", "leave a way to every space", "layout", index, "hedges")

    def _check_cards(self) -> None:
        reader = self.reader
        entries = reader.entries("destination")
        _ids(reader, "destination", entries)
        kinds = [entry.get("kind") for entry in entries]
        if len(entries) != CARDS or not all(kind in kinds for kind in (BEFORE, AFTER)):
            remedy = f"give {CARDS} in all, some of each kind"
            reader.wrong(f"there are {len(entries)} destination cards, or all are of one kind", remedy, "destination")
        for index, entry in enumerate(entries):
            if entry.get("kind") not in (BEFORE, AFTER):
                reader.wrong("the card's kind is not known", f'write kind = "{BEFORE}" or "{AFTER}"', "destination", index, "kind")
            if not _is_count(entry.get("move"), 2, 99):
                remedy = "write move = 2 or more: with 1 it never enters Clutter"
                reader.wrong("the groundskeeper's points are not there", remedy, "destination", index, "move")
            self._cells("destination", index, entry, "stops", 3, 3)
            self._cells("destination", index, entry, "tomes", 1)
            self._cells("destination", index, entry, "entrances", 1)

    def _check_detentions(self) -> None:
        reader = self.reader
        entries = reader.entries("detention")
        _ids(reader, "detention", entries)
        icons = sorted(str(entry.get("icon")) for entry in entries)
        if icons != sorted(str(icon) for icon, count in ICONS.items() for _ in range(count)):
            told = ", ".join(f"{count} with icon {icon}" for icon, count in ICONS.items())
            reader.wrong(f"the icons of the {len(entries)} detention cards do not add up", f"give {told}", "detention")
        for index, entry in enumerate(entries):
            self._list("detention", index, entry, "pushed", (0, 99), self._is_push, '[column, row, "N"]')
            for key in ("caught", "tripped", "tomes"):
                self._cells("detention", index, entry, key, 0)

    def _check_returns(self) -> None:
        reader = self.reader
        entries = reader.entries("return")
        _ids(reader, "return", entries)
        if len(entries) != 2:
            reader.wrong(f"there are {len(entries)} sides of the Return card, not 2", "give a [[return]] for each", "return")
        for index, entry in enumerate(entries):
            for key in ("green", "blue"):
                self._cells("return", index, entry, key, 6, 6)
