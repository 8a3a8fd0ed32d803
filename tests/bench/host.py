"""What the host costs: start, memory, one answer through the loop and the disk, a match resumed from a long journal."""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.journal import Journal
from host.table import Asked, Table
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.questions import Choice
from shared_rules.record import Start

Row = tuple[str, str, str]
LONGEST_S = 120
IMPORT_ALL = "import host.demo, host.cli, host.web.server, shared_rules.mycelia; "
# What getrusage tells of a young process is the size of its parent.
RSS = "print(next(int(l.split()[1]) / 1024 for l in open('/proc/self/status') if l.startswith('VmHWM')))"


class Anybody(Quiet):
    """Answers everything at once, at random."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox, self._rng = inbox, random.Random(1).random

    def ask(self, asked: Asked) -> None:
        question = asked.question
        if isinstance(question, Choice):
            answer = question.options[int(self._rng() * len(question.options))]
        else:
            answer = chance_answer(question, self._rng)
        self._inbox.post(Posting(asked.line, asked.ticket, answer, "bench", "engine"))


def played(path: Path, answers: int) -> tuple[float, str]:
    """Play on a table until its journal has `answers`: seconds an answer, and the match's id."""
    match = game("mycelia").new(4)
    start = Start.of(match, "bench000", 4, [])
    inbox = Inbox(time.monotonic)
    with Journal(path, time.time) as journal:
        journal.begin(match, start)
        player = Anybody(inbox)
        table = Table(match, start, journal, inbox, lambda question: [player], [])
        began = time.perf_counter()
        table.play(lambda: table.match.number < answers)
        return (time.perf_counter() - began) / table.match.number, start.match


def sync_time(folder: Path) -> float:
    """Seconds of one small write with fsync, the middle of fifty."""
    times = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(50):
            began = time.perf_counter()
            file.write(b"x" * 512)
            os.fsync(file.fileno())
            times.append(time.perf_counter() - began)
    return sorted(times)[25]


def process(*code: str) -> tuple[float, str]:
    """Seconds and output of a Python process, the best of five."""
    found = []
    for _ in range(5):
        began = time.perf_counter()
        done = subprocess.run([sys.executable, *code], capture_output=True, text=True, timeout=LONGEST_S, check=True)
        found.append((time.perf_counter() - began, done.stdout))
    return min(found)


def rows() -> Iterator[Row]:
    """(what, measured, budget), a row at a time."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as name:
        folder = Path(name)
        sync = sync_time(folder)
        yield "the disk's sync", f"{1e3 * sync:.2f} ms", ""
        cost, match = played(folder / "short.sqlite", 2000)
        yield "one answer: tried, written, shown", f"{1e3 * cost:.2f} ms", "sync + 10 ms"
        began = time.perf_counter()
        with Journal(folder / "short.sqlite", time.time) as journal:
            journal.resume(match)
        yield "a match of 2,000 answers resumed", f"{1e3 * (time.perf_counter() - began):.1f} ms", "600 ms with the start"
    seconds, _ = process("-m", "host", "--help")
    yield "start of the command", f"{seconds:.2f} s", "0.4 s to the first picture"
    _, memory = process("-c", IMPORT_ALL + RSS)
    yield "memory with everything imported, web too", f"{float(memory):.0f} MB", "60 MB"
