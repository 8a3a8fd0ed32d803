"""The bot that does anything that is legal, each with the same chance."""

from collections.abc import Callable
from typing import Any


def random_choice(asked: dict[str, Any], view: dict[str, Any], rng: Callable[[], float]) -> Any:
    """Any option of the question."""
    options = asked["options"]
    return options[int(rng() * len(options))]["answer"]
