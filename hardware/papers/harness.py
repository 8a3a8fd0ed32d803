"""A sheet as a WireViz harness: connectors, cables with their colours and lengths, and who meets whom."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Final

from hardware.circuit import Circuit, Terminal, Wire

MOST_WIRES: Final = 30
COLOURS: Final = {
    "red": "RD", "black": "BK", "blue": "BU", "yellow": "YE", "green": "GN", "white": "WH",
    "orange": "OG", "violet": "VT", "grey": "GY", "pink": "PK",
}  # fmt: skip


class NoProgram(RuntimeError):
    """A program of the system is missing; the message names it and tells how to get it."""


def needs(program: str, package: str) -> None:
    """Raises NoProgram if a program of the system is not there."""
    if shutil.which(program) is None:
        raise NoProgram(f"'{program}' is missing; install it with: sudo apt-get install {package}")


def pages(circuit: Circuit) -> dict[str, list[Wire]]:
    """The wires of each page by its file's name: one page, or several where letters would be too small to read on A4."""
    if len(circuit.wires) <= MOST_WIRES:
        return {circuit.sheet: circuit.wires}
    found: dict[str, list[Wire]] = {}
    for wire in circuit.wires:
        found.setdefault(f"{circuit.sheet}-{wire.page}" if wire.page else circuit.sheet, []).append(wire)
    return found


def harness(circuit: Circuit, wires: list[Wire]) -> dict[str, Any]:
    """Some of the sheet's wires, and what they go to, in WireViz's terms."""
    ends: dict[str, list[Terminal]] = {}
    for wire in wires:
        for end in (wire.start, wire.end):
            if end not in ends.setdefault(end.part, []):
                ends[end.part].append(end)
    connectors = {}
    for name, terminals in ends.items():
        part = circuit.parts[name]
        if part.data.get("header"):
            terminals.sort(key=lambda end: end.place)
        labels = [f"{job_of(circuit, end)}{end.label}" for end in terminals]
        address = f", 0x{part.address:02X}" if part.address is not None else ""
        connectors[name] = {"type": f"{part.data['short']}{address}", "pins": [_pin(circuit, end) for end in terminals]}
        # The terminals of a module have names; a number of ours would be on none of them.
        if part.data.get("header"):
            connectors[name]["pinlabels"] = labels
    cables: dict[str, Any] = {}
    connections = []
    for wire in wires:
        # A cable may be called like the part that it goes to, but not here.
        name = f"{wire.cable} cable"
        cable = cables.setdefault(
            name,
            {"type": circuit.cable_kinds[wire.kind]["short"], "gauge": f"{circuit.cable_kinds[wire.kind]['mm2']} mm2",
             "length": wire.length_mm / 1000, "colors": []},
        )  # fmt: skip
        cable["colors"].append(COLOURS[wire.colour])
        cable["wirecount"] = len(cable["colors"])
        begins, ends_at = (_pin(circuit, one) for one in (wire.start, wire.end))
        connections.append([{wire.start.part: [begins]}, {name: [cable["wirecount"]]}, {wire.end.part: [ends_at]}])
    return {"connectors": connectors, "cables": cables, "connections": connections, "options": {"fontname": "DejaVu Sans"}}


def job_of(circuit: Circuit, end: Terminal) -> str:
    """What pins.toml calls the pin at that end, with a space behind; "" where it is a supply or has no name."""
    job = next((wire.job for wire in circuit.wires if wire.start == end and wire.job), "")
    return f"{job} " if job and job not in ("supply", "ground") and not job.endswith(".ground") else ""


def _pin(circuit: Circuit, end: Terminal) -> str | int:
    return end.place if circuit.parts[end.part].data.get("header") else end.label


def draw_harness(circuit: Circuit, folder: Path) -> None:
    """Write PAGE.svg and PAGE.png for each page. Raises NoProgram without graphviz."""
    from wireviz.wireviz import parse

    needs("dot", "graphviz")
    folder.mkdir(parents=True, exist_ok=True)
    for page, wires in pages(circuit).items():
        graph = parse(harness(circuit, wires), return_types="harness").graph
        # On paper, width is what makes letters small.
        graph.attr("graph", ranksep="0.4", nodesep="0.2")
        for kind in ("svg", "png"):
            (folder / f"{page}.{kind}").write_bytes(graph.pipe(format=kind))
