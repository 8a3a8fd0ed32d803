"""Every throw is kept with where it came from, and what can be said of a die is said by die."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from host.cli import main
from host.fairness import Fairness, fairness_of
from host.journal import Journal
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.questions import Flush, Roll
from shared_rules.record import Entry, Start

FACES = ["owl", "newt", "toad", "hare", "wren", "mole"]


def entry(answer: Any, source: str = "rolled", boards: list[dict[str, Any]] | None = None) -> Entry:
    return Entry(number=1, answer=answer, by="board", source=source, events=[], evidence={"boards": boards} if boards else {})


def read_by(source: str, uid: str = "e661", kind: str = "rolled") -> dict[str, Any]:
    return {"faces": [1], "kind": kind, "raw": [0, 0, 1000], "from": {"source": source, "board": uid, "boot": "b", "seq": 7}}


def test_throws_are_counted_by_the_die_that_they_came_from() -> None:
    found = Fairness()
    roll = Roll(0, ["a", "b"], [FACES, FACES])
    found.take(roll, entry(["owl", "mole"], boards=[read_by("dice_reader:tumbler"), read_by("dice_reader:roller")]))
    found.take(roll, entry(["owl", "owl"], boards=[read_by("dice_reader:tumbler"), read_by("dice_reader:tumbler", "f772")]))
    found.take(roll, entry(["toad", "toad"], source="typed"))
    found.take(roll, entry(["hare", "hare"], boards=[read_by("dice_reader:tumbler", kind="set")] * 2))
    answer = {"turned_by": "board", "drops_seen": 3, "face": "wren", "face_from": "rolled"}
    found.take(Flush(3, FACES), entry(answer, boards=[{"turned": 1}, read_by("dice_reader:tumbler")]))
    told = {(die.name, die.board): die.counts() for die in found.dice}
    assert told == {
        ("the die in the tumbler", "e661"): [2, 0, 0, 0, 1, 0],
        ("the die in the tumbler", "f772"): [1, 0, 0, 0, 0, 0],
        ("the button's electronic die", "e661"): [0, 0, 0, 0, 0, 1],
        ("dice that people threw and typed", ""): [0, 0, 2, 0, 0, 0],
        ("dice that people laid or turned", "e661"): [0, 0, 0, 2, 0, 0],
    }
    assert [die.electronic for die in found.dice].count(True) == 1


def test_a_die_is_told_in_words_and_as_a_chart() -> None:
    found = Fairness()
    draw = random.Random(5)
    for _ in range(300):
        face = draw.choices(FACES, weights=[1, 1, 1, 1, 1, 3])[0]
        found.take(Roll(0, ["a"], [FACES]), entry([face], boards=[read_by("dice_reader:tumbler")]))
    [die] = found.dice
    head, *bars, words = die.lines()
    assert head == "the die in the tumbler of board e661, 300 throws"
    assert len(bars) == 6 and bars[5].strip().startswith("mole ████")
    assert "Uneven: face 6 came" in words
    assert die.plain()["throws"] == 300 and sum(die.plain()["counts"]) == 300


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with a match of many throws by the computer."""
    path, draw = tmp_path / "table.sqlite", random.Random(1)
    with Journal(path, lambda: 1e9) as book:
        match = game("mycelia").new(4, {"pieces": "none", "first": "rolled"})
        start = Start.of(match, "dicedice", 4, [])
        book.begin(match, start)
        while match.number < 60:
            line, (ticket, question) = next(iter(match.questions.items()))
            answer = chance_answer(question, draw.random) if question.kind != "choice" else draw.choice(question.options)
            events = match.answer(line, ticket, answer)
            record = Entry(
                number=match.entry, line=line, ticket=ticket, answer=answer, by="engine", source="engine",
                events=[event.whole() for event in events],
            )  # fmt: skip
            book.answer("dicedice", record, match)
    return path


def test_a_journal_tells_how_its_dice_fell(journal: Path) -> None:
    with Journal(journal, lambda: 0.0, reading=True) as book:
        found, left_out = fairness_of(book)
    assert left_out == []
    assert found.dice and {die.name for die in found.dice} == {"the computer's electronic die"}
    done = CliRunner().invoke(main, ["fairness", "--journal", str(journal)])
    assert done.exit_code == 0 and "the computer's electronic die" in done.output and "too few to tell" in done.output
    told = json.loads(CliRunner().invoke(main, ["fairness", "--journal", str(journal), "--json"]).output)
    assert [die["throws"] for die in told["dice"]] == [len(die.faces) for die in found.dice]


def test_without_a_journal_or_a_throw_it_says_so(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["fairness", "--journal", str(tmp_path / "none.sqlite")])
    assert done.exit_code == 2 and "there is no journal" in done.output
    with Journal(tmp_path / "empty.sqlite", lambda: 0.0):
        pass
    done = CliRunner().invoke(main, ["fairness", "--journal", str(tmp_path / "empty.sqlite")])
    assert done.exit_code == 1 and "No throw" in done.output
