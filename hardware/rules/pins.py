"""Rules of the pin map alone: who has which pin, and whether that pin can do it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hardware.circuit import Finding
from hardware.sources import Sources, Table


def check_map(sources: Sources) -> Iterator[Finding]:
    """Everything that pins.toml can have wrong by itself."""
    yield from _pi(sources)
    for name, board in sources.pins["boards"].items():
        jobs: Table = board["pins"]
        yield from one_job(f"pins of {name}", [(job, pin["gpio"]) for job, pin in jobs.items()])
        yield from on_header(f"pins of {name}", [(job, pin["gpio"]) for job, pin in jobs.items()], sources.headers["pico"], "GP")
        yield from inputs_rest(name, jobs)
        yield from blocks(name, board, sources.headers["pico"])


def _pi(sources: Sources) -> Iterator[Finding]:
    pi, header = sources.pins["pi"], sources.headers["pi"]
    jobs = [(f"'{job}' of seat {n}", pin) for n, seat in enumerate(pi["seats"]) for job, pin in seat.items()]
    buttons = [(job, pin["gpio"]) for job, pin in jobs if "gpio" in pin]
    lines = [(f"{line} of bus 1", pi["panels"][line]["gpio"]) for line in ("sda", "scl")]
    yield from one_job("pins of pi", buttons + lines)
    yield from on_header("pins of pi", buttons + lines, header, "GPIO")
    said = {row["gpio"] for row in pi["reserved"]}
    for gpio in sorted(set(header["kept"]) - said):
        yield Finding("reserved", "pins of pi", f"GPIO{gpio} is not reserved", "add it to [[pi.reserved]]: the Pi needs it itself")
    for job, gpio in buttons:
        if gpio in said | set(header["kept"]):
            why = next((row["why"] for row in pi["reserved"] if row["gpio"] == gpio), "what the Pi needs itself")
            yield Finding("reserved", "pins of pi", f"{job} is on GPIO{gpio}, which is {why}", "take another pin")
    for number, seat in enumerate(pi["seats"]):
        for job in ("next", "ok", "ground"):
            if job not in seat:
                yield Finding("buttons", "pins of pi", f"seat {number} has no '{job}'", "every seat needs next, ok and ground")
    pair = {"bus": pi["panels"]["bus"], "sda": pi["panels"]["sda"]["gpio"], "scl": pi["panels"]["scl"]["gpio"]}
    if pair not in header["i2c"]:
        words = f"GPIO{pair['sda']} and GPIO{pair['scl']} are not SDA and SCL of bus {pair['bus']}"
        yield Finding("i2c_pins", "pins of pi", words, "on this header that is GPIO2 and GPIO3 of bus 1")
    for row in pi["i2c"]:
        if row not in header["i2c"]:
            words = f"bus {row['bus']} is said to be on GPIO{row['sda']} and GPIO{row['scl']}"
            yield Finding("i2c_pins", "pins of pi", words, "the chip has it elsewhere, or not at all: see headers.toml")


def one_job(sheet: str, jobs: list[tuple[str, int]]) -> Iterator[Finding]:
    """No pin twice."""
    seen: dict[int, str] = {}
    for job, gpio in jobs:
        if gpio in seen:
            yield Finding("one_job", sheet, f"{job} is on GPIO {gpio}, and so is {seen[gpio]}", "give each a pin of its own")
        seen.setdefault(gpio, job)


def on_header(sheet: str, jobs: list[tuple[str, int]], header: Table, prefix: str) -> Iterator[Finding]:
    """A pin that can be reached."""
    for job, gpio in jobs:
        if f"{prefix}{gpio}" not in header["places"]:
            yield Finding("header", sheet, f"{job} is on GPIO {gpio}, which {header['name']} does not have", "take one that it has")


def inputs_rest(name: str, jobs: Table) -> Iterator[Finding]:
    """A cut wire reads as the harmless thing: pulled up, with low as what counts, and both levels told."""
    for job, pin in jobs.items():
        if pin["direction"] == "in":
            if pin.get("pull") != "up":
                words = f"the input {job} is not pulled up, so a cut wire reads as anything"
                yield Finding("rest", f"pins of {name}", words, 'write pull = "up"')
            if not pin.get("low") or not pin.get("high"):
                yield Finding("rest", f"pins of {name}", f"the input {job} does not say what its levels mean", "write low and high")


def blocks(name: str, board: dict[str, Any], header: Table) -> Iterator[Finding]:
    """SDA and SCL sit on two pins of one I2C block of the chip, and of the block that the firmware opens."""
    pins, i2c = board["pins"], board.get("i2c", {})
    if "sda" not in pins or "scl" not in pins:
        return
    sda, scl, bus = pins["sda"]["gpio"], pins["scl"]["gpio"], i2c.get("i2c_bus")
    may = {(row["bus"], row["sda"]) for row in header["i2c"]}, {(row["bus"], row["scl"]) for row in header["i2c"]}
    if (bus, sda) not in may[0] or (bus, scl) not in may[1]:
        words = f"GP{sda} and GP{scl} are not SDA and SCL of the chip's I2C block {bus}"
        yield Finding("i2c_pins", f"pins of {name}", words, "take a pair that headers.toml lists for that block")
    if not 0 < i2c.get("i2c_hz", 0) <= 400_000:
        yield Finding("i2c_pins", f"pins of {name}", f"the bus runs at {i2c.get('i2c_hz')} Hz", "the parts promise 400000 at most")
