"""The pin map is the one source: every board's own list says the same, and no pin has two jobs."""

from __future__ import annotations

import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOARDS: dict[str, Any] = tomllib.loads((ROOT / "hardware" / "pins.toml").read_text())["boards"]


def pins_of(board: str) -> dict[str, int]:
    """The upper-case names in a board's pins.py."""
    names = runpy.run_path(str(ROOT / "firmware" / board / "pins.py"))
    return {name: value for name, value in names.items() if name.isupper()}


def test_every_board_with_firmware_is_in_the_map() -> None:
    folders = {path.parent.name for path in (ROOT / "firmware").glob("*/main.py")}
    assert folders == set(BOARDS)


@pytest.mark.parametrize("board", sorted(BOARDS))
def test_a_boards_list_equals_the_map(board: str) -> None:
    said = {name.upper(): pin["gpio"] for name, pin in BOARDS[board]["pins"].items()}
    said |= {name.upper(): value for name, value in BOARDS[board].get("i2c", {}).items()}
    assert pins_of(board) == said


@pytest.mark.parametrize("board", sorted(BOARDS))
def test_no_pin_has_two_jobs_and_all_are_on_a_picos_header(board: str) -> None:
    numbers = [pin["gpio"] for pin in BOARDS[board]["pins"].values()]
    assert len(numbers) == len(set(numbers))
    assert all(0 <= number <= 22 or 26 <= number <= 28 for number in numbers)


@pytest.mark.parametrize("board", sorted(BOARDS))
def test_every_input_tells_what_both_levels_mean(board: str) -> None:
    for name, pin in BOARDS[board]["pins"].items():
        if pin["direction"] == "in":
            assert pin["pull"] == "up" and pin["low"] and pin["high"], name
