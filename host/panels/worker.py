"""The one that draws on a bus: takes the newest picture of each panel, and lives with panels and buses that fail.

Everybody else only says what a panel should show and goes on; nothing here makes them wait for a bus.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from PIL import Image

from host.panels.panel import Light, Panel, PanelError
from host.panels.wire import ADDRESS_COST, Window

HEAL_EVERY_S: Final = 30.0
_FIRST_RETRY_S, _LONGEST_RETRY_S = 0.25, 8.0
#: One transfer takes 3 ms at most; a bus that needs so long is stuck, even if it says nothing.
_STUCK_S: Final = 0.5
#: Small pictures go first, but no panel waits longer than this for its turn.
_FAIR_S: Final = 0.1
#: Bytes on the wire of a picture that hardly differs, 8 ms of it: a cursor that moves. It waits for nobody.
_NIMBLE: Final = 350


@dataclass(frozen=True)
class PanelStats:
    """What became of a panel. `pictures` were asked for, `shown` reached the glass (others were overtaken by newer ones).

    `bytes` and `transfers` on the wire; `errors`; `inits` after the first try and errors; `heals` periodic ones.
    `worst_ms`, `last_ms`: from `submit` to the last byte, recoveries apart. `trouble`: what is wrong now, in words.
    """

    pictures: int = 0
    shown: int = 0
    bytes: int = 0
    transfers: int = 0
    errors: int = 0
    inits: int = 0
    heals: int = 0
    worst_ms: float = 0.0
    last_ms: float = 0.0
    trouble: str = ""


@dataclass
class _Seat:
    """A panel, what it should show, and how it is getting on. `number` rises with each picture."""

    name: str
    panel: Panel
    wanted: bytes | None = None
    number: int = 0
    drawn: int = 0
    since: float | None = None
    asked_light: Light = Light.FULL
    light: Light = Light.FULL
    retry_at: float = float("-inf")
    failures: int = 0
    heal_at: float = float("inf")
    plan: list[Window] = field(default_factory=list)
    planned: int = -1
    nimble: bool = False
    stats: PanelStats = PanelStats()

    @property
    def behind(self) -> bool:
        """Something it should show has not reached it."""
        return self.wanted is not None and self.drawn != self.number


Report = Callable[[str, str], None]
"""Takes (panel's name, trouble in words, or "" when it works again); from the worker's thread."""


class BusWorker:
    """Draws on all `panels` (by name) of one bus, which nobody else may touch.

    `start` and `stop` its thread; or call `work` yourself when `due` has come. `clock` in seconds, never going back.
    Each panel is prepared anew every `heal_every` seconds (infinity: never) and sent again page by page whenever the
    bus is idle, since a panel that lost its power for a moment does not say so.
    """

    def __init__(
        self,
        panels: Mapping[str, Panel],
        *,
        clock: Callable[[], float] = time.monotonic,
        heal_every: float = HEAL_EVERY_S,
        report: Report | None = None,
    ) -> None:
        self._seats = {name: _Seat(name, panel) for name, panel in panels.items()}
        self._clock, self._heal_every = clock, heal_every
        self._report = report or (lambda name, words: None)
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None
        self._stop_at: float | None = None
        self._ended = False
        self._stuck_until = float("-inf")
        self._stuck_times = 0
        self._busy_since: float | None = None

    # For everybody, from any thread; never waits for the bus

    def submit(self, name: str, image: Image.Image) -> None:
        """The panel should show this (mode "1", 128x64; `ValueError` for others), whatever it was asked before."""
        picture = self._seats[name].panel.pack(image)
        with self._wake:
            if self._stop_at is None:
                self._want(self._seats[name], picture)

    def light(self, name: str, light: Light) -> None:
        """The panel should be bright, dim or dark. Pictures go on reaching it."""
        with self._wake:
            if self._stop_at is None:
                self._seats[name].asked_light = light
                self._wake.notify()

    def stats(self) -> dict[str, PanelStats]:
        """How each panel gets on."""
        with self._wake:
            return {
                name: replace(seat.stats, bytes=seat.panel.bytes_sent, transfers=seat.panel.transfers)
                for name, seat in self._seats.items()
            }

    def hangs(self) -> bool:
        """The bus is stuck: in the middle of a transfer, or resting after one that never ended."""
        with self._wake:
            now = self._clock()
            return now < self._stuck_until or (self._busy_since is not None and now - self._busy_since > _STUCK_S)

    def start(self) -> None:
        """Draw in a thread of its own until `stop`."""
        self._thread = threading.Thread(target=self._run, name="panels", daemon=True)
        self._thread.start()

    def stop(self, end: Image.Image | None = None, *, light: Light | None = None, within: float = 1.0) -> bool:
        """Draw a last picture on all panels, set their light, and end. False if that was not done within so many seconds.

        Call it where the program ends in order, not in a signal's handler. A stuck bus is left alone.
        """
        with self._wake:
            for seat in self._seats.values():
                seat.retry_at = min(seat.retry_at, self._clock())
                if end is not None:
                    self._want(seat, seat.panel.pack(end))
                if light is not None:
                    seat.asked_light = light
            self._stop_at = self._clock() + within
            self._wake.notify()
        if self._thread is None:
            while self.work():
                pass
            self._let_go()
        else:
            self._thread.join(within)
            if self._thread.is_alive():
                return False
        with self._wake:
            return not any(seat.behind or seat.light is not seat.asked_light for seat in self._seats.values())

    def _want(self, seat: _Seat, picture: bytes) -> None:
        seat.wanted = picture
        seat.number += 1
        seat.stats = replace(seat.stats, pictures=seat.stats.pictures + 1)
        if seat.since is None:
            seat.since = self._clock()
        self._wake.notify()

    # The one thread that touches the bus

    def _run(self) -> None:
        while True:
            if self.work():
                continue
            with self._wake:
                now, due = self._clock(), self.due()
                if self._stop_at is not None and (due is None or due > self._stop_at or now >= self._stop_at):
                    break
                if due is None or due > now:
                    self._wake.wait(None if due is None else min(due - now, threading.TIMEOUT_MAX))
        self._let_go()

    def _let_go(self) -> None:
        self._ended = True
        for seat in self._seats.values():
            seat.panel.forget()

    def due(self) -> float | None:
        """When `work` has something to do; None if not before somebody asks for something."""
        with self._wake:
            dues = [due for seat in self._seats.values() if (due := self._seat_due(seat)) is not None]
            return max(min(dues), self._stuck_until) if dues else None

    def _seat_due(self, seat: _Seat) -> float | None:
        if not seat.panel.ready:
            return None if seat.wanted is None else seat.retry_at
        if seat.behind or seat.light is not seat.asked_light:
            return float("-inf")
        if self._stop_at is not None:
            return None
        return float("-inf") if seat.panel.doubted() is not None else seat.heal_at

    def work(self) -> bool:
        """Do one thing on the bus: at most one window, or the preparation of one panel. False if nothing is to be done."""
        with self._wake:
            now = self._clock()
            if self._ended or now < self._stuck_until or (self._stop_at is not None and now >= self._stop_at):
                return False
            job = self._choose(now)
            if job is None:
                return False
            self._busy_since = now
        seat, action = job
        trouble: PanelError | None = None
        try:
            action()
        except PanelError as error:
            trouble = error
        with self._wake:
            self._busy_since = None
            ended = self._clock()
            if ended - now > _STUCK_S or (trouble is not None and trouble.hangs):
                self._rest(ended)
            elif trouble is None:
                self._stuck_times = 0
            said = self._failed(seat, trouble, ended) if trouble is not None else self._went_well(seat, ended)
        if said is not None:
            self._report(seat.name, said)
        return True

    def _rest(self, now: float) -> None:
        self._stuck_until = now + _back_off(self._stuck_times)
        self._stuck_times += 1

    def _choose(self, now: float) -> tuple[_Seat, Callable[[], None]] | None:
        """What to do next: light, then pictures, then lost panels, then what only makes sure."""
        ready = [seat for seat in self._seats.values() if seat.panel.ready]
        for seat in ready:
            if seat.light is not seat.asked_light:
                return seat, self._lighting(seat, seat.asked_light)
        behind = [seat for seat in ready if seat.behind]
        patience = _FAIR_S if behind else 0.0
        for seat in self._seats.values():
            if not seat.panel.ready and seat.wanted is not None and seat.retry_at + patience <= now:
                return seat, self._preparing(seat)
        if behind:
            return self._choose_picture(behind, now)
        return self._choose_care(ready, now) if self._stop_at is None else None

    def _choose_picture(self, behind: list[_Seat], now: float) -> tuple[_Seat, Callable[[], None]]:
        for seat in behind:
            if seat.planned != seat.number and seat.wanted is not None:
                seat.plan, seat.planned = seat.panel.plan(seat.wanted), seat.number
                seat.nimble = _bytes_of(seat.plan) <= _NIMBLE and not _is_title(seat.plan)
        seat = min(behind, key=lambda seat: self._turn(seat, now))
        return seat, self._drawing(seat)

    def _choose_care(self, ready: list[_Seat], now: float) -> tuple[_Seat, Callable[[], None]] | None:
        for seat in ready:
            if (window := seat.panel.doubted()) is not None:
                return seat, self._making_sure(seat, window)
        for seat in ready:
            if seat.heal_at <= now:
                return seat, self._healing(seat, now)
        return None

    def _turn(self, seat: _Seat, now: float) -> tuple[int, float, float]:
        """Who has waited long, cursors, the titles of all panels (they say whose turn it is), the rest; small ones first."""
        waited = 0.0 if seat.since is None else now - seat.since
        if waited > _FAIR_S:
            return 0, -waited, 0.0
        rank = 1 if seat.nimble else 2 if _is_title(seat.plan) else 3
        return rank, _bytes_of(seat.plan), -waited

    def _lighting(self, seat: _Seat, light: Light) -> Callable[[], None]:
        def act() -> None:
            seat.panel.light(light)
            seat.light = light

        return act

    def _drawing(self, seat: _Seat) -> Callable[[], None]:
        picture, plan = seat.wanted, seat.plan

        def act() -> None:
            if plan and picture is not None:
                seat.panel.send(plan[0], picture)
                del plan[0]

        return act

    def _preparing(self, seat: _Seat) -> Callable[[], None]:
        seat.stats = replace(seat.stats, inits=seat.stats.inits + 1)
        return seat.panel.init

    def _healing(self, seat: _Seat, now: float) -> Callable[[], None]:
        seat.heal_at = now + self._heal_every
        seat.stats = replace(seat.stats, heals=seat.stats.heals + 1)
        return seat.panel.heal

    def _making_sure(self, seat: _Seat, window: Window) -> Callable[[], None]:
        picture = seat.wanted

        def act() -> None:
            if picture is not None:
                seat.panel.send(window, picture)

        return act

    def _went_well(self, seat: _Seat, now: float) -> str | None:
        if not (seat.behind and seat.planned == seat.number and not seat.plan and seat.panel.ready):
            return None
        seat.drawn = seat.number
        seat.stats = replace(seat.stats, shown=seat.stats.shown + 1)
        if seat.since is not None:
            took = 1000 * (now - seat.since)
            seat.stats = replace(seat.stats, last_ms=took, worst_ms=max(took, seat.stats.worst_ms))
        seat.since = None
        if seat.heal_at == float("inf"):
            seat.heal_at = now + self._heal_every
        seat.failures = 0
        if not seat.stats.trouble:
            return None
        seat.stats = replace(seat.stats, trouble="")
        return ""

    def _failed(self, seat: _Seat, trouble: PanelError, now: float) -> str | None:
        # Who is about to end tries each panel once.
        seat.retry_at = now + _back_off(seat.failures) if self._stop_at is None else float("inf")
        seat.failures += 1
        seat.heal_at = float("inf")
        seat.drawn, seat.planned, seat.since = -1, -1, None
        words, before = str(trouble), seat.stats.trouble
        seat.stats = replace(seat.stats, errors=seat.stats.errors + 1, trouble=words)
        return None if before else words


def _bytes_of(plan: list[Window]) -> int:
    return sum(window.size + ADDRESS_COST for window in plan)


def _is_title(plan: list[Window]) -> bool:
    """The highest row is sent next: windows come from top to bottom."""
    return bool(plan) and plan[0].page == 0


def _back_off(times: int) -> float:
    return min(_LONGEST_RETRY_S, _FIRST_RETRY_S * 2.0 ** min(times, 10))
