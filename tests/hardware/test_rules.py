"""Every rule of hardware/rules has a table that breaks it alone, and says so in words that help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hardware.rules import check
from hardware.sources import Sources, read_sources

SOURCES = read_sources()
Change = Callable[[Sources], object]


def cable(sources: Sources, sheet: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in sources.wiring["sheets"][sheet]["cables"] if each["name"] == name)
    return found


def rewire(sheet: str, name: str, index: int, start: str | None = None, end: str | None = None) -> Change:
    """One wire of a cable, from or to somewhere else."""

    def change(sources: Sources) -> None:
        wire = cable(sources, sheet, name)["wires"][index]
        wire[0], wire[1] = start or wire[0], end or wire[1]

    return change


def more(sheet: str, name: str, *wire: str) -> Change:
    return lambda sources: cable(sources, sheet, name)["wires"].append(list(wire))


def without(sheet: str, name: str, index: int) -> Change:
    return lambda sources: cable(sources, sheet, name)["wires"].pop(index)


def part(kind: str, terminal: str, **values: Any) -> Change:
    return lambda sources: sources.parts[kind]["terminals"][terminal].update(values)


def pin(board: str, job: str, **values: Any) -> Change:
    return lambda sources: sources.pins["boards"][board]["pins"][job].update(values)


def seat(number: int, job: str, **values: Any) -> Change:
    return lambda sources: sources.pins["pi"]["seats"][number][job].update(values)


def swap_starts(sources: Sources, sheet: str, name: str, one: int, other: int) -> None:
    """Two wires of a cable exchanged at one end."""
    wires = cable(sources, sheet, name)["wires"]
    wires[one][0], wires[other][0] = wires[other][0], wires[one][0]


def no_bridge(sources: Sources) -> None:
    """The motor straight at its supply, and the driver's diodes nowhere."""
    rewire("shrine", "motor", 4, start="driver.PLUS")(sources)
    without("shrine", "driver's bridge", 0)(sources)


BROKEN: list[tuple[str, Change, str]] = [
    ("one_job", pin("shrine", "lid", gpio=7), "lid is on GPIO 7, and so is beam"),
    ("one_job", seat(1, "ok", gpio=23, header=16), "'ok' of seat 1 is on GPIO 23, and so is 'next' of seat 1"),
    ("reserved", seat(0, "next", gpio=14, header=8), "GPIO14, which is the serial port"),
    ("reserved", seat(0, "next", gpio=0, header=27), "GPIO0, which is the ID chip"),
    ("reserved", lambda s: s.pins["pi"]["reserved"].pop(0), "GPIO0 is not reserved"),
    ("buttons", lambda s: s.pins["pi"]["seats"][2].pop("ok"), "seat 2 has no 'ok'"),
    ("header", pin("shrine", "lid", gpio=24), "GPIO 24, which the Pico's edge does not have"),
    ("header", seat(0, "next", header=12), "wants GPIO17 of pi, but pin 12 of the header is GPIO18"),
    ("i2c_pins", lambda s: s.pins["boards"]["dice_reader"]["i2c"].update(i2c_bus=1), "not SDA and SCL of the chip's I2C block 1"),
    ("i2c_pins", lambda s: s.pins["boards"]["dice_reader"]["i2c"].update(i2c_hz=1_000_000), "runs at 1000000 Hz"),
    ("i2c_pins", lambda s: s.pins["pi"]["panels"].update(bus=0), "are not SDA and SCL of bus 0"),
    ("i2c_pins", lambda s: s.pins["pi"]["i2c"][0].update(sda=6), "bus 3 is said to be on GPIO6 and GPIO5"),
    ("rest", pin("shrine", "home", pull="down"), "the input home is not pulled up"),
    ("rest", pin("shrine", "beam", low=""), "the input beam does not say what its levels mean"),
    ("parts", rewire("shrine", "lid", 0, start="pico.cover"), "the pin 'cover', which pins.toml does not have"),
    ("parts", rewire("shrine", "lid", 0, end="lid.NC"), "lid.NC, which that part does not have"),
    ("parts", lambda s: cable(s, "shrine", "lid").update(parts={"lid": "lidd"}), "'lidd', which parts.toml does not have"),
    ("parts", rewire("shrine", "lid", 0, end="lamp.A"), "lamp, which is no part of this sheet"),
    ("complete", without("shrine", "light barrier", 0), "no wire goes to beam VCC"),
    ("complete", without("pi", "buttons {n}", 1), "no wire goes to the pin 'seat0.ok' of pins.toml"),
    ("one_wire", rewire("dice_reader", "roller's button", 1, start="pico.GND@38"), "2 wires end at pin 38 of pico"),
    ("direction", pin("shrine", "home", direction="out"), "'home' is 'out' in pins.toml, and its wire goes to home OUT"),
    ("direction", more("shrine", "lid", "pico.beam", "lid.NO", "white"), "pico GP7 and pico GP8 are one wire"),
    ("short", more("shrine", "driver", "pico.coil_a", "strip.GND", "black"), "the pin 'coil_a' is wired to ground"),
    ("short", more("dice_reader", "tumbler", "strip.PLUS", "strip.GND", "red"), "pico 3V3 is wired to ground"),
    ("short", more("shrine", "motor supply", "adapter.PLUS", "strip.PLUS", "red"), "adapter PLUS and pico 3V3 feed one rail"),
    ("short", more("shrine", "home mark", "strip.PLUS", "home.OUT", "red"), "a supply is wired to pico GP6"),
    ("tables", lambda s: s.parts["fuse"].pop("without"), "[fuse] has no 'without'"),
    ("tables", lambda s: s.parts["beam"]["terminals"]["VCC"].update(kind="pluss"), "[beam] VCC is of kind 'pluss'"),
    ("tables", part("beam", "VCC", volt=3), "[beam.terminals.VCC] has 'volt', which nobody reads"),
    ("tables", lambda s: cable(s, "shrine", "lid").update(length_mm="long"), "cable 'lid'] has length_mm = 'long'"),
    ("tables", lambda s: cable(s, "shrine", "lid").update(kind="string"), "cable 'lid' is of no kind that there is"),
    ("tables", lambda s: cable(s, "shrine", "lid")["wires"][0].__setitem__(2, "gray"), "cable 'lid' has a wire in 'gray'"),
    ("tables", lambda s: cable(s, "shrine", "lid")["wires"][0].pop(), "cable 'lid' has a wire ['pico.lid', 'lid.NO']"),
    ("tables", lambda s: s.parts["fuse"]["needs"].append("C"), "[fuse] needs the terminal 'C', which it does not have"),
    ("tables", pin("shrine", "lid", gpio="8"), "[boards.shrine.pins.lid] has gpio = '8'"),
    ("parts", lambda s: s.parts["pico"]["terminals"].pop("GP"), "parts.toml says nothing of pico GP6, where cable 'home mark'"),
    ("meant", lambda s: swap_starts(s, "shrine", "driver", 0, 1), "driver IN1 is for the pin 'coil_a', which does not end there"),
    ("meant", lambda s: swap_starts(s, "shrine", "motor", 0, 1), "motor BLUE is for A of the ULN2003 board"),
    ("meant", lambda s: swap_starts(s, "pi", "buttons {n}", 0, 1), "next0 A is for the pin 'seat0.next'"),
    ("meant", rewire("dice_reader", "resistors", 0, start="strip.GND"), "pull_ups PLUS is for a rail of 3.0 to 3.6 V"),
    ("meant", rewire("shrine", "capacitor", 0, start="strip.PLUS"), "capacitor PLUS is for the motor's supply"),
    ("contact", rewire("shrine", "lid", 1, start="strip.PLUS"), "lid has no end at ground"),
    ("contact", rewire("pi", "bridge {n}", 0, start="strip.PLUS"), "ok0 has no end at ground"),
    ("short", rewire("pi", "bridge {n}", 0, end="ok{n}.A"), "the pin 'seat0.ok' is wired to ground"),
    ("supply", rewire("shrine", "motor", 4, start="strip.PLUS"), "motor RED gets 3.3 V and wants 4.5 to 5.5 V"),
    ("supply", part("adapter", "PLUS", volts=12.0), "capacitor PLUS bears 10.0 V and gets 12.0 V"),
    ("supply", without("shrine", "supply of the sensors", 0), "home VCC gets no voltage"),
    ("ground", rewire("shrine", "driver", 4, start="strip.GND", end="driver.COM"), "driver GND is not joined to the ground"),
    ("pin_volts", rewire("pi", "supply and bus", 0, start="pi.5V@2"), "panel0 SCL raises pi GPIO3 to 5.0 V, and it bears 3.6 V"),
    ("pin_volts", rewire("shrine", "supply of the sensors", 0, start="pico.VBUS@40"), "home OUT raises pico GP6 to 5.0 V"),
    ("high", part("uln2003", "IN2", high_from=3.5), "driver IN2 hears a high from 3.5 V on, and gets 3.3 V"),
    ("bus_wires", rewire("pi", "panel {n}", 3, start="strip.SDA"), "SDA and SCL are one wire"),
    ("bus_wires", rewire("dice_reader_full", "well {n}", 3, start="mux.SC4"), "well0 has its SDA on channel 0 of mux and its"),
    ("bus_wires", rewire("dice_reader", "supply and bus", 2, end="strip.GND"), "the pin sda goes to nothing that has an sda"),
    ("address", lambda s: s.pins["pi"]["panels"].update(addresses=[0x3C, 0x3C]), "panel1 and panel0 both hear 0x3C on the main"),
    ("address", lambda s: s.pins["pi"]["panels"]["mux"].update(address=0x78), "mux has the address 0x78"),
    ("pull_up", lambda s: [part("pi", f"GPIO{n}", pull_ohm=600)(s) for n in (2, 3)], "and a chip can pull down 967 Ω"),
    ("pull_up", lambda s: [s.parts[k]["terminals"]["SDA"].pop("pull_ohm") for k in ("lis3dh", "pull_ups")], "has no resistor"),
    ("rise", lambda s: cable(s, "dice_reader", "tumbler").update(length_mm=2500), "at 400000 Hz it has 300 ns"),
    ("rise", lambda s: [c.update(length_mm=9000) for c in s.wiring["sheets"]["pi"]["cables"]], "SDA of the main bus has 1650 pF"),
    ("rail", part("oled", "VCC", ma=200), "pi 3V3 gives 500 mA, and 601 mA are taken"),
    ("rail", lambda s: s.wiring["cables"]["motor"].update(most_ma=300), "the red wire of 'motor' bears 300 mA"),
    ("usb", part("hall", "VCC", ma=450), "it takes 765 mA from USB"),
    ("usb", lambda s: s.parts["pi"].update(usb_ma=150), "and the Pi gives 150 mA"),
    ("motor_supply", lambda s: s.parts["adapter"].update(motor_supply=False), "motor RED is fed by adapter"),
    ("fuse", rewire("shrine", "motor supply", 0, start="adapter.PLUS"), "driver, motor hangs on adapter without a fuse"),
    ("fuse", lambda s: s.parts["fuse"].update(fuse_ma=200), "the fuse holds 200 mA, and 325 mA are taken"),
    ("fuse", lambda s: s.parts["fuse"].update(fuse_ma=4000), "and adapter gives 3000 mA"),
    ("fuse", lambda s: s.wiring["cables"]["power"].update(most_ma=1000), "and the red wire of 'motor supply' bears 1000 mA"),
    ("coil", rewire("shrine", "motor", 0, start="pico.coil_a"), "the winding motor BLUE is on pico GP2"),
    ("coil", no_bridge, "the diodes of driver (COM) do not end at the motor's supply"),
    ("coil", part("uln2003", "C", ma=100), "driver switches 100 mA, and motor YELLOW takes 160 mA"),
]  # fmt: skip


def test_what_is_in_the_tables_breaks_no_rule() -> None:
    assert [str(finding) for finding in check(SOURCES)] == []


@pytest.mark.parametrize(("rule", "change", "words"), BROKEN, ids=[f"{rule}-{n}" for n, (rule, _, _) in enumerate(BROKEN)])
def test_a_broken_table_is_refused_by_its_rule_in_words(rule: str, change: Change, words: str) -> None:
    sources = SOURCES.changed()
    change(sources)
    found = check(sources)
    assert any(finding.rule == rule and words in finding.what and finding.remedy for finding in found), "\n".join(map(str, found))


def test_every_rule_that_can_speak_has_an_example() -> None:
    import re
    from pathlib import Path

    import hardware

    others = ("agreement.py", "reading.py")  # which have tests of their own
    code = "".join(file.read_text() for file in Path(hardware.__file__).parent.rglob("*.py") if file.name not in others)
    speaks = set(re.findall(r"(?:Finding|_wrong)\(\s*\"(\w+)\"", code))
    assert speaks == {rule for rule, _, _ in BROKEN}
