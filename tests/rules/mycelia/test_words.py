"""Words: every question and event of real matches can be told to people."""

import random

import pytest

from shared_rules.asking import TABLE, asked
from shared_rules.bots.chance import chance_answer
from shared_rules.mycelia import Game, words
from shared_rules.questions import Choice
from tests.rules.mycelia.scene import FILLER, Scene

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


@pytest.mark.parametrize("seed", range(3))
def test_every_question_and_event_of_a_match_has_words(seed):
    rng = random.Random(seed).random
    match = Game.new(4, {"pieces": "real"})
    told = list(match.opening)
    while not match.over:
        for question in asked(match, TABLE, NAMES):
            assert question["prompt"]
            labels = [option["label"] for option in question.get("options", [])]
            assert all(labels)
            assert len(set(labels)) == len(labels), "no two options read alike"
            assert all(option["help"] for option in question.get("options", []))
        line, (ticket, question) = next(iter(match.questions.items()))
        choice = isinstance(question, Choice)
        answer = question.options[int(rng() * len(question.options))] if choice else chance_answer(question, rng)
        told += match.answer(line, ticket, answer)
    assert all(words.event_text(event.told_to(seat), NAMES).endswith((".", "!")) for event in told for seat in (0, None))
    assert words.event_text(told[-1].told_to(None), NAMES).startswith("The match is over.")


def test_a_question_reads_as_people_speak():
    scene = Scene(hand=["hero"], fn="remove 2 any holding exactly 2", drops={9: 2, **FILLER}, leaves=1)
    (question,) = asked(scene.match, 0, NAMES)
    assert question["prompt"] == "Ada: Your turn, 1 leaf: what will you do?"
    scene.play()
    (question,) = asked(scene.match, 0, NAMES)
    assert question["prompt"] == "Ada: Remove 2 drops from any field with exactly 2"
    assert question["options"][0] == {
        "answer": ["remove", 9, 2],
        "label": "water field (row 2, column 5): 2 drops",
        "help": "the field is empty then",
    }


def test_the_table_is_told_well_enough_to_go_on_by_hand():
    scene = Scene(hand=["hero"], drops={9: 2, **FILLER}, leaves=4, shrine=7, supply_card="3b")
    text = "\n".join(words.table_lines(scene.match, NAMES[:2]))
    for part in ("Round 1, Ada is on turn", "Shrine: 7 of 10", "side 3b", "Ada: 4 leaves; cards: 1 in hand", "0 0 0 0 2"):
        assert part in text
    assert "last" in "\n".join(words.table_lines(Scene(ending=True).match, NAMES[:2]))
