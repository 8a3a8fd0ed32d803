"""The table on virtual hardware: a world with two boards beside the program, virtual hands, bots, and people at the keyboard.

Nothing here plays differently from a real table: the same loop, link, journal and firmware; only the world is made up.
"""

import json
import random
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path

from host import paths
from host.answerers.doubt import Doubt
from host.answerers.hands import Hands
from host.answerers.news import News
from host.answerers.random import Random
from host.demo_mishaps import mishaps
from host.demo_seats import DemoSeats, panels
from host.emulation.control import Counts, WorldError
from host.emulation.hands import Hands as VirtualHands
from host.emulation.launch import StartedWorld, best_vm, start_world
from host.evening import Company, Glass, Sitting, find_or_begin, lying
from host.inbox import Inbox
from host.journal import Journal
from host.keep import open_to_play
from host.keyboard import Keyboard
from host.link.boards import Boards
from host.look_for_boards import wait_for
from host.next_pack import NextPack
from host.panels.panel import Light
from host.saves import enter
from host.service import Service
from host.table import Table
from host.teach import SUBJECTS
from host.terminal import Notices
from host.web.server import WebError
from host.web.teach import TeachPage
from shared_rules.bots import bot
from shared_rules.content import Pack
from shared_rules.match import Result
from shared_rules.options import Value
from shared_rules.record import Entry, Start

ROLES = ("dice_reader", "shrine")
CHAINS = {"roll": ["dice_reader:tumbler", "dice_reader:roller", "engine"], "flush": ["shrine", "engine"]}
BOARDS_WITHIN_S = 20.0
BOT_PAUSE_S = 0.8
PEOPLE = ("Ada", "Ben", "Cleo", "Dev")


class DemoTrouble(RuntimeError):
    """The demo cannot play; the message says why and what to do."""


class Demo:
    """Plays matches one after the other until it is stopped or has played `matches`."""

    def __init__(
        self,
        name: str,
        seats: int,
        humans: int,
        options: dict[str, Value],
        matches: int | None,
        headless: bool,
        *,
        bots: str,
        speed: float,
        journal: Path | None,
        vm: str,
        seed: int | None,
        as_json: bool,
        port: int,
        save: tuple[Start, list[Entry]] | None = None,
        pack: Pack | None = None,
        taught: Path | None = None,
    ) -> None:
        """`save`: how a match began and its answers, with which the first match goes on; it is of that game and those seats.

        `taught`: where a pack can be taught on the page, for the matches to come.
        """
        self._game, self._seats, self._humans, self._matches = name, seats, humans, matches
        self._options, self._pack = {"pieces": "real", **options}, pack
        self._ahead = NextPack(name, pack, taught) if taught and name in SUBJECTS else None
        self._headless, self._bots, self._speed, self._as_json = headless, bots, speed, as_json
        self._vm = best_vm() if vm == "auto" else vm
        self._journal, self._save = journal or paths.demo_journal(), save
        self._seed = secrets.randbits(32) if seed is None else seed
        self._rng = random.Random(self._seed).random
        self._stopped = self._nobody_types = False
        self._news = News()
        self._sitting: Sitting | None = None
        self._keyboard: Keyboard | None = None
        self._port, self._places = port, None if headless else panels(seats)
        self._seated: DemoSeats | None = None
        self._service: Service | None = None
        self._quiet = as_json or headless
        self._say: Callable[[str], object] = (lambda text: None) if self._quiet else print
        self._warn: Callable[[str], object] = (lambda text: print(text, file=sys.stderr)) if self._quiet else print

    def run(self) -> None:
        """Play until all matches are over or somebody stops. Raises DemoTrouble."""
        try:
            with start_world(
                ROLES, vm=self._vm, speed=self._speed, seed=self._seed, panels=self._places or ()
            ) as world:
                self._run_in(world)
        except WorldError as error:
            raise DemoTrouble(f"the virtual boards do not work: {error}") from error
        except WebError as error:
            raise DemoTrouble(f"{error} That is --port N; another demo may be running.") from error

    def stop(self) -> None:
        """Leave the table, from any thread or a signal's handler; the match is kept."""
        self._stopped = True
        self._no_more_lines()

    def _run_in(self, world: StartedWorld) -> None:
        missing_vm = "" if best_vm() == "micropython" else " (the real MicroPython is not installed)"
        runs_on = "a real MicroPython" if self._vm == "micropython" else f"CPython{missing_vm}"
        self._say(f"Two virtual boards run their firmware on {runs_on}.")
        boards = Boards(list(world.ports.values()), find=False, post=self._news.heard)
        boards.start()
        try:
            missing = wait_for(boards, ROLES, BOARDS_WITHIN_S)
            if missing:
                raise DemoTrouble(f"no hello within {BOARDS_WITHIN_S:.0f} s from: {', '.join(missing)}; see {world.folder}")
            self._service = Service(boards, lambda: self._sitting, self._journal, more=mishaps(world))
            self._open_seats(world)
            played = 0
            with open_to_play(self._journal, paths.wall_clock, self._warn) as journal:
                if self._save is not None:
                    enter(journal, *self._save)
                while not self._stopped and (self._matches is None or played < self._matches):
                    self._play_one(journal, boards, world)
                    played += 1
        finally:
            if self._keyboard is not None:
                self._keyboard.close()
            if self._seated is not None:
                self._seated.stop()
            boards.stop()

    def _open_seats(self, world: StartedWorld) -> None:
        """Panels, buttons and the page, where somebody looks at them."""
        if self._places is None or self._service is None:
            return
        names = list(PEOPLE[: self._seats])
        taught = TeachPage(self._ahead.lesson, self._ahead) if self._ahead else None
        self._seated = DemoSeats(
            world, names, self._pressed, self._panel_told, self._source, self._port, taught, self._service
        )
        self._say(f"The table is at {self._seated.start()} (a seat alone: /seat/0). Press its buttons, or type here.")

    def _play_one(self, journal: Journal, boards: Boards, world: StartedWorld) -> None:
        pack = self._ahead.take(self._say) if self._ahead else self._pack
        match, start = find_or_begin(journal, self._game, self._options, PEOPLE[: self._seats], self._say, pack)
        inbox = Inbox(time.monotonic)
        sitting = self._sitting = Sitting(match, start, journal, inbox, boards, self._company(inbox, world))
        if self._nobody_types:  # since the match before
            sitting.stop()
        if self._humans and self._keyboard is None:
            self._keyboard = Keyboard(sys.stdin, self._typed, self._no_more_lines)
        if self._seated is not None:
            self._seated.web.begin(match, start.names, start.match)
        sitting.attend(self._news)
        VirtualHands(world).lay_out(lying(match), match.view(None).get("shrine", {}).get("die_on") is not None)
        sitting.find_home()
        sitting.wait_for_home()
        if self._seated is not None:
            self._seated.ring_is_home()
        before = world.counts()
        result = sitting.play()
        self._stopped |= sitting.stopped
        self._tell_end(sitting.table, result, before, world.counts())

    def _company(self, inbox: Inbox, world: StartedWorld) -> Company:
        """People at the keyboard, bots elsewhere, and virtual hands that do what all of them are told."""
        people = VirtualHands(world)
        hands = Hands(people, inbox, lying)
        return Company(
            CHAINS,
            self._rng,
            self._say,
            bots={seat: bot(self._bots, self._game) for seat in range(self._humans, self._seats)},
            bot_pause_s=BOT_PAUSE_S / self._speed if self._speed else 0.0,
            typing=self._humans > 0,
            glass=self._glass(),
            shows=[hands, *([self._seated.web] if self._seated else []), *([Notices(self._warn)] if self._quiet else [])],
            hands=hands,
            draws=Random(self._rng, inbox),
            truth=None if self._humans else truth_of(people),
            opened=people.opened,
            mend=people.mend,
            service=self._service,
        )

    def _glass(self) -> dict[int, Glass]:
        seated = self._seated
        if seated is None:
            return {}

        def lighter(seat: int) -> Callable[[str], None]:
            light = seated.fitting.light(seat)
            return lambda level: light(Light(level))

        return {seat: Glass(seated.fitting.submit(seat), lighter(seat)) for seat in range(self._seats)}

    # -- what comes from other threads: all of it becomes a job of the table's own ------------------------------------

    def _pressed(self, seat: int, name: str, kind: str, when: float) -> None:
        sitting = self._sitting
        if sitting is not None and seat < self._humans:
            sitting.inbox.post(lambda: sitting.press(seat, name, kind, when))

    def _panel_told(self, name: str, trouble: str) -> None:
        sitting = self._sitting
        if sitting is not None:
            sitting.inbox.post(lambda: sitting.table.notice(trouble or f"The panel of seat {name} works again."))

    def _source(self) -> str | None:
        return self._sitting.table.source if self._sitting else None

    def _typed(self, line: str) -> None:
        sitting = self._sitting
        if sitting is not None:
            sitting.inbox.post(lambda: sitting.type(line))

    def _no_more_lines(self) -> None:
        self._nobody_types = True
        sitting = self._sitting
        if sitting is not None:
            sitting.inbox.post(sitting.stop)

    def _tell_end(self, table: Table, result: Result | None, before: Counts, after: Counts) -> None:
        told = {
            "match": table.start.match,
            "answers": table.match.number,
            "over": table.match.over,
            "result": result.reason if result else None,
            "vm": self._vm,
            "half_steps": after.half_steps - before.half_steps,
            "throws": after.throws - before.throws,
            "presses": after.presses - before.presses,
            "journal": str(self._journal),
        }
        if self._as_json:
            print(json.dumps(told))
        elif result:
            print(f"Match {told['match']} ended after {told['answers']} answers: {result.reason}")
            print(f"The world counted {told['half_steps']} half-steps of the Shrine and {told['throws']} throws of the die.")
        else:
            print(f"Match {told['match']} is kept in {self._journal}; the next demo goes on with it.")


def truth_of(people: VirtualHands) -> Callable[[Doubt], None]:
    """Virtual people tell the truth: they look whether the Shrine has turned; a die that they laid was meant."""
    return lambda doubt: doubt.settle(doubt.about == "throw" or people.has_turned())
