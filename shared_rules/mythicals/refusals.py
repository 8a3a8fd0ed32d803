"""Why an answer is refused: the rule and a sentence. Only asked after a refusal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from shared_rules.mythicals.acquire import is_covered
from shared_rules.mythicals.payments import JOKER, VALUES
from shared_rules.mythicals.state import DAYBREAK, MARKERS_AT_ONCE

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals

Refusal = tuple[str, str] | None

_PHASES = {
    "reveal": "cards are drawn in the first phase of a turn, once",
    "take": "cards are taken in the first phase of a turn, once",
    "acquire": "tokens are acquired in the second phase, after drawing and before consolidating",
    "pay": "it is paid once a token has been chosen",
    "consolidate": "tokens are consolidated in the third phase of a turn",
    "block": "tokens are blocked in the third phase of a turn",
}


def _not_now(answer: list[Any]) -> Refusal:
    """What belongs to another phase."""
    reason = _PHASES.get(answer[0]) if type(answer[0]) is str else None
    return ("ML-TURN-01", reason) if reason else None


def _cards(m: Mythicals, cards: Any) -> list[str] | None:
    """`cards` if they are a list of creature cards."""
    known = isinstance(cards, list) and cards and all(isinstance(card, str) and card in m.pack.cards for card in cards)
    return cards if known else None


def _within(cards: list[str], there: list[str]) -> bool:
    return Counter(cards) <= Counter(there)


def _colours(m: Mythicals, cards: list[str]) -> list[str]:
    return list(dict.fromkeys(m.pack.cards[card].colour for card in cards))


# -- drawing --------------------------------------------------------------------------------------------------------------


def your_draw_refused(m: Mythicals, who: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["reveal"]:
            return "ML-R-22", "the draw pile is empty; take a colour of the reserve"
        case ["take", cards]:
            return _reserve(m, cards)
        case ["skip"]:
            return "ML-TURN-02", "drawing is compulsory: reveal three cards, or take a colour of the reserve"
    return _not_now(answer)


def _reserve(m: Mythicals, wanted: Any) -> Refusal:
    cards = _cards(m, wanted)
    if cards is None:
        return "ML-DRAW-06", "only creature cards of the reserve can be taken"
    if not _within(cards, m.state.reserve):
        return "ML-DRAW-06", "these cards do not all lie in the reserve"
    if len(_colours(m, cards)) > 1:
        return "ML-DRAW-04", "cards of one colour are taken, not of several"
    return "ML-DRAW-04", "all cards of that colour are taken"


def _revealed(m: Mythicals, wanted: Any, *, elsewhere: Refusal, mixed: Refusal, partly: Refusal) -> Refusal:
    """Which of these it is: not all lie among those revealed, they are of several colours, or others of theirs are left."""
    cards = _cards(m, wanted)
    if cards is None or not _within(cards, m.state.revealed):
        return elsewhere
    return mixed if len(_colours(m, cards)) > 1 else partly


def take_revealed_refused(m: Mythicals, who: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["reveal"]:
            return "ML-DRAW-07", "three cards are revealed already; take a colour of them"
        case ["take", wanted]:
            return _revealed(
                m, wanted,
                elsewhere=("ML-DRAW-07", "after revealing, only the revealed cards can be taken, none of the reserve"),
                mixed=("ML-DRAW-02", "cards of one colour are taken, not of several"),
                partly=("ML-R-28", "all revealed cards of that colour are taken"),
            )  # fmt: skip
        case ["skip"]:
            return "ML-TURN-02", "one of the revealed colours is taken"
    return _not_now(answer)


def take_at_daybreak_refused(m: Mythicals, who: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["take", list(wanted)] if DAYBREAK in wanted:
            return "ML-END-02", "Daybreak lies aside; nobody takes it"
        case ["take", wanted]:
            return _revealed(
                m, wanted,
                elsewhere=("ML-END-03", "only the cards that came with Daybreak can be taken"),
                mixed=("ML-R-04", "the two cards differ in colour, so one of them is taken"),
                partly=("ML-R-07", "all cards of that colour are taken"),
            )  # fmt: skip
        case ["skip"]:
            return "ML-R-07", "at least one card is taken"
    return _not_now(answer)


def fill_choice_refused(m: Mythicals, who: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["fill", *_]:
            return "ML-R-05", "a card of the reserve fills up"
    return _not_now(answer)


# -- acquiring ------------------------------------------------------------------------------------------------------------


def acquire_refused(m: Mythicals, who: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["acquire", str(token)] if token not in m.state.board:
            return "ML-R-14", "that token does not lie on the board"
        case ["acquire", str(token)]:
            cheapest = m.state.options["token_in_column"] == "cheapest_only"
            if cheapest and is_covered(m, token):
                return "ML-R-14", "only the cheapest token of a column can be acquired"
            return "ML-ACQ-05", "the collection does not hold the cards that this token costs"
    return _not_now(answer)


def payment_refused(m: Mythicals, who: int, token: str, answer: list[Any]) -> Refusal:
    match answer:
        case ["acquire", *_]:
            return "ML-ACQ-01", "one token is acquired in a turn, and it has been chosen"
        case ["skip"]:
            return "ML-ACQ-05", "the token has been chosen: choose the cards that pay for it"
        case ["pay", wanted]:
            cards = _cards(m, wanted)
            if cards is None or not _within(cards, m.state.seats[who].hand):
                return "ML-DRAW-08", "only cards of the own collection pay"
            return _cost(m, token, cards)
    return _not_now(answer)


def _cost(m: Mythicals, name: str, cards: list[str]) -> Refusal:
    """Why `cards`, which are there, do not pay for the token."""
    token, options = m.pack.tokens[name], m.state.options
    faces = [m.pack.cards[card] for card in cards]
    colours = _colours(m, cards)
    size = len(VALUES) if token.kind == "full" and options["token_thirteen_payment"] == "joker_as_fifth" else token.size
    if len(cards) != size:
        return "ML-R-15", f"it costs exactly {size} cards, not {len(cards)}"
    if token.kind == "full":
        return "ML-R-11", "it costs different values of one colour and a joker of that colour"
    if options["joker_wild"] != "suites_and_sets" and any(face.value == JOKER for face in faces):
        return "ML-R-12", "a joker stands for no other card in this match"
    if token.kind == "set":
        return "ML-ACQ-03", "a set is cards of one value in different colours"
    if options["token_suite_colour_must_match"] == "yes" and colours != [token.column] and len(colours) == 1:
        return "ML-R-13", "the suite has the colour of the token"
    return "ML-ACQ-02", "a suite is cards of one colour with values in a row"


# -- consolidating and blocking -------------------------------------------------------------------------------------------


def marking_refused(m: Mythicals, who: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["acquire", *_]:
            return "ML-ACQ-01", "tokens are acquired before, and one in a turn at most"
        case ["consolidate" | "block", str(token), *_] if token not in m.state.board:
            return "ML-R-18", "that token does not lie on the board"
        case ["consolidate", str(token), count]:
            return _consolidate(m, token, count)
        case ["block", str(token)]:
            if token in m.state.blocked:
                return "ML-R-19", "that token is blocked already, and stays so"
            return "ML-R-16", "only a token without markers can be blocked"
        case [str(verb), *_] if verb not in _PHASES:
            return "ML-MARK-01", "a token is consolidated, or a token is blocked, or neither"
    return _not_now(answer)


def _consolidate(m: Mythicals, token: str, count: Any) -> Refusal:
    if token in m.state.blocked:
        return "ML-MARK-04", "a blocked token cannot be consolidated"
    if type(count) is not int or not 1 <= count <= MARKERS_AT_ONCE:
        return "ML-MARK-02", "one or two markers are added"
    if count > m.state.markers:
        return "ML-MARK-06", f"there are {m.state.markers} markers left"
    return "ML-R-17", f"a token carries two markers at most, and {m.state.board[token]} lie on it"
