"""How the contacts of a push button really move: lists of (seconds since the start, pressed)."""

from __future__ import annotations

import random
from typing import Final

Trace = list[tuple[float, bool]]

#: A finger that clicks.
CLICK_S: Final = 0.12
_LONGEST_BOUNCE_S: Final = 0.005


def press(seconds: float = CLICK_S, bounce: random.Random | None = None) -> Trace:
    """A press that lasts so long from its first contact to its first opening; with `bounce`, contacts that chatter."""
    if bounce is None:
        return [(0.0, True), (seconds, False)]
    return [*_chatter(0.0, True, bounce), *_chatter(seconds, False, bounce)]


def _chatter(start: float, pressed: bool, bounce: random.Random) -> Trace:
    """An odd number of changes within a few milliseconds, that ends as it began."""
    times = sorted(bounce.uniform(0, _LONGEST_BOUNCE_S) for _ in range(2 * bounce.randrange(4)))
    return [(start, pressed), *((start + time, pressed if i % 2 else not pressed) for i, time in enumerate(times))]
