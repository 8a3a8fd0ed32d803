"""The MPU-6050's accelerometer as its registers show it on the bus; `chip_id` makes it one of its many copies."""

from __future__ import annotations

from host.emulation.physics.accelerometer import Accelerometer, Vector, count

ADDRESS = 0x68


class Mpu6050(Accelerometer):
    """Sleeps until it is woken; 16 bits, highest byte first."""

    ID_REGISTER = 0x75
    ID = 0x68
    DATA = range(0x3B, 0x41)
    WRITABLE = frozenset([*range(0x0D, 0x3A), *range(0x63, 0x6D)])

    def power_up(self) -> None:
        super().power_up()
        self.registers[0x6B] = 0x40

    def rate_hz(self) -> float:
        if self.registers[0x6B] & 0x40:
            return 0
        return 1000 / (1 + self.registers[0x19])

    def put(self, pull: Vector) -> None:
        a_g = 16384 >> (self.registers[0x1C] >> 3 & 3)
        for axis, g in enumerate(pull):
            word = count(g, a_g, 32768)
            self.registers[0x3B + 2 * axis] = word >> 8
            self.registers[0x3C + 2 * axis] = word & 255
