"""A board's I2C bus with the virtual hardware's chips on it: the drivers speak to registers, not to a mock of themselves."""

from __future__ import annotations

import errno
from typing import Protocol

from tests.firmware.fakes import FakeClock


class Chip(Protocol):
    """What a chip of the virtual hardware does at a transfer; None if it does not answer."""

    def transfer(self, out: bytes, n: int, t_us: int) -> bytes | None: ...


class Bus:
    """`machine.I2C` as far as drivers use it; an address without a chip, and a chip that is silent, answer with EIO."""

    def __init__(self, clock: FakeClock, chips: dict[int, Chip]) -> None:
        self.clock = clock
        self.chips = chips
        self.transfers = 0

    def _transfer(self, address: int, out: bytes, n: int) -> bytes:
        self.transfers += 1
        chip = self.chips.get(address)
        answer = None if chip is None else chip.transfer(out, n, self.clock.total_us)
        if answer is None:
            raise OSError(errno.EIO)
        return answer

    def writeto(self, address: int, data: bytes) -> None:
        self._transfer(address, bytes(data), 0)

    def readfrom_mem(self, address: int, register: int, count: int) -> bytes:
        return self._transfer(address, bytes([register]), count)

    def readfrom_mem_into(self, address: int, register: int, into: bytearray) -> None:
        into[:] = self._transfer(address, bytes([register]), len(into))

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        self._transfer(address, bytes([register]) + bytes(data), 0)
