"""Additional shrine fields, brought by Clavulinopsis fusiformis."""

import pytest

from tests.rules.mycelia.oracle import Oracle
from tests.rules.mycelia.scene import FILLER, Scene, flush_answer
from tests.rules.mycelia.test_single_effects import GAPS, hired

HERO = "clavulinopsis_fusiformis"
DROPS = {12: 1, 7: 2, 11: 1, **FILLER}


def laid(field=12, drops=None, **how):
    """A turn after the hero was hired and its shrine field laid."""
    scene = hired("leaves 1", HERO, drops=drops or DROPS, **how)
    scene.choose("shrine_field", field)
    return scene


def covered(fields, fn="leaves 1", drops=None, options=None, **how):
    """The turn of seat 0, on whose board additional shrine fields lie."""
    how |= {"drops": drops or FILLER, "shrine_fields": 2 - len(fields)}
    scene = Scene(options={"expansion": True, **(options or {})}, fn=fn, **how)
    return scene.change_seat(0, shrines=fields)


@pytest.mark.rule("MYC-XACT-10")
def test_a_field_with_exactly_one_drop_is_chosen_its_drop_removed_and_the_shrine_field_laid():
    assert Oracle().heroes[HERO]["single"] == "shrine"
    scene = hired("leaves 1", HERO, drops=DROPS)
    assert scene.options == [["shrine_field", 11], ["shrine_field", 12], ["skip"]]
    for field in (7, 4, 0, 8):
        assert scene.refused("shrine_field", field) == "MYC-XACT-10"
    scene.choose("shrine_field", 12)
    assert scene.board() == {7: 2, 11: 1, **FILLER}
    assert scene.match.view(1)["seats"][0]["shrines"] == [12]
    assert scene.state.shrine_fields == 1


@pytest.mark.rule("MYC-R-39", "MYC-XACT-10")
def test_that_drop_goes_into_the_shrine_and_may_end_the_game():
    scene = laid(12, [{12: 1}, FILLER], shrine=3)
    assert scene.state.tray == 1
    assert scene.state.ending is True
    scene.end()
    scene.settle()
    assert scene.state.shrine == 4


@pytest.mark.rule("MYC-XACT-11")
@pytest.mark.parametrize("fn", ["move 1 any", "remove 1 any", "remove 1 moss", "around moss", "remove 0..2 moss beside"])
def test_the_covered_field_is_no_landscape_any_more(fn):
    plain = Scene(hand=["hero"], fn=fn, drops={7: 2, 2: 1, **FILLER})
    plain.play()
    assert 7 in plain.fields()
    scene = covered([7], fn, hand=["hero"], drops={7: 2, 2: 1, 13: 1, **FILLER})
    scene.play()
    if scene.asked != "your_turn":
        assert 7 not in scene.fields()
    assert scene.match.view(0)["board"]["lands"][7] == "shrine"
    assert scene.match.view(1)["board"]["lands"][7] == "moss", "on that board only"


@pytest.mark.rule("MYC-XACT-11")
def test_choosing_the_covered_field_is_refused_by_its_rule():
    scene = covered([7], "remove 1 moss", hand=["hero"], drops={11: 1, **FILLER})
    scene.play()
    assert scene.refused("remove", 7, 1) == "MYC-XACT-11"


@pytest.mark.rule("MYC-XACT-12")
@pytest.mark.parametrize("field", [7, 11, 13, 17])
def test_a_drop_moved_onto_it_from_any_side_leaves_the_board_at_once(field):
    scene = covered([12], "move 1 any", hand=["hero"], drops={field: 2, **FILLER})
    scene.play()
    events = scene.choose("move", field, 12)
    assert "drop_reached_shrine" in events
    assert (scene.board(), scene.state.tray) == ({field: 1, **FILLER}, 1)


@pytest.mark.rule("MYC-XACT-12")
def test_so_does_one_that_an_action_moves_there():
    scene = covered([12], leaves=3, drops={13: 1, **FILLER})
    scene.choose("action", "b")
    scene.choose("move", 13, 12)
    assert (scene.board(), scene.state.tray) == (FILLER, 1)


@pytest.mark.rule("MYC-XACT-13", "MYC-COMP-08")
def test_one_player_may_get_both_shrine_fields_and_there_is_no_third():
    scene = laid(12, drops={12: 1, 11: 1, 2: 1, **FILLER}, leaves=8)
    for left in ([11], []):
        scene.change_seat(0, leaves=8)
        scene.change(showcase=[HERO, *GAPS])
        scene.choose("hire", 0)
        if left:
            scene.choose("shrine_field", left[0])
    assert scene.seat().shrines == [12, 11]
    assert scene.state.shrine_fields == 0
    assert scene.asked == "your_turn", "the third hero brings none"
    assert "no_place_for_shrine_field" in scene.happened()


@pytest.mark.rule("MYC-R-38")
@pytest.mark.parametrize("how", [{"drops": {7: 2, **FILLER}}, {"drops": DROPS, "shrine_fields": 0}])
def test_without_a_place_for_it_the_hero_is_hired_without_effect(how):
    scene = hired("leaves 1", HERO, **how)
    assert scene.asked == "your_turn"
    assert scene.seat().supply.top() == HERO


@pytest.mark.rule("MYC-R-38")
@pytest.mark.parametrize("how", [{"drops": {7: 2, **FILLER}}, {"drops": DROPS, "shrine_fields": 0}])
def test_or_the_hire_is_refused_by_the_house_rule(how):
    options = {"expansion": True, "hire_clavulinopsis": "refused"}
    scene = Scene(options=options, leaves=8, showcase=[HERO, "old_root", None, None, None], **how)
    assert [option for option in scene.options if option[0] == "hire"] == [["hire", 1]]
    assert scene.refused("hire", 0) == "MYC-R-38"
    useful = Scene(options=options, leaves=8, showcase=[HERO, *GAPS], drops=DROPS)
    useful.choose("hire", 0)
    assert useful.asked == "shrine_place"


@pytest.mark.rule("MYC-R-40")
def test_the_fields_around_a_shrine_field_stay_what_they_are():
    scene = covered([12], "around leaf", hand=["hero"], drops={11: 1, 17: 1, 3: 1, **FILLER})
    before = Scene().match.view(0)["board"]
    after = scene.match.view(0)["board"]
    assert after["lands"] == [*before["lands"][:12], "shrine", *before["lands"][13:]]
    assert after["neighbours"] == before["neighbours"]
    scene.play()
    assert 16 in scene.fields()
    moved = covered([12], "move 1 any", hand=["hero"], drops={13: 1, **FILLER})
    moved.play()
    assert sorted(option[2] for option in moved.options if option[1:2] == [13]) == [8, 12, 14, 18], "not blocked"


def turned(value, **how):
    """The shrine is turned with acorn on side 1a (below the shrine field and right of it); field 13 is a shrine field of seat 0."""
    scene = covered([13], options={"shrine_field_new_drop": value}, shrine=10, supply_card="1a", box=50, **how)
    scene.end()
    scene.answer(flush_answer("acorn"))
    return scene


@pytest.mark.rule("MYC-R-09")
@pytest.mark.parametrize(("value", "shrine", "box"), [("box", 0, 57), ("next_filling", 1, 56), ("skipped", 0, 57)])
def test_a_new_drop_that_is_due_on_an_additional_shrine_field(value, shrine, box):
    scene = turned(value)
    assert scene.board(0) == {9: 1, **FILLER}, "it does not stay"
    assert scene.board(1) == {9: 1, 13: 1, **FILLER}
    assert (scene.state.shrine, scene.state.box) == (shrine, box)
    (told,) = scene.happened("new_drops_on_shrine_field")
    assert (told["seat"], told["how"], [place["field"] for place in told["places"]]) == (0, value, [13])


@pytest.mark.rule("MYC-R-09")
def test_people_are_not_told_to_place_what_does_not_stay():
    scene = turned("box", pieces="real")
    tasks = {question.seat: question.task["fields"] for _, question in scene.match.questions.values()}
    assert tasks == {0: [9], 1: [13, 9]}
