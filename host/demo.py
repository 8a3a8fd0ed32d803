"""The table on virtual hardware: a world with two boards beside the program, virtual hands, bots, and people at the keyboard.

Nothing here plays differently from a real table: the same loop, link, journal and firmware; only the world is made up.
"""

import json
import random
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from host import paths
from host.answerers.board import Board
from host.answerers.bot import Bot
from host.answerers.doubt import Doubt
from host.answerers.hands import Hands
from host.answerers.news import News
from host.answerers.random import Random
from host.answerers.typed import Typed
from host.emulation.control import Counts, WorldError
from host.emulation.hands import Hands as VirtualHands
from host.emulation.launch import StartedWorld, best_vm, start_world
from host.inbox import Inbox
from host.journal import Journal
from host.link.boards import Boards
from host.look_for_boards import wait_for
from host.table import Answerer, Table
from host.terminal import Terminal
from shared_rules.bots import bot
from shared_rules.games import game
from shared_rules.match import Match, Result
from shared_rules.options import Value
from shared_rules.questions import Question
from shared_rules.record import Start

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
    ) -> None:
        self._game, self._seats, self._humans, self._matches = name, seats, humans, matches
        self._options = {"pieces": "real", **options}
        self._headless, self._bots, self._speed, self._as_json = headless, bots, speed, as_json
        self._vm = best_vm() if vm == "auto" else vm
        self._journal = journal or paths.demo_journal()
        self._seed = secrets.randbits(32) if seed is None else seed
        self._rng = random.Random(self._seed).random
        self._stopped = False
        self._news = News()
        self._say: Callable[[str], object] = (lambda text: None) if as_json or headless else print

    def run(self) -> None:
        """Play until all matches are over or somebody stops. Raises DemoTrouble."""
        try:
            with start_world(ROLES, vm=self._vm, speed=self._speed, seed=self._seed) as world:
                self._run_in(world)
        except WorldError as error:
            raise DemoTrouble(f"the virtual boards do not work: {error}") from error

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
            played = 0
            with Journal(self._journal, paths.wall_clock) as journal:
                while not self._stopped and (self._matches is None or played < self._matches):
                    self._play_one(journal, boards, world)
                    played += 1
        finally:
            boards.stop()

    def _play_one(self, journal: Journal, boards: Boards, world: StartedWorld) -> None:
        match, start = self._match(journal)
        inbox = Inbox(time.monotonic)
        show = Terminal(self._say, start.names, list(range(self._humans)))
        table, device = self._table(match, start, journal, inbox, boards, world, show)
        self._news.attend(inbox, table.notice, lambda role: device.started_anew(role, start.match))
        device.home(start.match, loaded=held(match) > 0)
        while device.homing and not self._stopped:
            item = inbox.take()
            if callable(item):
                item()
        before = world.counts()
        show.events(match, match.opening)
        result = table.play(lambda: not self._stopped)
        self._tell_end(table, result, before, world.counts())

    def _match(self, journal: Journal) -> tuple[Match[Any], Start]:
        """The newest match that was not finished, if it is one of this game and these people; else a new one."""
        unfinished = journal.newest(unfinished=True)
        if unfinished is not None:
            start = journal.start(unfinished)
            if (start.game, start.seats) == (self._game, self._seats):
                match = journal.resume(unfinished)
                self._say(f"Match {unfinished} goes on after answer {match.number}.")
                return match, start
        match = game(self._game).new(self._seats, self._options)
        start = Start.of(match, secrets.token_hex(4), self._seats, list(PEOPLE[: self._seats]))
        journal.begin(match, start)
        self._say(f"{match.title}, match {start.match}, for {', '.join(start.names)}.")
        return match, start

    def _table(
        self, match: Match[Any], start: Start, journal: Journal, inbox: Inbox, boards: Boards, world: StartedWorld, show: Terminal
    ) -> tuple[Table, Board]:
        people = VirtualHands(world)
        hands = Hands(people, inbox)
        typed = Typed(range(self._humans), inbox, self._say, self._stop, lambda: device.again())
        doubt = typed.doubt if self._humans else truth_of(people)
        device = Board(
            boards, journal, inbox, CHAINS, self._rng, doubt, show.notice, people.opened, people.mend,
            lambda: held(table.match) > 0,
        )
        pause = BOT_PAUSE_S / self._speed if self._speed else 0.0
        bots = {seat: Bot(seat, bot(self._bots, self._game), self._rng, inbox, pause) for seat in range(self._humans, self._seats)}
        chance = Random(self._rng, inbox)

        def route(question: Question) -> Iterable[Answerer]:
            if question.kind == "choice":
                return [bots[question.seat]] if question.seat in bots else [typed]
            if question.kind in ("roll", "flush"):
                return [device, typed] if self._humans else [device]
            return [hands] if question.kind == "confirm" else [chance]

        if self._humans:
            self._listen(inbox, typed)
        table = Table(match, start, journal, inbox, route, [show])
        return table, device

    def _listen(self, inbox: Inbox, typed: Typed) -> None:
        """Read the keyboard in a thread of its own: the table never waits for it."""

        def job(line: str) -> Callable[[], None]:
            return lambda: typed.typed(line)

        def read() -> None:
            for line in sys.stdin:
                inbox.post(job(line))
            inbox.post(self._stop)

        threading.Thread(target=read, daemon=True, name="keyboard").start()

    def _stop(self) -> None:
        self._stopped = True

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


def held(match: Match[Any]) -> int:
    """How many drops lie in the Shrine, as the table knows; 0 where the game has none."""
    holds: int = match.view(None).get("shrine", {}).get("holds", 0)
    return holds


def truth_of(people: VirtualHands) -> Callable[[Doubt], None]:
    """Virtual people tell the truth: they look whether the Shrine has turned; a die that they laid was meant."""
    return lambda doubt: doubt.settle(doubt.about == "throw" or people.has_turned())
