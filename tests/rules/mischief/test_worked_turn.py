"""The rulebook's worked turn, Werewolves against Gnomes, on spaces of our own: its pictures are not ours."""

import pytest

from tests.rules.mischief.scene import Scene, cell, edge


def worked():
    """The end of the Gnomes' turn: a Werewolf is caught, and the Groundskeeper makes for Destination 2."""
    s = Scene(
        at=[None, "A2", "C1", "D4", "C4", "B1"], keeper="A5", goal=1, stops=["A1", "E4", "B2"], move=4, clutter=["D5"],
        hedges=["D4-E4"], tomes={"D3": [0, 1]}, active=1,
        dice={"move": [(1, 2, False), (2, 3, False)], **{ability: [(0, 1, False)] for ability in ("fling", "heave", "distract")}},
    )  # fmt: skip
    s.edit(lambda state: state["play"]["lines"]["0"].update(asker=["act", 1], agenda=[["next_team"]]))
    return s.pass_on()


@pytest.mark.rule("MM-EX-01", "MM-R-80")
def test_the_worked_turn_brings_two_points_in_the_groundskeeper_phase():
    s = worked()
    assert [s.points(ability) for ability in ("move", "fling", "heave", "distract")] == [5, 1, 1, 1]
    s.choose("return", 0, cell("E5"))
    s.move("D5")
    assert s.points() == 3, "one space of Clutter"
    s.choose("fling", 3, cell("B4"))
    s.move("D4")
    s.choose("heave", edge("D4-E4"), 0)
    assert s.state.hedges == [edge("D1-E1")], "the way along row 4 is open"
    s.distract("A4")
    assert s.scores == (0, 0)
    s.move("D3")
    assert s.state.players[0].collected == 1
    assert s.points() == 1
    s.pass_on()
    walk = [event["at"] for event in s.happened("keeper_moved")]
    assert walk == ["A4", "B4", "C4", "D4", "E4"]
    assert s.scores == (2, 0)
    assert (s.where(3), s.where(4)) == (None, None)
    assert s.state.keepers[0].goal == 2


@pytest.mark.rule("MM-EX-02")
def test_the_worked_cleanup():
    s = worked()
    s.choose("return", 0, cell("E5")).move("D5").choose("fling", 3, cell("B4")).move("D4").move("D3")
    s.pass_on().until("slot")
    assert [s.die("move", 0)[0], s.die("move", 1)[0], s.die("fling")[0]] == [0, 1, 0], "used dice slide left"
    s.choose("slot", 0)
    assert [s.die("move", 0)[0], s.die("move", 1)[0]] == [1, 2], "the Tome pushes both Move dice"
    fling = s.match.pack.factions["werewolves"].of["fling"][0]
    s.choose("boost", fling).choose("boost", fling)
    slots = {track.ability: track.slots for track in s.match.pack.factions["werewolves"].tracks}
    assert s.die("fling") == (2, slots["fling"][2], False)
    assert [s.die("move", 0)[1], s.die("move", 1)[1]] == [slots["move"][1], slots["move"][2]]
