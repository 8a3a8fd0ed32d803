"""The Groundskeeper's quickest ways through the Hedgemaze: how far it is, and all first steps that are equally quick.

Spaces, edges and masks are those of `maze`. A step into a Cluttered space counts 2, any other one counts 1 (MM-GK-06); a Distract
counts every step 1 (MM-R-16), for which `clutter` is 0. Mythics are no bar (MM-GK-09); `closed` spaces are: the Stone's and another
keeper's (MM-GARG-06, MM-R-93).
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from shared_rules.mischief.maze import Grid, members, spread


class Way(NamedTuple):
    """The length of the quickest ways in movement points, and the first steps of all of them as a mask."""

    length: int
    steps: int


@lru_cache(1 << 14)
def quickest(g: Grid, hedges: int, start: int, target: int, clutter: int = 0, closed: int = 0) -> Way | None:
    """The quickest ways from `start` to `target` (MM-GK-04, MM-GK-05); None where no way leads there.

    Backwards from the target, one point of distance at a time: a space is n points away if it lies beside a plain one at n - 1
    or a Cluttered one at n - 2. The start may be closed itself: it is left, not entered.
    """
    if start == target:
        return Way(0, 0)
    at_start, plain = 1 << start, g.full & ~clutter
    right, below, width = g.stays & ~hedges, ~(hedges >> g.cells), g.width
    unseen = g.full & ~closed | at_start
    here = 1 << target & unseen
    before, length = 0, 0
    while here or before:
        unseen &= ~here
        entered = here & plain | before & clutter
        before = here
        length += 1
        here = (
            (entered & right) << 1 | entered >> 1 & right | (entered & below) << width | entered >> width & below
        ) & unseen
        if here & at_start:
            return Way(length, spread(g, hedges, at_start) & entered)
    return None


def onward(steps: int, clutter: int, points: int, may_halt: bool = True) -> list[int]:
    """The first steps among which the active player chooses with `points` left; none means that the Groundskeeper stops.

    With one point left a Cluttered space is not entered (MM-GK-07). Where a plain step is as quick, choosing the Cluttered one
    halts the Groundskeeper, unless it has to use the point (MM-R-92, `may_halt`).
    """
    if points > 1:
        return members(steps)
    plain = steps & ~clutter
    if points < 1 or not plain:
        return []
    return members(steps if may_halt else plain)


def step_cost(cell: int, clutter: int) -> int:
    """What it costs the Groundskeeper to enter a space: 2 points where Clutter lies (MM-GK-06)."""
    return 2 if clutter >> cell & 1 else 1


def toward_any(
    g: Grid, hedges: int, start: int, targets: Iterable[int], clutter: int = 0, closed: int = 0, nearest: bool = False
) -> int:
    """The steps that start a quickest way to any of `targets`, all together (MM-DIST-01, MM-DIST-03, MM-R-17).

    So one choice covers whom to make for and on which way. With `nearest` only targets count that no other one is nearer than.
    Targets that cannot be reached are no targets (MM-R-18).
    """
    ways = [way for target in targets if (way := quickest(g, hedges, start, target, clutter, closed)) is not None]
    if nearest and ways:
        shortest = min(way.length for way in ways)
        ways = [way for way in ways if way.length == shortest]
    steps = 0
    for way in ways:
        steps |= way.steps
    return steps
