"""Buttons that browsers hold down. Several may hold the same one; it is let go when the last of them lets go."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

LEAST_HOLD_S: Final = 0.05
"""No finger is quicker; a shorter press would rightly be taken for a bouncing contact."""

Pin = tuple[int, str]
"""A seat and the name of a button."""


class Fingers:
    """Presses pins by `press(seat, button, down)`, in a thread of its own and in order. To be used in one event loop."""

    def __init__(self, press: Callable[[int, str, bool], None]) -> None:
        self._press = press
        self._hand = ThreadPoolExecutor(1, "page's fingers")
        self._holders: dict[Pin, set[object]] = {}
        self._since: dict[Pin, float] = {}

    async def down(self, who: object, pin: Pin) -> None:
        """`who` holds the button down; raises what `press` raises."""
        holders = self._holders.setdefault(pin, set())
        first = not holders
        holders.add(who)
        if first:
            loop = asyncio.get_running_loop()
            self._since[pin] = loop.time()
            await loop.run_in_executor(self._hand, self._press, *pin, True)

    async def up(self, who: object, pin: Pin) -> None:
        """`who` lets go; nothing happens if it did not hold the button. Raises what `press` raises."""
        holders = self._holders.get(pin, set())
        if who not in holders:
            return
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._since[pin] + LEAST_HOLD_S - loop.time()))
        holders.discard(who)
        if not holders:
            await loop.run_in_executor(self._hand, self._press, *pin, False)

    def held(self, who: object) -> list[Pin]:
        """What `who` holds down."""
        return [pin for pin, holders in self._holders.items() if who in holders]

    def close(self) -> None:
        """Press nothing any more."""
        self._hand.shutdown(wait=False, cancel_futures=True)
