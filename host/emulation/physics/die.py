"""A six-sided die with an accelerometer inside: thrown, turned by hand, leaning, knocked."""

from __future__ import annotations

import math
import random

from host.emulation.physics.accelerometer import Vector

#: Which way the pull of a die at rest points when this face is up.
UP: dict[int, Vector] = {
    1: (0.0, 0.0, 1.0), 6: (0.0, 0.0, -1.0), 2: (0.0, 1.0, 0.0), 5: (0.0, -1.0, 0.0), 3: (1.0, 0.0, 0.0), 4: (-1.0, 0.0, 0.0),
}  # fmt: skip

_TUMBLE_US = (450_000, 750_000)
_SETTLE_US = 90_000
_TURN_US = 900_000
_NOISE_G = 0.004


class Die:
    """What the die feels at a board time. Actions begin at the next look, so that they need no clock of their own."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)
        self.face: int = self._rng.randint(1, 6)
        self.throws = 0
        self.cocked = False
        self._from: Vector = UP[self.face]
        self._rest: Vector = UP[self.face]
        self._doing = "lying"
        self._since: int | None = None
        self._lasts = 0

    def throw(self, face: int | None = None, *, cocked: bool = False) -> int:
        """Throw it: it tumbles, then lies with `face` up (drawn if None), or leans with that face half up."""
        self._settle_on(self._rng.randint(1, 6) if face is None else face, cocked)
        self.throws += 1
        self.cocked = cocked
        self._begin("thrown", self._rng.randint(*_TUMBLE_US))
        return self.face

    def jolt(self, t_us: int, *, cocked: bool = False) -> bool:
        """Something throws it about now: a new throw begins (True), or the one under way goes on."""
        if self._doing == "thrown" and self._since is not None and t_us - self._since < self._lasts:
            self._lasts = t_us - self._since + self._rng.randint(*_TUMBLE_US)
            return False
        self.throw(cocked=cocked)
        self._since = t_us
        return True

    def turn(self, face: int) -> None:
        """Turn it by hand, gently, until `face` is up."""
        self._settle_on(face, cocked=False)
        self.cocked = False
        self._begin("turned", _TURN_US)

    def knock(self) -> None:
        """Somebody bumps against the table."""
        self._from = self._rest
        self._begin("knocked", 60_000)

    def _settle_on(self, face: int, cocked: bool) -> None:
        if face not in UP:
            raise ValueError(f"A die has no face {face}; give 1 to 6.")
        self._from = self._rest
        up = UP[face]
        if cocked:
            # 40 degrees over, towards the neighbouring face.
            lean = math.radians(40)
            up = tuple(a * math.cos(lean) + b * math.sin(lean) for a, b in zip(up, up[2:] + up[:2], strict=True))  # type: ignore[assignment]
        self.face, self._rest = face, up

    def _begin(self, doing: str, lasts: int) -> None:
        self._doing, self._since, self._lasts = doing, None, lasts

    def feel(self, t_us: int) -> Vector:
        """The pull in g along x, y, z at board time `t_us`."""
        if self._since is None:
            self._since = t_us
        passed = t_us - self._since
        if passed < self._lasts:
            if self._doing == "thrown":
                return self._noisy((0.0, 0.0, 0.0), 1.2)
            if self._doing == "turned":
                return self._noisy(self._between(passed / self._lasts), 0.03)
            return self._noisy(self._rest, 0.25)
        rocking = 0.0
        if self._doing == "thrown":
            rocking = 0.5 * math.exp(-(passed - self._lasts) / _SETTLE_US)
        return self._noisy(self._rest, _NOISE_G + rocking)

    def _noisy(self, pull: Vector, g: float) -> Vector:
        gauss = self._rng.gauss
        return (pull[0] + gauss(0, g), pull[1] + gauss(0, g), pull[2] + gauss(0, g))

    def _between(self, part: float) -> Vector:
        x, y, z = (a * (1 - part) + b * part for a, b in zip(self._from, self._rest, strict=True))
        length = math.sqrt(x * x + y * y + z * z)
        # Half-way between opposite faces there is no direction of its own; a hand goes round, so take some side.
        return (x / length, y / length, z / length) if length > 0.2 else (0.6, 0.6, 0.53)
