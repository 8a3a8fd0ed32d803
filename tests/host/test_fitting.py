"""What a table.toml describes, opened: which end leads where, and what cannot be opened is named."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from host.config_seats import PanelPlace, Seat
from host.fitting import Ends, Fitting, FittingError, panel_at, pi_ends
from host.panels.pages.draw import draw
from host.panels.panel import Wire
from host.pi import Bus, Buses
from host.run import STOPPED

WITHIN_S = 20.0
DARK = bytes(1024)


def test_each_button_that_cannot_be_read_is_named() -> None:
    seats = {0: Seat("A", PanelPlace(1, 0x3C), {"next": 98, "ok": 99})}
    with pytest.raises(FittingError) as caught:
        Fitting(seats, Ends(no_wire, lambda bus: "", MockFactory), print, print)
    assert ["GPIO 98" in reason or "GPIO 99" in reason for reason in caught.value.reasons] == [True, True]


class Told:
    """A wire that keeps what it is told."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, ...]] = []

    def command(self, *commands: int) -> None:
        self.commands.append(commands)

    def data(self, data: list[int]) -> None: ...

    def cleanup(self) -> None: ...


def test_a_panel_is_driven_as_it_is_fitted() -> None:
    wire = Told()
    ends = Ends(lambda bus, address: wire, lambda bus: "", lambda: None)
    panel = panel_at(PanelPlace(1, 0x3C, "sh1106", column_offset=0, rotate=180), "Ada's panel", ends)
    assert panel.upside_down and panel.chip.name == "sh1106"
    panel.show(draw(STOPPED))
    assert (0xB0, 0x00, 0x10) in wire.commands, "columns begin at the offset that was given"


def no_wire(bus: Bus, address: int) -> Wire:
    raise OSError(errno.ENODEV, "no wire in this test")


def node(root: Path, number: int, name: str) -> Path:
    """A made-up /dev/i2c-N with its name."""
    (root / "dev").mkdir(exist_ok=True)
    device = root / "dev" / f"i2c-{number}"
    device.write_bytes(b"")
    about = root / "sys" / "bus" / "i2c" / "devices" / f"i2c-{number}"
    about.mkdir(parents=True)
    (about / "name").write_text(f"{name}\n")
    return device


def test_a_bus_is_found_by_number_or_by_its_channels_name(tmp_path: Path) -> None:
    node(tmp_path, 1, "bcm2835 (i2c@7e804000)")
    node(tmp_path, 11, "i2c-1-mux (chan_id 0)")
    buses = Buses(tmp_path)
    assert (buses.number(1), buses.number("i2c-1-mux (chan_id 0)")) == (1, 11)
    trouble = pi_ends(buses).trouble
    assert trouble(1) == ""
    assert trouble(3).startswith("there is no I2C bus 3 (/dev/i2c-3); this computer has: 1 (bcm2835")
    assert trouble("i2c-1-mux (chan_id 5)").startswith("no I2C bus is called 'i2c-1-mux (chan_id 5)'; this computer has")
    assert "raspi-config" in pi_ends(Buses(tmp_path / "nothing")).trouble(1)


def test_a_bus_without_permission_names_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node(tmp_path, 1, "bcm2835")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "group i2c" in pi_ends(Buses(tmp_path)).trouble(1)


@pytest.mark.fault(37)
def test_channels_of_a_multiplexer_share_one_worker(tmp_path: Path) -> None:
    seats = {n: Seat(str(n), PanelPlace(f"i2c-1-mux (chan_id {n})", 0x3C)) for n in range(3)} | {3: Seat("3", PanelPlace(3, 0x3C))}
    fitting = Fitting(seats, Ends(no_wire, lambda bus: "", lambda: None), print, print)
    threads = threading.active_count()
    fitting.start()
    assert threading.active_count() == threads + 2
    fitting.stop()


# The command
