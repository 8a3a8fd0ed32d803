"""How a card's function is written in a content pack, and the plain lists that it is read into.

    either   := all { "/" all }                 one side is chosen, the others are lost
    all      := part { "&" part }               from left to right
    part     := N "x" part | "others" part | "(" either ")" | leaves | move | remove | around | once
    leaves   := "leaves" N
    move     := "move" amount land [holding]
    remove   := "remove" amount land [holding] ["beside"]
    around   := "around" land
    once     := "remove card" | "action" ("c" | "d" | "e") | "shrine"
    amount   := N [".." N]                      drops printed solid .. with the transparent ones
    land     := "leaf" | "moss" | "water" | "any"
    holding  := "holding" ["exactly"] N         drops that the field must hold; "exactly" is the beetle

Read into: `["leaves", n]`, `["move", low, high, land, need, exact]`, `["remove", low, high, land, need, exact, beside]`,
`["around", land]`, `["times", n, f]`, `["others", f]`, `["all", [f, ...]]`, `["either", [f, ...]]`,
`["remove_card"]` (of the own discard pile), `["gain_action", kind]`, `["shrine_field"]` (an additional one).
"""

import re
from typing import Any

Function = list[Any]
"""A function as plain lists: a verb, then what belongs to it."""

LANDS = ("leaf", "moss", "water", "any")
_TOKEN = re.compile(r"\s*(\d+|\.\.|[a-z]+|[&/()])")


class BadFunction(ValueError):
    """A function that cannot be read; the message says what is wrong."""


def read_function(text: str) -> Function:
    """The function that `text` describes. Raises BadFunction."""
    reader = _Reader(text)
    function = reader.either()
    if reader.next is not None:
        raise BadFunction(f"'{reader.next}' is not expected there")
    return function


def verbs_in(function: Function) -> set[str]:
    """The verbs of a function and of all its parts."""
    match function:
        case ["all" | "either" as verb, parts]:
            return {verb}.union(*map(verbs_in, parts))
        case ["times", _, inner] | ["others", inner]:
            return {function[0]} | verbs_in(inner)
    return {function[0]}


def bonuses_in(function: Function) -> list[Function]:
    """The parts of `function` that are bonuses for others, from left to right, as often as they come."""
    match function:
        case ["all" | "either", parts]:
            return [found for part in parts for found in bonuses_in(part)]
        case ["times", int(times), inner]:
            return bonuses_in(inner) * times
        case ["others", _]:
            return [function]
    return []


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at, text = 0, text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if not found:
                raise BadFunction(f"'{text[at:].strip()}' cannot be read")
            self.tokens.append(found[1])
            at = found.end()

    @property
    def next(self) -> str | None:
        return self.tokens[0] if self.tokens else None

    def take(self, *wanted: str) -> bool:
        """Take the next token if it is one of `wanted`."""
        if self.next in wanted:
            del self.tokens[0]
            return True
        return False

    def word(self, *allowed: str) -> str:
        found = self.next
        if found is None or not self.take(*allowed):
            raise BadFunction(f"one of {', '.join(allowed)} is expected" + (f", not '{found}'" if found else " at the end"))
        return found

    def number(self, least: int = 0) -> int:
        found = self.next
        if found is None or not found.isdecimal() or int(found) < least:
            raise BadFunction(f"a number from {least} up is expected" + (f", not '{found}'" if found else " at the end"))
        del self.tokens[0]
        return int(found)

    def either(self) -> Function:
        sides = [self.all()]
        while self.take("/"):
            sides.append(self.all())
        return sides[0] if len(sides) == 1 else ["either", sides]

    def all(self) -> Function:
        parts = [self.part()]
        while self.take("&"):
            parts.append(self.part())
        return parts[0] if len(parts) == 1 else ["all", parts]

    def part(self) -> Function:
        if self.next is not None and self.next.isdecimal():
            times = self.number(2)
            self.word("x")
            return ["times", times, self.part()]
        if self.take("("):
            inner = self.either()
            self.word(")")
            return inner
        verb = self.word("leaves", "move", "remove", "around", "others", "action", "shrine")
        if verb == "others":
            return ["others", self.part()]
        if verb == "leaves":
            return ["leaves", self.number(1)]
        if verb == "around":
            return ["around", self.word(*LANDS)]
        if verb == "action":
            return ["gain_action", self.word("c", "d", "e")]
        if verb == "shrine":
            return ["shrine_field"]
        if verb == "remove" and self.take("card"):
            return ["remove_card"]
        return self.drops(verb)

    def drops(self, verb: str) -> Function:
        low = self.number()
        high = self.number(1) if self.take("..") else low
        land = self.word(*LANDS)
        need, exact = low, False
        if self.take("holding"):
            exact = self.take("exactly")
            need = self.number(1)
        if high < 1 or low > high or need < low or (exact and need < high):
            raise BadFunction(f"'{verb} {low}..{high} {land}' with {need} on the field: these numbers do not go together")
        function: Function = [verb, low, high, land, need, exact]
        return [*function, self.take("beside")] if verb == "remove" else function
