"""Chaos: the shipped programs of both boards on a bad cable, with either end starting anew, for tens of thousands of commands.

`python -m tests.firmware.soak 20000` plays so many commands and reports and prints what became of them. An oracle (see
`soak_things`) counts throws and turns; every ending and every report is held to it.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from typing import Any

from beam import Beam
from button import Button
from die_watch import DieWatch
from home_mark import Lid
from ring import Ring
from roller import Roller
from step_dir import StepDir
from tablelink.board import BoardLink
from tablelink.events import Accepted, Done, Event, NotDone, Rebooted, Report, Unknown
from tablelink.host import HostLink
from teach import FaceTeacher
from tests.firmware.fakes import FakePin, load_app
from tests.firmware.linkbench import Dice, Flash, Wire
from tests.firmware.soak_things import STEPS, TURN_SLACK, Clock, Oracle, SoakArm, SoakDie, SoakRing
from thrower import Thrower
from tumbler import Tumbler
from turns import Turns

CABLE = {"lose": 5, "double": 5, "corrupt": 2}
"""Per cent of the frames, in either direction."""
RESETS = 8
"""Per cent of the commands during which the board, and of those during which the host, starts anew."""
ROUND_US = 8_000
LONGEST_S = 180.0
BOOT_MS = 1200
_reader, _shrine = load_app("dice_reader"), load_app("shrine")


class Table:
    """One board with its host. A kind of table builds the board's program, plays the people, and judges endings."""

    ROLE = ""

    def __init__(self, seed: int) -> None:
        self.clock = Clock()
        self.rng = random.Random(seed)
        self.oracle = Oracle()
        dice = Dice(seed)
        self.to_host = Wire(dice, self.clock.now_ms, CABLE)
        self.to_board = Wire(dice, self.clock.now_ms, CABLE)
        self.flash = Flash()
        self.counts: Counter[str] = Counter()
        self.journal: dict[str, Event] = {}
        self.told_by_board: dict[str, tuple[str, dict[str, Any]]] = {}
        self.reports: set[tuple[str, int, int]] = set()
        self.open: tuple[str, str, dict[str, Any]] | None = None
        self.sent_s = 0.0
        self.link: Any = None
        self.app: Any = None
        self._boots = 0
        self._boot_at_ms = 0
        self._nonces = 0
        self.start_host()
        self.wait(3.0)

    # -- to be filled by a kind of table -------------------------------------------------------------------------

    def build(self) -> Any:
        """The board's program, its parts on the real things."""
        raise NotImplementedError(f"{type(self).__name__} does not say how its board is built")

    def accepted(self) -> None:
        """The board waits: people act."""

    def people(self) -> None:
        """People do what they are about to do, each round."""

    def power_went(self) -> None:
        """What the real things do when nobody drives them."""

    def judge(self, cmd_id: str, event: Event) -> None:
        """Hold an ending to the truth."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is true")

    # -- both ends -----------------------------------------------------------------------------------------------

    def start_host(self) -> None:
        """The host starts anew, with nothing but its journal."""
        self.counts["host starts"] += 1
        self.host = HostLink(self.to_board.write, self.clock.seconds, self._nonce)
        self.host.hello()
        if self.open:
            cmd_id, op, args = self.open
            self.host.send(cmd_id, op, args, again=True)

    def cut_power(self) -> None:
        """The board starts anew, with nothing but its flash."""
        self.link = self.app = None
        self._boot_at_ms = self.clock.now_ms() + BOOT_MS
        self.power_went()

    def _nonce(self) -> str:
        self._nonces += 1
        return f"{self._nonces & 0xFFFFFFFF:08x}"

    def _boot(self) -> None:
        self._boots += 1
        self.counts["board starts"] += 1
        self.app = self.build()
        boot_id = f"{self._boots:x}"
        self.link = BoardLink(
            self.ROLE, "e66164084373532b", boot_id, "0.1.0", "0a1b", self.app.caps, self.to_host.write, self.clock.ms, self.flash
        )
        self.app.attach(Watched(self, self.link))

    def step(self) -> None:
        """One round of both loops."""
        came = self.to_board.arrived()
        if self.link is None:
            if self.clock.now_ms() >= self._boot_at_ms:
                self._boot()
        else:
            self.link.feed(came)
            self.link.tick()
            self.app.tick()
        self.people()
        self.host.feed(self.to_host.arrived())
        self.host.tick()
        self.clock.us_total += ROUND_US

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        until = self.clock.seconds() + seconds
        while self.clock.seconds() < until:
            self.step()
            self.settle()

    def settle(self) -> None:
        """Write down what the host has delivered."""
        for event in self.host.take():
            if isinstance(event, Report):
                # What a host has heard it does not remember when it starts anew; reports are news, endings are written down.
                key = (event.boot_id, event.seq, self.counts["host starts"])
                assert key not in self.reports, f"a report was delivered twice: {event}"
                self.reports.add(key)
            elif isinstance(event, Rebooted):
                self.counts["restarts noticed"] += 1
            elif isinstance(event, Accepted):
                self.accepted()
            elif isinstance(event, Done | NotDone | Unknown):
                assert self.open and self.open[0] == event.cmd_id, f"it was not open: {event}"
                assert event.cmd_id not in self.journal, f"it ended twice: {event}"
                self.journal[event.cmd_id] = event
                self.open = None

    def command(self, cmd_id: str, op: str, args: dict[str, Any]) -> Event:
        """Give a command and see it through, restarts included; its ending, judged."""
        self.open = (cmd_id, op, args)
        self.sent_s = began = self.clock.seconds()
        self.host.send(cmd_id, op, args)
        reset_board, reset_host = self._reset_at(began), self._reset_at(began)
        while self.open:
            now = self.clock.seconds()
            assert now - began < LONGEST_S, f"it never ended: {cmd_id} {op} {args}"
            self.step()
            if now >= reset_board:
                reset_board = began + 2 * LONGEST_S
                self.cut_power()
            if now >= reset_host:
                reset_host = began + 2 * LONGEST_S
                self.start_host()
            self.settle()
        event = self.journal[cmd_id]
        word = {Done: "done", NotDone: "not done", Unknown: "unknown"}[type(event)]  # type: ignore[index]
        self.counts[f"{op} {word}"] += 1
        self._same_as_the_board_said(cmd_id, event)
        self.judge(cmd_id, event)
        return event

    def _reset_at(self, began: float) -> float:
        if self.rng.random() * 100 < RESETS:
            return began + self.rng.uniform(0.0, 6.0)
        return began + 2 * LONGEST_S

    def _same_as_the_board_said(self, cmd_id: str, event: Event) -> None:
        word, data = self.told_by_board.get(cmd_id, ("", {}))
        if isinstance(event, Done):
            assert (word, data) == ("done", event.result), f"{event}, but the board ended it {word} {data}"
        elif isinstance(event, NotDone):
            assert word != "done", f"{event}, but the board did it: {data}"


class Watched:
    """A board's link as its program sees it; the table notes which command runs and how the program ended it."""

    def __init__(self, table: Table, link: BoardLink) -> None:
        self._table, self._link = table, link
        self.report, self.host_alive = link.report, link.host_alive

    def command(self, op: str, start: Any, **more: Any) -> None:
        def begin(cmd_id: str, args: dict[str, Any]) -> Any:
            self._table.oracle.current = cmd_id
            result = start(cmd_id, args)
            if result is not None:
                self._table.told_by_board[cmd_id] = ("done", result)
            return result

        self._link.command(op, begin, **more)

    def done(self, cmd_id: str, result: dict[str, Any]) -> None:
        self._table.told_by_board[cmd_id] = ("done", result)
        self._link.done(cmd_id, result)

    def not_done(self, cmd_id: str, why: str, evidence: dict[str, Any] | None = None) -> None:
        self._table.told_by_board[cmd_id] = ("not", {"why": why})
        self._link.not_done(cmd_id, why, evidence)


class ReaderTable(Table):
    """A die that people or the arm throw, and a button."""

    ROLE = "dice_reader"

    def __init__(self, seed: int) -> None:
        self.counted: set[tuple[str, int]] = set()
        self.presses: Oracle = Oracle()
        self._throw_at = self._press_at = self._up_at = 0.0
        self._down = False
        super().__init__(seed)

    def build(self) -> Any:
        if not hasattr(self, "die"):
            self.die = SoakDie(self.clock, self.oracle, self.rng)
        app = _reader.DiceReader(self.clock)
        diff = self.clock.diff
        app.fit_tumbler(
            Tumbler(self.clock, self.die, DieWatch(diff)), lambda told: FaceTeacher(diff, lambda sides, normals: None, told)
        )
        app.fit_roller(Roller(self._draw), Button(diff), lambda: self._down)
        app.fit_thrower(Thrower(SoakArm(self.die), self.clock, Roller(self.rng.randbytes)))
        return app

    def _draw(self, n: int) -> bytes:
        # The two bytes of a press are its number, so that no two rolls are alike.
        if not self._half:
            serial = self.presses.throw(self.clock.seconds())
            self._half = [serial >> 8 & 255, serial & 255]
        return bytes([self._half.pop(0)])

    def accepted(self) -> None:
        self._act(self.rng.uniform(0.2, 0.8))

    def _act(self, after: float) -> None:
        how = self.open[2]["how"] if self.open else ""
        if how == "tumbler":
            self._throw_at = self.clock.seconds() + after
        elif how == "roller":
            self._press_at = self.clock.seconds() + after

    def people(self) -> None:
        now = self.clock.seconds()
        if not self.open:
            self._throw_at = self._press_at = 0.0
        if self._throw_at and now >= self._throw_at:
            # Nobody who has thrown waits for ever: where nothing is said, they throw once more.
            self._throw_at = now + self.rng.uniform(5.0, 8.0)
            self.die.throw()
        if self._press_at and now >= self._press_at:
            self._press_at = now + 4.0
            self._down, self._up_at, self._half = True, now + 0.15, []
        if self._down and now >= self._up_at:
            self._down = False

    def judge(self, cmd_id: str, event: Event) -> None:
        if not isinstance(event, Done):
            return
        result = event.result
        if "raw" in result:
            kind, serial = "throw", self.die.serial_of(result["raw"], self.sent_s - 2.0)
        else:
            high, low = (face - 1 for face in result["faces"])
            kind, serial = "press", self.presses.is_of(high << 8 | low, 1 << 16, self.sent_s)
        assert serial is not None, f"a {kind} that never was, or long ago: {event}"
        assert (kind, serial) not in self.counted, f"one {kind} counted twice: {event}"
        assert result["kind"] == "set" or kind == "press" or self.oracle.thrown_at[serial] >= self.sent_s, f"thrown before: {event}"
        self.counted.add((kind, serial))

    def play(self, number: int) -> None:
        """One roll, by whatever source."""
        how = ("tumbler", "roller", "thrower")[number % 3]
        args = {"how": how, "dice": 2, "sides": 256} if how == "roller" else {"how": how, "dice": 1, "sides": 6}
        self.command(f"soakroll.{number}.1", "roll", args)


class ShrineTable(Table):
    """A ring that people fill, mend and empty."""

    ROLE = "shrine"

    def __init__(self, seed: int) -> None:
        self._made = False
        super().__init__(seed)

    def build(self) -> Any:
        if not self._made:
            self._made = True
            self.ring = SoakRing(self.clock, self.oracle, self.rng)
        self.ring.beam = FakePin(0)
        motor = StepDir(*self.ring.lines(), self.clock, STEPS)
        ring = Ring(motor, Turns(STEPS), self.ring.at_mark, self.ring.lid_open)
        lid = Lid(LidPin(self.ring), self.clock)
        return _shrine.Shrine(self.clock, ring, Beam(self.ring.beam, self.clock, self.clock.us, 3), lid)

    def power_went(self) -> None:
        self.ring.lose_power()

    def judge(self, cmd_id: str, event: Event) -> None:
        op = "home" if cmd_id.startswith("soakhome") else "flush"
        turned = self.oracle.turned.get(cmd_id, 0)
        assert turned <= (1.2 if op == "home" else 1.0) * STEPS + TURN_SLACK, f"turned {turned} steps: {event}"
        if op == "home":
            return
        if isinstance(event, Done):
            assert abs(turned - STEPS) <= TURN_SLACK, f"turned {turned} steps: {event}"
            assert event.result["drops_seen"] == self.oracle.fallen.get(cmd_id, 0), f"{event}, fallen {self.oracle.fallen}"
        elif isinstance(event, NotDone):
            assert turned == event.evidence.get("half_steps", 0) or self.ring.motor.lost, f"turned {turned} steps: {event}"

    def play(self, number: int) -> None:
        """One turn, and where it did not end well, people and the board find the start again."""
        drops = self.rng.randint(0, 6)
        self.ring.load(drops)
        if self.rng.random() < 0.06:
            self.ring.trouble = self.rng.choice(["lid", "jam"])
            self.ring.trouble_at = self.ring.motor.travel + self.rng.randint(1, STEPS)
        event = self.command(f"soakflus.{number}.1", "flush", {"turn": number, "drops": drops})
        attempt = 0
        while not isinstance(event, Done):
            attempt += 1
            self.ring.mend()
            event = self.command(f"soakhome.{number}.{attempt}", "home", {"loaded": False})


class LidPin:
    """The lid's switch."""

    def __init__(self, ring: SoakRing) -> None:
        self._ring = ring

    def value(self) -> int:
        return int(self._ring.lid_is_open)


def play(things: int, seed: int) -> dict[str, dict[str, int]]:
    """Play so many commands and reports, half of them on each board; what became of them. Raises AssertionError at a lie."""
    told = {}
    for table in (ReaderTable(seed), ShrineTable(seed + 1)):
        number = 0
        while len(table.journal) + len(table.reports) < things // 2:
            number += 1
            table.play(number)
        table.wait(10.0)
        for cmd_id, turned in table.oracle.turned.items():
            assert turned <= 1.2 * STEPS + TURN_SLACK, f"{cmd_id} turned {turned} steps in the end"
            assert not cmd_id.startswith("soakflus") or turned <= STEPS + TURN_SLACK, f"{cmd_id} turned {turned} steps in the end"
        counts = dict(sorted(table.counts.items()))
        struck = table.to_host.struck + table.to_board.struck
        counts |= {"commands": len(table.journal), "reports": len(table.reports), "frames struck": struck}
        if isinstance(table, ReaderTable):
            counts |= {"throws": len(table.oracle.thrown_at), "presses": len(table.presses.thrown_at)}
        else:
            counts["whole turns"] = sum(turned > STEPS // 2 for turned in table.oracle.turned.values())
        told[table.ROLE] = counts
    return told


def main() -> None:
    """Play, and print one JSON line a board."""
    things, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for role, counts in play(things, seed).items():
        print(json.dumps({role: counts}))


if __name__ == "__main__":
    main()
