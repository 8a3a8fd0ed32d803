"""Match options: the switches that people may set before a match begins, checked all at once."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

Value = bool | int | str


class BadOption(ValueError):
    """Some options are unknown or have values that do not exist; `reasons` has a sentence for each."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One switch. `type` is "bool", "int" or "choice"; `values` lists what may be chosen; `ruling` is the ledger's id."""

    name: str
    type: str
    default: Value
    values: tuple[Value, ...] = ()
    ruling: str | None = None

    def problem(self, value: Any) -> str | None:
        """Why `value` cannot be taken, in words; None if it can."""
        if self.type == "bool":
            return None if type(value) is bool else f"option '{self.name}' is true or false, not {value!r}"
        if self.values:
            if not any(type(v) is type(value) and v == value for v in self.values):
                return f"option '{self.name}' is one of {', '.join(map(str, self.values))}, not {value!r}"
            return None
        return None if type(value) is int else f"option '{self.name}' is a whole number, not {value!r}"

    def read(self, text: str) -> Value:
        """The value that `text` from a command line means; text that means nothing comes back as it is, for `problem` to name."""
        if self.type == "bool":
            return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
        if self.type == "int":
            return int(text) if text.lstrip("-").isdecimal() else text
        return text


YES_NO: Final = ("yes", "no")


def reading(ruling: str, name: str, default: str, *values: str) -> Option:
    """The switch of a ruling: how one of the rulebook's open questions is read, in words of the ledger."""
    return Option(name, "choice", default, values, ruling)


def settle(options: Sequence[Option], given: dict[str, Any]) -> dict[str, Value]:
    """All options with their values: those `given`, the others at their defaults. Raises BadOption with every reason."""
    by_name = {option.name: option for option in options}
    reasons = [f"there is no option '{name}'; there are {', '.join(by_name)}" for name in given if name not in by_name]
    reasons += [why for name, value in given.items() if name in by_name and (why := by_name[name].problem(value))]
    if reasons:
        raise BadOption(reasons)
    return {option.name: given.get(option.name, option.default) for option in options}
