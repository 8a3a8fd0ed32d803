"""Virtual people: they do with dice, button and drops what the table asks people to do. They know the control socket only."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from host.emulation.control import World


class Hands:
    """`opened` when a board waits for somebody, `told` when people are to do something with real pieces.

    Hands that are told of pieces which this world does not have (cards, boards) do nothing, as if it were done elsewhere.
    """

    def __init__(self, world: World, seed: int | None = None) -> None:
        """`seed` decides how thrown dice fall; without one the world's own seed does."""
        self._world = world
        self._rng = None if seed is None else random.Random(seed)

    def opened(self, op: str, source: str) -> None:
        """A board has accepted a command that waits for people: `source` is "role:how", e.g. "dice_reader:tumbler"."""
        if op != "roll":
            return
        if source.endswith(":roller"):
            self._world.press()
        else:
            self._world.throw(self._rng.randint(1, 6) if self._rng else None)

    def told(self, task: Mapping[str, Any]) -> None:
        """People are asked to confirm `task`, a dict with the key "what"; it is done when this returns."""
        match task.get("what"):
            case "shrine_drops":
                self._world.put_drops(int(task["in"]))
            case "new_drops":
                self._world.take_drops()
            case "die_back":
                self._world.take_drops()
                self._world.put_die()
