"""What all accelerometers on the bus have in common: registers, a place that moves on, samples at a rate, and silence."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

Vector = tuple[float, float, float]


class Accelerometer(ABC):
    """`feel(t_us)` gives the pull in g along x, y, z. `nacks` transfers to come are not answered at all.

    A kind of chip says where its registers are: see `power_up`, `rate_hz` and `sample`.
    """

    ID_REGISTER = 0
    ID = 0
    DATA: range = range(0)
    WRITABLE: frozenset[int] = frozenset()

    def __init__(self, feel: Callable[[int], Vector], chip_id: int | None = None) -> None:
        self._feel = feel
        self._id = self.ID if chip_id is None else chip_id
        self.nacks = 0
        self.scale = 1.0
        self.power_up()

    def power_up(self) -> None:
        """What the chip is after its supply came on: asleep, registers at their defaults."""
        self.registers = bytearray(256)
        self.registers[self.ID_REGISTER] = self._id
        self._at = 0
        self._onward = True
        self._sampled_at = -(1 << 60)

    def address(self, first: int) -> tuple[int, bool]:
        """The register that the first byte of a transfer names, and whether the chip moves on from it by itself."""
        return first, True

    @abstractmethod
    def rate_hz(self) -> float:
        """Samples a second as it is set up now; 0 while it sleeps."""

    @abstractmethod
    def put(self, pull: Vector) -> None:
        """Write a sample into the data registers."""

    def transfer(self, out: bytes, n: int, t_us: int) -> bytes | None:
        """Write `out`, then read `n` bytes, at board time `t_us`; None when the chip does not answer."""
        if self.nacks > 0:
            self.nacks -= 1
            return None
        if out:
            self._at, self._onward = self.address(out[0])
            for value in out[1:]:
                if self._at in self.WRITABLE:
                    self.registers[self._at] = value
                self._advance()
        return bytes(self._read(t_us) for _ in range(n))

    def _advance(self) -> None:
        if self._onward:
            self._at = (self._at + 1) & 0xFF

    def _read(self, t_us: int) -> int:
        if self._at == self.DATA.start:
            self._sample(t_us)
        value = self.registers[self._at]
        self._advance()
        return value

    def _sample(self, t_us: int) -> None:
        rate = self.rate_hz()
        if rate <= 0:
            return
        period = int(1_000_000 / rate)
        if t_us - self._sampled_at < period:
            return
        self._sampled_at = t_us - t_us % period
        x, y, z = self._feel(t_us)
        self.put((x * self.scale, y * self.scale, z * self.scale))


def count(g: float, counts_a_g: float, limit: int) -> int:
    """A pull as the chip's number, which stops at its limit; as an unsigned word."""
    return max(-limit, min(limit - 1, round(g * counts_a_g))) & 0xFFFF
