"""The Raspberry Pi's pins and buses: what may be used for what, as the project's pin map says."""

import functools
import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from host import paths

Bus = int | str
"""An I2C bus: its number N of /dev/i2c-N, or its name, where the number differs from one computer to the next."""

_CHANNEL = re.compile(r"i2c-(\d+)-mux")


class PinMap(NamedTuple):
    """`gpios` there are; `reserved` pins and why; the pins of further I2C buses, taken where a panel uses them."""

    gpios: range
    reserved: dict[int, str]
    buses: dict[int, tuple[int, int]]

    def taken(self, buses: set[int]) -> dict[int, str]:
        """The pins that cannot be a button's while these `buses` are used, and why."""
        found = dict(self.reserved)
        for bus in buses & self.buses.keys():
            found |= dict.fromkeys(self.buses[bus], f"I2C bus {bus}")
        return found


@functools.cache
def pin_map() -> PinMap:
    """The Pi's part of the project's pin map."""
    table = tomllib.loads((paths.shipped_folder("hardware") / "pins.toml").read_text(encoding="utf-8"))["pi"]
    return PinMap(
        range(table["gpios"]["first"], table["gpios"]["last"] + 1),
        {pin["gpio"]: pin["why"] for pin in table["reserved"]},
        {line["bus"]: (line["sda"], line["scl"]) for line in table["i2c"]},
    )


def wire_of(bus: Bus) -> Bus:
    """The bus whose wire this is: a multiplexer's channels share the one that the multiplexer sits on."""
    channel = _CHANNEL.match(bus) if isinstance(bus, str) else None
    return int(channel[1]) if channel else bus


class Buses:
    """The I2C buses of this computer. `root` stands for / in tests."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def found(self) -> dict[int, str]:
        """The buses that programs can open, with their names."""
        numbers = sorted(int(node.name[4:]) for node in (self._root / "dev").glob("i2c-*") if node.name[4:].isdecimal())
        return {number: self._about(number, "name") for number in numbers}

    def number(self, bus: Bus) -> int:
        """The number of a bus that is given by number or name. Raises FileNotFoundError in words."""
        found = self.found()
        if isinstance(bus, int):
            if bus in found:
                return bus
            raise FileNotFoundError(f"there is no I2C bus {bus} (/dev/i2c-{bus}); {_remedy(found)}")
        for number, name in found.items():
            if name == bus:
                return number
        raise FileNotFoundError(f"no I2C bus is called '{bus}'; {_remedy(found)}")

    def node(self, bus: Bus) -> Path:
        """The device of a bus. Raises FileNotFoundError in words."""
        return self._root / f"dev/i2c-{self.number(bus)}"

    def hertz(self, number: int) -> int | None:
        """The clock of a bus; None where the kernel does not say."""
        try:
            clock = (self._root / f"sys/bus/i2c/devices/i2c-{number}/of_node/clock-frequency").read_bytes()
        except OSError:
            return None
        return int.from_bytes(clock[:4], "big") or None

    def _about(self, number: int, what: str) -> str:
        try:
            return (self._root / f"sys/bus/i2c/devices/i2c-{number}/{what}").read_text().strip()
        except OSError:
            return ""


def _remedy(found: dict[int, str]) -> str:
    if not found:
        return "switch I2C on: sudo raspi-config nonint do_i2c 0, then start the computer again"
    listed = ", ".join(f"{number} ({name})" if name else str(number) for number, name in found.items())
    return f"this computer has: {listed}. Name one of these, or add its dtoverlay to /boot/firmware/config.txt"
