"""LIS3DH accelerometer on I2C: +-2 g, high resolution, 100 samples a second."""

import struct

_WHO_AM_I = 0x0F
_CTRL1 = 0x20
_CTRL4 = 0x23
_OUT_X_L = 0x28
_AUTO_INCREMENT = 0x80

_100_HZ_ALL_AXES = b"\x57"
# Block data update (both bytes of an axis from one sample), +-2 g, high resolution.
_2_G_HIGH_RESOLUTION = b"\x88"


class Lis3dh:
    """One sensor. Every method raises OSError when the chip does not answer."""

    NAME = "lis3dh"
    ADDRESSES = (0x18, 0x19)
    # The LIS2DH12 answers alike and is built alike.
    KNOWN_IDS = (0x33,)

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
        self._i2c.readfrom_mem_into(self._address, _OUT_X_L | _AUTO_INCREMENT, self._raw)
        x, y, z = struct.unpack("<hhh", self._raw)
        # 12 bits, left-aligned; one count is 1 mg at +-2 g.
        return x >> 4, y >> 4, z >> 4

    def set_up_again(self) -> None:
        """Write the set-up once more: a chip that lost power for an instant answers, but sleeps."""
        self._i2c.writeto_mem(self._address, _CTRL1, _100_HZ_ALL_AXES)
        self._i2c.writeto_mem(self._address, _CTRL4, _2_G_HIGH_RESOLUTION)
