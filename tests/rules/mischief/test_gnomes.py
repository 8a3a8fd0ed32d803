"""Gnomes: Burrow, Shifty, Illusion, the Potion, and Uproot."""

import pytest

from tests.rules.mischief.scene_factions import EAST, NORTH, SOUTH, WEST, Scene, cell, edge, pairs

N, OTHER_N, ENEMY, SECOND = 0, 1, 3, 4
"""Figures of a scene: two Gnomes and two enemies."""
WAY = {NORTH: (0, -2), EAST: (2, 0), SOUTH: (0, 2), WEST: (-2, 0)}


def gnomes(points=None, **how):
    how.setdefault("mine", [(2, 2)])
    return Scene("gnomes", points={"distract": 1, **(points or {})}, **how)


# -- Burrow ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-GNOME-01")
@pytest.mark.parametrize("direction", list(WAY))
def test_a_burrow_goes_two_spaces_in_one_direction_for_one_point(direction):
    scene = gnomes({"burrow": 2}, keeper=(0, 0))
    assert scene.uses("burrow") == [(N, way) for way in range(4)]
    scene.choose("burrow", N, direction)
    assert scene.place(N) == (2 + WAY[direction][0], 2 + WAY[direction][1])
    assert (scene.points("burrow"), scene.points("move")) == (1, 0)


@pytest.mark.rule("MM-GNOME-02", "MM-R-97")
def test_a_burrow_ignores_whatever_is_on_the_first_space():
    enemy = gnomes({"burrow": 1}, enemies=[(3, 2)], clutter=[(3, 2)])
    assert (N, EAST) in enemy.uses("burrow")
    stoned = gnomes({"burrow": 1}, enemies=[(3, 2)], enemy="gargoyles", enemy_player={"token": ENEMY})
    stoned.choose("burrow", N, EAST)
    assert stoned.place(N) == (4, 2), "even the Stone"


@pytest.mark.rule("MM-GNOME-03", "MM-R-39", "MM-FAQ-01")
def test_a_burrow_goes_under_hedges_and_the_groundskeeper_and_may_end_on_clutter():
    scene = gnomes({"burrow": 1}, hedges=[((2, 2), (3, 2)), ((3, 2), (4, 2))], keeper=(3, 2), clutter=[(4, 2)])
    scene.choose("burrow", N, EAST)
    assert scene.place(N) == (4, 2)
    assert scene.points("burrow") == 0


@pytest.mark.rule("MM-GNOME-04", "MM-R-39")
def test_a_burrow_does_not_end_on_anybody_or_off_the_board():
    scene = gnomes({"burrow": 1}, mine=[(2, 2), (2, 1)], enemies=[(4, 2)], keeper=(0, 2))
    assert set(scene.uses("burrow")) == {(N, NORTH), (N, SOUTH), (OTHER_N, EAST), (OTHER_N, WEST), (OTHER_N, SOUTH)}
    assert scene.refused("burrow", N, EAST) == "MM-GNOME-04"
    assert scene.refused("burrow", N, WEST) == "MM-GNOME-04"
    assert scene.refused("burrow", OTHER_N, NORTH) == "MM-GNOME-04"
    assert scene.refused("burrow", ENEMY, WEST) == "MM-GNOME-01"
    corner = gnomes({"burrow": 1}, mine=[(0, 0)])
    assert corner.refused("burrow", N, NORTH) == "MM-GNOME-04"


@pytest.mark.rule("MM-R-07")
@pytest.mark.parametrize("reading", ["no", "yes"])
def test_whether_a_tome_above_a_burrow_is_collected(reading):
    scene = gnomes({"burrow": 1}, tomes={(3, 2): [0, 1], (4, 2): [0]}, options={"tome_collected_when_carried_over": reading})
    scene.choose("burrow", N, EAST)
    assert scene.player.collected == (2 if reading == "yes" else 1)


@pytest.mark.rule("MM-GNOME-05", "MM-R-40")
@pytest.mark.parametrize(("reading", "slot"), [("yes", 1), ("no", 2)])
def test_the_burrow_die_goes_back_to_the_leftmost_slot_without_a_tome(reading, slot):
    """It was not used, and a Tome lies on the first slot; other dice that were not used stay."""
    scene = gnomes(options={"burrow_resets_unused_die": reading})
    player, board = scene.player, scene.match.pack.factions["gnomes"]
    burrow, shifty = board.of["burrow"][0], board.of["shifty"][0]
    player.tomes[board.dice[burrow]] = 1
    player.slots[burrow] = player.slots[shifty] = 2
    scene.choose("pass").until("boost")
    assert player.slots[burrow] == slot
    assert player.slots[shifty] == 2


# -- Shifty ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-GNOME-06")
def test_shifty_takes_an_adjacent_mythic_to_another_adjacent_space():
    scene = gnomes({"shifty": 1}, mine=[(2, 2), (1, 2)], enemies=[(2, 1), (3, 3)])
    shifts = {use for use in scene.uses("shifty") if use[0] == ENEMY}
    assert shifts == {(ENEMY, cell(3, 2)), (ENEMY, cell(2, 3))}
    assert {other for other, _ in scene.uses("shifty")} == {ENEMY, OTHER_N, N}
    assert scene.refused("shifty", SECOND, cell(3, 2)) == "MM-GNOME-06"
    scene.choose("shifty", ENEMY, cell(2, 3))
    assert scene.place(ENEMY) == (2, 3)
    assert scene.points("shifty") == 0


@pytest.mark.rule("MM-GNOME-07", "MM-R-38", "MM-FAQ-01")
def test_shifty_may_end_on_clutter_but_never_behind_a_hedge():
    hedges = [((2, 2), (3, 2)), ((2, 2), (2, 3))]
    scene = gnomes({"shifty": 1}, enemies=[(2, 1), (3, 2)], clutter=[(1, 2)], hedges=hedges)
    assert scene.uses("shifty") == [(ENEMY, cell(1, 2))]
    assert scene.refused("shifty", ENEMY, cell(2, 3)) == "MM-R-38"
    assert scene.refused("shifty", SECOND, cell(1, 2)) == "MM-GNOME-06", "it stands behind a Hedge"
    scene.choose("shifty", ENEMY, cell(1, 2))
    assert scene.points("shifty") == 0


@pytest.mark.rule("MM-MOVM-01", "MM-MOVM-03", "MM-TERM-02")
def test_shifty_never_ends_on_somebody():
    scene = gnomes({"shifty": 1}, enemies=[(2, 1), (1, 2)], keeper=(3, 2))
    assert {to for other, to in scene.uses("shifty") if other == ENEMY} == {cell(2, 3)}
    assert scene.refused("shifty", ENEMY, cell(1, 2)) == "MM-MOVM-03"
    assert scene.refused("shifty", ENEMY, cell(3, 2)) == "MM-R-38", "the Groundskeeper's space is not adjacent"


@pytest.mark.rule("MM-R-38")
def test_both_spaces_are_adjacent_to_the_same_gnome():
    scene = gnomes({"shifty": 1}, mine=[(2, 2), (4, 2)], enemies=[(2, 1)], keeper=(0, 4))
    assert scene.refused("shifty", ENEMY, cell(4, 1)) == "MM-R-38"


# -- Illusion ----------------------------------------------------------------------------------------------------------------

OWN = ((2, 2), (3, 2))


@pytest.mark.rule("MM-GNOME-08", "MM-R-82")
def test_an_illusion_moves_a_hedge_to_another_side_of_the_gnome():
    scene = gnomes({"illusion": 1}, hedges=[OWN, ((3, 3), (4, 3))])
    assert scene.uses("illusion") == [(edge(*OWN), to) for to in sorted(edge((2, 2), at) for at in [(2, 1), (1, 2), (2, 3)])]
    assert scene.refused("illusion", edge((3, 3), (4, 3)), edge((3, 3), (3, 2))) == "MM-GNOME-08"
    assert scene.refused("illusion", edge(*OWN), edge((3, 2), (4, 2))) == "MM-GNOME-08"
    scene.choose("illusion", edge(*OWN), edge((2, 2), (2, 1)))
    assert scene.hedges == pairs(((2, 2), (2, 1)), ((3, 3), (4, 3)))
    assert scene.points("illusion") == 0


@pytest.mark.rule("MM-GNOME-09")
def test_an_illusion_neither_cuts_off_nor_lays_on_a_hedge_or_outside():
    corner = ((0, 1), (1, 1))
    scene = gnomes({"illusion": 1}, mine=[(0, 1)], hedges=[corner, ((0, 0), (1, 0)), ((0, 1), (0, 2))])
    assert scene.refused("illusion", edge(*corner), edge((0, 1), (0, 0))) == "MM-GNOME-09", "it would shut the corner in"
    assert scene.refused("illusion", edge(*corner), edge((0, 1), (0, 2))) == "MM-GNOME-09", "a Hedge is there"
    assert scene.refused("illusion", edge(*corner), 99) == "MM-GNOME-09"
    assert scene.refused("illusion", edge(*corner), cell(4, 1)) == "MM-GNOME-09", "the outer edge"
    assert (edge(*corner), edge(*corner)) not in scene.uses("illusion")


# -- the Potion --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-GNOME-10", "MM-LEG-01")
def test_the_potion_sets_one_die_back_to_the_number_above_its_slot():
    scene = gnomes({"shifty": 1}, mine=[(2, 2)], enemies=[(2, 1)], legendary=True)
    board = scene.match.pack.factions["gnomes"]
    die = board.of["shifty"][0]
    scene.choose("shifty", ENEMY, cell(1, 2))
    number = board.tracks[board.dice[die]].slots[scene.player.slots[die]]
    assert (die,) in scene.uses("potion")
    scene.choose("potion", die)
    assert scene.player.values[die] == number > 0
    assert (scene.player.legendary, scene.player.spent) == (False, 1)
    assert scene.refused("potion", die) == "MM-LEG-01"


@pytest.mark.rule("MM-R-99")
def test_a_die_that_shows_its_number_is_not_restored():
    scene = gnomes(legendary=True)
    board = scene.match.pack.factions["gnomes"]
    scene.player.values[:] = [board.tracks[track].slots[slot] for track, slot in zip(board.dice, scene.player.slots, strict=True)]
    scene.player.values[1] -= 1
    assert scene.uses("potion") == [(1,)]
    assert (scene.refused("potion", 0), scene.refused("potion", 7)) == ("MM-R-99", "MM-GNOME-10")


@pytest.mark.rule("MM-R-41")
@pytest.mark.parametrize("reading", ["unused", "used"])
def test_whether_a_restored_die_counts_as_used_in_the_cleanup(reading):
    scene = gnomes({"shifty": 1}, enemies=[(2, 1)], legendary=True, options={"potion_restored_die": reading})
    die = scene.match.pack.factions["gnomes"].of["shifty"][0]
    scene.player.slots[die] = 2
    scene.choose("shifty", ENEMY, cell(1, 2)).choose("potion", die).choose("pass").until("boost")
    assert scene.player.slots[die] == (2 if reading == "unused" else 0)


@pytest.mark.rule("MM-R-41")
def test_a_restored_die_that_is_spent_again_is_used():
    scene = gnomes({"shifty": 1}, enemies=[(2, 1)], legendary=True)
    die = scene.match.pack.factions["gnomes"].of["shifty"][0]
    scene.player.slots[die] = 2
    scene.choose("shifty", ENEMY, cell(1, 2)).choose("potion", die).choose("shifty", ENEMY, cell(2, 1))
    assert scene.player.used[die]


# -- Uproot ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-GNOME-11", "MM-LEG-03")
def test_uproot_moves_one_destination_one_space_past_hedges_and_clutter_once_a_turn_after_dark():
    how = {"stops": [None, (2, 2), (0, 0)], "mine": [(4, 4)], "keeper": (4, 0), "clutter": [(2, 1)], "hedges": [((2, 2), (2, 1))]}
    scene = gnomes(dark=True, **how)
    around = [(0, 1, cell(x, y)) for x, y in [(2, 1), (1, 2), (3, 2), (2, 3)]]
    assert scene.uses("uproot") == [*around, (0, 2, cell(1, 0)), (0, 2, cell(0, 1))]
    assert scene.refused("uproot", 0, 1, cell(3, 3)) == "MM-GNOME-11"
    assert scene.refused("uproot", 0, 1, cell(2, 2)) == "MM-GNOME-11"
    assert scene.refused("uproot", 0, 0, cell(2, 1)) == "MM-GNOME-11", "that one is done"
    scene.choose("uproot", 0, 1, cell(2, 1))
    assert scene.state.keepers[0].stops[1:] == [cell(2, 1), cell(0, 0)]
    assert scene.refused("uproot", 0, 1, cell(2, 2)) == "MM-GNOME-11"
    assert gnomes(**how).refused("uproot", 0, 1, cell(2, 1)) == "MM-LEG-03"


@pytest.mark.rule("MM-GNOME-12", "MM-R-20", "MM-R-30")
def test_the_current_destination_moved_onto_the_groundskeeper_is_done_at_once_a_later_one_is_not():
    how = {"stops": [(2, 1), (3, 2), (0, 0)], "keeper": (2, 2), "mine": [(4, 4)]}
    scene = gnomes(dark=True, **how)
    scene.choose("uproot", 0, 0, cell(2, 2))
    assert (scene.state.keepers[0].stops[0], scene.state.keepers[0].goal) == (-1, 1)
    scene = gnomes(dark=True, **how)
    scene.choose("uproot", 0, 1, cell(2, 2))
    assert (scene.state.keepers[0].stops, scene.state.keepers[0].goal) == ([cell(2, 1), cell(2, 2), cell(0, 0)], 0)


@pytest.mark.rule("MM-GNOME-13")
def test_uproot_puts_no_destination_on_another_one():
    scene = gnomes(dark=True, stops=[(2, 2), (2, 1), (4, 0)], keeper=(4, 4), mine=[(0, 4)])
    assert scene.refused("uproot", 0, 0, cell(2, 1)) == "MM-GNOME-13"
    assert scene.refused("uproot", 0, 1, cell(2, 2)) == "MM-GNOME-13"
    assert {to for _, stop, to in scene.uses("uproot") if stop == 0} == {cell(1, 2), cell(3, 2), cell(2, 3)}


@pytest.mark.rule("MM-R-30")
@pytest.mark.parametrize("reading", ["stone_and_off_board_refused", "all_legal"])
def test_whether_a_destination_may_come_onto_the_stone_or_off_the_board(reading):
    scene = gnomes(
        dark=True, enemies=[(1, 1)], enemy="gargoyles", enemy_player={"token": ENEMY}, keeper=(4, 0),
        stops=[(0, 1), (4, 4), (4, 2)], options={"uproot_target": reading},
    )  # fmt: skip
    onto_stone, off = (0, 0, cell(1, 1)), (0, 0, -1)
    if reading == "all_legal":
        assert {onto_stone, off} <= set(scene.uses("uproot"))
        scene.choose("uproot", *off)
        assert (scene.state.keepers[0].stops[0], scene.state.keepers[0].goal) == (-1, 1)
    else:
        assert not {onto_stone, off} & set(scene.uses("uproot"))
        assert scene.refused("uproot", *onto_stone) == scene.refused("uproot", *off) == "MM-R-30"


@pytest.mark.rule("MM-R-30", "MM-R-23")
@pytest.mark.parametrize("reading", ["reached_at_once", "leave_and_return"])
def test_a_destination_that_left_the_board_is_skipped_when_its_turn_comes(reading):
    scene = gnomes(
        dark=True, stops=[(2, 0), (0, 1), (4, 2)], keeper=(2, 1), mine=[(4, 4)], enemies=[(0, 4)],
        options={"uproot_target": "all_legal", "destination_under_groundskeeper": reading},
    )  # fmt: skip
    scene.choose("uproot", 0, 1, -1)
    assert scene.state.keepers[0].stops == [cell(2, 0), -1, cell(4, 2)]
    assert scene.state.keepers[0].goal == 0
    scene.choose("pass").until("act", seat=1)
    assert scene.state.keepers[0].goal >= 2


@pytest.mark.rule("MM-TRACK-02", "MM-FTP-01")
def test_without_points_or_where_beginners_play_nothing_goes():
    scene = gnomes(enemies=[(2, 1)], hedges=[OWN], dark=True, legendary=True, options={"legendary": False, "specials": False})
    assert scene.refused("burrow", N, SOUTH) == "MM-TRACK-02"
    assert scene.refused("shifty", ENEMY, cell(1, 2)) == "MM-TRACK-02"
    assert scene.refused("illusion", edge(*OWN), edge((2, 2), (2, 1))) == "MM-TRACK-02"
    assert scene.refused("potion", 0) == "MM-FTP-01"
    assert scene.refused("uproot", 0, 0, cell(3, 0)) == "MM-FTP-01"
