"""Serial ports: which may have a board behind them, and one port that fails in words.

pyserial fails in three families (its own SerialException, plain OSError, termios.error), and a PTY lacks some lines of
a real port; all of that ends here.
"""

import errno
import termios
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import serial
from serial.tools import list_ports

PICO = (0x2E8A, 0x0005)
"""USB vendor and product id of MicroPython on a Raspberry Pi Pico."""

READ_WAIT_S = 0.02
WRITE_WAIT_S = 1.0


class PortTrouble(Exception):
    """A port cannot be opened or is lost. `code`: gone, busy, permission, error; `words` say what to do."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


class UsbPort(NamedTuple):
    """A port that USB says is a Pico's. `serial` is its unique id in hex, "" where it does not say."""

    path: str
    serial: str


def usb_boards() -> list[UsbPort]:
    """Every Pico that USB lists now; its path may be another one at the next look."""
    return [
        UsbPort(port.device, (port.serial_number or "").lower())
        for port in list_ports.comports()
        if (port.vid, port.pid) == PICO
    ]


def candidates(explicit: Iterable[str] = (), find: bool = True) -> list[str]:
    """Return the paths to look at: the ones named, then every Pico that USB lists, each device once."""
    paths = list(explicit)
    if find:
        paths += [port.path for port in usb_boards()]
    once: dict[Path, str] = {}
    for path in paths:
        once.setdefault(_device(path), path)
    return list(once.values())


def _device(path: str) -> Path:
    """What a path leads to; the path itself where a link vanishes while it is followed: its board is just coming back."""
    try:
        return Path(path).resolve()
    except OSError:
        return Path(path)


class Port:
    """One open port. Every method raises PortTrouble when the port is lost; `close` never does."""

    def __init__(self, path: str) -> None:
        """Open it for this program alone; raises PortTrouble."""
        self.path = path
        try:
            self._serial = serial.Serial(
                path, 115200, timeout=READ_WAIT_S, write_timeout=WRITE_WAIT_S, exclusive=True
            )
        except (OSError, termios.error) as error:  # SerialException is an OSError
            raise _trouble(path, error) from error

    def read(self) -> bytes:
        """Return what is there; waits READ_WAIT_S at most for the first byte, and not at all after `wake`."""
        try:
            data = self._serial.read(1)
            return data + self._serial.read(self._serial.in_waiting) if data else data
        except (OSError, termios.error, TypeError) as error:  # TypeError: pyserial, when a port is torn away in a read
            raise _trouble(self.path, error) from error

    def write(self, data: bytes) -> bool:
        """Send; returns False if the board took no bytes for WRITE_WAIT_S: how many it took is then not known."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            return False
        except (OSError, termios.error) as error:
            raise _trouble(self.path, error) from error
        return True

    def wake(self) -> None:
        """End a `read` that waits in another thread."""
        try:
            self._serial.cancel_read()
        except (OSError, TypeError):
            return  # it is being closed, so nobody waits any more

    def close(self) -> None:
        """Give the port back."""
        try:
            self._serial.close()
        except (OSError, termios.error):
            return  # a device that is gone cannot be asked to let go


def _trouble(path: str, error: Exception) -> PortTrouble:
    number = getattr(error, "errno", None)
    if number in (errno.EAGAIN, errno.EBUSY):
        words = f"Another program has {path} open: close mpremote, Thonny or the other tablekeeper."
        return PortTrouble("busy", words)
    if number in (errno.EACCES, errno.EPERM):
        words = f"No permission for {path}: add yourself to the group dialout (sudo usermod -aG dialout $USER) and log in anew."
        return PortTrouble("permission", words)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO) or not Path(path).exists():
        return PortTrouble("gone", f"Nothing is plugged in at {path}: check the cable.")
    return PortTrouble("error", f"{path} fails ({error}): unplug it and plug it in again.")
