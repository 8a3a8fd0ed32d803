"""Why an answer is refused: the rule and a sentence. Only asked after a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.dice import board_of, points, tracks_with_room
from shared_rules.mischief.factions.faction import Refusal
from shared_rules.mischief.keeper import goal
from shared_rules.mischief.maze import free_places
from shared_rules.mischief.moving import cost
from shared_rules.mischief.pieces import at, clutter, fixed, free, hedges, keeper_at, of_team, shut
from shared_rules.mischief.state import CAUGHT

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def _is_cell(m: Mischief, cell: Any) -> bool:
    return type(cell) is int and 0 <= cell < m.grid.cells


# -- preparing ------------------------------------------------------------------------------------------------------------------


def faction_refused(m: Mischief, seat: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["faction", str(one)] if any(player.faction == one for player in m.state.players):
            return "MM-FAC-01", "another player has that faction"
        case ["faction", _]:
            return "MM-COMP-05", f"the factions are {', '.join(m.pack.factions)}"
    return None


def draft_refused(m: Mischief, number: int, answer: list[Any]) -> Refusal:
    state = m.state
    match answer:
        case ["hedge" | "clutter" as kind, _] if not (state.hedges_left if kind == "hedge" else state.clutter_left):
            return "MM-DRAFT-02", "all of that kind are placed"
        case ["hedge", int(edge)] if edge in state.hedges:
            return "MM-HEDGE-03", "a Hedge stands there already"
        case ["hedge", int(edge)] if edge in m.grid.ends and not free_places(m.grid, hedges(m)) >> edge & 1:
            return "MM-DRAFT-03", "there it would close off a part of the board"
        case ["hedge", _]:
            return "MM-HEDGE-02", "a Hedge stands between two spaces, never on the outer edge"
        case ["clutter", int(cell)] if _is_cell(m, cell):
            return "MM-R-58", "Clutter lies there already"
        case ["clutter", _]:
            return "MM-DRAFT-04", "Clutter goes on a space of the board"
    return None


def place_refused(m: Mischief, seat: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["place", int(figure), _] if not 0 <= figure < len(m.state.figures) or m.state.figures[figure].seat != seat:
            return "MM-PLACE-01", "it is another player's Mythics that are placed now"
        case ["place", _, cell]:
            return "MM-PLACE-02", _not_open(m, cell) or "that Mythic is placed already, or comes later"
    return None


def return_to_refused(m: Mischief, seat: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["return", int(figure), _] if not 0 <= figure < len(m.state.figures) or m.state.figures[figure].seat != seat:
            return "MM-MYTH-01", "only the own caught Mythics come back"
        case ["return", int(figure), _] if m.state.figures[figure].cell != CAUGHT:
            return "MM-MYTH-01", "that Mythic is not caught"
        case ["return", _, cell]:
            entrance = "MM-MYTH-02", "a secret entrance of the face-up card is free: it goes there"
            reason = _not_open(m, cell)
            return ("MM-MYTH-03", reason) if reason else entrance
        case ["pass"]:
            return "MM-R-11", "caught Mythics have to come back"
    return None


def _not_open(m: Mischief, cell: Any) -> str | None:
    """Why no Mythic may be placed there."""
    if not _is_cell(m, cell):
        return "that is no space of the board"
    if keeper_at(m.state, cell):
        return "the Groundskeeper stands there"
    if at(m.state, cell) >= 0:
        return "another Mythic stands there"
    return "a Tome lies there" if cell in m.state.tomes else None


def slot_first_refused(m: Mischief, seat: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["slot", _]:
            return _no_room(m, seat, answer[1])
        case ["keep" | "legendary", *_]:
            return "MM-R-57", "the Tome in advance goes on a track"
    return None


# -- actions --------------------------------------------------------------------------------------------------------------------


def act_refused(m: Mischief, seat: int, answer: list[Any]) -> Refusal:
    """A Move, a Distract, or what the faction can say of its own abilities."""
    match answer:
        case ["move", int(figure), list(path)] if path and all(_is_cell(m, cell) for cell in path):
            return _move(m, seat, figure, path)
        case ["distract", int(k), cell] if 0 <= k < len(m.state.keepers) and _is_cell(m, cell):
            return _distract(m, seat)
        case ["slot" | "boost" | "keep", *_]:
            return "MM-FAQ-05", "Tomes and Boosts wait for the Cleanup Phase"
        case ["return", *_]:
            return "MM-MYTH-01", "caught Mythics come back as the turn begins"
    return m.factions[m.state.players[seat].faction].refused(m, seat, answer)


def _move(m: Mischief, seat: int, figure: int, path: list[int]) -> Refusal:
    state = m.state
    why = _cannot_start(m, seat, figure)
    if why:
        return why
    start = here = state.figures[figure].cell
    for number, cell in enumerate(path):
        side = next((side for side in m.grid.sides[here] if side.to == cell), None)
        if side is None:
            return "MM-TERM-01", "that space does not share a side with the one before it"
        if hedges(m) & side.bit:
            return "MM-MOVE-08", "a Hedge is in the way"
        if keeper_at(state, cell):
            return "MM-MOVE-07", "the Groundskeeper stands there"
        if shut(m) >> cell & 1:
            return "MM-GARG-06", "nobody passes the Stone"
        if number < len(path) - 1 and free(m, cell):
            return "MM-MOVE-01", "it can stop on that space: move there first, then on"
        here = cell
    if not free(m, here) and here != start:
        return "MM-MOVE-04", "another Mythic stands on the last space"
    price = sum(cost(m, figure, cell) for cell in path)
    left = points(m, seat, "move")
    if price > left:
        return ("MM-MOVE-09", f"it costs {price} points, and {left} are left") if left else ("MM-TRACK-02", "no Move point is left")
    return "MM-MOVE-04", "a Mythic does not pass one space twice in one Move"


def _cannot_start(m: Mischief, seat: int, figure: int) -> Refusal:
    state = m.state
    if not 0 <= figure < len(state.figures) or state.figures[figure].seat != seat:
        return "MM-MYTH-06", "only own Mythics take a Move action"
    if state.figures[figure].cell < 0:
        return "MM-R-11", "that Mythic is not on the board in this turn"
    if state.figures[figure].tripped:
        return "MM-DET-09", "that Mythic was tripped up and does not move in this turn"
    if fixed(m, figure):
        return "MM-GARG-06", "that Mythic stands on the Stone"
    return None


def _distract(m: Mischief, seat: int) -> Refusal:
    if not points(m, seat, "distract"):
        return "MM-TRACK-02", "no Distract point is left"
    if not of_team(m.state, m.state.players[seat].team):
        return "MM-R-18", "no own Mythic is on the board for the Groundskeeper to go to"
    return "MM-DIST-03", "that space is not on a quickest path to one of your Mythics"


# -- the groundskeeper and the Cleanup --------------------------------------------------------------------------------------------


def keeper_way_refused(m: Mischief, k: int, left: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["go", int(cell)] if cell == goal(m, k) or _is_cell(m, cell):
            halts = m.state.options["groundskeeper_may_halt_at_clutter"] == "no" and left == 1 and clutter(m) >> cell & 1
            if halts:
                return "MM-R-92", "it has to use its last point on a way without Clutter"
            return "MM-GK-04", "that space is not on a quickest path to its next goal"
    return None


def slot_refused(m: Mischief, seat: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["slot", _]:
            return _no_room(m, seat, answer[1])
        case ["legendary"]:
            return "MM-CLEAN-06", "a Tome lies on the Legendary slot already"
        case ["keep"]:
            return "MM-R-51", "in this match Tomes are slotted as long as there is room"
    return None


def _no_room(m: Mischief, seat: int, track: Any) -> Refusal:
    if type(track) is int and 0 <= track < len(board_of(m, seat).tracks) and track not in tracks_with_room(m, seat):
        return "MM-R-49", "the dice on that track cannot be pushed any further"
    return "MM-CLEAN-03", "the faction board has no such track"


def boost_refused(m: Mischief, seat: int, left: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["boost", int(die)] if 0 <= die < len(board_of(m, seat).dice):
            return "MM-R-50", "there is no free slot on the right of that die"
        case ["boost", *_]:
            return "MM-CLEAN-10", "a Boost moves one die of the own board"
        case ["done"]:
            return "MM-R-51", "Boosts are made as long as one is possible"
    return None
