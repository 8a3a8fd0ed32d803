"""From the tables to circuits: names of pins become places on headers, and each seat gets its cables."""

from __future__ import annotations

from typing import Any, Final

from hardware.circuit import Circuit, Finding, Part, Terminal, Wire
from hardware.sources import Sources, Table

SEATS: Final = (2, 3, 4, 5)


def all_circuits(sources: Sources) -> list[Circuit]:
    """Every board, and the Pi with each number of panels, its seats with two buttons and with four where pins are left."""
    return [*pi_circuits(sources), *(board_circuit(sources, name) for name in board_sheets(sources))]


def pi_circuits(sources: Sources) -> list[Circuit]:
    """The Pi with each number of panels, with two buttons a seat and with four."""
    return [pi_circuit(sources, seats, more) for seats in SEATS for more in (False, True)]


def pi_circuit(sources: Sources, seats: int, more_buttons: bool = False) -> Circuit:
    """The Pi with so many panels. `more_buttons`: back and menu at the seats that have pins for them."""
    pi = sources.pins["pi"]
    panels = pi["panels"]
    jobs: Table = {name: panels[name] for name in ("supply", "ground", "sda", "scl") if name in panels}
    for number, seat in enumerate(pi["seats"][:seats]):
        jobs |= {f"seat{number}.{name}": _button(pin) for name, pin in seat.items()}
    for name, label in (("sda", "i2c"), ("scl", "i2c")):
        if name in jobs:
            jobs[name] = {**jobs[name], "direction": label}
    sheet = f"pi-{seats}" + ("-four-buttons" if more_buttons else "")
    maker = _Maker(sources, "pi", sheet, jobs, seats, more_buttons)
    return maker.make(panels.get("hertz"))


def board_sheets(sources: Sources) -> list[str]:
    """The sheets of boards with firmware: each board as it is mostly built, and with everything that it can have."""
    return [name for name in sources.wiring["sheets"] if name != "pi"]


def board_of(sheet: str, sheets: Table) -> str:
    """The board whose pins a sheet uses."""
    return str(sheets[sheet].get("extends", sheet))


def board_circuit(sources: Sources, sheet: str) -> Circuit:
    """A sheet of a board with firmware."""
    board = sources.pins["boards"].get(board_of(sheet, sources.wiring["sheets"]), {})
    maker = _Maker(sources, sheet, sheet, dict(board.get("pins", {})), 0, False)
    return maker.make(board.get("i2c", {}).get("i2c_hz"))


def _extended(sheets: Table, name: str) -> Table:
    """A sheet with what it has from the one that it extends."""
    table: Table = sheets[name]
    if "extends" not in table:
        return table
    base = sheets[table["extends"]]
    kept = [cable for cable in base["cables"] if cable["name"] not in table.get("leaves_out", ())]
    touched = {end.split(".")[0] for cable in kept + table["cables"] for wire in cable["wires"] for end in wire[:2]}
    parts = {part: kind for part, kind in base["parts"].items() if part in touched}
    return {**base, **table, "parts": parts | table.get("parts", {}), "cables": kept + table["cables"]}


def _button(pin: Table) -> Table:
    told = {"direction": "in", "pull": "up", "low": "pressed", "high": "released"}
    return {**told, **pin} if "gpio" in pin else pin


class _Maker:
    def __init__(self, sources: Sources, sheet: str, name: str, jobs: Table, seats: int, more: bool) -> None:
        self._sources, self._name, self._jobs, self._seats, self._more = sources, name, jobs, seats, more
        self._board = board_of(sheet, sources.wiring["sheets"])
        self._table = _extended(sources.wiring["sheets"], sheet)
        self._controller: str = self._table["controller"]
        self._header: list[str] = sources.headers[sources.parts[self._controller]["header"]]["places"]
        self._parts: dict[str, Part] = {}
        self._wires: list[Wire] = []
        self._problems: list[Finding] = []

    def make(self, hertz: int | None) -> Circuit:
        self._add_parts({self._controller: self._controller, **self._table.get("parts", {})}, {}, 0)
        for cable in self._table["cables"]:
            first, last = cable.get("seats", (0, 5))
            if first <= self._seats <= last:
                for number in self._numbers(cable.get("for_each", [0])):
                    self._lay(cable, number)
        title = self._table["title"].format(seats=self._seats)
        kinds: Table = self._sources.wiring["cables"]
        return Circuit(
            self._name, title, self._controller, self._parts, self._wires, kinds, self._jobs, hertz, self._problems
        )  # fmt: skip

    def _numbers(self, for_each: str | list[int]) -> list[int]:
        if isinstance(for_each, list):
            return for_each
        if for_each == "seat with four buttons":
            return [n for n in range(self._seats) if self._more and f"seat{n}.back" in self._jobs and f"seat{n}.menu" in self._jobs]
        return list(range(self._seats))

    def _lay(self, cable: Table, number: int) -> None:
        self._add_parts(cable.get("parts", {}), cable.get("addresses", {}), number)
        name = cable["name"].format(n=number)
        for start, end, colour in cable["wires"]:
            one, job = self._terminal(start.format(n=number), name)
            other, _ = self._terminal(end.format(n=number), name)
            if one is not None and other is not None:
                self._wires.append(Wire(one, other, colour, name, cable["kind"], cable["length_mm"], job, cable.get("page", "")))

    def _add_parts(self, parts: Table, addresses: Table, number: int) -> None:
        for template, kind in parts.items():
            name = template.format(n=number)
            if kind not in self._sources.parts:
                self._wrong("parts", f"{name} is a '{kind}', which parts.toml does not have", "add it there, or mend the name")
                continue
            address = self._address(addresses[template], number) if template in addresses else None
            self._parts[name] = Part(name, kind, self._sources.parts[kind], address)

    def _address(self, where: str | int, number: int) -> int | None:
        if isinstance(where, int):
            return where
        panels = self._sources.pins["pi"]["panels"]
        places: dict[str, Any] = {"multiplexer": panels["mux"]["address"], "first": panels["addresses"][0]}
        if number < len(panels["addresses"]):
            places["of the seat"] = panels["addresses"][number]
        board = self._sources.pins["boards"].get(self._board, {})
        return {**places, **board.get("i2c", {})}.get(where)

    def _terminal(self, text: str, cable: str) -> tuple[Terminal | None, str]:
        name, _, label = text.partition(".")
        part = self._parts.get(name)
        if part is None:
            self._wrong("parts", f"cable '{cable}' goes to {name}, which is no part of this sheet", "add it to a cable's parts")
            return None, ""
        if name == self._controller:
            return self._pin(name, label, cable)
        if part.terminal(label) is None:
            self._wrong("parts", f"cable '{cable}' goes to {name}.{label}, which that part does not have", "see parts.toml")
            return None, ""
        return Terminal(name, label), ""

    def _pin(self, name: str, label: str, cable: str) -> tuple[Terminal | None, str]:
        """A place by number ("3V3@36"), or a job of pins.toml ("home")."""
        if "@" in label:
            said, _, place = label.partition("@")
            return self._at(name, said, int(place), cable), ""
        if label not in self._jobs:
            words = f"cable '{cable}' goes to the pin '{label}', which pins.toml does not have"
            self._wrong("parts", words, "add it, or mend the name")
            return None, ""
        job = self._jobs[label]
        if "gpio" in job:
            said = f"{'GPIO' if self._controller == 'pi' else 'GP'}{job['gpio']}"
            place = job.get("header", self._header.index(said) + 1 if said in self._header else 0)
        else:
            place = job["header"]
            said = {"supply": "3V3"}.get(label, "GND")
        return self._at(name, said, place, cable), label

    def _at(self, name: str, label: str, place: int, cable: str) -> Terminal:
        there = self._header[place - 1] if 1 <= place <= len(self._header) else "nothing"
        if there != label:
            where = f"pin {place} of the header is {there}" if place else "the header has no such pin"
            self._wrong("header", f"cable '{cable}' wants {label} of {name}, but {where}", "correct number or place in pins.toml")
        elif self._parts[name].terminal(label) is None:
            self._wrong("parts", f"parts.toml says nothing of {name} {label}, where cable '{cable}' goes", "add the terminal there")
        return Terminal(name, label, place)

    def _wrong(self, rule: str, what: str, remedy: str) -> None:
        self._problems.append(Finding(rule, self._name, what, remedy))
