"""Faults of the libraries and of the computer beneath, kept away before anything is opened."""

from __future__ import annotations

import re
import tomllib
import warnings
from pathlib import Path
from typing import Any

import pytest

from host.panels.buttons import ButtonError, pi_pins

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
NEEDS = {re.split(r"[<>=!;\[ ]", need, maxsplit=1)[0]: need for need in PROJECT["project"]["dependencies"]}


@pytest.mark.fault(41)
def test_pillow_is_held_below_the_version_that_takes_a_call_of_lumas_away() -> None:
    assert NEEDS["pillow"].endswith(",<14")


@pytest.mark.fault(41)
def test_a_call_that_will_go_away_turns_our_own_tests_red() -> None:
    with pytest.raises(DeprecationWarning):
        warnings.warn("this goes away", DeprecationWarning, stacklevel=1)


@pytest.mark.fault(42)
def test_the_gpiozero_that_is_asked_for_knows_the_pi_5() -> None:
    assert NEEDS["gpiozero"] == "gpiozero>=2.0.1.post3"


@pytest.mark.fault(43)
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(2, "No such file or directory: '.lgd-nfy-3'"), r"LG_WD name a folder.*\(E63\)"),
        (ImportError("No module named 'lgpio'"), r"apt install python3-lgpio.*\(E62\)"),
    ],
)
def test_pins_are_read_by_lgpio_or_it_is_told_why_not(monkeypatch: pytest.MonkeyPatch, error: Exception, words: str) -> None:
    asked: list[str] = []

    def fail(name: str) -> Any:
        asked.append(name)
        raise error

    monkeypatch.setattr("host.panels.buttons.import_module", fail)
    with pytest.raises(ButtonError, match=words):
        pi_pins()
    assert asked == ["gpiozero.pins.lgpio"], "nothing is tried in its place"
