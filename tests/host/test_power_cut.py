"""The plug is pulled at any moment: whatever anybody was told is in the journal, and the journal is whole.

All writes of a match are logged below SQLite; the disk is rebuilt as a power cut may leave it, with unsynced writes lost, half
there, or torn at sectors. TABLEKEEPER_CUTS is the number of cuts of each kind, 200 if it is left out.
"""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host.journal import JournalError
from host.keep import open_to_play
from tests.host.power_cut.disk import left_after, records
from tests.host.power_cut.play import MATCH

CUTS = int(os.environ.get("TABLEKEEPER_CUTS", "200"))
ANSWERS = 90
ROOT = Path(__file__).parents[2]
LONGEST_S = 120
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="a C compiler is needed to log what SQLite writes: install gcc")


@pytest.fixture(scope="module")
def shim(tmp_path_factory):
    library = tmp_path_factory.mktemp("shim") / "write_log.so"
    source = Path(__file__).parent / "power_cut" / "write_log.c"
    command = ["cc", "-Wall", "-Werror", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"]
    subprocess.run(command, check=True, timeout=LONGEST_S)
    return library


def logged(shim, folder, code=ROOT):
    """The log of a match that is played by the code in `code`."""
    folder.mkdir()
    journal = folder / "table.sqlite"
    told = {"LD_PRELOAD": str(shim), "WRITE_LOG": str(folder / "log"), "WRITE_LOG_OF": str(journal), "PYTHONPATH": f"{code}:{ROOT}"}
    command = [sys.executable, "-m", "tests.host.power_cut.play", str(journal), str(ANSWERS)]
    subprocess.run(command, env=os.environ | told, cwd=folder, check=True, timeout=LONGEST_S)
    return records((folder / "log").read_bytes())


@pytest.fixture(scope="module")
def log(shim, tmp_path_factory):
    return logged(shim, tmp_path_factory.mktemp("log") / "play")


def after_cut(folder, files, acks):
    """What the journal says of itself after the cut, and what is missing of what was acknowledged."""
    for end, data in files.items():
        (folder / f"table.sqlite{end}").write_bytes(data)
    damage, missing = [], []
    try:
        with open_to_play(folder / "table.sqlite", lambda: 0.0, damage.append) as journal:
            match = journal.resume(MATCH) if MATCH in journal.matches() else None
            hashes = {}
            if match is not None:
                journal.verify(MATCH)
                hashes = dict(journal._rows("select number, hash from answers"))
            for what, number, told in map(json.loads, acks):
                if what == "answer":
                    there = match is not None and match.number >= number and hashes[number] == told
                else:
                    outcomes = [intent.outcome for intent in journal.intents(MATCH, number)]
                    there = outcomes == ["done"] if what == "outcome" else len(outcomes) == told
                if not there:
                    missing.append((what, number))
    except JournalError as error:
        damage.append(str(error))
    return damage, missing


def cuts(log, mode, tmp_path, number=CUTS):
    """(damaged, losing) of so many cuts, spread evenly over the log and moved about a little."""
    rng = random.Random(mode)
    damaged = losing = 0
    for n in range(number):
        at = min(len(log), int((n + rng.random()) * len(log) / number) + 1)
        folder = tmp_path / str(n)
        folder.mkdir()
        damage, missing = after_cut(folder, *left_after(log[:at], rng, mode))
        damaged += bool(damage)
        losing += bool(missing)
        shutil.rmtree(folder)
    return damaged, losing


@pytest.mark.parametrize("mode", ["dropped", "halved", "torn"])
@pytest.mark.fault(55)
def test_nothing_that_was_acknowledged_is_lost_by_a_power_cut(log, mode, tmp_path):
    damaged, losing = cuts(log, mode, tmp_path)
    print(f"{CUTS} power cuts, unsynced writes {mode}: {damaged} damaged, {losing} lost something acknowledged")
    assert (damaged, losing) == (0, 0)


def test_the_log_has_everything(log, tmp_path):
    """The match was long enough to see checkpoints, and the whole log rebuilds the whole journal."""
    files, acks = left_after(log, random.Random(0), "dropped")
    assert sum(record.what == "S" and record.file == 1 for record in log) >= len(acks), "a sync before each promise"
    assert sum(record.what == "W" and record.file == 0 for record in log) > 20, "pages went from the -wal into the file"
    assert sum(json.loads(line)[0] == "answer" for line in acks) == ANSWERS
    assert after_cut(tmp_path, files, acks) == ([], [])


def test_a_journal_that_does_not_wait_for_the_disk_is_found_out(shim, tmp_path):
    """The same cuts on a copy of the program that does not sync: these tests have teeth."""
    code = tmp_path / "code"
    shutil.copytree(ROOT / "host", code / "host", ignore=shutil.ignore_patterns("__pycache__"))
    journal = code / "host" / "journal.py"
    text = journal.read_text()
    assert text.count("pragma synchronous = full") == 1
    journal.write_text(text.replace("pragma synchronous = full", "pragma synchronous = off"))
    log = logged(shim, tmp_path / "play", code)
    found = {mode: cuts(log, mode, tmp_path, 10) for mode in ("dropped", "halved", "torn")}
    assert all(losing > 5 for _, losing in found.values()), found
    assert sum(damaged for damaged, _ in found.values()) > 5, found
