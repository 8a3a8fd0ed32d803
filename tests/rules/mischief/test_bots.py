"""The greedy bot: it catches where it can, wins against chance, and comes to an end."""

import random

import pytest

from shared_rules.asking import shown
from shared_rules.bots import bot
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.mischief.value import value
from shared_rules.questions import Choice, Clock
from tests.rules.mischief.scene import Scene, cell

ANSWERS_AT_MOST = 2_000


def played(seed, bots, options=None):
    """A match of these bots, one a seat; nobody's time runs out."""
    rng = random.Random(f"3/{seed}").random
    match = game("mischief").new(len(bots), options)
    thinkers = [bot(name, "mischief") for name in bots]
    while not match.over:
        assert match.number < ANSWERS_AT_MOST, f"seed {seed} does not end"
        line, ticket, question = next((n, t, q) for n, (t, q) in match.questions.items() if not isinstance(q, Clock))
        if isinstance(question, Choice):
            seat = question.seat or 0
            asked = shown(match, line, ticket, question, seat, ["a", "b", "c", "d"])
            answer = thinkers[seat](asked, match.view(seat), rng)
        else:
            answer = chance_answer(question, rng)
        match.answer(line, ticket, answer)
    return match


def test_it_leads_the_groundskeeper_onto_an_enemy_and_not_onto_its_own():
    away = {"stops": ["C1", "D1", "E1"], "dice": {"distract": [(0, 1, False)]}}
    s = Scene(at=["C5", "A1", "E3", "C4", "A2", "A3"], **away)
    worth = dict(zip(map(str, s.options), value(s.match.view(0), 0, s.options), strict=True))
    assert worth[str(["distract", 0, cell("C4")])] > worth[str(["pass"])] + 0.5
    own = Scene(at=["C4", "A1", "E3", "C5", "A2", "A3"], **away)
    worth = dict(zip(map(str, own.options), value(own.match.view(0), 0, own.options), strict=True))
    assert worth[str(["distract", 0, cell("C4")])] < worth[str(["pass"])]


def test_it_wins_against_chance():
    won = [played(seed, ["greedy", "random"] if seed % 2 else ["random", "greedy"]).result().winners[0] == 1 - seed % 2
           for seed in range(10)]  # fmt: skip
    assert sum(won) >= 8


@pytest.mark.parametrize("seed", [2, 4, 14])
def test_careful_sides_come_to_an_end_in_blitz_too(seed):
    """With these seeds a few figures on two boards stayed out of the groundskeepers' ways for ever."""
    assert played(seed, ["greedy"] * 4, {"mode": "blitz"}).state.ended == "eliminated"
