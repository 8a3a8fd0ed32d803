"""Daybreak, the end, and the final scores."""

import pytest

from tests.rules.mythicals.scene import TOKENS, Scene, changed_pack


def dawn(*others, options=None, **how):
    """Daybreak is revealed with `others`, seat 0 on turn."""
    scene = Scene(coming=others, left=max(9, len(others) + 1) if len(others) == 2 else len(others) + 1, options=options, **how)
    return scene.reveal("daybreak", *others)


@pytest.mark.rule("ML-END-01", "ML-END-05")
def test_daybreak_ends_the_match_in_that_turn_in_the_middle_of_a_round():
    scene = dawn("red.1", "blue.2", theirs=["red.1", "red.2"])
    assert scene.happened("daybreak_came")
    scene.take("red.1")
    assert scene.match.over
    assert scene.happened()[-1] == "match_ended"
    assert "turn_began" not in scene.happened(), "nobody else gets a turn"
    assert scene.match.result().outcome == "shared"


@pytest.mark.rule("ML-END-02")
def test_daybreak_lies_aside_and_is_neither_taken_nor_reserved():
    scene = dawn("red.1", "blue.2")
    assert scene.state.revealed == ["red.1", "blue.2"]
    assert scene.refused("take", ["daybreak"]) == "ML-END-02"
    scene.take("red.1")
    assert "daybreak" not in [*scene.hand(), *scene.state.reserve, *scene.state.discard]
    assert scene.state.daybreak is True


@pytest.mark.rule("ML-END-03", "ML-R-07")
def test_of_two_cards_of_one_colour_one_or_both_are_taken():
    scene = dawn("red.1", "red.3", reserve=["red.5"])
    assert scene.of("take") == [["red.1"], ["red.3"], ["red.1", "red.3"]]
    assert scene.refused("skip") == "ML-R-07"
    assert scene.refused("take", ["red.5"]) == "ML-END-03"
    scene.take("red.3")
    assert (scene.hand(), scene.state.reserve) == (["red.3"], ["red.1", "red.5"])


@pytest.mark.rule("ML-R-04", "ML-R-29")
def test_of_two_colours_exactly_one_card_is_taken_and_the_other_is_reserved():
    scene = dawn("red.1", "blue.2")
    assert scene.of("take") == [["red.1"], ["blue.2"]]
    assert scene.refused("take", ["blue.2", "red.1"]) == "ML-R-04"
    scene.take("blue.2")
    assert (scene.hand(), scene.state.reserve) == (["blue.2"], ["red.1"])


@pytest.mark.rule("ML-R-07")
def test_all_of_the_colour_may_have_to_be_taken():
    whole = {"daybreak_take": "all_of_colour"}
    scene = dawn("red.1", "red.3", options=whole)
    assert scene.hand() == ["red.1", "red.3"], "nothing to choose"
    scene = dawn("red.1", "blue.3", options=whole)
    assert scene.of("take") == [["red.1"], ["blue.3"]]


@pytest.mark.rule("ML-R-05")
def test_with_fewer_than_two_other_cards_one_takes_what_is_there():
    scene = dawn("red.1", reserve=["blue.2"])
    assert scene.match.over
    assert (scene.hand(), scene.state.reserve) == (["red.1"], ["blue.2"])
    scene = dawn(reserve=["blue.2"])
    assert scene.match.over
    assert scene.hand() == []
    assert scene.happened("nothing_beside_daybreak")


@pytest.mark.rule("ML-R-05")
def test_the_reserve_may_fill_up_what_came_with_daybreak():
    fill = {"daybreak_shortage": "fill_from_reserve"}
    scene = dawn("red.1", reserve=["blue.2", "red.4"], options=fill)
    assert scene.of("fill") == ["blue.2", "red.4"]
    assert scene.refused("fill", "green.1") == "ML-R-05"
    scene.choose("fill", "red.4")
    assert scene.of("take") == [["red.1"], ["red.4"], ["red.1", "red.4"]]
    assert scene.state.reserve == ["blue.2"]
    scene = dawn(reserve=["blue.2"], options=fill)
    scene.choose("fill", "blue.2")
    assert scene.hand() == ["blue.2"], "as far as the reserve goes"
    scene = dawn("red.1", "blue.2", reserve=["green.1"], options=fill)
    assert scene.asked == "take_at_daybreak", "two came: nothing to fill"


@pytest.mark.rule("ML-R-26", "ML-END-03")
def test_an_equal_card_goes_to_the_opponent_at_daybreak_too():
    scene = dawn("red.1", "blue.2", hand=["red.1"])
    scene.take("red.1")
    assert (scene.hand(), scene.hand(1)) == (["red.1"], ["red.1"])


@pytest.mark.rule("ML-END-04", "ML-R-25")
def test_the_running_turn_goes_on_to_one_last_token():
    scene = dawn("red.1", "blue.2", hand=["red.2", "red.3"])
    scene.take("red.1")
    assert scene.of("acquire") == ["red_2", "red_3"]
    scene.choose("acquire", "red_3")
    assert scene.match.over
    assert scene.match.result().scores == [4, 0]


@pytest.mark.rule("ML-R-08")
def test_there_is_no_third_phase_in_the_turn_of_daybreak():
    scene = dawn("red.1", "blue.2", hand=["red.2"])
    scene.take("red.1").choose("acquire", "red_2")
    assert scene.match.over
    assert not {"token_blocked", "token_consolidated", "nothing_marked"} & set(scene.happened())


@pytest.mark.rule("ML-R-09")
def test_the_round_may_be_played_to_its_end():
    even = {"daybreak_even_round": "yes"}
    scene = dawn("red.1", "blue.2", reserve=["green.4"], theirs=["green.5"], options=even)
    scene.take("red.1")
    assert (scene.asked, scene.question.seat) == ("your_draw", 1)
    scene.take("green.4").choose("acquire", "green_2")
    assert scene.match.over
    assert scene.match.result().scores == [0, 2]
    scene = dawn("red.1", "blue.2", options=even, first=1)
    assert scene.take("red.1").match.over, "seat 0 is the last of the round"


@pytest.mark.rule("ML-R-09", "ML-R-22")
def test_with_neither_pile_nor_reserve_after_daybreak_nothing_is_drawn():
    scene = Scene(left=3, coming=["red.1", "red.3"], options={"daybreak_even_round": "yes"}).reveal("red.1", "red.3", "daybreak")
    scene.take("red.1", "red.3")
    assert scene.happened("nothing_to_draw") == [{"event": "nothing_to_draw", "seat": 1}]
    assert scene.match.over


@pytest.mark.rule("ML-GOAL-01", "ML-SCORE-01")
def test_the_score_is_the_points_of_tokens_and_cards_count_nothing():
    scene = Scene(at="acquire", hand=["red.1", "red.2", *(f"blue.{v}" for v in (1, 2, 3, 4, 5))], daybreak=True,
                  taken=(["grey_4", "red_5"], ["black_6", "green_2"]))  # fmt: skip
    assert scene.match.view(0)["scores"] is None
    scene.choose("acquire", "red_2")
    assert scene.match.result().scores == scene.match.view(None)["scores"] == [7 + 10 + 2, 13 + 2]
    assert scene.match.result().winners == [0]


def ended(taken, got=(0, 0), options=None, pack=None):
    return Scene(at="acquire", daybreak=True, taken=taken, got=got, options=options, pack=pack).skip().match.result()


@pytest.mark.rule("ML-SCORE-03", "ML-SCORE-02")
def test_the_highest_total_wins_with_a_point_for_each_marker():
    assert ended((["red_5"], ["blue_4"])).winners == [0]
    result = ended((["red_5"], ["blue_4"]), got=(0, 4))
    assert (result.winners, result.scores, result.outcome) == ([1], [10, 11], "won")


@pytest.mark.rule("ML-R-21")
def test_equal_totals_share_the_win_or_go_to_fewer_tokens():
    result = ended((["grey_4"], ["red_2", "blue_2"]), got=(0, 3))
    assert (result.winners, result.outcome, result.scores) == ([0, 1], "shared", [7, 7])
    fewer = {"tie_break": "fewer_tokens"}
    result = ended((["grey_4"], ["red_2", "blue_2"]), got=(0, 3), options=fewer)
    assert (result.winners, result.outcome) == ([0], "won")
    assert "fewer tokens" in result.reason
    assert ended((["grey_4"], ["red_4"]), options=fewer).winners == [0, 1]


@pytest.mark.rule("ML-R-20")
def test_a_pack_may_say_what_a_marker_is_worth_unless_it_is_always_one():
    pack = changed_pack("points = 1", "points = 3")
    assert ended((["red_5"], ["blue_4"]), got=(0, 2), pack=pack).scores == [10, 13]
    assert ended((["red_5"], ["blue_4"]), got=(0, 2), pack=pack, options={"marker_points": "always_one"}).scores == [10, 9]


@pytest.mark.rule("ML-R-24")
def test_play_goes_on_when_all_tokens_are_taken_unless_played_otherwise():
    almost = {"taken": ([token for token in TOKENS if token != "red_2"], []), "hand": ["red.1", "red.2"]}
    scene = Scene(at="acquire", **almost).choose("acquire", "red_2")
    assert (scene.asked, scene.question.seat) == ("your_draw", 1), "no third phase: nothing lies on the board"
    scene.reveal("green.1", "green.2", "blue.4").take("green.1", "green.2")
    assert scene.asked == "your_draw", "nor a token to acquire"
    scene = Scene(at="acquire", **almost, options={"play_on_without_tokens": "no"}).choose("acquire", "red_2")
    assert scene.match.over
    assert scene.match.result().winners == [0]
