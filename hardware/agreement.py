"""Who repeats what the tables say, and whether it still agrees: the boards' own lists of pins, and the table to copy."""

from __future__ import annotations

import functools
import runpy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.circuit import Finding
from hardware.sources import HERE, Sources, Table

ROOT: Final = HERE.parent
TABLES: Final = ("table.starter.toml", "table.four.toml", "table.example.toml")


def said_by_map(board: Table) -> dict[str, int]:
    """What a board's pins.py has to say: its pins and its I2C settings, in upper case."""
    said = {name.upper(): pin["gpio"] for name, pin in board["pins"].items()}
    return said | {name.upper(): value for name, value in board.get("i2c", {}).items()}


@functools.cache
def pins_of(file: Path) -> dict[str, int]:
    """The upper-case names in a board's pins.py."""
    return {key: value for key, value in runpy.run_path(str(file)).items() if key.isupper()}


def firmware_agrees(sources: Sources, root: Path = ROOT) -> Iterator[Finding]:
    """Each board's pins.py says what pins.toml says."""
    folders = {file.parent.name for file in (root / "firmware").glob("*/pins.py")}
    for name in sorted(folders | sources.pins["boards"].keys()):
        if name not in folders or name not in sources.pins["boards"]:
            where = f"firmware/{name}" if name not in folders else "pins.toml"
            yield Finding("firmware", name, f"the board is not in {where}", "add it there, or take it out of the other")
            continue
        there = pins_of(root / "firmware" / name / "pins.py")
        said = said_by_map(sources.pins["boards"][name])
        for key in sorted(there.keys() | said.keys()):
            if there.get(key) != said.get(key):
                words = f"{key} is {said.get(key)} in pins.toml and {there.get(key)} in firmware/{name}/pins.py"
                yield Finding("firmware", name, words, "change the one that is wrong")


def example_agrees(sources: Sources, root: Path = ROOT) -> Iterator[Finding]:
    """The tables to copy have panels and buttons where pins.toml has them."""
    for name in TABLES:
        yield from _table_agrees(sources, root / "hardware" / name)


def _table_agrees(sources: Sources, file: Path) -> Iterator[Finding]:
    pi, name = sources.pins["pi"], file.name
    seats = tomllib.loads(file.read_text(encoding="utf-8"))["seats"]
    panels = pi["panels"]
    places = [(panels["bus"], address) for address in panels["addresses"]]
    if sum("panel" in seat for seat in seats) > len(places):
        channel = panels["mux"]["channel_name"]
        places = [(channel.format(channel=number), panels["addresses"][0]) for number in range(len(seats))]
    for number, seat in enumerate(seats):
        if "panel" not in seat:
            continue
        said = {job: pi["seats"][number][job]["gpio"] for job in seat["buttons"]}
        if seat["buttons"] != said:
            words = f"the buttons of seat {number} are at {said} in pins.toml and at {seat['buttons']} in {name}"
            yield Finding("example", "pi", words, "change the one that is wrong")
        place = (seat["panel"]["bus"], seat["panel"]["address"])
        wanted = places[number]
        if place != wanted:
            words = f"the panel of seat {number} is at {wanted} (bus, address) in pins.toml and at {place} in {name}"
            yield Finding("example", "pi", words, "change the one that is wrong")
