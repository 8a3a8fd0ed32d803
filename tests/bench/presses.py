"""How often people press in a turn: an evening with light tracking at a real table, counted at the buttons."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.end_to_end.light_evening import evening

Row = tuple[str, str, str]


def rows() -> Iterator[Row]:
    """(what, measured, budget), a row at a time."""
    with tempfile.TemporaryDirectory() as folder, evening(Path(folder)) as played:
        turns = [turn for person in played.people for turn in person.turns]
        mean = sum(presses for _, presses in turns) / len(turns)
        drops = sum(told for told, _ in turns) / len(turns)
        most = max(presses for _, presses in turns)
        what = f"light tracking, 3 seats: presses a turn of {drops:.1f} drops, mean / most"
        yield what, f"{mean:.1f} / {most}", ""
        presses = sum(person.presses for person in played.people)
        yield "light tracking: presses a whole match, setup, new drops and end too", f"{presses} in {len(turns)} turns", ""
