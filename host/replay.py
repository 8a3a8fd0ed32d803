"""A save played anew, and told in words if somebody wants to read along."""

from collections.abc import Callable

from host.terminal import Terminal
from shared_rules import record
from shared_rules.content import Pack
from shared_rules.history import History


def game_of_save(text: str) -> str:
    """The game that a save is of. Raises BadRecord."""
    return record.Start.of_line((record.rows_of(text) or [""])[0]).game


def play_again(text: str, write: Callable[[str], object] | None = None, pack: Pack | None = None) -> str:
    """Play the save `text` and say how that went. With `write`, the match is told in words, a line each.

    `pack` is its content, where that is neither the house's nor in the save.
    Raises BadRecord with the first difference in answers, events or end.
    """
    match = record.replay(text, pack)
    if write:
        _tell(text, write, pack)
    result = match.result()
    end = result.reason if result else "it has not ended yet"
    return f"{match.number} answers played anew, every event the same; {end}"


def _tell(text: str, write: Callable[[str], object], pack: Pack | None) -> None:
    rows = record.rows_of(text)
    start = record.Start.of_line(rows[0])
    entries = [record.Entry.of_line(row) for row in rows[1:-1]]
    history, show = History(start.begin(pack)), Terminal(write, start.names, [])
    show.events(history.match, history.match.opening)
    for entry in entries:
        events = history.take(entry)
        show.events(history.match, events)
