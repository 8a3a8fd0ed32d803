"""Explanation of the Cards and Functions."""

import pytest

from tests.rules.mycelia.scene import FILLER, SHRINE, Scene


def acted(fn, drops=None, seats=2, **how):
    """The moment after the card "hero" with the function `fn` was played."""
    scene = Scene(seats=seats, hand=["hero"], fn=fn, drops=FILLER if drops is None else drops, **how)
    scene.play()
    return scene


@pytest.mark.rule("MYC-FUNC-01")
def test_parts_are_performed_from_left_to_right():
    scene = acted("remove 1 moss & move 1 any & leaves 2", {7: 1, **FILLER})
    assert scene.asked == "remove_from"
    scene.choose("remove", 7, 1)
    assert scene.asked == "move_from"
    assert scene.seat().leaves == 0
    scene.choose("move", 4, 9)
    assert scene.seat().leaves == 2


@pytest.mark.rule("MYC-FUNC-02")
def test_a_slash_means_one_side_and_the_other_is_lost():
    for side, leaves in ((0, 2), (1, 5)):
        scene = acted("leaves 2 / leaves 5")
        assert scene.options == [["side", 0], ["side", 1], ["skip"]]
        scene.choose("side", side)
        assert scene.asked == "your_turn"
        assert scene.seat().leaves == leaves


@pytest.mark.rule("MYC-FUNC-03")
def test_an_and_means_all_parts_in_order_only():
    scene = acted("move 1 water & remove 1 moss", {9: 1, 7: 1, **FILLER})
    assert scene.asked == "move_from"
    assert scene.refused("remove", 7, 1) is None, "the right part cannot come first"
    scene.choose("move", 9, 14)
    assert scene.fields() == [7, 14], "the right part sees what the left one did"
    scene.choose("remove", 14, 1)
    assert scene.asked == "your_turn"
    assert scene.board() == {7: 1, **FILLER}


@pytest.mark.rule("MYC-FUNC-04")
def test_the_left_part_of_an_and_may_be_left_out_and_the_right_one_done():
    scene = acted("move 1 water & remove 1 moss", {9: 1, 7: 1, **FILLER})
    scene.skip()
    scene.choose("remove", 7, 1)
    assert scene.board() == {9: 1, **FILLER}
    impossible = acted("move 1 water & remove 1 moss", {7: 1, **FILLER})
    assert impossible.asked == "remove_from"


@pytest.mark.rule("MYC-FUNC-05")
@pytest.mark.parametrize("times", [2, 3, 4])
def test_a_repeated_function_is_done_up_to_that_many_times(times):
    scene = acted(f"{times} x (move 1 any)", {0: 9, **FILLER})
    for _ in range(times):
        assert scene.asked == "move_from"
        scene.choose("move", 0, 1)
    assert scene.asked == "your_turn"
    assert scene.board() == {0: 9 - times, 1: times, **FILLER}


@pytest.mark.rule("MYC-FUNC-05")
def test_a_whole_chain_is_repeated_in_its_order():
    scene = acted("2 x (move 1 moss & remove 1 water)", {7: 2, 9: 2, **FILLER})
    asked = []
    for answer in (["move", 7, 2], ["skip"], ["move", 7, 6], ["remove", 9, 1]):
        asked.append(scene.asked)
        scene.answer(answer)
    assert asked == ["move_from", "remove_from"] * 2
    assert scene.asked == "your_turn"
    assert scene.board() == {2: 1, 6: 1, 9: 1, **FILLER}


@pytest.mark.rule("MYC-FUNC-06", "MYC-R-17")
def test_each_repetition_may_use_any_field_that_meets_the_condition_then():
    scene = acted("3 x (remove 1 water)", {9: 2, 2: 1, **FILLER})
    assert scene.fields() == [2, 9]
    scene.choose("remove", 9, 1)
    assert scene.fields() == [2, 9], "the same field again"
    scene.choose("remove", 9, 1)
    assert scene.fields() == [2], "it holds no drop any more"
    scene.choose("remove", 2, 1)
    moved = acted("2 x (move 1 water)", {2: 1, **FILLER})
    moved.choose("move", 2, 1)
    assert moved.asked == "your_turn", "the drop lies on a leaf field now"


@pytest.mark.rule("MYC-FUNC-07")
@pytest.mark.parametrize("done", [0, 1, 2])
def test_fewer_repetitions_than_shown_are_allowed(done):
    scene = acted("3 x (move 1 any)")
    for _ in range(done):
        scene.choose("move", 4, 9)
    scene.skip()
    assert scene.asked == "your_turn"
    assert sum(scene.board().values()) == 30
    assert scene.board().get(9, 0) == done


@pytest.mark.rule("MYC-FUNC-08", "MYC-R-25")
def test_a_bonus_is_for_all_others_in_order_to_the_left_and_not_for_the_player():
    scene = acted("others (move 1 any)", seats=4)
    asked = []
    while scene.asked != "your_turn":
        asked.append(scene.question.seat)
        scene.choose("move", 4, 9)
    assert asked == [1, 2, 3]
    assert scene.board(0) == FILLER
    assert all(scene.board(seat) == {4: 29, 9: 1} for seat in (1, 2, 3))
    leaves = acted("leaves 2 & others (leaves 1)", seats=3)
    assert [seat.leaves for seat in leaves.state.seats] == [2, 1, 1]


@pytest.mark.rule("MYC-FUNC-08", "MYC-R-25")
def test_the_order_to_the_left_begins_after_the_active_player():
    scene = Scene(seats=4, hand=[], fn="others (move 1 any)").next_turns(2)
    scene.change_seat(2, hand=["hero"])
    scene.play()
    asked = []
    while scene.asked != "your_turn":
        asked.append(scene.question.seat)
        scene.skip()
    assert asked == [3, 0, 1]


@pytest.mark.rule("MYC-FUNC-09")
def test_a_bonus_for_others_cannot_be_left_out():
    scene = acted("remove 1 moss & others (move 1 any)", {7: 1, **FILLER})
    scene.skip()
    assert (scene.asked, scene.question.seat) == ("move_from", 1), "the rest was left out"
    impossible = acted("remove 1 moss & others (move 1 any)")
    assert (impossible.asked, impossible.question.seat) == ("move_from", 1), "the rest was impossible"
    both = acted("others (leaves 1) / others (move 1 any)")
    assert ["skip"] not in both.options
    assert both.refused("skip") == "MYC-FUNC-09"


@pytest.mark.rule("MYC-R-23")
def test_a_bonus_on_one_side_of_a_slash_is_given_only_with_that_side():
    scene = acted("leaves 2 / others (leaves 1)")
    scene.choose("side", 0)
    assert [seat.leaves for seat in scene.state.seats] == [2, 0]
    other = acted("leaves 2 / others (leaves 1)")
    other.choose("side", 1)
    assert [seat.leaves for seat in other.state.seats] == [0, 1]


@pytest.mark.rule("MYC-R-24")
def test_a_bonus_in_a_chain_or_repetition_comes_in_its_place_each_time():
    scene = acted("2 x (move 1 water & others (move 1 any))", {9: 2, **FILLER})
    asked = []
    while scene.asked != "your_turn":
        asked.append(scene.question.seat)
        scene.answer(scene.options[0])
    assert asked == [0, 1, 0, 1]


@pytest.mark.rule("MYC-FUNC-10", "MYC-R-26")
def test_each_other_player_decides_alone_and_the_active_player_waits():
    scene = acted("others (move 1 any)", seats=3)
    assert [question.seat for _, question in scene.match.questions.values()] == [1]
    scene.skip()
    assert scene.question.seat == 2
    assert scene.fields() == [4]
    scene.choose("move", 4, 3)
    assert [scene.board(seat) for seat in range(3)] == [FILLER, FILLER, {4: 29, 3: 1}]
    assert (scene.asked, scene.question.seat) == ("your_turn", 0)


@pytest.mark.rule("MYC-FUNC-11", "MYC-R-14")
@pytest.mark.parametrize("count", [1, 3, 200])
def test_leaves_are_taken_from_the_general_supply_in_the_value_shown(count):
    scene = acted(f"leaves {count}", leaves=5)
    assert scene.seat().leaves == 5 + count
    assert scene.seat(1).leaves == 0


@pytest.mark.rule("MYC-FUNC-12")
def test_leaves_are_unlimited_and_last_over_turns():
    scene = Scene(leaves=999, hand=["hero"])
    scene.play()
    scene.next_turns(4)
    assert scene.question.seat == 0
    assert scene.seat().leaves >= 1000


@pytest.mark.rule("MYC-FUNC-13")
def test_only_fields_that_meet_landscape_and_number_can_be_chosen():
    scene = acted("remove 2 water", {9: 2, 2: 1, 7: 3, 18: 4, **FILLER})
    assert scene.fields() == [9, 18]
    assert scene.refused("remove", 7, 2) == "MYC-LAND-03"
    assert scene.refused("remove", 2, 1) == "MYC-SYM-04"
    moves = acted("move 2 water", {9: 2, 2: 1, 7: 3, 18: 4, **FILLER})
    assert moves.fields() == [9, 18]


@pytest.mark.rule("MYC-FUNC-14")
@pytest.mark.parametrize(
    ("fn", "field"),
    [
        ("move 1 moss", 1),
        ("remove 1 water", 1),
        ("remove 2 any holding exactly 2", 1),
        ("around leaf", 1),
        ("remove 0..2 water beside", 12),
    ],
)
def test_without_a_fitting_field_the_function_has_no_effect(fn, field):
    scene = acted(fn, drops={field: 5})
    assert scene.asked == "your_turn"
    assert scene.board() == {field: 5}
    assert "no_field_fits" in scene.happened()


@pytest.mark.rule("MYC-FUNC-15")
def test_of_several_fitting_fields_the_performing_player_picks_one():
    for field in (2, 5, 9, 15, 18):
        scene = acted("remove 1 water", {2: 1, 5: 1, 9: 1, 15: 1, 18: 1, **FILLER})
        assert scene.fields() == [2, 5, 9, 15, 18]
        scene.choose("remove", field, 1)
        assert field not in scene.board()
        assert sum(scene.board().values()) == 34
    bonus = acted("others (remove 1 water)", [FILLER, {2: 1, 9: 1, **FILLER}])
    assert (bonus.question.seat, bonus.fields()) == (1, [2, 9]), "on the own board"


@pytest.mark.rule("MYC-R-16")
def test_each_drop_of_a_move_may_go_to_another_neighbour_and_fewer_may_go():
    scene = acted("move 3 moss", {7: 3, **FILLER})
    scene.choose("move", 7, SHRINE)
    assert scene.asked == "move_next"
    assert scene.fields() == [7], "from the same field"
    assert scene.refused("move", 4, 9) == "MYC-SYM-01"
    scene.choose("move", 7, 2)
    scene.skip()
    assert scene.board() == {7: 1, 2: 1, **FILLER}
    removal = acted("remove 3 moss", {7: 3, **FILLER})
    assert removal.options == [["remove", 7, 3], ["remove", 7, 2], ["remove", 7, 1], ["skip"]]
