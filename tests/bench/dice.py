"""How even the electronic dice are: what `tablekeeper` and a board's button throw, by chi-square, frequency and runs."""

from __future__ import annotations

import importlib.util
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

from host import paths
from host.dice_statistics import chance_of_chi_square, chi_square, counts_of, frequency_chance, runs_chance

THROWS = 60_000
BITS = 100_000
LEAST = 0.01
"""The level of the usual tests of generators: one good generator of a hundred falls below it by chance."""
TRIES = 3
"""A row is kept if one of so many samples passes: one good generator of a million falls below three times."""


def _roller() -> Any:
    """The board's own roller, with this computer's generator in place of the board's."""
    spec = importlib.util.spec_from_file_location("bench_roller", paths.shipped_folder("firmware") / "lib" / "roller.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Roller(os.urandom)


def _best(sample: Callable[[], float]) -> float:
    """The first chance that passes, or the best of TRIES."""
    best = 0.0
    for _ in range(TRIES):
        best = max(best, sample())
        if best >= LEAST:
            break
    return best


def rows() -> Iterator[tuple[str, str, str]]:
    """A row for each test of each electronic die."""
    rng, roller = random.SystemRandom().random, _roller()
    dice: dict[str, Callable[[int], int]] = {
        "the computer's die": lambda sides: int(rng() * sides) + 1,
        "the button's die": roller.face,
    }
    for name, face in dice.items():
        for sides in (6, 20):
            chance = _best(lambda: _evenness(face, sides))  # noqa: B023  called before the loop goes on
            yield f"{name}, {sides} sides, {THROWS:,} throws: chance by chi-square", f"{chance:.3f}", f"at least {LEAST}"
        for what, test in (("frequency", frequency_chance), ("runs", runs_chance)):
            chance = _best(lambda: test([face(2) - 1 for _ in range(BITS)]))  # noqa: B023
            yield f"{name}, {BITS:,} bits: chance by {what}", f"{chance:.3f}", f"at least {LEAST}"


def _evenness(face: Callable[[int], int], sides: int) -> float:
    return chance_of_chi_square(chi_square(counts_of([face(sides) for _ in range(THROWS)], sides)), sides - 1)
