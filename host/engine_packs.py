"""Owners' packs that matches of the engine are played with: read once, shared by the matches, and let go with the last of them."""

from weakref import WeakKeyDictionary, WeakValueDictionary

from host.engine_types import PACKS_AT_MOST, EngineError
from shared_rules.content import BadPack, Pack
from shared_rules.games import game
from shared_rules.overlay import laid_over
from shared_rules.record import Start


class Packs:
    """The packs in use, at most PACKS_AT_MOST of them."""

    def __init__(self) -> None:
        self._read: WeakValueDictionary[tuple[str, str], Pack] = WeakValueDictionary()
        self._content: WeakKeyDictionary[Pack, str] = WeakKeyDictionary()

    def read(self, name: str, text: str | None) -> Pack | None:
        """The owner's pack in `text`, over the house's of the game `name`. Raises UnknownGame, and EngineError."""
        kind = game(name)
        if text is None:
            return None
        pack = self._read.get((name, text))
        if pack is None:
            try:
                pack = laid_over(kind, "pack", text)
            except BadPack as error:
                raise EngineError("bad_option", "; ".join(map(str, error.problems))) from error
            self._read[name, text] = pack
        return pack

    def keep(self, start: Start, pack: Pack) -> None:
        """A match begins by `start` with `pack`: its text is kept once. Raises EngineError where there are too many packs."""
        if not isinstance(start.content, str):
            return
        if pack not in self._content and len(self._content) >= PACKS_AT_MOST:
            raise EngineError("not_allowed", f"{PACKS_AT_MOST} packs of owners are in use; close matches that are played with some")
        start.content = self._content.setdefault(pack, start.content)
