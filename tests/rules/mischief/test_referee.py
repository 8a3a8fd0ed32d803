"""Whole matches, told event by event to a referee who knows the rules by itself."""

import pytest

from tests.rules.mischief.referee import Referee
from tests.rules.random_play import steps


def refereed(seed, seats=2):
    referee, last = None, None
    for match, line, ticket, _, answer in steps("mischief", seats, seed):
        if referee is None:
            teams = [player.team for player in match.state.players]
            referee = Referee([figure.seat for figure in match.state.figures], teams)
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


@pytest.mark.rule("MM-TEAM-02", "MM-TEAM-03", "MM-R-90")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_referee_objects_to_nothing_in_teams(seats):
    seen = sum((refereed(seed, seats).seen for seed in range(6)), start=refereed(98, seats).seen)
    assert {"keeper_moved", "figure_caught", "tomes_collected", "colour_named"} <= set(seen)


def test_the_referee_objects_to_a_wrong_walk(monkeypatch):
    """It is not asleep: a groundskeeper that takes Clutter lightly is noticed."""
    monkeypatch.setattr("shared_rules.mischief.keeper.clutter", lambda match: 0)
    with pytest.raises(AssertionError):
        for seed in range(10):
            refereed(seed)
