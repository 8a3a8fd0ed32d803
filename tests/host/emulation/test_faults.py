"""Faults on the cable: seeded, repeatable, and independent of how the bytes are cut."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.emulation.faults import FaultPlan, Faults

BAD = FaultPlan(loss=0.02, double=0.02, corrupt=0.02, drop_line=0.05, double_line=0.05, swap_line=0.1)
TEXT = b"".join(b'{"t":"tick","n":%d}*deadbeef\n' % n for n in range(200))


def carried(plan: FaultPlan, seed: int, pieces: list[bytes]) -> bytes:
    faults = Faults(plan, seed)
    return b"".join(faults.carry(piece) for piece in pieces) + faults.release()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 99), st.lists(st.integers(1, 700), max_size=20))
def test_the_same_seed_does_the_same_however_the_bytes_are_cut(seed: int, cuts: list[int]) -> None:
    pieces, rest = [], TEXT
    for cut in cuts:
        pieces.append(rest[:cut])
        rest = rest[cut:]
    assert carried(BAD, seed, [*pieces, rest]) == carried(BAD, seed, [TEXT])


def test_another_seed_does_something_else() -> None:
    assert carried(BAD, 1, [TEXT]) != carried(BAD, 2, [TEXT])


def test_a_good_cable_changes_nothing() -> None:
    assert carried(FaultPlan(), 1, [TEXT]) == TEXT


@pytest.mark.parametrize("fault", ["loss", "double", "corrupt", "drop_line", "double_line", "swap_line"])
def test_each_fault_does_what_its_name_says(fault: str) -> None:
    out = carried(FaultPlan(**{fault: 0.1}), 7, [TEXT])
    lines, before = out.splitlines(), TEXT.splitlines()
    if fault == "loss":
        assert len(out) < len(TEXT)
    elif fault == "double":
        assert len(out) > len(TEXT)
    elif fault == "corrupt":
        assert len(out) == len(TEXT) and out != TEXT
    elif fault == "drop_line":
        assert len(lines) < 200 and set(lines) <= set(before)
    elif fault == "double_line":
        assert len(lines) > 200 and set(lines) == set(before)
    else:
        assert sorted(lines) == sorted(before) and lines != before


def test_a_probability_above_one_is_refused() -> None:
    with pytest.raises(ValueError, match="loss"):
        FaultPlan(loss=1.5)
