"""The journal of a demo that is in use, damaged, or on a full disk: said in words, nothing lost, and the exit code tells."""

import contextlib
import json
import os
import resource
import select
import subprocess
import sys
import time

import pytest

from host.journal import Journal
from shared_rules.games import game
from shared_rules.record import Start, replay

LONGEST_S = 120
DEMO = ("demo", "--headless", "--matches", "1", "--speed", "0", "--vm", "cpython", "--seed", "3", "--json")


def started(*args):
    return subprocess.Popen(
        [sys.executable, "-m", "host", *map(str, args)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def ran(*args):
    """Exit code, output and errors of a command."""
    process = started(*args)
    out, errors = process.communicate(timeout=LONGEST_S)
    assert b"Traceback" not in errors
    return process.returncode, out.decode(), errors.decode()


@pytest.fixture
def path(tmp_path):
    """A journal with a match that has just begun."""
    path = tmp_path / "demo.sqlite"
    with Journal(path, lambda: 0.0) as journal:
        match = game("mycelia").new(2, {"pieces": "real"})
        journal.begin(match, Start.of(match, "abcd1234", 2, ["Ada", "Ben"]))
    return path


def test_a_second_demo_on_one_journal_says_who_has_it(path):
    with Journal(path, lambda: 0.0):
        code, out, errors = ran(*DEMO, "--journal", path)
        assert (code, out) == (2, "")
        assert f"in use by another Tablekeeper (process {os.getpid()})" in errors
        code, out, errors = ran("export", "--journal", path)
        assert (code, errors) == (0, "")
        assert replay(out).number == 0


def test_a_damaged_journal_is_put_aside_in_words_and_exported_as_far_as_it_is_good(path):
    code, out, errors = ran(*DEMO, "--journal", path)
    assert code == 0, errors
    answers = json.loads(out)["answers"]
    whole = path.read_bytes()
    entry = whole.index(b'{"number":30,')
    path.write_bytes(whole[:entry] + whole[entry : entry + 200].replace(b"seat", b"seet") + whole[entry + 200 :])
    code, out, errors = ran("export", "--journal", path)
    assert code == 1
    assert "whole up to answer 29" in errors
    assert replay(out).number == 29 < answers
    assert ran("check", path)[0] == 1
    damaged = path.read_bytes()
    path.write_bytes(damaged[: len(damaged) // 2])
    code, out, errors = ran(*DEMO, "--journal", path)
    aside = path.with_name("demo.damaged-1.sqlite")
    assert code == 0, errors
    assert f"kept as {aside}" in errors
    assert aside.read_bytes() == damaged[: len(damaged) // 2]
    assert json.loads(out)["match"] != "abcd1234"
    assert ran("check", path)[0] == 0


@contextlib.contextmanager
def running(*args):
    process = started(*args)
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=LONGEST_S)


def read_until(stream, words):
    """Read until `words` have been written; all that was read."""
    read, deadline = b"", time.monotonic() + LONGEST_S
    while words.encode() not in read:
        assert select.select([stream], [], [], max(0.0, deadline - time.monotonic()))[0], read
        data = os.read(stream.fileno(), 65536)
        assert data, f"it ended before {words!r}: {read.decode()}"
        read += data
    return read.decode()


def test_a_full_disk_stops_a_demo_until_there_is_room_again(tmp_path):
    """No file may grow beyond a limit, which is as good as a disk without room; then the limit is lifted."""
    path = tmp_path / "demo.sqlite"
    with running(*DEMO, "--journal", path) as process:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
        words = read_until(process.stderr, "tried again")
        assert "The match stands still, and nothing of it is lost" in words
        assert str(path) in words
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert "The match goes on" in (words + read_until(process.stderr, "goes on")).replace("the match", "The match")
        out, errors = process.communicate(timeout=LONGEST_S)
        assert process.returncode == 0, errors
    told = json.loads(out)
    assert told["over"]
    code, out, _ = ran("export", "--journal", path)
    assert code == 0
    assert replay(out).number == told["answers"]
