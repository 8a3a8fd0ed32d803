"""How even the dice of a journal have fallen, by die: where each face came from was kept with it.

    found, left_out = fairness_of(journal)      # for die in found.dice: die.name, die.verdict()
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from host.dice_statistics import chart, chi_square, counts_of, verdict
from host.journal import Journal, JournalError
from shared_rules.history import History
from shared_rules.match import BadSave
from shared_rules.questions import Face, Flush, IllegalAnswer, Roll, same
from shared_rules.record import BadRecord, Entry

_NAMES: Final = {
    "dice_reader:tumbler": "the die in the tumbler",
    "dice_reader:roller": "the button's electronic die",
    "engine": "the computer's electronic die",
    "typed": "dice that people threw and typed",
    "set": "dice that people laid or turned",
}
_ELECTRONIC: Final = ("dice_reader:roller", "engine")


@dataclass
class Die:
    """All throws of one die: `name` says which, `board` is the id of the board that read it, `labels` what is printed on it.

    `faces` are numbered from 1 in the order of the throws. `electronic`: a generator, no die of matter.
    """

    name: str
    board: str
    labels: tuple[str, ...]
    electronic: bool = False
    faces: list[int] = field(default_factory=list)

    def verdict(self) -> str:
        """What can be said of it."""
        return verdict(self.faces, len(self.labels))

    def counts(self) -> list[int]:
        """How often each face came."""
        return counts_of(self.faces, len(self.labels))

    def lines(self) -> list[str]:
        """Its name, a bar a face, and the verdict."""
        board = f" of board {self.board}" if self.board else ""
        head = f"{self.name}{board}, {len(self.faces)} throws"
        return [head, *(f"  {line}" for line in chart(self.counts(), self.labels)), f"  {self.verdict()}"]

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        counts = self.counts()
        return {
            "die": self.name, "board": self.board, "electronic": self.electronic, "faces": list(self.labels), "counts": counts,
            "throws": len(self.faces), "chi_square": round(chi_square(counts), 3), "verdict": self.verdict(),
        }  # fmt: skip


class Fairness:
    """Collects throws of many matches."""

    def __init__(self) -> None:
        self._dice: dict[tuple[str, str, tuple[str, ...]], Die] = {}

    @property
    def dice(self) -> list[Die]:
        """The dice with the most throws first."""
        return sorted(self._dice.values(), key=lambda die: -len(die.faces))

    def take(self, question: object, entry: Entry) -> None:
        """Count the faces that answered a question, if it asked for any."""
        told: Sequence[dict[str, Any]] = entry.evidence.get("boards", [])
        if isinstance(question, Roll):
            for index, (faces, face) in enumerate(zip(question.faces, entry.answer, strict=True)):
                self._count(faces, face, entry, told[index] if index < len(told) else {})
        elif isinstance(question, Flush):
            self._count(question.faces, entry.answer["face"], entry, told[-1] if told else {})

    def _count(self, faces: Sequence[Face], face: Face, entry: Entry, told: dict[str, Any]) -> None:
        origin = told.get("from", {})
        source = "set" if told.get("kind") == "set" else str(origin.get("source", entry.source))
        key = (source, str(origin.get("board", "")), tuple(map(str, faces)))
        die = self._dice.get(key)
        if die is None:
            die = self._dice[key] = Die(_NAMES.get(source, source), key[1], key[2], source in _ELECTRONIC)
        die.faces.append(next(number for number, one in enumerate(faces, start=1) if same(face, one)))


def fairness_of(journal: Journal, matches: Iterable[str] | None = None) -> tuple[Fairness, list[str]]:
    """The throws of those matches (None: all) in a journal, and why matches were left out, a sentence each."""
    found, left_out = Fairness(), list[str]()
    for match in journal.matches() if matches is None else matches:
        try:
            _read(journal, match, found)
        except (JournalError, BadRecord, BadSave, IllegalAnswer) as error:
            left_out.append(f"Match {match} is counted only as far as it can be played: {error}")
    return found, left_out


def _read(journal: Journal, match: str, found: Fairness) -> None:
    playing = History(journal.start(match).begin())
    for entry in journal.entries(match):
        question = playing.match.questions.get(entry.line, (0, None))[1] if entry.kind == "answer" else None
        playing.take(entry)
        found.take(question, entry)
