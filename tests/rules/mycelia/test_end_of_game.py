"""End of the Game."""

import pytest

from tests.rules.mycelia.scene import FILLER, SHRINE, Scene


def clearing(seats=3, active=0, shrine=0, fn="remove 1 water", more=(), **how):
    """The turn of `active`, who plays "hero" to take the last drop from field 9 of the own board."""
    boards = [{9: 1} if seat == active else FILLER for seat in range(seats)]
    scene = Scene(seats=seats, fn=fn, drops=boards, shrine=shrine, **how)
    scene.next_turns(active)
    scene.change_seat(active, hand=["hero", *more])
    return scene


@pytest.mark.rule("MYC-END-01")
def test_the_end_is_triggered_by_a_board_without_a_drop():
    scene = clearing()
    assert scene.state.ending is False
    scene.play()
    scene.choose("remove", 9, 1)
    assert scene.state.ending is True
    assert [event["seat"] for event in scene.happened("board_cleared")] == [0]
    two_left = Scene(hand=["hero"], fn="remove 1 water", drops=[{9: 1, 4: 1}, FILLER])
    two_left.play()
    two_left.choose("remove", 9, 1)
    assert two_left.state.ending is False


@pytest.mark.rule("MYC-END-02")
@pytest.mark.parametrize(
    ("fn", "drops", "answers"),
    [
        ("remove 1 water", {9: 1}, [["remove", 9, 1]]),
        ("move 1 water", {9: 1}, [["move", 9, SHRINE]]),
        ("around leaf", {12: 1, 14: 1}, [["around", 13], ["remove_all"]]),
        ("remove 0..2 water beside", {9: 1, 14: 1}, [["remove", 9, 1], ["remove", 14, 1]]),
    ],
)
def test_it_makes_no_difference_how_the_last_drop_left(fn, drops, answers):
    scene = Scene(hand=["hero"], fn=fn, drops=[drops, FILLER])
    scene.play()
    for answer in answers:
        scene.answer(answer)
    assert scene.board() == {}
    assert scene.state.ending is True


@pytest.mark.rule("MYC-END-02")
def test_a_board_may_be_cleared_in_the_turn_of_another_player_or_by_an_action():
    scene = Scene(hand=["hero"], fn="others (move 1 any)", drops=[FILLER, {9: 1}])
    scene.play()
    scene.choose("move", 9, SHRINE)
    assert scene.state.ending is True
    assert [event["seat"] for event in scene.happened("board_cleared")] == [1]
    scene = Scene(leaves=3, drops=[{9: 1}, FILLER])
    scene.choose("action", "b")
    scene.choose("move", 9, SHRINE)
    assert scene.state.ending is True


@pytest.mark.rule("MYC-END-03")
def test_the_running_turn_goes_on_to_its_normal_end():
    scene = clearing(more=["sickle.pocket_leaf"], leaves=4, showcase=["hero", "toll_toad", None, "hero", "hero"])
    scene.play()
    scene.choose("remove", 9, 1)
    assert scene.refused("end") == "MYC-ENDT-01", "the other card is played too"
    assert ["hire", 1] in scene.options
    scene.play("sickle.pocket_leaf")
    scene.choose("hire", 1)
    scene.choose("action", "a")
    scene.settle()
    scene.end()
    scene.settle()
    assert scene.state.shrine == 1, "the drop went into the shrine"
    assert None not in scene.state.showcase
    assert len(scene.seat().hand) == 3, "and a hand was drawn"
    assert not scene.match.over
    assert scene.question.seat == 1


@pytest.mark.rule("MYC-END-04", "MYC-R-28", "MYC-R-29")
@pytest.mark.parametrize("shrine", [14, 15])
def test_a_shrine_that_the_last_drop_fills_is_not_turned_in_this_turn_or_later(shrine):
    scene = clearing(shrine=shrine)
    scene.play()
    scene.choose("remove", 9, 1)
    scene.pass_turn()
    assert (scene.state.shrine, scene.question.seat) == (15, 1)
    scene.pass_turn()
    assert "shrine_turned" not in scene.happened()
    assert scene.board(0) == {}, "no new drops come in"
    assert scene.state.shrine == 15


@pytest.mark.rule("MYC-END-05")
@pytest.mark.parametrize(("first_seat", "clears"), [(0, 0), (0, 1), (2, 2), (2, 0), (1, 2)])
def test_the_round_is_played_on_until_all_had_equally_many_turns(first_seat, clears):
    scene = Scene(seats=3, drops=[{9: 1} if seat == clears else FILLER for seat in range(3)], fn="remove 1 water", first=first_seat)
    while scene.state.active != first_seat:
        scene.pass_turn()
    scene.next_turns(3)
    scene.log.clear()
    turns = [0, 0, 0]
    while not scene.match.over:
        who = scene.question.seat
        turns[who] += 1
        if who == clears:
            scene.change_seat(who, hand=["hero"])
            scene.play()
            scene.choose("remove", 9, 1)
        scene.pass_turn()
    assert turns == [1, 1, 1]
    assert who == (first_seat + 2) % 3, "the last turn belongs to the first player's right-hand neighbour"


@pytest.mark.rule("MYC-END-06", "MYC-R-31")
def test_a_board_cleared_in_the_last_turn_of_the_round_ends_the_match_with_that_turn():
    scene = clearing(seats=3, active=2)
    scene.play()
    scene.choose("remove", 9, 1)
    assert not scene.match.over
    scene.end()
    scene.settle()
    assert scene.match.over
    assert scene.happened()[-1] == "match_ended"
