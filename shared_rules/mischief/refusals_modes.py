"""Why an answer is refused in the solo game and to pairs: the rule and a sentence. Only asked after a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.factions.faction import Refusal
from shared_rules.mischief.modes import ENCHANTED
from shared_rules.mischief.pieces import keeper_at

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def colour_refused(m: Mischief, team: int, answer: list[Any]) -> Refusal:
    return "MM-TEAM-04", "the pair names the colour of one of its own two"


def layout_refused(m: Mischief, k: int, answer: list[Any]) -> Refusal:
    if answer == ["layout", "draft"] and m.state.options["first_game"]:
        return "MM-FTP-02", "in a first game the maze is laid out as in a layout, not drafted"
    return "MM-LAY-01", "there is no such layout"


def enchanted_faction_refused(m: Mischief, answer: list[Any]) -> Refusal:
    return "MM-SOLO-02", "the Enchanted are of a faction that the player does not use"


def return_side_refused(m: Mischief, answer: list[Any]) -> Refusal:
    return "MM-SOLO-05", "the Return card has two sides, and one of them is used"


def enchanted_goal_refused(m: Mischief, figure: int, answer: list[Any]) -> Refusal:
    """Which of its three wishes an Enchanted has decides which rule names its goals."""
    reach = [option[1] for option in m.names["enchanted_goal"](m, figure).options]
    if any(ENCHANTED in m.state.tomes.get(cell, ()) for cell in reach):
        return "MM-ENC-05", "it takes the Tome in reach that is nearest the bottom"
    if any(one.cell in reach and one.seat != ENCHANTED for one in m.state.figures):
        return "MM-ENC-08", "it goes into the Mythic in reach that is nearest the bottom"
    return "MM-ENC-09", "it goes as far from the Groundskeeper as it can"


def enchanted_way_refused(m: Mischief, figure: int, goal: int, left: int, answer: list[Any]) -> Refusal:
    return "MM-ENC-04", "that space is not on a quickest way there"


def displaced_to_refused(m: Mischief, other: int, figure: int, cell: int, goal: int, left: int, answer: list[Any]) -> Refusal:
    if len(answer) == 2 and type(answer[1]) is int and keeper_at(m.state, answer[1]):
        return "MM-R-72", "nobody is displaced into the Groundskeeper's space"
    if m.state.figures[other].seat == ENCHANTED:
        return "MM-ENC-12", "an Enchanted is displaced to a free space beside its own, further from the Groundskeeper"
    return "MM-ENC-11", "a Mythic is displaced to a free space beside its own, nearer the Groundskeeper"


def return_anywhere_refused(m: Mischief, answer: list[Any]) -> Refusal:
    return "MM-R-77", "an Enchanted comes back on a space without Mythic, Groundskeeper and Tome"
