"""From the world's pins through gpiozero to events, and on to the glass."""

import random
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from host.emulation.glass.ends import GlassPins
from host.emulation.glass.server import Fitted, GlassServer
from host.emulation.glass.traces import press
from host.panels.buttons import ButtonError, ButtonPin, Buttons, pi_pins
from host.panels.worker import BusWorker
from tests.host.panels.conftest import MakeGlass, panel_on
from tests.host.panels.pictures import FakeClock, glass_of, text

DEADLINE_S = 10.0
SEAT = (ButtonPin(0, "next", 17), ButtonPin(0, "ok", 27))


class Heard:
    """Events as they are posted; anybody can wait for a number of them."""

    def __init__(self) -> None:
        self.events: list[tuple[int, str, str, float]] = []
        self._changed = threading.Condition()

    def __call__(self, seat: int, button: str, kind: str, time: float) -> None:
        with self._changed:
            self.events.append((seat, button, kind, round(time, 6)))
            self._changed.notify_all()

    def wait_for(self, true: Callable[[], bool]) -> bool:
        with self._changed:
            return self._changed.wait_for(true, DEADLINE_S)


Table = tuple[MockFactory, Buttons, Heard]


@pytest.fixture
def table(clock: FakeClock) -> Iterator[Table]:
    factory, heard = MockFactory(), Heard()
    buttons = Buttons(SEAT, heard, factory, clock=clock)
    yield factory, buttons, heard
    buttons.close()
    factory.reset()


def test_edges_of_gpiozero_become_events_of_a_seat(table: Table, clock: FakeClock) -> None:
    factory, buttons, heard = table
    factory.pin(17).drive_low()
    clock.now += 0.010
    buttons.tick()
    factory.pin(27).drive_low()
    clock.now += 0.090
    factory.pin(17).drive_high()
    clock.now += 0.010
    buttons.tick()
    assert heard.events == [
        (0, "next", "press", 5000.0),
        (0, "ok", "press", 5000.01),
        (0, "next", "release", 5000.1),
        (0, "next", "click", 5000.1),
    ]


def test_what_becomes_certain_together_is_told_in_order(table: Table, clock: FakeClock) -> None:
    factory, buttons, heard = table
    factory.pin(27).drive_low()
    clock.now += 0.005
    factory.pin(17).drive_low()
    clock.now += 0.050
    buttons.tick()
    assert [(button, kind) for _, button, kind, _ in heard.events] == [("ok", "press"), ("next", "press")]


def test_a_hold_comes_by_the_timer_alone(table: Table, clock: FakeClock) -> None:
    factory, buttons, heard = table
    assert buttons.due() is None
    factory.pin(17).drive_low()
    while clock.now < 5001.0:
        due = buttons.due()
        assert due is not None
        clock.now = max(clock.now, due)
        buttons.tick()
    assert heard.events == [(0, "next", "press", 5000.0), (0, "next", "hold", 5001.0)]


def test_a_release_whose_edge_got_lost_is_found(table: Table, clock: FakeClock) -> None:
    factory, buttons, heard = table
    pin = factory.pin(17)
    pin.drive_low()
    clock.now += 0.010
    buttons.tick()
    pin.edges = "none"
    pin.drive_high()
    while (due := buttons.due()) is not None and clock.now < 5002.0:
        clock.now = max(clock.now, due)
        buttons.tick()
    assert [kind for _, _, kind, _ in heard.events] == ["press", "release", "click"]
    assert buttons.due() is None


@pytest.mark.fault(44)
def test_gpiozeros_own_bounce_is_off(table: Table) -> None:
    factory, _, _ = table
    assert factory.pin(17).bounce is None and factory.pin(17).edges == "both" and factory.pin(17).pull == "up"


def test_nothing_comes_after_the_end(table: Table, clock: FakeClock) -> None:
    factory, buttons, heard = table
    factory.pin(17).drive_low()
    buttons.close()
    clock.now += 1.0
    buttons.tick()
    factory.pin(17).drive_high()
    assert heard.events == []


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (ButtonPin(1, "ok", 17), "'ok' of seat 1 at GPIO 17: this pin is used twice"),
        (ButtonPin(1, "ok", 99), "GPIO 99 cannot be used"),
    ],
)
@pytest.mark.fault(45)
def test_wrong_pins_are_said_in_words_and_let_go(second: ButtonPin, words: str) -> None:
    factory = MockFactory()
    with pytest.raises(ButtonError, match=words):
        Buttons([SEAT[0], second], Heard(), factory)
    Buttons(SEAT, Heard(), factory).close()


def test_where_there_are_no_pins_the_words_say_what_to_do() -> None:
    with pytest.raises(ButtonError, match="lgpio"):
        pi_pins()


# Through the world


@pytest.fixture
def world(make_glass: MakeGlass, clock: FakeClock) -> Iterator[tuple[GlassServer, Buttons, Heard]]:
    glass, heard = make_glass(Fitted(1, 0x3C), clock=clock), Heard()
    pins = GlassPins(glass.path)
    buttons = Buttons(SEAT, heard, pins.factory, clock=clock)
    yield glass, buttons, heard
    pins.close()
    buttons.close()


World = tuple[GlassServer, Buttons, Heard]


def due_is_known(buttons: Buttons) -> bool:
    """Whether an edge has come through the socket; waits for it."""
    ends = time.monotonic() + DEADLINE_S
    while time.monotonic() < ends:
        if buttons.due() is not None:
            return True
        threading.Event().wait(0.001)
    return False


@pytest.mark.parametrize("seed", range(5))
def test_worn_contacts_of_the_world_click_once(world: World, clock: FakeClock, seed: int) -> None:
    glass, buttons, heard = world
    glass.edges(17, [(4995.0 + after, down) for after, down in press(0.12, random.Random(seed))])
    assert heard.wait_for(lambda: bool(heard.events))
    assert due_is_known(buttons)
    clock.now += 0.011
    buttons.tick()
    assert heard.events == [(0, "next", "press", 4995.0), (0, "next", "release", 4995.12), (0, "next", "click", 4995.12)]


@pytest.mark.parametrize(("seconds", "kinds"), [(0.99, ["press", "release", "click"]), (1.01, ["press", "hold", "release"])])
def test_the_worlds_times_count_not_the_sockets(world: World, clock: FakeClock, seconds: float, kinds: list[str]) -> None:
    glass, buttons, heard = world
    glass.press(17, press(seconds))
    assert due_is_known(buttons)
    # Everything after the first contact comes late, and at once.
    clock.now += 5.0
    glass.edges(27, [(clock.now, True)])
    assert heard.wait_for(lambda: len(heard.events) >= 2)
    buttons.tick()
    buttons.close()
    assert [kind for _, button, kind, _ in heard.events if button == "next"] == kinds


def test_a_finger_that_is_down_when_the_host_starts_is_no_press(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass, heard = make_glass(clock=clock), Heard()
    glass.edges(17, [(4999.0, True)])
    pins = GlassPins(glass.path)
    buttons = Buttons(SEAT, heard, pins.factory, clock=clock)
    glass.edges(17, [(5000.0, False)])
    glass.edges(27, [(4998.0, True), (4999.0, False)])
    assert heard.wait_for(lambda: any(button == "ok" for _, button, _, _ in heard.events))
    clock.now += 1.0
    buttons.tick()
    assert [button for _, button, _, _ in heard.events] == ["ok"] * 3
    pins.close()
    buttons.close()


def test_from_a_click_in_the_world_to_its_glass(make_glass: MakeGlass) -> None:
    """The whole way in real threads: pin, gpiozero, debounce, picture, luma, bus, chip."""
    glass = make_glass(Fitted(1, 0x3C))
    worker = BusWorker({"0": panel_on(glass)})
    chosen = 0

    def answer(seat: int, button: str, kind: str, time: float) -> None:
        nonlocal chosen
        if kind == "click":
            chosen += 1
            worker.submit("0", text(f"chosen {chosen}"))

    pins = GlassPins(glass.path)
    buttons = Buttons(SEAT, answer, pins.factory)
    worker.start()
    buttons.start()
    for number in range(1, 4):
        glass.press(17, press(0.03, random.Random(number)))
        wanted = glass_of(text(f"chosen {number}"))
        assert glass.wait_for(lambda wanted=wanted: glass.picture(0) == wanted, DEADLINE_S)  # type: ignore[misc]
    buttons.close()
    pins.close()
    assert worker.stop(within=DEADLINE_S)
    assert chosen == 3


def test_buttons_outlive_their_world(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(clock=clock)
    pins = GlassPins(glass.path)
    buttons = Buttons(SEAT, Heard(), pins.factory, clock=clock)
    glass.close()
    pins.close()
    buttons.tick()
    buttons.close()
