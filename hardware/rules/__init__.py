"""What is checked before anything is soldered. `check` returns all that is wrong, each with what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from hardware.circuit import Circuit, Finding
from hardware.layout import board_circuit, board_of, board_sheets, pi_circuits
from hardware.rules import bus, current, pins, tables, volts, wires
from hardware.sources import Sources

Rule = Callable[[Circuit], Iterator[Finding]]
RULES: Final[tuple[Rule, ...]] = (
    wires.complete, wires.one_wire, wires.directions, wires.meant, wires.contacts_close,
    volts.sources_apart, volts.supplies, volts.one_ground, volts.pins_bear, volts.high_enough,
    bus.wires_apart, bus.same_channel, bus.addresses, bus.quick_edges,
    current.rails, current.motors_apart, current.fused, current.coils_driven,
)  # fmt: skip


def check_circuit(circuit: Circuit) -> Iterator[Finding]:
    """All that is wrong on one sheet."""
    yield from circuit.problems
    for rule in RULES:
        yield from rule(circuit)


def findings(sources: Sources, about: str | None = None) -> Iterator[Finding]:
    """What is wrong with pins, parts and wires, one after the other; the same thing may be said by several sheets.

    `about`: "pi" or a board, to look at that alone.
    """
    unreadable = list(tables.readable(sources))
    if unreadable:
        yield from unreadable
        return
    yield from pins.check_map(sources)
    sheets = sources.wiring["sheets"]
    for name in ("pi", *sources.pins["boards"]):
        if about in (None, name):
            circuits = pi_circuits(sources) if name == "pi" else [board_circuit(sources, one) for one in board_sheets(sources)]
            circuits = [circuit for circuit in circuits if name == "pi" or board_of(circuit.sheet, sheets) == name]
            for circuit in circuits:
                yield from check_circuit(circuit)
            yield from wires.every_pin_used(name, circuits)
    if about is None:
        yield from current.usb(heaviest(sources), sources.parts["pi"]["usb_ma"])


def heaviest(sources: Sources) -> list[Circuit]:
    """Of each board the sheet that takes most from USB."""
    sheets = sources.wiring["sheets"]
    by_board: dict[str, list[Circuit]] = {}
    for sheet in board_sheets(sources):
        by_board.setdefault(board_of(sheet, sheets), []).append(board_circuit(sources, sheet))
    return [max(circuits, key=current.usb_ma) for circuits in by_board.values()]


def check(sources: Sources) -> list[Finding]:
    """All that is wrong with pins, parts and wires, each said once though several sheets show it."""
    once: dict[tuple[str, str], Finding] = {}
    for finding in findings(sources):
        once.setdefault((finding.rule, finding.what), finding)
    return list(once.values())
