"""Makes host/ENGINE.md and host/engine.schema.json from the engine's types: `python -m host.engine_doc`."""

import inspect
import json
from pathlib import Path
from typing import Any, get_args

import msgspec

from host import engine_types as types

FOLDER = Path(__file__).resolve().parent

HEAD = """# The engine: `tablekeeper engine`

<!-- Made by `python -m host.engine_doc` from host/engine_types.py; change that. -->

Protocol {protocol}. JSON lines on standard input and output, one object a line, UTF-8, at most {limit} bytes a line. Every request
is answered by one line, in order. A request may carry an `id`, any JSON; its reply carries the same. Nothing changes where a
request is refused, and nothing that is sent ends the process: it ends with exit code 0 at the end of its input, or after `quit`.
`engine.schema.json` beside this file has every shape.

Seats count from 0. Answers are compared with their types: 1, 1.0 and true are three answers. A `ticket` is given once; an answer to
a question that was answered, or undone, is `not_open`. `number` counts answers and corrections in effect: an undo goes back to a
number. A save replays anywhere; a match begun by `load` cannot go back beyond the state it was given.

    > {{"op": "new", "game": "mycelia", "seats": 2, "seed": 7, "id": 1}}
    < {{"ok": true, "id": 1, "match": "m1", "number": 21, "questions": [{{"kind": "choice", "line": 0, "ticket": 22, ...}}], ...}}
    > {{"op": "answer", "match": "m1", "line": 0, "ticket": 22, "answer": ["play", "amber.ring"], "id": 2}}
    < {{"ok": true, "id": 2, "events": [{{"event": "card_played", "seat": 1, "text": "...", ...}}], "number": 22, ...}}
"""

CODES = {
    "bad_json": "the line is no JSON",
    "bad_request": "no such op, a field missing or of another type, a seat that does not exist, a line or reply that is too long",
    "unknown_game": "there is no such game",
    "bad_option": "an option that does not exist, a value it cannot have, a number of seats that the game is not for, or a pack"
    " with something wrong in it (each with its line)",
    "unknown_match": "there is no such match (any more)",
    "not_open": "no such question: it was answered, undone, or never asked",
    "illegal": "the rules refuse the answer or correction; `rule` is the id in the ledger, or null",
    "bad_state": "a state or save that breaks an invariant: where, and why",
    "not_allowed": "an undo past a reveal, a roll or the beginning; too many matches or packs",
    "over": "the match is over",
}

PARTS: tuple[type[Any], ...] = (
    *get_args(types.AnyQ), types.Choosable, types.Event, types.Result, types.GameInfo, types.GameOption, types.Piece, types.Error
)  # fmt: skip


def schema() -> dict[str, Any]:
    """The JSON schema of all requests and replies: `$defs` by name, `request` and `reply` of each op."""
    requests = list(types.REPLIES)
    replies = list(dict.fromkeys(types.REPLIES.values()))
    shapes, definitions = msgspec.json.schema_components(
        [types.AnyRequest, *requests, types.Refused, *replies], ref_template="#/$defs/{name}"
    )
    names: list[Any] = ["any", *requests, types.Refused, *replies]
    by_type = dict(zip(names, shapes, strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tablekeeper engine, protocol {types.PROTOCOL}",
        "request": by_type["any"],
        "ops": {
            op(kind): {"request": by_type[kind], "reply": {"anyOf": [by_type[reply], by_type[types.Refused]]}}
            for kind, reply in types.REPLIES.items()
        },
        "$defs": definitions,
    }


def op(kind: type[Any]) -> str:
    """The op of a request type."""
    return str(msgspec.inspect.type_info(kind).tag)  # type: ignore[attr-defined]


def text() -> str:
    """ENGINE.md."""
    lines = [HEAD.format(protocol=types.PROTOCOL, limit=f"{types.LINE_AT_MOST:,}")]
    lines += ["## Requests", "", "| op | fields | what it does | reply |", "|---|---|---|---|"]
    for kind, reply in types.REPLIES.items():
        fields = ", ".join(_fields(kind, {"id"})) or "none"
        told = ", ".join(_fields(reply, {"ok", "id"})) or "`ok` only"
        lines.append(f"| `{op(kind)}` | {fields} | {_doc(kind)} | {told} |")
    lines += ["", "A reply has `ok: true` and the `id`, or `ok: false`, the `id` and an `error`.", "", "## Parts", ""]
    for part in PARTS:
        tag = getattr(msgspec.inspect.type_info(part), "tag", None)
        name = f"question, kind `{tag}`" if tag else f"{part.__name__}"
        lines += [f"- **{name}**: {_doc(part)}", f"  Fields: {', '.join(_fields(part, set()))}"]
    lines += ["", "A question's `prompt`, `label`, `help` and `text` are plain words for people.", "", "## Codes", ""]
    lines += [f"- `{code}`: {CODES[code]}." for code in get_args(types.Code)]
    return "\n".join(lines) + "\n"


def _doc(kind: type[Any]) -> str:
    return " ".join((inspect.getdoc(kind) or "").split()).replace("|", "\\|")


def _fields(kind: type[Any], without: set[str]) -> list[str]:
    found = []
    for field in msgspec.structs.fields(kind):
        if field.name not in without:
            optional = field.default is not msgspec.NODEFAULT or field.default_factory is not msgspec.NODEFAULT
            found.append(f"`{field.name}{'?' if optional else ''}`: {_type(msgspec.inspect.type_info(field.type))}")
    return found


def _type(info: Any) -> str:
    """A type in a few words."""
    simple: dict[Any, str] = {
        msgspec.inspect.IntType: "int", msgspec.inspect.StrType: "text", msgspec.inspect.BoolType: "bool",
        msgspec.inspect.FloatType: "number", msgspec.inspect.NoneType: "null", msgspec.inspect.AnyType: "any JSON",
    }  # fmt: skip
    if type(info) in simple:
        return simple[type(info)]
    match info:
        case msgspec.inspect.ListType():
            return f"[{_type(info.item_type)}]"
        case msgspec.inspect.TupleType():
            return f"[{', '.join(map(_type, info.item_types))}]"
        case msgspec.inspect.DictType():
            return "object"
        case msgspec.inspect.LiteralType():
            return " \\| ".join(json.dumps(value) for value in info.values)
        case msgspec.inspect.StructType():
            return "question" if info.tag_field == "kind" else info.cls.__name__
        case msgspec.inspect.UnionType():
            return " \\| ".join(dict.fromkeys(_type(one) for one in info.types if type(one) is not msgspec.inspect.CustomType))
        case msgspec.inspect.Metadata():
            return _type(info.type)
    raise TypeError(f"there are no words for {info}")


def made() -> dict[str, str]:
    """The files that are made, by name."""
    return {"ENGINE.md": text(), "engine.schema.json": json.dumps(schema(), indent=1, sort_keys=True) + "\n"}


if __name__ == "__main__":
    for name, content in made().items():
        (FOLDER / name).write_text(content, encoding="utf-8")
