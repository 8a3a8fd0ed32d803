"""ADXL345 and ADXL343 accelerometers on I2C: +-2 g, full resolution, 100 samples a second."""

import struct

_DEVID = 0x00
_BW_RATE = 0x2C
_POWER_CTL = 0x2D
_DATA_FORMAT = 0x31
_DATAX0 = 0x32

_100_HZ = b"\x0a"
_MEASURE = b"\x08"
_FULL_RESOLUTION_2_G = b"\x08"


class Adxl345:
    """One sensor; the ADXL343 answers alike. Every method raises OSError when the chip does not answer."""

    NAME = "adxl345"
    ADDRESSES = (0x53, 0x1D)
    KNOWN_IDS = (0xE5,)

    def __init__(self, i2c, address: int):
        """Read the chip's id and set it up; `known` tells whether the id is one we know, `chip_id` which it is."""
        self._i2c = i2c
        self._address = address
        self._raw = bytearray(6)
        self.chip_id = i2c.readfrom_mem(address, _DEVID, 1)[0]
        self.known = self.chip_id in self.KNOWN_IDS
        self.set_up_again()

    def read_mg(self) -> tuple:
        """The newest sample as (x, y, z) in milli-g, where 1000 is the earth's pull."""
        # All six bytes in one go, or a new sample may come in between.
        self._i2c.readfrom_mem_into(self._address, _DATAX0, self._raw)
        x, y, z = struct.unpack("<hhh", self._raw)
        # 256 counts are 1 g.
        return x * 125 >> 5, y * 125 >> 5, z * 125 >> 5

    def set_up_again(self) -> None:
        """Write the set-up once more: a chip that lost power for an instant answers, but sleeps."""
        self._i2c.writeto_mem(self._address, _DATA_FORMAT, _FULL_RESOLUTION_2_G)
        self._i2c.writeto_mem(self._address, _BW_RATE, _100_HZ)
        self._i2c.writeto_mem(self._address, _POWER_CTL, _MEASURE)
