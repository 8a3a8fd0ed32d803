"""`tablekeeper tournament`: who plays whom, and how it went."""

import json
from pathlib import Path

import click

from host.cli_errors import Unable


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", "name", default="mischief", show_default=True, help="What is played, where a tournament is begun.")
@click.option("--player", "players", multiple=True, metavar="NAME", help="Begin one with these players.")
@click.option("--won", nargs=2, type=(int, str), default=None, metavar="MATCH NAME", help="That match was won by NAME.")
@click.option("--score", default="", help="How it ended, such as 7:4.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object and nothing else.")
def tournament(
    file: Path, name: str, players: tuple[str, ...], won: tuple[int, str] | None, score: str, as_json: bool
) -> None:
    """Keep a tournament in FILE: everybody plays everybody, several matches at once where there are several sets."""
    from host.tournament import Tournament, TournamentError
    from shared_rules.games import UnknownGame, game

    if score and won is None:
        raise Unable("--score is of a match: name it and who won it with --won MATCH NAME")
    try:
        game(name)
        kept = Tournament.begin(file, name, players) if players else Tournament.read(file)
        if won is not None:
            kept.record(*won, score)
    except (TournamentError, UnknownGame) as error:
        raise Unable(str(error)) from error
    if as_json:
        standings = [one._asdict() for one in kept.standings()]
        told = {"game": kept.game, "matches": [one._asdict() for one in kept.matches], "standings": standings, "over": kept.over}
        click.echo(json.dumps(told))
        return
    for line in kept.lines():
        click.echo(line)
    for match in kept.next_matches():
        click.echo(f"Next: match {match.number}, {match.one} against {match.other}.")
