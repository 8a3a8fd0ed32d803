"""Words of the solo game, of pairs and of Blitz: prompts, labels and events that `words` tells with its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from shared_rules.events import Told
from shared_rules.mischief.modes import ENCHANTED
from shared_rules.mischief.pieces import name, square
from shared_rules.words import _

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def person(names: Sequence[str], seat: int | None) -> str:
    """What people call a seat; beside somebody who is alone sit the Enchanted."""
    if seat is None:
        return _("The table")
    if len(names) == 1 and seat == ENCHANTED:
        return _("the Enchanted")
    return names[seat] if seat < len(names) else _("seat {number}").format(number=seat)


def _detention(m: Mischief, why: str) -> str:
    if why == "row":
        return _("Turn up a Detention card for the row: which one is it?")
    if why == "tomes":
        return _("Draw a Detention card for its Tomes: which one is it?")
    return _("Turn up the next Detention card: which one is it?")


PROMPTS: dict[str, Callable[..., str]] = {
    "colour": lambda m, team: _("Whose Tomes lie on the board for your team?"),
    "enchanted_faction": lambda m: _("Which faction are the Enchanted?"),
    "return_side": lambda m: _("Which side of the Return card is used?"),
    "enchanted_place": lambda m, number: _("Where does the next Enchanted start?"),
    "detention": _detention,
    "enchanted_goal": lambda m, figure: _("Where does the Enchanted {who} go?").format(who=name(m, figure)),
    "enchanted_way": lambda m, figure, goal, left: _("Which way does the Enchanted {who} take to {where}?").format(
        who=name(m, figure), where=square(m, goal)
    ),
    "displaced_to": lambda m, other, figure, cell, goal, left: _("Where is {who} displaced to?").format(who=name(m, other)),
    "return_die": lambda m: _("throws a die that nobody uses: where does an Enchanted come back?"),
    "return_anywhere": lambda m: _("All places are taken: where does an Enchanted come back?"),
    "route_die": lambda m, k, left: _("throws for the way of the Groundskeeper"),
}  # fmt: skip

OPTIONS: dict[str, Callable[..., str]] = {
    "colour": lambda m, seat, whose: m.pack.factions[m.state.players[whose].faction].name,
    "side": lambda m, seat, side: _("Side {side}").format(side=side),
}

EVENTS: dict[str, Callable[[Told, str], str]] = {
    "colour_named": lambda e, who: _("The Tomes of team {number} are those of {who}.").format(number=e["team"] + 1, who=who),
    "time_ran_out": lambda e, who: _("Time is up for {who}.").format(who=who),
    "cards_shuffled": lambda e, who: _("The cards that are done are shuffled."),
    "enchanted_chosen": lambda e, who: _("The Enchanted are {name}.").format(name=e["name"]),
    "side_chosen": lambda e, who: _("Side {side} of the Return card is used.").format(side=e["side"]),
    "detention_drawn": lambda e, who: _("Detention card {card} is turned up.").format(card=e["card"]),
    "detention_set_off": lambda e, who: _("Detention card {card}, number {number} of the row, is carried out.").format(
        card=e["card"], number=e["number"]
    ),
    "push_blocked": lambda e, who: _("{name} is pushed, but cannot leave {at}.").format(name=e["name"], at=e["at"]),
    "tripped_up": lambda e, who: _("{name} is tripped up on {at}: lay it on its side.").format(name=e["name"], at=e["at"]),
    "enchanted_tomes_laid": lambda e, who: _("Tomes of the Enchanted lie on {at}.").format(at=", ".join(e["at"])),
    "enchanted_turn_began": lambda e, who: _("Round {round}: the Enchanted act.").format(round=e["round"]),
    "enchanted_moved": lambda e, who: _("Enchanted {name} goes from {came_from} to {to}.").format(
        name=e["name"], came_from=e["came_from"], to=e["at"]
    ),
    "enchanted_stayed": lambda e, who: _("Enchanted {name} stays.").format(name=e["name"]),
    "enchanted_stopped": lambda e, who: _("Enchanted {name} stops on {at}.").format(name=e["name"], at=e["at"]),
    "enchanted_returned": lambda e, who: _("Enchanted {name} comes back on {at}.").format(name=e["name"], at=e["at"]),
    "return_blocked": lambda e, who: _("Both places of {face} are taken: throw again.").format(face=e["face"]),
    "tome_stolen": lambda e, who: _("Enchanted {name} steals a Tome on {at}.").format(name=e["name"], at=e["at"]),
}


def time_out() -> str:
    """What is asked while a clock runs."""
    return _("Is time up?")


def solo_lines(m: Mischief) -> list[str]:
    """What stands beside the board of a solo game."""
    solo = m.state.solo
    if solo is None:
        return []
    standing = [
        f"{name(m, number)} {square(m, figure.cell) if figure.cell >= 0 else '-'}"
        for number, figure in enumerate(m.state.figures)
        if figure.seat == ENCHANTED and m.state.players[ENCHANTED].faction
    ]
    return [
        _("The Enchanted: {who}").format(who=", ".join(standing)),
        _("Detention cards in the row: {row}; {left} are left, side {side} of the Return card").format(
            row=", ".join(solo.row), left=len(solo.deck), side=solo.side
        ),
    ]
