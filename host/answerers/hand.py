"""What people may wish beside the rules, wherever they sit: to take back an answer, and to set right what the table has wrong."""

from collections.abc import Callable, Collection
from typing import Any, Protocol

Tell = Callable[[str], object]
"""Says something, in words, to whoever has wished."""


class Hand(Protocol):
    """Does it, in the table's own thread. It never raises: what cannot be is told."""

    def undo(self, seats: Collection[int], to: int | None, tell: Tell) -> None:
        """One of `seats` wants to go back to answer `to`; None: to before the last answer of theirs."""

    def correctable(self, seat: int | None) -> list[dict[str, Any]]:
        """What can be set right now, as `seat` may know it; see `Match.correctable`."""

    def correct(self, by: int | None, path: str, value: Any, tell: Tell) -> None:
        """Seat `by` says that what `path` names is `value`; None: somebody at the table."""
