"""The acquire phase: at most one token, paid exactly, with the markers on it (ML-ACQ-01 to -08)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from shared_rules.mythicals.payments import Reading, means, payments
from shared_rules.mythicals.secrets import secret_hands, tell_hand
from shared_rules.questions import Answer, Choice

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals


def reading(match: Mythicals) -> Reading:
    """How costs are read in this match (ML-R-11, ML-R-12, ML-R-13)."""
    options = match.state.options
    return Reading(
        options["joker_wild"] == "suites_and_sets",
        options["token_suite_colour_must_match"] == "yes",
        options["token_thirteen_payment"] == "joker_as_fifth",
    )


def payable(match: Mythicals, who: int) -> Iterator[str]:
    """The tokens that `who` could acquire now, in the order of the board.

    With light tracking the table knows no hand, so it takes people's word for the payment.
    """
    state, how = match.state, reading(match)
    hand = means(match.pack.cards, state.seats[who].hand, how) if state.options["tracking"] == "full" else None
    cheapest = state.options["token_in_column"] == "cheapest_only"
    for token, face in match.pack.tokens.items():
        if token in state.board and (hand is None or hand.pay(face, how)) and not (cheapest and is_covered(match, token)):
            yield token


def is_covered(match: Mythicals, token: str) -> bool:
    """Whether a cheaper token of the same column still lies on the board (ML-R-14)."""
    column = match.pack.columns[match.pack.tokens[token].column]
    return any(cheaper in match.state.board for cheaper in column[: column.index(token)])


def ways_to_pay(match: Mythicals, who: int, token: str) -> list[list[str]]:
    """What `who` may pay for `token` with; nothing but one empty way where the table knows no hand."""
    if token not in match.state.board:
        return []
    if match.state.options["tracking"] == "light":
        return [[]]
    return payments(match.pack.cards, match.pack.tokens[token], match.state.seats[who].hand, reading(match))


def acquire_phase(m: Mythicals, who: int) -> None:
    """May be skipped (ML-TURN-03), and is where nothing can be paid for; with secret hands nobody else is to see that."""
    if m.state.board if secret_hands(m) else any(payable(m, who)):
        m.ask("acquire", who)


def acquire(m: Mythicals, who: int) -> Choice:
    return Choice(who, [*(["acquire", token] for token in payable(m, who)), ["skip"]])


def acquire_answered(m: Mythicals, who: int, answer: Answer) -> None:
    """Where several payments differ, the player chooses one; with secret hands nobody else is to see whether they do."""
    if answer[0] == "skip":
        m.tell("nothing_acquired", who)
        return
    ways = ways_to_pay(m, who, answer[1])
    if len(ways) == 1 and (not secret_hands(m) or not ways[0]):
        _pay(m, who, answer[1], ways[0])
    else:
        m.ask("payment", who, answer[1])


def payment(m: Mythicals, who: int, token: str) -> Choice:
    return Choice(who, [["pay", cards] for cards in ways_to_pay(m, who, token)])


def payment_answered(m: Mythicals, who: int, token: str, answer: Answer) -> None:
    _pay(m, who, token, answer[1])


def _pay(m: Mythicals, who: int, token: str, cards: list[str]) -> None:
    """The cards go face down to the discard pile; token and markers come to the player (ML-ACQ-06, ML-ACQ-07)."""
    state = m.state
    seat = state.seats[who]
    for card in cards:
        seat.hand.remove(card)
    state.discard = sorted(state.discard + cards)
    markers = state.board.pop(token)
    if token in state.blocked:
        state.blocked.remove(token)
    seat.tokens.append(token)
    seat.markers += markers
    state.acquired = True
    points = m.pack.tokens[token].points
    data = {"token": m.pack.told_tokens[token], "points": points, "markers": markers, "count": len(cards)}
    tell_hand(m, "token_acquired", who, [who], cards, **data)
