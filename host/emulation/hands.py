"""Virtual people: they do with dice, button and drops what the table asks people to do. They know the control socket only."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import Any

from host.emulation.control import Counts, World

AT_REST_WITHIN_S = 12.0
"""A turn takes 5 s of a board's time; a board that is off lets no time pass for its pieces."""


class Hands:
    """`opened` when a board waits for somebody, `told` when people are to do something with real pieces.

    Hands that are told of pieces which this world does not have (cards, boards, Gwidyon's pile and chip) do nothing, as if it
    were done elsewhere: what Gwidyon removes goes into the ring with the other drops of a turn.
    """

    def __init__(self, world: World, seed: int | None = None) -> None:
        """`seed` decides how thrown dice fall; without one the world's own seed does."""
        self._world = world
        self._rng = None if seed is None else random.Random(seed)

    def lay_out(self, drops: int, die: bool) -> None:
        """Before a match goes on: so many drops lie in the Shrine, and its `die` on it, as people left them at its start."""
        missing = drops - self._world.counts().drops_in_ring
        if missing > 0:
            self._world.turn_home(onward=False)
            self._world.put_drops(missing)
        elif missing < 0:  # left from the match before
            self._world.lift_drops(-missing)
        if die:
            self._world.put_die()

    def fill(self, drops: int) -> None:
        """Put drops into the Shrine or pick some out again, until so many lie in it."""
        missing = drops - self._wait_for_rest().drops_in_ring
        if missing > 0:
            self._world.put_drops(missing)
        elif missing < 0:
            self._world.lift_drops(-missing)

    def opened(self, op: str, source: str) -> None:
        """A board has accepted a command that waits for people: `source` is "role:how", e.g. "dice_reader:tumbler"."""
        if op != "roll":
            return
        if source.endswith(":roller"):
            self._world.press()
        elif source.endswith(":tumbler"):
            self._world.throw(self._rng.randint(1, 6) if self._rng else None)

    def told(self, task: Mapping[str, Any]) -> None:
        """People are asked to confirm `task`, a dict with the key "what"; it is done when this returns."""
        match task.get("what"):
            case "shrine_drops":
                self._wait_for_rest()  # nobody fills a ring that is just finding its start position
                self._world.put_drops(int(task["in"]))
            case "new_drops":
                self._world.take_drops()
            case "die_back":
                self._world.take_drops()
                self._world.put_die()

    def mend(self, role: str, why: str) -> bool:
        """Put right what kept a board from its work: `why` is the board's word for it. False if hands can do nothing about it.

        A Shrine that stopped half-way is turned back, and what had fallen is put in again: it is as before the turn.
        """
        if role != "shrine":
            return False
        self._wait_for_rest()
        self._world.jam(False)
        self._world.lid(False)
        self._world.home_mark(missing=False)
        self._world.turn_home(onward=False)
        self._wait_for_rest()
        self._world.put_drops(self._world.take_drops())
        self._world.put_die()
        return True

    def has_turned(self) -> bool:
        """Look whether the Shrine has turned: its die lies outside then. One that stands half-way is turned to its end by hand.

        Where no die is used nothing hinges on it, and it counts as turned.
        """
        self._wait_for_rest()
        self._world.turn_home(onward=True)
        return self._wait_for_rest().supply_die != "ring"

    def _wait_for_rest(self) -> Counts:
        deadline = time.monotonic() + AT_REST_WITHIN_S
        while True:
            counts = self._world.counts()
            at_rest = not counts.energised and not counts.drops_falling and counts.supply_die != "falling"
            if at_rest or time.monotonic() > deadline:
                return counts
