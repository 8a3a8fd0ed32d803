"""What cannot be in a state, what people may set right on the table, and how its pieces stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from shared_rules.asking import TABLE
from shared_rules.mythicals.phrases import piece_text
from shared_rules.mythicals.secrets import secret_hands, told
from shared_rules.mythicals.state import DAYBREAK, MARKERS_ON_A_TOKEN, REVEALED_AT_ONCE
from shared_rules.mythicals.view import sees_hand

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals
    from shared_rules.mythicals.state import State

Item = dict[str, Any]

# -- what cannot be -------------------------------------------------------------------------------------------------------


def problems(match: Mythicals, new: Mythicals) -> list[tuple[str, str]]:
    """What cannot be on the table: lost or doubled cards, tokens and markers, seats that are not there."""
    state = match.state
    if len(state.seats) != len(new.state.seats):
        return [("seats", f"there are {len(state.seats)}, and {len(new.state.seats)} play")]
    found = [
        (name, "there is no such seat") for name in ("active", "first") if not 0 <= getattr(state, name) < len(state.seats)
    ]
    if not 1 <= state.round <= 10_000:
        found.append(("round", "rounds count from 1"))
    found += _deck_problems(state)
    found += _card_problems(match)
    found += _token_problems(match)
    return found


def _deck_problems(state: State) -> Iterator[tuple[str, str]]:
    pools = state.deck.pools
    sizes = Counter[int]()
    for at, layer in enumerate(state.deck.layers):
        if layer.card is not None or not 0 <= layer.pool < len(pools) or not 0 <= len(layer.extra) <= layer.size or not layer.size:
            yield f"deck.layers[{at}]", "that is no part of a shuffled pile"
            return
        sizes[layer.pool] += layer.size - len(layer.extra)
    if any(sizes[pool] != len(cards) for pool, cards in enumerate(pools)):
        yield "deck", "its layers do not hold as many cards as there are"
    if len(state.revealed) > REVEALED_AT_ONCE:
        yield "revealed", "three cards are revealed at once"


def _card_problems(match: Mythicals) -> Iterator[tuple[str, str]]:
    state = match.state
    cards = Counter([*state.deck.cards(), *state.revealed, *state.reserve, *state.discard])
    for seat in state.seats:
        cards.update(seat.hand)
    if state.options["tracking"] == "light":
        if cards:
            yield "", "with light tracking the table knows no cards"
        if not 0 <= state.face_down <= len(match.pack.deck):
            yield "face_down", "the draw pile cannot have as many cards"
        return
    if state.face_down:
        yield "face_down", "with full tracking the deck counts its cards itself"
    built = cards.pop(DAYBREAK, 0)
    if built + state.daybreak > 1:
        yield "daybreak", "there is one Daybreak card"
    if cards != Counter(match.pack.deck):
        odd = sorted((cards - Counter(match.pack.deck)) + (Counter(match.pack.deck) - cards))
        yield "", f"these creature cards are missing, or there are too many of them: {', '.join(odd[:6])}"


def _token_problems(match: Mythicals) -> Iterator[tuple[str, str]]:
    state = match.state
    tokens = Counter([*state.board, *(token for seat in state.seats for token in seat.tokens)])
    if tokens != Counter(match.pack.tokens.keys()):
        yield "board", "each token lies on the board or in one stack"
    if not set(state.blocked) <= set(state.board) or len(set(state.blocked)) < len(state.blocked):
        yield "blocked", "only tokens on the board are blocked, each once"
    markers = [state.markers, *state.board.values(), *(seat.markers for seat in state.seats)]
    if sum(markers) != match.pack.markers or min(markers) < 0:
        yield "markers", f"there are {match.pack.markers} markers in all"
    if state.options["markers_per_token"] == "at_most_two" and any(n > MARKERS_ON_A_TOKEN for n in state.board.values()):
        yield "board", "a token carries two markers at most"


def argument_fits(match: Mythicals, name: str, value: Any) -> bool:
    """Whether a pending step may have `value` as its argument `name`."""
    seats = range(len(match.state.seats))
    match name:
        case "who" | "goal":
            return value in seats
        case "players":
            return bool(value) and all(one in seats for one in value)
        case "rolled":
            return len(value) < len(seats) and all(1 <= face <= 6 for face in value)
        case "cards":
            return all(card in match.pack.cards for card in value)
        case "token":
            return value in match.state.board
    return True


# -- what people may set right --------------------------------------------------------------------------------------------


def correctable(match: Mythicals, seat: int | None) -> list[Item]:
    """Tokens, markers and the cards out of the draw pile, as `seat` may know them (-1: whoever may see everything)."""
    found = [*_tokens(match, seat), *_markers(match)]
    if match.state.options["tracking"] == "light":
        left = match.state.face_down
        found.append(_piece("deck", "draw pile", left) | {"range": [0, len(match.pack.deck)]})
    elif not secret_hands(match):
        found += _cards(match)
    return [{**item, "text": piece_text(item, ())} for item in found]


def _piece(path: str, what: str, value: Any, *, seat: int | None = None, thing: Item | None = None) -> Item:
    """A piece or a place of pieces: `what` it is, whose, `thing` the token or card as events tell it, and how it stands."""
    return {"path": path, "what": what, "seat": seat, "thing": thing, "value": value}


def _tokens(match: Mythicals, seat: int | None) -> Iterator[Item]:
    """Where each token is, and whether it is blocked, as far as markers allow that. What lies deeper in a stack is not told."""
    state, told = match.state, match.pack.told_tokens
    apart = state.options["token_block_with_markers"] == "refused"
    places = {"values": ["board", *(f"seat {number}" for number in range(len(state.seats)))]}
    for token in match.pack.tokens:
        if token in state.board:
            yield _piece(f"tokens.{token}", "token", "board", thing=told[token]) | places
            if not (apart and state.board[token]):
                blocked = _piece(f"blocked.{token}", "blocked", token in state.blocked, thing=told[token])
                yield blocked | {"values": [False, True]}
    for number, player in enumerate(state.seats):
        for token in player.tokens if seat == TABLE else player.tokens[-1:]:
            yield _piece(f"tokens.{token}", "token", f"seat {number}", thing=told[token]) | places


def _markers(match: Mythicals) -> Iterator[Item]:
    """Markers on tokens and with players; what changes there comes from the supply, or goes to it."""
    state, told = match.state, match.pack.told_tokens
    apart = state.options["token_block_with_markers"] == "refused"
    for token in match.pack.tokens:
        if token in state.board and not (apart and token in state.blocked):
            most = state.board[token] + state.markers
            if state.options["markers_per_token"] == "at_most_two":
                most = min(most, MARKERS_ON_A_TOKEN)
            yield _piece(f"markers.{token}", "markers", state.board[token], thing=told[token]) | {"range": [0, most]}
    for number, player in enumerate(state.seats):
        markers = _piece(f"seats.{number}.markers", "markers", player.markers, seat=number)
        yield markers | {"range": [0, player.markers + state.markers]}


def _places(state: State) -> dict[str, list[str]]:
    """The places where known cards lie, by name."""
    hands = {f"seat {number}": seat.hand for number, seat in enumerate(state.seats)}
    return {**hands, "reserve": state.reserve, "discard": state.discard}


def _where(state: State, card: str) -> list[str]:
    """The places of all copies of `card` that are out of the draw pile and not just revealed."""
    return [name for name, cards in _places(state).items() for _ in range(cards.count(card))]


def _cards(match: Mythicals) -> Iterator[Item]:
    """Where the copies of each card are; where second copies are given away, no hand has both."""
    twice = match.state.options["duplicate_card"] == "both_kept"
    for card in match.pack.cards:
        where = _where(match.state, card)
        if where:
            ways = list(combinations_with_replacement(_places(match.state), len(where)))
            values = [", ".join(way) for way in ways if twice or len(set(way)) == len(way) or not way[0].startswith("seat ")]
            yield _piece(f"cards.{card}", "card", ", ".join(where), thing=match.pack.told[card]) | {"values": values}


def put_right(match: Mythicals, path: str, value: Any) -> None:
    """Set what `path` names to `value`, one of those that `correctable` lists."""
    state = match.state
    item = next(item for item in correctable(match, TABLE) if item["path"] == path)
    match path.split(".", 1):
        case ["tokens", token]:
            _move_token(match, token, value)
        case ["blocked", token]:
            state.blocked = sorted({*state.blocked, token} if value else {*state.blocked} - {token})
        case ["markers", token]:
            state.markers += state.board[token] - value
            state.board[token] = value
        case ["seats", rest]:
            seat = state.seats[int(rest.removesuffix(".markers"))]
            state.markers += seat.markers - value
            seat.markers = value
        case ["cards", card]:
            places = _places(state)
            for name in _where(state, card):
                places[name].remove(card)
            for name in value.split(", "):
                places[name].append(card)
                places[name].sort()
        case _:
            state.face_down = value
    match.tell("put_right", item["seat"], what=item["what"], thing=item["thing"], value=value, was=item["value"])


def _move_token(match: Mythicals, token: str, place: str) -> None:
    """To the board with no markers, or on top of a stack; markers that lay on it go along, as when it is acquired."""
    state = match.state
    markers = state.board.pop(token, 0)
    state.blocked = [other for other in state.blocked if other != token]
    for seat in state.seats:
        if token in seat.tokens:
            seat.tokens.remove(token)
    if place == "board":
        state.board[token] = markers
    else:
        seat = state.seats[int(place.removeprefix("seat "))]
        seat.tokens.append(token)
        seat.markers += markers


# -- how the pieces stand -------------------------------------------------------------------------------------------------


def standing(match: Mythicals, seat: int | None) -> list[Item]:
    """All pieces as `seat` may know them; stacks and the discard pile by their number only."""
    state, tokens = match.state, match.pack.told_tokens
    found = [_piece("markers", "marker supply", state.markers)]
    for token in match.pack.tokens:
        there = token in state.board
        found.append(_piece(f"tokens.{token}", "token", "board" if there else "taken", thing=tokens[token]))
        if there:
            found.append(_piece(f"markers.{token}", "markers", state.board[token], thing=tokens[token]))
            found.append(_piece(f"blocked.{token}", "blocked", token in state.blocked, thing=tokens[token]))
    for number, player in enumerate(state.seats):
        found.append(_piece(f"seats.{number}.tokens", "stack", len(player.tokens), seat=number))
        found.append(_piece(f"seats.{number}.markers", "markers", player.markers, seat=number))
        if seat == TABLE or sees_hand(match, number, seat):
            found.append(_piece(f"seats.{number}.hand", "hand", told(match, player.hand), seat=number))
    found.append(_piece("reserve", "reserve", told(match, state.reserve)))
    found.append(_piece("revealed", "revealed", told(match, state.revealed)))
    found.append(_piece("discard", "discard", len(state.discard)))
    found.append(_piece("deck", "draw pile", state.cards_left))
    return found
