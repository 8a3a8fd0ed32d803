"""The LIS3DH accelerometer as its registers show it on the bus."""

from __future__ import annotations

from collections.abc import Callable

Vector = tuple[float, float, float]

ADDRESS = 0x18
_WRITABLE = frozenset([0x1E, 0x1F, *range(0x20, 0x27), 0x2E, 0x30, 0x32, 0x33, 0x34, 0x36, 0x37, *range(0x38, 0x40)])
_MG_A_COUNT = (1, 2, 4, 12)
_G_AT_MOST = (2.0, 4.0, 8.0, 16.0)
_SAMPLES_A_SECOND = (0, 1, 10, 25, 50, 100, 200, 400, 1600, 1344)


class Lis3dh:
    """Registers, auto-increment, ranges and resolutions; samples at the data rate that was set.

    `feel(t_us)` gives the pull in g along x, y, z. `nacks` transfers to come are not answered at all.
    """

    def __init__(self, feel: Callable[[int], Vector]) -> None:
        self._feel = feel
        self.nacks = 0
        self.power_up()

    def power_up(self) -> None:
        """What the chip is after its supply came on: asleep, registers at their defaults."""
        self._registers = bytearray(64)
        self._registers[0x0F] = 0x33
        self._registers[0x1E] = 0x10
        self._registers[0x20] = 0x07
        self._at = 0
        self._onward = False
        self._sampled_at = -(1 << 60)

    def transfer(self, out: bytes, n: int, t_us: int) -> bytes | None:
        """Write `out`, then read `n` bytes, at board time `t_us`; None when the chip does not answer."""
        if self.nacks > 0:
            self.nacks -= 1
            return None
        if out:
            self._at = out[0] & 0x3F
            self._onward = bool(out[0] & 0x80)
            for value in out[1:]:
                if self._at in _WRITABLE:
                    self._registers[self._at] = value
                self._advance()
        return bytes(self._read(t_us) for _ in range(n))

    def _advance(self) -> None:
        if self._onward:
            self._at = (self._at + 1) & 0x3F

    def _read(self, t_us: int) -> int:
        if self._at in (0x27, 0x28):
            self._sample(t_us)
        value = self._registers[self._at]
        # Reading the last byte of a sample takes the "new data" mark away.
        if self._at == 0x2D:
            self._registers[0x27] = 0
        self._advance()
        return value

    def _sample(self, t_us: int) -> None:
        rate_code = self._registers[0x20] >> 4
        if rate_code == 0 or rate_code >= len(_SAMPLES_A_SECOND):
            return
        period = 1_000_000 // _SAMPLES_A_SECOND[rate_code]
        if t_us - self._sampled_at < period:
            return
        self._sampled_at = t_us - t_us % period
        control, high_resolution = self._registers[0x23], self._registers[0x23] & 8
        scale = control >> 4 & 3
        # 12 bits in high resolution, 8 in low power, 10 otherwise; always left-aligned.
        blank = 0 if high_resolution else 4 if self._registers[0x20] & 8 else 2
        for axis, g in enumerate(self._feel(t_us)):
            if not self._registers[0x20] >> axis & 1:
                continue
            limit = _G_AT_MOST[scale]
            count = round(max(-limit, min(limit, g)) * 1000 / _MG_A_COUNT[scale])
            count = max(-2048, min(2047, count)) >> blank << blank
            word = count << 4 & 0xFFFF
            self._registers[0x28 + 2 * axis] = word & 255
            self._registers[0x29 + 2 * axis] = word >> 8
        self._registers[0x27] = 0x0F
