"""What a table.toml describes, opened: the seats' panels, with one worker for each wire, and their buttons.

    fitting = Fitting(seats, pi_ends(), heard, report)      # raises FittingError with every reason
    fitting.start()
    fitting.submit(0)(picture)
    fitting.stop(last_picture)
"""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image

from host.config_seats import PanelPlace, Seat
from host.panels.buttons import ButtonError, ButtonPin, Buttons, Post, pi_pins
from host.panels.panel import Light, Panel, Wire, i2c_wire
from host.panels.wire import CHIPS
from host.panels.worker import HEAL_EVERY_S, BusWorker, PanelStats, Report
from host.pi import Bus, Buses, wire_of

_LAST_PICTURE_S: Final = 1.0
_LEAST_S: Final = 0.05


class FittingError(RuntimeError):
    """What is fitted cannot be opened; `reasons` has a sentence for each thing, with what to do."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True)
class Ends:
    """The program's ends towards panels and buttons; others than a Pi's own have to behave like them.

    `wire` opens the way to a panel at an address of a bus, each time it is tried (raises OSError or luma's errors);
    `trouble` says why a bus can never be opened, "" if it can; `pins` gives gpiozero's pins (raises ButtonError).
    """

    wire: Callable[[Bus, int], Wire]
    trouble: Callable[[Bus], str]
    pins: Callable[[], Any]


def pi_ends(buses: Buses | None = None, pins: Callable[[], Any] = pi_pins) -> Ends:
    """The ends of a real Raspberry Pi: /dev/i2c-N by luma, and gpiozero by lgpio and nothing else."""
    there = buses or Buses()

    def trouble(bus: Bus) -> str:
        try:
            node = there.node(bus)
        except FileNotFoundError as error:
            return str(error)
        if os.access(node, os.R_OK | os.W_OK):
            return ""
        return f"no permission for {node}; add yourself to the group i2c (sudo usermod -aG i2c $USER) and log in anew"

    return Ends(lambda bus, address: i2c_wire(there.number(bus), address), trouble, pins)


class Fitting:
    """The panels and buttons of `seats` (by number). `heard` gets the buttons' events, `report` the panels' troubles.

    Both are called in other threads and must not wait. A panel that does not answer keeps nobody from playing: it is
    tried until it does, and each is prepared anew every `heal_every` seconds. What can never work is an error at once, all of
    it: FittingError.
    """

    def __init__(
        self,
        seats: Mapping[int, Seat],
        ends: Ends,
        heard: Post,
        report: Report,
        clock: Callable[[], float] = time.monotonic,
        heal_every: float = HEAL_EVERY_S,
    ) -> None:
        self._clock = clock
        panels = {number: seat.panel for number, seat in seats.items() if seat.panel is not None}
        pins = pins_of(seats)
        factory, reasons = factory_for(pins, ends)
        reasons = [f"I2C bus {bus}: {why}." for bus in buses_of(seats) if (why := ends.trouble(bus))] + reasons
        if reasons:
            raise FittingError(reasons)
        self._workers: dict[int, BusWorker] = {}
        by_wire: dict[Bus, dict[int, PanelPlace]] = {}
        for number, place in panels.items():
            by_wire.setdefault(wire_of(place.bus), {})[number] = place
        for places in by_wire.values():
            made = {str(number): panel_at(place, f"{seats[number].name}'s panel", ends) for number, place in places.items()}
            worker = BusWorker(made, clock=clock, heal_every=heal_every, report=report)
            self._workers |= dict.fromkeys(places, worker)
        self._buttons = Buttons(pins, heard, factory, clock=clock) if pins else None

    def start(self) -> None:
        """Draw, and hear buttons, until `stop`."""
        for worker in self._each_worker():
            worker.start()
        if self._buttons is not None:
            self._buttons.start()

    def submit(self, seat: int) -> Callable[[Image.Image], None]:
        """Where pictures for that seat's panel go."""
        return functools.partial(self._workers[seat].submit, str(seat))

    def light(self, seat: int) -> Callable[[Light], None]:
        """Where that seat's panel is made bright, dim or dark."""
        return functools.partial(self._workers[seat].light, str(seat))

    def stats(self) -> dict[int, PanelStats]:
        """How each seat's panel gets on."""
        return {seat: worker.stats()[str(seat)] for seat, worker in self._workers.items()}

    def pressed(self) -> list[dict[str, Any]]:
        """Each button as it is now: seat, name, and whether it is pressed."""
        return self._buttons.now() if self._buttons is not None else []

    def stop(self, last: Image.Image | None = None, light: Light | None = None, within: float = _LAST_PICTURE_S) -> bool:
        """Let the buttons go, show a last picture and end, in `within` seconds. False if not every panel could be told."""
        if self._buttons is not None:
            self._buttons.close()
        ends_at = self._clock() + within
        # One that hangs would use up the time of the others.
        workers = sorted(self._each_worker(), key=lambda worker: worker.hangs())
        told = [worker.stop(last, light=light, within=max(_LEAST_S, ends_at - self._clock())) for worker in workers]
        return all(told)

    def _each_worker(self) -> list[BusWorker]:
        return list({id(worker): worker for worker in self._workers.values()}.values())


def panel_at(place: PanelPlace, name: str, ends: Ends) -> Panel:
    """The driver of the panel that is fitted at `place`."""
    return Panel(
        f"{name} ({place})",
        CHIPS[place.chip],
        lambda: ends.wire(place.bus, place.address),
        column_offset=place.column_offset,
        upside_down=place.rotate == 180,
    )


def pins_of(seats: Mapping[int, Seat]) -> list[ButtonPin]:
    """The buttons of `seats`."""
    return [ButtonPin(number, name, pin) for number, seat in seats.items() for name, pin in seat.buttons.items()]


def buses_of(seats: Mapping[int, Seat]) -> list[Bus]:
    """The I2C buses that the panels of `seats` are on, each once."""
    return list(dict.fromkeys(seat.panel.bus for seat in seats.values() if seat.panel is not None))


def factory_for(pins: list[ButtonPin], ends: Ends) -> tuple[Any, list[str]]:
    """gpiozero's pins, if there are buttons, and why buttons cannot be read: each is tried, so that all reasons are told."""
    if not pins:
        return None, []
    try:
        factory = ends.pins()
    except ButtonError as error:
        return None, [str(error)]
    return factory, [trouble for pin in pins if (trouble := button_trouble(pin, factory))]


def button_trouble(pin: ButtonPin, factory: Any) -> str:
    """Why that button cannot be read, with what to do; "" if it can."""
    try:
        Buttons([pin], lambda seat, name, kind, when: None, factory).close()
    except ButtonError as error:
        return str(error)
    return ""
