"""A save that a demo goes on with: entered into its journal as a match of its own, or refused in words."""

import json

import pytest
from click.testing import CliRunner

from host.cli import main
from host.journal import Journal
from host.saves import enter, read_unfinished, save_lines
from shared_rules import record
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.record import BadRecord, Entry, Start


def some_save(answers):
    """The text of a save after so many random answers (the first legal ones), or at the end."""
    match = game("mycelia").new(2, {"pieces": "none", "first": "seat 0"})
    entries, steps = [], iter(range(10**9))
    while not match.over and match.number < answers:
        line, (ticket, question) = next(iter(match.questions.items()))
        options = getattr(question, "options", None)
        answer = options[next(steps) % len(options)] if options else chance_answer(question, lambda: next(steps) * 0.37 % 1.0)
        told = [event.whole() for event in match.answer(line, ticket, answer)]
        one = Entry(number=match.number, line=line, ticket=ticket, answer=answer, by="seat 0", source="typed", events=told)
        entries.append(Entry.of_line(one.line_of_save()))
    result = match.result()
    start = Start.of(match, "oldmatch", 2, ["Zoe", "Yann"])
    return "".join(record.lines(start, entries, lambda: record.plain(result) if result else None))


def test_a_save_goes_on_in_a_journal_as_a_match_of_its_own(tmp_path):
    text = some_save(120)
    with Journal(tmp_path / "j.sqlite", lambda: 0.0) as journal:
        first = enter(journal, *read_unfinished(text))
        second = enter(journal, *read_unfinished(text))
        assert len({first, second, "oldmatch"}) == 3, "the same save can be gone on with again and again"
        assert journal.newest(unfinished=True) == second
        assert journal.resume(second).save() == record.replay(text).save()
        assert journal.start(second).names == ["Zoe", "Yann"]
        journal.verify(second)
        kept = list(save_lines(journal, second))
    assert kept[1:-1] == text.splitlines(keepends=True)[1:-1]


def spoilt(text, how):
    rows = text.splitlines()
    if how == "rules":
        rows[0] = json.dumps(json.loads(rows[0]) | {"rules_version": "0.0"})
    elif how == "answer":
        rows[5] = rows[6]
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize(("how", "words"), [("rules", "made with rules 0.0"), ("answer", "answer 5")])
def test_a_save_that_does_not_fit_is_refused_before_anything_begins(tmp_path, how, words):
    with pytest.raises(BadRecord, match=words):
        read_unfinished(spoilt(some_save(40), how))


@pytest.mark.parametrize(
    ("save", "args", "words"),
    [
        (lambda: spoilt(some_save(40), "rules"), [], ["save.jsonl", "made with rules 0.0"]),
        (lambda: some_save(10**9), [], ["save.jsonl", "is over", "replay"]),
        (lambda: "hello", [], ["save.jsonl", "whole copy"]),
        (lambda: some_save(40), ["--option", "first=seat 1"], ["--option", "--save"]),
        (None, [], ["save.jsonl", "cannot be read"]),
    ],
)
def test_the_demo_says_why_it_cannot_go_on_with_a_save(tmp_path, monkeypatch, save, args, words):
    monkeypatch.chdir(tmp_path)
    if save is not None:
        (tmp_path / "save.jsonl").write_text(save())
    asked = ["demo", "--save", "save.jsonl", "--journal", "j.sqlite", "--headless", "--matches", "1"]
    done = CliRunner().invoke(main, [*asked, *args])
    assert done.exit_code == 2
    for word in words:
        assert word in done.output
    assert not (tmp_path / "j.sqlite").exists(), "nothing has been begun"
