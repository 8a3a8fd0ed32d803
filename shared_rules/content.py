"""Content packs: what the rulebooks leave out, as TOML beside each game or in the owner's own folder.

Every entry says where it comes from (`source`): the rulebook, public facts, or the house, which invents stand-ins so that the
game can be played. All problems of a pack are found at once, each with its line and what to do.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

SOURCES = ("rulebook", "public", "house")
_DEEPEST = 20


class Problem(NamedTuple):
    """One thing that is wrong in a file, and the remedy. `line` counts from 1; 0 is the whole file."""

    file: str
    line: int
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}; {self.remedy}" if self.line else f"{self.file}: {self.what}; {self.remedy}"


class BadPack(ValueError):
    """A content pack with problems, all of them in `problems`."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class Pack:
    """What a game reads its content from. `hash` names the content, not its comments or layout; games subclass it.

    `content` is what the pack was made from, as plain data; nobody changes it.
    """

    def __init__(self, name: str, content: dict[str, Any]) -> None:
        self.name, self.content = name, content
        self.hash = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


P = TypeVar("P", bound=Pack)


class Reader:
    """A pack's file while it is being checked: its `data`, and the problems found so far with the lines they are on."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.problems = file, list[Problem]()
        self._lines = text.splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # numbers without end and nesting without end are no TOMLDecodeError
            at = re.search(r"line (\d+)", str(error))
            raise BadPack([Problem(file, int(at[1]) if at else 0, f"this is not TOML ({error})", "mend that line")]) from error
        for table, content in self.data.items():
            for index, entry in enumerate(content if isinstance(content, list) else [content]):
                for what in _strange(entry):
                    self.wrong(f"'{table}' holds {what}", "write plain words, numbers and short lists", table, index)

    def line_of(self, table: str, index: int | None = None, key: str | None = None) -> int:
        """The line of the `index`th [[table]] (or the one [table]), or of `key` in it; 0 if it is not there."""
        headers = [n for n, text in enumerate(self._lines, 1) if re.match(rf"\s*\[\[?\s*{re.escape(table)}\s*\]", text)]
        if not headers or (index or 0) >= len(headers):
            return 0
        start = headers[index or 0]
        for number in range(start + 1, len(self._lines) + 1) if key else ():
            text = self._lines[number - 1]
            if re.match(r"\s*\[", text):
                break
            if re.match(rf"\s*{re.escape(key or '')}\s*=", text):
                return number
        return start

    def wrong(self, what: str, remedy: str, table: str = "", index: int | None = None, key: str | None = None) -> None:
        """Note a problem at that place."""
        self.problems.append(Problem(self.file, self.line_of(table, index, key) if table else 0, what, remedy))

    def entries(self, table: str) -> list[dict[str, Any]]:
        """The [[table]] entries that are tables; everything else, and an entry without a known `source`, is noted."""
        found = self.data.get(table, [])
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            self.wrong(f"'{table}' is not a list of tables", f"write each as [[{table}]]", table)
            return []
        for index, entry in enumerate(found):
            if entry.get("source") not in SOURCES:
                remedy = f"add source = one of {', '.join(SOURCES)}"
                self.wrong(f"this {table} does not say where it comes from", remedy, table, index, "source")
        return found

    def check_head(self, game: str, title: str) -> dict[str, Any] | None:
        """Note what is wrong with [pack], in a pack for `game`; the head, if there is one."""
        head = self.data.get("pack")
        if not isinstance(head, dict):
            self.wrong("there is no [pack]", f'begin with [pack], id = "...", game = "{game}", title = "..."')
            return None
        for key in ("id", "title"):
            if not isinstance(head.get(key), str) or not head[key]:
                self.wrong(f"the pack has no {key}", f'add {key} = "..."', "pack", None, key)
        if head.get("game") != game:
            self.wrong(f"this pack is not for {title}", f'write game = "{game}"', "pack", None, "game")
        return head

    def finish(self) -> None:
        """Raise BadPack if anything was wrong."""
        if self.problems:
            raise BadPack(sorted(self.problems, key=lambda problem: problem.line))


def read(file: str, text: str, check: Callable[[Reader], None], make: Callable[[str, dict[str, Any]], P]) -> P:
    """The pack in `text`, read from `file`, as `make` makes it. Raises BadPack with everything that `check` finds wrong in it."""
    reader = Reader(file, text)
    check(reader)
    reader.finish()
    return make(reader.data["pack"]["id"], reader.data)


def house_text(game: str) -> str:
    """The text of the pack that the program brings along for `game`."""
    return files(f"shared_rules.{game}").joinpath("content/house.toml").read_text(encoding="utf-8")


def _strange(content: Any) -> Iterator[str]:
    """What no content is made of, in words: dates and times, and lists or tables in one another without end."""
    inside = [(content, 0)]
    while inside:
        value, depth = inside.pop()
        if depth > _DEEPEST:
            yield "lists or tables that are nested too deep"
            return
        if isinstance(value, dict | list):
            inside += [(inner, depth + 1) for inner in (value.values() if isinstance(value, dict) else value)]
        elif not isinstance(value, str | int | float):
            yield f"a date or a time ({value})"
