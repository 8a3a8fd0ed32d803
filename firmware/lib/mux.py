"""TCA9548A multiplexer: chips with one address, each on a channel of its own."""

CHANNELS = 8


class Mux:
    """The switch at `address` of a bus; a channel is used like the bus itself."""

    def __init__(self, i2c, address: int):
        self._i2c = i2c
        self._address = address

    def channel(self, number: int):
        """Channel 0 to 7 as a bus. Its calls raise OSError when the switch or the chip behind it does not answer."""
        if not 0 <= number < CHANNELS:
            raise ValueError("a multiplexer has the channels 0 to 7")
        return _Channel(self._i2c, self._address, bytes([1 << number]))


class _Channel:
    def __init__(self, i2c, switch: int, choice: bytes):
        self._i2c = i2c
        self._switch = switch
        self._choice = choice

    def readfrom_mem(self, address: int, register: int, count: int) -> bytes:
        self._i2c.writeto(self._switch, self._choice)
        return self._i2c.readfrom_mem(address, register, count)

    def readfrom_mem_into(self, address: int, register: int, into: bytearray) -> None:
        self._i2c.writeto(self._switch, self._choice)
        self._i2c.readfrom_mem_into(address, register, into)

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        # Chosen before every transfer: a switch that lost its power for an instant has no channel open.
        self._i2c.writeto(self._switch, self._choice)
        self._i2c.writeto_mem(address, register, data)
