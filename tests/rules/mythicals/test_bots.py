"""The greedy bot: it plays by what its seat sees, whatever is switched, and better than chance."""

import random
from collections import Counter

import pytest

from shared_rules.asking import shown
from shared_rules.bots import bot
from shared_rules.bots.chance import chance_answer
from shared_rules.mythicals import Game
from shared_rules.mythicals.value import value
from shared_rules.questions import Choice
from tests.rules.mythicals.scene import Scene


def play(bots, seed, options=None):
    rng = random.Random(seed).random
    match = Game.new(2, options)
    thinkers = [bot(name, "mythicals") for name in bots]
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        if isinstance(question, Choice):
            asked = shown(match, line, ticket, question, question.seat, ["a", "b"])
            answer = thinkers[question.seat](asked, match.view(question.seat), rng)
        else:
            answer = chance_answer(question, rng)
        match.answer(line, ticket, answer)
    return match


@pytest.mark.parametrize(
    "options",
    [{}, {"hands": "secret"}, {"tracking": "light"}, {"start_cards": "chosen", "daybreak_shortage": "fill_from_reserve"},
     {"token_thirteen_payment": "joker_as_fifth", "duplicate_card": "both_kept", "joker_colour": "any_colour"}],
)  # fmt: skip
def test_greedy_matches_end_under_any_switches(options):
    for seed in range(3):
        assert play(["greedy", "greedy"], seed, options).result().winners


def test_greedy_beats_random_at_either_seat():
    wins = Counter(winner for seed in range(10) for winner in play(["greedy", "random"], seed).result().winners)
    wins += Counter(1 - winner for seed in range(10) for winner in play(["random", "greedy"], seed).result().winners)
    assert wins[0] >= 18


def test_the_same_chance_gives_the_same_match():
    assert play(["greedy", "random"], 4).save() == play(["greedy", "random"], 4).save()


def best(scene):
    answers = scene.options
    worth = value(scene.match.view(0), 0, answers)
    return answers[worth.index(max(worth))]


def test_it_takes_what_completes_a_suite_and_keeps_its_jokers():
    scene = Scene(hand=["red.1", "red.2", "red.4"], reserve=["red.3", "blue.1"])
    assert best(scene) == ["take", ["red.3"]]
    scene = Scene(at="acquire", hand=["red.1", "red.2", "red.3", "red.joker"], daybreak=True).choose("acquire", "red_3")
    assert best(scene) == ["pay", ["red.1", "red.2", "red.3"]]


def test_it_takes_the_best_token_when_the_night_ends():
    scene = Scene(at="acquire", hand=["red.1", "red.2", "red.3", "red.4"], on={"red_2": 2}, daybreak=True)
    assert best(scene) == ["acquire", "red_4"]


def test_it_marks_what_it_can_buy_next_and_the_other_cannot():
    scene = Scene(at="marking", hand=["red.1", "red.2"], theirs=["blue.1", "blue.2"])
    assert best(scene) == ["consolidate", "red_2", 2]
