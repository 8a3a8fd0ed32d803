"""The games there are, by name."""

from importlib import import_module
from typing import Any

from shared_rules.match import Match

GAMES = ("mycelia", "mythicals", "mischief")


class UnknownGame(ValueError):
    """There is no game of that name; the message lists those there are."""


def game(name: str) -> type[Match[Any]]:
    """The match class of the game `name`. Raises UnknownGame."""
    if name not in GAMES:
        raise UnknownGame(f"there is no game '{name}'; there are: {', '.join(GAMES)}")
    found: type[Match[Any]] = import_module(f"shared_rules.{name}").Game
    return found
