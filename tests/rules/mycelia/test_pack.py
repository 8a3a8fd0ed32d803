"""Content packs: the house's own is whole, and everything that is wrong with another one is told at once."""

import re

import pytest

from shared_rules.content import BadPack
from shared_rules.mycelia.functions_text import BadFunction, read_function, verbs_in
from shared_rules.mycelia.pack import house_pack, read_pack
from shared_rules.mycelia.words import function_text
from tests.rules.mycelia.scene import HOUSE


def problems(text):
    with pytest.raises(BadPack) as caught:
        read_pack("mine.toml", text)
    return caught.value.problems


def changed(old, new, count=1):
    assert old in HOUSE
    return HOUSE.replace(old, new, count)


def test_the_house_pack_is_whole_and_says_where_everything_comes_from():
    pack = house_pack()
    assert pack.title
    assert {card.source for card in pack.cards.values()} == {"public", "house", "rulebook"}
    assert (pack.board.width, pack.board.height, pack.board.shrine) == (5, 4, 8)
    assert [pack.board.lands.count(land) for land in ("leaf", "moss", "water", "soil")] == [5, 5, 5, 4]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('id = "house"', "", "no id"),
        ('game = "mycelia"', 'game = "chess"', "not for Mycelia"),
        ('"MLWLS"', '"MLWL"', "differ in length"),
        ('"MLWLS"', '"MLXLS"', "'X' is no landscape"),
        ('"WSM.W"', '"WSMMW"', "0 shrine fields"),
        ('"acorn", "snail"', '"acorn"', "no six symbols"),
        ('source = "house"\nfaces', "faces", "the die does not say"),
        ("[1, 2, 1],\n]", "]", "19 drops"),
        ("[-2, -1, 2], [-1", "[0, 0, 2], [-1", "on the shrine field"),
        ("[-2, -1, 2], [-1", "[-4, -1, 2], [-1", "off the board"),
        ("[-2, -1, 2], [-1", "[-1, -1, 2], [-1", "a field twice"),
        ("acorn = [[0, 1], [1, 0]]", "acorn = []", "brings 0 drops"),
        ("acorn = [[0, 1], [1, 0]]", "acorn = [[0, 0]]", "on the shrine field"),
        ("acorn = [[0, 1], [1, 0]]", "acorn = [[9, 0]]", "off the board"),
        ("acorn = [[0, 1], [1, 0]], ", "", "does not fit the die"),
        ('id = "1b"', 'id = "5b"', "lack 1b"),
        ('id = "toll_toad"', 'id = "purse_sprite"', "there twice"),
        ("cost = 8", "cost = 9", "costs 9"),
        ("cost = 8", "", "costs None"),
        ('fn = "around leaf"', 'fn = "around soil"', "cannot be read"),
        ('set = "basic"\nname = "Old Root"', 'set = "solo"\nname = "Old Root"', "no set of cards"),
        ("cost = 8\ncopies = 2", "cost = 8\ncopies = 3", "number of copies"),
        ('id = "sickle"\nsource = "house"', 'id = "sickle"\nsource = "hearsay"', "where it comes from"),
        ('name = "Sickle rune"', "", "no name"),
        ('id = "front"', 'id = "top"', "5 boards"),
        ('[[board]]\nid = "ridge"', '[[bord]]\nid = "ridge"', "4 boards"),
        ('"LS.ML"', '"L.SML"', "off the board (ridge)"),
        ('"LS.ML"', '"LSML."', "off the board (ridge)"),
        ('"SLMSM"', '"SLM-M"', "off the board (ridge)"),
        ('"WMLSW"', '"WM.SW"', "2 shrine fields"),
        ('single = "remove card"', 'single = "remove hat"', "cannot be read"),
        ('fn = "remove 1 leaf"', 'fn = "action c"', "only once, on hiring"),
        ('single = "shrine"', 'single = "others (shrine)"', "others can be given"),
        ('fn = "around leaf"', 'fn = "around leaf"\nsingle = "leaves 1"', "heroes of the expansion"),
        ('set = "expansion"\nname = "Moss Tide"', 'set = "basic"\nname = "Moss Tide"', "28 expansion cards"),
        ('parts = ["move"]', 'parts = ["jump"]', "nothing that a solo card does"),
        ('parts = ["move"]', 'parts = ["showcase"]', "solo cards"),
        ('for = ["you"]', 'for = ["gwidyon"]', "on whom"),
        ('name = "Mist"', "", "no name"),
    ],
)
def test_each_thing_that_is_wrong_is_told_with_its_line_and_a_remedy(old, new, what):
    found = [problem for problem in problems(changed(old, new)) if what in problem.what]
    assert found, [str(problem) for problem in problems(changed(old, new))]
    assert all(problem.remedy and problem.file == "mine.toml" for problem in found)
    assert any(problem.line > 0 for problem in found)


def test_a_problem_is_told_on_the_line_where_it_is():
    text = changed("cost = 8", "cost = 9")
    (problem,) = problems(text)
    assert text.splitlines()[problem.line - 1] == "cost = 9"


def test_all_problems_are_told_at_once():
    text = changed("cost = 8", "cost = 9").replace('fn = "around leaf"', 'fn = "dance"').replace('"MLWLS"', '"MLXLS"')
    whats = " ".join(problem.what for problem in problems(text))
    assert re.search("landscape.*dance.*costs 9", whats)


def test_an_empty_file_and_one_that_is_not_toml_are_told_in_words():
    assert len(problems("")) > 5
    (problem,) = problems("[[card]\n")
    assert (problem.line, "not TOML" in problem.what) == (1, True)


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("leaves 3", ["leaves", 3]),
        ("move 1 any", ["move", 1, 1, "any", 1, False]),
        ("remove 1..3 moss", ["remove", 1, 3, "moss", 1, False, False]),
        ("remove 2 any holding exactly 2", ["remove", 2, 2, "any", 2, True, False]),
        ("remove 1 moss holding 2", ["remove", 1, 1, "moss", 2, False, False]),
        ("remove 0..2 water beside", ["remove", 0, 2, "water", 0, False, True]),
        ("around leaf", ["around", "leaf"]),
        ("2x(leaves 1)", ["times", 2, ["leaves", 1]]),
        ("others (leaves 1)", ["others", ["leaves", 1]]),
        ("remove card", ["remove_card"]),
        ("action d & shrine", ["all", [["gain_action", "d"], ["shrine_field"]]]),
        ("leaves 1 & leaves 2 / leaves 3", ["either", [["all", [["leaves", 1], ["leaves", 2]]], ["leaves", 3]]]),
    ],
)
def test_functions_are_read_into_plain_lists(text, function):
    assert read_function(text) == function
    assert function_text(function)


@pytest.mark.parametrize(
    "text",
    ["", "dance", "leaves", "leaves 0", "move any", "move 2..1 any", "move 0 any", "1 x leaves 1", "2 leaves 1", "(leaves 1",
     "leaves 1)", "remove 2 any holding 1", "remove 2 any holding exactly 1", "leaves 1 &", "leaves 1 % 2", "action a",
     "action", "remove cards"],
)  # fmt: skip
def test_a_function_that_means_nothing_is_refused(text):
    with pytest.raises(BadFunction):
        read_function(text)


def test_every_card_says_in_words_what_it_does():
    texts = {card.text: function_text(card.function) for card in house_pack().cards.values()}
    assert texts["remove 2 any holding exactly 2"] == "remove 2 drops from any field with exactly 2"
    assert texts["leaves 2 & others (leaves 1)"] == "get 2 leaves; then all others may: get 1 leaf"
    assert texts["remove 1..3 moss"] == "remove up to 3 drops from a moss field"
    assert texts["3 x (move 1 any)"] == "up to 3 times: move 1 drop of any field by one field"


def test_all_pairs_together_show_every_kind_of_function_at_costs_from_two_to_eight():
    heroes = [card for card in house_pack().cards.values() if card.kind != "start"]
    assert {card.cost for card in heroes} == {2, 3, 4, 5, 6, 7, 8}
    assert {card.cost for card in heroes if card.kind == "expansion"} >= {2, 3, 4, 5, 6, 7, 8}
    texts = " | ".join(f"{card.text} | {function_text(card.single) if card.single else ''}" for card in heroes)
    verbs = set().union(*(verbs_in(card.function) | (verbs_in(card.single) if card.single else set()) for card in heroes))
    assert verbs == {
        "leaves", "move", "remove", "around", "times", "others", "all", "either", "remove_card", "gain_action", "shrine_field",
    }  # fmt: skip
    for sign in ("holding exactly", "holding 2", "..", "beside", "leaf", "moss", "water", "any", "2 x", "3 x", "4 x"):
        assert sign in texts
    assert len([card for card in heroes if card.kind == "expansion"]) == 15
