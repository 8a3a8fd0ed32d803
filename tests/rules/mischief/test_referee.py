"""Whole matches, told event by event to a referee who knows the rules by itself."""

import pytest

from tests.rules.mischief.referee import Referee
from tests.rules.random_play import steps


def refereed(seed):
    referee, last = None, None
    for match, line, ticket, _, answer in steps("mischief", 2, seed):
        if referee is None:
            referee = Referee([figure.seat for figure in match.state.figures])
            for event in match.opening:
                referee.hear(event.whole())
        last = match.copy()
        for event in last.answer(line, ticket, answer):
            referee.hear(event.whole())
        referee.compare(last.view(None))
        referee.check_whole()
    assert last.over
    return referee


@pytest.mark.rule("MM-GK-04", "MM-GKP-05", "MM-HEDGE-01")
@pytest.mark.parametrize("tens", range(4))
def test_the_referee_objects_to_nothing(tens):
    seen = sum((refereed(seed).seen for seed in range(10 * tens, 10 * tens + 10)), start=refereed(99).seen)
    assert {"keeper_moved", "keeper_put", "hedge_moved", "stone_dropped", "destination_moved", "keeper_stopped"} <= set(seen)


def test_the_referee_objects_to_a_wrong_walk(monkeypatch):
    """It is not asleep: a groundskeeper that takes Clutter lightly is noticed."""
    monkeypatch.setattr("shared_rules.mischief.keeper.clutter", lambda match: 0)
    with pytest.raises(AssertionError):
        for seed in range(10):
            refereed(seed)
