"""What is checked before anything is soldered. `check` returns all that is wrong, each with what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from hardware.circuit import Circuit, Finding
from hardware.layout import all_circuits
from hardware.rules import bus, current, pins, volts, wires
from hardware.sources import Sources

Rule = Callable[[Circuit], Iterator[Finding]]
RULES: Final[tuple[Rule, ...]] = (
    wires.complete, wires.one_wire, wires.directions, wires.contacts_close,
    volts.sources_apart, volts.supplies, volts.one_ground, volts.pins_bear, volts.high_enough,
    bus.wires_apart, bus.addresses, bus.quick_edges,
    current.rails, current.motors_apart, current.fused, current.coils_driven,
)  # fmt: skip


def check_circuit(circuit: Circuit) -> list[Finding]:
    """All that is wrong on one sheet."""
    return [*circuit.problems, *(finding for rule in RULES for finding in rule(circuit))]


def check(sources: Sources) -> list[Finding]:
    """All that is wrong with pins, parts and wires, each said once though several sheets show it."""
    circuits = all_circuits(sources)
    boards = [circuit for circuit in circuits if circuit.controller == "pico"]
    found = [*pins.check_map(sources), *(finding for circuit in circuits for finding in check_circuit(circuit))]
    found += current.usb(boards, sources.parts["pi"]["usb_ma"])
    once: dict[tuple[str, str], Finding] = {}
    for finding in found:
        once.setdefault((finding.rule, finding.what), finding)
    return list(once.values())
