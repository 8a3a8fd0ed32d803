"""What an owner can teach of Mythic Mischief: layouts, cards, tracks of the faction boards, Detention cards, the Return card."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from host.teach import SOURCE, BadAnswer, Prompt, Subject, Talk, Tap, Taught, Teach, number, one_of
from shared_rules.games import game
from shared_rules.mischief.pack_check import ABILITIES, AFTER, BEFORE, CARDS, ICONS, LAYOUTS, WINDS
from shared_rules.mischief.state import CLUTTER, HEDGES

Place = list[int]
"""Column and row, both from 1."""
_OF_KIND = CARDS // 2
_DIRECTIONS = {"N": "north", "E": "east", "S": "south", "W": "west"}


# -- places -----------------------------------------------------------------------------------------------------------------


def _size(talk: Teach) -> tuple[int, int]:
    """Columns and rows of the board: the owner's, else the house's."""
    board = talk.content.get("board") or game("mischief").new_pack().content["board"]
    columns, rows = board["size"]
    return columns, rows


def _place(text: str, size: tuple[int, int]) -> Place:
    found = re.fullmatch(r"([A-R])(\d{1,2})", text.strip().upper())
    column, row = (ord(found[1]) - ord("A") + 1, int(found[2])) if found else (0, 0)
    if not 1 <= column <= size[0] or not 1 <= row <= size[1]:
        raise BadAnswer(f"'{text.strip()}' is no space; write A1 (top left) to {chr(ord('A') + size[0] - 1)}{size[1]}")
    return [column, row]


def _parts(text: str, low: int, high: int) -> list[str]:
    """What stands between commas, or between spaces where there are none."""
    parts = [part.strip() for part in (text.split(",") if "," in text else text.split()) if part.strip()]
    if not low <= len(parts) <= high:
        told = str(low) if low == high else f"{low} to {high}"
        raise BadAnswer(f"these are {len(parts)}, and it takes {told}")
    return parts


def _once(found: list[Any]) -> list[Any]:
    if len({str(one) for one in found}) < len(found):
        raise BadAnswer("name each place once")
    return found


def _places(size: tuple[int, int], low: int, high: int) -> Callable[[str], list[Place]]:
    return lambda text: _once([_place(part, size) for part in _parts(text, low, high)])


def _hedges(size: tuple[int, int]) -> Callable[[str], list[list[Any]]]:
    """Reads Hedges by the two spaces at their sides."""

    def read(text: str) -> list[list[Any]]:
        found = []
        for part in _parts(text, HEDGES, HEDGES):
            sides = sorted(_place(side, size) for side in part.split("-"))
            apart = [sides[-1][0] - sides[0][0], sides[-1][1] - sides[0][1]]
            if len(sides) != 2 or apart not in ([1, 0], [0, 1]):
                raise BadAnswer(f"'{part}' is no Hedge; write the two spaces at its sides, such as A1-B1")
            found.append(["V" if apart == [1, 0] else "H", *sides[0]])
        return _once(found)

    return read


def _pushes(size: tuple[int, int]) -> Callable[[str], list[list[Any]]]:
    """Reads spaces with the direction of their arrow."""

    def read(text: str) -> list[list[Any]]:
        found = []
        for part in (part.strip() for part in text.split(",") if part.strip()):
            space, _, way = part.partition(" ")
            if way.strip()[:1].upper() not in WINDS:
                raise BadAnswer(f"'{part}' has no direction; write the space and N, E, S or W, such as B2 N")
            found.append([*_place(space, size), way.strip()[:1].upper()])
        return _once(found)

    return read


def _ask_places(talk: Teach, text: str, low: int, high: int, helps: str = "") -> Talk[list[Place]]:
    size = _size(talk)
    return (yield from talk.ask(Prompt(text, helps or _SPACES, (), None, Tap(*size, "spaces")), _places(size, low, high)))


_SPACES = "Columns are letters from the left, rows numbers from the top: A1, C3, E5"


# -- the board, layouts and cards ---------------------------------------------------------------------------------------------


def _odd(text: str) -> list[int]:
    found = re.fullmatch(r"(\d{1,2})\s*x\s*(\d{1,2})", text.lower())
    if not found:
        raise BadAnswer(f"'{text}' is no size such as 5x5")
    return [int(found[1]), int(found[2])]


def board(talk: Teach, given: str) -> Talk[Taught]:
    """The size of the maze."""
    helps = "Both odd: the groundskeeper begins in the centre"
    size = yield from talk.ask(Prompt("How many columns and rows has the maze, such as 5x5?", helps), _odd, given)
    return Taught("board", {"source": SOURCE, "size": size, "score_start": 0})


def layout(talk: Teach, given: str) -> Talk[Taught]:
    """A default layout of Hedges and Clutter."""
    names = tuple(str(one) for one in range(1, LAYOUTS + 1))
    name = yield from talk.ask(Prompt("Which layout?", "", names), one_of(*names), given)
    size = _size(talk)
    helps = f"The two spaces at the sides of each of the {HEDGES}, such as: A1-B1, C2-C3"
    hedges = yield from talk.ask(Prompt("Where do its Hedges stand?", helps, (), None, Tap(*size, "hedges")), _hedges(size))
    clutter = yield from _ask_places(talk, f"Where do its {CLUTTER} Clutter tokens lie?", CLUTTER, CLUTTER)
    return Taught("layout", {"id": name, "source": SOURCE, "hedges": hedges, "clutter": clutter})


def card(talk: Teach, given: str) -> Talk[Taught]:
    """A Destination card."""
    names = tuple(f"{kind} {one}" for kind in (BEFORE, AFTER) for one in range(1, _OF_KIND + 1))
    helps = "Number your cards in any order; before and after are told by their backs"
    name = yield from talk.ask(Prompt("Which Destination card?", helps, names), one_of(*names), given)
    move = yield from talk.ask(Prompt("How far does the Groundskeeper go in a turn? (2 to 9)"), number(2, 9))
    stops = yield from _ask_places(talk, "Where are Destinations 1, 2 and 3, in this order?", 3, 3)
    tomes = yield from _ask_places(talk, "Where do Tomes lie?", 1, 9)
    entrances = yield from _ask_places(talk, "Where are the secret entrances?", 1, 9)
    kind = name.partition(" ")[0]
    entry = {"kind": kind, "move": move, "stops": stops, "tomes": tomes, "entrances": entrances}
    return Taught("destination", {"id": name.replace(" ", "_"), "source": SOURCE, **entry})


# -- faction boards ---------------------------------------------------------------------------------------------------------


def _numbers(low: int, high: int, least: int) -> Callable[[str], list[int]]:
    def read(text: str) -> list[int]:
        parts = _parts(text, least, 12)
        return [number(low, high)(part) for part in parts]

    return read


def track(talk: Teach, given: str) -> Talk[Taught]:
    """One track of a faction board."""
    faction = yield from talk.ask(Prompt("Of which faction?", "", tuple(ABILITIES)), one_of(*ABILITIES), given)
    ability = yield from talk.ask(Prompt("Which track?", "", tuple(ABILITIES[faction])), one_of(*ABILITIES[faction]))
    prompt = Prompt("Which numbers stand above its slots, from the left?", "Such as: 1 2 2 3 3 4")
    slots = yield from talk.ask(prompt, _numbers(0, 6, 2))
    prompt = Prompt("On which slots do dice begin? (counted from the left, from 1)", "Such as: 1 2, or nothing for none")
    start = yield from talk.ask(prompt, _numbers(1, len(slots), 0))
    entry = {"faction": faction, "ability": ability, "slots": slots, "start": start}
    return Taught("track", {"id": f"{faction}.{ability}", "source": SOURCE, **entry})


# -- the solo game's cards --------------------------------------------------------------------------------------------------


def detention(talk: Teach, given: str) -> Talk[Taught]:
    """A Detention card with its four grids."""
    count = sum(ICONS.values())
    read = number(1, count)
    name = yield from talk.ask(Prompt(f"Which Detention card? (1 to {count}, in any order of yours)"), read, given)
    icon = yield from talk.ask(Prompt("Which of the three cards does its icon set off?", "", ("1", "2", "3")), number(1, 3))
    size = _size(talk)
    ways = ", ".join(f"{sign} {way}" for sign, way in _DIRECTIONS.items())
    helps = f"Space and direction ({ways}), such as: B2 N, C4 E; or nothing"
    prompt = Prompt("Where are Mythics pushed, and which way?", helps, (), None, Tap(*size, "pushes"))
    pushed = yield from talk.ask(prompt, _pushes(size))
    caught = yield from _ask_places(talk, "Where are Mythics caught? (nothing: nowhere)", 0, 9)
    tripped = yield from _ask_places(talk, "Where are they tripped up? (nothing: nowhere)", 0, 9)
    tomes = yield from _ask_places(talk, "Where do Tomes of the Enchanted come? (nothing: nowhere)", 0, 9)
    # Not the house's number: a card gives way to one with its icon, whatever the order.
    entry = {"icon": icon, "pushed": pushed, "caught": caught, "tripped": tripped, "tomes": tomes}
    return Taught("detention", {"id": f"card_{name}", "source": SOURCE, **entry})


def back(talk: Teach, given: str) -> Talk[Taught]:
    """A side of the Return card."""
    side = yield from talk.ask(Prompt("Which side of the Return card?", "", ("a", "b")), one_of("a", "b"), given)
    green = yield from _ask_places(talk, "Where are the green places 1 to 6, in this order?", 6, 6)
    blue = yield from _ask_places(talk, "Where are the blue places 1 to 6, in this order?", 6, 6)
    return Taught("return", {"id": side.upper(), "source": SOURCE, "green": green, "blue": blue})


def progress(content: dict[str, Any]) -> str:
    """How much of the box was taught."""
    tracks = sum(map(len, ABILITIES.values()))
    counts = {
        "layouts": ("layout", LAYOUTS), "Destination cards": ("destination", CARDS), "tracks": ("track", tracks),
        "Detention cards": ("detention", sum(ICONS.values())), "sides of the Return card": ("return", 2),
    }  # fmt: skip
    told = ", ".join(f"{len(content.get(table, []))} of {of} {what}" for what, (table, of) in counts.items())
    return f"({told} so far)"


SUBJECT = Subject(
    "mischief",
    {
        "layout": ("a default layout of Hedges and Clutter", layout),
        "card": ("a Destination card", card),
        "track": ("one track of a faction board", track),
        "detention": ("a Detention card of the solo game", detention),
        "side": ("a side of the Return card", back),
        "board": ("the size of the maze, if it is not 5x5", board),
    },
    progress,
)
