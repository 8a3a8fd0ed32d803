"""What an answer is worth to a seat, by a rule of thumb over its view. All that the greedy bot knows of the game is here.

The measure is points. A card is worth what it adds to what the hand can buy, or nearly can; a token, its points and markers less
what its cards could still buy.
"""

from collections import Counter
from typing import Any

from shared_rules.mythicals.payments import Card, Means, Reading, Token, means

CARD = 0.9
"""What a card in hand is worth by itself, while there is time to use it."""
JOKER_CARD = 1.5
GIVEN_AWAY = 0.6
"""What a card that goes to the opponent costs."""
REVEALING = 2.1
"""What three unknown cards bring: the best colour of them."""
READY = 0.35
"""How much of a token's points a hand is worth that can buy it."""
LATE = 9
"""With so few cards in the draw pile, hands are soon worth nothing."""


class Sight:
    """What a seat sees of the game, as far as it matters here."""

    def __init__(self, view: dict[str, Any], seat: int) -> None:
        options = view["options"]
        self.cards = {name: Card(face["colour"], face["value"]) for name, face in view["cards"].items()}
        self.reading = Reading(
            options["joker_wild"] == "suites_and_sets",
            options["token_suite_colour_must_match"] == "yes",
            options["token_thirteen_payment"] == "joker_as_fifth",
        )
        self.doubles_go = options["duplicate_card"] != "both_kept"
        self.tokens = {name: Token(**face, source="") for name, face in view["tokens"].items()}
        self.board: dict[str, dict[str, Any]] = view["board"]
        self.hand: list[str] = view["seats"][seat]["hand"] or []
        others = [one["hand"] for number, one in enumerate(view["seats"]) if number != seat]
        self.theirs: list[str] | None = others[0] if others else None
        self.late = view["daybreak"] or view["deck"] <= LATE
        self.over = view["daybreak"]

    def price(self, token: str) -> int:
        """The points that a token on the board brings, with a point for each marker."""
        return self.tokens[token].points + int(self.board[token]["markers"])

    def best(self, hand: Means) -> float:
        """The most that a hand can buy now."""
        return max((float(self.price(token)) for token in self.board if hand.pay(self.tokens[token], self.reading)), default=0.0)

    def worth(self, cards: list[str]) -> float:
        """What it is worth to get `cards`."""
        hand = Counter(self.hand)
        gained, lost = 0.0, 0.0
        for card in cards:
            if hand[card] and self.doubles_go:
                lost += GIVEN_AWAY
            else:
                gained += JOKER_CARD if self.cards[card].value == "joker" else CARD
            hand[card] += 1
        now, then = (self.best(means(self.cards, some, self.reading)) for some in (self.hand, hand))
        weight = 1.0 if self.over else READY
        return (0.0 if self.over else gained) + weight * (then - now) - lost


def value(view: dict[str, Any], seat: int, answers: list[list[Any]]) -> list[float]:
    """How much each of `answers` is worth to `seat`."""
    sight = Sight(view, seat)
    return [_value(sight, answer) for answer in answers]


def _value(sight: Sight, answer: list[Any]) -> float:
    match answer:
        case ["reveal"]:
            return REVEALING
        case ["take", cards]:
            return sight.worth(cards)
        case ["choose" | "fill", card]:
            return JOKER_CARD if card.endswith(".joker") else CARD
        case ["acquire", token]:
            kept = 0.0 if sight.late else CARD * sight.tokens[token].size
            return sight.price(token) - kept
        case ["pay", cards]:
            return -sum(JOKER_CARD if sight.cards[card].value == "joker" else CARD for card in cards)
        case ["consolidate", token, count]:
            return _marked(sight, token, count)
        case ["block", token]:
            return 0.5 - _marked(sight, token, 1) if _marked(sight, token, 1) < 0 else -0.5
    return 0.0


def _marked(sight: Sight, token: str, count: int) -> float:
    """Markers are worth it on what the own hand can buy next and the opponent's, who comes first, cannot."""
    ours = means(sight.cards, sight.hand, sight.reading).pay(sight.tokens[token], sight.reading)
    if sight.theirs is None:
        return 0.5 * count if ours else -0.5
    if means(sight.cards, sight.theirs, sight.reading).pay(sight.tokens[token], sight.reading):
        return -float(count)
    return float(count) if ours else -0.1
