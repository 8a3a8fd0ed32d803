"""Which rule is named where an answer is refused in the solo game and to pairs."""

import pytest

from tests.rules.mischief.scene_modes import Modes, cell, setting_up
from tests.rules.mischief.test_enchanted import phase


@pytest.mark.parametrize(
    ("seats", "asker", "answer", "rule"),
    [
        (4, "colour", ["colour", 1], "MM-TEAM-04"),
        (1, "enchanted_faction", ["faction", "werewolves"], "MM-SOLO-02"),
        (1, "return_side", ["side", "C"], "MM-SOLO-05"),
    ],
)
def test_what_cannot_be_chosen_at_setup(seats, asker, answer, rule):
    assert Modes(setting_up(seats, asker)).refused(*answer) == rule


def test_the_draft_in_a_first_game():
    s = Modes(setting_up(2, "layout", {"layout": "chosen", "first_game": True}))
    assert s.refused("layout", "draft") == "MM-FTP-02"
    assert s.refused("layout", "9") == "MM-LAY-01"


def test_where_an_enchanted_does_not_go():
    s = phase("C4", tomes={"A4": [1], "E4": [1], "C3": [1]}, keeper="E1")
    assert s.refused("go", cell("C3")) == "MM-ENC-05"
    s = phase("C4", players=["B4", "D4", "C3"], keeper="A1")
    assert s.refused("go", cell("C3")) == "MM-ENC-08"
    s = phase("A3", keeper="A1", options={"solo_steps": 2})
    assert s.refused("go", cell("A2")) == "MM-ENC-09"
    s = phase("A5", tomes={"B4": [1]}, keeper="E3")
    assert s.refused("go", cell("B4")) == "MM-ENC-04"


def test_where_nobody_is_displaced():
    s = phase("D5", players=["D4"], keeper="C2")
    assert s.refused("go", cell("E4")) == "MM-ENC-11"
    assert s.refused("go", cell("C2")) == "MM-R-72"
