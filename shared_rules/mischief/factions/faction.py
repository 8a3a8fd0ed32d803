"""What a faction is to the rest of the game: a handful of functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from shared_rules.mischief.factions.ground import Ground
    from shared_rules.mischief.match import Mischief

Use = list[Any]
"""One use of an ability, whole: a verb and what it is done with."""
Refusal = tuple[str, str] | None
"""The id of a rule, and a sentence."""


class Faction(NamedTuple):
    """One faction's abilities. All are given the match and the seat that plays the faction.

    `offers` lists every legal use now. `act` pays for one and carries it out; it may go on with steps of its own. `refused` names
    the rule that rules a use out. `begin` does what is due when its team's turn begins. `lost` is told of the bearer of the
    faction's token when it is caught.
    """

    offers: Callable[[Mischief, int, Ground], list[Use]]
    act: Callable[[Mischief, int, Use], None]
    refused: Callable[[Mischief, int, Use], Refusal]
    begin: Callable[[Mischief, int], None]
    lost: Callable[[Mischief, int, int], None]
