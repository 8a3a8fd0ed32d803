"""A match as a list of answers: what a journal keeps, what is exported, and what is played anew to the last event.

A save is JSON lines: the start, one line an answer with the events it caused, and the end. It replays exactly, anywhere.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, Self

import msgspec

from shared_rules.content import BadPack, Pack
from shared_rules.games import UnknownGame, game
from shared_rules.history import History
from shared_rules.loading import BadState, loaded
from shared_rules.match import Match
from shared_rules.options import BadOption
from shared_rules.pack_text import written
from shared_rules.questions import IllegalAnswer

FORMAT = 1


class BadRecord(ValueError):
    """A save that cannot be read, or that plays differently; the message names the line and what to do."""


class Start(msgspec.Struct, kw_only=True):
    """How a match began. `pack` is the hash of its content, `names` the people's names by seat.

    `state` is the state that it was set up with, if it did not begin at the beginning. `content` is the pack itself, as TOML,
    where it is not the one that the program brings along: so a match is whole wherever its start is.
    """

    tablekeeper: int = FORMAT
    match: str
    game: str
    seats: int
    options: dict[str, Any]
    pack: str
    rules_version: str
    names: list[str] = []
    state: dict[str, Any] | None = None
    content: str | msgspec.UnsetType = msgspec.UNSET

    def line(self) -> str:
        """One line of JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def of_line(cls, line: str | bytes) -> Self:
        """Read what `line` wrote. Raises BadRecord."""
        start: Self = _decode(line, cls)
        return start

    @classmethod
    def of(cls, match: Match[Any], name: str, seats: int, names: list[str]) -> Self:
        """The start of `match`, to be called `name`."""
        own = match.pack.hash == type(match).new_pack().hash
        return cls(match=name, game=match.game, seats=seats, options=match.state.options, pack=match.pack.hash,
                   rules_version=match.rules_version, names=names,
                   content=msgspec.UNSET if own else written(match.pack.content)[0])

    def content_pack(self, pack: Pack | None = None) -> Pack:
        """What the match is played with: its own content, or `pack`, or what the program brings along.

        Raises BadRecord where its own content cannot be read.
        """
        try:
            kind = game(self.game)
            if isinstance(self.content, str) and (pack is None or pack.hash != self.pack):
                return kind.read_pack("content", self.content)
            return pack or kind.new_pack()
        except (UnknownGame, BadPack) as error:
            raise BadRecord(f"line 1: {error}") from error

    def begin(self, pack: Pack | None = None) -> Match[Any]:
        """The match at its first question. Raises BadRecord where rules or content are not those of the save."""
        found = self.content_pack(pack)
        try:
            match = game(self.game).new(self.seats, self.options, found)
            if self.state is not None:
                match = loaded(match, self.state)
        except (UnknownGame, BadOption, BadState, ValueError) as error:
            raise BadRecord(f"line 1: {error}") from error
        if match.rules_version != self.rules_version:
            raise BadRecord(
                f"line 1: the save was made with rules {self.rules_version} and content {self.pack}, "
                f"here are rules {match.rules_version} and content {match.pack.hash}; replay it with those"
            )
        if match.pack.hash != self.pack:
            raise BadRecord(
                f"line 1: the save was made with content {self.pack}, here is content {match.pack.hash}; "
                "name the pack that it was made with by --pack FILE"
            )
        return match


class Entry(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Entry `number` (from 1): to which question, what, by whom ("seat 0", "board", ...), from which source, with its events.

    `evidence` is what a board said of it, and how much of a turn's time had gone where that is measured; no rule reads it.
    `kind` says what `answer` is:

    - "answer": the answer to the question of that line and ticket;
    - "undo": `{"to": number of answers, "operator": bool, "agreed": [seats]}`;
    - "correct": `{"path", "value"}`, a path of `Match.correctable`.
    """

    number: int
    line: int = 0
    ticket: int = 0
    answer: Any
    by: str
    source: str
    events: list[dict[str, Any]]
    evidence: dict[str, Any] = {}
    kind: Literal["answer", "undo", "correct"] = "answer"

    def line_of_save(self) -> str:
        """One line of JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def of_line(cls, line: str | bytes) -> Self:
        """Read what `line_of_save` wrote. Raises BadRecord."""
        entry: Self = _decode(line, cls)
        try:
            if entry.kind != "answer":
                msgspec.convert(entry.answer, Undo if entry.kind == "undo" else Correction)
        except msgspec.ValidationError as error:
            raise BadRecord(f"this is no {entry.kind} ({error}); take an unchanged copy of the file") from error
        return entry


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    """The answer of an undo: back to so many answers, whether an operator said so, and which seats agreed."""

    to: int
    operator: bool
    agreed: list[int]


class Correction(msgspec.Struct, forbid_unknown_fields=True):
    """The answer of a correction: what was set to which value."""

    path: str
    value: Any


class End(msgspec.Struct, kw_only=True):
    """The last line: how many answers came before it, a digest of all lines before it, and how the match ended, if it did."""

    end: dict[str, Any] | None
    answers: int
    digest: str


def _decode(line: str | bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRecord(f"this is no line of a save ({error}); take an unchanged copy of the file") from error


def lines(start: Start, entries: Iterable[Entry], result: Callable[[], dict[str, Any] | None]) -> Iterator[str]:
    """The lines of a save, each with its newline; `result` is called once all entries have been taken."""
    digest, count = hashlib.sha256(), 0
    texts = (text for part in ([start.line()], (entry.line_of_save() for entry in entries)) for text in part)
    for count, text in enumerate(texts):  # noqa: B007 - the last count is the number of answers
        digest.update(f"{text}\n".encode())
        yield f"{text}\n"
    end = End(end=result(), answers=count, digest=digest.hexdigest()[:32])
    yield msgspec.json.encode(end).decode() + "\n"


def rows_of(text: str) -> list[str]:
    """The lines of a save. Only a newline ends one: names may hold what else ends a line for people."""
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    return rows[:-1] if rows[-1] == "" else rows


def replay(text: str, pack: Pack | None = None) -> Match[Any]:
    """Play a save anew and give the match at its end. Raises BadRecord, as `played` does."""
    return played(text, pack)[2].match


def played(text: str, pack: Pack | None = None) -> tuple[Start, list[Entry], History]:
    """Play a save anew: its start, its entries, and the match with its history.

    Raises BadRecord with the first line that cannot be read, is illegal, or has other events, digest or end than it says.
    """
    rows = rows_of(text)
    if len(rows) < 2:
        raise BadRecord("a save has a start, answers and an end, this file has not; take a whole copy of it")
    try:
        start = Start.of_line(rows[0])
    except BadRecord as error:
        raise BadRecord(f"line 1: {error}") from error
    history, entries = History(start.begin(pack)), list[Entry]()
    for number, row in enumerate(rows[1:-1], start=1):
        where = f"line {number + 1} (answer {number})"
        try:
            entry = Entry.of_line(row)
            if entry.number != number:
                raise BadRecord(f"it calls itself answer {entry.number}; a line is missing or doubled")
            events = history.take(entry)
        except (BadRecord, IllegalAnswer) as error:
            raise BadRecord(f"{where}: {error}") from error
        _compare(where, entry.events, [event.whole() for event in events])
        entries.append(entry)
    _compare_end(rows, history.match)
    return start, entries, history


def _compare(where: str, said: list[dict[str, Any]], seen: list[dict[str, Any]]) -> None:
    for index in range(max(len(said), len(seen))):
        one, other = said[index : index + 1], plain(seen[index : index + 1])
        if one != other:
            raise BadRecord(f"{where}: event {index + 1} was {json.dumps(one)}, played anew it is {json.dumps(other)}")


def _compare_end(rows: list[str], match: Match[Any]) -> None:
    try:
        end: End = _decode(rows[-1], End)
    except BadRecord as error:
        raise BadRecord(f"line {len(rows)}: {error}") from error
    digest = hashlib.sha256("".join(f"{row}\n" for row in rows[:-1]).encode()).hexdigest()[:32]
    if end.digest != digest or end.answers != len(rows) - 2:
        raise BadRecord(f"line {len(rows)}: the lines before the end are not those that were written; take an unchanged copy")
    result = match.result()
    played = plain(result) if result else None
    if end.end != played:
        raise BadRecord(f"line {len(rows)}: the match ended with {json.dumps(end.end)}, played anew with {json.dumps(played)}")


def plain(value: Any) -> Any:
    """`value` as JSON would give it back."""
    return json.loads(msgspec.json.encode(value))
