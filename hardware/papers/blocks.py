"""Markdown in which what stands between two marks is made, and everything else is written by people.

    <!-- made: buttons -->
    ...
    <!-- end -->
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from hardware.layout import SEATS, board_sheets
from hardware.papers import tables
from hardware.papers.harness import pages
from hardware.sources import Sources

_BLOCK: Final = re.compile(r"(<!-- made: ([\w ,'-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
_MAKERS: Final[dict[str, Callable[[Sources], str]]] = {
    "buttons": tables.button_table,
    "panels": tables.panel_table,
    "picos": tables.pico_tables,
    "currents": tables.currents,
    "buses": tables.buses,
    "bill": tables.bill,
    "prints": tables.prints,
}


class UnknownBlock(ValueError):
    """A block that nobody can make; the message names it."""


def filled(text: str, sources: Sources) -> str:
    """The text with every block made anew. Raises UnknownBlock."""

    def made(found: re.Match[str]) -> str:
        return f"{found[1]}{_make(found[2], sources)}{found[4]}"

    return _BLOCK.sub(made, text)


def _make(name: str, sources: Sources) -> str:
    name, _, cables = name.partition(" of ")
    what, _, sheet = name.partition(" ")
    if what == "levels" and sheet in sources.pins["boards"]:
        return tables.levels(sources, sheet)
    if sheet and (sheet.startswith("pi-") or sheet in board_sheets(sources)):
        circuit = tables.circuit_named(sources, sheet)
        if what == "wires":
            return tables.wires(circuit, cables.split(", ") if cables else None)
        if what == "cut":
            return tables.cut_list(circuit)
    if name not in _MAKERS:
        listed = ", ".join([*_MAKERS, "wires SHEET", "wires SHEET of CABLE, CABLE", "cut SHEET", "levels BOARD"])
        raise UnknownBlock(f"there is no block '{name}'; there are {listed}")
    return _MAKERS[name](sources)


def wiring_pages(sources: Sources) -> str:
    """WIRING.md, whole: each sheet with its picture, its schematic, its wires and its cut list."""
    parts = [
        "# Wiring\n\nMade from `pins.toml`, `parts.toml` and `wiring.toml`: change those and run"
        " `python -m hardware refresh`. A row is a wire; *job* is the pin's name in `pins.toml`. Lengths are cut lengths.\n"
    ]
    for sheet in [*(f"pi-{seats}" for seats in SEATS), *board_sheets(sources)]:
        circuit = tables.circuit_named(sources, sheet)
        pictures = "\n".join(f"![Harness: {page}](wiring/{page}.svg)\n" for page in pages(circuit))
        parts.append(
            f"\n## {circuit.title}\n\n{pictures}\n![Schematic: {sheet}](wiring/{sheet}-schematic.svg)\n\n"
            f"{tables.wires(circuit)}\nTo cut:\n\n{tables.cut_list(circuit)}"
        )
    parts.append(f"\n## Currents\n\n{tables.currents(sources)}\n## Buses\n\n{tables.buses(sources)}")
    return "".join(parts)
