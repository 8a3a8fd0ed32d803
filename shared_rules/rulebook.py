"""The rules in words: what stands in the ledger of each game, by id, with how open questions are read and what switches them."""

import difflib
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from shared_rules.games import GAMES, game
from shared_rules.options import Option
from shared_rules.questions import IllegalAnswer
from shared_rules.words import _

_ID = re.compile(r"[A-Z]{2,5}-[A-Z]+(?:-[A-Z]+)*-?\d+")


class Rule(NamedTuple):
    """One rule in its own words. `data` is "complete", "partial" or "absent": how much is known; `needs` what is not."""

    id: str
    game: str
    section: str
    rule: str
    kind: str
    data: str
    needs: str


class Ruling(NamedTuple):
    """How a question that the rulebook leaves open is read, and why. With an `option` people may choose another reading."""

    id: str
    game: str
    question: str
    readings: list[str]
    choice: str
    why: str
    option: str | None
    values: list[str]
    default: str | None

    @property
    def names(self) -> list[str]:
        """The ids of the rules that it rests on."""
        return _ID.findall(f"{self.choice} {self.why}")


Entry = Rule | Ruling


class UnknownRule(LookupError):
    """There is no rule of that id; the message names those that may have been meant."""


@cache
def book(name: str) -> dict[str, Entry]:
    """All rules and rulings of a game, in the order of its rulebook. Raises UnknownGame."""
    game(name)
    ledger = tomllib.loads(files("shared_rules").joinpath(f"ledger/{name}.toml").read_text(encoding="utf-8"))
    found: dict[str, Entry] = {}
    for row in ledger.get("rule", []):
        found[row["id"]] = Rule(
            row["id"], name, row.get("section", ""), row["rule"], row.get("kind", ""), row.get("data", "complete"),
            row.get("needs", ""),
        )
    for row in ledger.get("ruling", []):
        found[row["id"]] = Ruling(
            row["id"], name, row["question"], row["readings"], row["choice"], row["why"], row.get("option"),
            row.get("values", []), row.get("default"),
        )
    return found


def rule(name: str, games: Iterable[str] = GAMES) -> Entry:
    """The rule or ruling of that id, in capitals or not. Raises UnknownRule with the nearest ones."""
    known: dict[str, Entry] = {}
    for one in games:
        known |= book(one)
    wanted = name.strip().upper()
    if wanted in known:
        return known[wanted]
    near = [one for one in known if wanted and one.startswith(wanted)][:6] or difflib.get_close_matches(wanted, known, 3)
    part = wanted.rpartition("-")[0]
    near = near or [one for one in known if part and one.startswith(part)][:6]
    meant = f"did you mean {', '.join(near)}?" if near else "tablekeeper rules GAME lists them"
    raise UnknownRule(f"there is no rule '{name}'; {meant}")


def sentence(entry: Entry) -> str:
    """What an entry says, in one sentence."""
    if isinstance(entry, Rule):
        return entry.rule
    return _("{question} Here: {choice}").format(question=entry.question, choice=entry.choice)


def search(word: str, games: Iterable[str] = GAMES) -> list[Entry]:
    """The entries that say something of `word`, rules first; case does not matter."""
    wanted = word.casefold()
    found = [entry for one in games for entry in book(one).values() if wanted in _all_words(entry).casefold()]
    return sorted(found, key=lambda entry: isinstance(entry, Ruling))


def rulings_on(entry: Rule) -> list[Ruling]:
    """The rulings that rest on a rule."""
    return [other for other in book(entry.game).values() if isinstance(other, Ruling) and entry.id in other.names]


def explained(why: IllegalAnswer) -> str:
    """A refusal with what its rule says: the reason, and below it the rule's own sentence."""
    if why.rule is None:
        return str(why)
    try:
        return f"{why}\n{sentence(rule(why.rule))}"
    except UnknownRule:
        return str(why)


def option_of(entry: Ruling) -> Option | None:
    """The match option that chooses how it is read; None where there is nothing to choose."""
    options = {option.name: option for option in game(entry.game).options}
    found = options.get(entry.option or "")
    return found or next((option for option in options.values() if option.ruling == entry.id), None)


def in_words(entry: Entry) -> list[str]:
    """All there is to say of an entry, a line each: what it says, how it is read, what switches it, what is not known."""
    if isinstance(entry, Rule):
        lines = [f"{entry.id}  ({entry.section})", f"  {entry.rule}"]
        if entry.data != "complete":
            known = _("a part of this") if entry.data == "partial" else _("nothing of this")
            lines.append("  " + _("The rulebook tells {known}; your box knows: {needs}").format(known=known, needs=entry.needs))
        for ruling in rulings_on(entry):
            lines += ["", *in_words(ruling)]
        return lines
    lines = [f"{entry.id}  {entry.question}"]
    lines += ["  " + _("may be read: {reading}").format(reading=reading) for reading in entry.readings]
    lines += ["  " + _("here: {choice}").format(choice=entry.choice), "  " + _("because: {why}").format(why=entry.why)]
    option = option_of(entry)
    if option is not None:
        values = ", ".join(f"{value}".lower() if isinstance(value, bool) else str(value) for value in _values(option))
        text = _("switch: --option {name}=VALUE with one of {values}; left out: {default}")
        lines.append("  " + text.format(name=option.name, values=values, default=str(option.default)))
    return lines


def _values(option: Option) -> tuple[Any, ...]:
    return option.values or (True, False)


def _all_words(entry: Entry) -> str:
    return " ".join(" ".join(part) if isinstance(part, list) else str(part or "") for part in entry)
