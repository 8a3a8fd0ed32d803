"""A bench for the line: both ends on one clock, joined by a cable that can be as bad as one likes.

Written in the part of Python that MicroPython has too: the tests use it under CPython, and run as a script it proves
the same promises under the real VM. It knows the truth (what was turned, what was thrown) and holds both ends to it.
"""

import json
import sys

from tablelink.board import BoardLink
from tablelink.events import Done, NotDone, Rebooted, Unknown
from tablelink.host import HostLink

STEP_MS = 25
BOOT_MS = 1200
FLUSH_MS = 300
THROW_MS = 200
COMMAND_LIMIT_MS = 120_000

FAULTS = {
    "none": {},
    "loss": {"lose": 20},
    "double": {"double": 40},
    "corrupt": {"corrupt": 15},
    "reorder": {"delay": 25},
    "bytes_lost": {"lose_byte": 15},
    "bytes_doubled": {"double_byte": 15},
    "board_resets": {"board_reset": 40},
    "host_resets": {"host_reset": 40},
    "both_reset": {"board_reset": 50, "host_reset": 50},
    "all": {"lose": 4, "double": 10, "corrupt": 4, "delay": 6, "lose_byte": 3, "board_reset": 25, "host_reset": 25},
}
"""Per cent: of the frames for the cable, of the commands for the resets."""


class Dice:
    """Seeded numbers, the same on every Python."""

    def __init__(self, seed):
        self._state = (seed * 2654435761 + 1) & 0xFFFFFFFF

    def below(self, limit):
        """Return a number from 0 to limit - 1."""
        state = self._state
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        self._state = state
        return state % limit

    def hits(self, percent):
        """Tell whether something of this likelihood happens."""
        return self.below(100) < percent


class Wire:
    """One direction of the cable. Each write is a frame; it arrives after 1 ms, unless a fault strikes it."""

    def __init__(self, dice, now, faults):
        self.struck = 0
        self._dice = dice
        self._now = now
        self.faults = faults
        self._flying = []

    def write(self, data):
        """Put a frame on the cable."""
        data = bytearray(data)
        if self._strikes("lose"):
            return
        if self._strikes("lose_byte"):
            at = self._dice.below(len(data))
            data = data[:at] + data[at + 1 :]
        if self._strikes("double_byte"):
            at = self._dice.below(len(data))
            data = data[: at + 1] + data[at:]
        if data and self._strikes("corrupt"):
            data[self._dice.below(len(data))] ^= 1 << self._dice.below(8)
        self._fly(data)
        if self._strikes("double"):
            self._fly(data)

    def arrived(self):
        """Return what has arrived by now."""
        out = b""
        waiting = []
        for due, data in self._flying:
            if due <= self._now():
                out += bytes(data)
            else:
                waiting.append((due, data))
        self._flying = waiting
        return out

    def _fly(self, data):
        late = self._dice.below(3000) if self._strikes("delay") else 0
        self._flying.append((self._now() + 1 + late, data))

    def _strikes(self, fault):
        if self.faults.get(fault, 0) and self._dice.hits(self.faults[fault]):
            self.struck += 1
            return True
        return False


class Flash:
    """A board's flash, read back through JSON. `cut_at` makes the n-th store the last thing that a board does."""

    def __init__(self):
        self.text = ""
        self.stores = 0
        self.cut_at = None
        self.cut_before = False

    def load(self):
        """Return the record."""
        return json.loads(self.text) if self.text else {}

    def store(self, record):
        """Keep the record, unless the power goes before."""
        self.stores += 1
        cut = self.stores == self.cut_at
        if not (cut and self.cut_before):
            self.text = json.dumps(record)
        if cut:
            raise PowerCut()


class PowerCut(BaseException):
    """The board's power went away."""


class Board:
    """A shrine and a die in one: counts what really happens, across all its starts."""

    def __init__(self, bench, refuse_every=7):
        self.bench = bench
        self.flash = Flash()
        self.turns = {}  # cmd_id -> how often the ring turned for it
        self.refused = []
        self.throws = {}  # cmd_id -> numbers thrown for it
        self.thrown = 0
        self.boots = 0
        self.link = None
        self._flushes = 0
        self._refuse_every = refuse_every
        self._running = []  # (due_ms, op, cmd_id)
        self._boot_at = 0

    def cut_power(self, off_ms=BOOT_MS):
        """Stop at once and start again after a while."""
        self.link = None
        self._running = []
        self._boot_at = self.bench.now_ms() + off_ms

    def step(self, data):
        """One round of the board's main loop."""
        try:
            self._round(data)
        except PowerCut:
            self.cut_power()

    def _round(self, data):
        if self.link is None:
            if self.bench.now_ms() >= self._boot_at:
                self._boot()
            return
        self.link.feed(data)
        due = [job for job in self._running if job[0] <= self.bench.now_ms()]
        self._running = [job for job in self._running if job[0] > self.bench.now_ms()]
        for _, op, cmd_id in due:
            if op == "flush":
                self.link.done(cmd_id, {"turned": 1, "drops_seen": 3, "half_steps": 4076, "drift": -12})
            else:
                self.thrown += 1
                self.throws.setdefault(cmd_id, []).append(self.thrown)
                self.link.done(cmd_id, {"faces": [self.thrown], "kind": "rolled", "raw": [-12, 7, 1003], "conf": 97})
        self.link.tick()

    def _boot(self):
        self.boots += 1
        boot_id = f"boot{self.boots:04d}"
        write = self.bench.to_host.write
        caps = ["flush", "beam", "lid"]
        clock = self.bench.ticks_ms
        link = BoardLink("shrine", "e66164084373532b", boot_id, "0.1.0", "0a1b2c3d", caps, write, clock, self.flash)
        link.command("flush", self._flush, durable=True, evidence=self._evidence)
        link.command("roll", self._roll, cancel=self._cancel_roll)
        self.link = link

    def _flush(self, cmd_id, args):
        self._flushes += 1
        if self._refuse_every and self._flushes % self._refuse_every == 0:
            self.refused.append(cmd_id)
            self.link.not_done(cmd_id, "lid_open")
            return None
        self.turns[cmd_id] = self.turns.get(cmd_id, 0) + 1
        self._running.append((self.bench.now_ms() + FLUSH_MS, "flush", cmd_id))
        return None

    def _evidence(self, cmd_id, noted):
        return {"half_steps": 1800, "home": False}

    def _roll(self, cmd_id, args):
        self._running.append((self.bench.now_ms() + THROW_MS, "roll", cmd_id))
        return None

    def _cancel_roll(self, cmd_id):
        self._running = [job for job in self._running if job[2] != cmd_id]
        return True


class Bench:
    """Host, cable and board on one clock; the host's journal outlives the host."""

    def __init__(self, faults, seed, start_ticks=0, refuse_every=7):
        self.dice = Dice(seed)
        self.faults = faults
        self._ms = 0
        self._start_ticks = start_ticks
        self.to_host = Wire(self.dice, self.now_ms, faults)
        self.to_board = Wire(self.dice, self.now_ms, faults)
        self.board = Board(self, refuse_every)
        self.journal = {}  # cmd_id -> its one ending
        self.open = None  # (cmd_id, op, args): intent, journaled before the first byte leaves
        self.events = []
        self.rebooted = 0
        self.host_starts = 0
        self._nonces = 0
        self.start_host()

    def now_ms(self):
        """Return the time of this world."""
        return self._ms

    def ticks_ms(self):
        """Return the board's clock, which wraps at 2**30."""
        return (self._ms + self._start_ticks) & ((1 << 30) - 1)

    def start_host(self):
        """Start the host anew, with nothing but its journal."""
        self.host_starts += 1
        self.host = HostLink(self.to_board.write, self._seconds, self._nonce)
        self.host.hello()
        if self.open:
            cmd_id, op, args = self.open
            self.host.send(cmd_id, op, args, again=True)

    def step(self):
        """Let STEP_MS pass on both ends."""
        self._ms += STEP_MS
        self.board.step(self.to_board.arrived())
        self.host.feed(self.to_host.arrived())
        self.host.tick()

    def run(self, ms):
        """Let time pass, journaling what comes."""
        for _ in range(ms // STEP_MS):
            self.step()
            self.settle()

    def settle(self):
        """Journal the endings that the host has delivered."""
        for event in self.host.take():
            self.events.append(event)
            if isinstance(event, Rebooted):
                self.rebooted += 1
            if isinstance(event, (Done, NotDone, Unknown)):
                assert event.cmd_id not in self.journal, f"ended twice: {event}"
                assert self.open and self.open[0] == event.cmd_id, f"ended, but not open: {event}"
                self.journal[event.cmd_id] = event
                self.open = None

    def command(self, cmd_id, op, args):
        """Run one command to its end, with the resets that this bench's faults ask for."""
        self.open = (cmd_id, op, args)
        self.host.send(cmd_id, op, args)
        began = self._ms
        board_reset = self._when("board_reset")
        host_reset = self._when("host_reset")
        while self.open:
            assert self._ms - began < COMMAND_LIMIT_MS, f"never ended: {cmd_id}"
            self.step()
            if self._ms - began >= board_reset:
                board_reset = COMMAND_LIMIT_MS
                self.board.cut_power()
            if self._ms - began >= host_reset:
                host_reset = COMMAND_LIMIT_MS
                self.start_host()  # and whatever the old one had heard but not journaled is gone
            self.settle()

    def _when(self, reset):
        if self.dice.hits(self.faults.get(reset, 0)):
            return self.dice.below(FLUSH_MS)
        return COMMAND_LIMIT_MS

    def _seconds(self):
        return self._ms / 1000

    def _nonce(self):
        self._nonces += 1
        return f"{self._nonces:08x}"


def play(faults, op, commands, seed):
    """Run many commands of one kind, hold every ending to the truth, and return the counts."""
    bench = Bench(faults, seed)
    board = bench.board
    bench.run(2000)
    counts = {"done": 0, "not done": 0, "unknown": 0}
    for number in range(commands):
        cmd_id = f"k3x9a0pq.{number}.1"
        args = {"turn": number, "drops": 3} if op == "flush" else {"how": "tumbler", "dice": 1, "sides": 20}
        bench.command(cmd_id, op, args)
        ending = bench.journal[cmd_id]
        turns = board.turns.get(cmd_id, 0)
        if isinstance(ending, Done):
            counts["done"] += 1
            if op == "flush":
                assert turns == 1, f"done, but turned {turns} times"
            else:
                assert ending.result["faces"][0] in board.throws[cmd_id], "a throw that never was"
        elif isinstance(ending, NotDone):
            counts["not done"] += 1
            assert turns == 0, "not done, but it turned"
        else:
            counts["unknown"] += 1
    bench.run(10_000)  # whatever is still on its way may come now
    for cmd_id, turns in board.turns.items():
        assert turns == 1, f"turned {turns} times for {cmd_id}"
    faces = [e.result["faces"][0] for e in bench.journal.values() if isinstance(e, Done) and op == "roll"]
    assert len(faces) == len(set(faces)), "one throw counted twice"
    counts["turns"] = len(board.turns)
    counts["struck"] = bench.to_host.struck + bench.to_board.struck
    counts["boots"] = board.boots
    counts["hosts"] = bench.host_starts
    return counts


def main(commands):
    """Play every fault with both kinds of command; print one JSON line each."""
    for fault in sorted(FAULTS):
        for op in ("flush", "roll"):
            counts = play(FAULTS[fault], op, commands, seed=11)
            assert counts["done"] + counts["not done"] + counts["unknown"] == commands
            print(json.dumps({"fault": fault, "op": op, "counts": counts}))
    print("kept")


if __name__ == "__main__":
    main(int(sys.argv[1]))
