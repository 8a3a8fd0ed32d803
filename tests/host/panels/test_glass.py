"""The virtual glass by itself: chips after their data sheets, the server's doors, and the client's."""

import io
import json
import socket

import pytest
from PIL import Image

from host.emulation.glass.bus import Bus, Place
from host.emulation.glass.chips import Sh1106, Ssd1306
from host.emulation.glass.client import GlassClient, GlassError
from host.emulation.glass.ends import GlassBus
from host.emulation.glass.server import Fitted, GlassServer
from tests.host.panels.conftest import MakeGlass, panel_on
from tests.host.panels.pictures import border, glass_of, noise

UPRIGHT = bytes([0x00, 0xA1, 0xC8])


def lit(chip: Ssd1306) -> Ssd1306:
    chip.written(bytes([0x00, 0x8D, 0x14, 0xAF, 0x20, 0x00, 0xA1, 0xC8]))
    chip.written(bytes([0x40]) + bytes(1024))
    return chip


def test_dark_without_its_pump_and_without_being_switched_on() -> None:
    chip = Ssd1306()
    chip.written(bytes([0x00, 0xAF]))
    assert not chip.lit and chip.glass() == bytes(1024)
    chip.written(bytes([0x00, 0x8D, 0x14]))
    assert chip.lit and chip.glass() != bytes(1024)
    chip.written(bytes([0x00, 0xAE]))
    assert chip.glass() == bytes(1024)


def test_a_window_is_filled_line_by_line_and_wraps() -> None:
    chip = lit(Ssd1306())
    chip.written(bytes([0x00, 0x21, 10, 12, 0x22, 2, 3]))
    chip.written(bytes([0x40, 1, 2, 3, 4, 5, 6, 7]))
    glass = chip.glass()
    assert glass[2 * 128 + 9 : 2 * 128 + 14] == bytes([0, 7, 2, 3, 0])
    assert glass[3 * 128 + 9 : 3 * 128 + 14] == bytes([0, 4, 5, 6, 0])


def test_columns_first_and_page_by_page() -> None:
    chip = lit(Ssd1306())
    chip.written(bytes([0x00, 0x20, 0x01, 0x21, 0, 1, 0x22, 0, 7]))
    chip.written(bytes([0x40, *range(1, 10)]))
    assert [chip.glass()[page * 128] for page in range(8)] == list(range(1, 9)) and chip.glass()[1] == 9
    chip.written(bytes([0x00, 0x20, 0x02, 0xB5, 0x0E, 0x17]))
    chip.written(bytes([0x40, 0xAA, 0xBB, 0xCC]))
    assert chip.glass()[5 * 128 + 126 : 6 * 128] == bytes([0xAA, 0xBB]) and chip.glass()[5 * 128] == 0xCC


def test_control_bytes_may_alternate() -> None:
    chip = lit(Ssd1306())
    chip.written(bytes([0x80, 0x21, 0x80, 5, 0x80, 6, 0xC0, 0x77, 0x40, 0x78]))
    assert chip.glass()[5:7] == bytes([0x77, 0x78])


def test_the_larger_memory_is_seen_through_its_window_and_does_not_wrap() -> None:
    chip = Sh1106(first_column=2)
    chip.memory[:] = bytes(132 * 8)
    chip.written(bytes([0x00, 0xAF, 0xA1, 0xC8, 0xB0, 0x01, 0x10]))
    chip.written(bytes([0x40, 0x11, 0x22]))
    chip.written(bytes([0x00, 0x03, 0x18]))
    chip.written(bytes([0x40, 0x33, 0x44]))
    assert chip.glass()[:128] == bytes([0x22, *bytes(127)])
    assert chip.memory[131] == 0x33 and chip.memory[132] == 0


def test_turned_and_inverted_as_the_registers_say() -> None:
    chip = lit(Ssd1306())
    chip.written(bytes([0x40]) + glass_of(noise(1)))
    upright = chip.glass()
    chip.written(bytes([0x00, 0xA0, 0xC0]))
    assert chip.glass() == glass_of(noise(1).transpose(Image.Transpose.ROTATE_180))
    chip.written(UPRIGHT + bytes([0xA7]))
    assert chip.glass() == bytes(byte ^ 0xFF for byte in upright)
    chip.written(bytes([0x00, 0xA6, 0x48]))
    assert chip.glass() == upright[128:] + upright[:128]
    chip.written(bytes([0x00, 0x40, 0xA5]))
    assert chip.glass() == b"\xff" * 1024


@pytest.mark.parametrize(("hertz", "milliseconds"), [(100_000, 93.1), (400_000, 23.3), (1_000_000, 9.3)])
def test_a_whole_frame_takes_as_long_as_on_a_real_wire(hertz: int, milliseconds: float) -> None:
    bus = Bus(hertz)
    bus.places[0x3C] = Place(Ssd1306())
    taken = bus.write(0x3C, bytes(7)).seconds + bus.write(0x3C, b"\x40" + bytes(1024)).seconds
    assert round(1000 * taken, 1) == milliseconds
    assert bus.counters.bytes == 1034 and bus.counters.transfers == 2


def test_a_transfer_that_is_not_acknowledged_arrives_in_part() -> None:
    bus, chip = Bus(), lit(Ssd1306())
    bus.places[0x3C] = Place(chip)
    bus.places[0x3C].refuse["data"], bus.places[0x3C].arriving = 1, 3
    assert bus.write(0x3C, b"\x40" + b"\xff" * 10).error == 121
    assert chip.glass()[:4] == bytes([0xFF, 0xFF, 0, 0])
    assert bus.write(0x3C, b"\x40" + b"\xff" * 10).error is None
    assert bus.write(0x3D, b"\x40").error == 121


def test_two_panels_at_one_address_cannot_be_fitted(make_glass: MakeGlass) -> None:
    with pytest.raises(ValueError, match="0x3c of bus 1"):
        make_glass(Fitted(1, 0x3C), Fitted(1, 0x3C, "sh1106"))


def test_a_client_sees_and_presses(make_glass: MakeGlass) -> None:
    glass = make_glass(Fitted(1, 0x3C), Fitted(2, 0x3D, "sh1106", 0))
    panel_on(glass, 1).show(border())
    client = GlassClient(glass.path)
    assert client.fitted() == list(glass.fitted)
    assert client.picture(1) == glass.picture(1) == glass_of(border())
    assert client.counters(1) == glass.counters(1) and client.counters(0).bytes == 0
    picture = Image.open(io.BytesIO(client.png(1)))
    assert picture.size == (128, 64) and glass_of(picture) == glass_of(border())
    assert glass.png(1) == client.png(1)
    client.press(17)
    client.forget(1)
    assert client.picture(1) == bytes(1024)
    client.refuse(1, 1, "data")
    client.lose_power(1)
    client.plug(1, False)
    client.hang(2, 1)
    client.close()
    assert not glass.place(1).plugged and glass.buses[2].stuck == 1


def test_what_it_does_not_understand_is_refused_and_harms_nobody(make_glass: MakeGlass) -> None:
    glass = make_glass(Fitted(1, 0x3C))
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.settimeout(10.0)
        stranger.connect(str(glass.path))
        lines = [b"no JSON", b"[]", b'{"op": "fly"}', b'{"op": "picture"}', b'{"op": "picture", "panel": 7}']
        lines.append(b'{"op": "forget", "x": 1}')
        stranger.sendall(b"\n".join(lines) + b"\n")
        answers = b""
        while answers.count(b"\n") < len(lines):
            answers += stranger.recv(65536)
        assert all(json.loads(line)["ok"] is False for line in answers.splitlines())
    client = GlassClient(glass.path)
    with pytest.raises(GlassError, match="does not understand"):
        client.picture(7)
    assert client.picture(0) == bytes(1024)
    client.close()


def test_no_glass_is_said_in_words(make_glass: MakeGlass) -> None:
    glass = make_glass(Fitted(1, 0x3C))
    client = GlassClient(glass.path)
    glass.close()
    with pytest.raises(GlassError, match="does not answer"):
        client.picture(0)
    client.close()
    with pytest.raises(GlassError, match="start a world first"):
        GlassClient(glass.path)


def test_a_loop_of_its_own_can_serve_it(make_glass: MakeGlass) -> None:
    folder = make_glass().path.parent
    glass = GlassServer(folder / "own.sock", [Fitted(1, 0x3C)])
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10.0)
        client.connect(str(glass.path))
        client.sendall(b'{"op": "fitted"}\n')
        glass.serve(10.0)
        glass.serve(10.0)
        assert json.loads(client.recv(65536))["fitted"][0]["address"] == 0x3C
    assert glass.patience() is None
    glass.press(17, [(60.0, True)])
    assert glass.patience() == pytest.approx(60.0, abs=5.0)
    glass.close()


def test_a_real_bus_takes_its_time(make_glass: MakeGlass) -> None:
    glass = make_glass(Fitted(1, 0x3C), paced=True)
    slept: list[float] = []
    bus = GlassBus(glass.path, 1, slept.append)
    for _ in range(30):
        bus.write_i2c_block_data(0x3C, 0x00, [0xAE])
    bus.close()
    assert 0.9 * glass.counters(0).seconds < sum(slept) <= glass.counters(0).seconds
