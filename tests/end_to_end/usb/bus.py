"""The files by which Linux tells what is plugged in, in umockdev's folder; plugging, unplugging and renumbering change them."""

from __future__ import annotations

import os
import shutil
import socket
import struct
import threading
from pathlib import Path

PICO = ("2e8a", "0005")
_REQUEST = struct.Struct("@LLL")
_HAS_RUN, _DONE, _RUN_IT = 2, 3, 4
"""Words of umockdev's own line between a program and whoever answers for a device."""


class UsbBus:
    """A bus of serial devices; only for a process that was started by umockdev-run."""

    def __init__(self) -> None:
        self._root = Path(os.environ["UMOCKDEV_DIR"])
        self._places: dict[str, Path] = {}
        for folder in ("sys/class/tty", "sys/bus/usb/devices", "sys/devices/platform/usb1"):
            (self._root / folder).mkdir(parents=True, exist_ok=True)
        self._answer_for_terminals()

    def _answer_for_terminals(self) -> None:
        """umockdev knows nothing of terminals and would refuse what is asked of them: let every call reach the real one."""
        door = self._root / "ioctl/_default"
        door.unlink()
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(door))
        listener.listen()

        def serve(client: socket.socket) -> None:
            with client:
                while len(asked := client.recv(_REQUEST.size)) == _REQUEST.size:
                    kind, result, number = _REQUEST.unpack(asked)
                    reply = (_DONE, result, number) if kind == _HAS_RUN else (_RUN_IT, 0, 0)
                    client.sendall(_REQUEST.pack(*reply))

        def listen() -> None:
            while True:
                client, _ = listener.accept()
                threading.Thread(target=serve, args=(client,), daemon=True).start()

        threading.Thread(target=listen, daemon=True).start()

    def plug(self, name: str, terminal: str, serial: str, ids: tuple[str, str] = PICO) -> None:
        """Plug a device in: it is called `name` ("ttyACM0"), and opening it opens `terminal`."""
        port = f"1-{len(self._places) + 1}"
        device = self._root / "sys/devices/platform/usb1" / f"{port}.{name}"
        interface = device / f"{port}:1.0"
        tty = interface / "tty" / name
        tty.mkdir(parents=True)
        for folder, attributes in (
            (device, {"idVendor": ids[0], "idProduct": ids[1], "serial": serial, "manufacturer": "MicroPython",
                      "product": "Board", "bNumInterfaces": "2"}),
            (interface, {"interface": "Board CDC", "bInterfaceNumber": "00"}),
        ):  # fmt: skip
            for key, value in attributes.items():
                (folder / key).write_text(value + "\n")
            (folder / "subsystem").symlink_to(self._root / "sys/bus/usb")
        (tty / "device").symlink_to(interface)
        (self._root / "sys/class/tty" / name).symlink_to(tty)
        (self._root / "dev").mkdir(exist_ok=True)
        (self._root / "dev" / name).symlink_to(terminal)
        self._places[name] = device

    def unplug(self, name: str) -> None:
        """Pull it out."""
        (self._root / "dev" / name).unlink()
        (self._root / "sys/class/tty" / name).unlink()
        shutil.rmtree(self._places.pop(name))
