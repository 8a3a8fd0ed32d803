"""The commands of `tablekeeper` that are about what is plugged in: the first evening, new programs, and how even dice are."""

import json
import sys
from pathlib import Path

import click

from host.cli_errors import NO, Unable


@click.command()
@click.argument("board", required=False)
@click.option("--port", "ports", multiple=True, help="A port to look at beside those that are found.")
@click.option("--as", "role", default="", metavar="ROLE", help="What an empty board is to be: dice_reader or shrine.")
@click.option("--source", is_flag=True, help="Copy it as source, even where it could be compiled.")
@click.option("--force", is_flag=True, help="Also where the board has this program already.")
def update(board: str | None, ports: tuple[str, ...], role: str, source: bool, force: bool) -> None:
    """Give BOARD (its role, port or id; left out: all) this Tablekeeper's program. The old one stays until the new one works."""
    from host.update import prompt
    from host.update.choose import chosen, targets
    from host.update.program import ROLES
    from host.update.updater import UpdateError, Updater

    if not prompt.is_there():
        raise Unable("Programs are copied with mpremote, which is missing: pip install 'tablekeeper[update]'")
    if role and role not in ROLES:
        raise Unable(f"there is no board '{role}'; there are {', '.join(ROLES)}")
    found = chosen(targets(ports), board)
    if not found:
        raise Unable("No such board answers. Plug it in, stop the table if it is running, or name its port with --port.")
    updater = Updater(click.echo, ports, compile_it=False if source else None)
    failed = False
    for target in found:
        name = f"The {(target.role or role or 'board').replace('_', ' ')} at {target.port}"
        if not force and updater.is_current(target):
            click.echo(f"{name} has this program already.")
            continue
        try:
            click.echo(updater.update(target, role))
        except UpdateError as error:
            failed = True
            click.echo(f"{name}: {error}", err=True)
    sys.exit(NO if failed else 0)


@click.command()
@click.option("--journal", type=click.Path(path_type=Path), default=None, help="The journal's file; left out: the real table's.")
@click.option("--match", "matches", multiple=True, help="Only that match; left out: all.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object and nothing else.")
def fairness(journal: Path | None, matches: tuple[str, ...], as_json: bool) -> None:
    """Tell how even each die has fallen, in words and as a chart. Exit code 1: nothing was thrown yet."""
    from host import paths
    from host.fairness import fairness_of
    from host.journal import Journal, JournalError

    file = journal or paths.table_journal()
    if not file.exists():
        raise Unable(paths.no_journal(file))
    try:
        with Journal(file, paths.wall_clock, reading=True) as book:
            found, left_out = fairness_of(book, matches or None)
    except JournalError as error:
        raise Unable(str(error)) from error
    if as_json:
        click.echo(json.dumps({"dice": [die.plain() for die in found.dice], "left_out": left_out}))
    else:
        lines = [line for die in found.dice for line in (*die.lines(), "")] or ["No throw is in this journal yet."]
        click.echo("\n".join([*lines, *left_out]))
    sys.exit(0 if found.dice else NO)


@click.command()
@click.option("--sides", type=click.IntRange(4, 20), default=6, show_default=True, help="How many sides the die has.")
@click.option("--well", type=click.IntRange(1, 8), default=None, help="The well that is taught; left out: the tumbler.")
@click.option("--port", "ports", multiple=True, help="A port to look at beside those that are found.")
def calibrate(sides: int, well: int | None, ports: tuple[str, ...]) -> None:
    """Teach the dice reader a die, face by face. Exit code 1: it was not learnt to the end."""
    from host.calibrate import READER, Calibration
    from host.link.boards import Boards
    from host.look_for_boards import wait_for

    boards = Boards(list(ports), find=True)
    boards.start()
    try:
        if wait_for(boards, [READER], 10.0):
            raise Unable("No dice reader answers. Plug it in, stop the table if it is running, or name its port with --port.")
        lesson = Calibration(boards, _typed, click.echo)
        learnt = lesson.die(sides) if well is None else lesson.well(well, sides)
    finally:
        boards.stop()
    sys.exit(0 if learnt else NO)


def _typed(text: str) -> str:
    return str(click.prompt(text, default="", show_default=False, prompt_suffix=""))


@click.command()
@click.option("-o", "--output", "file", type=click.Path(path_type=Path), default=Path("table.toml"), show_default=True)
@click.option("--port", "ports", multiple=True, help="A port to look at beside those that are found.")
def setup(file: Path, ports: tuple[str, ...]) -> None:
    """Find boards, panels and buttons by asking, give empty boards their programs, and write FILE. Needs nothing before it."""
    from host.first_evening import Setup, SetupError
    from host.fitting import pi_ends
    from host.pi import Buses

    def ask(prompt: str) -> str:
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise SetupError("Nobody answers any more; nothing was written")
        return line

    try:
        # Channels of a multiplexer are named: their numbers differ from one start to the next.
        buses = [name if "-mux" in name else number for number, name in Buses().found().items()]
        Setup(buses, pi_ends(), ask, click.echo, ports).run(file)
    except SetupError as error:
        raise Unable(str(error)) from error
