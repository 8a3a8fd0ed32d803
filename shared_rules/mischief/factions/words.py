"""The abilities in words: labels "<Ability> <whom or what>: <where>", helps, and sentences for what they bring about."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shared_rules.events import Told
from shared_rules.mischief.dice import board_of
from shared_rules.mischief.pieces import edge_words, name, square
from shared_rules.words import _

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def _way(direction: int) -> str:
    return (_("north"), _("east"), _("south"), _("west"))[direction]


def _ways(onward: int, hedge_way: tuple[int, ...]) -> str:
    """A direction, and the Hedge's where it has one of its own."""
    if not hedge_way:
        return _way(onward)
    return _("{way}, the Hedge {hedge_way}").format(way=_way(onward), hedge_way=_way(hedge_way[0]))


def hedge_words(match: Mischief, edge: int) -> str:
    """A Hedge by the spaces on its sides."""
    return "-".join(edge_words(match, edge))


def _perch(match: Mischief, seat: int, figure: int, edge: int, onward: int, *hedge_way: int) -> str:
    who, hedge, ways = name(match, figure), hedge_words(match, edge), _ways(onward, hedge_way)
    return _("Perch {who} with Hedge {hedge}: {ways}").format(who=who, hedge=hedge, ways=ways)


def _glide_perch(match: Mischief, seat: int, figure: int, other: int, edge: int, onward: int, *hedge_way: int) -> str:
    return _("Glide and Perch {who} with {other} and Hedge {hedge}: {ways}").format(
        who=name(match, figure), other=name(match, other), hedge=hedge_words(match, edge), ways=_ways(onward, hedge_way)
    )


def _shredder(match: Mischief, seat: int, kind: str, where: int) -> str:
    if kind == "hedge":
        return _("Shredder: Hedge {hedge}").format(hedge=hedge_words(match, where))
    return _("Shredder: Clutter on {where}").format(where=square(match, where))


def die_words(match: Mischief, seat: int, die: int) -> str:
    """A die by its ability, and which of that ability's dice it is."""
    board = board_of(match, seat)
    ability = board.tracks[board.dice[die]].ability
    return _("{ability} die {number}").format(ability=_(ability.capitalize()), number=board.of[ability].index(die) + 1)


def _uproot(match: Mischief, seat: int, keeper: int, stop: int, cell: int) -> str:
    if cell < 0:
        return _("Uproot Destination {number}: off the board").format(number=stop + 1)
    return _("Uproot Destination {number}: to {where}").format(number=stop + 1, where=square(match, cell))


PROMPTS: dict[str, Callable[..., str]] = {
    "ring_move": lambda m, seat: _("Where is {who} with the Fairy Ring moved?").format(who=name(m, m.state.players[seat].token)),
}

OPTIONS: dict[str, Callable[..., str]] = {
    "glide": lambda m, seat, figure, other, way: _("Glide {who} with {other}: {way}").format(
        who=name(m, figure), other=name(m, other), way=_way(way)
    ),
    "perch": _perch,
    "glide_perch": _glide_perch,
    "stone": lambda m, seat, figure: _("Stone: under {who}").format(who=name(m, figure)),
    "wander": lambda m, seat, other, cell: _("Wander {who}: to {where}").format(who=name(m, other), where=square(m, cell)),
    "antics": lambda m, seat, edge, to: _("Antics with Hedge {hedge}: to {where}").format(
        hedge=hedge_words(m, edge), where=hedge_words(m, to)
    ),
    "pixie_dust": lambda m, seat, keeper, other: _("Pixie Dust: the Groundskeeper swaps with {who}").format(who=name(m, other)),
    "ring": lambda m, seat, other: _("Fairy Ring: on {who}").format(who=name(m, other)),
    "ring_move": lambda m, seat, cell: _("To {where}").format(where=square(m, cell)),
    "stay": lambda m, seat: _("Not at all"),
    "fling": lambda m, seat, other, cell: _("Fling {who}: to {where}").format(who=name(m, other), where=square(m, cell)),
    "heave": lambda m, seat, edge, way: _("Heave Hedge {hedge}: {way}").format(hedge=hedge_words(m, edge), way=_way(way)),
    "full_moon": lambda m, seat, figure: _("Full Moon: on {who}").format(who=name(m, figure)),
    "shredder": _shredder,
    "burrow": lambda m, seat, figure, way: _("Burrow {who}: {way}").format(who=name(m, figure), way=_way(way)),
    "shifty": lambda m, seat, other, cell: _("Shifty {who}: to {where}").format(who=name(m, other), where=square(m, cell)),
    "illusion": lambda m, seat, edge, to: _("Illusion with Hedge {hedge}: to {where}").format(
        hedge=hedge_words(m, edge), where=hedge_words(m, to)
    ),
    "potion": lambda m, seat, die: _("Potion: {die}").format(die=die_words(m, seat, die)),
    "uproot": _uproot,
}  # fmt: skip

HELPS: dict[str, Callable[[], str]] = {
    "glide": lambda: _("One Glide point. Both move one space at the same time, onto Clutter at no further cost."),
    "perch": lambda: _("One Perch point. Gargoyle and Hedge move one space at the same time."),
    "glide_perch": lambda: _("One Glide point and one Perch point. All three move one space at the same time."),
    "stone": lambda: _("The Legendary Tome is used up. Until your next turn nothing enters that space or moves that Mythic."),
    "wander": lambda: _("One Wander point. Clutter costs nothing more."),
    "antics": lambda: _("One Antics point. The Hedge comes to a side of an enemy's space."),
    "pixie_dust": lambda: _("The Legendary Tome is used up. Nobody is caught; a Destination that it comes to is done."),
    "ring": lambda: _("Once a turn. At the start of your next turn you may move that enemy up to two spaces."),
    "ring_move": lambda: _("Up to two spaces, round a corner too; Clutter costs nothing."),
    "stay": lambda: _("It stays where it is, and this move is lost."),
    "fling": lambda: _("One Fling point. It flies over Mythics; Clutter costs nothing more."),
    "heave": lambda: _("One Heave point. The Hedge slides as far as it can go."),
    "full_moon": lambda: _("The Legendary Tome is used up. That Werewolf flings over Hedges and the Groundskeeper."),
    "shredder": lambda: _("Once a turn. It is out of the game for good."),
    "burrow": lambda: _("One Burrow point. Two spaces, under whatever is in between. The die goes back left in the Cleanup."),
    "shifty": lambda: _("One Shifty point. Clutter costs nothing more."),
    "illusion": lambda: _("One Illusion point. The Hedge comes to another side of the same space."),
    "potion": lambda: _("The Legendary Tome is used up. The die shows the number above its slot again."),
    "uproot": lambda: _("Once a turn. If it comes to the Groundskeeper and is the next one, it is done."),
}

_ABILITIES = {
    "glide_perch": "Glide and Perch", "ring": "Fairy Ring", "full_moon": "Full Moon", "pixie_dust": "Pixie Dust",
    "legendary": "the Legendary slot", "special": "the After Dark Special",
}  # fmt: skip
"""Where the name of an ability is not just its word."""

EVENTS: dict[str, Callable[[Told, str], str]] = {
    "ability_used": lambda e, who: _("{who}: {ability}.").format(
        who=who, ability=_(_ABILITIES.get(e["ability"], e["ability"].replace("_", " ").capitalize()))
    ),
    "stone_dropped": lambda e, who: _("The Stone lies under {name} on {at}.").format(name=e["name"], at=e["at"]),
    "stone_taken_off": lambda e, who: _("The Stone under {name} is gone.").format(name=e["name"]),
    "ring_attached": lambda e, who: _("{name} has the Fairy Ring.").format(name=e["name"]),
    "ring_returned": lambda e, who: _("The Fairy Ring comes back from {name}.").format(name=e["name"]),
    "full_moon_attached": lambda e, who: _("{name} has the Full Moon.").format(name=e["name"]),
    "full_moon_returned": lambda e, who: _("The Full Moon comes off {name}.").format(name=e["name"]),
    "die_restored": lambda e, who: _("A die of {who} shows {value} again.").format(who=who, value=e["value"]),
    "destination_moved": lambda e, who: _("Destination {number} is moved to {at}.").format(number=e["number"], at=e["at"])
    if e["at"] else _("Destination {number} leaves the board.").format(number=e["number"]),
}  # fmt: skip
