"""Scenes for the rule tests: a match brought to a moment through its own save, then played by readable verbs.

Cards are called as the pack calls them, "red.3" or "red.joker"; there are two of each. Tokens are "red_2" to "red_5" (suites),
"grey_2" to "grey_4" (sets) and "black_6" (the one of 13 points).
"""

import json
import random
from collections import Counter
from importlib.resources import files

import msgspec

from shared_rules.mythicals import Game
from shared_rules.mythicals.pack import read_pack
from shared_rules.piles import Pile
from shared_rules.questions import Choice
from tests.rules.moment import Moment, first

HOUSE = files("shared_rules.mythicals").joinpath("content/house.toml").read_text(encoding="utf-8")
COLOURS = ("purple", "green", "red", "blue")
TOKENS = [f"{colour}_{size}" for colour in COLOURS for size in (2, 3, 4, 5)] + ["grey_2", "grey_3", "grey_4", "black_6"]
PHASES = {
    "your_draw": [["end_turn", 0], ["mark_phase", 0], ["acquire_phase", 0]],
    "acquire": [["end_turn", 0], ["mark_phase", 0]],
    "marking": [["end_turn", 0]],
}


def begun(options=None, pack=None, seats=2):
    """A new match up to the first choice; chance deals the first cards that may come."""
    match = Game.new(seats, {"first": "seat 0", **(options or {})}, pack)
    while not isinstance(question := next(iter(match.questions.values()))[1], Choice):
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, first(question, match.number))
    return match


def whole_deck():
    return Counter(f"{colour}.{value}" for colour in COLOURS for value in (1, 2, 3, 4, 5, "joker") for _ in range(2))


class Scene(Moment):
    """The turn of seat 0 at a table of two, at the question `at`.

    `hand`, `theirs` and `reserve` are cards; the draw pile has `left` of the others, Daybreak and those `coming` among them, the
    rest is discarded. `on` are markers by token, `blocked` tokens, `taken` the stacks of both seats, `got` the markers of both.
    """

    def __init__(
        self, *, at="your_draw", hand=(), theirs=(), reserve=(), coming=(), left=None, daybreak=False, on=None, blocked=(),
        taken=((), ()), got=(0, 0), supply=None, acquired=False, pack=None, options=None, **changes,
    ):  # fmt: skip
        super().__init__(begun({"tracking": "full", **(options or {})}, pack))
        save = json.loads(self.match.save())
        state = save["state"]
        rest = sorted((whole_deck() - Counter([*hand, *theirs, *reserve, *coming])).elements())
        random.Random(1).shuffle(rest)
        rest = [*coming, *rest]
        creatures = len(rest) if left is None else left - (not daybreak)
        deck, thrown = rest[:creatures], rest[creatures:]
        board = {token: (on or {}).get(token, 0) for token in TOKENS if token not in taken[0] + taken[1]}
        placed = sum(board.values()) + sum(got)
        state |= {
            "seats": [
                {"hand": sorted(cards), "tokens": list(stack), "markers": markers}
                for cards, stack, markers in zip((hand, theirs), taken, got, strict=True)
            ],
            "deck": self.pile(deck, daybreak),
            "reserve": sorted(reserve),
            "discard": sorted(thrown),
            "board": board,
            "blocked": sorted(blocked),
            "markers": 16 - placed if supply is None else supply,
            "daybreak": daybreak,
            "acquired": acquired,
            **changes,
        }
        line = state["play"]["lines"]["0"]
        line["asker"], line["agenda"] = [at, 0], PHASES[at]
        self.load(save)

    @staticmethod
    def pile(cards, daybreak):
        pile = Pile()
        pile.put_under(cards, [] if daybreak else ["daybreak"], top=max(0, len(cards) - 8))
        return msgspec.to_builtins(pile)

    def verbs(self):
        return [option[0] for option in self.options]

    def of(self, verb):
        """What follows `verb` in the open options: one thing, or a tuple."""
        found = [option[1:] for option in self.options if option[0] == verb]
        return [one[0] if len(one) == 1 else tuple(one) for one in found]

    def take(self, *cards):
        return self.choose("take", list(cards))

    def pay(self, *cards):
        return self.choose("pay", sorted(cards))

    def reveal(self, *cards):
        """Reveal, and let these cards come."""
        if self.asked == "your_draw":
            self.choose("reveal")
        for card in cards:
            self.answer(card)
        return self

    def hand(self, seat=0):
        return self.state.seats[seat].hand

    def stack(self, seat=0):
        return self.state.seats[seat].tokens


def names_of(cards):
    """The ids of cards as an event tells them."""
    return [card["card"] for card in cards]


def changed_pack(old, new, count=1):
    """The house pack with a piece of its text replaced."""
    assert old in HOUSE
    return read_pack("mine.toml", HOUSE.replace(old, new, count))
