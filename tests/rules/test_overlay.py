"""An owner's pack lies over the house's; what is wrong with it is told in the owner's lines, all at once."""

import json
import random
import re

import pytest

from shared_rules.content import BadPack
from shared_rules.games import GAMES, game
from shared_rules.overlay import laid_over
from shared_rules.pack_text import written
from tests.rules.random_play import some_answer

HEAD = '[pack]\nid = "mine"\ngame = "mycelia"\ntitle = "My box"\n'
HERO = '[[card]]\nid = "{id}"\nsource = "public"\nset = "{set}"\nname = "Pip"\ncost = {cost}\ncopies = 2\nfn = "leaves 3"\n'
MYCELIA = game("mycelia")


def hero(name="pip", kind="basic", cost=4):
    return HERO.format(id=name, set=kind, cost=cost)


def board(name, cells):
    return f'[[board]]\nid = "{name}"\nsource = "public"\nname = "{name.title()}"\ncells = {json.dumps(cells)}\n'


def laid(text):
    return laid_over(MYCELIA, "mine.toml", HEAD + text)


def problems(text):
    with pytest.raises(BadPack) as caught:
        laid(text)
    return caught.value.problems


@pytest.mark.parametrize("name", GAMES)
def test_content_written_as_text_reads_the_same(name):
    house = game(name).new_pack()
    text, spots = written(house.content)
    assert game(name).read_pack("house.toml", text).hash == house.hash
    assert len(spots) >= len(text.splitlines())


def test_texts_of_any_kind_are_written_so_that_they_read_the_same():
    house = MYCELIA.new_pack().content
    odd = 'a "quoted"\tname \\ with \x7f, \x85, \u2028 and \N{MUSHROOM}'
    text, spots = written({**house, "pack": {**house["pack"], "title": odd}})
    assert len(text.splitlines()) <= len(spots), "a line for people is a line for us"
    assert MYCELIA.read_pack("odd.toml", text).title == odd


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_pack_over_the_house_is_itself(name):
    text, _ = written(game(name).new_pack().content)
    assert laid_over(game(name), "mine.toml", text).hash == game(name).new_pack().hash


def test_an_entry_replaces_the_one_with_its_id():
    name = MYCELIA.new_pack().basic_deck[0]
    pack = laid(hero(name, cost=8))
    assert (pack.cards[name].name, pack.cards[name].cost) == ("Pip", 8)
    assert len(pack.cards) == len(MYCELIA.new_pack().cards)
    assert pack.hash != MYCELIA.new_pack().hash


def test_a_hero_with_an_id_of_its_own_takes_an_invented_ones_place_in_its_set():
    before, after = MYCELIA.new_pack(), laid(hero())
    gone = before.cards.keys() - after.cards.keys()
    assert {(before.cards[card].kind, before.cards[card].source) for card in gone} == {("basic", "house")}
    assert len(after.basic_deck) == len(before.basic_deck)


def test_a_board_with_an_id_of_its_own_is_a_back():
    pack = laid(board("stars", ["MLWLS", "WSM.W", "LMSLM", "WLMWS"]))
    assert "front" in pack.boards and "stars" in pack.backs and len(pack.backs) == 4


def test_the_houses_supply_cards_take_the_symbols_of_the_owners_die():
    pack = laid('[die]\nsource = "public"\nfaces = ["one", "two", "three", "four", "five", "six"]\n')
    house = MYCELIA.new_pack()
    assert pack.supplies["1a"]["two"] == house.supplies["1a"]["snail"]


def test_the_houses_cards_keep_to_the_places_of_the_owners_boards():
    pack = laid(board("front", ["ML-", "W.S", "LSM"]) + board("stars", ["LS", ".M", "WL"]))
    for side in pack.boards:
        cards = pack.cards_on(side, False)
        assert {sum(drops) for drops in cards.setups.values()} == {20}, side
        assert all(1 <= len(places) <= 2 for faces in cards.supplies.values() for places in faces.values())


def test_the_houses_backs_have_the_places_that_the_owners_cards_name():
    far = '[[setup]]\nid = "1a"\nsource = "public"\ndrops = [[-3, 0, 10], [-3, 2, 10]]\n'
    pack = laid(board("front", ["MLWLS", "WSM.W", "LMSLM", "WLMWS"]) + far)
    assert {sum(pack.cards_on(side, False).setups["1a"]) for side in pack.boards} == {20}


def test_a_match_is_played_on_an_owners_boards():
    pack = laid(board("front", ["ML-", "W.S", "LSM"]) + hero())
    match, rng = MYCELIA.new(2, {}, pack), random.Random(1).random
    for _ in range(200):
        if not match.over:
            line, (ticket, question) = next(iter(match.questions.items()))
            match.answer(line, ticket, some_answer(question, rng))
    assert match.number > 50


def test_everything_that_is_wrong_is_told_at_once_in_the_owners_lines():
    found = problems(hero(cost=9) + 'prise = 3\n[[crd]]\nid = "a"\n' + hero("pop", "solo"))
    told = {(problem.file, problem.line, problem.what) for problem in found}
    assert {file for file, _, _ in told} == {"mine.toml"}
    assert (10, "the hero costs 9") in {(line, what) for _, line, what in told}
    assert (13, "a card has no 'prise'") in {(line, what) for _, line, what in told}
    assert (14, "no pack of this game has 'crd'") in {(line, what) for _, line, what in told}
    assert (19, "'solo' is no set of cards") in {(line, what) for _, line, what in told}


def test_a_word_that_is_nearly_right_is_suggested():
    assert "did you mean 'card'?" in str(problems('[[crad]]\nid = "a"\nsource = "house"\n')[0])


def test_what_does_not_fit_with_the_house_is_told_once_an_entry():
    found = problems(board("stars", ["M."]))
    sides = [problem.what for problem in found if "setup '1a'" in problem.what]
    assert len(sides) == 1 and "give your own setup '1a' too" in {problem.remedy for problem in found}


def test_a_pack_needs_a_head():
    with pytest.raises(BadPack, match=r"there is no \[pack\]"):
        laid_over(MYCELIA, "mine.toml", hero())


def test_a_table_in_the_place_of_a_list_is_told():
    assert any("not a list" in problem.what or "cannot" in problem.what for problem in problems("[card]\nid = 3\n"))


def test_entries_without_ids_replace_the_houses_whole():
    card = '[[card]]\nsource = "public"\ncolour = "purple"\nvalue = 1\ncopies = 2\n'
    head = HEAD.replace("mycelia", "mythicals")
    with pytest.raises(BadPack) as caught:
        laid_over(game("mythicals"), "mine.toml", head + card)
    assert "48" in str(caught.value)


def start(name, copies):
    return hero(name, "start").replace("cost = 4\ncopies = 2", f"copies = {copies}")


def kinds_of_start_cards(pack):
    return {name.partition(".")[2] for name, card in pack.cards.items() if card.kind == "start"}


@pytest.mark.parametrize("ids", [("leafy", "digger"), ("leafy", "pocket_leaf")])
def test_a_box_with_fewer_kinds_of_start_cards_fills_the_decks(ids):
    pack = laid("".join(start(name, copies) for name, copies in zip(ids, (4, 2), strict=True)))
    assert kinds_of_start_cards(pack) == {*ids}


def test_start_cards_that_fill_no_deck_leave_the_others_there():
    assert {"leafy", "pond_walker"} <= kinds_of_start_cards(laid(start("leafy", 2)))


@pytest.mark.parametrize("name", [["front"], {"a": 1}, 3, 1.5, True])
@pytest.mark.parametrize("entry", [board("front", ["LMW", "S.L"]), start("leafy", 6)])
def test_an_id_that_is_no_word_is_told(entry, name):
    inline = "{ a = 1 }" if isinstance(name, dict) else json.dumps(name)
    assert any("id" in problem.what or "name" in problem.what for problem in problems(re.sub('id = ".*"', f"id = {inline}", entry)))
