"""What touches what in the Hedgemaze, and where Hedges may stand, beside networkx and beside counting by hand."""

from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.mischief.maze import (
    DIRECTIONS,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    adjacent,
    connected,
    corner_open,
    cornering,
    free_places,
    grid,
    mask_of,
    members,
    slide,
    spread,
)
from tests.rules.mischief.mazes import Plan, edges_of, random_plan

FIVE = grid(5, 5)
MIDDLE = 12


def plan(*hedges, width=5, height=5):
    return Plan(width, height, frozenset(frozenset(edge) for edge in hedges))


@pytest.mark.rule("MM-LAY-02", "MM-HEDGE-02", "MM-GLOS-01")
@pytest.mark.parametrize("size", [(3, 3), (5, 5), (7, 3)])
def test_an_edge_lies_between_two_spaces_that_share_a_side_and_the_border_has_none(size):
    g = grid(*size)
    between = {frozenset(map(g.place, ends)): edge for edge, ends in g.ends.items()}
    assert set(between) == set(edges_of(*size))
    assert all(Plan(*size, frozenset()).edge(edge) == number for edge, number in between.items())
    assert g.edges == mask_of(between.values())
    assert free_places(g, 0) == g.edges


@pytest.mark.rule("MM-TERM-01", "MM-GLOS-03")
def test_beside_are_four_spaces_but_those_behind_a_hedge_and_the_border():
    assert sorted(adjacent(FIVE, 0, MIDDLE)) == [7, 11, 13, 17]
    assert sorted(adjacent(FIVE, 0, 0)) == [1, 5]
    behind = plan(((2, 2), (3, 2))).mask()
    assert sorted(adjacent(FIVE, behind, MIDDLE)) == [7, 11, 17]
    assert sorted(adjacent(FIVE, behind, MIDDLE + 1)) == [8, 14, 18]
    assert [FIVE.step(MIDDLE, direction) for direction in (NORTH, EAST, SOUTH, WEST)] == [7, 13, 17, 11]
    assert FIVE.step(4, EAST) == FIVE.step(4, NORTH) == -1


@pytest.mark.rule("MM-GLOS-04")
def test_four_spaces_touch_at_a_corner():
    assert sorted(cornering(FIVE, 0, MIDDLE)) == [6, 8, 16, 18]
    assert cornering(FIVE, 0, 0) == [6]
    assert sorted(cornering(FIVE, 0, 10)) == [6, 16]


@pytest.mark.rule("MM-TERM-04", "MM-TERM-03")
def test_one_hedge_end_does_not_block_a_diagonal():
    for edge in edges_of(5, 5):
        assert sorted(cornering(FIVE, plan(edge).mask(), MIDDLE)) == [6, 8, 16, 18]


A, B, C, D = (1, 1), (2, 1), (2, 2), (1, 2)
"""Round one corner, clockwise; A and C touch only there, and so do B and D."""


@pytest.mark.rule("MM-GLOS-06", "MM-R-26")
@pytest.mark.parametrize(
    ("pair", "a_to_c", "b_to_d"),
    [
        (((A, B), (C, D)), False, False),  # straight up
        (((B, C), (D, A)), False, False),  # straight across
        (((A, B), (D, A)), False, True),  # round A
        (((A, B), (B, C)), True, False),  # round B
        (((B, C), (C, D)), False, True),  # round C
        (((C, D), (D, A)), True, False),  # round D
    ],
)
def test_an_enclosing_wall_blocks_the_diagonal_it_separates_or_both(pair, a_to_c, b_to_d):
    hedges = plan(*pair)
    for frm, to, is_open in ((A, C, a_to_c), (C, A, a_to_c), (B, D, b_to_d), (D, B, b_to_d)):
        cell, goal = hedges.cell(frm), hedges.cell(to)
        assert (goal in cornering(FIVE, hedges.mask(), cell)) is is_open
        assert goal not in cornering(FIVE, hedges.mask(), cell, any_pair=True)


@pytest.mark.rule("MM-R-27")
def test_the_groundskeeper_beside_a_diagonal_blocks_it_by_one_reading_only():
    beside = 1 << MIDDLE - 5
    assert sorted(cornering(FIVE, 0, MIDDLE)) == [6, 8, 16, 18]
    assert sorted(cornering(FIVE, 0, MIDDLE, standing=beside)) == [16, 18]


def test_diagonals_agree_with_walking_round_the_corner():
    rng = Random(26)
    for _ in range(100):
        maze = random_plan(rng)
        g, hedges, graph = grid(maze.width, maze.height), maze.mask(), maze.graph()
        for x, y in maze.places:
            reached = set()
            for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                block = [(x, y), (x + dx, y), (x + dx, y + dy), (x, y + dy)]
                if set(block) <= set(maze.places) and networkx.has_path(graph.subgraph(block), block[0], block[2]):
                    reached.add(maze.cell(block[2]))
            assert set(cornering(g, hedges, maze.cell((x, y)))) == reached


@pytest.mark.rule("MM-R-28", "MM-HEDGE-01")
def test_nothing_may_be_cut_off_not_even_one_space():
    corner = plan(((0, 0), (1, 0)), ((0, 0), (0, 1)))
    assert not connected(FIVE, corner.mask())
    one = plan(((0, 0), (1, 0)))
    assert connected(FIVE, one.mask())
    assert free_places(FIVE, one.mask()) == FIVE.edges & ~corner.mask()


@pytest.mark.rule("MM-HEDGE-03")
def test_no_hedge_may_be_put_on_another_one():
    hedges = plan(((1, 1), (2, 1)), ((3, 3), (3, 4))).mask()
    assert free_places(FIVE, hedges) == FIVE.edges & ~hedges


@pytest.mark.rule("MM-R-28")
def test_the_stone_closes_its_space():
    """The Stone on (1, 0) and one Hedge shut the corner space in."""
    stone, below = 1, plan(((0, 0), (0, 1)))
    assert connected(FIVE, below.mask())
    assert not connected(FIVE, below.mask(), 1 << stone)
    assert free_places(FIVE, 0, stone) & below.mask() == 0
    assert free_places(FIVE, 0) & below.mask() == below.mask()


@pytest.mark.rule("MM-R-96")
def test_the_stones_own_space_is_not_walled_in_for_the_stone_comes_off_again():
    around = plan(((2, 1), (2, 2)), ((3, 2), (2, 2)), ((2, 3), (2, 2)))
    last = plan(((1, 2), (2, 2))).mask()
    assert connected(FIVE, around.mask() | last, 1 << MIDDLE)
    assert free_places(FIVE, around.mask(), MIDDLE) & last == 0
    assert free_places(FIVE, 0, MIDDLE) & last == last


def test_free_places_and_connected_agree_with_networkx():
    rng = Random(28)
    cut = 0
    for _ in range(150):
        maze = random_plan(rng, whole=True)
        g, hedges = grid(maze.width, maze.height), maze.mask()
        stone = rng.choice([None, *maze.places])
        with_stone = maze._replace(closed=frozenset() if stone is None else frozenset({stone}))
        if not with_stone.whole():
            cut += 1
            assert not connected(g, hedges, maze.cells(with_stone.closed))
            continue
        assert connected(g, hedges, maze.cells(with_stone.closed))
        expected = set()
        for edge in set(edges_of(maze.width, maze.height)) - maze.hedges:
            more = with_stone._replace(hedges=maze.hedges | {edge})
            if more.whole() and more._replace(closed=frozenset()).whole():
                expected.add(maze.edge(edge))
        assert set(members(free_places(g, hedges, -1 if stone is None else maze.cell(stone)))) == expected
    assert cut > 5


def test_connected_agrees_with_networkx_whatever_stands_where():
    rng = Random(29)
    whole = 0
    for _ in range(2000):
        maze = random_plan(rng)
        closed = frozenset(rng.sample(maze.places, rng.randrange(3)))
        expected = maze._replace(closed=closed).whole()
        whole += expected
        assert connected(grid(maze.width, maze.height), maze.mask(), maze.cells(closed)) is expected
    assert 200 < whole < 1800


@pytest.mark.rule("MM-R-68", "MM-BLITZ-09", "MM-BLITZ-11")
def test_two_boards_are_one_unless_the_seam_is_a_wall():
    joined, apart = grid(5, 5, 2), grid(5, 5, 2, seam=False)
    left, right = joined.cell(4, 2), joined.cell(5, 2)
    assert right in adjacent(joined, 0, left)
    assert right not in adjacent(apart, 0, left) and apart.step(left, EAST) == -1
    seam = joined.edges & ~apart.edges
    assert seam == mask_of(joined.cell(4, y) for y in range(5))
    assert free_places(joined, 0) & seam == seam, "a Hedge may stand on the seam"
    assert connected(joined, 0) and connected(apart, 0)
    assert not connected(joined, seam)
    assert cornering(apart, 0, left) == [joined.cell(3, 1), joined.cell(3, 3)]
    assert free_places(joined, seam & ~1 << 4) & 1 << 4 == 0, "the last way from board to board stays open"
    assert free_places(apart, 0) == apart.edges


@pytest.mark.rule("MM-R-28")
def test_boards_apart_are_each_looked_at_by_itself():
    apart = grid(3, 3, 2, seam=False)
    corner = mask_of([apart.cell(2, 0) - 1, apart.cells + apart.cell(2, 0)])
    assert not connected(apart, corner)
    first = mask_of([apart.cells + apart.cell(2, 0)])
    assert free_places(apart, first) == apart.edges & ~corner, "the seam is as good as the border"


def test_a_hedge_slides_until_the_border_or_another_hedge():
    g = FIVE
    upright = plan(((1, 2), (2, 2)))
    edge = upright.edge(next(iter(upright.hedges)))
    assert list(slide(g, 0, edge, EAST)) == [edge + 1, edge + 2]
    assert list(slide(g, 0, edge, WEST)) == [edge - 1]
    assert list(slide(g, 0, edge, NORTH)) == [edge - 5, edge - 10]
    assert list(slide(g, 0, edge, SOUTH)) == [edge + 5, edge + 10]
    assert list(slide(g, 1 << edge + 2, edge, EAST)) == [edge + 1]
    lying = plan(((1, 2), (1, 3)))
    edge = lying.edge(next(iter(lying.hedges)))
    assert list(slide(g, 0, edge, SOUTH)) == [edge + 5]
    assert list(slide(g, 0, edge, EAST)) == [edge + 1, edge + 2, edge + 3]


@pytest.mark.rule("MM-R-34")
def test_a_hedge_does_not_slide_over_a_barred_space():
    upright = plan(((1, 2), (2, 2))).mask().bit_length() - 1
    assert list(slide(FIVE, 0, upright, EAST, barred=1 << MIDDLE)) == []
    assert list(slide(FIVE, 0, upright, EAST, barred=1 << MIDDLE + 1)) == [upright + 1]
    assert list(slide(FIVE, 0, upright, WEST, barred=1 << MIDDLE - 1)) == []
    assert list(slide(FIVE, 0, upright, NORTH, barred=1 << MIDDLE | 1 << MIDDLE - 5)) == [upright - 5, upright - 10]


@pytest.mark.rule("MM-R-35")
def test_crosswise_hedges_stop_a_slide_by_one_reading_only():
    upright = plan(((1, 2), (2, 2))).mask().bit_length() - 1
    for place in ((1, 1), (2, 1)):
        crosswise = plan((place, (place[0], 2))).mask()
        assert list(slide(FIVE, crosswise, upright, NORTH)) == [upright - 5, upright - 10]
        assert list(slide(FIVE, crosswise, upright, NORTH, crosswise_stops=True)) == []
        assert list(slide(FIVE, crosswise, upright, SOUTH, crosswise_stops=True)) == [upright + 5, upright + 10]
        assert list(slide(FIVE, crosswise, upright, EAST, crosswise_stops=True)) == [upright + 1, upright + 2]


@given(st.integers(0, 2**32), st.integers(0, 3))
def test_a_slide_can_be_gone_back(seed, direction):
    """Every edge one space further comes back, over the same space; lengths agree with the board."""
    rng = Random(seed)
    g = grid(*rng.choice([(3, 3), (5, 5), (7, 3)]))
    edge = rng.choice(list(g.ends))
    back = (direction + 2) % 4
    path = [edge, *slide(g, 0, edge, direction)]
    assert path[::-1] == [path[-1], *slide(g, 0, path[-1], back)][: len(path)]
    x, y = g.place(g.ends[edge][0])
    upright = edge < g.cells
    room = {NORTH: y, WEST: x, EAST: g.width - 1 - x - upright, SOUTH: g.height - 1 - y - (not upright)}
    assert len(path) - 1 == room[direction]


@given(st.integers(0, 2**32))
def test_to_be_beside_is_mutual_and_spreading_is_the_same_for_many(seed):
    maze = random_plan(Random(seed))
    g, hedges = grid(maze.width, maze.height), maze.mask()
    for cell in range(g.cells):
        assert all(cell in adjacent(g, hedges, to) for to in adjacent(g, hedges, cell))
        assert all(cell in cornering(g, hedges, to) for to in cornering(g, hedges, cell))
        assert spread(g, hedges, 1 << cell) == mask_of(adjacent(g, hedges, cell))
        for direction in DIRECTIONS:
            to = g.step(cell, direction)
            assert to < 0 or g.step(to, (direction + 2) % 4) == cell


@given(st.integers(0, 2**32))
def test_taking_a_hedge_off_opens_more_than_it_closes(seed):
    maze = random_plan(Random(seed), whole=True)
    g, hedges = grid(maze.width, maze.height), maze.mask()
    for edge in members(hedges):
        without = hedges & ~(1 << edge)
        assert free_places(g, without) & (free_places(g, hedges) | 1 << edge) == free_places(g, hedges) | 1 << edge


@given(st.sets(st.integers(0, 90)))
def test_masks_hold_numbers(numbers):
    assert list(members(mask_of(numbers))) == sorted(numbers)


@given(st.integers(0, 15), st.booleans())
def test_any_pair_blocks_no_less_than_a_separating_one(four, any_pair):
    diagonal = FIVE.diagonals[MIDDLE][0]
    round_it = list(members(diagonal.one | diagonal.other))
    hedges = mask_of(edge for bit, edge in enumerate(round_it) if four >> bit & 1)
    assert corner_open(diagonal, hedges, any_pair) or not corner_open(diagonal, hedges, True)
