"""The rules ask, the table answers: the kernel that every game runs on.

A game is a plain-data state and named functions of its modules:

- a **step** `name(m, *args)` changes the state and says what comes next (`then`); as its last act it may `ask` or let `each` act;
- an **asker** `name(m, *args) -> Question` says, from the state alone, what is asked and what is legal now;
- `name_answered(m, *args, answer)` is the step that takes the answer. It never refuses: all legality is in the asker;
- `name_refused(m, *args, answer)`, where there is one, names the rule that rules an answer out, with a sentence.

A question is never stored: it is asked anew after every answer, so it cannot go stale, alias a pile or leak into a save.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from types import ModuleType
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from shared_rules.content import Pack
from shared_rules.events import Event
from shared_rules.options import BadOption, Option, Value, settle
from shared_rules.play import Frame, Line, Play
from shared_rules.questions import Answer, IllegalAnswer, NotOpen, Question
from shared_rules.words import Words


class State(Protocol):
    """What the kernel needs of a game's state: a msgspec struct with these fields, and a quick `copy`."""

    play: Play
    options: dict[str, Value]

    def copy(self) -> Self: ...


S = TypeVar("S", bound=State)

CLOCK = "clock"
"""The asker of a question of the kind Clock is called so in every game: time goes on whoever acts alone."""


class Result(msgspec.Struct, frozen=True):
    """How a match ended. `outcome` is "won", "lost", "shared" or "ended"; `scores` has one entry a seat."""

    winners: list[int]
    scores: list[int | None]
    reason: str
    outcome: str


class BadSave(ValueError):
    """A save that this match cannot be made from; the message says why and what to do."""


class Undone(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was used up by play that was taken back: so many tickets, and so many entries of the record, undos among them.

    Tickets are never given twice: what was posted to a question that was undone answers no other one.
    """

    tickets: int = 0
    entries: int = 0


class Saved(msgspec.Struct, Generic[S], omit_defaults=True):
    """A match as it is written: whose rules and whose content made it, the state, and what was undone on the way."""

    game: str
    rules_version: str
    pack: str
    state: S
    undone: Undone = Undone()


def collect(*modules: ModuleType) -> dict[str, Callable[..., Any]]:
    """The steps and askers of `modules` by name: every public function that takes the match `m` first."""
    found: dict[str, Callable[..., Any]] = {}
    for module in modules:
        for name, thing in vars(module).items():
            code = getattr(thing, "__code__", None)
            if name.startswith("_") or code is None or thing.__module__ != module.__name__ or code.co_varnames[:1] != ("m",):
                continue
            if name in found:
                raise ValueError(f"two steps are called '{name}': in {found[name].__module__} and in {module.__name__}")
            found[name] = thing
    return found


class Match(Generic[S]):
    """One game in progress; `state` (with `state.play`) is all there is. `opening` are the events before the first answer."""

    game: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[Sequence[int]]
    rules_version: ClassVar[str]
    names: ClassVar[dict[str, Callable[..., Any]]]
    state_type: ClassVar[type]
    options: ClassVar[Sequence[Option]]
    first_step: ClassVar[str] = "setup"
    words: ClassVar[Words]
    """The game's module of words."""

    def __init__(self, state: S, pack: Pack) -> None:
        self.state, self.pack, self.play = state, pack, state.play
        self.line = 0
        self.undone = Undone()
        self.opening: list[Event] = []
        self._events: list[Event] = []
        self._open: dict[int, Question] = {}

    @classmethod
    def begin(cls, state: S, pack: Pack) -> Self:
        """A new match that has run up to its first questions."""
        match = cls(state, pack)
        match.play.lines[0] = Line([[cls.first_step]])
        match._run()
        match.opening = match._events
        return match

    @classmethod
    def new(cls, seats: int, options: dict[str, Any] | None = None, pack: Pack | None = None) -> Self:
        """A match of `seats` people before its first answer. Without `pack`: with the game's own content.

        Raises BadOption for options, or a number of seats, that do not exist or do not fit together.
        """
        content = pack or cls.new_pack()
        wrong = cls.wrong_seats(seats, content)
        reasons = [wrong] if wrong else []
        try:
            settled = settle(cls.options, options or {})
        except BadOption as error:
            raise BadOption(reasons + error.reasons) from None
        first = str(settled.get("first", ""))
        if first.startswith("seat ") and int(first[5:]) >= seats:
            reasons.append(f"option 'first' is '{first}', but there are only seats 0 to {seats - 1}")
        reasons += cls.unfit(seats, settled)
        if reasons:
            raise BadOption(reasons)
        return cls.begin(cls.lay_out(seats, settled, content), content)

    @classmethod
    def wrong_seats(cls, seats: int, pack: Any) -> str | None:
        """Why so many people cannot play; None if they can."""
        if seats in cls.seats:
            return None
        *some, most = map(str, cls.seats)
        allowed = f"{', '.join(some)} or {most}" if some else most
        return f"{cls.title} is for {allowed} players, not for {seats}"

    @classmethod
    def unfit(cls, seats: int, options: dict[str, Value]) -> list[str]:
        """Why options, each of which is there, do not fit together or with so many seats; a sentence each."""
        return []

    @classmethod
    def lay_out(cls, seats: int, options: dict[str, Value], pack: Any) -> S:
        """The state before anything is done."""
        raise NotImplementedError(f"{cls.__name__} does not say how a match begins")

    @classmethod
    def new_pack(cls) -> Pack:
        """The content that the game brings along."""
        raise NotImplementedError(f"{cls.__name__} has no content of its own")

    @classmethod
    def read_pack(cls, file: str, text: str) -> Pack:
        """The content pack in `text`; `file` is its name for messages. Raises BadPack with all that is wrong."""
        raise NotImplementedError(f"{cls.__name__} has no content packs")

    # -- an owner's pack over the house's (shared_rules.overlay); a game overrides these where its content asks for it ----

    @classmethod
    def gives_way(cls, table: str, house: dict[str, Any], owner: dict[str, Any]) -> bool:
        """Whether the house's entry of `table` may be left out for one of the owner's that has an id of its own."""
        return "name" in house and house.get("set") == owner.get("set")

    @classmethod
    def beneath(cls, house: dict[str, Any], owner: dict[str, Any]) -> dict[str, Any]:
        """The house's content as it fits beneath the owner's; neither is changed."""
        return house

    # -- for the table -------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """How many answers (and corrections) the match has taken; those that were undone do not count."""
        return self.play.number

    @property
    def entry(self) -> int:
        """The number of the newest entry in the match's record, where undone answers and undos count too."""
        return self.play.number + self.undone.entries

    @property
    def over(self) -> bool:
        """Whether nothing is left to be done."""
        return not self.play.lines

    @property
    def questions(self) -> dict[int, tuple[int, Question]]:
        """Open questions by line: (ticket, question), asked anew from the state, lowest line first."""
        found: dict[int, tuple[int, Question]] = {}
        lines = self.play.lines
        for number in sorted(lines) if len(lines) > 1 else lines:
            line = lines[number]
            if line.asker is not None and (line.asker[0] == CLOCK or self._may_act(number)):
                question = self._open.get(number)
                if question is None:
                    question = self._ask(line.asker)
                    self._open[number] = question
                found[number] = (line.ticket + self.undone.tickets, question)
        return found

    def answer(self, line: int, ticket: int, answer: Answer) -> list[Event]:
        """Take `answer` to the question that `line` and `ticket` name; what happened comes back.

        Raises NotOpen for a question that is not open, IllegalAnswer for what the rules refuse; nothing has changed then.
        """
        question = self._question(line, ticket)
        try:
            question.check(answer)
        except IllegalAnswer as error:
            raise self._named(question, answer, error) from None
        at = self.play.lines[line]
        at.asker = None
        self._open.clear()
        self._events = []
        self.line = line
        self.names[question.asker + "_answered"](self, *question.args, answer)
        self._run()
        self.play.number += 1
        return self._events

    def why_not(self, line: int, ticket: int, answer: Answer) -> IllegalAnswer | None:
        """Why `answer` would be refused, with the rule; None if it is legal. Nothing changes."""
        try:
            question = self._question(line, ticket)
            question.check(answer)
        except NotOpen as error:
            return error
        except IllegalAnswer as error:
            return self._named(question, answer, error)
        return None

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that `seat` may know, as plain JSON; None is a spectator."""
        raise NotImplementedError(f"{type(self).__name__} does not say what a seat may know")

    @property
    def rounds(self) -> int:
        """How many rounds have begun (Mythwind: days)."""
        raise NotImplementedError(f"{type(self).__name__} does not count rounds")

    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it ends")

    # -- corrections: the table is right (a game that allows them overrides these) --------------------------------

    def problems(self, new: Self) -> list[tuple[str, str]]:
        """What cannot be in this state, wherever it comes from, if the match began like `new`: (path, reason) each."""
        return []

    def argument_fits(self, name: str, value: Any) -> bool:
        """Whether a pending step may have `value` as its argument `name`, in a state that comes from elsewhere."""
        return True

    def correctable(self, seat: int | None) -> list[dict[str, Any]]:
        """What people may set right, as `seat` may know it: {"path", "value", "text", and "values" or "range"} each."""
        return []

    def standing(self, seat: int | None) -> list[dict[str, Any]]:
        """The pieces on the table as `seat` may know them, as data: {"path", "what", "seat", "value", ...} each, no words."""
        return []

    def put_right(self, path: str, value: Any) -> None:
        """Set what `path` of `correctable` names to `value`, one of its values, and tell it. Raises IllegalAnswer."""
        raise NotImplementedError(f"{type(self).__name__} has nothing that can be corrected")

    def correct(self, path: str, value: Any) -> list[Event]:
        """Set what `path` names to `value`; it counts as an answer. For `correction.corrected`, which looks before and after."""
        self._open.clear()
        self._events = []
        self.put_right(path, value)
        self.play.number += 1
        return self._events

    # -- copies and saves ----------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """The same match, to be played on by itself."""
        same = type(self)(self.state.copy(), self.pack)
        same.undone = self.undone
        return same

    def save(self) -> bytes:
        """The match as JSON; possible at every question."""
        return msgspec.json.encode(Saved(self.game, self.rules_version, self.pack.hash, self.state, self.undone))

    @classmethod
    def load(cls, data: bytes, pack: Pack) -> Self:
        """The match that `save` wrote. Raises BadSave if it is not one of this game, these rules and this content."""
        saved_type: Any = Saved[cls.state_type]  # type: ignore[name-defined]
        try:
            saved = msgspec.json.decode(data, type=saved_type)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadSave(f"this is not a whole save of {cls.title}: {error}; take an older one") from error
        for what, theirs, ours in (
            ("game", saved.game, cls.game),
            ("rules version", saved.rules_version, cls.rules_version),
            ("content", saved.pack, pack.hash),
        ):
            if theirs != ours:
                raise BadSave(f"the save was made with {what} '{theirs}', here is '{ours}'; use the same {what} for it")
        match = cls(saved.state, pack)
        match.undone = saved.undone
        return match

    # -- for the rules -------------------------------------------------------------------------------------------

    def then(self, *steps: Frame) -> None:
        """Do `steps` next, in this order, before what was already pending on this line."""
        self.play.lines[self.line].agenda.extend(reversed(steps))

    def ask(self, asker: str, *args: Any) -> None:
        """Stop this line until the question of `asker` is answered."""
        at = self.play.lines[self.line]
        self.play.tickets += 1
        at.asker, at.ticket = [asker, *args], self.play.tickets

    def ask_if(self, wanted: Callable[[Any], bool], asker: str, *args: Any) -> bool:
        """`ask`, if the question is `wanted` as it would be asked now; whether it is. It is not made a second time then."""
        question = self._ask([asker, *args])
        if not wanted(question):
            return False
        self.ask(asker, *args)
        self._open[self.line] = question
        return True

    def each(self, who: Iterable[Any], step: str, *args: Any) -> None:
        """Let everyone in `who` act at the same time by `step(m, one, *args)`; this line goes on when all have ended.

        The children run later, in the scheduler: run here, a child that asks nothing would end before its sisters exist.
        """
        lines = self.play.lines
        for one in who:
            lines[self.play.next_line] = Line([[step, one, *args]], parent=self.line)
            self.play.next_line += 1
            lines[self.line].children += 1

    def claim(self) -> None:
        """From now on only this line and its children act, until `release`."""
        self.play.alone.append(self.line)

    def release(self) -> None:
        """End this line's claim; whoever acted alone before it does so again."""
        self.play.alone.remove(self.line)

    def barrier(self, asker: str, *args: Any) -> None:
        """Wait until every sister line is here too; until then an answer to `asker` leaves the barrier again (`step_back`)."""
        lines = self.play.lines
        lines[self.line].at_barrier = True
        self.ask(asker, *args)
        sisters = [line for line in lines.values() if line.parent == lines[self.line].parent]
        if all(line.at_barrier for line in sisters):
            for line in sisters:
                line.asker, line.at_barrier = None, False

    def step_back(self) -> None:
        """Leave the barrier; the line has to come to it again."""
        self.play.lines[self.line].at_barrier = False

    def end_sisters(self) -> None:
        """End the lines that were forked together with this one where they stand; nothing of theirs is done any more."""
        lines = self.play.lines
        for number, line in lines.items():
            if number != self.line and line.parent == lines[self.line].parent:
                line.agenda.clear()
                line.asker = None

    def tell(
        self, event: str, seat: int | None = None, *, secret: dict[str, Any] | None = None, to: Collection[int] = (), **data: Any
    ) -> None:
        """Report what happened; `secret` is for the seats in `to` only."""
        self._events.append(Event(event, seat, data, secret or {}, to))

    # -- the scheduler -------------------------------------------------------------------------------------------

    def _ask(self, asker: Frame) -> Question:
        name, *args = asker
        question: Question = self.names[name](self, *args)
        question.asker, question.args = name, args
        return question

    def _question(self, line: int, ticket: int) -> Question:
        asked, question = self.questions.get(line, (None, None))
        if question is None or asked != ticket:
            raise NotOpen
        return question

    def _named(self, question: Question, answer: Answer, error: IllegalAnswer) -> IllegalAnswer:
        """The refusal with the rule that the game names for it; `error` where it names none."""
        refused = self.names.get(question.asker + "_refused")
        named = refused(self, *question.args, answer) if refused and type(answer) is list and answer else None
        return IllegalAnswer(*named) if named else error

    def _may_act(self, number: int) -> bool:
        """Whether the line is, or stems from, the line that acts alone; every line if none does."""
        if not self.play.alone:
            return True
        at: int | None = number
        while at is not None and at != self.play.alone[-1]:
            at = self.play.lines[at].parent
        return at is not None

    def _run(self) -> None:
        """Do pending steps, lowest line first, until every line waits for an answer or for its children, or has ended."""
        lines, names = self.play.lines, self.names
        busy = True
        while busy:
            busy = False
            for number in sorted(lines) if len(lines) > 1 else list(lines):
                line = lines[number]
                self.line = number
                while line.agenda and line.asker is None and not line.children:
                    name, *args = line.agenda.pop()
                    if self._open:
                        self._open.clear()  # what another line has asked in advance may be out of date after this step
                    names[name](self, *args)
                    busy = True
                if not line.agenda and line.asker is None and not line.children:
                    del lines[number]
                    if line.parent is not None:
                        lines[line.parent].children -= 1
                    busy = True
