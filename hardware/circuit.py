"""Parts and the wires between them, and which of them are one piece of metal."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from hardware.sources import Table


class Finding(NamedTuple):
    """Something that is wrong. `rule` is its name in `hardware.rules`, `sheet` where it is."""

    rule: str
    sheet: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.sheet}: {self.what}; {self.remedy} [{self.rule}]"


class Terminal(NamedTuple):
    """Where a wire ends: a part, its terminal, and the place on its header (0: it has none)."""

    part: str
    label: str
    place: int = 0

    def __str__(self) -> str:
        return f"{self.part} {self.label}" + (f" (pin {self.place})" if self.place else "")


Node = tuple[str, str]
"""A terminal without its place: places with the same label on one part are one piece of metal."""
Net = frozenset[Node]


@dataclass(frozen=True)
class Part:
    """One of the parts on a sheet: which kind of `parts.toml` it is, and its I2C address if it has one."""

    name: str
    kind: str
    data: Table
    address: int | None = None

    def terminal(self, label: str) -> Table | None:
        """What parts.toml says of a terminal; GPIO17 is found as GPIO too."""
        terminals: Table = self.data["terminals"]
        found: Table | None = terminals.get(label, terminals.get(re.sub(r"\d+$", "", label)))
        return found


@dataclass(frozen=True)
class Wire:
    """One wire. `job` is what pins.toml calls the pin at its start, "" if it is none; `page` on which a large sheet has it."""

    start: Terminal
    end: Terminal
    colour: str
    cable: str
    kind: str
    length_mm: int
    job: str = ""
    page: str = ""


@dataclass
class Circuit:
    """A sheet of wiring. `jobs`: what pins.toml says of the controller's pins; `hertz`: of its I2C bus; `problems` in reading."""

    sheet: str
    title: str
    controller: str
    parts: dict[str, Part]
    wires: list[Wire]
    cable_kinds: Table
    jobs: Table
    hertz: int | None = None
    problems: list[Finding] = field(default_factory=list)
    _described: dict[Net, list[tuple[Part, str, Table]]] = field(default_factory=dict, repr=False)

    @functools.cached_property
    def nets(self) -> list[Net]:
        """What is one piece of metal, with every terminal that a wire touches."""
        return self._joined([])

    @functools.cached_property
    def rails(self) -> list[Net]:
        """The same, with what lets direct current through (fuses) counted as metal."""
        through = [(part.name, part.data["through"]) for part in self.parts.values() if "through" in part.data]
        return self._joined([((name, ends[0]), (name, ends[1])) for name, ends in through])

    def _joined(self, more: list[tuple[Node, Node]]) -> list[Net]:
        groups: dict[Node, set[Node]] = {}
        pairs = [((wire.start.part, wire.start.label), (wire.end.part, wire.end.label)) for wire in self.wires]
        for one, other in pairs + more:
            union = groups.get(one, {one}) | groups.get(other, {other})
            for node in union:
                groups[node] = union
        return [frozenset(group) for group in {id(group): group for group in groups.values()}.values()]

    def described(self, net: Net) -> list[tuple[Part, str, Table]]:
        """The terminals of a net in order, with what parts.toml says of each."""
        if net not in self._described:
            self._described[net] = list(self._describe(net))
        return self._described[net]

    def _describe(self, net: Net) -> Iterator[tuple[Part, str, Table]]:
        for name, label in sorted(net):
            part = self.parts.get(name)
            told = part.terminal(label) if part else None
            if part is not None and told is not None:
                yield part, label, told

    def volts(self, net: Net) -> float | None:
        """The voltage that a rail is fed with; None if nothing feeds it."""
        found = [told["volts"] for _, _, told in self.described(net) if told["kind"] == "source"]
        return max(found) if found else None

    def net_of(self, part: str, label: str, nets: list[Net]) -> Net:
        """The net of a terminal; an unwired one is alone."""
        return next((net for net in nets if (part, label) in net), frozenset({(part, label)}))

    def supply_of(self, part: Part, rails: list[Net]) -> float | None:
        """The voltage that a part is fed with at its `plus` terminal."""
        for label, told in part.data["terminals"].items():
            if told["kind"] == "plus":
                return self.volts(self.net_of(part.name, label, rails))
        return None

    def wires_in(self, net: Net) -> list[Wire]:
        """The wires that a net is made of."""
        return [wire for wire in self.wires if (wire.start.part, wire.start.label) in net]
