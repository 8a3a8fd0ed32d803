"""The journal: every answer, durable before anybody sees what it did, in one SQLite file.

An answer is a row, and each row's hash covers the row before it, so a changed or missing row shows; snapshots and what boards
were told have hashes too. What a board is told to do is written as an **intent** before the first byte leaves, and its outcome
when it is known: after a power cut nothing is asked of a board twice. A snapshot every SNAPSHOT_EVERY answers keeps the way
back to the open question short. Beside the file lies its mark (`host.mark`): one process plays at a time, and what is missing
at the end is noticed.
"""

import contextlib
import hashlib
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import quote

from host.mark import InUse, Last, Mark, last_of
from shared_rules.games import game
from shared_rules.history import History, in_effect
from shared_rules.match import BadSave, Match
from shared_rules.questions import IllegalAnswer
from shared_rules.record import BadRecord, Entry, Start, plain

SNAPSHOT_EVERY = 25
VERSION = 2
APPLICATION = 0x544B4A31
"""Stands in the head of each of our files, so that nobody else's is ever taken for one."""
_TABLES = """
create table matches (id text primary key, start text not null, hash text not null, begun_at real not null, result text);
create table answers (
    match text not null, number integer not null, body text not null, at real not null, hash text not null,
    primary key (match, number)) without rowid;
create table snapshots (
    match text not null, number integer not null, state blob not null, hash text not null,
    primary key (match, number)) without rowid;
create table intents (
    match text not null, ticket integer not null, attempt integer not null, board text not null, op text not null,
    args text not null, at real not null, outcome text, result text, hash text not null,
    primary key (match, ticket, attempt)) without rowid;
"""
_OUTSIDE = (
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CONSTRAINT,
)  # fmt: skip
"""Errors of the disk, of rights, or of others; all the rest say that the file itself is spoiled."""


class JournalError(RuntimeError):
    """The journal cannot be opened, read or written; the message says which file, why, and what to do."""


class Damaged(JournalError):
    """The file is not as it was written. `match` is whole up to answer `good`; "" if no match can be told."""

    def __init__(self, words: str, match: str = "", good: int = 0) -> None:
        super().__init__(words)
        self.match, self.good = match, good


class Intent(NamedTuple):
    """What a board was told to do for a question: `outcome` is None while it is open, then "done", "not done" or "unknown"."""

    ticket: int
    attempt: int
    board: str
    op: str
    args: dict[str, Any]
    outcome: str | None
    result: dict[str, Any]


class Journal:
    """One file of matches. `wall` gives the time of day in seconds, for people only: order comes from numbers.

    Opened to play, the file is held against every other process, and a damaged one is refused. With `reading` nothing about
    it is changed, a table may go on playing with it, and what is good can be read of a damaged one; `lost` says what is missing
    at its end then.
    """

    def __init__(self, path: Path, wall: Callable[[], float], *, reading: bool = False) -> None:
        self.path, self._wall = path, wall
        self.lost: Damaged | None = None
        self._held: Mark | None = None
        last: Last | None = None
        if path.is_dir():
            raise JournalError(f"{path} is a folder; name a file in it with --journal")
        with contextlib.ExitStack() as stack:
            try:
                last = last_of(path) if reading else self._hold(stack)
                self._refuse_empty(last)
                self._db = stack.enter_context(contextlib.closing(_to_read(path, stack) if reading else _to_play(path)))
                self._check_kind(known=last is not None)
                if not reading:
                    self._db.execute("pragma journal_mode = wal")
                    self._db.execute("pragma synchronous = full")
            except (sqlite3.Error, OSError) as error:
                trouble = self._trouble(error)
                raise self._stranger() if last is None and isinstance(trouble, Damaged) else trouble from error
            self.lost = self._missing(last) if last else None
            if self.lost and not reading:
                raise self.lost
            self._open = stack.pop_all()

    def close(self) -> None:
        """Close the file; the journal can no longer be used."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _hold(self, stack: contextlib.ExitStack) -> Last | None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._held = Mark(self.path)
        except InUse as error:
            who = f" (process {error.process})" if error.process else ""
            raise JournalError(
                f"the journal {self.path} is in use by another Tablekeeper{who}; stop that one, or name another file with --journal"
            ) from error
        stack.callback(self._held.close)
        return self._held.last

    def _refuse_empty(self, last: Last | None) -> None:
        """An empty file that has been played on is not opened: SQLite would take away what is left in its -wal."""
        size = self.path.stat().st_size if self.path.exists() else 0
        if last is not None and size == 0 and (self.path.exists() or Path(f"{self.path}-wal").exists()):
            raise Damaged(f"the journal {self.path} is empty or gone, but answer {last.number} of match '{last.match}' was played")

    def _check_kind(self, known: bool) -> None:
        """Refuse files of others and of other versions; `known`: by its mark this is one of ours, whatever it says."""
        kind, version = (self._db.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version"))
        if kind != APPLICATION:
            raise Damaged(f"the journal {self.path} is damaged: its head was changed") if known else self._stranger()
        if version != VERSION:
            raise JournalError(
                f"{self.path} is a journal of version {version}, here it is {VERSION}; use the Tablekeeper that wrote it, "
                "or name another file with --journal"
            )

    def _stranger(self) -> JournalError:
        return JournalError(f"{self.path} is no journal of a Tablekeeper and is left as it is; name another file with --journal")

    def _missing(self, last: Last) -> Damaged | None:
        """What the mark knows of, and the file does not."""
        try:
            if last.match in self.matches() and self.start(last.match) and self._hash_of(last.match, last.number) == last.hash:
                return None
            sql = "select coalesce(max(number), 0) from answers where match = ? and number < ?"
            good = self._row(sql, last.match, last.number)[0]
        except Damaged as error:
            return error
        return Damaged(
            f"match '{last.match}' in {self.path} ends with answer {good}, but answer {last.number} was played: "
            f"a part of the file, or {self.path.name}-wal beside it, is missing or spoiled",
            last.match, good,
        )

    # -- matches -------------------------------------------------------------------------------------------------

    def begin(self, match: Match[Any], start: Start) -> None:
        """Enter a new match with its first snapshot."""
        line, state = start.line(), match.save()
        root = chained("", line)
        self._write(
            ("insert into matches values (?, ?, ?, ?, null)", (start.match, line, root, self._wall())),
            ("insert into snapshots values (?, ?, ?, ?)", (start.match, match.entry, state, chained(root, state))),
        )

    def newest(self, *, unfinished: bool = False) -> str | None:
        """The id of the match begun last; with `unfinished`, of those that go on."""
        where = "where result is null" if unfinished else ""
        row = self._row(f"select id from matches {where} order by rowid desc limit 1")
        return row[0] if row else None

    def start(self, match: str) -> Start:
        """How that match began. Raises JournalError if there is none of that id."""
        row = self._row("select start, hash from matches where id = ?", match)
        if row is None and match not in (known := self.matches()):
            raise JournalError(f"{self.path} has no match '{match}'; it has: {', '.join(known) or 'none'}")
        with contextlib.suppress(BadRecord):
            if row and row[1] == chained("", row[0]) and (start := Start.of_line(row[0])).match == match:
                return start
        raise Damaged(f"how match '{match}' in {self.path} began was changed; take an older copy of the file", match)

    def resume(self, match: str) -> Match[Any]:
        """The match at its open questions: the newest snapshot that is whole, and the answers after it.

        Raises Damaged where the tail of the chain, or what boards were told for an open question, is broken, and JournalError
        where the rules or the content are not those it began with.
        """
        try:
            found = self._snapshot(match) or self.start(match).begin()
            for entry in self.entries(match, after=found.entry):
                if entry.kind == "answer":
                    found.answer(entry.line, entry.ticket, entry.answer)
                else:
                    found, _ = (self.history(match, found) if entry.kind == "undo" else History(found)).tried(entry)
        except (BadSave, BadRecord, IllegalAnswer) as error:
            raise JournalError(f"match '{match}' in {self.path} cannot go on: {error}") from error
        for ticket, _ in found.questions.values():
            self.intents(match, ticket)
        return found

    def history(self, match: str, now: Match[Any]) -> History:
        """`now`, as that match stands or stood, with its past: the entries in effect, and whole snapshots to go back from.

        Raises Damaged where the chain up to there is broken, JournalError where its rules or content are not here.
        """
        try:
            first = self.start(match).begin()
            path = in_effect(takewhile(lambda entry: entry.number <= now.entry, self.entries(match)), first.number)
            counts = {entry.number: first.number + count for count, entry in enumerate(path, 1)}
            marks = [first]
            for number, state, found in self._snapshots(match):
                if number in counts and found == chained(self._hash_of(match, number), state):
                    marks.append(type(first).load(state, first.pack))
        except (BadSave, BadRecord) as error:
            raise JournalError(f"the past of match '{match}' in {self.path} cannot be played: {error}") from error
        return History(now, path, marks)

    def matches(self) -> list[str]:
        """The ids of all matches, the first begun first."""
        return [row[0] for row in self._rows("select id from matches order by rowid")]

    def result(self, match: str) -> dict[str, Any] | None:
        """How the match ended, as plain JSON; None while it goes on."""
        row = self._row("select result from matches where id = ?", match)
        try:
            return json.loads(row[0]) if row and row[0] is not None else None
        except ValueError as error:
            raise Damaged(f"how match '{match}' in {self.path} ended cannot be read any more: {error}", match) from error

    def verify(self, match: str) -> None:
        """Play the match anew from its first answer. Raises JournalError where chain, events, snapshots or end differ."""
        snapshots = {number: (state, sum_) for number, state, sum_ in self._snapshots(match)}
        try:
            playing = History(self.start(match).begin())
            for entry in self.entries(match):
                events = [event.whole() for event in playing.take(entry)]
                state, sum_ = snapshots.pop(entry.number, (None, None))
                now = state is None or chained(self._hash_of(match, entry.number), state)
                whole = state is None or (state == playing.match.save() and sum_ == now)
                if plain(events) != entry.events or not whole:
                    raise Damaged(
                        f"match '{match}' in {self.path} goes differently from answer {entry.number} on when it is played anew; "
                        "export it up to there and tell the makers", match, entry.number - 1,
                    )
        except (BadRecord, IllegalAnswer) as error:
            raise JournalError(f"match '{match}' in {self.path} cannot be played anew: {error}") from error
        result = playing.match.result()
        if (plain(result) if result else None) != self.result(match):
            raise Damaged(f"match '{match}' in {self.path} has another end than when it is played anew", match, playing.match.entry)
        for (ticket,) in self._rows("select distinct ticket from intents where match = ?", match):
            self.intents(match, ticket)

    # -- answers -------------------------------------------------------------------------------------------------

    def answer(self, match: str, entry: Entry, after: Match[Any]) -> None:
        """Write an entry and its events, durably; `after` is the match as it is then, for a snapshot now and then, and its end.

        After an undo there is always a snapshot: nobody has to go back for it again.
        """
        body = entry.line_of_save()
        last = chained(self._hash_of(match, entry.number - 1), body)
        rows: list[tuple[str, tuple[Any, ...]]] = [
            ("insert into answers values (?, ?, ?, ?, ?)", (match, entry.number, body, self._wall(), last))
        ]
        if entry.number % SNAPSHOT_EVERY == 0 or entry.kind == "undo":
            state = after.save()
            rows.append(("insert into snapshots values (?, ?, ?, ?)", (match, entry.number, state, chained(last, state))))
        if after.over or entry.kind == "undo":
            end = json.dumps(plain(after.result())) if after.over else None
            rows.append(("update matches set result = ? where id = ?", (end, match)))
        self._write(*rows)
        if self._held:
            self._held.set(Last(match, entry.number, last))

    def entries(self, match: str, after: int = 0) -> Iterator[Entry]:
        """The answers after number `after`, each checked against the chain. Raises Damaged at the first that is broken."""
        last, good, why = self._hash_of(match, after), after, "was changed or is missing"
        rows = self._stream("select number, body, hash from answers where match = ? and number > ? order by number", match, after)
        try:
            for number, body, found in rows:
                last = chained(last, body)
                if number != good + 1 or found != last:
                    break
                yield Entry.of_line(body)
                good += 1
            else:
                return
        except sqlite3.Error as error:
            why = f"cannot be read ({error})"
        raise Damaged(
            f"match '{match}' in {self.path} is whole up to answer {good}; answer {good + 1} {why}; "
            "export it up to there, or take an older copy of the file", match, good,
        )

    def chain(self, match: str) -> str:
        """The hash over all answers of that match; empty if there is none yet."""
        row = self._row("select hash from answers where match = ? order by number desc limit 1", match)
        return row[0] if row else ""

    def _hash_of(self, match: str, number: int) -> str:
        """The hash of that answer, or of the match's start for number 0; "" if it is not there."""
        if number == 0:
            row = self._row("select hash from matches where id = ?", match)
        else:
            row = self._row("select hash from answers where match = ? and number = ?", match, number)
        return row[0] if row else ""

    def _snapshots(self, match: str) -> Iterator[tuple[int, bytes, str]]:
        """Number, state and hash of all snapshots that can be read, the newest first."""
        with contextlib.suppress(sqlite3.Error):  # older ones, or the answers themselves, serve as well
            yield from self._stream("select number, state, hash from snapshots where match = ? order by number desc", match)

    def _snapshot(self, match: str) -> Match[Any] | None:
        """The match as in its newest snapshot that is whole; None if none is."""
        start = self.start(match)
        for number, state, found in self._snapshots(match):
            if found == chained(self._hash_of(match, number), state):
                return game(start.game).load(state, start.content_pack())
        return None

    # -- intents -------------------------------------------------------------------------------------------------

    def intend(self, match: str, ticket: int, board: str, op: str, args: dict[str, Any]) -> int:
        """Write what a board is about to be told, and say which attempt at this question it is (from 1)."""
        row = self._row("select max(attempt) from intents where match = ? and ticket = ?", match, ticket)
        attempt, told = int((row and row[0]) or 0) + 1, json.dumps(args)
        key = (match, ticket, attempt, board, op, told)
        row = (*key, self._wall(), _intent_hash(*key, None, None))
        self._write(("insert into intents values (?, ?, ?, ?, ?, ?, ?, null, null, ?)", row))
        return attempt

    def outcome(self, match: str, ticket: int, attempt: int, outcome: str, result: dict[str, Any]) -> None:
        """Write how an attempt ended: "done", "not done" or "unknown", with what the board said of it."""
        where, key = "where match = ? and ticket = ? and attempt = ?", (match, ticket, attempt)
        row = self._row(f"select board, op, args from intents {where}", *key)
        if row is None:
            raise JournalError(f"{self.path} has no attempt {attempt} at question {ticket} of match '{match}'")
        told = json.dumps(result)
        new = (outcome, told, _intent_hash(*key, *row, outcome, told))
        self._write((f"update intents set outcome = ?, result = ?, hash = ? {where}", (*new, *key)))

    def intents(self, match: str, ticket: int) -> list[Intent]:
        """What boards were told for that question, first attempt first. Raises Damaged where that was changed."""
        rows = self._rows(
            "select ticket, attempt, board, op, args, outcome, result, hash from intents "
            "where match = ? and ticket = ? order by attempt", match, ticket,
        )
        for *row, found in rows:
            if found != _intent_hash(match, *row):
                raise Damaged(f"what a board was told for question {ticket} of match '{match}' in {self.path} was changed", match)
        return [Intent(t, a, b, op, json.loads(args), out, json.loads(res or "{}")) for t, a, b, op, args, out, res, _ in rows]

    # -- SQLite --------------------------------------------------------------------------------------------------

    def problems(self) -> list[str]:
        """What SQLite itself finds wrong with the file, a sentence each, and what is missing at its end."""
        found = [str(self.lost)] if self.lost else []
        try:
            rows = self._db.execute("pragma integrity_check(10)").fetchall()
        except sqlite3.Error as error:
            rows = [(str(error),)]
        return found + [f"{self.path} is damaged: {row[0]}" for row in rows if row[0] != "ok"]

    def _stream(self, sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """Rows as they are needed. Raises sqlite3.Error where one cannot be read."""
        cursor = self._db.execute(sql, values)
        while (row := cursor.fetchone()) is not None:  # no `yield from`: that closes the cursor, perhaps after the file
            yield row

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _row(self, sql: str, *values: Any) -> Any:
        rows = self._rows(sql, *values)
        return rows[0] if rows else None

    def _write(self, *rows: tuple[str, tuple[Any, ...]]) -> None:
        """Do all `rows` or none of them, and wait until the disk has them."""
        try:
            self._db.execute("begin immediate")
            try:
                for sql, values in rows:
                    self._db.execute(sql, values)
                self._db.execute("commit")
            except sqlite3.Error:
                if self._db.in_transaction:
                    self._db.execute("rollback")
                raise
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _trouble(self, error: Exception) -> JournalError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_IOERR)
        if code & 0xFF not in _OUTSIDE or code == sqlite3.SQLITE_IOERR_SHORT_READ:
            return Damaged(f"the journal {self.path} is damaged: {error}")
        remedy = "check that the disk has room and may be written, and that no other program uses this file"
        return JournalError(f"the journal {self.path} cannot be used: {error}; {remedy}")


def chained(last: str, body: str | bytes) -> str:
    """The hash of a row: over the hash of the row before it and its own text."""
    data = body if isinstance(body, bytes) else str(body).encode()
    return hashlib.sha256(f"{last}\n".encode() + data).hexdigest()[:32]


def _intent_hash(*row: Any) -> str:
    return chained("", json.dumps(row, default=repr))


def _text(data: bytes) -> str:
    """Text that was spoiled can be read all the same; its hash tells."""
    return data.decode(errors="replace")


def _connect(name: str, *, uri: bool = False) -> sqlite3.Connection:
    db = sqlite3.connect(name, isolation_level=None, timeout=2.0, uri=uri)
    db.text_factory = _text
    return db


def _to_play(path: Path) -> sqlite3.Connection:
    """The file at `path`, made if it is not there; it has its tables before it becomes one with a `-wal` beside it."""
    db = _connect(str(path))
    try:
        new = not any(db.execute(f"pragma {name}").fetchone()[0] for name in ("user_version", "application_id"))
        if new and not db.execute("select count(*) from sqlite_master").fetchone()[0]:
            db.executescript(
                f"begin; {_TABLES} pragma user_version = {VERSION}; pragma application_id = {APPLICATION}; commit;"
            )
    except sqlite3.Error:
        db.close()
        raise
    return db


def _to_read(path: Path, stack: contextlib.ExitStack) -> sqlite3.Connection:
    """The file at `path`, to be read only; a copy of it where SQLite would have to write beside it and may not."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    db = _connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)
    try:
        db.execute("select count(*) from sqlite_master").fetchone()
    except sqlite3.OperationalError:
        db.close()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for end in ("", "-wal", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{end}", folder / f"copy{end}")
        return _connect(str(folder / "copy"))
    except sqlite3.Error:
        db.close()
        raise
    return db
