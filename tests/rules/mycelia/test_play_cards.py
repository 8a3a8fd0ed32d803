"""How to Take a Turn: 1. Play cards."""

import pytest

from tests.rules.mycelia.scene import FILLER, SHRINE, Scene

MOVE_ANY = "move 1 any"
SHOP = ["sickle.pocket_leaf", "sickle.moss_walker", "sickle.pond_walker"]


@pytest.mark.rule("MYC-PLAY-01")
def test_all_cards_of_the_hand_must_be_played():
    scene = Scene(hand=["sickle.pocket_leaf", "sickle.pocket_leaf"])
    assert scene.options == [["play", "sickle.pocket_leaf"]]
    scene.play("sickle.pocket_leaf")
    assert ["end"] not in scene.options
    scene.play("sickle.pocket_leaf")
    assert ["end"] in scene.options
    assert scene.refused("play", "sickle.pocket_leaf") == "MYC-PLAY-01", "what is not in the hand cannot be played"


@pytest.mark.rule("MYC-PLAY-02")
def test_cards_are_played_one_at_a_time_in_the_order_that_the_player_chooses():
    for order in (SHOP, SHOP[::-1], [SHOP[1], SHOP[0], SHOP[2]]):
        scene = Scene(hand=SHOP)
        for index, card in enumerate(order):
            plays = [option[1] for option in scene.options if option[0] == "play"]
            assert sorted(plays) == sorted(order[index:]), "each card that is left may be the next"
            scene.play(card)
            assert scene.seat().discard == order[: index + 1], "one card, no more"
        assert [event["card"] for event in scene.happened("card_played")] == order


@pytest.mark.rule("MYC-PLAY-03")
def test_a_played_card_lies_on_the_open_discard_pile_before_its_function_is_performed():
    scene = Scene(hand=["hero"], fn=MOVE_ANY)
    scene.play()
    assert scene.asked == "move_from"
    assert scene.seat().discard == ["hero"]
    assert scene.match.view(1)["seats"][0]["discard"] == ["hero"]


@pytest.mark.rule("MYC-PLAY-04")
def test_a_function_is_performed_before_the_next_card_is_played():
    scene = Scene(hand=["hero", "hero"], fn=MOVE_ANY)
    scene.play()
    assert all(option[0] in ("move", "skip") for option in scene.options)
    assert scene.refused("play", "hero") == "MYC-PLAY-04"
    assert scene.refused("end") == "MYC-PLAY-04"
    scene.choose("move", 4, 9)
    scene.play()
    assert len(scene.happened("card_played")) == 2


@pytest.mark.rule("MYC-PLAY-05")
@pytest.mark.parametrize(
    "fn",
    [
        "move 1 any",
        "move 2 any",
        "remove 1..3 moss",
        "remove 2 any holding exactly 2",
        "remove 0..2 water beside",
        "around leaf",
        "3 x (move 1 any)",
        "leaves 2 / move 1 any",
    ],
)
def test_a_whole_function_may_be_left_out(fn):
    scene = Scene(hand=["hero"], fn=fn, drops={14: 2, 9: 2, 4: 5})
    before = scene.board()
    scene.play()
    assert ["skip"] in scene.options
    scene.skip()
    assert scene.asked == "your_turn"
    assert scene.board() == before
    assert scene.seat().leaves == 0


@pytest.mark.rule("MYC-PLAY-05")
def test_any_part_of_a_function_may_be_left_out():
    scene = Scene(hand=["hero"], fn="move 1 moss & remove 1 water", drops={7: 1, 9: 1, 4: 5})
    scene.play()
    scene.choose("move", 7, SHRINE)
    scene.skip()
    assert scene.board() == {9: 1, 4: 5}


@pytest.mark.rule("MYC-PLAY-06")
def test_a_card_that_cannot_or_will_not_be_used_is_played_and_discarded_all_the_same():
    scene = Scene(hand=["hero", "sickle.moss_walker"], fn="remove 1 water", drops={14: 1, 4: 5})
    events = scene.play()
    assert "no_field_fits" in events
    scene.play("sickle.moss_walker")
    scene.skip()
    assert scene.seat().discard == ["hero", "sickle.moss_walker"]
    assert scene.options == [["end"]]


@pytest.mark.rule("MYC-PLAY-07")
@pytest.mark.parametrize("field", [3, 7, 9, 13])
def test_a_drop_moved_onto_the_shrine_field_from_any_side_leaves_the_board_at_once(field):
    scene = Scene(hand=["hero"], fn=MOVE_ANY, drops={field: 2, **FILLER})
    scene.play()
    events = scene.choose("move", field, SHRINE)
    assert "drop_reached_shrine" in events
    assert scene.board() == {field: 1, **FILLER}
    assert scene.state.tray == 1


@pytest.mark.rule("MYC-PLAY-08", "MYC-R-04")
def test_removed_drops_are_put_into_the_shrine_at_the_end_of_the_turn():
    scene = Scene(hand=["hero", "sickle.moss_walker"], fn="remove 2 water", drops={9: 3, 7: 1, **FILLER})
    scene.play()
    scene.choose("remove", 9, 2)
    assert (scene.state.shrine, scene.state.tray) == (0, 2), "they wait beside the shrine during the turn"
    scene.play("sickle.moss_walker")
    scene.choose("move", 7, SHRINE)
    assert (scene.state.shrine, scene.state.tray) == (0, 3)
    scene.end()
    scene.settle()
    assert (scene.state.shrine, scene.state.tray) == (3, 0), "now they are in it"


@pytest.mark.rule("MYC-PLAY-08")
def test_people_with_real_pieces_are_told_to_put_the_drops_of_the_turn_into_the_shrine():
    scene = Scene(hand=["hero"], fn="remove 3 water", drops={9: 3, **FILLER}, pieces="real", shrine=8)
    scene.play()
    scene.choose("remove", 9, 3)
    scene.end()
    scene.settle()
    assert scene.question.task == {"what": "shrine_drops", "in": 2, "box": 1}


@pytest.mark.rule("MYC-PLAY-09", "MYC-R-55")
def test_discard_piles_lie_open_hands_and_supply_piles_do_not():
    scene = Scene(hand=["hero", "hero"])
    scene.play()
    for looking in (0, 1, None):
        seat = scene.match.view(looking)["seats"][0]
        assert seat["discard"] == ["hero"]
        assert seat["supply"] == [None, None, None]
        assert seat["hand"] == (["hero"] if looking == 0 else None)
        assert seat["hand_size"] == 1
