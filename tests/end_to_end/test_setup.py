"""The first evening on virtual hardware: an empty board gets its program, panels and buttons are found, and the table plays."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from host.cli import main
from host.config import read_table
from host.config_seats import PanelPlace
from host.demo_seats import PINS
from host.emulation.glass.client import GlassClient
from host.emulation.glass.ends import GlassPins, glass_wire
from host.emulation.launch import StartedWorld, best_vm, start_world
from host.first_evening import Setup, SetupError
from host.fitting import Ends
from host.look_for_boards import look
from host.update.updater import Target

SH1106_AT_0 = (1, 0x3D, "sh1106")


class People:
    """Those who sit at a world's table: they answer what is asked, and press the buttons that they are told to press."""

    def __init__(self, world: StartedWorld, answers: list[str], presses: list[int]) -> None:
        self.world, self.answers, self.presses = world, answers, presses
        self.said: list[str] = []
        assert world.glass is not None
        self.client = GlassClient(world.glass)

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        assert self.answers, f"nobody expected to be asked: {prompt}"
        return self.answers.pop(0)

    def say(self, text: str) -> None:
        self.said.append(text)
        if text.startswith("Press ") and self.presses:
            pin = self.presses.pop(0)
            self.client.press(pin, [(0.0, True), (0.2, False)])

    def close(self) -> None:
        self.client.close()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[StartedWorld]:
    panels = [(1, 0x3C, "ssd1306"), SH1106_AT_0]
    with start_world(["dice_reader", "shrine"], vm=best_vm(), speed=0, folder=tmp_path / "world", panels=panels) as started:
        yield started


def ends_of(world: StartedWorld, pins: GlassPins) -> Ends:
    def wire(path: Path, bus: Any, address: int) -> Any:
        return glass_wire(path, int(bus), address)

    assert world.glass is not None
    return Ends(functools.partial(wire, world.glass), lambda bus: "", lambda: pins.factory)


def empty(world: StartedWorld, board: str) -> None:
    """Leave nothing on a board but MicroPython."""
    flash = world.folder / board
    found = look([world.ports[board]], 1.5, False)
    assert found[0]["state"] == "awake"
    for path in flash.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    (flash / "main.py").write_text("")
    boots = world.counts().boards[board].boots
    world.cut_power(board)
    world.wait("boots", boots + 1, timeout=10, board=board)
    world.wait("plugged", 1, timeout=10, board=board)


def test_a_table_is_set_up_from_nothing_and_plays(world: StartedWorld, tmp_path: Path) -> None:
    assert world.glass is not None
    empty(world, "shrine")
    (ada_next, ada_ok), (ben_next, ben_ok) = PINS[:2]
    answers = ["toaster", "shrine", "Ada", "yes", "Ada", "Ben", "maybe", "no", "yes", "mycelia"]
    people = People(world, answers, [ada_next, ada_ok, ben_next, ben_ok])
    pins = GlassPins(world.glass)
    try:
        file = tmp_path / "table.toml"
        ports = list(world.ports.values())
        Setup([1], ends_of(world, pins), people.ask, people.say, ports, find=False).run(file)
    finally:
        pins.close()
        people.close()
    table = read_table(file)
    assert [(seat.name, seat.panel, seat.buttons) for seat in table.seats] == [
        ("Ada", PanelPlace(1, 0x3C, "ssd1306"), {"next": ada_next, "ok": ada_ok}),
        ("Ben", PanelPlace(1, 0x3D, "sh1106"), {"next": ben_next, "ok": ben_ok}),
    ]
    assert table.game == "mycelia" and list(table.ports) == ports
    said = "\n".join(people.said)
    assert "A dice reader answers" in said and "A board without its program is at" in said
    assert "runs its new program" in said and "There is no 'toaster'" in said
    assert {board["role"] for board in look(ports, 1.5, False) if board["state"] == "awake"} == {"dice_reader", "shrine"}


def no_boards(ports: Any, find: bool) -> list[Target]:
    return []


def silent(bus: Any, address: int) -> Any:
    raise OSError(121, "Remote I/O error")


def setup_without_hardware(answers: list[str], said: list[str]) -> Setup:
    def ask(prompt: str) -> str:
        said.append(prompt)
        return answers.pop(0)

    return Setup([1], Ends(silent, lambda bus: "", lambda: None), ask, said.append, look_for_boards=no_boards)


def test_without_any_hardware_it_makes_a_table_for_the_keyboard(tmp_path: Path) -> None:
    said: list[str] = []
    file = tmp_path / "table.toml"
    setup_without_hardware(["Ada", 'B"en', "Ben", "", ""], said).run(file)
    table = read_table(file)
    assert [(seat.name, seat.panel) for seat in table.seats] == [("Ada", None), ("Ben", None)]
    assert any("No panel answers" in text for text in said) and any("No board is plugged in" in text for text in said)


def test_a_table_that_is_there_is_not_written_over_unasked(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("mine\n")
    with pytest.raises(SetupError, match="stays as it is"):
        setup_without_hardware(["no"], []).run(file)
    assert file.read_text() == "mine\n"


def test_nobody_at_all_is_no_table_and_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="makes no table yet"):
        setup_without_hardware(["", "mycelia"], []).run(tmp_path / "table.toml")


def test_the_command_ends_in_words_when_nobody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.first_evening.Setup._boards", lambda self: None)
    done = CliRunner().invoke(main, ["setup", "-o", str(tmp_path / "table.toml")], input="")
    assert done.exit_code == 2 and "Nobody answers any more" in done.output
