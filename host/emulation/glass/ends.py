"""The two thin ends inside the host: a bus for luma and pins for gpiozero, both reaching the world by its socket."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import smbus2
from gpiozero.exc import PinInvalidPin
from gpiozero.pins.mock import MockFactory, MockPin
from luma.core.interface.serial import i2c

from host.emulation.glass.lines import Lines
from host.panels.panel import Wire

_SHORTEST_SLEEP_S: Final = 0.001


class GlassBus:
    """Looks like an `smbus2.SMBus`; transfers happen in the world, and take as long as it says."""

    def __init__(self, path: Path, bus: int, sleep: Callable[[float], None] = time.sleep) -> None:
        self._bus, self._sleep, self._owed = bus, sleep, 0.0
        self._lines = Lines(path)

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        """One transfer; `OSError` with the number the kernel would give."""
        self._write(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Transfers, one after the other."""
        for message in messages:
            self._write(message.addr, bytes(message))

    def close(self) -> None:
        """The bus itself goes on."""
        self._lines.close()

    def _write(self, address: int, data: bytes) -> None:
        try:
            answer = self._lines.ask({"op": "write", "bus": self._bus, "address": address, "data": data.hex()})
        except TimeoutError as error:
            raise OSError(errno.ETIMEDOUT, "Connection timed out") from error
        except OSError as error:
            raise OSError(errno.EREMOTEIO, "Remote I/O error") from error
        self._owed += answer["seconds"]
        # Sleeping for less would take much longer than asked for.
        if self._owed >= _SHORTEST_SLEEP_S:
            owed, self._owed = self._owed, 0.0
            self._sleep(owed)
        if answer["errno"] is not None:
            raise OSError(answer["errno"], "the virtual bus says so")


class _GlassI2c(i2c):  # type: ignore[misc]  # luma has no types
    """luma's I2C interface on a bus that is given, in the way it treats one it opened itself: long transfers."""

    def __init__(self, bus: Any, address: int) -> None:
        super().__init__(bus=bus, address=address)
        self._managed = True
        self._i2c_msg_write = smbus2.i2c_msg.write


def glass_wire(path: Path, bus: int, address: int, sleep: Callable[[float], None] = time.sleep) -> Wire:
    """The wire to a virtual panel, in place of `host.panels.panel.i2c_wire`. Raises `OSError` when no world is there."""
    return wire_on(GlassBus(path, bus, sleep), address)


def wire_on(bus: Any, address: int) -> Wire:
    """luma's own interface on anything that writes like a `GlassBus`."""
    wire: Wire = _GlassI2c(bus, address)
    return wire


class GlassPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin with a button to ground, whose edges come with the time they happened."""

    def outside(self, high: bool, stamp: float) -> None:
        """Its level from now on, as of `stamp` (seconds, monotonic)."""
        if self._change_state(high):
            self._last_change = stamp
            if self._when_changed is not None:
                self._call_when_changed()


class GlassPins:
    """gpiozero's pins, moved by the world: give `factory` to the buttons. Raises `OSError` when no world is there."""

    def __init__(self, path: Path) -> None:
        self.factory = MockFactory(pin_class=GlassPin)
        self._lines = Lines(path)
        self._lines.ask({"op": "pins"})
        self._lines.wait_for_ever()
        self._thread = threading.Thread(target=self._run, name="glass pins", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hear no more of the world."""
        self._lines.close()
        self._thread.join(5.0)

    def _run(self) -> None:
        while True:
            try:
                message = self._lines.read()
            except (OSError, ValueError):
                # The world has ended, or this end was closed: buttons stay as they are.
                return
            self._move(message["pin"], message["edges"])

    def _move(self, number: int, edges: list[tuple[float, bool]]) -> None:
        try:
            pin = self.factory.pin(number)
        except PinInvalidPin:
            # A hand outside presses where no Pi has a pin; nothing is wired there.
            return
        for stamp, pressed in edges:
            pin.outside(not pressed, stamp)
