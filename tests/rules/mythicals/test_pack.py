"""Content packs: the house's own is whole, and everything that is wrong with another one is told at once."""

import re

import pytest

from shared_rules.content import BadPack
from shared_rules.mythicals import Game
from shared_rules.mythicals.pack import house_pack, read_pack
from tests.rules.mythicals.scene import HOUSE, changed_pack


def problems(text):
    with pytest.raises(BadPack) as caught:
        read_pack("mine.toml", text)
    return caught.value.problems


def changed(old, new):
    assert old in HOUSE
    return HOUSE.replace(old, new, 1)


def test_the_house_pack_is_whole_and_says_where_everything_comes_from():
    pack = Game.new_pack()
    assert pack is house_pack()
    assert {token.source for token in pack.tokens.values()} == {"public"}
    assert {name: colour.symbol for name, colour in pack.colours.items()} == {
        "purple": "circle", "green": "square", "red": "triangle", "blue": "diamond", "grey": "four-petal", "black": "star",
    }  # fmt: skip
    assert HOUSE.count("source = ") >= 1 + 6 + 24 + 20
    assert sum(token.points for token in pack.tokens.values()) == 118


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('id = "house"', "", "no id"),
        ('title = "Mythicals, as told in public"', "", "no title"),
        ('game = "mythicals"', 'game = "chess"', "not for Mythicals"),
        ("players = [2, 2]", "players = [2, 5]", "number of players"),
        ("players = [2, 2]", "players = 2", "number of players"),
        ("[markers]", "[marks]", "no [markers]"),
        ('source = "rulebook"\ncount', "count", "markers do not say"),
        ("count = 16", "count = 15", "15 markers"),
        ("points = 1\n", "points = 0\n", "points of a marker"),
        ('id = "purple"\nsource = "public"', 'id = "purple"\nsource = "hearsay"', "where it comes from"),
        ('id = "green"', 'id = "purple"', "there twice"),
        ('id = "green"', 'id = "gr.een"', "no id"),
        ('name = "purple"', "", "no name"),
        ('symbol = "circle"', 'symbol = "heart"', "'heart' is no symbol"),
        ('symbol = "circle"', 'symbol = "star"', "two colours have the symbol"),
        ('colour = "purple"', 'colour = "pink"', "'pink' is no colour"),
        ("value = 3", "value = 6", "value is 6"),
        ("value = 3", "value = true", "value is True"),
        ("value = 3", "value = 2", "there twice"),
        ("copies = 2", "copies = 3", "number of copies"),
        ("copies = 2", "copies = 1", "47 creature cards"),
        ('id = "red_2"', 'id = "red_3"', "there twice"),
        ('id = "red_2"', "", "no id"),
        ('column = "red"', 'column = "pink"', "'pink' is no colour"),
        ('column = "red"', 'column = ["red"]', "is no colour"),
        ('cost = "suite 3"', 'cost = "suite 33333333333"', "means nothing"),
        ("points = 4\ncost", "points = 2\ncost", "points are 2"),
        ('cost = "suite 3"', 'cost = "suite 6"', "means nothing"),
        ('cost = "suite 3"', 'cost = "set 1"', "means nothing"),
        ('cost = "suite 3"', "cost = 3", "means nothing"),
        ('cost = "set 2"', 'cost = "suite 2"', "no cards of this deck"),
        ('13\ncost = "full"', '13\ncost = "set 4"', "full suite"),
        ("points = 13", "points = 12", "full suite"),
    ],
)
def test_each_thing_that_is_wrong_is_told_with_its_line_and_a_remedy(old, new, what):
    found = [problem for problem in problems(changed(old, new)) if what in problem.what]
    assert found, [str(problem) for problem in problems(changed(old, new))]
    assert all(problem.remedy and problem.file == "mine.toml" for problem in found)
    assert any(problem.line > 0 for problem in found) or what == "no [markers]"


def test_a_problem_is_told_on_the_line_where_it_is():
    text = changed('cost = "suite 3"', 'cost = "dance"')
    (problem,) = problems(text)
    assert text.splitlines()[problem.line - 1] == 'cost = "dance"'


def test_all_problems_are_told_at_once():
    text = changed("count = 16", "count = 3").replace('symbol = "circle"', 'symbol = "heart"').replace('"set 4"', '"dance"')
    assert re.search("3 markers.*'heart'.*dance", " ".join(problem.what for problem in problems(text)))


def test_an_empty_file_and_one_that_is_not_toml_are_told_in_words():
    assert len(problems("")) >= 5
    (problem,) = problems("[[card]\n")
    assert (problem.line, "not TOML" in problem.what) == (1, True)


def test_a_token_that_is_missing_is_told():
    head, _, tail = HOUSE.partition('[[token]]\nid = "red_5"')
    text = head + tail[tail.index("[[token]]") :]
    assert [problem.what for problem in problems(text)] == ["there are 19 tokens, not 20"]


def test_an_owner_may_name_the_colours_as_the_box_does():
    pack = Game.read_pack("mine.toml", changed('name = "red"', 'name = "ember"'))
    assert pack.hash != house_pack().hash
    assert pack.told["red.3"] == {"card": "red.3", "name": "ember", "symbol": "triangle", "value": 3}
    assert changed_pack('name = "red"', 'name = "ember"').hash == pack.hash
