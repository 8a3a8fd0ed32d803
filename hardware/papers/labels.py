"""Labels to print at full size on A4, cut out and glue: one for each box and each cable, saying where every wire goes."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from hardware.circuit import Circuit

_A4: Final = (210.0, 297.0)
_MARGIN: Final = 10.0
_WIDE: Final = 60.0
_LINE: Final = 3.4
_GAP: Final = 3.0
_LETTER_MM: Final = 2.5


def label_texts(circuit: Circuit) -> Iterator[list[str]]:
    """The lines of each label of a sheet: a name, then a line a wire."""
    cables: dict[str, list[str]] = {}
    for wire in circuit.wires:
        start = f"{wire.start.label}" + (f" pin {wire.start.place}" if wire.start.place else "")
        words = f"{wire.colour}: {wire.start.part} {start} - {wire.end.part} {wire.end.label}"
        cables.setdefault(wire.cable, []).append(words)
    for name, lines in cables.items():
        yield [f"{circuit.sheet}: {name}", *lines]
    for part in circuit.parts.values():
        if part.address is not None:
            yield [f"{part.name}", f"I2C address 0x{part.address:02X}"]
        if part.data.get("motor_supply"):
            yield [f"{part.name}: {part.data['short']}", "for motors only, through the fuse"]


def labels(circuits: list[Circuit]) -> list[str]:
    """Pages of SVG, A4 upright, in true size."""
    pages: list[list[str]] = [[]]
    x = y = _MARGIN
    for circuit in circuits:
        for lines in label_texts(circuit):
            high = _LINE * len(lines) + 2.5
            if y + high > _A4[1] - _MARGIN:
                x, y = x + _WIDE + _GAP, _MARGIN
            if x + _WIDE > _A4[0] - _MARGIN + 0.01:
                pages.append([])
                x = y = _MARGIN
            pages[-1].append(_drawn(lines, x, y, high))
            y += high + _GAP
    wide, high = _A4
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">'
    return [f"{head}\n" + "\n".join(page) + "\n</svg>\n" for page in pages]


def _drawn(lines: list[str], x: float, y: float, high: float) -> str:
    frame = f'<rect x="{x:g}" y="{y:g}" width="{_WIDE:g}" height="{high:g}" fill="white" stroke="black" stroke-width="0.2"/>'
    words = []
    for index, line in enumerate(lines):
        weight = ' font-weight="bold"' if index == 0 else ""
        where = f'x="{x + 1.5:g}" y="{y + _LINE * (index + 1):.1f}"'
        letters = f'font-family="DejaVu Sans" font-size="{_LETTER_MM:g}"{weight}'
        words.append(f"<text {where} {letters}>{escape(line)}</text>")
    return "\n".join([frame, *words])
