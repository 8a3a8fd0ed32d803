"""What a seat may know: views and events keep hands and face-down cards to those who saw them (MYC-R-55)."""

import json
import random

import pytest

from shared_rules.asking import asked
from shared_rules.bots.chance import chance_answer
from shared_rules.mycelia import Game
from shared_rules.questions import Choice
from tests.rules.mycelia.scene import Scene


def hidden_from(match, looking):
    """Cards in a hand or on a pile of start cards that `looking` never saw there, by name with their rune."""
    for number, seat in enumerate(match.state.seats):
        if number != looking:
            yield from (card for card in seat.hand if card.startswith(f"{seat.rune}."))


@pytest.mark.rule("MYC-R-55")
def test_a_drawn_card_is_told_to_its_owner_only():
    scene = Scene()
    scene.end()
    line, ticket, question = scene.open
    (event,) = scene.match.answer(line, ticket, question.cards[0])
    assert event.told_to(0)["card"] == question.cards[0]
    assert "card" not in event.told_to(1)
    assert "card" not in event.told_to(None)


@pytest.mark.rule("MYC-R-55")
@pytest.mark.parametrize("seats", [2, 4])
def test_no_view_question_or_event_names_a_card_of_another_hand(seats):
    rng = random.Random(11).random
    match = Game.new(seats)
    names = [f"P{seat}" for seat in range(seats)]
    for _ in range(600):
        line, (ticket, question) = next(iter(match.questions.items()))
        if isinstance(question, Choice):
            answer = question.options[int(rng() * len(question.options))]
        else:
            answer = chance_answer(question, rng)
        for event in match.answer(line, ticket, answer):
            if event.name == "card_drawn":
                others = [event.told_to(seat) for seat in (*range(seats), None) if seat not in event.to]
                assert all(set(told) == {"event", "seat"} for told in others)
        if match.over:
            break
        for looking in (*range(seats), None):
            view = match.view(looking)
            hands = [seat["hand"] for number, seat in enumerate(view["seats"]) if number != looking]
            assert hands == [None] * len(hands)
            in_the_open = {card for seat in match.state.seats for card in seat.discard}
            assert not (set(hidden_from(match, looking)) - in_the_open) & set(view["cards"])
            shown = str(asked(match, looking, names))
            assert not any(card in shown for card in hidden_from(match, looking))


def shuffled(match, looking, rng):
    """The match with all cards that `looking` cannot see dealt anew within each deck; made on the saved JSON alone.

    The own pile stays: which cards are in each of its bags the owner knows, and their order stands nowhere.
    """
    save = json.loads(match.save())
    for number, seat in enumerate(save["state"]["seats"]):
        if number != looking:
            places = [*seat["supply"].get("pools", []), seat["hand"]]
            cards = [card for place in places for card in place]
            rng.shuffle(cards)
            for place in places:
                place[:] = sorted(cards.pop() for _ in place)
    return Game.load(json.dumps(save).encode(), match.pack)


@pytest.mark.rule("MYC-R-55", "MYC-PLAY-09")
@pytest.mark.parametrize("options", [{}, {"expansion": True, "boards": "advanced", "hire_inside_function": "yes"}])
@pytest.mark.parametrize("seats", [2, 3])
def test_what_a_seat_sees_does_not_depend_on_what_it_cannot_see(seats, options):
    rng = random.Random(5)
    match = Game.new(seats, {"pieces": "real", **options})
    names = [f"P{seat}" for seat in range(seats)]
    changed = 0
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        for looking in (*range(seats), None):
            other = shuffled(match, looking, rng)
            changed += other.save() != match.save()
            assert other.view(looking) == match.view(looking)
            assert asked(other, looking, names) == asked(match, looking, names)
        choice = isinstance(question, Choice)
        answer = question.options[int(rng.random() * len(question.options))] if choice else chance_answer(question, rng.random)
        match.answer(line, ticket, answer)
    assert changed > 100
