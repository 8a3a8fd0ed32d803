"""Werewolves: Fling, Heave, the Full Moon, and the Shredder."""

import pytest

from tests.rules.mischief.scene_factions import EAST, NORTH, SOUTH, WEST, Scene, cell, edge, pairs

W, OTHER_W, ENEMY, SECOND = 0, 1, 3, 4
"""Figures of a scene: two Werewolves and two enemies."""


def werewolves(points=None, **how):
    how.setdefault("mine", [(2, 2)])
    return Scene("werewolves", points={"distract": 1, **(points or {})}, **how)


def flings(**how):
    """Where the first enemy can be flung to."""
    scene = werewolves({"fling": 1}, **how)
    return {(to % 5, to // 5) for other, to in scene.uses("fling") if other == ENEMY}


# -- Fling -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-WOLF-01")
@pytest.mark.parametrize(
    ("target", "ends"),
    [((2, 1), {(0, 1), (4, 1)}), ((2, 3), {(0, 3), (4, 3)}), ((1, 2), {(1, 0), (1, 4)}), ((3, 2), {(3, 0), (3, 4)})],
)
def test_a_fling_goes_two_spaces_left_or_right_of_the_line(target, ends):
    assert flings(enemies=[target], keeper=(0, 0) if (0, 0) not in ends else (4, 4)) == ends


@pytest.mark.rule("MM-WOLF-01")
def test_an_ally_can_be_flung_too_but_nobody_out_of_reach():
    scene = werewolves({"fling": 1}, mine=[(2, 2), (2, 1)], enemies=[(3, 3), (2, 3)], hedges=[((2, 2), (2, 3))])
    assert set(scene.uses("fling")) == {(OTHER_W, cell(4, 1)), (OTHER_W, cell(0, 1)), (W, cell(4, 2)), (W, cell(0, 2))}
    assert scene.refused("fling", ENEMY, cell(1, 3)) == "MM-WOLF-01"
    assert scene.refused("fling", SECOND, cell(0, 3)) == "MM-WOLF-01", "a Hedge stands between"
    assert scene.refused("fling", OTHER_W, cell(2, 0)) == "MM-WOLF-01", "that is straight away"
    scene.choose("fling", OTHER_W, cell(0, 1))
    assert scene.place(OTHER_W) == (0, 1)
    assert scene.points("fling") == 0


@pytest.mark.rule("MM-WOLF-02", "MM-R-36")
def test_one_space_only_where_two_are_impossible():
    assert flings(mine=[(1, 2)], enemies=[(1, 1)]) == {(0, 1), (3, 1)}, "the border after one space"
    assert flings(enemies=[(2, 1), (0, 1)]) == {(1, 1), (4, 1)}, "a Mythic two spaces on"
    assert flings(enemies=[(2, 1)], keeper=(0, 1)) == {(1, 1), (4, 1)}, "the Groundskeeper two spaces on"
    assert flings(enemies=[(2, 1)], hedges=[((0, 1), (1, 1))]) == {(1, 1), (4, 1)}, "a Hedge after one space"
    scene = werewolves({"fling": 1}, enemies=[(2, 1)])
    assert scene.refused("fling", ENEMY, cell(1, 1)) == "MM-R-36"


@pytest.mark.rule("MM-R-36", "MM-MOVM-03")
def test_a_fling_is_refused_where_neither_space_is_free():
    assert flings(enemies=[(2, 1), (1, 1), (0, 1)]) == {(4, 1)}
    scene = werewolves({"fling": 1}, enemies=[(2, 1), (1, 1), (0, 1)])
    assert scene.refused("fling", ENEMY, cell(0, 1)) == "MM-MOVM-03"


@pytest.mark.rule("MM-WOLF-03", "MM-MOVM-02")
@pytest.mark.parametrize("hedge", [((1, 1), (2, 1)), ((0, 1), (1, 1))])
def test_a_fling_over_a_hedge_needs_the_full_moon_on_the_one_who_flings(hedge):
    how = {"mine": [(2, 2), (4, 4)], "keeper": (0, 4), "enemies": [(2, 1)], "hedges": [hedge]}
    assert (0, 1) not in flings(**how)
    assert (0, 1) not in flings(player={"token": OTHER_W}, **how), "it hangs on another Werewolf"
    assert (0, 1) in flings(player={"token": W}, **how)
    assert werewolves({"fling": 1}, **how).refused("fling", ENEMY, cell(0, 1)) == "MM-WOLF-03"


@pytest.mark.rule("MM-WOLF-04", "MM-R-03", "MM-FAQ-01")
def test_a_fling_passes_over_mythics_and_may_end_on_clutter():
    scene = werewolves({"fling": 1}, enemies=[(2, 1), (1, 1)], clutter=[(0, 1)])
    scene.choose("fling", ENEMY, cell(0, 1))
    assert scene.place(ENEMY) == (0, 1)
    assert scene.place(SECOND) == (1, 1)
    assert scene.points("fling") == 0


@pytest.mark.rule("MM-WOLF-08", "MM-MOVM-01")
def test_only_with_the_full_moon_one_is_flung_over_the_groundskeeper_and_never_onto_it():
    how = {"enemies": [(2, 1)], "keeper": (1, 1)}
    assert flings(**how) == {(4, 1)}
    assert flings(player={"token": W}, **how) == {(0, 1), (4, 1)}
    assert flings(enemies=[(2, 1)], keeper=(0, 1), player={"token": W}) == {(1, 1), (4, 1)}
    scene = werewolves({"fling": 1}, player={"token": W}, enemies=[(2, 1)], keeper=(0, 1))
    assert scene.refused("fling", ENEMY, cell(0, 1)) == "MM-MOVM-01"


@pytest.mark.rule("MM-R-07")
@pytest.mark.parametrize("reading", ["no", "yes"])
def test_whether_a_tome_is_collected_on_the_way_through_the_air(reading):
    how = {"tomes": {(1, 1): [0], (0, 1): [0, 1]}, "options": {"tome_collected_when_carried_over": reading}}
    scene = werewolves({"fling": 1}, mine=[(2, 2), (2, 1)], **how)
    scene.choose("fling", OTHER_W, cell(0, 1))
    assert scene.player.collected == (2 if reading == "yes" else 1)
    short = werewolves({"fling": 1}, mine=[(2, 2), (2, 1)], enemies=[(0, 1)], **how)
    short.choose("fling", OTHER_W, cell(1, 1))
    assert short.player.collected == 1, "it lands there"


# -- Heave -------------------------------------------------------------------------------------------------------------------

OWN = ((2, 2), (3, 2))


def heaved(direction, hedge=OWN, **how):
    """The Hedges after the Werewolf's own one is heaved; None if that is refused."""
    scene = werewolves({"heave": 1}, **{"hedges": [hedge], **how})
    if (edge(*hedge), direction) not in scene.uses("heave"):
        return None
    scene.choose("heave", edge(*hedge), direction)
    assert scene.points("heave") == 0
    return scene.hedges


@pytest.mark.rule("MM-WOLF-05")
@pytest.mark.parametrize(
    ("direction", "end"), [(NORTH, ((2, 0), (3, 0))), (SOUTH, ((2, 4), (3, 4))), (EAST, ((3, 2), (4, 2))), (WEST, ((0, 2), (1, 2)))]
)
def test_a_heaved_hedge_slides_to_the_end_of_its_way(direction, end):
    assert heaved(direction) == pairs(end)


@pytest.mark.rule("MM-WOLF-05", "MM-R-82")
def test_only_a_hedge_on_a_werewolfs_own_space_can_be_heaved():
    scene = werewolves({"heave": 1}, hedges=[((3, 2), (4, 2)), ((2, 1), (3, 1))])
    assert scene.uses("heave") == []
    assert scene.refused("heave", edge((3, 2), (4, 2)), NORTH) == "MM-WOLF-05"


@pytest.mark.rule("MM-WOLF-06")
def test_a_heaved_hedge_stops_at_another_one_at_the_border_and_where_it_would_cut_off():
    assert heaved(WEST, hedges=[OWN, ((0, 2), (1, 2))]) == pairs(((0, 2), (1, 2)), ((1, 2), (2, 2)))
    assert heaved(EAST, hedges=[OWN, ((3, 2), (4, 2))]) is None, "there is no way at all"
    corner = ((3, 1), (3, 0))
    shuts = [OWN, corner, ((4, 1), (4, 0))]
    assert heaved(NORTH, hedges=shuts) == pairs(*shuts[1:], ((2, 1), (3, 1))), "in the last row it would shut a corner in"
    scene = werewolves({"heave": 1}, hedges=[OWN, ((3, 2), (4, 2))])
    assert scene.refused("heave", edge(*OWN), EAST) == "MM-WOLF-06"


@pytest.mark.rule("MM-R-33")
@pytest.mark.parametrize("reading", ["pass_over", "stop_before"])
def test_whether_a_heaved_hedge_passes_a_place_where_it_would_cut_off(reading):
    """At its second place it would shut in (4, 2); the third is good again."""
    hedge = ((3, 4), (4, 4))
    shut = [((4, 3), (4, 2)), ((4, 1), (4, 2))]
    end = heaved(
        NORTH, hedge=hedge, mine=[(3, 4)], hedges=[hedge, *shut], keeper=(0, 0), options={"heave_cutting_position": reading}
    )
    assert end == pairs(*shut, ((3, 0), (4, 0)) if reading == "pass_over" else ((3, 3), (4, 3)))


@pytest.mark.rule("MM-WOLF-07")
def test_a_heaved_hedge_goes_over_mythics():
    assert heaved(WEST, enemies=[(1, 2)], mine=[(2, 2), (0, 2)]) == pairs(((0, 2), (1, 2)))


@pytest.mark.rule("MM-R-34")
@pytest.mark.parametrize("reading", ["no", "yes"])
def test_whether_a_heaved_hedge_goes_over_the_groundskeeper(reading):
    end = heaved(WEST, keeper=(1, 2), options={"heave_across_groundskeeper": reading})
    assert end == pairs(((1, 2), (2, 2)) if reading == "no" else ((0, 2), (1, 2)))
    assert heaved(NORTH, keeper=(2, 1), options={"heave_across_groundskeeper": reading}) == pairs(((2, 0), (3, 0)))


@pytest.mark.rule("MM-R-35")
@pytest.mark.parametrize("reading", ["no", "yes"])
def test_whether_a_crosswise_hedge_stops_a_heave(reading):
    crosswise = ((3, 0), (3, 1))
    end = heaved(NORTH, hedges=[OWN, crosswise], options={"hedge_crosswise_stops": reading})
    assert end == pairs(crosswise, ((2, 0), (3, 0)) if reading == "no" else ((2, 1), (3, 1)))


# -- the Full Moon -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-WOLF-08", "MM-R-44")
def test_the_full_moon_goes_on_one_werewolf_and_moves_to_another():
    scene = werewolves(mine=[(2, 2), (0, 0)], legendary=True)
    assert scene.uses("full_moon") == [(W,), (OTHER_W,)]
    scene.choose("full_moon", W)
    assert scene.player.token == W
    assert (scene.player.legendary, scene.player.spent) == (False, 1)
    again = werewolves(mine=[(2, 2), (0, 0)], legendary=True, player={"token": W})
    assert again.uses("full_moon") == [(OTHER_W,)]
    assert again.refused("full_moon", W) == "MM-R-44"
    assert again.refused("full_moon", ENEMY) == "MM-WOLF-08"
    again.choose("full_moon", OTHER_W)
    assert again.player.token == OTHER_W


@pytest.mark.rule("MM-WOLF-09", "MM-R-84")
def test_the_full_moon_comes_off_a_werewolf_that_is_caught():
    corridor = [((x, 0), (x, 1)) for x in range(1, 4)]
    scene = werewolves(mine=[(0, 0), (1, 0)], keeper=(2, 0), hedges=corridor, player={"token": OTHER_W})
    scene.choose("distract", 0, cell(1, 0))
    assert scene.place(OTHER_W) is None
    assert scene.player.token == -1
    other = werewolves(mine=[(0, 0), (1, 0)], keeper=(2, 0), hedges=corridor, player={"token": W})
    other.choose("distract", 0, cell(1, 0))
    assert other.player.token == W, "another one was caught"


@pytest.mark.rule("MM-R-84")
def test_the_full_moon_stays_on_a_werewolf_that_an_enemy_moves():
    scene = Scene("gnomes", enemy="werewolves", mine=[(2, 2)], enemies=[(2, 1)], points={"shifty": 1}, enemy_player={"token": 3})
    scene.choose("shifty", 3, cell(1, 2))
    assert scene.state.players[1].token == 3


# -- the Shredder ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-WOLF-10", "MM-LEG-03")
def test_the_shredder_takes_one_hedge_or_clutter_beside_a_werewolf_once_a_turn_after_dark():
    how = {"hedges": [OWN, ((0, 0), (0, 1))], "clutter": [(2, 1), (3, 2), (4, 0), (3, 3)]}
    scene = werewolves(dark=True, **how)
    assert scene.uses("shredder") == [("hedge", edge(*OWN)), ("clutter", cell(2, 1))], "(3, 2) is behind the Hedge"
    assert scene.refused("shredder", "clutter", cell(3, 2)) == "MM-WOLF-10"
    assert scene.refused("shredder", "hedge", edge((0, 0), (0, 1))) == "MM-WOLF-10"
    scene.choose("shredder", "clutter", cell(2, 1))
    assert cell(2, 1) not in scene.state.clutter
    assert scene.refused("shredder", "hedge", edge(*OWN)) == "MM-WOLF-10"
    assert werewolves(**how).refused("shredder", "hedge", edge(*OWN)) == "MM-LEG-03"


@pytest.mark.rule("MM-WOLF-10")
def test_what_is_shredded_is_out_of_the_game_and_the_next_turn_may_shred_again():
    scene = werewolves(dark=True, hedges=[OWN], stops=[(4, 0), (0, 4), (4, 1)])
    scene.choose("shredder", "hedge", edge(*OWN))
    assert scene.hedges == set()
    assert scene.state.hedges_out == 1
    scene.choose("pass").until("act", seat=1)
    assert scene.player.done == []


@pytest.mark.rule("MM-WOLF-11", "MM-R-45")
@pytest.mark.parametrize("reading", ["any_own_mythic", "using_mythic"])
def test_clutter_under_an_own_mythic_is_not_shredded(reading):
    how = {"mine": [(2, 2), (2, 1)], "enemies": [(3, 2)], "clutter": [(2, 1), (3, 2), (2, 2)], "hedges": [((2, 1), (1, 1))]}
    scene = werewolves(dark=True, options={"shredder_clutter_ban": reading}, **how)
    found = {where for kind, where in scene.uses("shredder") if kind == "clutter"}
    if reading == "any_own_mythic":
        assert found == {cell(3, 2)}, "under an enemy it may be taken"
        assert scene.refused("shredder", "clutter", cell(2, 1)) == "MM-WOLF-11"
        assert scene.refused("shredder", "clutter", cell(2, 2)) == "MM-WOLF-11"
    else:
        assert found == {cell(3, 2), cell(2, 1), cell(2, 2)}, "each Werewolf may take it from under the other"


@pytest.mark.rule("MM-TERM-02")
def test_the_groundskeepers_space_is_not_adjacent():
    scene = werewolves(dark=True, clutter=[(2, 1)], keeper=(2, 1), hedges=[OWN])
    assert scene.uses("shredder") == [("hedge", edge(*OWN))]


@pytest.mark.rule("MM-TRACK-02", "MM-FTP-01")
def test_without_points_or_where_beginners_play_nothing_goes():
    scene = werewolves(
        enemies=[(2, 1)], hedges=[OWN], dark=True, legendary=True, options={"legendary": False, "specials": False}
    )
    assert scene.refused("fling", ENEMY, cell(0, 1)) == "MM-TRACK-02"
    assert scene.refused("heave", edge(*OWN), NORTH) == "MM-TRACK-02"
    assert scene.refused("full_moon", W) == "MM-FTP-01"
    assert scene.refused("shredder", "hedge", edge(*OWN)) == "MM-FTP-01"
