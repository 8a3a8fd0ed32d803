"""Open questions as plain JSON, each as a seat may see it: what panels, pages, bots and the engine are given."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from shared_rules.match import Match
from shared_rules.questions import Choice, Clock, Confirm, Draw, Flush, Question, Roll

TABLE = -1
"""In place of a seat: whoever supplies chance and may see every question whole."""


def asked(m: Match[Any], seat: int | None, names: Sequence[str]) -> list[dict[str, Any]]:
    """All open questions as `seat` may see them (None: a spectator, TABLE: everything), lowest line first."""
    return [shown(m, line, ticket, question, seat, names) for line, (ticket, question) in m.questions.items()]


def shown(m: Match[Any], line: int, ticket: int, question: Question, seat: int | None, names: Sequence[str]) -> dict[str, Any]:
    """One question. Options and cards are left out where `seat` may not know them: they would give a hand away."""
    found: dict[str, Any] = {
        "line": line,
        "ticket": ticket,
        "kind": question.kind,
        "seat": question.seat,
        "group": isinstance(question, Choice) and question.seat is None,
        "prompt": m.words.prompt(m, question, names),
    }
    hidden = isinstance(question, Draw) and question.hidden
    whole = seat == TABLE or (not hidden and question.seat in (None, seat))
    match question:
        case Choice() if whole:
            found["options"] = [
                {"answer": option, "label": m.words.label(m, question, option), "help": m.words.help_text(m, question, option)}
                for option in question.options
            ]
        case Roll():
            found |= {"dice": question.dice, "faces": [list(faces) for faces in question.faces]}
        case Draw():
            found["pile"] = question.pile
            if whole:
                found["cards"] = [
                    {"answer": card, "label": m.words.label(m, question, card), "count": count}
                    for card, count in sorted(Counter(question.cards).items())
                ]
        case Flush():
            found |= {"drops": question.drops, "faces": list(question.faces)}
        case Clock():
            found |= {"seats": question.seats[:], "limit_ms": question.limit_ms}
        case Confirm():
            found |= {"text": found["prompt"], "task": question.task}
    return found
