"""Gargoyles: Glide, Perch, both together, the Stone, and Rubble."""

import pytest

from tests.rules.mischief.scene_factions import EAST, NORTH, SOUTH, WEST, Scene, cell, edge, pairs

G, OTHER_G, ENEMY, SECOND = 0, 1, 3, 4
"""Figures of a scene: two Gargoyles and two enemies."""
BOTH = {"glide": 1, "perch": 1, "distract": 1}


def gargoyles(points=None, **how):
    how.setdefault("mine", [(2, 2)])
    return Scene("gargoyles", points=points or BOTH, **how)


@pytest.mark.rule("MM-GARG-01")
@pytest.mark.parametrize("target", [(3, 2), (1, 1)], ids=["beside", "at a corner"])
def test_a_glide_takes_a_neighbour_along_in_any_direction_without_move_points(target):
    for direction, (dx, dy) in enumerate([(0, -1), (1, 0), (0, 1), (-1, 0)]):
        scene = gargoyles(enemies=[target], keeper=(4, 4))
        scene.choose("glide", G, ENEMY, direction)
        assert scene.place(G) == (2 + dx, 2 + dy)
        assert scene.place(ENEMY) == (target[0] + dx, target[1] + dy)
        assert (scene.points("glide"), scene.points("perch"), scene.points("move")) == (0, 1, 0)


@pytest.mark.rule("MM-GARG-01", "MM-TERM-03")
def test_a_glide_takes_an_ally_too_but_nobody_further_off():
    scene = gargoyles(mine=[(2, 2), (3, 3)], enemies=[(4, 2)], keeper=(0, 4))
    assert {other for _, other, _ in scene.uses("glide")} == {G, OTHER_G, ENEMY}, "the ally at (3, 3) has the enemy at its corner"
    assert (G, ENEMY, NORTH) not in scene.uses("glide")
    assert scene.refused("glide", G, ENEMY, NORTH) == "MM-TERM-03"
    assert scene.refused("glide", G, SECOND, NORTH) == "MM-R-89"


@pytest.mark.rule("MM-R-89")
def test_no_ability_has_its_own_user_for_a_target():
    scene = gargoyles(enemies=[(3, 2)])
    assert scene.refused("glide", G, G, NORTH) == "MM-R-89"


@pytest.mark.rule("MM-GARG-02", "MM-FAQ-01")
def test_a_glide_may_end_on_clutter_at_no_further_cost():
    scene = gargoyles(enemies=[(2, 1)], clutter=[(3, 2), (3, 1)])
    scene.choose("glide", G, ENEMY, EAST)
    assert (scene.place(G), scene.place(ENEMY)) == ((3, 2), (3, 1))
    assert scene.points("glide") == 0


@pytest.mark.rule("MM-GARG-02", "MM-MOVM-02")
@pytest.mark.parametrize("hedge", [((2, 2), (3, 2)), ((2, 1), (3, 1))], ids=["before the Gargoyle", "before the other"])
def test_a_glide_does_not_go_through_a_hedge(hedge):
    scene = gargoyles({"glide": 1}, enemies=[(2, 1)], hedges=[hedge])
    assert (G, ENEMY, EAST) not in scene.uses("glide")
    assert (G, ENEMY, WEST) in scene.uses("glide")
    assert scene.refused("glide", G, ENEMY, EAST) == "MM-GARG-02"


@pytest.mark.rule("MM-R-32", "MM-MOVM-03")
def test_each_may_enter_the_space_that_the_other_one_leaves():
    scene = gargoyles(enemies=[(3, 2)])
    scene.choose("glide", G, ENEMY, EAST)
    assert (scene.place(G), scene.place(ENEMY)) == ((3, 2), (4, 2))
    scene = gargoyles(enemies=[(3, 2)])
    scene.choose("glide", G, ENEMY, WEST)
    assert (scene.place(G), scene.place(ENEMY)) == ((1, 2), (2, 2))


@pytest.mark.rule("MM-R-32")
@pytest.mark.parametrize("reading", ["refused", "free_one_moves"])
def test_a_glide_with_one_of_the_two_blocked(reading):
    scene = gargoyles(enemies=[(2, 1), (1, 1)], options={"glide_one_blocked": reading})
    if reading == "refused":
        assert scene.refused("glide", G, ENEMY, WEST) == "MM-MOVM-03"
    else:
        scene.choose("glide", G, ENEMY, WEST)
        assert (scene.place(G), scene.place(ENEMY)) == ((1, 2), (2, 1))
        assert scene.points("glide") == 0
    behind = gargoyles(enemies=[(3, 2), (4, 2)], options={"glide_one_blocked": reading})
    assert behind.refused("glide", G, ENEMY, EAST) == "MM-MOVM-03", "the free one would end on the blocked one"


@pytest.mark.rule("MM-MOVM-01", "MM-FAQ-02")
def test_neither_of_them_comes_to_the_groundskeeper():
    scene = gargoyles(enemies=[(2, 1)], keeper=(3, 1))
    assert scene.refused("glide", G, ENEMY, EAST) == "MM-MOVM-01"
    scene = gargoyles(enemies=[(2, 1)], keeper=(3, 2))
    assert scene.refused("glide", G, ENEMY, EAST) == "MM-MOVM-01"


@pytest.mark.rule("MM-GARG-03", "MM-R-31")
def test_a_perch_moves_gargoyle_and_hedge_one_space_in_the_same_direction():
    own = ((2, 2), (3, 2))
    for direction, (dx, dy) in enumerate([(0, -1), (1, 0), (0, 1), (-1, 0)]):
        scene = gargoyles(hedges=[own], clutter=[(2, 1)])
        assert sorted(scene.uses("perch")) == [(G, edge(*own), way) for way in range(4)]
        scene.choose("perch", G, edge(*own), direction)
        assert scene.place(G) == (2 + dx, 2 + dy)
        assert scene.hedges == pairs(((2 + dx, 2 + dy), (3 + dx, 2 + dy)))
        assert (scene.points("glide"), scene.points("perch")) == (1, 0)


@pytest.mark.rule("MM-R-31")
def test_by_the_other_reading_gargoyle_and_hedge_may_part():
    own = ((2, 2), (3, 2))
    scene = gargoyles(hedges=[own], options={"perch_directions": "independent"})
    assert len(scene.uses("perch")) == 16
    scene.choose("perch", G, edge(*own), WEST, NORTH)
    assert scene.place(G) == (1, 2)
    assert scene.hedges == pairs(((2, 1), (3, 1)))
    assert gargoyles(hedges=[own]).refused("perch", G, edge(*own), WEST, NORTH) == "MM-R-31"


@pytest.mark.rule("MM-R-31")
def test_a_perch_does_not_go_through_another_hedge():
    scene = gargoyles(hedges=[((2, 2), (3, 2)), ((2, 2), (2, 1))])
    assert scene.refused("perch", G, edge((2, 2), (3, 2)), NORTH) == "MM-R-31"
    scene.choose("perch", G, edge((2, 2), (2, 1)), NORTH)
    assert scene.place(G) == (2, 1), "the Hedge that moves along is no bar"


@pytest.mark.rule("MM-R-82")
def test_only_a_hedge_on_the_own_space_is_adjacent():
    scene = gargoyles(hedges=[((3, 2), (4, 2))])
    assert scene.uses("perch") == []
    assert scene.refused("perch", G, edge((3, 2), (4, 2)), NORTH) == "MM-R-82"


@pytest.mark.rule("MM-GARG-04")
@pytest.mark.parametrize(
    ("hedges", "direction"),
    [
        ([((3, 2), (4, 2))], EAST),  # the outer edge
        ([((3, 2), (4, 2)), ((3, 1), (4, 1))], NORTH),  # another Hedge
        ([((3, 1), (4, 1)), ((4, 0), (4, 1)), ((3, 0), (3, 1))], NORTH),  # would shut the corner in
    ],
    ids=["outer edge", "on a Hedge", "cuts off"],
)
def test_a_perch_is_refused_where_the_hedge_cannot_be(hedges, direction):
    at = (3, 1) if len(hedges) == 3 else (3, 2)
    scene = gargoyles(mine=[at], hedges=hedges[:2] if len(hedges) == 3 else hedges, keeper=(0, 0), stops=[None] * 3)
    assert scene.refused("perch", G, edge(*hedges[0]), direction) == "MM-GARG-04"
    assert (G, edge(*hedges[0]), SOUTH) in scene.uses("perch")


@pytest.mark.rule("MM-R-35")
@pytest.mark.parametrize("reading", ["no", "yes"])
def test_whether_a_crosswise_hedge_stops_a_perch(reading):
    scene = gargoyles(hedges=[((2, 2), (3, 2)), ((3, 1), (3, 2))], options={"hedge_crosswise_stops": reading})
    assert ((G, edge((2, 2), (3, 2)), NORTH) in scene.uses("perch")) is (reading == "no")
    if reading == "yes":
        assert scene.refused("perch", G, edge((2, 2), (3, 2)), NORTH) == "MM-R-35"


@pytest.mark.rule("MM-GARG-05")
def test_glide_and_perch_as_one_move():
    """The enemy east of the Gargoyle goes through the Hedge that moves along; neither ability alone could do that."""
    own = ((2, 2), (2, 1))
    scene = gargoyles(enemies=[(3, 2)], hedges=[own])
    scene.choose("glide_perch", G, ENEMY, edge(*own), NORTH)
    assert (scene.place(G), scene.place(ENEMY)) == ((2, 1), (3, 1))
    assert scene.hedges == pairs(((2, 1), (2, 0)))
    assert (scene.points("glide"), scene.points("perch")) == (0, 0)


@pytest.mark.rule("MM-GARG-05")
def test_the_other_mythic_crosses_where_the_hedge_was():
    """Both leave westwards; the Hedge between them goes along, so it bars neither."""
    own = ((2, 2), (1, 2))
    scene = gargoyles(enemies=[(2, 1)], hedges=[own, ((2, 1), (1, 1))])
    assert scene.refused("glide_perch", G, ENEMY, edge(*own), WEST) == "MM-GARG-02"
    scene = gargoyles(enemies=[(3, 1)], hedges=[((3, 2), (2, 2)), ((2, 1), (2, 2))])
    assert scene.refused("glide", G, ENEMY, SOUTH) == "MM-TERM-03", "an enclosing wall stands between"
    scene = gargoyles(enemies=[(3, 2)], hedges=[((2, 2), (2, 3))])
    assert scene.refused("glide", G, ENEMY, SOUTH) == "MM-GARG-02"
    scene.choose("glide_perch", G, ENEMY, edge((2, 2), (2, 3)), SOUTH)
    assert (scene.place(G), scene.place(ENEMY)) == ((2, 3), (3, 3))


@pytest.mark.rule("MM-GARG-05", "MM-TRACK-02")
@pytest.mark.parametrize("left", ["glide", "perch"])
def test_the_joint_move_needs_points_of_both(left):
    scene = gargoyles({left: 2}, enemies=[(3, 2)], hedges=[((2, 2), (2, 1))])
    assert scene.uses("glide_perch") == []
    assert scene.refused("glide_perch", G, ENEMY, edge((2, 2), (2, 1)), NORTH) == "MM-TRACK-02"
    assert bool(scene.uses("glide")) is (left == "glide")
    assert bool(scene.uses("perch")) is (left == "perch")


@pytest.mark.rule("MM-R-26")
@pytest.mark.parametrize("reading", ["separating_pair", "any_pair"])
def test_which_hedges_keep_a_gargoyle_from_a_diagonal(reading):
    """Both Hedges stand round (3, 2): they shut its own diagonals, and by one reading the other ones at that corner, too."""
    scene = gargoyles(
        {"glide": 1}, enemies=[(3, 1)], hedges=[((2, 2), (3, 2)), ((3, 1), (3, 2))], options={"hedge_diagonals": reading}
    )
    assert bool(scene.uses("glide")) is (reading == "separating_pair")
    if reading == "any_pair":
        assert scene.refused("glide", G, ENEMY, NORTH) == "MM-TERM-03"


@pytest.mark.rule("MM-R-27")
@pytest.mark.parametrize("reading", ["no", "yes"])
def test_whether_the_groundskeeper_blocks_a_diagonal(reading):
    scene = gargoyles({"glide": 1}, enemies=[(3, 1)], keeper=(3, 2), options={"groundskeeper_blocks_diagonal": reading})
    assert bool(scene.uses("glide")) is (reading == "no")


# -- the Stone ---------------------------------------------------------------------------------------------------------------


def stoned(**how):
    """The Stone lies under the Gargoyle at (2, 2), in the enemies' turn: seat 0 is the enemy here."""
    faction = how.pop("faction", "gnomes")
    how.setdefault("enemies", [(2, 2)])
    return Scene(faction, enemy="gargoyles", enemy_player={"token": 3}, **how)


@pytest.mark.rule("MM-GARG-06", "MM-LEG-01", "MM-CLEAN-07")
def test_the_stone_is_dropped_under_a_gargoyle_for_the_legendary_tome():
    scene = gargoyles(mine=[(2, 2), (1, 1)], legendary=True)
    assert scene.uses("stone") == [(G,), (OTHER_G,)]
    scene.choose("stone", OTHER_G)
    assert scene.player.token == OTHER_G
    assert (scene.player.legendary, scene.player.spent) == (False, 1)
    assert scene.refused("stone", G) == "MM-LEG-01"


@pytest.mark.rule("MM-GARG-06")
def test_nothing_moves_onto_or_through_the_stone():
    mine = [(1, 2), (2, 1)]
    scene = stoned(mine=mine, points={"move": 3})
    moves = scene.uses("move")
    assert moves and not [path for _, path in moves if cell(2, 2) in path]
    scene = stoned(mine=[(1, 2), (1, 1)], points={"shifty": 1})
    assert {to for _, to in scene.uses("shifty")} == {cell(0, 2), cell(1, 3), cell(0, 1), cell(1, 0), cell(2, 1)}
    scene = stoned(mine=mine, enemies=[(2, 2)], points={"move": 3})
    assert scene.refused("move", 0, [cell(2, 2), cell(3, 2)]) == "MM-GARG-06"
    scene = stoned(faction="werewolves", mine=[(2, 4)], enemies=[(2, 2), (2, 3)], points={"fling": 1})
    assert {to for _, to in scene.uses("fling")} == {cell(0, 3), cell(4, 3)}
    scene = stoned(faction="werewolves", mine=[(1, 3)], enemies=[(2, 2), (2, 3)], points={"fling": 1})
    assert scene.uses("fling") == [(4, cell(2, 4))], "neither onto the Stone nor over it"
    assert scene.refused("fling", 4, cell(2, 1)) == "MM-WOLF-03"
    assert scene.refused("fling", 4, cell(2, 2)) == "MM-GARG-06"


@pytest.mark.rule("MM-R-29")
def test_nobody_moves_the_stoned_mythic_not_even_its_owner():
    scene = gargoyles(mine=[(2, 2), (3, 3)], hedges=[((2, 2), (3, 2))], player={"token": G})
    assert scene.uses("glide") == scene.uses("perch") == []
    assert scene.refused("perch", G, edge((2, 2), (3, 2)), NORTH) == "MM-GARG-06"
    assert scene.refused("glide", OTHER_G, G, NORTH) == "MM-GARG-06"
    scene = stoned(mine=[(1, 2)], points={"shifty": 1})
    assert scene.refused("shifty", 3, cell(1, 1)) == "MM-GARG-06"
    scene = stoned(faction="fairies", mine=[(1, 1)], points={"wander": 1}, legendary=True)
    assert scene.refused("wander", 3, cell(2, 1)) == "MM-GARG-06"
    assert scene.refused("pixie_dust", 0, 3) == "MM-R-47"


@pytest.mark.rule("MM-R-29", "MM-R-98")
@pytest.mark.parametrize("reading", ["everything", "other_mythics"])
def test_whether_the_stone_stops_the_groundskeeper_and_hedges(reading):
    """The Groundskeeper at (4, 2) is drawn west; the Stone lies on (2, 2)."""
    how = {"options": {"stone_stops": reading}, "keeper": (3, 2), "hedges": [((3, 1), (3, 2)), ((3, 2), (3, 3))]}
    scene = stoned(mine=[(1, 2)], points={"distract": 1}, **how)
    step = cell(4, 2) if reading == "everything" else cell(2, 2)
    assert scene.uses("distract") == [(0, step)]
    scene.choose("distract", 0, step)
    assert scene.place(3) == (None if reading == "other_mythics" else (2, 2))
    assert scene.state.players[1].token == (-1 if reading == "other_mythics" else 3), "a Stone is not left behind"
    hedge = edge((0, 2), (1, 2))
    heaving = stoned(
        faction="werewolves", mine=[(0, 2)], hedges=[((0, 2), (1, 2))], points={"heave": 1}, options={"stone_stops": reading}
    )
    heaving.choose("heave", hedge, EAST)
    end = pairs(((1, 2), (2, 2))) if reading == "everything" else pairs(((3, 2), (4, 2)))
    assert heaving.hedges == end


@pytest.mark.rule("MM-GARG-07", "MM-R-12")
def test_the_stone_comes_off_at_the_start_of_the_owners_next_turn():
    scene = gargoyles(mine=[(2, 2), (0, 2)], enemies=[(4, 1)], legendary=True)
    scene.choose("stone", G).choose("pass")
    scene.until("act", seat=1)
    assert scene.player.token == G, "it lies there in the enemies' turn"
    scene.until("act")
    assert scene.player.token == -1
    assert [event["figure"] for event in scene.happened("stone_taken_off")] == [G]


@pytest.mark.rule("MM-GARG-08", "MM-R-28")
def test_the_stone_cuts_nothing_off():
    scene = gargoyles(mine=[(1, 0), (2, 2)], hedges=[((0, 0), (0, 1))], legendary=True, stops=[None] * 3)
    assert scene.uses("stone") == [(OTHER_G,)]
    assert scene.refused("stone", G) == "MM-GARG-08"


@pytest.mark.rule("MM-R-28")
def test_no_hedge_may_cut_off_together_with_the_stone():
    """The Stone on (1, 0): a Hedge under the corner space would shut that in."""
    hedge = ((0, 1), (1, 1))
    scene = stoned(mine=[(0, 1)], enemies=[(1, 0)], hedges=[hedge], points={"illusion": 1})
    assert (edge(*hedge), edge((0, 1), (0, 0))) not in scene.uses("illusion")
    assert scene.refused("illusion", edge(*hedge), edge((0, 1), (0, 0))) == "MM-GNOME-09"
    free = Scene("gnomes", mine=[(0, 1)], enemies=[(1, 0)], hedges=[hedge], points={"illusion": 1})
    assert (edge(*hedge), edge((0, 1), (0, 0))) in free.uses("illusion")


@pytest.mark.rule("MM-GARG-09")
def test_the_stone_is_not_dropped_on_a_destination_token():
    scene = gargoyles(mine=[(2, 2), (1, 1)], legendary=True, stops=[None, (2, 2), (0, 0)])
    assert scene.uses("stone") == [(OTHER_G,)]
    assert scene.refused("stone", G) == "MM-GARG-09"
    assert scene.refused("stone", 2) == "MM-GARG-06", "a Mythic that is not on the board"
    assert scene.refused("stone", ENEMY) == "MM-GARG-06"


@pytest.mark.rule("MM-FTP-01")
def test_beginners_leave_legendary_abilities_out():
    scene = gargoyles(legendary=True, options={"legendary": False})
    assert scene.uses("stone") == []
    assert scene.refused("stone", G) == "MM-FTP-01"


# -- Rubble ------------------------------------------------------------------------------------------------------------------


def passing(dark, clutter=(), move=4):
    """A Gnome that wants past a Gargoyle at (1, 0) in the top row."""
    return Scene(
        "gnomes", enemy="gargoyles", mine=[(0, 0)], enemies=[(1, 0)], points={"move": move}, dark=dark, clutter=clutter,
        hedges=[((0, 0), (0, 1)), ((1, 0), (1, 1))],
    )  # fmt: skip


@pytest.mark.rule("MM-GARG-10", "MM-LEG-03")
@pytest.mark.parametrize(
    ("dark", "clutter", "cost"), [(False, [], 2), (True, [], 3), (False, [(1, 0)], 3), (True, [(1, 0)], 4), (True, [(2, 0)], 4)]
)
def test_rubble_makes_enemies_pay_one_more_for_a_gargoyles_space_after_dark(dark, clutter, cost):
    """The way leads through the Gargoyle's space to the next one."""
    way = [cell(1, 0), cell(2, 0)]
    assert (0, way) in passing(dark, clutter, move=cost).uses("move")
    assert (0, way) not in passing(dark, clutter, move=cost - 1).uses("move")
    scene = passing(dark, clutter, move=6)
    scene.choose("move", 0, way)
    assert scene.points("move") == 6 - cost


@pytest.mark.rule("MM-R-46", "MM-R-84")
def test_rubble_costs_neither_allies_nor_the_groundskeeper_nor_those_that_are_moved():
    scene = Scene("gargoyles", mine=[(0, 0), (1, 0)], points={"move": 2}, dark=True, hedges=[((0, 0), (0, 1)), ((1, 0), (1, 1))])
    assert (0, [cell(1, 0), cell(2, 0)]) in scene.uses("move")
    scene = Scene(
        "gnomes", enemy="gargoyles", mine=[(4, 4)], enemies=[(1, 0)], dark=True, keeper=(0, 0), stops=[(4, 0), (0, 4), (0, 2)],
        hedges=[((x, 0), (x, 1)) for x in range(4)],
    )  # fmt: skip
    walks = scene.match.pack.cards[scene.state.keepers[0].card].move
    scene.choose("pass")
    assert scene.place(ENEMY) is None
    assert scene.keeper == (walks, 0)
    shift = Scene(
        "fairies", enemy="gargoyles", mine=[(0, 0), (0, 1)], enemies=[(1, 1)], points={"wander": 1}, dark=True, clutter=[(1, 2)]
    )
    shift.choose("wander", ENEMY, cell(1, 2))
    assert shift.points("wander") == 0
