"""Every fault that others met with such hardware has a test that would miss its guard, or a line of what to look for."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from host import paths

TESTS = Path(__file__).parent
DOCUMENT = Path(paths.__file__).parent / "TROUBLESHOOTING.md"
ALL = range(1, 57)
REAL_PARTS_ONLY = {8, 26, 33, 42, 51, 56}
"""Those that a line in the document may cover alone."""


def marked() -> dict[int, set[str]]:
    """The tests that carry the mark of each fault."""
    found: dict[int, set[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for call in getattr(node, "decorator_list", []):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.fault":
                    for number in call.args:
                        assert isinstance(number, ast.Constant)
                        found.setdefault(int(str(number.value)), set()).add(f"{path.name}::{node.name}")  # type: ignore[attr-defined]
    return found


def listed() -> dict[int, tuple[str, str]]:
    """The faults of the document, each with what is done or what to look for."""
    rows = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == len(ALL), "a fault stands twice, or not at all"
    return {int(number): (fault, done) for number, fault, done in rows}


def test_all_56_faults_are_listed_in_words() -> None:
    assert set(listed()) == set(ALL)
    assert all(len(fault) > 7 and len(done) > 7 for fault, done in listed().values())


def test_each_fault_has_a_test_or_a_line_for_real_parts() -> None:
    tests = marked()
    assert set(tests) <= set(ALL), "a mark names no fault"
    without = set(ALL) - set(tests)
    assert without <= REAL_PARTS_ONLY, f"no test carries the mark of {sorted(without - REAL_PARTS_ONLY)}"
    for number in without:
        assert re.search(r"If you|On a real|look at", listed()[number][1]), f"{number} has neither a test nor such a line"


def test_each_guard_is_taken_out_by_a_mutant() -> None:
    lists = "\n".join(path.read_text(encoding="utf-8") for path in (TESTS / "mutants").glob("faults_*.toml"))
    taken_out = set(map(int, re.findall(r'rule = "fault (\d+)"', lists)))
    assert set(ALL) - taken_out <= REAL_PARTS_ONLY
