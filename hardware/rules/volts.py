"""Rules of voltage: nothing above 3.3 V at a controller's pin, each part fed with what it bears, one ground, no short."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.circuit import Circuit, Finding, Net


def sources_apart(circuit: Circuit) -> Iterator[Finding]:
    """No source on ground, and no two sources on one rail."""
    for net in circuit.rails:
        told = circuit.described(net)
        feeding = [f"{part.name} {label}" for part, label, what in told if what["kind"] == "source"]
        grounds = [f"{part.name} {label}" for part, label, what in told if what["kind"] == "ground"]
        if feeding and grounds:
            words = f"{feeding[0]} is wired to ground ({grounds[0]}): a short circuit"
            yield Finding("short", circuit.sheet, words, "take that wire out")
        if len(feeding) > 1:
            yield Finding("short", circuit.sheet, f"{' and '.join(feeding)} feed one rail", "leave one of them")


def supplies(circuit: Circuit) -> Iterator[Finding]:
    """Each part is fed, with a voltage that it bears."""
    rails = circuit.rails
    for part in circuit.parts.values():
        for label, told in part.data["terminals"].items():
            volts = circuit.volts(circuit.net_of(part.name, label, rails))
            if told["kind"] == "plus":
                least, most = told["volts"]
                if volts is None:
                    yield Finding("supply", circuit.sheet, f"{part.name} {label} gets no voltage", "wire it to a supply")
                elif not least <= volts <= most:
                    words = f"{part.name} {label} gets {volts} V and wants {least} to {most} V"
                    yield Finding("supply", circuit.sheet, words, "feed it from another supply")
            elif volts is not None and volts > told.get("most_volts", 1000) and told["kind"] == "contact":
                words = f"{part.name} {label} bears {told['most_volts']} V and gets {volts} V"
                yield Finding("supply", circuit.sheet, words, "take one for more voltage")


def one_ground(circuit: Circuit) -> Iterator[Finding]:
    """Every ground is the controller's ground: signals mean nothing without it."""
    rails = circuit.rails
    own = next((net for net in rails if (circuit.controller, "GND") in net), frozenset())
    for part in circuit.parts.values():
        for label, told in part.data["terminals"].items():
            wanted = label in part.data.get("needs", [])
            if told["kind"] == "ground" and wanted and (part.name, label) not in own:
                words = f"{part.name} {label} is not joined to the ground of {circuit.controller}"
                yield Finding("ground", circuit.sheet, words, "wire it there")


def pins_bear(circuit: Circuit) -> Iterator[Finding]:
    """Nothing raises a controller's pin above what it bears, and no supply is wired to one."""
    rails = circuit.rails
    for net in circuit.nets:
        for part, label, told in circuit.described(net):
            if told["kind"] == "gpio":
                most = told["most_volts"]
                for who, volts in _raisers(circuit, net, rails):
                    if volts > most:
                        words = f"{who} raises {part.name} {label} to {volts} V, and it bears {most} V"
                        yield Finding("pin_volts", circuit.sheet, words, "feed it from 3.3 V, or put a level shifter between")
                if circuit.volts(net) is not None:
                    yield Finding("short", circuit.sheet, f"a supply is wired to {part.name} {label}", "take that wire out")


def _raisers(circuit: Circuit, net: Net, rails: list[Net]) -> Iterator[tuple[str, float]]:
    """Who lifts a net, and how high: sources, resistors to a supply, and outputs."""
    for part, label, told in circuit.described(net):
        if told["kind"] == "source":
            yield f"{part.name} {label}", told["volts"]
        elif told["kind"] == "out" or ("pull_ohm" in told and told["kind"] != "gpio"):
            fed = circuit.supply_of(part, rails)
            if fed is None and "PLUS" in part.data["terminals"]:
                fed = circuit.volts(circuit.net_of(part.name, "PLUS", rails))
            if fed is not None:
                yield f"{part.name} {label}", fed


def high_enough(circuit: Circuit) -> Iterator[Finding]:
    """A controller's 3.3 V are a high level to what listens."""
    for net in circuit.nets:
        told = circuit.described(net)
        high = [what["volts"] for _, _, what in told if what["kind"] == "gpio"]
        for part, label, what in told:
            if what["kind"] == "in" and high and max(high) < what["high_from"]:
                words = f"{part.name} {label} hears a high from {what['high_from']} V on, and gets {max(high)} V"
                yield Finding("high", circuit.sheet, words, "put a level shifter (74AHCT125) between")
