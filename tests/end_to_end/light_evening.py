"""An evening of three people with a real box, light tracking, panels, a dice reader and a Shrine. They read glass, press buttons.

The table is the shipped program on a world's hardware. The people know their own boards and hands, look at ring, die and glass,
and nothing else; everything that the table says they read off the lit pixels. A `Luck` may have something go wrong.
"""

from __future__ import annotations

import contextlib
import functools
import re
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from host.answerers.panel import HELP_FOLLOWS_S
from host.config import read_table
from host.demo_seats import BUTTONS, PINS, panels, seat_at
from host.emulation.control import World
from host.emulation.glass.client import GlassClient
from host.emulation.glass.ends import GlassPins, glass_wire
from host.emulation.launch import StartedWorld, start_world
from host.fitting import Ends
from host.journal import Journal
from host.panels.pages.font import DROP
from host.panels.pages.layout import LEFT
from host.panels.pictures.mycelia import HIGH, WIDE
from host.run import Run, Tonight
from shared_rules.match import Match
from shared_rules.mycelia.pack import house_pack
from shared_rules.record import Entry
from tests.end_to_end.reading import Seen
from tests.end_to_end.reading import read as read_anew
from tests.host.seat_page import SeatPage

NAMES = ("Ada", "Ben", "Cleo")
WITHIN_S = 30.0
STILL_S, GLANCE_S = 0.03, 0.012
NOTHING_HAPPENS_S = 2.0
CLICK, HOLD = [(0.0, True), (0.025, False)], [(0.0, True), (1.1, False)]
SUPPLY_CARD = "2a"
PLAN = (3, 4, 2, 5, 0, 4)
"""How many drops people remove, turn by turn."""
read = functools.cache(read_anew)
BOARD = house_pack().boards["front"]
FACES = house_pack().faces


def until(true: Callable[[], object], what: Callable[[], str] | str, within: float = WITHIN_S) -> None:
    """Wait for something, within a deadline."""
    ends = time.monotonic() + within
    while not true():
        assert time.monotonic() < ends, f"not within {within} s: {what if isinstance(what, str) else what()}"
        select.select([], [], [], 0.004)


class Place(Protocol):
    """Where somebody sits: what is seen there, and two buttons."""

    def picture(self) -> bytes:
        """What the panel shows, 1024 bytes."""

    def press(self, button: str, *, hold: bool) -> None:
        """A finger on a button; it comes back before the finger lifts, or after."""


class AtPanel:
    """The panel and the buttons that are fitted at a seat."""

    def __init__(self, glass: GlassClient, seat: int) -> None:
        self._glass, self._seat = glass, seat

    def picture(self) -> bytes:
        return self._glass.picture(self._seat)

    def press(self, button: str, *, hold: bool) -> None:
        self._glass.press(PINS[self._seat][BUTTONS.index(button)], HOLD if hold else CLICK)


class AtPhone:
    """The seat's own page."""

    def __init__(self, page: SeatPage, seat: int) -> None:
        self._page, self._seat = page, seat

    def picture(self) -> bytes:
        while self._page.hear(0.01):
            pass
        return self._page.picture

    def press(self, button: str, *, hold: bool) -> None:
        self._page.move(button, True, self._seat)
        if hold:
            before = self._page.picture
            until(lambda: self.picture() != before, "the page shows that a button is held")
        self._page.move(button, False, self._seat)


class Person:
    """Somebody with a board of their own, whose drops lie where people laid them."""

    def __init__(self, seat: int, place: Place) -> None:
        self.seat, self.name, self.place = seat, NAMES[seat], place
        self.board = [0] * len(BOARD.lands)
        self.presses = 0
        self.turns: list[tuple[int, int]] = []
        """For each turn: how many drops were told, and by how many presses."""

    @property
    def drops(self) -> int:
        """How many drops lie on the own board."""
        return sum(self.board)

    def lay_out(self, count: int) -> None:
        """Lay so many drops on the board."""
        for number in range(count):
            self.board[BOARD.fields["any"][number % 19]] += 1

    def remove(self, count: int) -> None:
        """Take drops off the board."""
        for _ in range(count):
            self.board[max(range(len(self.board)), key=self.board.__getitem__)] -= 1

    # -- eyes and fingers

    def look(self, still_s: float = STILL_S) -> Seen:
        """Read the panel once it stands still."""
        return read(self.still(still_s))

    def still(self, still_s: float = STILL_S) -> bytes:
        """What the panel shows once that has been the same for a moment."""
        last, since = self.place.picture(), time.monotonic()
        ends = since + WITHIN_S
        while time.monotonic() < since + still_s:
            assert time.monotonic() < ends, f"the panel of {self.name} never stands still"
            select.select([], [], [], 0.005)
            now = self.place.picture()
            if now != last:
                last, since = now, time.monotonic()
        return last

    def press(self, button: str, *, hold: bool = False) -> Seen:
        """Press, and read what the panel shows then, which is something else."""
        before = self.still()
        self.presses += 1
        self.place.press(button, hold=hold)
        until(lambda: self.place.picture() != before, lambda: f"{self.name} presses {button} at {read(before)}")
        return self.look()

    def move(self, *, back: bool = False) -> Seen:
        """Move the cursor by one; the help below follows later, so only the cursor counts."""
        before = self.look(GLANCE_S).cursor
        self.presses += 1
        self.place.press("next", hold=back)
        until(lambda: self.look(GLANCE_S).cursor != before, lambda: f"{self.name} moves on from {before!r}")
        return self.look(GLANCE_S)

    def choose(self, row: str, *, back: bool = False) -> Seen:
        """Move the cursor to the row that begins like that, and take it once the help below it is there."""
        seen = self.look()
        for _ in range(40):
            if seen.cursor.startswith(row):
                self.still(HELP_FOLLOWS_S + STILL_S)
                return self.press("ok")
            seen = self.move(back=back)
        raise AssertionError(f"{self.name} finds no row {row!r}: {seen}")

    def told(self) -> int:
        """How many drops the panel says are left here."""
        found = re.search(f"{DROP}\\s*(\\d+)", self.look().title)
        assert found, self.look()
        return int(found[1])

    def map(self) -> list[int]:
        """The fields that get a new drop, off the small board: those with a plus in their corner."""
        picture = self.still()

        def lit(x: int, y: int) -> int:
            return picture[128 * (y >> 3) + x] >> (y & 7) & 1

        found = []
        for field in BOARD.fields["any"]:
            x, y = LEFT - 1 + field % BOARD.width * WIDE + WIDE - 4, 10 + field // BOARD.width * HIGH + 2
            plus = [[lit(x + right, y + down) for right in range(3)] for down in range(3)]
            if plus == [[0, 1, 0], [1, 1, 1], [0, 1, 0]]:
                found.append(field)
        return found


class Luck:
    """What may go wrong, and when: nothing here."""

    def turn(self, evening: LightEvening, person: Person) -> bool:
        """Somebody's turn begins. True if it has been played here."""
        return False

    def full(self, evening: LightEvening) -> None:
        """The Shrine is full, and turns next."""

    def read(self, evening: LightEvening, message: str) -> None:
        """Somebody has read a message of the table."""


class LightEvening:
    """The table, its world, and the three. To be used in a `with`; `play` plays the match to its end."""

    def __init__(self, folder: Path, luck: Luck) -> None:
        self._folder, self._luck, self.opened = folder, luck, contextlib.ExitStack()
        self.said: list[str] = []
        self.messages: list[str] = []
        """What the table has told and people have read, but for what they have seen to since."""
        self.flushes = 0
        self._thrown_at: float | None = None
        self.reader_works = True

    def __enter__(self) -> LightEvening:
        self.world: World = self.opened.enter_context(self._start_world())
        assert isinstance(self.world, StartedWorld) and self.world.glass is not None
        self.glass = GlassClient(self.world.glass)
        self.opened.callback(self.glass.close)
        self.people = [Person(seat, AtPanel(self.glass, seat)) for seat in range(len(NAMES))]
        self._run = self._table(self.world)
        self._thread = threading.Thread(target=self._run.run, daemon=True)
        self._thread.start()
        self.opened.callback(self._leave)
        return self

    def __exit__(self, *error: object) -> None:
        self.opened.close()

    def _leave(self) -> None:
        self._run.stop()
        self._thread.join(WITHIN_S)
        assert not self._thread.is_alive()

    @staticmethod
    def _start_world() -> StartedWorld:
        return start_world(vm="cpython", speed=0.0, seed=5, panels=panels(len(NAMES)))

    def _table(self, world: StartedWorld) -> Run:
        """The shipped program, with everything that it reaches in the world."""
        self.port = free_port()
        seats = [seat_at(number, name) for number, name in enumerate(NAMES)]
        text = f'game = "mycelia"\npieces = "real"\ntracking = "light"\njournal = "evening.sqlite"\npage = {self.port}\n'
        for seat in seats:
            assert seat.panel is not None
            place = f'{{ bus = {seat.panel.bus}, address = {seat.panel.address}, chip = "{seat.panel.chip}" }}'
            text += f'[[seats]]\nname = "{seat.name}"\npanel = {place}\n'
            text += f"buttons = {{ next = {seat.buttons['next']}, ok = {seat.buttons['ok']} }}\n"
        ports = ", ".join(f'"{path}"' for path in world.ports.values())
        text += f"[boards]\nports = [{ports}]\nfind = false\n"
        text += '[sources]\nroll = ["dice_reader:tumbler"]\nflush = ["shrine"]\n'
        file = self._folder / "table.toml"
        file.write_text(text)
        self.table = read_table(file)
        glass, pins = world.glass, GlassPins(world.glass)  # type: ignore[arg-type]
        self.opened.callback(pins.close)
        ends = Ends(lambda bus, address: glass_wire(glass, int(bus), address), lambda bus: "", lambda: pins.factory)  # type: ignore[arg-type]
        tonight = Tonight("mycelia", len(NAMES), self.table.options["mycelia"])
        return Run(self.table, tonight, ends=ends, say=self.said.append, keyboard=None)

    # -- the evening ---------------------------------------------------------------------------------------------------

    def play(self, within: float = 240.0) -> None:
        """Everybody does what their panel says until the match is over."""
        ends = time.monotonic() + within
        until(lambda: all(any(person.place.picture()) for person in self.people), "all panels are lit")
        while not all("The match is over" in person.look().title for person in self.people):
            assert time.monotonic() < ends, [person.look() for person in self.people]
            for person in self.people:
                if self._act(person, person.look()):
                    break

    def _act(self, person: Person, seen: Seen) -> bool:
        """Do what a panel asks for; False if that is nothing, for now."""
        if "The match is over" in seen.title:
            return False
        for words, act in self._acts().items():
            # Where there is no cursor, others are asked.
            if words in seen.words and (seen.cursor or seen.words.startswith("Please read")):
                return act(person, seen) is not False
        return False

    def _acts(self) -> dict[str, Callable[[Person, Seen], Any]]:
        """What is done when a panel says so, the most urgent first."""
        return {
            "Please read": self._read,
            "Was that the throw?": lambda person, seen: person.choose("yes"),
            "Put the die on the opening": self._die_back,
            "Draw a supply card": self._name_supply_card,
            "Place 20 drops on your board": self._lay_out,
            "throws the die": self._throw,
            "into the shrine: how many?": self._turn,
            "The shrine is full with": self._full,
            "turn it once": self._watch_the_shrine,
            "Place 1 new drop": self._new_drops,
            "what are your leaves worth?": lambda person, seen: person.choose(f"{5 + person.seat} leaves"),
        }

    def _read(self, person: Person, seen: Seen) -> None:
        self.messages.append(seen.words.removeprefix("Please read").strip())
        person.press("ok")
        self._luck.read(self, self.messages[-1])

    def _was_told(self, words: str) -> bool:
        """Whether people have read that; they see to it now."""
        found = any(words in message for message in self.messages)
        self.messages = [message for message in self.messages if words not in message]
        return found

    def _die_back(self, person: Person, seen: Seen) -> None:
        self.world.take_drops()
        self.world.put_die()
        person.choose("done")

    @staticmethod
    def _name_supply_card(person: Person, seen: Seen) -> None:
        if seen.cursor.startswith("enter"):
            person.press("ok")
        person.choose(SUPPLY_CARD)

    @staticmethod
    def _lay_out(person: Person, seen: Seen) -> None:
        person.lay_out(20)
        person.choose("done")

    def _throw(self, person: Person, seen: Seen) -> bool | None:
        """Whoever is named throws the die into the reader, and once more if nothing comes of it."""
        if person.name not in seen.words or not self._time_to_throw():
            return False
        self.world.throw(6 - person.seat)
        before = person.still()
        with contextlib.suppress(AssertionError):
            until(lambda: person.place.picture() != before, "the throw counts", NOTHING_HAPPENS_S)
        self._thrown_at = None
        return None

    def _time_to_throw(self) -> bool:
        now = time.monotonic()
        if self._thrown_at is not None and now < self._thrown_at + NOTHING_HAPPENS_S:
            return False
        self._thrown_at = now
        return True

    def _turn(self, person: Person, seen: Seen) -> bool | None:
        """Remove drops, put them into the ring, and say how many."""
        if "Your turn" not in seen.title:
            return False
        assert person.told() == person.drops, "the table knows how many are left"
        if self._luck.turn(self, person):
            return None
        count = min(person.drops, PLAN[(len(person.turns) + person.seat) % len(PLAN)])
        self.tell(person, count, count)
        return None

    def tell(self, person: Person, count: int, told: int) -> None:
        """`count` drops leave the board; `told` are told."""
        before = person.presses
        person.remove(count)
        room = 5 * len(NAMES) - self.world.counts().drops_in_ring
        self.world.put_drops(min(count, room))
        person.choose("no drop" if told == 0 else "1 drop" if told == 1 else f"{told} drops")
        person.turns.append((told, person.presses - before))

    def _full(self, person: Person, seen: Seen) -> None:
        if "it turns next" in seen.words:
            self.flushes += 1
            self._luck.full(self)
        person.choose("done")
        self._thrown_at = None

    def _watch_the_shrine(self, person: Person, seen: Seen) -> bool | None:
        """Once it has turned, throw its die into the reader; where that is dead, enter what it shows."""
        counts = self.world.counts()
        if counts.drops_in_ring == 5 * len(NAMES) and self._was_told("No source is left for the flush"):
            while not person.look().cursor.startswith("try the boards again"):
                person.move()
            person.place.press("ok", hold=False)
            until(lambda: self.world.counts().energised or not self.world.counts().drops_in_ring, "the Shrine turns once more")
            return None
        if counts.energised or counts.drops_falling or counts.supply_die != "out" or counts.drops_in_ring:
            return False
        if self.reader_works:
            if self._time_to_throw():
                self.world.throw()
            return False
        if not self._was_told("No source is left for the roll"):
            return False  # they wait until the table gives the reader up
        if "enter it by hand" in person.choose("enter").words:
            return None  # it was asked anew meanwhile: look once more
        person.choose(FACES[(counts.supply_face or 1) - 1])
        person.choose("all")
        return None

    @staticmethod
    def _new_drops(person: Person, seen: Seen) -> None:
        fields = person.map()
        assert 1 <= len(fields) <= 2, seen
        for field in fields:
            person.board[field] += 1
        person.choose("done")

    def correct(self, person: Person, *where: str, down: bool = False) -> None:
        """Somebody sets a number right by one, from the menu."""
        person.press("ok", hold=True)
        for row in ("correct", *where):
            person.choose(row)
        person.move(back=down)
        person.still(HELP_FOLLOWS_S + STILL_S)
        person.press("ok")

    # -- afterwards ----------------------------------------------------------------------------------------------------

    def record(self) -> tuple[Match[Any], list[Entry]]:
        """The match and its answers, as the journal has them."""
        with Journal(self.table.journal, time.time, reading=True) as journal:
            (match,) = journal.matches()
            return journal.resume(match), list(journal.entries(match))


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def evening(folder: Path) -> Iterator[LightEvening]:
    """An evening without mishaps, played to its end."""
    with LightEvening(folder, Luck()) as made:
        made.play()
        yield made
