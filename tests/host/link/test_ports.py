"""Real ports of the kernel: a PTY with a board behind it, opened by pyserial, in real threads with deadlines."""

import os
import pty
import queue
import threading
import time
import tty

import pytest

from host.link.boards import Boards
from host.link.ports import Port, PortTrouble, candidates
from tablelink.board import BoardLink
from tablelink.events import Accepted, Asleep, Done, Hello, Report, Trouble

from .desk import Flash

LIMIT_S = 20.0


class PtyBoard:
    """A BoardLink in a thread of its own, on the master of a PTY. The slave is held, so it survives a host that leaves."""

    def __init__(self, first_words=b""):
        self.master, self.holder = pty.openpty()
        tty.setraw(self.holder)
        self.path = os.ttyname(self.holder)
        os.write(self.master, first_words)
        os.set_blocking(self.master, False)
        self.acts = []
        self.link = BoardLink(
            "shrine", "e661", "bootaaaa", "0.1.0", "ff", ["flush"], self._write, self._ticks_ms, Flash()
        )
        self.link.command("flush", self._start, durable=True)
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _start(self, cmd_id, args):
        self.acts.append(cmd_id)
        self.link.report("ring", {"kind": "turning"})
        return {"turned": 1}

    def _write(self, data):
        os.write(self.master, data)

    def _ticks_ms(self):
        return int(time.monotonic() * 1000)

    def _run(self):
        while not self._end.wait(0.005):
            try:
                self.link.feed(os.read(self.master, 4096))
            except BlockingIOError:
                self.link.feed(b"")
            self.link.tick()

    def close(self):
        self._end.set()
        self._thread.join(LIMIT_S)
        for fd in (self.master, self.holder):
            os.close(fd)


@pytest.fixture
def board():
    made = PtyBoard(b'>>> {"t":"tick"}*00000000\nhalf a li')
    yield made
    made.close()


@pytest.fixture
def watched(board):
    heard = queue.Queue()
    boards = Boards([board.path], find=False, post=lambda role, event: heard.put(event))
    boards.start()
    yield boards, heard
    assert boards.stop()


def wait_for(heard, kind):
    """Return the next event of a kind; fails after LIMIT_S."""
    ends = time.monotonic() + LIMIT_S
    while True:
        event = heard.get(timeout=max(0.0, ends - time.monotonic()))
        if isinstance(event, kind):
            return event


@pytest.mark.fault(7)
@pytest.mark.fault(24)
def test_a_board_on_a_pty_is_greeted_past_old_bytes_and_does_what_it_is_told(board, watched):
    boards, heard = watched
    hello = wait_for(heard, Hello)
    assert (hello.role, hello.uid, hello.caps) == ("shrine", "e661", ["flush"])
    for number in range(20):
        boards.submit("shrine", f"m.{number}.1", "flush", {"turn": number}, heard.put)
        assert wait_for(heard, Done) == Done(f"m.{number}.1", {"turned": 1})
    assert board.acts == [f"m.{number}.1" for number in range(20)]
    (status,) = boards.status()
    assert (status.state, status.port) == ("awake", board.path)


def test_reports_and_endings_come_in_their_order(board, watched):
    boards, heard = watched
    wait_for(heard, Hello)
    boards.submit("shrine", "m.1.1", "flush", {"turn": 1}, heard.put)
    events = [heard.get(timeout=LIMIT_S), heard.get(timeout=LIMIT_S)]
    assert [type(event) for event in events if not isinstance(event, Accepted)] == [Report, Done]


@pytest.mark.fault(12)
def test_a_second_program_is_refused_the_port_in_words(board, watched):
    _, heard = watched
    wait_for(heard, Hello)
    with pytest.raises(PortTrouble, match=r"Another program has .* open: close mpremote") as trouble:
        Port(board.path)
    assert trouble.value.code == "busy"


def test_a_path_with_nothing_behind_it_is_told_as_trouble():
    heard = queue.Queue()
    boards = Boards(["/dev/no-such-port"], find=False, post=lambda role, event: heard.put(event))
    boards.start()
    assert wait_for(heard, Trouble).code == "gone"
    assert boards.stop()


@pytest.mark.fault(11)
def test_a_board_that_is_torn_away_is_lost_in_words_and_the_threads_still_end(watched, board):
    _, heard = watched
    wait_for(heard, Hello)
    board._end.set()
    board._thread.join(LIMIT_S)
    os.close(board.master)
    trouble = wait_for(heard, Trouble | Asleep)
    assert isinstance(trouble, Trouble)
    board.master = os.open(os.devnull, os.O_RDONLY)


@pytest.mark.fault(22)
def test_a_pty_that_nobody_reads_gives_up_a_write_within_its_deadline():
    master, holder = pty.openpty()
    tty.setraw(holder)
    port = Port(os.ttyname(holder))
    answers = queue.Queue()

    def fill():
        while port.write(b"x" * 4096):
            answers.put(True)
        answers.put(False)

    writer = threading.Thread(target=fill, daemon=True)
    writer.start()
    while answers.get(timeout=LIMIT_S):  # the kernel takes a few kilobytes
        pass
    writer.join(LIMIT_S)
    assert not writer.is_alive()
    port.close()
    port.close()
    for fd in (master, holder):
        os.close(fd)


def test_the_ports_named_come_first_and_a_device_only_once(tmp_path):
    device = tmp_path / "ttyACM0"
    device.touch()
    link = tmp_path / "shrine"
    link.symlink_to(device)
    assert candidates([str(link), str(device)], find=False) == [str(link)]


@pytest.mark.fault(23)
def test_a_link_that_vanishes_while_it_is_followed_is_a_port_all_the_same(monkeypatch):
    def vanished(self, strict=False):
        raise FileNotFoundError(2, "No such file or directory", str(self))

    monkeypatch.setattr("pathlib.Path.resolve", vanished)
    assert candidates(["/dev/serial/shrine", "/dev/serial/dice"], find=False) == ["/dev/serial/shrine", "/dev/serial/dice"]


@pytest.mark.fault(14)
def test_only_a_pico_is_taken_from_the_usb_list(monkeypatch):
    class Listed:
        def __init__(self, device, vid, pid):
            self.device, self.vid, self.pid, self.serial_number = device, vid, pid, None

    listed = [Listed("/dev/ttyACM7", 0x2E8A, 0x0005), Listed("/dev/ttyUSB3", 0x1A86, 0x7523), Listed("/dev/ttyS0", None, None)]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: listed)
    assert candidates(["/dev/mine"]) == ["/dev/mine", "/dev/ttyACM7"]
