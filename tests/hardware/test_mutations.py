"""The pin map changed in every way that a file can be changed by one slip: what matters is refused, the rest is listed and argued.

Changes are made from the tables themselves, so that a new pin, address or resistor is tried without being named here.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from hardware.agreement import example_agrees, firmware_agrees
from hardware.circuit import Finding
from hardware.layout import all_circuits, board_circuit, board_sheets, pi_circuit
from hardware.rules import check_circuit, findings
from hardware.sources import Sources, read_sources

SOURCES = read_sources()
Mutation = tuple[str, Callable[[Sources], object]]
SHEETS = ["pi", *board_sheets(SOURCES)]
ON_SHEETS = {part.kind for circuit in all_circuits(SOURCES) for part in circuit.parts.values()}

GPIOS = {"pico": sorted(int(p[2:]) for p in SOURCES.headers["pico"]["places"] if p[2:].isdigit() and p[:2] == "GP")}
GPIOS["pi"] = sorted(int(p[4:]) for p in SOURCES.headers["pi"]["places"] if p.startswith("GPIO"))
PI_PLACES = {f"GPIO{n}": SOURCES.headers["pi"]["places"].index(f"GPIO{n}") + 1 for n in GPIOS["pi"]}


def board_pins() -> list[tuple[str, str]]:
    return [(name, job) for name, board in SOURCES.pins["boards"].items() for job in board["pins"]]


def pi_pins() -> list[tuple[int, str]]:
    return [(n, job) for n, seat in enumerate(SOURCES.pins["pi"]["seats"]) for job, pin in seat.items() if "gpio" in pin]


def refusal(sources: Sources, *, alone: bool, about: str | None) -> Finding | None:
    """The first thing that is wrong. `alone`: nothing but the tables was changed, so who repeats them has not followed."""
    if alone:
        for finding in itertools.chain(firmware_agrees(sources), example_agrees(sources)):
            return finding
    return next(findings(sources, about), None)


def tried(mutations: Iterator[Mutation], *, alone: bool = True, whole: bool = False) -> tuple[int, list[str]]:
    """How many there were, and the names of those that nothing refused. Each refusal has a reason and a remedy in words.

    A name begins with the board (or seat) that is changed: only that is looked at, unless `whole`.
    """
    count, survived = 0, []
    for name, change in mutations:
        sources = SOURCES.changed()
        change(sources)
        board = name.replace(".", " ").split()[0].removesuffix("_full")
        about = None if whole else board if board in SOURCES.pins["boards"] else "pi"
        found = refusal(sources, alone=alone, about=about)
        count += 1
        if found is None:
            survived.append(name)
        else:
            assert len(found.what) > 15 and len(found.remedy) > 5, found
    return count, survived


def moved(*, with_place: bool) -> Iterator[Mutation]:
    """Each pin to each other number. `with_place`: on the Pi the place on the header follows."""
    for board, job in board_pins():
        was = SOURCES.pins["boards"][board]["pins"][job]["gpio"]
        for gpio in GPIOS["pico"]:
            if gpio != was:
                yield f"{board}.{job} to GP{gpio}", _set(("boards", board, "pins", job, "gpio"), gpio)
    for seat, job in pi_pins():
        was = SOURCES.pins["pi"]["seats"][seat][job]["gpio"]
        for gpio in GPIOS["pi"]:
            if gpio != was:
                pin = {"gpio": gpio, "header": PI_PLACES[f"GPIO{gpio}"]} if with_place else None
                place: tuple[Any, ...] = ("pi", "seats", seat, job)
                yield f"seat{seat}.{job} to GPIO{gpio}", _set(place, pin) if pin else _set((*place, "gpio"), gpio)


def _set(place: tuple[Any, ...], value: Any) -> Callable[[Sources], None]:
    def change(sources: Sources) -> None:
        table: Any = sources.pins
        for key in place[:-1]:
            table = table[key]
        table[place[-1]] = value

    return change


def _taken(name: str) -> set[int]:
    """The pins of a board (or of the Pi) that have a job."""
    if name == "pi":
        return {SOURCES.pins["pi"]["seats"][seat][job]["gpio"] for seat, job in pi_pins()}
    return {pin["gpio"] for pin in SOURCES.pins["boards"][name]["pins"].values()}


def test_a_pin_moved_in_the_map_alone_is_refused() -> None:
    count, survived = tried(moved(with_place=False))
    assert count > 600 and survived == []


def test_a_pin_moved_everywhere_is_refused_unless_it_goes_to_one_that_is_free_and_can_do_it() -> None:
    """With pins.py and header following, wires, tables and pictures follow by themselves: a free pin is as good as another."""
    count, survived = tried(moved(with_place=True), alone=False)
    assert count > 600
    kept = set(SOURCES.headers["pi"]["kept"])
    for name in survived:
        where, _, to = name.partition(" to ")
        board, _, job = where.partition(".")
        gpio = int(to.lstrip("GPIO"))
        taken = _taken("pi" if board.startswith("seat") else board)
        assert gpio not in taken and (not board.startswith("seat") or gpio not in kept), name
        if job in ("sda", "scl"):
            # The chip's block 0 has SDA at every fourth pin, and SCL beside it.
            assert gpio % 4 == ("sda", "scl").index(job), name
    free = sum(len(set(GPIOS["pico"]) - _taken(board)) for board, job in board_pins() if job not in ("sda", "scl"))
    free += len(pi_pins()) * len(set(GPIOS["pi"]) - _taken("pi") - kept)
    lines = [name for name in survived if ".sda " in name or ".scl " in name]
    assert len(survived) - len(lines) == free


def test_each_pair_swapped_in_the_map_alone_is_refused() -> None:
    def pairs() -> Iterator[Mutation]:
        for board, told in SOURCES.pins["boards"].items():
            for one, other in itertools.combinations(told["pins"], 2):
                yield f"{board}.{one} and {other}", _swap(("boards", board, "pins", one), ("boards", board, "pins", other))
        for one, other in itertools.combinations(pi_pins(), 2):
            yield f"pi {one} and {other}", _swap(("pi", "seats", *one), ("pi", "seats", *other))

    count, survived = tried(pairs())
    assert count > 80
    # The tables to copy name the pins of four seats' next and ok; the other buttons are named nowhere but in what is made of
    # the map: their wires, tables and pictures change with it, so whoever follows those is as well off as before.
    named = {(seat, job) for seat in range(4) for job in ("next", "ok")}
    assert survived == [f"pi {a} and {b}" for a, b in itertools.combinations(pi_pins(), 2) if not {a, b} & named]


def _swap(one: tuple[Any, ...], other: tuple[Any, ...]) -> Callable[[Sources], None]:
    def change(sources: Sources) -> None:
        def at(place: tuple[Any, ...]) -> Any:
            table: Any = sources.pins
            for key in place:
                table = table[key]
            return table

        keys = ("gpio", "header") if one[0] == "pi" else ("gpio",)
        for key in keys:
            at(one)[key], at(other)[key] = at(other)[key], at(one)[key]

    return change


def test_each_address_doubled_is_refused() -> None:
    """Doubled as some boards print it, and given to two parts of one bus."""

    def doubled() -> Iterator[Mutation]:
        panels = SOURCES.pins["pi"]["panels"]
        for number, address in enumerate(panels["addresses"]):
            yield f"panel {number} twice 0x{address:02X}", _set(("pi", "panels", "addresses", number), 2 * address)
            yield f"all panels 0x{address:02X}", _set(("pi", "panels", "addresses"), [address] * len(panels["addresses"]))
            yield f"multiplexer at panel {number}", _set(("pi", "panels", "mux", "address"), address)
        yield "multiplexer twice its address", _set(("pi", "panels", "mux", "address"), 2 * panels["mux"]["address"])
        for board, told in SOURCES.pins["boards"].items():
            for key in told.get("i2c", {}):
                if key.endswith("_address"):
                    yield f"{board} {key} doubled", _set(("boards", board, "i2c", key), 2 * told["i2c"][key])

    count, survived = tried(doubled())
    assert count >= 7 and survived == []


def test_each_voltage_raised_is_refused() -> None:
    """3.3 V to 5 V, 5 V to 9 V and 12 V to 30 V, at the source; and each wire from 3.3 V put on 5 V."""

    def raised() -> Iterator[Mutation]:
        for kind in sorted(ON_SHEETS):
            part = SOURCES.parts[kind]
            for label, told in part["terminals"].items():
                if told["kind"] == "source":
                    more = next(volts for volts in (5.0, 9.0, 30.0) if volts > told["volts"] + 1)
                    yield f"{kind} {label} to {more} V", _part(kind, label, "volts", more)
                if told["kind"] == "gpio":
                    yield f"{kind} {label} gives 5 V", _part(kind, label, "volts", 5.0)
        for sheet in SHEETS:
            told = SOURCES.wiring["sheets"][sheet]
            five = "pi.5V@2" if sheet == "pi" else "pico.VBUS@40"
            for number, cable in enumerate(told["cables"]):
                for index, wire in enumerate(cable["wires"]):
                    if wire[0] in ("pi.supply", "pico.3V3@36", "strip.PLUS"):
                        yield f"{sheet} {cable['name']} {wire[1]} on 5 V", _wire(sheet, number, index, five)

    count, survived = tried(raised(), whole=True)
    assert count > 15
    reasons = defaultdict(list)
    for name in survived:
        reasons[HARMLESS_VOLTS.get(name, "not argued")].append(name)
    assert reasons.get("not argued", []) == [] and len(survived) == len(HARMLESS_VOLTS)


HARMLESS_VOLTS = {
    "pi 5V to 9.0 V": "no sheet uses the Pi's 5 V pin: panels and sensors live on 3.3 V",
    "pico VSYS to 9.0 V": "no sheet uses VSYS",
    "pi GPIO gives 5 V": "the Pi's pins drive nothing but the bus, and that is pulled low only",
    "pi GPIO2 gives 5 V": "a bus wire is pulled low only; its resistors' supply is a case of its own",
    "pi GPIO3 gives 5 V": "a bus wire is pulled low only; its resistors' supply is a case of its own",
    "pico GP gives 5 V": "what listens to a Pico here (driver boards) bears 5 V",
}


def _part(kind: str, label: str, key: str, value: Any) -> Callable[[Sources], None]:
    def change(sources: Sources) -> None:
        sources.parts[kind]["terminals"][label][key] = value

    return change


def _wire(sheet: str, cable: int, index: int, start: str) -> Callable[[Sources], None]:
    def change(sources: Sources) -> None:
        sources.wiring["sheets"][sheet]["cables"][cable]["wires"][index][0] = start

    return change


def test_each_pull_up_dropped_is_refused_unless_others_still_pull() -> None:
    def dropped() -> Iterator[Mutation]:
        for board, job in board_pins():
            if SOURCES.pins["boards"][board]["pins"][job]["direction"] == "in":
                yield f"{board}.{job}", _set(("boards", board, "pins", job, "pull"), "")
        for kind in sorted(ON_SHEETS):
            part = SOURCES.parts[kind]
            for label, told in part["terminals"].items():
                if "pull_ohm" in told:
                    yield f"{kind} {label}", lambda s, kind=kind, label=label: s.parts[kind]["terminals"][label].pop("pull_ohm")

    count, survived = tried(dropped(), whole=True)
    assert count > 12 and set(survived) == set(HARMLESS_PULLS)


HARMLESS_PULLS = {
    "hall OUT": "the Pico pulls that pin up itself", "beam OUT": "the Pico pulls that pin up itself",
    "oled SCL": "the Pi's own 1.8 kΩ pull the bus, and a channel through its open switch",
    "oled SDA": "the Pi's own 1.8 kΩ pull the bus, and a channel through its open switch",
    "tca9548a SDA": "the Pi's 1.8 kΩ, or the reader's 4.7 kΩ, pull that wire",
    "tca9548a SCL": "the Pi's 1.8 kΩ, or the reader's 4.7 kΩ, pull that wire",
    "tcs34725 SDA": "the wires of a well are pulled through the open switch", "tcs34725 SCL": "the same as its SDA",
    "lis3dh SDA": "the reader's 4.7 kΩ pull that wire", "lis3dh SCL": "the reader's 4.7 kΩ pull that wire",
}  # fmt: skip


def test_each_wire_taken_out_is_refused() -> None:
    """Not the pin map, but the same question: can a slip in the wiring go unnoticed?"""

    def cut() -> Iterator[Mutation]:
        for sheet in SHEETS:
            told = SOURCES.wiring["sheets"][sheet]
            for number, cable in enumerate(told["cables"]):
                for index, wire in enumerate(cable["wires"]):
                    yield f"{sheet} {cable['name']} {wire[0]} {wire[1]}", _cut(sheet, number, index)

    count, survived = tried(cut())
    assert count > 60 and survived == []


def places(table: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where every key of a table is, however deep."""
    pairs = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
    for key, value in pairs:
        if isinstance(table, dict):
            yield (*at, key)
        yield from places(value, (*at, key))


@pytest.mark.parametrize("name", ["pins", "headers", "parts", "wiring", "builds"])
def test_each_key_left_out_is_told_in_words_or_harms_nobody(name: str) -> None:
    """No line that is forgotten ends in a traceback: it is refused, or it was a refinement (a page, a resistor, what is meant)."""
    told = 0
    listed = list(places(getattr(SOURCES, name)))
    for place in listed:
        sources = SOURCES.changed()
        table = getattr(sources, name)
        for key in place[:-1]:
            table = table[key]
        del table[place[-1]]
        found = next(itertools.chain(findings(sources), firmware_agrees(sources)), None)
        told += found is not None
        # How many of what a build takes is a matter of taste.
        if found is None and place[-2:-1] != ("prints",):
            assert place[-1] in MAY_BE_LEFT_OUT, f"{name}.toml: {place}"
    assert told > 0.5 * len(listed)


MAY_BE_LEFT_OUT = {
    # What the rules look for where it is written, and what only a drawing or a person reads.
    "pull", "pull_ohm", "job", "meets", "wants_volts", "at_motor", "most_volts", "freewheel", "instead_at", "page", "for_each",
    "ADXL345", "MPU-6050", "addresses", "leaves_out", "seats", "motor",
    # A part, a terminal, a cable kind, a build or an extra that no sheet needs.
    "5V", "VSYS", "AGND", "starter", "table", "kiosk", "silicone", *SOURCES.builds["extras"],
}  # fmt: skip
"""Keys that may go without anybody being harmed, or that other tests guard (builds, firmware)."""


def test_each_two_wires_exchanged_are_refused_unless_that_changes_nothing() -> None:
    """Every pair of wires on a sheet, plugged in the wrong way round at one end."""
    count, unchanged = 0, 0
    survived = []
    boards = [board_circuit(SOURCES, name) for name in board_sheets(SOURCES)]
    sheets = [pi_circuit(SOURCES, 2, True), pi_circuit(SOURCES, 3), *boards]
    for circuit in sheets:
        nets = set(circuit.nets)
        for one, other in itertools.combinations(range(len(circuit.wires)), 2):
            wires = list(circuit.wires)
            a, b = wires[one], wires[other]
            wires[one], wires[other] = replace(a, end=b.end), replace(b, end=a.end)
            mistaken = replace(circuit, wires=wires, _described={})
            count += 1
            if set(mistaken.nets) == nets:
                unchanged += 1
            elif next(check_circuit(mistaken), None) is None:
                survived.append(f"{circuit.sheet}: {a.end} and {b.end}")
    assert count > 1500 and unchanged > 100
    assert set(survived) == set(HARMLESS_EXCHANGES)


HARMLESS_EXCHANGES = {
    "dice_reader: strip GND and tumbler GND": "the board's ground goes straight to the tumbler, and that row has nobody else",
    "pi-3: strip SDA and mux SDA": "the Pi's wire goes straight to the multiplexer, and that row of the strip has nobody else",
    "pi-3: strip SCL and mux SCL": "the Pi's wire goes straight to the multiplexer, and that row of the strip has nobody else",
}


def _cut(sheet: str, cable: int, index: int) -> Callable[[Sources], None]:
    def change(sources: Sources) -> None:
        del sources.wiring["sheets"][sheet]["cables"][cable]["wires"][index]

    return change
