"""Distract: the groundskeeper is led toward one's own Mythics, a point a space."""

import pytest

from tests.rules.mischief.scene import Scene


def scene(mine=("C5", "E5", "E4"), theirs=("A1", "A2", "A3"), points=3, **more):
    spent = (0, 0, True)
    dice = {"distract": [(3, points, False)], "move": [spent, (1, 0, True)], "fling": [spent], "heave": [spent]}
    return Scene(**{"at": [*mine, *theirs], "stops": ["B1", "B2", "B5"], "dice": dice, **more})


@pytest.mark.rule("MM-DIST-01", "MM-R-17")
def test_each_point_leads_one_space_toward_any_own_mythic():
    s = scene(mine=("C1", "C5", "E3"))
    assert s.squares("distract") == ["C2", "C4", "D3"]
    s.distract("C2")
    assert s.keeper == "C2"
    assert s.points("distract") == 2
    assert s.squares("distract") == ["C1", "C3", "D2"], "another target for the next point"
    s.distract("C3").distract("D3")
    assert s.points("distract") == 0
    assert s.of("distract") == []


@pytest.mark.rule("MM-R-17")
def test_whether_only_the_nearest_mythic_counts():
    where = {"mine": ("C1", "C4", "E3")}
    assert scene(**where).squares("distract") == ["C2", "C4", "D3"]
    forced = scene(**where, options={"distract_target": "nearest_forced"})
    assert forced.squares("distract") == ["C4"]
    assert forced.refused("distract", 0, 7) == "MM-DIST-03"


@pytest.mark.rule("MM-DIST-03", "MM-FAQ-11", "MM-R-16")
def test_it_follows_a_quickest_path_that_counts_clutter_or_not():
    counted = scene(mine=("B4", "A4", "A5"), clutter=["C4"])
    assert counted.squares("distract") == ["B3", "C4"]
    weighed = scene(mine=("B4", "A4", "A5"), clutter=["C4"], options={"distract_path_length": "with_clutter"})
    assert weighed.squares("distract") == ["B3"]
    assert weighed.refused("distract", 0, 17) == "MM-DIST-03"


@pytest.mark.rule("MM-DIST-02", "MM-FAQ-01")
def test_a_step_on_clutter_costs_one_point():
    s = scene(clutter=["C4"], points=1)
    s.distract("C4")
    assert s.keeper == "C4"
    assert s.points("distract") == 0


@pytest.mark.rule("MM-DIST-04", "MM-DIST-05")
def test_who_is_caught_scores_for_or_against_the_active_team():
    enemy = scene(theirs=("C4", "A2", "A3"))
    enemy.distract("C4")
    assert enemy.scores == (1, 0)
    assert enemy.where(3) is None
    own = scene(mine=("C4", "E5", "E4"))
    own.distract("C4")
    assert own.scores == (-1, 0)
    assert own.where(0) is None


@pytest.mark.rule("MM-R-15", "MM-END-01")
@pytest.mark.parametrize("check", ["each_catch", "whole_move"])
def test_the_tenth_point_by_distract_ends_the_match_at_once(check):
    s = scene(theirs=("C4", "A2", "A3"), scores=(9, 0), options={"score_ten_check": check})
    s.distract("C4")
    assert s.match.over
    assert s.match.result().winners == [0]
    assert "match_ended" in s.happened()


@pytest.mark.rule("MM-R-18")
def test_without_a_mythic_that_can_be_reached_there_is_no_distract():
    s = scene(points=3, dice={"distract": [(3, 3, False)]})
    s.edit(lambda state: [figure.update(cell=-1) for figure in state["figures"][:3]])
    assert s.of("distract") == []
    assert s.refused("distract", 0, 17) == "MM-R-18"


@pytest.mark.rule("MM-FAQ-13", "MM-R-20")
def test_a_destination_reached_by_distract_is_done_at_once():
    s = scene(stops=["C4", "A5", "B5"])
    s.distract("C4")
    assert s.state.keepers[0].goal == 1
    assert s.state.keepers[0].stops[0] == -1
    assert s.asked == "act"


@pytest.mark.rule("MM-R-21", "MM-FAQ-13")
def test_a_third_destination_reached_by_distract_waits_for_the_walk_to_the_crest_or_not():
    where = {"stops": ["A1", "A2", "C4"], "goal": 2, "mine": ("C5", "E5", "E4")}
    s = scene(**where)
    s.distract("C4")
    assert s.asked == "act"
    assert not s.state.dark
    s.pass_on()
    assert [event["at"] for event in s.happened("keeper_moved")] == ["C4", "C3"]
    assert s.asked == "card"
    assert s.state.dark
    once = scene(**where, options={"destination_three_in_mythic_phase": "at_once"})
    once.distract("C4")
    assert once.asked == "card"
    once.first()
    assert once.asked == "act"
    assert once.state.dark
    assert once.state.keepers[0].goal == 0


@pytest.mark.rule("MM-TRACK-02")
def test_no_point_no_distract():
    s = scene(dice={"distract": [(0, 0, True)]})
    assert s.of("distract") == []
    assert s.refused("distract", 0, 17) == "MM-TRACK-02"
