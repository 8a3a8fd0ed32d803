"""The real table: what table.toml describes is opened, and matches are played on it until somebody stops.

    Run(read_table(file), Tonight("mycelia", 2, options), ends=pi_ends(), say=print, keyboard=sys.stdin).run()
"""

from __future__ import annotations

import contextlib
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from host import paths
from host.answerers.doubt import Doubt
from host.answerers.news import News
from host.answerers.random import Random
from host.config import TableConfig
from host.evening import Company, Glass, Say, Sitting, find_or_begin
from host.fitting import Ends, Fitting, FittingError
from host.inbox import Inbox
from host.journal import Journal, JournalError
from host.keep import open_to_play
from host.keyboard import Keyboard
from host.last_pictures import LastPictures
from host.link.boards import Boards
from host.logbook import Logbook
from host.page_buttons import PageButtons
from host.panels.pages.draw import draw
from host.panels.pages.page import Page
from host.panels.panel import Light
from host.service import Service
from shared_rules.bots import bot
from shared_rules.content import Pack
from shared_rules.match import Result
from shared_rules.options import Value
from tablelink.events import Event, Hello

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from host.next_pack import NextPack
    from host.web.server import WebTable

BOT_PAUSE_S: Final = 0.8
PANELS_STOP_S: Final = 1.5
BOARDS_STOP_S: Final = 2.0
STOPPED: Final = Page(title="Stopped", body="The match is kept. It goes on when the table is started again.")
ANOTHER: Final = "Play another match?"


class RunTrouble(RuntimeError):
    """The table cannot be opened; `reasons` has every reason with what to do."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons


class Tonight(NamedTuple):
    """What is played: a game, by how many people (from seat 0 on), with which match options."""

    game: str
    players: int
    options: dict[str, Value]
    pack: Pack | None = None
    """An owner's content; None: the house's."""
    taught: Path | None = None
    """Where a pack can be taught on the page, for the matches to come; None: nowhere."""


class Run:
    """A table that is played on until `stop`. `ends` leads to panels and buttons; `keyboard` None: nobody types."""

    def __init__(
        self,
        table: TableConfig,
        tonight: Tonight,
        *,
        ends: Ends,
        say: Say,
        keyboard: IO[Any] | None,
        make_boards: Callable[..., Boards] = Boards,
        log: Path | None = None,
    ) -> None:
        self._table, self._tonight, self._ends, self._say = table, tonight, ends, say
        self._keyboard, self._make_boards = keyboard, make_boards
        self._log = Logbook(log, say)
        self._seats = dict(enumerate(table.seats[: tonight.players]))
        self._people = {number: seat for number, seat in self._seats.items() if seat.bot is None}
        self._rng = random.SystemRandom().random
        self._news = News()
        self._sitting: Sitting | None = None
        self._stopping = self._more = False
        self._pictures = LastPictures()
        self._web: WebTable | None = None
        self._page_buttons: PageButtons | None = None
        self._ahead: NextPack | None = None
        self._service: Service | None = None

    def run(self) -> None:
        """Play match after match until `stop`. Raises RunTrouble with all reasons when the table cannot be opened."""
        with contextlib.ExitStack() as opened:
            journal, fitting = self._open(opened)
            opened.callback(self._log.close)
            opened.callback(self._stop_panels, fitting)
            fitting.start()
            boards = self._make_boards(list(self._table.ports), find=self._table.find, post=self._board_told)
            self._service = Service(boards, lambda: self._sitting, self._table.journal, fitting=fitting)
            self._open_page(opened)
            boards.start()
            opened.callback(boards.stop, BOARDS_STOP_S)
            # Whoever looks at a panel while all this ends should know why nothing happens.
            opened.callback(self._show_stopped, fitting)
            self._play_on(journal, fitting, boards, opened)

    def stop(self) -> None:
        """End it within a few seconds, from any thread or a signal's handler; the match is kept."""
        self._stopping = True
        sitting = self._sitting
        if sitting is not None:
            sitting.inbox.post(sitting.stop)

    # -- opening and closing ---------------------------------------------------------------------------------------

    def _open(self, opened: contextlib.ExitStack) -> tuple[Journal, Fitting]:
        """Open what can fail for good; all that does is told at once."""
        reasons: list[str] = []
        journal = fitting = None
        try:
            journal = opened.enter_context(open_to_play(self._table.journal, paths.wall_clock, self._say))
        except JournalError as error:
            reasons.append(str(error))
        try:
            fitting = Fitting(self._people, self._ends, self._pressed, self._panel_told)
        except FittingError as error:
            reasons += error.reasons
        if journal is None or fitting is None:
            if fitting is not None:
                fitting.stop()
            raise RunTrouble(reasons)
        return journal, fitting

    def _open_page(self, opened: contextlib.ExitStack) -> None:
        """The page shows the table; a seat's own page shows its panel and has its buttons, should the real ones fail."""
        if self._table.page is None:
            return
        # Imported only where it is wanted: a table without a page starts sooner and needs less memory.
        from host.next_pack import NextPack
        from host.teach import SUBJECTS
        from host.web.doors import Doors
        from host.web.server import WebError, WebTable
        from host.web.service import LINK as SERVICE_LINK
        from host.web.service import ServicePage
        from host.web.teach import LINK, TeachPage

        doors = Doors(glass=self._pictures.picture, press=self._page_moved, source=self._source, panels=())
        more: list[BaseRoute] = []
        if self._tonight.taught and self._tonight.game in SUBJECTS:
            ahead = self._ahead = NextPack(self._tonight.game, self._tonight.pack, self._tonight.taught)
            more = TeachPage(ahead.lesson, ahead).routes
        links = [LINK] if more else []
        if self._service is not None:
            more, links = [*more, *ServicePage(self._service).routes], [*links, SERVICE_LINK]
        web = WebTable(doors, port=self._table.page, more=more, links=links)
        try:
            web.start()
        except WebError as error:
            raise RunTrouble([str(error)]) from error
        opened.callback(web.stop)
        self._web = web
        self._say(f"The table is shown at {web.address} on this computer.")

    def _page_moved(self, seat: int, name: str, down: bool) -> None:
        if self._page_buttons is None:
            raise RuntimeError("nothing is played yet; try again in a moment")
        self._page_buttons.move(seat, name, down)

    def _source(self) -> str | None:
        return self._sitting.table.source if self._sitting else None

    def _show_stopped(self, fitting: Fitting) -> None:
        picture = draw(STOPPED)
        for seat in self._glass(fitting):
            fitting.submit(seat)(picture)

    def _stop_panels(self, fitting: Fitting) -> None:
        """A panel that shows the same for weeks is spoiled, and a Pi feeds it even when it is shut down: it ends dark."""
        if not fitting.stop(draw(STOPPED), Light.OFF, PANELS_STOP_S):
            self._say("A panel could not be told that the table has stopped; it may show an old picture.")

    # -- playing ---------------------------------------------------------------------------------------------------

    def _play_on(self, journal: Journal, fitting: Fitting, boards: Boards, opened: contextlib.ExitStack) -> None:
        keyboard = None
        while not self._stopping:
            self._more = False
            sitting = self._sitting = self._sit_down(journal, fitting, boards)
            if self._stopping:  # before there was anybody to tell
                break
            if self._keyboard is not None and keyboard is None:
                keyboard = Keyboard(self._keyboard, self._line, self._no_more_lines)
                opened.callback(keyboard.close)
            if self._web is not None:
                self._web.begin(sitting.table.match, sitting.table.start.names, sitting.table.start.match)
            sitting.attend(self._news)
            sitting.find_home()
            result = sitting.play()
            if result is None:
                break
            self._ask_for_more(sitting, result)
            self._stopping |= sitting.stopped
        if self._sitting is not None and not self._sitting.table.match.over:
            self._say(f"Match {self._sitting.table.start.match} is kept in {journal.path}; the next run goes on with it.")

    def _ask_for_more(self, sitting: Sitting, result: Result) -> None:
        """Let everybody look at the end until somebody wants another match, or wants to leave. Bots alone play just one."""

        def settle(yes: bool) -> None:
            self._more = yes
            if not yes:
                sitting.stop()

        how = result.reason
        if result.winners:
            names = sitting.table.start.names
            how = f"{' and '.join(names[seat] for seat in result.winners)} won: {how}"
        self._say(how)
        if not self._people:
            sitting.stop()
        sitting.ask_people(Doubt("another match", f"{how[:1].upper()}{how[1:]}. {ANOTHER}", {}, settle))
        sitting.wait_for_people(lambda: self._more)

    def _sit_down(self, journal: Journal, fitting: Fitting, boards: Boards) -> Sitting:
        game, options = self._tonight.game, self._tonight.options
        names = [seat.name for seat in self._seats.values()]
        pack = self._ahead.take(self._say) if self._ahead is not None else self._tonight.pack
        match, start = find_or_begin(journal, game, options, names, self._say, pack)
        inbox = Inbox(time.monotonic)
        real = match.state.options.get("pieces") == "real"
        company = Company(
            self._table.chains,
            self._rng,
            self._say,
            bots={number: bot(seat.bot, game) for number, seat in self._seats.items() if seat.bot is not None},
            bot_pause_s=BOT_PAUSE_S,
            typing=self._keyboard is not None,
            glass=self._glass(fitting),
            shows=[self._log, *([self._web] if self._web is not None else [])],
            draws=None if real else Random(self._rng, inbox),
            service=self._service,
        )
        sitting = Sitting(match, start, journal, inbox, boards, company)
        self._page_buttons = PageButtons(inbox, sitting.press, time.monotonic)
        return sitting

    def _glass(self, fitting: Fitting) -> dict[int, Glass]:
        def lighter(seat: int) -> Callable[[str], None]:
            light = fitting.light(seat)
            return lambda level: light(Light(level))

        return {
            number: self._pictures.beside(number, Glass(fitting.submit(number), lighter(number)))
            for number, seat in self._people.items()
            if seat.panel is not None
        }

    # -- what comes from other threads: all of it becomes a job of the table's own ------------------------------------

    def _job(self, do: Callable[[Sitting], None]) -> None:
        sitting = self._sitting
        if sitting is not None:
            sitting.inbox.post(lambda: do(sitting))

    def _pressed(self, seat: int, name: str, kind: str, when: float) -> None:
        self._job(lambda sitting: sitting.press(seat, name, kind, when))

    def _panel_told(self, name: str, words: str) -> None:
        seat = self._seats[int(name)].name
        self._job(lambda sitting: sitting.table.notice(words or f"{seat}'s panel works again."))

    def _board_told(self, role: str, event: Event) -> None:
        self._log.board(role, event)
        self._news.heard(role, event)
        if isinstance(event, Hello):
            self._job(Sitting.board_came)

    def _line(self, line: str) -> None:
        self._job(lambda sitting: sitting.type(line))

    def _no_more_lines(self) -> None:
        """Nobody types any more. Where there is no panel either, nobody is left."""
        if all(seat.panel is None for seat in self._people.values()):
            self.stop()


class Stoppable(Protocol):
    """Something that runs until it is stopped."""

    def stop(self) -> None:
        """End soon; called in a signal's handler."""


@contextlib.contextmanager
def stopped_by_signals(run: Stoppable) -> Iterator[None]:
    """SIGTERM and SIGINT stop `run` in order; one more of them ends the program as usual. For the main thread."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def back() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def stop(number: int, frame: object) -> None:
        back()
        run.stop()

    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        back()
