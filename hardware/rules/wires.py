"""Rules of building: everything wired, one wire a place, outputs to inputs and inputs to outputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from hardware.circuit import Circuit, Finding

_ENDS: Final = {
    "out": {"in"},
    "in": {"open", "out", "contact"},
    "i2c": {"sda", "scl"},
}


def complete(circuit: Circuit) -> Iterator[Finding]:
    """Each part has all wires that it needs, and each pin of the map has one."""
    wired = {(end.part, end.label) for wire in circuit.wires for end in (wire.start, wire.end)}
    for part in circuit.parts.values():
        for label in part.data.get("needs", []):
            if (part.name, label) not in wired:
                yield Finding("complete", circuit.sheet, f"no wire goes to {part.name} {label}", "add it in wiring.toml")


def every_pin_used(name: str, circuits: Sequence[Circuit]) -> Iterator[Finding]:
    """Each pin of a board's map has a wire on one of the board's sheets."""
    used = {wire.job for circuit in circuits for wire in circuit.wires}
    for job in dict.fromkeys(job for circuit in circuits for job in circuit.jobs):
        if job not in used:
            yield Finding("complete", name, f"no wire goes to the pin '{job}' of pins.toml", "add it in wiring.toml")


def one_wire(circuit: Circuit) -> Iterator[Finding]:
    """A place of a header takes one socket."""
    places = Counter((end.part, end.place) for wire in circuit.wires for end in (wire.start, wire.end) if end.place)
    for (part, place), number in places.items():
        if number > 1:
            yield Finding("one_wire", circuit.sheet, f"{number} wires end at pin {place} of {part}", "join them on the strip")


def directions(circuit: Circuit) -> Iterator[Finding]:
    """What pins.toml calls an output goes to something that listens, an input to something that speaks, the bus to a bus."""
    nets = circuit.nets
    for wire in circuit.wires:
        direction = circuit.jobs.get(wire.job, {}).get("direction")
        if direction is None:
            continue
        net = circuit.net_of(wire.start.part, wire.start.label, nets)
        kinds = {told["kind"] for part, _, told in circuit.described(net) if part.name != circuit.controller}
        if not kinds & _ENDS.get(direction, set()):
            ends = ", ".join(f"{name} {label}" for name, label in sorted(net) if name != circuit.controller)
            words = f"the pin '{wire.job}' is '{direction}' in pins.toml, and its wire goes to {ends}"
            yield Finding("direction", circuit.sheet, words, "mend the direction there or the wire in wiring.toml")
        others = [f"{part.name} {label}" for part, label, told in circuit.described(net) if told["kind"] == "gpio"]
        if len(others) > 1:
            yield Finding("direction", circuit.sheet, f"{' and '.join(others)} are one wire", "give each its own")
        if any(told["kind"] == "ground" for _, _, told in circuit.described(net)):
            yield Finding("short", circuit.sheet, f"the pin '{wire.job}' is wired to ground", "take that wire out")


def contacts_close(circuit: Circuit) -> Iterator[Finding]:
    """A button or switch has ground at its other end, so that closing it pulls its pin low."""
    nets = circuit.nets
    for part in circuit.parts.values():
        if part.kind not in ("button", "lid_switch"):
            continue
        ends = [circuit.net_of(part.name, label, nets) for label in part.data["needs"]]
        grounded = [any(told["kind"] == "ground" for _, _, told in circuit.described(net)) for net in ends]
        if sum(grounded) != 1:
            words = f"{part.name} has {'both ends' if all(grounded) else 'no end'} at ground"
            yield Finding("contact", circuit.sheet, words, "one end goes to its pin and the other to ground")
