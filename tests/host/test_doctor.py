"""The doctor on made-up computers: one with everything, one with nothing, and one thing wrong at a time."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from host import doctor
from host.config import TableConfig, read_table
from host.doctor import FINE, NOTE, WRONG, Finding, Machine, examine, is_well, told
from host.fitting import Ends
from host.journal import Journal
from host.panels.buttons import ButtonError
from host.panels.panel import Wire
from host.pi import Bus
from host.update.program import hash_of, program
from tests.host.test_config import GOOD


class Answering:
    """A wire to something that answers."""

    closed = 0

    def command(self, *commands: int) -> None:
        assert commands == (0xE3,), "the doctor sends nothing that does something"

    def data(self, data: list[int]) -> None:
        raise AssertionError("the doctor draws nothing")

    def cleanup(self) -> None:
        Answering.closed += 1


class Silent(Answering):
    def command(self, *commands: int) -> None:
        raise OSError(errno.EREMOTEIO, "Remote I/O error")


class Held(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """Pins of which 27 is held down by a finger."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._change_state(self.info.name != "GPIO27")


def board(role: str, state: str = "awake") -> dict[str, Any]:
    return {"role": role, "uid": "e6", "port": "/dev/x", "state": state, "firmware": "1.0", "words": f"{role}: {state}."}


def look(ports: Sequence[str], seconds: float, find: bool) -> list[dict[str, Any]]:
    return [board("dice_reader"), board("shrine")]


def wire(bus: Bus, address: int) -> Wire:
    return Answering()


@pytest.fixture
def table(tmp_path: Path) -> TableConfig:
    (tmp_path / "table.toml").write_text('journal = "table.sqlite"\n' + GOOD)
    return read_table(tmp_path / "table.toml")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    root = tmp_path / "root"
    about = root / "sys" / "bus" / "i2c" / "devices" / "i2c-1"
    (about / "of_node").mkdir(parents=True)
    (about / "name").write_text("bcm2835 (i2c@7e804000)\n")
    (about / "of_node" / "clock-frequency").write_bytes((400_000).to_bytes(4, "big"))
    (root / "dev").mkdir()
    (root / "dev" / "i2c-1").write_bytes(b"")
    (root / "proc" / "device-tree").mkdir(parents=True)
    (root / "proc" / "device-tree" / "model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    factory = MockFactory()
    steps = iter(range(1_000_000))
    return Machine(
        root=root,
        ends=Ends(wire, lambda bus: "", lambda: factory),
        look=look,
        ask=lambda command: "throttled=0x0",
        clock=lambda: next(steps) / 1000,
        listen_s=0.0,
    )


def of(findings: list[Finding], about: str) -> list[tuple[str, str]]:
    return [(finding.state, finding.words) for finding in findings if finding.about == about]


def only(findings: list[Finding], about: str) -> tuple[str, str]:
    (found,) = of(findings, about)
    return found


def test_a_whole_table_is_well(table: TableConfig, machine: Machine) -> None:
    with Journal(table.journal, lambda: 0.0):
        pass
    found = examine(table, machine)
    assert is_well(found) and [finding for finding in found if finding.state != FINE] == []
    assert "Raspberry Pi 4 Model B Rev 1.4" in only(found, "versions")[1]
    assert only(found, "bus")[1] == "I2C bus 1 (bcm2835 (i2c@7e804000), 400 kHz) is there."
    assert [words for _, words in of(found, "panel")] == [
        "The panel of seat 0 (Ada) at I2C bus 1, address 0x3C answers.",
        "The panel of seat 1 (Ben) at I2C bus 1, address 0x3D answers.",
    ]
    assert only(found, "gpio")[1] == "Pins are read by MockFactory."
    assert len(of(found, "button")) == 4 and len(of(found, "board")) == 2
    assert only(found, "disk")[1].startswith("The disk keeps an answer in 1.0 ms, 1.0 ms at worst")
    assert told(found)[-1] == "Nothing is wrong."
    json.dumps([finding.plain() for finding in found])


def test_a_panel_that_does_not_answer_is_named_with_what_to_do(table: TableConfig, machine: Machine) -> None:
    Answering.closed = 0
    ends = replace(machine.ends, wire=lambda bus, address: Silent() if address == 0x3D else Answering())
    found = examine(table, replace(machine, ends=ends))
    good, bad = of(found, "panel")
    assert good[0] == FINE and bad[0] == WRONG and not is_well(found)
    assert "seat 1 (Ben)" in bad[1] and "check its plug" in bad[1]
    assert Answering.closed == 2, "wires are closed again"


def test_a_bus_that_is_not_there_is_told_for_each_panel(table: TableConfig, machine: Machine) -> None:
    found = examine(table, replace(machine, ends=replace(machine.ends, trouble=lambda bus: f"there is no I2C bus {bus}")))
    assert [state for state, _ in of(found, "panel")] == [WRONG, WRONG]
    assert "there is no I2C bus 1" in of(found, "panel")[0][1]


def test_a_slow_bus_is_worth_knowing(table: TableConfig, machine: Machine) -> None:
    (machine.root / "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency").write_bytes((100_000).to_bytes(4, "big"))
    state, words = only(examine(table, machine), "bus")
    assert state == NOTE and "i2c_arm_baudrate=400000" in words


def test_a_button_that_is_down_is_told(table: TableConfig, machine: Machine) -> None:
    factory = MockFactory(pin_class=Held)
    found = examine(table, replace(machine, ends=replace(machine.ends, pins=lambda: factory)))
    down = [words for state, words in of(found, "button") if state == NOTE]
    assert down == ["Button 'ok' of seat 0 at GPIO 27 is pressed. If nobody presses it, look for a wire that touches ground."]
    assert [finding.data["pressed"] for finding in found if finding.about == "button"] == [False, True, False, False]


@pytest.mark.fault(45)
def test_a_pin_that_is_taken_is_wrong(table: TableConfig, machine: Machine) -> None:
    from gpiozero import InputDevice

    with InputDevice(23, pin_factory=machine.ends.pins()):
        found = examine(table, machine)
    ((_, words),) = [one for one in of(found, "button") if one[0] == WRONG]
    assert "GPIO 23" in words and "used twice" in words


def test_without_gpio_the_words_of_the_pins_are_told(table: TableConfig, machine: Machine) -> None:
    def no_pins() -> Any:
        raise ButtonError("The library lgpio is missing. Install it.")

    found = examine(table, replace(machine, ends=replace(machine.ends, pins=no_pins)))
    assert only(found, "gpio") == (WRONG, "Buttons cannot be read. The library lgpio is missing. Install it.")


def test_boards_that_the_sources_need_and_that_are_not_awake_are_wrong(table: TableConfig, machine: Machine) -> None:
    found = examine(table, replace(machine, look=lambda *args: [board("dice_reader", "asleep")]))
    assert of(found, "board") == [
        (WRONG, "dice_reader: asleep."),
        (WRONG, "No dice reader answers. Plug it in; on a new one install firmware/dice_reader. Until then people do its work."),
        (WRONG, "No shrine answers. Plug it in; on a new one install firmware/shrine. Until then people do its work."),
    ]


def test_a_table_whose_people_throw_and_turn_needs_no_board(table: TableConfig, machine: Machine) -> None:
    by_hand = replace(table, chains={"roll": [], "flush": ["engine"]}, find=False)
    found = examine(by_hand, replace(machine, look=lambda *args: []))
    assert only(found, "board") == (FINE, "No board answers, and this table needs none: people throw and turn.")


@pytest.mark.fault(29)
def test_a_board_with_another_program_than_ours_is_to_be_updated(table: TableConfig, machine: Machine) -> None:
    for heard, said in ((hash_of(program("shrine")), []), ("0123456789abcdef", ["tablekeeper update shrine"])):
        one = {"role": "shrine", "state": "awake", "words": "The shrine is awake.", "files_hash": heard}
        looked = replace(machine, look=lambda ports, seconds, find, one=one: [one])  # type: ignore[misc]
        assert [words.rpartition(": ")[2] for _, words in of(examine(table, looked), "program")] == said


def test_the_tables_ports_are_listened_to(table: TableConfig, machine: Machine) -> None:
    asked: list[tuple[tuple[str, ...], float, bool]] = []

    def listen(ports: Sequence[str], seconds: float, find: bool) -> list[dict[str, Any]]:
        asked.append((tuple(ports), seconds, find))
        return []

    examine(replace(table, ports=("/dev/a",), find=False), replace(machine, look=listen, listen_s=2.0))
    assert asked == [(("/dev/a",), 2.0, False)]


@pytest.mark.parametrize(
    ("answer", "state", "words"),
    [
        ("throttled=0x0", FINE, "The power supply is good."),
        ("throttled=0x50005", WRONG, "the voltage is too low now; the computer is throttled now; the voltage has been too low"),
        ("throttled=0x80000", WRONG, "has been too hot since it started"),
        ("nonsense", NOTE, "no vcgencmd"),
        (None, NOTE, "no vcgencmd"),
    ],
)
@pytest.mark.fault(56)
def test_power_is_told_in_words(machine: Machine, answer: str | None, state: str, words: str) -> None:
    (found,) = doctor.power(replace(machine, ask=lambda command: answer))
    assert found.state == state and words in found.words


@pytest.mark.parametrize(
    ("number", "fit"),
    [("1.6.2", False), ("2.0.1", False), ("2.0.1.post2", False), ("2.0.1.post3", True), ("2.1", True), ("3.0", True), ("", False)],
)
@pytest.mark.fault(42)
def test_gpiozero_has_to_know_the_pi_5(machine: Machine, monkeypatch: pytest.MonkeyPatch, number: str, fit: bool) -> None:
    monkeypatch.setattr(doctor, "version", lambda package: number if package == "gpiozero" else "1")
    assert is_well(doctor.versions(machine)) == fit


def test_a_slow_disk_is_worth_knowing(table: TableConfig, machine: Machine) -> None:
    steps = iter(range(1_000_000))
    state, words = only(examine(table, replace(machine, clock=lambda: next(steps) * 0.2)), "disk")
    assert state == NOTE and "200.0 ms" in words and "Every press waits so long" in words


def test_a_journal_that_does_not_exist_yet_is_no_fault_and_is_not_made(table: TableConfig, machine: Machine) -> None:
    assert only(examine(table, machine), "journal")[0] == NOTE
    assert not table.journal.exists() and not list(table.journal.parent.glob(".tablekeeper-*"))


def test_a_damaged_journal_is_wrong(table: TableConfig, machine: Machine) -> None:
    table.journal.write_bytes(b"SQLite format 3\0" + bytes(100))
    assert {state for state, _ in of(examine(table, machine), "journal")} == {WRONG}


def test_a_folder_that_cannot_be_written_is_wrong(
    table: TableConfig, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path, clock: object) -> tuple[float, float]:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(doctor, "sync_ms", refuse)
    assert "cannot be written (Permission denied)" in only(examine(table, machine), "journal")[1]


def test_without_a_table_what_answers_on_the_buses_is_told(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = replace(machine.ends, wire=lambda bus, address: Silent() if address == 0x3D else Answering())
    found = examine(None, replace(machine, ends=ends))
    assert of(found, "panel") == [(FINE, "A panel answers at I2C bus 1, address 0x3C.")]
    assert len(of(found, "board")) == 2 and of(found, "button") == []


# The command


def command(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "host", "doctor", *args], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
    )


@pytest.mark.skipif(Path("/dev/i2c-1").exists(), reason="this computer has hardware")
def test_on_a_computer_without_anything_every_line_says_what_to_do() -> None:
    done = command("--json")
    found = json.loads(done.stdout)
    assert (done.returncode, done.stderr, found["well"]) == (1, "", False)
    wrong = {finding["about"]: finding["words"] for finding in found["findings"] if finding["state"] == "wrong"}
    assert {"bus", "gpio", "board"} <= wrong.keys()
    assert "raspi-config" in wrong["bus"] and "python3-lgpio" in wrong["gpio"] and "Plug one in" in wrong["board"]


def test_a_table_that_cannot_be_read_is_exit_code_2_with_all_reasons(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(GOOD.replace("0x3D", "0x3C").replace("ok = 24", "ok = 2"))
    done = command("--table", str(tmp_path / "table.toml"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "table.toml:10:" in done.stderr and "table.toml:11:" in done.stderr
