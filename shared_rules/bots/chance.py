"""Dice, cards and the shrine out of a source of chance, for matches and places without real ones."""

from collections.abc import Callable
from typing import Any

from shared_rules.questions import Clock, Confirm, Draw, Flush, Question, Roll


def chance_answer(question: Question, rng: Callable[[], float]) -> Any:
    """A fair answer to a roll, a draw or a flush; a confirmation is given. `rng` gives floats from 0 up to 1.

    Raises TypeError for a choice, which is for people and bots, and for a clock: when time is over is no matter of chance.
    """
    match question:
        case Draw():
            return question.cards[int(rng() * len(question.cards))]
        case Roll():
            return [faces[int(rng() * len(faces))] for faces in question.faces]
        case Flush():
            face = question.faces[int(rng() * len(question.faces))]
            return {"turned_by": "engine", "drops_seen": None, "face": face, "face_from": "engine"}
        case Confirm() if not isinstance(question, Clock):
            return True
    raise TypeError(f"chance cannot answer a {question.kind}")
