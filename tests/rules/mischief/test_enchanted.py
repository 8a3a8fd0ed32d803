"""The Enchanted Phase: who acts when, where each goes, and who is displaced on the way.

Figures 0 to 2 are the player's, 3 to 5 the Enchanted. Who is not named is caught and does nothing; the groundskeeper stands still.
"""

import pytest

from shared_rules.mischief.modes import ENCHANTED
from tests.rules.mischief.scene_modes import Solo, cell


def phase(enchanted="A5", players=(), others=(), **more):
    """The Enchanted Phase alone, up to its first question, or the draw of a card after it."""
    enemies = [enchanted, *others]
    return Solo(
        due=["enchanted_phase", "reveal_detention"], active=ENCHANTED, phase="enchanted",
        players=[*players, *[None] * (3 - len(players))], enemies=[*enemies, *[None] * (3 - len(enemies))], **more,
    ).go()  # fmt: skip


def gone(s, figure=3):
    """The spaces that an Enchanted went to, one after the other."""
    return [event["at"] for event in s.happened("enchanted_moved") if event["figure"] == figure]


# -- in which order -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-ENC-03", "MM-R-69")
@pytest.mark.parametrize(("order", "figures"), [("rows_first", [4, 5, 3]), ("columns_first", [3, 4, 5])])
def test_they_act_from_below_and_left_to_above_and_right(order, figures):
    s = phase("A3", others=["B5", "E5"], options={"solo_enchanted_order": order, "solo_only_for_tomes": True})
    assert [event["figure"] for event in s.happened("enchanted_stayed")] == figures


@pytest.mark.rule("MM-R-69")
def test_their_order_is_fixed_as_the_phase_begins():
    s = phase("A5", others=["B5", "A4"], tomes={"C5": [1]}, keeper="E5", options={"solo_steps": 2, "solo_only_for_tomes": True})
    acted = [event["figure"] for event in s.log_of("enchanted_moved", "enchanted_stayed")]
    assert s.where(4) == "B4", "on the right of A4 now"
    assert acted == [3, 3, 4, 5]


# -- for a Tome -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-ENC-04", "MM-ENC-06")
def test_one_goes_three_spaces_to_a_tome_takes_it_off_the_board_and_scores():
    s = phase("A5", players=["B5"], tomes={"A2": [0, 1]}, hedges=["A4-B4", "A3-B3", "A5-B5"], keeper="E1")
    assert gone(s) == ["A4", "A3", "A2"]
    assert s.scores == (0, 1)
    assert s.state.tomes == {cell("A2"): [0]}, "the player's stays"
    assert s.state.players[ENCHANTED].supply == 9
    assert s.asked == "detention"


@pytest.mark.rule("MM-ENC-04", "MM-DIFF-04", "MM-DIFF-07")
@pytest.mark.parametrize("steps", [2, 3, 4])
def test_how_far_they_go_is_three_spaces_or_two_or_four(steps):
    for number, where in enumerate(["A4", "A3", "A2", "A1"], 1):
        s = phase(
            "A5", tomes={where: [1]}, hedges=["A1-B1", "A2-B2", "A3-B3", "A4-B4"], keeper="E1", options={"solo_steps": steps}
        ).until("enchanted_goal", "detention")
        assert bool(s.happened("tome_stolen")) == (number <= steps)


@pytest.mark.rule("MM-ENC-05")
def test_of_several_tomes_the_one_nearest_the_bottom_is_taken_and_equal_ones_are_the_players_choice():
    s = phase("C3", tomes={"C2": [1], "C5": [1], "D3": [1]}, keeper="E1")
    assert gone(s) == ["C4", "C5"], "further away, but lower"
    s = phase("C4", tomes={"A4": [1], "E4": [1], "C3": [1]}, keeper="E1")
    assert (s.asked, s.question.seat, s.squares()) == ("enchanted_goal", 0, ["A4", "E4"])
    s.choose("go", cell("A4")).until("detention")
    assert gone(s)[-1] == "A4"


@pytest.mark.rule("MM-ENC-06")
def test_one_that_enters_a_tomes_space_on_the_way_stops_there():
    s = phase("A5", tomes={"B5": [1], "C5": [1]}, hedges=["B5-B4", "C5-C4", "A5-A4"], keeper="E1")
    assert (s.asked, s.squares()) == ("enchanted_goal", ["B5", "C5"])
    s.choose("go", cell("C5"))
    assert gone(s) == ["B5"]
    assert s.scores == (0, 1)
    assert s.state.tomes == {cell("C5"): [1]}


@pytest.mark.rule("MM-ENC-04", "MM-TERM-02")
def test_hedges_and_the_groundskeeper_are_walked_round():
    s = phase("A5", tomes={"C5": [1]}, keeper="B5", options={"solo_steps": 4})
    assert gone(s) == ["A4", "B4", "C4", "C5"]
    s = phase("A5", tomes={"B5": [1]}, hedges=["A5-B5"], keeper="E1")
    assert gone(s) == ["A4", "B4", "B5"]


@pytest.mark.rule("MM-R-70")
@pytest.mark.parametrize(("cost", "reached"), [("one", True), ("two", False)])
def test_clutter_counts_one_space_or_two(cost, reached):
    walls = ["A4-B4", "A3-B3", "A5-B5"]
    s = phase("A5", tomes={"A2": [1]}, clutter=["A3"], hedges=walls, keeper="E5", options={"solo_enchanted_clutter_cost": cost})
    assert ("tome_stolen" in s.happened()) == reached
    s = phase("A5", tomes={"A3": [1]}, clutter=["A3"], hedges=walls, keeper="E5", options={"solo_enchanted_clutter_cost": cost})
    assert "tome_stolen" in s.happened(), "three points are enough for a plain space and a Cluttered one"


@pytest.mark.rule("MM-DIFF-03")
@pytest.mark.parametrize("only", [True, False])
def test_in_an_easier_game_who_goes_for_no_tome_stays(only):
    s = phase("C4", players=["C5"], keeper="E3", options={"solo_only_for_tomes": only})
    assert ("enchanted_moved" not in s.happened()) == only
    assert ("enchanted_stayed" in s.happened()) == only
    s = phase("C4", players=["C5"], keeper="E3", tomes={"B4": [1]}, options={"solo_only_for_tomes": only})
    assert "tome_stolen" in s.happened()


# -- into a Mythic --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-ENC-07", "MM-ENC-11")
def test_without_a_tome_one_goes_into_a_mythic_and_shoves_it_nearer_the_groundskeeper():
    s = phase("C5", players=["C4"], keeper="C2", hedges=["C4-B4", "C4-D4"])
    assert s.where(3) == "C4"
    assert s.where(0) == "C3"
    assert s.scores == (0, 0)


@pytest.mark.rule("MM-ENC-07")
@pytest.mark.parametrize(("where", "comes"), [("A1", False), ("A2", True)])
def test_a_mythic_that_is_too_far_away_is_none_to_go_to(where, comes):
    s = phase("A5", players=[where], keeper="E5", hedges=["A4-B4", "A3-B3", "A2-B2", "A5-B5"])
    assert (gone(s) == ["A4", "A3", "A2"]) == comes
    assert s.where(0) == "A1"


@pytest.mark.rule("MM-ENC-08")
def test_it_picks_the_mythic_nearest_the_bottom_and_equal_ones_are_the_players_choice():
    s = phase("B4", players=["B3", "B5"], keeper="E1", hedges=["B5-A5"])
    assert gone(s) == ["B5"]
    assert s.where(1) == "C5"
    s = phase("C4", players=["B4", "D4", "C3"], keeper="A1")
    assert (s.asked, s.question.seat, s.squares()) == ("enchanted_goal", 0, ["B4", "D4"])


@pytest.mark.rule("MM-ENC-13", "MM-R-72")
def test_where_several_spaces_are_nearer_the_player_decides():
    s = phase("D5", players=["D4"], keeper="C2")
    assert (s.asked, s.question.seat, s.squares()) == ("displaced_to", 0, ["C4", "D3"])
    s.choose("go", cell("C4"))
    assert (s.where(0), s.where(3)) == ("C4", "D4")


@pytest.mark.rule("MM-R-72")
def test_with_no_nearer_space_any_other_free_one_will_do_and_with_none_the_enchanted_stops_before_it():
    s = phase("D4", players=["C4"], keeper="C3", hedges=["C4-B4"])
    assert (s.where(0), s.where(3)) == ("C5", "C4"), "the groundskeeper's own space is none"
    s = phase("D4", players=["C4"], keeper="C3", hedges=["C4-B4", "C4-C5"])
    assert (s.where(0), s.where(3)) == ("C4", "D4")
    assert "enchanted_stopped" in s.happened()


@pytest.mark.rule("MM-R-72")
def test_by_another_reading_who_is_displaced_to_the_groundskeeper_is_caught():
    s = phase(
        "D4", players=["C4"], keeper="C3", hedges=["C4-B4"], options={"solo_displaced_into_groundskeeper": "caught"}
    )
    assert s.where(0) is None
    assert s.scores == (0, 1)
    assert (s.where(3), s.keeper) == ("C4", "C3")


@pytest.mark.rule("MM-R-71")
@pytest.mark.parametrize(("measure", "places"), [("walking", ["D4"]), ("grid", ["C3", "D4"])])
def test_nearer_is_measured_round_hedges_or_straight(measure, places):
    s = phase("C5", players=["C4"], keeper="D2", options={"solo_distance": measure}, hedges=["C3-D3", "C2-C3", "C4-B4"])
    assert (s.squares() if s.asked == "displaced_to" else [s.where(0)]) == places


# -- on the way -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-ENC-11")
def test_a_mythic_on_the_way_is_displaced_nearer():
    s = phase("A5", players=["B5"], tomes={"C5": [1]}, keeper="B2", hedges=["A5-A4"])
    assert s.where(0) == "B4"
    assert gone(s) == ["B5", "C5"]
    assert s.scores == (0, 1)


@pytest.mark.rule("MM-ENC-12")
def test_an_enchanted_on_the_way_is_displaced_further_away():
    s = phase("A4", others=["B4"], tomes={"C4": [1]}, keeper="C2", hedges=["A4-A5", "A4-A3"])
    shifted = s.happened("figure_shifted")[0]
    assert (shifted["figure"], shifted["at"]) == (4, "B5")
    assert gone(s) == ["B4", "C4"]


@pytest.mark.rule("MM-ENC-13")
def test_of_equally_quick_ways_the_player_picks_one():
    s = phase("A5", tomes={"B4": [1]}, keeper="E3")
    assert (s.asked, s.question.seat, s.squares()) == ("enchanted_way", 0, ["A4", "B5"])
    s.choose("go", cell("B5"))
    assert gone(s) == ["B5", "B4"]


@pytest.mark.rule("MM-ENC-06", "MM-ENC-12", "MM-R-104")
def test_an_enchanted_that_is_displaced_onto_a_tome_takes_it():
    s = phase(
        "A5", others=["B5"], tomes={"C5": [1], "D5": [1]}, keeper="A1", hedges=["A5-A4", "B5-B4", "C5-C4"],
        options={"solo_steps": 4},
    )  # fmt: skip
    assert (s.asked, s.squares()) == ("enchanted_goal", ["C5", "D5"])
    s.choose("go", cell("D5"))
    stolen = [(event["figure"], event["at"]) for event in s.happened("tome_stolen")]
    assert stolen[0] == (4, "C5")


# -- away -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-ENC-09")
def test_with_nobody_in_reach_it_goes_as_far_from_the_groundskeeper_as_it_can():
    s = phase("A3", keeper="A1", options={"solo_steps": 2})
    assert (s.asked, s.question.seat) == ("enchanted_goal", 0)
    assert s.squares() == ["A5", "B4", "C3"], "all four spaces away"
    s = phase("A3", keeper="A1", hedges=["A3-B3", "A4-B4", "A5-B5"], options={"solo_steps": 2})
    assert gone(s) == ["A4", "A5"]


@pytest.mark.rule("MM-ENC-10")
def test_one_that_can_get_no_further_away_stays():
    s = phase("A5", keeper="E1")
    assert s.where(3) == "A5"
    assert [event["figure"] for event in s.happened("enchanted_stayed")] == [3]
    assert s.asked == "detention"


@pytest.mark.rule("MM-R-71", "MM-ENC-09")
@pytest.mark.parametrize(("measure", "way"), [("walking", ["B1", "A1"]), ("grid", ["D1", "E1"])])
def test_away_is_measured_round_hedges_or_straight(measure, way):
    walls = ["A1-A2", "B1-B2", "C1-C2", "D1-D2"]
    s = phase("C1", keeper="A3", options={"solo_distance": measure, "solo_steps": 2}, hedges=walls)
    assert gone(s) == way
