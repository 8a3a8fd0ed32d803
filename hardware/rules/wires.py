"""Rules of building: everything wired, one wire a place, outputs to inputs and inputs to outputs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from hardware.circuit import Circuit, Finding, Part
from hardware.sources import Table

_BUTTON: Final = re.compile(r"(next|ok|back|menu)(\d)")
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


def meant(circuit: Circuit) -> Iterator[Finding]:
    """What a terminal is for is there: a motor's windings in their order, each sensor at its pin, each button at its seat's."""
    for part in circuit.parts.values():
        for label, told in part.data["terminals"].items():
            net = circuit.net_of(part.name, label, circuit.nets)
            rail = circuit.net_of(part.name, label, circuit.rails)
            wanted = []
            job = _job(part, label, told)
            if job and job not in {wire.job for wire in circuit.wires_in(net)}:
                wanted.append(f"the pin '{job}'")
            kind, other = told.get("meets", ("", ""))
            if kind and (kind, other) not in {(owner.kind, its) for owner, its, _ in circuit.described(net)}:
                wanted.append(f"{other} of the {_short(circuit, kind)}")
            least, most = told.get("wants_volts", (0, 0))
            if most and not least <= (circuit.volts(rail) or 0) <= most:
                wanted.append(f"a rail of {least} to {most} V")
            if told.get("at_motor") and not any(what.get("motor") for _, _, what in circuit.described(rail)):
                wanted.append("the motor's supply")
            for what in wanted:
                words = f"{part.name} {label} is for {what}, which does not end there"
                yield Finding("meant", circuit.sheet, words, "change its wire")


def _job(part: Part, label: str, told: Table) -> str:
    """The pin that has to end at a terminal; "" if it may be any."""
    if part.kind != "button" or label != "A":
        return str(told.get("job", ""))
    seat = _BUTTON.fullmatch(part.name)
    return f"seat{seat[2]}.{seat[1]}" if seat else "button"


def _short(circuit: Circuit, kind: str) -> str:
    """What people call the part of that kind on a sheet."""
    return next((str(part.data["short"]) for part in circuit.parts.values() if part.kind == kind), kind)


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
