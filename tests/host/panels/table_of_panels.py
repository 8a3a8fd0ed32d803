"""A table of panels without glass: matches are played, by buttons or by bots, and every page that somebody would see is given."""

import random
from functools import partial

from host.answerers.panel import PanelSeat
from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.journal import Journal
from host.panels.pages.seat import SeatPanel
from host.table import Table
from shared_rules.asking import asked
from shared_rules.bots import bot
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.questions import Choice
from shared_rules.record import Start

NAMES = ["Ada", "Ben", "Cleopatra the Great", "Dev"]


def new(seats, pieces="none", **options):
    return game("mycelia").new(seats, {"pieces": pieces, **options})


def why_not_of(match):
    def why_not(line, ticket, answer):
        why = match.why_not(line, ticket, answer)
        return None if why is None else str(why)

    return why_not


def tell(panel, match, events=()):
    """Tell a panel all that the table would tell it."""
    panel.happened([match.words.event_text(event.told_to(panel.seat), panel.names) for event in events])
    panel.look(match.view(panel.eyes))
    panel.questions(asked(match, panel.eyes, panel.names))


def walk(seed, seats, pieces, last=100_000, player="random", **options):
    """Play a match by bots; give (match, panels) at every question."""
    rng = random.Random(seed).random
    match, names = new(seats, pieces, **options), NAMES[:seats]
    panels = [SeatPanel(seat, names, "mycelia") for seat in range(seats)]
    think, events = bot(player, "mycelia"), match.opening
    while not match.over and match.number < last:
        for panel in panels:
            panel.why_not = why_not_of(match)
            tell(panel, match, events)
        yield match, panels
        line, (ticket, question) = next(iter(match.questions.items()))
        if isinstance(question, Choice):
            shown = next(one for one in asked(match, question.seat, names) if one["line"] == line)
            answer = think(shown, match.view(question.seat), rng)
        else:
            answer = chance_answer(question, rng)
        events = match.answer(line, ticket, answer)


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


class Chance(Quiet):
    """Answers dice, cards and the shrine at once."""

    def __init__(self, inbox, seed=1):
        self.inbox, self.rng = inbox, random.Random(seed).random

    def ask(self, asked):
        answer = chance_answer(asked.question, self.rng)
        self.inbox.post(Posting(asked.line, asked.ticket, answer, "engine", "engine", chance=True))


class Panels:
    """A real table, journal and inbox with a panel at each seat. `by_hand`: kinds that chance leaves to people."""

    def __init__(self, folder, seats=2, pieces="none", by_hand=("choice",), first="seat 0", shown=lambda seat, picture, page: None):
        """`shown(seat, picture, page)` hears of every picture."""
        self._shown = shown
        self.clock, self.frames, self.commands, self.lights = Clock(), [[] for _ in range(seats)], [], []
        self.inbox = Inbox(self.clock, patience=0.0)
        match = new(seats, pieces, first=first)
        start = Start.of(match, "panels", seats, NAMES[:seats])
        self.journal = Journal(folder / "panels.sqlite", lambda: 0.0)
        self.journal.begin(match, start)
        chance = Chance(self.inbox)
        self.panels = [
            PanelSeat(
                seat,
                NAMES[:seats],
                "mycelia",
                self.inbox,
                partial(self._take, seat),
                clock=self.clock,
                light=lambda level, seat=seat: self.lights.append((seat, level)),
                command=self.commands.append,
                why_not=lambda line, ticket, answer: why_not_of(self.table.match)(line, ticket, answer),
            )
            for seat in range(seats)
        ]

        def route(question):
            return self.panels if question.kind in by_hand else [chance, *self.panels]

        self.table = Table(match, start, self.journal, self.inbox, route, self.panels)
        self.run()

    def _take(self, seat, picture):
        self.frames[seat].append(picture)
        self._shown(seat, picture, self.page(seat))

    @property
    def match(self):
        return self.table.match

    def run(self):
        """Let the table do all that is to be done at this moment."""
        idle = 0

        def busy():
            nonlocal idle
            before = self.match.number, sum(map(len, self.frames))
            busy.last, idle = before, 0 if before != busy.last else idle + 1
            return idle < 10

        busy.last = None
        self.table.play(busy)

    def button(self, seat, name, kind):
        """One event of a button, by an inbox job as the buttons post it."""
        self.inbox.post(lambda: self.panels[seat].button(name, kind, self.clock.now))
        self.run()

    def click(self, seat, name):
        self.button(seat, name, "press")
        self.button(seat, name, "release")
        self.button(seat, name, "click")

    def hold(self, seat, name):
        self.button(seat, name, "press")
        self.button(seat, name, "hold")
        self.button(seat, name, "release")

    def page(self, seat):
        return self.panels[seat]._page

    def choose(self, seat, start, presses=60):
        """Move the cursor to the row that starts like that and take it."""
        for _ in range(presses):
            page = self.page(seat)
            if page.rows[page.cursor].startswith(start):
                self.click(seat, "ok")
                return
            self.click(seat, "next")
        raise AssertionError(f"no row {start!r} in {page.rows}")

    def answers(self):
        return list(self.journal.entries("panels"))

    def close(self):
        self.journal.close()
