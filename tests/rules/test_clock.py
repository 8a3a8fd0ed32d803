"""The Clock question: who may answer it, how it is shown, and that chance never does."""

import pytest

from shared_rules.asking import asked
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.questions import Clock, IllegalAnswer
from tests.rules.mischief.scene_modes import setting_up


def test_it_takes_true_and_nothing_else():
    question = Clock([0, 2], 120_000)
    question.check(True)
    for answer in (1, "time_out", None, ["time_out"]):
        with pytest.raises(IllegalAnswer):
            question.check(answer)


def test_chance_does_not_answer_it():
    with pytest.raises(TypeError):
        chance_answer(Clock([0], 1000), lambda: 0.0)


def test_everybody_sees_whose_time_runs_and_how_long():
    match = setting_up(2, options={"mode": "blitz"})
    for seat in (0, 1, None):
        shown = next(one for one in asked(match, seat, ["Ada", "Ben"]) if one["kind"] == "clock")
        assert (shown["seats"], shown["limit_ms"], shown["seat"]) == ([0], 120_000, None)
        assert shown["prompt"]


def test_it_is_open_beside_a_claim_and_survives_a_save():
    match = setting_up(4, options={"mode": "blitz"})
    line = next(line for line, (_, question) in match.questions.items() if question.kind == "choice")
    match.line = line
    match.claim()
    again = game("mischief").load(match.save(), match.pack)
    assert [question.kind for _, question in again.questions.values()].count("clock") == 1
    assert [question.kind for _, question in again.questions.values()].count("choice") == 1
