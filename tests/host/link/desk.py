"""A desk with ports for the tests: boards run in-process behind them, and time is a number."""

from host.link.ports import PortTrouble
from host.link.supervisor import BoardSupervisor
from tablelink.board import BoardLink


class Flash:
    """A board's flash."""

    def __init__(self):
        self.record = {}

    def load(self):
        return self.record

    def store(self, record):
        self.record = record


class Pico:
    """A board: its link, its flash, and how often it did what it was told. It can be moved from port to port."""

    def __init__(self, desk, role, uid):
        self.desk, self.role, self.uid = desk, role, uid
        self.flash = Flash()
        self.acts = []
        self.boots = 0
        self.to_host = bytearray()
        self.deaf = False
        self.boot()

    def boot(self):
        self.boots += 1
        boot_id = f"{self.uid}{self.boots:04d}"
        self.link = BoardLink(
            self.role, self.uid, boot_id, "0.1.0", "ff", ["flush"], self.to_host.extend, self.desk.ticks_ms, self.flash
        )
        self.link.command("flush", self._start, durable=True)
        self.link.command("roll", self._start, cancel=lambda cmd_id: True)

    def _start(self, cmd_id, args):
        self.acts.append(cmd_id)

    def hear(self, data):
        if not self.deaf:
            self.link.feed(data)

    def say(self):
        self.link.tick()
        data = b"" if self.deaf else bytes(self.to_host)
        self.to_host.clear()
        return data


class Flooding:
    """A device that is none of ours and never stops talking."""

    def __init__(self, data):
        self.data = data

    def hear(self, data):
        """It does not listen."""

    def say(self):
        return self.data


class AtItsPrompt:
    """A board whose program has ended: its prompt answers whatever it hears, until it is started anew `wakes_at` times."""

    def __init__(self, pico, wakes_at):
        self.pico, self.wakes_at, self.restarts = pico, wakes_at, 0
        self.echoes = True
        self.to_host = bytearray(b"Traceback (most recent call last):\r\nOSError: 5\r\n>>> ")

    @property
    def awake(self):
        return self.restarts >= self.wakes_at

    def hear(self, data):
        if self.awake:
            self.pico.hear(data)
            return
        self.restarts += data.count(b"\x04")
        if self.echoes:
            self.to_host += data + b"\r\nNameError: name 'b1a2' isn't defined\r\n>>> "

    def say(self):
        if self.awake:
            return self.pico.say()
        data = bytes(self.to_host)
        self.to_host.clear()
        return data


class Line:
    """A cable in front of a board that does to its bytes what `spoil` says, a chunk at a time."""

    def __init__(self, pico, spoil):
        self.pico, self.spoil = pico, spoil
        self.waiting = []

    def hear(self, data):
        self.pico.hear(data)

    def say(self):
        self.waiting += self.spoil(self.pico.say())
        return self.waiting.pop(0) if self.waiting else b""


class FakePort:
    """What a supervisor opens: the board that is plugged in at this path, or trouble."""

    def __init__(self, desk, path):
        self.desk, self.path = desk, path
        desk.check(path)

    def read(self):
        return self.desk.check(self.path).say()

    def write(self, data):
        pico = self.desk.check(self.path)
        if self.path in self.desk.stuck:
            return False
        pico.hear(data)
        return True

    def wake(self):
        """Nobody waits here."""

    def close(self):
        self.desk.closed.append(self.path)


class Desk:
    """Ports by path, and the supervisors that were made for them; `run` lets time pass for all of them."""

    def __init__(self):
        self.now = 1000.0
        self.plugged = {}
        self.trouble = {}
        self.stuck = set()
        self.opening_resets = False
        self.closed = []
        self.opened = []
        self.supervisors = []

    def clock(self):
        return self.now

    def ticks_ms(self):
        return int(self.now * 1000)

    def check(self, path):
        if path in self.trouble:
            raise self.trouble[path]
        if path not in self.plugged:
            raise PortTrouble("gone", f"Nothing is plugged in at {path}: check the cable.")
        return self.plugged[path]

    def open(self, path):
        if self.opening_resets and path in self.plugged:
            self.plugged[path].boot()
        self.opened.append((self.now, path))
        return FakePort(self, path)

    def supervise(self, path, post):
        supervisor = BoardSupervisor(path, post, self.open, self.clock)
        supervisor.start = lambda: None  # these tests are the thread
        stop = supervisor.stop

        def ended(deadline_s=2.0):
            self.supervisors.remove(supervisor)
            return stop(deadline_s)

        supervisor.stop = ended
        self.supervisors.append(supervisor)
        return supervisor

    def run(self, seconds, boards=None):
        for _ in range(round(seconds * 32)):
            self.now += 1 / 32
            if boards is not None:
                boards.round()
            for supervisor in list(self.supervisors):
                supervisor.round()
