"""The table's one loop: the rules ask, answerers answer, the journal remembers, and only then anybody sees what happened.

Where the journal cannot be written the match stands still at its question, and everything else goes on: what was answered is
kept and tried again every RETRY_S, when anybody answers, and when `again` is called.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, Protocol

from host.codes import coded
from host.inbox import Inbox, Job, Posting
from host.journal import Journal, JournalError
from shared_rules.asking import shown
from shared_rules.correction import corrected
from shared_rules.events import Event
from shared_rules.history import CannotUndo, who_must_agree
from shared_rules.match import Match, Result
from shared_rules.questions import IllegalAnswer, Question
from shared_rules.record import Entry, Start

RETRY_S = 2.0


class Asked(NamedTuple):
    """An open question as an answerer gets it: views of the match, never its state."""

    match: str
    line: int
    ticket: int
    question: Question
    shown: Callable[[int | None], dict[str, Any]]
    view: Callable[[int | None], dict[str, Any]]


class Answerer(Protocol):
    """Somebody or something that may answer a question. It never blocks: answers go to the inbox, now or later."""

    def ask(self, asked: Asked) -> None:
        """A question that it may answer is open."""

    def forget(self, asked: Asked) -> None:
        """That question is answered or gone."""

    def refused(self, posting: Posting, why: IllegalAnswer) -> None:
        """An answer that it may have posted was not taken."""

    def tick(self) -> None:
        """Called at least every second: deadlines are looked at here."""


class Timer(Protocol):
    """Whoever measures the time of a Clock question; see `host.turn_clock`."""

    def follow(self, match: Match[Any], past: Callable[[], Sequence[Entry]]) -> None:
        """The match stands so now; `past` gives its entries in effect."""

    def stamp(self) -> dict[str, Any]:
        """What is written beside an answer."""

    def pass_time(self, resting: bool) -> None:
        """Time goes by; `resting` says whether the table stood still since the last call."""


class Show(Protocol):
    """Whoever shows the table to people: a terminal, panels, a page."""

    def events(self, match: Match[Any], events: Sequence[Event]) -> None:
        """What has just happened; it is in the journal already."""

    def notice(self, text: str) -> None:
        """A word of the table itself: a board that is missing, a source that handed over."""


Route = Callable[[Question], Iterable[Answerer]]
"""Who may answer a question; all of them are asked, and the first answer counts."""


class Table:
    """One match being played. `match` changes only when an answer is durable."""

    def __init__(
        self, match: Match[Any], start: Start, journal: Journal, inbox: Inbox, route: Route, shows: Sequence[Show],
        timer: Timer | None = None,
    ) -> None:  # fmt: skip
        self.match, self.start, self.journal, self.inbox, self.shows = match, start, journal, inbox, shows
        self._route, self._timer = route, timer
        self._asked: dict[tuple[int, int], tuple[Asked, list[Answerer]]] = {}
        self.source: str | None = None
        """Where the newest answer came from ("panel", "rolled", "typed", ...)."""
        self._unwritten: dict[tuple[int, int, str], Posting] = {}  # the last of each who answered, by line, ticket and name
        self._told_of_trouble = False
        self._paused = False
        self._meanwhile: list[Posting] = []

    def play(self, keep_going: Callable[[], bool] = lambda: True) -> Result | None:
        """Play until the match is over and give its result, or None once `keep_going` says so; the journal has everything then."""
        self._follow()
        while not self.match.over and keep_going():
            self._pass_on()
            item = self.inbox.take()
            if isinstance(item, Posting) and self._paused:
                self._meanwhile.append(item)
            elif isinstance(item, Posting):
                self._take(item)
            elif item is not None:
                self.do(item)
            for answerer in {id(a): a for _, them in self._asked.values() for a in them}.values():
                answerer.tick()
            self._pass_time()
        self._forget_gone({})
        return self.match.result()

    def do(self, job: Job) -> None:
        """Do a job that may need the journal: where that cannot be used now, the job is done again later, from its beginning."""
        try:
            job()
        except JournalError as error:
            self._stand_still(error)
            self.inbox.post_later(job, RETRY_S)

    def again(self) -> None:
        """What was broken is mended: try to write what is still unwritten."""
        for key in list(self._unwritten):
            self._try_again(key, self._unwritten[key])

    def pause(self, paused: bool) -> None:
        """Let the match rest, or go on. What bots and boards answer meanwhile is kept, and counts when it goes on."""
        self._pass_time()
        self._paused = paused
        if not paused:
            for posting in self._meanwhile:
                self.inbox.post(posting)
            self._meanwhile.clear()

    def undo(
        self, to: int, by: int | None, people: Collection[int] = (), agreed: Collection[int] = (), *, operator: bool = False
    ) -> None:
        """Go back to the first `to` answers: seat `by` wants it (None: somebody at the table), the seats `agreed` do too.

        In the table's own thread. The event "undone" lists what is to be put back. Raises CannotUndo past a reveal or a roll
        (unless an `operator` says so) and while others of the `people` have to agree, JournalError where it cannot be written;
        nothing has changed then.
        """
        history = self.journal.history(self.start.match, self.match)
        missing = [] if operator else sorted({*who_must_agree(by, history.since(to), people)} - {*agreed})
        if missing:
            raise CannotUndo(f"{' and '.join(map(self._name, missing))} must agree first: their answers came after that too")
        answer = {"to": to, "operator": operator, "agreed": sorted(agreed)}
        self._enter("undo", answer, by, history.taken_back(to, by, operator=operator))

    def who_must_agree(self, to: int, by: int | None, people: Collection[int]) -> list[int]:
        """The seats of `people` whose consent `by` needs to go back to answer `to`. Raises CannotUndo, JournalError."""
        return who_must_agree(by, self.journal.history(self.start.match, self.match).since(to), people)

    def correct(self, path: str, value: Any, by: int | None) -> None:
        """Set right what `path` of `Match.correctable` names, because seat `by` says so. In the table's own thread.

        Raises IllegalAnswer where that cannot be, JournalError where it cannot be written; nothing has changed then.
        """
        self._enter("correct", {"path": path, "value": value}, by, corrected(self.match, path, value))

    def notice(self, text: str) -> None:
        """Tell everybody at the table something that is no event of the match."""
        for show in self.shows:
            show.notice(text)

    def _follow(self) -> None:
        """Let the timer know how the match stands."""
        if self._timer is not None:
            self._timer.follow(self.match, lambda: self.journal.history(self.start.match, self.match).path)

    def _pass_time(self) -> None:
        """Let the timer count, as long as the table goes on: not while it pauses, nor while its journal cannot be written."""
        if self._timer is not None:
            self._timer.pass_time(self._paused or self._told_of_trouble)

    def _pass_on(self) -> None:
        """Ask every answerer of a new question; tell those of questions that are gone."""
        open_now = {(line, ticket): question for line, (ticket, question) in self.match.questions.items()}
        self._forget_gone(open_now)
        for (line, ticket), question in open_now.items():
            if (line, ticket) not in self._asked:
                asked = self._asked_of(line, ticket, question)
                them = list(self._route(question))
                self._asked[line, ticket] = (asked, them)
                for answerer in them:
                    self.do(partial(self._ask, answerer, asked))

    def _ask(self, answerer: Answerer, asked: Asked) -> None:
        if (asked.line, asked.ticket) in self._asked:
            answerer.ask(asked)

    def _forget_gone(self, open_now: dict[tuple[int, int], Question]) -> None:
        for key in [key for key in self._asked if key not in open_now]:
            asked, them = self._asked.pop(key)
            for answerer in them:
                answerer.forget(asked)

    def _asked_of(self, line: int, ticket: int, question: Question) -> Asked:
        def show(seat: int | None) -> dict[str, Any]:
            _, now = self.match.questions[line]  # asked anew: what is legal may have changed since
            return shown(self.match, line, ticket, now, seat, self.start.names)

        return Asked(self.start.match, line, ticket, question, show, lambda seat: self.match.view(seat))

    def _take(self, posting: Posting) -> None:
        """Try the answer on a copy, write it, and only then let it be the match and show it.

        So an illegal answer, a full disk or a fault in a rule leaves the match and its question as they were.
        """
        after = self.match.copy()
        try:
            events = after.answer(posting.line, posting.ticket, posting.answer)
        except IllegalAnswer as why:
            for answerer in self._asked.get((posting.line, posting.ticket), (None, []))[1]:
                answerer.refused(posting, why)
            return
        entry = Entry(
            number=after.entry,
            line=posting.line,
            ticket=posting.ticket,
            answer=posting.answer,
            by=posting.by,
            source=posting.source,
            events=[event.whole() for event in events],
            evidence={**posting.evidence, **(self._timer.stamp() if self._timer else {})},
        )
        try:
            self.journal.answer(self.start.match, entry, after)
        except JournalError as error:
            self._stand_still(error)
            key = (posting.line, posting.ticket, posting.by)
            self._unwritten[key] = posting
            self.inbox.post_later(lambda: self._try_again(key, posting), RETRY_S)
            return
        if self._told_of_trouble:
            self._pass_time()
            self._told_of_trouble = False
            self.notice("The journal can be written again; the match goes on.")
        self._let(after, events, posting.source)

    def _enter(
        self, kind: Literal["undo", "correct"], answer: dict[str, Any], by: int | None, tried: tuple[Match[Any], list[Event]]
    ) -> None:
        """Write what was tried on a copy, and only then let it be the match."""
        after, events = tried
        entry = Entry(
            number=after.entry, kind=kind, answer=answer, by="table" if by is None else f"seat {by}", source="table",
            events=[event.whole() for event in events],
        )  # fmt: skip
        self.journal.answer(self.start.match, entry, after)
        self._let(after, events, "table")

    def _name(self, seat: int) -> str:
        return self.start.names[seat] if seat < len(self.start.names) else f"seat {seat}"

    def _let(self, after: Match[Any], events: Sequence[Event], source: str) -> None:
        """What is durable now is the match, and is shown."""
        self.match, self.source = after, source
        self._follow()
        for show in self.shows:
            show.events(after, events)

    def _try_again(self, key: tuple[int, int, str], posting: Posting) -> None:
        if self._unwritten.get(key) is posting:
            del self._unwritten[key]
            self._take(posting)

    def _stand_still(self, error: JournalError) -> None:
        if not self._told_of_trouble:
            self._pass_time()
            self._told_of_trouble = True
            words = (
                f"The match stands still, and nothing of it is lost: {error}. It is tried again every {RETRY_S:.0f} s, "
                "and it may be left and gone on with later."
            )
            self.notice(coded("journal", words))
