"""The TCS34725 colour sensor as its registers show it on the bus, and the TCA9548A that lets many of them share it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

ADDRESS = 0x29
MUX_ADDRESS = 0x70
Light = tuple[float, float, float, float]
_CYCLE_US = 2_400
_WARM_UP_US = 2_400
_FULL_A_CYCLE = 1024


class OnBus(Protocol):
    """Anything that answers transfers."""

    nacks: int

    def transfer(self, out: bytes, n: int, t_us: int) -> bytes | None: ...

    def power_up(self) -> None: ...


class Tcs34725:
    """`see(t_us)` gives clear, red, green and blue as shares from 0 to 1 of what fills the counters at a gain of 4."""

    def __init__(self, see: Callable[[int], Light], chip_id: int = 0x44) -> None:
        self._see = see
        self._id = chip_id
        self.nacks = 0
        self.power_up()

    def power_up(self) -> None:
        """Asleep, registers at their defaults."""
        self.registers = bytearray(32)
        self.registers[0x01] = 0xFF
        self.registers[0x12] = self._id
        self._at = 0
        self._onward = False
        self._on_at: int | None = None
        self._lit_at: int | None = None

    def transfer(self, out: bytes, n: int, t_us: int) -> bytes | None:
        """Write `out`, then read `n` bytes, at board time `t_us`; None when the chip does not answer."""
        if self.nacks > 0:
            self.nacks -= 1
            return None
        if out:
            if not out[0] & 0x80:  # every transfer begins with a command
                return bytes(n)
            self._at, self._onward = out[0] & 0x1F, out[0] & 0x60 == 0x20
            for value in out[1:]:
                self._write(value, t_us)
                self._advance()
        return bytes(self._read(t_us) for _ in range(n))

    def _advance(self) -> None:
        if self._onward:
            self._at = (self._at + 1) & 0x1F

    def _write(self, value: int, t_us: int) -> None:
        if self._at > 0x0F:
            return
        self.registers[self._at] = value
        if self._at == 0:
            self._on_at = t_us if value & 1 and self._on_at is None else self._on_at if value & 1 else None
            warm = self._on_at is not None and t_us - self._on_at >= _WARM_UP_US
            self._lit_at = (t_us if self._lit_at is None else self._lit_at) if value & 3 == 3 and warm else None

    def _read(self, t_us: int) -> int:
        cycles = 256 - self.registers[0x01]
        valid = self._lit_at is not None and t_us - self._lit_at >= cycles * _CYCLE_US
        self.registers[0x13] = int(valid)
        if self._at == 0x14 and valid:
            full = min(65535, cycles * _FULL_A_CYCLE)
            gain = (1, 4, 16, 60)[self.registers[0x0F] & 3] / 4
            for k, share in enumerate(self._see(t_us)):
                word = min(full, round(share * gain * full))
                self.registers[0x14 + 2 * k] = word & 255
                self.registers[0x15 + 2 * k] = word >> 8
        value = self.registers[self._at]
        self._advance()
        return value


class Mux:
    """A TCA9548A: one byte chooses the open channels; `passed` carries a transfer to whoever listens there."""

    def __init__(self, channels: Sequence[OnBus | None]) -> None:
        self._channels = channels
        self.nacks = 0
        self.power_up()

    def power_up(self) -> None:
        """No channel is open."""
        self.open = 0

    def transfer(self, out: bytes, n: int, t_us: int) -> bytes | None:
        """The switch itself."""
        if self.nacks > 0:
            self.nacks -= 1
            return None
        if out:
            self.open = out[-1]
        return bytes([self.open] * n)

    def passed(self, out: bytes, n: int, t_us: int) -> bytes | None:
        """A transfer to the chips behind it; None if no open channel has one, or two would speak at once."""
        listening = [chip for k, chip in enumerate(self._channels) if chip is not None and self.open >> k & 1]
        return listening[0].transfer(out, n, t_us) if len(listening) == 1 else None
