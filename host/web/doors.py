"""What the page sees and touches beside the match: glass, buttons, the Shrine, and where a face came from."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

PICTURE_BYTES: Final = 1024
"""128x64 pixels, page by page of eight rows, a byte is eight pixels of a column, the lowest bit on top."""

DOOR_ERRORS: Final = (OSError, RuntimeError, ValueError)
"""What a door may raise; the page then says so and goes on."""


@dataclass(frozen=True)
class Button:
    """A button below a panel: `name` is what `press` is told, `label` what people read."""

    name: str
    label: str


def _no_glass(seat: int) -> bytes | None:
    return None


def _nothing_known() -> None:
    return None


@dataclass(frozen=True)
class Doors:
    """Every door may be left out. They are called from threads of the page, `source` from the table's own.

    A door comes back within seconds. It may raise what `DOOR_ERRORS` lists.
    """

    glass: Callable[[int], bytes | None] = _no_glass
    """What the panel of a seat shows: PICTURE_BYTES bytes, or None if nobody knows."""
    press: Callable[[int, str, bool], None] | None = None
    """Press (True) or let go (False) a button of a seat; None: buttons cannot be pressed here."""
    ring: Callable[[], float | None] = _nothing_known
    """How often the Shrine has turned since the world began, with its fraction; None if nobody knows."""
    source: Callable[[], str | None] = _nothing_known
    """Where the newest answer came from ("rolled", "set", "typed", "engine", ...), asked when a die was thrown."""
    panels: Collection[int] | None = None
    """The seats whose panels the page of the table shows; None: all. A seat's own page always shows its panel."""
    buttons: Sequence[Button] = (Button("next", "Next"), Button("ok", "OK"))
    """From left to right."""
