"""Words: every question and event of real matches can be told to people."""

import random

import pytest

from shared_rules.asking import TABLE, asked
from shared_rules.bots.chance import chance_answer
from shared_rules.mycelia import Game, words
from shared_rules.questions import Choice
from tests.rules.mycelia.scene import FILLER, Scene
from tests.rules.mycelia.test_oracle import some_options

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


@pytest.mark.parametrize("seed", range(8))
def test_every_question_and_event_of_a_match_has_words(seed):
    rng = random.Random(seed).random
    match = Game.new((4, 1, 2, 3)[seed % 4], {"pieces": "real", **({"expansion": True, **some_options(seed)} if seed else {})})
    told = list(match.opening)
    while not match.over:
        for question in asked(match, TABLE, NAMES):
            assert question["prompt"]
            labels = [option["label"] for option in question.get("options", [])]
            assert all(labels)
            assert len(set(labels)) == len(labels), "no two options read alike"
            assert all(option["help"] for option in question.get("options", []))
        assert words.table_lines(match, NAMES)
        if match.number % 5 == 0:
            match.state.seats[match.state.active].leaves += 4
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


def test_the_table_tells_of_gwidyon_too():
    scene = Scene(seats=1, hand=[]).change(gwidyon={"drops": 7, "shown": ["mist"]})
    text = "\n".join(words.table_lines(scene.match, ["Ada"]))
    assert "Gwidyon: 7 drops; chip: remove side; solo cards turned up: Mist." in text
    assert words.event_text({"event": "match_ended", "seat": None, "winners": [], "gwidyon": 0}, ["Ada"]).endswith("Gwidyon won.")


def test_a_hero_with_a_single_effect_says_both():
    scene = Scene(options={"expansion": True}, leaves=8, showcase=["hydnum_repandum", None, None, None, None], hand=["hero"])
    (question,) = asked(scene.match, 0, NAMES)
    (hire,) = [option for option in question["options"] if option["answer"] == ["hire", 0]]
    assert hire["help"].startswith("at once: remove 1 card of the own discard pile from the game; then it goes on top")


def test_a_field_under_a_shrine_field_is_called_so():
    scene = Scene(options={"expansion": True}, hand=["hero"], fn="move 1 any", drops={11: 1, **FILLER}).change_seat(0, shrines=[12])
    scene.play()
    (question,) = asked(scene.match, 0, NAMES)
    labels = [option["label"] for option in question["options"] if option["answer"] == ["move", 11, 12]]
    assert labels == ["moss field (row 3, column 2): right onto the shrine"]
