"""The time of a turn: counted while the table goes on, kept with the answers, shown on panels, and told when it is over."""

import pytest

from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.journal import Journal, JournalError
from host.table import Table
from host.turn_clock import TurnClock
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.questions import Choice, Clock
from shared_rules.record import Start

NAMES = ["Ada", "Ben"]


class Hands(Quiet):
    """Nobody answers by themselves here."""

    def ask(self, asked):
        pass


class Evening:
    """A Blitz for two; time is what the test says, and the table takes one step at a time."""

    def __init__(self, journal, match=None, **options):
        self.now, self.left, self.journal = 1000.0, [], journal
        self.inbox = Inbox(lambda: self.now, patience=0.0)
        self.timer = TurnClock(self.inbox, lambda: self.now, self.left.append)
        if match is None:
            match = game("mischief").new(2, {"mode": "blitz", "first": "seat 0", "layout": "1", **options})
            self.start = Start.of(match, "blitz", 2, NAMES)
            journal.begin(match, self.start)
        else:
            self.start = journal.start("blitz")
        hands = Hands()
        self.table = Table(
            match, self.start, journal, self.inbox, lambda asked: [self.timer if asked.kind == "clock" else hands], [], self.timer
        )

    @property
    def match(self):
        return self.table.match

    def open(self):
        return {line: asked for line, asked in self.match.questions.items() if not isinstance(asked[1], Clock)}

    def turn(self, steps=1):
        """Let the table do so many rounds of its loop."""
        rounds = iter(range(steps))
        self.table.play(lambda: next(rounds, None) is not None)
        return self

    def wait(self, seconds):
        self.now += seconds
        return self.turn()

    def answer(self, answer=None, by="seat 0"):
        line, (ticket, question) = next(iter(self.open().items()))
        if answer is None:
            answer = question.options[0] if isinstance(question, Choice) else chance_answer(question, lambda: 0.0)
        self.inbox.post(Posting(line, ticket, answer, by, "test"))
        return self.turn()

    def until(self, asker, seat=None):
        while not any(question.asker == asker and seat in (None, question.seat) for _, question in self.open().values()):
            self.answer(["pass"] if next(iter(self.open().values()))[1].asker == "act" else None)
        return self

    def evidence(self):
        return list(self.journal.entries("blitz"))[-1].evidence


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "blitz.sqlite", lambda: 0.0) as journal:
        yield journal


@pytest.fixture
def evening(journal):
    return Evening(journal).until("act")


def phase(evening):
    return evening.match.state.phase, evening.match.state.active


def test_a_turn_ends_when_its_time_is_over_and_not_before(evening):
    evening.wait(119.5)
    assert phase(evening) == ("mythic", 0)
    evening.wait(0.5).turn()
    assert evening.match.state.late
    assert phase(evening)[0] != "mythic"
    assert list(evening.journal.entries("blitz"))[-1].by == "clock"


def test_time_goes_on_over_answers_and_starts_anew_with_the_next_turn(evening):
    evening.wait(100).answer(a_move(evening))
    evening.until("act").wait(19.9)
    assert phase(evening) == ("mythic", 0)
    evening.wait(0.2).turn()
    assert phase(evening)[0] != "mythic"
    evening.until("act", seat=1)
    evening.wait(100)
    assert phase(evening) == ("mythic", 1)


def a_move(evening):
    """Any Move that can be made now."""
    options = next(iter(evening.open().values()))[1].options
    return next(option for option in options if option[0] == "move")


def test_while_the_table_pauses_no_time_goes(evening):
    evening.wait(60)
    evening.table.pause(True)
    evening.wait(500)
    evening.table.pause(False)
    evening.wait(59).turn()
    assert phase(evening) == ("mythic", 0)
    evening.wait(2).turn()
    assert phase(evening)[0] != "mythic"


def test_while_the_journal_cannot_be_written_no_time_goes(evening, monkeypatch):
    evening.wait(60)
    answer = evening.journal.answer

    def broken(*given):
        raise JournalError("the disk is full")

    monkeypatch.setattr(evening.journal, "answer", broken)
    evening.answer(a_move(evening))
    evening.wait(500)
    monkeypatch.setattr(evening.journal, "answer", answer)
    evening.table.again()
    evening.wait(30).turn()
    assert phase(evening) == ("mythic", 0)
    assert evening.left[-1] == 30


def test_every_answer_is_written_with_the_time_that_has_gone(evening):
    evening.wait(12.345).answer(a_move(evening))
    assert evening.evidence()["elapsed_ms"] == 12345
    evening.until("boost")
    evening.answer()
    assert evening.evidence() == {}, "no time runs in the Cleanup"


def test_a_match_that_is_gone_on_with_has_the_time_of_its_newest_answer(evening, journal):
    evening.wait(50).answer(a_move(evening)).until("act")
    evening.wait(40)
    later = Evening(journal, journal.resume("blitz"))
    later.turn()
    assert later.left[-1] == 70, "what was not answered any more is given back"
    later.wait(69)
    assert phase(later) == ("mythic", 0)
    later.wait(1).turn()
    assert phase(later)[0] != "mythic"


def test_a_match_gone_on_with_between_two_turns_starts_with_the_whole_time(evening, journal):
    evening.wait(50).until("boost").until("act", seat=1)
    later = Evening(journal, journal.resume("blitz")).turn()
    assert later.left[-1] == 120


def test_the_time_of_the_turn_before_is_not_taken_for_that_of_this_one(journal):
    evening = Evening(journal, blitz_clock_after_mythic_phase="yes").until("act")
    evening.wait(120).turn()
    assert phase(evening) == ("mythic", 1), "time ran out, and all that was left to decide was forfeited"
    assert evening.evidence()["elapsed_ms"] == 120_000
    later = Evening(journal, journal.resume("blitz")).turn()
    assert later.left[-1] == 120


def test_who_takes_an_answer_back_has_the_time_that_there_was(evening):
    evening.wait(20).answer(a_move(evening)).until("act")
    number = evening.match.number
    evening.wait(30).answer(["pass"])
    evening.table.undo(number, 0)
    evening.turn()
    assert phase(evening) == ("mythic", 0)
    assert evening.left[-1] == 100
    evening.wait(100).turn()
    assert phase(evening)[0] != "mythic"


def test_whole_seconds_are_told_as_they_change_and_none_where_no_time_runs(evening):
    evening.left.clear()
    for seconds in (0.4, 0.4, 0.4):
        evening.wait(seconds)
    assert evening.left == [119]
    evening.answer(["pass"])
    assert evening.left[-1] is None


def test_a_panel_shows_the_time_that_is_left():
    from host.panels.pages.font import HOURGLASS
    from host.panels.pages.seat import SeatPanel

    panel = SeatPanel(0, NAMES, "mischief")
    assert all(gauge.sign != HOURGLASS for gauge in panel.page().gauges)
    panel.time_left(65)
    assert (panel.page().gauges[0].sign, panel.page().gauges[0].text) == (HOURGLASS, "1:05")
    panel.time_left(None)
    assert all(gauge.sign != HOURGLASS for gauge in panel.page().gauges)


def test_at_a_table_with_people_the_clock_answers_and_nobody_else_is_asked(journal):
    from random import Random as Chance

    from host.answerers.random import Random
    from host.evening import Company, Glass, Sitting, find_or_begin
    from tests.host.test_evening import NoBoards

    now, pictures, said = [0.0], [], []
    match, start = find_or_begin(journal, "mischief", {"mode": "blitz", "first": "seat 0", "layout": "1"}, NAMES, said.append)
    inbox = Inbox(lambda: now[0], patience=0.0)
    chance = Chance(1).random
    company = Company(
        {"roll": ["engine"], "flush": ["engine"]}, chance, said.append, glass={0: Glass(pictures.append, lambda level: None)},
        draws=Random(chance, inbox), clock=lambda: now[0],
    )  # fmt: skip
    sitting = Sitting(match, start, journal, inbox, NoBoards(), company)
    rounds = iter(range(4000))

    def go_on():
        """Somebody types the first option every few rounds; once the turn has begun only time goes by."""
        state, number = sitting.table.match.state, next(rounds, None)
        if state.phase == "mythic":
            now[0] += 30.0
        elif number is not None and number % 5 == 0:
            inbox.post(lambda: sitting.type("1"))
        return number is not None and not state.late

    sitting.table.play(go_on)
    assert sitting.table.match.state.late
    assert 120.0 <= now[0] <= 180.0
    assert not any("time up" in text for text in said), "nobody is asked about the time"
    assert any("Time is up" in text for text in said)
