"""When a sensor has lain still for a while, and where it then says down is: for judging the sensor, and for teaching faces."""

import math

STILL_MG = 100  # from one sample to the next
WANDER_MG = 60  # and from the first of the still stretch: a slow turn in a hand is not rest
GAP_MS = 250  # nobody looked for so long: start anew
LEAST_SAMPLES = 50
# What a sound sensor at rest says that the earth pulls, in milli-g; copies are off by up to a seventh.
GRAVITY_MG = (850, 1150)


class Rest:
    """Tells each rest once, `hold_ms` after it has begun."""

    def __init__(self, diff, hold_ms):
        """`diff(later, earlier)` subtracts ticks."""
        self._diff = diff
        self._hold_ms = hold_ms
        self._last = None
        self._last_t = 0
        self._anchor = (0, 0, 0)
        self._since = 0
        self._sum = [0, 0, 0]
        self._count = 0
        self._told = False

    def restart(self) -> None:
        """Forget what was seen: the rest that is told next begins after this."""
        self._last = None

    def sample(self, t_ms: int, x: int, y: int, z: int):
        """Take one sample in milli-g; the mean of a rest at the moment that it is certain, else None."""
        now = (x, y, z)
        last = self._last
        gap = self._diff(t_ms, self._last_t)
        self._last = now
        self._last_t = t_ms
        if last is None or gap > GAP_MS or _apart(now, last) >= STILL_MG or _apart(now, self._anchor) >= WANDER_MG:
            self._anchor = now
            self._since = t_ms
            self._sum = [0, 0, 0]
            self._count = 0
            self._told = False
            return None
        if self._told:
            return None
        for k in range(3):
            self._sum[k] += now[k]
        self._count += 1
        if self._count < LEAST_SAMPLES or self._diff(t_ms, self._since) < self._hold_ms:
            return None
        self._told = True
        return tuple([total // self._count for total in self._sum])


def size_mg(pull: tuple) -> int:
    """How strong a pull is, in milli-g."""
    x, y, z = pull
    return int(math.sqrt(x * x + y * y + z * z))


def is_plausible(pull: tuple) -> bool:
    """Whether a sensor at rest may say so: nothing but the earth pulls."""
    least, most = GRAVITY_MG
    return least <= size_mg(pull) <= most


def _apart(a: tuple, b: tuple) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))
