"""A work bench with a virtual Raspberry Pi on it, for somebody who follows a guide word by word.

Nothing works because the guide says so: wires join pins by their number on the header, the system begins as it comes from
the card, and panels, buttons and buses are there for the program only as far as wires, address and settings make them.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory, MockPin

from host import cli, doctor, fitting
from host.doctor import Machine
from host.emulation.glass.ends import GlassPins, glass_wire
from host.emulation.glass.server import Fitted, GlassServer
from host.emulation.glass.traces import press
from host.fitting import Ends
from host.panels.buttons import ButtonError
from tests.hardware.test_table import HEADER

WITHIN_S: Final = 20.0
DARK: Final = bytes(1024)
CHANNEL_BUS: Final = 10
"""The virtual glass knows buses by number: this one and those after it are the multiplexer's channels."""
Node = tuple[str, str]
_END = re.compile(r"(\w+) (\w+)(?:, pin (\d+))?")


class Bench:
    """The user's hands, eyes and keyboard. `folder` is the project's folder on the Pi."""

    def __init__(self, folder: Path, glass: GlassServer) -> None:
        self.folder, self.glass = folder, glass
        self.root = folder / "root"
        self.powered = True
        self.wires: list[tuple[Node, Node]] = []
        self.addresses = {f"panel{number}": 0x3C for number in range(4)}
        self.installed: set[str] = set()
        self.settings: set[str] = set()
        self.wanted: set[str] = set()
        self.wanted_groups: set[str] = set()
        self.groups: set[str] = set()
        self.active = False
        self.held: str | None = None
        self.pins: list[GlassPins] = []
        self.running, self.ended = False, True
        self.deeds_done: list[str] = []
        self._ending = threading.Lock()
        self._before: dict[int, bytes] = {}

    # -- what is soldered -------------------------------------------------------------------------------------------

    def wire(self, start: str, end: str) -> None:
        """One row of a list of wires. On a header the hand counts places, whatever name stands beside the number."""
        assert not self.powered, f"the guide has {start} wired under power"
        nodes = []
        for text in (start, end):
            found = _END.fullmatch(text.strip())
            assert found, f"'{text}' is no end of a wire"
            part, label, place = found.groups()
            assert bool(place) == (part == "pi"), f"'{text}' does not say where on the header"
            nodes.append((part, f"pin {place}" if place else label))
        self.wires.append((nodes[0], nodes[1]))

    def joined(self, node: Node) -> set[Node]:
        """All that is one piece of metal with an end."""
        found, new = {node}, {node}
        while new:
            new = {b for pair in self.wires for a, b in (pair, pair[::-1]) if a in found} - found
            found |= new
        return found

    def header(self, node: Node) -> set[int | str]:
        """What of the Pi an end is joined to: numbers of GPIOs, "3.3 V", "5 V", "ground"."""
        return {HEADER[int(label.split()[1]) - 1] for part, label in self.joined(node) if part == "pi"}

    def answers(self, name: str, supply: str, channel: int | None = None) -> bool:
        """Whether a part is fed at `supply` and is on the bus, or on a channel of the multiplexer that is."""
        fed = self.header((name, supply)) == {"3.3 V"} and self.header((name, "GND")) == {"ground"}
        lines = [(line, self.joined((name, line))) for line in ("SDA", "SCL")]
        if channel is None:
            there = all(self.header((name, line)) == {gpio} for line, gpio in (("SDA", 2), ("SCL", 3)))
        else:
            there = self.answers("mux", "VIN") and all(("mux", f"{line[:2]}{channel}") in found for line, found in lines)
        return self.powered and fed and there

    def gpio_of(self, button: str) -> int | None:
        """The pin that a button pulls to ground when it is pressed."""
        one, other = (self.header((button, label)) for label in "AB")
        pins = {pin for pin in one | other if isinstance(pin, int)}
        return pins.pop() if len(pins) == 1 and "ground" in one | other and not pins & (one & other) else None

    # -- what hands do ----------------------------------------------------------------------------------------------

    def hand(self, line: str) -> None:
        """One line of what is done by hand."""
        if line == "switch the power off":
            self.powered = False
        elif line == "switch the power on":
            assert not self.powered, "it is on already"
            self.powered = True
            self._start()
        elif line == "take the panels off the strip":
            assert not self.powered
            self.wires = [pair for pair in self.wires if not any(part.startswith("panel") for part, _ in pair)]
        elif found := re.fullmatch(r"move the resistor on the back of panel (\d) to 0x([0-9A-F]{2})", line):
            assert not self.powered
            self.addresses[f"panel{found[1]}"] = int(found[2], 16)
        elif found := re.fullmatch(r"hold (next|ok) of seat (\d)", line):
            self.held = f"{found[1]}{found[2]}"
        elif line == "let go":
            self.held = None
        else:
            raise AssertionError(f"nobody knows how to '{line}'")

    # -- what is typed ----------------------------------------------------------------------------------------------

    def type(self, command: str, below: list[str]) -> str:
        """Type a command; `below` are the lines under it, of which "# ..." may be deeds while it runs. Its output."""
        assert self.powered, f"'{command}' is typed on a Pi without power"
        for pattern, do in self._commands().items():
            if found := re.fullmatch(pattern, command):
                return do(found, below) or ""
        raise AssertionError(f"the guide types '{command}', which this bench does not know")

    def _commands(self) -> dict[str, Callable[[re.Match[str], list[str]], str | None]]:
        def keep(place: set[str]) -> Callable[[re.Match[str], list[str]], None]:
            return lambda found, below: place.update(re.split(r"[ ,]", found[1]))

        return {
            r"sudo apt-get install -y (.+)": keep(self.installed),
            r"python3 -m venv (--system-site-packages )?\.venv": lambda found, below: self._venv(bool(found[1])),
            r"\.venv/bin/pip install \.": lambda found, below: self.installed.add("tablekeeper"),
            r"\. \.venv/bin/activate": lambda found, below: self._activate(),
            r"sudo raspi-config nonint do_(i2c) 0": keep(self.wanted),
            r"echo 'dtoverlay=i2c-mux,(pca9548),addr=0x70' \| sudo tee -a /boot/firmware/config.txt": keep(self.wanted),
            r"echo 'dtparam=(i2c_arm_baudrate=400000)' \| sudo tee -a /boot/firmware/config.txt": keep(self.wanted),
            r"sudo usermod -aG (\S+) \$USER": keep(self.wanted_groups),
            r'echo "cd \$PWD && \. \.venv/bin/activate" >> ~/\.bashrc': lambda found, below: self.settings.add("at login"),
            r"sudo reboot": lambda found, below: self._start(),
            r"cp (\S+) (\S+)": lambda found, below: self._copy(found[1], found[2]),
            r"tablekeeper (.+)": lambda found, below: self._tablekeeper(found[1].split(), below),
        }

    def _venv(self, sees_system: bool) -> None:
        assert "python3-venv" in self.installed
        if sees_system:
            self.settings.add("sees system")

    def _activate(self) -> None:
        self.active = True

    def _copy(self, source: str, target: str) -> None:
        shutil.copy(self.folder / source, self.folder / target)

    def _start(self) -> None:
        """The Pi starts: what was wanted holds from now on, and a terminal has to be opened anew."""
        self.settings |= self.wanted
        self.groups |= self.wanted_groups
        self.active = "at login" in self.settings
        bus = self.root / "sys/bus/i2c/devices/i2c-1"
        if "i2c" in self.settings:
            (bus / "of_node").mkdir(parents=True, exist_ok=True)
            (self.root / "dev").mkdir(exist_ok=True)
            (self.root / "dev/i2c-1").write_bytes(b"")
            (bus / "name").write_text("bcm2835 (i2c@7e804000)\n")
            hertz = 400_000 if "i2c_arm_baudrate=400000" in self.settings else 100_000
            (bus / "of_node/clock-frequency").write_bytes(hertz.to_bytes(4, "big"))

    # -- the program ------------------------------------------------------------------------------------------------

    def _tablekeeper(self, args: list[str], below: list[str]) -> str:
        assert "tablekeeper" in self.installed, "it is not installed yet"
        assert self.active, "in a fresh terminal there is no such command"
        for number in (0, 1):
            self.glass.plug(number, self.answers(f"panel{number}", "VCC"))
        runs = args[0] == "run"
        deeds = [line[2:] for line in below if line.startswith("# ")] if runs else []
        with self._here(), contextlib.ExitStack() as done:
            if runs:
                self.running, self.ended, self.deeds_done = True, False, []
                hands = threading.Thread(target=self._play, args=(deeds,), daemon=True)
                hands.start()
                done.callback(hands.join, WITHIN_S)
            result = CliRunner().invoke(cli.main, args, prog_name="tablekeeper")
            with self._ending:
                self.ended = True
        for pins in self.pins:
            pins.close()
        self.pins.clear()
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        if runs:
            assert self.deeds_done == deeds, f"done: {self.deeds_done} of {deeds}; {result.output}"
        return result.output

    @contextlib.contextmanager
    def _here(self) -> Iterator[None]:
        """The program finds this bench where it would find a Raspberry Pi."""
        ends = Ends(self._open_wire, self._trouble, self._factory)
        machine = Machine(self.root, ends, lambda ports, seconds, find: [], lambda command: "throttled=0x0", listen_s=0.0)
        before = (doctor.Machine, fitting.pi_ends, Path.cwd())
        doctor.Machine, fitting.pi_ends = lambda: machine, lambda: ends  # type: ignore[assignment, misc]
        os.chdir(self.folder)
        try:
            yield
        finally:
            doctor.Machine, fitting.pi_ends = before[:2]  # type: ignore[misc]
            os.chdir(before[2])

    def _open_wire(self, bus: Any, address: int) -> Any:
        # The virtual glass has a panel at each address of bus 1, and one a channel; which of ours that is depends on its resistor.
        channel = None if bus == 1 else int(bus[-2])
        here = [name for name, at in self.addresses.items() if at == address and self.answers(name, "VCC", channel)]
        if not here:
            raise OSError(121, "Remote I/O error")
        number = int(here[0].removeprefix("panel"))
        place = (1, (0x3C, 0x3D)[number]) if channel is None else (CHANNEL_BUS + channel, 0x3C)
        return glass_wire(self.glass.path, *place)

    def _trouble(self, bus: Any) -> str:
        has_channels = "pca9548" in self.settings and self.answers("mux", "VIN")
        is_channel = re.fullmatch(r"i2c-1-mux \(chan_id [0-7]\)", str(bus)) is not None
        if not (has_channels if is_channel else (self.root / f"dev/i2c-{bus}").exists()):
            return f"there is no I2C bus {bus}"
        return "" if "i2c" in self.groups else "no permission"

    def _factory(self) -> Any:
        if "python3-lgpio" not in self.installed or "sees system" not in self.settings:
            raise ButtonError("The library lgpio is missing.")
        if "gpio" not in self.groups:
            raise ButtonError("The pins of this computer cannot be used.")
        if self.running:
            self.pins.append(GlassPins(self.glass.path))
            return self.pins[-1].factory
        low = self.gpio_of(self.held) if self.held else None

        class Pin(MockPin):  # type: ignore[misc]  # gpiozero has no types
            def _set_pull(self, value: str) -> None:
                super()._set_pull(value)
                self._change_state(self.info.name != f"GPIO{low}")

        return MockFactory(pin_class=Pin)

    def _play(self, deeds: list[str]) -> None:
        """What hands and eyes do while a match runs; the last deed ends the program."""
        try:
            for deed in deeds:
                if not self._does(deed):
                    break
                self.deeds_done.append(deed)
        finally:
            self.running = False
            with self._ending:
                if not self.ended:
                    os.kill(os.getpid(), signal.SIGINT)

    def _does(self, deed: str) -> bool:
        """One deed, or one thing to see; whether it went as the guide says."""
        if deed == "both panels light up":
            return self._until(lambda: all(self.glass.picture(number) != DARK for number in (0, 1)))
        if found := re.fullmatch(r"press (next|ok) of seat (\d)", deed):
            self._before = {number: self._settled(number) for number in (0, 1)}
            pin = self.gpio_of(f"{found[1]}{found[2]}")
            if pin is not None:
                self.glass.press(pin, press(0.03))
            return pin is not None
        if found := re.fullmatch(r"panel (\d) changes", deed):
            number = int(found[1])
            return self._until(lambda: self.glass.picture(number) != self._before[number])
        return deed == "press Ctrl-C"

    def _settled(self, number: int) -> bytes:
        seen: list[bytes] = []

        def stays() -> bool:
            seen.append(self.glass.picture(number))
            return len(seen) > 100 and len(set(seen[-100:])) == 1

        self._until(stays)
        return seen[-1]

    def _until(self, true: Callable[[], bool]) -> bool:
        for _ in range(int(WITHIN_S / 0.005)):
            if true():
                return True
            if self.ended:
                break
            threading.Event().wait(0.005)
        return False


@contextlib.contextmanager
def bench(folder: Path) -> Iterator[Bench]:
    """A bench with a fresh Pi, its panels in their bags, and the project's files in `folder`."""
    behind = [Fitted(CHANNEL_BUS + channel, 0x3C, "sh1106") for channel in range(4)]
    glass = GlassServer(folder / "g.sock", [Fitted(1, 0x3C, "sh1106"), Fitted(1, 0x3D, "sh1106"), *behind])
    glass.start()
    try:
        yield Bench(folder, glass)
    finally:
        glass.close()
