"""Words of light tracking: what the table has to be told, and what it tells of people's own pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shared_rules.events import Told
from shared_rules.mischief.dice import board_of
from shared_rules.mischief.factions.words import hedge_words
from shared_rules.mischief.modes import ENCHANTED
from shared_rules.mischief.pieces import square
from shared_rules.words import _

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def _ability(ability: str) -> str:
    return _(ability.capitalize())


def _spend(m: Mischief, seat: int, die: int) -> str:
    board = board_of(m, seat)
    ability = board.tracks[board.dice[die]].ability
    dice = board.of[ability]
    which = f" {dice.index(die) + 1}" if len(dice) > 1 else ""
    left = m.state.players[seat].values[die]
    return _("{ability}{which}: one point of {left}").format(ability=_ability(ability), which=which, left=left)


def _team(m: Mischief, team: int) -> str:
    if m.state.solo is not None and team == ENCHANTED:
        return _("an Enchanted")
    if m.state.solo is not None:
        return _("one of yours")
    factions = [m.state.players[seat].faction for seat in m.state.seats_of(team)]
    return _("one of the {factions}").format(factions=", ".join(m.pack.factions[faction].name for faction in factions))


PROMPTS: dict[str, Callable[..., str]] = {
    "light_points": lambda m, k: _("Turn up an After Dark card: how far does the Groundskeeper go in a turn?") if m.state.dark
    else _("Turn up a Before Dark card: how far does the Groundskeeper go in a turn?"),
    "light_stop": lambda m, k, points, stops: _("Where does Destination {number} lie?").format(number=len(stops) + 1),
    "light_act": lambda m, seat: _("What did you use?"),
    "light_taken": lambda m, seat, ability: _("{ability}: which Hedge?").format(ability=_ability(ability)),
    "light_hedge": lambda m, seat, ability, edge: _("Where did Hedge {where} go?").format(where=hedge_words(m, edge)),
    "light_distract": lambda m, seat: _("Where did the Groundskeeper go?"),
    "light_stone": lambda m, seat: _("Where is the Stone?"),
    "light_dust": lambda m, seat: _("Where is the Groundskeeper now?"),
    "light_potion": lambda m, seat: _("Which die was reset?"),
    "light_shred": lambda m, seat: _("What was shredded?"),
    "light_uproot": lambda m, seat: _("Which Destination was moved, and where to?"),
    "light_caught": lambda m, left: _("The Groundskeeper is there. Was anybody caught?"),
    "light_tomes": lambda m, seat: _("How many Tomes did you collect in this turn?"),
    "light_stolen": lambda m: _("Move the Enchanted, one after the other. How many Tomes did they come to?"),
    "light_card_effect": lambda m: _("Turn up a Detention card and do what it sets off. How many of your Mythics does it catch?"),
    "light_return_die": lambda m: _("throws a die that nobody uses: where does an Enchanted come back?"),
    "light_returned": lambda m, face: _("Was one of the two places with a {face} free for the Enchanted?").format(face=face),
}  # fmt: skip

OPTIONS: dict[str, Callable[..., str]] = {
    "points": lambda m, seat, points: _("1 space") if points == 1 else _("{points} spaces").format(points=points),
    "spend": _spend,
    "special": lambda m, seat: _("The After Dark Special"),
    "to": lambda m, seat, edge: _("To {where}").format(where=hedge_words(m, edge)),
    "dust": lambda m, seat, k, cell: _("To {where}").format(where=square(m, cell)),
    "none": lambda m, seat: _("Nobody"),
    "caught": lambda m, seat, team: _team(m, team),
    "tomes": lambda m, seat, count: str(count),
    "stolen": lambda m, seat, count: str(count),
    "caught_by_card": lambda m, seat, count: str(count),
    "placed": lambda m, seat: _("Yes, it is placed"),
    "again": lambda m, seat: _("No, throw again"),
}

def _came_back(told: Told, who: str) -> str:
    if told["seat"] is None:
        return _("An Enchanted comes back.")
    return _("Caught Mythics of {who} that come back: {count}.").format(who=who, count=told["count"])


EVENTS: dict[str, Callable[[Told, str], str]] = {
    "destinations_told": lambda e, who: _("The Groundskeeper goes to {stops}; spaces a turn: {move}.").format(
        move=e["move"], stops=", ".join(e["stops"])
    ),
    "die_used": lambda e, who: _("{who} uses {ability}; {left} left on that die.").format(
        who=who, ability=_ability(e["ability"]), left=e["left"]
    ),
    "told_to_return": lambda e, who: _came_back(e, who),
    "told_as_caught": lambda e, who: _("A Mythic of {who} is caught.").format(who=who),
    "tomes_told": lambda e, who: _("Tomes that {who} collected: {count}.").format(who=who, count=e["count"]),
}
