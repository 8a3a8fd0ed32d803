"""Starts a board's program, and is the last to notice when it fails."""

import binascii
import os
import select
import sys

import machine
import micropython

import loader
from clock import BoardClock
from files import files_hash
from flash import FlashRecord
from mainloop import MainLoop
from tablelink.board import BoardLink
from tablelink.frame import trouble_frame

FIRMWARE = "0.1.0"

# Longest that a step of the loop may take; a chip of this kind allows at most 8388.
WATCHDOG_MS = 8000
# The prompt can be reached for so long when the program fails before any host has spoken.
_CRASH_PAUSE_MS = 5000
_LAST_WORD_MS = 100
_CTRL_C = 3
_NO_CTRL_C = -1
# Left behind by `service`: the next start gives the prompt, since a watchdog once started ends with the reset only.
_SERVICE_FILE = "service.once"


class SerialPort:
    """The USB line of the board; bytes, never text."""

    def __init__(self):
        self._bytes = sys.stdin.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self.read = self._bytes.read

    def poll(self, timeout_ms: int):
        """True if a byte can be read without waiting."""
        return self._poll.poll(timeout_ms)


def guarded_run(role: str, wiring: str, root: str = "") -> None:
    """Run the app that module `wiring` builds by `build(clock)`; returns only where the prompt is wanted.

    `root` is the folder that this program was loaded from, "" for that of `main.py`.

    Whatever goes wrong is told in one frame and ends in a reset: a board at its prompt answers the table with nonsense.
    """
    if _service_asked():
        return
    clock = BoardClock()
    boot_id = binascii.hexlify(os.urandom(4)).decode()
    loop = None
    try:
        loop = _assemble(role, boot_id, __import__(wiring).build(clock), clock, root)
        loop.run()
    except Exception as error:  # noqa: BLE001  the one guard of the whole board, see above
        sys.stdout.buffer.write(trouble_frame(boot_id, f"{type(error).__name__}: {error}"))
        # The frame needs a moment on its way out; and while no table has spoken, perhaps a person is at the line.
        clock.sleep_ms(_LAST_WORD_MS if loop is not None and loop.watched else _CRASH_PAUSE_MS)
        machine.reset()
    _give_prompt(loop, clock)


def _assemble(role: str, boot_id: str, app, clock, root: str) -> MainLoop:
    uid = binascii.hexlify(machine.unique_id()).decode()
    link = BoardLink(
        role,
        uid,
        boot_id,
        FIRMWARE,
        files_hash(root or os.getcwd()),
        app.caps,
        sys.stdout.buffer.write,
        clock.ms,
        FlashRecord("intent.json"),
        service=lambda: loop.leave(),
    )
    loop = MainLoop(link, app, SerialPort(), clock, _enter_run_mode)
    app.attach(link)
    return loop


def _enter_run_mode():
    loader.confirm()
    # From here on a stray byte 3 is a byte like any other.
    micropython.kbd_intr(_NO_CTRL_C)
    return machine.WDT(timeout=WATCHDOG_MS)


def _give_prompt(loop: MainLoop, clock) -> None:
    micropython.kbd_intr(_CTRL_C)
    if loop.watched:
        with open(_SERVICE_FILE, "w") as file:
            file.write("prompt at the next start\n")
        clock.sleep_ms(_LAST_WORD_MS)
        machine.reset()


def _service_asked() -> bool:
    try:
        os.remove(_SERVICE_FILE)
    except OSError:
        return False
    return True
