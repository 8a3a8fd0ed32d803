"""What `tablekeeper rules` prints: the games, the rules of one, one rule with all that belongs to it, or where a word stands."""

from collections.abc import Iterator, Sequence

from shared_rules.content import Pack
from shared_rules.games import GAMES, game
from shared_rules.house_made import house_entries, house_words
from shared_rules.rulebook import Entry, Rule, Ruling, book, in_words, rule, search, sentence


def asked_for(first: str | None, second: str | None) -> tuple[list[str], str | None]:
    """The games to look in, and the id that is wanted; the first word may be either. Raises UnknownGame."""
    if first is not None and second is None and first not in GAMES and "-" in first:
        return list(GAMES), first
    if first is not None:
        game(first)
    return ([first] if first is not None else list(GAMES)), second


def one_rule(name: str, games: Sequence[str], pack: Pack | None) -> list[str]:
    """A rule with its rulings and switches, and what of it is house content. Raises UnknownRule."""
    entry = rule(name, games)
    lines = in_words(entry)
    if isinstance(entry, Rule) and entry.data != "complete":
        house = house_words(pack or game(entry.game).new_pack())
        lines += ["", house] if house else []
    return lines


def found(word: str, games: Sequence[str]) -> list[str]:
    """A line for each rule and ruling that says something of `word`."""
    return [_line(entry) for entry in search(word, games)]


def games_there_are() -> list[str]:
    """A line for each game, and how to go on."""
    lines = []
    for name in GAMES:
        entries = book(name).values()
        rulings = sum(isinstance(entry, Ruling) for entry in entries)
        lines.append(f"{name}: {len(entries) - rulings} rules, {rulings} rulings on what they leave open")
    return [*lines, "tablekeeper rules GAME lists them; tablekeeper rules GAME ID tells one; --search WORD finds."]


def whole_game(name: str, pack: Pack | None) -> Iterator[str]:
    """All rules by section, all rulings, and what is house content."""
    section = ""
    for entry in book(name).values():
        heading = entry.section if isinstance(entry, Rule) else "Rulings: how is read what the rulebook leaves open"
        if heading != section:
            section = heading
            yield ""
            yield section
        yield f"  {_line(entry)}"
    content = pack or game(name).new_pack()
    house = house_words(content)
    if house:
        yield ""
        yield house
        yield from (f"  {line}" for line in house_entries(content))


def _line(entry: Entry) -> str:
    unknown = "" if isinstance(entry, Ruling) or entry.data == "complete" else f" [{entry.data}: {entry.needs}]"
    return f"{entry.id}  {sentence(entry)}{unknown}"
