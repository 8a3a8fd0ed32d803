"""Taking back within the Mythic Phase: Hedges, dice and Mythics stand as they did, and people are told what to put back."""

import json
import random

import pytest

from shared_rules.history import History, put_back
from shared_rules.mischief import Game
from shared_rules.record import Entry
from tests.rules.random_play import some_answer

ACTIONS = 4


def at_a_phase(seed):
    """A match with both factions of `seed` at the first action of a turn, after a few rounds."""
    rng = random.Random(seed).random
    match = Game.new(2, {"pieces": "real"})
    while not (match.state.round > 1 and next(iter(match.questions.values()))[1].asker == "act"):
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, some_answer(question, rng))
    return match, rng


def whole(match):
    """The state, but for what numbers answers and tickets."""
    state = json.loads(match.save())["state"]
    state.pop("play")
    return state


@pytest.mark.parametrize("seed", range(8))
def test_what_was_done_in_the_phase_is_taken_back_whole(seed):
    match, rng = at_a_phase(seed)
    history, before, number = History(match), whole(match), match.number
    done = []
    while len(done) < ACTIONS and history.match.state.phase == "mythic" and not history.match.over:
        line, (ticket, question) = next(iter(history.match.questions.items()))
        actions = [option for option in question.options if option != ["pass"]]
        answer = actions[int(rng() * len(actions))] if actions else ["pass"]
        history.take(entry(history.match, line, ticket, answer, f"seat {question.seat}"))
        done.append(answer)
    then = history.match.copy()
    assert whole(then) != before
    history.take(entry(history.match, 0, 0, {"to": number, "operator": False, "agreed": []}, "table", "undo"))
    assert whole(history.match) == before
    tasks = put_back(then, history.match)
    assert tasks, done
    assert {task["path"] for task in tasks} <= {piece["path"] for piece in [*then.standing(None), *history.match.standing(None)]}


def entry(match, line, ticket, answer, by, kind="answer"):
    return Entry(number=match.entry + 1, line=line, ticket=ticket, answer=answer, by=by, source="test", events=[], kind=kind)
