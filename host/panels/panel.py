"""One OLED panel on an I2C bus. Not for several threads: the bus's worker alone calls it (see `worker.py`)."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable
from enum import Enum
from typing import Any, Final, Protocol

from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from host.codes import coded
from host.panels.wire import PAGES, WIDTH, Chip, Window, differences, pack

_LUMA_DEVICES: Final = {"ssd1306": ssd1306, "sh1106": sh1106}
_DISPLAY_ON: Final = 0xAF
_DIM_CONTRAST: Final = 0x08
#: The bus itself is stuck, which is not this panel's own trouble.
_HANGING: Final = {errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY}
_NOTHING_KNOWN: Final[tuple[None, ...]] = (None,) * PAGES


class Wire(Protocol):
    """What luma calls a serial interface. `command` and `data` raise `OSError` or luma's own errors."""

    def command(self, *commands: int) -> None: ...

    def data(self, data: list[int]) -> None: ...

    def cleanup(self) -> None: ...


class Light(Enum):
    """How bright a panel is."""

    FULL = "full"
    DIM = "dim"
    OFF = "off"


class PanelError(Exception):
    """A panel could not be reached; the message says where and what to look at. `hangs`: the whole bus is stuck."""

    def __init__(self, words: str, *, hangs: bool) -> None:
        super().__init__(words)
        self.hangs = hangs


def i2c_wire(port: int, address: int) -> Wire:
    """The wire to a real panel: luma's own, on /dev/i2c-`port`."""
    wire: Wire = i2c(port=port, address=address)
    return wire


class _Line:
    """What luma's device talks to: takes down the commands that prepare the chip, and later passes on what it is told."""

    def __init__(self) -> None:
        self.taken: list[tuple[int, ...]] = []
        self.send: Callable[[tuple[int, ...]], None] = self.taken.append

    def command(self, *commands: int) -> None:
        self.send(commands)

    def cleanup(self) -> None:
        """The panel closes its wire itself."""


def _luma_device(chip: Chip, line: _Line) -> Any:
    """luma's device, which tells `line` how to prepare the chip. Its clearing is left out: whole pictures follow anyway."""
    luma_class = _LUMA_DEVICES[chip.name]
    device = type(luma_class.__name__, (luma_class,), {"clear": lambda self: None})(line)
    # Otherwise luma darkens the panel when the interpreter ends, whoever uses the bus then.
    device.persist = True
    return device


class Panel:
    """A panel of 128x64 pixels.

    `where` names it in messages. `open_wire` opens the way to it, again after each error. After any error nothing is
    taken for known: the next `init` prepares the chip anew and the next picture is sent whole.
    """

    def __init__(
        self,
        where: str,
        chip: Chip,
        open_wire: Callable[[], Wire],
        *,
        column_offset: int | None = None,
        upside_down: bool = False,
    ) -> None:
        offset = chip.offset if column_offset is None else column_offset
        if not 0 <= offset <= chip.columns - WIDTH:
            raise ValueError(f"{where}: column offset {offset} does not fit; {chip.name} allows 0 to {chip.columns - WIDTH}.")
        self.where, self.chip = where, chip
        self.upside_down = upside_down
        self.bytes_sent = self.transfers = 0
        self._offset, self._open_wire = offset, open_wire
        self._wire: Wire | None = None
        self._line = _Line()
        self._device = _luma_device(chip, self._line)
        taken = [commands for commands in self._line.taken if commands != (_DISPLAY_ON,)]
        self._registers = [*taken, chip.paging] if chip.paging else taken
        self._line.send = self._command
        self._light = Light.FULL
        self._lit = False
        self._known: list[bytes | None] = list(_NOTHING_KNOWN)
        self._old: set[int] = set()

    @property
    def ready(self) -> bool:
        """Prepared, and no error since."""
        return self._wire is not None

    def init(self) -> None:
        """Open the wire and prepare the chip. It stays dark until it has been given a whole picture. Raises `PanelError`."""
        self.forget()
        try:
            self._wire = self._open_wire()
            for commands in self._registers:
                self._device.command(*commands)
        except (OSError, LumaError) as error:
            raise self._failed(error) from error

    def heal(self) -> None:
        """Prepare a working chip again, in case it lost its registers unnoticed, and doubt what it shows. `PanelError`."""
        for commands in self._registers:
            self._try(self._device.command, *commands)
        self._try(self._apply_light)
        self._old = set(range(PAGES))

    def forget(self) -> None:
        """Close the wire and know nothing of the panel any more."""
        wire, self._wire = self._wire, None
        self._known = list(_NOTHING_KNOWN)
        self._old = set()
        self._lit = False
        if wire is not None:
            # It is given up anyway; what is wrong shows at the next opening.
            with contextlib.suppress(OSError):
                wire.cleanup()

    def pack(self, image: Image.Image) -> bytes:
        """The bytes that make this panel show `image`."""
        return pack(image, upside_down=self.upside_down)

    def plan(self, picture: bytes) -> list[Window]:
        """What has to be sent so that the panel shows `picture`."""
        return differences(self._known, picture)

    def doubted(self) -> Window | None:
        """A window to send again since a `heal`, though the glass should show it already; None when all is certain."""
        page = min(self._old, default=None)
        return None if page is None else Window(page, 0, WIDTH - 1)

    def send(self, window: Window, picture: bytes) -> None:
        """Send one window of `picture`. Raises `PanelError`."""
        data = window.cut(picture)
        self._try(self._send, window, data)
        if window.size == WIDTH:
            self._known[window.page] = data
            self._old.discard(window.page)
        elif (before := self._known[window.page]) is not None:
            self._known[window.page] = before[: window.column] + data + before[window.last_column + 1 :]
        if not self._lit and None not in self._known:
            self._try(self._apply_light)

    def light(self, light: Light) -> None:
        """Make it bright, dim or dark; its picture is kept. Raises `PanelError`."""
        self._light = light
        if self._lit:
            self._try(self._apply_light)

    def show(self, image: Image.Image) -> None:
        """Show a picture (mode "1", 128x64), sending what differs. Prepares the panel first if need be. `PanelError`."""
        picture = self.pack(image)
        if not self.ready:
            self.init()
        for window in self.plan(picture):
            self.send(window, picture)

    def _apply_light(self) -> None:
        if self._light is Light.OFF:
            self._device.hide()
        else:
            if self._light is Light.DIM:
                self._device.contrast(_DIM_CONTRAST)
            else:
                self._restore_contrast()
            self._device.show()
        self._lit = True

    def _restore_contrast(self) -> None:
        # luma chose a contrast for this chip when it prepared it.
        self._device.command(*next(commands for commands in self._registers if commands[0] == 0x81))

    def _send(self, window: Window, data: bytes) -> None:
        wire = self._connected()
        self._device.command(*window.address(self._offset))
        wire.data(list(data))
        self._count(len(data))

    def _command(self, commands: tuple[int, ...]) -> None:
        self._connected().command(*commands)
        self._count(len(commands))

    def _count(self, length: int) -> None:
        self.transfers += 1
        self.bytes_sent += 2 + length

    def _connected(self) -> Wire:
        if self._wire is None:
            raise OSError(errno.ENODEV, "not prepared")
        return self._wire

    def _try(self, action: Callable[..., None], *args: Any) -> None:
        try:
            action(*args)
        except (OSError, LumaError) as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> PanelError:
        self.forget()
        # luma turns errno 121 into an error of its own without a number, but only for commands.
        number = getattr(error, "errno", None)
        if number in _HANGING:
            words = f"{self.where}: the I2C bus hangs. Look for a short or a loose wire on it ({error})."
            return PanelError(coded("bus_hangs", words), hangs=True)
        if isinstance(error, DevicePermissionError):
            kind, words = "bus_permission", f"{self.where}: no permission for the I2C bus. Add the user to the group i2c ({error})."
        elif isinstance(error, FileNotFoundError) or (isinstance(error, DeviceNotFoundError) and "address" not in str(error)):
            kind, words = "no_bus", f"{self.where}: there is no such I2C bus. Switch I2C on with raspi-config ({error})."
        else:
            kind, words = "panel", f"{self.where}: the panel does not answer. Check its plug and its address ({error})."
        return PanelError(coded(kind, words), hangs=False)
