"""The following things can happen on the fields."""

import pytest

from tests.rules.mycelia.scene import FILLER, SHRINE, Scene
from tests.rules.mycelia.test_functions import acted

PLACES = [(field // 5, field % 5) for field in range(20)]


def beside(field):
    """The fields one row or one column from `field`, told anew from rows and columns."""
    row, column = PLACES[field]
    return sorted(other for other, (r, c) in enumerate(PLACES) if abs(r - row) + abs(c - column) == 1)


@pytest.mark.rule("MYC-SYM-01")
def test_a_move_symbol_takes_one_drop_to_a_neighbouring_field():
    scene = acted("move 1 any", {12: 3, **FILLER})
    scene.choose("move", 12, 11)
    assert scene.board() == {12: 2, 11: 1, **FILLER}
    assert scene.asked == "your_turn"
    two = acted("move 2 any", {12: 3, **FILLER})
    two.choose("move", 12, 11)
    two.choose("move", 12, 17)
    assert two.board() == {12: 1, 11: 1, 17: 1, **FILLER}
    assert two.asked == "your_turn", "one drop a symbol"


@pytest.mark.rule("MYC-SYM-02")
@pytest.mark.parametrize("field", [field for field in range(20) if field != SHRINE])
def test_drops_move_up_down_left_and_right_never_diagonally_or_off_the_board(field):
    scene = acted("2 x (move 1 any)", [{field: 2}, FILLER])
    goals = sorted(option[2] for option in scene.options if option[0] == "move")
    assert goals == beside(field)
    for to in [-6, -5, -1, *range(20), 20, 24]:
        if to not in goals and to != field:
            assert scene.refused("move", field, to) == "MYC-SYM-02"


@pytest.mark.rule("MYC-SYM-02")
def test_no_way_of_moving_goes_diagonally():
    action = Scene(leaves=3, drops={12: 1, **FILLER})
    action.choose("action", "b")
    assert sorted(option[2] for option in action.options if option[1] == 12) == beside(12)
    second = acted("move 2 any", {12: 2, **FILLER})
    second.choose("move", 12, 7)
    assert sorted(option[2] for option in second.options if option[0] == "move") == beside(12)
    assert second.refused("move", 12, SHRINE) == "MYC-SYM-02"


@pytest.mark.rule("MYC-SYM-03")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_remove_symbol_takes_one_drop_of_the_field_to_the_shrine(count):
    scene = acted(f"remove {count} water", {9: 5, **FILLER}, shrine=2)
    scene.choose("remove", 9, count)
    assert scene.board() == {9: 5 - count, **FILLER}
    assert scene.refused("remove", 9, 1) is None
    scene.end()
    scene.settle()
    assert scene.state.shrine == 2 + count


@pytest.mark.rule("MYC-SYM-03")
def test_no_more_drops_leave_than_are_shown():
    scene = acted("remove 2 water", {9: 5, **FILLER})
    assert scene.refused("remove", 9, 3) == "MYC-SYM-03"


@pytest.mark.rule("MYC-SYM-04")
@pytest.mark.parametrize(("held", "fits"), [(0, False), (1, False), (2, True), (3, True), (9, True)])
@pytest.mark.parametrize("fn", ["remove 2 water", "move 2 water", "remove 1 water holding 2"])
def test_a_field_needs_at_least_the_drops_shown_and_may_hold_more(fn, held, fits):
    scene = acted(f"{fn} & leaves 1", {9: held, 4: 5})
    if fits:
        assert scene.fields() == [9]
    else:
        assert scene.asked == "your_turn"


@pytest.mark.rule("MYC-SYM-05")
@pytest.mark.parametrize("fn", ["remove 2 any holding exactly 2", "move 1 any holding exactly 2"])
def test_a_beetle_field_needs_exactly_the_drops_shown(fn):
    scene = acted(fn, {0: 1, 1: 2, 2: 3, 3: 4, 5: 2, **FILLER})
    assert scene.fields() == [1, 5]
    verb = fn.partition(" ")[0]
    for field in (0, 2, 3, 4, 7):
        assert scene.refused(verb, field, field + 5 if verb == "move" else 1) == "MYC-SYM-05"


@pytest.mark.rule("MYC-SYM-05")
@pytest.mark.parametrize("held", [0, 1, 3, 4, 7])
def test_without_a_field_of_exactly_two_the_beetle_does_nothing(held):
    scene = acted("remove 2 any holding exactly 2", {9: held, 4: 5})
    assert scene.asked == "your_turn"


@pytest.mark.rule("MYC-SYM-06")
@pytest.mark.parametrize("held", [1, 2, 5])
def test_one_drop_moves_from_any_field_that_has_one_or_more(held):
    for field in (1, 7, 9, 12):
        scene = acted("move 1 any", {field: held, **FILLER})
        assert scene.fields() == sorted([field, 4])
        scene.choose("move", field, beside(field)[0])
        assert scene.board().get(field, 0) == held - 1


@pytest.mark.rule("MYC-SYM-07")
@pytest.mark.parametrize("held", [1, 2, 5])
def test_a_water_field_with_drops_loses_one(held):
    scene = acted("remove 1 water", {9: held, 7: 1, **FILLER})
    assert scene.options == [["remove", 9, 1], ["skip"]]
    scene.choose("remove", 9, 1)
    assert scene.board().get(9, 0) == held - 1


@pytest.mark.rule("MYC-SYM-08")
def test_any_field_with_exactly_two_loses_both():
    for field in (1, 7, 9, 12):
        scene = acted("remove 2 any holding exactly 2", {field: 2, **FILLER})
        assert scene.options[0] == ["remove", field, 2]
        scene.choose("remove", field, 2)
        assert scene.board() == FILLER
        assert scene.state.tray == 2


@pytest.mark.rule("MYC-SYM-09", "MYC-R-20")
def test_transparent_drops_work_if_they_are_there_and_are_not_needed():
    scene = acted("remove 0..2 moss", {7: 1, 14: 3, **FILLER})
    assert scene.options == [["remove", 7, 1], ["remove", 14, 2], ["remove", 14, 1], ["skip"]]
    with_one = acted("remove 1..2 moss", {7: 1, 14: 2, **FILLER})
    assert with_one.options == [["remove", 7, 1], ["remove", 14, 2], ["remove", 14, 1], ["skip"]]
    moved = acted("move 0..2 moss", {7: 1, **FILLER})
    moved.choose("move", 7, 2)
    assert moved.asked == "your_turn"


@pytest.mark.rule("MYC-SYM-10")
@pytest.mark.parametrize(("held", "counts"), [(1, [1]), (2, [2, 1]), (3, [3, 2, 1]), (7, [3, 2, 1])])
def test_a_moss_field_loses_one_and_up_to_three_if_it_has_them(held, counts):
    scene = acted("remove 1..3 moss", {7: held, **FILLER})
    assert scene.options == [*(["remove", 7, count] for count in counts), ["skip"]]
    scene.choose("remove", 7, counts[0])
    assert scene.board().get(7, 0) == held - counts[0]
    assert acted("remove 1..3 moss").asked == "your_turn"


@pytest.mark.rule("MYC-SYM-11")
@pytest.mark.parametrize("held", [0, 1, 4])
def test_each_neighbour_of_a_chosen_leaf_field_loses_a_drop_whatever_lies_on_it(held):
    scene = acted("around leaf", {16: held, 11: 2, 15: 1, 17: 3, 12: 1, **FILLER})
    assert 16 in scene.fields()
    assert all(scene.match.pack.board.lands[field] == "leaf" for field in scene.fields())
    scene.choose("around", 16)
    scene.choose("remove_all")
    left = {16: held, 11: 1, 17: 2, 12: 1, **FILLER}
    assert scene.board() == {field: count for field, count in left.items() if count}
    assert scene.state.tray == 3
    assert acted("around leaf", {9: 3, 12: 1, **FILLER}).refused("around", 9) == "MYC-LAND-03"


@pytest.mark.rule("MYC-SYM-12")
def test_neighbours_without_drops_are_passed_over_and_the_leaf_field_keeps_its_own():
    scene = acted("around leaf", {16: 4, 17: 1, 1: 2, **FILLER})
    scene.choose("around", 16)
    assert scene.options == [["remove", 17, 1], ["skip"]]
    scene.choose("remove", 17, 1)
    assert scene.board() == {16: 4, 1: 2, **FILLER}
    assert scene.asked == "your_turn"
    assert acted("around leaf", {16: 4, 12: 1, **FILLER}).refused("around", 16) == "MYC-SYM-12"


@pytest.mark.rule("MYC-SYM-12")
def test_neighbours_may_be_taken_one_by_one_and_the_rest_left():
    scene = acted("around leaf", {11: 2, 15: 1, 17: 3, **FILLER})
    scene.choose("around", 16)
    scene.choose("remove", 15, 1)
    assert scene.options == [["remove_all"], ["remove", 11, 1], ["remove", 17, 1], ["skip"]], "each once"
    assert scene.refused("remove", 12, 1) == "MYC-SYM-02"
    scene.skip()
    assert scene.board() == {11: 2, 17: 3, **FILLER}


@pytest.mark.rule("MYC-SYM-13")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_up_to_two_drops_of_a_water_field_and_one_of_one_neighbour(count):
    scene = acted("remove 0..2 water beside", {18: 3, 13: 2, 17: 1, 12: 1, 14: 1, **FILLER})
    scene.choose("remove", 18, count)
    assert scene.options == [["remove", 13, 1], ["remove", 17, 1], ["skip"]]
    assert scene.refused("remove", 12, 1) == "MYC-SYM-02", "not diagonally"
    scene.choose("remove", 13, 1)
    assert scene.board() == {18: 3 - count, 13: 1, 17: 1, 12: 1, 14: 1, **FILLER}
    assert scene.asked == "your_turn", "one neighbour"


@pytest.mark.rule("MYC-SYM-13", "MYC-R-19")
def test_as_far_as_drops_are_there():
    empty_water = acted("remove 0..2 water beside", {13: 1, 1: 1})
    assert [option for option in empty_water.options if option[1:2] == [18]] == [["remove", 18, 0]]
    empty_water.choose("remove", 18, 0)
    empty_water.choose("remove", 13, 1)
    assert empty_water.board() == {1: 1}
    alone = acted("remove 0..2 water beside", {18: 1, **FILLER})
    alone.choose("remove", 18, 1)
    assert alone.asked == "your_turn", "no neighbour holds a drop"
