"""The seats of a `table.toml`: their panels and buttons, and what cannot be at one place twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from host.config_reader import ConfigReader, Place, near
from host.panels.wire import CHIPS, WIDTH
from host.pi import Bus, pin_map, wire_of
from shared_rules.bots import NAMES as BOTS

MOST_SEATS: Final = 5
LONGEST_NAME: Final = 16
ADDRESSES: Final = (0x3C, 0x3D)
BUTTONS: Final = {"next": True, "ok": True, "back": False, "menu": False}
"""The buttons a seat may have; True for those that it needs."""
_ROTATIONS: Final = (0, 180)


@dataclass(frozen=True)
class PanelPlace:
    """Where a panel is: a bus (see `host.pi.Bus`) and an address on it. `column_offset` None: what its chip usually has."""

    bus: Bus
    address: int
    chip: str = "ssd1306"
    column_offset: int | None = None
    rotate: int = 0

    def __str__(self) -> str:
        return f"I2C bus {self.bus}, address 0x{self.address:02X}"


@dataclass(frozen=True)
class Seat:
    """Who sits there, with which panel and buttons (BCM numbers by name). `bot`: the program plays it."""

    name: str
    panel: PanelPlace | None = None
    buttons: dict[str, int] = field(default_factory=dict)
    bot: str | None = None


def read_seats(reader: ConfigReader) -> list[Seat]:
    """The seats in their order; what is wrong is noted."""
    entries = reader.take(reader.data, (), "seats", list, must="write a [[seats]] for each seat")
    if entries is not None and not all(isinstance(entry, dict) for entry in entries):
        reader.wrong(("seats",), "'seats' is no list of tables", "write each as [[seats]]")
        entries = []
    if entries is not None and len(entries) > MOST_SEATS:
        remedy = f"take {len(entries) - MOST_SEATS} out"
        reader.wrong(("seats", MOST_SEATS), f"a table has {MOST_SEATS} seats at most, not {len(entries)}", remedy)
    seats = [_seat(reader, entry, ("seats", index)) for index, entry in enumerate(entries or [])]
    _once(reader, seats)
    _panels_apart(reader, seats)
    _pins_apart(reader, seats)
    return seats


def _seat(reader: ConfigReader, table: dict[str, Any], place: Place) -> Seat:
    reader.known(table, place, ("name", "panel", "buttons", "bot"))
    name = reader.take(table, place, "name", str, must='write name = "..."')
    if name is not None and not 0 < len(name.strip()) <= LONGEST_NAME:
        reader.wrong((*place, "name"), f"'{name}' is no name for a panel", f"write one of 1 to {LONGEST_NAME} letters")
    bot = reader.take(table, place, "bot", str)
    if bot is not None and bot not in BOTS:
        reader.wrong((*place, "bot"), f"there is no bot '{bot}'", near(bot, BOTS))
    panel = reader.take(table, place, "panel", dict)
    buttons = reader.take(table, place, "buttons", dict)
    if ("panel" in table) != ("buttons" in table):
        there, missing = ("panel", "buttons") if "panel" in table else ("buttons", "panel")
        reader.wrong((*place, there), f"this seat has '{there}' but no '{missing}'", f"add {missing} = {{ ... }}, or take it out")
    return Seat(
        name or "",
        None if panel is None else _panel(reader, panel, (*place, "panel")),
        {} if buttons is None else _buttons(reader, buttons, (*place, "buttons")),
        bot,
    )


def _panel(reader: ConfigReader, table: dict[str, Any], place: Place) -> PanelPlace | None:
    reader.known(table, place, ("bus", "address", "chip", "column_offset", "rotate"))
    before = len(reader.problems)
    bus = _bus(reader, table, place)
    address = reader.take(table, place, "address", int, must="write address = 0x3C or 0x3D")
    if address is not None and address not in ADDRESSES:
        remedy = f"write 0x{address // 2:02X}: boards are printed with twice the number" if address // 2 in ADDRESSES else ""
        what = f"no panel has the address 0x{address & 0xFFFF:02X}"
        reader.wrong((*place, "address"), what, remedy or "write 0x3C or 0x3D, as the resistor on its back says")
    chip = reader.take(table, place, "chip", str) if "chip" in table else "ssd1306"
    if chip is not None and chip not in CHIPS:
        reader.wrong((*place, "chip"), f"there is no chip '{chip}'", near(chip, CHIPS))
    offset = reader.take(table, place, "column_offset", int)
    spare = CHIPS[chip].columns - WIDTH if chip in CHIPS else 0
    if offset is not None and chip in CHIPS and not 0 <= offset <= spare:
        remedy = f"write one from 0 to {spare}" if spare else "take it out, or name the chip sh1106 if it is one"
        reader.wrong((*place, "column_offset"), f"an {chip} has no column_offset of {offset}", remedy)
    rotate = reader.take(table, place, "rotate", int) if "rotate" in table else 0
    if rotate is not None and rotate not in _ROTATIONS:
        reader.wrong((*place, "rotate"), f"a panel cannot be turned by {rotate}", "write 0, or 180 for upside down")
    if len(reader.problems) > before and None in (bus, address, chip, rotate):
        return None
    return PanelPlace(bus if bus is not None else 0, address, chip, offset, rotate)


def _bus(reader: ConfigReader, table: dict[str, Any], place: Place) -> Bus | None:
    bus = table.get("bus")
    if "bus" not in table:
        reader.wrong(place, "'bus' is missing", "write bus = 1 for /dev/i2c-1")
    elif (type(bus) is int and bus >= 0) or (type(bus) is str and bus):
        return bus
    else:
        remedy = 'write 1 for /dev/i2c-1, or the name of a channel, like "i2c-1-mux (chan_id 0)"'
        reader.wrong((*place, "bus"), f"'bus' is the number or the name of an I2C bus, not {bus!r}", remedy)
    return None


def _buttons(reader: ConfigReader, table: dict[str, Any], place: Place) -> dict[str, int]:
    reader.known(table, place, BUTTONS, "button")
    found = {}
    for name, needed in BUTTONS.items():
        pin = reader.take(table, place, name, int, must=f"write {name} = and the pin's BCM number" if needed else "")
        if pin is not None:
            found[name] = pin
    return found


def _once(reader: ConfigReader, seats: list[Seat]) -> None:
    names = [seat.name for seat in seats]
    for index, name in enumerate(names):
        if name and name in names[:index]:
            remedy = "give each seat a name of its own"
            reader.wrong(("seats", index, "name"), f"seat {names.index(name)} is called '{name}' too", remedy)


def _panels_apart(reader: ConfigReader, seats: list[Seat]) -> None:
    """No two panels may answer to one address; one on the main bus answers in all channels of its multiplexer too."""
    placed = [(index, seat.panel) for index, seat in enumerate(seats) if seat.panel is not None]
    for number, (index, panel) in enumerate(placed):
        for other, before in placed[:number]:
            share = wire_of(panel.bus) == wire_of(before.bus) and wire_of(panel.bus) in (panel.bus, before.bus)
            if panel.address == before.address and (panel.bus == before.bus or share):
                remedy = "solder one to the other address (0x3C, 0x3D), or give it a bus of its own"
                what = f"the panel of seat {other} answers there too (it is at {before})"
                reader.wrong(("seats", index, "panel", "address"), what, remedy)
                break


def _pins_apart(reader: ConfigReader, seats: list[Seat]) -> None:
    """No pin has two jobs, and none is a button's that the Pi needs itself."""
    taken = pin_map().taken({wire for seat in seats if seat.panel and isinstance(wire := wire_of(seat.panel.bus), int)})
    users: dict[int, str] = {}
    for place, name, index, pin in _pins(seats):
        if pin not in pin_map().gpios:
            last = pin_map().gpios[-1]
            reader.wrong(place, f"there is no pin GPIO {pin}", f"write a BCM number from 0 to {last}, not the place on the header")
        elif pin in taken:
            remedy = "put the button on another pin; hardware/README.md has free ones"
            reader.wrong(place, f"GPIO {pin} belongs to {taken[pin]}", remedy)
        elif pin in users:
            reader.wrong(place, f"GPIO {pin} is {users[pin]} already", "give each button a pin of its own")
        else:
            users[pin] = f"button '{name}' of seat {index}"


def _pins(seats: list[Seat]) -> Iterator[tuple[Place, str, int, int]]:
    for index, seat in enumerate(seats):
        for name, pin in seat.buttons.items():
            yield ("seats", index, "buttons", name), name, index, pin
