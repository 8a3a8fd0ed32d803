"""Virtual hands keep the Shrine as the table says it stands, whatever is answered, taken back or set right."""

import random

import pytest

from host.answerers.hands import Hands
from host.evening import lying
from host.inbox import Inbox, Posting
from host.journal import Journal
from host.table import Table
from shared_rules.games import game
from shared_rules.questions import Choice
from shared_rules.record import Start
from tests.rules.random_play import some_answer


class Ring:
    """A Shrine that counts what hands put in; a turn empties it."""

    def __init__(self):
        self.drops = 0

    def told(self, task):
        if task["what"] == "shrine_drops":
            self.drops += task["in"]

    def fill(self, drops):
        self.drops = drops


class Desk:
    """A table for two whose pieces are moved by hands; people answer at random, and remove few drops at a time."""

    def __init__(self, folder, options, seed=4):
        self.rng, self.ring = random.Random(seed).random, Ring()
        self.inbox = Inbox(lambda: 0.0, patience=0.0)
        match = game("mycelia").new(2, {"pieces": "real", "first": "seat 0", **options})
        start = Start.of(match, "hands", 2, ["Ada", "Ben"])
        self.journal = Journal(folder / "hands.sqlite", lambda: 0.0)
        self.journal.begin(match, start)
        hands = Hands(self.ring, self.inbox, lying)
        self.table = Table(
            match, start, self.journal, self.inbox, lambda question: [hands] if question.kind == "confirm" else [], [hands]
        )
        hands.events(match, match.opening)

    @property
    def match(self):
        return self.table.match

    @property
    def holds(self):
        return self.match.state.shrine

    def play(self, until):
        """Play until something holds and no piece is to be moved; chance and people answer."""
        for _ in range(3000):
            if "confirm" not in {question.kind for _, question in self.match.questions.values()}:
                assert self.ring.drops == self.holds
                if until() or self.match.over:
                    return
                line, (ticket, question) = next(iter(self.match.questions.items()))
                answer = some_answer(question, self.rng)
                if isinstance(question, Choice) and answer[0] == "removed":
                    answer = ["removed", min(2, answer[1])]
                by = f"seat {question.seat}" if isinstance(question, Choice) else "engine"
                self.inbox.post(Posting(line, ticket, answer, by, "test"))
            turns = iter((True, False))
            self.table.play(lambda turns=turns: next(turns))
        raise AssertionError("that never came")


@pytest.fixture(params=["full", "light"])
def desk(request, tmp_path):
    desk = Desk(tmp_path, {"tracking": request.param})
    yield desk
    desk.journal.close()


def test_the_shrine_holds_at_every_question_what_the_table_counts(desk):
    desk.play(until=lambda: False)
    assert desk.match.over and desk.match.rounds > 3


def test_what_is_taken_back_is_taken_out_of_the_shrine_again(desk):
    desk.play(until=lambda: desk.holds >= 3)
    held, number = desk.holds, desk.match.number
    past = desk.journal.history("hands", desk.match)
    before = next(to for to in reversed(range(number)) if past.at(to).state.shrine < held)
    then = past.at(before)
    desk.table.undo(before, None, operator=True)
    assert desk.holds == then.state.shrine < held
    assert desk.ring.drops == lying(desk.match)
    desk.play(until=lambda: desk.holds >= 5)
    assert desk.ring.drops == desk.holds


def test_what_is_set_right_is_put_in_or_taken_out(desk):
    desk.play(until=lambda: 0 < desk.holds < 8)
    for right in (desk.holds + 2, desk.holds - 1):
        desk.table.correct("shrine", right, 0)
        assert desk.ring.drops == desk.holds == right


def test_drops_that_somebody_is_just_asked_to_put_in_do_not_lie_there_yet():
    match = game("mycelia").new(2, {"pieces": "real", "first": "seat 0"})
    rng = random.Random(4).random
    seen = 0
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        if question.kind == "confirm" and question.task["what"] == "shrine_drops":
            seen += 1
            assert lying(match) == match.state.shrine - question.task["in"]
        match.answer(line, ticket, some_answer(question, rng))
    assert seen > 5
