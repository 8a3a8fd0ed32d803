"""An owner's content pack: read from its file, laid over the house's, and put away again by `teach`."""

from pathlib import Path

from shared_rules.content import BadPack, Pack, Problem
from shared_rules.games import GAMES, game
from shared_rules.overlay import laid_over


def read_owners(file: Path, name: str) -> Pack:
    """The pack in `file` over the house's of the game `name`. Raises BadPack with everything that is wrong."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadPack([Problem(str(file), 0, f"it cannot be read ({error.strerror})", "check its name")]) from error
    except UnicodeDecodeError as error:
        raise BadPack([Problem(str(file), 0, f"it is no text in UTF-8 (byte {error.start})", "save it again as UTF-8")]) from error
    return laid_over(game(name), str(file), text)


def game_of(text: str) -> str | None:
    """The game that a pack says it is for; None if it says none that is known here."""
    return next((name for name in GAMES if f'game = "{name}"' in text), None)
