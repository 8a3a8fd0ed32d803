"""A sheet as a schematic: the controller, every part beside it, and at each end the name of the net that it is on.

Nets are named instead of drawn as lines across the page: what is called HOME here and HOME there is one wire.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from hardware.circuit import Circuit, Net, Part

_TWO_ENDS: Final = {
    "button": "Button", "lid_switch": "Button", "fuse": "Fuse", "capacitor": "Capacitor2", "capacitor_35v": "Capacitor2",
    "pull_down": "Resistor", "pull_up_10k": "Resistor", "resistor_330": "Resistor", "pull_ups": "Resistor",
}  # fmt: skip
_COLUMN: Final = 9.0
_ROW: Final = 0.75
_WIDE: Final = 2.6
_PAIR: Final = 1.9
_A4: Final = (281.0, 194.0)


def net_names(circuit: Circuit) -> dict[Net, str]:
    """What each net is called: its voltage, GND, the job of its pin, or the terminal that drives it."""
    names: dict[Net, str] = {}
    for net in circuit.nets:
        told = circuit.described(net)
        volts = circuit.volts(net)
        part, label, _ = told[0]
        behind_fuse = circuit.volts(circuit.net_of(part.name, label, circuit.rails))
        jobs = [wire.job for wire in circuit.wires_in(net) if wire.job not in ("", "supply") and not wire.job.endswith("ground")]
        if any(what["kind"] == "ground" for _, _, what in told):
            names[net] = "GND"
        elif volts is not None:
            alike = sum(circuit.volts(other) == volts for other in circuit.nets)
            names[net] = f"+{volts:g} V" + ("" if alike == 1 else f" {part.name}")
        elif behind_fuse is not None:
            names[net] = f"+{behind_fuse:g} V fused"
        elif jobs:
            names[net] = jobs[0].upper()
        else:
            part, label, _ = next((one for one in told if one[2]["kind"] not in ("contact", "coil")), told[0])
            names[net] = f"{part.name}.{label}"
    return names


def net_name(circuit: Circuit, part: str, label: str) -> str:
    """The name of the net at a terminal."""
    return next((name for net, name in net_names(circuit).items() if (part, label) in net), "not wired")


def draw_schematic(circuit: Circuit, folder: Path) -> None:
    """Write SHEET-schematic.svg."""
    import schemdraw

    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"
    folder.mkdir(parents=True, exist_ok=True)
    file = str(folder / f"{circuit.sheet}-schematic.svg")
    with schemdraw.Drawing(file=file, show=False, fontsize=12, font="DejaVu Sans") as drawing:
        controller = circuit.parts[circuit.controller]
        _box(drawing, circuit, controller, 0.0, 0.0)
        # The strip is what the names of nets stand for: it has no place of its own here.
        others = [part for part in circuit.parts.values() if part is not controller and part.kind != "strip"]
        columns = _best_columns([_height(circuit, part) for part in others], _height(circuit, controller))
        heights = [0.0] * columns
        for part in others:
            column = heights.index(min(heights))
            height = _height(circuit, part)
            x, y = _COLUMN * (column + 1), -heights[column]
            if part.kind in _TWO_ENDS:
                for index, (left, right) in enumerate(_pairs(part)):
                    _symbol(drawing, circuit, part, (left, right), x, y - _PAIR * index)
            else:
                _box(drawing, circuit, part, x, y)
            heights[column] += height
        tall = max(*heights, _height(circuit, controller))
        _frame(drawing, circuit.title, _COLUMN * (columns + 1) - 0.5, tall)


def _best_columns(heights: list[float], least: float) -> int:
    """In how many columns the parts stand so that letters come out largest on an A4 sheet on its side."""

    def scale(columns: int) -> float:
        filled = [0.0] * columns
        for height in heights:
            filled[filled.index(min(filled))] += height
        return min(_A4[0] / (_COLUMN * (columns + 1)), _A4[1] / (max(*filled, least) + 2.6))

    return max(range(1, 5), key=scale)


def _height(circuit: Circuit, part: Part) -> float:
    return _PAIR * len(_pairs(part)) if part.kind in _TWO_ENDS else _ROW * (len(_ends(circuit, part)) + 1) + 1.3


def _ends(circuit: Circuit, part: Part) -> list[tuple[str, int]]:
    """The wired terminals of a part, with their places on its header."""
    ends = {(end.label, end.place) for wire in circuit.wires for end in (wire.start, wire.end) if end.part == part.name}
    labels = list(part.data["terminals"])
    return sorted(ends, key=lambda end: (end[1], labels.index(end[0]) if end[0] in labels else 0))


def box_rows(circuit: Circuit) -> list[tuple[str, ...]]:
    """What stands one behind the other in the schematic: each terminal of a box with its net and place; each symbol's nets."""
    rows: list[tuple[str, ...]] = []
    for part in circuit.parts.values():
        if part.kind in _TWO_ENDS:
            rows += [(_title(part), *(net_name(circuit, part.name, label) for label in ends)) for ends in _pairs(part)]
        elif part.kind != "strip":
            for label, place in _ends(circuit, part):
                rows.append((label, net_name(circuit, part.name, label), *([str(place)] if place else [])))
    return rows


def _title(part: Part) -> str:
    address = f", 0x{part.address:02X}" if part.address is not None else ""
    return f"{part.name}: {part.data['short']}{address}"


def _box(drawing: Any, circuit: Circuit, part: Part, x: float, y: float) -> None:
    """A part as a box, its terminals at the right (the controller) or at the left."""
    import schemdraw.elements as elm

    ends = _ends(circuit, part)
    outward = 1 if part.name == circuit.controller else -1
    height = _ROW * (len(ends) + 1)
    drawing.add(elm.Rect(corner1=(0, 0), corner2=(_WIDE, -height)).at((x, y)).theta(0))
    _text(drawing, x + _WIDE / 2, y + 0.3, _title(part), size=13)
    edge = x + (_WIDE if outward > 0 else 0.0)
    for index, (label, place) in enumerate(ends):
        at_y = y - _ROW * (index + 1)
        drawing.add(elm.Line().at((edge, at_y)).to((edge + outward, at_y)))
        _text(drawing, edge - 0.15 * outward, at_y, label, "right" if outward > 0 else "left")
        _text(drawing, edge + 1.15 * outward, at_y, net_name(circuit, part.name, label), "left" if outward > 0 else "right")
        if place:
            _text(drawing, edge + 0.5 * outward, at_y + 0.2, str(place), size=11)


def _pairs(part: Part) -> list[tuple[str, str]]:
    """The two ends of a part with two; of several in one package, those of each."""
    first, *others = part.data["needs"]
    return [(first, other) for other in others]


def _symbol(drawing: Any, circuit: Circuit, part: Part, ends: tuple[str, str], x: float, y: float) -> None:
    """A part with two ends, as its symbol."""
    import schemdraw.elements as elm

    at_y = y - 0.7
    drawing.add(getattr(elm, _TWO_ENDS[part.kind])().at((x, at_y)).to((x + _WIDE, at_y)))
    _text(drawing, x + _WIDE / 2, y + 0.1, _title(part), size=13)
    left, right = (net_name(circuit, part.name, label) for label in ends)
    _text(drawing, x - 0.15, at_y, left, "right")
    _text(drawing, x + _WIDE + 0.15, at_y, right, "left")


def _frame(drawing: Any, title: str, wide: float, tall: float) -> None:
    """A frame: without it the outermost words are cut off, because their width is only guessed."""
    import schemdraw.elements as elm

    drawing.add(elm.Rect(corner1=(-0.8, 1.6), corner2=(wide, -tall - 1.0), lw=0.5).at((0, 0)).theta(0))
    _text(drawing, -0.5, 1.15, title, "left", 14)


def _text(drawing: Any, x: float, y: float, words: str, halign: str = "center", size: int = 12) -> None:
    import schemdraw.elements as elm

    # An element goes on in the direction of the one before it unless it is told not to.
    drawing.add(elm.Label().at((x, y - 0.17)).theta(0).label(words, halign=halign, valign="center", ofst=0, fontsize=size))
