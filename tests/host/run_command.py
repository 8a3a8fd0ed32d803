"""`tablekeeper run` as a process of its own, at a table without hardware, and a match for it that is almost over."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from host.journal import Journal
from tests.end_to_end.make_save import almost_over

WITHIN_S = 20.0
NO_HARDWARE = """\
pieces = "none"
journal = "table.sqlite"
[[seats]]
name = "Ada"
[[seats]]
name = "Ben"
bot = "greedy"
[boards]
find = false
[sources]
roll = ["engine"]
flush = ["engine"]
[options.mycelia]
first = "seat 0"
"""


def command(folder: Path, text: str, *args: str) -> subprocess.Popen[bytes]:
    (folder / "table.toml").write_text(text)
    return subprocess.Popen(
        [sys.executable, "-u", "-m", "host", "run", "--table", str(folder / "table.toml"), *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def read_until(process: subprocess.Popen[bytes], words: str) -> str:
    assert process.stdout is not None
    read = b""
    timer = threading.Timer(WITHIN_S, process.kill)
    timer.start()
    while words.encode() not in read:
        data = os.read(process.stdout.fileno(), 4096)
        assert data, f"it ended before {words!r}: {read.decode()}"
        read += data
    timer.cancel()
    return read.decode()


def type_line(process: subprocess.Popen[bytes], text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{text}\n".encode())
    process.stdin.flush()


def leave_almost_over(path: Path) -> int:
    """Leave a match in the journal whose last choice is now seat 0's; the number of that option."""
    start, steps, _, number = almost_over("none")
    with Journal(path, time.time) as journal:
        journal.begin(start.begin(), start)
        for entry, after in steps:
            journal.answer(start.match, entry, after)
    return number
