"""Seats that play by themselves. A bot is given what a person at its seat would see, and a source of chance."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from shared_rules.bots.greedy import greedy
from shared_rules.bots.random import random_choice

Thinker = Callable[[dict[str, Any], dict[str, Any], Callable[[], float]], Any]
"""Answers a choice: (the question as its seat sees it, the seat's view, chance from 0 up to 1) -> the answer."""

NAMES = ("greedy", "random")


class UnknownBot(ValueError):
    """There is no bot of that name; the message lists those there are."""


def bot(name: str, game: str) -> Thinker:
    """The bot `name` for the game `game`. Raises UnknownBot."""
    if name == "random":
        return random_choice
    if name == "greedy":
        value = import_module(f"shared_rules.{game}.value").value
        return lambda asked, view, rng: greedy(asked, view, rng, value)
    raise UnknownBot(f"there is no bot '{name}'; there are: {', '.join(NAMES)}")
