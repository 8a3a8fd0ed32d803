"""The journal: every answer, durable before anybody sees what it did, in one SQLite file.

An answer is a row, and each row's hash covers the row before it, so a changed or missing row shows. What a board is told to do
is written as an **intent** before the first byte leaves, and its outcome when it is known: after a power cut nothing is asked
of a board twice. A snapshot every SNAPSHOT_EVERY answers keeps the way back to the open question short.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

from shared_rules.games import game
from shared_rules.match import BadSave, Match
from shared_rules.record import Entry, Start, plain

SNAPSHOT_EVERY = 25
VERSION = 1
_TABLES = """
create table matches (id text primary key, start text not null, begun_at real not null, over integer not null default 0);
create table answers (
    match text not null, number integer not null, body text not null, at real not null, hash text not null,
    primary key (match, number)) without rowid;
create table snapshots (
    match text not null, number integer not null, state blob not null,
    primary key (match, number)) without rowid;
create table intents (
    match text not null, ticket integer not null, attempt integer not null, board text not null, op text not null,
    args text not null, at real not null, outcome text, result text,
    primary key (match, ticket, attempt)) without rowid;
"""


class JournalError(RuntimeError):
    """The journal cannot be opened, read or written; the message says which file, why, and what to do."""


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
    """One file of matches. `wall` gives the time of day in seconds, for people only: order comes from numbers."""

    def __init__(self, path: Path, wall: Callable[[], float]) -> None:
        self.path, self._wall = path, wall
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=2.0)
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = full")
            version = self._db.execute("pragma user_version").fetchone()[0]
            if version == 0:
                self._db.executescript(f"begin; {_TABLES} pragma user_version = {VERSION}; commit;")
        except (sqlite3.Error, OSError) as error:
            raise self._trouble(error) from error
        if version not in (0, VERSION):
            raise JournalError(f"{path} is a journal of version {version}, here it is {VERSION}; use the Tablekeeper that wrote it")

    def close(self) -> None:
        """Close the file; the journal can no longer be used."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- matches -------------------------------------------------------------------------------------------------

    def begin(self, match: Match[Any], start: Start) -> None:
        """Enter a new match with its first snapshot."""
        self._write(
            ("insert into matches (id, start, begun_at) values (?, ?, ?)", (start.match, start.line(), self._wall())),
            ("insert into snapshots values (?, ?, ?)", (start.match, match.number, match.save())),
        )

    def newest(self, *, unfinished: bool = False) -> str | None:
        """The id of the match begun last; with `unfinished`, of those that go on."""
        where = "where not over" if unfinished else ""
        row = self._read(f"select id from matches {where} order by begun_at desc, rowid desc limit 1").fetchone()
        return row[0] if row else None

    def start(self, match: str) -> Start:
        """How that match began. Raises JournalError if there is none of that id."""
        row = self._read("select start from matches where id = ?", match).fetchone()
        if row is None:
            known = ", ".join(r[0] for r in self._read("select id from matches order by begun_at")) or "none"
            raise JournalError(f"{self.path} has no match '{match}'; it has: {known}")
        return Start.of_line(row[0])

    def resume(self, match: str) -> Match[Any]:
        """The match at its open questions: the newest snapshot, and the answers after it.

        Raises JournalError where the tail of the chain is broken, or where the rules or the content are not those it began with.
        """
        start = self.start(match)
        kind = game(start.game)
        number, state = self._read(
            "select number, state from snapshots where match = ? order by number desc limit 1", match
        ).fetchone()
        try:
            found = kind.load(state, kind.new_pack())
        except BadSave as error:
            raise JournalError(f"match '{match}' in {self.path} cannot go on: {error}") from error
        for entry in self.entries(match, after=number):
            found.answer(entry.line, entry.ticket, entry.answer)
        return found

    def matches(self) -> list[str]:
        """The ids of all matches, the first begun first."""
        return [row[0] for row in self._read("select id from matches order by begun_at, rowid")]

    def verify(self, match: str) -> None:
        """Play the match anew from its first answer. Raises JournalError where chain, events or snapshots differ."""
        playing = self.start(match).begin()
        snapshots = dict(self._read("select number, state from snapshots where match = ?", match).fetchall())
        for entry in self.entries(match):
            events = [event.whole() for event in playing.answer(entry.line, entry.ticket, entry.answer)]
            saved = snapshots.get(entry.number)
            if plain(events) != entry.events or (saved is not None and saved != playing.save()):
                raise JournalError(
                    f"match '{match}' in {self.path} goes differently from answer {entry.number} on when it is played anew; "
                    "export it up to there and tell the makers"
                )

    def finish(self, match: str) -> None:
        """Mark a match as over."""
        self._write(("update matches set over = 1 where id = ?", (match,)))

    # -- answers -------------------------------------------------------------------------------------------------

    def answer(self, match: str, entry: Entry, after: Match[Any]) -> None:
        """Write an answer and its events, durably; `after` is the match as it is then, for a snapshot now and then."""
        body = entry.line_of_save()
        rows: list[tuple[str, tuple[Any, ...]]] = [
            ("insert into answers values (?, ?, ?, ?, ?)",
             (match, entry.number, body, self._wall(), chained(self._last_hash(match, entry.number), body)))
        ]
        if entry.number % SNAPSHOT_EVERY == 0:
            rows.append(("insert into snapshots values (?, ?, ?)", (match, entry.number, after.save())))
        self._write(*rows)

    def entries(self, match: str, after: int = 0) -> Iterator[Entry]:
        """The answers after number `after`, each checked against the chain. Raises JournalError at the first that is broken."""
        last = self._last_hash(match, after + 1) if after else ""
        expected = after
        for number, body, found in self._read(
            "select number, body, hash from answers where match = ? and number > ? order by number", match, after
        ):
            expected += 1
            last = chained(last, body)
            if number != expected or found != last:
                raise JournalError(
                    f"match '{match}' in {self.path} is whole up to answer {expected - 1}; answer {expected} was changed or is "
                    "missing; export it up to there, or take an older copy of the file"
                )
            yield Entry.of_line(body)

    def chain(self, match: str) -> str:
        """The hash over all answers of that match; empty if there is none yet."""
        row = self._read("select hash from answers where match = ? order by number desc limit 1", match).fetchone()
        return row[0] if row else ""

    def _last_hash(self, match: str, number: int) -> str:
        row = self._read("select hash from answers where match = ? and number = ?", match, number - 1).fetchone()
        return row[0] if row else ""

    # -- intents -------------------------------------------------------------------------------------------------

    def intend(self, match: str, ticket: int, board: str, op: str, args: dict[str, Any]) -> int:
        """Write what a board is about to be told, and say which attempt at this question it is (from 1)."""
        row = self._read("select max(attempt) from intents where match = ? and ticket = ?", match, ticket).fetchone()
        attempt = int(row[0] or 0) + 1
        self._write(
            ("insert into intents values (?, ?, ?, ?, ?, ?, ?, null, null)",
             (match, ticket, attempt, board, op, json.dumps(args), self._wall()))
        )
        return attempt

    def outcome(self, match: str, ticket: int, attempt: int, outcome: str, result: dict[str, Any]) -> None:
        """Write how an attempt ended: "done", "not done" or "unknown", with what the board said of it."""
        self._write(
            ("update intents set outcome = ?, result = ? where match = ? and ticket = ? and attempt = ?",
             (outcome, json.dumps(result), match, ticket, attempt))
        )

    def intents(self, match: str, ticket: int) -> list[Intent]:
        """What boards were told for that question, first attempt first."""
        rows = self._read(
            "select ticket, attempt, board, op, args, outcome, result from intents where match = ? and ticket = ? order by attempt",
            match, ticket,
        )
        return [Intent(t, a, b, op, json.loads(args), out, json.loads(res or "{}")) for t, a, b, op, args, out, res in rows]

    # -- SQLite --------------------------------------------------------------------------------------------------

    def _read(self, sql: str, *values: Any) -> sqlite3.Cursor:
        try:
            return self._db.execute(sql, values)
        except sqlite3.Error as error:
            raise self._trouble(error) from error

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
        remedy = "check that the disk has room and may be written, and that no other Tablekeeper uses this file"
        return JournalError(f"the journal {self.path} cannot be used: {error}; {remedy}")


def chained(last: str, body: str) -> str:
    """The hash of a row: over the hash of the row before it and its own text."""
    return hashlib.sha256(f"{last}\n{body}".encode()).hexdigest()[:32]
