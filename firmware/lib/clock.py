"""The board's time: counters that wrap, behind one object so that a test can hand in another."""

import time


class BoardClock:
    """Ticks of the board. Only `diff` and `add` may reckon with them: the counters wrap (12 days, 18 minutes)."""

    def ms(self):
        """Milliseconds since some moment, wrapping."""
        return time.ticks_ms()

    def us(self):
        """Microseconds since some moment, wrapping."""
        return time.ticks_us()

    def diff(self, later, earlier) -> int:
        """Ticks from `earlier` to `later`, right across a wrap up to half the period."""
        return time.ticks_diff(later, earlier)

    def add(self, ticks, delta: int):
        """A moment `delta` ticks after `ticks`."""
        return time.ticks_add(ticks, delta)

    def sleep_us(self, us: int) -> None:
        """Wait; short waits only, the link is not served meanwhile."""
        time.sleep_us(us)

    def sleep_ms(self, ms: int) -> None:
        """Wait; short waits only, the link is not served meanwhile."""
        time.sleep_ms(ms)
