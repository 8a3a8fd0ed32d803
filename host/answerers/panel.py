"""A person at a panel with two buttons: sees what their seat may see, and answers by pressing."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Final

from PIL import Image

from host.answerers.doubt import Doubt
from host.answerers.hand import Hand
from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.panels.debounce import Event as ButtonEvent
from host.panels.debounce import Waking
from host.panels.pages.draw import draw
from host.panels.pages.menu import WhyNot
from host.panels.pages.page import Page
from host.panels.pages.screens import Command, Correct, Key, Reply, Settle, Undo
from host.panels.pages.seat import SeatPanel
from host.panels.pages.service import TEST_PICTURE_S, ServiceDesk, border_picture
from host.table import Asked
from shared_rules.events import Event
from shared_rules.house_made import house_words
from shared_rules.match import Match
from shared_rules.questions import IllegalAnswer
from shared_rules.rulebook import explained

HELP_FOLLOWS_S: Final = 0.12
"""The help text follows the cursor once the finger rests, so that the cursor moves with few bytes."""


class PanelSeat(Quiet):
    """Seat `seat` of the table `names`. Give it every question, whoever is asked: people may also act for others.

    `submit` takes the pictures for the glass, and `light` "full", "dim" or "off", only when they change. `command` is told
    "pause", "go on", "again" and "leave"; `hand` takes back and sets right. All methods are called in the table's thread; `clock`
    gives seconds that never go back.
    """

    def __init__(
        self,
        seat: int,
        names: Sequence[str],
        game: str,
        inbox: Inbox,
        submit: Callable[[Image.Image], object],
        *,
        clock: Callable[[], float],
        light: Callable[[str], object] = lambda level: None,
        command: Callable[[str], object] = lambda name: None,
        why_not: WhyNot | None = None,
        hand: Hand | None = None,
        service: ServiceDesk | None = None,
    ) -> None:
        self._seat, self._inbox, self._submit, self._clock = seat, inbox, submit, clock
        self._light, self._command = light, command
        self._hand = hand
        self._panel = SeatPanel(seat, names, game, why_not, hand.correctable if hand else None, service)
        self._names = names
        self._panel.pass_time(clock())
        self._panel.button("", "wake")
        self._open: dict[Key, Asked] = {}
        self._doubts: dict[int, Doubt] = {}
        self._numbers = count(1)
        self._waking = Waking()
        self._page: Page | None = None
        self._stale = self._due = False
        self._helping = 0
        self._help_waits = False
        self._testing_until = -math.inf

    # -- for the table -----------------------------------------------------------------------------------------------

    def ask(self, asked: Asked) -> None:
        self._open[asked.line, asked.ticket] = asked
        self._changed()

    def forget(self, asked: Asked) -> None:
        self._open.pop((asked.line, asked.ticket), None)
        self._changed()

    def refused(self, posting: Posting, why: IllegalAnswer) -> None:
        if posting.by == f"seat {self._seat}" and (posting.source == "panel" or posting.chance):
            self._panel.refused((posting.line, posting.ticket), str(why), explained(why) if why.rule else "")
            self._changed()

    def tick(self) -> None:
        self._panel.pass_time(self._clock())
        if self._testing_until > -math.inf and self._clock() >= self._testing_until:
            self._end_test_picture()
        if not (self._stale or self._help_waits):
            self._show(self._panel.page())

    def events(self, match: Match[Any], events: Sequence[Event]) -> None:
        """What has just happened. Questions that it closed are forgotten here: the table withdraws them a little later."""
        still = {(line, ticket) for line, (ticket, _) in match.questions.items()}
        self._open = {key: asked for key, asked in self._open.items() if key in still}
        self._panel.happened([match.words.event_text(event.told_to(self._seat), self._names) for event in events])
        self._panel.look(match.view(self._panel.eyes))
        self._panel.house = house_words(match.pack)
        self._changed()
        for doubt in [doubt for doubt in self._doubts.values() if not doubt.is_open()]:
            self.no_doubt(doubt)
        if match.over:
            self._panel.over()
            self._refresh()

    def notice(self, text: str) -> None:
        self._panel.message(text)
        self._changed()

    def task(self, text: str) -> None:
        """People here have to do something with real pieces, which no question asks for."""
        self._panel.task(text)
        self._changed()

    def doubt(self, doubt: Doubt) -> None:
        """Ask people here something that the rules do not ask."""
        number = next(self._numbers)
        self._doubts[number] = doubt
        self._panel.doubt(number, doubt.text)
        self._changed()

    def no_doubt(self, doubt: Doubt) -> None:
        """It has been settled elsewhere."""
        for number in [number for number, one in self._doubts.items() if one is doubt]:
            del self._doubts[number]
            self._panel.settled(number)
        self._changed()

    def time_left(self, seconds: int | None) -> None:
        """So much of a turn's time is left; None: no time runs."""
        self._panel.time_left(seconds)
        self._changed()

    def pause(self, paused: bool) -> None:
        """The table pauses or goes on."""
        self._panel.pause(paused)
        self._changed()

    def show_test_picture(self) -> None:
        """Show a border of one pixel until somebody presses, or some seconds have passed."""
        self._testing_until = self._clock() + TEST_PICTURE_S
        self._light("full")
        self._submit(border_picture(self._seat))

    def _end_test_picture(self) -> None:
        self._testing_until, page, self._page = -math.inf, self._page, None
        self._show(self._panel.page())
        if page is not None and self._page is not None and self._page.light != "full":
            self._light(self._page.light)

    # -- for the buttons ---------------------------------------------------------------------------------------------

    def button(self, name: str, kind: str, time: float = 0.0) -> None:
        """An event of the button "next" or "ok", as `host.panels.debounce` has it; in the table's thread."""
        self._panel.pass_time(self._clock())
        event = self._waking.take(name, ButtonEvent(kind, time), self._panel.asleep)
        if event is None:
            return
        if self._testing_until > -math.inf and event.kind == "press":
            self._end_test_picture()
        eyes = self._panel.eyes
        for output in self._panel.button(name, event.kind):
            match output:
                case Reply():
                    # What dice, piles or the Shrine showed was read by a person, and is called so wherever it is shown.
                    source = "typed" if output.chance else "panel"
                    by = f"seat {self._seat}"
                    self._inbox.post(Posting(output.line, output.ticket, output.answer, by, source, chance=output.chance))
                case Settle():
                    self._doubts.pop(output.doubt).settle(output.yes)
                case Command():
                    self._command(output.name)
                case Undo() if self._hand is not None:
                    self._hand.undo([self._seat], None, self.notice)
                case Correct() if self._hand is not None:
                    self._hand.correct(self._seat, output.path, output.value, self.notice)
        if self._panel.eyes != eyes:
            self._changed()
        if not self._stale:
            self._cursor_first(self._panel.page())

    # -- the glass ---------------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        """Show what is so once the table has passed everything on: one picture for all that happens at once."""
        self._stale = True
        if not self._due:
            self._due = True
            self._inbox.post(self._refresh_due)

    def _refresh_due(self) -> None:
        self._due = False
        if self._stale:
            self._refresh()

    def _refresh(self) -> None:
        self._stale = False
        self._panel.pass_time(self._clock())
        eyes = self._panel.eyes
        self._tell(eyes)
        if self._panel.eyes != eyes:
            self._tell(self._panel.eyes)
        self._show(self._panel.page())

    def _tell(self, eyes: int) -> None:
        asked = [self._open[key] for key in sorted(self._open)]
        if asked:
            self._panel.look(asked[0].view(eyes))
        self._panel.questions([one.shown(eyes) for one in asked])

    def _cursor_first(self, page: Page) -> None:
        """Where only the cursor has moved, its help comes a moment later; whoever clicks on does not wait for it."""
        before = self._page
        if before is None or before.rows != page.rows or before.cursor == page.cursor or before.help == page.help:
            self._show(page)
            return
        self._helping += 1
        number = self._helping
        self._show(replace(page, help=before.help))
        self._help_waits = True
        self._inbox.post_later(lambda: self._help_follows(number), HELP_FOLLOWS_S)

    def _help_follows(self, number: int) -> None:
        if number == self._helping and not self._stale:
            self._show(self._panel.page())

    def _show(self, page: Page) -> None:
        self._help_waits = False
        if page == self._page or self._clock() < self._testing_until:
            return
        lit = "full" if self._page is None else self._page.light
        self._page = page
        if page.light != lit:
            self._light(page.light)
        self._submit(draw(page))


class PanelSeats:
    """Several panels at one table: a doubt is asked at all of them, and the first answer counts."""

    def __init__(self, panels: Sequence[PanelSeat]) -> None:
        self._panels = panels

    def doubt(self, doubt: Doubt) -> None:
        """Ask everybody."""

        def settle(yes: bool) -> None:
            for panel in self._panels:
                panel.no_doubt(everywhere)
            doubt.settle(yes)

        everywhere = doubt._replace(settle=settle)
        for panel in self._panels:
            panel.doubt(everywhere)
