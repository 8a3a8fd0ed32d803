"""What pays for a token: suites, sets, and the full suite with its joker. Pure functions of a hand.

Cards of one colour are looked at as one number: bit v-1 is set if value v is there, and each joker adds 32.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

Value = int | str
"""1 to 5, or "joker"."""
JOKER = "joker"
VALUES = (1, 2, 3, 4, 5)
_JOKERS = 32
_SPREAD = [sum((values >> bit & 1) << 4 * bit for bit in range(5)) for values in range(_JOKERS)]
"""Four bits for each value, so that adding counts in how many colours it is there."""


class Card(NamedTuple):
    """A creature card's face."""

    colour: str
    value: Value


def card_name(card: Card) -> str:
    """The id of a card, like red.3 or red.joker; both copies have the same."""
    return f"{card.colour}.{card.value}"


class Token(NamedTuple):
    """A mastery token. `kind` is "suite", "set" or "full", `size` how many cards it costs, a full one counting its joker."""

    column: str
    points: int
    kind: str
    size: int
    source: str


class Reading(NamedTuple):
    """How costs are read: are jokers wild, must suites have the column's colour, is the joker of a full suite its fifth card."""

    wild: bool = True
    own_colour: bool = True
    fifth: bool = False


class Means(NamedTuple):
    """What a hand can pay for: by colour the sizes of its suites as bits, its largest set, whether it has a full suite."""

    suites: dict[str, int]
    largest_set: int
    full: bool

    def pay(self, token: Token, reading: Reading) -> bool:
        """Whether they pay for `token`."""
        if token.kind == "suite":
            if reading.own_colour:
                return bool(self.suites.get(token.column, 0) >> token.size & 1)
            return any(sizes >> token.size & 1 for sizes in self.suites.values())
        return self.full if token.kind == "full" else token.size <= self.largest_set


def held(cards: Mapping[str, Card], hand: Iterable[str]) -> dict[str, int]:
    """The hand by colour: five bits for the values that are there, and above them the number of jokers."""
    found: dict[str, int] = {}
    for name in hand:
        colour, value = cards[name]
        before = found.get(colour, 0)
        found[colour] = before | 1 << value - 1 if type(value) is int else before + _JOKERS
    return found


def means(cards: Mapping[str, Card], hand: Iterable[str], reading: Reading) -> Means:
    """What `hand` can pay for."""
    return _means(tuple(held(cards, hand).items()), reading)


@lru_cache(1024)
def _means(colours: tuple[tuple[str, int], ...], reading: Reading) -> Means:
    suites = {}
    counts = 0
    full = False
    for colour, some in colours:
        jokers = some // _JOKERS
        wild = jokers if reading.wild else 0
        suites[colour] = _sizes(some % _JOKERS, wild)
        counts += _SPREAD[_JOKERS - 1 if wild else some % _JOKERS]
        full = full or bool(jokers and _full(some % _JOKERS, reading.fifth))
    return Means(suites, max(counts >> shift & 15 for shift in (0, 4, 8, 12, 16)), full)


def payments(cards: Mapping[str, Card], token: Token, hand: Sequence[str], reading: Reading) -> list[list[str]]:
    """All ways in which `hand` pays for `token` that differ in a card, each sorted (ML-R-12, ML-R-15)."""
    colours = held(cards, hand)
    found: set[tuple[Card, ...]] = set()
    if token.kind == "set":
        found = _sets(colours, token.size, reading.wild)
    else:
        for colour, some in colours.items():
            values, jokers = some % _JOKERS, some // _JOKERS
            if token.kind == "full":
                ways = _full(values, reading.fifth) if jokers else ()
            elif reading.own_colour and colour != token.column:
                ways = ()
            else:
                ways = _suites(values, jokers if reading.wild else 0, token.size)
            found.update(tuple(Card(colour, value) for value in way) for way in ways)
    return sorted(sorted(map(card_name, way)) for way in found)


@cache
def _suites(values: int, jokers: int, size: int) -> tuple[tuple[Value, ...], ...]:
    """The suites of `size` out of one colour. A joker may stand for a value that is there, too; equal cards are one way."""
    found: dict[tuple[Value, ...], None] = {}
    for lowest in range(1, 7 - size):
        there = [value for value in range(lowest, lowest + size) if values >> value - 1 & 1]
        for wild in range(size - len(there), min(jokers, size) + 1):
            found.update(((*kept, *[JOKER] * wild), None) for kept in combinations(there, size - wild))
    return tuple(found)


@cache
def _sizes(values: int, jokers: int) -> int:
    """Bit n is set if there is a suite of n."""
    return sum(1 << size for size in (2, 3, 4, 5) if _suites(values, jokers, size))


@cache
def _full(values: int, fifth: bool) -> tuple[tuple[Value, ...], ...]:
    """The full suites out of one colour that has a joker: all values and it, or four of them and it (ML-R-11)."""
    there = [value for value in VALUES if values >> value - 1 & 1]
    return tuple((*kept, JOKER) for kept in combinations(there, 4 if fifth else 5))


def _sets(colours: Mapping[str, int], size: int, wild: bool) -> set[tuple[Card, ...]]:
    """The sets of `size`: a joker counts as the common value and keeps its colour, so no two cards share one."""
    found: set[tuple[Card, ...]] = set()
    for value in VALUES:
        ways: list[list[Card]] = []
        for colour, some in colours.items():
            own: list[Value] = [value] if some >> value - 1 & 1 else []
            ways.append([Card(colour, one) for one in (*own, *([JOKER] if some >= _JOKERS and wild else []))])
        for chosen in combinations([way for way in ways if way], size):
            found.update(product(*chosen))
    return found
