"""The Shrine's ring: what lies in it falls out while it turns, past the light barrier; and the mark where it is home."""

from __future__ import annotations

import heapq
import math
import random
from dataclasses import dataclass, field

from host.emulation.physics.motor import HALF_STEPS_A_TURN, Motor
from host.emulation.physics.step_motor import StepMotor

#: The home mark reads true within so many half-steps of the ring's zero (about 3.5 degrees on either side).
HOME_HALF_WIDTH = 40
#: A hall switch lets go so many half-steps later than it takes hold; a slotted light barrier does not.
HALL_LETS_GO_LATER = 15
#: Whatever lies in the ring falls between these parts of a turn, counted from where the ring stood when it was put in.
FALLS_FROM, FALLS_UNTIL = 0.08, 0.9
#: From the ring to the barrier, through the barrier, and the least light between two drops (microseconds).
FALL_US = (90_000, 130_000)
DARK_US = (2_500, 4_300)
LIGHT_US = 3_000
DIE_FALLS_US = 300_000
NEVER = 1 << 60


@dataclass(order=True)
class _Lying:
    """A piece in the ring, ordered by the place where it falls: `falls_at` half-steps away from where it was put in."""

    falls_at: float
    put_at: int = field(compare=False)
    is_die: bool = field(compare=False, default=False)


class Ring:
    """Motor, ring, drops, supply die, home mark, light barrier and lid.

    Every drop is in exactly one place: `put` = in the ring + falling + in the tray + taken. A drop makes one dark period
    of the barrier. The die falls beside the barrier and shows a face. Nothing moves back into the ring by itself.
    """

    def __init__(self, seed: int = 0, start: int = 900, motor: Motor | StepMotor | None = None, *, hall: bool = False) -> None:
        """`start`: how far from its zero the ring stands, in half-steps. Another `motor` has steps of its own."""
        self._rng = random.Random(seed)
        self.motor = motor or Motor()
        self.turn = self.motor.steps_a_turn
        scale = self.turn / HALF_STEPS_A_TURN
        self._takes_hold = HOME_HALF_WIDTH * scale
        self._lets_go = (HOME_HALF_WIDTH + HALL_LETS_GO_LATER) * scale if hall else self._takes_hold
        self._start = round(start * scale)
        self._by_hand = 0
        self._lying: list[_Lying] = []
        self._happenings: list[tuple[int, int, str]] = []
        self._number = 0
        self._beam_free_at = 0
        self._dark = False
        self.put = 0
        self.fallen = 0
        self.falling = 0
        self.taken = 0
        self.die_place = "out"
        self.die_face: int | None = None
        self.lid_open = False
        self.home_missing = False
        self.beam_dead = False
        self._mark = False
        self._feel_mark()

    # What hands do

    def put_drops(self, n: int) -> None:
        """Lay `n` drops into the ring."""
        if n < 0:
            raise ValueError(f"{n} drops cannot be put into the ring; give a number from 0 on.")
        self.put += n
        for _ in range(n):
            self._lay(is_die=False)

    def lift_drops(self, n: int) -> None:
        """Pick `n` drops out of the ring again, where they lie; they count as never put in."""
        lying = [one for one in self._lying if not one.is_die]
        if not 0 <= n <= len(lying):
            raise ValueError(f"{n} drops cannot be picked out of a ring that holds {len(lying)}.")
        for one in lying[:n]:
            self._lying.remove(one)
        heapq.heapify(self._lying)
        self.put -= n

    def put_die(self) -> bool:
        """Lay the supply die on its opening; False if it lies there already or is just falling."""
        if self.die_place != "out":
            return False
        self.die_place = "ring"
        self._lay(is_die=True)
        return True

    def take_drops(self) -> int:
        """Take all drops from the tray below; their number."""
        n = self.in_tray
        self.taken += n
        return n

    def turn_home(self, t_us: int, *, onward: bool) -> None:
        """Turn the ring to its mark by hand: back by the way it came, or `onward`, and then whatever lies in it falls.

        Hands feel the motor's eight places and let go on the one that its coils pull to. One at home is left alone.
        """
        away = self._from_zero() % self.turn
        if min(away, self.turn - away) <= self._takes_hold:
            return
        left = self.turn - away if onward else -away
        self._by_hand += round(left / 8) * 8
        self._let_fall(t_us)

    def _lay(self, *, is_die: bool) -> None:
        away = self._rng.uniform(FALLS_FROM, FALLS_UNTIL) * self.turn
        heapq.heappush(self._lying, _Lying(away, self._angle(), is_die))

    # What can be counted

    @property
    def in_ring(self) -> int:
        """Drops lying in the ring."""
        return sum(not piece.is_die for piece in self._lying)

    @property
    def in_tray(self) -> int:
        """Drops that fell and were not taken."""
        return self.fallen - self.taken

    # What sensors see

    @property
    def at_home(self) -> bool:
        """The mark is under its sensor (and is there at all)."""
        return self._mark and not self.home_missing

    @property
    def dark(self) -> bool:
        """Something is in the light barrier, or its receiver is dead."""
        return self._dark or self.beam_dead

    def _from_zero(self) -> float:
        return math.remainder(self._angle() + self._start, self.turn)

    def _angle(self) -> int:
        """Where the ring stands, in half-steps from where it stood at the start: what the motor and what hands made of it."""
        return self.motor.position + self._by_hand

    # What time and motor do

    def coil(self, line: int, level: int, t_us: int) -> None:
        """A coil, or another line of the motor, is switched; the ring may move by a step and let something fall."""
        at = self.motor.position
        self.motor.coil(line, level, t_us)
        if self.motor.position != at:
            self._let_fall(t_us)

    def _feel_mark(self) -> None:
        """A hall switch remembers: between taking hold and letting go it is what it was."""
        self._mark = abs(self._from_zero()) <= (self._lets_go if self._mark else self._takes_hold)

    def _let_fall(self, t_us: int) -> None:
        self._feel_mark()
        at = self._angle()
        stay = [piece for piece in self._lying if abs(at - piece.put_at) < piece.falls_at]
        if len(stay) == len(self._lying):
            return
        for piece in sorted(piece for piece in self._lying if abs(at - piece.put_at) >= piece.falls_at):
            if piece.is_die:
                self.die_place = "falling"
                self._later(t_us + DIE_FALLS_US, "die")
            else:
                self._drop(t_us)
        self._lying = stay

    def _drop(self, t_us: int) -> None:
        self.falling += 1
        dark = max(t_us + self._rng.randint(*FALL_US), self._beam_free_at)
        light = dark + self._rng.randint(*DARK_US)
        self._beam_free_at = light + LIGHT_US
        self._later(dark, "dark")
        self._later(light, "light")

    def _later(self, t_us: int, what: str) -> None:
        self._number += 1
        heapq.heappush(self._happenings, (t_us, self._number, what))

    def next_happening(self) -> int:
        """Board time of the next change that needs no motor; `NEVER` if there is none."""
        return self._happenings[0][0] if self._happenings else NEVER

    def happen(self) -> None:
        """Let the next happening come true."""
        _, _, what = heapq.heappop(self._happenings)
        if what == "die":
            self.die_place, self.die_face = "out", self._rng.randint(1, 6)
        elif what == "dark":
            self._dark = True
        else:
            self._dark = False
            self.falling -= 1
            self.fallen += 1

    def pin_changes_ahead(self) -> int:
        """So many pin changes can at most be made before the mark or a falling piece changes anything; at least 1."""
        here = abs(self._from_zero())
        ahead = min(abs(here - self._takes_hold), abs(here - self._lets_go), self.turn / 2)
        at = self._angle()
        for piece in self._lying:
            ahead = min(ahead, piece.falls_at - abs(at - piece.put_at))
        # A rotor that lags behind its coils may jump by up to three.
        return max(1, int(ahead) if self.motor.locked else int(ahead) // 3)
