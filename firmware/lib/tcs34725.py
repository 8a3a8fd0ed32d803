"""TCS34725 colour sensor on I2C: clear, red, green and blue light of 50 ms."""

import struct

ADDRESS = 0x29

_COMMAND = 0x80
_ENABLE = 0x00
_ATIME = 0x01
_CONTROL = 0x0F
_ID = 0x12
_STATUS = 0x13
_CDATAL = 0x14
_AUTO_INCREMENT = 0x20

_POWER = b"\x01"
_POWER_AND_LIGHT = b"\x03"
_21_CYCLES = b"\xeb"
_GAIN_4 = b"\x01"
_WARM_UP_MS = 3
_VALID = 1

# So much fits into 21 cycles; a reading near it is light from outside.
FULL = 21 * 1024


class Tcs34725:
    """One sensor. Every method raises OSError when the chip does not answer."""

    NAME = "tcs34725"
    KNOWN_IDS = (0x44, 0x4D, 0x10)

    def __init__(self, i2c, clock):
        """Touches nothing yet: `set_up` wakes the chip, and sets `known` and `chip_id` by what it says it is."""
        self._i2c = i2c
        self._clock = clock
        self._raw = bytearray(8)
        self.chip_id = 0
        self.known = True

    def read(self):
        """The newest light as (clear, red, green, blue), 0 to `FULL`; None if there is none, as after a dip of the supply."""
        if not self._i2c.readfrom_mem(ADDRESS, _COMMAND | _STATUS, 1)[0] & _VALID:
            return None
        self._i2c.readfrom_mem_into(ADDRESS, _COMMAND | _AUTO_INCREMENT | _CDATAL, self._raw)
        return struct.unpack("<HHHH", self._raw)

    def set_up(self) -> None:
        """Write the set-up; once more after a dip of the supply, since a chip that lost its power answers, but sleeps."""
        self.chip_id = self._i2c.readfrom_mem(ADDRESS, _COMMAND | _ID, 1)[0]
        self.known = self.chip_id in self.KNOWN_IDS
        write = self._i2c.writeto_mem
        write(ADDRESS, _COMMAND | _ATIME, _21_CYCLES)
        write(ADDRESS, _COMMAND | _CONTROL, _GAIN_4)
        write(ADDRESS, _COMMAND | _ENABLE, _POWER)
        self._clock.sleep_ms(_WARM_UP_MS)
        write(ADDRESS, _COMMAND | _ENABLE, _POWER_AND_LIGHT)
