"""The turn, and its draw phase."""

import pytest

from tests.rules.mythicals.scene import TOKENS, Scene, names_of


@pytest.mark.rule("ML-TURN-01", "ML-TURN-04")
def test_a_turn_is_draw_acquire_consolidate_or_block_and_then_the_others_turn():
    scene = Scene(hand=["red.1", "red.2"], reserve=["blue.5"])
    assert scene.asked == "your_draw"
    assert scene.refused("acquire", "red_2") == "ML-TURN-01"
    assert scene.refused("block", "red_2") == "ML-TURN-01"
    scene.take("blue.5")
    assert scene.asked == "acquire"
    assert scene.refused("reveal") == "ML-TURN-01"
    assert scene.refused("consolidate", "red_2", 1) == "ML-TURN-01"
    scene.choose("acquire", "red_2")
    assert scene.asked == "marking"
    assert scene.refused("take", ["red.1"]) == "ML-TURN-01"
    scene.choose("block", "red_3")
    assert (scene.asked, scene.question.seat, scene.state.active) == ("your_draw", 1, 1)


@pytest.mark.rule("ML-TURN-02")
def test_drawing_is_compulsory_and_is_revealing_or_the_reserve():
    scene = Scene(reserve=["blue.5", "red.1"])
    assert scene.options == [["reveal"], ["take", ["red.1"]], ["take", ["blue.5"]]]
    assert scene.refused("skip") == "ML-TURN-02"
    scene.reveal("red.1", "red.3", "blue.1")
    assert scene.refused("skip") == "ML-TURN-02"


@pytest.mark.rule("ML-TURN-03")
def test_acquiring_and_the_third_phase_may_each_be_skipped():
    scene = Scene(at="acquire", hand=["red.1", "red.2"])
    scene.skip()
    assert scene.happened() == ["nothing_acquired"]
    assert scene.hand() == ["red.1", "red.2"]
    scene.skip()
    assert scene.question.seat == 1
    assert (scene.state.markers, scene.state.blocked) == (16, [])


def test_a_phase_in_which_nothing_can_be_done_is_left_out():
    scene = Scene(reserve=["blue.5"], blocked=TOKENS)
    scene.take("blue.5")
    assert scene.question.seat == 1


@pytest.mark.rule("ML-DRAW-01", "ML-R-06")
def test_three_cards_are_revealed_before_anything_else():
    scene = Scene()
    scene.choose("reveal")
    for number in range(3):
        assert scene.asked == "revealed_card"
        assert len(scene.state.revealed) == number
        scene.answer(["red.1", "blue.2", "red.3"][number])
    assert scene.asked == "take_revealed"
    assert scene.state.revealed == ["red.1", "blue.2", "red.3"]


@pytest.mark.rule("ML-DRAW-01", "ML-R-06")
def test_daybreak_does_not_stop_the_cards_after_it():
    scene = Scene(left=9, coming=["red.1", "blue.2"])
    scene.reveal("daybreak")
    assert scene.asked == "revealed_card"
    scene.reveal("red.1", "blue.2")
    assert scene.asked == "take_at_daybreak"


@pytest.mark.rule("ML-DRAW-02", "ML-DRAW-08")
def test_of_the_revealed_cards_all_of_one_colour_are_taken():
    scene = Scene(hand=["red.5"])
    scene.reveal("red.1", "blue.2", "red.3")
    assert scene.options == [["take", ["red.1", "red.3"]], ["take", ["blue.2"]]]
    assert scene.refused("take", ["blue.2", "red.1"]) == "ML-DRAW-02"
    scene.take("red.1", "red.3")
    assert scene.hand() == ["red.1", "red.3", "red.5"]
    assert names_of(scene.happened("cards_taken")[0]["cards"]) == ["red.1", "red.3"]


def test_three_cards_of_one_colour_are_taken_without_asking():
    scene = Scene()
    scene.reveal("red.1", "red.4", "red.3")
    assert scene.hand() == ["red.1", "red.3", "red.4"]
    assert scene.state.revealed == []


@pytest.mark.rule("ML-DRAW-03")
def test_the_others_go_to_the_reserve():
    scene = Scene(reserve=["blue.1"])
    scene.reveal("red.1", "blue.2", "green.3")
    scene.take("green.3")
    assert scene.state.reserve == ["blue.1", "blue.2", "red.1"]
    assert scene.state.revealed == []
    assert names_of(scene.happened("reserve_grew")[0]["cards"]) == ["blue.2", "red.1"]


@pytest.mark.rule("ML-DRAW-04", "ML-DRAW-05")
def test_from_the_reserve_all_of_one_colour_are_taken_and_the_others_stay():
    scene = Scene(reserve=["red.1", "blue.2", "red.4", "red.joker"])
    assert scene.refused("take", ["red.1", "blue.2"]) == "ML-DRAW-04"
    assert scene.refused("take", ["red.1"]) == "ML-DRAW-04"
    scene.take("red.1", "red.4", "red.joker")
    assert scene.hand() == ["red.1", "red.4", "red.joker"]
    assert scene.state.reserve == ["blue.2"]
    assert len(scene.state.deck) == 45, "the draw pile is left alone"


@pytest.mark.rule("ML-DRAW-06")
def test_a_colour_that_is_not_in_the_reserve_is_refused():
    scene = Scene(reserve=["red.1"])
    assert scene.refused("take", ["blue.2"]) == "ML-DRAW-06"
    assert scene.refused("take", ["red.1", "red.1"]) == "ML-DRAW-06"
    assert scene.refused("take", []) == "ML-DRAW-06"
    assert Scene().options == [["reveal"]]


@pytest.mark.rule("ML-DRAW-07")
def test_after_revealing_the_reserve_is_closed_and_after_the_reserve_nothing_is_revealed():
    scene = Scene(reserve=["green.5"])
    scene.reveal("red.1", "blue.2", "red.3")
    assert scene.refused("take", ["green.5"]) == "ML-DRAW-07"
    assert scene.refused("reveal") == "ML-DRAW-07"
    scene = Scene(reserve=["green.5"])
    scene.take("green.5")
    assert scene.asked == "marking"
    assert scene.refused("reveal") == "ML-TURN-01"


@pytest.mark.rule("ML-DRAW-08")
def test_only_the_own_collection_pays():
    scene = Scene(at="acquire", hand=["red.1"], theirs=["red.2"], reserve=["red.3"])
    assert scene.refused("acquire", "red_2") == "ML-ACQ-05"
    scene = Scene(at="acquire", hand=["red.1", "red.2", "red.3"], theirs=["red.4"])
    scene.choose("acquire", "red_2")
    assert scene.refused("pay", ["red.3", "red.4"]) == "ML-DRAW-08"


@pytest.mark.rule("ML-R-10")
def test_a_joker_is_taken_with_its_printed_colour():
    scene = Scene(reserve=["red.joker", "blue.joker"])
    assert scene.of("take") == [["red.joker"], ["blue.joker"]]
    scene.reveal("red.1", "red.joker", "blue.2")
    assert scene.of("take") == [["red.1", "red.joker"], ["blue.2"]]


@pytest.mark.rule("ML-R-10")
def test_jokers_may_be_a_group_of_their_own():
    scene = Scene(reserve=["red.joker", "blue.joker", "red.1"], options={"joker_colour": "own_group"})
    assert scene.of("take") == [["red.1"], ["blue.joker", "red.joker"]]
    scene.reveal("red.1", "red.joker", "green.joker")
    assert scene.of("take") == [["red.1"], ["green.joker", "red.joker"]]


@pytest.mark.rule("ML-R-10")
def test_jokers_may_be_taken_with_any_colour_or_left():
    scene = Scene(reserve=["red.joker"], options={"joker_colour": "any_colour"})
    assert scene.of("take") == [["red.joker"]], "by themselves where nothing else lies"
    scene.reveal("red.1", "blue.2", "green.joker")
    assert scene.of("take") == [["red.1"], ["blue.2"], ["red.1", "green.joker"], ["blue.2", "green.joker"]]


@pytest.mark.rule("ML-R-26")
def test_of_a_card_that_is_there_twice_one_goes_to_the_opponent():
    scene = Scene(hand=["red.1", "red.joker"], theirs=["blue.1"])
    scene.reveal("red.1", "blue.2", "red.joker")
    scene.take("red.1", "red.joker")
    assert scene.hand() == ["red.1", "red.joker"]
    assert scene.hand(1) == ["blue.1", "red.1", "red.joker"]
    (given,) = scene.happened("duplicates_given")
    assert (given["goal"], names_of(given["cards"])) == (1, ["red.1", "red.joker"])


@pytest.mark.rule("ML-R-26")
def test_two_equal_cards_at_once_are_shared_and_from_the_reserve_too():
    scene = Scene(reserve=["red.1", "red.1", "red.2"])
    scene.take("red.1", "red.1", "red.2")
    assert (scene.hand(), scene.hand(1)) == (["red.1", "red.2"], ["red.1"])


@pytest.mark.rule("ML-R-26")
def test_equal_cards_may_both_be_kept():
    scene = Scene(hand=["red.1"], options={"duplicate_card": "both_kept"})
    scene.reveal("red.1", "blue.2", "red.joker")
    scene.take("red.1", "red.joker")
    assert (scene.hand(), scene.hand(1)) == (["red.1", "red.1", "red.joker"], [])
    assert "duplicates_given" not in scene.happened()


def test_with_real_pieces_the_second_copy_is_handed_over_and_confirmed():
    scene = Scene(hand=["red.1"], reserve=["red.1"], options={"pieces": "real"})
    scene.take("red.1")
    assert scene.question.task == {"what": "hand_over", "goal": 1, "count": 1, "cards": ["red.1"]}
    assert scene.question.seat == 0
    scene.answer(True)
    assert scene.asked == "marking"


@pytest.mark.rule("ML-R-28")
def test_all_revealed_cards_of_the_colour_are_taken_unless_played_otherwise():
    scene = Scene()
    scene.reveal("red.1", "blue.2", "red.3")
    assert scene.refused("take", ["red.1"]) == "ML-R-28"
    scene = Scene(options={"draw_take": "one_or_more"})
    scene.reveal("red.1", "blue.2", "red.3")
    assert scene.of("take") == [["red.1"], ["red.3"], ["red.1", "red.3"], ["blue.2"]]
    scene.take("red.3")
    assert (scene.hand(), scene.state.reserve) == (["red.3"], ["blue.2", "red.1"])


@pytest.mark.rule("ML-R-28")
def test_equal_revealed_cards_make_one_option_each_time():
    scene = Scene(options={"draw_take": "one_or_more"})
    scene.reveal("red.1", "red.1", "red.3")
    assert scene.of("take") == [["red.1"], ["red.3"], ["red.1", "red.1"], ["red.1", "red.3"], ["red.1", "red.1", "red.3"]]
    scene = Scene(reserve=["red.1", "red.2"], options={"draw_take": "one_or_more"})
    assert scene.of("take") == [["red.1", "red.2"]], "it is about revealed cards only"


@pytest.mark.rule("ML-R-30")
def test_the_reserve_is_open_and_has_no_limit():
    cards = sorted(f"{colour}.{value}" for colour in ("red", "blue", "green") for value in (1, 2, 3, 4, 5, "joker"))
    scene = Scene(reserve=cards)
    assert scene.match.view(1)["reserve"] == scene.match.view(None)["reserve"] == cards
    scene.reveal("purple.1", "purple.2", "red.1")
    scene.take("purple.1", "purple.2")
    assert len(scene.state.reserve) == 19
    scene.skip()
    scene.skip()
    assert [len(some) for some in scene.of("take")] == [6, 7, 6]
