"""Pins, wires, cut lists and parts as tables of Markdown, made from the tables of the project and from nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hardware.circuit import Circuit, Terminal, Wire
from hardware.layout import board_circuit, board_sheets, pi_circuit
from hardware.rules import heaviest
from hardware.rules.bus import load, segments
from hardware.rules.current import takes_ma, usb_ma
from hardware.sources import Sources, Table

Row = Sequence[object]


def table(head: Row, rows: Iterable[Row]) -> str:
    """A table of Markdown, with a newline at its end."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines).replace("|  |", "| |").replace("|  |", "| |")


def place(end: Terminal) -> str:
    """How people find the end of a wire."""
    return f"{end.part} {end.label}, pin {end.place}" if end.place else f"{end.part} {end.label}"


def wire_rows(wires: Iterable[Wire]) -> list[Row]:
    """Each wire: both ends with their pins, colour, length."""
    return [
        (wire.job, place(wire.start), place(wire.end), wire.colour, f"{wire.length_mm} mm") for wire in wires
    ]


def wires(circuit: Circuit, cables: Sequence[str] | None = None) -> str:
    """A sheet's wires, cable by cable; all, or those of some cables. Raises KeyError for a cable that is not there."""
    head = ("cable", "job", "from", "to", "colour", "length")
    rows, last = [], ""
    chosen = [wire for wire in circuit.wires if cables is None or wire.cable in cables]
    for cable in cables or ():
        if cable not in {wire.cable for wire in chosen}:
            raise KeyError(f"{circuit.sheet} has no cable '{cable}'")
    for wire, row in zip(chosen, wire_rows(chosen), strict=True):
        rows.append(("" if wire.cable == last else wire.cable, *row))
        last = wire.cable
    return table(head, rows)


def cut_list(circuit: Circuit) -> str:
    """What to cut: how many wires of which colour, length and kind."""
    pieces = Counter((circuit.cable_kinds[wire.kind]["name"], wire.length_mm, wire.colour) for wire in circuit.wires)
    rows = [(kind, f"{mm} mm", colour, number) for (kind, mm, colour), number in sorted(pieces.items())]
    return table(("wire", "length", "colour", "pieces"), rows)


def button_table(sources: Sources) -> str:
    """Where each seat's buttons go on the Pi."""
    names = ("next", "ok", "back", "menu")
    rows = []
    for number, seat in enumerate(sources.pins["pi"]["seats"]):
        cells = [f"GPIO{seat[name]['gpio']}, pin {seat[name]['header']}" if name in seat else "" for name in names]
        rows.append((number, *cells, f"pin {seat['ground']['header']}"))
    return table(("seat", "next", "ok", "back, if fitted", "menu, if fitted", "ground"), rows)


def panel_table(sources: Sources) -> str:
    """The four wires of the panels' bus on the Pi."""
    panels = sources.pins["pi"]["panels"]
    return table(
        ("wire", "header pin", "goes to"),
        [
            ("3.3 V", panels["supply"]["header"], "VCC of both panels, never 5 V"),
            (f"GPIO{panels['sda']['gpio']} (SDA)", panels["sda"]["header"], "SDA of both panels"),
            (f"GPIO{panels['scl']['gpio']} (SCL)", panels["scl"]["header"], "SCL of both panels"),
            ("ground", panels["ground"]["header"], "GND of both panels"),
        ],
    )


def pico_tables(sources: Sources) -> str:
    """Each board's pins: job, chip's number, place on the edge, and what its levels mean."""
    places = sources.headers["pico"]["places"]
    told = []
    for name, board in sources.pins["boards"].items():
        rows = []
        for job, pin in sorted(board["pins"].items(), key=lambda item: int(item[1]["gpio"])):
            levels = f"low: {pin['low']}; high: {pin['high']}" if "low" in pin else pin["direction"]
            chip = f"GP{pin['gpio']}"
            rows.append((job, chip, places.index(chip) + 1, pin["direction"], pin.get("pull", ""), levels))
        told.append(f"**{name.replace('_', ' ')}**\n\n" + table(("job", "chip", "pin", "direction", "pull", "levels"), rows))
    return "\n".join(told)


def levels(sources: Sources, board: str) -> str:
    """What each input of a board means, high and low."""
    pins = sources.pins["boards"][board]["pins"]
    rows = [(name, pin["low"], pin["high"]) for name, pin in pins.items() if pin["direction"] == "in"]
    return table(("input", "low: it says", "high: it says"), rows)


def currents(sources: Sources) -> str:
    """What each sheet's supplies give and what is taken from them at most."""
    rows: list[Row] = []
    for circuit in [pi_circuit(sources, 5), *(board_circuit(sources, name) for name in board_sheets(sources))]:
        for net in circuit.rails:
            for part, label, told in circuit.described(net):
                if told["kind"] == "source":
                    gives = (f"{told['volts']} V", f"{told['ma']} mA")
                    rows.append((circuit.title, f"{part.name} {label}", *gives, f"{takes_ma(circuit, net)} mA"))
    usb = sum(map(usb_ma, heaviest(sources)))
    rows.append(("both boards", "the Pi's USB sockets", "5 V", f"{sources.parts['pi']['usb_ma']} mA", f"{usb} mA"))
    return table(("sheet", "supply", "voltage", "gives", "is taken"), rows)


def buses(sources: Sources) -> str:
    """The estimate of each I2C bus: what pulls it up, what hangs on it, and how quick its edges are."""
    rows: list[Row] = []
    boards = [board_circuit(sources, name) for name in board_sheets(sources)]
    for circuit in [pi_circuit(sources, 2), pi_circuit(sources, 5), *boards]:
        seen = set()
        for segment in segments(circuit):
            name = segment.channel.split()[0]
            if segment.kind == "sda" and name not in seen:
                seen.add(name)
                ohm, farad, rise = load(circuit, segment)
                where = "the main bus" if name == "the" else "a channel, with the main bus"
                rows.append((circuit.title, where, f"{ohm / 1000:.1f} kΩ", f"{farad:.0f} pF", f"{rise:.0f} ns of 300"))
    return table(("sheet", "wire", "pulled up by", "capacitance", "rise"), rows)


def circuit_named(sources: Sources, sheet: str) -> Circuit:
    """A sheet by its name: "pi-4", "shrine"."""
    if sheet.startswith("pi-"):
        return pi_circuit(sources, int(sheet.split("-")[1]))
    return board_circuit(sources, sheet)


def counted(sources: Sources, build: Table) -> dict[str, int]:
    """The wired parts of a build and how many of each."""
    numbers: Counter[str] = Counter()
    for sheet in build["sheets"]:
        numbers.update(part.kind for part in circuit_named(sources, sheet).parts.values())
    return dict(numbers)


def bill(sources: Sources) -> str:
    """The bill of materials: numbers for each build, what to choose, two alternatives, price class, what is lost without."""
    builds = sources.builds["builds"]
    numbers = {name: {**counted(sources, build), **build["extras"]} for name, build in builds.items()}
    # What only the fuller sheets have is listed too, with no number.
    fuller = {part.kind for sheet in board_sheets(sources) for part in board_circuit(sources, sheet).parts.values()}
    kinds = {**sources.parts, **sources.builds["extras"]}
    rows = []
    for kind, told in kinds.items():
        if any(kind in each for each in numbers.values()) or kind in fuller:
            counts = [numbers[name].get(kind, "") for name in builds]
            rows.append((told["name"], *counts, told["choose"], "; ".join(told["instead"]), told["price"], told["without"]))
    return table(("part", *builds, "take", "or", "price", "without it"), rows)


def prints(sources: Sources) -> str:
    """What to print for each build."""
    builds = sources.builds["builds"]
    names = list(dict.fromkeys(name for build in builds.values() for name in build["prints"]))
    rows = [(name.replace("_", " "), *(build["prints"].get(name, "") for build in builds.values())) for name in names]
    return table(("print", *builds), rows)
