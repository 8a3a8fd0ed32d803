"""How to Take a Turn: 3. Basic actions."""

import pytest

from tests.rules.mycelia.scene import FILLER, SHRINE, Scene, bag


def actions(scene):
    return [option[1] for option in scene.options if option[0] == "action"]


def use_b(scene, *move):
    scene.choose("action", "b")
    return scene.choose("move", *(move or (4, 9)))


@pytest.mark.rule("MYC-ACT-01")
def test_each_action_card_is_used_once_a_turn_at_most():
    scene = Scene(leaves=20)
    assert actions(scene) == ["a", "b"]
    scene.choose("action", "a")
    scene.settle()
    assert actions(scene) == ["b"]
    assert scene.refused("action", "a") == "MYC-ACT-01"
    use_b(scene)
    assert actions(scene) == []
    assert scene.refused("action", "b") == "MYC-ACT-01"


@pytest.mark.rule("MYC-ACT-02")
def test_actions_are_used_before_between_and_after_cards_but_not_inside_a_function():
    scene = Scene(leaves=20, hand=["hero", "hero"], fn="move 1 any")
    assert "b" in actions(scene), "before"
    scene.play()
    assert actions(scene) == []
    assert scene.refused("action", "b") == "MYC-ACT-02"
    scene.skip()
    assert "b" in actions(scene), "between"
    use_b(scene)
    scene.play()
    scene.skip()
    assert scene.seat().hand == []
    assert "a" in actions(scene), "after"
    scene.choose("action", "a")
    assert [event["action"] for event in scene.happened("action_used")] == ["b", "a"]


@pytest.mark.rule("MYC-ACT-03")
def test_only_actions_on_own_cards_can_be_used():
    scene = Scene(leaves=20).change_seat(0, actions=["b"])
    assert actions(scene) == ["b"]
    assert scene.refused("action", "a") == "MYC-ACT-03"


@pytest.mark.rule("MYC-ACT-04")
def test_a_used_action_card_is_marked_and_is_fresh_on_the_players_next_turn():
    scene = Scene(leaves=20)
    use_b(scene)
    assert scene.match.view(1)["seats"][0]["actions"] == [{"action": "a", "used": False}, {"action": "b", "used": True}]
    assert actions(scene) == ["a"]
    scene.next_turns(2)
    assert scene.question.seat == 0
    assert scene.match.view(1)["seats"][0]["actions"] == [{"action": "a", "used": False}, {"action": "b", "used": False}]
    assert actions(scene) == ["a", "b"]
    use_b(scene)
    assert actions(scene) == ["a"]


@pytest.mark.rule("MYC-ACT-05")
@pytest.mark.parametrize("gaps", [0, 2, 5])
def test_action_a_discards_the_showcase_for_one_leaf_and_deals_five_new_heroes(gaps):
    left = ["hero", "toll_toad", "pond_ladle", "dew_beetle", "crown_of_the_wood"][gaps:]
    scene = Scene(leaves=4, showcase=[None] * gaps + left, showcase_supply=bag(["old_root"] * 9))
    scene.choose("action", "a")
    scene.settle()
    assert scene.seat().leaves == 3
    assert scene.state.showcase == ["old_root"] * 5
    assert sorted(scene.state.showcase_discard) == sorted(left)
    assert len(scene.state.showcase_supply) == 4


@pytest.mark.rule("MYC-R-13", "MYC-ACT-05")
def test_action_a_deals_what_is_left_before_it_shuffles_the_discarded_heroes_in():
    showcase = ["hero", "toll_toad", "pond_ladle", "dew_beetle", "crown_of_the_wood"]
    scene = Scene(leaves=1, showcase=showcase, showcase_supply=bag(["old_root"] * 2))
    scene.choose("action", "a")
    scene.settle()
    assert scene.state.showcase[:2] == ["old_root", "old_root"]
    assert sorted([*scene.state.showcase[2:], *scene.state.showcase_supply.cards()]) == sorted(showcase)
    assert scene.state.showcase_discard == []


@pytest.mark.rule("MYC-ACT-06")
def test_action_b_moves_any_one_drop_exactly_one_field_orthogonally_for_three_leaves():
    scene = Scene(leaves=3, drops={12: 2, 19: 1})
    scene.choose("action", "b")
    assert scene.seat().leaves == 0
    assert scene.options == [
        ["move", 12, 7], ["move", 12, 11], ["move", 12, 13], ["move", 12, 17], ["move", 19, 14], ["move", 19, 18],
    ]
    assert scene.refused("move", 12, 6) == "MYC-SYM-02"
    assert scene.refused("move", 12, 12) == "MYC-R-22", "it does move"
    assert scene.refused("skip") == "MYC-ACT-06"
    scene.choose("move", 12, 7)
    assert scene.board() == {12: 1, 7: 1, 19: 1}
    assert scene.asked == "your_turn", "one drop and no more"


@pytest.mark.rule("MYC-ACT-06")
def test_action_b_needs_a_drop_to_move():
    scene = Scene(leaves=3, drops=[{}, FILLER])
    assert scene.refused("action", "b") == "MYC-ACT-06"


@pytest.mark.rule("MYC-ACT-07")
def test_action_b_onto_the_shrine_field_removes_the_drop():
    scene = Scene(leaves=3, drops={13: 1, **FILLER})
    use_b(scene, 13, SHRINE)
    assert scene.board() == FILLER
    assert scene.state.tray == 1


@pytest.mark.rule("MYC-ACT-08")
@pytest.mark.parametrize(("leaves", "affordable"), [(0, []), (1, ["a"]), (2, ["a"]), (3, ["a", "b"])])
def test_an_action_that_cannot_be_paid_is_refused(leaves, affordable):
    scene = Scene(leaves=leaves)
    assert actions(scene) == affordable
    for action in {"a", "b"} - set(affordable):
        assert scene.refused("action", action) == "MYC-ACT-08"


@pytest.mark.rule("MYC-ACT-09")
def test_the_basic_game_knows_the_actions_a_and_b_only():
    scene = Scene(leaves=50)
    assert actions(scene) == ["a", "b"]
    for action in "cde":
        assert scene.refused("action", action) == "MYC-ACT-09"
