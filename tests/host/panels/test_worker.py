"""The worker of a bus: newest pictures win, small ones go first, and nobody waits for what is broken."""

import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from host.emulation.glass.server import Fitted, GlassServer
from host.panels.panel import Light
from host.panels.worker import BusWorker
from tests.host.panels.conftest import MakeGlass, panel_on
from tests.host.panels.pictures import FakeClock, blank, border, glass_of, noise, text

TWO = (Fitted(1, 0x3C), Fitted(1, 0x3D, "sh1106"))
DEADLINE_S = 10.0


def worker_on(glass: GlassServer, clock: FakeClock, *numbers: int, **options: object) -> BusWorker:
    panels = {str(number): panel_on(glass, number) for number in numbers or range(len(glass.fitted))}
    return BusWorker(panels, clock=clock, **options)  # type: ignore[arg-type]


def work_off(worker: BusWorker) -> int:
    """Work until there is nothing to do at this time."""
    steps = 0
    while worker.work():
        steps += 1
        assert steps < 1000
    return steps


def test_the_newest_picture_of_each_panel_wins(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock)
    for seed in range(5):
        worker.submit("0", noise(seed))
    worker.submit("1", border())
    work_off(worker)
    assert (glass.picture(0), glass.picture(1)) == (glass_of(noise(4)), glass_of(border()))
    stats = worker.stats()["0"]
    assert (stats.pictures, stats.shown, stats.inits, stats.errors) == (5, 1, 1, 0)
    # Preparing, one whole picture in pieces, no more.
    assert glass.counters(0).bytes == stats.bytes < 1034 + 100


def test_a_picture_overtaken_half_way_leaves_nothing_behind(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock, 0)
    worker.submit("0", noise(1))
    work_off(worker)
    for done in range(4):
        worker.submit("0", noise(2))
        for _ in range(done):
            worker.work()
        worker.submit("0", noise(3))
        work_off(worker)
        assert glass.picture(0) == glass_of(noise(3))
    assert worker.stats()["0"].shown == 1 + 4


def test_what_is_overtaken_is_not_sent_to_its_end(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock, 0)
    worker.submit("0", noise(1))
    work_off(worker)
    before = glass.counters(0).bytes
    worker.submit("0", noise(2))
    worker.work()
    worker.submit("0", noise(1))
    work_off(worker)
    assert glass.picture(0) == glass_of(noise(1))
    assert glass.counters(0).bytes - before <= 2 * (128 + 7)


def test_a_caller_may_go_on_drawing_on_what_it_gave(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock, 0)
    image = border()
    worker.submit("0", image)
    image.paste(1, (0, 0, 128, 64))
    work_off(worker)
    assert glass.picture(0) == glass_of(border())


def test_a_cursor_does_not_wait_for_another_panels_whole_picture(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock)
    worker.submit("0", blank())
    worker.submit("1", blank())
    work_off(worker)
    worker.submit("0", noise(1))
    worker.work()
    worker.submit("1", text("x"))
    for _ in range(2):
        worker.work()
    assert glass.picture(1) == glass_of(text("x"))
    assert glass.picture(0) != glass_of(noise(1))
    work_off(worker)
    assert glass.picture(0) == glass_of(noise(1))


def test_small_pictures_cannot_keep_a_large_one_waiting_for_ever(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock)
    worker.submit("0", blank())
    worker.submit("1", blank())
    work_off(worker)
    worker.submit("0", noise(1))
    for turn in range(40):
        worker.submit("1", text("x" if turn % 2 else "y"))
        worker.work()
        clock.now += 0.02
    assert glass.picture(0) == glass_of(noise(1))


@pytest.mark.fault(32)
def test_a_panel_without_its_plug_is_tried_again_ever_more_rarely(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    said: list[tuple[str, str]] = []
    worker = worker_on(glass, clock, report=lambda name, words: said.append((name, words)))
    glass.plug(0, False)
    worker.submit("0", border())
    worker.submit("1", border())
    waits = []
    for _ in range(8):
        work_off(worker)
        due = worker.due()
        assert due is not None
        waits.append(due - clock.now)
        clock.now = due
        if waits[-1] == 8.0:
            break
    assert waits == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0]
    assert glass.picture(1) == glass_of(border())
    assert [name for name, _ in said] == ["0"] and "Check its plug" in worker.stats()["0"].trouble
    glass.plug(0, True)
    worker.submit("0", noise(1))
    work_off(worker)
    assert glass.picture(0) == glass_of(noise(1))
    assert said[1:] == [("0", "")] and worker.stats()["0"].trouble == ""
    glass.plug(0, False)
    worker.submit("0", border())
    work_off(worker)
    assert worker.due() == clock.now + 0.25


@pytest.mark.parametrize("kind", ["command", "data"])
@pytest.mark.parametrize("after", range(6))
def test_errors_anywhere_in_a_picture_are_made_good(
    make_glass: MakeGlass, clock: FakeClock, kind: str, after: int
) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock)
    worker.submit("0", noise(1))
    work_off(worker)
    worker.submit("0", noise(2))
    worker.submit("1", noise(3))
    for _ in range(after):
        worker.work()
    glass.refuse(0, 1, kind, arriving=20)
    work_off(worker)
    clock.now += 1.0
    work_off(worker)
    assert glass.picture(0) == glass_of(noise(2))
    worker.submit("0", noise(4))
    for _ in range(2):
        clock.now += 1.0
        work_off(worker)
    assert worker.stats()["0"].errors == 1
    assert (glass.picture(0), glass.picture(1)) == (glass_of(noise(4)), glass_of(noise(3)))


@pytest.mark.parametrize("accident", ["forget", "lose_power"])
@pytest.mark.fault(36)
def test_a_panel_that_forgot_itself_is_healed_in_time(make_glass: MakeGlass, clock: FakeClock, accident: str) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock, heal_every=20.0)
    for name in "01":
        worker.submit(name, noise(5))
    work_off(worker)
    for number in range(2):
        getattr(glass, accident)(number)
    clock.now += 19.0
    assert work_off(worker) == 0 and glass.picture(0) == bytes(1024)
    assert worker.due() == clock.now + 1.0
    clock.now += 1.0
    work_off(worker)
    assert (glass.picture(0), glass.picture(1)) == (glass_of(noise(5)), glass_of(noise(5)))
    assert [stats.heals for stats in worker.stats().values()] == [1, 1]
    assert worker.due() == clock.now + 20.0


@pytest.mark.parametrize("kind", ["command", "data"])
def test_a_panel_that_fails_while_it_is_healed_comes_back(make_glass: MakeGlass, clock: FakeClock, kind: str) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock, 0)
    worker.submit("0", noise(5))
    work_off(worker)
    clock.now += 30.0
    glass.refuse(0, 1, kind, arriving=5)
    work_off(worker)
    assert worker.stats()["0"].errors == 1
    clock.now += 0.25
    work_off(worker)
    assert glass.picture(0) == glass_of(noise(5)) and worker.stats()["0"].trouble == ""


def test_making_sure_lets_a_cursor_pass(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock, 0)
    worker.submit("0", blank())
    work_off(worker)
    clock.now += 30.0
    worker.work()
    worker.work()
    worker.submit("0", text("x"))
    worker.work()
    worker.work()
    assert glass.picture(0) == glass_of(text("x"))


def test_light_is_set_without_a_new_picture(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock, 0)
    worker.submit("0", border())
    work_off(worker)
    worker.light("0", Light.OFF)
    work_off(worker)
    assert glass.picture(0) == bytes(1024)
    worker.light("0", Light.FULL)
    work_off(worker)
    assert glass.picture(0) == glass_of(border())


class Gate:
    """A bus's time-out that lasts until the test lets it end."""

    def __init__(self) -> None:
        self.entered, self.opened = threading.Event(), threading.Event()

    def __call__(self, seconds: float) -> None:
        self.entered.set()
        assert self.opened.wait(DEADLINE_S)


@pytest.mark.fault(33)
def test_a_hanging_bus_is_noticed_by_nobody_else(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(Fitted(1, 0x3C), Fitted(1, 0x3D), Fitted(2, 0x3C))
    gate = Gate()
    stuck = BusWorker({"0": panel_on(glass, 0, gate), "1": panel_on(glass, 1, gate)}, clock=clock)
    fine = worker_on(glass, FakeClock(), 2)
    glass.hang(1, transfers=1, seconds=60.0)
    stuck.start()
    fine.start()
    stuck.submit("0", border())
    assert gate.entered.wait(DEADLINE_S)
    for seed in range(20):
        stuck.submit("1", noise(seed))
        fine.submit("2", noise(seed))
        assert glass.wait_for(lambda seed=seed: glass.picture(2) == glass_of(noise(seed)), DEADLINE_S)  # type: ignore[misc]
    assert not stuck.hangs()
    clock.now += 0.6
    assert stuck.hangs() and not fine.hangs()
    gate.opened.set()
    assert fine.stop(within=DEADLINE_S) and not stuck.stop(within=0.0)


@pytest.mark.fault(33)
def test_a_bus_that_hung_rests_as_a_whole_then_comes_back(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock)
    worker.submit("0", border())
    worker.submit("1", border())
    glass.hang(1, transfers=2)
    worker.work()
    assert worker.hangs() and work_off(worker) == 0
    clock.now += 0.25
    worker.work()
    # The second time-out: it rests twice as long, and no other panel had to find out by itself.
    assert work_off(worker) == 0 and glass.buses[1].counters.refused == 2
    clock.now += 0.49
    assert work_off(worker) == 0
    clock.now += 0.51
    work_off(worker)
    assert not worker.hangs()
    assert (glass.picture(0), glass.picture(1)) == (glass_of(border()), glass_of(border()))
    glass.hang(1, transfers=1)
    worker.submit("0", blank())
    work_off(worker)
    clock.now += 0.25
    assert not worker.hangs()


def test_a_bus_so_slow_that_it_must_be_stuck_rests_too(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO, paced=True)

    def slow(seconds: float) -> None:
        clock.now += 2.0

    worker = BusWorker({"0": panel_on(glass, 0, slow)}, clock=clock)
    worker.submit("0", border())
    assert work_off(worker) <= 2
    assert worker.hangs()


def test_the_last_picture_is_drawn_before_it_ends(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    panels = {str(number): panel_on(glass, number) for number in range(2)}
    worker = BusWorker(panels, clock=clock)
    worker.submit("0", noise(1))
    assert worker.stop(text("Stopped"))
    assert not any(panel.ready for panel in panels.values())
    worker.submit("0", noise(2))
    assert work_off(worker) == 0
    assert glass.picture(0) == glass.picture(1) == glass_of(text("Stopped"))


@pytest.mark.fault(38)
def test_it_ends_dark_if_told_so(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock)
    worker.submit("0", border())
    work_off(worker)
    assert worker.stop(light=Light.OFF) is False, "panel 1 was never prepared"
    assert glass.picture(0) == bytes(1024)


def test_ending_tries_a_lost_panel_once(make_glass: MakeGlass) -> None:
    glass = make_glass(*TWO)
    worker = BusWorker({str(number): panel_on(glass, number) for number in range(2)})
    glass.plug(0, False)
    worker.start()
    assert worker.stop(border(), within=DEADLINE_S) is False
    assert glass.picture(1) == glass_of(border())
    assert worker.stats()["0"].errors == 1


def test_a_panel_that_is_never_healed_still_hears_of_new_pictures(make_glass: MakeGlass) -> None:
    glass = make_glass(*TWO)
    worker = BusWorker({"0": panel_on(glass, 0)}, heal_every=float("inf"))
    worker.start()
    for seed in range(3):
        worker.submit("0", noise(seed))
        assert glass.wait_for(lambda seed=seed: glass.picture(0) == glass_of(noise(seed)), DEADLINE_S)  # type: ignore[misc]
        # Time for the thread to fall asleep with nothing left to do, ever.
        threading.Event().wait(0.02)
    assert worker.stop(within=DEADLINE_S)


def test_its_thread_ends_with_the_last_picture(make_glass: MakeGlass) -> None:
    glass = make_glass(*TWO)
    worker = BusWorker({str(number): panel_on(glass, number) for number in range(2)})
    worker.start()
    for seed in range(30):
        worker.submit(str(seed % 2), noise(seed))
    assert worker.stop(text("Stopped"), within=DEADLINE_S)
    assert glass.picture(0) == glass.picture(1) == glass_of(text("Stopped"))


@pytest.mark.fault(38)
def test_sigterm_leaves_the_last_picture(make_glass: MakeGlass) -> None:
    glass = make_glass(*TWO)
    program = f"""
        import signal, sys, threading
        from pathlib import Path
        from host.emulation.glass.ends import glass_wire
        from host.panels.panel import Panel
        from host.panels.wire import SSD1306
        from host.panels.worker import BusWorker
        from tests.host.panels.pictures import border, text
        over = threading.Event()
        signal.signal(signal.SIGTERM, lambda *_: over.set())
        worker = BusWorker({{"0": Panel("Panel", SSD1306, lambda: glass_wire(Path({str(glass.path)!r}), 1, 0x3C))}})
        worker.start()
        worker.submit("0", border())
        over.wait({DEADLINE_S})
        sys.exit(0 if worker.stop(text("Stopped"), within={DEADLINE_S}) else 1)
    """
    host = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], cwd=Path(__file__).parents[3])
    try:
        assert glass.wait_for(lambda: glass.picture(0) == glass_of(border()), DEADLINE_S)
        host.terminate()
        assert host.wait(DEADLINE_S) == 0
        assert glass.picture(0) == glass_of(text("Stopped"))
    finally:
        host.kill()
        host.wait(DEADLINE_S)


def test_figures_are_of_this_bus_and_this_time(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*TWO)
    worker = worker_on(glass, clock, 0)
    worker.submit("0", blank())
    clock.now += 0.030
    work_off(worker)
    worker.submit("0", border())
    clock.now += 0.002
    work_off(worker)
    stats = worker.stats()["0"]
    assert (round(stats.worst_ms, 6), round(stats.last_ms, 6)) == (30.0, 2.0)


def test_whose_turn_it_is_reaches_every_panel_before_the_rest_of_any(make_glass: MakeGlass, clock: FakeClock) -> None:
    glass = make_glass(*(Fitted(1, 0x38 + seat) for seat in range(3)))
    worker = BusWorker({str(seat): panel_on(glass, seat) for seat in range(3)}, clock=clock)
    for seat in range(3):
        worker.submit(str(seat), noise(seat))
    work_off(worker)
    for seat in range(3):
        worker.submit(str(seat), noise(10 + seat))
    for _ in range(3):
        worker.work()
    assert [glass.picture(seat)[:128] for seat in range(3)] == [glass_of(noise(10 + seat))[:128] for seat in range(3)]
    rest = [glass_of(noise(seat))[128:] for seat in range(3)]
    assert [glass.picture(seat)[128:] for seat in range(3)] == rest, "three windows were enough"
    work_off(worker)
    assert [glass.picture(seat) for seat in range(3)] == [glass_of(noise(10 + seat)) for seat in range(3)]
    for seat in range(2):
        worker.submit(str(seat), noise(20 + seat))
    cursor = noise(12)
    cursor.paste(0, (0, 40, 64, 48))
    worker.submit("2", cursor)
    worker.work()
    assert glass.picture(2) == glass_of(cursor), "a cursor waits for no title"
