"""What cannot be in a state of Mycelia, wherever it comes from: a front end, a file, an older program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.functions_text import Function
from shared_rules.mycelia.pack import MyceliaPack
from shared_rules.mycelia.state import DROPS_IN_BOX, LEAVES_IN_BOX, SHOWCASE_SIZE, State
from shared_rules.piles import Pile

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia

COUNT_AT_MOST = 1_000_000
REPEATED_AT_MOST = 20
"""No function is performed, and no drop moved, more often than that by one card."""
Problems = Iterator[tuple[str, str]]


def drops_in(state: State) -> int:
    """All drops that are accounted for; those that people said are lost are among them."""
    others = state.gwidyon.drops if state.gwidyon else 0
    return sum(seat.drops for seat in state.seats) + state.tray + state.shrine + state.box + state.lost + others


def cards_in(state: State) -> Counter[str]:
    """All cards of all kinds, wherever they are; action cards as "action c"."""
    found = Counter([*filter(None, state.showcase), *state.showcase_supply.cards(), *state.showcase_discard])
    found.update([*state.cards_out, *state.hiring, *(f"action {kind}" for kind in state.action_supply)])
    for seat in state.seats:
        found.update([*seat.hand, *seat.supply.cards(), *seat.discard, *(f"action {kind}" for kind in seat.actions)])
    if state.gwidyon:
        found.update([*state.gwidyon.cards.cards(), *state.gwidyon.shown])
    return found


def problems(m: Mycelia, new: Mycelia) -> Problems:
    """Everything that is wrong with the state of `m`, which began like `new`, with its place."""
    state = m.state
    if len(state.seats) != len(new.state.seats) or (state.gwidyon is None) != (new.state.gwidyon is None):
        yield "seats", f"there are {len(state.seats)} seats, and {len(new.state.seats)} play"
        return
    yield from _table_problems(m)
    for number in range(len(state.seats)):
        yield from _seat_problems(m, new, number)
    piles = [("showcase_supply", state.showcase_supply)]
    piles += [(f"seats[{number}].supply", seat.supply) for number, seat in enumerate(state.seats)]
    piles += [("gwidyon.cards", state.gwidyon.cards)] if state.gwidyon else []
    for path, pile in piles:
        if not _whole(pile, len(state.seats)):
            yield path, "its layers and its pools do not fit"
            return
    if drops_in(state) != DROPS_IN_BOX:
        yield "", f"there are {drops_in(state)} drops, and there have to be {DROPS_IN_BOX}"
    if (have := cards_in(state)) != (whole := cards_in(new.state)):
        yield "", f"these cards are there too often: {_listed(have - whole)}; these are missing: {_listed(whole - have)}"
    if not state.play.lines and not (state.ending or (state.gwidyon and not state.gwidyon.drops)):
        yield "play.lines", "nobody is asked anything, and the match has not ended"


def _table_problems(m: Mycelia) -> Problems:
    state, seats = m.state, len(m.state.seats)
    counts = {"box": state.box, "tray": state.tray, "shrine": state.shrine, "shrine_fields": state.shrine_fields}
    if state.gwidyon:
        counts["gwidyon.drops"] = state.gwidyon.drops
    yield from ((path, "that is no number of pieces") for path, count in counts.items() if not 0 <= count <= COUNT_AT_MOST)
    if state.shrine > state.shrine_full_at:
        yield "shrine", f"it holds {state.shrine_full_at} drops at most"
    for path, who in (("active", state.active), ("first", state.first)):
        if not 0 <= who < seats:
            yield path, f"there is no seat {who}"
    if not 1 <= state.round <= COUNT_AT_MOST:
        yield "round", "rounds count from 1"
    if state.die_on not in (None, state.opening):
        yield "die_on", f"the die is on the opening for {state.opening} or beside the shrine"
    for path, card, known in (("setup_card", state.setup_card, m.pack.setups), ("supply_card", state.supply_card, m.pack.supplies)):
        if card and card not in known:
            yield path, f"there is no card side '{card}'"
    places = 0 if state.light else SHOWCASE_SIZE
    if len(state.showcase) != places:
        yield "showcase", f"it has {places} places"
    if not all(_is_function(m.pack, function) for function in state.late):
        yield "late", "there is no such function on a card"


def _seat_problems(m: Mycelia, new: Mycelia, number: int) -> Problems:
    seat, at = m.state.seats[number], f"seats[{number}]"
    if seat.rune != new.state.seats[number].rune:
        yield f"{at}.rune", f"that seat has the rune '{new.state.seats[number].rune}'"
    if seat.side not in m.pack.boards:
        yield f"{at}.side", f"there is no board '{seat.side}'"
        return
    lands, fields = m.pack.boards[seat.side].lands, m.pack.boards[seat.side].fields["any"]
    known = 0 if m.state.light else len(lands)
    if len(seat.board) != known:
        yield f"{at}.board", f"the drops of {known} of its fields are known"
    elif any(not 0 <= count <= COUNT_AT_MOST for count in seat.board):
        yield f"{at}.board", "no field holds that number of drops"
    elif any(count and (field not in fields or field in seat.shrines) for field, count in enumerate(seat.board)):
        yield f"{at}.board", "drops lie where they cannot stay"
    if len(set(seat.shrines)) < len(seat.shrines) or any(field not in fields for field in seat.shrines):
        yield f"{at}.shrines", "a shrine field cannot lie there"
    if not 0 <= seat.count <= (COUNT_AT_MOST if m.state.light else 0):
        yield f"{at}.count", "drops are counted there with light tracking only, and never below 0"
    if not 0 <= seat.leaves <= COUNT_AT_MOST:
        yield f"{at}.leaves", "nobody has that number of leaves"
    if Counter(seat.used) - Counter(seat.actions):
        yield f"{at}.used", "an action card is used that is not there"


def _whole(pile: Pile, seats: int) -> bool:
    """Whether layers and pools of a pile hold the same cards."""
    out = Counter[int]()
    for layer in pile.layers:
        if layer.card is not None:
            if layer.size != 1 or any(not 0 <= seat < seats for seat in layer.seen_by):
                return False
        elif not (0 <= layer.pool < len(pile.pools) and layer.size >= max(1, len(layer.extra))):
            return False
        else:
            out[layer.pool] += layer.size - len(layer.extra)
    return all(out[number] == len(pool) and number in out for number, pool in enumerate(pile.pools))


def _listed(cards: Counter[str]) -> str:
    return ", ".join(sorted(cards.elements())[:6]) or "none"


# -- arguments of pending steps ------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _functions(pack: MyceliaPack) -> frozenset[str]:
    """Every function that a card of `pack` has, and every part of one."""
    found: set[str] = set()

    def add(function: Any) -> None:
        if isinstance(function, list):
            found.add(repr(function))
            for part in function:
                add(part)

    for card in pack.cards.values():
        add(card.function)
        add(card.single)
    for frames in pack.solo_cards.values():
        add(frames)
    return frozenset(found)


def _is_function(pack: MyceliaPack, function: Function | object) -> bool:
    return repr(function) in _functions(pack)


def argument_fits(m: Mycelia, name: str, value: Any) -> bool:
    """Whether a pending step may have `value` as its argument `name`."""
    check = _ARGUMENTS.get(name)
    return check is None or check(m, value)


def _seats(m: Mycelia, value: list[int]) -> bool:
    return all(0 <= who < len(m.state.seats) for who in value)


def _fields(m: Mycelia, value: list[int]) -> bool:
    smallest = min(len(m.pack.boards[seat.side].lands) for seat in m.state.seats)
    return all(0 <= field < smallest for field in value)


_ARGUMENTS: dict[str, Callable[[Mycelia, Any], bool]] = {
    "who": lambda m, value: _seats(m, [value]),
    "players": lambda m, value: bool(value) and _seats(m, value),
    "field": lambda m, value: _fields(m, [value]),
    "to": lambda m, value: _fields(m, [value]),
    "fields": _fields,
    "function": lambda m, value: _is_function(m.pack, value),
    "times": lambda m, value: 0 <= value <= REPEATED_AT_MOST,
    "count": lambda m, value: 0 <= value <= REPEATED_AT_MOST,
    "left": lambda m, value: _fields(m, value) if isinstance(value, list) else 0 <= value <= REPEATED_AT_MOST,
    "place": lambda m, value: 0 <= value < len(m.state.showcase),
    "card": lambda m, value: value in m.pack.cards,
    "low": lambda m, value: 0 <= value <= LEAVES_IN_BOX,
}
