"""The worked turn of the rulebook, Werewolves against Gnomes, on spaces that its figures do not tell."""

import pytest

from shared_rules.mischief.pack import read_pack
from tests.rules.mischief.scene import HOUSE, Scene, cell, edge, hedge_of


def at_turn_start(state):
    """Seat 1 is about to pass; then the turn of seat 0 begins."""
    state["active"] = 1
    line = state["play"]["lines"]["0"]
    line["asker"], line["agenda"] = ["act", 1], [["next_team"]]


def pack():
    """Before Dark cards as in the example: four points a turn, and a secret entrance in the corner."""
    found = read_pack("house.toml", HOUSE)
    for name, face in found.cards.items():
        if face.kind == "before":
            found.cards[name] = face._replace(move=4, entrances=(cell("A1"), cell("E4")))
    return found


@pytest.mark.rule("MM-EX-01", "MM-R-80")
def test_the_worked_turn_makes_two_points():
    s = Scene(
        at=[None, "B4", "E5", "C1", "D3", "E1"], keeper="A4", stops=["A5", "E3", "E2"], goal=1, pack=pack(),
        hedges=["B3-C3"], clutter=["B1"], tomes={"B2": [0, 1]}, options={"move_die_order": "fixed"},
        dice={"move": [(3, 3, False), (4, 2, False)], **{one: [(0, 1, False)] for one in ("fling", "heave", "distract")}},
    )  # fmt: skip
    s.edit(at_turn_start).pass_on()
    assert (s.asked, "A1" in s.squares("return")) == ("return_to", True)
    s.choose("return", 0, cell("A1"))
    s.move("B1", figure=0)
    assert s.points("move") == 3, "the Clutter costs two"
    s.choose("fling", 3, cell("C3"))
    assert s.where(3) == "C3"
    s.move("B3", figure=1)
    s.choose("heave", edge("B3-C3"), 2)
    assert [hedge_of(one) for one in s.state.hedges] == ["B5-C5"], "behind the Werewolf; the Groundskeeper's way is open"
    s.distract("A3")
    assert s.scores == (0, 0)
    s.move("B2", figure=1)
    assert s.state.players[0].collected == 1
    assert [s.points(ability) for ability in ("move", "fling", "heave", "distract")] == [1, 0, 0, 0]
    s.pass_on()
    assert s.keeper == "E3"
    assert (s.where(3), s.where(4)) == (None, None)
    assert s.scores == (2, 0)
    assert s.state.keepers[0].goal == 2
    s.choose("slot", 0)
    assert s.asked == "boost"
