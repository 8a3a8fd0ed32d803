"""What an answer is worth to a seat, by a rule of thumb over its view. All that the greedy bot knows of the game is here.

The measure is *work*: a drop costs one, and a little more for each step that it lies away from a shrine field. An answer is worth
the work that it saves now; a card, the work that it would save on the board as it is.
"""

from functools import cache
from typing import Any

STEP = 0.35
"""The work of one step towards the shrine, next to that of a drop."""
LEAF, LEAF_EARLY = 0.15, 0.02
"""The work that one leaf can save when it is spent, and how much more for each drop that is left."""
USES = 8.0
"""A hired hero is played once, and once more for so many drops that are left."""
START_CARD = 0.6
"""What the card saves that a hired hero is drawn in place of."""
OTHERS = 0.25
"""How much of what the others gain counts against a card."""
PLAY_FIRST = 100.0
"""Cards come before hires and actions: they bring the leaves for them."""
CARD_OUT = 0.5
"""What it saves to be rid of a start card."""
ACTIONS = {"a": 0.1, "b": 0.3, "c": 0.6, "d": 1.2, "e": 0.2}
"""What it saves to own an action card."""

Function = list[Any]
_ANY_MOVE: Function = ["move", 1, 1, "any", 1, False]
_ANY_REMOVAL: Function = ["remove", 1, 1, "any", 1, False, False]


PACE = (1, 2)
"""With light tracking a bot has no board: it tells so many drops, turn by turn, about as many as people remove."""


class Sight:
    """What a seat sees of the game, as far as it matters here: fields, drops, cards."""

    def __init__(self, view: dict[str, Any], seat: int) -> None:
        own = view["seats"][seat]
        board = own.get("board", view["board"])
        self.drops: list[int] = own["drops"]
        self.leaves: int = own["leaves"]
        self.discard: list[str] = own["discard"]
        self.lands: list[str | None] = board["lands"]
        self.neighbours: list[list[int]] = board["neighbours"]
        self.showcase: list[str | None] = view["showcase"]
        self.cards: dict[str, dict[str, Any]] = view["cards"]
        self.choosing: list[Function] = view["choosing"] or []
        self.leaf: float = LEAF + LEAF_EARLY * sum(self.drops)
        self.uses: float = 1.0 + sum(self.drops) / USES
        self.work = work_of_fields(self.lands, self.neighbours)


def value(view: dict[str, Any], seat: int, answers: list[list[Any]]) -> list[float]:
    """How much each of `answers` is worth to `seat`."""
    if view["tracking"] == "light":
        return [_likeness(view, seat, answer) for answer in answers]
    sight = Sight(view, seat)
    return [_value(sight, answer) for answer in answers]


def _likeness(view: dict[str, Any], seat: int, answer: list[Any]) -> float:
    """How much like a person's an answer is where no board is known: the pace is kept, and nothing seldom is done."""
    match answer:
        case ["removed", int(count)]:
            return -abs(float(count) - PACE[(view["round"] + seat) % len(PACE)])
        case ["loses", int(count)]:
            return -float(count)
        case ["leaves", int(count)]:
            return -abs(float(count) - seat)
    return -100.0


def _value(sight: Sight, answer: list[Any]) -> float:
    match answer:
        case ["play", card]:
            return PLAY_FIRST + _leaves_in(sight.cards[card]["function"])
        case ["hire", at]:
            return _hire(sight, sight.cards[sight.showcase[at] or ""])
        case ["action", action]:
            return _action(sight, action)
        case ["side", at]:
            return worth(sight, sight.choosing[at])
        case ["move", int(field), int(to)]:
            return sight.work[field] - sight.work[to]
        case ["remove", int(field), int(count)]:
            return count * sight.work[field]
        case ["remove_all"]:
            return PLAY_FIRST
        case ["around", field]:
            return _work_beside(sight, field)
        case ["take_out", card]:
            return CARD_OUT - worth_of_card(sight, card)
        case ["shrine_field", field]:
            return _shrine_field(sight, field)
        case ["give_up", kind]:
            return 0.5 - ACTIONS[kind]
    return 0.0


def _hire(sight: Sight, hero: dict[str, Any]) -> float:
    once = worth(sight, hero["single"]) if hero["single"] else 0.0
    return sight.uses * (worth(sight, hero["function"]) - START_CARD) + once - sight.leaf * float(hero["cost"])


def _action(sight: Sight, action: str) -> float:
    if action == "a":
        return 0.1 if sight.leaves > 4 else -1.0
    saves = {
        "b": worth(sight, _ANY_MOVE),
        "c": worth(sight, ["move", 1, 2, "any", 1, False]),
        "d": worth(sight, _ANY_REMOVAL),
        "e": worth(sight, ["remove_card"]),
    }
    return saves[action] - 3 * sight.leaf


@cache
def _work(lands: tuple[str | None, ...], neighbours: tuple[tuple[int, ...], ...]) -> list[float]:
    work = [0.0] * len(lands)
    reached = [field for field, land in enumerate(lands) if land == "shrine"]
    seen = set(reached)
    steps = 0
    while reached:
        steps += 1
        reached = list(dict.fromkeys(other for field in reached for other in neighbours[field] if other not in seen))
        seen.update(reached)
        for field in reached:
            work[field] = 1.0 + STEP * steps
    return work


def work_of_fields(lands: list[str | None], neighbours: list[list[int]]) -> list[float]:
    """The work of one drop on each field; none on a shrine field."""
    return _work(tuple(lands), tuple(map(tuple, neighbours)))


def worth(sight: Sight, function: Function) -> float:
    """The work that `function` would save on the board as it is."""
    match function:
        case ["leaves", int(count)]:
            return sight.leaf * count
        case ["all", parts]:
            return sum(worth(sight, part) for part in parts)
        case ["either", parts]:
            return max(worth(sight, part) for part in parts)
        case ["times", int(times), inner]:
            return times * worth(sight, inner)
        case ["others", inner]:
            return -OTHERS * worth(sight, inner)
        case ["around", land]:
            return max(_work_beside(sight, field) for field, its in enumerate(sight.lands) if land in (its, "any") and its)
    return _worth_of_drops(sight, function) if function[0] in ("move", "remove") else _worth_once(sight, function)


def _worth_of_drops(sight: Sight, function: Function) -> float:
    high, fields = function[2], _fitting(sight, function)
    if function[0] == "move":
        return max((min(high, sight.drops[at]) * _best_step(sight, at) for at in fields), default=0.0)
    best = max((min(high, sight.drops[at]) * sight.work[at] for at in fields), default=0.0)
    return best + (1.0 if function[6] else 0.0)


def _worth_once(sight: Sight, function: Function) -> float:
    """What the expansion brings: a card out of the deck, an action card, a shrine field."""
    match function:
        case ["remove_card"]:
            return max((CARD_OUT - worth_of_card(sight, card) for card in sight.discard), default=0.0)
        case ["gain_action", kind]:
            return ACTIONS[kind]
        case ["shrine_field"]:
            return max((_shrine_field(sight, field) for field, count in enumerate(sight.drops) if count == 1), default=0.0)
    return 0.0


def worth_of_card(sight: Sight, card: str) -> float:
    """The work that a card would save, but for the cards it removes: those would be asked for their own worth again."""
    function = sight.cards[card]["function"]
    return 0.0 if "remove_card" in str(function) else worth(sight, function)


def _shrine_field(sight: Sight, field: int) -> float:
    """The work of its drop, and the ways that all other drops are spared."""
    lands = sight.lands[:]
    lands[field] = "shrine"
    work = work_of_fields(lands, sight.neighbours)
    return sum(count * (before - after) for count, before, after in zip(sight.drops, sight.work, work, strict=True))


def _fitting(sight: Sight, function: Function) -> list[int]:
    land, need, exact = function[3:6]
    return [
        field
        for field, count in enumerate(sight.drops)
        if count and (count == need if exact else count >= need) and land in ("any", sight.lands[field])
    ]


def _best_step(sight: Sight, field: int) -> float:
    return max(sight.work[field] - sight.work[to] for to in sight.neighbours[field])


def _work_beside(sight: Sight, field: int) -> float:
    return sum(sight.work[other] for other in sight.neighbours[field] if sight.drops[other])


def _leaves_in(function: Function) -> float:
    """Leaves that a card brings its player: such cards are played first."""
    match function:
        case ["leaves", int(count)]:
            return count
        case ["all", parts]:
            return sum(map(_leaves_in, parts))
    return 0.0
