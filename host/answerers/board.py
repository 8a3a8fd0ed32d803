"""Boards that answer: the Shrine turns and counts, a dice reader reads the throw.

Sources form a chain ("dice_reader:tumbler", "dice_reader:roller", "engine"): one that fails hands over, and everybody is told.
What a board is told is in the journal before its first byte leaves, and what it answered before the table hears of it, so a
restart asks the same board for the same thing under the same id.

Every job here writes first and changes afterwards, and what comes next is a job of its own: where the journal cannot be written
the table does the job once more, from its beginning.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from host.answerers.doubt import Doubt
from host.answerers.quiet import Quiet
from host.codes import coded
from host.inbox import Inbox, Posting
from host.journal import Intent, Journal
from host.table import Asked
from shared_rules.questions import Face, Flush, Roll
from tablelink.events import Accepted, Done, Event, NotDone, Unknown

ENGINE = "engine"
SHRINE = "shrine"
HOME_TICKET = 0
"""Finding the start position belongs to no question; no question has this ticket."""
TURNS_KEPT = 10
MOST_MENDS = 3
"""People who keep mending the same thing are not followed for ever: then the next source has its turn."""
REMEDIES = {
    "no_home": "the Shrine does not know where its start position is; empty it and let it find home",
    "loaded_home": "the Shrine is loaded and not at its start position; turn it there by hand",
    "lid_open": "the Shrine's lid is open; close it",
    "jam": "the Shrine is jammed; free it and turn it to its start position by hand",
    "host_lost": "the Shrine lost the table in the middle; turn it to its start position by hand",
    "no_board": "it is not there; plug it in",
    "asleep": "it does not answer; check its cable or press its reset button",
    "no_answer": "it does not answer as it should; check its cable or press its reset button",
    "deadline": "it did not come to an end; press its reset button",
    "restarts": "it starts anew again and again; check its power supply",
    "other_board": "another board was plugged in instead; plug the right one in",
    "no_sensor": "its sensor does not answer; check the sensor's wires",
    "no_throw": "its arm gives no clean throw; look whether something blocks the cup",
    "not_taught": "it was not taught that die; teach its faces first",
    "not_fitted": "it has no such part",
    "flash": "its memory is worn out or full; copy the firmware to a new board",
    "busy": "it is still busy with something else; press its reset button",
    "strange": "its answer makes no sense; update its firmware",
}


class Boards(Protocol):
    """The boards that are plugged in, by role."""

    def submit(
        self, role: str, cmd_id: str, op: str, args: dict[str, Any], heard: Callable[[Event], None], again: bool = False
    ) -> None:
        """Tell a board to do something; `heard` is called, in any thread, with Accepted and then its one ending.

        `again`: an earlier run of the program may have sent it.
        """

    def cancel(self, role: str, cmd_id: str) -> None:
        """Give a command up if it can still be given up."""


class Need(NamedTuple):
    """One thing that a question needs of a board: the Shrine's turn, or the face of one die."""

    op: str
    faces: Sequence[Face] = ()
    drops: int = 0


class Errand:
    """An open question, and how far its boards have come."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.needs = needs_of(asked.question)
        self.got: list[dict[str, Any]] = []
        self.failed: set[str] = set()
        self.attempt = 0
        self.mends = 0
        self.source: str | None = None
        self.waits = False
        self.opened = False

    @property
    def need(self) -> Need:
        """What is needed next."""
        return self.needs[len(self.got)]


def needs_of(question: object) -> list[Need]:
    """What boards have to do for a question, in order."""
    if isinstance(question, Flush):
        return [Need("flush", drops=question.drops), Need("roll", question.faces)]
    if isinstance(question, Roll):
        return [Need("roll", faces) for faces in question.faces]
    raise TypeError(f"no board answers a {type(question).__name__}")


class Board(Quiet):
    """Answers rolls and flushes by boards. `chains` names the sources of "roll" and of "flush", the best first.

    `doubt` asks people what only they can tell, `notice` tells them what happens, `opened` that a board now waits for them,
    and `rng` (floats from 0 up to 1) is used by the source "engine" only. `mend(role, why)` asks people who are at hand to put
    right what failed, and says whether they did. `loaded` tells whether drops may lie in the Shrine now.
    """

    def __init__(
        self,
        boards: Boards,
        journal: Journal,
        inbox: Inbox,
        chains: Mapping[str, Sequence[str]],
        rng: Callable[[], float],
        doubt: Callable[[Doubt], None],
        notice: Callable[[str], None],
        opened: Callable[[str, str], None] = lambda op, source: None,
        mend: Callable[[str, str], bool] = lambda role, why: False,
        loaded: Callable[[], bool] = lambda: True,
    ) -> None:
        self._boards, self._journal, self._inbox, self._chains, self._rng = boards, journal, inbox, chains, rng
        self._doubt, self._notice, self._opened, self._mend, self._loaded = doubt, notice, opened, mend, loaded
        self._errands: dict[tuple[int, int], Errand] = {}
        self.homing: int | None = None
        """The attempt at finding the Shrine's start position that is under way; it is turned for nothing else meanwhile."""
        self.turns: deque[dict[str, Any]] = deque(maxlen=TURNS_KEPT)
        """What the Shrine told of its last turns."""
        self._look_first = False  # nobody knows any more where the Shrine stands
        self._lost_in: str | None = None  # the match in which the Shrine has not found its start position

    # -- for the table -------------------------------------------------------------------------------------------

    def ask(self, asked: Asked) -> None:
        errand = Errand(asked)
        intents = self._journal.intents(asked.match, asked.ticket)
        self._errands[asked.line, asked.ticket] = errand
        errand.got = [intent.result for intent in intents if intent.outcome == "done"]
        last = intents[-1] if intents else None
        if last is not None and last.outcome is None:
            self._tell_again(errand, last)
        elif last is not None and last.outcome == "unknown":
            self._look_first = True
            errand.attempt, errand.source = last.attempt, last.board
            self._ask_people(errand, last.result)
        else:
            self._go_on(errand)

    def forget(self, asked: Asked) -> None:
        errand = self._errands.pop((asked.line, asked.ticket), None)
        if errand and errand.source and len(errand.got) < len(errand.needs):
            self._boards.cancel(_role(errand.source), self._cmd_id(errand))

    @property
    def has_begun(self) -> bool:
        """Whether the Shrine turns for a question, or a part of its answer is there: what was done with real things stays done."""
        errands = self._errands.values()
        return any(errand.got or (errand.source and errand.need.op == "flush") for errand in errands)

    def home(self, match: str, loaded: bool) -> None:
        """Let the Shrine find its start position. One that is `loaded` would lose its drops: it only looks, and never moves."""
        self.homing = self._journal.intend(match, HOME_TICKET, SHRINE, "home", {"loaded": loaded})
        self._look_first, self._lost_in = False, None
        attempt = self.homing

        def heard(event: Event) -> None:
            self._inbox.post(lambda: self._homed(match, attempt, event))

        self._boards.submit(SHRINE, f"{match[:8]}.{HOME_TICKET}.{attempt}", "home", {"loaded": loaded}, heard)

    def _homed(self, match: str, attempt: int, event: Event) -> None:
        if isinstance(event, Accepted):
            return
        outcome, told = ending_of(event)
        self._journal.outcome(match, HOME_TICKET, attempt, outcome, told)
        if attempt != self.homing:
            return
        self.homing = None
        waiting = [errand for errand in self._errands.values() if errand.waits]
        if told.get("why") == "busy":
            self._look_first = True  # a turn from before a restart of this program goes on; its end is still to be told
        elif outcome != "done":
            self._lost_in = match
            if not waiting:
                self._notice(coded(told["why"], f"The shrine has not found its start position: {remedy(told['why'])}."))
        for errand in waiting:
            errand.waits = False
            source = self._next_source(errand)
            if outcome != "done" and source is not None and _role(source) == SHRINE:
                self._hand_over(errand, source, told["why"])
            else:
                self._soon(errand)

    def started_anew(self, role: str, match: str) -> None:
        """A board has started anew. A reader has forgotten what was thrown for it, and waits for people once more.

        The Shrine does not know its start position: it looks, and moves only if it is empty. One that was cut short in a turn
        is left alone: what it says of that turn comes first.
        """
        for errand in self._errands.values():
            errand.opened &= errand.source is None or _role(errand.source) != role
        if role != SHRINE or self.homing is not None:
            return
        self._look_first = True
        if not any(errand.source is not None and _role(errand.source) == SHRINE for errand in self._errands.values()):
            self.home(match, self._loaded())

    def again(self) -> None:
        """Try all sources anew: somebody has mended what was broken."""
        self._look_first = True
        for errand in self._errands.values():
            if errand.source is None and len(errand.got) < len(errand.needs):
                errand.failed.clear()
                errand.mends = 0
                self._soon(errand)
        if self._lost_in is not None and self.homing is None:
            self.home(self._lost_in, self._loaded())

    # -- one errand ----------------------------------------------------------------------------------------------

    def _soon(self, errand: Errand) -> None:
        """Go on with an errand in a job of its own, if it still waits for that then."""
        self._inbox.post(lambda: self._go_on(errand) if errand.source is None and self._is_open(errand) else None)

    def _is_open(self, errand: Errand) -> bool:
        return self._errands.get((errand.asked.line, errand.asked.ticket)) is errand

    def _go_on(self, errand: Errand) -> None:
        """Tell the next source what is needed next; post the answer when nothing is needed any more."""
        if len(errand.got) == len(errand.needs):
            self._post(errand)
            return
        need, source = errand.need, self._next_source(errand)
        if need.op == "flush" and self._look_first and self.homing is None and source is not None and _role(source) == SHRINE:
            self.home(errand.asked.match, self._loaded())
        errand.waits = need.op == "flush" and self.homing is not None
        if errand.waits:
            return
        if source is None:
            words = f"No source is left for the {need.op}: enter it by hand, or mend what is broken and say 'again'."
            self._notice(coded("no_source", words))
        elif source == ENGINE:
            errand.got.append(self._by_engine(need))
            self._go_on(errand)
        else:
            args = self._args(errand, need, source)
            errand.attempt = self._journal.intend(errand.asked.match, errand.asked.ticket, source, need.op, args)
            errand.source = source
            self._submit(errand, need.op, args)

    def _next_source(self, errand: Errand) -> str | None:
        return next((source for source in self._chains[errand.need.op] if source not in errand.failed), None)

    def _tell_again(self, errand: Errand, intent: Intent) -> None:
        errand.attempt, errand.source = intent.attempt, intent.board
        self._submit(errand, intent.op, intent.args, again=True)

    def _submit(self, errand: Errand, op: str, args: dict[str, Any], again: bool = False) -> None:
        attempt, source = errand.attempt, str(errand.source)
        errand.opened = False

        def heard(event: Event) -> None:
            self._inbox.post(lambda: self._heard(errand, attempt, source, event))

        self._boards.submit(_role(source), self._cmd_id(errand), op, args, heard, again)

    def _args(self, errand: Errand, need: Need, source: str) -> dict[str, Any]:
        if need.op == "flush":
            return {"turn": errand.asked.ticket, "drops": need.drops}
        return {"how": source.partition(":")[2] or "roller", "dice": 1, "sides": len(need.faces)}

    @staticmethod
    def _cmd_id(errand: Errand) -> str:
        """The same for the same attempt at the same question, even after a restart: a ticket is given once in a match."""
        return f"{errand.asked.match[:8]}.{errand.asked.ticket}.{errand.attempt}"

    # -- what boards say -----------------------------------------------------------------------------------------

    def _heard(self, errand: Errand, attempt: int, source: str, event: Event) -> None:
        current = self._is_open(errand) and errand.attempt == attempt
        match event:
            case Accepted() if current and not errand.opened:  # it comes again after each restart of the board
                errand.opened = True
                self._opened(errand.need.op, source)
            case Done():
                self._done(errand, attempt, event.result | _origin(event, source), current)
            case NotDone():
                self._close(errand, attempt, *ending_of(event))
                if current:
                    self._hand_over(errand, source, event.why)
            case Unknown():
                self._unknown(errand, attempt, source, event, current)

    def _done(self, errand: Errand, attempt: int, result: dict[str, Any], current: bool) -> None:
        if not _whole(errand, result):
            self._close(errand, attempt, "not done", {"why": "strange", "told": result})
            if current:
                self._hand_over(errand, str(errand.source), "strange")
        elif current and result.get("kind") == "set":
            face = errand.need.faces[result["faces"][0] - 1]
            text = f"The die was laid or turned to {face}. Was that the throw?"
            self._doubt(self._doubt_of(errand, "throw", text, result))
        else:
            self._close(errand, attempt, "done", result)
            if current:
                self._count(errand, result)

    def _unknown(self, errand: Errand, attempt: int, source: str, event: Unknown, current: bool) -> None:
        outcome, evidence = ending_of(event)
        self._close(errand, attempt, outcome, evidence)
        if not current:
            return
        if errand.need.op == "flush":
            self._look_first = True
            self._ask_people(errand, evidence)
        else:
            self._hand_over(errand, source, event.why)

    def _ask_people(self, errand: Errand, evidence: dict[str, Any]) -> None:
        told = ", ".join(f"{key} {value}" for key, value in evidence.items())
        text = f"Nobody can tell whether the Shrine has turned ({told}). Did it?"
        self._doubt(self._doubt_of(errand, "turn", text, evidence))

    def _doubt_of(self, errand: Errand, about: str, text: str, result: dict[str, Any]) -> Doubt:
        attempt = errand.attempt

        def is_open() -> bool:  # without a source it was settled before
            return self._is_open(errand) and errand.attempt == attempt and errand.source is not None

        def settle(yes: bool) -> None:
            self._inbox.post(lambda: settled(yes))

        def settled(yes: bool) -> None:
            if not is_open():
                return
            word = {**result, "by_people": yes}
            self._close(errand, attempt, "done" if yes else "not done", word)
            if yes:
                self._count(errand, word)
            else:
                errand.source = None
                self._soon(errand)

        return Doubt(about, text, result, settle, is_open)

    def _count(self, errand: Errand, result: dict[str, Any]) -> None:
        if errand.need.op == "flush" and "half_steps" in result:
            self.turns.append({"half_steps": result["half_steps"], "drift": result.get("drift")})
        errand.got.append(result)
        errand.source = None
        errand.failed.clear()
        self._soon(errand)

    def _hand_over(self, errand: Errand, source: str, why: str) -> None:
        errand.source = None
        self._notice(coded(why, f"The {_role(source).replace('_', ' ')} could not {errand.need.op}: {remedy(why)}."))
        self._look_first |= errand.need.op == "flush"
        if errand.mends < MOST_MENDS and self._mend(_role(source), why):
            errand.mends += 1
        else:
            errand.failed.add(source)
        self._soon(errand)

    def _close(self, errand: Errand, attempt: int, outcome: str, result: dict[str, Any]) -> None:
        self._journal.outcome(errand.asked.match, errand.asked.ticket, attempt, outcome, result)

    # -- the answer ----------------------------------------------------------------------------------------------

    def _by_engine(self, need: Need) -> dict[str, Any]:
        if need.op == "flush":
            return {"kind": ENGINE}
        return {"kind": ENGINE, "faces": [int(self._rng() * len(need.faces)) + 1], "from": {"source": ENGINE}}

    def _post(self, errand: Errand) -> None:
        asked, got = errand.asked, errand.got
        kinds = [result.get("kind", "rolled") for result in got]
        answer: Any
        if isinstance(asked.question, Flush):
            answer = flush_answer(got, asked.question.faces)
        else:
            answer = [need.faces[result["faces"][0] - 1] for need, result in zip(errand.needs, got, strict=True)]
        by = ENGINE if set(kinds) == {ENGINE} else "board"
        self._inbox.post(Posting(asked.line, asked.ticket, answer, by, kinds[-1], chance=True, evidence={"boards": got}))


def _origin(event: Done, source: str) -> dict[str, Any]:
    """Which source told it, and by which frame of which start of which board: what it did can be looked up for ever."""
    return {"from": {"source": source, **event.origin}} if event.origin else {}


def ending_of(event: Event) -> tuple[str, dict[str, Any]]:
    """How a command ended, as the journal keeps it: the outcome and what the board told."""
    match event:
        case Done():
            return "done", event.result
        case NotDone():
            return "not done", {"why": event.why, **event.evidence}
        case Unknown():
            return "unknown", {"why": event.why, **event.evidence}
    raise TypeError(f"{event!r} ends no command")


def flush_answer(got: Sequence[dict[str, Any]], faces: Sequence[Face]) -> dict[str, Any]:
    """The answer to a Flush out of what the Shrine and the reader of its die told."""
    turn, roll = got
    return {
        "turned_by": ENGINE if turn.get("kind") == ENGINE else "board",
        "drops_seen": turn.get("drops_seen"),
        "face": faces[roll["faces"][0] - 1],
        "face_from": roll.get("kind", "rolled"),
    }


def _whole(errand: Errand, result: dict[str, Any]) -> bool:
    """Whether a board's result is what was asked for; boards are not trusted with their numbers."""
    if errand.need.op == "flush":
        seen = result.get("drops_seen")
        return seen is None or (type(seen) is int and seen >= 0)
    faces = result.get("faces")
    whole = isinstance(faces, list) and len(faces) == 1 and type(faces[0]) is int and 1 <= faces[0] <= len(errand.need.faces)
    return whole and result.get("kind") in ("rolled", "set")


def remedy(why: str) -> str:
    """What to do about a board's word for why it did not do something; the word itself where nothing is known."""
    return REMEDIES.get(why, why)


def _role(source: str) -> str:
    return source.partition(":")[0]
