"""Taking back: an undo is an entry like others, brings the state back exactly, and never the tickets."""

import random

import pytest

from shared_rules import record
from shared_rules.games import game
from shared_rules.history import CannotUndo, History, in_effect, put_back, seat_of, who_must_agree
from shared_rules.questions import NotOpen
from shared_rules.record import BadRecord, Entry, Start, plain
from tests.rules.random_play import some_answer
from tests.rules.town import TownMatch


class Book:
    """A history with its whole record, undone entries too."""

    def __init__(self, match):
        self.first = match.copy()
        self.history = History(match)
        self.entries = []

    @property
    def match(self):
        return self.history.match

    def add(self, answer, by, kind="answer", line=0, ticket=0):
        entry = Entry(
            number=self.match.entry + 1, line=line, ticket=ticket, answer=answer, by=by, source="test", events=[], kind=kind
        )
        events = self.history.take(entry)
        entry.events = [plain(event.whole()) for event in events]
        self.entries.append(entry)
        return events

    def give(self, seat, answer, by=None):
        line, (ticket, _) = next((at, asked) for at, asked in self.match.questions.items() if asked[1].seat == seat)
        return self.add(answer, by or ("table" if seat is None else f"seat {seat}"), line=line, ticket=ticket)

    def any(self, rng):
        questions = self.match.questions
        line = sorted(questions)[int(rng() * len(questions))]
        ticket, question = questions[line]
        return self.add(some_answer(question, rng), f"seat {question.seat}" if question.seat else "table", "answer", line, ticket)

    def undo(self, to, by="table", operator=False):
        return self.add({"to": to, "operator": operator, "agreed": []}, by, "undo")


@pytest.fixture
def book():
    return Book(TownMatch.new())


def test_an_undo_brings_the_state_back_and_gives_new_tickets(book):
    before, tickets = book.match.state.copy(), {ticket for ticket, _ in book.match.questions.values()}
    book.give(1, ["go", "inn"])
    book.give(1, ["left"])
    (event,) = book.undo(0, "seat 1", operator=True)
    assert event.whole() == {"event": "undone", "seat": 1, "to": 0, "answers": 2, "put_back": []}
    assert book.match.state == before
    assert (book.match.number, book.match.entry) == (0, 3)
    assert not tickets & {ticket for ticket, _ in book.match.questions.values()}


def test_an_answer_to_a_question_that_was_undone_answers_no_other_one(book):
    used = {(line, ticket) for line, (ticket, _) in book.match.questions.items()}
    for _ in range(4):
        book.give(1, ["go", "inn"])
        used |= {(line, ticket) for line, (ticket, _) in book.match.questions.items()}
        book.undo(0, operator=True)
        for line, ticket in used:
            with pytest.raises(NotOpen):
                book.match.answer(line, ticket, ["go", "inn"])
        assert len({ticket for ticket, _ in book.match.questions.values()}) == 3


def test_every_number_in_the_past_can_be_gone_back_to_by_an_operator():
    """Back and on and back again: what is gone back to is always what was there on the way that counts."""
    for seed in range(4):
        rng = random.Random(seed).random
        book, states = Book(game("mycelia").new(2 + seed % 3, {"pieces": ("none", "real")[seed % 2]})), []
        for _ in range(12):
            for _ in range(20 + int(rng() * 20)):
                states.append(book.match.state.copy())
                book.any(rng)
            for _ in range(2):
                to = int(rng() * len(states))
                book.undo(to, operator=True)
                assert book.match.state == states[to], f"seed {seed}, to {to}"
                assert book.match.number == to
                del states[to:]
                if not states:
                    break
        assert [entry.number for entry in book.entries] == list(range(1, len(book.entries) + 1))


def test_a_save_with_undos_replays_to_the_same_end():
    rng = random.Random(5).random
    book = Book(game("mycelia").new(2))
    while not book.match.over:
        book.any(rng)
        if rng() < 0.05 and not book.match.over:
            book.undo(max(0, book.match.number - int(rng() * 12)), operator=True)
    assert sum(entry.kind == "undo" for entry in book.entries) > 5
    text = "".join(record.lines(Start.of(book.first, "t", 2, []), book.entries, lambda: plain(book.match.result())))
    start, entries, history = record.played(text)
    assert (start.seats, entries) == (2, book.entries)
    assert history.match.save() == book.match.save()
    assert [entry.number for entry in history.path] == [entry.number for entry in in_effect(book.entries)]
    with pytest.raises(BadRecord, match="answer"):
        record.replay(text.replace('"operator":true', '"operator":false'))


def test_an_undo_of_a_save_has_to_be_one():
    entry = Entry(number=1, answer={"to": 1, "operator": True, "agreed": []}, by="table", source="test", events=[], kind="undo")
    assert Entry.of_line(entry.line_of_save()) == entry
    for wrong in (1, {"to": "1"}, {"to": 1}, {"to": 1, "operator": True, "agreed": [], "more": 1}):
        entry.answer = wrong
        with pytest.raises(BadRecord, match="no undo"):
            Entry.of_line(entry.line_of_save())


def evening(book):
    """The town up to its dice: gifts and secrets lie behind."""
    for seat, place, gifted in ((0, "mill", 1), (1, "inn", 0), (2, "well", 0)):
        book.give(seat, ["go", place])
        book.give(seat, ["right"])
        book.give(gifted, ["leave"])
    return book


def cannot(book, to, words):
    before = book.match.save()
    with pytest.raises(CannotUndo, match=words):
        book.undo(to)
    assert book.match.save() == before
    assert [entry.number for entry in book.entries] == list(range(1, len(book.entries) + 1))


def test_what_chance_decided_is_not_taken_back(book):
    number = evening(book).match.number
    book.give(None, [3, "sun"])
    cannot(book, number, "dice were thrown")
    book.undo(number, operator=True)
    book.give(None, [1, "moon"])
    thrown = book.match.number
    book.undo(thrown)
    book.give(None, {"turned_by": "board", "drops_seen": 4, "face": "sun", "face_from": "rolled"})
    cannot(book, thrown, "shrine was turned")
    book.give(None, True)
    cannot(book, thrown, "shrine was turned")
    book.undo(thrown + 1)
    assert not book.match.over, "an end that only needed a word of people is taken back"


def test_a_draw_is_not_taken_back():
    rng = random.Random(1).random
    book = Book(game("mycelia").new(2))
    book.any(rng)
    cannot(book, 0, "a card was drawn")


def test_what_somebody_else_was_shown_is_not_taken_back(book, monkeypatch):
    honest = TownMatch.tell

    def to_all(self, event, seat=None, *, secret=None, to=(), **data):
        honest(self, event, seat, secret=secret, to=[0, 1, 2] if secret else to, **data)

    number = book.match.number
    book.give(1, ["go", "inn"])
    book.undo(number)
    assert book.match.number == number, "a seat knows what it told itself"
    monkeypatch.setattr(TownMatch, "tell", to_all)
    book.give(1, ["go", "inn"])
    cannot(book, number, "has been shown")


@pytest.mark.parametrize("to", [-1, 2, 99])
def test_one_goes_back_only_to_what_was(book, to):
    book.give(1, ["go", "inn"])
    cannot(book, to, "go back to answer 0 to 1")


def of(by, kind="answer"):
    return Entry(number=1, answer=None, by=by, source="test", events=[], kind=kind)


def test_a_seat_takes_back_its_own_alone_and_others_only_with_consent():
    assert who_must_agree(1, [of("seat 1"), of("board"), of("seat 1")], [0, 1, 2]) == []
    assert who_must_agree(1, [of("seat 1"), of("seat 2")], [0, 1, 2]) == [0, 2]
    assert who_must_agree(1, [of("seat 2")], [0, 1]) == [0], "a bot is not asked"
    assert who_must_agree(None, [of("seat 2")], [0, 1]) == [0, 1]
    assert who_must_agree(None, [of("table")], [0, 1]) == []
    assert [seat_of(by) for by in ("seat 3", "board", "seat x", "engine")] == [3, None, None, None]


class Standing(TownMatch):
    """The toy with pieces on its table."""

    def standing(self, seat):
        places = [{"path": f"at/{who}", "what": "walker", "seat": who, "value": at} for who, at in self.state.at.items()]
        return [*places, {"path": "free", "what": "places", "seat": None, "value": self.state.free[:]}]


def test_what_has_to_be_put_back_is_listed():
    now = Standing.new()
    then = now.copy()
    now.answer(1, now.questions[1][0], ["go", "inn"])
    walker = {"path": "at/0", "what": "walker", "seat": 0, "value": None, "was": "inn"}
    free = {"path": "free", "what": "places", "seat": None, "value": ["mill", "inn", "well"], "was": ["mill", "well"]}
    assert put_back(now, then) == [free, walker]
    assert put_back(then, now)[0]["value"] == "inn"
    assert put_back(now, now) == []
