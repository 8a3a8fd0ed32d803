"""A turn: caught Mythics come back, Tomes underfoot are taken, then actions in any order until the team passes (MM-TURN-01)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.factions.ground import survey
from shared_rules.mischief.keeper import distract, distractions
from shared_rules.mischief.maze import members
from shared_rules.mischief.modes import is_blitz, is_light
from shared_rules.mischief.moving import move, moves
from shared_rules.mischief.pieces import collect, name, of_team, square, taken
from shared_rules.mischief.state import CAUGHT
from shared_rules.play import Frame
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def begin_turn(m: Mischief) -> None:
    """A turn's phases, the first two on the clock in Blitz; the Cleanup follows the groundskeeper (MM-TURN-01)."""
    state = m.state
    state.phase, state.late = "mythic", False
    seats = state.seats_of(state.active)
    m.tell("turn_began", seats[0], team=state.active, seats=seats, round=state.round)
    m.then(*([["start_clock"]] if is_blitz(state) else [["mythic_phase"], ["keeper_phase"]]), ["next_team"])


def mythic_phase(m: Mischief) -> None:
    """What comes before the first action is done in this order (MM-R-12)."""
    seats = m.state.seats_of(m.state.active)
    back: list[Frame] = [["light_begin"]] if is_light(m.state) else [*(["returns", seat] for seat in seats), ["take_underfoot"]]
    m.then(*(["begin_faction", seat] for seat in seats), *back, ["act_together"])


def begin_faction(m: Mischief, seat: int) -> None:
    """What the faction has to do first: the Stone comes off, the Ring's bearer may be moved."""
    player = m.state.players[seat]
    player.passed = False
    m.factions[player.faction].begin(m, seat)


# -- Mythics that come back -----------------------------------------------------------------------------------------------


def returns(m: Mischief, seat: int) -> None:
    """Every caught Mythic comes back now, one by one (MM-MYTH-01, MM-R-10, MM-R-11)."""
    if not m.state.ended and _caught(m, seat) and _entrances(m):
        m.ask("return_to", seat)


def return_to(m: Mischief, seat: int) -> Choice:
    """Any caught Mythic, any free secret entrance; without one any free space (MM-MYTH-02, MM-MYTH-03)."""
    cells = _entrances(m)
    return Choice(seat, [["return", figure, cell] for figure in _caught(m, seat) for cell in cells])


def return_to_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    _, figure, cell = answer
    m.state.figures[figure].cell = cell
    m.tell("figure_returned", seat, figure=figure, name=name(m, figure), at=square(m, cell))
    m.then(["returns", seat])


def _caught(match: Mischief, seat: int) -> list[int]:
    return [number for number, figure in enumerate(match.state.figures) if figure.seat == seat and figure.cell == CAUGHT]


def _entrances(match: Mischief) -> list[int]:
    """The spaces where a Mythic may come back now. A Tome makes an entrance unavailable, or not (MM-R-09)."""
    state = match.state
    barred = taken(match)
    tome_bars = state.options["tome_occupies_entrance"] == "yes"
    found = [
        cell
        for k, keeper in enumerate(state.keepers)
        for cell in (match.spot(k, one) for one in match.pack.cards[keeper.card].entrances)
        if not barred >> cell & 1 and not (tome_bars and cell in state.tomes)
    ]
    return found or open_spaces(match)


def open_spaces(match: Mischief) -> list[int]:
    """The spaces without a Mythic, a groundskeeper or a Tome."""
    tomes = match.state.tomes
    return [cell for cell in members(match.grid.full & ~taken(match)) if cell not in tomes]


def take_underfoot(m: Mischief) -> None:
    """Who stands on an own Tome as the turn begins collects it (MM-MYTH-04, MM-R-06)."""
    for figure in of_team(m.state, m.state.active):
        collect(m, figure, m.state.figures[figure].cell)


# -- actions --------------------------------------------------------------------------------------------------------------


def act_together(m: Mischief) -> None:
    """A player without teammate acts on this line; teammates act side by side (MM-TEAM-02)."""
    seats = m.state.seats_of(m.state.active)
    if len(seats) == 1:
        m.then(["go_on", seats[0]])
    else:
        m.each(seats, "go_on")


def go_on(m: Mischief, seat: int) -> None:
    """On with the next action, as long as there is one (MM-MYTH-06, MM-MYTH-08, MM-R-54) and time for it (MM-BLITZ-02).

    Who can do nothing stays asked while a teammate still can: that may change what is possible (MM-TEAM-02).
    """
    state = m.state
    if state.ended:
        m.then(["stop"])
        return
    seats = state.seats_of(state.active)
    if state.phase != "mythic" or state.late:
        return
    acting = [one for one in seats if not state.players[one].passed]
    if is_light(state):
        if seat in acting:
            m.ask("light_act", seat)
        return
    if seat in acting and m.ask_if(_more_than_pass, "act", seat):
        return
    if any(_more_than_pass(act(m, one)) for one in acting if one != seat):
        if seat in acting:
            m.ask("act", seat)
        return
    for one in acting:
        m.tell("out_of_actions", one)
    if len(seats) > 1:
        m.end_sisters()


def _more_than_pass(question: Choice) -> bool:
    """Whether there is anything that the player can do but pass."""
    return len(question.options) > 1


def act(m: Mischief, seat: int) -> Choice:
    """Any action with any Mythic, or the end of the own part of the phase (MM-MYTH-06, MM-MYTH-07)."""
    ground = survey(m)
    offers = m.factions[m.state.players[seat].faction].offers(m, seat, ground)
    return Choice(seat, moves(m, seat, ground) + distractions(m, seat, ground) + offers + [["pass"]])


def act_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    """In a pair only the one who acts goes on until the action is done: no teammate comes between its choices."""
    if len(m.state.seats_of(m.state.active)) > 1:
        m.claim()
        m.then(["act_done"], ["go_on", seat])
    else:
        m.then(["go_on", seat])
    match answer:
        case ["move", figure, path]:
            move(m, seat, figure, path)
        case ["distract", k, cell]:
            distract(m, seat, k, cell)
        case ["pass"]:
            m.state.players[seat].passed = True
            m.tell("passed", seat)
        case _:
            m.tell("ability_used", seat, ability=answer[0])
            m.factions[m.state.players[seat].faction].act(m, seat, answer)


def act_done(m: Mischief) -> None:
    """The teammate may act again."""
    m.release()
