"""The commands of `tablekeeper` that are about boards: new programs for them."""

import sys

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
