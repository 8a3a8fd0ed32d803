"""MPU-6050 accelerometer on I2C, and the many chips that are sold under its name: +-2 g, 100 samples a second."""

import struct

_SMPLRT_DIV = 0x19
_CONFIG = 0x1A
_ACCEL_CONFIG = 0x1C
_ACCEL_XOUT_H = 0x3B
_PWR_MGMT_1 = 0x6B
_WHO_AM_I = 0x75

_AWAKE = b"\x00"
_1000_HZ_DIVIDED_BY_10 = b"\x09"
_44_HZ_FILTER = b"\x03"
_2_G = b"\x00"


class Mpu6050:
    """One sensor, of which only the accelerometer is used. Every method raises OSError when the chip does not answer."""

    NAME = "mpu6050"
    ADDRESSES = (0x68, 0x69)
    # The MPU-6050 itself, MPU-6500, 9250 and 9255, and what copies of them say.
    KNOWN_IDS = (0x68, 0x70, 0x71, 0x72, 0x73, 0x98)

    def __init__(self, i2c, address: int):
        """Read the chip's id and set it up; `known` tells whether the id is one we know, `chip_id` which it is."""
        self._i2c = i2c
        self._address = address
        self._raw = bytearray(6)
        self.chip_id = i2c.readfrom_mem(address, _WHO_AM_I, 1)[0]
        self.known = self.chip_id in self.KNOWN_IDS
        self.set_up_again()

    def read_mg(self) -> tuple:
        """The newest sample as (x, y, z) in milli-g, where 1000 is the earth's pull."""
        self._i2c.readfrom_mem_into(self._address, _ACCEL_XOUT_H, self._raw)
        x, y, z = struct.unpack(">hhh", self._raw)
        # 16384 counts are 1 g.
        return x * 125 >> 11, y * 125 >> 11, z * 125 >> 11

    def set_up_again(self) -> None:
        """Write the set-up once more: a chip that lost power for an instant answers, but sleeps."""
        self._i2c.writeto_mem(self._address, _PWR_MGMT_1, _AWAKE)
        self._i2c.writeto_mem(self._address, _SMPLRT_DIV, _1000_HZ_DIVIDED_BY_10)
        self._i2c.writeto_mem(self._address, _CONFIG, _44_HZ_FILTER)
        self._i2c.writeto_mem(self._address, _ACCEL_CONFIG, _2_G)
