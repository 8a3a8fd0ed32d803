"""How to Take a Turn: 2. Hire Mycelia's heroes."""

import pytest

from shared_rules.mycelia.pack import house_pack
from tests.rules.mycelia.scene import Scene

SHOWCASE = ["hero", "toll_toad", "pond_ladle", "dew_beetle", "crown_of_the_wood"]


def shop(leaves, **how):
    return Scene(leaves=leaves, showcase=SHOWCASE, **how)


def hires(scene):
    return [option[1] for option in scene.options if option[0] == "hire"]


@pytest.mark.rule("MYC-HIRE-01")
def test_heroes_are_hired_before_between_and_after_cards_several_times_a_turn():
    scene = shop(20, hand=["sickle.pocket_leaf", "sickle.pocket_leaf"])
    scene.choose("hire", 0)
    scene.play("sickle.pocket_leaf")
    scene.choose("hire", 1)
    scene.play("sickle.pocket_leaf")
    scene.choose("hire", 2)
    scene.choose("hire", 3)
    assert [event["card"] for event in scene.happened("hero_hired")] == SHOWCASE[:4]
    assert scene.refused("hire", 7) == "MYC-HIRE-01", "only what lies in the showcase"


@pytest.mark.rule("MYC-R-10")
def test_nobody_is_hired_inside_a_function():
    scene = shop(20, hand=["hero"], fn="move 1 any")
    scene.play()
    assert hires(scene) == []
    assert scene.refused("hire", 0) == "MYC-R-10"


@pytest.mark.rule("MYC-HIRE-02")
@pytest.mark.parametrize(("place", "cost"), [(0, 2), (1, 3), (2, 4), (3, 5), (4, 8)])
def test_hiring_costs_the_leaves_on_the_card(place, cost):
    scene = shop(10)
    scene.choose("hire", place)
    assert scene.seat().leaves == 10 - cost
    assert {card.cost for card in house_pack().cards.values() if card.kind == "basic"} == {2, 3, 4, 5, 6, 7, 8}


@pytest.mark.rule("MYC-HIRE-03")
@pytest.mark.parametrize(
    ("leaves", "affordable"), [(0, []), (1, []), (2, [0]), (4, [0, 1, 2]), (7, [0, 1, 2, 3]), (8, [0, 1, 2, 3, 4])]
)
def test_hiring_is_refused_with_fewer_leaves_than_it_costs(leaves, affordable):
    scene = shop(leaves)
    assert hires(scene) == affordable
    for place in set(range(5)) - set(affordable):
        assert scene.refused("hire", place) == "MYC-HIRE-03"


@pytest.mark.rule("MYC-HIRE-03")
def test_leaves_that_are_spent_do_not_pay_for_another_hero():
    scene = shop(5)
    scene.choose("hire", 1)
    assert hires(scene) == [0]
    assert scene.refused("hire", 2) == "MYC-HIRE-03"


@pytest.mark.rule("MYC-HIRE-04")
def test_a_hired_hero_goes_face_down_on_top_of_the_own_supply_pile():
    scene = shop(10)
    scene.choose("hire", 2)
    assert len(scene.seat().supply) == 4
    assert scene.seat().supply.top() == "pond_ladle"
    assert "pond_ladle" not in [*scene.seat().hand, *scene.seat().discard]
    assert scene.match.view(0)["seats"][0]["supply"] == ["pond_ladle", None, None, None]
    assert scene.match.view(1)["seats"][0]["supply"] == ["pond_ladle", None, None, None], "everybody saw it"
    assert scene.match.view(None)["seats"][0]["supply"] == [None] * 4, "it lies face down"


@pytest.mark.rule("MYC-HIRE-05")
def test_the_gap_in_the_showcase_stays_until_the_end_of_the_turn_or_action_a():
    scene = shop(10, hand=["sickle.pocket_leaf"])
    scene.choose("hire", 1)
    scene.play("sickle.pocket_leaf")
    assert scene.state.showcase == ["hero", None, "pond_ladle", "dew_beetle", "crown_of_the_wood"]
    assert scene.refused("hire", 1) == "MYC-HIRE-05"
    other = scene.match.copy()
    scene.choose("action", "a")
    scene.settle()
    assert None not in scene.state.showcase
    scene.match = other
    scene.end()
    scene.settle()
    assert None not in scene.state.showcase


@pytest.mark.rule("MYC-HIRE-06", "MYC-R-11")
def test_heroes_hired_in_one_turn_are_drawn_at_its_end_the_last_one_first():
    scene = shop(20)
    for place in (0, 1, 2):
        scene.choose("hire", place)
    scene.end()
    scene.settle()
    drawn = [event["secret"]["card"] for event in scene.happened("card_drawn") if event["seat"] == 0]
    assert drawn == scene.seat().hand == ["pond_ladle", "toll_toad", "hero"]
