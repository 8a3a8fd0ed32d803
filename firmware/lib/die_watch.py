"""What a die with an accelerometer in it is doing: moving, thrown, set by hand, or leaning on something.

A pure function of the samples (time in ms, x, y, z in milli-g), 100 a second. Events are small tuples:

    ("moving",)                       it has begun to move while a roll is open
    ("rolled", face, conf, raw)       thrown after the roll was opened, and at rest on a face
    ("set", face, conf, raw)          at rest on a face, but turned by hand, or thrown before the roll was opened
    ("lying", face, conf, raw)        has not moved at all since the roll was opened: an offer, nothing more
    ("cocked", face, conf, raw)       at rest, but leaning too far to name a face; `face` is the nearest one

`conf` is how much of gravity stands on the face, in percent: 100 is flat, 94 is 20 degrees off.
"""

import math

from rest import GAP_MS, STILL_MG, WANDER_MG, is_plausible

# The upper face when that axis points up; two opposite faces of a die add up to seven.
D6_NORMALS = ((0, 0, 1), (0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 0, -1))

CLEAN_DEGREES = 20  # so far a die may lean; half-way, at 45 for a die of six, two faces are equally near
CLEAN_SHARE = 0.33  # and no further than this part of the angle between two neighbours
MOVING_MG = 300  # change from one sample to the next: more is handling,
STRONG_MG = 750  # and this is only reached by knocks and throws
LEAST_PULL_MG = 100  # below this no direction can be told
STRONG_SAMPLES = 4  # a knock on the table makes one to three
THROW_FRESH_MS = 1500  # shaken, then placed with care, is not thrown
ROLLED_STILL_MS = 500  # a hand holds still for a moment too
SET_STILL_MS = 1000  # turning by hand has longer pauses
STILL_SAMPLES = 25  # and so many must have been seen, whatever the clock says


class DieWatch:
    """Feed it every sample, open or not: whether a throw began before the roll was opened can only be seen so."""

    def __init__(self, diff, normals=D6_NORMALS):
        """`diff(later, earlier)` subtracts ticks; face k is up when `normals[k - 1]`, of length 1, points up."""
        self._diff = diff
        self.teach(normals)
        self._open = False
        self._early = False  # it was already moving when the roll was opened
        self._offered = False
        self._told_moving = False
        self._moved = False  # since the last rest that was judged
        self._strong = 0
        self._last_strong = 0
        self._last = None
        self._last_t = 0
        self._anchor = (0, 0, 0)
        self._still_since = 0
        self._still_samples = 0
        self._face = 0  # where it last lay, 0 if it leaned

    def teach(self, normals) -> None:
        """From now on these are the faces."""
        self._normals = normals
        self._clean = clean_percent(normals)
        self.sides = len(normals)

    def open(self) -> None:
        """A roll is asked for: only motion from now on is a throw."""
        self._open = True
        self._early = self._moved
        self._offered = False
        self._told_moving = False
        self._strong = 0

    def close(self) -> None:
        """Nobody asks any more: watch on, tell nothing."""
        self._open = False

    def sample(self, t_ms: int, x: int, y: int, z: int):
        """Take one sample; return an event, or None."""
        now = (x, y, z)
        last = self._last
        late = self._diff(t_ms, self._last_t) > GAP_MS
        self._last = now
        self._last_t = t_ms
        if last is None or late:
            self._start_still(t_ms, now)
            return None
        change = _furthest(now, last)
        if change >= STILL_MG or _furthest(now, self._anchor) >= WANDER_MG or not is_plausible(now):
            return self._in_motion(t_ms, now, change)
        self._still_samples += 1
        return self._at_rest(t_ms, now)

    def _in_motion(self, t_ms: int, now: tuple, change: int):
        self._start_still(t_ms, now)
        self._moved = True
        if change >= STRONG_MG:
            self._strong += 1
            self._last_strong = t_ms
        if change >= MOVING_MG and self._open and not self._told_moving:
            self._told_moving = True
            return ("moving",)
        return None

    def _at_rest(self, t_ms: int, now: tuple):
        still_ms = self._diff(t_ms, self._still_since)
        thrown = self._moved and self._thrown()
        if self._still_samples < STILL_SAMPLES or still_ms < (ROLLED_STILL_MS if thrown else SET_STILL_MS):
            return None
        face, conf = nearest_face(now, self._normals)
        clean = conf >= self._clean
        if not self._moved:
            return self._offer(face, conf, now, clean)
        knocked = clean and face == self._face and not thrown and not self._early
        self._face = face if clean else 0
        self._forget_motion()
        if not self._open or knocked:
            return None
        self._offered = True
        if not clean:
            return ("cocked", face, conf, now)
        return ("rolled" if thrown else "set", face, conf, now)

    def _offer(self, face: int, conf: int, now: tuple, clean: bool):
        self._face = face if clean else 0
        if not self._open or self._offered:
            return None
        self._offered = True
        return ("lying" if clean else "cocked", face, conf, now)

    def _thrown(self) -> bool:
        if not self._open or self._early or self._strong < STRONG_SAMPLES:
            return False
        return self._diff(self._still_since, self._last_strong) <= THROW_FRESH_MS

    def _start_still(self, t_ms: int, now: tuple) -> None:
        self._anchor = now
        self._still_since = t_ms
        self._still_samples = 0

    def _forget_motion(self) -> None:
        self._moved = False
        self._early = False
        self._told_moving = False
        self._strong = 0


def nearest_face(gravity: tuple, normals: tuple = D6_NORMALS) -> tuple:
    """The face whose normal lies nearest to measured gravity, and the share of gravity on it in percent, rounded down.

    (0, 0) where nothing pulls: a falling die has no upper face.
    """
    x, y, z = gravity
    size = math.sqrt(x * x + y * y + z * z)
    if size < LEAST_PULL_MG:
        return 0, 0
    best = 0
    largest = -2.0
    for k, (nx, ny, nz) in enumerate(normals):
        on_face = (x * nx + y * ny + z * nz) / size
        if on_face > largest:
            best = k + 1
            largest = on_face
    # Rounded down, so that 0.939 is not clean; the small number forgives the last digit of a float.
    return best, int(largest * 100 + 1e-4)


def clean_percent(normals) -> int:
    """The least `conf` of a face that is named: a die of many sides may lean less, or its neighbour would be meant."""
    nearest = math.radians(CLEAN_DEGREES) / CLEAN_SHARE
    for k, a in enumerate(normals):
        for b in normals[:k]:
            nearest = min(nearest, angle(a, b))
    return math.ceil(100 * math.cos(nearest * CLEAN_SHARE) - 1e-4)


def angle(a: tuple, b: tuple) -> float:
    """Between two directions of any length, in radians; 0 where one has none."""
    sizes = math.sqrt((a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) * (b[0] * b[0] + b[1] * b[1] + b[2] * b[2]))
    if not sizes:
        return 0.0
    return math.acos(max(-1.0, min(1.0, (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / sizes)))


def _furthest(a: tuple, b: tuple) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))
