"""A ring of coloured lights (WS2812): how full the Shrine is, where somebody is asked, and that something is wrong.

Nothing is said by colour alone: the count is one arc, a question is every other light, trouble two arcs with dark between.
Sending takes 30 microseconds a light with interrupts held up, so nothing is sent while drops may fall.
"""

MOST = 32
# A full ring of 32 draws 32 * 3 * 24/255 * 20 mA = 180 mA at most.
_LEVEL = 24
# Green, red, blue, as the lights take them.
_WATER = (_LEVEL, 0, _LEVEL)
_ASK = (_LEVEL, _LEVEL, _LEVEL)
_TROUBLE = (0, _LEVEL, 0)
_DARK = (0, 0, 0)


class LedRing:
    """`write(data)` sends three bytes a light. `hold` keeps what is shown as it is until `let_go`."""

    def __init__(self, write, lights):
        """Raises ValueError, in words, for a number of lights that no ring has."""
        if not 1 <= lights <= MOST:
            raise ValueError(f"a ring has 1 to {MOST} lights")
        self._write = write
        self._lights = lights
        self._shown = None
        self._wanted = bytes(3 * lights)
        self._held = False
        self._send()

    def off(self) -> None:
        """All dark."""
        self._show([_DARK] * self._lights)

    def count(self, n: int, of: int) -> None:
        """One arc, as long as n is of `of`; a single drop is one light at least."""
        lit = min(self._lights, -(-max(0, n) * self._lights // max(1, of)))
        self._show([_WATER] * lit + [_DARK] * (self._lights - lit))

    def ask(self) -> None:
        """Every other light."""
        self._show([_DARK if k % 2 else _ASK for k in range(self._lights)])

    def trouble(self) -> None:
        """Two opposite quarters."""
        self._show([_TROUBLE if k * 4 // self._lights % 2 == 0 else _DARK for k in range(self._lights)])

    def hold(self) -> None:
        """Send nothing from now on."""
        self._held = True

    def let_go(self) -> None:
        """Show what was wanted meanwhile."""
        self._held = False
        self._send()

    def _show(self, colours: list) -> None:
        self._wanted = b"".join([bytes(colour) for colour in colours])
        if not self._held:
            self._send()

    def _send(self) -> None:
        if self._wanted != self._shown:
            self._shown = self._wanted
            self._write(self._wanted)
