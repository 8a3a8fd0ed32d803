"""Rules of I2C: addresses that differ, a resistor on each wire, and edges that are quick enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from hardware.circuit import Circuit, Finding, Net

SINK_MA: Final = 3.0
LOW_V: Final = 0.4
MOST_PF: Final = 400
_RISE_NS: Final = {100_000: 1000, 400_000: 300}
_RISE: Final = 0.8473  # from 30 to 70 per cent of the way, in time constants


class Segment(NamedTuple):
    """A wire of a bus (SDA or SCL): its net, its kind, and those in front of the multiplexer that it hangs behind."""

    net: Net
    kind: str
    channel: str
    before: tuple[Net, ...]

    @property
    def together(self) -> Net:
        """All that hears what is said while its channel is open."""
        return self.net.union(*self.before)


def segments(circuit: Circuit) -> list[Segment]:
    """Every wire of every bus and channel on a sheet."""
    nets = circuit.nets
    found = []
    for net in nets:
        kinds = {told["kind"] for _, _, told in circuit.described(net)} & {"sda", "scl"}
        ups = [(part, label, told) for part, label, told in circuit.described(net) if "channel" in told]
        for kind in kinds:
            before = tuple(circuit.net_of(part.name, kind.upper(), nets) for part, _, told in ups if told["kind"] == kind)
            channel = f"channel {ups[0][2]['channel']} of {ups[0][0].name}" if ups else "the main bus"
            found.append(Segment(net, kind, channel, before))
    return found


def wires_apart(circuit: Circuit) -> Iterator[Finding]:
    """SDA goes to SDA and SCL to SCL, and each wire reaches the controller's pin of that name."""
    for net in circuit.nets:
        kinds = {told["kind"] for _, _, told in circuit.described(net)} & {"sda", "scl"}
        names = ", ".join(f"{name} {label}" for name, label in sorted(net))
        if len(kinds) > 1:
            yield Finding("bus_wires", circuit.sheet, f"SDA and SCL are one wire ({names})", "part them")
    for job in ("sda", "scl"):
        for wire in circuit.wires:
            if wire.job == job:
                net = circuit.net_of(wire.start.part, wire.start.label, circuit.nets)
                heard = {told["kind"] for _, _, told in circuit.described(net)} & {"sda", "scl"}
                if heard != {job}:
                    words = f"the pin {job} goes to {', '.join(sorted(heard)) or 'nothing that has an ' + job}"
                    yield Finding("bus_wires", circuit.sheet, words, "change its wire")


def same_channel(circuit: Circuit) -> Iterator[Finding]:
    """A part's SDA and SCL come from one channel."""
    heard: dict[str, dict[str, str]] = {}
    for segment in segments(circuit):
        for part, _, told in circuit.described(segment.net):
            if told["kind"] in ("sda", "scl") and "channel" not in told:
                heard.setdefault(part.name, {})[told["kind"]] = segment.channel
    for name, lines in heard.items():
        if len(set(lines.values())) > 1:
            words = f"{name} has its SDA on {lines['sda']} and its SCL on {lines['scl']}"
            yield Finding("bus_wires", circuit.sheet, words, "both have to come from one")


def addresses(circuit: Circuit) -> Iterator[Finding]:
    """Each part has an address that it can have, and none is given twice where both would hear it."""
    for part in circuit.parts.values():
        may = part.data.get("addresses")
        if may and part.address not in may:
            said = "none" if part.address is None else f"0x{part.address:02X}"
            listed = ", ".join(f"0x{one:02X}" for one in may)
            yield Finding("address", circuit.sheet, f"{part.name} has the address {said}", f"it can have {listed}")
    for segment in segments(circuit):
        if segment.kind == "sda":
            seen: dict[int, str] = {}
            listeners = {part.name: part for part, _, told in circuit.described(segment.together) if "channel" not in told}
            for part in listeners.values():
                if part.address is not None:
                    if part.address in seen:
                        words = f"{part.name} and {seen[part.address]} both hear 0x{part.address:02X} on {segment.channel}"
                        yield Finding("address", circuit.sheet, words, "move the resistor of one, or give it a channel of its own")
                    seen[part.address] = part.name


class Load(NamedTuple):
    """What a wire of a bus has on it: all resistors together in ohms (0: none), capacitance in pF, rise time in ns."""

    ohm: float
    picofarad: float
    rise_ns: float


def load(circuit: Circuit, segment: Segment) -> Load:
    """An estimate from what parts.toml says of pins and resistors, and from the lengths of the cables."""
    told = circuit.described(segment.together)
    pulls = [what["pull_ohm"] for _, _, what in told if "pull_ohm" in what]
    farad = sum(what.get("picofarad", 0) for _, _, what in told)
    for net in (segment.net, *segment.before):
        for wire in circuit.wires_in(net):
            farad += circuit.cable_kinds[wire.kind]["pf_per_m"] * wire.length_mm / 1000
    ohm = 1 / sum(1 / pull for pull in pulls) if pulls else 0.0
    return Load(ohm, farad, _RISE * ohm * farad / 1000)


def quick_edges(circuit: Circuit) -> Iterator[Finding]:
    """A resistor on every wire, not so strong that no chip can pull it low, and not so weak that edges come late."""
    for segment in segments(circuit):
        name = f"{segment.kind.upper()} of {segment.channel}"
        ohm, farad, rise = load(circuit, segment)
        if not ohm:
            yield Finding("pull_up", circuit.sheet, f"{name} has no resistor to 3.3 V", "add one of 4.7 kΩ")
            continue
        least = (3.3 - LOW_V) / SINK_MA * 1000
        if ohm < least:
            words = f"{name} is pulled up with {ohm:.0f} Ω, and a chip can pull down {least:.0f} Ω"
            yield Finding("pull_up", circuit.sheet, words, "take resistors off, or use a multiplexer")
        most = min((ns for hertz, ns in _RISE_NS.items() if (circuit.hertz or 0) <= hertz), default=0)
        if rise > most:
            words = f"{name} rises in {rise:.0f} ns ({ohm:.0f} Ω, {farad:.0f} pF); at {circuit.hertz} Hz it has {most} ns"
            yield Finding("rise", circuit.sheet, words, "shorten its cables or add resistors of 4.7 kΩ")
        if farad > MOST_PF:
            yield Finding("rise", circuit.sheet, f"{name} has {farad:.0f} pF", f"shorten its cables: {MOST_PF} pF is the most")
