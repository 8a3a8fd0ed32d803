"""A small program for a board's first power: it says what every input and the I2C bus say, and switches nothing on.

It is made of pins.toml and parts.toml, so that its words are theirs, and is run on a Pico that has nothing but MicroPython:

    python -m hardware try shrine > try.py
    mpremote run try.py
"""

from __future__ import annotations

from typing import Final

from hardware.layout import board_circuit, board_of, board_sheets
from hardware.sources import Sources

_PROGRAM: Final = '''\
"""What the inputs of the {title} say, until Ctrl-C. Made from pins.toml; no output is touched, so nothing can move."""

import time

from machine import I2C, Pin

# Name, GPIO, what low and what high means.
INPUTS = (
{inputs})
# Block, SDA, SCL, clock; None: no bus.
BUS = {bus}
KNOWN = {known}
MUX = {mux}


def tell(where, addresses):
    for address in addresses:
        print("%s: 0x%02X answers, %s" % (where, address, KNOWN.get(address, "nothing that this board knows")))


def look_at_bus():
    block, sda, scl, hertz = BUS
    i2c = I2C(block, sda=Pin(sda), scl=Pin(scl), freq=hertz)
    try:
        there = i2c.scan()
        tell("I2C", there)
        if not there:
            print("I2C: nothing answers; look at SDA, SCL, 3.3 V and ground")
        if MUX in there:
            for channel in range(8):
                i2c.writeto(MUX, bytes([1 << channel]))
                tell("I2C channel %d" % channel, [address for address in i2c.scan() if address not in there])
            i2c.writeto(MUX, bytes([0]))
    except OSError as error:
        print("I2C: the bus fails (%s); look for a short or a loose wire" % error)


def main():
    if BUS:
        look_at_bus()
    pins = [Pin(gpio, Pin.IN, Pin.PULL_UP) for _, gpio, _, _ in INPUTS]
    last = [None] * len(pins)
    while True:
        for k, (name, gpio, low, high) in enumerate(INPUTS):
            level = pins[k].value()
            if level != last[k]:
                last[k] = level
                print("%s (GP%d): %s" % (name, gpio, high if level else low))
        time.sleep_ms(5)


try:
    main()
except KeyboardInterrupt:
    print("Ended.")
'''


class NoSuchBoard(ValueError):
    """There is no such board; the message lists those that there are."""


def first_power(sources: Sources, board: str) -> str:
    """The program for a board, as text. Raises NoSuchBoard."""
    boards = sources.pins["boards"]
    if board not in boards:
        raise NoSuchBoard(f"there is no board '{board}'; there are {', '.join(boards)}")
    pins, i2c = boards[board]["pins"], boards[board].get("i2c", {})
    told = ((name, pin["gpio"], pin["low"], pin["high"]) for name, pin in pins.items() if pin["direction"] == "in")
    inputs = "".join(f"    {row!r},\n" for row in told)
    bus = (i2c["i2c_bus"], pins["sda"]["gpio"], pins["scl"]["gpio"], i2c["i2c_hz"]) if "sda" in pins else None
    known: dict[int, str] = {}
    for sheet in board_sheets(sources):
        if board_of(sheet, sources.wiring["sheets"]) == board:
            for part in board_circuit(sources, sheet).parts.values():
                known |= {part.address: part.data["short"]} if part.address is not None else {}
                for other, addresses in part.data.get("instead_at", {}).items():
                    known |= dict.fromkeys(addresses, other)
    mux = i2c.get("mux_address")
    return _PROGRAM.format(title=board.replace("_", " "), inputs=inputs, bus=bus, known=known, mux=mux)
