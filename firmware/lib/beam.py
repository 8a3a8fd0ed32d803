"""Drops falling through a light barrier: edges are stamped in the interrupt and judged outside of it."""

from array import array

# A 6 mm drop takes 2.5 to 4.3 ms through the beam; dust and sparks are shorter, a receiver's flutter on unblocking too.
LEAST_DARK_US = 500
LEAST_LIGHT_US = 1000
# One drop makes two edges, and the loop empties the ring every 40 ms at the latest.
_ROOM = 64


class DropCounter:
    """Counts dark periods of at least `LEAST_DARK_US`; light gaps under `LEAST_LIGHT_US` belong to the same drop."""

    def __init__(self, diff, t_us: int, dark: bool):
        """`diff(later, earlier)` subtracts ticks; `dark` is the level at `t_us`."""
        self._diff = diff
        self._dark = dark
        self._dark_since = t_us
        self._light_since = t_us
        # What was in the beam before we looked is no drop; nor is the next dark the same one, if it was light.
        self._counted = dark
        self._separated = not dark
        self.drops = 0

    def edge(self, t_us: int, dark: bool) -> None:
        """Take one edge. Two of the same level mean a pulse too short to be read: nothing changes."""
        if dark == self._dark:
            return
        self.settle(t_us)
        self._dark = dark
        if not dark:
            self._light_since = t_us
            self._close(t_us)
        elif self._separated:
            self._separated = False
            self._counted = False
            self._dark_since = t_us

    def settle(self, t_us: int) -> None:
        """Note the time between edges too: a gap longer than the counter's period is not a short one."""
        if not self._dark and not 0 <= self._diff(t_us, self._light_since) < LEAST_LIGHT_US:
            self._separated = True

    def _close(self, t_us: int) -> None:
        if not self._counted and not 0 <= self._diff(t_us, self._dark_since) < LEAST_DARK_US:
            self._counted = True
            self.drops += 1


class Beam:
    """The barrier on a pin: `poll` it at least every 40 ms; `drops` is the count, `blocked` the level now."""

    def __init__(self, pin, clock, ticks_us, trigger: int):
        """`ticks_us` is the bare function for the interrupt; `trigger` means both edges."""
        self._pin = pin
        self._clock = clock
        self._ticks_us = ticks_us
        self._times = array("L", [0] * _ROOM)
        self._levels = bytearray(_ROOM)
        self._head = 0
        self._tail = 0
        self.overflowed = False
        self._counter = DropCounter(clock.diff, clock.us(), bool(pin.value()))
        # Hard: a soft interrupt would wait for the end of a half-step's pause and stamp the edge too late.
        pin.irq(handler=self._on_edge, trigger=trigger, hard=True)

    def _on_edge(self, pin) -> None:
        # Interrupt: no allocation, no judgement. Level and time go into fixed rooms, or a flag tells of a loss.
        head = self._head
        after = (head + 1) % _ROOM
        if after == self._tail:
            self.overflowed = True
            return
        self._times[head] = self._ticks_us()
        self._levels[head] = pin.value()
        self._head = after

    def poll(self) -> None:
        """Judge the edges that came since the last call."""
        while self._tail != self._head:
            self._counter.edge(self._times[self._tail], bool(self._levels[self._tail]))
            self._tail = (self._tail + 1) % _ROOM
        self._counter.settle(self._clock.us())

    @property
    def drops(self) -> int:
        """How many drops have fallen since the start."""
        return self._counter.drops

    @property
    def blocked(self) -> bool:
        """Something is in the beam now, or its receiver is dead."""
        return bool(self._pin.value())
