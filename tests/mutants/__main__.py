"""Takes guards out, one by one, and sees whether a test notices: `make mutants`, or

    python -m tests.mutants [--jobs N] [WORD ...]

Each tests/mutants/*.toml lists mutants: [[mutant]] with `file`, the text `old` that stands there once, the text `new` in its place,
`test` (what pytest is told, separated by spaces), and perhaps the `rule` that is broken so. WORDs pick those whose name
("host:3"), file, test or rule has one of them. All tests named are run unchanged first. Exit code 1 if one is not noticed, 2 if
something cannot run.
"""

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LISTS = Path(__file__).parent
NOT_COPIED = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "build", "dist")
LONGEST_S = 900
FAILED, HUNG = 1, -1
"""pytest's exit code where a test was red; all others but 0 say that the tests could not be run."""


class Mutant(NamedTuple):
    """One guard that is taken out. `source` is the list it comes from."""

    source: str
    number: int
    file: str
    old: str
    new: str
    test: str
    rule: str

    @property
    def name(self) -> str:
        return f"{self.source}:{self.number}"


def mutants() -> list[Mutant]:
    """All mutants of all lists."""
    found = []
    for path in sorted(LISTS.glob("*.toml")):
        for number, entry in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["mutant"], start=1):
            given = {key: entry[key] for key in ("file", "old", "new", "test")}
            found.append(Mutant(path.stem, number, rule=entry.get("rule", ""), **given))
    return found


def misfits(chosen: Sequence[Mutant]) -> list[str]:
    """Why mutants cannot be made, a sentence each."""
    found = []
    for mutant in chosen:
        path = ROOT / mutant.file
        times = path.read_text(encoding="utf-8").count(mutant.old) if path.is_file() else 0
        if times != 1:
            found.append(f"{mutant.name}: its old text stands {times} times in {mutant.file}, it has to stand there once")
        elif mutant.old == mutant.new:
            found.append(f"{mutant.name}: its new text is its old text")
    return found


def run(folder: Path, tests: Sequence[str]) -> tuple[int, str]:
    """Run tests in a copy of the project: pytest's exit code (HUNG if it did not end), and what it said."""
    code = os.pathsep.join(map(str, (folder, folder / "firmware" / "lib")))
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=line", *tests]
    environment = os.environ | {"PYTHONPATH": code, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        return HUNG, f"it did not end within {LONGEST_S} s"
    return done.returncode, done.stdout + done.stderr


def outcome(mutant: Mutant, folder: Path) -> str:
    """Make the mutant in that copy, run its tests, and put the copy right again: "noticed", "NOT NOTICED" or why not."""
    path = folder / mutant.file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        code, _ = run(folder, mutant.test.split())
    finally:
        path.write_text(text, encoding="utf-8")
    if code in (FAILED, HUNG):
        return "noticed" if code == FAILED else "noticed, it hung"
    return "NOT NOTICED" if code == 0 else f"NOT RUN, pytest's exit code {code}"


def examine(chosen: Sequence[Mutant], jobs: int) -> list[str]:
    """The outcomes of all mutants, in their order; printed as they come. Raises SystemExit where tests are red anyway."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copies: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for number in range(jobs):
            copies.put(Path(shutil.copytree(ROOT, Path(name) / str(number), ignore=NOT_COPIED)))
        first = copies.get()
        code, said = run(first, sorted({test for mutant in chosen for test in mutant.test.split()}))
        copies.put(first)
        if code != 0:
            print(f"The tests that are named do not all pass unchanged (pytest's exit code {code}):\n{said}", file=sys.stderr)
            raise SystemExit(2)

        def one(mutant: Mutant) -> str:
            folder = copies.get()
            try:
                found = outcome(mutant, folder)
            finally:
                copies.put(folder)
            print(f"{mutant.name:<16} {mutant.file:<40} {mutant.rule:<12} {found}", flush=True)
            return found

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, chosen))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Takes guards out and sees whether tests notice.")
    parser.add_argument("words", nargs="*", metavar="WORD", help="only those whose name, file, test or rule has one of these")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at the same time")
    given = parser.parse_args(arguments)
    chosen = [m for m in mutants() if not given.words or any(w in f"{m.name} {m.file} {m.test} {m.rule} " for w in given.words)]
    reasons = misfits(chosen) if chosen else ["no mutant has any of these words"]
    if reasons:
        print("\n".join(reasons), file=sys.stderr)
        return 2
    found = examine(chosen, given.jobs)
    noticed = sum(outcome.startswith("noticed") for outcome in found)
    print(f"{len(found)} guards taken out, {noticed} noticed.")
    for mutant, said in zip(chosen, found, strict=True):
        if not said.startswith("noticed"):
            print(f"{mutant.name}, {mutant.test}: {said}")
    return 0 if noticed == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
