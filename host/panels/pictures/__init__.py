"""What each game adds to the panels: its numbers, its small picture, its words for what cannot be done."""

from host.panels.pictures.game import Game
from host.panels.pictures.mischief import Mischief
from host.panels.pictures.mycelia import Mycelia
from host.panels.pictures.mythicals import Mythicals

_GAMES: dict[str, Game] = {"mischief": Mischief(), "mycelia": Mycelia(), "mythicals": Mythicals()}


def picture_of(game: str) -> Game:
    """What the panels know of `game`; a game that adds nothing has lists and texts only."""
    return _GAMES.get(game, Game())
