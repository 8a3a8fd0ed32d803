"""A part of the soak, small enough for every day; `python -m tests.firmware.soak 20000` and `make bench` play the whole of it."""

from __future__ import annotations

import pytest

from tests.firmware.soak import play


@pytest.mark.fault(19)
@pytest.mark.fault(20)
@pytest.mark.fault(21)
def test_chaos_loses_no_roll_counts_none_twice_and_turns_no_ring_twice() -> None:
    told = play(1200, seed=5)
    print(told)
    reader, shrine = told["dice_reader"], told["shrine"]
    # The oracle has held every ending to the truth; here it is seen that the run was no idle one.
    assert sum(counts["commands"] + counts["reports"] for counts in told.values()) >= 1200
    assert reader["roll done"] > 200 and reader["throws"] > 150 and reader["presses"] > 60
    assert shrine["flush done"] > 300 and shrine["flush not done"] > 5 and shrine["flush unknown"] > 5
    for counts in told.values():
        assert counts["frames struck"] > 300 and counts["host starts"] > 3 and counts["board starts"] > 3
