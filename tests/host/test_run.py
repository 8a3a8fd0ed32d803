"""A real table, with the virtual glass and pins at its ends: opened, played with buttons, stopped and gone on with."""

from __future__ import annotations

import errno
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import InputDevice

from host.config import read_table
from host.emulation.glass.ends import GlassPins, glass_wire
from host.emulation.glass.server import Fitted, GlassServer
from host.emulation.glass.traces import press
from host.fitting import Ends, pi_ends
from host.journal import Journal
from host.panels.buttons import ButtonError
from host.panels.pages.draw import draw
from host.panels.panel import Wire
from host.panels.wire import pack
from host.pi import Bus
from host.run import STOPPED, Run, RunTrouble, Tonight
from shared_rules.record import Entry
from tablelink.events import Hello
from tests.end_to_end.reading import read
from tests.host.no_boards import NoBoards
from tests.host.run_command import NO_HARDWARE, WITHIN_S, command, leave_almost_over, read_until, type_line
from tests.host.seat_page import seat_page

DARK = bytes(1024)
TWO = """\
game = "mycelia"
pieces = "none"
journal = "table.sqlite"
[[seats]]
name = "Ada"
panel = { bus = 1, address = 0x3C }
buttons = { next = 17, ok = 27, menu = 4 }
[[seats]]
name = "Ben"
panel = { bus = 1, address = 0x3D, chip = "sh1106" }
buttons = { next = 23, ok = 24 }
[sources]
roll = ["engine"]
flush = ["engine"]
[options.mycelia]
first = "seat 0"
"""


def until(true: Callable[[], bool], within: float = WITHIN_S) -> bool:
    """Wait for something, within a deadline."""
    ends = time.monotonic() + within
    while time.monotonic() < ends:
        if true():
            return True
        threading.Event().wait(0.002)
    return False


class At:
    """A table whose panels and pins are a world's, and that is run in a thread of its own."""

    def __init__(self, folder: Path, glass: GlassServer, text: str) -> None:
        file = folder / "table.toml"
        file.write_text(text)
        self.table = read_table(file)
        self.glass, self.said = glass, list[str]()
        self.pins: list[GlassPins] = []
        self.boards: list[NoBoards] = []
        self.trouble: BaseException | None = None
        self.wire: Callable[[Bus, int], Wire] = lambda bus, address: glass_wire(glass.path, int(bus), address)
        self.begin()

    def begin(self) -> None:
        tonight = Tonight("mycelia", self.table.players, self.table.options["mycelia"])
        ends = Ends(lambda bus, address: self.wire(bus, address), lambda bus: "", self._pins)
        self.evening = Run(
            self.table, tonight, ends=ends, say=self.said.append, keyboard=None, make_boards=self._boards  # type: ignore[arg-type]
        )
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _pins(self) -> Any:
        self.pins.append(GlassPins(self.glass.path))
        return self.pins[-1].factory

    def _boards(self, *args: Any, **more: Any) -> NoBoards:
        self.boards.append(NoBoards(*args, **more))
        return self.boards[-1]

    def _run(self) -> None:
        try:
            self.evening.run()
        except (RuntimeError, OSError) as error:
            self.trouble = error

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        """Stop it; it has to end soon."""
        self.evening.stop()
        self.thread.join(WITHIN_S)
        assert not self.thread.is_alive()
        assert self.trouble is None, self.trouble

    def shows(self, panel: int, other_than: bytes = DARK) -> bool:
        return self.glass.wait_for(lambda: self.glass.picture(panel) not in (DARK, other_than), WITHIN_S)

    def settled(self, panel: int) -> bytes:
        """What a panel shows once it has shown the same for a while."""
        seen = [b""]

        def stays() -> bool:
            seen.append(self.glass.picture(panel))
            return len(seen) > 100 and len(set(seen[-100:])) == 1

        assert until(stays)
        return seen[-1]

    def click(self, pin: int, panel: int) -> None:
        """Click, and wait until that panel shows something else."""
        before = self.glass.picture(panel)
        self.glass.press(pin, press(0.03))
        assert self.shows(panel, before), "nothing has changed"

    def entries(self) -> list[Entry]:
        with Journal(self.table.journal, time.time, reading=True) as journal:
            match = journal.newest()
            return list(journal.entries(match)) if match else []

    def answer(self, pin: int, seat: int) -> None:
        """Click ok at what is asked first, until that seat's answer is in the journal."""

        def taken() -> bool:
            return any((entry.by, entry.source) == (f"seat {seat}", "panel") for entry in self.entries())

        def clicked() -> bool:
            self.glass.press(pin, press(0.03))
            return until(taken, 0.5)

        assert self.heard("match ") and until(clicked)

    def heard(self, words: str) -> bool:
        return until(lambda: any(words in line for line in self.said))


@pytest.fixture
def glass() -> Iterator[GlassServer]:
    with tempfile.TemporaryDirectory(prefix="glass-") as folder:
        server = GlassServer(Path(folder) / "g.sock", [Fitted(1, 0x3C), Fitted(1, 0x3D, "sh1106")])
        server.start()
        yield server
        server.close()


Make = Callable[..., At]


@pytest.fixture
def make(tmp_path: Path, glass: GlassServer) -> Iterator[Make]:
    made: list[At] = []

    def at(text: str = TWO) -> At:
        made.append(At(tmp_path, glass, text))
        return made[-1]

    yield at
    for table in made:
        table.evening.stop()
        if table.thread.is_alive():
            table.thread.join(WITHIN_S)
        for pins in table.pins:
            pins.close()


def test_a_seat_answers_with_its_buttons_and_the_match_goes_on_later(make: Make) -> None:
    at = make()
    at.start()
    assert at.shows(0) and at.shows(1)
    assert at.heard("Mycelia, match ") and at.heard("for Ada, Ben")
    before = at.glass.picture(1)
    at.answer(27, 0)
    assert at.shows(1, before), "the other seat sees it"
    at.stop()
    assert at.glass.picture(0) == at.glass.picture(1) == DARK
    assert at.boards[0].stopped
    assert at.heard("is kept in")
    at.said.clear()
    at.begin()
    at.start()
    assert at.heard(f"goes on after answer {len(at.entries())}.")
    assert at.shows(0) and at.shows(1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_seats_page_shows_its_panel_and_has_its_buttons(make: Make) -> None:
    """Click and hold mean what they mean below the panel, though that has been unplugged."""
    at = make(f"page = {free_port()}\n{TWO}")
    at.start()
    assert at.heard("is shown at http://127.0.0.1:") and at.shows(0)
    with seat_page(at.table.page, "/ws/seat/0") as page:
        page.see(lambda picture: picture == at.glass.picture(0))
        at.glass.plug(0, False)

        def taken() -> bool:
            return any((entry.by, entry.source) == ("seat 0", "panel") for entry in at.entries())

        def clicked() -> bool:
            page.move("ok", True)
            page.move("ok", False)
            return until(taken, 0.5)

        assert until(clicked)
        page.see(lambda picture: "Your turn" in read(picture).title)

        def menu() -> bool:
            """Hold ok. Where the table has something to tell, as that a panel is gone, that is read first."""
            page.move("ok", True)
            while not read(page.picture).words.startswith("Please read") and page.hear(2.0):
                if read(page.picture).words.startswith("Menu"):
                    break
            page.move("ok", False)
            while page.hear(0.2):
                pass
            return read(page.picture).words.startswith("Menu")

        assert until(menu)
    at.stop()


def test_the_page_of_the_table_shows_and_presses_no_panel(make: Make) -> None:
    at = make(f"page = {free_port()}\n{TWO}")
    at.start()
    assert at.heard("is shown at http://127.0.0.1:") and at.shows(0)
    with seat_page(at.table.page, "/ws") as page:
        page.move("ok", True)
        while not page.errors:
            assert page.hear()
    assert "not on this page" in page.errors[0] and page.picture == DARK
    at.stop()


def test_a_menu_button_is_what_holding_ok_is(make: Make) -> None:
    at = make()
    at.start()
    at.answer(27, 0)
    before = at.settled(0)
    at.click(4, 0)
    menu = at.settled(0)
    at.click(4, 0)
    assert at.settled(0) == before, "once more leaves the menu"
    at.click(4, 0)
    assert at.settled(0) == menu


def test_while_it_ends_the_panels_say_stopped(make: Make) -> None:
    at = make()
    ending, go_on = threading.Event(), threading.Event()
    at.start()
    assert at.shows(0)
    before = at.glass.picture(0)
    at.boards[0].ending = lambda: (ending.set(), go_on.wait(WITHIN_S))
    at.evening.stop()
    assert ending.wait(WITHIN_S)
    assert at.shows(0, before)
    stopped = pack(draw(STOPPED))
    assert at.glass.wait_for(lambda: at.glass.picture(0) == at.glass.picture(1) == stopped, WITHIN_S)
    go_on.set()
    at.stop()
    assert at.glass.picture(0) == DARK


def test_all_reasons_are_told_at_once_and_nothing_stays_open(make: Make, tmp_path: Path) -> None:
    text = TWO.replace('"table.sqlite"', '"table.toml/table.sqlite"').replace("bus = 1, address = 0x3D", "bus = 4, address = 0x3C")
    at = make(text)

    def no_pins() -> Any:
        raise ButtonError("The library lgpio is missing.")

    ends = Ends(at.wire, lambda bus: "there is no such bus" if bus == 4 else "", no_pins)
    at.evening = Run(at.table, Tonight("mycelia", 2, {}), ends=ends, say=print, keyboard=None)
    with pytest.raises(RunTrouble) as caught:
        at.evening.run()
    journal, bus, pins = caught.value.reasons
    assert "table.sqlite" in journal and bus == "I2C bus 4: there is no such bus." and "lgpio" in pins
    assert at.glass.picture(0) == DARK


def test_a_journal_that_is_in_use_lets_the_pins_go_again(make: Make) -> None:
    at = make()
    with Journal(at.table.journal, time.time):
        at.start()
        at.thread.join(WITHIN_S)
        assert isinstance(at.trouble, RunTrouble) and "in use by another Tablekeeper" in str(at.trouble)
    at.trouble = None
    InputDevice(17, pin_factory=at.pins[0].factory).close()
    at.begin()
    at.start()
    assert at.shows(0)


def test_a_panel_that_does_not_answer_keeps_nobody_from_playing(make: Make) -> None:
    at = make()
    dead = threading.Event()
    dead.set()

    def wire(bus: Bus, address: int) -> Wire:
        if address == 0x3D and dead.is_set():
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return glass_wire(at.glass.path, int(bus), address)

    at.wire = wire
    at.start()
    assert at.shows(0)
    assert at.heard("Ben's panel (I2C bus 1, address 0x3D): the panel does not answer")
    dead.clear()
    assert at.shows(1) and at.heard("Ben's panel works again")


def test_a_board_that_comes_late_is_asked_again(make: Make) -> None:
    at = make(TWO.replace('roll = ["engine"]', 'roll = ["dice_reader:roller"]').replace('first = "seat 0"', 'first = "rolled"'))
    at.start()
    assert at.heard("dice reader could not roll: it is not there; plug it in")
    (boards,) = at.boards
    assert boards.told == [("dice_reader", "roll")]
    boards.post("dice_reader", Hello("dice_reader", "e6", "b1", 5, "1.0", 1, "00", ["roller"]))
    assert until(lambda: len(boards.told) == 2)


def test_the_shrine_looks_for_home_where_it_is_a_source(make: Make) -> None:
    at = make(TWO.replace('flush = ["engine"]', 'flush = ["shrine"]'))
    at.start()
    assert at.heard("has not found its start position: it is not there; plug it in")
    assert at.boards[0].told == [("shrine", "home")]


def test_ports_are_handed_on(make: Make) -> None:
    at = make(TWO + '[boards]\nports = ["/dev/ttyACM7"]\nfind = false\n')
    at.start()
    assert at.shows(0)
    assert (at.boards[0].ports, at.boards[0].find) == (["/dev/ttyACM7"], False)


def test_bots_alone_play_one_match(make: Make) -> None:
    at = make(NO_HARDWARE.replace('name = "Ada"', 'name = "Ada"\nbot = "random"'))
    at.evening = Run(
        at.table, Tonight("mycelia", 2, at.table.options["mycelia"]), ends=pi_ends(), say=at.said.append, keyboard=None,
        make_boards=at._boards,  # type: ignore[arg-type]
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("host.run.BOT_PAUSE_S", 0.0)
        at.evening.run()
    with Journal(at.table.journal, time.time, reading=True) as journal:
        assert journal.newest() and not journal.newest(unfinished=True)


# What can be opened


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.fault(38)
def test_a_signal_ends_it_in_order(tmp_path: Path, number: signal.Signals) -> None:
    process = command(tmp_path, NO_HARDWARE)
    read_until(process, "  1  ")
    process.send_signal(number)
    out, err = process.communicate(timeout=WITHIN_S)
    assert (process.returncode, err) == (0, b"")
    assert b"is kept in" in out


def test_it_needs_no_hardware_where_all_sit_at_the_keyboard(tmp_path: Path) -> None:
    process = command(tmp_path, NO_HARDWARE)
    read_until(process, "  1  ")
    type_line(process, "1")
    read_until(process, "Ada")
    _, err = process.communicate(timeout=WITHIN_S)
    assert (process.returncode, err) == (0, b"")
    with Journal(tmp_path / "table.sqlite", time.time, reading=True) as journal:
        assert ("seat 0", "typed") in {(entry.by, entry.source) for entry in journal.entries(str(journal.newest()))}


def test_after_the_end_people_may_have_another_match(tmp_path: Path) -> None:
    answer = leave_almost_over(tmp_path / "table.sqlite")
    process = command(tmp_path, NO_HARDWARE)
    read_until(process, "  1  ")
    type_line(process, str(answer))
    read_until(process, "Play another match? Type yes or no.")
    type_line(process, "yes")
    read_until(process, "Mycelia, match ")
    process.communicate(b"stop\n", timeout=WITHIN_S)
    assert process.returncode == 0
    with Journal(tmp_path / "table.sqlite", time.time, reading=True) as journal:
        assert len(list(journal.matches())) == 2


def test_who_wants_no_other_match_leaves_the_table(tmp_path: Path) -> None:
    answer = leave_almost_over(tmp_path / "table.sqlite")
    process = command(tmp_path, NO_HARDWARE)
    read_until(process, "  1  ")
    type_line(process, str(answer))
    read_until(process, "Play another match? Type yes or no.")
    type_line(process, "no")
    assert process.wait(WITHIN_S) == 0, "it ends though somebody could still type"
    process.communicate()


@pytest.mark.parametrize(
    ("text", "args", "words"),
    [
        (TWO, (), ["I2C bus 1: there is no I2C bus 1 (/dev/i2c-1)", "lgpio"]),
        (TWO.replace("0x3D", "0x3C").replace("ok = 24", "ok = 2"), (), ["table.toml:10:", "table.toml:11:"]),
        (NO_HARDWARE, ("--seats", "3"), ["3 play", "2 seats"]),
        (NO_HARDWARE, ("--seats", "9"), ["9"]),
        (NO_HARDWARE, ("--option", "frist=rolled"), ["there is no option 'frist'"]),
    ],
)
def test_what_keeps_it_from_running_is_told_with_exit_code_2(
    tmp_path: Path, text: str, args: tuple[str, ...], words: list[str]
) -> None:
    process = command(tmp_path, text, *args)
    out, err = process.communicate(timeout=WITHIN_S)
    assert (process.returncode, out) == (2, b"")
    assert all(word in err.decode() for word in words), err.decode()
    assert "Traceback" not in err.decode()
