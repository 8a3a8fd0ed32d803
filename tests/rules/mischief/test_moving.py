"""The Move action."""

import pytest

from tests.rules.mischief.scene import Scene

FAR = ["E2", "E3", "A1", "A2", "A3"]


def scene(start="C5", others=FAR, **more):
    return Scene(at=[start, *others], **more)


@pytest.mark.rule("MM-MOVE-01", "MM-TERM-01", "MM-GLOS-03")
def test_a_point_takes_a_mythic_to_a_space_beside_its_own():
    s = scene(hedges=["C5-D5"])
    assert s.moves() == ["B5", "C4"], "not over the Hedge, not off the board, not over a corner"
    s.move("C4")
    assert s.where() == "C4"
    assert s.points() == 2
    assert s.refused_move("B3") == "MM-TERM-01"
    assert s.refused_move("A4") == "MM-TERM-01"


@pytest.mark.rule("MM-MOVE-02", "MM-MOVE-09")
def test_clutter_costs_two_to_enter_and_nothing_to_leave():
    s = scene(clutter=["C4"], dice={"move": [(0, 1, False), (1, 2, False)]})
    s.move("C4")
    assert s.points() == 1
    assert s.where() == "C4"
    assert "B4" in s.moves()
    s.move("B4")
    assert s.points() == 0
    poor = scene(clutter=["C4"], dice={"move": [(0, 1, False), (1, 0, True)]})
    assert poor.moves() == ["B5", "D5"]
    assert poor.refused_move("C4") == "MM-MOVE-09"


@pytest.mark.rule("MM-MOVE-03", "MM-MOVE-04", "MM-R-55")
def test_a_way_leads_through_mythics_and_never_ends_on_one():
    s = scene(others=["C4", "E3", "B5", "A2", "A3"])
    assert s.moves() == ["B5 A5", "B5 B4", "B5 C5", "C4 B4", "C4 C5", "C4 D4", "D5"]
    assert s.refused_move("C4") == "MM-MOVE-04"
    assert s.refused_move("B5") == "MM-MOVE-04"
    s.move("B5", "B4")
    assert s.where() == "B4"
    assert s.points() == 1
    assert s.where(3) == "B5"


@pytest.mark.rule("MM-R-55", "MM-MOVE-09")
def test_nobody_is_entered_without_points_to_go_on():
    s = scene(others=["C4", "B5", "A1", "A2", "A3"], dice={"move": [(0, 1, False), (1, 0, True)]})
    assert s.moves() == ["D5"]
    assert s.refused_move("C4", "D4") == "MM-MOVE-09"
    crowded = scene(others=["C4", "B4", "A1", "A2", "A3"], clutter=["B4"], dice={"move": [(0, 1, False), (1, 2, False)]})
    assert "C4 B4 A4" not in crowded.moves(), "one point, two for the Clutter, and one more"
    assert "C4 D4" in crowded.moves()


@pytest.mark.rule("MM-MOVE-07", "MM-TERM-02", "MM-FAQ-06")
def test_the_groundskeepers_space_is_closed():
    s = scene(start="C4", keeper="C3")
    assert s.moves() == ["B4", "C5", "D4"]
    assert s.refused_move("C3") == "MM-MOVE-07"
    through = scene(start="C5", keeper="C3", others=["C4", "E3", "A1", "A2", "A3"])
    assert "C4 C3" not in through.moves()
    assert through.refused_move("C4", "C3", "C2") == "MM-MOVE-07"


@pytest.mark.rule("MM-MOVE-08", "MM-LAY-02")
def test_a_hedge_stands_between_two_spaces_and_bars_both_ways():
    assert scene(start="C5", hedges=["C4-C5"]).moves() == ["B5", "D5"]
    assert scene(start="C4", hedges=["C4-C5"]).moves() == ["B4", "D4"]
    assert scene(hedges=["C4-C5"]).refused_move("C4") == "MM-MOVE-08"
    through = scene(others=["C4", "E3", "A1", "A2", "A3"], hedges=["C4-D4"])
    assert through.refused_move("C4", "D4") == "MM-MOVE-08"


@pytest.mark.rule("MM-MOVE-06", "MM-MYTH-05", "MM-R-05")
def test_tomes_are_taken_where_it_ends_and_in_passing():
    s = scene(others=["C4", "E3", "A1", "A2", "A3"], tomes={"C4": [0, 1], "B4": [0]})
    s.move("C4", "B4")
    assert s.state.players[0].collected == 2
    assert s.state.tomes == {17: [1]}
    assert [event["at"] for event in s.happened("tomes_collected")] == ["C4", "B4"]


@pytest.mark.rule("MM-R-04")
def test_whose_tomes_a_mythic_takes():
    own = scene(tomes={"C4": [0, 1], "D5": [1]})
    own.move("C4").move("C5").move("D5")
    assert own.state.players[0].collected == 1
    assert own.state.tomes == {17: [1], 23: [1]}
    every = scene(tomes={"C4": [0, 1], "D5": [1]}, options={"tome_collected": "every"})
    every.move("C4").move("C5").move("D5")
    assert every.state.players[0].collected == 3
    assert every.state.tomes == {}


@pytest.mark.rule("MM-TRACK-01", "MM-TRACK-02", "MM-TRACK-03")
def test_points_of_both_move_dice_add_up_and_run_out():
    s = scene(dice={"move": [(0, 1, False), (1, 2, False)]})
    s.move("C4").move("C5").move("C4")
    assert s.points() == 0
    assert s.die("move", 0) == (0, 0, True)
    assert s.die("move", 1) == (1, 0, True)
    assert s.moves() == []
    assert s.refused_move("C5") == "MM-TRACK-02"


@pytest.mark.rule("MM-R-52", "MM-R-53")
def test_the_player_says_which_move_die_pays_while_one_is_not_used():
    s = scene(dice={"move": [(0, 1, False), (1, 2, False)]})
    s.choose("move", 0, [17])
    assert s.asked == "pay"
    assert s.of("die") == [[0], [1]]
    s.choose("die", 1)
    assert s.die("move", 0) == (0, 1, False)
    assert s.die("move", 1) == (1, 1, True)
    s.choose("move", 0, [22]).choose("die", 1)
    assert s.die("move", 1) == (1, 0, True), "0 is a value of its own"
    s.choose("move", 0, [17])
    assert s.asked == "act", "only one die has a point"
    fixed = scene(dice={"move": [(0, 1, False), (1, 2, False)]}, options={"move_die_order": "fixed"})
    fixed.choose("move", 0, [17])
    assert fixed.asked == "act"
    assert fixed.die("move", 0) == (0, 0, True)


@pytest.mark.rule("MM-R-52")
def test_nothing_is_asked_where_all_points_go_or_both_dice_are_used():
    whole = scene(clutter=["C4"], dice={"move": [(0, 1, False), (1, 1, False)]})
    whole.choose("move", 0, [17])
    assert whole.asked == "act"
    assert whole.points() == 0
    both = scene(dice={"move": [(3, 3, True), (1, 2, True)]})
    both.choose("move", 0, [17])
    assert both.asked == "act"
    assert both.die("move", 1) == (1, 1, True), "the leftmost one pays"
    split = scene(clutter=["C4"], dice={"move": [(0, 1, False), (1, 2, False)]})
    split.choose("move", 0, [17]).choose("die", 0)
    assert (split.die("move", 0), split.die("move", 1)) == ((0, 0, True), (1, 1, True)), "the other die pays the rest"


@pytest.mark.rule("MM-MYTH-06", "MM-MOVE-05", "MM-FAQ-08")
def test_any_own_mythic_acts_in_any_order_and_never_from_another_ones_space():
    s = Scene(at=["C5", "A5", "E5", "C4", "B5", "A3"], stops=["A4", "B1", "C1"])
    s.move("C4", "B4")
    s.move("A4", figure=1)
    assert s.asked == "act"
    assert s.refused_move("A2", figure=3) == "MM-MYTH-06"
    cells = [figure.cell for figure in s.state.figures]
    assert len(set(cells)) == 6, "at every question each stands alone"


def test_caught_and_tripped_mythics_do_not_move():
    s = Scene(at=["C5", "E3", "E1", "A1", "A2", "A3"])
    s.edit(lambda state: (state["figures"][1].update(cell=-1), state["figures"][0].update(tripped=True)))
    assert s.refused_move("E2", figure=1) == "MM-R-11"
    assert s.refused_move("C4") == "MM-DET-09"
    assert s.moves(0) == s.moves(1) == []
    assert s.moves(2) != []


def test_a_step_that_could_end_is_a_move_of_its_own():
    assert scene().refused_move("C4", "B4") == "MM-MOVE-01"
