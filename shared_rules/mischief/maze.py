"""The Hedgemaze as numbers: spaces, the edges between them, what touches what, and where a Hedge may stand.

Pure functions of plain numbers, quick enough for the inner loop of a bot. A **space** (cell) is `y * width + x`; x counts from
the left, y from the top, so the bottom row is the last one. An **edge** lies between two spaces that share a side: `cell` is the
edge on the right of a space, `cells + cell` the one below it. The outer border has no edges, so no Hedge can ever stand there
(MM-HEDGE-02). Sets of spaces and of edges are bit masks: bit n is set if n is in it.

Two boards side by side (Blitz for four) are one grid of twice the width. The edges of the seam are like others, unless the grid
is made without them (MM-R-68).
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

NORTH, EAST, SOUTH, WEST = DIRECTIONS = range(4)
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Side(NamedTuple):
    """One open or hedged way out of a space: where it leads, over which edge; `bit` is that edge as a mask."""

    direction: int
    to: int
    edge: int
    bit: int


class Diagonal(NamedTuple):
    """A space that touches another one at a corner. The ways round the corner cross the edges in `one` and in `other`."""

    to: int
    one: int
    other: int
    beside: int
    """The two spaces that the ways lead over."""


class Slide(NamedTuple):
    """Where an edge comes to, one space further. It sweeps over the space in `over`, or past the crosswise edges in `across`."""

    to: int
    over: int
    across: int


class Grid:
    """All that never changes on a board of `width` times `height` spaces; made once for each size by `grid`."""

    def __init__(self, width: int, height: int, boards: int, seam: bool) -> None:
        self.width, self.height, self.boards = width, height, boards
        self.cells = width * height
        """How many spaces there are; also the number of the first edge that lies below a space."""
        self.full = (1 << self.cells) - 1
        walls = {width * part // boards for part in range(1, boards)} if not seam else set()
        self._borders = {0, width} | walls
        """Where no Hedge can stand and nobody passes, by x of their corners."""
        self.parts = self._parts(sorted(self._borders))
        self.sides = tuple(tuple(self._sides(cell)) for cell in range(self.cells))
        self.ways = tuple(
            tuple(next((side for side in sides if side.direction == way), None) for way in DIRECTIONS) for sides in self.sides
        )
        """The way out of each space in each direction; None at the border."""
        self.edges = sum({side.bit for sides in self.sides for side in sides})
        self.ends = {side.edge: (cell, side.to) for cell, sides in enumerate(self.sides) for side in sides if side.to > cell}
        """The two spaces on either side of an edge."""
        self.sides_mask = tuple(sum(side.bit for side in sides) for sides in self.sides)
        """The edges round each space, as a mask."""
        self.open = tuple(dict(self._open(cell)) for cell in range(self.cells))
        """For each space, by the Hedges on its sides, the spaces beside it that can be walked to."""
        self.diagonals = tuple(tuple(self._diagonals(cell)) for cell in range(self.cells))
        self.slides = {edge: tuple(self._slide(edge, direction) for direction in DIRECTIONS) for edge in self.ends}
        self.corners = {edge: self._corners(edge) for edge in self.ends}
        """The two corners that an edge joins; 0 is the border."""
        self.at_corner = self._at_corners()
        """The edges that end at each corner, as masks."""
        self.from_border_to_border = sum(1 << edge for edge, (one, other) in self.corners.items() if one == other)
        self.last_column = sum(1 << y * width + x - 1 for x in self._borders if x for y in range(height))
        self.stays = self.full & ~self.last_column
        """The spaces that have a right neighbour."""

    def cell(self, x: int, y: int) -> int:
        """The space in column x and row y, or -1 off the board."""
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a space."""
        return cell % self.width, cell // self.width

    def step(self, cell: int, direction: int) -> int:
        """The space next to `cell` whatever stands between, or -1 off the board."""
        side = self.ways[cell][direction]
        return -1 if side is None else side.to

    def _parts(self, borders: list[int]) -> tuple[int, ...]:
        """The spaces between two borders each: one set, or one a board where nobody passes from one to the other."""
        return tuple(
            sum(1 << y * self.width + x for x in range(left, right) for y in range(self.height))
            for left, right in pairwise(borders)
        )

    def _edge(self, cell: int, direction: int) -> int:
        """The edge on that side of `cell`, or -1 where there is none."""
        x, y = self.place(cell)
        to = self.cell(x + _STEPS[direction][0], y + _STEPS[direction][1])
        if to < 0 or (direction == EAST and x + 1 in self._borders) or (direction == WEST and x in self._borders):
            return -1
        return min(cell, to) + (self.cells if direction in (NORTH, SOUTH) else 0)

    def _sides(self, cell: int) -> Iterator[Side]:
        x, y = self.place(cell)
        for direction in DIRECTIONS:
            edge = self._edge(cell, direction)
            if edge >= 0:
                yield Side(direction, self.cell(x + _STEPS[direction][0], y + _STEPS[direction][1]), edge, 1 << edge)

    def _open(self, cell: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        sides = self.sides[cell]
        for count in range(len(sides) + 1):
            for hedged in combinations(sides, count):
                yield sum(side.bit for side in hedged), tuple(side.to for side in sides if side not in hedged)

    def _diagonals(self, cell: int) -> Iterator[Diagonal]:
        for up_down in (NORTH, SOUTH):
            for left_right in (EAST, WEST):
                ways, beside = [], 0
                to = -1
                for first, second in ((up_down, left_right), (left_right, up_down)):
                    between = self.step(cell, first)
                    to = self.step(between, second) if between >= 0 else -1
                    if to < 0:
                        break
                    ways.append(1 << self._edge(cell, first) | 1 << self._edge(between, second))
                    beside |= 1 << between
                if to >= 0:
                    yield Diagonal(to, ways[0], ways[1], beside)

    def _slide(self, edge: int, direction: int) -> Slide | None:
        """One space further in a direction: sideways over a space, or lengthwise past a corner."""
        first, second = self.ends[edge]
        upright = edge < self.cells
        to_first, to_second = self.step(first, direction), self.step(second, direction)
        if to_first < 0 or to_second < 0:
            return None
        if upright == (direction in (EAST, WEST)):
            ahead = second if direction in (EAST, SOUTH) else first
            return Slide(self._edge(to_first, EAST if upright else SOUTH), 1 << ahead, 0)
        across = 1 << self._edge(first, direction) | 1 << self._edge(second, direction)
        return Slide(self._edge(to_first, EAST if upright else SOUTH), 0, across)

    def _corners(self, edge: int) -> tuple[int, int]:
        x, y = self.place(self.ends[edge][0])
        if edge < self.cells:
            return self.corner(x + 1, y), self.corner(x + 1, y + 1)
        return self.corner(x, y + 1), self.corner(x + 1, y + 1)

    def _at_corners(self) -> list[int]:
        found = [0] * (self.width + 1) * (self.height + 1)
        for edge, ends in self.corners.items():
            for corner in ends:
                found[corner] |= 1 << edge
        return found

    def corner(self, x: int, y: int) -> int:
        """The corner that has x spaces on its left and y above it; all corners on the border are one, 0."""
        return 0 if x in self._borders or y in (0, self.height) else y * (self.width + 1) + x


@cache
def grid(width: int, height: int, boards: int = 1, seam: bool = True) -> Grid:
    """The grid of that size: `width` is that of one board. Without `seam` nothing passes from one board to the other."""
    return Grid(width * boards, height, boards, seam)


def members(mask: int) -> list[int]:
    """The numbers in a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(numbers: Iterable[int]) -> int:
    """The mask with those numbers in it."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


@lru_cache(1 << 14)
def set_of(numbers: tuple[int, ...]) -> int:
    """The same, for what is asked for again and again."""
    return mask_of(numbers)


def adjacent(g: Grid, hedges: int, cell: int) -> tuple[int, ...]:
    """The spaces beside `cell` with no Hedge between (MM-TERM-01)."""
    return g.open[cell][hedges & g.sides_mask[cell]]


def corner_open(diagonal: Diagonal, hedges: int, any_pair: bool = False) -> bool:
    """Whether no enclosing wall stands between spaces that touch at a corner (MM-TERM-04, MM-GLOS-06).

    A pair of Hedges blocks a diagonal that it separates, so both ways round hold one; with `any_pair` any two that meet there do
    (MM-R-26).
    """
    if any_pair:
        return (hedges & (diagonal.one | diagonal.other)).bit_count() < 2
    return not (hedges & diagonal.one and hedges & diagonal.other)


def cornering(g: Grid, hedges: int, cell: int, any_pair: bool = False, standing: int = 0) -> list[int]:
    """The spaces that touch `cell` at a corner with no enclosing wall there.

    `standing` are spaces that block every diagonal beside them: the Groundskeeper's, by one reading of MM-R-27.
    """
    return [
        diagonal.to
        for diagonal in g.diagonals[cell]
        if corner_open(diagonal, hedges, any_pair) and not standing & diagonal.beside
    ]


def spread(g: Grid, hedges: int, cells: int) -> int:
    """All spaces beside one of `cells` with no Hedge between."""
    right, below = g.stays & ~hedges, ~(hedges >> g.cells)
    width = g.width
    return ((cells & right) << 1 | cells >> 1 & right | (cells & below) << width | cells >> width & below) & g.full


@lru_cache(1 << 14)
def connected(g: Grid, hedges: int, closed: int = 0) -> bool:
    """Whether every space but the `closed` ones (the Stone's) can be walked to from every other one (MM-R-28)."""
    for part in g.parts:
        wanted = part & ~closed
        found, grown = 0, wanted & -wanted
        while grown != found:
            found = grown
            grown |= spread(g, hedges, found) & wanted
        if found != wanted:
            return False
    return True


@lru_cache(1 << 14)
def free_places(g: Grid, hedges: int, stone: int = -1) -> int:
    """The edges where one more Hedge may be put: no Hedge stands there, and no section is cut off (MM-HEDGE-01, MM-HEDGE-03).

    Hedges and the border are lines between corners: a section is cut off where such lines close a ring, so where a Hedge
    would join two corners that hang together already. A Stone on the space `stone` joins that space's corners (MM-R-28); its
    own space must not be walled in either, for the Stone comes off again.
    """
    free = _unjoined(g, hedges)
    if stone < 0:
        return free
    x, y = g.place(stone)
    around = g.sides_mask[stone]
    corners = {g.corner(x, y), g.corner(x + 1, y), g.corner(x, y + 1), g.corner(x + 1, y + 1)}
    return free & (_unjoined(g, hedges & ~around, corners) | around)


def _unjoined(g: Grid, hedges: int, joined: Collection[int] = ()) -> int:
    """The edges whose corners do not hang together by `hedges`, so none of those; corners in `joined` do anyhow.

    Where two groups of corners are joined, every edge that ends at both lies between corners that hang together from then on.
    """
    leads_to: dict[int, int] = {}
    reach = g.at_corner[:]
    """The edges that end at a corner of each group; a group goes by the corner that leads to no other one."""
    free = g.edges & ~g.from_border_to_border
    first = min(joined, default=0)
    for one, other in [*((first, corner) for corner in joined), *(g.corners[edge] for edge in members(hedges))]:
        while one in leads_to:
            one = leads_to[one]
        while other in leads_to:
            other = leads_to[other]
        if one != other:
            free &= ~(reach[one] & reach[other])
            reach[one] |= reach[other]
            leads_to[other] = one
    return free


def slide(g: Grid, hedges: int, edge: int, direction: int, barred: int = 0, crosswise_stops: bool = False) -> list[int]:
    """The edges that a Hedge taken from `edge` comes to one after the other, until the border or another Hedge.

    `hedges` are the others. It does not go over the `barred` spaces (MM-R-34). Hedges that stand crosswise at a corner it passes
    lengthwise are no bar, unless `crosswise_stops` (MM-R-35).
    """
    found: list[int] = []
    onward = g.slides[edge][direction]
    while onward is not None and not _stops(onward, hedges, barred, crosswise_stops):
        found.append(onward.to)
        onward = g.slides[onward.to][direction]
    return found


def _stops(onward: Slide, hedges: int, barred: int, crosswise_stops: bool) -> bool:
    """Whether a Hedge cannot slide on there."""
    return bool(hedges >> onward.to & 1 or barred & onward.over or (crosswise_stops and hedges & onward.across))


def shifts_of(
    g: Grid, hedges: int, edge: int, stone: int = -1, barred: int = 0, crosswise_stops: bool = False
) -> list[int]:
    """For each direction where the Hedge on `edge` could be moved by one space, -1 if it cannot. `hedges` are all."""
    rest = hedges & ~(1 << edge)
    free = free_places(g, rest, stone)
    return [
        -1 if onward is None or not free >> onward.to & 1 or _stops(onward, rest, barred, crosswise_stops) else onward.to
        for onward in g.slides[edge]
    ]


@lru_cache(1 << 14)
def slides_of(
    g: Grid, hedges: int, edge: int, stone: int = -1, barred: int = 0, crosswise_stops: bool = False
) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """For each direction the edges that the Hedge on `edge` would `slide` to, each with whether it could stay there.

    `hedges` are all, that one included.
    """
    rest = hedges & ~(1 << edge)
    free = free_places(g, rest, stone)
    return tuple(
        tuple([(to, bool(free >> to & 1)) for to in slide(g, rest, edge, direction, barred, crosswise_stops)])
        for direction in DIRECTIONS
    )
