"""What the factions change about Move costs and the Cleanup of dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def extra_cost(match: Mischief, figure: int, cell: int) -> int:
    """How many more Move points `figure` pays to enter `cell` for what stands there (MM-GARG-10)."""
    return 0


def always_resets(match: Mischief, seat: int) -> tuple[str, ...]:
    """The abilities of the player whose dice slide left in every Cleanup, used or not (MM-GNOME-05, MM-R-40)."""
    return ()
