"""Who repeats what the tables say: the program's settings, the firmware's drivers and the tables to copy."""

from __future__ import annotations

import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hardware.agreement import example_agrees, firmware_agrees
from hardware.layout import pi_circuit
from hardware.sources import HERE, Sources, read_sources
from host.config import read_table
from host.config_seats import ADDRESSES, BUTTONS, MOST_SEATS
from host.pi import pin_map
from shared_rules.games import game
from tests.hardware.test_table import HEADER

SOURCES = read_sources()
ROOT = HERE.parent


def driver(name: str) -> dict[str, Any]:
    """The names in a driver of the firmware that needs nothing of a board."""
    return runpy.run_path(str(ROOT / "firmware" / "lib" / f"{name}.py"))


def test_boards_and_tables_to_copy_say_what_the_pin_map_says() -> None:
    assert [*firmware_agrees(SOURCES), *example_agrees(SOURCES)] == []


def test_the_program_knows_panels_buttons_and_seats_as_the_tables_have_them() -> None:
    panels = SOURCES.pins["pi"]["panels"]
    assert list(ADDRESSES) == panels["addresses"] and set(ADDRESSES) <= set(SOURCES.parts["oled"]["addresses"])
    assert len(SOURCES.pins["pi"]["seats"]) == MOST_SEATS
    assert {job for seat in SOURCES.pins["pi"]["seats"] for job in seat} - {"ground"} == set(BUTTONS)
    assert set(pin_map().reserved) == set(SOURCES.headers["pi"]["kept"])


@pytest.mark.parametrize(("kind", "sensor"), [("lis3dh", "Lis3dh"), ("adxl345", "Adxl345"), ("mpu6050", "Mpu6050")])
def test_an_accelerometer_to_buy_answers_where_its_driver_looks(kind: str, sensor: str) -> None:
    told = SOURCES.parts["lis3dh"]
    text = " ".join([told["choose"], *told["instead"]])
    first = driver(kind)[sensor].ADDRESSES[0]
    assert f"0x{first:02X}" in text
    at = {"LIS3DH": told["addresses"], **told["instead_at"]}
    assert tuple(at[{"mpu6050": "MPU-6050"}.get(kind, kind.upper())]) == driver(kind)[sensor].ADDRESSES


def test_wells_and_lights_are_what_their_drivers_expect() -> None:
    assert SOURCES.parts["tcs34725"]["addresses"] == [driver("tcs34725")["ADDRESS"]]
    lights = driver("led_ring")
    # Three colours a light, 20 mA each at full light.
    most_ma = lights["MOST"] * 3 * lights["_LEVEL"] / 255 * 20
    assert most_ma <= SOURCES.parts["ws2812_ring"]["terminals"]["PLUS"]["ma"] + 1


def test_the_ring_has_a_hole_for_each_drop_of_the_largest_game() -> None:
    assert SOURCES.prints["shrine"]["holes"] == game("mycelia").new(4, {}).state.shrine_full_at == 20


def test_the_tables_to_copy_can_be_read_and_the_starter_needs_no_board() -> None:
    starter, four, example = (read_table(HERE / f"table.{name}.toml") for name in ("starter", "four", "example"))
    assert starter.roles == [] and starter.chains == {"roll": [], "flush": []} and not starter.find
    assert four.roles == example.roles == ["dice_reader", "shrine"] and four.players == 4
    chips = {seat.panel.chip for table in (starter, four) for seat in table.seats if seat.panel}
    assert {chip.upper() for chip in chips} == {"SH1106"} and "SH1106" in SOURCES.parts["oled"]["choose"]


def test_each_panel_of_four_is_on_the_channel_that_its_table_names() -> None:
    circuit = pi_circuit(SOURCES, 4)
    for number, seat in enumerate(read_table(HERE / "table.four.toml").seats):
        assert seat.panel is not None and seat.panel.bus == f"i2c-1-mux (chan_id {number})"
        for line in ("SDA", "SCL"):
            assert ("mux", f"{line[:2]}{number}") in circuit.net_of(f"panel{number}", line, circuit.nets)
        assert circuit.parts[f"panel{number}"].address == seat.panel.address


def test_the_header_is_what_another_list_says() -> None:
    names = {"3.3 V": "3V3", "5 V": "5V", "ground": "GND"}
    assert SOURCES.headers["pi"]["places"] == [names.get(str(what), f"GPIO{what}") for what in HEADER]


def test_a_kiosk_is_the_starter_with_the_lines_that_the_guide_names(tmp_path: Path) -> None:
    guide = (HERE / "GUIDE.md").read_text(encoding="utf-8")
    text = (HERE / "table.starter.toml").read_text(encoding="utf-8")
    lines = {'pieces = "real"': 'pieces = "none"', "roll = []": 'roll = ["engine"]', "flush = []": 'flush = ["engine"]'}
    for old, new in lines.items():
        assert old in text and f"`{new}`" in guide
        text = text.replace(old, new)
    assert "`page = 8765`" in guide
    (tmp_path / "table.toml").write_text(f"page = 8765\n{text}")
    kiosk = read_table(tmp_path / "table.toml")
    assert kiosk.page == 8765 and kiosk.roles == [] and kiosk.options["mycelia"]["pieces"] == "none"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s.pins["boards"]["shrine"]["pins"]["lid"].update(gpio=20), "LID is 20 in pins.toml and 8 in"),
        (lambda s: s.pins["boards"]["shrine"]["pins"].pop("lid"), "LID is None in pins.toml and 8"),
        (lambda s: s.pins["pi"]["seats"][0]["ok"].update(gpio=26), "in table.starter.toml"),
        (lambda s: s.pins["pi"]["seats"][0]["ok"].update(gpio=26), "in table.example.toml"),
        (lambda s: s.pins["pi"]["panels"].update(addresses=[0x3D, 0x3C]), "the panel of seat 0 is at (1, 61)"),
    ],
)
def test_a_table_that_was_changed_alone_is_told_who_does_not_follow(change: Any, words: str) -> None:
    sources: Sources = SOURCES.changed()
    change(sources)
    assert words in "\n".join(map(str, [*firmware_agrees(sources), *example_agrees(sources)]))


def test_only_tables_travel_in_the_wheel() -> None:
    """Drawings, pictures and models are for the repository; a test elsewhere builds the wheel and plays from it."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    brought = [name for name in told["force-include"] if name.startswith("hardware")]
    assert all(Path(name).suffix == ".toml" and (ROOT / name).stat().st_size < 10_000 for name in brought)
    assert "hardware/pins.toml" in brought and "hardware" not in told["packages"]


def test_what_is_committed_stays_small() -> None:
    files = [*HERE.rglob("*.svg"), *HERE.rglob("*.png")]
    assert len(files) > 20 and sum(file.stat().st_size for file in files) < 2_500_000
    assert not list(HERE.rglob("*.stl"))
