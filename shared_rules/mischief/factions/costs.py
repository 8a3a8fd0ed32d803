"""What factions change in the costs of others' actions and in their own Cleanup. Imports nothing of what asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mischief.pieces import at, specials_on

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def extra_cost(match: Mischief, figure: int, cell: int) -> int:
    """How many more points a Move of `figure` into `cell` costs: one where an enemy Gargoyle stands, after dark (MM-GARG-10).

    The Groundskeeper and teammates do not pay it (MM-R-46).
    """
    state = match.state
    there = at(state, cell)
    if there < 0 or not specials_on(match):
        return 0
    owner = state.players[state.figures[there].seat]
    # The Enchanted have no faction board, and so no Special.
    return int(bool(owner.slots) and owner.faction == "gargoyles" and owner.team != state.players[state.figures[figure].seat].team)


def always_resets(match: Mischief, seat: int) -> tuple[str, ...]:
    """The abilities whose dice slide left in the Cleanup even if they were not used (MM-GNOME-05, MM-R-40)."""
    gnomes = match.state.players[seat].faction == "gnomes"
    return ("burrow",) if gnomes and match.state.options["burrow_resets_unused_die"] == "yes" else ()
