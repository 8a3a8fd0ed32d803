"""Every rule and ruling in words: found by id, by word, and beside a refusal."""

import pytest
from click.testing import CliRunner

from host.cli import main
from shared_rules.games import GAMES, UnknownGame, game
from shared_rules.house_made import house_entries, house_words
from shared_rules.options import BadOption
from shared_rules.questions import IllegalAnswer
from shared_rules.rulebook import Rule, Ruling, UnknownRule, book, explained, in_words, option_of, rule, search, sentence
from tests.rules.random_play import steps


def run(*args):
    done = CliRunner().invoke(main, ["rules", *args])
    return done.exit_code, done.output


@pytest.mark.parametrize("name", GAMES)
def test_each_entry_of_a_ledger_is_found_by_its_id(name):
    entries = book(name)
    assert {type(entry) for entry in entries.values()} == {Rule, Ruling}
    for entry in entries.values():
        assert rule(entry.id) is entry and rule(entry.id.lower()) is entry
        assert sentence(entry) and in_words(entry)[0].startswith(entry.id)


@pytest.mark.parametrize("name", GAMES)
def test_an_option_that_a_ruling_names_can_be_chosen(name):
    for entry in book(name).values():
        if isinstance(entry, Ruling) and (option := option_of(entry)) is not None:
            for value in option.values or (True, False):
                try:
                    game(name).new(game(name).seats[-1], {option.name: value})
                except BadOption as error:
                    pytest.fail(f"{entry.id}: {error}")
            assert any(f"--option {option.name}=" in line for line in in_words(entry))


def test_a_rule_tells_the_rulings_that_rest_on_it_and_their_switches():
    words = "\n".join(in_words(rule("MYC-SYM-03")))
    assert "MYC-R-04" in words and "--option shrine_entry=VALUE with one of at_once, end_of_turn" in words
    assert "left out: end_of_turn" in words


@pytest.mark.parametrize(
    ("wrong", "near"), [("MYC-HIRE-2", "MYC-HIRE-02"), ("myc-hire", "MYC-HIRE-01"), ("MYC-HIER-03", "MYC-HIRE-03")]
)
def test_an_id_that_is_nearly_right_is_suggested(wrong, near):
    with pytest.raises(UnknownRule, match=near):
        rule(wrong)


def test_an_id_that_is_like_none_tells_how_to_list_them():
    with pytest.raises(UnknownRule, match="tablekeeper rules GAME"):
        rule("42")


def test_a_word_is_found_whatever_its_case():
    found = search("SHOWCASE", ["mycelia"])
    assert found and all("showcase" in str(entry).casefold() for entry in found)
    assert [type(entry) for entry in found] == sorted((type(entry) for entry in found), key=lambda kind: kind is Ruling)


def test_a_refusal_is_explained_by_its_rule():
    why = IllegalAnswer("MYC-HIRE-02", "3 leaves are too few")
    assert explained(why).splitlines() == ["3 leaves are too few [MYC-HIRE-02]", sentence(rule("MYC-HIRE-02"))]
    assert explained(IllegalAnswer(None, "not now")) == "not now"
    assert explained(IllegalAnswer("MYC-NONE-99", "not now")) == "not now [MYC-NONE-99]"


def test_every_rule_that_a_refusal_names_is_in_the_ledger():
    answers = [["play", "x"], ["hire", 0], ["action", "a"], ["action", "b"], ["end"], ["move", 0, 1], ["remove", 0, 1]]
    for match, line, ticket, _question, _answer in steps("mycelia", 2, 1):
        for answer in answers:
            why = match.why_not(line, ticket, answer)
            if why is not None and why.rule is not None:
                assert "\n" in explained(why)


# -- the command --------------------------------------------------------------------------------------------------------------


def test_without_a_game_the_games_are_listed():
    status, told = run()
    assert status == 0 and all(f"{name}: " in told for name in GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_whole_with_what_is_house_content(name):
    status, told = run(name)
    assert status == 0 and all(key in told for key in book(name))


def test_house_content_is_named_in_the_list_and_beside_what_the_rulebook_leaves_out():
    house = game("mycelia").new_pack()
    assert all(line in run("mycelia")[1] for line in house_entries(house))
    status, told = run("mycelia", "MYC-COMP-09")
    assert status == 0 and "your box knows: cost, function and single effect of every card" in told
    assert house_words(house) in told


def test_the_house_content_is_that_of_the_pack(tmp_path):
    mine = tmp_path / "mine.toml"
    head = '[pack]\nid = "mine"\ngame = "mycelia"\ntitle = "Mine"\n'
    mine.write_text(head + '[die]\nsource = "public"\nfaces = ["a", "b", "c", "d", "e", "f"]\n')
    assert "the symbols of the die" in run("mycelia")[1]
    assert "the symbols of the die" not in run("mycelia", "--pack", str(mine))[1]
    assert run("--pack", str(mine))[0] == 2


def test_a_rule_is_found_without_its_game():
    assert run("MYC-HIRE-02") == run("mycelia", "myc-hire-02")


@pytest.mark.parametrize("wrong", [("chess",), ("mycelia", "MYC-HIRE-2"), ("MYC-NONE-1",), ("mythicals", "MYC-HIRE-02")])
def test_what_is_not_there_is_told_with_exit_code_2(wrong):
    status, told = run(*wrong)
    assert status == 2 and told


def test_a_word_is_searched():
    status, told = run("mycelia", "--search", "mushroom")
    assert status == 0 and "MYC-COMP-11" in told
    assert run("--search", "zeppelin") == (1, "No rule says anything of 'zeppelin'.\n")


def test_an_unknown_game_has_no_book():
    with pytest.raises(UnknownGame):
        book("chess")
