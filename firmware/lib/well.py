"""A well: a colour sensor under a die whose faces carry colours. It reads that special die at rest, and sees no throw.

A pure function of the readings (clear, red, green, blue). Colours are taught, since no lamp and no paint is like another.
"""

SAME = 25  # readings of a die at rest are so near to each other
NEAR = 60  # and so near to what was taught
LEAST_CONF = 50  # a face that is not at least twice as near as the next one is no face
STEADY = 5  # readings in a row
EMPTY = 0  # what an empty well looks like may be taught too, as face 0
UNCLEAR = -1
_WHOLE = 1000


class WellWatch:
    """Events are small tuples, told when they are new:

    ("set", face, conf)    a die lies there, and it did not lie so before
    ("empty", 0, conf)     it was taken out
    ("unclear", 0, conf)   something lies there that is none of the taught faces
    """

    def __init__(self, full):
        """`full`: a reading as bright as this is light from outside, an open well."""
        self._full = full * 9 // 10
        self.taught = {}
        self._last = None
        self._anchor = None
        self._steady = 0
        self._seen = None
        self.conf = 0

    @property
    def face(self) -> int:
        """The face that lies there, 0 if none is seen."""
        return max(0, self._seen or 0)

    def learn(self, taught: dict, face: int) -> None:
        """From now on these are the faces, and `face` is the one that lies there: nothing new that it does."""
        self.taught = taught
        self._seen, self.conf = face, 100

    def steady(self):
        """The reading of what lies still there, as it is taught; None while it changes."""
        return self._last if self._steady >= STEADY else None

    def sample(self, clear: int, red: int, green: int, blue: int):
        """Take one reading; an event, or None."""
        now = look_of(clear, red, green, blue, self._full)
        # From where the stillness began, so that a slow hand is none.
        if self._anchor is None or apart(now, self._anchor) >= SAME:
            self._anchor = now
            self._steady = 0
        self._steady += 1
        self._last = now
        if self._steady < STEADY:
            return None
        seen, self.conf = self._judge(now, clear)
        before, self._seen = self._seen, seen
        if before is None or before == seen:
            return None
        return ({UNCLEAR: "unclear", EMPTY: "empty"}.get(seen, "set"), max(0, seen), self.conf)

    def _judge(self, now: tuple, clear: int) -> tuple:
        if clear >= self._full:
            return EMPTY, 100
        far = sorted([(apart(now, look), face) for face, look in self.taught.items()])
        if not far or far[0][0] >= NEAR:
            return UNCLEAR, 0
        conf = 100 if len(far) == 1 else 100 - 100 * far[0][0] // max(1, far[1][0])
        return (far[0][1], conf) if conf >= LEAST_CONF else (UNCLEAR, 0)


def look_of(clear: int, red: int, green: int, blue: int, full: int) -> tuple:
    """A reading as shares of red, green and blue in thousandths, and half of how bright it is: what is compared."""
    light = max(1, red + green + blue)
    return (red * _WHOLE // light, green * _WHOLE // light, blue * _WHOLE // light, min(_WHOLE, clear * _WHOLE // full) // 2)


def apart(a, b) -> int:
    """How different two looks are."""
    return max([abs(a[k] - b[k]) for k in range(4)])


def read_taught(record: dict, wells: int) -> list:
    """For each well what was taught, {face: look}. Raises ValueError for what nobody taught."""
    taught = []
    for number in range(1, wells + 1):
        rows = record.get(str(number), [])
        if not isinstance(rows, list):
            raise ValueError("no well looks so")
        looks = {}
        for row in rows:
            if not isinstance(row, list) or len(row) != 5 or [n for n in row if type(n) is not int]:
                raise ValueError("no well looks so")
            looks[row[0]] = tuple(row[1:])
        taught.append(looks)
    return taught
