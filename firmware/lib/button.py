"""One push button, debounced as a pure function of time and level."""

# Cheap buttons chatter for up to 10 ms; a finger stays down for at least 50.
SETTLED_MS = 20


class Button:
    """A press counts once the level has held for `SETTLED_MS`, and again only after a settled release."""

    def __init__(self, diff):
        """`diff(later, earlier)` subtracts ticks."""
        self._diff = diff
        # Down until proven up: a button held while the board starts, or stuck, is no press.
        self._down = True
        self._level = True
        self._since = None

    def sample(self, t_ms: int, pressed: bool) -> bool:
        """Take the level at `t_ms`; True at the moment that a new press is certain."""
        if self._since is None or pressed != self._level:
            self._level = pressed
            self._since = t_ms
            return False
        if pressed == self._down or self._diff(t_ms, self._since) < SETTLED_MS:
            return False
        self._down = pressed
        return pressed
