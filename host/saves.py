"""Matches out of the journal: as a save that replays anywhere, and as words for people who finish by hand."""

from collections.abc import Iterator

from host.journal import Journal
from shared_rules import record
from shared_rules.asking import asked
from shared_rules.events import Event
from shared_rules.words import Words


def save_lines(journal: Journal, match: str) -> Iterator[str]:
    """The match as the JSON lines of a save, each with its newline."""
    yield from record.lines(journal.start(match), journal.entries(match), journal.result(match))


def word_lines(journal: Journal, match: str) -> Iterator[str]:
    """The match told in words as everybody may know it, and what is open; for people who go on without the table."""
    start = journal.start(match)
    playing = start.begin()
    names = start.names
    yield f"{playing.title}, match {match}, for {', '.join(names)}\n"
    yield from (f"{text}\n" for event in playing.opening if (text := _text(playing.words, event, names)))
    for entry in journal.entries(match):
        for event in playing.answer(entry.line, entry.ticket, entry.answer):
            if text := _text(playing.words, event, names):
                yield f"{text}\n"
    result = playing.result()
    if result:
        yield f"It ended: {result.reason}\n"
        return
    yield "\nWhat is open now:\n"
    yield from (f"  {question['prompt']}\n" for question in asked(playing, None, names))
    yield from (f"  {line}\n" for line in playing.words.table_lines(playing, names))


def _text(words: Words, event: Event, names: list[str]) -> str:
    return words.event_text(event.told_to(None), names)
