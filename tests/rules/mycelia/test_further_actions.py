"""Additional action cards."""

import pytest

from tests.rules.mycelia.scene import FILLER, SHRINE, Scene
from tests.rules.mycelia.test_basic_actions import actions
from tests.rules.mycelia.test_single_effects import GAPS, START, hired


def holding(*kinds, leaves=9, options=None, **how):
    """A turn of the expansion in which seat 0 owns the action cards `kinds`."""
    scene = Scene(options={"expansion": True, **(options or {})}, leaves=leaves, **how)
    return scene.change_seat(0, actions=list(kinds))


def full(single="action c", used=(), options=None, own="abcd"):
    """The question which of four action cards is given up for a fifth one."""
    left = ["c", "c", "d", "d", "e", "e"]
    for kind in own:
        if kind in left:
            left.remove(kind)
    scene = Scene(
        options={"expansion": True, **(options or {})}, single=single, leaves=20, showcase=["hero", *GAPS], action_supply=left
    )
    scene.change_seat(0, actions=list(own), used=list(used))
    scene.choose("hire", 0)
    return scene


@pytest.mark.rule("MYC-XACT-01")
@pytest.mark.parametrize("kind", ["c", "d", "e"])
def test_a_single_effect_gives_an_action_card_of_the_open_supply(kind):
    scene = hired(f"action {kind}")
    assert scene.seat().actions == ["a", "b", kind]
    assert sorted([*scene.state.action_supply, kind]) == ["c", "c", "d", "d", "e", "e"]
    assert scene.match.view(1)["seats"][0]["actions"][-1] == {"action": kind, "used": False}
    assert scene.seat(1).actions == ["a", "b"]


@pytest.mark.rule("MYC-XACT-01", "MYC-COMP-09")
def test_the_pack_has_heroes_that_give_each_of_the_three():
    given = [card.single for card in Scene().pack.cards.values() if card.single and card.single[0] == "gain_action"]
    assert sorted(kind for _, kind in given) == ["c", "d", "e"]


@pytest.mark.rule("MYC-XACT-02")
def test_two_of_the_same_kind_may_be_owned():
    scene = hired("action d", action_supply=["c", "d", "d"])
    assert scene.seat().actions == ["a", "b", "d"]
    scene.change(showcase=["hero", *GAPS])
    scene.choose("hire", 0)
    assert scene.seat().actions == ["a", "b", "d", "d"]
    assert scene.state.action_supply == ["c"]


@pytest.mark.rule("MYC-XACT-03")
def test_for_a_fifth_action_card_another_one_goes_to_the_box_first():
    scene = full()
    assert scene.asked == "give_up"
    assert scene.seat().actions == ["a", "b", "c", "d"]
    assert scene.refused("give_up", "e") == "MYC-XACT-03"
    scene.choose("give_up", "a")
    assert scene.seat().actions == ["b", "c", "d", "c"]
    assert scene.state.cards_out == ["action a"]
    assert scene.state.action_supply == ["d", "e", "e"], "the box, not the open supply"


@pytest.mark.rule("MYC-XACT-03")
def test_a_third_and_a_fourth_action_card_cost_none():
    scene = hired("action c & action e")
    assert scene.asked == "your_turn"
    assert scene.seat().actions == ["a", "b", "c", "e"]


@pytest.mark.rule("MYC-R-35")
def test_any_action_card_may_be_given_up_or_the_new_one_declined():
    scene = full()
    assert scene.options == [["give_up", "a"], ["give_up", "b"], ["give_up", "c"], ["give_up", "d"], ["skip"]]
    scene.skip()
    assert scene.seat().actions == ["a", "b", "c", "d"]
    assert scene.state.cards_out == []
    assert scene.seat().supply.top() == "hero"


@pytest.mark.rule("MYC-R-35")
def test_by_the_other_reading_only_c_d_and_e_are_given_up_and_none_is_declined():
    scene = full(options={"action_card_given_up": "only_c_d_e"})
    assert scene.options == [["give_up", "c"], ["give_up", "d"]]
    for answer in (["skip"], ["give_up", "a"]):
        assert scene.refused(*answer) == "MYC-R-35"
    scene.choose("give_up", "d")
    assert scene.seat().actions == ["a", "b", "c", "c"]


@pytest.mark.rule("MYC-R-36")
@pytest.mark.parametrize(("value", "usable"), [("yes", ["a", "b", "d", "c"]), ("no", ["a", "b", "d"])])
def test_a_new_card_for_a_used_one_of_the_same_kind(value, usable):
    scene = full(used=["c"], options={"action_card_second_use": value})
    assert scene.match.view(0)["seats"][0]["actions"][2] == {"action": "c", "used": True}
    scene.choose("give_up", "c")
    assert scene.seat().actions == ["a", "b", "d", "c"]
    assert actions(scene) == usable
    scene.next_turns(2)
    assert actions(scene) == ["a", "b", "d", "c"], "on the next turn it is fresh anyway"


@pytest.mark.rule("MYC-R-36")
@pytest.mark.parametrize("value", ["yes", "no"])
def test_giving_up_an_unused_card_takes_nothing_from_the_new_one(value):
    scene = full(used=["b"], options={"action_card_second_use": value})
    scene.choose("give_up", "c")
    assert actions(scene) == ["a", "d", "c"]


@pytest.mark.rule("MYC-XACT-04")
def test_a_new_action_card_is_usable_in_the_same_turn():
    scene = hired("action d", leaves=9)
    assert "d" in actions(scene)
    scene.choose("action", "d")
    scene.choose("remove", 4, 1)
    assert scene.board() == {4: 29}


@pytest.mark.rule("MYC-XACT-05")
def test_they_follow_the_rules_of_a_and_b_and_two_copies_give_two_uses():
    scene = holding("a", "b", "d", "d", leaves=6, hand=["hero"], fn="move 1 any")
    for left in (3, 0):
        scene.choose("action", "d")
        scene.choose("remove", 4, 1)
        assert scene.seat().leaves == left
    assert scene.refused("action", "d") == "MYC-ACT-01"
    third = holding("a", "b", "d", leaves=6)
    third.choose("action", "d")
    third.choose("remove", 4, 1)
    assert third.refused("action", "d") == "MYC-ACT-01"
    third.next_turns(2)
    assert third.seat().used == [], "fresh on the next turn"


@pytest.mark.rule("MYC-XACT-05", "MYC-ACT-08")
@pytest.mark.parametrize("kind", ["c", "d", "e"])
def test_each_costs_three_leaves_and_is_not_used_inside_a_function(kind):
    scene = holding("a", "b", kind, leaves=2, hand=["hero"], fn="move 1 any").change_seat(0, discard=[START])
    assert scene.refused("action", kind) == "MYC-ACT-08"
    scene.change_seat(0, leaves=3)
    assert kind in actions(scene)
    scene.play()
    assert scene.refused("action", kind) == "MYC-ACT-02"
    scene.skip()
    scene.choose("action", kind)
    assert scene.seat().leaves == 0
    assert scene.refused("end") is not None


@pytest.mark.rule("MYC-XACT-05", "MYC-ACT-03")
def test_in_the_expansion_too_only_own_action_cards_are_used():
    scene = holding("a", "b", "c")
    assert scene.refused("action", "d") == "MYC-ACT-03"


@pytest.mark.rule("MYC-XACT-06")
def test_action_c_moves_a_drop_and_another_one_of_the_same_field():
    scene = holding("c", drops={12: 2, **FILLER})
    scene.choose("action", "c")
    assert scene.seat().leaves == 6
    assert scene.refused("skip") == "MYC-ACT-06", "it is paid for"
    scene.choose("move", 12, 11)
    assert scene.asked == "action_c_second"
    assert scene.fields() == [12]
    assert scene.refused("move", 4, 9) == "MYC-XACT-06"
    scene.choose("move", 12, 11)
    assert scene.board() == {11: 2, **FILLER}
    assert scene.asked == "your_turn", "two and no more"


@pytest.mark.rule("MYC-XACT-06")
def test_action_c_moves_one_drop_where_no_other_lies_and_needs_one():
    scene = holding("c", drops={13: 1, **FILLER})
    scene.choose("action", "c")
    scene.choose("move", 13, SHRINE)
    assert scene.asked == "your_turn"
    assert (scene.board(), scene.state.tray) == (FILLER, 1)
    assert holding("c", drops=[{}, FILLER]).refused("action", "c") == "MYC-XACT-06"


@pytest.mark.rule("MYC-XACT-07")
def test_the_two_drops_may_go_in_different_directions_one_field_each():
    scene = holding("c", drops={12: 3, **FILLER})
    scene.choose("action", "c")
    scene.choose("move", 12, 7)
    assert sorted(option[2] for option in scene.options if option[0] == "move") == [7, 11, 13, 17]
    assert scene.refused("move", 12, SHRINE) == "MYC-SYM-02"
    scene.choose("move", 12, 17)
    assert scene.board() == {12: 1, 7: 1, 17: 1, **FILLER}


@pytest.mark.rule("MYC-R-18")
@pytest.mark.parametrize("value", ["no", "yes"])
def test_the_second_drop_may_stay_unless_the_house_rule_says_no(value):
    scene = holding("c", drops={12: 2, **FILLER}, options={"action_c_second_drop_compulsory": value})
    scene.choose("action", "c")
    scene.choose("move", 12, 11)
    if value == "yes":
        assert scene.refused("skip") == "MYC-R-18"
        return
    scene.skip()
    assert scene.board() == {12: 1, 11: 1, **FILLER}


@pytest.mark.rule("MYC-XACT-08")
@pytest.mark.parametrize("held", [1, 2, 7])
def test_action_d_removes_one_drop_of_any_field(held):
    for field in (0, 1, 9, 12):
        scene = holding("d", drops={field: held, **FILLER})
        scene.choose("action", "d")
        assert scene.options == sorted([["remove", field, 1], ["remove", 4, 1]])
        assert scene.refused("remove", field, 2) == "MYC-XACT-08"
        assert scene.refused("skip") == "MYC-XACT-08"
        scene.choose("remove", field, 1)
        assert scene.board().get(field, 0) == held - 1
        assert (scene.state.tray, scene.asked) == (1, "your_turn")
    assert holding("d", drops=[{}, FILLER]).refused("action", "d") == "MYC-XACT-08"


@pytest.mark.rule("MYC-XACT-09")
def test_action_e_removes_up_to_one_discarded_card():
    scene = holding("e").change_seat(0, discard=[START, "toll_toad"])
    scene.choose("action", "e")
    assert scene.options == [["take_out", START], ["take_out", "toll_toad"], ["skip"]]
    scene.choose("take_out", START)
    assert (scene.seat().discard, scene.state.cards_out) == (["toll_toad"], [START])
    assert scene.asked == "your_turn"
    none = holding("e").change_seat(0, discard=[START])
    none.choose("action", "e")
    none.skip()
    assert (none.seat().discard, none.seat().leaves) == ([START], 6)
    assert holding("e").refused("action", "e") == "MYC-XACT-09", "nothing lies there"
