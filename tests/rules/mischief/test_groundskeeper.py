"""The groundskeeper's walk: quickest ways, Clutter, Destinations, catches."""

import pytest

from tests.rules.mischief.scene import AWAY, Scene, cell

EAST = ["E1", "E2", "E3", "D1", "D2", "D3"]


def walk(**more):
    """The Groundskeeper Phase, right after the Mythic Phase was passed, with a card of three points."""
    return Scene(**{"move": 3, **more}).pass_on()


def way(s):
    return [event["at"] for event in s.happened("keeper_moved")]


@pytest.mark.rule("MM-GK-01", "MM-GK-02", "MM-GKP-01")
def test_it_spends_the_points_of_its_card_on_the_way_to_the_next_destination():
    assert way(walk(keeper="A5", stops=["A1", "B5", "C5"], at=EAST)) == ["A4", "A3", "A2"]
    assert way(walk(keeper="A5", stops=["A1", "B5", "C5"], at=EAST, move=4)) == ["A4", "A3", "A2", "A1"]
    assert way(walk(keeper="A5", stops=["A1", "A3", "B5"], at=EAST, goal=1, hedges=["A3-B3"])) == ["A4", "A3", "A4"], "then to 3"


@pytest.mark.rule("MM-GK-04", "MM-GK-05", "MM-R-24")
def test_the_active_player_chooses_step_by_step_among_quickest_ways():
    s = walk(keeper="C3", stops=["D5", "A1", "A2"], at=["E1", "E2", "E3", "A1", "A2", "A3"])
    assert s.asked == "keeper_way"
    assert s.question.seat == 0
    assert s.squares() == ["C4", "D3"]
    assert s.refused("go", cell("B3")) == "MM-GK-04"
    s.choose("go", cell("C4"))
    assert s.squares() == ["C5", "D4"]
    s.choose("go", cell("D4"))
    assert s.asked != "keeper_way"
    assert s.keeper == "D5"


@pytest.mark.rule("MM-GK-06")
def test_clutter_counts_two_for_points_and_for_comparing_ways():
    over = walk(keeper="C3", stops=["C5", "E1", "E2"], clutter=["C4"])
    assert way(over) == ["C4", "C5"], "three points; any way round it takes four"
    aside = walk(keeper="C3", stops=["D4", "E1", "E2"], clutter=["C4"], at=AWAY)
    assert way(aside)[:2] == ["D3", "D4"]


@pytest.mark.rule("MM-GK-07", "MM-R-25")
def test_with_one_point_left_it_stops_before_clutter_and_the_point_is_lost():
    s = walk(keeper="A5", stops=["A1", "E5", "E4"], clutter=["A2"], hedges=["A3-B3", "A4-B4"], at=EAST)
    assert way(s) == ["A4", "A3"]
    assert s.keeper == "A3"
    s.until("act", seat=1).pass_on()
    assert way(s) == ["A4", "A3", "A2", "A1"], "three fresh points: two for the Clutter, one for the goal"


TIED = {"keeper": "C1", "stops": ["B5", "E1", "E2"], "clutter": ["C4", "B4"], "hedges": ["B1-C1", "B2-C2"], "at": AWAY}


@pytest.mark.rule("MM-R-92")
def test_a_tied_way_over_clutter_may_be_chosen_to_halt_it():
    s = walk(**TIED)
    assert (s.keeper, s.squares()) == ("C3", ["B3", "C4"])
    s.choose("go", cell("C4"))
    assert s.keeper == "C3"
    assert s.happened("keeper_stopped")
    assert s.asked == "boost"
    forced = walk(**TIED, options={"groundskeeper_may_halt_at_clutter": "no"})
    assert forced.keeper == "B3"
    assert way(forced) == ["C2", "C3", "B3"]


@pytest.mark.rule("MM-GK-08")
def test_it_never_crosses_a_hedge():
    s = walk(keeper="C3", stops=["C4", "E1", "E2"], hedges=["C3-C4", "C3-D3"], at=EAST)
    assert way(s) == ["B3", "B4", "C4"]


@pytest.mark.rule("MM-GK-09", "MM-GK-03")
def test_mythics_neither_block_nor_lengthen_its_way_and_are_caught():
    s = walk(keeper="C3", stops=["C5", "E1", "E2"], at=["E1", "E2", "E3", "C4", "A2", "A3"])
    assert way(s)[:2] == ["C4", "C5"]
    assert s.where(3) is None
    assert s.happened("figure_caught")[0]["figure"] == 3


@pytest.mark.rule("MM-GKP-03", "MM-GKP-04", "MM-GKP-05")
def test_each_enemy_caught_brings_a_point_and_each_own_mythic_costs_one():
    enemies = walk(keeper="C3", stops=["C5", "E1", "E2"], at=["E1", "E2", "E3", "C4", "C5", "A3"])
    assert enemies.scores == (2, 0)
    own = walk(keeper="C3", stops=["C5", "E1", "E2"], at=["C4", "E2", "E3", "A1", "A2", "A3"])
    assert own.scores == (-1, 0)
    both = walk(keeper="C3", stops=["C5", "E1", "E2"], at=["C4", "E2", "E3", "C5", "A2", "A3"])
    assert both.scores == (0, 0)
    assert len(both.happened("scored")) == 2


@pytest.mark.rule("MM-R-90")
def test_who_scores_for_an_own_mythic_caught():
    where = {"keeper": "C3", "stops": ["C5", "E1", "E2"], "at": ["C4", "E2", "E3", "C5", "A2", "A3"]}
    assert walk(**where).scores == (0, 0)
    assert walk(**where, options={"score_mixed_catch": "both_teams"}).scores == (1, 1)


@pytest.mark.rule("MM-R-13")
def test_whether_a_score_goes_below_zero():
    where = {"keeper": "C3", "stops": ["C5", "E1", "E2"], "at": ["C4", "C5", "E3", "A1", "A2", "A3"]}
    assert walk(**where).scores == (-2, 0)
    assert walk(**where, options={"score_below_zero": "no"}).scores == (0, 0)


@pytest.mark.rule("MM-GK-10", "MM-R-19")
def test_a_reached_destination_is_done_and_it_goes_on_to_the_next():
    s = walk(keeper="C3", stops=["C5", "E5", "E2"], at=AWAY)
    assert way(s) == ["C4", "C5", "D5"]
    assert s.state.keepers[0].stops == [-1, cell("E5"), cell("E2")]
    assert s.state.keepers[0].goal == 1
    stays = walk(keeper="C3", stops=["C5", "E5", "E2"], at=AWAY, options={"groundskeeper_goes_on_past_destination": "no"})
    assert way(stays) == ["C4", "C5"]
    assert stays.state.keepers[0].goal == 1


@pytest.mark.rule("MM-GKP-02", "MM-DARK-01", "MM-R-22")
def test_after_the_third_destination_it_makes_for_the_crest_and_stays_there():
    s = walk(keeper="B3", stops=["A1", "A2", "A3"], goal=2, at=EAST)
    assert way(s) == ["A3", "B3", "C3"]
    assert s.asked == "card"
    more = walk(keeper="B3", stops=["A1", "A2", "A3"], goal=2, at=EAST, move=4)
    assert way(more) == ["A3", "B3", "C3"], "the fourth point is lost"
    assert more.asked == "card"


@pytest.mark.rule("MM-R-23")
def test_a_destination_under_the_groundskeeper_when_it_becomes_the_next():
    where = {"keeper": "C4", "stops": ["C5", "C5", "E5"], "at": AWAY, "move": 3}
    s = walk(**where)
    assert [event["number"] for event in s.happened("destination_done")] == [1, 2, 3]
    assert way(s) == ["C5", "D5", "E5"]
    back = walk(**where, options={"destination_under_groundskeeper": "leave_and_return"})
    assert back.asked == "keeper_way"
    assert back.squares() == ["B5", "C4", "D5"]
    back.choose("go", cell("D5"))
    assert way(back) == ["C5", "D5", "C5"]
    assert back.state.keepers[0].goal == 2


@pytest.mark.rule("MM-R-23")
def test_leaving_and_coming_back_avoids_clutter():
    where = {"keeper": "C4", "stops": ["C5", "C5", "E5"], "at": AWAY, "clutter": ["B5"], "hedges": ["C5-D5"]}
    s = walk(**where, options={"destination_under_groundskeeper": "leave_and_return"})
    assert way(s) == ["C5", "C4", "C5"]


@pytest.mark.rule("MM-R-14", "MM-END-01")
def test_ten_points_end_the_match_after_each_catch_or_after_the_move():
    where = {"keeper": "C3", "stops": ["C5", "E1", "E2"], "at": ["C5", "E2", "E3", "C4", "A2", "A3"], "scores": (9, 3)}
    s = walk(**where)
    assert s.match.over
    assert s.match.result().winners == [0]
    assert s.match.result().scores == [10, 3]
    assert s.where(0) == "C5", "the walk stopped at the tenth point"
    whole = walk(**where, options={"score_ten_check": "whole_move"})
    assert not whole.match.over
    assert whole.scores == (9, 3), "up to ten and down again"
    won = walk(**{**where, "at": ["E1", "E2", "E3", "C4", "C5", "A3"]}, options={"score_ten_check": "whole_move"})
    won.until("over")
    assert won.match.result().scores == [11, 3]


@pytest.mark.rule("MM-PLACE-03")
def test_the_groundskeeper_moves_before_the_second_team_acts():
    s = walk(keeper="C3", stops=["C5", "E1", "E2"]).until("act", seat=1)
    assert way(s)[:2] == ["C4", "C5"]
    assert s.state.round == 1
