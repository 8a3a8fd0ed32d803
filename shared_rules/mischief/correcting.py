"""What people may set right on the table, and how its pieces stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from shared_rules.asking import TABLE
from shared_rules.mischief.dice import board_of
from shared_rules.mischief.maze import free_places, members
from shared_rules.mischief.pieces import edge_words, hedges, name, shut, square, taken
from shared_rules.mischief.state import CAUGHT, WAITING, WINNING_SCORE
from shared_rules.mischief.words_correcting import piece_text
from shared_rules.words import _

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief

Item = dict[str, Any]
GONE = "caught"
LOWEST_SCORE = -99


def _piece(path: str, what: str, value: Any, *, seat: int | None = None, thing: str = "") -> Item:
    """A piece: `what` it is, whose, what people call it, and how it stands; spaces and Hedges as people call them."""
    return {"path": path, "what": what, "seat": seat, "thing": thing, "value": value}


def _hedge(match: Mischief, edge: int) -> str:
    return "-".join(edge_words(match, edge))


# -- what can be set --------------------------------------------------------------------------------------------------------------


def correctable(match: Mischief, seat: int | None) -> list[Item]:
    """Figures, groundskeepers, Hedges, Clutter, scores and dice; nothing while the table is being set up, or after the end."""
    if match.state.phase == "setup" or match.over:
        return []
    items = [*_figures(match), *_keepers(match), *_scores(match), *_hedges(match), *_clutter(match), *_dice(match)]
    return [{**item, "text": piece_text(item)} for item in items]


def _figures(match: Mischief) -> Iterator[Item]:
    """Any free space, or off the board; who stands on the Stone stays."""
    state = match.state
    empty = [square(match, cell) for cell in members(match.grid.full & ~taken(match))]
    for number, figure in enumerate(state.figures):
        if figure.cell >= CAUGHT and not (figure.cell >= 0 and shut(match) >> figure.cell & 1):
            here = square(match, figure.cell) if figure.cell >= 0 else GONE
            values = sorted({*empty, here, *([GONE] if not _bears(match, number) else [])})
            yield _piece(f"figures/{number}", "figure", here, seat=figure.seat, thing=name(match, number)) | {"values": values}


def _bears(match: Mischief, figure: int) -> bool:
    return any(player.token == figure for player in match.state.players)


def _keepers(match: Mischief) -> Iterator[Item]:
    empty = [square(match, cell) for cell in members(match.grid.full & ~taken(match))]
    for k, keeper in enumerate(match.state.keepers):
        here = square(match, keeper.cell)
        # Where the current Destination lies it cannot stand: that would be done.
        stops = {square(match, cell) for cell in keeper.stops if cell >= 0}
        yield _piece(f"keepers/{k}", "keeper", here) | {"values": sorted({*empty, here} - stops | {here})}


def _scores(match: Mischief) -> Iterator[Item]:
    for team, score in enumerate(match.state.scores):
        low = 0 if match.state.options["score_below_zero"] == "no" else LOWEST_SCORE
        yield _piece(f"scores/{team}", "score", score, thing=str(team + 1)) | {"range": [low, WINNING_SCORE - 1]}


def _hedges(match: Mischief) -> Iterator[Item]:
    """Any place that a Hedge taken from its own may be put."""
    stone = shut(match).bit_length() - 1
    for edge in match.state.hedges:
        places = free_places(match.grid, hedges(match) & ~(1 << edge), stone)
        here = _hedge(match, edge)
        values = sorted({here, *(_hedge(match, to) for to in members(places))})
        yield _piece(f"hedges/{here}", "hedge", here, thing=here) | {"values": values}


def _clutter(match: Mischief) -> Iterator[Item]:
    lying = {square(match, cell) for cell in match.state.clutter}
    all_ = {square(match, cell) for cell in range(match.grid.cells)}
    for here in sorted(lying):
        yield _piece(f"clutter/{here}", "clutter", here, thing=here) | {"values": sorted(all_ - lying | {here})}


def _dice(match: Mischief) -> Iterator[Item]:
    """The number that a die shows: what is left of its ability in this turn."""
    for seat, player in enumerate(match.state.players):
        for die, value in enumerate(player.values):
            yield _piece(f"players/{seat}/dice/{die}", "die", value, seat=seat, thing=_die(match, seat, die)) | {"range": [0, 6]}


def _die(match: Mischief, seat: int, die: int) -> str:
    board = board_of(match, seat)
    ability = board.tracks[board.dice[die]].ability
    several = len(board.of[ability]) > 1
    return f"{_(ability.capitalize())} {board.of[ability].index(die) + 1}" if several else _(ability.capitalize())


def put_right(match: Mischief, path: str, value: Any) -> None:
    """Set what `path` names to `value`, one of those that `correctable` lists."""
    state = match.state
    item = next(item for item in correctable(match, TABLE) if item["path"] == path)
    cells = {square(match, cell): cell for cell in range(match.grid.cells)}
    match path.split("/"):
        case ["figures", number]:
            state.figures[int(number)].cell = cells.get(value, CAUGHT)
        case ["keepers", number]:
            state.keepers[int(number)].cell = cells[value]
        case ["scores", number]:
            state.scores[int(number)] = value
        case ["hedges", here]:
            edges = {_hedge(match, edge): edge for edge in match.grid.ends}
            state.hedges = sorted([edge for edge in state.hedges if edge != edges[here]] + [edges[value]])
        case ["clutter", here]:
            left = state.clutter[:]
            left.remove(cells[here])
            state.clutter = sorted([*left, cells[value]])
        case ["players", seat, "dice", die]:
            state.players[int(seat)].values[int(die)] = value
    match.tell("put_right", item["seat"], what=item["what"], thing=item["thing"], value=value, was=item["value"])


# -- how the pieces stand ---------------------------------------------------------------------------------------------------------


def standing(match: Mischief, seat: int | None) -> list[Item]:
    """All pieces on the table; everybody sees them all."""
    state = match.state
    found = [item for items in (_figures_standing, _maze_standing, _boards_standing) for item in items(match)]
    found += [_piece(f"scores/{team}", "score", score, thing=str(team + 1)) for team, score in enumerate(state.scores)]
    return [{**item, "text": piece_text(item)} for item in found]


def _figures_standing(match: Mischief) -> Iterator[Item]:
    state = match.state
    for number, figure in enumerate(state.figures):
        if state.players[figure.seat].faction and figure.cell != WAITING:
            here = square(match, figure.cell) if figure.cell >= 0 else GONE
            yield _piece(f"figures/{number}", "figure", here, seat=figure.seat, thing=name(match, number))
    for k, keeper in enumerate(state.keepers):
        yield _piece(f"keepers/{k}", "keeper", square(match, keeper.cell))


def _maze_standing(match: Mischief) -> Iterator[Item]:
    state = match.state
    for edge in state.hedges:
        here = _hedge(match, edge)
        yield _piece(f"hedges/{here}", "hedge", here, thing=here)
    for cell in state.clutter:
        yield _piece(f"clutter/{square(match, cell)}", "clutter", square(match, cell), thing=square(match, cell))
    for k, keeper in enumerate(state.keepers):
        for number, cell in enumerate(keeper.stops, start=1):
            if cell >= 0:
                yield _piece(f"stops/{k}/{number}", "stop", square(match, cell), thing=str(number))
    for cell, colours in sorted(state.tomes.items()):
        yield _piece(f"tomes/{square(match, cell)}", "tomes", len(colours), thing=square(match, cell))


def _boards_standing(match: Mischief) -> Iterator[Item]:
    for seat, player in enumerate(match.state.players):
        if not player.faction:
            continue
        board = board_of(match, seat)
        for die, value in enumerate(player.values):
            yield _piece(f"players/{seat}/dice/{die}", "die", value, seat=seat, thing=_die(match, seat, die))
        yield _piece(f"players/{seat}/collected", "collected", player.collected, seat=seat)
        yield _piece(f"players/{seat}/legendary", "legendary", player.legendary, seat=seat)
        for number, track in enumerate(board.tracks):
            thing = _(track.ability.capitalize())
            yield _piece(f"players/{seat}/tomes/{number}", "track", player.tomes[number], seat=seat, thing=thing)
