"""The loop: an answer is tried, written, and only then shown; whatever goes wrong leaves the question as it was."""

import pytest

from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.journal import Journal
from host.table import Table
from shared_rules.record import Start
from tests.rules.town import TownMatch


class Player(Quiet):
    """Takes the first option at once, and notes what it was asked and what was refused."""

    def __init__(self, inbox, answers=None):
        self.inbox, self.answers = inbox, answers or {}
        self.asked, self.gone, self.heard, self.why, self.ticks = [], [], [], [], 0

    def ask(self, asked):
        self.asked.append((asked.line, asked.ticket))
        self.heard.append(("asked", self.asked[-1]))
        good = {
            "choice": lambda q: q.options[0],
            "roll": lambda q: [faces[0] for faces in q.faces],
            "flush": lambda q: {"turned_by": "board", "drops_seen": q.drops, "face": q.faces[0], "face_from": "rolled"},
            "confirm": lambda q: True,
        }[asked.question.kind](asked.question)
        if asked.question.asker != "ready":
            self.inbox.post(Posting(asked.line, asked.ticket, self.answers.get(asked.question.kind, good), "player", "test"))

    def forget(self, asked):
        self.gone.append((asked.line, asked.ticket))
        self.heard.append(("gone", self.gone[-1]))

    def refused(self, posting, why):
        self.why.append(why)

    def tick(self):
        self.ticks += 1


class Watch:
    """A show that looks into the journal whenever it is shown something."""

    def __init__(self, journal):
        self.journal, self.shown, self.seen = journal, [], []

    def events(self, match, events):
        self.shown.append(match.number)
        self.seen.append(self.journal.chain("toy") != "" and sum(1 for _ in self.journal.entries("toy")))

    def notice(self, text):
        self.seen.append(text)


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "toy.sqlite", lambda: 0.0) as journal:
        yield journal


def table_of(journal, answers=None, patience=0.0):
    match = TownMatch.new()
    start = Start.of(match, "toy", 3, ["Ada", "Ben", "Cyd"])
    journal.begin(match, start)
    inbox = Inbox(lambda: 0.0, patience=patience)
    player, watch = Player(inbox, answers), Watch(journal)
    return Table(match, start, journal, inbox, lambda question: [player], [watch]), player, watch


def test_a_whole_match_goes_through_the_loop(journal):
    table, player, watch = table_of(journal)
    result = table.play()
    assert result.reason == "night fell"
    assert watch.shown == list(range(1, table.match.number + 1))
    assert sorted(player.gone) == sorted(player.asked), "every question that was asked was also withdrawn"
    assert journal.newest(unfinished=True) is None


def test_nothing_is_shown_that_is_not_in_the_journal(journal):
    table, _, watch = table_of(journal)
    table.play()
    assert watch.seen == watch.shown


def test_a_question_is_passed_on_once_while_it_is_open(journal):
    table, player, _ = table_of(journal)
    table.play()
    assert len(player.asked) > len(set(player.asked)), "questions wait while another line acts alone, and are asked again"
    for key in set(player.asked):
        words = [word for word, at in player.heard if at == key]
        assert words == ["asked", "gone"] * (len(words) // 2)


def test_an_illegal_answer_changes_nothing_and_is_told(journal):
    table, player, watch = table_of(journal, {"roll": [99, "sun"]})
    turns = iter(range(40))
    assert table.play(lambda: next(turns) < 39) is None
    assert "no face 99" in str(player.why[0])
    assert watch.shown[-1] == table.match.number
    assert journal.newest(unfinished=True) == "toy"


def test_an_answer_that_cannot_be_written_is_not_played(journal):
    table, _, watch = table_of(journal)
    journal.close()
    turns = iter(range(20))
    table.play(lambda: next(turns) < 19)
    assert table.match.number == 0
    assert watch.shown == []
    (words,) = watch.seen
    assert "stands still" in words
    assert "check that the disk has room" in words


def test_the_table_stops_when_told_and_ticks_its_answerers(journal):
    table, player, _ = table_of(journal)
    turns = iter(range(4))
    table.play(lambda: next(turns) < 3)
    assert 0 < table.match.number <= 3
    assert player.ticks > 0


def test_a_notice_reaches_everybody_who_shows(journal):
    table, _, watch = table_of(journal)
    table.notice("the reader sleeps")
    assert watch.seen == ["the reader sleeps"]


def test_a_table_on_pause_takes_no_answer_until_it_goes_on(journal):
    table, player, watch = table_of(journal)
    table.pause(True)
    turns = iter(range(10))
    assert table.play(lambda: next(turns) < 9) is None
    assert table.match.number == 0
    assert player.asked, "questions stay open on the panels"
    table.pause(False)
    assert table.play().reason == "night fell", "what was answered meanwhile counts now"
    assert watch.shown == list(range(1, table.match.number + 1))
