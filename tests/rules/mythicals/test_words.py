"""Words: every question and event of real matches can be told to people."""

import pytest

from shared_rules.asking import TABLE, asked
from shared_rules.mythicals import Game, words
from shared_rules.mythicals.options import OPTIONS
from tests.rules.mythicals.scene import Scene, begun, changed_pack
from tests.rules.random_play import steps

NAMES = ["Ada", "Ben"]
OTHERS = {option.name: next(value for value in option.values if value != option.default) for option in OPTIONS if option.ruling}
TABLES = [
    {},
    {"pieces": "real"},
    {**OTHERS, "hands": "open", "pieces": "real"},
    {**OTHERS, "joker_colour": "any_colour"},
    {"tracking": "light", "pieces": "real"},
    {"daybreak_shortage": "fill_from_reserve", "start_cards": "chosen"},
]


@pytest.mark.parametrize("options", TABLES)
def test_every_question_and_event_of_a_match_has_words(options):
    told = []
    match = None
    for match, line, ticket, _, answer in steps("mythicals", 2, 1, options):
        for question in asked(match, TABLE, NAMES):
            assert question["prompt"]
            labels = [option["label"] for option in question.get("options", [])]
            assert all(labels)
            assert len(set(labels)) == len(labels), "no two options read alike"
            assert all(option["help"] for option in question.get("options", []))
            assert all(card["label"] for card in question.get("cards", []))
        assert all(words.table_lines(match, NAMES))
        told += match.copy().answer(line, ticket, answer)
    texts = [words.event_text(event.told_to(seat), NAMES) for event in told for seat in (0, 1, None)]
    assert all(text.endswith((".", "!")) for text in texts)
    assert texts[-1].startswith("The match is over: Ada ")
    assert not any(part in text for text in texts for part in ("{", "None", "red.", "_2"))


def test_nothing_is_told_by_colour_alone():
    """Each card and token is told with the symbol of its colour."""
    symbols = {"purple": "circle", "green": "square", "red": "triangle", "blue": "diamond", "grey": "four-petal", "black": "star"}
    for match, *_ in steps("mythicals", 2, 2):
        for question in asked(match, TABLE, NAMES):
            for option in question.get("options", []) + question.get("cards", []):
                for colour, symbol in symbols.items():
                    assert option["label"].count(colour) == option["label"].count(f"{colour} {symbol}")


def test_a_question_reads_as_people_speak():
    scene = Scene(at="acquire", hand=["red.1", "red.2", "red.joker"], on={"red_2": 1})
    (question,) = asked(scene.match, 0, NAMES)
    assert question["prompt"] == "Ada: Acquire a token?"
    assert question["options"][0] == {
        "answer": ["acquire", "red_2"],
        "label": "red triangle suite of 2: 2 points + 1 marker",
        "help": "it costs 2 values in a row of red triangle",
    }
    scene.choose("acquire", "red_2")
    (question,) = asked(scene.match, 0, NAMES)
    assert [option["label"] for option in question["options"]] == [
        "red triangle 1 and 2", "red triangle 1 and joker", "red triangle 2 and joker",
    ]  # fmt: skip


def test_every_mark_says_what_it_does_and_who_gains():
    scene = Scene(at="marking", on={"red_2": 1})
    (question,) = asked(scene.match, 0, NAMES)
    helps = {tuple(option["answer"]): option["help"] for option in question["options"]}
    assert helps["consolidate", "red_2", 1] == "whoever acquires it gets 4 points then"
    assert helps["block", "red_3"] == "nobody can put markers on it any more; it can still be acquired"
    assert question["prompt"].endswith("15 markers left")


def test_an_option_warns_of_what_goes_to_the_opponent():
    scene = Scene(hand=["red.1"], reserve=["red.1", "red.3", "blue.2"])
    (question,) = asked(scene.match, 0, NAMES)
    helps = [option["help"] for option in question["options"]]
    assert helps[1:] == ["you would have twice, so the opponent gets one: red triangle 1", "you get 1 card"]


def test_the_thirteen_points_and_their_joker_are_told_as_they_are_played():
    scene = Scene(at="acquire", hand=[f"red.{value}" for value in (1, 2, 3, 4, 5, "joker")])
    (question,) = asked(scene.match, 0, NAMES)
    black = next(option for option in question["options"] if option["answer"] == ["acquire", "black_6"])
    assert (black["label"], black["help"]) == ("black star full suite: 13 points", "it costs 1 to 5 of one colour, and its joker")


def test_the_table_is_told_well_enough_to_go_on_by_hand_and_tells_no_totals():
    scene = Scene(hand=["red.1", "red.joker"], theirs=["blue.2"], reserve=["green.5"], taken=(["red_5", "grey_2"], []), got=(2, 0),
                  on={"blue_2": 1}, blocked=["blue_3"], left=30)  # fmt: skip
    text = "\n".join(words.table_lines(scene.match, NAMES))
    for part in (
        "Round 1, Ada is on turn", "Draw pile: 30 cards; markers left: 13", "Reserve: green square 5", "blue diamond suite of 2 +1",
        "blue diamond suite of 3 (blocked)",
        "Ada: red triangle 1 and joker; tokens: 2, on top the grey four-petal set of 2; 2 markers",
        "Ben: blue diamond 2; tokens: 0; 0 markers",
    ):  # fmt: skip
        assert part in text
    assert "12" not in text.replace("12 cards", "")
    assert "Daybreak has come" in "\n".join(words.table_lines(Scene(daybreak=True).match, NAMES))


def test_colours_are_called_as_the_pack_calls_them():
    match = begun({}, changed_pack('name = "red"', 'name = "ember"'))
    assert "ember triangle suite of 2" in "\n".join(match.words.table_lines(match, NAMES))


def test_a_secret_card_is_not_in_a_sentence_for_others():
    match = Game.new(2, {"hands": "secret"})
    (event,) = match.answer(0, match.questions[0][0], "red.3")
    assert words.event_text(event.told_to(0), NAMES) == "Ada begins with red triangle 3."
    assert words.event_text(event.told_to(1), NAMES) == "Ada begins with 1 card."


def test_an_answer_or_a_task_without_words_is_a_fault_of_the_program():
    scene = Scene()
    for tell in (words.label, words.help_text):
        with pytest.raises(ValueError, match="there is no"):
            tell(scene.match, scene.question, ["dance"])
    with pytest.raises(ValueError, match="there are no words"):
        words.task_text(scene.match, {"what": "dance"}, NAMES)
