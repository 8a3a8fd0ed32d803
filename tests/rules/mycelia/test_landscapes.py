"""Landscapes."""

import pytest

from tests.rules.mycelia.scene import SHRINE, Scene

EVERYWHERE = {field: 1 for field in range(20) if field != SHRINE}


def choosable(fn):
    scene = Scene(hand=["hero"], fn=fn, drops=EVERYWHERE)
    scene.play()
    return scene


def fields_of(scene, *lands):
    return [field for field, land in enumerate(scene.match.view(None)["board"]["lands"]) if land in lands]


@pytest.mark.rule("MYC-LAND-01")
def test_fields_are_leaf_moss_water_or_soil_apart_from_the_shrine_field():
    lands = Scene().match.view(None)["board"]["lands"]
    assert set(lands) == {"leaf", "moss", "water", "soil", "shrine"}
    assert lands.count("shrine") == 1
    assert len(lands) == 20


@pytest.mark.rule("MYC-LAND-02", "MYC-R-21")
@pytest.mark.parametrize("fn", ["move 1 any", "remove 1 any"])
def test_any_field_is_leaf_moss_water_and_soil(fn):
    scene = choosable(fn)
    assert scene.fields() == sorted(EVERYWHERE)
    verb = fn.partition(" ")[0]
    assert scene.refused(verb, SHRINE, 3 if verb == "move" else 1) == "MYC-R-21"


@pytest.mark.rule("MYC-LAND-03")
@pytest.mark.parametrize("land", ["leaf", "moss", "water"])
@pytest.mark.parametrize("verb", ["move", "remove"])
def test_a_landscape_accepts_only_itself(verb, land):
    scene = choosable(f"{verb} 1 {land}")
    assert scene.fields() == fields_of(scene, land)
    for other in {"leaf", "moss", "water", "soil"} - {land}:
        field = fields_of(scene, other)[0]
        assert scene.refused(verb, field, field + 5 if verb == "move" else 1) == "MYC-LAND-03"


@pytest.mark.rule("MYC-LAND-03")
def test_no_function_names_soil_alone():
    for function in ("move 1 soil", "remove 1 soil", "around soil"):
        with pytest.raises(ValueError, match="soil"):
            Scene(fn=function)


@pytest.mark.rule("MYC-R-52")
def test_a_leaf_field_has_nothing_to_do_with_leaves():
    scene = choosable("remove 1 leaf")
    scene.choose("remove", 1, 1)
    assert scene.seat().leaves == 0
