"""The Groundskeeper's quickest ways, beside networkx in ten thousand mazes and beside counting by hand."""

from functools import cache
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.mischief.maze import adjacent, grid, mask_of, members
from shared_rules.mischief.route import Way, onward, quickest, step_cost, toward_any
from tests.rules.mischief.mazes import Plan, random_plan

FIVE = grid(5, 5)
MIDDLE = 12


@cache
def open_board(width, height):
    return networkx.grid_2d_graph(width, height).to_directed()


def by_networkx(maze, start, target):
    """Length and all first steps: searched from the target back, where leaving a space costs what entering it did."""

    def cost(space, before, _):
        if frozenset({space, before}) in maze.hedges or before in maze.closed - {start}:
            return None
        return 2 if space in maze.clutter else 1

    if target in maze.closed:
        return None
    came_from, length = networkx.dijkstra_predecessor_and_distance(open_board(maze.width, maze.height), target, weight=cost)
    return Way(length[start], maze.cells(came_from[start])) if start in length else None


@pytest.mark.rule("MM-GK-04", "MM-GK-06", "MM-GK-08")
def test_ten_thousand_mazes_agree_with_networkx_in_every_tied_first_step():
    rng = Random(4)
    tied = unreachable = cluttered = 0
    for _ in range(10_000):
        maze = random_plan(rng)
        start, target = rng.sample(maze.places, 2)
        maze = maze._replace(closed=frozenset(rng.sample(maze.places, rng.choice([0, 0, 0, 1, 2]))))
        g = grid(maze.width, maze.height)
        cells = maze.cell(start), maze.cell(target), maze.cells(maze.clutter), maze.cells(maze.closed)
        expected = by_networkx(maze, start, target)
        assert quickest(g, maze.mask(), *cells) == expected
        tied += expected is not None and expected.steps.bit_count() > 1
        unreachable += expected is None
        cluttered += expected is not None and expected != quickest(g, maze.mask(), *cells[:2], 0, cells[3])
    assert tied >= 1000
    assert unreachable >= 100
    assert cluttered >= 1000


def plan(*hedges):
    return Plan(5, 5, frozenset(frozenset(edge) for edge in hedges))


@pytest.mark.rule("MM-GK-05")
def test_all_equally_quick_steps_are_found():
    assert quickest(FIVE, 0, MIDDLE, 24) == Way(4, mask_of([13, 17]))
    assert quickest(FIVE, 0, MIDDLE, 14) == Way(2, mask_of([13]))
    assert quickest(FIVE, 0, MIDDLE, MIDDLE) == Way(0, 0)


@pytest.mark.rule("MM-GK-06")
def test_clutter_makes_a_route_longer():
    assert quickest(FIVE, 0, MIDDLE, 24, clutter=1 << 17) == Way(4, mask_of([13]))
    assert quickest(FIVE, 0, MIDDLE, 14, clutter=1 << 13) == Way(3, mask_of([13]))
    assert quickest(FIVE, 0, MIDDLE, 14, clutter=1 << 14) == Way(3, mask_of([13]))
    assert quickest(FIVE, 0, MIDDLE, 14, clutter=1 << MIDDLE) == Way(2, mask_of([13])), "leaving costs nothing"
    assert (step_cost(13, 1 << 13), step_cost(14, 1 << 13)) == (2, 1)


@pytest.mark.rule("MM-GK-06")
def test_a_way_round_clutter_may_be_as_quick_as_the_way_through():
    """Straight on over Clutter is 3; over the corner it would be 4; with Clutter twice, both are 4."""
    assert quickest(FIVE, 0, MIDDLE, 14, clutter=mask_of([13, 14])) == Way(4, mask_of([13]))
    assert quickest(FIVE, 0, 11, 14, clutter=mask_of([12, 13])) == Way(5, mask_of([6, 12, 16]))


@pytest.mark.rule("MM-GK-08")
def test_hedges_are_walked_round():
    maze = plan(((2, 2), (3, 2)))
    assert quickest(FIVE, maze.mask(), MIDDLE, 14) == Way(4, mask_of([7, 17]))


@pytest.mark.rule("MM-GARG-06", "MM-R-93")
def test_closed_spaces_are_walked_round_and_never_reached():
    assert quickest(FIVE, 0, MIDDLE, 14, closed=1 << 13) == Way(4, mask_of([7, 17]))
    assert quickest(FIVE, 0, MIDDLE, 14, closed=1 << 14) is None
    assert quickest(FIVE, 0, MIDDLE, 14, closed=1 << MIDDLE) == Way(2, mask_of([13])), "it may leave the space it stands on"
    assert quickest(FIVE, 0, 0, 24, closed=mask_of([1, 5])) is None


@pytest.mark.rule("MM-GK-07", "MM-R-92")
def test_with_one_point_left_it_stops_before_clutter():
    steps, clutter = mask_of([7, 13]), 1 << 13
    assert onward(steps, clutter, 2) == [7, 13]
    assert onward(steps, clutter, 1) == [7, 13], "to choose the Cluttered one is to halt"
    assert onward(steps, clutter, 1, may_halt=False) == [7]
    assert onward(1 << 13, clutter, 1) == onward(1 << 13, clutter, 1, may_halt=False) == []
    assert onward(steps, 0, 0) == []


@pytest.mark.rule("MM-DIST-03", "MM-R-16", "MM-FAQ-11")
def test_a_distract_counts_spaces_or_by_the_other_reading_clutter_too():
    clutter = 1 << 13
    assert toward_any(FIVE, 0, MIDDLE, [18]) == mask_of([13, 17])
    assert toward_any(FIVE, 0, MIDDLE, [18], clutter) == mask_of([17])


@pytest.mark.rule("MM-DIST-01", "MM-R-17")
def test_a_distract_may_make_for_any_target_or_by_the_other_reading_for_the_nearest():
    assert toward_any(FIVE, 0, MIDDLE, [10, 24]) == mask_of([11, 13, 17])
    assert toward_any(FIVE, 0, MIDDLE, [10, 24], nearest=True) == mask_of([11])
    assert toward_any(FIVE, 0, MIDDLE, [10, 14], nearest=True) == mask_of([11, 13])


@pytest.mark.rule("MM-R-18")
def test_what_cannot_be_reached_is_no_target():
    assert toward_any(FIVE, 0, MIDDLE, []) == 0
    assert toward_any(FIVE, 0, MIDDLE, [10], closed=1 << 10) == 0
    assert toward_any(FIVE, 0, MIDDLE, [10, 14], closed=1 << 10, nearest=True) == mask_of([13])


@given(st.integers(0, 2**32))
def test_each_first_step_brings_it_nearer_by_its_cost_and_no_other_step_does(seed):
    rng = Random(seed)
    maze = random_plan(rng)
    g, hedges, clutter = grid(maze.width, maze.height), maze.mask(), maze.cells(maze.clutter)
    start, target = (maze.cell(place) for place in rng.sample(maze.places, 2))
    way = quickest(g, hedges, start, target, clutter)
    for step in adjacent(g, hedges, start):
        rest = quickest(g, hedges, step, target, clutter)
        assert (rest is None) is (way is None)
        if way is not None:
            through = rest.length + step_cost(step, clutter)
            assert through >= way.length
            assert (through == way.length) is bool(way.steps >> step & 1)


@given(st.integers(0, 2**32))
def test_walking_step_by_step_arrives_after_just_that_many_points(seed):
    rng = Random(seed)
    maze = random_plan(rng, whole=True)
    g, hedges, clutter = grid(maze.width, maze.height), maze.mask(), maze.cells(maze.clutter)
    at, target = (maze.cell(place) for place in rng.sample(maze.places, 2))
    length = quickest(g, hedges, at, target, clutter).length
    spent = 0
    while at != target:
        at = rng.choice(list(members(quickest(g, hedges, at, target, clutter).steps)))
        spent += step_cost(at, clutter)
    assert spent == length
