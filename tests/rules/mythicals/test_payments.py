"""Payments against an oracle that tries every subset of a hand, written anew from the rulebook."""

import random
from itertools import combinations, product

import pytest

from shared_rules.mythicals.pack import house_pack
from shared_rules.mythicals.payments import Reading, means, payments
from tests.rules.mythicals.scene import TOKENS, whole_deck

READINGS = [Reading(*switches) for switches in product((True, False), repeat=3)]


def parted(card):
    colour, value = card.split(".")
    return colour, value if value == "joker" else int(value)


def in_a_row(values, wild):
    """Whether the values, with each joker standing for any one, are in a row inside 1 to 5."""
    fixed = [value for value in values if value != "joker"]
    if len(fixed) < len(values) and not wild:
        return False
    rows = [set(range(low, low + len(values))) for low in range(1, 6 - len(values) + 1)]
    return len(set(fixed)) == len(fixed) and any(set(fixed) <= row for row in rows)


def pays(cards, token, reading):
    """Whether exactly these cards are the cost, as a person would read it off the board."""
    column, size = token.split("_")
    colours = [parted(card)[0] for card in cards]
    values = [parted(card)[1] for card in cards]
    one_colour = len(set(colours)) == 1
    jokers = values.count("joker")
    if column == "black":
        plain = sorted(value for value in values if value != "joker")
        if reading.fifth:
            return len(cards) == 5 and one_colour and jokers == 1 and len(set(plain)) == 4
        return len(cards) == 6 and one_colour and jokers == 1 and plain == [1, 2, 3, 4, 5]
    if len(cards) != int(size):
        return False
    if column == "grey":
        plain = {value for value in values if value != "joker"}
        return len(set(colours)) == len(cards) and len(plain) <= 1 and (reading.wild or not jokers)
    return one_colour and (not reading.own_colour or colours[0] == column) and in_a_row(values, reading.wild)


def oracle(token, hand, reading):
    found = {tuple(sorted(some)) for size in range(2, 7) for some in combinations(hand, size) if pays(some, token, reading)}
    return sorted(map(list, found))


@pytest.mark.rule("ML-R-12", "ML-R-15", "ML-ACQ-05")
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("doubles", [False, True])
def test_the_payments_are_those_subsets_that_a_person_would_take(reading, doubles):
    pack = house_pack()
    rng = random.Random(f"{reading}/{doubles}")
    deck = sorted(whole_deck().elements() if doubles else set(whole_deck()))
    several = 0
    for _ in range(18):
        hand = rng.sample(deck, rng.randint(2, 11))
        able = means(pack.cards, hand, reading)
        for token in TOKENS:
            wanted = oracle(token, hand, reading)
            found = payments(pack.cards, pack.tokens[token], hand, reading)
            assert found == wanted, (token, hand)
            assert able.pay(pack.tokens[token], reading) == bool(wanted), (token, hand)
            several += len(wanted) > 1
    assert several > 5


@pytest.mark.parametrize("reading", READINGS)
def test_a_hand_of_one_whole_colour_and_all_jokers(reading):
    pack = house_pack()
    hand = [f"red.{value}" for value in (1, 2, 3, 4, 5)] + [f"{colour}.joker" for colour in ("purple", "green", "red", "blue")]
    for token in TOKENS:
        assert payments(pack.cards, pack.tokens[token], hand, reading) == oracle(token, hand, reading)
