"""A board gets a new program over its real prompt, and always has one that works, whatever is cut off in between."""

from __future__ import annotations

import contextlib
import errno
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from host.emulation.launch import StartedWorld, best_vm, firmware_folder, start_world
from host.link.boards import Boards, BoardStatus
from host.look_for_boards import look, wait_until
from host.update import program
from host.update.prompt import Prompt, PromptError
from host.update.updater import Target, UpdateError, Updater

CUTS = 50
ROLE = "shrine"
BOTH = pytest.mark.parametrize("vm", ["micropython", "cpython"])


class Bench:
    """A world with one board, and somebody who updates it."""

    def __init__(self, world: StartedWorld) -> None:
        self.world, self.port = world, world.ports[ROLE]
        self.flash = world.folder / ROLE
        self.said: list[str] = []

    def hello(self) -> BoardStatus:
        """What the board says of itself, once it does."""
        boards = Boards([self.port], find=False)
        boards.start()
        try:
            found = wait_until(boards, lambda status: status.state == "awake", 30.0)
        finally:
            boards.stop()
        assert found is not None, "the board is lost"
        return found

    def target(self) -> Target:
        found = self.hello()
        return Target(self.port, found.role, found.uid, found.files_hash)

    def updater(self, **more: Any) -> Updater:
        return Updater(self.said.append, [self.port], False, **more)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    worlds: list[StartedWorld] = []

    def starter(vm: str = "", **more: Any) -> Bench:
        worlds.append(start_world([ROLE], vm=vm or best_vm(), speed=0, folder=tmp_path / "world", **more))
        return Bench(worlds[-1])

    yield starter
    for world in worlds:
        world.stop()


@BOTH
def test_a_board_gets_its_new_program_and_keeps_it(start: Callable[..., Bench], vm: str) -> None:
    bench = start(vm)
    target = bench.target()
    told = bench.updater().update(target)
    new = bench.hello()
    assert new.files_hash in told and new.files_hash != target.files_hash and new.uid == target.uid
    assert bench.updater().is_current(Target(bench.port, ROLE, new.uid, new.files_hash))
    kind = ".mpy" if vm == "micropython" else ".py"
    assert {path.suffix for path in (bench.flash / "a").rglob("*.*")} == {kind}
    assert (bench.flash / "slot").read_text() == "a\n" and not (bench.flash / "slot.tried").exists()
    bench.updater(compile_it=False).update(Target(bench.port, ROLE, new.uid, new.files_hash))
    assert bench.hello().files_hash == program.hash_of(program.program(ROLE))
    assert (bench.flash / "slot").read_text() == "b\n"


BAD = {
    "it fails at its start": "raise ValueError('never tried')\n",
    "it hangs": "while True:\n    pass\n",
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.fault(29)
def test_a_program_that_does_not_say_hello_is_rolled_back(start: Callable[..., Bench], tmp_path: Path, what: str) -> None:
    bench = start("micropython" if best_vm() == "micropython" else "cpython")
    old = bench.target()
    firmware = Path(shutil.copytree(firmware_folder(), tmp_path / "firmware"))
    wiring = firmware / ROLE / "wiring.py"
    wiring.write_text(wiring.read_text().replace("def build(clock)", f"{BAD[what]}\n\ndef build(clock)"))
    with pytest.raises(UpdateError, match=r"runs the old one again, as before"):
        bench.updater(firmware=firmware).update(old)
    assert bench.hello().files_hash == program.hash_of(old_files(bench))


def old_files(bench: Bench) -> dict[str, bytes]:
    """What a board hashes whose program lies beside main.py: every program file that it has."""
    kinds = (".py", ".mpy")
    found = [path for path in bench.flash.rglob("*") if path.suffix in kinds and path.is_file()]
    return {path.relative_to(bench.flash).as_posix(): path.read_bytes() for path in found}


class Scissors:
    """A board's port whose board loses its power once so many bytes have been written to it."""

    def __init__(self, port: Any, after: int, cut: Callable[[], None]) -> None:
        self._port, self._left, self._cut = port, after, cut
        self.written = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)

    def write(self, data: bytes) -> None:
        self.written += len(data)
        if self._left < len(data):
            self._port.write(data[: self._left])
            self._cut()
            raise OSError(errno.EIO, "the board is gone")
        self._left -= len(data)
        self._port.write(data)


def open_with(scissors: list[Scissors], after: int, cut: Callable[[], None]) -> Callable[[str], Prompt]:
    """A way to open a prompt that is cut off after so many bytes."""

    def opener(path: str) -> Any:
        from mpremote.transport_serial import SerialTransport

        transport = SerialTransport(str(Path(path).resolve()), timeout=5.0)
        transport.serial = Scissors(transport.serial, after, cut)
        scissors.append(transport.serial)
        return transport

    return lambda path: Prompt(path, opener)


@pytest.mark.fault(29)
def test_cut_off_at_fifty_bytes_anywhere_the_board_runs_the_old_program_or_the_new(start: Callable[..., Bench]) -> None:
    bench = start()
    old_slot = bench.flash / "a"
    uid, base = bench.hello().uid, bench.flash.with_name("base")
    (bench.flash / "slot").write_text("a\n")
    for path, text in program.program(ROLE).items():
        (old_slot / path).parent.mkdir(parents=True, exist_ok=True)
        (old_slot / path).write_bytes(text + b"# the old one\n")
    old = program.hash_of({path: text + b"# the old one\n" for path, text in program.program(ROLE).items()})
    new = program.hash_of(program.compiled(program.program(ROLE)) if best_vm() == "micropython" else program.program(ROLE))
    shutil.copytree(bench.flash, base)
    scissors: list[Scissors] = []

    def at_its_prompt() -> Target:
        """The board as it was at the beginning, waiting at its prompt."""
        shutil.rmtree(bench.flash / "b", ignore_errors=True)
        for name in ("slot.try", "slot.tried"):
            (bench.flash / name).unlink(missing_ok=True)
        shutil.copytree(base, bench.flash, dirs_exist_ok=True)
        (bench.flash / "service.once").touch()
        bench.world.cut_power(ROLE, 0.0)
        return Target(bench.port)

    def copied(after: int) -> None:
        bench.updater(open_prompt=open_with(scissors, after, lambda: bench.world.cut_power(ROLE))).update(at_its_prompt())

    copied(10**9)
    assert bench.hello().files_hash == new
    whole, found = scissors[-1].written, []
    draw = random.Random(29)
    for at in [0, whole - 1, *(draw.randrange(whole) for _ in range(CUTS - 2))]:
        with contextlib.suppress(UpdateError):  # cut off in its last word, an update may have been done after all
            copied(at)
        hello = bench.hello()
        assert hello.uid == uid and hello.files_hash in (old, new), f"after {at} bytes of {whole}"
        found.append(hello.files_hash)
    assert found.count(old) > CUTS // 2
    bench.updater().update(bench.target())
    assert bench.hello().files_hash == new


def test_a_board_at_its_prompt_is_known_by_its_files(start: Callable[..., Bench]) -> None:
    bench = start()
    uid = bench.hello().uid
    (bench.flash / "service.once").touch()
    bench.world.cut_power(ROLE)
    with prompt_of(bench) as prompt:
        who = prompt.who()
    assert (who.uid, who.role, who.slot) == (uid, ROLE, "")


def prompt_of(bench: Bench) -> Prompt:
    """The board's prompt, once its port is back."""
    boots = bench.world.counts().boards[ROLE].boots
    bench.world.wait("boots", max(2, boots), timeout=10, board=ROLE)
    bench.world.wait("plugged", 1, timeout=10, board=ROLE)
    return Prompt(bench.port)


@pytest.mark.fault(28)
def test_a_port_that_somebody_holds_is_told_in_words(start: Callable[..., Bench]) -> None:
    bench = start()
    boards = Boards([bench.port], find=False)
    boards.start()
    try:
        assert wait_until(boards, lambda status: status.state == "awake", 20.0)
        with pytest.raises(PromptError, match="cannot be opened"):
            Prompt(bench.port)
    finally:
        boards.stop()
    assert look([bench.port], 1.0, False)[0]["state"] == "awake"
