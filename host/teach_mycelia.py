"""What an owner can teach of Mycelia: boards, setup and supply sides, the die, heroes and start cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from host.teach import SOURCE, BadAnswer, Grid, Prompt, Subject, Talk, Taught, Teach, name_of, number, one_of, slug
from shared_rules.games import game
from shared_rules.mycelia.functions_text import LANDS, BadFunction, read_function
from shared_rules.mycelia.pack_check import DROPS_EACH, LAND_NAMES
from shared_rules.mycelia.words import function_text

_SIDES = tuple(f"{card}{side}" for card in range(1, 5) for side in "ab")
_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_LETTERS = {**LAND_NAMES, ".": "shrine field", "-": "no field"}
_MOST = 12
_ACTS = ("leaves", "move", "remove", "around")
_WHOLE = "or write it whole after '=', such as = leaves 2 & others (leaves 1)"


# -- grids ------------------------------------------------------------------------------------------------------------------


def _row(letters: str, what: str, rows: list[str]) -> Callable[[str], str]:
    """Reads one row of a grid; an empty answer ends it."""

    def read(text: str) -> str:
        row = text.replace(" ", "").upper()
        odd = sorted(set(row) - set(letters))
        if odd:
            raise BadAnswer(f"'{odd[0]}' is no {what}; write {' '.join(letters)}")
        if row and (len(row) > _MOST or len(rows) == _MOST):
            raise BadAnswer(f"a board has at most {_MOST} rows and columns")
        if row and rows and len(row) != len(rows[0]):
            raise BadAnswer(f"that row has {len(row)} places, the first one has {len(rows[0])}; write - where nothing is")
        shrines = "".join([*rows, row]).count(".")
        if shrines > 1:
            raise BadAnswer("there is only one shrine field ('.')")
        if not row and (not rows or shrines != 1):
            raise BadAnswer("the shrine field ('.') is missing" if rows else "write at least one row")
        return row

    return read


def _grid(talk: Teach, letters: str, what: str, helps: str) -> Talk[list[str]]:
    rows: list[str] = []
    while True:
        text = f"Row {len(rows) + 1}, from the left ({' '.join(letters)}; nothing: that was the last row)"
        prompt = Prompt(text, helps, (), None if rows else Grid({letter: _LETTERS.get(letter, letter) for letter in letters}, "."))
        row = yield from talk.ask(prompt, _row(letters, what, rows))
        if not row:
            return rows
        rows.append(row)


def _fields(talk: Teach, width: int, height: int) -> Talk[list[str]]:
    """A board field by field."""
    by_word = {name: letter for letter, name in LAND_NAMES.items()} | {"none": "-"}
    rows: list[str] = []
    for row in range(height):
        rows.append("")
        for column in range(width):
            prompt = Prompt(f"Row {row + 1}, column {column + 1}: which field is it?", "", tuple(by_word))
            word = yield from talk.ask(prompt, _field_word(tuple(by_word), shrine="." in "".join(rows)))
            rows[-1] += by_word[word]
        talk.say(rows[-1])
    return rows


def _field_word(words: tuple[str, ...], *, shrine: bool) -> Callable[[str], str]:
    read = one_of(*words)

    def checked(text: str) -> str:
        word = read({".": "shrine", "-": "none"}.get(text, text))
        if word == "shrine" and shrine:
            raise BadAnswer("there is only one shrine field")
        return word

    return checked


def _size(text: str) -> tuple[int, int] | None:
    """Columns and rows, such as 5x4; None: row by row."""
    found = re.fullmatch(r"(\d{1,2})\s*x\s*(\d{1,2})", text.lower())
    if text and (not found or not all(1 <= int(part) <= _MOST for part in found.groups())):
        raise BadAnswer(f"'{text}' is no size such as 5x4, {_MOST} at most")
    return (int(found[1]), int(found[2])) if found else None


def board(talk: Teach, given: str) -> Talk[Taught]:
    """One side of a board, by rows of letters or field by field."""
    prompt = Prompt("Which side: front, or what do you call that back?", "All fronts are the same; the four backs differ.")
    name = yield from talk.ask(prompt, name_of, given)
    how = Prompt("How many columns and rows, such as 5x4, to go field by field? Nothing: row by row")
    size = yield from talk.ask(how, _size)
    helps = "L leaf, M moss, W water, S soil, . the shrine field, - no field"
    while True:
        rows = yield from (_fields(talk, *size) if size else _grid(talk, "LMWS.-", "landscape", helps))
        if "".join(rows).count(".") == 1:
            break
        talk.say("There was no shrine field; once more.")
    return Taught("board", {"id": slug(name), "source": SOURCE, "name": name[:1].upper() + name[1:], "cells": rows})


# -- cards of the setup, and the die -----------------------------------------------------------------------------------------


def setup(talk: Teach, given: str) -> Talk[Taught]:
    """One side of a setup card, drawn like the board with the number of drops on each field."""
    side = yield from talk.ask(Prompt("Which side of which setup card?", "", _SIDES), one_of(*_SIDES), given)
    helps = "Draw it like the board: the number of drops on each field, 0 for none, . for the shrine field"
    while True:
        rows = yield from _grid(talk, "0123456789.-", "number of drops", helps)
        total = sum(int(letter) for row in rows for letter in row if letter.isdecimal())
        if total == DROPS_EACH:
            break
        talk.say(f"These are {total} drops, and it must be {DROPS_EACH}; once more.")
    down = next(y for y, row in enumerate(rows) if "." in row)
    right = rows[down].index(".")
    drops = [
        [x - right, y - down, int(letter)] for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in "123456789"
    ]
    return Taught("setup", {"id": side, "source": SOURCE, "drops": drops})


def _places(text: str) -> list[list[int]]:
    """One or two places counted from the shrine field: ways in words, or columns to the right and rows down."""
    found = []
    for part in text.lower().split(","):
        words = part.split()
        if words and all(word in _WAYS for word in words):
            found.append([sum(_WAYS[word][axis] for word in words) for axis in (0, 1)])
        elif len(words) == 2 and all(re.fullmatch(r"-?\d{1,2}", word) for word in words):
            found.append([int(word) for word in words])
        else:
            raise BadAnswer(f"'{part.strip()}' is no place; write ways such as: down, up left")
    if len(found) > 2 or [0, 0] in found or len({*map(tuple, found)}) < len(found):
        raise BadAnswer("name one field or two, none of them the shrine field")
    return found


def supply(talk: Teach, given: str) -> Talk[Taught]:
    """One side of a supply card: the places of each symbol of the die."""
    side = yield from talk.ask(Prompt("Which side of which supply card?", "", _SIDES), one_of(*_SIDES), given)
    die = talk.content.get("die") or game("mycelia").new_pack().content["die"]
    helps = "Count from the shrine field: down, up left. Or columns to the right and rows down: 0 1, -1 -1. One place or two"
    faces = {}
    for face in dict.fromkeys(die["faces"]):
        faces[face] = yield from talk.ask(Prompt(f"Where does '{face}' bring a drop?", helps), _places)
    return Taught("supply", {"id": side, "source": SOURCE, "faces": faces})


def _symbols(text: str) -> list[str]:
    faces = [face.strip() for face in text.split(",")]
    if len(faces) != 6 or not all(faces):
        raise BadAnswer(f"these are {len(faces)} symbols; write six with commas between them")
    return faces


def die(talk: Teach, given: str) -> Talk[Taught]:
    """The six symbols of the shrine's die."""
    helps = "In the order in which your dice reader counts them; without a reader any order"
    faces = yield from talk.ask(Prompt("Which six symbols has the shrine's die? (with commas)", helps), _symbols, given)
    return Taught("die", {"source": SOURCE, "faces": faces})


# -- heroes and start cards ---------------------------------------------------------------------------------------------------


def hero(talk: Teach, given: str) -> Talk[Taught]:
    """A hero: both copies of it."""
    name = yield from talk.ask(Prompt("What is the hero called?"), name_of, given)
    kind = yield from talk.ask(Prompt("Which set is it of?", "", ("basic", "expansion")), one_of("basic", "expansion"))
    cost = yield from talk.ask(Prompt("How many leaves does it cost? (2 to 8)"), number(2, 8))
    fn = yield from function(talk, once=False)
    entry = {"id": slug(name), "source": SOURCE, "set": kind, "name": name, "cost": cost, "copies": 2, "fn": fn}
    if kind == "expansion":
        prompt = Prompt("Does it do something once, when it is hired?", "", ("yes", "no"))
        if (yield from talk.ask(prompt, one_of("yes", "no"))) == "yes":
            entry["single"] = yield from function(talk, once=True)
    return Taught("card", entry)


def start(talk: Teach, given: str) -> Talk[Taught]:
    """A start card; each rune has six of them, some of them alike."""
    name = yield from talk.ask(Prompt("What is the start card called?"), name_of, given)
    copies = yield from talk.ask(Prompt("How many of it has each rune? (1 to 6)"), number(1, 6))
    fn = yield from function(talk, once=False)
    return Taught("card", {"id": slug(name), "source": SOURCE, "set": "start", "name": name, "copies": copies, "fn": fn})


def function(talk: Teach, *, once: bool) -> Talk[str]:
    """A function, composed symbol by symbol from left to right, and told back in words after each."""
    text = ""
    while True:
        part = yield from _part(talk, once=once, for_others=False)
        joined = part[1:].strip() if part.startswith("=") else text + part
        try:
            told = function_text(read_function(joined))
        except BadFunction as error:
            talk.say(f"That does not go together: {error}.")
            continue
        talk.say(f"So far: {told}.")
        helps = "and: it does more; or: only one of both sides is done"
        prompt = Prompt("And then? (nothing: that is all)", helps, ("and", "or", "end"))
        more = yield from talk.ask(prompt, one_of("and", "or", "end", default="end"))
        if more == "end":
            return joined
        text = joined + {"and": " & ", "or": " / "}[more]


def _part(talk: Teach, *, once: bool, for_others: bool) -> Talk[str]:
    """One part of a function, in the vocabulary of packs."""
    words = (*_ACTS, "card", *(() if for_others else ("others",)), *(("action", "shrine") if once else ()))
    helps = f"card: a card of the own discard pile leaves the game; others: a bonus for all others; {_WHOLE}"
    prompt = Prompt("What may all others do?" if for_others else "What does it do?", helps, words)
    verb = yield from talk.ask(prompt, _verb(words, whole=not for_others))
    if verb.startswith("="):
        return verb
    match verb:
        case "leaves":
            count = yield from talk.ask(Prompt("How many leaves?"), number(1, 20))
            return f"leaves {count}"
        case "card":
            return "remove card"
        case "shrine":
            return "shrine"
        case "action":
            kind = yield from talk.ask(Prompt("Which action card does it bring?", "", ("c", "d", "e")), one_of("c", "d", "e"))
            return f"action {kind}"
        case "others":
            inner = yield from _part(talk, once=False, for_others=True)
            return f"others ({inner})"
    part = yield from _on_fields(talk, verb)
    times = yield from talk.ask(Prompt("How many times? (nothing: once)"), lambda text: number(1, 9)(text or "1"))
    return part if times == 1 else f"{times} x ({part})"


def _verb(words: tuple[str, ...], *, whole: bool) -> Callable[[str], str]:
    read = one_of(*words)

    def checked(text: str) -> str:
        if not (whole and text.startswith("=")):
            return read(text)
        try:
            read_function(text[1:])
        except BadFunction as error:
            raise BadAnswer(f"that cannot be read: {error}") from error
        return text

    return checked


def _on_fields(talk: Teach, verb: str) -> Talk[str]:
    if verb == "around":
        land = yield from talk.ask(Prompt("Around which field?", "", LANDS), one_of(*LANDS))
        return f"around {land}"
    helps = "2: both printed solid; 1..3: one solid and two transparent ones; 0..2: all transparent"
    amount = yield from talk.ask(Prompt("How many drops are shown? (such as 1, or 1..3)", helps), _amount)
    land = yield from talk.ask(Prompt("Of which field?", "", LANDS), one_of(*LANDS))
    helps = "2: at least so many drops lie there; exactly 2: the beetle"
    holding = yield from talk.ask(Prompt("How many drops must the field hold? (nothing: as many as are shown)", helps), _holding)
    part = f"{verb} {amount} {land}{holding}"
    if verb == "remove":
        beside = Prompt("And 1 drop of a field beside it? (nothing: no)", "", ("yes", "no"))
        if (yield from talk.ask(beside, one_of("yes", "no", default="no"))) == "yes":
            part += " beside"
    return part


def _amount(text: str) -> str:
    if not re.fullmatch(r"\d(\.\.\d)?", text):
        raise BadAnswer(f"'{text}' is no number of drops such as 1, or 1..3")
    return text


def _holding(text: str) -> str:
    if not re.fullmatch(r"((exactly )?[1-9])?", text.lower()):
        raise BadAnswer(f"'{text}' is neither a number nor 'exactly' with one")
    return f" holding {text.lower()}" if text else ""


def progress(content: dict[str, Any]) -> str:
    """How much of the box was taught."""
    cards = content.get("card", [])
    heroes = sum(card.get("set") != "start" for card in cards)
    counts = {
        "boards": (len(content.get("board", [])), 5), "setup sides": (len(content.get("setup", [])), 8),
        "supply sides": (len(content.get("supply", [])), 8), "heroes": (heroes, 35),
    }  # fmt: skip
    told = ", ".join(f"{done} of {of} {what}" for what, (done, of) in counts.items())
    return f"({told}, {'the die' if 'die' in content else 'no die'}, {len(cards) - heroes} start cards so far)"


SUBJECT = Subject(
    "mycelia",
    {
        "board": ("one side of a board, by its fields", board),
        "setup": ("one side of a setup card", setup),
        "supply": ("one side of a supply card", supply),
        "die": ("the symbols of the shrine's die", die),
        "hero": ("a hero with its cost and function", hero),
        "start": ("a start card with its function", start),
    },
    progress,
)
