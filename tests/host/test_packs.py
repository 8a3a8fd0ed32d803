"""An owner's pack at the table: checked, played, kept with the match, and found again for resume, export and replay."""

import json
import random

import pytest
from click.testing import CliRunner

from host.check import check, remark
from host.cli import main
from host.config import ConfigError, read_table
from host.evening import find_or_begin
from host.journal import SNAPSHOT_EVERY, Journal
from host.packs import read_owners
from host.replay import play_again
from host.saves import enter, read_unfinished, save_lines, word_lines
from shared_rules.content import BadPack
from shared_rules.games import game
from shared_rules.house_made import house_counts, house_entries, house_words
from shared_rules.record import BadRecord, Entry
from tests.rules.random_play import some_answer

MINE = """[pack]
id = "mine"
game = "mycelia"
title = "My box"

[die]
source = "public"
faces = ["one", "two", "three", "four", "five", "six"]

[[card]]
id = "pip"
source = "public"
set = "basic"
name = "Pip"
cost = 2
copies = 2
fn = "leaves 3"
"""
NAMES = ["Ada", "Ben"]
SEATS = '[[seats]]\nname = "Ada"\n[[seats]]\nname = "Ben"\n'


@pytest.fixture
def mine(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    return file


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "table.sqlite", lambda: 0.0) as book:
        yield book


def run(*args):
    done = CliRunner().invoke(main, [str(arg) for arg in args])
    return done.exit_code, done.output


def begin(journal, mine, said=lambda text: None):
    return find_or_begin(journal, "mycelia", {"first": "seat 0"}, NAMES, said, read_owners(mine, "mycelia"))


def play(journal, match, start, answers):
    """So many random answers, each in the journal."""
    rng = random.Random(5).random
    for _ in range(answers):
        line, (ticket, question) = next(iter(match.questions.items()))
        answer = some_answer(question, rng)
        events = match.answer(line, ticket, answer)
        told = [event.whole() for event in events]
        entry = Entry(number=match.number, line=line, ticket=ticket, answer=answer, by="seat 0", source="typed", events=told)
        journal.answer(start.match, entry, match)


def saved(journal, start):
    return list(save_lines(journal, start.match))


# -- check and what is house content ------------------------------------------------------------------------------------------


def test_a_partial_pack_is_checked_over_the_house(mine):
    assert check(mine) == []
    made, of = house_counts(game("mycelia").new_pack())["heroes"]
    assert f"{made - 1} of {of} heroes" in remark(mine)
    assert run("check", mine) == (0, f"{mine}: nothing is wrong\n{remark(mine)}\n")


def test_all_that_is_wrong_is_told_with_its_line(mine):
    mine.write_text(MINE.replace("cost = 2", "cost = 20").replace("leaves 3", "leafs 3").replace("copies", "copy"))
    status, told = run("check", mine)
    assert status == 1
    assert "mine.toml:15: the hero costs 20" in told
    assert "mine.toml:16: a card has no 'copy'; did you mean 'copies'?" in told
    assert "mine.toml:17: the function cannot be read" in told


def test_what_is_house_content_is_counted_and_named(mine):
    house, pack = game("mycelia").new_pack(), read_owners(mine, "mycelia")
    assert "the symbols of the die" in house_words(house) and "the symbols of the die" not in house_words(pack)
    assert house_counts(house)["heroes"][0] == house_counts(pack)["heroes"][0] + 1
    assert house_counts(pack)["start cards"][0] == 0
    named = next(line for line in house_entries(pack) if line.startswith("heroes: "))
    for card in pack.cards.values():
        assert card.kind == "start" or (card.name in named) == (card.source == "house"), card.name


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(BadPack, match="cannot be read"):
        read_owners(tmp_path / "none.toml", "mycelia")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadPack, match="no text in UTF-8"):
        read_owners(tmp_path / "odd.toml", "mycelia")


# -- commands -----------------------------------------------------------------------------------------------------------------


def test_simulate_plays_with_it(mine):
    status, told = run("simulate", "mycelia", "--matches", 1, "--pack", mine, "--json")
    assert (status, json.loads(told)["pack"]) == (0, "mine")
    assert json.loads(told)["pack_hash"] == read_owners(mine, "mycelia").hash


@pytest.mark.parametrize("command", [("simulate", "mycelia"), ("demo", "--headless", "--matches", 1)])
def test_a_command_with_a_bad_pack_tells_all_that_is_wrong_and_does_not_run(command, mine):
    mine.write_text(MINE.replace("cost = 2", "cost = 20").replace("leaves 3", "leafs 3"))
    status, told = run(*command, "--pack", mine)
    assert status == 2
    assert f"{mine}:15: the hero costs 20" in told and f"{mine}:17: the function" in told


def test_a_table_names_its_pack(tmp_path, mine):
    file = tmp_path / "table.toml"
    file.write_text(f'game = "mycelia"\npack = "{mine.name}"\n{SEATS}')
    assert read_table(file).pack == mine
    mine.write_text(MINE.replace("cost = 2", "cost = 20"))
    with pytest.raises(ConfigError) as caught:
        read_table(file)
    assert [(problem.file, problem.line) for problem in caught.value.problems] == [(str(mine), 15)]


# -- a match keeps its content ------------------------------------------------------------------------------------------------


def test_a_match_is_begun_with_it_and_says_what_is_house_content(journal, mine):
    said = []
    match, start = begin(journal, mine, said.append)
    assert "pip" in match.pack.cards and start.pack == read_owners(mine, "mycelia").hash
    assert "House content: 5 of 5 boards, " in said[-1]


@pytest.mark.parametrize("answers", [3, SNAPSHOT_EVERY + 3])
def test_it_is_resumed_with_the_same_content_when_the_file_is_gone(journal, mine, answers):
    match, start = begin(journal, mine)
    play(journal, match, start, answers)
    mine.unlink()
    again = journal.resume(start.match)
    assert again.pack.hash == match.pack.hash and again.save() == match.save()
    journal.verify(start.match)


def test_it_goes_on_with_what_it_began_with_whatever_the_file_says_now(journal, mine):
    match, _ = begin(journal, mine)
    mine.write_text(MINE.replace("Pip", "Pop"))
    said = []
    again, _ = begin(journal, mine, said.append)
    assert again.pack.hash == match.pack.hash
    assert "with the content that it began with (mine)" in said[0]


def test_its_save_replays_without_the_file(journal, mine):
    match, start = begin(journal, mine)
    play(journal, match, start, 40)
    mine.unlink()
    told = []
    assert "40 answers played anew" in play_again("".join(saved(journal, start)), told.append)
    assert told
    assert any("What is open now" in line for line in word_lines(journal, start.match))


def without_content(lines):
    """The save as one that leaves its content out; its digest is not looked at before the content is."""
    start = json.loads(lines[0])
    del start["content"]
    return json.dumps(start) + "\n" + "".join(lines[1:])


def test_a_save_without_its_content_asks_for_the_pack(journal, mine, tmp_path):
    match, start = begin(journal, mine)
    play(journal, match, start, 5)
    bare = without_content(saved(journal, start))
    with pytest.raises(BadRecord, match="--pack FILE"):
        play_again(bare)
    file = tmp_path / "bare.jsonl"
    file.write_text(bare)
    status, told = run("replay", file, "--pack", mine)
    assert status == 1 and "--pack" not in told and "line 7" in told  # it plays to the end, where the digest tells


def test_a_match_of_the_houses_content_carries_none(journal):
    _, start = find_or_begin(journal, "mycelia", {}, NAMES, lambda text: None)
    assert "content" not in json.loads(start.line())


def test_content_that_was_spoiled_is_told(journal, mine):
    _, start = begin(journal, mine)
    start.content = start.content.replace("cost = 2", "cost = 20")
    with pytest.raises(BadRecord, match="costs 20"):
        start.begin()


def test_a_save_is_gone_on_with_whatever_signs_its_content_has(journal, mine):
    mine.write_text(MINE.replace("My box", "My\u2028box\x85"), encoding="utf-8")
    match, start = begin(journal, mine)
    play(journal, match, start, 5)
    again = enter(journal, *read_unfinished("".join(saved(journal, start))))
    assert journal.resume(again).pack.title == "My\u2028box\x85"
