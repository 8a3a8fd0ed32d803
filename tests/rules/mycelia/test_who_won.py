"""Who won?"""

import pytest

from tests.rules.mycelia.scene import FILLER, Scene


def ended(boards, leaves):
    """A match that ends now with these boards, and leaves by seat."""
    scene = Scene(seats=len(boards), drops=boards, ending=True, active=0)
    for seat, count in enumerate(leaves):
        scene.change_seat(seat, leaves=count, hand=[])
    while not scene.match.over:
        scene.change_seat(scene.state.active, hand=[])
        scene.pass_turn()
    return scene


@pytest.mark.rule("MYC-WON-01")
def test_the_player_without_a_drop_wins_whatever_leaves_the_others_have():
    result = ended([FILLER, {}, {0: 1}], [50, 0, 90]).match.result()
    assert (result.winners, result.outcome) == ([1], "won")
    assert result.scores == [None, 0, None]


@pytest.mark.rule("MYC-WON-02", "MYC-R-54")
def test_of_several_empty_boards_the_one_with_the_most_leaves_wins():
    result = ended([{}, {}, FILLER, {}], [3, 5, 9, 4]).match.result()
    assert (result.winners, result.outcome) == ([1], "won")


@pytest.mark.rule("MYC-WON-03", "MYC-R-27")
def test_equally_many_leaves_make_several_winners():
    scene = ended([{}, {}, {}, FILLER], [5, 4, 5, 9])
    result = scene.match.result()
    assert (result.winners, result.outcome) == ([0, 2], "shared")
    assert scene.happened("match_ended")[-1]["winners"] == [0, 2]


def test_there_is_no_result_before_the_end():
    assert Scene().match.result() is None
