"""The walk that is shown before the Mythic Phase is ended is the walk that comes."""

import random

import pytest

from shared_rules.mischief import Game
from shared_rules.mischief.keeper import next_spaces
from tests.rules.random_play import some_answer

ENOUGH = 60


def answered(match, rng):
    """Answer the first open question at random; the events."""
    line, (ticket, question) = next(iter(match.questions.items()))
    return match.answer(line, ticket, some_answer(question, rng.random))


def asker(match):
    return next(iter(match.questions.values()))[1].asker if match.questions else ""


def walked(match):
    """End the Mythic Phase: the spaces that the groundskeeper enters before anybody is asked, and those it is then asked about."""
    line, (ticket, _question) = next(iter(match.questions.items()))
    events = match.answer(line, ticket, ["pass"])
    path = [event.data["at"] for event in events if event.name == "keeper_moved"]
    question = next(iter(match.questions.values()))[1] if match.questions else None
    return path, [cell for _go, cell in question.options] if question and question.asker == "keeper_way" else []


def square(number):
    return f"{'ABCDE'[number % 5]}{number // 5 + 1}"


@pytest.mark.rule("MM-GK-04", "MM-GK-05", "MM-GKP-01")
@pytest.mark.parametrize("goes_on", ["yes", "no"])
def test_the_walk_shown_before_the_phase_ends_is_the_walk_that_comes(goes_on):
    seen = choices = 0
    for seed in range(12):
        rng = random.Random(seed)
        match = Game.new(2, {"groundskeeper_goes_on_past_destination": goes_on})
        while match.questions:
            if asker(match) == "act":
                keeper = match.view(None)["keepers"][0]
                path, asked = walked(match.copy())
                # Ten points end the match in mid-walk: then it goes no further than it was to go.
                assert path == [square(cell) for cell in keeper["path"]][: len(path)]
                if len(path) == len(keeper["path"]):
                    assert asked == keeper["choices"]
                seen += 1
                choices += bool(asked)
            answered(match, rng)
    assert seen > ENOUGH
    assert choices > ENOUGH // 10


def test_looking_ahead_moves_nothing():
    match = Game.new(2, {"first": "seat 0", "layout": "1"})
    rng = random.Random(3)
    while asker(match) != "act":
        answered(match, rng)
    before = match.save()
    view = match.view(0)["keepers"][0]
    assert view["path"] or view["choices"]
    assert match.save() == before
    first = (view["path"] + view["choices"])[0]
    assert first in next_spaces(match, 0, view["cell"], view["goal"], view["move"])
