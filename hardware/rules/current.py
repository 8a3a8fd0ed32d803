"""Rules of current: no rail gives more than it can, motors have their own supply behind a fuse, coils have a driver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hardware.circuit import Circuit, Finding, Net


def takes_ma(circuit: Circuit, net: Net) -> int:
    """What the parts on a rail take at most, in mA."""
    return sum(told["ma"] for _, _, told in circuit.described(net) if told["kind"] == "plus")


def rails(circuit: Circuit) -> Iterator[Finding]:
    """Each source gives what its rail takes, and so does every wire on the way."""
    for net in circuit.rails:
        taken = takes_ma(circuit, net)
        for part, label, told in circuit.described(net):
            if told["kind"] == "source" and taken > told["ma"]:
                words = f"{part.name} {label} gives {told['ma']} mA, and {taken} mA are taken"
                yield Finding("rail", circuit.sheet, words, "feed some of it from another supply")
        for wire in circuit.wires_in(net):
            bears = circuit.cable_kinds[wire.kind]["most_ma"]
            if circuit.volts(net) is not None and taken > bears:
                words = f"the {wire.colour} wire of '{wire.cable}' bears {bears} mA, and {taken} mA may flow"
                yield Finding("rail", circuit.sheet, words, "take a thicker wire")


def usb_ma(circuit: Circuit) -> int:
    """What a board takes from its USB cable: itself, and all that it feeds."""
    controller = circuit.parts[circuit.controller]
    own: int = controller.data.get("usb_takes_ma", 0)
    fed = 0
    for net in circuit.rails:
        if any(told["kind"] == "source" and part is controller for part, _, told in circuit.described(net)):
            fed += takes_ma(circuit, net)
    return own + fed


def usb(boards: Sequence[Circuit], gives_ma: int) -> Iterator[Finding]:
    """The Pi's USB sockets together carry all boards, and no board takes more than a socket gives."""
    taken = {board.sheet: usb_ma(board) for board in boards}
    for sheet, each in taken.items():
        if each > 500:
            yield Finding("usb", sheet, f"it takes {each} mA from USB", "a socket gives 500 mA: feed some of it from the adapter")
    if sum(taken.values()) > gives_ma:
        words = f"the boards take {sum(taken.values())} mA from USB, and the Pi gives {gives_ma} mA"
        yield Finding("usb", "table", words, "use a USB hub with its own supply")


def motors_apart(circuit: Circuit) -> Iterator[Finding]:
    """A motor is fed by a supply for motors, never by Pi, Pico or USB."""
    for net in circuit.rails:
        feeding = [part for part, _, told in circuit.described(net) if told["kind"] == "source"]
        for part, label, told in circuit.described(net):
            if told.get("motor"):
                for source in feeding:
                    if not source.data.get("motor_supply"):
                        words = f"{part.name} {label} is fed by {source.name}, whose voltage it makes dip"
                        yield Finding("motor_supply", circuit.sheet, words, "feed it from the adapter")


def fused(circuit: Circuit) -> Iterator[Finding]:
    """Behind a supply for motors comes a fuse first: it holds what is taken, and goes before wires or supply are too hot."""
    nets = circuit.nets
    for part in circuit.parts.values():
        if not part.data.get("motor_supply"):
            continue
        label, told = next((name, what) for name, what in part.data["terminals"].items() if what["kind"] == "source")
        near = circuit.net_of(part.name, label, nets)
        fuses = [other for other, _, _ in circuit.described(near) if "fuse_ma" in other.data]
        loads = dict.fromkeys(other.name for other, _, what in circuit.described(near) if what["kind"] == "plus")
        if loads or not fuses:
            words = f"{', '.join(loads) or 'everything'} hangs on {part.name} without a fuse"
            yield Finding("fuse", circuit.sheet, words, "put the fuse right behind the adapter")
            continue
        rail = circuit.net_of(part.name, label, circuit.rails)
        holds, taken = fuses[0].data["fuse_ma"], takes_ma(circuit, rail)
        if holds < taken:
            yield Finding("fuse", circuit.sheet, f"the fuse holds {holds} mA, and {taken} mA are taken", "take a larger one")
        if holds > told["ma"]:
            words = f"the fuse holds {holds} mA, and {part.name} gives {told['ma']} mA"
            yield Finding("fuse", circuit.sheet, words, "it would never go: take a smaller one, or a stronger adapter")
        for wire in circuit.wires_in(rail):
            bears = circuit.cable_kinds[wire.kind]["most_ma"]
            if holds > bears:
                words = f"the fuse holds {holds} mA, and the {wire.colour} wire of '{wire.cable}' bears {bears} mA"
                yield Finding("fuse", circuit.sheet, words, "take a thicker wire")


def coils_driven(circuit: Circuit) -> Iterator[Finding]:
    """A winding is switched by a driver that bears its current and leads its voltage peak back to the supply."""
    rails_ = circuit.rails
    for net in circuit.nets:
        told = circuit.described(net)
        drivers = [(part, what) for part, _, what in told if what["kind"] == "drive"]
        for part, label, what in told:
            if what["kind"] != "coil":
                continue
            pins = [f"{other.name} {pin}" for other, pin, kind in told if kind["kind"] == "gpio"]
            if pins:
                words = f"the winding {part.name} {label} is on {pins[0]}"
                yield Finding("coil", circuit.sheet, words, "a driver has to switch it")
            if not drivers:
                yield Finding("coil", circuit.sheet, f"no driver switches the winding {part.name} {label}", "wire it to the driver")
            for driver, can in drivers:
                if can["ma"] < what["ma"]:
                    words = f"{driver.name} switches {can['ma']} mA, and {part.name} {label} takes {what['ma']} mA"
                    yield Finding("coil", circuit.sheet, words, "take a stronger driver")
    for part in circuit.parts.values():
        if "freewheel" in part.data:
            rail = circuit.net_of(part.name, part.data["freewheel"], rails_)
            if not any(what.get("motor") for _, _, what in circuit.described(rail)):
                words = f"the diodes of {part.name} ({part.data['freewheel']}) do not end at the motor's supply"
                yield Finding("coil", circuit.sheet, words, "wire them there, or each switching off makes a spark")
