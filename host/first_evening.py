"""The first evening: finds boards, panels and buttons with people's help, and writes the table.toml that describes them.

    Setup(places, ends, ask=input, say=print).run(Path("table.toml"))      # raises SetupError in words
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image

from host.config import ConfigError, read_table
from host.config_seats import ADDRESSES, LONGEST_NAME, MOST_SEATS, PanelPlace
from host.doctor import silence
from host.fitting import Ends, button_trouble, panel_at
from host.panels.buttons import ButtonError, ButtonPin, Buttons
from host.panels.pages.canvas import HEIGHT, WIDTH, Canvas
from host.panels.panel import Panel, PanelError
from host.pi import Bus, pin_map, wire_of
from host.update.choose import targets
from host.update.program import ROLES, ProgramError
from host.update.prompt import is_there
from host.update.updater import Target, UpdateError, Updater
from shared_rules.games import GAMES, game

PRESS_S: Final = 60.0
_BUTTONS: Final = ("next", "ok")
_KINDS: Final = (("ssd1306", None), ("sh1106", None), ("sh1106", 0))
"""Chips and column offsets in the order in which they are tried: by their answer nobody can tell them apart."""
_YES, _NO = ("yes", "y"), ("no", "n", "")


class SetupError(RuntimeError):
    """Nothing can be set up; the message says why and what to do."""


class Found(NamedTuple):
    """A panel that answers, and the kind that shows all of its edges."""

    place: PanelPlace
    name: str


@dataclass
class Setup:
    """Asks people by `ask` (a prompt in, a line out) and tells them by `say`. `buses` are the I2C buses there are.

    `ports` are looked at beside those that USB lists, if `find`. `press_s` is how long a press is waited for.
    """

    buses: Sequence[Bus]
    ends: Ends
    ask: Callable[[str], str]
    say: Callable[[str], object]
    ports: Sequence[str] = ()
    find: bool = True
    press_s: float = PRESS_S
    look_for_boards: Callable[..., list[Target]] = targets
    make_updater: Callable[..., Updater] = Updater
    clock: Callable[[], float] = time.monotonic
    _used: set[int] = field(default_factory=set)

    def run(self, file: Path) -> None:
        """Ask for everything, and write `file`. Raises SetupError."""
        if file.exists() and not self._agrees(f"{file} is there already. Write it anew? yes/no "):
            raise SetupError(f"{file} stays as it is; name another file with -o")
        self._boards()
        seats = self._seats()
        if not seats:
            seats = self._seats_at_the_keyboard()
        name = self._choose("What is played? ", GAMES)
        text = table_text(name, seats, self.ports)
        try:
            file.write_text(text, encoding="utf-8")
            read_table(file)
        except OSError as error:
            raise SetupError(f"{file} cannot be written ({error.strerror}); name another file with -o") from error
        except ConfigError as error:
            raise SetupError(f"What was found makes no table yet:\n{error}\nMend {file}, or run setup again.") from error
        self.say(f"{file} is written. Now: tablekeeper doctor --table {file}, then tablekeeper run --table {file}")

    # -- boards --------------------------------------------------------------------------------------------------------

    def _boards(self) -> None:
        self.say("Boards are looked for.")
        found = self.look_for_boards(self.ports, self.find)
        for target in found:
            if target.uid:
                self.say(f"A {target.role.replace('_', ' ')} answers at {target.port}.")
            else:
                self._empty(target)
        if not found:
            self.say("No board is plugged in. That is no harm: people throw and turn by hand, and one may be plugged in later.")

    def _empty(self, target: Target) -> None:
        """A board at its prompt gets its program, if people want that."""
        self.say(f"A board without its program is at {target.port}.")
        role = target.role or self._choose("What is it to be? (Enter: leave it) ", ROLES, may_leave=True)
        if not role:
            return
        if not is_there():
            self.say("mpremote is missing: pip install 'tablekeeper[update]', then tablekeeper update")
            return
        try:
            self.say(self.make_updater(self.say, self.ports, self.find).update(target, role))
        except (UpdateError, ProgramError) as error:
            self.say(str(error))

    # -- seats ---------------------------------------------------------------------------------------------------------

    def _seats(self) -> list[tuple[Found, dict[str, int]]]:
        places = self._places()
        if not places:
            self.say("No panel answers. Check the four wires of each, and that I2C is switched on; or play at the keyboard.")
            return []
        self.say(f"{len(places)} panels answer, and each shows a number.")
        numbered = dict(enumerate(places[:MOST_SEATS], start=1))
        for number, place in numbered.items():
            self._show(place, number)
        seats: list[tuple[Found, dict[str, int]]] = []
        for number, place in numbered.items():
            name = self._name(f"Who sits at the panel that shows {number}? (Enter: nobody) ", [seat.name for seat, _ in seats])
            if name:
                found = Found(self._kind_of(place, number), name)
                seats.append((found, self._buttons_of(found)))
        return seats

    def _places(self) -> list[PanelPlace]:
        """Where a panel answers; one on the main bus answers in all channels of its multiplexer too, and counts once."""
        found: list[PanelPlace] = []
        for bus in self.buses:
            for address in ADDRESSES:
                known = any((place.bus, place.address) == (wire_of(bus), address) for place in found)
                if not known and not silence(bus, address, self.ends):
                    found.append(PanelPlace(bus, address))
        return found

    def _seats_at_the_keyboard(self) -> list[tuple[Found, dict[str, int]]]:
        seats: list[tuple[Found, dict[str, int]]] = []
        while len(seats) < MOST_SEATS:
            name = self._name("Who plays at the keyboard? (Enter: nobody else) ", [seat.name for seat, _ in seats])
            if not name:
                break
            seats.append((Found(PanelPlace(0, 0), name), {}))
        return seats

    def _name(self, prompt: str, taken: Sequence[str]) -> str:
        while True:
            name = self.ask(prompt).strip()
            if name in taken:
                self.say(f"{name} sits at another panel; give each seat a name of its own.")
            elif len(name) > LONGEST_NAME or '"' in name or "\\" in name:
                self.say(f"A name has at most {LONGEST_NAME} letters, and no quotes.")
            else:
                return name

    def _kind_of(self, place: PanelPlace, number: int) -> PanelPlace:
        """Try one kind of panel after the other until people see all four edges."""
        for chip, offset in _KINDS:
            tried = replace(place, chip=chip, column_offset=offset)
            self._show(tried, number)
            if self._agrees(f"Does panel {number} show a whole border, all four edges? yes/no "):
                return tried
        self.say("None of the known kinds fits; it is taken for an ssd1306. hardware/README.md has more to try.")
        return place

    def _show(self, place: PanelPlace, number: int) -> None:
        panel: Panel = panel_at(place, f"panel {number}", self.ends)
        try:
            panel.show(numbered_border(number))
        except PanelError as error:
            self.say(str(error))
        finally:
            panel.forget()

    # -- buttons -------------------------------------------------------------------------------------------------------

    def _buttons_of(self, seat: Found) -> dict[str, int]:
        found: dict[str, int] = {}
        for button in _BUTTONS:
            pin = self._pressed_pin(f"Press {seat.name}'s button '{button}'.")
            if pin is None:
                self.say(f"Nothing was pressed within {self.press_s:.0f} s: check that the button leads a free pin to ground.")
            else:
                found[button] = pin
                self._used.add(pin)
                self.say(f"That is GPIO {pin}.")
        return found

    def _pressed_pin(self, prompt: str) -> int | None:
        """The pin that people press next; None if nobody does."""
        try:
            factory = self.ends.pins()
        except ButtonError as error:
            raise SetupError(str(error)) from error
        busy = {*pin_map().taken({wire for bus in self.buses if isinstance(wire := wire_of(bus), int)}), *self._used}
        pins = [ButtonPin(0, str(pin), pin) for pin in pin_map().gpios if pin not in busy]
        pins = [pin for pin in pins if not button_trouble(pin, factory)]
        presses: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        buttons = Buttons(pins, lambda seat, name, kind, when: presses.put((name, kind)), factory)
        buttons.start()
        try:
            self.say(prompt)
            deadline = self.clock() + self.press_s
            while (left := deadline - self.clock()) > 0:
                try:
                    name, kind = presses.get(timeout=left)
                except queue.Empty:
                    break
                if kind in ("click", "hold"):
                    return int(name)
            return None
        finally:
            buttons.close()

    # -- asking --------------------------------------------------------------------------------------------------------

    def _agrees(self, prompt: str) -> bool:
        while (said := self.ask(prompt).strip().lower()) not in (*_YES, *_NO):
            self.say("Type yes or no.")
        return said in _YES

    def _choose(self, prompt: str, names: Sequence[str], *, may_leave: bool = False) -> str:
        while True:
            said = self.ask(f"{prompt}[{', '.join(names)}] ").strip().lower()
            if said in names or (may_leave and not said):
                return said
            if not said:
                return names[0]
            self.say(f"There is no '{said}'; there are {', '.join(names)}.")


def numbered_border(number: int) -> Image.Image:
    """A panel's number, large, in a border of one pixel."""
    canvas = Canvas()
    canvas.frame(0, 0, WIDTH, HEIGHT)
    canvas.text(WIDTH // 2 - 4, HEIGHT // 2 - 4, str(number))
    canvas.frame(WIDTH // 2 - 14, HEIGHT // 2 - 14, 28, 28)
    return canvas.image()


def table_text(name: str, seats: Sequence[tuple[Found, dict[str, int]]], ports: Sequence[str]) -> str:
    """The table.toml of what was found. A seat without panel or buttons sits at the keyboard."""
    head = "# Written by `tablekeeper setup`; hardware/table.example.toml tells what else may stand here."
    lines = [head, "", f'game = "{name}"']
    allowed = game(name).seats
    if seats and len(seats) not in allowed and (fitting := [count for count in allowed if count <= len(seats)]):
        lines.append(f"players = {max(fitting)}")
    lines += ['pieces = "real"', ""]
    for seat, buttons in seats:
        lines += ["[[seats]]", f'name = "{seat.name}"']
        if len(buttons) == len(_BUTTONS):
            lines.append(f"panel = {{ {_place_text(seat.place)} }}")
            lines.append(f"buttons = {{ {', '.join(f'{button} = {pin}' for button, pin in buttons.items())} }}")
        lines.append("")
    named = ", ".join(f'"{port}"' for port in ports)
    return "\n".join([*lines, "[boards]", "find = true", *([f"ports = [{named}]"] if named else []), ""])


def _place_text(place: PanelPlace) -> str:
    bus = place.bus if isinstance(place.bus, int) else f'"{place.bus}"'
    parts: list[Any] = [f"bus = {bus}", f"address = 0x{place.address:02X}", f'chip = "{place.chip}"']
    if place.column_offset is not None:
        parts.append(f"column_offset = {place.column_offset}")
    return ", ".join(parts)
