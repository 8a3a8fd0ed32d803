"""What contacts really do, from the world's pins by gpiozero's and our own reading of them to what a seat's panel makes of it."""

import random
import threading

import pytest

from host.emulation.glass.ends import GlassPins
from host.emulation.glass.server import GlassServer
from host.emulation.glass.traces import press
from host.panels.buttons import ButtonPin, Buttons
from host.panels.pages.seat import OFF_AFTER_S
from tests.host.panels.table_of_panels import Panels

LONGEST_S = 10.0
NEXT, OK, OTHER = 17, 27, 24


class Seat:
    """A real table with a panel at seat 0, whose buttons hang on the world's pins. Time passes only when it is told to."""

    def __init__(self, folder):
        self.panels = Panels(folder)
        self.clock = self.panels.clock
        self.glass = GlassServer(folder / "glass.sock", [], clock=self.clock)
        self.glass.start()
        self.pins = GlassPins(self.glass.path)
        self.heard, self._came = [], threading.Condition()
        pins = [ButtonPin(0, "next", NEXT), ButtonPin(0, "ok", OK), ButtonPin(1, "ok", OTHER)]
        self.buttons = Buttons(pins, self._post, self.pins.factory, clock=self.clock)

    def _post(self, seat, name, kind, when):
        with self._came:
            self.heard.append((seat, name, kind))
            self._came.notify_all()
        self.panels.inbox.post(lambda: self.panels.panels[seat].button(name, kind, when))

    def move(self, pin, trace):
        """Contacts that move like that, from now on, and everything that comes of it; the kinds of events there were."""
        began, count = self.clock.now, len(self.heard)
        after = began + trace[-1][0] + 0.05
        self.clock.now = after + 0.2
        self.glass.edges(pin, [(began + at, down) for at, down in trace])
        # A click on another button, behind it on the same wire: once that is known, so is all the rest.
        self.glass.edges(OTHER, [(after, True), (after + 0.1, False)])
        with self._came:
            assert self._came.wait_for(lambda: (1, "ok", "press") in self.heard[count:], LONGEST_S), self.heard[count:]
        self.buttons.tick()
        self.panels.run()
        return [kind for seat, _, kind in self.heard[count:] if seat == 0]

    @property
    def page(self):
        return self.panels.page(0)

    def close(self):
        self.buttons.close()
        self.pins.close()
        self.glass.close()
        self.panels.close()


@pytest.fixture
def seat(tmp_path):
    made = Seat(tmp_path)
    assert made.page.cursor == 0 and len(made.page.rows) > 2
    yield made
    made.close()


@pytest.mark.parametrize("worn", range(8))
def test_contacts_that_bounce_move_the_cursor_by_one(seat, worn):
    assert seat.move(NEXT, press(0.12, random.Random(worn))) == ["press", "release", "click"]
    assert seat.page.cursor == 1


@pytest.mark.parametrize("pin", [NEXT, OK])
def test_a_glitch_of_two_milliseconds_is_nothing(seat, pin):
    page, number = seat.page, seat.panels.match.number
    assert seat.move(pin, [(0.0, True), (0.002, False)]) == []
    assert (seat.page, seat.panels.match.number) == (page, number)


def test_just_less_than_a_second_is_a_click_and_answers(seat):
    number = seat.panels.match.number
    assert seat.move(OK, press(0.99)) == ["press", "release", "click"]
    assert seat.panels.match.number > number


def test_just_more_than_a_second_opens_the_menu_and_answers_nothing(seat):
    number = seat.panels.match.number
    assert seat.move(OK, press(1.01)) == ["press", "hold", "release"]
    assert (seat.page.prompt, seat.panels.match.number) == ("Menu", number)


def test_two_presses_120_ms_apart_are_two(seat):
    twice = [*press(0.06), *((0.12 + after, down) for after, down in press(0.06))]
    assert seat.move(NEXT, twice) == ["press", "release", "click"] * 2
    assert seat.page.cursor == 2


def test_the_press_that_wakes_does_nothing_else(seat):
    seat.clock.now += OFF_AFTER_S + 1.0
    seat.panels.run()
    assert seat.page.light == "off"
    number = seat.panels.match.number
    seat.move(OK, press(0.12))
    assert (seat.page.light, seat.panels.match.number) == ("full", number)
    seat.move(OK, press(0.12))
    assert seat.panels.match.number > number
