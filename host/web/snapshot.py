"""The table as one JSON object: only what everybody may know."""

from collections.abc import Sequence
from typing import Any

from host.web.doors import Button
from shared_rules.asking import asked
from shared_rules.events import Told
from shared_rules.house_made import house_words
from shared_rules.match import Match
from shared_rules.questions import Draw


def table(match: Match[Any], name: str, names: Sequence[str], die: dict[str, Any] | None) -> dict[str, Any]:
    """Everything that the page of the table draws but panels, log and ring.

    `view` is the spectators' view of the game; `cards` has name and words of each card in it; `lines` tells the table in words,
    `house` what of it is house content ("": nothing).
    """
    view = match.view(None)
    result = match.result()
    return {
        "type": "table",
        "match": name,
        "game": match.game,
        "title": match.title,
        "round": match.rounds,
        "answers": match.number,
        "names": list(names),
        "view": view,
        "turn": view.get("active"),
        "questions": asked(match, None, names),
        "cards": {card: _card(match, card) for card in view.get("cards", {})},
        "lines": match.words.table_lines(match, names),
        "house": house_words(match.pack),
        "die": die,
        "over": match.over,
        "result": result and {"winners": result.winners, "reason": result.reason, "outcome": result.outcome},
    }


def _card(match: Match[Any], card: str) -> dict[str, str]:
    """A card's name and what it does, told as of any card that may come."""
    question = Draw(None, "", [card])
    return {"name": match.words.label(match, question, card), "text": match.words.help_text(match, question, card)}


def seats(
    match: Match[Any], name: str, names: Sequence[str], panels: Sequence[int], buttons: Sequence[Button],
    links: Sequence[tuple[str, str]],
) -> dict[str, Any]:  # fmt: skip
    """What a page needs to know to show panels: who sits where, who is asked, which buttons there are, which further pages."""
    return {
        "type": "seats",
        "match": name,
        "title": match.title,
        "names": list(names),
        "panels": list(panels),
        "buttons": [{"name": button.name, "label": button.label} for button in buttons],
        "asked": sorted({question.seat for _, question in match.questions.values() if question.seat is not None}),
        "over": match.over,
        "links": [{"page": page, "words": words} for page, words in links],
    }


def die(told: Told, source: str | None) -> dict[str, Any] | None:
    """The die that an event tells of, if it does: its face, who threw it (None: the Shrine), and where the face came from."""
    if "face" not in told:
        return None
    return {"face": told["face"], "seat": told["seat"], "from": told.get("face_from") or source}
