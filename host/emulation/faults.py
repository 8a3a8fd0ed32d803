"""What can happen to bytes on a cable: seeded, and the same however the bytes are cut into pieces."""

from __future__ import annotations

import random
from dataclasses import dataclass

_NEWLINE = 10


@dataclass(frozen=True)
class FaultPlan:
    """Probabilities from 0 to 1.

    A byte is lost, doubled or has a bit flipped; a whole line is dropped, doubled or comes after the next one.
    """

    loss: float = 0.0
    double: float = 0.0
    corrupt: float = 0.0
    drop_line: float = 0.0
    double_line: float = 0.0
    swap_line: float = 0.0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not 0.0 <= value <= 1.0:
                raise ValueError(f"The cable fault '{name}' is a probability from 0 to 1, not {value}.")


class Faults:
    """One direction of a cable: bytes in, bytes out. `count` says how many faults have happened."""

    def __init__(self, plan: FaultPlan, seed: int) -> None:
        self._plan = plan
        self._rng = random.Random(seed)
        self._line = bytearray()
        self._held = b""
        self.count = 0
        self._by_lines = plan.drop_line > 0 or plan.double_line > 0 or plan.swap_line > 0

    @property
    def quiet(self) -> bool:
        """Nothing can happen."""
        return self._plan == FaultPlan()

    @property
    def holding(self) -> bool:
        """Bytes wait inside (half a line, or a line that lets the next one pass)."""
        return bool(self._line or self._held)

    def carry(self, data: bytes) -> bytes:
        """What comes out when `data` goes in."""
        if self.quiet:
            return data
        out = bytearray()
        for byte in data:
            if not self._by_lines:
                self._byte(byte, out)
                continue
            self._line.append(byte)
            if byte == _NEWLINE:
                line, self._line = bytes(self._line), bytearray()
                for survivor in self._whole_line(line):
                    self._byte(survivor, out)
        return bytes(out)

    def release(self) -> bytes:
        """What waited inside, given out because nothing followed."""
        out = bytearray()
        waiting, self._held, self._line = self._held + bytes(self._line), b"", bytearray()
        for byte in waiting:
            self._byte(byte, out)
        return bytes(out)

    def _happens(self, probability: float) -> bool:
        # No draw for what cannot happen, so that one fault's seed does not depend on the others being off.
        if probability > 0.0 and self._rng.random() < probability:
            self.count += 1
            return True
        return False

    def _whole_line(self, line: bytes) -> bytes:
        plan = self._plan
        if self._happens(plan.drop_line):
            return b""
        if self._happens(plan.double_line):
            line += line
        if self._held:
            line, self._held = line + self._held, b""
        elif self._happens(plan.swap_line):
            self._held, line = line, b""
        return line

    def _byte(self, byte: int, out: bytearray) -> None:
        plan = self._plan
        if self._happens(plan.loss):
            return
        if self._happens(plan.corrupt):
            byte ^= 1 << self._rng.randrange(8)
        out.append(byte)
        if self._happens(plan.double):
            out.append(byte)
