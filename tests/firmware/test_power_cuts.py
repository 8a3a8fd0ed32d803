"""The power fails at any instruction of a flush: before the intent, while it moves, after it is done; the answer is true."""

from __future__ import annotations

from tests.firmware.power_cuts import cut_everywhere


def test_a_power_cut_at_any_instruction_of_a_flush_is_answered_honestly() -> None:
    told = cut_everywhere(every_place=False)
    print(told)
    assert told["instructions"] > 500_000 and told["states"] > 4_000 and told["started anew"] > 100
    # Each kind of moment was met: not begun, begun and nowhere known, turned to the end, and told by the record.
    assert told["turned afterwards"] >= 2 and told["unknown, at the mark"] >= 3 and told["unknown, off the mark"] > 80
    assert told["done"] >= 1
