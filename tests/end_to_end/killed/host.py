"""The program as it is, joined to a world that outlives it, and killed by its own hand at a place that is named.

    python -m tests.end_to_end.killed.host WORLD_FOLDER JOURNAL LOG PLACE TIMES SEED

It starts when a line comes on standard input (everything is imported by then), and kills itself when PLACE is reached for the
TIMES-th time; with PLACE "never" it plays a match to its end. LOG gets a JSON line for whatever somebody else has learned by then.
"""

import json
import os
import re
import signal
import sys
import threading
from pathlib import Path

import host.demo
from host.answerers.board import Board
from host.answerers.bot import Bot
from host.answerers.hands import Hands
from host.cli import main
from host.emulation.control import World
from host.emulation.hands import Hands as VirtualHands
from host.journal import Journal
from host.link.boards import Boards
from host.link.ports import Port
from host.panels.panel import Panel
from host.panels.worker import BusWorker
from host.table import Table
from host.terminal import Terminal

PLACES = {
    "question": ([(Bot, "ask"), (Board, "ask"), (Hands, "ask")], "before"),
    "intent": ([(Journal, "intend")], "after"),
    "wire": ([(Port, "write")], "after"),
    "heard": ([(Journal, "outcome")], "before"),
    "noted": ([(Journal, "outcome")], "after"),
    "committed": ([(Journal, "answer")], "after"),
    "shown": ([(Terminal, "events")], "after"),
    "drawn": ([(Panel, "send")], "after"),
}
"""Where the program may be killed: before or after which methods."""
AT_WORK = threading.Lock()
"""Hands finish what they are at before the program dies, in whichever thread: people remember whether they have done a thing."""
COMMAND = re.compile(rb'"(flush|roll)"')


class Log:
    """Lines that outlive the program."""

    def __init__(self, path):
        self._file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def tell(self, *what):
        os.write(self._file, json.dumps(what).encode() + b"\n")


class JoinedWorld(World):
    """A world that somebody else has started; it goes on when the program ends."""

    here = None

    def __init__(self, folder):
        ready = json.loads((folder / "ready.json").read_text())
        super().__init__(ready["control"])
        self.folder, self.ports, self.glass = folder, ready["ports"], Path(ready["glass"])
        JoinedWorld.here = self


def before(kind, name, do):
    method = getattr(kind, name)

    def wrapped(self, *args, **more):
        do(self, *args, **more)
        return method(self, *args, **more)

    setattr(kind, name, wrapped)


def after(kind, name, do):
    method = getattr(kind, name)

    def wrapped(self, *args, **more):
        found = method(self, *args, **more)
        do(self, found, *args, **more)
        return found

    setattr(kind, name, wrapped)


def watch(log, done):
    """Log what the world and people learn. `done`: the tasks that people have done already, and do not do a second time."""
    before(Table, "play", lambda table, *_: log.tell("resumed", table.start.match, table.match.number, open_now(table.match)))
    before(Table, "play", lambda *_: log.tell("stood", JoinedWorld.here.counts().half_steps))
    after(Boards, "submit", lambda boards, _, role, cmd_id, op, *rest, **more: log.tell("sent", cmd_id, op))
    before(
        Journal, "outcome",
        lambda journal, match, ticket, attempt, outcome, result: log.tell("heard", match, ticket, attempt, outcome, result),
    )
    after(Journal, "answer", lambda book, _, match, entry, *rest: log.tell("committed", match, entry.number, book.chain(match)))
    after(Terminal, "events", lambda terminal, _, match, events: log.tell("shown", match.number))
    after(World, "throw", lambda world, face, *_, **more: log.tell("threw", face))
    playing = []
    before(Table, "play", lambda table, *_: playing.append(table))
    before(BusWorker, "submit", lambda *_: log.tell("drew", *now_at(playing)))
    ask, told = Hands.ask, VirtualHands.told
    asked = []

    def ask_once(self, question):
        asked[:] = [f"{question.match}.{question.ticket}"]
        ask(self, question)

    def told_once(self, task):
        if asked[0] not in done:
            with AT_WORK:
                told(self, task)
                log.tell("did", asked[0])

    Hands.ask, VirtualHands.told = ask_once, told_once


def now_at(tables):
    """Which match is played, and how many answers it has."""
    return (tables[-1].start.match, tables[-1].match.number) if tables else ("", 0)


def open_now(match):
    """The open questions, as JSON gives them back."""
    return [[line, ticket] for line, (ticket, _) in match.questions.items()]


def kill_at(place, times):
    methods, when = PLACES[place]
    left = [times]

    def count(*args, **more):
        if place == "wire" and not COMMAND.search(args[2]):
            return
        left[0] -= 1
        if left[0] == 0:
            with AT_WORK:
                os.kill(os.getpid(), signal.SIGKILL)

    for kind, name in methods:
        (before if when == "before" else after)(kind, name, count)


def run(world_folder, journal, log_path, place, times, seed):
    if not sys.stdin.readline():
        return
    lines = [json.loads(line) for line in Path(log_path).read_text().splitlines()]
    watch(Log(log_path), {line[1] for line in lines if line[0] == "did"})
    if place != "never":
        kill_at(place, int(times))
    VirtualHands.lay_out = lambda *_: None  # in this world everything still lies where it lay
    host.demo.start_world = lambda *args, **more: JoinedWorld(Path(world_folder))
    # Only where pictures count does anybody look: without panels a run is up sooner.
    looking = ["--humans", "0", "--port", "0"] if place == "drawn" else ["--headless"]
    main(["demo", *looking, "--matches", "1", "--speed", "0", "--vm", "cpython", "--journal", journal, "--seed", seed, "--json"])


if __name__ == "__main__":
    run(*sys.argv[1:])
