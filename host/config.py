"""A real table as its `table.toml` describes it; hardware/table.example.toml shows every key.

    table = read_table(Path("table.toml"))      # raises ConfigError with all that is wrong
    table.seats[0].panel.address                # 0x3C
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from host import paths
from host.config_reader import ConfigError, ConfigReader, Place, near
from host.config_seats import Seat, read_seats
from host.packs import read_owners
from shared_rules.content import BadPack
from shared_rules.games import GAMES, game
from shared_rules.options import Value

__all__ = ["ConfigError", "Seat", "TableConfig", "read_table"]

ENGINE: Final = "engine"
SOURCES: Final = {
    "roll": (
        "dice_reader:tumbler", "dice_reader:thrower", "dice_reader:roller",
        *(f"dice_reader:well{number}" for number in range(1, 9)), ENGINE,
    ),
    "flush": ("shrine", ENGINE),
}  # fmt: skip
"""What may answer a roll or a flush. People may always, and are never listed."""
_DEFAULT_CHAINS: Final = {"roll": ["dice_reader:tumbler", "dice_reader:roller"], "flush": ["shrine"]}
_KEYS: Final = ("game", "players", "pieces", "tracking", "journal", "seats", "boards", "sources", "options", "page", "pack")
_WAYS: Final = {"pieces": ("real", "none"), "tracking": ("full", "light")}
_COPY_IT: Final = "name your own file with --table; hardware/table.example.toml is one to copy"


@dataclass(frozen=True)
class TableConfig:
    """`seats` are all that are fitted, `players` how many of them play (from seat 0). `find`: look for boards on USB too.

    `chains` are the sources of "roll" and of "flush", the best first. `options` are match options by game.
    """

    file: Path
    game: str
    players: int
    seats: tuple[Seat, ...]
    ports: tuple[str, ...]
    find: bool
    chains: dict[str, list[str]]
    journal: Path
    options: dict[str, dict[str, Value]]
    page: int | None = None
    """The port on this computer at which the table is shown in a browser; None: it is not."""
    pack: Path | None = None
    """The owner's content for `game`, over the house's; None: the house's alone."""

    @property
    def roles(self) -> list[str]:
        """The boards that its sources need."""
        named = [source.partition(":")[0] for chain in self.chains.values() for source in chain]
        return [role for role in dict.fromkeys(named) if role != ENGINE]


def read_table(file: Path) -> TableConfig:
    """Read and check a `table.toml`. Raises ConfigError with everything that is wrong, each with its line and a remedy."""
    reader = ConfigReader(file, _COPY_IT)
    reader.known(reader.data, (), _KEYS)
    name = _game(reader)
    seats = read_seats(reader)
    players = _players(reader, name, len(seats))
    options = _options(reader, name)
    ports, find = _boards(reader)
    chains = _sources(reader)
    journal = _journal(reader, file)
    page = _page(reader)
    pack = _pack(reader, file, name)
    reader.finish()
    return TableConfig(file, name, players, tuple(seats), tuple(ports), find, chains, journal, options, page, pack)


def _game(reader: ConfigReader) -> str:
    name = reader.take(reader.data, (), "game", str)
    if name is not None and name not in GAMES:
        reader.wrong(("game",), f"there is no game '{name}'", near(name, GAMES))
    return name if name in GAMES else GAMES[0]


def _players(reader: ConfigReader, name: str, seats: int) -> int:
    """How many play: as many as `players` says, else as there are seats."""
    kind = game(name)
    allowed = ", ".join(map(str, kind.seats))
    given: int | None = reader.take(reader.data, (), "players", int)
    if given is None:
        if seats and seats not in kind.seats:
            remedy = "list as many [[seats]], or say how many of them play with players = N above the first table"
            reader.wrong(("seats",), f"{kind.title} is played by {allowed}, and {seats} seats are listed", remedy)
        return seats
    if given not in kind.seats:
        reader.wrong(("players",), f"{kind.title} is played by {allowed}, not by {given}", "name one of these numbers")
    elif given > seats:
        reader.wrong(("players",), f"{given} play, but there are {seats} seats", "add a [[seats]] for each, or lower it")
    return given


def _options(reader: ConfigReader, name: str) -> dict[str, dict[str, Value]]:
    """The match options by game: what `pieces` and `tracking` say for all games, and each game's own table."""
    found = {each: _ways(reader, each, default=each == name) for each in GAMES}
    tables = reader.take(reader.data, (), "options", dict) or {}
    reader.known(tables, ("options",), GAMES, "game")
    for each in GAMES:
        table = reader.take(tables, ("options",), each, dict) or {}
        place: Place = ("options", each)
        known = {option.name: option for option in game(each).options}
        reader.known(table, place, known, f"option of {each}")
        for key in table.keys() & known.keys():
            problem = known[key].problem(table[key])
            if problem:
                reader.wrong((*place, key), problem, "choose one of these" if known[key].values else "mend the value")
            found[each][key] = table[key]
    return found


def _ways(reader: ConfigReader, name: str, *, default: bool) -> dict[str, Value]:
    """What `pieces` and `tracking` mean to a game. Only the game that the file is for complains."""
    found: dict[str, Value] = {"pieces": "real"}
    options = {option.name: option for option in game(name).options}
    for key, values in _WAYS.items():
        if key not in reader.data:
            continue
        value = reader.data[key]
        if value not in values:
            if default:
                reader.wrong((key,), f"'{key}' is one of {', '.join(values)}, not {value!r}", "choose one of these")
        elif key in options and options[key].problem(value) is None:
            found[key] = value
        elif default and value != values[0]:
            reader.wrong((key,), f"{name} has no {key} = '{value}'", "take the line out")
    return {key: value for key, value in found.items() if key in options}


def _boards(reader: ConfigReader) -> tuple[list[str], bool]:
    table = reader.take(reader.data, (), "boards", dict) or {}
    reader.known(table, ("boards",), ("ports", "find"))
    ports = reader.texts(table, ("boards",), "ports") or []
    for port in ports:
        if not port.startswith("/"):
            reader.wrong(("boards", "ports"), f"'{port}' is no port", "write it whole, like /dev/ttyACM0")
    if len(set(ports)) < len(ports):
        reader.wrong(("boards", "ports"), "a port is listed twice", "list it once")
    find = reader.take(table, ("boards",), "find", bool)
    return ports, True if find is None else find


def _sources(reader: ConfigReader) -> dict[str, list[str]]:
    table = reader.take(reader.data, (), "sources", dict) or {}
    reader.known(table, ("sources",), SOURCES)
    chains = {}
    for need, default in _DEFAULT_CHAINS.items():
        given = reader.texts(table, ("sources",), need)
        chains[need] = list(default) if given is None else given
        place: Place = ("sources", need)
        for source in chains[need]:
            if source not in SOURCES[need]:
                reader.wrong(place, f"there is no source '{source}' for a {need}", near(source, SOURCES[need]))
        if len(set(chains[need])) < len(chains[need]):
            reader.wrong(place, "a source is listed twice", "list it once")
        if ENGINE in chains[need][:-1]:
            reader.wrong(place, "what comes after 'engine' is never asked", "put it last")
    return chains


def _journal(reader: ConfigReader, file: Path) -> Path:
    given = reader.take(reader.data, (), "journal", str)
    if not given:
        if given is not None:
            reader.wrong(("journal",), "'journal' is empty", "name a file, or take the line out")
        return paths.table_journal()
    path = file.parent / Path(given).expanduser()
    if path.is_dir():
        reader.wrong(("journal",), f"'{given}' is a folder", "name a file in it, such as table.sqlite")
    return path


def _pack(reader: ConfigReader, file: Path, name: str) -> Path | None:
    """The owner's pack; what is wrong in it is told like what is wrong here."""
    given: str | None = reader.take(reader.data, (), "pack", str)
    if given is None:
        return None
    path = file.parent / Path(given).expanduser()
    try:
        read_owners(path, name)
    except BadPack as error:
        reader.problems += error.problems
    return path


def _page(reader: ConfigReader) -> int | None:
    port: int | None = reader.take(reader.data, (), "page", int)
    if port is not None and not 1024 <= port <= 65535:
        reader.wrong(("page",), f"{port} is no port for a page", "write a number from 1024 to 65535, such as 8765")
    return port
