"""The Solo Game: what bonuses for others do to Gwidyon, and how the duel ends."""

import pytest

from shared_rules.mycelia.gwidyon import flips_by
from tests.rules.mycelia.scene import FILLER, SHRINE, flush_answer
from tests.rules.mycelia.test_single_effects import GAPS
from tests.rules.mycelia.test_solo import (
    MOVE,
    NEW_SHOWCASE,
    ONE,
    ONE_AND_LEAF,
    THREE_AND_LEAF,
    TWO,
    alone,
    pile,
    to_gwidyon,
    turned_up,
)  # fmt: skip


def given(fn, **how):
    """The moment after a card with this bonus was played."""
    scene = alone(hand=["hero"], fn=fn, **how)
    scene.play()
    return scene


@pytest.mark.rule("MYC-SOLO-20", "MYC-R-42")
@pytest.mark.parametrize(
    ("bonus", "lost"),
    [
        ("remove 1 any", 1),
        ("remove 2 any holding exactly 2", 2),
        ("remove 1..3 moss", 3),
        ("2 x (remove 1 water)", 2),
        ("remove 0..2 water beside", 3),
        ("around leaf", 4),
        ("remove 1 any & remove 2 moss", 3),
    ],
)
def test_a_bonus_that_removes_drops_takes_as_many_of_gwidyons_pile_as_it_shows(bonus, lost):
    scene = given(f"others ({bonus})")
    assert pile(scene) == 20 - lost
    assert scene.state.tray == lost
    assert scene.board() == FILLER, "the player's own drops stay"
    assert scene.state.gwidyon.chip_removes is True


@pytest.mark.rule("MYC-SOLO-20")
def test_so_does_one_that_comes_with_a_hire():
    scene = alone(options={"expansion": True}, single="others (remove 2 any)", leaves=2, showcase=["hero", *GAPS])
    scene.choose("hire", 0)
    assert pile(scene) == 18
    assert scene.asked == "your_turn"


@pytest.mark.rule("MYC-R-42")
@pytest.mark.parametrize(
    ("bonus", "drops", "lost"),
    [
        ("remove 1..3 moss", {7: 2, **FILLER}, 2),
        ("remove 1..3 moss", FILLER, 0),
        ("remove 2 any holding exactly 2", {7: 2, 9: 3, **FILLER}, 2),
        ("2 x (remove 1 water)", {9: 1, **FILLER}, 1),
        ("around leaf", {12: 1, 14: 1, **FILLER}, 2),
        ("remove 0..2 water beside", {9: 1, 14: 5, **FILLER}, 2),
        ("remove 1 moss & remove 1 water", {7: 1, **FILLER}, 1),
    ],
)
def test_by_the_other_reading_as_many_as_a_fellow_player_with_such_a_board_could(bonus, drops, lost):
    scene = given(f"others ({bonus})", drops=drops, options={"solo_bonus_loss": "best_fellow_player"})
    assert pile(scene) == 20 - lost
    assert scene.board() == drops


@pytest.mark.rule("MYC-SOLO-21")
@pytest.mark.parametrize(("removes", "left"), [(True, 20), (False, 19)])
def test_a_bonus_that_moves_a_drop_flips_the_chip_once_with_its_effect(removes, left):
    scene = given("others (move 1 any)", gwidyon={"chip_removes": removes})
    assert scene.state.gwidyon.chip_removes is not removes
    assert (pile(scene), scene.asked) == (left, "your_turn")
    assert scene.board() == FILLER


@pytest.mark.rule("MYC-SOLO-21", "MYC-ONCE-05")
def test_fomes_flips_it_too():
    scene = alone(options={"expansion": True}, leaves=8, showcase=["fomes_fomentarius", *GAPS])
    scene.choose("hire", 0)
    assert scene.happened().count("chip_flipped") == 1


@pytest.mark.rule("MYC-R-41")
@pytest.mark.parametrize(
    ("bonus", "per_bonus", "per_drop"),
    [("move 1 any", 1, 1), ("move 3 any", 1, 3), ("2 x (move 2 moss)", 2, 4), ("leaves 1", 0, 0)],
)
def test_the_chip_flips_once_a_bonus_or_once_a_drop(bonus, per_bonus, per_drop):
    for value, flips in (("per_bonus", per_bonus), ("per_drop", per_drop)):
        scene = given(f"others ({bonus})", options={"solo_bonus_flip": value})
        assert scene.happened().count("chip_flipped") == flips
        assert pile(scene) == 20 - flips // 2, "every second flip turns the remove side up"


@pytest.mark.rule("MYC-R-41")
def test_a_choice_between_moves_flips_for_one_of_them():
    assert flips_by(["either", [["move", 1, 1, "any", 1, False], ["leaves", 1]]], False) == 1
    assert flips_by(["either", [["move", 1, 1, "any", 1, False], ["remove", 1, 1, "any", 1, False, False]]], False) == 0


@pytest.mark.rule("MYC-SOLO-22")
def test_a_bonus_of_leaves_does_nothing():
    scene = given("leaves 2 & others (leaves 1)")
    assert (scene.seat().leaves, pile(scene), scene.state.gwidyon.chip_removes) == (2, 20, True)
    assert "leaves" not in scene.match.view(0)["gwidyon"]


@pytest.mark.rule("MYC-R-44")
def test_a_bonus_is_always_carried_out():
    scene = given("remove 1 moss & others (remove 1 any)", drops={7: 1, **FILLER})
    scene.skip()
    assert pile(scene) == 19
    assert scene.asked == "your_turn", "nobody is asked"


# -- the end ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MYC-SOLO-25", "MYC-R-45")
@pytest.mark.parametrize(("card", "left"), [(THREE_AND_LEAF, 3), (THREE_AND_LEAF, 1), (TWO, 2), (ONE_AND_LEAF, 1)])
def test_gwidyon_wins_at_once_when_his_pile_is_empty(card, left):
    scene = turned_up(card, gwidyon={"drops": left}, shrine=9)
    assert scene.match.over
    result = scene.match.result()
    assert (result.winners, result.scores, result.outcome) == ([], [None], "lost")
    assert "shrine_turned" not in scene.happened()


@pytest.mark.rule("MYC-SOLO-25")
def test_he_wins_on_the_players_turn_by_a_bonus_too():
    scene = given("others (remove 1 any)", gwidyon={"drops": 1})
    assert scene.match.over
    assert scene.match.result().outcome == "lost"


@pytest.mark.rule("MYC-SOLO-26", "MYC-R-50")
def test_the_player_wins_at_once_when_the_own_board_is_empty():
    scene = alone(hand=["hero", "hero"], fn="remove 1 water", drops={9: 1}, leaves=7)
    scene.play()
    scene.choose("remove", 9, 1)
    assert scene.match.over, "cards in the hand do not matter"
    result = scene.match.result()
    assert (result.winners, result.scores, result.outcome) == ([0], [7], "won")
    assert "gwidyon_turn_began" not in scene.happened()
    more = alone(hand=["hero"], fn="remove 1 water", drops={9: 1, 4: 1})
    more.play()
    more.choose("remove", 9, 1)
    assert not more.match.over, "all drops, those from turnings too"


@pytest.mark.rule("MYC-SOLO-27")
def test_if_both_are_empty_after_one_card_both_win():
    scene = alone(hand=["hero"], fn="remove 1 water & others (remove 1 any)", drops={9: 1}, gwidyon={"drops": 1})
    scene.play()
    scene.choose("remove", 9, 1)
    assert scene.match.over
    result = scene.match.result()
    assert (result.winners, result.outcome) == ([0], "shared")


@pytest.mark.rule("MYC-R-46")
@pytest.mark.parametrize(
    ("value", "outcome"), [("each_drop", "won"), ("each_resolved_item", "shared"), ("end_of_turn", "shared")]
)
def test_when_the_end_is_looked_for_inside_a_card(value, outcome):
    fn = "remove 1 water & others (remove 1 any)"
    scene = alone(hand=["hero"], fn=fn, drops={9: 1}, gwidyon={"drops": 1}, options={"solo_end_check": value})
    scene.play()
    scene.choose("remove", 9, 1)
    if value == "end_of_turn":
        assert scene.asked == "your_turn"
        scene.end()
        scene.settle()
    assert scene.match.over
    assert scene.match.result().outcome == outcome


@pytest.mark.rule("MYC-R-46")
@pytest.mark.parametrize("value", ["each_drop", "each_resolved_item", "end_of_turn"])
def test_when_the_end_is_looked_for_between_cards(value):
    scene = alone(hand=["hero", "hero"], fn="remove 1 water", drops={9: 1}, options={"solo_end_check": value}, shrine=9)
    scene.play()
    scene.choose("remove", 9, 1)
    assert scene.match.over == (value != "end_of_turn")
    if value == "end_of_turn":
        scene.play()
        scene.end()
        assert scene.match.over
    assert scene.match.result().outcome == "won"
    assert "gwidyon_turn_began" not in scene.happened()
    assert "shrine_turned" not in scene.happened()


@pytest.mark.rule("MYC-R-46")
def test_each_drop_ends_a_match_inside_gwidyons_card():
    scene = turned_up(ONE, gwidyon={"drops": 1, "chip_removes": False}, options={"solo_end_check": "each_drop"})
    assert scene.match.over
    assert scene.happened()[-2:] == ["gwidyon_lost_drops", "match_ended"]


@pytest.mark.rule("MYC-R-48")
def test_a_board_cleared_on_gwidyons_turn_wins_at_once():
    scene = turned_up(MOVE, drops={13: 1})
    events = scene.choose("move", 13, SHRINE)
    assert scene.match.over
    assert scene.match.result().outcome == "won"
    assert events == ["drop_reached_shrine", "board_cleared", "match_ended"], "nothing else of his turn is done"


@pytest.mark.rule("MYC-R-49")
def test_a_win_turns_no_shrine():
    scene = alone(hand=["hero"], fn="remove 1 water", drops={9: 1}, shrine=9)
    scene.play()
    scene.choose("remove", 9, 1)
    assert scene.match.over
    assert "shrine_turned" not in scene.happened()


@pytest.mark.rule("MYC-R-50")
def test_drops_that_a_turning_brought_count_as_well():
    scene = to_gwidyon(alone(hand=["hero"], fn="remove 1 water", drops={9: 1, 4: 1}, shrine=9, supply_card="1a"))
    assert sum(scene.board().values()) >= 2
    scene.answer(NEW_SHOWCASE)
    scene.settle()
    assert not scene.match.over


def test_the_duel_is_the_same_after_a_flush_on_gwidyons_turn():
    scene = turned_up(ONE_AND_LEAF, shrine=9)
    scene.answer(flush_answer("snail"))
    assert (scene.asked, scene.state.round) == ("your_turn", 2)
