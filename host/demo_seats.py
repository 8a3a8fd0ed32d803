"""The demo's panels and buttons, in the world; and the page that shows the table and presses the buttons' pins.

The page sees what the world's glass shows and moves the contacts of the world's buttons: it has no other way to the table.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from host.config_seats import PanelPlace, Seat
from host.emulation.control import WorldError
from host.emulation.glass.client import GlassClient
from host.emulation.glass.ends import GlassPins, glass_wire
from host.emulation.launch import StartedWorld
from host.fitting import Ends, Fitting
from host.panels.panel import Wire
from host.pi import Bus
from host.service import Service
from host.web.doors import Doors
from host.web.server import WebTable
from host.web.service import LINK as SERVICE_LINK
from host.web.service import ServicePage
from host.web.teach import LINK, TeachPage

CHIPS: Final = ("ssd1306", "sh1106")
BUTTONS: Final = ("next", "ok")
PINS: Final = ((17, 27), (23, 24), (5, 6), (16, 26))
"""The next and the ok button of each seat, as the pin map of a real table has them."""


def seat_at(number: int, name: str) -> Seat:
    """Seat `number` of the demo: two panels a bus, of both chips there are."""
    place = PanelPlace(1 + number // 2, 0x3C + number % 2, CHIPS[number % 2])
    return Seat(name, place, dict(zip(BUTTONS, PINS[number], strict=True)))


def panels(seats: int) -> list[tuple[int, int, str]]:
    """What has to be fitted in the world: (bus, address, chip) of each seat."""
    places = [seat_at(number, "").panel for number in range(seats)]
    return [(int(place.bus), place.address, place.chip) for place in places if place is not None]


class Glass:
    """The world's glass, for several threads: one client, used by one of them at a time."""

    def __init__(self, path: Path) -> None:
        self._client = GlassClient(path)
        self._lock = threading.Lock()

    def picture(self, seat: int) -> bytes:
        """What that seat's panel shows: 1024 bytes."""
        with self._lock:
            return self._client.picture(seat)

    def press(self, seat: int, name: str, down: bool) -> None:
        """Close or open the contacts of a button."""
        with self._lock:
            self._client.press(PINS[seat][BUTTONS.index(name)], [(0.0, down)])

    def close(self) -> None:
        """Leave the glass alone; it goes on."""
        with self._lock:
            self._client.close()


class DemoSeats:
    """Panels and buttons of everybody at the demo's table, and the page. Raises what Fitting, WebTable and the world raise."""

    def __init__(
        self,
        world: StartedWorld,
        names: list[str],
        pressed: Callable[[int, str, str, float], None],
        trouble: Callable[[str, str], None],
        source: Callable[[], str | None],
        port: int,
        taught: TeachPage | None,
        service: Service,
    ) -> None:
        assert world.glass is not None, "the demo's world is started with panels"
        self._world, self.glass = world, Glass(world.glass)
        self._home_turns = 0.0
        self._pins = GlassPins(world.glass)
        ends = Ends(functools.partial(_wire, world.glass), lambda bus: "", lambda: self._pins.factory)
        self.fitting = Fitting({number: seat_at(number, name) for number, name in enumerate(names)}, ends, pressed, trouble)
        doors = Doors(self.glass.picture, self.glass.press, self._ring, source)
        service.fitting = self.fitting
        more = [*(taught.routes if taught else ()), *ServicePage(service).routes]
        self.web = WebTable(doors, port=port, more=more, links=[*([LINK] if taught else ()), SERVICE_LINK])

    def start(self) -> str:
        """Draw, hear the buttons, and open the page; its address."""
        self.fitting.start()
        self.web.start()
        return self.web.address

    def ring_is_home(self) -> None:
        """The Shrine stands in its start position: the page counts its turns from here."""
        self._home_turns = self._world.counts().turns

    def stop(self) -> None:
        """Close all of it."""
        self.web.stop()
        self.fitting.stop()
        self._pins.close()
        self.glass.close()

    def _ring(self) -> float | None:
        try:
            return self._world.counts().turns - self._home_turns
        except WorldError:
            return None  # the demo is about to end, and says so itself


def _wire(path: Path, bus: Bus, address: int) -> Wire:
    return glass_wire(path, int(bus), address)
