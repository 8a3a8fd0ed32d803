"""Boards are found by what USB lists and by their hello, never by a path: they are pulled, renumbered and doubled in mid-match.

Linux's own list of devices is made up by umockdev, below pyserial; the terminals behind it are the world's.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host.emulation.launch import best_vm, start_world

pytestmark = pytest.mark.skipif(shutil.which("umockdev-run") is None, reason="no umockdev here: sudo apt install umockdev")


@pytest.mark.fault(13)
@pytest.mark.fault(14)
@pytest.mark.fault(15)
def test_a_match_goes_on_while_usb_pulls_renumbers_and_doubles_its_boards(tmp_path: Path) -> None:
    with start_world(["dice_reader", "shrine"], vm=best_vm(), speed=0, folder=tmp_path / "world") as world:
        ports = [world.ports["dice_reader"], world.ports["shrine"]]
        command = ["umockdev-run", "--", sys.executable, "-m", "tests.end_to_end.usb.play", tmp_path, world.path, *ports]
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=120, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["listed"] == [["/dev/ttyACM0", "03470e48374bb58d"]], "what is no Pico is not looked at"
    assert told["over"] and told["double"] == [], "a board that says it is another one gets nothing to do"
    assert told["outcomes"] == {"roll done": 5, "flush done": 2}
    assert ["dice_reader", "03470e48374bb58d", "/dev/ttyACM0", "awake"] in told["boards"]
    assert ["shrine", "568140e37ddd3af0", "/dev/ttyACM2", "awake"] in told["boards"]
    assert not [board for board in told["boards"] if board[2] == "/dev/ttyACM1"], "a name left behind is forgotten"
    refused = [notice for notice in told["notices"] if notice.endswith("(E10)")]
    assert len(refused) == 1 and "/dev/ttyACM0 and /dev/ttyACM3 both say" in refused[0]
