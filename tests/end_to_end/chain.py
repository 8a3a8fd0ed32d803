"""The whole chain on virtual hardware: table, journal, answerers, link, cable, shipped firmware, world; and the world's truth.

Every command's motion is read off the world's counters, and held against what the journal says of it.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from host.answerers.board import Board
from host.answerers.doubt import Doubt
from host.answerers.hands import Hands
from host.answerers.news import News
from host.answerers.typed import Typed
from host.emulation.hands import Hands as VirtualHands
from host.emulation.launch import StartedWorld
from host.inbox import Inbox
from host.journal import Intent, Journal
from host.link.boards import Boards
from host.link.supervisor import BoardSupervisor, Post
from host.look_for_boards import wait_for
from host.table import Table
from shared_rules.record import Start
from tests.end_to_end.mill import MillMatch

WHOLE_TURN = 4076
INSIDE_THE_MARK = 80
"""A ring that hands have turned home stands anywhere inside its mark, and its next turn is so much shorter or longer."""
COASTING = 2
"""A board's process may be held up between two coils, by a computer that is busy, for as long as a rotor needs to move."""
OTHER_PHASE = 6
"""A board that has started anew does not know on which of its eight places the rotor rests, and pulls it to its own."""
CHAINS = {"roll": ["dice_reader:tumbler", "dice_reader:roller"], "flush": ["shrine"]}
MATCH = "millmtch"
LIMIT_S = 60.0


class Ledger:
    """Boards, and how far the ring had travelled when each command for the Shrine was given."""

    def __init__(self, boards: Boards, world: StartedWorld | None) -> None:
        self.boards, self.world = boards, world
        self.given: list[tuple[str, str, int]] = []

    def submit(
        self, role: str, cmd_id: str, op: str, args: dict[str, Any], heard: Callable[..., None], again: bool = False
    ) -> None:
        if role == "shrine":
            self.given.append((cmd_id, op, self.world.counts().travel if self.world is not None else 0))
        self.boards.submit(role, cmd_id, op, args, heard, again)

    def cancel(self, role: str, cmd_id: str) -> None:
        self.boards.cancel(role, cmd_id)

    def travelled(self) -> list[tuple[str, str, int]]:
        """Id, op and half-steps of each command for the Shrine, motion after its end included."""
        assert self.world is not None
        travels = [travel for _, _, travel in self.given] + [self.world.counts().travel]
        return [(cmd_id, op, after - before) for (cmd_id, op, before), after in zip(self.given, travels[1:], strict=True)]


class People(VirtualHands):
    """Virtual people who keep a list of the faces that they threw, and of what they were asked about."""

    def __init__(self, world: StartedWorld, seed: int) -> None:
        super().__init__(world, seed)
        self.world = world
        self.thrown: list[int] = []
        self.asked: list[Doubt] = []
        self.mended: list[str] = []

    def opened(self, op: str, source: str) -> None:
        before = self.world.counts().throws
        super().opened(op, source)
        counts = self.world.counts()
        if counts.throws > before and counts.face_up is not None:
            self.thrown.append(counts.face_up)

    def mend(self, role: str, why: str) -> bool:
        self.mended.append(why)
        return super().mend(role, why)

    def doubted(self, doubt: Doubt) -> None:
        """Somebody asks what only people can tell; they look, and tell the truth."""
        self.asked.append(doubt)
        doubt.settle(doubt.about == "throw" or self.has_turned())


class Show:
    """Keeps what people are told."""

    def __init__(self) -> None:
        self.notices: list[str] = []
        self.told: list[Any] = []

    def events(self, match: Any, events: Sequence[Any]) -> None:
        self.told += events

    def notice(self, text: str) -> None:
        self.notices.append(text)


class Chain:
    """One table over a world's boards (or over `ports` of the test's own), with a mill to grind.

    `hurry` makes the link's clock run so many times faster than the wall's: its deadlines come sooner, nothing else changes.
    With `by_usb` the world's boards are not named: what USB lists is looked at.
    """

    def __init__(
        self, folder: Path, todo: Sequence[str], world: StartedWorld | None = None, ports: Sequence[str] = (), *,
        hurry: float = 1.0, seed: int = 1, chains: dict[str, list[str]] = CHAINS, by_usb: bool = False,
    ) -> None:  # fmt: skip
        self.world, self.show = world, Show()
        self.clock = lambda: time.monotonic() * hurry
        self.news = News()
        paths = [*(world.ports.values() if world and not by_usb else ()), *ports]
        self.boards = Boards(paths, find=by_usb, post=self.news.heard, clock=self.clock, supervise=self._supervise)
        self.ledger = Ledger(self.boards, world)
        self.journal = Journal(folder / "mill.sqlite", lambda: 0.0)
        self.inbox = Inbox(time.monotonic, patience=0.2)
        self.match = MillMatch.of(todo)
        start = Start.of(self.match, MATCH, 1, ["Ada"])
        self.journal.begin(self.match, start)
        self.people = People(world, seed) if world else None
        self.typed = Typed([0], self.inbox, self.show.notice, lambda: None, lambda: self.device.again())
        self.doubt: Callable[[Doubt], None] = self.people.doubted if self.people else self.typed.doubt
        self.device = Board(
            self.ledger, self.journal, self.inbox, chains, lambda: 0.0, lambda doubt: self.doubt(doubt), self.notice,
            self.people.opened if self.people else lambda op, source: None,
            self.people.mend if self.people else lambda role, why: False,
            lambda: self.table.match.state.holds > 0,
        )
        hands = Hands(self.people, self.inbox, lambda match: match.state.holds) if self.people else None
        self.table = Table(
            self.match, start, self.journal, self.inbox,
            lambda question: [hands] if hands and question.kind == "confirm" else [self.device, self.typed]
            if question.kind in ("roll", "flush") else [self.typed],
            [self.show],
        )
        self.news.attend(self.inbox, self.table.notice, lambda role: self.device.started_anew(role, MATCH))

    def notice(self, text: str) -> None:
        """People are told; where nothing is left but to try once more, virtual people do that."""
        self.show.notice(text)
        if self.people and "'again'" in text:
            self.inbox.post(lambda: self.typed.typed("again"))

    def _supervise(self, path: str, post: Post) -> BoardSupervisor:
        return BoardSupervisor(path, post, clock=self.clock)

    def __enter__(self) -> Chain:
        self.boards.start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self.boards.stop()
        self.journal.close()

    def wait_for(self, *roles: str) -> None:
        """Wait until boards of these roles are awake."""
        assert wait_for(self.boards, roles, LIMIT_S) == []

    def home(self) -> None:
        """Let the empty ring find its start position."""
        self.device.home(MATCH, loaded=False)
        deadline = time.monotonic() + LIMIT_S
        while self.device.homing is not None:
            assert time.monotonic() < deadline, "the ring did not come home"
            item = self.inbox.take()
            if callable(item):
                item()
        assert "start position" not in " ".join(self.show.notices), self.show.notices

    def run(self, until: Callable[[], object] = lambda: False, within: float = LIMIT_S) -> None:
        """Let the table work until something holds, or the match is over."""
        deadline = time.monotonic() + within

        def goes_on() -> bool:
            assert time.monotonic() < deadline, f"not within {within} s: {self.show.notices}, {self.intents()[-2:]}"
            return not until()

        self.table.play(goes_on)

    def typed_later(self, text: str) -> None:
        """Somebody types a line; it is taken when the table next looks."""
        self.inbox.post(lambda: self.typed.typed(text))

    def intents(self) -> list[Intent]:
        """What boards were told for all questions so far."""
        tickets = range(1, self.table.match.play.tickets + 1)
        return [intent for ticket in tickets for intent in self.journal.intents(MATCH, ticket)]

    def outcomes(self) -> Counter[tuple[str, str]]:
        """How often which command ended how."""
        return Counter((intent.op, str(intent.outcome)) for intent in self.intents())

    def hold_to_the_truth(self) -> None:
        """Compare everything that was answered with what the world counted."""
        assert self.world is not None and self.people is not None
        moved = {cmd_id: travel for cmd_id, op, travel in self.ledger.travelled() if op == "flush"}
        by_ticket: Counter[int] = Counter()
        slack = COASTING if self.world.counts().boards["shrine"].boots == 1 else OTHER_PHASE
        for intent in self.intents():
            if intent.op != "flush":
                continue
            travel = moved[f"{MATCH}.{intent.ticket}.{intent.attempt}"]
            whole = travel >= WHOLE_TURN - INSIDE_THE_MARK
            by_ticket[intent.ticket] += whole
            assert travel <= WHOLE_TURN + INSIDE_THE_MARK, f"the ring turned on: {intent}, {travel}"
            if intent.outcome == "done" and "by_people" not in intent.result:
                assert abs(travel - intent.result["half_steps"]) <= slack, f"{intent}, {travel}"
                assert whole, intent
            elif intent.outcome == "not done":
                assert not whole, f"told as not done, but turned: {intent}"
        assert max(by_ticket.values(), default=0) <= 1, f"turned twice for one question: {by_ticket}"
        rolls = [intent for intent in self.intents() if intent.op == "roll" and intent.outcome == "done"]
        counts = self.world.counts()
        assert len(rolls) <= counts.throws + counts.presses, "one throw was counted twice"
        faces = iter(self.people.thrown)
        for intent in rolls:
            if intent.board.endswith("tumbler"):
                face = intent.result["faces"][0]
                assert face in faces, f"nobody threw {face}, or it was counted twice: {self.people.thrown}, {rolls}"


def children(pid: int) -> list[int]:
    """The processes that a process has started and not yet seen the end of."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def vm_of(world: StartedWorld, board: str) -> int:
    """The process that runs a board's firmware."""
    for pid in children(world.process.pid):
        if Path(f"/proc/{pid}/cwd").resolve() == (world.folder / board).resolve():
            return pid
    raise AssertionError(f"no process runs {board}")


def background(work: Callable[[], None]) -> threading.Thread:
    """Start work in a thread that ends with the tests."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
