"""The table looked at while it is played on: boards, panels, buttons, power, disk and dice; and what can be tried out.

Everything here is for any thread. What moves or asks is refused while the match is at the boards.
"""

from __future__ import annotations

import secrets
import shutil
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from host.answerers.board import remedy
from host.codes import coded
from host.dice_statistics import chart, counts_of, verdict
from host.doctor import Machine, power
from host.fairness import fairness_of
from host.fitting import Fitting
from host.journal import Journal, JournalError
from host.link.boards import Boards
from tablelink.events import Done, Event, NotDone, Unknown

T = TypeVar("T")

ROLLS: Final = 30
"""Throws of a test: enough for six faces to say something of."""
KEPT_S: Final = 20.0
NEWEST: Final = 20
_SIDES: Final = 6


class AtTable(Protocol):
    """What is needed of the match that is played."""

    def is_at_boards(self) -> bool:
        """Whether a board is at what is asked now."""

    def drops(self) -> int:
        """How many drops lie in the Shrine."""

    def last_turns(self) -> Sequence[Mapping[str, Any]]:
        """What the Shrine told of its last turns."""

    def show_test_pictures(self) -> None:
        """Let every panel show its test picture for a while."""


class Deed(NamedTuple):
    """Something that can be tried: `do` gives the words for what came of it."""

    key: str
    label: str
    help: str
    do: Callable[[], str]


@dataclass
class RollTest:
    """A die that is thrown over and over to be looked at."""

    source: str
    faces: list[int] = field(default_factory=list)
    words: str = ""
    cmd_id: str = ""

    def told(self) -> dict[str, Any]:
        """As JSON."""
        counts = counts_of(self.faces, _SIDES)
        return {"source": self.source, "throws": len(self.faces), "of": ROLLS, "counts": counts, "words": self.words}


class Service:
    """`sitting` gives the match that is played now, if there is one; `more` are further deeds, such as a demo's mishaps.

    `fitting` has the panels and buttons, once there are any.
    """

    def __init__(
        self,
        boards: Boards,
        sitting: Callable[[], AtTable | None],
        journal: Path,
        *,
        fitting: Fitting | None = None,
        more: Sequence[Deed] = (),
        machine: Machine | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._boards, self._sitting, self._journal, self.fitting = boards, sitting, journal, fitting
        self._machine, self._clock = machine or Machine(), clock
        self._lock = threading.Lock()
        self._slow: dict[str, tuple[float, Any]] = {}
        self._test: RollTest | None = None
        self._testing = False
        self._last = ""
        self.deeds = {deed.key: deed for deed in (*self._own_deeds(), *more)}

    def _own_deeds(self) -> list[Deed]:
        return [
            Deed("picture", "test pictures", "every panel shows a border of one pixel for ten seconds", self._picture),
            Deed("turn", "turn the Shrine", "one whole turn; it has to be empty", self._turn),
            Deed("tumbler", "test the die", f"throw the tumbler {ROLLS} times", lambda: self._roll("tumbler")),
            Deed("roller", "test the button", f"press the button {ROLLS} times", lambda: self._roll("roller")),
            Deed("enough", "end the test", "what was thrown so far is judged", self._enough),
        ]

    # -- looking -------------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything, as JSON."""
        sitting = self._sitting()
        panels = self.fitting.stats() if self.fitting is not None else {}
        return {
            "boards": [{**status._asdict(), "caps": list(status.caps)} for status in self._boards.status()],
            "panels": [{"seat": seat, **asdict(stats)} for seat, stats in panels.items()],
            "buttons": self.fitting.pressed() if self.fitting is not None else [],
            "turns": [dict(turn) for turn in sitting.last_turns()] if sitting is not None else [],
            "test": self._test.told() if self._test is not None else None,
            "last": self._last,
            "deeds": [{"key": deed.key, "label": deed.label, "help": deed.help} for deed in self.deeds.values()],
            "power": self._kept("power", self._power),
            "disk": _disk_words(self._journal),
        }

    def dice(self) -> list[dict[str, Any]]:
        """How the dice of the newest matches fell; that takes a while."""
        return self._kept("dice", self._dice)

    def lines(self) -> list[str]:
        """The same for a small panel, a sentence each."""
        state = self.state()
        found = [board["words"] for board in state["boards"]] or ["No board is there."]
        found += [_line_words(board) for board in state["boards"] if board["role"]]
        found += [f"Panel {panel['seat']}: {panel['trouble'] or _panel_words(panel)}" for panel in state["panels"]]
        found += [f"Button {one['name']} of seat {one['seat']} is down." for one in state["buttons"] if one["pressed"]]
        found += [f"Shrine, last turn: {turn['half_steps']} half-steps, drift {turn['drift']}." for turn in state["turns"][-1:]]
        found += [*state["power"], state["disk"]]
        if self._test is not None:
            found += [f"Test, {self._test.words}", *chart(counts_of(self._test.faces, _SIDES), "123456", 10)]
        return found

    def _kept(self, what: str, look: Callable[[], T]) -> T:
        """What takes a while to look at is looked at now and then."""
        now = self._clock()
        if what not in self._slow or now - self._slow[what][0] > KEPT_S:
            self._slow[what] = (now, look())
        found: T = self._slow[what][1]
        return found

    def _power(self) -> list[str]:
        return [one.words for one in power(self._machine)]

    def _dice(self) -> list[dict[str, Any]]:
        try:
            with Journal(self._journal, lambda: 0.0, reading=True) as book:
                return [die.plain() for die in fairness_of(book, book.matches()[-NEWEST:])[0].dice]
        except JournalError:
            return []  # what is wrong with it is told where it is played

    # -- trying --------------------------------------------------------------------------------------------------------

    def do(self, key: str) -> str:
        """Do a deed; the words for what came of it, or why it was not done."""
        deed = self.deeds.get(key)
        self._last = deed.do() if deed is not None else f"There is no '{key}' here; there are: {', '.join(self.deeds)}."
        return self._last

    def _picture(self) -> str:
        sitting = self._sitting()
        if sitting is None:
            return "Nothing is played yet; try again in a moment."
        sitting.show_test_pictures()
        return "Each panel shows its test picture: all four edges have to be there. If one is not, see column_offset and chip."

    def _refusal(self) -> str:
        sitting = self._sitting()
        if self._testing:
            return "A test is under way; end it first."
        if sitting is not None and sitting.is_at_boards():
            return "The match is at the boards now; try again when nobody has to throw or turn."
        return ""

    def _turn(self) -> str:
        sitting = self._sitting()
        why = self._refusal()
        if not why and sitting is not None and sitting.drops():
            why = f"There are {sitting.drops()} drops in the Shrine, and a turn would spill them."
        if why:
            return why

        def heard(event: Event) -> None:
            if isinstance(event, Done):
                told = f"{event.result.get('half_steps')} half-steps, drift {event.result.get('drift')}"
                self._last = f"The Shrine has turned once: {told}."
            elif isinstance(event, NotDone | Unknown):
                self._last = coded(event.why, f"The Shrine has not turned: {remedy(event.why)}.")

        self._boards.submit("shrine", _fresh_id(), "flush", {"turn": 0, "drops": 0}, heard)
        return "The Shrine is told to turn once."

    def _roll(self, how: str) -> str:
        with self._lock:
            why = self._refusal()
            if why:
                return why
            self._testing, self._test = True, RollTest(f"dice_reader:{how}")
            self._test.words = f"throw it {ROLLS} times."
        self._next_roll(self._test)
        return f"Throw {ROLLS} times; what comes is counted here."

    def _next_roll(self, test: RollTest) -> None:
        def heard(event: Event) -> None:
            if not self._testing or self._test is not test:
                return
            if isinstance(event, Done):
                self._rolled(test, event.result)
            elif isinstance(event, NotDone | Unknown):
                self._end(test, f"it ended before: {remedy(event.why)}. {verdict(test.faces, _SIDES)}")

        args = {"how": test.source.partition(":")[2], "dice": 1, "sides": _SIDES}
        test.cmd_id = _fresh_id()
        self._boards.submit("dice_reader", test.cmd_id, "roll", args, heard)

    def _rolled(self, test: RollTest, result: Mapping[str, Any]) -> None:
        faces = [face for face in result.get("faces", []) if type(face) is int and 1 <= face <= _SIDES]
        test.faces += faces
        if len(test.faces) >= ROLLS or not faces:
            self._end(test, verdict(test.faces, _SIDES))
        else:
            test.words = f"{len(test.faces)} of {ROLLS} throws."
            self._next_roll(test)

    def _end(self, test: RollTest, words: str) -> None:
        with self._lock:
            test.words = self._last = words
            self._testing = False

    def _enough(self) -> str:
        test = self._test
        if test is None or not self._testing:
            return "No test is under way."
        self._end(test, verdict(test.faces, _SIDES))
        self._boards.cancel("dice_reader", test.cmd_id)
        return test.words


def _fresh_id() -> str:
    """No board has heard it before: it would answer from memory."""
    return f"service.{secrets.token_hex(5)}.1"


def _line_words(board: Mapping[str, Any]) -> str:
    line = board["line"]
    return f"{board['role']}: {line.get('lost', 0)} frames lost, {line.get('again', 0)} sent again, {line.get('late', 0)} late."


def _panel_words(panel: Mapping[str, Any]) -> str:
    return f"{panel['shown']} pictures, {panel['errors']} errors, {panel['last_ms']:.0f} ms."


def _disk_words(journal: Path) -> str:
    try:
        usage = shutil.disk_usage(journal.parent)
    except OSError as error:
        return f"The journal's disk cannot be asked ({error.strerror})."
    return f"The journal's disk has {usage.free / 1e9:.1f} of {usage.total / 1e9:.1f} GB free."
