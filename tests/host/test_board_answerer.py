"""Boards as answerers: intents before commands, handing over in words, and honest ends after restarts."""

import pytest

from host.answerers.board import Board
from host.answerers.doubt import Doubt
from host.answerers.typed import Typed
from host.inbox import Inbox, Posting
from host.journal import Journal
from host.table import Asked
from shared_rules.questions import Confirm, Flush, Roll
from shared_rules.record import Start
from tablelink.events import Accepted, Done, NotDone, Unknown
from tests.rules.town import TownMatch

CHAINS = {"roll": ["dice_reader:tumbler", "dice_reader:roller"], "flush": ["shrine"]}
FACES = ["acorn", "snail", "moon"]


class Boards:
    """Notes what it is told, and whether the journal knew of it by then."""

    def __init__(self, journal):
        self.journal, self.told, self.known, self.cancelled = journal, [], [], []
        self.heard = {}

    def submit(self, role, cmd_id, op, args, heard, again=False):
        self.told.append((role, cmd_id, op, args))
        self.again = again
        ticket = int(cmd_id.split(".")[1])
        self.known.append([(i.op, i.outcome) for i in self.journal.intents("toymatch", ticket)][-1])
        self.heard[cmd_id] = heard

    def cancel(self, role, cmd_id):
        self.cancelled.append((role, cmd_id))


class Bench:
    """A Board answerer with everything around it made of paper."""

    def __init__(self, journal, chains=CHAINS):
        self.journal, self.boards = journal, Boards(journal)
        self.inbox = Inbox(lambda: 0.0, patience=0)
        self.doubts, self.notices, self.opened = [], [], []
        self.board = Board(
            self.boards, journal, self.inbox, chains, lambda: 0.5, self.doubts.append, self.notices.append,
            lambda op, source: self.opened.append((op, source)),
        )

    def ask(self, question, ticket=7):
        asked = Asked("toymatch", 0, ticket, question, lambda seat: {}, lambda seat: {})
        self.board.ask(asked)
        return asked

    def hear(self, event):
        self.boards.heard[event.cmd_id](event)
        return self.posted()

    def posted(self):
        found = None
        while (item := self.inbox.take()) is not None:
            if isinstance(item, Posting):
                found = item
            else:
                item()
        return found


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "toy.sqlite", lambda: 0.0) as journal:
        match = TownMatch.new()
        journal.begin(match, Start.of(match, "toymatch", 3, []))
        yield journal


@pytest.fixture
def bench(journal):
    return Bench(journal)


def rolled(cmd_id, face, kind="rolled"):
    return Done(cmd_id, {"faces": [face], "kind": kind, "conf": 99})


def test_a_roll_is_read_by_the_first_source(bench):
    bench.ask(Roll(0, ["d3"], [[1, 2, 3]]))
    assert bench.boards.told == [("dice_reader", "toymatch.7.1", "roll", {"how": "tumbler", "dice": 1, "sides": 3})]
    bench.hear(Accepted("toymatch.7.1"))
    assert bench.opened == [("roll", "dice_reader:tumbler")]
    posting = bench.hear(rolled("toymatch.7.1", 2))
    assert (posting.answer, posting.by, posting.source, posting.chance) == ([2], "board", "rolled", True)
    assert posting.evidence["boards"][0]["conf"] == 99


def test_several_dice_are_read_one_after_the_other(bench):
    bench.ask(Roll(0, ["a", "b"], [[1, 2, 3], FACES]))
    assert bench.hear(rolled("toymatch.7.1", 3)) is None
    assert bench.hear(rolled("toymatch.7.2", 1)).answer == [3, "acorn"]


def test_the_intent_is_in_the_journal_before_the_board_is_told(bench):
    bench.ask(Flush(10, FACES))
    assert bench.boards.known == [("flush", None)]


def test_a_flush_is_turned_by_the_shrine_and_its_die_read_by_the_reader(bench):
    bench.ask(Flush(10, FACES))
    assert bench.boards.told[0] == ("shrine", "toymatch.7.1", "flush", {"turn": 7, "drops": 10})
    assert bench.hear(Done("toymatch.7.1", {"turned": 1, "drops_seen": 9})) is None
    assert bench.boards.told[1][:3] == ("dice_reader", "toymatch.7.2", "roll")
    posting = bench.hear(rolled("toymatch.7.2", 3))
    assert posting.answer == {"turned_by": "board", "drops_seen": 9, "face": "moon", "face_from": "rolled"}


def test_a_source_that_fails_hands_over_and_people_are_told(bench):
    bench.ask(Roll(0, ["d3"], [[1, 2, 3]]))
    bench.hear(NotDone("toymatch.7.1", "no_board", {}))
    assert bench.boards.told[-1][3]["how"] == "roller"
    assert "plug it in" in bench.notices[0]
    bench.hear(NotDone("toymatch.7.2", "no_board", {}))
    assert "No source is left" in bench.notices[-1]
    bench.board.again()
    bench.posted()
    assert bench.boards.told[-1][1] == "toymatch.7.3"
    assert bench.hear(rolled("toymatch.7.3", 1)).answer == [1]


def test_the_engine_takes_over_only_where_the_chain_names_it(journal):
    bench = Bench(journal, {"roll": ["dice_reader", "engine"], "flush": ["shrine", "engine"]})
    bench.ask(Flush(10, FACES))
    bench.hear(NotDone("toymatch.7.1", "lid_open", {}))
    assert "close it" in bench.notices[0]
    posting = bench.hear(NotDone("toymatch.7.2", "no_board", {}))
    assert posting.answer == {"turned_by": "engine", "drops_seen": None, "face": "snail", "face_from": "engine"}
    assert posting.by == "engine"


@pytest.mark.parametrize("faces", [[0], [4], [True], ["1"], [1, 2], None])
def test_a_strange_face_is_no_answer(bench, faces):
    bench.ask(Roll(0, ["d3"], [[1, 2, 3]]))
    assert bench.hear(Done("toymatch.7.1", {"faces": faces, "kind": "rolled"})) is None
    assert bench.boards.told[-1][3]["how"] == "roller"


def test_a_die_that_was_laid_down_is_a_throw_only_if_people_say_so(bench):
    bench.ask(Roll(0, ["d3"], [[1, 2, 3]]))
    assert bench.hear(rolled("toymatch.7.1", 2, "set")) is None
    bench.doubts.pop().settle(False)
    bench.posted()
    assert bench.boards.told[-1][1] == "toymatch.7.2", "it is opened anew"
    bench.hear(rolled("toymatch.7.2", 3, "set"))
    bench.doubts.pop().settle(True)
    posting = bench.posted()
    assert (posting.answer, posting.source) == ([3], "set")


def test_nobody_guesses_whether_the_shrine_turned(bench):
    bench.ask(Flush(10, FACES))
    bench.hear(Unknown("toymatch.7.1", "board", {"drops_seen": 4, "home": False}))
    (doubt,) = bench.doubts
    assert "drops_seen 4" in doubt.text
    doubt.settle(False)
    bench.posted()
    bench.hear(Done("toymatch.0.1", {"home": True}))
    assert bench.boards.told[-1][:3] == ("shrine", "toymatch.7.2", "flush")
    bench.hear(Unknown("toymatch.7.2", "board", {"drops_seen": 10, "home": True}))
    bench.doubts[-1].settle(True)
    bench.posted()
    posting = bench.hear(rolled("toymatch.7.3", 1))
    assert posting.answer["turned_by"] == "board"
    assert posting.answer["drops_seen"] == 10
    assert [i.outcome for i in bench.journal.intents("toymatch", 7)] == ["not done", "done", "done"]


def test_people_are_asked_once_however_late_they_answer_twice(bench):
    bench.ask(Flush(10, FACES))
    bench.hear(Unknown("toymatch.7.1", "board", {}))
    doubt = bench.doubts[0]
    doubt.settle(False)
    bench.posted()
    doubt.settle(True)
    bench.posted()
    bench.hear(Done("toymatch.0.1", {"home": True}))
    assert [told[2] for told in bench.boards.told] == ["flush", "home", "flush"]


def test_a_restart_asks_the_same_board_under_the_same_id(journal, bench):
    bench.ask(Flush(10, FACES))
    again = Bench(journal)
    again.ask(Flush(10, FACES))
    assert again.boards.told == bench.boards.told
    assert (bench.boards.again, again.boards.again) == (False, True)
    again.hear(Done("toymatch.7.1", {"turned": 1, "drops_seen": 10}))
    third = Bench(journal)
    third.ask(Flush(10, FACES))
    assert [told[:3] for told in third.boards.told] == [("dice_reader", "toymatch.7.2", "roll")], "the ring is not turned again"
    third.hear(rolled("toymatch.7.2", 2))
    fourth = Bench(journal)
    fourth.ask(Flush(10, FACES))
    assert fourth.boards.told == []
    assert fourth.posted().answer["face"] == "snail", "a face that was reported is kept"


def test_a_restart_asks_people_again_what_they_have_not_answered(journal, bench):
    bench.ask(Flush(10, FACES))
    bench.hear(Unknown("toymatch.7.1", "board", {"drops_seen": 4}))
    again = Bench(journal)
    again.ask(Flush(10, FACES))
    assert again.boards.told == []
    assert "drops_seen 4" in again.doubts[0].text


def test_a_question_that_was_answered_otherwise_is_given_up_at_the_board(bench):
    asked = bench.ask(Roll(0, ["d3"], [[1, 2, 3]]))
    bench.board.forget(asked)
    assert bench.boards.cancelled == [("dice_reader", "toymatch.7.1")]
    assert bench.hear(rolled("toymatch.7.1", 2)) is None, "what comes late is written down and not played"
    assert bench.journal.intents("toymatch", 7)[0].outcome == "done"


def test_a_doubt_is_closed_once_its_question_was_answered_otherwise(bench):
    asked = bench.ask(Flush(10, FACES))
    bench.hear(Unknown("toymatch.7.1", "board", {}))
    (doubt,) = bench.doubts
    assert doubt.is_open()
    bench.board.forget(asked)
    assert not doubt.is_open(), "nobody is asked any more what no longer matters"


def test_a_yes_is_not_swallowed_by_a_doubt_that_is_closed():
    inbox, written, settled = Inbox(lambda: 0.0, patience=0), [], []
    typed = Typed([0], inbox, written.append, lambda: None, lambda: None)
    typed.doubt(Doubt("turn", "Did it turn?", {}, settled.append, lambda: False))
    typed.ask(Asked("toymatch", 0, 1, Confirm(None, {"what": "lamps"}), lambda seat: {"kind": "confirm", "prompt": "Lamps"}, dict))
    typed.typed("yes")
    assert settled == []
    assert inbox.take().answer is True
