"""What is copied to a board, and the hash by which it is known again."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from host import paths
from host.update import program
from host.update.program import ProgramError

FIRMWARE = paths.shipped_folder("firmware")


@pytest.mark.parametrize("role", program.ROLES)
def test_a_slot_holds_all_that_a_board_imports_and_nothing_of_the_hosts_end(role: str) -> None:
    files = program.program(role)
    assert {"app.py", "wiring.py", "pins.py", "lib/board.py", "lib/loader.py", "lib/tablelink/board.py"} <= set(files)
    assert not [path for path in files if path.endswith(("host.py", "main.py", ".md", ".toml"))]
    assert set(program.starter(role)) == {"main.py", "lib/loader.py"}
    assert set(program.whole(role)) > set(files) - {"main.py"}


@pytest.mark.fault(29)
def test_the_hash_is_the_one_that_a_board_makes_of_its_files(tmp_path: Path) -> None:
    files = program.program("shrine")
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    spec = importlib.util.spec_from_file_location("files_of_a_board", FIRMWARE / "lib" / "files.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.files_hash(str(tmp_path)) == program.hash_of(files)
    assert program.hash_of(files) in program.known_hashes("shrine")
    (tmp_path / "app.py").write_bytes(files["app.py"][:-1])
    assert module.files_hash(str(tmp_path)) not in program.known_hashes("shrine")


def test_compiled_it_runs_only_where_the_number_of_its_bytecode_fits() -> None:
    files = program.compiled({"app.py": b"x = 1\n"})
    [(path, data)] = files.items()
    assert path == "app.mpy" and data[:1] == b"M"
    assert program.runs_on(files, 0x1F00 | data[1])
    assert not program.runs_on(files, data[1] + 1) and not program.runs_on(files, 0)
    assert program.hash_of(program.compiled(program.program("shrine"))) in program.known_hashes("shrine")


def test_what_cannot_be_compiled_or_is_no_board_is_told_with_its_name() -> None:
    with pytest.raises(ProgramError, match=r"app\.py cannot be compiled"):
        program.compiled({"app.py": b"def\n"})
    with pytest.raises(ProgramError, match="no program for a board 'toaster'"):
        program.program("toaster")
