"""Start a world as a process of its own and stop it again."""

from __future__ import annotations

import json
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from host.emulation.control import World, WorldError
from host.emulation.vm import micropython_path
from host.emulation.wiring import data_folder

_STOPS_WITHIN_S = 5.0


def firmware_folder() -> Path:
    """Where the boards' firmware is: in the checkout, or else in the installed wheel."""
    return data_folder("firmware")


def best_vm() -> str:
    """ "micropython" where the real one is installed, else "cpython"."""
    return "micropython" if micropython_path() else "cpython"


class StartedWorld(World):
    """A world that was started here: also knows its ports and folder, and ends it when closed."""

    def __init__(
        self, process: subprocess.Popen[bytes], folder: Path, ready: dict[str, object], *, temporary: bool = False
    ) -> None:
        """`temporary`: the folder is removed in the end."""
        super().__init__(str(ready["control"]))
        self._temporary = temporary
        self.process = process
        self.folder = folder
        ports = ready["ports"]
        assert isinstance(ports, dict)
        self.ports: dict[str, str] = dict(ports)
        self.glass = Path(str(ready["glass"])) if ready["glass"] else None

    def __enter__(self) -> StartedWorld:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> int:
        """End the world and wait for its end; its exit status."""
        try:
            self.quit()
        except WorldError:
            # It has ended already, or hangs; either way what follows deals with it.
            self.process.terminate()
        self.close()
        status = _end(self.process)
        if self._temporary and not any(log.stat().st_size for log in self.folder.glob("*.log")):
            # What boards have complained of stays to be read.
            shutil.rmtree(self.folder, ignore_errors=True)
        return status


def start_world(
    boards: Sequence[str] = ("dice_reader", "shrine"),
    *,
    vm: str | None = None,
    speed: float = 0.0,
    folder: Path | None = None,
    seed: int = 0,
    firmware: Path | None = None,
    pins: Path | None = None,
    ticks_from: float = 0.0,
    panels: Sequence[tuple[int, int, str]] = (),
    fit: Sequence[str] = (),
    settings: Mapping[str, Mapping[str, object]] | None = None,
    tied: bool = True,
    ready_within: float = 20.0,
) -> StartedWorld:
    """Start a world and wait until its boards can be opened.

    `vm` is "micropython" or "cpython", `best_vm()` if None. `panels` are (bus, address, chip). `fit` are parts other than the
    usual ones ("mpu6050=0x98", "arm=servo", "wells=2", "step_dir=3200", "hall"), `settings` what the boards' own settings.json
    say of them. Without a `folder` a temporary one is made. A `tied` world ends with this process, however that ends. Raises
    `WorldError` if it does not come up; it has said why on stderr.
    """
    temporary = folder is None
    folder = folder or Path(tempfile.mkdtemp(prefix="tablekeeper-world-"))
    command = [
        sys.executable, "-m", "host.emulation.world", "--boards", ",".join(boards), "--vm", vm or best_vm(),
        "--speed", repr(speed), "--dir", str(folder), "--seed", str(seed), "--ticks-from", repr(ticks_from),
    ]  # fmt: skip
    for option, path in (("--firmware", firmware), ("--pins", pins)):
        if path is not None:
            command += [option, str(path)]
    if panels:
        command += ["--glass", *(f"{bus}:{address:#x}:{chip}" for bus, address, chip in panels)]
    if fit:
        command += ["--fit", *fit]
    for role, said in (settings or {}).items():
        (folder / role).mkdir(parents=True, exist_ok=True)
        (folder / role / "settings.json").write_text(json.dumps(said), encoding="utf-8")
    if tied:
        command.append("--tied")
    stdin = subprocess.PIPE if tied else subprocess.DEVNULL
    process = subprocess.Popen(command, bufsize=0, stdin=stdin, stdout=subprocess.PIPE, start_new_session=not tied)
    line = _first_line(process, ready_within)
    if not line.endswith(b"\n"):
        process.kill()
        status = _end(process)
        raise WorldError(f"The world did not come up within {ready_within} s (exit status {status}); see above and in {folder}.")
    return StartedWorld(process, folder, json.loads(line), temporary=temporary)


def _first_line(process: subprocess.Popen[bytes], within: float) -> bytes:
    assert process.stdout is not None
    deadline = time.monotonic() + within
    line = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while not line.endswith(b"\n"):
            if not selector.select(max(0.0, deadline - time.monotonic())):
                return line
            byte = process.stdout.read(1)
            if not byte:
                return line
            line += byte
    return line


def _end(process: subprocess.Popen[bytes]) -> int:
    try:
        status = process.wait(_STOPS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
    return status
