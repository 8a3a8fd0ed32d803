"""Content written as TOML, for people to read on and for `read_pack` to read again; and what stands on each of its lines."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

_WIDE = 120
_ODD = re.compile("[\x7f\x85\u2028\u2029]")


class Spot(NamedTuple):
    """What a line belongs to: entry number `entry` of a list of tables (None: the one table), and a key of it, if it has one."""

    table: str
    entry: int | None
    key: str | None


def written(content: dict[str, Any]) -> tuple[str, list[Spot]]:
    """The TOML text of `content`, tables and lists of tables of plain values, and the spot of each line."""
    lines: list[str] = []
    spots: list[Spot] = []

    def add(text: str, spot: Spot) -> None:
        for line in text.split("\n"):
            lines.append(line)
            spots.append(spot)

    for table, held in content.items():
        entries = _entries(held)
        if entries is None:
            add(f"{_key(table)} = {_value(held)}\n", Spot(table, None, None))
    for table, held in content.items():
        for index, entry in enumerate(_entries(held) or []):
            at = index if isinstance(held, list) else None
            add(f"[[{_key(table)}]]" if isinstance(held, list) else f"[{_key(table)}]", Spot(table, at, None))
            for key, value in entry.items():
                add(f"{_key(key)} = {_value(value)}", Spot(table, at, key))
            add("", Spot(table, at, None))
    return "\n".join(lines).rstrip("\n") + "\n", spots


def _entries(held: Any) -> list[dict[str, Any]] | None:
    """The tables in `held`; None where it is a plain value."""
    if isinstance(held, dict):
        return [held]
    if isinstance(held, list) and held and all(isinstance(entry, dict) for entry in held):
        return held
    return None


def _key(key: str) -> str:
    return key if key and key.isascii() and key.replace("_", "").replace("-", "").isalnum() else _text(key)


def _text(text: str) -> str:
    """In quotes. What TOML does not take as it is, and what Python takes for the end of a line, is written as its number."""
    return _ODD.sub(lambda odd: f"\\u{ord(odd[0]):04x}", json.dumps(text, ensure_ascii=False))


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case list() if value and all(isinstance(row, str) for row in value) and len({*map(len, value)}) == 1 and len(value) > 1:
            return "[\n" + "".join(f"    {_text(row)},\n" for row in value) + "]"
        case list():
            return _list([_value(item) for item in value])
        case dict():
            return "{ " + ", ".join(f"{_key(key)} = {_inline(inner)}" for key, inner in value.items()) + " }" if value else "{}"
    return str(value)


def _inline(value: Any) -> str:
    """On one line, as an inline table must be."""
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return _value(value)


def _list(items: list[str]) -> str:
    flat = f"[{', '.join(items)}]"
    return flat if len(flat) <= _WIDE and "\n" not in flat else "[\n" + "".join(f"    {row}\n" for row in _rows(items)) + "]"


def _rows(items: list[str]) -> Iterator[str]:
    row = ""
    for item in items:
        if row and len(row) + len(item) + 2 > _WIDE:
            yield row
            row = ""
        row += f"{item}," if not row else f" {item},"
    yield row
