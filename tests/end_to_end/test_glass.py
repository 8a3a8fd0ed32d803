"""A whole match on panels, down to the glass: what luma was given is what the bytes on the wire make of it, and in time.

Played by two buttons at a real table, with its real pages, by somebody who presses at random. Nothing here takes real time: wire
times are computed from the bytes, at 400 kHz; `pytest -s` prints them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image

from host.config_seats import PanelPlace
from host.emulation.glass.bus import Bus, Place
from host.emulation.glass.chips import CHIPS as GLASS
from host.emulation.glass.ends import wire_on
from host.fitting import Ends, panel_at
from host.panels.pages.page import Page
from host.panels.worker import BusWorker
from tests.host.panels.table_of_panels import Panels

CHIPS = ("ssd1306", "sh1106")
CURSOR_MS, TURN_MS = 8.0, 25.0
MOST_STEPS = 2000


@dataclass(frozen=True)
class Shown:
    """A picture for a seat's panel, and its page."""

    seat: int
    picture: Image.Image
    page: Page


Turn = tuple[list[Image.Image], list[Image.Image]]
"""What five panels show before and after the turn changes. The fifth is like one of those whose turn it neither was nor is."""


class Evening:
    """A match of `seats` panels, played by their buttons; `shown` has every picture in order, `turns` those where a turn ends."""

    def __init__(self, folder: Path, seats: int, seed: int, steps: int = MOST_STEPS) -> None:
        self.shown: list[Shown] = []
        self.turns: list[Turn] = []
        self._latest: dict[int, Image.Image] = {}
        self._rng = random.Random(seed)
        self.panels = Panels(folder, seats, shown=self._take)
        for _ in range(steps):
            if self.panels.match.over:
                break
            self._step()
        self.over = self.panels.match.over
        self.panels.close()

    def _take(self, seat: int, picture: Image.Image, page: Page) -> None:
        self._latest[seat] = picture
        self.shown.append(Shown(seat, picture, page))

    def _step(self) -> None:
        """Move the cursor a few times, let the help follow now and then, look into the menu seldom; then take what is there."""
        seat = next(iter(self.panels.match.questions.values()))[1].seat
        for _ in range(self._rng.choice((0, 0, 0, 1, 2))):
            self._click(seat, "next")
            if self._rng.random() < 0.3:
                self.panels.clock.now += 1.0
                self.panels.run()
        if self._rng.random() < 0.02:
            self.panels.hold(seat, "ok")
            for button in ("next", "next", "ok", "ok"):
                self._click(seat, button)
            self.panels.hold(seat, "ok")
            return
        turn, before = self.panels.match.state.active, self._five()
        self._click(seat, "ok")
        if self.panels.match.state.active != turn:
            self.turns.append((before, self._five()))

    def _five(self) -> list[Image.Image]:
        seats = sorted(self._latest)
        aside = (self.panels.match.state.active + 2) % len(seats)
        return [self._latest[seat] for seat in [*seats, aside]]

    def _click(self, seat: int, name: str) -> None:
        panel, now = self.panels.panels[seat], self.panels.clock.now
        for kind in ("press", "release", "click"):
            self.panels.inbox.post(lambda kind=kind: panel.button(name, kind, now))
        self.panels.run()


class Straight:
    """Writes to a bus of the world without a world around it: in no time, and without a thread."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        self._write(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Any) -> None:
        for message in messages:
            self._write(message.addr, bytes(message))

    def close(self) -> None: ...

    def _write(self, address: int, data: bytes) -> None:
        assert self._bus.write(address, data).error is None


class Wire:
    """So many panels of a chip on one bus, with the real driver and worker and their real bytes; the worker is led by hand."""

    def __init__(self, chip: str, panels: int) -> None:
        self.bus, self.now = Bus(), 5000.0
        self.chips = [GLASS[chip](seed=number) for number in range(panels)]
        for number, one in enumerate(self.chips):
            self.bus.places[0x38 + number] = Place(one)
        ends = Ends(lambda bus, address: wire_on(Straight(self.bus), address), lambda bus: "", lambda: None)
        places = {str(number): PanelPlace(1, 0x38 + number, chip) for number in range(panels)}
        fitted = {number: panel_at(place, f"panel {number}", ends) for number, place in places.items()}
        self.worker = BusWorker(fitted, clock=lambda: self.now, heal_every=float("inf"))

    @property
    def ms(self) -> float:
        """Milliseconds on the wire so far."""
        return 1000 * self.bus.counters.seconds

    @property
    def bytes(self) -> int:
        """Bytes on the wire so far."""
        return self.bus.counters.bytes

    def draw(self) -> None:
        """All that is to be drawn."""
        while self.worker.work():
            pass
        self.now += 1.0


def glass_of(picture: Image.Image) -> bytes:
    """What the glass has to show, pixel by pixel."""
    lit, glass = picture.convert("L").tobytes(), bytearray(1024)
    for at, pixel in enumerate(lit):
        if pixel:
            glass[128 * (at >> 10) + (at & 127)] |= 1 << (at >> 7 & 7)
    return bytes(glass)


def still(page: Page) -> Page:
    """What of a page does not change while only its cursor moves; the help follows later."""
    return replace(page, cursor=0, picture=None)


def test_every_picture_of_a_whole_match_arrives_as_it_was_drawn(tmp_path: Path) -> None:
    """On both chips; and the cursor moves within its budget."""
    evening = Evening(tmp_path, 2, 4)
    assert evening.over and len(evening.shown) > 1000
    for chip in CHIPS:
        wire, before = Wire(chip, 2), dict[int, Page]()
        sizes, cursors = list[int](), list[float]()
        for shown in evening.shown:
            ms, size = wire.ms, wire.bytes
            wire.worker.submit(str(shown.seat), shown.picture)
            wire.draw()
            assert wire.chips[shown.seat].glass() == glass_of(shown.picture), shown.page
            sizes.append(wire.bytes - size)
            last = before.get(shown.seat)
            if last is not None and last.cursor != shown.page.cursor and still(last) == still(shown.page):
                cursors.append(wire.ms - ms)
            before[shown.seat] = shown.page
        sizes.sort()
        cursors.sort()
        p50, p99 = cursors[len(cursors) // 2], cursors[len(cursors) * 99 // 100]
        print(f"\n{chip}: {len(sizes)} pictures, p50 {sizes[len(sizes) // 2]} bytes, largest {sizes[-1]}")
        print(f"{chip}: {len(cursors)} cursor moves, p50 {p50:.2f} ms, p99 {p99:.2f} ms, longest {cursors[-1]:.2f} ms")
        assert len(cursors) > 100
        assert p99 <= CURSOR_MS


def test_a_turn_changes_on_five_panels_of_one_bus(tmp_path: Path) -> None:
    """Whose turn it is stands on all of them within the budget. Two of them get a whole new page: what is below takes longer."""
    turns = Evening(tmp_path, 4, 2, steps=150).turns
    assert len(turns) >= 10
    for chip in CHIPS:
        wire, titles, wholes = Wire(chip, 5), list[float](), list[float]()
        for before, after in turns:
            for number, picture in enumerate(before):
                wire.worker.submit(str(number), picture)
            wire.draw()
            start, wanted = wire.ms, [glass_of(picture) for picture in after]
            for number, picture in enumerate(after):
                wire.worker.submit(str(number), picture)
            while [one.glass()[:128] for one in wire.chips] != [glass[:128] for glass in wanted]:
                assert wire.worker.work()
            titles.append(wire.ms - start)
            wire.draw()
            wholes.append(wire.ms - start)
            assert [one.glass() for one in wire.chips] == wanted
        middle = sorted(wholes)[len(wholes) // 2]
        print(f"\n{chip}: {len(turns)} turns, titles on five panels {max(titles):.1f} ms; all p50 {middle:.1f}, {max(wholes):.1f}")
        assert max(titles) <= TURN_MS
