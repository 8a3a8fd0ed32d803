"""Undo and correction at the table: tried on a copy, written, shown; the journal goes on from there, and replays it."""

import random

import pytest

from host.inbox import Inbox, Posting
from host.journal import Journal, JournalError
from host.replay import play_again
from host.saves import save_lines, word_lines
from host.table import Table
from shared_rules.games import game
from shared_rules.history import CannotUndo
from shared_rules.questions import Choice, IllegalAnswer
from shared_rules.record import Start, replay
from tests.rules.random_play import some_answer

NAMES = ["Ada", "Ben"]


class Seen:
    """A show that keeps the events."""

    def __init__(self):
        self.names = []

    def events(self, match, events):
        self.names += [event.name for event in events]

    def notice(self, text):
        self.names.append(text)


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "undo.sqlite", lambda: 0.0) as journal:
        yield journal


class Desk:
    """A table of two that is answered at random."""

    def __init__(self, journal, seed=3, options=None):
        self.journal, self.rng = journal, random.Random(seed).random
        match = game("mycelia").new(2, {"first": "seat 0", **(options or {})})
        start = Start.of(match, "undo", 2, NAMES)
        journal.begin(match, start)
        self.inbox, self.seen = Inbox(lambda: 0.0, patience=0.0), Seen()
        self.table = Table(match, start, journal, self.inbox, lambda question: [], [self.seen])

    @property
    def match(self):
        return self.table.match

    def play(self, answers=1, until=lambda question: False):
        for _ in range(answers):
            if self.match.over:
                return
            line, (ticket, question) = next(iter(self.match.questions.items()))
            if until(question):
                return
            by = f"seat {question.seat}" if isinstance(question, Choice) else "engine"
            self.inbox.post(Posting(line, ticket, some_answer(question, self.rng), by, "test"))
            turns = iter((True, False))
            self.table.play(lambda turns=turns: next(turns))

    def turn(self):
        """Up to a turn that begins, then one card played."""
        self.play(60, until=lambda question: isinstance(question, Choice))
        ticket, question = self.match.questions[0]
        self.inbox.post(Posting(0, ticket, question.options[0], f"seat {question.seat}", "test"))
        turns = iter((True, False))
        self.table.play(lambda: next(turns))
        return question.seat


def test_a_seat_takes_its_own_answer_back_and_the_journal_goes_on_from_there(journal):
    desk = Desk(journal)
    seat = desk.turn()
    number, entry = desk.match.number, desk.match.entry
    desk.table.undo(number - 1, seat, people=[0, 1])
    assert (desk.match.number, desk.match.entry) == (number - 1, entry + 1)
    assert desk.seen.names[-1] == "undone"
    assert journal.resume("undo").save() == desk.match.save()
    desk.play(40)
    assert journal.resume("undo").save() == desk.match.save()
    journal.verify("undo")


def test_others_are_asked_only_for_what_is_theirs(journal):
    desk = Desk(journal)
    seat = desk.turn()
    number = desk.match.number
    assert desk.table.who_must_agree(number - 1, seat, [0, 1]) == []
    assert desk.table.who_must_agree(number - 1, 1 - seat, [0, 1]) == [seat]
    before = desk.match.save()
    with pytest.raises(CannotUndo, match="Ada must agree"):
        desk.table.undo(number - 1, 1 - seat, people=[0, 1])
    assert desk.match.save() == before
    assert len(list(journal.entries("undo"))) == number
    desk.table.undo(number - 1, 1 - seat, people=[0, 1], agreed=[seat])
    assert desk.match.number == number - 1


def test_a_draw_is_taken_back_by_an_operator_only(journal):
    desk = Desk(journal)
    desk.play(8)
    with pytest.raises(CannotUndo, match="a card was drawn"):
        desk.table.undo(5, None)
    desk.table.undo(5, None, operator=True)
    assert desk.match.number == 5


def test_undos_and_corrections_replay_from_the_journal_at_every_moment(journal):
    desk = Desk(journal, options={"pieces": "real"})
    for turn in range(60):
        desk.play(6)
        if turn % 3 == 1:
            desk.table.undo(max(0, desk.match.number - int(desk.rng() * 40)), None, operator=True)
        if turn % 3 == 2 and desk.match.correctable(None):
            desk.table.correct("seats/0/leaves", turn % 5, 0)
        if turn % 5 == 0:
            assert journal.resume("undo").save() == desk.match.save()
            desk.table.match = journal.resume("undo")
    journal.verify("undo")
    kinds = {entry.kind for entry in journal.entries("undo")}
    assert kinds == {"answer", "undo", "correct"}
    assert replay("".join(save_lines(journal, "undo"))).save() == desk.match.save()
    told = "".join(word_lines(journal, "undo"))
    assert "takes back" in told
    assert "Corrected: Ada: leaves" in told


def test_a_match_without_its_snapshots_is_played_from_its_beginning(journal):
    desk = Desk(journal)
    desk.play(30)
    desk.table.undo(12, None, operator=True)
    desk.play(10)
    journal._db.execute("delete from snapshots")
    assert journal.resume("undo").save() == desk.match.save()
    desk.table.undo(3, None, operator=True)
    journal.verify("undo")


def test_an_end_that_was_taken_back_is_no_end(journal):
    desk = Desk(journal)
    while not desk.match.over:
        desk.play(50)
    assert journal.result("undo")
    desk.table.undo(desk.match.number - 1, None, operator=True)
    assert journal.result("undo") is None
    assert journal.newest(unfinished=True) == "undo"
    journal.verify("undo")


def test_what_cannot_be_written_is_not_done(journal):
    desk = Desk(journal)
    seat = desk.turn()
    before, shown = desk.match.save(), list(desk.seen.names)
    with pytest.raises(IllegalAnswer):
        desk.table.correct("seats/0/leaves", -1, seat)
    journal.close()
    for action in (lambda: desk.table.undo(desk.match.number - 1, seat), lambda: desk.table.correct("seats/0/leaves", 5, seat)):
        with pytest.raises(JournalError):
            action()
    assert desk.match.save() == before
    assert desk.seen.names == shown


def test_a_save_with_undos_is_told_in_words(journal):
    desk = Desk(journal)
    desk.play(40)
    desk.table.undo(30, None, operator=True)
    desk.table.correct("round", 2, 1)
    desk.play(10)
    told = []
    words = play_again("".join(save_lines(journal, "undo")), told.append)
    assert words.startswith(f"{desk.match.number} answers played anew")
    assert sum("takes back" in line for line in told) == 1
    assert sum("Corrected: round 2" in line for line in told) == 1
