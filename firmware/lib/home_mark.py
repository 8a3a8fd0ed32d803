"""The ring's home mark: a magnet under a hall switch, or a flag in a slotted light barrier; and the lid's switch.

Both are switches that pull their pin low. Sparks of the motor reach their wires, so one odd reading in three counts nothing.
"""

HALL, OPTO = "hall", "opto"


class Mark:
    """Reads the mark. A hall switch lets go later than it takes hold: the ring asks for its edge from one side always."""

    def __init__(self, pin, kind: str = HALL):
        """`pin` is low at the mark, by either sensor. Raises ValueError, in words, for a kind nobody knows."""
        if kind not in (HALL, OPTO):
            raise ValueError(f"there is no home sensor {kind}")
        self._pin = pin
        self.kind = kind

    def at_mark(self) -> bool:
        """The mark is there: most of three readings say so."""
        value = self._pin.value
        return value() + value() + value() <= 1


class Lid:
    """The lid's switch: `open` at once for the motor, `tick` once it is certain, for people."""

    SETTLED_MS = 60

    def __init__(self, pin, clock):
        """`pin` is low while the lid is closed."""
        self._pin = pin
        self._clock = clock
        self._level = self.told = self.open()
        self._since = clock.ms()

    def open(self) -> bool:
        """Open, or its wire is broken: two readings of two."""
        return self._pin.value() == 1 and self._pin.value() == 1

    def tick(self):
        """ "open" or "closed" at the moment that a change is certain, else None."""
        now = self._clock.ms()
        level = self.open()
        if level != self._level:
            self._level = level
            self._since = now
        elif level != self.told and self._clock.diff(now, self._since) >= self.SETTLED_MS:
            self.told = level
            return "open" if level else "closed"
        return None
