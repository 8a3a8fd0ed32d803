"""Whether the tables can be read at all: every key that is needed is there and of its type, and none is there that nobody reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hardware.circuit import Finding
from hardware.papers.harness import COLOURS
from hardware.sources import Sources, Table

Keys = Mapping[str, type | tuple[type, ...]]
_NUMBER: Final = (int, float)
_PART: Final[Keys] = {
    "name": str, "short": str, "price": str, "choose": str, "instead": list, "without": str, "needs": list, "terminals": dict,
}  # fmt: skip
_PART_MAY: Final[Keys] = {
    "addresses": list, "header": str, "usb_ma": int, "usb_takes_ma": int, "through": list, "fuse_ma": int,
    "freewheel": str, "motor_supply": bool, "instead_at": dict,
}  # fmt: skip
_TERMINALS: Final[Mapping[str, Keys]] = {
    "source": {"volts": _NUMBER, "ma": int},
    "plus": {"volts": list, "ma": int},
    "ground": {},
    "gpio": {"volts": _NUMBER, "most_volts": _NUMBER, "ma": int, "picofarad": int},
    "out": {},
    "open": {},
    "in": {"high_from": _NUMBER},
    "sda": {"picofarad": int},
    "scl": {"picofarad": int},
    "contact": {},
    "coil": {"ma": int},
    "drive": {"ma": int},
}
_TERMINAL_MAY: Final[Keys] = {
    "pull_ohm": int, "channel": int, "job": str, "meets": list, "wants_volts": list, "at_motor": bool, "most_volts": _NUMBER,
    "motor": bool,
}  # fmt: skip
_KIND: Final[Keys] = {"name": str, "short": str, "mm2": _NUMBER, "most_ma": int, "pf_per_m": int}
_SHEET: Final[Keys] = {"title": str, "cables": list}
_SHEET_MAY: Final[Keys] = {"controller": str, "parts": dict, "extends": str, "leaves_out": list}
_CABLE: Final[Keys] = {"name": str, "kind": str, "length_mm": int, "wires": list}
_CABLE_MAY: Final[Keys] = {"parts": dict, "addresses": dict, "for_each": (str, list), "seats": list, "page": str}
_BUILD: Final[Keys] = {"title": str, "words": str, "sheets": list, "extras": dict, "prints": dict}
_EXTRA: Final[Keys] = {"name": str, "price": str, "choose": str, "instead": list, "without": str}
_PIN: Final[Keys] = {"gpio": int, "direction": str}
_LEVELS: Final[Keys] = {"low": str, "high": str}
_BOARD: Final[Keys] = {"board": str, "pins": dict}
_PI: Final[Keys] = {"board": str, "gpios": dict, "reserved": list, "i2c": list, "panels": dict, "seats": list}
_PANELS: Final[Keys] = {
    "addresses": list, "bus": int, "hertz": int, "supply": dict, "ground": dict, "sda": dict, "scl": dict, "mux": dict,
}  # fmt: skip
_PLACED: Final[Keys] = {"gpio": int, "header": int}
_BUS: Final[Keys] = {"bus": int, "sda": int, "scl": int}
_HEADER: Final[Keys] = {"name": str, "kept": list, "i2c": list, "places": list}


def readable(sources: Sources) -> Iterator[Finding]:
    """Everything that keeps the tables from being read. With any of it the other rules cannot be tried."""
    for file, table, keys in (
        ("pins", sources.pins, ("boards", "pi")),
        ("headers", sources.headers, ("pi", "pico")),
        ("parts", sources.parts, ("pi", "pico")),
        ("wiring", sources.wiring, ("cables", "sheets")),
        ("builds", sources.builds, ("builds", "extras")),
    ):
        missing = [key for key in keys if key not in table]
        yield from (_missing(f"{file}.toml", "the file", key) for key in missing)
        if missing:
            return
    yield from _headers(sources)
    yield from _parts(sources)
    yield from _wiring(sources)
    for name, build in sources.builds["builds"].items():
        yield from _keys("builds.toml", f"builds.{name}", build, _BUILD, {})
    for name, extra in sources.builds["extras"].items():
        yield from _keys("builds.toml", f"extras.{name}", extra, _EXTRA, {})
    yield from _pins(sources.pins)


def _headers(sources: Sources) -> Iterator[Finding]:
    for name, header in sources.headers.items():
        yield from _keys("headers.toml", name, header, _HEADER, {})
        yield from _rows("headers.toml", f"{name}.i2c", header.get("i2c", []), _BUS)


def _parts(sources: Sources) -> Iterator[Finding]:
    for kind, part in sources.parts.items():
        yield from _keys("parts.toml", kind, part, _PART, _PART_MAY)
        yield from _terminals(kind, part)
    for name, keys in (("pi", ("header", "usb_ma")), ("pico", ("header", "usb_takes_ma"))):
        for key in keys:
            if key not in sources.parts[name]:
                yield _missing("parts.toml", name, key)


def _wiring(sources: Sources) -> Iterator[Finding]:
    sheets = sources.wiring["sheets"]
    for kind, told in sources.wiring["cables"].items():
        yield from _keys("wiring.toml", f"cables.{kind}", told, _KIND, {})
    for name, sheet in sheets.items():
        yield from _keys("wiring.toml", f"sheets.{name}", sheet, _SHEET, _SHEET_MAY)
        for needed in () if "extends" in sheet else ("controller", "parts"):
            if needed not in sheet:
                yield _missing("wiring.toml", f"sheets.{name}", needed)
        for cable in sheet.get("cables", ()):
            yield from _cable(sources, name, cable)
    for name in ("pi", *sources.pins["boards"]):
        if name not in sheets:
            yield _missing("wiring.toml", "sheets", name)


def _pins(pins: Table) -> Iterator[Finding]:
    for name, board in pins["boards"].items():
        yield from _keys("pins.toml", f"boards.{name}", board, _BOARD, {"i2c": dict})
        for job, pin in board.get("pins", {}).items():
            needed = _PIN if pin.get("direction") == "i2c" else {**_PIN, **_LEVELS}
            yield from _keys("pins.toml", f"boards.{name}.pins.{job}", pin, needed, {"pull": str})
    pi = pins["pi"]
    panels = pi.get("panels", {})
    yield from _keys("pins.toml", "pi", pi, _PI, {})
    yield from _keys("pins.toml", "pi.gpios", pi.get("gpios", {}), {"first": int, "last": int}, {})
    yield from _keys("pins.toml", "pi.panels", panels, _PANELS, {})
    for key, keys in (("supply", {"header": int}), ("ground", {"header": int}), ("sda", _PLACED), ("scl", _PLACED)):
        yield from _keys("pins.toml", f"pi.panels.{key}", panels.get(key, {}), keys, {})
    mux: Keys = {"overlay": str, "address": int, "channel_name": str}
    yield from _keys("pins.toml", "pi.panels.mux", panels.get("mux", {}), mux, {})
    yield from _rows("pins.toml", "pi.reserved", pi.get("reserved", []), {"gpio": int, "why": str})
    yield from _rows("pins.toml", "pi.i2c", pi.get("i2c", []), _BUS)
    for number, seat in enumerate(pi.get("seats", [])):
        buttons: Keys = dict.fromkeys(("next", "ok", "back", "menu"), dict)
        yield from _keys("pins.toml", f"pi.seats {number}", seat, {"ground": dict}, buttons)
        for job, pin in seat.items():
            keys = {"header": int} if job == "ground" else _PLACED
            yield from _keys("pins.toml", f"pi.seats {number}, {job}", pin, keys, {})


def _rows(file: str, where: str, rows: list[Table], needed: Keys) -> Iterator[Finding]:
    for number, row in enumerate(rows):
        yield from _keys(file, f"{where} {number}", row, needed, {})


def _terminals(kind: str, part: Table) -> Iterator[Finding]:
    terminals = part.get("terminals", {})
    for label, told in terminals.items():
        what = told.get("kind")
        if what not in _TERMINALS:
            words = f"[{kind}] {label} is of kind '{what}'" if what else f"[{kind}] {label} has no 'kind'"
            yield Finding("tables", "parts.toml", words, f"there are: {', '.join(_TERMINALS)}")
            continue
        yield from _keys("parts.toml", f"{kind}.terminals.{label}", told, {"kind": str, **_TERMINALS[what]}, _TERMINAL_MAY)
    if any(told.get("kind") == "sda" for told in terminals.values()) and "addresses" not in part:
        yield _missing("parts.toml", kind, "addresses")
    for label in (*part.get("needs", ()), *part.get("through", ())):
        if label not in terminals:
            yield Finding("tables", "parts.toml", f"[{kind}] needs the terminal '{label}', which it does not have", "mend the name")


def _cable(sources: Sources, sheet: str, cable: Table) -> Iterator[Finding]:
    where = f"sheets.{sheet}, cable '{cable.get('name', '?')}'"
    yield from _keys("wiring.toml", where, cable, _CABLE, _CABLE_MAY)
    kinds = sources.wiring.get("cables", {})
    if cable.get("kind") not in kinds:
        yield Finding("tables", "wiring.toml", f"{where} is of no kind that there is", f"there are: {', '.join(kinds)}")
    for wire in cable.get("wires", ()):
        if len(wire) != 3 or not all(isinstance(word, str) and word for word in wire):
            yield Finding("tables", "wiring.toml", f"{where} has a wire {wire}", 'write ["from.pin", "to.pin", "colour"]')
        elif wire[2] not in COLOURS:
            yield Finding("tables", "wiring.toml", f"{where} has a wire in '{wire[2]}'", f"colours are: {', '.join(COLOURS)}")


def _keys(file: str, where: str, table: Table, needed: Keys, may: Keys) -> Iterator[Finding]:
    for key, kind in needed.items():
        if key not in table:
            yield _missing(file, where, key)
        elif not _is(table[key], kind):
            yield Finding("tables", file, f"[{where}] has {key} = {table[key]!r}", f"it has to be {_named(kind)}")
    for key, value in table.items():
        if key not in needed and key not in may:
            known = ", ".join((*needed, *may))
            yield Finding("tables", file, f"[{where}] has '{key}', which nobody reads", f"take it out; there are: {known}")
        elif key in may and not _is(value, may[key]):
            yield Finding("tables", file, f"[{where}] has {key} = {value!r}", f"it has to be {_named(may[key])}")


def _missing(file: str, where: str, key: str) -> Finding:
    return Finding("tables", file, f"[{where}] has no '{key}'", "add it; the head of the file says what it is")


def _is(value: Any, kind: type | tuple[type, ...]) -> bool:
    # A TOML true is a Python int too.
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _named(kind: type | tuple[type, ...]) -> str:
    names = {str: "a text", int: "a whole number", float: "a number", list: "a list", dict: "a table", bool: "true or false"}
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(names[one] for one in kinds)
