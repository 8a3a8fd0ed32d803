"""Hide and seek: shuffle everything a seat may not know in the saved JSON; what the seat is shown must stay as it was.

The shuffler knows the save's plain JSON only. It decides by the rulebook, not by the program, what is hidden: another
player's hand and the unknown part of that player's face-down pile hold the same cards in any arrangement.
"""

import json
import random

import pytest

from shared_rules.asking import asked
from shared_rules.mycelia import view as view_module
from shared_rules.mycelia.match import Mycelia
from tests.rules.random_play import steps

NAMES = ["Ada", "Ben", "Cyd", "Dot"]


class Leak(AssertionError):
    """A seat was shown something that depends on what it may not know."""


def shuffled(saved, looking, keep, rng):
    """The saved match with other players' hidden cards dealt anew; `keep` are cards that stay in their owners' hands."""
    whole = json.loads(saved)
    for number, seat in enumerate(whole["state"]["seats"]):
        if number == looking:
            continue
        pile = seat["supply"]
        pools = pile.get("pools", [])
        staying = [card for card in keep if card in seat["hand"]][:1]
        hand = seat["hand"][:]
        for card in staying:
            hand.remove(card)
        # All hidden cards of this player that one layer can trade with the hand: the bag that is drawn from next.
        for pool in pools[:1]:
            hidden = hand + pool
            rng.shuffle(hidden)
            hand, pool[:] = hidden[: len(hand)], sorted(hidden[len(hand) :])
        seat["hand"] = staying + hand
    return json.dumps(whole).encode()


def seen(match, seat):
    return match.view(seat), asked(match, seat, NAMES), [match.words.table_lines(match, NAMES)]


def seek(seats, seed, every):
    """Walk a match and compare, at every `every`th question, what a seat sees before and after the answer; how often it did.

    Raises Leak at the first difference.
    """
    rng = random.Random(seed)
    compared = 0
    for number, (match, line, ticket, question, answer) in enumerate(steps("mycelia", seats, seed)):
        if number % every:
            continue
        looking = rng.choice([*range(seats), None])
        keep = [answer[1]] if isinstance(answer, list) and answer[0] == "play" else []
        other = Mycelia.load(shuffled(match.save(), looking, keep, rng), match.pack)
        if seen(other, looking) != seen(match, looking):
            raise Leak(f"seed {seed}, answer {number}: seat {looking} sees a difference")
        hidden_draw = question.kind == "draw" and question.seat is not None and question.seat != looking
        theirs = rng.choice(other.questions[line][1].cards) if hidden_draw else answer
        copy = match.copy()
        told = [[e.told_to(looking) for e in m.answer(line, ticket, a)] for m, a in ((copy, answer), (other, theirs))]
        if told[0] != told[1] or seen(other, looking) != seen(copy, looking):
            raise Leak(f"seed {seed}, answer {number}: seat {looking} is told a difference")
        compared += 1
    return compared


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.rule("MYC-PLAY-09")
def test_no_seat_is_shown_what_it_may_not_know(seats):
    assert sum(seek(seats, seed, every=3) for seed in range(12)) > 2_000


def test_the_shuffler_really_moves_hidden_cards():
    moved = 0
    for match, *_ in steps("mycelia", 2, 5):
        before = match.save()
        moved += json.loads(shuffled(before, 0, [], random.Random(1))) != json.loads(before)
    assert moved > 100


@pytest.mark.parametrize("leak", ["hand", "supply", "event", "question"])
def test_a_planted_leak_is_caught(leak, monkeypatch):
    """Each way in which a hand could get out, put into the program for the length of this test."""
    honest = view_module._seat
    if leak == "hand":
        monkeypatch.setattr(view_module, "_seat", lambda m, n, who: {**honest(m, n, who), "hand": m.state.seats[n].hand[:]})
    elif leak == "supply":
        pile = lambda m, n: m.state.seats[n].supply.cards()  # noqa: E731
        monkeypatch.setattr(view_module, "_seat", lambda m, n, who: {**honest(m, n, who), "supply": pile(m, n)})
    elif leak == "event":
        monkeypatch.setattr("shared_rules.events.Event.told_to", lambda self, seat: self.whole())
    else:
        monkeypatch.setattr(Mycelia.words, "prompt", lambda m, question, names: str(getattr(question, "options", "")))
    with pytest.raises(Leak):
        for seed in range(12):
            seek(2, seed, every=3)
