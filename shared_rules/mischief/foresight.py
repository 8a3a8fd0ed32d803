"""Where the groundskeeper will walk if its phase begins now: what people want to see before they end the Mythic Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shared_rules.mischief.keeper import next_spaces, points_of_card
from shared_rules.mischief.pieces import clutter
from shared_rules.mischief.route import step_cost
from shared_rules.mischief.state import CREST, DONE

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


class Walk(NamedTuple):
    """The spaces that are entered for certain, in order, and those among which the active team chooses after them (MM-GK-05)."""

    path: list[int]
    choices: list[int]


def foreseen(match: Mischief, k: int) -> Walk:
    """The next walk of groundskeeper `k` with all points of its card, as Hedges, Clutter and Destinations are now."""
    keeper = match.state.keepers[k]
    path: list[int] = []
    cell, number, left = keeper.cell, keeper.goal, points_of_card(match, k)
    mess = clutter(match)
    while left > 0:
        cells = next_spaces(match, k, cell, number, left)
        if len(cells) != 1:
            return Walk(path, cells)
        price = step_cost(cells[0], mess)
        if price > left:
            break
        cell, before = cells[0], number
        path.append(cell)
        number = _goal_after(match, k, cell, number)
        stays = match.state.options["groundskeeper_goes_on_past_destination"] == "no"
        left = 0 if stays and before < number < CREST else left - price
    return Walk(path, [])


def _goal_after(match: Mischief, k: int, cell: int, number: int) -> int:
    """The Destination that is next once the groundskeeper has come to a space."""
    stops = match.state.keepers[k].stops
    at_once = match.state.options["destination_under_groundskeeper"] == "reached_at_once"
    here = True
    while number < CREST and (stops[number] == DONE or (here and stops[number] == cell)):
        number += 1
        here = at_once
    return number
