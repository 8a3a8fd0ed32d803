"""A cheap push button: it chatters, and a finger stays on it for a while."""

from __future__ import annotations

import random

_CHATTER_US = (80, 1_000)
_DOWN_US = (80_000, 140_000)
_APART_US = 150_000
NEVER = 1 << 60


class Button:
    """`down` now, and the changes to come; presses queue up one after the other."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)
        self.down = False
        self.presses = 0
        self._changes: list[int] = []
        self._waiting = 0
        self._free_at = 0

    def press(self) -> None:
        """Press and let go, beginning at the next look."""
        self.presses += 1
        self._waiting += 1

    def look(self, t_us: int) -> None:
        """Board time is `t_us`: a waiting press may begin."""
        if self._waiting and not self._changes and t_us >= self._free_at:
            self._waiting -= 1
            up_at = t_us + self._rng.randint(*_DOWN_US)
            self._changes = self._chatter(t_us) + self._chatter(up_at)
            self._free_at = up_at + _APART_US

    def _chatter(self, t_us: int) -> list[int]:
        """Times of an odd number of changes, the first at `t_us`."""
        times = [t_us]
        for _ in range(2 * self._rng.randint(0, 2)):
            times.append(times[-1] + self._rng.randint(*_CHATTER_US))
        return times

    def next_happening(self) -> int:
        """Board time of the next change or press; `NEVER` if none is coming."""
        if self._changes:
            return self._changes[0]
        return self._free_at if self._waiting else NEVER

    def happen(self) -> None:
        """Let the next change come true (or, between two presses, let `look` begin the next one)."""
        if self._changes:
            self._changes.pop(0)
            self.down = not self.down
