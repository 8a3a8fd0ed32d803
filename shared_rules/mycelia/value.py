"""What an answer is worth to a seat, by a rule of thumb over its view. All that the greedy bot knows of the game is here.

The measure is *work*: a drop costs one, and a little more for each step that it lies away from the shrine. An answer is worth
the work that it saves now; a card, the work that it would save on the board as it is.
"""

from functools import cache
from typing import Any

STEP = 0.35
"""The work of one step towards the shrine, next to that of a drop."""
LEAF = 0.3
"""The work that one leaf can save when it is spent."""
START_CARD = 0.9
"""What the card saves that a hired hero is drawn in place of."""
OTHERS = 0.25
"""How much of what the others gain counts against a card."""
PLAY_FIRST = 100.0
"""Cards come before hires and actions: they bring the leaves for them."""

Function = list[Any]


class Sight:
    """What a seat sees of the game, as far as it matters here: fields, drops, cards."""

    def __init__(self, view: dict[str, Any], seat: int) -> None:
        self.drops: list[int] = view["seats"][seat]["drops"]
        self.leaves: int = view["seats"][seat]["leaves"]
        self.lands: list[str | None] = view["board"]["lands"]
        self.neighbours: list[list[int]] = view["board"]["neighbours"]
        self.showcase: list[str | None] = view["showcase"]
        self.cards: dict[str, dict[str, Any]] = view["cards"]
        self.played: list[str] = view["seats"][view["active"]]["discard"]
        self.work = work_of_fields(self.lands, self.neighbours)


def value(view: dict[str, Any], seat: int, answers: list[list[Any]]) -> list[float]:
    """How much each of `answers` is worth to `seat`."""
    sight = Sight(view, seat)
    return [_value(sight, answer) for answer in answers]


def _value(sight: Sight, answer: list[Any]) -> float:
    match answer:
        case ["play", card]:
            return PLAY_FIRST + _leaves_in(sight.cards[card]["function"])
        case ["hire", at]:
            hero = sight.cards[sight.showcase[at] or ""]
            return worth(sight, hero["function"]) - START_CARD - LEAF * float(hero["cost"])
        case ["action", "a"]:
            return 0.1 if sight.leaves > 4 else -1.0
        case ["action", "b"]:
            return worth(sight, ["move", 1, 1, "any", 1, False]) - 3 * LEAF
        case ["side", at]:
            return worth(sight, _either(sight)[at])
        case ["move", int(field), int(to)]:
            return sight.work[field] - sight.work[to]
        case ["remove", int(field), int(count)]:
            return count * sight.work[field]
        case ["remove_all"]:
            return PLAY_FIRST
        case ["around", field]:
            return _work_beside(sight, field)
    return 0.0


@cache
def _work(lands: tuple[str | None, ...], neighbours: tuple[tuple[int, ...], ...]) -> list[float]:
    work = [0.0] * len(lands)
    reached = [lands.index("shrine")]
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
    """The work of one drop on each field; none on the shrine field."""
    return _work(tuple(lands), tuple(map(tuple, neighbours)))


def worth(sight: Sight, function: Function) -> float:
    """The work that `function` would save on the board as it is."""
    match function:
        case ["leaves", int(count)]:
            return LEAF * count
        case ["all", parts]:
            return sum(worth(sight, part) for part in parts)
        case ["either", parts]:
            return max(worth(sight, part) for part in parts)
        case ["times", int(times), inner]:
            return times * worth(sight, inner)
        case ["others", inner]:
            return -OTHERS * worth(sight, inner)
        case ["around", land]:
            return max(_work_beside(sight, field) for field, its in enumerate(sight.lands) if its == land)
        case ["move", _, high, *_]:
            return max((min(high, sight.drops[at]) * _best_step(sight, at) for at in _fitting(sight, function)), default=0.0)
        case ["remove", _, high, _, _, _, beside]:
            best = max((min(high, sight.drops[at]) * sight.work[at] for at in _fitting(sight, function)), default=0.0)
            return best + (1.0 if beside else 0.0)
    return 0.0


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


def _either(sight: Sight) -> list[Function]:
    """The sides of the "/" in the card that is being performed: the latest one on the active player's discard pile."""
    pending: list[Function] = [sight.cards[sight.played[-1]]["function"]]
    while pending:
        function = pending.pop()
        match function:
            case ["either", list(sides)]:
                return sides
            case ["all", list(parts)]:
                pending += parts
            case ["times", _, inner] | ["others", inner]:
                pending.append(inner)
    raise ValueError(f"the card {sight.played[-1]} has no sides to choose from")
