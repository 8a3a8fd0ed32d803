"""Save, load and copy at every question of random matches: the same questions, the same future."""

import pytest

from shared_rules.asking import TABLE, asked
from tests.rules.random_play import steps

GROUPS = [(seats, tens) for seats in (2, 3, 4) for tens in range(7)]


@pytest.mark.parametrize(("seats", "tens"), GROUPS)
def test_a_save_and_a_copy_at_every_question_have_the_same_future(seats, tens):
    """Ten matches each, 210 in all. Each answer is given to the match, to a copy and to a loaded save; all three stay equal."""
    pieces = ("none", "real")[tens % 2]
    for seed in range(10 * tens, 10 * tens + 10):
        number, future = 0, b""
        for match, line, ticket, _, answer in steps("mycelia", seats, seed, {"pieces": pieces}):
            saved = match.save()
            if future:
                assert saved == future, f"seed {seed}, answer {number}: the loaded match went on differently"
            copy, loaded = match.copy(), type(match).load(saved, match.pack)
            assert loaded.save() == saved == copy.save()
            told = [[event.whole() for event in other.answer(line, ticket, answer)] for other in (copy, loaded)]
            assert told[0] == told[1]
            assert match.save() == saved, "what is done to a copy leaves the original alone"
            if number % 20 == 0:
                again = type(match).load(saved, match.pack)
                assert asked(again, TABLE, []) == asked(match, TABLE, [])
            future, number = loaded.save(), number + 1
            assert copy.save() == future
