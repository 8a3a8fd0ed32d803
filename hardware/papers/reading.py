"""Whether the papers in the repository say what the tables say: drawings are read, not compared point by point.

A drawing may lie differently from one version of graphviz to the next; the words in it may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from hardware.circuit import Circuit, Finding, Terminal, Wire
from hardware.papers.blocks import filled, wiring_pages
from hardware.papers.harness import COLOURS, job_of, pages
from hardware.papers.schematic import box_rows
from hardware.papers.tables import circuit_named
from hardware.sources import HERE, Sources

REMEDY = "run: python -m hardware refresh"


def texts_of(svg: str) -> list[str]:
    """The words of a drawing, in their order."""
    return [unescape(re.sub(r"<[^>]+>", "", text)).strip() for text in re.findall(r"<text\b[^>]*>(.*?)</text>", svg, re.DOTALL)]


def harness_rows(circuit: Circuit, wires: list[Wire]) -> list[tuple[str, ...]]:
    """What stands one behind the other in a harness, for each wire: where from, number and colour, where to."""
    counts: dict[str, int] = {}
    rows: list[tuple[str, ...]] = []
    for wire in wires:
        counts[wire.cable] = counts.get(wire.cable, 0) + 1
        rows.append((_end(circuit, wire.start), f"{counts[wire.cable]}:{COLOURS[wire.colour]}", _end(circuit, wire.end)))
    return rows


def _end(circuit: Circuit, end: Terminal) -> str:
    return f"{end.part}:{end.place}:{job_of(circuit, end)}{end.label}" if end.place else f"{end.part}:{end.label}"


def lacks(texts: list[str], rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows that do not stand in the texts one behind the other."""
    there: dict[int, set[tuple[str, ...]]] = {}
    for size in {len(row) for row in rows}:
        there[size] = {tuple(texts[index : index + size]) for index in range(len(texts))}
    return [row for row in rows if row not in there[len(row)]]


def papers_agree(sources: Sources, sheets: list[str], documents: tuple[str, ...], folder: Path = HERE) -> Iterator[Finding]:
    """Every committed drawing and document says what the tables say, and there is no other."""
    wanted = set()
    for sheet in sheets:
        circuit = circuit_named(sources, sheet)
        expected = {page: harness_rows(circuit, wires) for page, wires in pages(circuit).items()}
        expected[f"{sheet}-schematic"] = box_rows(circuit)
        for name, rows in expected.items():
            file = folder / "wiring" / f"{name}.svg"
            wanted.add(file.name)
            texts = texts_of(file.read_text(encoding="utf-8")) if file.exists() else []
            for row in lacks(texts, rows)[:3]:
                yield Finding("papers", sheet, f"wiring/{name}.svg does not say {' '.join(row)}", REMEDY)
    for file in (folder / "wiring").glob("*.svg"):
        if file.name not in wanted:
            yield Finding("papers", file.stem, f"wiring/{file.name} belongs to no sheet", REMEDY)
    for name in (*documents, "WIRING.md"):
        text = (folder / name).read_text(encoding="utf-8")
        if text != (wiring_pages(sources) if name == "WIRING.md" else filled(text, sources)):
            yield Finding("papers", name, "it says something else than the tables", REMEDY)
