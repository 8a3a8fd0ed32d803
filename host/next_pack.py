"""With which content the next match begins: what the table was opened with, or what is taught at it meanwhile."""

from collections.abc import Callable
from pathlib import Path

from host.packs import read_owners
from host.teach_typed import Lesson
from shared_rules.content import BadPack, Pack, Problem
from shared_rules.games import game


class NextPack:
    """The content of matches to come of the game `name`. `given`: what the table was opened with; None is the house's.

    `file` is where a pack is taught. The page's thread chooses, the table's takes: neither waits for the other.
    """

    def __init__(self, name: str, given: Pack | None, file: Path) -> None:
        self._game, self._given, self._pack = name, given, given
        self.file, self.taught = file, False

    def lesson(self) -> Lesson:
        """A lesson about this game, kept in `file`. Raises what Lesson raises."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        return Lesson(self._game, self.file)

    def choices(self) -> list[tuple[bool, str]]:
        """What can be chosen: whether it is what is taught, and what it is called."""
        title = str((self._given or game(self._game).new_pack()).content["pack"]["title"])
        return [(False, f"{title}, as the table was opened"), (True, "what is taught here")]

    def choose(self, taught: bool) -> None:
        """Let the next match begin with what is taught, or with what the table was opened with. Raises BadPack."""
        if taught and not self.file.exists():
            raise BadPack([Problem(str(self.file), 0, "nothing is taught yet", "answer what is asked first")])
        self._pack = read_owners(self.file, self._game) if taught else self._given
        self.taught = taught

    def take(self, say: Callable[[str], object]) -> Pack | None:
        """The content for a match that begins now: as it is taught by now, or as it was last whole."""
        if self.taught:
            try:
                self._pack = read_owners(self.file, self._game)
            except BadPack as error:
                say(f"What is taught cannot be played as it is now ({error}); it is played as it was when it was chosen.")
        return self._pack
