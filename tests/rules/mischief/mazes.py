"""Mazes as pairs of coordinates, made from a seed, for comparing with networkx. Knows the numbers of spaces and edges, no code."""

from random import Random
from typing import NamedTuple

import networkx

Place = tuple[int, int]
Edge = frozenset[Place]


class Plan(NamedTuple):
    """A maze in coordinates."""

    width: int
    height: int
    hedges: frozenset[Edge]
    clutter: frozenset[Place] = frozenset()
    closed: frozenset[Place] = frozenset()

    def cell(self, place: Place) -> int:
        return place[1] * self.width + place[0]

    def cells(self, places) -> int:
        return sum(1 << self.cell(place) for place in places)

    def edge(self, edge: Edge) -> int:
        """The right or the lower edge of the upper left space of the two."""
        first, second = sorted(edge)
        return self.cell(first) + (0 if first[1] == second[1] else self.width * self.height)

    def mask(self, edges=None) -> int:
        return sum(1 << self.edge(edge) for edge in (self.hedges if edges is None else edges))

    @property
    def places(self) -> list[Place]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def graph(self) -> networkx.Graph:
        """The open spaces, joined where one can walk."""
        found = networkx.grid_2d_graph(self.width, self.height)
        found.remove_edges_from(tuple(edge) for edge in self.hedges)
        found.remove_nodes_from(self.closed)
        return found

    def whole(self) -> bool:
        return networkx.is_connected(self.graph())


def edges_of(width: int, height: int) -> list[Edge]:
    """All inner edges, in order."""
    across = [frozenset({(x, y), (x + 1, y)}) for y in range(height) for x in range(width - 1)]
    return across + [frozenset({(x, y), (x, y + 1)}) for y in range(height - 1) for x in range(width)]


def random_plan(rng: Random, *, whole: bool = False, size: tuple[int, int] | None = None) -> Plan:
    """Any maze; with `whole` one in which nothing is cut off, with Hedges put one after the other."""
    width, height = size or rng.choice([(5, 5), (5, 5), (5, 5), (3, 3), (7, 5), (3, 5), (10, 5)])
    edges = edges_of(width, height)
    count = rng.randrange(11)
    clutter = frozenset((rng.randrange(width), rng.randrange(height)) for _ in range(rng.randrange(5)))
    if not whole:
        return Plan(width, height, frozenset(rng.sample(edges, count)), clutter)
    plan = Plan(width, height, frozenset(), clutter)
    for edge in rng.sample(edges, count):
        with_it = plan._replace(hedges=plan.hedges | {edge})
        if with_it.whole():
            plan = with_it
    return plan
