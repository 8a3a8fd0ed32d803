"""Plays a mill over boards that USB lists, while they are pulled, renumbered and doubled; tells what came of it as JSON.

`umockdev-run -- python -m tests.end_to_end.usb.play FOLDER CONTROL DICE SHRINE`; the last two are the terminals of a world's
boards.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from host.emulation.control import World
from host.link.ports import usb_boards
from host.look_for_boards import wait_until
from tests.end_to_end.chain import Chain
from tests.end_to_end.fake_boards import FakeBoard
from tests.end_to_end.usb.bus import UsbBus

DICE_UID, SHRINE_UID = "03470e48374bb58d", "568140e37ddd3af0"
LIMIT_S = 60.0


def until(holds: Callable[[], object], what: str) -> None:
    """Wait for something that comes from another process."""
    deadline, pause = time.monotonic() + LIMIT_S, threading.Event()
    while not holds():
        assert time.monotonic() < deadline, what
        pause.wait(0.01)


def main(folder: Path, control: str, dice: str, shrine: str) -> dict[str, Any]:
    """The whole evening."""
    bus = UsbBus()
    bus.plug("ttyACM0", dice, DICE_UID)
    bus.plug("ttyUSB7", "/dev/null", "FTDI", ids=("0403", "6001"))
    listed = [tuple(port) for port in usb_boards()]
    client = World(control)
    world: Any = _as_started(client, {"dice_reader": dice, "shrine": shrine})
    told: dict[str, Any] = {"listed": listed}
    with Chain(folder, ["roll", "flush", "roll", "flush", "roll"], world, by_usb=True) as chain:
        chain.wait_for("dice_reader")
        bus.plug("ttyACM1", shrine, SHRINE_UID)
        chain.wait_for("shrine")
        chain.home()
        chain.run(lambda: chain.outcomes()["roll", "done"] == 1)
        # In mid-turn the cable is pulled, and the board comes back under another name.
        client.pull("shrine", 0.5, after_half_steps=1500)
        mishap = threading.Thread(target=_renumber, args=(bus, client, shrine), daemon=True)
        mishap.start()
        chain.run(lambda: chain.outcomes()["flush", "done"] == 1)
        mishap.join(LIMIT_S)
        # Another board with the same serial number, which says that it is the first one.
        double = FakeBoard("dice_reader", lambda cmd_id, op: {"faces": [1], "kind": "rolled"}, uid=DICE_UID)
        bus.plug("ttyACM3", double.path, DICE_UID)
        until(lambda: wait_until(chain.boards, lambda status: status.state == "refused", 0.0), "the double is refused")
        chain.run()
        told["double"] = double.begun
        bus.unplug("ttyACM3")
        double.close()
        told["boards"] = [(status.role, status.uid, status.port, status.state) for status in chain.boards.status()]
        told["over"], told["notices"] = chain.table.match.over, chain.show.notices
        told["outcomes"] = {f"{op} {outcome}": count for (op, outcome), count in chain.outcomes().items()}
        chain.hold_to_the_truth()
    return told


def _renumber(bus: UsbBus, client: World, shrine: str) -> None:
    until(lambda: not client.counts().boards["shrine"].plugged, "the cable is pulled")
    bus.unplug("ttyACM1")
    until(lambda: client.counts().boards["shrine"].plugged, "the cable is back")
    bus.plug("ttyACM2", shrine, SHRINE_UID)


def _as_started(client: World, ports: dict[str, str]) -> World:
    """A world that another process started, with what a chain wants to know of it."""
    client.__dict__.update(ports=ports, process=SimpleNamespace())
    return client


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), *sys.argv[2:5])))
