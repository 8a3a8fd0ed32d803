"""From the levels of a contact to what a finger did: pure, with time as a parameter (seconds, never going back).

A level counts once it has lasted `settle`; shorter ones are glitches or bounce. What then happened, happened at the
first contact of that bounce, so that a hold is measured from finger to finger. People act on `click`, which comes with
the release.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

SETTLE_S: Final = 0.010
HOLD_S: Final = 1.0
#: Chatter that lasts longer is not the bounce of one movement any more.
_LONGEST_BOUNCE_S: Final = 0.05


class Event(NamedTuple):
    """`kind`: "press", "release", "click" (released before it was held), "hold" (held `HOLD_S`; no click follows), "wake"."""

    kind: str
    time: float


@dataclass
class Debounce:
    """One contact. Give it every edge, and call `at` when `due` has come. Pressed at the start does not count as a press."""

    pressed: bool = False
    settle: float = SETTLE_S
    hold: float = HOLD_S
    _level: bool = field(init=False)
    _now: float = field(init=False, default=float("-inf"))
    _changed: float = field(init=False, default=0.0)
    _left: float | None = field(init=False, default=None)
    _pressed_at: float | None = field(init=False, default=None)
    _held: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self._level = self.pressed

    def edge(self, time: float, level: bool) -> list[Event]:
        """The contact is closed (True) or open from `time` on; what is certain by then."""
        time = max(time, self._now)
        events = self.at(time)
        if level != self._level:
            self._level, self._changed = level, time
            if self._left is None:
                self._left = time
        return events

    def due(self) -> float | None:
        """When `at` has something to say though no edge comes; None if never."""
        if self._left is not None:
            return self._changed + self.settle
        if self._pressed_at is not None and not self._held:
            return self._pressed_at + self.hold
        return None

    def at(self, time: float) -> list[Event]:
        """It is `time` now; what is certain by then."""
        self._now = max(self._now, time)
        events: list[Event] = []
        while (due := self.due()) is not None and due <= self._now:
            events += self._settled() if self._left is not None else self._hold()
        return events

    def _hold(self) -> list[Event]:
        assert self._pressed_at is not None
        self._held = True
        return [Event("hold", self._pressed_at + self.hold)]

    def _settled(self) -> list[Event]:
        left, self._left = self._left, None
        if self._level == self.pressed:
            return []
        assert left is not None
        self.pressed = self._level
        time = left if self._changed - left <= _LONGEST_BOUNCE_S else self._changed
        if self.pressed:
            self._pressed_at, self._held = time, False
            return [Event("press", time)]
        began, self._pressed_at = self._pressed_at, None
        if began is None:
            return []
        return [Event("release", time)] if self._held else [Event("release", time), Event("click", time)]


@dataclass
class Waking:
    """The press that wakes a sleeping seat does nothing else. One for each seat, told which button and whether it sleeps."""

    _swallowed: set[str] = field(default_factory=set)

    def take(self, button: str, event: Event, asleep: bool) -> Event | None:
        """The event that counts: itself, a "wake" in place of a press, or None for the rest of that press."""
        if event.kind == "press":
            self._swallowed.discard(button)
            if asleep:
                self._swallowed.add(button)
                return Event("wake", event.time)
        return None if button in self._swallowed else event
