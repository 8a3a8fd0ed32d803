"""Bots: they play by what their seat sees, and chance is fair and injected."""

import random
from collections import Counter

import pytest

from shared_rules.asking import shown
from shared_rules.bots import UnknownBot, bot
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.questions import Choice, Confirm, Draw, Flush, Roll

NAMES = ["a", "b", "c", "d"]


def play(seats, bots, seed, options=None):
    rng = random.Random(seed).random
    match = game("mycelia").new(seats, options)
    thinkers = [bot(name, "mycelia") for name in bots]
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        if isinstance(question, Choice):
            seat = question.seat
            answer = thinkers[seat](shown(match, line, ticket, question, seat, NAMES), match.view(seat), rng)
        else:
            answer = chance_answer(question, rng)
        match.answer(line, ticket, answer)
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_matches_end_in_a_sensible_number_of_rounds(seats):
    rounds = [play(seats, ["greedy"] * seats, seed).rounds for seed in range(12)]
    assert 8 <= sum(rounds) / len(rounds) <= 25
    assert max(rounds) < 60


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("options", [{"expansion": True}, {"expansion": True, "boards": "advanced", "hire_inside_function": "yes"}])
def test_greedy_copes_with_all_that_can_be_asked(seats, options):
    for seed in range(3):
        match = play(seats, ["greedy"] * seats, seed, options)
        assert match.result() is not None
        assert match.rounds < 60


def test_greedy_uses_what_the_expansion_brings():
    taken, laid, used = 0, 0, set()
    for seed in range(8):
        match = play(2, ["greedy", "greedy"], seed, {"expansion": True})
        taken += len(match.state.cards_out)
        laid += sum(len(seat.shrines) for seat in match.state.seats)
        used |= {action for seat in match.state.seats for action in seat.actions}
    assert taken > 5
    assert laid > 3
    assert used == set("abcde")


def test_greedy_beats_random():
    wins = Counter(winner for seed in range(10) for winner in play(2, ["greedy", "random"], seed).result().winners)
    assert wins[0] == 10


def test_the_same_chance_gives_the_same_match():
    assert play(3, ["greedy", "random", "greedy"], 4).save() == play(3, ["greedy", "random", "greedy"], 4).save()


def test_an_unknown_bot_is_refused_in_words():
    with pytest.raises(UnknownBot, match="greedy, random"):
        bot("genius", "mycelia")


@pytest.mark.parametrize(
    "question",
    [
        Draw(0, "pile", ["a", "b", "b"]),
        Roll(None, ["d6", "d6"], [[1, 2, 3, 4, 5, 6]] * 2),
        Flush(10, ["x", "y", "z"]),
        Confirm(0, {}),
    ],
)
def test_chance_gives_legal_answers_even_at_its_ends(question):
    for value in (0.0, 0.5, 1 - 2**-53):
        question.check(chance_answer(question, lambda value=value: value))


def test_a_draw_follows_how_often_a_card_is_in_the_pile():
    rng = random.Random(3).random
    drawn = Counter(chance_answer(Draw(0, "pile", ["a", "b", "b", "b"]), rng) for _ in range(4000))
    assert 0.7 < drawn["b"] / 4000 < 0.8


def test_chance_does_not_choose_for_people():
    with pytest.raises(TypeError, match="choice"):
        chance_answer(Choice(0, [["end"]]), lambda: 0.0)
