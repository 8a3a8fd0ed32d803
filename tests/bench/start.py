"""From the start of the program to its first picture, and to a match that goes on; and how much memory a whole demo takes."""

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from host.emulation.glass.server import Fitted, GlassServer
from host.journal import Journal
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.questions import Choice
from shared_rules.record import Entry, Start
from tests.end_to_end.demo_table import DemoTable
from tests.end_to_end.make_save import near_full
from tests.end_to_end.reading import read
from tests.host.web.reader import opened

Row = tuple[str, str, str]
LONGEST_S, TIMES = 60.0, 10
DARK = bytes(1024)
TABLE = """\
game = "mycelia"
pieces = "none"
journal = "table.sqlite"
[[seats]]
name = "Ada"
panel = { bus = 1, address = 0x3C }
buttons = { next = 17, ok = 27 }
[[seats]]
name = "Ben"
panel = { bus = 1, address = 0x3D, chip = "sh1106" }
buttons = { next = 23, ok = 24 }
[boards]
find = false
[sources]
roll = ["engine"]
flush = ["engine"]
"""


def filled(path: Path, answers: int) -> None:
    """A journal of so many answers in matches of random play; the last one goes on, at a choice."""
    rng, count, number = random.Random(3).random, 0, 0
    with Journal(path, time.time) as journal:
        while True:
            match, number = game("mycelia").new(2, {"pieces": "none"}), number + 1
            start = Start.of(match, f"m{number:07}", 2, ["Ada", "Ben"])
            journal.begin(match, start)
            while not match.over:
                line, (ticket, question) = next(iter(match.questions.items()))
                choice = isinstance(question, Choice)
                if count >= answers and choice:
                    return
                answer = question.options[int(rng() * len(question.options))] if choice else chance_answer(question, rng)
                told = [event.whole() for event in match.answer(line, ticket, answer)]
                count += 1
                entry = Entry(
                    number=match.number, line=line, ticket=ticket, answer=answer, by="bench", source="engine", events=told
                )
                journal.answer(start.match, entry, match)


def started(folder: Path) -> tuple[float, float]:
    """Seconds from the start of the process to the first picture, and to the question on somebody's panel."""
    glass = GlassServer(folder / "glass.sock", [Fitted(1, 0x3C), Fitted(1, 0x3D, "sh1106")])
    glass.start()
    began = time.perf_counter()

    def until(true: Callable[[], bool]) -> float:
        assert glass.wait_for(true, LONGEST_S)
        return time.perf_counter() - began

    command = [sys.executable, "-m", "tests.bench.real_table", str(folder / "table.toml"), str(glass.path)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        first = until(lambda: any(glass.picture(panel) != DARK for panel in (0, 1)))
        asked = until(lambda: any(read(glass.picture(panel)).title.startswith("Your turn") for panel in (0, 1)))
    finally:
        process.kill()
        process.wait()
        glass.close()
    return first, asked


def best(folder: Path) -> tuple[float, float]:
    """The best of some starts."""
    found = [started(folder) for _ in range(TIMES)]
    return min(first for first, _ in found), min(asked for _, asked in found)


def memory(folder: Path) -> float:
    """Megabytes in use of the demo's own process (the world is another) with panels, page and somebody who looks at it."""
    with DemoTable(folder, near_full()) as demo, opened(Page(demo.address)) as page:
        page.until("table")
        status = Path(f"/proc/{demo.process.pid}/status").read_text()
    (used,) = re.findall(r"VmRSS:\s+(\d+) kB", status)
    return int(used) / 1024


class Page:
    """Where the page is."""

    def __init__(self, address: str) -> None:
        self.address = address


def rows() -> Iterator[Row]:
    """(what, measured, budget), a row at a time."""
    quick = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    for answers, budget in ((200, "600 ms"), (100_000, "1 s")):
        with tempfile.TemporaryDirectory(dir=quick) as name:
            folder = Path(name)
            (folder / "table.toml").write_text(TABLE)
            filled(folder / "table.sqlite", answers)
            first, asked = best(folder)
            if answers == 200:
                yield "start of a table to its first picture", f"{1000 * first:.0f} ms", "400 ms"
            yield f"start to the match gone on with, journal of {answers:,} answers", f"{1000 * asked:.0f} ms", budget
    with tempfile.TemporaryDirectory() as name:
        yield "memory of the demo with panels and a page that is looked at", f"{memory(Path(name)):.0f} MB", "60 MB"
