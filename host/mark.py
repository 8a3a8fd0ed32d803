"""The mark beside a journal: who uses the file, and which answer was written last.

SQLite forgets the end of a damaged or missing `-wal` file without a word. The mark tells: an answer that it names was on the
disk, so it has to be in the journal. It is never synced and so may lag behind after a power cut, which does no harm; it is
never ahead. Its lock is the kernel's, and ends with the process however that ends.
"""

import contextlib
import fcntl
import hashlib
import os
from pathlib import Path
from typing import NamedTuple

import msgspec

_SIZE = 256
_SUM = 16


class Last(NamedTuple):
    """The answer that was written last."""

    match: str
    number: int
    hash: str


class _Line(msgspec.Struct):
    process: int
    last: Last | None = None


class InUse(RuntimeError):
    """Another process has the mark; `process` is its number, 0 if that cannot be read."""

    def __init__(self, process: int) -> None:
        super().__init__(f"process {process} has the mark")
        self.process = process


def mark_path(journal: Path) -> Path:
    """Where the mark of that journal is."""
    return journal.with_name(f"{journal.name}-mark")


def last_of(journal: Path) -> Last | None:
    """The answer that was written last; None where there is no mark, or one that was spoiled."""
    try:
        line = _read(mark_path(journal).read_bytes())
    except OSError:
        return None
    return line.last if line else None


class Mark:
    """Holds the journal for this process until it is closed. Raises InUse, and OSError where the mark cannot be made."""

    def __init__(self, journal: Path) -> None:
        self._file = os.open(mark_path(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            line = _read(os.pread(self._file, _SIZE, 0))
            os.close(self._file)
            raise InUse(line.process if line else 0) from error
        line = _read(os.pread(self._file, _SIZE, 0))
        self.last = line.last if line else None
        self._write()

    def set(self, last: Last) -> None:
        """Note an answer that is on the disk."""
        self.last = last
        self._write()

    def close(self) -> None:
        """Let others use the journal."""
        os.close(self._file)

    def _write(self) -> None:
        data = msgspec.json.encode(_Line(os.getpid(), self.last))
        with contextlib.suppress(OSError):  # a mark that lags behind does no harm
            os.pwrite(self._file, (_sum(data) + data).ljust(_SIZE), 0)


def _sum(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest()[:_SUM].encode()


def _read(text: bytes) -> _Line | None:
    data = text[_SUM:].rstrip()
    if text[:_SUM] != _sum(data):
        return None
    try:
        return msgspec.json.decode(data, type=_Line)
    except msgspec.MsgspecError:
        return None
