"""A well in the table: a die whose faces carry colours lies over a colour sensor, or somebody has taken it out."""

from __future__ import annotations

import random

from host.emulation.physics.tcs34725 import Light

#: What the sensor sees of each face by its own lamp: clear, red, green, blue.
COLOURS: dict[int, Light] = {
    1: (0.50, 0.36, 0.08, 0.07), 2: (0.44, 0.09, 0.28, 0.09), 3: (0.40, 0.07, 0.11, 0.25),
    4: (0.72, 0.34, 0.29, 0.08), 5: (0.80, 0.28, 0.29, 0.27), 6: (0.12, 0.04, 0.04, 0.04),
}  # fmt: skip
IN_THE_DARK: Light = (0.01, 0.004, 0.003, 0.003)
IN_THE_LIGHT: Light = (1.5, 0.6, 0.5, 0.4)
_HAND_US = 300_000
_NOISE = 0.01


class Well:
    """`face` lies there, or None. What hands do takes a moment, in which the sensor sees something in between."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)
        self.face: int | None = None
        self.room: Light = IN_THE_DARK
        self.lamp = 1.0
        self._before: Light = self.room
        self._now: Light = self.room
        self._since: int | None = None

    def lay(self, face: int | None) -> None:
        """Lay the die in with `face` on the sensor, turn it to that face, or (None) take it out."""
        if face is not None and face not in COLOURS:
            raise ValueError(f"A coded die has no face {face}; give 1 to {len(COLOURS)}.")
        self.face, self._before, self._since = face, self._now, None

    def see(self, t_us: int) -> Light:
        """The light at board time `t_us`."""
        if self._since is None:
            self._since = t_us
        part = min(1.0, (t_us - self._since) / _HAND_US)
        goal = self.room if self.face is None else COLOURS[self.face]
        self._now = _mixed(self._before, goal, part)
        shaky = [share * self.lamp * self._rng.uniform(1 - _NOISE, 1 + _NOISE) for share in self._now]
        return (shaky[0], shaky[1], shaky[2], shaky[3])


def _mixed(a: Light, b: Light, part: float) -> Light:
    mixed = [x * (1 - part) + y * part for x, y in zip(a, b, strict=True)]
    return (mixed[0], mixed[1], mixed[2], mixed[3])
