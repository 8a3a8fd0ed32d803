"""What cannot be in a state of Mythic Mischief, wherever it comes from: a front end, a file, an older program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from shared_rules.mischief.maze import connected
from shared_rules.mischief.modes import ENCHANTED, is_light
from shared_rules.mischief.pieces import clutter, hedges, shut
from shared_rules.mischief.state import CLUTTER, CREST, DICE_EACH, DONE, HEDGES, TOMES_EACH, WAITING, State
from shared_rules.piles import Pile

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief

COUNT_AT_MOST = 1_000_000
PHASES = ("setup", "mythic", "keeper", "cleanup", "enchanted")
ONCE_A_TURN = ("ring", "shredder", "uproot", "light_shred", "light_uproot")
ENDINGS = ("", "ten", "card", "eliminated", "deck")
STEPS_AT_MOST = 100
"""No groundskeeper has more points than that, and no player so many Boosts."""
Problems = Iterator[tuple[str, str]]


def tomes_in(state: State) -> int:
    """All Tomes, wherever they are; a team's score marker is one."""
    return (
        sum(p.supply + p.collected + p.legendary + p.spent + sum(p.tomes) for p in state.players)
        + sum(map(len, state.tomes.values()))
        + _marked(state)
    )


def _marked(state: State) -> int:
    """The Tomes on the score tracker: they go there once all factions are chosen."""
    waits = any(["mark_scores"] in line.agenda for line in state.play.lines.values())
    return 0 if waits else sum(seat >= 0 for seat in state.markers)


def problems(m: Mischief, new: Mischief) -> Problems:
    """Everything that is wrong with the state of `m`, which began like `new`, with its place."""
    state = m.state
    if [player.team for player in state.players] != [player.team for player in new.state.players]:
        yield "players", "they are not the players and teams of this match"
        return
    if [figure.seat for figure in state.figures] != [figure.seat for figure in new.state.figures]:
        yield "figures", "they are not the Mythics of this match"
        return
    if (state.solo is None) != (new.state.solo is None):
        yield "solo", "it stands there in a solo game only"
        return
    if len(state.keepers) != len(new.state.keepers):
        yield "keepers", f"there are {len(new.state.keepers)} groundskeepers in this match"
        return
    yield from _table_problems(m)
    yield from _solo_problems(m)
    for seat in range(len(state.players)):
        yield from _player_problems(m, seat)
    for k in range(len(state.keepers)):
        yield from _keeper_problems(m, k)
    yield from _figure_problems(m)
    yield from _maze_problems(m)
    if not _whole(state.cards) or set(state.cards.cards()) - set(m.pack.cards):
        yield "cards", "that is no pile of destination cards"
    if tomes_in(state) != TOMES_EACH * len(state.players):
        yield "", f"there are {tomes_in(state)} Tomes, and there have to be {TOMES_EACH * len(state.players)}"
    if not state.play.lines and not state.ended:
        yield "play.lines", "nobody is asked anything, and the match has not ended"


def _solo_problems(m: Mischief) -> Problems:
    solo = m.state.solo
    if solo is None:
        return
    if not _whole(solo.deck):
        yield "solo.deck", "that is no shuffled pile"
    elif Counter([*solo.deck.cards(), *solo.row, *solo.discard]) != Counter(m.pack.detentions.keys()):
        yield "solo", "each Detention card is there once"
    if solo.side and solo.side not in m.pack.returns:
        yield "solo.side", f"the sides of the Return card are {', '.join(m.pack.returns)}"
    if m.state.phase != "setup" and not solo.side and not is_light(m.state):
        yield "solo.side", "one side of the Return card is chosen before the first turn"


def _table_problems(m: Mischief) -> Problems:
    state = m.state
    for path, team in (("active", state.active), ("first", state.first)):
        if team not in (0, 1):
            yield path, "there are team 0 and team 1"
    if len(state.scores) != 2 or any(abs(score) > COUNT_AT_MOST for score in state.scores):
        yield "scores", "there is one for each team"
    if len(state.markers) != 2 or any(seat not in state.seats_of(team) for team, seat in enumerate(state.markers)):
        yield "markers", "each is of a player of its team"
    if not 1 <= state.round <= COUNT_AT_MOST:
        yield "round", "rounds count from 1"
    for path, found, known in (("phase", state.phase, PHASES), ("ended", state.ended, ENDINGS)):
        if found not in known:
            yield path, f"it is one of {', '.join(filter(None, known))}"
    if state.phase != "setup" and not all(player.faction for player in state.players):
        yield "phase", "a turn begins when all have chosen their factions"
    if set(state.cards_done) - set(m.pack.cards):
        yield "cards_done", "there is no such card"


def _player_problems(m: Mischief, seat: int) -> Problems:
    player, at = m.state.players[seat], f"players[{seat}]"
    counts = (player.supply, player.collected, player.spent, *player.tomes)
    if any(not 0 <= count <= COUNT_AT_MOST for count in counts):
        yield at, "nobody has that number of Tomes"
    if not -1 <= player.token < len(m.state.figures):
        yield f"{at}.token", "no such figure bears it"
    if set(player.done) - set(ONCE_A_TURN):
        yield f"{at}.done", f"what is done once a turn is {', '.join(ONCE_A_TURN)}"
    if player.faction == "gargoyles" and player.token >= 0 and m.state.figures[player.token].cell < 0:
        yield f"{at}.token", "the Stone lies under a figure on the board"
    if not player.faction:
        if player.slots or player.values or player.used or player.tomes:
            yield f"{at}.faction", "dice and Tomes lie on the board of a faction"
        return
    if player.faction not in m.pack.factions:
        yield f"{at}.faction", f"there is no faction '{player.faction}'"
    elif any(other.faction == player.faction for other in m.state.players[:seat]):
        yield f"{at}.faction", "another player has that faction"
    elif m.state.solo is None or seat != ENCHANTED:
        yield from _dice_problems(m, seat)


def _dice_problems(m: Mischief, seat: int) -> Problems:
    player, at = m.state.players[seat], f"players[{seat}]"
    board = m.pack.factions[player.faction]
    if len(player.tomes) != len(board.tracks):
        yield f"{at}.tomes", f"that faction has {len(board.tracks)} tracks"
        return
    for path, held in (("slots", player.slots), ("values", player.values), ("used", player.used)):
        if len(held) != DICE_EACH:
            yield f"{at}.{path}", f"a faction has {DICE_EACH} dice"
            return
    if any(not 0 <= value <= 6 for value in player.values):
        yield f"{at}.values", "a die shows 0 to 6"
    for number, track in enumerate(board.tracks):
        slots = [player.slots[die] for die in board.of[track.ability]]
        if len(set(slots)) < len(slots) or any(not player.tomes[number] <= slot < len(track.slots) for slot in slots):
            yield f"{at}.slots", f"each die of '{track.ability}' has a slot of its own without a Tome"


def _keeper_problems(m: Mischief, k: int) -> Problems:
    keeper, at = m.state.keepers[k], f"keepers[{k}]"
    cells = m.grid.cells
    if not 0 <= keeper.cell < cells:
        yield f"{at}.cell", "the groundskeeper stands on the board"
    if keeper.card and keeper.card not in m.pack.cards:
        yield f"{at}.card", f"there is no card '{keeper.card}'"
    if not keeper.card and m.state.phase != "setup" and not is_light(m.state):
        yield f"{at}.card", "a card lies face up in every turn"
    if not 0 <= keeper.points <= STEPS_AT_MOST or (keeper.points and not is_light(m.state)):
        yield f"{at}.points", "the card says how far it goes; with light tracking people do"
    if not 0 <= keeper.goal <= CREST:
        yield f"{at}.goal", "it makes for Destination 1 to 3, or for the crest"
    elif len(keeper.stops) != 3 or any(not DONE <= stop < cells for stop in keeper.stops):
        yield f"{at}.stops", "there are three Destinations, on the board or done"
    elif any(stop != DONE for stop in keeper.stops[: keeper.goal]):
        yield f"{at}.stops", "Destinations before the current one are done"
    elif keeper.card and keeper.goal < CREST and keeper.stops[keeper.goal] == DONE:
        yield f"{at}.stops", "the current Destination is on the board"


def _figure_problems(m: Mischief) -> Problems:
    state = m.state
    standing = Counter(figure.cell for figure in state.figures if figure.cell >= 0)
    for number, figure in enumerate(state.figures):
        if not WAITING <= figure.cell < m.grid.cells:
            yield f"figures[{number}].cell", "that is no space of the board"
        elif figure.cell == WAITING and state.phase != "setup" and not is_light(state):
            yield f"figures[{number}].cell", "all Mythics are placed before the first turn"
    if any(count > 1 for count in standing.values()) or any(keeper.cell in standing for keeper in state.keepers):
        yield "figures", "each Mythic and each groundskeeper has a space of its own"


def _maze_problems(m: Mischief) -> Problems:
    state = m.state
    if state.hedges != sorted(set(state.hedges)) or any(edge not in m.grid.ends for edge in state.hedges):
        yield "hedges", "they lie on different edges inside the board, in order"
    elif not connected(m.grid, hedges(m), shut(m)):
        yield "hedges", "they cut a part of the board off"
    if any(not 0 <= cell < m.grid.cells for cell in state.clutter) or state.clutter != sorted(state.clutter):
        yield "clutter", "it lies on spaces of the board, in order"
    elif clutter(m).bit_count() < len(state.clutter) and state.options["draft_clutter_on"] != "anything":
        yield "clutter", "each token has a space of its own"
    yield from _count_problems(m)


def _count_problems(m: Mischief) -> Problems:
    state, sets = m.state, len(m.state.keepers)
    for path, there, left, out, whole in (
        ("hedges", state.hedges, state.hedges_left, state.hedges_out, HEDGES),
        ("clutter", state.clutter, state.clutter_left, state.clutter_out, CLUTTER),
    ):
        if min(left, out) < 0 or len(there) + left + out != whole * sets:
            yield path, f"there have to be {whole * sets} in all"
    seats = range(len(state.players))
    for cell, colours in state.tomes.items():
        odd = not colours or len(set(colours)) < len(colours) or any(colour not in seats for colour in colours)
        if not 0 <= cell < m.grid.cells or odd:
            yield "tomes", "one Tome of a colour at most lies on a space"


def _whole(pile: Pile) -> bool:
    """Whether it is shuffled cards only, as many as its layers say."""
    out = Counter[int]()
    for layer in pile.layers:
        if layer.card is not None or layer.extra or not 0 <= layer.pool < len(pile.pools) or layer.size < 1:
            return False
        out[layer.pool] += layer.size
    return all(out[number] == len(pool) for number, pool in enumerate(pile.pools))


# -- arguments of pending steps ---------------------------------------------------------------------------------------------


def argument_fits(m: Mischief, name: str, value: Any) -> bool:
    """Whether a pending step may have `value` as its argument `name`."""
    check = _ARGUMENTS.get(name)
    return check is None or check(m, value)


def _seats(m: Mischief, value: list[int]) -> bool:
    return all(0 <= seat < len(m.state.players) for seat in value)


_ARGUMENTS: dict[str, Callable[[Mischief, Any], bool]] = {
    "seat": lambda m, value: _seats(m, [value]),
    "who": lambda m, value: _seats(m, [value]),
    "players": lambda m, value: bool(value) and _seats(m, value),
    "rolled": lambda m, value: len(value) < len(m.state.players) and all(1 <= face <= 6 for face in value),
    "k": lambda m, value: 0 <= value < len(m.state.keepers),
    "team": lambda m, value: value in (0, 1),
    "number": lambda m, value: 0 <= value <= COUNT_AT_MOST,
    "left": lambda m, value: 0 <= value <= STEPS_AT_MOST,
    "price": lambda m, value: 0 <= value <= STEPS_AT_MOST,
    "figure": lambda m, value: 0 <= value < len(m.state.figures) and m.state.figures[value].cell >= 0,
    "path": lambda m, value: bool(value) and all(0 <= cell < m.grid.cells for cell in value),
}
