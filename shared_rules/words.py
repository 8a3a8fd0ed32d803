"""What every game's module of words answers. Words are for people; no rule reads them. Nothing secret stands in a prompt."""

import gettext
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

from shared_rules.events import Told
from shared_rules.questions import Answer, Question


@cache
def _catalogue() -> gettext.NullTranslations:
    """The words of the people's language, looked for once: gettext's own functions search the disk for every sentence."""
    return gettext.translation("tablekeeper", fallback=True)


def _(text: str) -> str:
    """`text` in the language of the people at the table."""
    return _catalogue().gettext(text)


class Words(Protocol):
    """A game's words: plain, short enough for a small panel. `names` are the people's names by seat."""

    def prompt(self, m: Any, question: Question, names: Sequence[str]) -> str:
        """What is asked, as everybody may read it; for a Confirm what is to be done with the pieces."""

    def label(self, m: Any, question: Question, answer: Answer) -> str:
        """One option of a choice, or one card of a draw, in a few words."""

    def help_text(self, m: Any, question: Question, answer: Answer) -> str:
        """What happens if that option is taken."""

    def table_lines(self, m: Any, names: Sequence[str]) -> list[str]:
        """How the table stands, as everybody may know it: enough for people to go on by hand."""

    def event_text(self, told: Told, names: Sequence[str]) -> str:
        """What happened, for whoever was told the event."""


def undone_text(told: Told, names: Sequence[str], tasks: Sequence[str]) -> str:
    """The event "undone", which every game has: who took back how much, and what is to be put back (`tasks`)."""
    seat = told["seat"]
    who = _("The table") if seat is None else names[seat] if seat < len(names) else _("seat {number}").format(number=seat)
    back = _("{who} takes back the last answer.") if told["answers"] == 1 else _("{who} takes back {count} answers.")
    text = back.format(who=who, count=told["answers"])
    return text + " " + _("Put back: {tasks}.").format(tasks="; ".join(tasks)) if tasks else text


def told_text(words: Words, told: Told, names: Sequence[str]) -> str:
    """What happened, in one sentence. Undoing is told here for games whose words have no sentence for it."""
    if told["event"] == "undone" and not hasattr(words, "undone_words"):
        return undone_text(told, names, [f"{task['path']} = {task['value']}" for task in told["put_back"]])
    return words.event_text(told, names)
