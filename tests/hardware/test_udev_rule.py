"""What keeps other programs of the computer away from the boards."""

import re
from pathlib import Path

import pytest

from host.link.ports import PICO

RULE = (Path(__file__).parents[2] / "hardware" / "60-tablekeeper.rules").read_text(encoding="utf-8")


@pytest.mark.fault(17)
def test_a_modem_manager_leaves_the_boards_alone() -> None:
    [line] = [line for line in RULE.splitlines() if line and not line.startswith("#")]
    told = dict(re.findall(r'ATTRS\{(id\w+)\}=="(\w+)"', line))
    assert (int(told["idVendor"], 16), int(told["idProduct"], 16)) == PICO
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in line and 'GROUP="dialout"' in line
