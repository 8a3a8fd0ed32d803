"""The third phase: markers on a token of the board, or a token that is turned to its blocked side."""

import pytest

from tests.rules.mythicals.scene import TOKENS, Scene


def marking(**how):
    return Scene(at="marking", **how)


@pytest.mark.rule("ML-MARK-01")
def test_one_token_is_consolidated_or_one_is_blocked_in_a_turn():
    for answer in (["consolidate", "red_2", 2], ["block", "red_2"]):
        scene = marking().answer(answer)
        assert scene.question.seat == 1
        assert scene.asked == "your_draw"
    assert marking().refused("both", "red_2") == "ML-MARK-01"


@pytest.mark.rule("ML-MARK-02", "ML-R-18")
def test_one_or_two_markers_of_the_supply_go_on_one_token_of_the_board():
    scene = marking(taken=(["blue_2"], ["blue_3"]))
    assert {(token, count) for token, count in scene.of("consolidate")} == {
        (token, count) for token in TOKENS if token not in ("blue_2", "blue_3") for count in (1, 2)
    }
    assert scene.refused("consolidate", "red_2", 3) == "ML-MARK-02"
    assert scene.refused("consolidate", "red_2", 0) == "ML-MARK-02"
    assert scene.refused("consolidate", "blue_2", 1) == "ML-R-18", "not an own one"
    assert scene.refused("consolidate", "blue_3", 1) == "ML-R-18"
    assert scene.refused("block", "blue_2") == "ML-R-18"
    scene.choose("consolidate", "red_2", 2)
    assert (scene.state.board["red_2"], scene.state.markers) == (2, 14)
    (told,) = scene.happened("token_consolidated")
    assert (told["count"], told["markers"]) == (2, 2)


@pytest.mark.rule("ML-MARK-03", "ML-SCORE-02")
def test_a_marker_raises_what_the_token_is_worth_by_a_point():
    plain, marked = (Scene(at="acquire", hand=["red.1", "red.2"], daybreak=True, on=on) for on in ({}, {"red_2": 2}))
    scores = [scene.choose("acquire", "red_2").match.result().scores[0] for scene in (plain, marked)]
    assert scores == [2, 4]


@pytest.mark.rule("ML-MARK-04", "ML-R-19")
def test_a_blocked_token_gets_no_markers_and_stays_blocked():
    scene = marking(blocked=["red_2"])
    assert "red_2" not in [token for token, _ in scene.of("consolidate")]
    assert scene.refused("consolidate", "red_2", 1) == "ML-MARK-04"
    assert "red_2" not in scene.of("block")
    assert scene.refused("block", "red_2") == "ML-R-19"
    assert scene.refused("unblock", "red_2") is not None


@pytest.mark.rule("ML-MARK-05")
def test_blocking_turns_a_token_of_the_board_to_its_blocked_side():
    scene = marking()
    assert scene.of("block") == TOKENS
    scene.choose("block", "black_6")
    assert scene.state.blocked == ["black_6"]
    assert scene.match.view(None)["board"]["black_6"] == {"markers": 0, "blocked": True}
    assert "black_6" in scene.state.board, "it stays there"


@pytest.mark.rule("ML-MARK-06")
@pytest.mark.parametrize(("supply", "counts"), [(0, set()), (1, {1}), (2, {1, 2})])
def test_the_supply_limits_what_can_be_added_and_blocking_needs_none(supply, counts):
    scene = marking(supply=supply, got=(16 - supply, 0))
    assert {count for _, count in scene.of("consolidate")} == counts
    assert set(scene.verbs()) == {"block", "skip"} | ({"consolidate"} if counts else set())
    assert scene.refused("consolidate", "red_2", supply + 1) == ("ML-MARK-06" if supply < 2 else "ML-MARK-02")


@pytest.mark.rule("ML-R-16")
def test_a_token_with_markers_is_not_blocked():
    scene = marking(on={"red_2": 1})
    assert "red_2" not in scene.of("block")
    assert scene.refused("block", "red_2") == "ML-R-16"


@pytest.mark.rule("ML-R-16")
def test_its_markers_may_be_taken_off_or_stay_instead():
    scene = marking(on={"red_2": 2}, options={"token_block_with_markers": "markers_removed"}).choose("block", "red_2")
    assert (scene.state.board["red_2"], scene.state.markers, scene.state.blocked) == (0, 16, ["red_2"])
    assert scene.happened("token_blocked")[0]["removed"] == 2
    scene = marking(on={"red_2": 2}, options={"token_block_with_markers": "markers_stay"}).choose("block", "red_2")
    assert (scene.state.board["red_2"], scene.state.markers, scene.state.blocked) == (2, 14, ["red_2"])


@pytest.mark.rule("ML-R-17")
def test_two_markers_lie_on_a_token_at_most_unless_played_otherwise():
    scene = marking(on={"red_2": 1, "red_3": 2})
    found = scene.of("consolidate")
    assert ("red_2", 1) in found
    assert ("red_2", 2) not in found
    assert "red_3" not in [token for token, _ in found]
    assert scene.refused("consolidate", "red_2", 2) == "ML-R-17"
    found = marking(on={"red_2": 1, "red_3": 2}, options={"markers_per_token": "no_limit"}).of("consolidate")
    assert {("red_2", 2), ("red_3", 1), ("red_3", 2)} <= set(found)
    assert ("red_3", 3) not in found, "two in one turn"


@pytest.mark.rule("ML-R-27")
def test_the_third_phase_stands_by_itself_unless_played_otherwise():
    scene = Scene(reserve=["blue.5"]).take("blue.5")
    assert scene.asked == "marking"
    tied = {"phase_three_without_acquiring": "no"}
    scene = Scene(reserve=["blue.5"], options=tied).take("blue.5")
    assert scene.question.seat == 1
    scene = Scene(at="acquire", hand=["red.1", "red.2"], options=tied)
    assert scene.choose("acquire", "red_2").asked == "marking"
    scene.skip()
    assert scene.match.state.acquired is False, "it counts for one turn"
    scene = Scene(at="acquire", hand=["red.1", "red.2"], options=tied)
    assert scene.skip().question.seat == 1
