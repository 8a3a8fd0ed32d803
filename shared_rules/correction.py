"""The table is right: people set what the program has wrong, as an entry of the record like any other.

A game lists what can be set (`Match.correctable`) and sets it (`Match.put_right`); here is what holds for all of them.
"""

from typing import Any

from shared_rules.asking import TABLE
from shared_rules.events import Event
from shared_rules.match import Match
from shared_rules.questions import Choice, Draw, IllegalAnswer, same


def corrected(match: Match[Any], path: str, value: Any) -> tuple[Match[Any], list[Event]]:
    """A copy of `match` where `path` is `value`, and what to tell. Raises IllegalAnswer where that is not listed or would wedge it.

    A question that nobody could answer afterwards would stop the match for good, so it is answered first.
    """
    if match.over:
        raise IllegalAnswer(None, "the match is over; nothing is corrected any more")
    item = next((item for item in match.correctable(TABLE) if item["path"] == path), None)
    if item is None:
        raise IllegalAnswer(None, f"'{path[:80]}' is not among the things that can be corrected now")
    if not _fits(item, value):
        raise IllegalAnswer(None, f"{item['text']} cannot be corrected to that; {_may_be(item)}")
    after = match.copy()
    events = after.correct(path, value)
    for _, question in after.questions.values():
        if (isinstance(question, Choice) and not question.options) or (isinstance(question, Draw) and not question.cards):
            raise IllegalAnswer(None, "nobody could answer what is asked now after that; answer it first, then correct")
    return after, events


def _fits(item: dict[str, Any], value: Any) -> bool:
    if "range" in item:
        low, high = item["range"]
        return type(value) is int and low <= value <= high
    return any(same(value, one) for one in item["values"])


def _may_be(item: dict[str, Any]) -> str:
    if "range" in item:
        return f"it is a whole number from {item['range'][0]} to {item['range'][1]}"
    return f"it may be {', '.join(map(str, item['values'][:12]))}{', ...' if len(item['values']) > 12 else ''}"
