"""Single effects: done once, when the hero is hired."""

import pytest

from tests.rules.mycelia.oracle import Oracle
from tests.rules.mycelia.scene import FILLER, Scene

START = "sickle.pocket_leaf"
GAPS = [None] * 4


def hired(single, hero="hero", seats=2, **how):
    """The moment after the hero with this single effect was hired; `options` are match options beside the expansion."""
    options = {"expansion": True, **how.pop("options", {})}
    discard = how.pop("discard", [])
    how.setdefault("leaves", 8)
    scene = Scene(seats=seats, single=single, options=options, showcase=[hero, *GAPS], **how)
    scene.change_seat(0, discard=discard)
    scene.choose("hire", 0)
    return scene


@pytest.mark.rule("MYC-ONCE-01")
def test_a_single_effect_comes_with_the_hire_and_not_the_function():
    scene = hired("leaves 4", fn="leaves 1", leaves=2)
    assert scene.seat().leaves == 4
    assert scene.happened()[:2] == ["hero_hired", "single_effect_began"]
    assert scene.asked == "your_turn"


@pytest.mark.rule("MYC-ONCE-02")
def test_the_hero_goes_on_the_supply_pile_after_its_single_effect():
    scene = hired("move 1 any & remove card", discard=[START])
    for asked in ("move_from", "card_out"):
        assert scene.asked == asked
        assert len(scene.seat().supply) == 3
        assert scene.match.view(1)["hiring"] == ["hero"], "it lies between showcase and pile"
        scene.skip()
    assert scene.seat().supply.top() == "hero"
    assert scene.state.hiring == []


@pytest.mark.rule("MYC-ONCE-03")
def test_playing_or_drawing_the_card_later_gives_no_single_effect():
    scene = hired("leaves 4", fn="leaves 1", leaves=2)
    scene.end()
    scene.settle()
    assert "hero" in scene.seat().hand
    assert scene.seat().leaves == 4, "it was drawn"
    scene.pass_turn()
    before = scene.seat().leaves
    scene.play()
    assert scene.seat().leaves == before + 1
    assert scene.happened("single_effect_began")[1:] == []


@pytest.mark.rule("MYC-ONCE-04")
@pytest.mark.parametrize("hero", ["hydnum_repandum", "tylopilus_formosus"])
def test_hydnum_and_tylopilus_remove_up_to_one_discarded_card(hero):
    assert Oracle().heroes[hero]["single"] == "remove card"
    scene = hired("leaves 1", hero, discard=[START, "toll_toad"])
    assert scene.asked == "card_out"
    assert scene.options == [["take_out", START], ["take_out", "toll_toad"], ["skip"]]
    scene.choose("take_out", START)
    assert scene.asked == "your_turn"
    assert scene.seat().discard == ["toll_toad"]


@pytest.mark.rule("MYC-ONCE-05")
def test_fomes_lets_all_others_move_a_drop_and_not_the_hirer():
    scene = hired("leaves 1", "fomes_fomentarius", seats=4)
    asked = []
    while scene.asked != "your_turn":
        asked.append((scene.question.seat, scene.asked))
        scene.choose("move", 4, 9)
    assert asked == [(1, "move_from"), (2, "move_from"), (3, "move_from")]
    assert [scene.board(seat) for seat in range(4)] == [FILLER, *[{4: 29, 9: 1}] * 3]


@pytest.mark.rule("MYC-ONCE-05", "MYC-FUNC-10")
def test_each_other_may_leave_the_single_bonus_out():
    scene = hired("leaves 1", "fomes_fomentarius", seats=3)
    scene.skip()
    scene.choose("move", 4, 3)
    assert [scene.board(seat) for seat in range(3)] == [FILLER, FILLER, {4: 29, 3: 1}]


@pytest.mark.rule("MYC-R-33")
def test_neither_the_hero_being_hired_nor_one_bought_before_can_be_removed():
    scene = Scene(options={"expansion": True}, leaves=20, showcase=["toll_toad", "hydnum_repandum", None, None, None])
    scene.change_seat(0, discard=[START])
    scene.choose("hire", 0)
    scene.choose("hire", 1)
    assert scene.options == [["take_out", START], ["skip"]]
    for card in ("toll_toad", "hydnum_repandum"):
        assert scene.refused("take_out", card) == "MYC-REM-05"


@pytest.mark.rule("MYC-R-34")
@pytest.mark.parametrize(
    ("single", "verb"),
    [("move 1 any", "move"), ("remove card", "take_out"), ("shrine", "shrine_field"), ("remove 1..3 moss", "remove")],
)
@pytest.mark.parametrize("value", ["no", "yes"])
def test_a_single_effect_may_be_left_out_unless_the_house_rule_says_no(single, verb, value):
    how = {"options": {"single_effect_compulsory": value}, "discard": [START], "drops": {7: 1, 4: 9}, "hand": ["toll_toad"]}
    scene = hired(single, **how)
    assert scene.options[0][0] == verb
    if value == "no":
        scene.skip()
    else:
        assert ["skip"] not in scene.options
        assert scene.refused("skip") == "MYC-R-34"
        scene.answer(scene.options[0])
    assert scene.asked == "your_turn"
    assert scene.state.must is False, "what comes after it may be left out"


@pytest.mark.rule("MYC-R-34", "MYC-FUNC-10")
def test_what_must_be_done_by_the_hirer_may_still_be_left_out_by_others():
    scene = hired("others (move 1 any) & move 1 any", options={"single_effect_compulsory": "yes"})
    assert (scene.question.seat, scene.options[-1]) == (1, ["skip"])
    scene.skip()
    assert (scene.question.seat, ["skip"] in scene.options) == (0, False)


@pytest.mark.rule("MYC-R-37")
def test_without_the_action_card_in_the_supply_the_hero_is_hired_all_the_same():
    scene = hired("action c", action_supply=["d", "e"])
    assert scene.seat().actions == ["a", "b"]
    assert scene.state.action_supply == ["d", "e"], "and no other kind is taken"
    assert "no_action_card" in scene.happened()
    assert scene.seat().supply.top() == "hero"
