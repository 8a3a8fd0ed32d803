"""Light tracking: people keep Mythics, Tomes and cards; the table knows the maze, the dice, the groundskeeper and the score.

It is told what a turn changes of those, and asks for nothing else: which dice were used, where a Hedge went, how the groundskeeper
was distracted, who was caught, how many Tomes were collected. What an ability may do with Mythics people see for themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.catching import check_eliminated, check_ten, count_catch, take_off
from shared_rules.mischief.dice import board_of, number, reset_die, spend, spend_legendary
from shared_rules.mischief.keeper import arrive, enter, put_keeper
from shared_rules.mischief.maze import DIRECTIONS, adjacent, connected, free_places, mask_of, members, slide
from shared_rules.mischief.pieces import (
    hedges,
    keeper_shut,
    keepers_mask,
    legendary_on,
    move_hedge,
    name,
    remove_clutter,
    remove_hedge,
    shut,
    specials_on,
    square,
)
from shared_rules.mischief.state import CAUGHT, DONE, OUT, WAITING
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief

MOST_POINTS = 8
"""The most that a card is taken to let the groundskeeper move."""
MOST_TOMES = 6
"""The most Tomes that somebody is taken to collect in one turn."""
STOPS = 3
OFF_THE_BOARD = -1


# -- a card -----------------------------------------------------------------------------------------------------------------


def light_points(m: Mischief, k: int) -> Choice:
    """How far the groundskeeper goes in a turn, as the card says (MM-DEST-01)."""
    return Choice(m.speaker, [["points", points] for points in range(1, MOST_POINTS + 1)])


def light_points_answered(m: Mischief, k: int, answer: list[Any]) -> None:
    m.ask("light_stop", k, answer[1], [])


def light_stop(m: Mischief, k: int, points: int, stops: list[int]) -> Choice:
    """Where its next Destination lies."""
    cells = [m.spot(k, cell) for cell in range(m.pack.width * m.pack.height)]
    return Choice(m.speaker, [["go", cell] for cell in cells if cell not in stops])


def light_stop_answered(m: Mischief, k: int, points: int, stops: list[int], answer: list[Any]) -> None:
    stops = [*stops, answer[1]]
    if len(stops) < STOPS:
        m.ask("light_stop", k, points, stops)
        return
    keeper = m.state.keepers[k]
    keeper.points, keeper.stops, keeper.goal = points, stops, 0
    m.tell("destinations_told", None, keeper=k, move=points, stops=[square(m, cell) for cell in stops])
    arrive(m, k, came=False)


# -- the Mythic Phase ---------------------------------------------------------------------------------------------------------


def light_begin(m: Mischief) -> None:
    """Caught Mythics of the team come back; where, people decide (MM-MYTH-01). A Stone is off again (MM-GARG-07)."""
    state = m.state
    for seat in state.seats_of(state.active):
        own = [figure for figure in state.figures if figure.seat == seat]
        back = sum(figure.cell == CAUGHT for figure in own)
        for figure in own:
            figure.cell = OUT if figure.cell == OUT else WAITING
        if back:
            m.tell("told_to_return", seat, count=back)


def light_act(m: Mischief, seat: int) -> Choice:
    """What the table has to know of an action; or the end of the own part of the phase (MM-MYTH-06)."""
    player = m.state.players[seat]
    options: list[list[Any]] = [["spend", die] for die, value in enumerate(player.values) if value]
    if legendary_on(m, seat):
        options.append(["legendary"])
    special = _SPECIALS.get(player.faction)
    if special is not None and specials_on(m) and special not in player.done:
        options.append(["special"])
    return Choice(seat, [*options, ["pass"]])


def light_act_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    player = m.state.players[seat]
    match answer:
        case ["pass"]:
            player.passed = True
            m.tell("passed", seat)
            return
        case ["spend", die]:
            asked = _spend(m, seat, die)
        case ["legendary"]:
            spend_legendary(m, seat)
            m.tell("ability_used", seat, ability="legendary")
            asked = [_LEGENDARIES[player.faction], seat] if player.faction in _LEGENDARIES else []
        case _:
            special = _SPECIALS[player.faction]
            player.done.append(special)
            m.tell("ability_used", seat, ability="special")
            asked = [special, seat]
    m.then(*([["light_ask", *asked]] if asked else []), ["go_on", seat])


def light_ask(m: Mischief, asker: str, *args: Any) -> None:
    """Ask what an ability changed, if it can have changed anything. In a pair nobody comes between (MM-TEAM-02)."""
    question: Choice = m.names[asker](m, *args)
    if not question.options:
        return
    if len(m.state.seats_of(m.state.active)) > 1:
        m.claim()
        m.then(["act_done"])
    m.ask(asker, *args)


def _spend(match: Mischief, seat: int, die: int) -> list[Any]:
    """One point of a die; what the table has to ask then."""
    board = board_of(match, seat)
    ability = board.tracks[board.dice[die]].ability
    spend(match, seat, ability, 1, die)
    match.tell("die_used", seat, die=die, ability=ability, left=match.state.players[seat].values[die])
    if ability in _REACH:
        return ["light_taken", seat, ability]
    return ["light_distract", seat] if ability == "distract" else []


# -- what moves -------------------------------------------------------------------------------------------------------------


def _places(match: Mischief, edge: int) -> int:
    """Where a Hedge taken from `edge` may stand (MM-HEDGE-01, MM-HEDGE-03)."""
    stones = list(members(shut(match)))
    return free_places(match.grid, hedges(match) & ~(1 << edge), stones[0] if stones else -1) & ~(1 << edge)


def _anywhere(match: Mischief, edge: int) -> int:
    return match.grid.edges


def _one_on(match: Mischief, edge: int) -> int:
    """One space on, in any direction (MM-GARG-03)."""
    return sum(1 << slide_.to for slide_ in match.grid.slides[edge] if slide_ is not None)


def _at_the_end(match: Mischief, edge: int) -> int:
    """As far as it slides in each direction, to the last place that cuts nothing off (MM-WOLF-05, MM-WOLF-06)."""
    others, free, found = hedges(match) & ~(1 << edge), _places(match, edge), 0
    for direction in DIRECTIONS:
        ends = [to for to in slide(match.grid, others, edge, direction, keepers_mask(match.state)) if free >> to & 1]
        found |= 1 << ends[-1] if ends else 0
    return found


def _same_space(match: Mischief, edge: int) -> int:
    """The other sides of the two spaces that it stands between (MM-GNOME-08)."""
    one, other = match.grid.ends[edge]
    return match.grid.sides_mask[one] | match.grid.sides_mask[other]


_REACH = {"perch": _one_on, "heave": _at_the_end, "antics": _anywhere, "illusion": _same_space}
"""Where the ability of that name takes a Hedge, whoever stands where."""


def _goals(match: Mischief, ability: str, edge: int) -> list[int]:
    return list(members(_REACH[ability](match, edge) & _places(match, edge)))


def light_taken(m: Mischief, seat: int, ability: str) -> Choice:
    """Which Hedge was moved."""
    return Choice(seat, [["hedge", edge] for edge in m.state.hedges if _goals(m, ability, edge)])


def light_taken_answered(m: Mischief, seat: int, ability: str, answer: list[Any]) -> None:
    m.ask("light_hedge", seat, ability, answer[1])


def light_hedge(m: Mischief, seat: int, ability: str, edge: int) -> Choice:
    """Where it went."""
    return Choice(seat, [["to", to] for to in _goals(m, ability, edge)])


def light_hedge_answered(m: Mischief, seat: int, ability: str, edge: int, answer: list[Any]) -> None:
    move_hedge(m, edge, answer[1])


def light_distract(m: Mischief, seat: int) -> Choice:
    """One space on, to whichever Mythic it makes for (MM-DIST-01)."""
    options = [
        ["distract", k, cell]
        for k, keeper in enumerate(m.state.keepers)
        for cell in adjacent(m.grid, hedges(m), keeper.cell)
        if not keeper_shut(m, k) >> cell & 1
    ]
    return Choice(seat, options)


def light_distract_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    _, k, cell = answer
    m.tell("distracted", seat, keeper=k, at=square(m, cell))
    m.then(["light_catches", 1])
    enter(m, k, cell)


# -- Legendary Abilities and Specials ---------------------------------------------------------------------------------------------

_LEGENDARIES = {"gargoyles": "light_stone", "fairies": "light_dust", "gnomes": "light_potion"}
"""What the table has to know of a Legendary Ability. The Full Moon changes nothing that it knows."""
_SPECIALS = {"werewolves": "light_shred", "gnomes": "light_uproot"}
"""The Specials that change what the table knows, once a turn each."""


def light_stone(m: Mischief, seat: int) -> Choice:
    """Where a Gargoyle stands on its Stone now: nobody passes, and it cuts nothing off (MM-GARG-06, MM-GARG-08, MM-GARG-09)."""
    taken = keepers_mask(m.state) if _in_the_maze(m, seat) else m.grid.full
    taken |= mask_of(stop for keeper in m.state.keepers for stop in keeper.stops if stop != DONE)
    walls = hedges(m)
    cells = [cell for cell in members(m.grid.full & ~taken) if connected(m.grid, walls, 1 << cell)]
    return Choice(seat, [["go", cell] for cell in cells])


def light_stone_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    stands = _in_the_maze(m, seat)[0]
    m.state.figures[stands].cell = answer[1]
    m.state.players[seat].token = stands
    m.tell("stone_dropped", seat, figure=stands, name=name(m, stands), at=square(m, answer[1]))


def _in_the_maze(match: Mischief, seat: int) -> list[int]:
    return [at for at, figure in enumerate(match.state.figures) if figure.seat == seat and figure.cell not in (CAUGHT, OUT)]


def light_dust(m: Mischief, seat: int) -> Choice:
    """Which groundskeeper changed places, and where to (MM-FAIR-05)."""
    keepers = range(len(m.state.keepers))
    bars = [keeper_shut(m, k) | 1 << m.state.keepers[k].cell for k in keepers]
    return Choice(seat, [["dust", k, cell] for k in keepers for cell in range(m.grid.cells) if not bars[k] >> cell & 1])


def light_dust_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    put_keeper(m, answer[1], answer[2])


def light_potion(m: Mischief, seat: int) -> Choice:
    """Which die was reset (MM-GNOME-09)."""
    player = m.state.players[seat]
    return Choice(seat, [["die", die] for die, value in enumerate(player.values) if value < number(m, seat, die)])


def light_potion_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    reset_die(m, seat, answer[1])
    m.state.players[seat].used[answer[1]] = False


def light_shred(m: Mischief, seat: int) -> Choice:
    """What the Shredder took out of the match (MM-WOLF-10, MM-WOLF-11)."""
    shreds = [["shredder", "hedge", edge] for edge in m.state.hedges]
    return Choice(seat, [*shreds, *(["shredder", "clutter", cell] for cell in m.state.clutter)])


def light_shred_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    (remove_hedge if answer[1] == "hedge" else remove_clutter)(m, answer[2])


def light_uproot(m: Mischief, seat: int) -> Choice:
    """Which Destination was moved to a space beside it (MM-GNOME-11)."""
    options: list[list[Any]] = []
    for k, keeper in enumerate(m.state.keepers):
        for stop, cell in enumerate(keeper.stops):
            beside = [m.grid.step(cell, direction) for direction in DIRECTIONS] if cell != DONE else []
            goals = {to for to in beside if to == OFF_THE_BOARD or not any(to in one.stops for one in m.state.keepers)}
            if m.state.options["uproot_target"] != "all_legal":
                goals -= {OFF_THE_BOARD, *members(shut(m))}
            options += [["uproot", k, stop, to] for to in sorted(goals)]
    return Choice(seat, options)


def light_uproot_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    _, k, stop, cell = answer
    m.state.keepers[k].stops[stop] = DONE if cell == OFF_THE_BOARD else cell
    m.tell("destination_moved", seat, keeper=k, number=stop + 1, at="" if cell == OFF_THE_BOARD else square(m, cell))
    arrive(m, k)


# -- catches and Tomes ----------------------------------------------------------------------------------------------------------


def light_catches(m: Mischief, left: int) -> None:
    """Ask who was caught, one after the other, as long as there may be more."""
    state = m.state
    if not state.ended:
        check_ten(m)
    if state.ended:
        m.then(["stop"])
    elif left and any(_still_there(m, team) for team in range(len(state.scores))):
        m.ask("light_caught", left)


def light_caught(m: Mischief, left: int) -> Choice:
    """Whose Mythic was caught next, if any was (MM-GKP-03, MM-GKP-04)."""
    teams = range(len(m.state.scores))
    return Choice(m.speaker, [["none"], *(["caught", team] for team in teams if _still_there(m, team))])


def light_caught_answered(m: Mischief, left: int, answer: list[Any]) -> None:
    if answer[0] == "none":
        return
    figure = _still_there(m, answer[1])[0]
    take_off(m, figure)
    m.tell("told_as_caught", m.state.figures[figure].seat, team=answer[1])
    count_catch(m, answer[1])
    if m.state.phase == "mythic":
        check_eliminated(m)
    m.then(["light_catches", left - 1])


def _still_there(match: Mischief, team: int) -> list[int]:
    """The team's figures in the maze, one on a Stone last: it cannot well be caught."""
    state = match.state
    figures = enumerate(state.figures)
    there = [at for at, one in figures if state.players[one.seat].team == team and one.cell not in (CAUGHT, OUT)]
    return sorted(there, key=lambda figure: state.figures[figure].cell >= 0)


def light_tomes(m: Mischief, seat: int) -> Choice:
    """How many Tomes the player collected in this turn (MM-MYTH-04)."""
    return Choice(seat, [["tomes", count] for count in range(min(MOST_TOMES, m.state.players[seat].supply) + 1)])


def light_tomes_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    player = m.state.players[seat]
    player.collected += answer[1]
    player.supply -= answer[1]
    if answer[1]:
        m.tell("tomes_told", seat, count=answer[1])


def count_tomes(m: Mischief, seat: int) -> None:
    if m.state.players[seat].supply:
        m.ask("light_tomes", seat)
