"""The journal and its saves: resumed at the exact question, replayed to the last event, and any change to them is found."""

import json
import random
import sqlite3

import pytest

from host.answerers.bot import Bot
from host.answerers.random import Random
from host.check import check
from host.inbox import Inbox
from host.journal import Journal, JournalError
from host.replay import play_again
from host.saves import save_lines, word_lines
from host.table import Table
from shared_rules.bots import bot
from shared_rules.games import game
from shared_rules.record import BadRecord, Start, replay

NAMES = ["Ada", "Ben"]


def play(journal, answers=None, name="abcd1234", seed=3, resume=False):
    """Play a match of two bots (or go on with it) until it has `answers` answers, or to its end."""
    rng = random.Random(seed).random
    inbox = Inbox(lambda: 0.0, patience=0)
    if resume:
        match, start = journal.resume(name), journal.start(name)
    else:
        match = game("mycelia").new(2, {"pieces": "real"})
        start = Start.of(match, name, 2, NAMES)
        journal.begin(match, start)
    bots = [Bot(seat, bot("greedy", "mycelia"), rng, inbox, 0.0) for seat in range(2)]
    chance = Random(rng, inbox)

    def route(question):
        return [bots[question.seat]] if question.kind == "choice" else [chance]

    table = Table(match, start, journal, inbox, route, [])
    table.play(lambda: answers is None or table.match.number < answers)
    return table.match


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "table.sqlite", lambda: 1.5) as journal:
        yield journal


@pytest.fixture(scope="module")
def save(tmp_path_factory):
    """The lines of a whole match."""
    with Journal(tmp_path_factory.mktemp("whole") / "table.sqlite", lambda: 0.0) as journal:
        play(journal)
        return list(save_lines(journal, "abcd1234"))


def test_a_match_is_resumed_at_the_exact_question(tmp_path):
    path = tmp_path / "table.sqlite"
    for answers in range(0, 130, 13):
        with Journal(path, lambda: 0.0) as journal:
            match = play(journal, answers, resume=answers > 0)
            saved, asked = match.save(), [(line, ticket) for line, (ticket, _) in match.questions.items()]
        with Journal(path, lambda: 0.0) as journal:
            again = journal.resume("abcd1234")
            assert again.save() == saved
            assert [(line, ticket) for line, (ticket, _) in again.questions.items()] == asked


def test_an_export_replays_to_the_last_event(save):
    text = "".join(save)
    match = replay(text)
    assert match.over
    assert json.loads(save[-1])["answers"] == match.number == len(save) - 2
    told = []
    assert "every event the same" in play_again(text, told.append)
    assert len(told) > match.number / 2


def test_an_unfinished_match_is_exported_too(journal):
    play(journal, 50)
    lines = list(save_lines(journal, "abcd1234"))
    assert json.loads(lines[-1])["end"] is None
    assert replay("".join(lines)).number == 50


def changed(save, number, change):
    """The save with the JSON of line `number` (from 0) changed."""
    row = json.loads(save[number])
    change(row)
    return "".join([*save[:number], json.dumps(row, separators=(",", ":")) + "\n", *save[number + 1 :]])


def other_event(row):
    row["events"][0]["event"] = "drop_vanished"


def other_number(row):
    row["number"] += 1


def other_ticket(row):
    row["ticket"] += 1


def other_end(row):
    row["end"]["winners"] = [0, 1]


def other_option(row):
    row["options"] = {"pieces": "paper"}


def other_pack(row):
    row["pack"] = "0" * 16


PLANTED = [(60, other_event), (60, other_number), (60, other_ticket), (-1, other_end), (0, other_option), (0, other_pack)]


@pytest.mark.parametrize(("number", "change"), PLANTED, ids=lambda value: getattr(value, "__name__", value))
def test_a_planted_difference_is_found_and_its_line_named(save, number, change):
    number %= len(save)
    with pytest.raises(BadRecord, match=f"line {number + 1}\\b"):
        replay(changed(save, number, change))


def test_a_save_that_was_cut_or_shuffled_is_found(save):
    for rows in (save[:-1], save[:40] + save[41:], [*save[:40], save[41], save[40], *save[42:]], save[:1], [], ["rubbish\n"] * 3):
        with pytest.raises(BadRecord):
            replay("".join(rows))


def test_what_was_played_by_whom_is_covered_by_the_digest(save):
    def other_source(row):
        row["source"] = "guessed"

    with pytest.raises(BadRecord, match="not those that were written"):
        replay(changed(save, 60, other_source))


def test_a_changed_row_ends_the_chain_where_it_was_changed(journal, tmp_path):
    play(journal, 60)
    with sqlite3.connect(tmp_path / "table.sqlite") as db:
        db.execute("update answers set body = replace(body, 'seat', 'seet') where number = 31")
    db.close()
    with pytest.raises(JournalError, match="whole up to answer 30"):
        journal.verify("abcd1234")
    assert journal.resume("abcd1234").number == 60, "what comes after the newest snapshot is whole"
    assert any("answer 31" in problem for problem in check(tmp_path / "table.sqlite"))


def test_a_row_that_is_missing_is_found_when_the_match_goes_on(journal, tmp_path):
    play(journal, 60)
    with sqlite3.connect(tmp_path / "table.sqlite") as db:
        db.execute("delete from answers where number = 55")
    db.close()
    with pytest.raises(JournalError, match="whole up to answer 54"):
        journal.resume("abcd1234")


def test_a_whole_journal_and_a_whole_save_have_nothing_wrong(journal, tmp_path, save):
    play(journal)
    assert check(tmp_path / "table.sqlite") == []
    (tmp_path / "save.jsonl").write_text("".join(save))
    assert check(tmp_path / "save.jsonl") == []


def test_check_says_what_it_cannot_read(tmp_path):
    (tmp_path / "noise").write_bytes(b"\xff\x00")
    (tmp_path / "prose").write_text("Once upon a time")
    for name, word in (("noise", "no text"), ("prose", "no pack, save or journal"), ("nothing", "cannot be read")):
        (problem,) = check(tmp_path / name)
        assert word in problem


def test_the_story_ends_with_how_to_go_on_by_hand(journal):
    match = play(journal, 80)
    story = "".join(word_lines(journal, "abcd1234"))
    assert "What is open now" in story
    assert f"{match.state.shrine}" in story.split("What is open now")[1]


def test_the_newest_match_is_the_one_begun_last(journal):
    play(journal, None, "first000")
    play(journal, 5, "second00")
    assert journal.newest() == journal.newest(unfinished=True) == "second00"
    assert journal.matches() == ["first000", "second00"]
    with pytest.raises(JournalError, match="it has: first000, second00"):
        journal.start("third000")


def test_a_journal_of_another_version_is_left_alone(tmp_path):
    with Journal(tmp_path / "table.sqlite", lambda: 0.0), sqlite3.connect(tmp_path / "table.sqlite") as db:
        db.execute("pragma user_version = 99")
    db.close()
    with pytest.raises(JournalError, match="version 99"):
        Journal(tmp_path / "table.sqlite", lambda: 0.0)


def test_a_folder_in_its_place_is_told_in_words(tmp_path):
    (tmp_path / "table.sqlite").mkdir()
    with pytest.raises(JournalError, match="is a folder; name a file in it"):
        Journal(tmp_path / "table.sqlite", lambda: 0.0)
