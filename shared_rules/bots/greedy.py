"""The bot that takes what looks best right now, by the value function of the game."""

from collections.abc import Callable
from typing import Any


def greedy(
    asked: dict[str, Any],
    view: dict[str, Any],
    rng: Callable[[], float],
    value: Callable[[dict[str, Any], int, list[Any]], list[float]],
) -> Any:
    """The option that `value(view, seat, answers)` rates highest; among equal ones chance decides."""
    answers = [option["answer"] for option in asked["options"]]
    worth = value(view, asked["seat"] or 0, answers)
    best = max(worth)
    equal = [answer for answer, found in zip(answers, worth, strict=True) if found == best]
    return equal[int(rng() * len(equal))]
