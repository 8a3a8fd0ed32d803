"""A tournament: who plays whom, everybody against everybody, in rounds; results are kept in one file that can be gone on with.

The file is TOML, for people to read and to set right. A match is a standard game of two; several may be played at the same time
on separate sets. Every change is written whole to a new file that then takes the old one's place.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from shared_rules.pack_text import written

BYE = ""


class TournamentError(ValueError):
    """A tournament that cannot be read, begun or gone on with; the message says why and what to do."""


class Pairing(NamedTuple):
    """Match `number` of round `round`: who plays whom; `winner` "" while it is not played, `score` as people tell it."""

    number: int
    round: int
    one: str
    other: str
    winner: str = ""
    score: str = ""


class Standing(NamedTuple):
    """How somebody does. Equal wins are parted by the wins of those that were beaten."""

    name: str
    played: int
    won: int
    beaten: int


def pairings(names: Sequence[str]) -> list[Pairing]:
    """Everybody once against everybody else, in as few rounds as there can be; with an odd number one has a rest each round."""
    circle = [*names, *([BYE] if len(names) % 2 else [])]
    found: list[Pairing] = []
    for turn in range(len(circle) - 1):
        for at in range(len(circle) // 2):
            one, other = circle[at], circle[-1 - at]
            if BYE not in (one, other):
                # Who is named first alternates, so that nobody always begins.
                pair = (one, other) if (turn + at) % 2 == 0 else (other, one)
                found.append(Pairing(len(found) + 1, turn + 1, *pair))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return found


class Tournament:
    """A tournament of `game`, kept in `file`."""

    def __init__(self, file: Path, game: str, matches: list[Pairing]) -> None:
        self.file, self.game, self.matches = file, game, matches

    @classmethod
    def begin(cls, file: Path, game: str, names: Sequence[str]) -> Tournament:
        """A new one, written at once. Raises TournamentError where the file is there already, or names do not do."""
        reasons = [f"there is a file {file} already; go on with that, or name another file"] if file.exists() else []
        if len(names) < 2:
            reasons.append("a tournament needs two players or more")
        if len(set(names)) < len(names) or not all(name.strip() for name in names):
            reasons.append("every player needs a name of their own")
        if reasons:
            raise TournamentError("\n".join(reasons))
        begun = cls(file, game, pairings(names))
        begun._write()
        return begun

    @classmethod
    def read(cls, file: Path) -> Tournament:
        """The one in `file`. Raises TournamentError."""
        try:
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            matches = [Pairing(**entry) for entry in data["match"]]
            found = cls(file, str(data["tournament"]["game"]), matches)
        except OSError as error:
            remedy = "check its name, or begin one with --player NAME for each"
            raise TournamentError(f"{file} cannot be read: {error.strerror or error}; {remedy}") from error
        except UnicodeDecodeError as error:
            raise TournamentError(f"{file} is no tournament (it is no text in UTF-8); take an unchanged copy of it") from error
        except (ValueError, KeyError, TypeError) as error:
            raise TournamentError(f"{file} is no tournament ({error}); take an unchanged copy of it") from error
        wrong = [str(match.number) for match in matches if match.winner not in (BYE, match.one, match.other)]
        if wrong:
            told = f"in match {', '.join(wrong)} somebody has won who did not play; write one of the two names"
            raise TournamentError(f"{file}: {told}")
        return found

    def record(self, number: int, winner: str, score: str = "") -> Pairing:
        """Match `number` was won by `winner`, and it is written; another result may set it right. Raises TournamentError."""
        at = next((at for at, match in enumerate(self.matches) if match.number == number), None)
        if at is None:
            raise TournamentError(f"there is no match {number}; there are 1 to {len(self.matches)}")
        match = self.matches[at]
        if winner not in (match.one, match.other):
            raise TournamentError(f"{winner} does not play match {number}; {match.one} and {match.other} do")
        self.matches[at] = match._replace(winner=winner, score=score)
        self._write()
        return self.matches[at]

    def next_matches(self) -> list[Pairing]:
        """What can be played now at the same time: open matches, the first ones first, nobody in two of them."""
        busy: set[str] = set()
        found = []
        for match in self.matches:
            if not match.winner and not busy & {match.one, match.other}:
                found.append(match)
                busy |= {match.one, match.other}
        return found

    def standings(self) -> list[Standing]:
        """The best first; who is equal in all is in order of names."""
        names = sorted({name for match in self.matches for name in (match.one, match.other)})
        won = {name: sum(match.winner == name for match in self.matches) for name in names}
        found = []
        for name in names:
            played = [match for match in self.matches if match.winner and name in (match.one, match.other)]
            beaten = [match.other if match.one == name else match.one for match in played if match.winner == name]
            found.append(Standing(name, len(played), won[name], sum(won[other] for other in beaten)))
        return sorted(found, key=lambda one: (-one.won, -one.beaten, one.name))

    @property
    def over(self) -> bool:
        """Whether all matches are played."""
        return all(match.winner for match in self.matches)

    def lines(self) -> Iterator[str]:
        """The tables for people: matches by round, then how everybody does."""
        for match in self.matches:
            told = f"won by {match.winner} {match.score}".rstrip() if match.winner else "open"
            yield f"round {match.round}, match {match.number}: {match.one} against {match.other}, {told}"
        for place, one in enumerate(self.standings(), 1):
            yield f"{place}. {one.name}: {one.won} of {one.played} won"

    def _write(self) -> None:
        content: dict[str, Any] = {"tournament": {"game": self.game}, "match": [match._asdict() for match in self.matches]}
        draft = self.file.with_name(self.file.name + ".new")
        try:
            with draft.open("w", encoding="utf-8") as file:
                file.write(written(content)[0] + "\n")
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.file)
        except OSError as error:
            raise TournamentError(f"{self.file} cannot be written: {error.strerror or error}; nothing has changed") from error
