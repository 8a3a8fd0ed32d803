"""The driver on the modelled chips: what the glass shows is what was drawn, whatever happened before."""

import random
from typing import Any

import pytest
from luma.core.error import DeviceNotFoundError
from luma.oled.device import sh1106, ssd1306

from host.emulation.glass.ends import glass_wire
from host.emulation.glass.server import Fitted
from host.panels.panel import Light, Panel, PanelError, i2c_wire
from host.panels.wire import SH1106, SSD1306
from tests.host.panels.conftest import MakeGlass, panel_on
from tests.host.panels.pictures import blank, border, glass_of, noise, scribble, text

KINDS = [Fitted(1, 0x3C, "ssd1306"), Fitted(1, 0x3C, "sh1106"), Fitted(1, 0x3C, "sh1106", 0)]
kinds = pytest.mark.parametrize("fitted", KINDS, ids=["ssd1306", "sh1106 at 2", "sh1106 at 0"])


@kinds
def test_pictures_arrive_as_drawn(make_glass: MakeGlass, fitted: Fitted) -> None:
    glass = make_glass(fitted)
    panel = panel_on(glass)
    for image in (border(), noise(1), text("Anna's turn", "Hire a hero"), blank(), noise(2)):
        panel.show(image)
        assert glass.picture(0) == glass_of(image)


@kinds
def test_three_hundred_changes_arrive_as_drawn(make_glass: MakeGlass, fitted: Fitted) -> None:
    glass = make_glass(fitted)
    panel, chance, image = panel_on(glass), random.Random(3), noise(3)
    for _ in range(300):
        scribble(image, chance)
        panel.show(image)
        assert glass.picture(0) == panel.pack(image)
    counters = glass.counters(0)
    assert counters.bytes < 300 * 1034 / 3
    assert (panel.bytes_sent, panel.transfers) == (counters.bytes, counters.transfers)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("fitted", "device", "whole"), [(KINDS[0], ssd1306, (2, 1034)), (KINDS[1], sh1106, (16, 1080))], ids=["ssd1306", "sh1106"]
)
def test_the_model_shows_what_lumas_own_driver_sends(
    make_glass: MakeGlass, fitted: Fitted, device: Any, whole: tuple[int, int]
) -> None:
    glass = make_glass(fitted)
    panel = device(glass_wire(glass.path, 1, 0x3C))
    panel.persist = True
    before = glass.counters(0)
    for image in (border(), noise(4)):
        panel.display(image)
        assert glass.picture(0) == glass_of(image)
    spent = glass.counters(0)
    assert (spent.transfers - before.transfers, spent.bytes - before.bytes) == (2 * whole[0], 2 * whole[1])
    panel.cleanup()


@kinds
def test_chips_understand_every_command(make_glass: MakeGlass, fitted: Fitted) -> None:
    glass = make_glass(fitted)
    panel_on(glass).show(noise(5))
    # luma sends an SH1106 two commands of its elder sister's; it takes them for nothing.
    assert glass.place(0).chip.unknown == ([0x20, 0x8D] if fitted.chip == "sh1106" else [])


@pytest.mark.fault(34)
def test_a_wrong_offset_shows_at_the_edge(make_glass: MakeGlass) -> None:
    glass = make_glass(Fitted(1, 0x3C, "sh1106", 0))
    panel_on(glass, offset=2).show(border())
    assert glass.picture(0) != glass_of(border())


@pytest.mark.parametrize(("chip", "offset"), [(SSD1306, 2), (SH1106, 5), (SH1106, -1)])
def test_offsets_that_no_memory_has_are_refused(chip: Any, offset: int) -> None:
    with pytest.raises(ValueError, match="offset"):
        Panel("Panel of seat 1", chip, lambda: i2c_wire(1, 0x3C), column_offset=offset)


@kinds
def test_nothing_is_lit_before_the_whole_picture_is_there(make_glass: MakeGlass, fitted: Fitted) -> None:
    glass = make_glass(fitted)
    panel, picture = panel_on(glass), glass_of(noise(6))
    panel.init()
    panel.light(Light.DIM)
    for window in panel.plan(picture):
        assert glass.picture(0) == bytes(1024)
        panel.send(window, picture)
    assert glass.picture(0) == picture


@kinds
@pytest.mark.parametrize("kind", ["command", "data"])
@pytest.mark.parametrize("arriving", [0, 1, 3, 40])
@pytest.mark.fault(32)
def test_an_error_in_the_middle_then_the_right_picture(
    make_glass: MakeGlass, fitted: Fitted, kind: str, arriving: int
) -> None:
    glass = make_glass(fitted)
    panel = panel_on(glass)
    panel.show(noise(7))
    glass.refuse(0, 1, kind, arriving)
    with pytest.raises(PanelError, match="Panel 0: the panel does not answer") as failed:
        panel.show(noise(8))
    cause = failed.value.__cause__
    # The same errno 121 comes in two forms, one of them without its number.
    if kind == "command":
        assert isinstance(cause, DeviceNotFoundError) and getattr(cause, "errno", None) is None
    else:
        assert isinstance(cause, OSError) and cause.errno == 121
    assert not failed.value.hangs and not panel.ready
    panel.show(noise(7))
    assert glass.picture(0) == glass_of(noise(7))


def test_a_panel_that_is_not_there_and_then_is(make_glass: MakeGlass) -> None:
    glass = make_glass(*KINDS[:1])
    panel = panel_on(glass)
    glass.plug(0, False)
    with pytest.raises(PanelError, match="Check its plug"):
        panel.show(border())
    glass.plug(0, True)
    panel.show(border())
    assert glass.picture(0) == glass_of(border())


def test_a_bus_that_hangs_is_told_apart(make_glass: MakeGlass) -> None:
    glass = make_glass(*KINDS[:1])
    slept: list[float] = []
    panel = panel_on(glass, sleep=slept.append)
    glass.hang(1, transfers=1, seconds=3.0)
    with pytest.raises(PanelError, match="the I2C bus hangs") as failed:
        panel.show(border())
    assert failed.value.hangs and slept == [3.0]


def test_no_bus_and_no_world_are_said_in_words(make_glass: MakeGlass) -> None:
    with pytest.raises(PanelError, match=r"there is no such I2C bus.*raspi-config"):
        Panel("Panel", SSD1306, lambda: i2c_wire(97, 0x3C)).show(blank())
    glass = make_glass(*KINDS[:1])
    panel = panel_on(glass)
    panel.show(blank())
    glass.close()
    with pytest.raises(PanelError, match="does not answer"):
        panel.show(border())


@kinds
@pytest.mark.parametrize("accident", ["forget", "lose_power"])
@pytest.mark.fault(36)
def test_healing_brings_back_what_was_lost_unnoticed(make_glass: MakeGlass, fitted: Fitted, accident: str) -> None:
    glass = make_glass(fitted)
    panel = panel_on(glass)
    panel.show(noise(9))
    getattr(glass, accident)(0)
    panel.show(noise(9))
    assert glass.picture(0) == bytes(1024)
    panel.heal()
    while (window := panel.doubted()) is not None:
        panel.send(window, glass_of(noise(9)))
    assert glass.picture(0) == glass_of(noise(9))


def test_a_change_during_healing_arrives_at_once(make_glass: MakeGlass) -> None:
    glass = make_glass(*KINDS[:1])
    panel = panel_on(glass)
    panel.show(blank())
    panel.heal()
    before = glass.counters(0).bytes
    panel.show(text("x"))
    assert glass.picture(0) == glass_of(text("x"))
    assert glass.counters(0).bytes - before < 60
    assert panel.doubted() is not None


@kinds
def test_dim_dark_and_bright_again(make_glass: MakeGlass, fitted: Fitted) -> None:
    glass = make_glass(fitted)
    panel, chip = panel_on(glass), glass.place(0).chip
    panel.show(border())
    bright = chip.contrast
    panel.light(Light.DIM)
    assert chip.contrast < bright and glass.picture(0) == glass_of(border())
    panel.light(Light.FULL)
    assert chip.contrast == bright
    panel.light(Light.OFF)
    panel.show(noise(1))
    assert glass.picture(0) == bytes(1024)
    panel.heal()
    assert glass.picture(0) == bytes(1024)
    panel.light(Light.FULL)
    assert chip.contrast == bright and glass.picture(0) == glass_of(noise(1))
