"""The ADXL345 accelerometer (and the ADXL343) as its registers show it on the bus."""

from __future__ import annotations

from host.emulation.physics.accelerometer import Accelerometer, Vector, count

ADDRESS = 0x53


class Adxl345(Accelerometer):
    """Sleeps until it is told to measure; 10 bits, or 256 counts a g in full resolution."""

    ID_REGISTER = 0x00
    ID = 0xE5
    DATA = range(0x32, 0x38)
    WRITABLE = frozenset([*range(0x1D, 0x2A), *range(0x2C, 0x30), 0x31, 0x38])

    def power_up(self) -> None:
        super().power_up()
        self.registers[0x2C] = 0x0A

    def rate_hz(self) -> float:
        return 3200 / 2 ** (15 - (self.registers[0x2C] & 15)) if self.registers[0x2D] & 8 else 0

    def put(self, pull: Vector) -> None:
        format_ = self.registers[0x31]
        range_g = 2 << (format_ & 3)
        # In full resolution a count is always 3.9 mg; otherwise 10 bits span the range.
        a_g, limit = (256, 256 * range_g) if format_ & 8 else (512 / range_g, 512)
        for axis, g in enumerate(pull):
            word = count(g, a_g, limit)
            self.registers[0x32 + 2 * axis] = word & 255
            self.registers[0x33 + 2 * axis] = word >> 8
