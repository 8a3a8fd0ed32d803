"""Which copy of a board's program starts: after every cut of an update there is one that works, the old or the new."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

PROGRAM = "import helper\nran = []\ndef guarded_run(role, wiring, root):\n    ran.append((role, wiring, root, helper.WHO))\n"


class Reset(BaseException):
    """The chip starts anew."""


class Flash:
    """A board's files with a first copy, and the loader that runs on it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.watchdogs: list[int] = []
        machine = ModuleType("machine")
        machine.__dict__.update(reset=self._reset, WDT=lambda timeout: self.watchdogs.append(timeout))
        monkeypatch.setitem(sys.modules, "machine", machine)
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "path", [str(folder / "lib"), *(part for part in sys.path if "firmware" not in part)])
        self.loader = importlib.import_module("loader")
        self.program("lib", "first")

    def _reset(self) -> None:
        raise Reset

    def program(self, slot: str, who: str, text: str = PROGRAM) -> None:
        """Put a program into a folder; modules of CPython's own cache must not hide that it changed."""
        lib = self.folder / slot / ("" if slot == "lib" else "lib")
        lib.mkdir(parents=True, exist_ok=True)
        (lib / "board.py").write_text(text)
        (lib / "helper.py").write_text(f"WHO = {who!r}\n")

    def start(self) -> str | None:
        """Power on: which copy ran; None if none did. Raises Reset."""
        for name in ("board", "helper"):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        path = list(sys.path)
        try:
            self.loader.start("shrine")
            board = sys.modules.get("board")
            [(role, wiring, _root, who)] = board.ran if board else [("shrine", "wiring", "", None)]
            assert (role, wiring) == ("shrine", "wiring")
            return str(who) if who else None
        finally:
            sys.path[:] = path

    def files(self) -> set[str]:
        return {path.name for path in self.folder.iterdir() if path.is_file()}


@pytest.fixture
def flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flash]:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    modules = dict(sys.modules)
    for name in ("loader", "board", "helper"):
        sys.modules.pop(name, None)
    firmware = next(part for part in sys.path if part.endswith("firmware/lib"))
    source = Path(firmware, "loader.py").read_text()
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "loader.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    yield Flash(tmp_path, monkeypatch)
    for name in set(sys.modules) - set(modules):
        if name in ("loader", "board", "helper"):
            del sys.modules[name]
    sys.modules.update({name: module for name, module in modules.items() if name in ("loader", "board", "helper")})


def test_a_board_without_slots_starts_the_first_copy(flash: Flash) -> None:
    assert flash.start() == "first"
    assert flash.watchdogs == []


def test_the_good_slot_starts_without_a_watchdog(flash: Flash) -> None:
    flash.program("a", "old")
    Path("slot").write_text("a\n")
    assert (flash.start(), flash.watchdogs) == ("old", [])


@pytest.mark.fault(29)
def test_a_new_program_is_tried_once_under_a_watchdog_and_kept_when_the_host_hears_it(flash: Flash) -> None:
    flash.program("a", "old")
    flash.program("b", "new")
    Path("slot").write_text("a\n")
    Path("slot.try").write_text("b\n")
    assert (flash.start(), flash.watchdogs) == ("new", [8000])
    flash.loader.confirm()
    assert flash.files() == {"slot"} and Path("slot").read_text() == "b\n"
    assert (flash.start(), flash.watchdogs) == ("new", [8000])


@pytest.mark.fault(29)
def test_a_new_program_that_nobody_hears_gives_way_to_the_old_one(flash: Flash) -> None:
    flash.program("a", "old")
    flash.program("b", "new")
    Path("slot").write_text("a\n")
    Path("slot.try").write_text("b\n")
    assert flash.start() == "new"
    assert flash.start() == "old"
    flash.loader.confirm()
    assert flash.start() == "old" and flash.files() == {"slot"}


BROKEN: list[tuple[str, Callable[[Flash], None]]] = [
    ("a missing module", lambda flash: (flash.folder / "b/lib/helper.py").unlink()),
    ("half a file", lambda flash: flash.program("b", "new", "def guarded_run(role,\n")),
    ("a module of another version", lambda flash: flash.program("b", "new", "raise ValueError('incompatible .mpy file')\n")),
]


@pytest.mark.parametrize(("_what", "spoil"), BROKEN, ids=[what for what, _ in BROKEN])
@pytest.mark.fault(29)
def test_a_slot_that_cannot_be_loaded_gives_way(flash: Flash, _what: str, spoil: Callable[[Flash], None]) -> None:
    flash.program("a", "old")
    flash.program("b", "new")
    spoil(flash)
    Path("slot").write_text("a\n")
    Path("slot.try").write_text("b\n")
    with pytest.raises(Reset):
        flash.start()
    assert flash.start() == "old"
    Path("slot").write_text("b\n")  # flash has gone bad since it was good
    assert flash.start() == "first"


@pytest.mark.parametrize("text", ["", "c\n", "../etc\n", "\xff\xfe", "b\n"])
def test_a_note_that_names_no_slot_is_none(flash: Flash, text: str) -> None:
    flash.program("a", "old")
    Path("slot").write_text("a\n")
    Path("slot.try").write_text(text, encoding="latin-1")
    assert flash.start() == "old"
    assert flash.files() == {"slot"}


def test_where_nothing_can_be_loaded_the_prompt_is_there(flash: Flash) -> None:
    Path("lib/board.py").unlink()
    assert flash.start() is None
