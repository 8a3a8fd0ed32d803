"""The commands of `tablekeeper`. Exit codes: 0 done, 1 it ran and the answer is no, 2 it could not run (all reasons at once)."""

import contextlib
import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from host import paths
from host.cli_boards import calibrate, fairness, setup, update
from host.cli_errors import NO, Unable
from host.cli_tournament import tournament
from host.journal import Damaged, Journal, JournalError
from shared_rules.bots import UnknownBot, bot
from shared_rules.content import BadPack, Pack
from shared_rules.games import GAMES, UnknownGame, game
from shared_rules.options import BadOption, Value
from shared_rules.record import BadRecord


def owners_pack(file: Path | None, name: str) -> Pack | None:
    """The owner's pack in `file` over the house's, for the game `name`; None if no file is named."""
    from host.packs import read_owners

    return read_owners(file, name) if file else None


@contextlib.contextmanager
def _in_words() -> Iterator[None]:
    """Turn what is known to go wrong into plain words and exit code 2."""
    try:
        yield
    except BadOption as error:
        raise Unable("\n".join(error.reasons)) from error
    except (JournalError, BadRecord, UnknownGame, UnknownBot, BadPack) as error:
        raise Unable(str(error)) from error


def match_options(name: str, given: tuple[str, ...]) -> dict[str, Value]:
    """The match options that `--option NAME=VALUE` gives for the game `name`. Raises BadOption for what is no option."""
    known = {option.name: option for option in game(name).options}
    found: dict[str, Value] = {}
    reasons = []
    for text in given:
        option, equals, value = text.partition("=")
        if not equals:
            reasons.append(f"'{text}' is no option; write --option NAME=VALUE")
        elif option not in known:
            reasons.append(f"there is no option '{option}'; there are {', '.join(known)}")
        else:
            found[option] = known[option].read(value)
    if reasons:
        raise BadOption(reasons)
    return found


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tablekeeper")
def main() -> None:
    """A table controller for physical board games: the rules ask, the table answers."""


for command in (calibrate, setup, update, fairness, tournament):
    main.add_command(command)


@main.command()
@click.argument("name", metavar="GAME")
@click.option("--seats", type=int, default=2, show_default=True, help="How many people play.")
@click.option("--bots", default="random", show_default=True, help="NAME or NAME,NAME,...: one for all, or one a seat.")
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Everything that comes by chance depends on it.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes; the numbers stay the same.")
@click.option("--pack", "pack_file", type=click.Path(path_type=Path), default=None, help="Your own content, over the house's.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A match option.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object and nothing else.")
def simulate(
    name: str,
    seats: int,
    bots: str,
    matches: int,
    seed: int,
    jobs: int,
    pack_file: Path | None,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play many matches of GAME without a table."""
    from host.simulate import Plan
    from host.simulate import simulate as run
    from shared_rules.bots import NAMES as BOTS

    thinkers = bots.split(",")
    thinkers = thinkers * seats if len(thinkers) == 1 else thinkers
    with _in_words():
        wrong = [f"there is no bot '{bot}'; there are {', '.join(BOTS)}" for bot in dict.fromkeys(thinkers) if bot not in BOTS]
        if len(thinkers) != seats:
            wrong.append(f"{len(thinkers)} bots are named for {seats} seats; name one, or one a seat")
        chosen = match_options(name, options)
        pack = owners_pack(pack_file, name)
        game(name).new(seats, chosen, pack)
        if wrong:
            raise BadOption(wrong)
        found = run(Plan(name, seats, chosen, thinkers, seed, pack), matches, jobs)
    if as_json:
        click.echo(json.dumps(found))
    else:
        for key, value in found.items():
            click.echo(f"{key.replace('_', ' ')}: {value}")
    sys.exit(NO if found["unfinished"] else 0)


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object and nothing else.")
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Say what is wrong with content packs, saves and journals; the kind is found by content."""
    from host.check import check as problems_of
    from host.check import remark

    found = {str(file): problems_of(file) for file in files}
    if as_json:
        click.echo(json.dumps({"problems": found}))
    else:
        for file, problems in found.items():
            for line in problems or filter(None, (f"{file}: nothing is wrong", remark(Path(file)))):
                click.echo(line)
    sys.exit(NO if any(found.values()) else 0)


def _teach_on_page(name: str, file: Path, port: int) -> None:
    """Serve the page of a lesson until somebody ends this command."""
    from host.teach_typed import Lesson
    from host.web.server import WebError, WebTable
    from host.web.teach import TeachPage

    begin = partial(Lesson, name, file)
    begin()  # what is wrong with the file is told here
    web = WebTable(port=port, more=TeachPage(begin).routes)
    try:
        web.start()
    except WebError as error:
        raise Unable(str(error)) from error
    try:
        click.echo(f"Your box is asked for at {web.address}teach on this computer. Press Enter here to end.")
        sys.stdin.readline()
    except KeyboardInterrupt:
        pass
    finally:
        web.stop()
    click.echo(f"What was taught is kept in {file}.")


@main.command()
@click.argument("name", metavar="GAME")
@click.option("-o", "--output", "file", type=click.Path(path_type=Path, dir_okay=False), default=None, help="The pack's file.")
@click.option("--page", "port", type=click.IntRange(0, 65535), default=None, help="Ask in a browser, at this port (0: any).")
def teach(name: str, file: Path | None, port: int | None) -> None:
    """Build your own content for GAME by being asked what your box says. It can be stopped and gone on with at any time."""
    from host.teach_typed import teach as ask

    file = file or paths.taught_pack(name)
    with _in_words():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if port is None:
                ask(name, file, (line.rstrip("\n") for line in sys.stdin), click.echo)
            else:
                _teach_on_page(name, file, port)
        except OSError as error:
            raise Unable(f"{file} cannot be used: {error.strerror}; name another file with -o") from error


@main.command()
@click.argument("name", metavar="[GAME]", required=False)
@click.argument("rule", metavar="[ID]", required=False)
@click.option("--search", "word", metavar="WORD", default=None, help="Only what says something of WORD.")
@click.option("--pack", "pack_file", type=click.Path(path_type=Path), default=None, help="Your own content, over the house's.")
def rules(name: str | None, rule: str | None, word: str | None, pack_file: Path | None) -> None:
    """Tell the rules in words: of a GAME, or the one called ID with its switch and what of it is house content."""
    from host import rules as told
    from shared_rules.rulebook import UnknownRule

    with _in_words():
        games, wanted = told.asked_for(name, rule)
        if pack_file and len(games) > 1:
            raise Unable("a pack is for one game; name it: tablekeeper rules GAME --pack FILE")
        pack = owners_pack(pack_file, games[0])
        try:
            if wanted is not None:
                lines = told.one_rule(wanted, games, pack)
            elif word is not None:
                lines = told.found(word, games)
            else:
                lines = list(told.whole_game(games[0], pack)) if name else told.games_there_are()
        except UnknownRule as error:
            raise Unable(str(error)) from error
    click.echo("\n".join(lines) if lines else f"No rule says anything of '{word}'.", err=not lines)
    sys.exit(0 if lines else NO)


@main.command()
@click.argument("match", required=False)
@click.option("--journal", type=click.Path(path_type=Path), default=None, help="The journal's file; left out: the demo's.")
@click.option("--words", is_flag=True, help="Tell the match in words, and how to finish it by hand.")
@click.option("-o", "--output", type=click.File("w", encoding="utf-8"), default="-", help="Where to write.")
def export(match: str | None, journal: Path | None, words: bool, output: Any) -> None:
    """Write MATCH (the newest, if none is named) as a save that replays anywhere.

    Of a damaged journal it is what is good; exit code 1 then.
    """
    from host.saves import save_lines, word_lines

    file = journal or paths.demo_journal()
    if not file.exists():
        raise Unable(paths.no_journal(file))
    with _in_words(), Journal(file, paths.wall_clock, reading=True) as book:
        name = match or book.newest()
        if name is None:
            raise Unable(f"the journal {file} has no match yet; play one first")
        book.start(name)
        try:
            output.writelines((word_lines if words else save_lines)(book, name))
        except click.FileError as error:
            raise Unable(f"{error.ui_filename} cannot be written: {error.message}; name another file with -o") from error
        except Damaged as error:
            click.echo(f"{error}. What was written ends before that.", err=True)
            sys.exit(NO)


def _text_of_save(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise Unable(f"{file} cannot be read: {why}; name a save that export wrote") from error


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--words", is_flag=True, help="Tell the match in words while it is played.")
@click.option("--pack", "pack_file", type=click.Path(path_type=Path), default=None, help="The content of a save without its own.")
def replay(file: Path, words: bool, pack_file: Path | None) -> None:
    """Play the save FILE anew; every answer, event and the end are compared. Exit code 1 with the first difference."""
    from host.replay import game_of_save, play_again

    text = _text_of_save(file)
    try:
        pack = owners_pack(pack_file, game_of_save(text)) if pack_file else None
        click.echo(play_again(text, click.echo if words else None, pack))
    except (BadPack, UnknownGame) as error:
        raise Unable(str(error)) from error
    except BadRecord as error:
        click.echo(f"{file}: {error}", err=True)
        sys.exit(NO)


@main.command()
@click.option("--port", "ports", multiple=True, help="A port to look at beside those that are found.")
@click.option("--seconds", type=float, default=3.0, show_default=True, help="How long to listen.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object and nothing else.")
def boards(ports: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """List the boards that answer: role, id, firmware, state."""
    from host.look_for_boards import look

    found = look(ports, seconds)
    if as_json:
        click.echo(json.dumps({"boards": found}))
    else:
        for line in [board["words"] for board in found] or ["No board answers; plug one in, or name its port with --port."]:
            click.echo(line)
    sys.exit(0 if any(board["state"] == "awake" for board in found) else NO)


@main.command()
@click.option("--table", "file", type=click.Path(path_type=Path), default=Path("table.toml"), show_default=True)
@click.option("--game", "name", type=click.Choice(GAMES), default=None, help="In place of the one that the table is for.")
@click.option("--seats", type=click.IntRange(1), default=None, help="How many play, from the first seat on.")
@click.option("--pack", "pack_file", type=click.Path(path_type=Path), default=None, help="Your own content, over the house's.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A match option.")
def run(file: Path, name: str | None, seats: int | None, pack_file: Path | None, options: tuple[str, ...]) -> None:
    """Play on the real table that FILE describes: its panels, buttons and boards. An unfinished match goes on."""
    from host.config import ConfigError, read_table
    from host.fitting import pi_ends
    from host.run import Run, RunTrouble, Tonight, stopped_by_signals

    with _in_words():
        try:
            table = read_table(file)
            played = name or table.game
            chosen = {**table.options[played], **match_options(played, options)}
            own = pack_file or (table.pack if played == table.game else None)
            pack = owners_pack(own, played)
            tonight = Tonight(played, seats or table.players, chosen, pack, own or paths.taught_pack(played))
            game(played).new(tonight.players, chosen, pack)
            if tonight.players > len(table.seats):
                raise Unable(f"{tonight.players} play, but {file} has {len(table.seats)} seats; add a [[seats]] for each")
            typing = sys.stdin.isatty() or any(seat.panel is None and seat.bot is None for seat in table.seats[: tonight.players])
            keyboard = sys.stdin if typing else None
            evening = Run(table, tonight, ends=pi_ends(), say=click.echo, keyboard=keyboard, log=paths.table_log())
            with stopped_by_signals(evening):
                evening.run()
        except (ConfigError, RunTrouble) as error:
            raise Unable(str(error)) from error


@main.command()
def engine() -> None:
    """Play matches by JSON lines on standard input and output, for bots and front ends of any language; see host/ENGINE.md."""
    from host.engine import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)


@main.command()
@click.option("--table", "file", type=click.Path(path_type=Path), default=None, help="Look at this table; else at the computer.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object and nothing else.")
def doctor(file: Path | None, as_json: bool) -> None:
    """Say what is there, what answers and what is wrong: boards, panels, buttons, buses, disk. Exit code 1: something is."""
    from host.config import ConfigError, read_table
    from host.doctor import Machine, examine, is_well, told

    try:
        table = read_table(file) if file else None
    except ConfigError as error:
        raise Unable(str(error)) from error
    found = examine(table, Machine())
    if as_json:
        click.echo(json.dumps({"well": is_well(found), "findings": [finding.plain() for finding in found]}))
    else:
        click.echo("\n".join(told(found)))
    sys.exit(0 if is_well(found) else NO)


@main.command()
@click.option("--game", "name", default="mycelia", show_default=True, type=click.Choice(GAMES))
@click.option("--seats", type=int, default=2, show_default=True, help="How many play.")
@click.option("--save", "file", type=click.Path(path_type=Path), default=None, help="Go on with a save; it says game and seats.")
@click.option("--humans", type=click.IntRange(0), default=None, help="People at the keyboard, from seat 0 on. [1]")
@click.option("--bots", default="greedy", show_default=True, help="The bot that plays the other seats.")
@click.option("--speed", type=click.FloatRange(0), default=1.0, show_default=True, help="0: no waiting.")
@click.option("--headless", is_flag=True, help="Nobody looks; needs --matches.")
@click.option("--matches", type=click.IntRange(1), default=None, help="Stop after so many.")
@click.option("--journal", type=click.Path(path_type=Path), default=None, help="Its journal's file.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="The page's; 0: any that is free.")
@click.option("--vm", type=click.Choice(["auto", "micropython", "cpython"]), default="auto", help="What runs the boards.")
@click.option("--seed", type=int, default=None, help="For bots, cards and virtual hands; left out: truly random.")
@click.option("--pack", "pack_file", type=click.Path(path_type=Path), default=None, help="Your own content, over the house's.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A match option.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object about each match and nothing else.")
def demo(
    name: str,
    seats: int,
    humans: int | None,
    headless: bool,
    matches: int | None,
    pack_file: Path | None,
    options: tuple[str, ...],
    file: Path | None,
    **more: Any,
) -> None:
    """Play on virtual hardware: two boards run their real firmware, virtual hands do what people are told."""
    from host.demo import Demo, DemoTrouble
    from host.run import stopped_by_signals
    from host.saves import read_unfinished

    if headless and matches is None:
        raise Unable("--headless needs --matches: nobody is there who could stop it")
    if humans is None:
        humans = 1 if sys.stdin.isatty() and not headless else 0
        if not sys.stdin.isatty() and matches is None:
            matches = 1  # nobody is there who could stop it
    save = None
    if file is not None:
        if options:
            raise Unable("--option is for a new match; the one in the save keeps its own: leave --option or --save out")
        try:
            save = read_unfinished(_text_of_save(file))
        except BadRecord as error:
            raise Unable(f"{file}: {error}") from error
        name, seats = save[0].game, save[0].seats
    with _in_words():
        chosen = match_options(name, options)
        pack = owners_pack(pack_file, name)
        game(name).new(seats, chosen, pack)
        bot(more["bots"], name)
        try:
            taught = pack_file or paths.taught_pack(name)
            table = Demo(name, seats, min(humans, seats), chosen, matches, headless, save=save, pack=pack, taught=taught, **more)
            with stopped_by_signals(table):
                table.run()
        except DemoTrouble as error:
            raise Unable(str(error)) from error
