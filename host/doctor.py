"""Looks a table over: what is there, what answers, what is wrong, and what to do about it.

Nothing is changed: panels get a command that does nothing, pins are only read, boards are only asked who they are.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, NamedTuple

from gpiozero import InputDevice
from luma.core.error import Error as LumaError

from host import paths
from host.check import check
from host.codes import coded
from host.config import TableConfig
from host.config_seats import ADDRESSES, Seat
from host.fitting import Ends, button_trouble, pi_ends, pins_of
from host.look_for_boards import look
from host.panels.buttons import ButtonError
from host.pi import Bus, Buses
from host.update.program import ROLES, known_hashes

FINE, NOTE, WRONG = "fine", "note", "wrong"
LISTEN_S: Final = 3.0
GOOD_HZ: Final = 400_000
SLOW_SYNC_MS: Final = 100.0
_SYNCS: Final = 20
_PROGRAM_S: Final = 3.0
_DOES_NOTHING: Final = 0xE3
_PACKAGES: Final = ("tablekeeper", "gpiozero", "lgpio", "luma.oled", "luma.core", "pillow", "pyserial", "smbus2", "msgspec")
_GPIOZERO: Final = "2.0.1.post3"
_POWER: Final = {
    0: "the voltage is too low now",
    1: "the processor is held back now",
    2: "the computer is throttled now",
    3: "the computer is too hot now",
    16: "the voltage has been too low since it started",
    17: "the processor has been held back since it started",
    18: "the computer has been throttled since it started",
    19: "the computer has been too hot since it started",
}
_MARKS: Final = {FINE: "  ok    ", NOTE: "  note  ", WRONG: "  WRONG "}


class Finding(NamedTuple):
    """One thing that was looked at. `state`: fine, note (worth knowing), wrong. `words` say it, with what to do next."""

    about: str
    state: str
    words: str
    data: dict[str, Any] = {}

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {"about": self.about, "state": self.state, "words": self.words, **self.data}


Look = Callable[[Sequence[str], float, bool], list[dict[str, Any]]]


def _ask_program(command: Sequence[str]) -> str | None:
    """What a program of the system prints; None if there is none, or if it fails."""
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PROGRAM_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


@dataclass(frozen=True)
class Machine:
    """The computer that is looked over; tests hand in another."""

    root: Path = Path("/")
    ends: Ends = field(default_factory=pi_ends)
    look: Look = look
    ask: Callable[[Sequence[str]], str | None] = _ask_program
    clock: Callable[[], float] = time.perf_counter
    listen_s: float = LISTEN_S


def examine(table: TableConfig | None, machine: Machine) -> list[Finding]:
    """Everything there is to say; with `table` (its seats, boards and journal), else of this computer alone."""
    seats = dict(enumerate(table.seats)) if table else {}
    journal = table.journal if table else paths.table_journal()
    return [
        *versions(machine),
        *power(machine),
        *buses(machine),
        *(panels(seats, machine) if table else addresses(machine)),
        *pins(seats, machine),
        *boards(table, machine),
        *disk(journal, machine),
        Finding("log", FINE, f"What people were told is in the log {paths.table_log()}; host/TROUBLESHOOTING.md has its codes."),
    ]


def versions(machine: Machine) -> list[Finding]:
    """What runs here."""
    found = {"python": platform.python_version(), "system": platform.platform()}
    with contextlib.suppress(OSError):
        found["computer"] = (machine.root / "proc/device-tree/model").read_text().strip("\0\n ")
    for package in _PACKAGES:
        with contextlib.suppress(PackageNotFoundError):
            found[package] = version(package)
    told = ", ".join(f"{name} {number}" for name, number in found.items())
    findings = [Finding("versions", FINE, f"This is {told}.", {"versions": found})]
    if not fit_for_pi_5(found.get("gpiozero", "")):
        remedy = f"Install it anew: pip install 'gpiozero>={_GPIOZERO}'."
        findings.append(Finding("versions", WRONG, f"gpiozero {found.get('gpiozero', '')} misreads pins of a Pi 5. {remedy}"))
    return findings


def fit_for_pi_5(number: str) -> bool:
    """Whether a gpiozero of that version finds the pins of a Raspberry Pi 5."""
    parts = number.replace("post", "").split(".")
    return all(part.isdecimal() for part in parts) and [*map(int, parts)] >= [2, 0, 1, 3]


def power(machine: Machine) -> list[Finding]:
    """Whether a Raspberry Pi gets what it needs, as its firmware tells."""
    told = machine.ask(["vcgencmd", "get_throttled"])
    try:
        bits = int((told or "").partition("=")[2], 16)
    except ValueError:
        words = "The power supply cannot be asked: there is no vcgencmd here, as on computers that are no Raspberry Pi."
        return [Finding("power", NOTE, words)]
    said = [words for bit, words in _POWER.items() if bits >> bit & 1]
    if not said:
        return [Finding("power", FINE, "The power supply is good.", {"throttled": bits})]
    remedy = "Use the power supply made for this Pi and a short cable, and let air at it."
    return [Finding("power", WRONG, coded("power", f"Power: {'; '.join(said)}. {remedy}"), {"throttled": bits})]


def buses(machine: Machine) -> list[Finding]:
    """The I2C buses of this computer, and how fast they are."""
    there = Buses(machine.root)
    findings = []
    for number, name in there.found().items():
        hertz = there.hertz(number)
        slow = hertz is not None and hertz < GOOD_HZ
        speed = f", {hertz // 1000} kHz" if hertz else ""
        remedy = " That is slow for pictures: set dtparam=i2c_arm_baudrate=400000 in config.txt." if slow else ""
        words = f"I2C bus {number} ({name or 'no name'}{speed}) is there.{remedy}"
        words = coded("slow_bus", words) if slow else words
        findings.append(Finding("bus", NOTE if slow else FINE, words, {"bus": number, "name": name, "hertz": hertz}))
    if findings:
        return findings
    remedy = "On a Raspberry Pi switch it on: sudo raspi-config nonint do_i2c 0, and start it again. Elsewhere: tablekeeper demo."
    return [Finding("bus", WRONG, f"There is no I2C bus (/dev/i2c-*), so no panel can be reached. {remedy}")]


def panels(seats: Mapping[int, Seat], machine: Machine) -> list[Finding]:
    """Whether each seat's panel answers."""
    findings = []
    for number, seat in seats.items():
        if seat.panel is None:
            continue
        name = f"The panel of seat {number} ({seat.name}) at {seat.panel}"
        data = {"seat": number, "bus": seat.panel.bus, "address": seat.panel.address}
        trouble = silence(seat.panel.bus, seat.panel.address, machine.ends)
        if not trouble:
            findings.append(Finding("panel", FINE, f"{name} answers.", data))
        else:
            findings.append(Finding("panel", WRONG, f"{name} does not answer: {trouble}.", data))
    return findings


def addresses(machine: Machine) -> list[Finding]:
    """What answers where panels usually are, for those who are about to write their table.toml."""
    places = [(bus, address) for bus in Buses(machine.root).found() for address in ADDRESSES]
    return [
        Finding("panel", FINE, f"A panel answers at I2C bus {bus}, address 0x{address:02X}.", {"bus": bus, "address": address})
        for bus, address in places
        if not silence(bus, address, machine.ends)
    ]


def silence(bus: Bus, address: int, ends: Ends) -> str:
    """Why nothing answers at that address, with what to do; "" if something does."""
    trouble = ends.trouble(bus)
    if trouble:
        return trouble
    try:
        wire = ends.wire(bus, address)
        try:
            wire.command(_DOES_NOTHING)
        finally:
            wire.cleanup()
    except (OSError, LumaError) as error:
        return f"{error}; check its plug, its power and the address on its back"
    return ""


def pins(seats: Mapping[int, Seat], machine: Machine) -> list[Finding]:
    """By what pins are read, and how each button is now."""
    try:
        factory = machine.ends.pins()
    except ButtonError as error:
        return [Finding("gpio", WRONG, f"Buttons cannot be read. {error}")]
    kind, chip = type(factory).__name__, getattr(factory, "chip", None)
    on = "" if chip is None else f" on gpiochip{chip}"
    findings = [Finding("gpio", FINE, f"Pins are read by {kind}{on}.", {"factory": kind, "chip": chip})]
    for button in pins_of(seats):
        name = f"Button '{button.name}' of seat {button.seat} at GPIO {button.pin}"
        data = {"seat": button.seat, "button": button.name, "gpio": button.pin}
        trouble = button_trouble(button, factory)
        if trouble:
            findings.append(Finding("button", WRONG, trouble, data))
            continue
        with InputDevice(button.pin, pull_up=True, pin_factory=factory) as device:
            pressed = bool(device.is_active)
        words = "is pressed. If nobody presses it, look for a wire that touches ground." if pressed else "is not pressed."
        findings.append(Finding("button", NOTE if pressed else FINE, f"{name} {words}", {**data, "pressed": pressed}))
    return findings


def boards(table: TableConfig | None, machine: Machine) -> list[Finding]:
    """The boards that answer, and those that the table needs and that do not."""
    found = machine.look(table.ports if table else (), machine.listen_s, table.find if table else True)
    findings = [Finding("board", FINE if board["state"] == "awake" else WRONG, board["words"], {"board": board}) for board in found]
    findings += [other for board in found if (other := _other_program(board)) is not None]
    awake = {board["role"] for board in found if board["state"] == "awake"}
    for role in table.roles if table else ():
        if role not in awake:
            name = role.replace("_", " ")
            remedy = f"Plug it in; on a new one install firmware/{role}. Until then people do its work."
            findings.append(Finding("board", WRONG, f"No {name} answers. {remedy}", {"role": role}))
    if not findings and table is not None and not table.roles:
        findings.append(Finding("board", FINE, "No board answers, and this table needs none: people throw and turn."))
    elif not findings:
        findings.append(Finding("board", WRONG, "No board answers. Plug one in, or name its port in table.toml."))
    return findings


def _other_program(board: dict[str, Any]) -> Finding | None:
    """What to say of a board whose program is not this Tablekeeper's: it may be old, or half of it may be lost."""
    role, told = board["role"], board.get("files_hash")
    if not told or role not in ROLES or told in known_hashes(role):
        return None
    words = f"The {role.replace('_', ' ')} runs another program than this Tablekeeper's ({told}): tablekeeper update {role}"
    return Finding("program", NOTE, words, {"role": role, "files_hash": told})


def disk(journal: Path, machine: Machine) -> list[Finding]:
    """How long the disk takes to keep an answer, and whether the journal is whole."""
    folder = next(parent for parent in journal.absolute().parents if parent.is_dir())
    try:
        middle, worst = sync_ms(folder, machine.clock)
    except OSError as error:
        words = f"The journal's folder {folder} cannot be written ({error.strerror}). Give the user the right to, or name another."
        return [Finding("journal", WRONG, words)]
    slow = middle > SLOW_SYNC_MS
    remedy = " Every press waits so long: a better card, or a USB stick for the journal, helps." if slow else ""
    words = f"The disk keeps an answer in {middle:.1f} ms, {worst:.1f} ms at worst ({folder}).{remedy}"
    words = coded("slow_disk", words) if slow else words
    findings = [Finding("disk", NOTE if slow else FINE, words, {"sync_ms": round(middle, 2), "worst_ms": round(worst, 2)})]
    if not journal.exists():
        return [*findings, Finding("journal", NOTE, f"There is no journal {journal} yet; the first match makes it.")]
    problems = check(journal)
    findings += [Finding("journal", WRONG, problem) for problem in problems]
    return findings if problems else [*findings, Finding("journal", FINE, f"The journal {journal} is whole.")]


def sync_ms(folder: Path, clock: Callable[[], float] = time.perf_counter) -> tuple[float, float]:
    """How long the disk of a folder takes to keep 4 KiB: usually, and at worst. Raises OSError."""
    times = []
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".tablekeeper-") as file:
        for _ in range(_SYNCS):
            file.write(bytes(4096))
            file.flush()
            before = clock()
            os.fsync(file.fileno())
            times.append(1000 * (clock() - before))
    return statistics.median(times), max(times)


def is_well(findings: Iterable[Finding]) -> bool:
    """Whether nothing is wrong."""
    return all(finding.state != WRONG for finding in findings)


def told(findings: Sequence[Finding]) -> list[str]:
    """The findings as lines to read, and how many are wrong."""
    wrong = sum(finding.state == WRONG for finding in findings)
    end = f"{wrong} of {len(findings)} things are wrong." if wrong else "Nothing is wrong."
    return [*(_MARKS[finding.state] + finding.words for finding in findings), end]
