"""The buttons of the seats: raw edges by gpiozero, and our own reading of them."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from gpiozero import InputDevice
from gpiozero.exc import GPIOPinInUse, GPIOZeroError

from host.codes import coded
from host.panels.debounce import HOLD_S, SETTLE_S, Debounce, Event

#: A stamp further from our clock than this is of another clock (kernels before 5.7).
_SAME_CLOCK_S: Final = 10.0
#: So long may a pressed button be looked at no more; an edge can get lost in the kernel.
_LOOK_AGAIN_S: Final = 0.25


class ButtonError(Exception):
    """Buttons cannot be read; the message says which and what to do."""


@dataclass(frozen=True)
class ButtonPin:
    """A button of a seat, between GPIO `pin` (BCM number) and ground."""

    seat: int
    name: str
    pin: int


Post = Callable[[int, str, str, float], None]
"""Takes (seat, button's name, kind of event, time of the edge); from other threads, one event at a time; must not wait."""


def pi_pins() -> Any:
    """gpiozero's pins on a Raspberry Pi, by lgpio and by nothing else. Raises `ButtonError`."""
    try:
        factory = import_module("gpiozero.pins.lgpio").LGPIOFactory
    except ImportError as error:
        words = f"The library lgpio is missing ({error}). Install it: sudo apt install python3-lgpio."
        raise ButtonError(coded("lgpio_missing", words)) from error
    except OSError as error:
        words = "Let the environment variable LG_WD name a folder that can be written to."
        raise ButtonError(coded("lgpio_folder", f"The library lgpio cannot work in {Path.cwd()} ({error}). {words}")) from error
    try:
        return factory()
    except _gpio_errors() as error:
        words = f"The pins of this computer cannot be used ({error}). Add the user to the group gpio."
        raise ButtonError(coded("no_pins", words)) from error


def _gpio_errors() -> tuple[type[Exception], ...]:
    """What can go wrong with pins. lgpio, which is there on a Pi only, has an error of its own."""
    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError) if lgpio is None else (GPIOZeroError, OSError, lgpio.error)


class _Contact:
    """One button: its device, its debounce, and where its events go."""

    def __init__(self, where: ButtonPin, buttons: Buttons, factory: Any) -> None:
        self.where, self._buttons = where, buttons
        self.device = InputDevice(where.pin, pull_up=True, pin_factory=factory)
        self.debounce = Debounce(self.device.is_active, buttons.settle, buttons.hold)
        pin = self.device.pin
        pin.bounce, pin.edges = None, "both"
        # gpiozero holds this method weakly; this object is held by `Buttons`.
        pin.when_changed = self.changed

    def changed(self, stamp: float, state: int) -> None:
        """An edge, in gpiozero's thread. Pulled up: low is pressed."""
        self._buttons.edge(self, stamp, not state)


class Buttons:
    """All buttons of the table. `factory`: gpiozero's pins, see `pi_pins`. Raises `ButtonError`.

    `start` runs the timers in a thread; without it, call `tick` when `due` has come.
    """

    def __init__(
        self,
        pins: Sequence[ButtonPin],
        post: Post,
        factory: Any,
        *,
        clock: Callable[[], float] = time.monotonic,
        settle: float = SETTLE_S,
        hold: float = HOLD_S,
    ) -> None:
        self.settle, self.hold = settle, hold
        self._post, self._clock = post, clock
        self._wake = threading.Condition(threading.RLock())
        self._looked = clock()
        self._running = False
        self._thread: threading.Thread | None = None
        self._contacts: list[_Contact] = []
        for where in pins:
            self._contacts.append(self._open(where, factory))

    def _open(self, where: ButtonPin, factory: Any) -> _Contact:
        name = f"Button {where.name!r} of seat {where.seat} at GPIO {where.pin}"
        try:
            return _Contact(where, self, factory)
        except GPIOPinInUse as error:
            self.close()
            raise ButtonError(coded("pin_twice", f"{name}: this pin is used twice. Give each button a pin of its own.")) from error
        except _gpio_errors() as error:
            self.close()
            words = f"{name} cannot be used ({error}). Is another program using it? See `gpioinfo`."
            raise ButtonError(coded("pin_taken", words)) from error

    def start(self) -> None:
        """Run the timers until `close`."""
        self._running = True
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def now(self) -> list[dict[str, Any]]:
        """Each button as it is now, for whoever looks them over."""
        with self._wake:
            return [
                {"seat": one.where.seat, "name": one.where.name, "pin": one.where.pin, "pressed": bool(one.device.is_active)}
                for one in self._contacts
            ]

    def close(self) -> None:
        """Let the pins go; no event comes after it."""
        with self._wake:
            self._running = False
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(5.0)
        for contact in self._contacts:
            contact.device.close()
        self._contacts.clear()

    def edge(self, contact: _Contact, stamp: float, pressed: bool) -> None:
        """A raw edge of a contact; `stamp` as gpiozero gives it."""
        with self._wake:
            now = self._clock()
            when = stamp if abs(now - stamp) < _SAME_CLOCK_S else now
            self._settle(when)
            self._tell(contact, contact.debounce.edge(when, pressed))
            self._wake.notify()

    def due(self) -> float | None:
        """When `tick` has something to do; None: not before the next edge."""
        with self._wake:
            dues = [due for contact in self._contacts if (due := contact.debounce.due()) is not None]
            if any(contact.debounce.pressed for contact in self._contacts):
                dues.append(self._looked + _LOOK_AGAIN_S)
            return min(dues, default=None)

    def tick(self) -> None:
        """Say what has become certain by now, and look at buttons that are pressed, in case their release got lost."""
        with self._wake:
            now = self._clock()
            look = now >= self._looked + _LOOK_AGAIN_S
            if look:
                self._looked = now
            self._settle(now)
            for contact in self._contacts:
                if look and contact.debounce.pressed:
                    self._tell(contact, contact.debounce.edge(now, bool(contact.device.is_active)))

    def _settle(self, now: float) -> None:
        """What is certain by now, of all contacts in the order of their certainty."""
        dues = [(due, contact) for contact in self._contacts if (due := contact.debounce.due()) is not None]
        for _, contact in sorted(dues, key=lambda each: each[0]):
            self._tell(contact, contact.debounce.at(now))

    def _tell(self, contact: _Contact, events: list[Event]) -> None:
        for event in events:
            self._post(contact.where.seat, contact.where.name, event.kind, event.time)

    def _run(self) -> None:
        with self._wake:
            while self._running:
                due = self.due()
                if due is None or due > self._clock():
                    self._wake.wait(None if due is None else due - self._clock())
                else:
                    self.tick()
