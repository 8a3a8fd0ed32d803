"""Simulations: they all end, and the same seed gives the same numbers however many processes play."""

import pytest

from host.simulate import Plan, simulate

TIMES = {"seconds", "questions_per_second"}


def numbers(plan, matches, jobs):
    return {key: value for key, value in simulate(plan, matches, jobs).items() if key not in TIMES}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_hundred_matches_of_greedy_bots_end(seats):
    told = numbers(Plan("mycelia", seats, {}, ["greedy"] * seats, 1), 200, 2)
    assert told["finished"] == 200
    assert told["unfinished"] == []
    assert sum(told["wins"]) >= 200
    assert 8 <= told["rounds_mean"] <= 25


def test_the_same_seed_gives_the_same_numbers():
    plan = Plan("mycelia", 3, {"pieces": "real"}, ["greedy", "random", "greedy"], 9)
    once = numbers(plan, 12, 1)
    assert numbers(plan, 12, 1) == once
    assert numbers(plan, 12, 2) == once
    assert numbers(plan._replace(seed=10), 12, 1) != once
