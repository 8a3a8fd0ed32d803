"""Matches out of the journal: as a save that replays anywhere, and as words for people who finish by hand; and a save into it."""

import secrets
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from host.journal import Damaged, Journal
from shared_rules import record
from shared_rules.asking import asked
from shared_rules.events import Event
from shared_rules.history import History
from shared_rules.record import BadRecord, Entry, Start
from shared_rules.words import Words

BY_HAND: Final = """
To finish by hand: set your own pieces as it stands above, do what is open now, and go on in turn order; throw, draw and turn
yourselves. The rules in words: tablekeeper rules {game}
"""


def read_unfinished(text: str) -> tuple[Start, list[Entry]]:
    """How the match of the save `text` began, and its answers. Raises BadRecord where it plays differently, or is over."""
    if record.replay(text).over:
        raise BadRecord("its match is over, so nobody can go on with it; replay shows it")
    rows = record.rows_of(text)
    return Start.of_line(rows[0]), [Entry.of_line(row) for row in rows[1:-1]]


def enter(journal: Journal, start: Start, entries: list[Entry]) -> str:
    """Write the match of a save into the journal, as a match of its own that goes on from there; its id."""
    start = msgspec.structs.replace(start, match=secrets.token_hex(4))
    history = History(start.begin())
    journal.begin(history.match, start)
    for entry in entries:
        history.take(entry)
        journal.answer(start.match, entry, history.match)
    return start.match


def save_lines(journal: Journal, match: str) -> Iterator[str]:
    """The match as the JSON lines of a save, each with its newline; rules are not needed for it.

    Of a damaged journal these are a whole save up to the last good answer; then Damaged is raised.
    """
    good = _Good(journal, match)
    start, result = journal.start(match), good.result()
    yield from record.lines(start, good, lambda: None if good.damage else result)
    good.tell()


def word_lines(journal: Journal, match: str) -> Iterator[str]:
    """The match told in words as everybody may know it, and what is open; for people who go on without the table.

    Of a damaged journal it is told up to the last good answer; then Damaged is raised.
    """
    start, good = journal.start(match), _Good(journal, match)
    history = History(start.begin())
    playing, names = history.match, start.names
    yield f"{playing.title}, match {match}, for {', '.join(names)}\n"
    yield from (f"{text}\n" for event in playing.opening if (text := _text(playing.words, event, names)))
    for entry in good:
        for event in history.take(entry):
            if text := _text(playing.words, event, names):
                yield f"{text}\n"
    playing = history.match
    result = playing.result()
    if result:
        yield f"It ended: {result.reason}\n"
    else:
        yield "\nWhat is open now:\n"
        yield from (f"  {question['prompt']}\n" for question in asked(playing, None, names))
        yield from (f"  {line}\n" for line in playing.words.table_lines(playing, names))
        yield BY_HAND.format(game=start.game)
    good.tell()


class _Good:
    """The answers of a match up to the last good one. `damage` says, once they have been read, what comes after it."""

    def __init__(self, journal: Journal, match: str) -> None:
        self._journal, self._match = journal, match
        self.damage = journal.lost if journal.lost and journal.lost.match == match else None

    def __iter__(self) -> Iterator[Entry]:
        try:
            yield from self._journal.entries(self._match)
        except Damaged as damage:
            self.damage = damage

    def result(self) -> dict[str, Any] | None:
        """How the match ended, as it is written."""
        try:
            return self._journal.result(self._match)
        except Damaged as damage:
            self.damage = damage
            return None

    def tell(self) -> None:
        """Raise what is wrong with the match, if anything is."""
        if self.damage:
            raise self.damage


def _text(words: Words, event: Event, names: list[str]) -> str:
    return words.event_text(event.told_to(None), names)
