"""Teaching an owner's pack: every answer is checked at once, what was taken is kept, and the pack can be played."""

import random

import pytest
from click.testing import CliRunner

from host.cli import main
from host.packs import read_owners
from host.teach import Prompt, Teach, subject, taught_before
from host.teach_typed import teach
from shared_rules.content import BadPack
from shared_rules.games import UnknownGame, game
from shared_rules.overlay import laid_over
from tests.rules.random_play import some_answer

BOARD = ["board front", "", "MLWLS", "WSM.W", "LMSLM", "WLMWS", ""]
HERO = ["hero Pip", "basic", "3", "leaves", "2", "end"]


def talk(*answers, content=None):
    """A talk in which the pack has its name already, and all that was said to `answers`."""
    teaching = Teach(subject("mycelia"), content)
    said = [] if content else teaching.answer("My box")
    for answer in answers:
        said += teaching.answer(answer)
    return teaching, said


def entry(table, *answers):
    """What became of the only entry that was taught."""
    teaching, said = talk(*answers)
    held = teaching.content.get(table)
    assert held, said
    return held[0] if isinstance(held, list) else held


def function(*answers, single=False):
    if single:
        return entry("card", "hero Pip", "expansion", "3", "leaves", "1", "", "yes", *answers)["single"]
    return entry("card", "hero Pip", "basic", "3", *answers)["fn"]


# -- the talk -----------------------------------------------------------------------------------------------------------------


def test_a_pack_is_named_first_and_then_there_is_a_menu():
    teaching = Teach(subject("mycelia"))
    assert "called" in teaching.prompt.text
    assert teaching.answer("") == ["A name has 1 to 40 letters."]
    teaching.answer("Ada's box")
    assert teaching.content == {"pack": {"id": "ada_s_box", "game": "mycelia", "title": "Ada's box"}}
    assert set(teaching.prompt.choices) >= {"board", "setup", "supply", "die", "hero", "start", "done"}


def test_done_ends_the_talk():
    teaching, _ = talk("done")
    assert teaching.prompt is None and teaching.answer("hero") == []


def test_a_word_may_be_cut_short_where_it_stays_clear():
    assert "six symbols" in talk("di")[0].prompt.text
    assert talk("s")[1] == ["'s' is none of board, setup, supply, die, hero, start, done."]


def test_a_question_mark_tells_more_and_back_leaves_it_out():
    teaching, said = talk("?")
    assert "hero: a hero with its cost and function" in said[0]
    teaching, said = talk("hero Pip", "basic", "back")
    assert said == ["Left out."] and "card" not in teaching.content
    assert isinstance(teaching.prompt, Prompt) and "What do you want" in teaching.prompt.text


def test_how_much_was_taught_is_told():
    teaching, _ = talk(*BOARD, *HERO)
    assert "(1 of 5 boards, 0 of 8 setup sides, 0 of 8 supply sides, 1 of 35 heroes, no die, 0 start cards" in teaching.prompt.text


def test_the_same_thing_taught_again_replaces_what_was_there():
    teaching, _ = talk(*HERO, "hero pip", "basic", "7", "leaves", "4", "end")
    assert [(card["name"], card["cost"]) for card in teaching.content["card"]] == [("pip", 7)]


# -- boards, cards of the setup, die ------------------------------------------------------------------------------------------


def test_a_board_is_taught_by_rows():
    assert entry("board", *BOARD)["cells"] == ["MLWLS", "WSM.W", "LMSLM", "WLMWS"]


def test_a_board_is_taught_field_by_field():
    answers = ["moss", "leaf", "w", ".", "soil", "none"]
    assert entry("board", "board Stars", "3x2", *answers) == {
        "id": "stars", "source": "public", "name": "Stars", "cells": ["MLW", ".S-"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("MLX", "'X' is no landscape"),
        ("ML", "has 2 places, the first one has 5"),
        ("MLWL.", "only one shrine field"),
        ("M" * 13, "at most 12"),
    ],
)
def test_a_row_that_cannot_be_is_refused_at_once(row, why):
    teaching, said = talk("board front", "", "MLW.S", row)
    assert why in said[-1] and "Row 2" in teaching.prompt.text


def test_a_board_without_a_shrine_field_is_not_ended():
    assert "the shrine field ('.') is missing" in talk("board front", "", "MLWLS", "")[1][-1].replace("The", "the")
    assert "no shrine field" in talk("board Stars", "1x2", "moss", "leaf")[1][-1]


def test_a_setup_card_is_drawn_like_the_board():
    taught = entry("setup", "setup 2b", "44", "4.", "44", "")
    assert taught == {
        "id": "2b", "source": "public", "drops": [[-1, -1, 4], [0, -1, 4], [-1, 0, 4], [-1, 1, 4], [0, 1, 4]],
    }  # fmt: skip


def test_a_setup_card_has_twenty_drops():
    teaching, said = talk("setup 2b", "11", "1.", "")
    assert said == ["These are 3 drops, and it must be 20; once more."] and "Row 1" in teaching.prompt.text


def test_a_setup_card_that_lies_off_the_board_is_refused():
    teaching, said = talk(*BOARD, "setup 1a", "2222222222.", "")
    assert "setup" not in teaching.content
    assert any("[-10, 0] lies off the board (front" in line for line in said)


def test_a_supply_card_is_told_in_ways_from_the_shrine():
    taught = entry("supply", "supply 1a", "down, right", "up", "left", "up left", "0 2", "down down")
    assert list(taught["faces"].values()) == [[[0, 1], [1, 0]], [[0, -1]], [[-1, 0]], [[-1, -1]], [[0, 2]], [[0, 2]]]


@pytest.mark.parametrize("place", ["middle", "", "up down", "up, up", "up, down, left", "1 2 3", "left 1"])
def test_a_place_that_is_none_is_refused(place):
    teaching, said = talk("supply 1a", place)
    assert said and "acorn" in teaching.prompt.text


def test_a_supply_card_asks_for_the_symbols_of_the_taught_die():
    teaching, said = talk("die", "a, b, c, d, e", "a, b, c, d, e, f", "supply 1a")
    assert said[0] == "These are 5 symbols; write six with commas between them."
    assert teaching.prompt.text == "Where does 'a' bring a drop?"


# -- functions ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (["leaves", "3", ""], "leaves 3"),
        (["move", "1..3", "water", "", "", ""], "move 1..3 water"),
        (["remove", "2", "any", "exactly 2", "", "", ""], "remove 2 any holding exactly 2"),
        (["remove", "0..2", "moss", "", "yes", "", ""], "remove 0..2 moss beside"),
        (["move", "1", "any", "", "3", ""], "3 x (move 1 any)"),
        (["around", "leaf", "", ""], "around leaf"),
        (["card", ""], "remove card"),
        (["leaves", "2", "and", "others", "leaves", "1", ""], "leaves 2 & others (leaves 1)"),
        (["leaves", "2", "or", "move", "1", "any", "", "", ""], "leaves 2 / move 1 any"),
        (["= leaves 2 & others (leaves 1)", ""], "leaves 2 & others (leaves 1)"),
    ],
)
def test_a_function_is_composed_step_by_step(answers, text):
    assert function(*answers) == text


@pytest.mark.parametrize(
    ("answers", "text"), [(["action", "d", ""], "action d"), (["shrine", ""], "shrine"), (["card", ""], "remove card")]
)
def test_a_single_effect_has_more_to_choose_from(answers, text):
    assert function(*answers, single=True) == text


def test_a_function_is_told_back_in_words_after_each_step():
    _, said = talk("hero Pip", "basic", "3", "leaves", "2", "or", "move", "1", "any", "", "")
    assert said == ["So far: get 2 leaves.", "So far: get 2 leaves; or move 1 drop of any field by one field."]


def test_what_does_not_go_together_is_asked_anew():
    teaching, said = talk("hero Pip", "basic", "3", "remove", "3", "any", "exactly 2", "", "")
    assert "do not go together" in said[-1] and teaching.prompt.text == "What does it do?"


@pytest.mark.parametrize(("answer", "why"), [("1", "from 2 to 8"), ("nine", "from 2 to 8"), ("-3", "from 2 to 8")])
def test_a_cost_that_cannot_be_is_refused(answer, why):
    assert why in talk("hero Pip", "basic", answer)[1][-1]


def test_a_hero_of_the_basic_set_is_not_asked_for_a_single_effect():
    teaching, said = talk(*HERO)
    assert said[-1] == "Taken: card 'Pip'." and "What do you want" in teaching.prompt.text


def test_a_start_card_says_how_many_there_are_of_it():
    taught = entry("card", "start Leafy", "2", "leaves", "1", "")
    assert (taught["set"], taught["copies"]) == ("start", 2)


# -- the pack and its file ----------------------------------------------------------------------------------------------------


def test_what_was_taught_lies_over_the_house_and_is_played():
    teaching, _ = talk(*BOARD, *HERO, "die", "a, b, c, d, e, f", "setup 1a", "44", "4.", "44", "")
    assert teaching.missing() == []
    match = game("mycelia").new(2, {}, laid_over(game("mycelia"), "mine.toml", teaching.text))
    rng = random.Random(3).random
    for _ in range(100):
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, some_answer(question, rng))
    assert "pip" in match.pack.cards and match.pack.faces[0] == "a"


def test_what_is_missing_is_told_and_kept():
    teaching, said = talk("start Leafy", "3", "leaves", "1", "")
    assert any("cannot be played yet" in line for line in said)
    assert "start cards" in teaching.missing()[0].what and teaching.content["card"]


def test_a_talk_is_gone_on_with_where_it_was_left(tmp_path):
    file, said = tmp_path / "mine.toml", []
    teach("mycelia", file, ["My box", *HERO, "die", "a, b"], said.append)
    assert "pip" in read_owners(file, "mycelia").cards
    again = teach("mycelia", file, ["die", "a, b, c, d, e, f", "done"], said.append)
    assert {"pack", "card", "die"} == set(again.content)
    assert read_owners(file, "mycelia").faces == ["a", "b", "c", "d", "e", "f"]
    assert not (tmp_path / "mine.toml.before").exists()


def test_a_file_with_comments_is_kept_as_it_was(tmp_path):
    file, said = tmp_path / "mine.toml", []
    before = '# my own words\n[pack]\nid = "mine"\ngame = "mycelia"\ntitle = "Mine"\n'
    file.write_text(before)
    teach("mycelia", file, HERO, said.append)
    assert (tmp_path / "mine.toml.before").read_text() == before and "pip" in read_owners(file, "mycelia").cards


@pytest.mark.parametrize("text", ["[pack", '[pack]\ngame = "mythicals"\n', "card = 3\n", '[[card]]\nname = "x"\n', "[[a]]\n[a]"])
def test_a_file_that_cannot_be_gone_on_with_is_told_and_left_alone(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    done = CliRunner().invoke(main, ["teach", "mycelia", "-o", str(file)], input="done\n")
    assert done.exit_code == 2 and str(file) in done.output and file.read_text() == text
    with pytest.raises(BadPack):
        taught_before(subject("mycelia"), str(file), text)


def test_answers_may_come_from_a_file(tmp_path):
    file = tmp_path / "mine.toml"
    done = CliRunner().invoke(main, ["teach", "mycelia", "-o", str(file)], input="\n".join(["My box", *HERO, "done"]))
    assert done.exit_code == 0, done.output
    assert f"Kept in {file}; it can be played: --pack {file}" in done.output
    assert CliRunner().invoke(main, ["check", str(file)]).exit_code == 0


@pytest.mark.parametrize("name", ["chess", "mythicals"])
def test_a_game_that_cannot_be_taught_is_told(name, tmp_path):
    with pytest.raises(UnknownGame, match=name):
        subject(name)
    assert CliRunner().invoke(main, ["teach", name, "-o", str(tmp_path / "x.toml")]).exit_code == 2
