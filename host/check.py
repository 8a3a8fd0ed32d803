"""Says what is wrong with a file, whatever kind it is: a content pack, a save, or a journal. The kind is found by content."""

import time
from pathlib import Path

from host.journal import Journal, JournalError
from host.packs import game_of
from shared_rules.content import BadPack
from shared_rules.games import GAMES, game
from shared_rules.house_made import house_words
from shared_rules.overlay import laid_over
from shared_rules.record import BadRecord, replay


def check(path: Path) -> list[str]:
    """What is wrong with the file, a sentence each with its place and the remedy; empty if nothing is."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return [f"{path} cannot be read: {error.strerror}; check the name and whether you may read it"]
    if data.startswith(b"SQLite format 3\0"):
        return _journal(path)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return [f"{path} is no text (byte {error.start} is no UTF-8) and no journal; name a pack, a save or a journal"]
    if text.lstrip().startswith("{"):
        return _save(path, text)
    return _pack(path, text)


def remark(path: Path) -> str:
    """What is worth knowing about a file in which nothing is wrong: how much of a pack is still house content."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ""
    named = None if text.lstrip().startswith("{") else game_of(text)
    return house_words(laid_over(game(named), path.name, text)) if named else ""


def _journal(path: Path) -> list[str]:
    problems = []
    try:
        with Journal(path, time.time, reading=True) as journal:
            problems = journal.problems()
            for match in journal.matches():
                try:
                    journal.verify(match)
                except JournalError as error:
                    problems.append(str(error))
    except JournalError as error:
        return [str(error)]
    return problems


def _save(path: Path, text: str) -> list[str]:
    try:
        replay(text)
    except BadRecord as error:
        return [f"{path}: {error}"]
    return []


def _pack(path: Path, text: str) -> list[str]:
    named = game_of(text)
    if named is None:
        known = " or ".join(f'game = "{name}"' for name in GAMES)
        return [f"{path} is no pack, save or journal that is known here; a pack says which game it is for: under [pack], {known}"]
    try:
        laid_over(game(named), path.name, text)
    except BadPack as error:
        return [str(problem) for problem in error.problems]
    return []
