"""The Shrine's start position after trouble: looked for before the next turn, mended by people, never guessed."""

import pytest

from host.answerers.board import MOST_MENDS, Board
from host.inbox import Inbox
from shared_rules.questions import Flush, Roll
from tablelink.events import Accepted, Done, NotDone, Unknown
from tests.host.test_board_answerer import CHAINS, FACES, Bench, Boards, journal, rolled

__all__ = ["journal"]


class Table(Bench):
    """A bench whose people mend what they are told, as often as `hands` says, and know whether the Shrine is `loaded`."""

    def __init__(self, journal, hands=0):
        self.journal, self.boards = journal, Boards(journal)
        self.inbox = Inbox(lambda: 0.0, patience=0)
        self.doubts, self.notices, self.opened, self.mended = [], [], [], []
        self.hands, self.loaded = hands, True
        self.board = Board(
            self.boards, journal, self.inbox, CHAINS, lambda: 0.5, self.doubts.append, self.notices.append,
            lambda op, source: self.opened.append((op, source)), mend=self.mend, loaded=lambda: self.loaded,
        )

    def mend(self, role, why):
        self.mended.append((role, why))
        return len(self.mended) <= self.hands

    @property
    def told(self):
        """What the last board was told, once all jobs are done."""
        self.posted()
        return self.boards.told[-1][2:]

    def end(self, event, *more):
        """The last command ends."""
        self.posted()
        return self.hear(event(self.boards.told[-1][1], *more))


HOME = ("home", {"loaded": True})
FLUSH = ("flush", {"turn": 7, "drops": 10})


@pytest.fixture
def table(journal):
    return Table(journal)


def test_again_looks_at_the_mark_before_the_next_turn(table):
    table.ask(Flush(10, FACES))
    table.end(NotDone, "host_lost", {"half_steps": 900})
    assert "No source is left" in table.notices[-1]
    table.board.again()
    assert table.told == HOME
    table.end(Done, {"home": True})
    assert table.told == FLUSH


def test_a_mark_that_is_not_there_ends_the_attempt_in_words_and_nothing_turns(table):
    table.ask(Flush(10, FACES))
    table.end(NotDone, "jam", {})
    table.board.again()
    table.end(NotDone, "loaded_home", {})
    assert "turn it there by hand" in table.notices[-2]
    assert "'again'" in table.notices[-1]
    assert [told[2] for told in table.boards.told] == ["flush", "home"]
    table.board.again()
    table.end(Done, {"home": True})
    assert table.told == FLUSH


def test_people_who_say_that_it_has_not_turned_are_followed_by_a_look_at_the_mark(table):
    table.ask(Flush(10, FACES))
    table.end(Unknown, "board", {"home": False})
    table.doubts.pop().settle(False)
    assert table.told == HOME
    table.end(Done, {"home": True})
    assert table.told == FLUSH


def test_what_people_mend_at_once_is_tried_again_but_not_for_ever(journal):
    table = Table(journal, hands=99)
    table.ask(Flush(10, FACES))
    for _ in range(MOST_MENDS):
        table.end(NotDone, "jam", {})
        assert table.told == HOME
        table.end(Done, {"home": True})
        assert table.told == FLUSH
    table.end(NotDone, "jam", {})
    assert table.mended == [("shrine", "jam")] * MOST_MENDS
    assert "No source is left" in table.notices[-1]


def test_a_shrine_that_starts_anew_looks_for_its_start_position(table):
    table.loaded = False
    table.board.started_anew("dice_reader", "toymatch")
    assert table.boards.told == []
    table.board.started_anew("shrine", "toymatch")
    assert table.told == ("home", {"loaded": False})
    table.board.started_anew("shrine", "toymatch")
    assert len(table.boards.told) == 1, "the line itself tells it again under its id"
    table.ask(Flush(10, FACES))
    assert len(table.boards.told) == 1, "it is turned for nothing else meanwhile"
    table.end(Accepted)
    table.end(Done, {"home": True})
    assert table.told == FLUSH


def test_a_loaded_shrine_that_starts_anew_is_only_looked_at(table):
    table.board.started_anew("shrine", "toymatch")
    assert table.told == HOME


def test_a_shrine_that_starts_anew_in_a_turn_is_not_told_to_move(table):
    table.ask(Flush(10, FACES))
    table.board.started_anew("shrine", "toymatch")
    assert len(table.boards.told) == 1
    table.end(Done, {"turned": 1, "drops_seen": 10})
    table.end(rolled, 2)
    table.ask(Flush(10, FACES), ticket=8)
    assert table.told == HOME, "nobody knows where it stands since"


def test_again_never_moves_a_ring_that_was_filled_meanwhile(table):
    table.loaded = False
    table.board.home("toymatch", loaded=False)
    table.end(NotDone, "lid_open", {})
    assert "close it" in table.notices[-1]
    table.loaded = True
    table.board.again()
    assert table.told == HOME


def test_a_look_that_failed_at_the_start_is_not_repeated_unasked(table):
    table.board.home("toymatch", loaded=True)
    table.end(NotDone, "loaded_home", {})
    assert len(table.boards.told) == 1
    assert "turn it there by hand" in table.notices[-1]


def test_a_shrine_still_turning_from_before_a_restart_is_let_turn(table):
    table.board.home("toymatch", loaded=True)
    table.end(NotDone, "busy", {})
    assert table.notices == []
    table.ask(Flush(10, FACES))
    assert table.told == HOME


def test_a_reader_that_starts_anew_waits_for_another_throw(table):
    table.ask(Roll(0, ["d3"], [[1, 2, 3]]))
    table.end(Accepted)
    table.end(Accepted)
    assert table.opened == [("roll", "dice_reader:tumbler")]
    table.board.started_anew("dice_reader", "toymatch")
    table.end(Accepted)
    assert table.opened == [("roll", "dice_reader:tumbler")] * 2
