"""Mythic Mischief as a match: how it begins, and the names of all its steps and askers."""

from shared_rules.match import Match
from shared_rules.mischief.state import State


class Mischief(Match[State]):
    """The game for two teams."""

    game = "mischief"
    title = "Mythic Mischief"
    state_type = State
