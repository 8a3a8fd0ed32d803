"""An evening at a table: the match that is found or begun, and everybody seated around it.

Whoever plays, on real things or made-up ones, sits down here; there is no other way to play.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from PIL.Image import Image

from host.answerers.board import Board, Boards
from host.answerers.bot import Bot
from host.answerers.doubt import Doubt
from host.answerers.news import News
from host.answerers.panel import PanelSeat
from host.answerers.typed import Typed
from host.inbox import Inbox
from host.journal import Damaged, Journal, JournalError
from host.panels.pictures import picture_of
from host.service import Service
from host.table import Answerer, Show, Table
from host.terminal import Terminal
from host.turn_clock import TurnClock
from host.wishes import Wishes
from shared_rules.bots import Thinker
from shared_rules.content import Pack
from shared_rules.games import game
from shared_rules.house_made import house_words
from shared_rules.match import Match, Result
from shared_rules.options import Value
from shared_rules.questions import Confirm, Question
from shared_rules.record import Start
from shared_rules.rulebook import explained

Say = Callable[[str], object]
SERVICE = "service "
_PAUSED = {"pause": True, "go on": False}
_LONG_WAYS = {"back": "next", "menu": "ok"}
"""Where they are fitted, a click on one of these is what holding the other is."""


class Glass(NamedTuple):
    """A seat's panel: where its pictures go, and how bright it is to be ("full", "dim", "off")."""

    submit: Callable[[Image], object]
    light: Callable[[str], object]


@dataclass(frozen=True)
class Company:
    """Who is there. Seats that are no `bots` are people's, who answer at their `glass` (by seat), and by `typing` where they can.

    `chains` are the sources of rolls and flushes. `hands` confirms what is done with pieces, `draws` says what card came,
    `truth` settles doubts: where there is none of these, people do it. `opened` and `mend` are as in `Board`.
    """

    chains: Mapping[str, Sequence[str]]
    rng: Callable[[], float]
    say: Say
    bots: Mapping[int, Thinker] = field(default_factory=dict)
    bot_pause_s: float = 0.0
    typing: bool = True
    glass: Mapping[int, Glass] = field(default_factory=dict)
    shows: Sequence[Show] = ()
    clock: Callable[[], float] = time.monotonic
    hands: Answerer | None = None
    draws: Answerer | None = None
    truth: Callable[[Doubt], None] | None = None
    opened: Callable[[str, str], None] = lambda op, source: None
    mend: Callable[[str, str], bool] = lambda role, why: False
    service: Service | None = None


def find_or_begin(
    journal: Journal, name: str, options: dict[str, Value], names: Sequence[str], say: Say, pack: Pack | None = None
) -> tuple[Match[Any], Start]:
    """The newest match that was not finished, if it is one of this game with as many people; else a new one, with `pack`.

    A match goes on with the content that it began with.

    Raises BadOption, and JournalError where the journal cannot be used.
    """
    unfinished = journal.newest(unfinished=True)
    if unfinished is not None:
        start = journal.start(unfinished)
        if (start.game, start.seats) == (name, len(names)):
            try:
                match = journal.resume(unfinished)
            except Damaged:
                raise
            except JournalError as error:
                say(f"{error}. It stays in the journal as it is, and a new match is begun.")
            else:
                kept = pack is not None and pack.hash != match.pack.hash
                other = [option for option, value in options.items() if start.options.get(option) != value]
                content = f", with the content that it began with ({match.pack.name})" if kept else ""
                ruled = f", with the options that it began with ({', '.join(other)} would be another)" if other else ""
                say(f"Match {unfinished} goes on after answer {match.number}{content}{ruled}.")
                return match, start
        else:
            say(
                f"Match {unfinished} ({start.game}, for {', '.join(start.names)}) was not finished. It stays in the journal: "
                f"tablekeeper export {unfinished} --journal {journal.path} writes it as a save."
            )
    match = game(name).new(len(names), options, pack)
    start = Start.of(match, secrets.token_hex(4), len(names), list(names))
    journal.begin(match, start)
    say(f"{match.title}, match {start.match}, for {', '.join(start.names)}. {house_words(match.pack)}".rstrip())
    return match, start


class Sitting:
    """One match, with everybody who may answer seated around it. All its methods are for the table's own thread."""

    def __init__(
        self, match: Match[Any], start: Start, journal: Journal, inbox: Inbox, boards: Boards, company: Company
    ) -> None:
        people = [seat for seat in range(start.seats) if seat not in company.bots]
        self._company, self._opening = company, match.opening
        self.inbox, self.stopped = inbox, False
        self.wishes = Wishes(lambda: self.table, people, self._ask_at, self._ask_no_more, self._task, lambda: self.device.has_begun)
        self._typed = Typed(
            people, inbox, company.say, self.stop, self.again, picture_of(start.game), self._why_not, self.wishes, start.names
        )
        self._panels = {seat: self._panel(seat, start, glass) for seat, glass in company.glass.items()}
        self._people: list[Answerer] = [*self._panels.values(), *([self._typed] if company.typing else [])]
        self._bots = {
            seat: Bot(seat, think, company.rng, inbox, company.bot_pause_s) for seat, think in company.bots.items()
        }
        self.device = Board(
            boards, journal, inbox, company.chains, company.rng, company.truth or self.ask_people, self._notice,
            company.opened, company.mend, lambda: held(self.table.match) > 0,
        )
        shows: list[Show] = [Terminal(company.say, start.names, people), *self._panels.values(), self.wishes, *company.shows]
        self._timer = TurnClock(inbox, company.clock, self._time_left)
        self.table = Table(match, start, journal, inbox, self._route, shows, self._timer)

    def _panel(self, seat: int, start: Start, glass: Glass) -> PanelSeat:
        return PanelSeat(
            seat, start.names, start.game, self.inbox, glass.submit, clock=self._company.clock, light=glass.light,
            command=self._command, why_not=self._why_not, hand=self.wishes, service=self._company.service,
        )

    def find_home(self) -> None:
        """Let the Shrine find its start position, if it is one of the sources."""
        if "shrine" in self._company.chains["flush"]:
            self.table.do(lambda: self.device.home(self.table.start.match, loaded=held(self.table.match) > 0))

    def wait_for_home(self) -> None:
        """Go on only when the Shrine has found its start position, or cannot."""
        while self.device.homing is not None and not self.stopped:
            item = self.inbox.take()
            if callable(item):
                self.table.do(item)

    def play(self) -> Result | None:
        """Play to the end and give the result; None once somebody has stopped."""
        for show in self.table.shows:
            show.events(self.table.match, self._opening)
        return self.table.play(lambda: not self.stopped)

    def wait_for_people(self, go_on: Callable[[], bool]) -> None:
        """After the end: let everybody look at it until `go_on` says that there is more to do, or somebody stops."""
        while not self.stopped and not go_on():
            item = self.inbox.take()
            if callable(item):
                self.table.do(item)
            for panel in self._panels.values():
                panel.tick()

    def type(self, line: str) -> None:
        """Somebody has typed a line."""
        self._typed.typed(line)

    def press(self, seat: int, name: str, kind: str, when: float) -> None:
        """An event of a seat's button, as `host.panels.debounce` has it."""
        if name in _LONG_WAYS:
            name, kind = _LONG_WAYS[name], "hold" if kind == "click" else kind
        if seat in self._panels:
            self._panels[seat].button(name, kind, when)

    def stop(self) -> None:
        """Leave the table; the match is kept."""
        self.stopped = True

    def again(self) -> None:
        """What was broken is mended: try the boards and the journal again."""
        self.device.again()
        self.table.again()

    # -- for whoever looks the table over, from any thread ---------------------------------------------------------------

    def is_at_boards(self) -> bool:
        """Whether a board is at what is asked now."""
        return self.device.has_begun or self.device.homing is not None

    def drops(self) -> int:
        """How many drops lie in the Shrine."""
        return held(self.table.match)

    def last_turns(self) -> list[dict[str, Any]]:
        """What the Shrine told of its last turns."""
        return list(self.device.turns)

    def show_test_pictures(self) -> None:
        """Let every panel show its test picture for a while."""
        for panel in self._panels.values():
            self.inbox.post(panel.show_test_picture)

    def attend(self, news: News) -> None:
        """Tell people what boards tell, and look for home when the Shrine has started anew."""
        news.attend(self.inbox, self._notice, lambda role: self.device.started_anew(role, self.table.start.match))

    def board_came(self) -> None:
        """A board has just said hello: it is given what could not be done without it."""
        if self.device.homing is None:
            self.device.again()

    def _notice(self, text: str) -> None:
        self.table.notice(text)

    def ask_people(self, doubt: Doubt) -> None:
        """All are asked, wherever they are; what the first one says counts."""

        def settle(yes: bool) -> None:
            self._ask_no_more(everywhere)
            doubt.settle(yes)

        everywhere = doubt._replace(settle=settle)
        for panel in self._panels.values():
            panel.doubt(everywhere)
        if self._company.typing:
            self._typed.doubt(everywhere)

    def _ask_at(self, seat: int, doubt: Doubt) -> None:
        """Ask the people at a seat, and at the keyboard; those without a panel are asked at the others' panels."""
        panels = [self._panels[seat]] if seat in self._panels else list(self._panels.values())
        for panel in panels:
            panel.doubt(doubt)
        if self._company.typing:
            self._typed.doubt(doubt)

    def _ask_no_more(self, doubt: Doubt) -> None:
        for panel in self._panels.values():
            panel.no_doubt(doubt)

    def _task(self, seat: int, text: str) -> None:
        if seat in self._panels:
            self._panels[seat].task(text)

    def _time_left(self, seconds: int | None) -> None:
        for panel in self._panels.values():
            panel.time_left(seconds)

    def _command(self, name: str) -> None:
        if name in _PAUSED:
            self.table.pause(_PAUSED[name])
            for panel in self._panels.values():
                panel.pause(_PAUSED[name])
        elif name == "again":
            self.again()
        elif name == "leave":
            self.stop()
        elif name.startswith(SERVICE) and self._company.service is not None:
            self._notice(self._company.service.do(name.removeprefix(SERVICE)))

    def _why_not(self, line: int, ticket: int, answer: Any) -> str | None:
        why = self.table.match.why_not(line, ticket, answer)
        return None if why is None else explained(why)

    def _who_thinks(self, seat: int | None) -> Bot | None:
        """The bot that chooses for `seat`; what everybody together chooses is left to people, where there are any."""
        if seat is None and len(self._bots) == self.table.start.seats:
            return self._bots[0]
        return self._bots.get(seat) if seat is not None else None

    def _route(self, question: Question) -> Iterable[Answerer]:
        if question.kind == "choice" and (thinks := self._who_thinks(question.seat)) is not None:
            return [thinks]
        if question.kind == "clock":
            return [self._timer]
        if question.kind in ("roll", "flush"):
            return [self.device, *self._people]
        if question.kind == "confirm" and self._company.hands is not None:
            return [self._company.hands]
        if question.kind == "draw" and self._company.draws is not None:
            return [self._company.draws]
        return self._people


def lying(match: Match[Any]) -> int:
    """How many drops lie in the Shrine before anything is confirmed: without those that somebody is just asked to put in."""
    tasks = [question.task for _, question in match.questions.values() if isinstance(question, Confirm)]
    return held(match) - sum(int(task["in"]) for task in tasks if task.get("what") == "shrine_drops")


def held(match: Match[Any]) -> int:
    """How many drops lie in the Shrine, as the table knows; 0 where the game has none."""
    holds: int = match.view(None).get("shrine", {}).get("holds", 0)
    return holds
