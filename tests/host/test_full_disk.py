"""The journal cannot be written while people play: the match stands still in words, nothing is lost, the table goes on asking."""

import contextlib
import os
import resource
import tempfile
from pathlib import Path

import pytest

from host.answerers.board import Board
from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.journal import Journal, JournalError
from host.table import RETRY_S, Table
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.record import Start
from tablelink.events import Accepted, Done

NOBODY = 65534
CHAINS = {"roll": ["dice_reader:tumbler"], "flush": ["shrine"]}


class Clock:
    """Stands still until it is set on; waiting for the inbox costs no time."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


class First(Quiet):
    """Takes the first option of everything, once."""

    def __init__(self, inbox):
        self.inbox, self.ticks, self.asked = inbox, 0, []

    def ask(self, asked):
        self.asked.append((asked.line, asked.ticket))
        question = asked.question
        answer = question.options[0] if question.kind == "choice" else chance_answer(question, lambda: 0.0)
        self.inbox.post(Posting(asked.line, asked.ticket, answer, "first", "test"))

    def tick(self):
        self.ticks += 1


class Watch:
    def __init__(self):
        self.shown, self.words = [], []

    def events(self, match, events):
        self.shown.append(match.number)

    def notice(self, text):
        self.words.append(text)


class Boards:
    """Boards of paper: they accept whatever they are told, and keep it."""

    def __init__(self):
        self.told = []

    def submit(self, role, cmd_id, op, args, heard, again=False):
        self.told.append((cmd_id, heard))
        heard(Accepted(cmd_id))

    def cancel(self, role, cmd_id):
        pass


class Party:
    """A table with somebody who answers all choices, and chance by `chance` (else by the same)."""

    def __init__(self, path, chance=None):
        self.clock, self.watch = Clock(), Watch()
        self.inbox = Inbox(self.clock, patience=0)
        self.journal = Journal(path, lambda: 0.0)
        match = game("mycelia").new(2, {"pieces": "none"})
        start = Start.of(match, "abcd1234", 2, [])
        self.journal.begin(match, start)
        self.first = First(self.inbox)
        self.boards = Boards()
        self.board = Board(self.boards, self.journal, self.inbox, CHAINS, lambda: 0.0, lambda doubt: None, self.watch.notice)
        by_board = ("roll", "flush") if chance == "board" else ()
        self.table = Table(
            match, start, self.journal, self.inbox, lambda q: [self.board if q.kind in by_board else self.first], [self.watch]
        )

    @property
    def number(self):
        return self.table.match.number

    def until_a_roll(self):
        """Play until a roll is what comes next; no board knows of it yet."""
        while not self._roll_is_open():
            yield

    def _roll_is_open(self):
        return any(question.kind == "roll" for _, question in self.table.match.questions.values())

    def later(self, seconds=RETRY_S):
        self.clock.now += seconds


def turns(n):
    """Let the table take `n` turns of its loop."""
    for _ in range(n):
        yield


def scripted(*, chance=None):
    """A test that goes on between any two turns of one table's loop: each `yield` is a turn."""

    def make(script):
        def test(tmp_path):
            party = Party(tmp_path / "table.sqlite", chance)
            steps, over = script(party), object()
            party.table.play(lambda: next(steps, over) is not over)
            assert next(steps, over) is over, "the match was over before the test"
            party.journal.close()

        test.__doc__ = script.__doc__
        return test

    return make


@contextlib.contextmanager
def no_bytes_more(path):
    """No file of this process grows any more: what a full disk is to a journal that has to grow."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = max(Path(f"{path}{end}").stat().st_size for end in ("", "-wal"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def as_nobody():
    """Without the rights of root, which may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@scripted()
def test_a_full_disk_stops_the_match_and_not_the_table(party):
    yield from turns(9)
    assert party.number == 9
    with no_bytes_more(party.journal.path):
        before, saved = party.first.ticks, party.table.match.save()
        yield from turns(5)
        assert party.first.ticks == before + 5, "whoever answers is looked after all the same"
        assert party.table.match.save() == saved
        for _ in range(3):
            party.later()
            yield from turns(2)
            assert party.number == 9
        (words,) = party.watch.words
        assert "stands still, and nothing of it is lost" in words
        assert str(party.journal.path) in words
        assert "disk" in words
        assert party.watch.shown == list(range(1, 10)), "nothing is shown that is not written"
    party.later()
    yield from turns(2)
    assert party.number > 9, "the answer that was given is tried again by itself"
    assert party.watch.words[1:] == ["The journal can be written again; the match goes on."]
    assert party.watch.shown == list(range(1, party.number + 1))
    party.journal.verify("abcd1234")


@scripted()
def test_the_table_tries_again_at_once_when_it_is_told(party):
    yield from turns(4)
    with no_bytes_more(party.journal.path):
        yield from turns(3)
        party.table.again()
        assert party.number == 4
    party.table.again()
    assert party.number == 5


@scripted()
def test_another_answer_tries_again_too_and_the_one_that_waited_is_late(party):
    yield from turns(4)
    with no_bytes_more(party.journal.path):
        yield from turns(3)
    ((line, (ticket, question)),) = party.table.match.questions.items()
    answer = question.options[-1] if question.kind == "choice" else chance_answer(question, lambda: 0.99)
    party.inbox.post(Posting(line, ticket, answer, "person", "typed"))
    yield
    assert party.number == 5
    party.later()
    yield from turns(4)
    assert party.number > 5
    assert [entry.by for entry in party.journal.entries("abcd1234")][4:6] == ["person", "first"]


@scripted()
def test_a_match_that_stands_still_goes_on_where_it_was_after_a_restart(party):
    yield from turns(9)
    with no_bytes_more(party.journal.path):
        yield from turns(3)
        saved = party.table.match.save()
        party.journal.close()
    with Journal(party.journal.path, lambda: 0.0) as journal:
        assert journal.resume("abcd1234").save() == saved


@scripted(chance="board")
def test_no_board_is_told_anything_that_is_not_written(party):
    yield from party.until_a_roll()
    with no_bytes_more(party.journal.path):
        yield from turns(4)
        party.later()
        yield from turns(4)
        assert party.boards.told == []
        assert len(party.watch.words) == 1
    party.later()
    yield from turns(2)
    ((cmd_id, _),) = party.boards.told
    assert cmd_id.startswith("abcd1234.")


@scripted(chance="board")
def test_what_a_board_reports_is_kept_until_it_can_be_written(party):
    yield from party.until_a_roll()
    number = party.number
    yield from turns(2)
    ((cmd_id, heard),) = party.boards.told
    ticket = int(cmd_id.split(".")[1])
    with no_bytes_more(party.journal.path):
        heard(Done(cmd_id, {"faces": [5], "kind": "rolled"}))
        yield from turns(3)
        assert party.number == number
        assert "stands still" in party.watch.words[0]
    party.later()
    yield from turns(4)
    assert len(party.watch.words) == 2
    entry = list(party.journal.entries("abcd1234"))[number]
    assert (entry.answer, entry.by) == ([5], "board")
    assert [intent.outcome for intent in party.journal.intents("abcd1234", ticket)] == ["done"]


@scripted(chance="board")
def test_what_was_written_of_a_report_is_not_counted_twice(party):
    """The turn is written, what comes next cannot be: the next command waits, and the turn counts once."""
    yield from party.until_a_roll()
    yield from turns(1)
    ((cmd_id, heard),) = party.boards.told
    intend, full = party.journal.intend, [True]

    def no_room_at_first(*args):
        if full:
            raise JournalError("no room")
        return intend(*args)

    party.journal.intend = no_room_at_first
    errand = next(iter(party.board._errands.values()))
    errand.needs = errand.needs * 2  # as if two dice had been asked for
    heard(Done(cmd_id, {"faces": [5], "kind": "rolled"}))
    yield from turns(4)
    party.later()
    yield from turns(4)
    assert len(party.boards.told) == 1
    full.clear()
    party.later()
    yield from turns(4)
    assert len(party.boards.told) == 2
    assert len(errand.got) == 1


def test_a_disk_that_has_no_room_for_a_new_journal_says_so(tmp_path):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with pytest.raises(JournalError, match="check that the disk has room"):
            Journal(tmp_path / "table.sqlite", lambda: 0.0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    with Journal(tmp_path / "table.sqlite", lambda: 0.0) as journal:
        assert journal.matches() == []


@pytest.fixture
def open_folder():
    """A folder that others can reach; those of pytest are root's alone."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@pytest.mark.parametrize("clean", [True, False], ids=["closed", "killed"])
def test_a_folder_that_may_only_be_read_is_read_and_not_played(open_folder, clean):
    path = open_folder / "table.sqlite"
    party = Party(path)
    left = iter(range(30))
    party.table.play(lambda: next(left, None) is not None)
    played = party.number
    if clean:
        party.journal.close()
    else:
        kept = {end: (open_folder / f"table.sqlite{end}").read_bytes() for end in ("", "-wal", "-mark")}
        party.journal.close()
        for end, data in kept.items():
            (open_folder / f"table.sqlite{end}").write_bytes(data)
    for place in (*open_folder.iterdir(), open_folder):
        place.chmod(0o555 if place.is_dir() else 0o444)
    try:
        with as_nobody():
            with pytest.raises(JournalError, match="check that the disk has room and may be written"):
                Journal(path, lambda: 0.0)
            with Journal(path, lambda: 0.0, reading=True) as journal:
                assert journal.resume("abcd1234").number == played
    finally:
        open_folder.chmod(0o755)
