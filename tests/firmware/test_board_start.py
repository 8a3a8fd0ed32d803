"""The loop and the guarded start: the line is served, the watchdog waits for the host, a failure ends in a reset."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from mainloop import MainLoop
from tablelink.frame import FrameReader, encode
from tests.firmware.fakes import FakeClock


class Port:
    """A line into the board; says how it was read."""

    def __init__(self, data: bytes = b"") -> None:
        self.left = bytearray(data)
        self.reads: list[int] = []

    def poll(self, timeout_ms: int) -> bool:
        assert timeout_ms == 0, "nobody may wait for the line"
        return bool(self.left)

    def read(self, count: int) -> bytes:
        self.reads.append(count)
        taken = bytes(self.left[:count])
        del self.left[:count]
        return taken


class App:
    """Counts its rounds; does in each what a test wants."""

    def __init__(self) -> None:
        self.caps = ["test"]
        self.rounds = 0
        self.halts = 0
        self.busy = False
        self.each_round: Callable[[], None] = lambda: None

    def attach(self, link: Any) -> None:
        self.link = link

    def tick(self) -> bool:
        self.rounds += 1
        self.each_round()
        return self.busy

    def halt(self) -> None:
        self.halts += 1


class LoopBench:
    """The loop between a line, a link that only listens and an app."""

    def __init__(self, data: bytes = b"") -> None:
        self.port = Port(data)
        self.app = App()
        self.clock = FakeClock()
        self.fed: list[bytes] = []
        self.watchdog_fed = 0
        self.entered = 0
        self.link = SimpleNamespace(feed=self.fed.append, tick=lambda: None, run_mode=False)
        self.loop = MainLoop(self.link, self.app, self.port, self.clock, self._enter)

    def _enter(self) -> Any:
        self.entered += 1
        return self

    def feed(self) -> None:
        self.watchdog_fed += 1


@pytest.mark.fault(3)
def test_one_byte_a_read_and_at_most_64_a_round() -> None:
    bench = LoopBench(bytes(range(200)))
    for _ in range(4):
        bench.loop.once()
    assert set(bench.port.reads) == {1}
    assert [len(fed) for fed in bench.fed] == [64, 64, 64, 8] and b"".join(bench.fed) == bytes(range(200))


def test_a_line_that_says_ready_and_gives_nothing_does_not_hold_the_board() -> None:
    bench = LoopBench()
    bench.port.poll = lambda timeout_ms: True  # type: ignore[method-assign]
    bench.loop.once()
    assert bench.fed == [] and bench.app.rounds == 1


def test_the_loop_rests_only_when_there_is_nothing_to_do() -> None:
    bench = LoopBench(b"x")
    bench.loop.once()
    bench.app.busy = True
    bench.loop.once()
    assert bench.clock.slept_us == []
    bench.app.busy = False
    bench.loop.once()
    assert bench.clock.slept_us == [4000]


@pytest.mark.fault(27)
def test_the_watchdog_waits_for_the_host_and_is_then_fed_each_round() -> None:
    bench = LoopBench()
    for _ in range(5):
        bench.loop.once()
    assert bench.entered == 0 and not bench.loop.watched
    bench.link.run_mode = True
    for _ in range(5):
        bench.loop.once()
    assert bench.entered == 1 and bench.loop.watched and bench.watchdog_fed == 4


def test_leaving_stops_whatever_moves() -> None:
    bench = LoopBench()
    bench.app.each_round = bench.loop.leave
    bench.loop.run()
    assert bench.app.rounds == 1 and bench.app.halts == 1


# -- the guarded start -------------------------------------------------------------------------------------------


class Reset(BaseException):
    """The chip starts anew: nothing of this program goes on."""


class Pico:
    """What MicroPython offers beside CPython, and a line whose other end the test holds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.ms = 0
        self.slept: list[int] = []
        self.watchdogs: list[int] = []
        self.ctrl_c: list[int] = []
        self.out = bytearray()
        self.app = App()
        self.host: Callable[[], None] = lambda: None
        self._in, self.line = os.pipe()
        self.stdin = os.fdopen(self._in, "rb", buffering=0)
        machine = ModuleType("machine")
        machine.__dict__.update(unique_id=lambda: b"\xe6\x61\x64", reset=self._reset, WDT=self._watchdog)
        micropython = ModuleType("micropython")
        micropython.__dict__.update(kbd_intr=self.ctrl_c.append)
        ticks = SimpleNamespace(
            ticks_ms=lambda: self.ms,
            ticks_us=lambda: self.ms * 1000,
            sleep_ms=self._sleep,
            ticks_diff=lambda a, b: a - b,
        )
        wiring = ModuleType("test_wiring")
        wiring.__dict__.update(build=lambda clock: self.app)
        for module in (machine, micropython, wiring):
            monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.delitem(sys.modules, "board", raising=False)
        monkeypatch.chdir(folder)
        (folder / "main.py").write_text("import board\n")
        self.board = importlib.import_module("board")
        monkeypatch.setattr(importlib.import_module("clock"), "time", ticks)
        stdin = SimpleNamespace(buffer=self.stdin, fileno=self.stdin.fileno)
        stdout = SimpleNamespace(buffer=SimpleNamespace(write=self.out.extend))
        monkeypatch.setattr(self.board, "sys", SimpleNamespace(stdin=stdin, stdout=stdout))

    def close(self) -> None:
        self.stdin.close()
        os.close(self.line)

    def _reset(self) -> None:
        raise Reset

    def _watchdog(self, timeout: int) -> Any:
        self.watchdogs.append(timeout)
        return SimpleNamespace(feed=lambda: None)

    def _sleep(self, ms: int) -> None:
        self.slept.append(ms)
        self.ms += ms
        assert self.ms < 60_000, "the board should have ended by now"
        self.host()

    def say(self, frame: dict[str, Any]) -> None:
        os.write(self.line, encode(frame))

    def heard(self) -> list[dict[str, Any]]:
        return FrameReader().feed(bytes(self.out))

    def run(self) -> None:
        self.board.guarded_run("tester", "test_wiring")


@pytest.fixture
def pico(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Pico]:
    pico = Pico(monkeypatch, tmp_path)
    yield pico
    pico.close()


def greet(pico: Pico) -> None:
    """Be a host that says hello in the first round."""
    if pico.app.rounds == 1:
        pico.say({"t": "hello", "n": "5f1c22ab"})


def test_the_hello_is_answered_with_who_this_board_is(pico: Pico) -> None:
    pico.host = lambda: greet(pico)

    def stop() -> None:
        if pico.app.rounds > 5:
            raise KeyboardInterrupt

    pico.app.each_round = stop
    with pytest.raises(KeyboardInterrupt):
        pico.run()
    told: dict[str, Any] = {}
    for frame in pico.heard():
        told |= frame["d"] if frame["t"] == "me" else {}
    assert (told["role"], told["uid"], told["caps"]) == ("tester", "e66164", ["test"])
    assert len(told["fh"]) == 16 and told["fw"]
    assert pico.app.halts == 1, "Ctrl-C too stops whatever moves"


@pytest.mark.fault(27)
@pytest.mark.fault(28)
def test_before_the_hello_there_is_no_watchdog_and_ctrl_c_works(pico: Pico) -> None:
    def stop() -> None:
        if pico.app.rounds == 50:
            raise KeyboardInterrupt

    pico.app.each_round = stop
    with pytest.raises(KeyboardInterrupt):
        pico.run()
    assert pico.watchdogs == [] and pico.ctrl_c == []


@pytest.mark.fault(1)
@pytest.mark.fault(27)
def test_the_hello_starts_the_watchdog_and_switches_ctrl_c_off(pico: Pico) -> None:
    pico.host = lambda: greet(pico)

    def stop() -> None:
        if pico.app.rounds == 50:
            raise KeyboardInterrupt

    pico.app.each_round = stop
    with pytest.raises(KeyboardInterrupt):
        pico.run()
    assert pico.watchdogs == [8000] and pico.ctrl_c == [-1]


@pytest.mark.fault(28)
def test_service_is_answered_and_gives_the_prompt_at_the_next_start_once(pico: Pico) -> None:
    asked: list[bool] = []

    def host() -> None:
        greet(pico)
        parts = [frame for frame in pico.heard() if frame["t"] == "me"]
        if parts and not asked:
            asked.append(True)
            stamp = f"{parts[0]['b']}.{parts[0]['s']:x}.1"
            pico.say({"t": "do", "s": stamp, "i": "m.1.1", "o": "service", "a": {}})

    pico.host = host
    with pytest.raises(Reset):
        pico.run()
    assert pico.heard()[-1]["t"] == "done" and pico.ctrl_c == [-1, 3] and pico.app.halts == 1
    assert pico.slept[-1] == 100, "the answer needs a moment on its way out"
    rounds = pico.app.rounds
    pico.run()
    assert pico.app.rounds == rounds, "the watchdog is gone with the reset, and the prompt is there"
    assert not Path("service.once").exists()


@pytest.mark.fault(25)
@pytest.mark.parametrize(("greeted", "pause_ms"), [(False, 5000), (True, 100)])
def test_a_failure_is_told_in_one_frame_and_ends_in_a_reset(pico: Pico, greeted: bool, pause_ms: int) -> None:
    if greeted:
        pico.host = lambda: greet(pico)

    def fail() -> None:
        if pico.app.rounds == 10:
            raise OSError(5, "no answer from the sensor")

    pico.app.each_round = fail
    with pytest.raises(Reset):
        pico.run()
    last = pico.heard()[-1]
    assert last["t"] == "err" and "OSError" in last["w"] and "no answer" in last["w"]
    assert pico.app.halts == 1 and pico.slept[-1] == pause_ms


@pytest.mark.fault(25)
def test_a_failure_while_the_parts_are_built_is_told_too(pico: Pico, monkeypatch: pytest.MonkeyPatch) -> None:
    def build(clock: Any) -> Any:
        raise ValueError("settings.json: unknown setting tumblr")

    monkeypatch.setattr(sys.modules["test_wiring"], "build", build)
    with pytest.raises(Reset):
        pico.run()
    [frame] = pico.heard()
    assert frame["t"] == "err" and frame["w"] == "ValueError: settings.json: unknown setting tumblr"


def test_every_start_has_a_boot_id_of_its_own(pico: Pico) -> None:
    def fail() -> None:
        raise ValueError

    pico.app.each_round = fail
    for _ in range(2):
        with pytest.raises(Reset):
            pico.run()
    first, second = [frame["b"] for frame in pico.heard()]
    assert first != second and len(first) == len(second) == 8


def test_the_record_of_commands_is_a_file_of_the_board(pico: Pico) -> None:
    def flush_once() -> None:
        pico.app.link.command("flush", lambda cmd_id, args: {"turned": 1}, durable=True)
        parts = [frame for frame in pico.heard() if frame["t"] == "me"]
        if pico.app.rounds == 20:
            stamp = f"{parts[0]['b']}.{parts[0]['s']:x}.1"
            pico.say({"t": "do", "s": stamp, "i": "m.1.1", "o": "flush", "a": {}})
        if pico.app.rounds == 30:
            raise KeyboardInterrupt

    pico.host = lambda: greet(pico)
    pico.app.each_round = flush_once
    with pytest.raises(KeyboardInterrupt):
        pico.run()
    text = Path("intent.json").read_text()
    assert json.loads(text.rpartition("*")[0])["c"][0][:3] == ["m.1.1", "flush", "done"]
