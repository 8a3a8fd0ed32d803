"""The LIS3DH accelerometer as its registers show it on the bus."""

from __future__ import annotations

from host.emulation.physics.accelerometer import Accelerometer, Vector

ADDRESS = 0x18
_MG_A_COUNT = (1, 2, 4, 12)
_G_AT_MOST = (2.0, 4.0, 8.0, 16.0)
_SAMPLES_A_SECOND = (0, 1, 10, 25, 50, 100, 200, 400, 1600, 1344)


class Lis3dh(Accelerometer):
    """Auto-increment only where the register's highest bit asks for it, ranges, resolutions and data rates."""

    ID_REGISTER = 0x0F
    ID = 0x33
    DATA = range(0x28, 0x2E)
    WRITABLE = frozenset([0x1E, 0x1F, *range(0x20, 0x27), 0x2E, 0x30, 0x32, 0x33, 0x34, 0x36, 0x37, *range(0x38, 0x40)])

    def power_up(self) -> None:
        super().power_up()
        self.registers[0x1E] = 0x10
        self.registers[0x20] = 0x07

    def address(self, first: int) -> tuple[int, bool]:
        return first & 0x3F, bool(first & 0x80)

    def rate_hz(self) -> float:
        code = self.registers[0x20] >> 4
        return _SAMPLES_A_SECOND[code] if code < len(_SAMPLES_A_SECOND) else 0

    def put(self, pull: Vector) -> None:
        control, high_resolution = self.registers[0x23], self.registers[0x23] & 8
        scale = control >> 4 & 3
        # 12 bits in high resolution, 8 in low power, 10 otherwise; always left-aligned.
        blank = 0 if high_resolution else 4 if self.registers[0x20] & 8 else 2
        for axis, g in enumerate(pull):
            if not self.registers[0x20] >> axis & 1:
                continue
            limit = _G_AT_MOST[scale]
            counted = round(max(-limit, min(limit, g)) * 1000 / _MG_A_COUNT[scale])
            counted = max(-2048, min(2047, counted)) >> blank << blank
            word = counted << 4 & 0xFFFF
            self.registers[0x28 + 2 * axis] = word & 255
            self.registers[0x29 + 2 * axis] = word >> 8
