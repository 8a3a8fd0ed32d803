"""Fairies: Wander, Antics, Pixie Dust, and the Fairy Ring."""

import pytest

from shared_rules.mischief import words
from tests.rules.mischief.scene_factions import Scene, cell, edge, pairs

F, OTHER_F, ENEMY, SECOND = 0, 1, 3, 4
"""Figures of a scene: two Fairies and two enemies."""


def fairies(points=None, **how):
    how.setdefault("mine", [(1, 1)])
    return Scene("fairies", points={"distract": 1, **(points or {})}, **how)


# -- Wander ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-FAIR-01", "MM-GLOS-03", "MM-GLOS-04")
def test_a_mythic_at_a_corner_of_the_fairy_goes_one_space_from_where_it_stands():
    scene = fairies({"wander": 1}, mine=[(1, 1), (0, 2)], enemies=[(2, 2), (1, 2)])
    from_corner = {(ENEMY, cell(x, y)) for x, y in [(2, 1), (3, 2), (2, 3)]}
    assert {use for use in scene.uses("wander") if use[0] == ENEMY} == from_corner, "the other enemy stands on (1, 2)"
    assert {to for other, to in scene.uses("wander") if other == OTHER_F} == {cell(0, 1), cell(0, 3)}
    assert {other for other, _ in scene.uses("wander")} == {ENEMY, OTHER_F, F}
    scene.choose("wander", ENEMY, cell(3, 2))
    assert scene.place(ENEMY) == (3, 2)
    assert scene.points("wander") == 0


@pytest.mark.rule("MM-R-37", "MM-FAIR-01")
def test_who_is_beside_the_fairy_or_further_off_is_not_at_a_corner():
    scene = fairies({"wander": 1}, enemies=[(2, 1), (3, 3)])
    assert scene.uses("wander") == []
    assert scene.refused("wander", ENEMY, cell(3, 1)) == "MM-R-37"
    assert scene.refused("wander", SECOND, cell(3, 2)) == "MM-R-37"


@pytest.mark.rule("MM-R-37")
@pytest.mark.parametrize("reading", ["corner_touching", "diagonal_line"])
def test_how_far_a_diagonal_reaches_and_beside_whom_the_target_ends(reading):
    scene = fairies({"wander": 1}, enemies=[(2, 2), (4, 4)], keeper=(4, 0), options={"wander_target": reading})
    beside_target = {(ENEMY, cell(x, y)) for x, y in [(2, 1), (1, 2), (3, 2), (2, 3)]}
    beside_fairy = {(other, cell(x, y)) for other in (ENEMY, SECOND) for x, y in [(1, 0), (0, 1), (2, 1), (1, 2)]}
    assert set(scene.uses("wander")) == (beside_target if reading == "corner_touching" else beside_fairy)
    if reading == "diagonal_line":
        assert scene.refused("wander", ENEMY, cell(3, 2)) == "MM-R-37"


@pytest.mark.rule("MM-R-37", "MM-TERM-04")
def test_an_enclosing_wall_hides_a_corner():
    wall = [((1, 1), (2, 1)), ((1, 2), (2, 2))]
    scene = fairies({"wander": 1}, enemies=[(2, 2)], hedges=wall)
    assert scene.refused("wander", ENEMY, cell(3, 2)) == "MM-R-37"
    assert fairies({"wander": 1}, enemies=[(2, 2)], hedges=wall[:1]).uses("wander") != []


@pytest.mark.rule("MM-FAIR-02", "MM-FAQ-01")
def test_wander_may_end_on_clutter_for_one_point_but_not_behind_a_hedge():
    scene = fairies({"wander": 1}, enemies=[(2, 2)], clutter=[(3, 2)], hedges=[((2, 2), (2, 3))])
    assert scene.refused("wander", ENEMY, cell(2, 3)) == "MM-FAIR-02"
    scene.choose("wander", ENEMY, cell(3, 2))
    assert scene.place(ENEMY) == (3, 2)
    assert scene.points("wander") == 0


@pytest.mark.rule("MM-MOVM-01", "MM-MOVM-03", "MM-FAQ-02")
def test_wander_never_ends_on_somebody():
    scene = fairies({"wander": 1}, mine=[(1, 1), (3, 2)], enemies=[(2, 2)], keeper=(2, 3))
    assert scene.refused("wander", ENEMY, cell(2, 3)) == "MM-MOVM-01"
    assert scene.refused("wander", ENEMY, cell(3, 2)) == "MM-MOVM-03"
    assert {to for other, to in scene.uses("wander") if other == ENEMY} == {cell(1, 2), cell(2, 1)}


@pytest.mark.rule("MM-R-06", "MM-MYTH-05")
def test_only_a_mythic_of_the_active_team_collects_where_it_is_put():
    colours = {(3, 2): [0, 1]}
    scene = fairies({"wander": 1}, enemies=[(2, 2)], tomes=colours)
    before = scene.state.players[1].collected
    scene.choose("wander", ENEMY, cell(3, 2))
    assert scene.state.players[1].collected == before
    scene = fairies({"wander": 1}, mine=[(1, 1), (2, 2)], tomes=colours)
    scene.choose("wander", OTHER_F, cell(3, 2))
    assert scene.player.collected == 1
    assert scene.state.tomes == {cell(3, 2): [1]}


# -- Antics ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-FAIR-03", "MM-R-83")
def test_antics_brings_an_adjacent_hedge_to_any_side_of_any_enemy():
    own, far = ((1, 1), (2, 1)), ((3, 4), (4, 4))
    scene = fairies({"antics": 1}, enemies=[(4, 4), (2, 1)], hedges=[own, ((2, 3), (3, 3))], keeper=(0, 4))
    sides = {edge((4, 4), (3, 4)), edge((4, 4), (4, 3)), *(edge((2, 1), to) for to in [(3, 1), (2, 0), (2, 2)])}
    assert scene.uses("antics") == [(edge(*own), to) for to in sorted(sides)], "never back to the same place"
    assert scene.refused("antics", edge(*own), edge(*own)) == "MM-FAIR-04"
    assert scene.refused("antics", edge(*own), edge((2, 2), (3, 2))) == "MM-R-83"
    assert scene.refused("antics", edge((2, 3), (3, 3)), edge(*far)) == "MM-FAIR-03"
    scene.choose("antics", edge(*own), edge(*far))
    assert scene.hedges == pairs(far, ((2, 3), (3, 3)))
    assert scene.points("antics") == 0


@pytest.mark.rule("MM-FAIR-04")
def test_antics_neither_cuts_off_nor_lays_on_a_hedge_or_outside():
    own = ((1, 1), (2, 1))
    scene = fairies({"antics": 1}, enemies=[(4, 4)], hedges=[own, ((3, 4), (4, 4))], keeper=(0, 4))
    assert scene.uses("antics") == []
    assert scene.refused("antics", edge(*own), edge((4, 4), (4, 3))) == "MM-FAIR-04", "it would shut the corner in"
    assert scene.refused("antics", edge(*own), edge((3, 4), (4, 4))) == "MM-FAIR-04", "a Hedge is there"
    assert scene.refused("antics", edge(*own), cell(4, 4)) == "MM-FAIR-04", "the outer edge"


# -- Pixie Dust --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-FAIR-05", "MM-R-47", "MM-LEG-01")
def test_pixie_dust_swaps_the_groundskeeper_with_an_enemy_anywhere_and_catches_nobody():
    scene = fairies(mine=[(1, 1), (0, 1)], enemies=[(4, 0), (4, 1)], keeper=(0, 4), legendary=True, stops=[(2, 2), (3, 3), (0, 0)])
    assert scene.uses("pixie_dust") == [(0, ENEMY), (0, SECOND)], "enemies only"
    scene.choose("pixie_dust", 0, ENEMY)
    assert (scene.keeper, scene.place(ENEMY)) == ((4, 0), (0, 4))
    assert scene.state.scores == [0, 0]
    assert (scene.player.legendary, scene.player.spent) == (False, 1)
    assert scene.refused("pixie_dust", 0, ENEMY) == "MM-LEG-01"
    other = fairies(mine=[(1, 1), (0, 1)], enemies=[(4, 0)], legendary=True)
    assert other.refused("pixie_dust", 0, OTHER_F) == "MM-FAIR-05"


@pytest.mark.rule("MM-FAIR-06", "MM-R-20")
def test_pixie_dust_onto_the_current_destination_removes_that():
    scene = fairies(enemies=[(4, 0), (0, 3)], keeper=(2, 4), legendary=True, stops=[(4, 0), (0, 3), (0, 0)])
    scene.choose("pixie_dust", 0, ENEMY)
    assert scene.state.keepers[0].stops == [-1, cell(0, 3), cell(0, 0)]
    assert scene.state.keepers[0].goal == 1
    later = fairies(enemies=[(4, 0), (0, 3)], keeper=(2, 4), legendary=True, stops=[(4, 0), (0, 3), (0, 0)])
    later.choose("pixie_dust", 0, SECOND)
    assert later.state.keepers[0].stops == [cell(4, 0), cell(0, 3), cell(0, 0)], "a later Destination stays"


# -- the Fairy Ring ----------------------------------------------------------------------------------------------------------


def ringed(reading=None, enemies=((2, 2),), **how):
    """The Ring has been attached to the first enemy in an earlier turn; the Fairies' next turn begins."""
    options = {"fairy_ring_path": reading} if reading in ("straight_line", "two_free_steps") else {}
    options |= {"fairy_ring_move": reading} if reading in ("once", "every_turn") else {}
    scene = fairies(enemies=enemies, dark=True, options=options, player={"token": ENEMY, "ready": True}, **how)
    scene.at_turn_start().choose("pass")
    return scene


@pytest.mark.rule("MM-FAIR-07", "MM-LEG-03")
def test_the_ring_is_for_an_adjacent_enemy_once_a_turn_after_dark():
    how = {"mine": [(1, 1), (1, 2)], "enemies": [(2, 1), (0, 1), (3, 3)], "hedges": [((0, 1), (1, 1))]}
    scene = fairies(dark=True, **how)
    assert scene.uses("ring") == [(ENEMY,)], "a Hedge stands before the second one"
    assert scene.refused("ring", SECOND) == "MM-FAIR-07"
    assert scene.refused("ring", OTHER_F) == "MM-GLOS-02"
    scene.choose("ring", ENEMY)
    assert (scene.player.token, scene.player.ready) == (ENEMY, True)
    assert scene.refused("ring", ENEMY) == "MM-FAIR-07"
    assert fairies(**how).refused("ring", ENEMY) == "MM-LEG-03"
    assert fairies(dark=True, options={"specials": False}, **how).refused("ring", ENEMY) == "MM-FTP-01"


@pytest.mark.rule("MM-FAIR-08", "MM-FAIR-09", "MM-R-12")
def test_the_ringed_enemy_is_moved_at_the_start_of_the_next_turn_and_not_before():
    scene = fairies({"move": 1}, mine=[(0, 1)], enemies=[(1, 1)], dark=True, keeper=(4, 4), stops=[(4, 0), (0, 4), (2, 4)])
    scene.choose("ring", ENEMY)
    assert all(option[0] != "ring_move" for option in scene.options)
    scene.choose("pass").until("act", seat=1)
    assert scene.player.ready
    before = scene.place(ENEMY)
    scene.until("ring_move")
    assert scene.options[-1] == ["stay"]
    goal = scene.options[0]
    scene.choose(*goal)
    assert scene.place(ENEMY) == (goal[1] % 5, goal[1] // 5) != before
    scene.until("act")
    assert scene.player.done == [], "the Ring may be attached anew"


@pytest.mark.rule("MM-FAIR-08", "MM-R-43")
@pytest.mark.parametrize("reading", ["two_free_steps", "straight_line"])
def test_up_to_two_steps_round_corners_or_straight_on(reading):
    scene = ringed(reading, mine=[(0, 4)], enemies=[(2, 2), (2, 1)], hedges=[((2, 2), (3, 2))], keeper=(1, 3))
    two = {(1, 2), (2, 3), (0, 2), (2, 4)}
    corners = {(1, 1), (3, 3)}
    expected = two | corners if reading == "two_free_steps" else two
    assert {(option[1] % 5, option[1] // 5) for option in scene.options[:-1]} == expected
    assert scene.refused("ring_move", cell(1, 3)) == "MM-MOVM-01"
    assert scene.refused("ring_move", cell(2, 1)) == "MM-MOVM-03"
    assert scene.refused("ring_move", cell(3, 2)) == "MM-R-43"
    assert scene.refused("pass") == "MM-FAIR-08"


@pytest.mark.rule("MM-FAIR-08")
def test_the_ringed_enemy_may_be_left_where_it_is():
    scene = ringed()
    question = scene.open[2]
    for option in scene.options:
        assert words.help_text(scene.match, question, option).endswith(".")
        assert words.label(scene.match, question, option) != str(option)
    assert "Fairy Ring" in words.prompt(scene.match, question, ("Ann", "Ben"))
    scene.choose("stay")
    assert scene.place(ENEMY) == (2, 2)
    assert not scene.player.ready


@pytest.mark.rule("MM-R-42")
@pytest.mark.parametrize("reading", ["once", "every_turn"])
def test_the_ring_gives_one_move_or_one_every_turn(reading):
    scene = ringed(reading)
    scene.choose("stay")
    assert scene.player.token == ENEMY, "it stays on"
    assert scene.player.ready is (reading == "every_turn")


@pytest.mark.rule("MM-R-42", "MM-R-100")
@pytest.mark.parametrize("other", [ENEMY, SECOND])
def test_a_ring_that_has_moved_its_bearer_is_idle_until_it_is_attached_again_to_anybody(other):
    how = {"enemies": [(2, 1), (1, 2)], "dark": True, "player": {"token": ENEMY, "ready": False}}
    idle = fairies(**how)
    idle.at_turn_start().choose("pass")
    assert idle.asked == "act", "no further move"
    scene = fairies(**how)
    scene.choose("ring", other)
    assert (scene.player.token, scene.player.ready) == (other, True)


@pytest.mark.rule("MM-R-29")
def test_a_ringed_enemy_on_the_stone_is_not_moved():
    scene = fairies(enemies=[(2, 2)], dark=True, player={"token": ENEMY, "ready": True}, enemy_player={"token": ENEMY})
    scene.at_turn_start().choose("pass")
    assert scene.asked == "act"


@pytest.mark.rule("MM-FAIR-10", "MM-R-84")
def test_the_ring_comes_back_from_an_enemy_that_is_caught_and_not_from_one_that_is_moved():
    hedges = [((x, 0), (x, 1)) for x in range(1, 4)]
    caught = fairies(
        mine=[(0, 0)], enemies=[(1, 0)], dark=True, keeper=(2, 0), hedges=hedges, player={"token": ENEMY, "ready": True}
    )
    caught.choose("distract", 0, cell(1, 0))
    assert caught.place(ENEMY) is None
    assert (caught.player.token, caught.player.ready) == (-1, False)
    moved = fairies({"wander": 1}, enemies=[(2, 2)], player={"token": ENEMY, "ready": True})
    moved.choose("wander", ENEMY, cell(3, 2))
    assert moved.player.token == ENEMY


@pytest.mark.rule("MM-TRACK-02")
@pytest.mark.parametrize("answer", [["wander", ENEMY, cell(3, 2)], ["antics", edge((1, 1), (2, 1)), edge((2, 2), (3, 2))]])
def test_without_points_nothing_goes(answer):
    scene = fairies({"move": 1}, enemies=[(2, 2)], hedges=[((1, 1), (2, 1))])
    assert scene.uses("wander") == scene.uses("antics") == []
    assert scene.refused(*answer) == "MM-TRACK-02"


@pytest.mark.rule("MM-GLOS-02")
def test_enemies_are_those_of_the_other_team_only():
    scene = fairies(mine=[(1, 1), (2, 1), (1, 2)], enemies=[(3, 3)], dark=True, legendary=True)
    assert scene.uses("ring") == []
    assert scene.uses("pixie_dust") == [(0, ENEMY)]
