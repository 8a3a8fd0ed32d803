"""Wells: a coded die is read at rest, and only a change that was seen is told."""

from __future__ import annotations

from typing import Any

import pytest

from host.emulation.physics.tcs34725 import Mux as MuxChip
from host.emulation.physics.tcs34725 import Tcs34725 as ColourChip
from host.emulation.physics.well import COLOURS, IN_THE_LIGHT, Well
from mux import Mux
from tcs34725 import FULL, Tcs34725
from tests.firmware.buses import Bus
from tests.firmware.fakes import FakeClock
from well import WellWatch, read_taught
from wells import Wells


class Bench:
    """Three wells behind their multiplexer, taught the colours of the virtual die."""

    def __init__(self, taught: bool = True, chip_id: int = 0x44) -> None:
        self.clock = FakeClock()
        self.wells_there = [Well(k) for k in range(3)]
        self.chips = [ColourChip(well.see, chip_id) for well in self.wells_there]
        self.switch = MuxChip(self.chips)
        bus = MuxBus(self.clock, self.switch)
        self.mux = Mux(bus, 0x70)
        self.watches = [WellWatch(FULL) for _ in self.chips]
        self.kept: list[dict[str, Any]] = []
        self.full_flash = False
        sensors = [Tcs34725(self.mux.channel(k), self.clock) for k in range(3)]
        self.wells = Wells(self.clock, sensors, self.watches, self._keep)
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.wells.attach(lambda kind, data: self.told.append((kind, data)))
        self.events: list[tuple[int, tuple[Any, ...]]] = []
        self.wait(600)
        if taught:
            for face in COLOURS:
                self.lay(1, face)
                assert self.wells.teach(1, face) is None
            self.lay(1, None)
            self.events.clear()

    def _keep(self, record: dict[str, Any]) -> None:
        if self.full_flash:
            raise OSError(28)
        self.kept.append(record)

    def wait(self, ms: int) -> None:
        for _ in range(ms // 4):
            self.clock.pass_us(4000)
            event = self.wells.tick()
            if event is not None:
                self.events.append(event)

    def lay(self, number: int, face: int | None) -> None:
        self.wells_there[number - 1].lay(face)
        self.wait(1500)

    @property
    def kinds(self) -> list[tuple[Any, ...]]:
        return [event[1][:2] for event in self.events]


class MuxBus(Bus):
    """A bus with nothing but the multiplexer on it; its colour sensors answer through the open channel."""

    def __init__(self, clock: FakeClock, switch: MuxChip) -> None:
        super().__init__(clock, {0x70: switch, 0x29: Behind(switch)})


class Behind:
    def __init__(self, switch: MuxChip) -> None:
        self._switch = switch

    def transfer(self, out: bytes, n: int, t_us: int) -> bytes | None:
        return self._switch.passed(out, n, t_us)


def test_each_face_that_is_laid_in_is_told_as_set() -> None:
    bench = Bench()
    for face in (3, 1, 6, 5, 2, 4):
        bench.lay(1, face)
        assert bench.events[-1][0] == 1 and bench.kinds[-1] == ("set", face)
        assert bench.wells.lies(1)[0] == face and bench.events[-1][1][2] >= 70


def test_a_die_that_is_turned_in_its_well_is_a_change_and_one_at_rest_is_none() -> None:
    bench = Bench()
    bench.lay(1, 2)
    bench.events.clear()
    bench.wait(5000)
    assert bench.events == []
    bench.lay(1, 4)
    assert bench.kinds[-1] == ("set", 4)


@pytest.mark.parametrize("outside", [True, False])
def test_a_die_taken_out_and_put_back_alike_was_seen(outside: bool) -> None:
    bench = Bench()
    bench.lay(1, 2)
    if outside:
        bench.wells_there[0].room = IN_THE_LIGHT
    bench.events.clear()
    bench.lay(1, None)
    bench.lay(1, 2)
    assert bench.kinds[-1] == ("set", 2) and bench.kinds[0] == (("empty", 0) if outside else ("unclear", 0))


def test_an_empty_well_can_be_taught() -> None:
    bench = Bench()
    assert bench.wells.teach(1, 0) is None
    bench.lay(1, 3)
    bench.lay(1, None)
    assert bench.kinds == [("set", 3), ("empty", 0)] and bench.wells.lies(1) is None


def test_a_hand_that_goes_slowly_over_the_sensor_names_no_face() -> None:
    bench = Bench()
    bench.lay(1, 6)
    bench.events.clear()
    bench.wells_there[0].lay(5)
    bench.wait(250)
    assert [kind for kind, _ in bench.kinds if kind == "set"] == []
    bench.wait(1500)
    assert bench.kinds == [("set", 5)]


def test_a_lamp_that_grows_old_is_made_good_by_the_shares_of_the_colours() -> None:
    bench = Bench()
    for well in bench.wells_there:
        well.lamp = 0.9
    for face in (1, 2, 3, 4, 5):
        bench.lay(1, face)
        assert bench.kinds[-1] == ("set", face)


def test_wells_do_not_see_into_each_other() -> None:
    bench = Bench()
    bench.lay(2, 1)
    assert bench.wells.lies(1) is None and bench.wells.lies(2) is None
    assert bench.wells.knows(1, 6) and not bench.wells.knows(1, 7) and not bench.wells.knows(2, 6)


def test_what_is_taught_is_kept_and_comes_back() -> None:
    bench = Bench()
    looks = read_taught(bench.kept[-1], 3)
    assert looks[0] == bench.watches[0].taught and sorted(looks[0]) == [1, 2, 3, 4, 5, 6] and looks[1:] == [{}, {}]
    for wrong in ({"1": 3}, {"1": [[1, 2]]}, {"1": [[1, 2, 3, 4, "5"]]}):
        with pytest.raises(ValueError):
            read_taught(wrong, 3)


def test_two_faces_that_look_alike_and_a_die_in_a_hand_are_not_learnt() -> None:
    bench = Bench()
    bench.lay(1, 2)
    assert bench.wells.teach(1, 3) == "alike"
    bench.wells_there[0].lay(5)
    bench.wait(150)
    assert bench.wells.teach(1, 5) == "unsteady"
    bench.wait(1000)
    bench.full_flash = True
    before = dict(bench.watches[0].taught)
    assert bench.wells.teach(1, 5) == "flash" and bench.watches[0].taught == before


def test_a_silent_well_is_told_once_and_the_others_go_on() -> None:
    bench = Bench()
    bench.chips[1].nacks = 1_000_000
    bench.wait(3000)
    assert bench.told == [("part", {"what": "well", "well": 2, "kind": "lost"})] and bench.wells.is_lost(2)
    assert (2, ("lost",)) in bench.events
    bench.lay(1, 4)
    assert bench.kinds[-1] == ("set", 4)
    bench.chips[1].nacks = 0
    bench.wait(1500)
    assert bench.told[-1] == ("part", {"what": "well", "well": 2, "kind": "back"}) and not bench.wells.is_lost(2)


def test_a_dip_of_the_supply_is_made_good() -> None:
    bench = Bench()
    bench.lay(1, 4)
    for chip in (bench.switch, *bench.chips):
        chip.power_up()
    bench.wait(1500)
    assert bench.told == []
    bench.lay(1, 2)
    assert bench.kinds[-1] == ("set", 2)


@pytest.mark.fault(31)
def test_an_odd_colour_sensor_is_named_once_and_used() -> None:
    bench = Bench(chip_id=0x77)
    assert [data["well"] for kind, data in bench.told if data["kind"] == "odd_id"] == [1, 2, 3]
    bench.lay(1, 4)
    assert bench.kinds[-1] == ("set", 4)


def test_a_multiplexer_has_eight_channels() -> None:
    bench = Bench(taught=False)
    for number in (-1, 8):
        with pytest.raises(ValueError, match="0 to 7"):
            bench.mux.channel(number)


def test_each_channel_is_chosen_before_every_transfer() -> None:
    bench = Bench(taught=False)
    first, second = bench.mux.channel(0), bench.mux.channel(1)
    for channel, value in ((first, 0x11), (second, 0x22), (first, 0x33)):
        channel.writeto_mem(0x29, 0x81, bytes([value]))
    assert [chip.registers[1] for chip in bench.chips[:2]] == [0x33, 0x22]
    assert second.readfrom_mem(0x29, 0x81, 1) == b"\x22"
    into = bytearray(1)
    first.readfrom_mem_into(0x29, 0x81, into)
    assert into == b"\x33"


def test_what_is_as_near_to_two_faces_is_neither() -> None:
    watch = WellWatch(FULL)
    watch.taught = {1: (400, 300, 300, 200), 2: (340, 360, 300, 200)}
    for red, face in ((400, 1), (370, 0), (340, 2)):
        for _ in range(8):
            watch.sample(FULL * 9 // 25, red, 700 - red, 300)
        assert watch.face == face
