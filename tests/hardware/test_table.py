"""The wiring of a real table: README, picture and pin map say the same, and the header is where they say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from host.config_seats import BUTTONS, MOST_SEATS
from host.pi import pin_map

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
PI: dict[str, Any] = tomllib.loads((HARDWARE / "pins.toml").read_text())["pi"]
README = (HARDWARE / "README.md").read_text()
PICTURE = (HARDWARE / "two-seats.svg").read_text()

# The 40-pin header, from pin 1 on: numbers are GPIOs, the others are power and ground.
HEADER: list[int | str] = [
    *("3.3 V", "5 V", 2, "5 V", 3, "ground", 4, 14, "ground", 15, 17, 18, 27, "ground", 22, 23, "3.3 V", 24, 10, "ground"),
    *(9, 25, 11, 8, "ground", 7, 0, 1, 5, "ground", 6, 12, 13, "ground", 19, 16, 26, 20, "ground", 21),
]


def at(header: int) -> int | str:
    return HEADER[header - 1]


def test_every_pin_is_where_the_header_has_it() -> None:
    for seat in PI["seats"]:
        for name, pin in seat.items():
            assert at(pin["header"]) == pin.get("gpio", "ground"), name


def test_no_pin_has_two_jobs_and_no_button_sits_on_a_reserved_one() -> None:
    used = [pin["gpio"] for seat in PI["seats"] for pin in seat.values() if "gpio" in pin]
    assert len(PI["seats"]) == MOST_SEATS and len(set(used)) == len(used)
    assert not set(used) & set(pin_map().reserved) and all(pin in pin_map().gpios for pin in used)
    assert all(name in seat for seat in PI["seats"] for name, needed in BUTTONS.items() if needed)


def test_the_readme_lists_every_button() -> None:
    for number, seat in enumerate(PI["seats"]):
        cells = [f"GPIO{seat[name]['gpio']}, pin {seat[name]['header']}" if name in seat else "" for name in BUTTONS]
        row = f"| {number} | {' | '.join(cells)} | pin {seat['ground']['header']} |"
        assert re.sub(" +", " ", row) in README


@pytest.mark.parametrize("number", [0, 1])
def test_the_picture_shows_the_pins_of_two_seats(number: int) -> None:
    shown = re.findall(r">([^<>]+)</text>", PICTURE)
    for name in ("next", "ok"):
        pin = PI["seats"][number][name]
        assert shown[shown.index(f"GPIO{pin['gpio']}") - 1] == str(pin["header"])
    assert str(PI["seats"][number]["ground"]["header"]) in shown
    assert any(f"0x{PI['panels']['addresses'][number]:02X}" in text for text in shown)


def test_further_buses_are_no_pins_of_the_first() -> None:
    pins = [pin for bus in PI["i2c"] for pin in (bus["sda"], bus["scl"])]
    assert len(set(pins)) == len(pins) and not set(pins) & set(pin_map().reserved)
