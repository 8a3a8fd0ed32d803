"""Opens a journal to play on; a damaged one is put aside, never written to and never lost."""

import contextlib
from collections.abc import Callable
from itertools import count
from pathlib import Path

from host.journal import Damaged, Journal, JournalError
from host.mark import InUse, Mark, mark_path

CHECKED_WHOLE = 16_000_000
"""Bytes up to which a file is looked through at every start: some tens of milliseconds. `check` looks through any."""


def open_to_play(path: Path, wall: Callable[[], float], tell: Callable[[str], object]) -> Journal:
    """The journal at `path`, or a new one in its place if it is damaged; `tell` says in words where the damaged one is then.

    Raises JournalError where there can be neither.
    """
    try:
        return _whole(path, wall)
    except Damaged as error:
        try:
            aside = _put_aside(path)
        except (OSError, InUse) as trouble:
            raise JournalError(f"{error}; it cannot be put aside: {trouble}; move it, or name another with --journal") from error
        tell(
            f"{error}. The damaged journal is kept as {aside}, and a new one is begun; "
            f"'tablekeeper export --journal {aside}' writes what is good of it."
        )
        return Journal(path, wall)


def _whole(path: Path, wall: Callable[[], float]) -> Journal:
    """The journal, once the match that may go on was found whole, and as much of the rest as can be looked at in no time.

    It is only read until then: opened to be written, SQLite would tidy up in a damaged file.
    """
    with contextlib.ExitStack() as stack:
        try:
            journal = stack.enter_context(Journal(path, wall, reading=True))
        except Damaged:
            raise
        except JournalError:
            return Journal(path, wall)  # there is none yet, or its making was cut short; else this says why it cannot be used
        if journal.lost:
            raise journal.lost
        if path.stat().st_size <= CHECKED_WHOLE and (problems := journal.problems()):
            raise Damaged(problems[0])
        unfinished = journal.newest(unfinished=True)
        try:
            if unfinished is not None:
                journal.resume(unfinished)
        except Damaged:
            raise
        except JournalError:
            pass  # the file is whole; whoever wants this match is told why it cannot go on
    return Journal(path, wall)


def _put_aside(path: Path) -> Path:
    """Rename the file and what belongs to it. The file itself goes after its -wal: whatever is cut short here can be done again."""
    aside = next(free for n in count(1) if not (free := path.with_name(f"{path.stem}.damaged-{n}{path.suffix}")).exists())
    with contextlib.closing(Mark(path)):
        for end in ("-wal", "-journal", ""):
            with contextlib.suppress(FileNotFoundError):
                Path(f"{path}{end}").rename(f"{aside}{end}")
        Path(f"{path}-shm").unlink(missing_ok=True)
        mark_path(path).rename(mark_path(aside))
    return aside
