"""A virtual I2C bus: chips at addresses, what a transfer costs in time, and what can go wrong on it."""

from __future__ import annotations

import errno
from dataclasses import dataclass, field

from host.emulation.glass.chips import Chip

#: Eight bits and their acknowledgement; start and stop take about one clock each.
_CLOCKS_A_BYTE, _CLOCKS_A_TRANSFER = 9, 2


@dataclass
class Counters:
    """What has passed over the wire to one panel (or one bus), refused transfers apart. `seconds`: time on the wire."""

    transfers: int = 0
    bytes: int = 0
    seconds: float = 0.0
    refused: int = 0

    def add(self, length: int, seconds: float) -> None:
        """One transfer of so many bytes, address included."""
        self.transfers += 1
        self.bytes += length
        self.seconds += seconds


@dataclass
class Outcome:
    """How a transfer ended: the number of an error or None, after so many seconds."""

    error: int | None
    seconds: float


@dataclass
class Place:
    """A panel on a bus, and the bad luck waiting for it."""

    chip: Chip
    counters: Counters = field(default_factory=Counters)
    plugged: bool = True
    #: The next transfers of each kind that are not acknowledged.
    refuse: dict[str, int] = field(default_factory=lambda: {"command": 0, "data": 0})
    #: Bytes that still arrive of a transfer that is not acknowledged to its end.
    arriving: int = 0


class Bus:
    """One bus at `hertz`. `stuck_for`: the next `stuck` transfers take that long and end in ETIMEDOUT."""

    def __init__(self, hertz: int = 400_000) -> None:
        self.hertz = hertz
        self.places: dict[int, Place] = {}
        self.counters = Counters()
        self.stuck, self.stuck_for = 0, 0.0

    def write(self, address: int, data: bytes) -> Outcome:
        """One transfer: what becomes of it, and how long it keeps the bus."""
        if self.stuck:
            self.stuck -= 1
            self.counters.refused += 1
            return Outcome(errno.ETIMEDOUT, self.stuck_for)
        place = self.places.get(address)
        if place is None or not place.plugged:
            self.counters.refused += 1
            return Outcome(errno.EREMOTEIO, self.seconds(1))
        kind = "data" if data[:1] == b"\x40" else "command"
        if place.refuse[kind]:
            place.refuse[kind] -= 1
            place.counters.refused += 1
            self.counters.refused += 1
            place.chip.written(data[: place.arriving])
            return Outcome(errno.EREMOTEIO, self.seconds(1 + place.arriving))
        seconds = self.seconds(1 + len(data))
        place.chip.written(data)
        place.counters.add(1 + len(data), seconds)
        self.counters.add(1 + len(data), seconds)
        return Outcome(None, seconds)

    def seconds(self, length: int) -> float:
        """How long a transfer of `length` bytes, address included, is on the wire."""
        return (_CLOCKS_A_TRANSFER + _CLOCKS_A_BYTE * length) / self.hertz
