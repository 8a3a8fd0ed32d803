"""Matches of random answers, one answer at a time: what tests of all games walk through."""

import random

from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.questions import Choice, Clock


def some_answer(question, rng):
    """Any legal answer."""
    if isinstance(question, Choice):
        return question.options[int(rng() * len(question.options))]
    return True if isinstance(question, Clock) else chance_answer(question, rng)


def steps(name, seats, seed, options=None):
    """Yield (match, line, ticket, question, answer) at every question, before the answer is given; any open line may go next."""
    rng = random.Random(f"{name}/{seats}/{seed}").random
    match = game(name).new(seats, options)
    while not match.over:
        questions = match.questions
        line = sorted(questions)[int(rng() * len(questions))]
        ticket, question = questions[line]
        answer = some_answer(question, rng)
        yield match, line, ticket, question, answer
        match.answer(line, ticket, answer)
