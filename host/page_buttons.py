"""The buttons of a seat's own page: a second way to its panel, for whoever sits where the real one has failed.

What a finger does there is read as at a real button, so that a press, a click and a hold mean the same.
"""

from collections.abc import Callable
from typing import Final

from host.inbox import Inbox
from host.panels.debounce import HOLD_S, Debounce, Event

_LOOK_AFTER_S: Final = 0.01
"""So much after a button could be held long enough it is looked at."""

Press = Callable[[int, str, str, float], None]
"""Takes (seat, button's name, kind of event, time), in the table's thread."""


class PageButtons:
    """Buttons that move on a page. `move` may be called from any thread, all else happens in the table's own."""

    def __init__(self, inbox: Inbox, press: Press, clock: Callable[[], float]) -> None:
        self._inbox, self._press, self._clock = inbox, press, clock
        self._contacts: dict[tuple[int, str], Debounce] = {}

    def move(self, seat: int, name: str, down: bool) -> None:
        """A button of a seat goes down or up now."""
        when = self._clock()
        self._inbox.post(lambda: self._edge(seat, name, down, when))

    def _edge(self, seat: int, name: str, down: bool, when: float) -> None:
        contact = self._contacts.setdefault((seat, name), Debounce(settle=0.0))
        events = contact.edge(when, down)
        self._tell(seat, name, events + contact.at(when))
        if down:
            self._inbox.post_later(lambda: self._tell(seat, name, contact.at(self._clock())), HOLD_S + _LOOK_AFTER_S)

    def _tell(self, seat: int, name: str, events: list[Event]) -> None:
        for event in events:
            self._press(seat, name, event.kind, event.time)
