"""Reading TOML so that every mistake is found at once, each with its line and a remedy."""

import difflib
import re
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from shared_rules.content import Problem

Place = tuple[str | int, ...]
"""Where a value is: keys, and the number (from 0) of an entry in a list of tables."""

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_KEYS = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_KEYS})\s*\]")
_PAIR = re.compile(rf"\s*({_KEYS})\s*=")
_KINDS = {str: "a text in quotes", int: "a whole number", bool: "true or false", list: "a list in [ ]", dict: "a table"}


class ConfigError(ValueError):
    """A configuration with problems, all of them in `problems`."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def lines_of(text: str) -> dict[Place, int]:
    """The line (from 1) on which each header and each key of a TOML text stands; what is inside a value has none."""
    found: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    table: Place = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _inside(_keys(header[2]), counts, new=header[1] == "[[")
            found.setdefault(table, number)
        elif pair := _PAIR.match(line):
            place = table
            for key in _keys(pair[1]):
                place = (*place, key)
                found.setdefault(place, number)
    return found


def _keys(text: str) -> list[str]:
    return [key.strip("\"'") for key in re.findall(_KEY, text)]


def _inside(keys: list[str], counts: dict[Place, int], *, new: bool) -> Place:
    """The place a header names: in the newest entry of each list of tables on the way."""
    place: Place = ()
    for last, key in ((index == len(keys) - 1, key) for index, key in enumerate(keys)):
        place = (*place, key)
        if last and new:
            counts[place] = counts.get(place, -1) + 1
        if place in counts:
            place = (*place, counts[place])
    return place


class ConfigReader:
    """A file that is being checked: its `data`, and the problems found so far. Raises ConfigError where it is no TOML."""

    def __init__(self, file: Path, remedy: str) -> None:
        """`remedy` says what to do when there is no such file."""
        self.file = str(file)
        self.problems: list[Problem] = []
        try:
            text = file.read_text(encoding="utf-8-sig")
            self.data: dict[str, Any] = tomllib.loads(text)
        except OSError as error:
            problem = Problem(self.file, 0, f"it cannot be read ({error.strerror})", remedy)
            raise ConfigError([problem]) from error
        except UnicodeDecodeError as error:
            problem = Problem(self.file, 0, f"it is no text in UTF-8 (byte {error.start})", "save it again as UTF-8")
            raise ConfigError([problem]) from error
        except (ValueError, RecursionError) as error:  # numbers and nesting without end are no TOMLDecodeError
            at = re.search(r"line (\d+)", str(error))
            problem = Problem(self.file, int(at[1]) if at else 0, f"this is no TOML ({error})", "mend that line")
            raise ConfigError([problem]) from error
        self._lines = lines_of(text)

    def line_of(self, place: Place) -> int:
        """The line of `place`, or of the nearest thing around it that has one; 0 for the whole file."""
        while place and place not in self._lines:
            place = place[:-1]
        return self._lines.get(place, 0)

    def wrong(self, place: Place, what: str, remedy: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(self.file, self.line_of(place), what, remedy))

    def known(self, table: dict[str, Any], place: Place, names: Collection[str], what: str = "key") -> None:
        """Note every key of `table` that is none of `names`, with the one that may have been meant."""
        for key in table:
            if key not in names:
                self.wrong((*place, key), f"there is no {what} '{key}' here", near(key, names))

    def take(self, table: dict[str, Any], place: Place, key: str, kind: type, *, must: str = "") -> Any:
        """The value of `key`, or None where it is missing or of another type, which is noted. `must`: why it is needed."""
        if key not in table:
            if must:
                self.wrong(place, f"'{key}' is missing", must)
            return None
        value = table[key]
        # A TOML true is a Python int too.
        if type(value) is not kind:
            self.wrong((*place, key), f"'{key}' is {_KINDS[kind]}, not {value!r}", f"write {_KINDS[kind]}")
            return None
        return value

    def texts(self, table: dict[str, Any], place: Place, key: str) -> list[str] | None:
        """The value of `key` if it is a list of texts; what is not is noted."""
        found = self.take(table, place, key, list)
        if found is not None and not all(type(item) is str for item in found):
            self.wrong((*place, key), f"'{key}' holds something that is no text", "put each entry in quotes")
            return None
        texts: list[str] | None = found
        return texts

    def finish(self) -> None:
        """Raise ConfigError if anything was wrong, in the order of the lines."""
        if self.problems:
            raise ConfigError(sorted(self.problems, key=lambda problem: problem.line))


def near(word: str, names: Collection[str]) -> str:
    """A remedy for a word that is none of `names`."""
    meant = difflib.get_close_matches(word, names, 1)
    listed = ", ".join(names)
    return f"did you mean '{meant[0]}'? There are: {listed}" if meant else f"take it out; there are: {listed}"
