"""A question of the table itself, which no rule asks: something happened at a board that only people can tell."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Doubt(NamedTuple):
    """`text` asks in words about a "turn" or a "throw", `evidence` is what boards said.

    `settle` takes people's yes or no, in the table's thread; `is_open` tells whether that still matters.
    """

    about: str
    text: str
    evidence: dict[str, Any]
    settle: Callable[[bool], None]
    is_open: Callable[[], bool] = lambda: True
