"""The acquire phase: which cards pay for which token, and what is got for them."""

import pytest

from tests.rules.mythicals.scene import TOKENS, Scene, names_of

SUITE = [f"red.{value}" for value in (1, 2, 3, 4, 5)]


def buyable(*hand, **how):
    return set(Scene(at="acquire", hand=hand, **how).of("acquire"))


def ways(token, *hand, **how):
    """All payments of `token`: what is offered, or what is taken at once where there is one way only."""
    scene = Scene(at="acquire", hand=hand, **how).choose("acquire", token)
    if scene.asked == "payment":
        return scene.of("pay")
    return [names_of(scene.happened("token_acquired")[0]["cards"])]


@pytest.mark.rule("ML-ACQ-01")
def test_one_token_is_acquired_in_a_turn():
    scene = Scene(at="acquire", hand=SUITE)
    scene.choose("acquire", "red_2")
    assert scene.refused("acquire", "red_3") == "ML-ACQ-01"
    scene.pay("red.1", "red.2")
    assert scene.asked == "marking"
    assert scene.refused("acquire", "red_3") == "ML-ACQ-01"


@pytest.mark.rule("ML-ACQ-02", "ML-R-13")
@pytest.mark.parametrize(
    ("values", "sizes"),
    [((1, 2), {2}), ((1, 3), ()), ((2, 3, 4), {2, 3}), ((1, 5), ()), ((1, 2, 4, 5), {2}), ((1, 2, 3, 4, 5), {2, 3, 4, 5})],
)
def test_a_suite_is_values_in_a_row_of_the_tokens_colour_and_does_not_go_round(values, sizes):
    assert buyable(*(f"red.{value}" for value in values)) == {f"red_{size}" for size in sizes}


@pytest.mark.rule("ML-ACQ-02")
def test_a_suite_is_of_one_colour():
    assert buyable("red.1", "blue.2") == set()
    scene = Scene(at="acquire", hand=["red.1", "red.2", "red.3", "blue.2"]).choose("acquire", "red_2")
    assert scene.refused("pay", ["blue.2", "red.1"]) == "ML-ACQ-02"
    assert scene.refused("pay", ["red.1", "red.3"]) == "ML-ACQ-02"
    assert scene.of("pay") == [["red.1", "red.2"], ["red.2", "red.3"]]


@pytest.mark.rule("ML-ACQ-03")
def test_a_set_is_one_value_in_different_colours():
    assert buyable("red.3", "blue.3") == {"grey_2"}
    assert buyable("red.3", "blue.3", "green.3", "purple.3") == {"grey_2", "grey_3", "grey_4"}
    assert buyable("red.3", "blue.4") == set()
    assert "grey_2" not in buyable("red.3", "red.3", options={"duplicate_card": "both_kept"})
    scene = Scene(at="acquire", hand=["red.3", "blue.3", "green.3", "green.4"]).choose("acquire", "grey_2")
    assert scene.of("pay") == [["blue.3", "green.3"], ["blue.3", "red.3"], ["green.3", "red.3"]]
    assert scene.refused("pay", ["blue.3", "green.4"]) == "ML-ACQ-03"


@pytest.mark.rule("ML-ACQ-04", "ML-R-11")
def test_the_thirteen_points_cost_a_whole_suite_and_its_joker():
    assert "black_6" in buyable(*SUITE, "red.joker")
    assert "black_6" not in buyable(*SUITE)
    assert "black_6" not in buyable(*SUITE, "blue.joker"), "the joker of that colour"
    assert "black_6" not in buyable(*SUITE[1:], "red.joker", "red.joker", options={"duplicate_card": "both_kept"}), "not wild here"
    assert ways("black_6", *SUITE, "red.joker") == [[*SUITE, "red.joker"]]
    scene = Scene(at="acquire", hand=[*SUITE, "red.joker"]).choose("acquire", "black_6")
    assert scene.state.seats[0].tokens == ["black_6"]
    assert scene.happened("token_acquired")[0]["points"] == 13


@pytest.mark.rule("ML-R-11")
def test_the_joker_may_be_the_fifth_card_instead():
    fifth = {"token_thirteen_payment": "joker_as_fifth"}
    assert "black_6" not in buyable(*SUITE, options=fifth)
    assert ways("black_6", "red.1", "red.2", "red.4", "red.5", "red.joker", options=fifth) == [
        ["red.1", "red.2", "red.4", "red.5", "red.joker"]
    ]
    assert len(ways("black_6", *SUITE, "red.joker", options=fifth)) == 5
    scene = Scene(at="acquire", hand=[*SUITE, "red.joker"], options=fifth).choose("acquire", "black_6")
    assert scene.refused("pay", [*SUITE, "red.joker"]) == "ML-R-15"
    assert scene.refused("pay", SUITE) == "ML-R-11"


def test_two_whole_suites_are_two_ways_to_pay():
    blue = [card.replace("red", "blue") for card in SUITE]
    assert ways("black_6", *SUITE, *blue, "red.joker", "blue.joker") == [[*blue, "blue.joker"], [*SUITE, "red.joker"]]


@pytest.mark.rule("ML-ACQ-05")
def test_without_the_complete_cost_nothing_is_acquired():
    scene = Scene(at="acquire", hand=["red.1", "red.2"])
    assert scene.of("acquire") == ["red_2"]
    for token in set(TOKENS) - {"red_2"}:
        assert scene.refused("acquire", token) == "ML-ACQ-05"
    scene = Scene(at="acquire", hand=["red.1", "red.2", "red.3"]).choose("acquire", "red_2")
    assert scene.refused("skip") == "ML-ACQ-05"


@pytest.mark.rule("ML-ACQ-06", "ML-R-15")
def test_exactly_the_cost_goes_face_down_to_the_discard_pile():
    scene = Scene(at="acquire", hand=SUITE).choose("acquire", "red_3")
    assert scene.refused("pay", SUITE[:4]) == "ML-R-15"
    scene.pay("red.2", "red.3", "red.4")
    assert scene.hand() == ["red.1", "red.5"]
    assert scene.state.discard == ["red.2", "red.3", "red.4"]
    for seat in (0, 1, None):
        assert scene.match.view(seat)["discard"] == 3, "face down: a number only"


@pytest.mark.rule("ML-ACQ-07")
def test_the_token_comes_with_the_markers_on_it():
    scene = Scene(at="acquire", hand=["red.1", "red.2"], on={"red_2": 2, "red_3": 1}, got=(1, 0))
    scene.choose("acquire", "red_2")
    assert scene.stack() == ["red_2"]
    assert scene.state.seats[0].markers == 3
    assert "red_2" not in scene.state.board
    assert scene.state.markers == 12, "they do not go back to the supply"


@pytest.mark.rule("ML-ACQ-08")
def test_a_blocked_token_is_acquired_like_any_other():
    scene = Scene(at="acquire", hand=["red.1", "red.2"], blocked=["red_2"])
    scene.choose("acquire", "red_2")
    assert (scene.stack(), scene.state.blocked) == (["red_2"], [])


@pytest.mark.rule("ML-R-12")
def test_a_joker_stands_for_one_value_of_its_colours_suites_even_beside_the_real_card():
    assert buyable("red.1", "red.joker") == {"red_2"}
    assert buyable("red.1", "blue.joker") == {"grey_2"}
    assert buyable("red.1", "red.3", "red.joker") == {"red_2", "red_3"}
    assert ways("red_2", "red.1", "red.2", "red.joker") == [["red.1", "red.2"], ["red.1", "red.joker"], ["red.2", "red.joker"]]
    assert ways("red_3", "red.1", "red.3", "red.joker") == [["red.1", "red.3", "red.joker"]]


@pytest.mark.rule("ML-R-12")
def test_in_a_set_a_joker_counts_as_the_value_but_keeps_its_colour():
    assert buyable("red.3", "blue.joker") == {"grey_2"}
    assert "grey_2" not in buyable("red.3", "red.joker")
    assert ways("grey_3", "red.3", "blue.joker", "green.joker") == [["blue.joker", "green.joker", "red.3"]]
    assert ways("grey_2", "red.joker", "blue.joker") == [["blue.joker", "red.joker"]], "an all-joker set, offered once"


@pytest.mark.rule("ML-R-12")
def test_jokers_may_be_good_for_the_thirteen_points_only():
    strict = {"joker_wild": "thirteen_token_only"}
    assert buyable("red.1", "red.joker", "blue.joker", options=strict) == set()
    assert buyable(*SUITE, "red.joker", options=strict) == {"red_2", "red_3", "red_4", "red_5", "black_6"}
    scene = Scene(at="acquire", hand=["red.1", "red.2", "red.3", "red.joker"], options=strict).choose("acquire", "red_2")
    assert scene.refused("pay", ["red.1", "red.joker"]) == "ML-R-12"


@pytest.mark.rule("ML-R-13")
def test_the_colour_of_a_suite_may_be_free():
    free = {"token_suite_colour_must_match": "no"}
    assert buyable("red.1", "red.2", options=free) == {"red_2", "blue_2", "green_2", "purple_2"}
    assert ways("blue_2", "red.1", "red.2", "green.4", "green.5", options=free) == [["green.4", "green.5"], ["red.1", "red.2"]]
    scene = Scene(at="acquire", hand=["red.1", "red.2", "blue.1", "blue.2", "blue.3"]).choose("acquire", "blue_2")
    assert scene.refused("pay", ["red.1", "red.2"]) == "ML-R-13"


@pytest.mark.rule("ML-R-14")
def test_any_token_of_a_column_is_acquired_unless_played_otherwise():
    assert buyable(*SUITE) == {"red_2", "red_3", "red_4", "red_5"}
    cheapest = {"token_in_column": "cheapest_only"}
    scene = Scene(at="acquire", hand=SUITE, options=cheapest)
    assert scene.of("acquire") == ["red_2"]
    assert scene.refused("acquire", "red_4") == "ML-R-14"
    assert buyable(*SUITE, taken=(["red_2"], ["red_4"]), options=cheapest) == {"red_3"}


def test_a_token_that_has_been_acquired_is_not_on_offer():
    scene = Scene(at="acquire", hand=SUITE, taken=([], ["red_2"]))
    assert "red_2" not in scene.of("acquire")
    assert scene.refused("acquire", "red_2") == "ML-R-14"


@pytest.mark.rule("ML-R-15")
def test_a_longer_suite_or_a_bigger_set_does_not_pay_a_smaller_cost():
    assert [len(way) for way in ways("red_2", *SUITE)] == [2, 2, 2, 2]
    assert [len(way) for way in ways("grey_3", "red.1", "blue.1", "green.1", "purple.1")] == [3, 3, 3, 3]


def test_equal_payments_are_offered_once_where_two_copies_are_held():
    both = {"duplicate_card": "both_kept"}
    assert ways("red_2", "red.1", "red.1", "red.2", "red.2", options=both) == [["red.1", "red.2"]]
    assert ways("red_2", "red.joker", "red.joker", options=both) == [["red.joker", "red.joker"]]
