"""The Cleanup Phase: dice slide left, Tomes are slotted, dice are boosted and reset; then it is the other team's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.dice import board_of, boostable, put_tome, reset_all, slide_left, tracks_with_room
from shared_rules.mischief.modes import hurried, is_light, their_turn
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief

BOOSTS = 2
"""What a player without teammate makes; a teammate makes half of them (MM-CLEAN-12)."""


def cleanup(m: Mischief) -> None:
    """Every player of the team by turns, each in four steps (MM-CLEAN-01 to -13)."""
    state = m.state
    state.phase = "cleanup"
    seats = state.seats_of(state.active)
    for seat in seats:
        slide_left(m, seat)
    boosts = BOOSTS // len(seats)
    told = [["count_tomes", seat] for seat in seats] if is_light(state) else []
    m.then(*told, *(step for seat in seats for step in (["slot_tomes", seat], ["boosts", seat, boosts], ["reset", seat])))


# -- Tomes ------------------------------------------------------------------------------------------------------------------


def slot_tomes(m: Mischief, seat: int) -> None:
    """As long as the player has Tomes to slot and has not said to keep the rest."""
    if m.state.players[seat].collected and not hurried(m.state) and _slots(m, seat):
        m.ask("slot", seat)


def slot(m: Mischief, seat: int) -> Choice:
    """Each Tome goes on a track with room or on the empty Legendary slot, or is kept (MM-CLEAN-03, MM-CLEAN-06, MM-FAQ-09)."""
    options = _slots(m, seat)
    if m.state.options["cleanup_mandatory"] != "boosts_and_slotting":
        options.append(["keep"])
    return Choice(seat, options)


def slot_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    player = m.state.players[seat]
    if answer[0] == "keep":
        m.tell("tomes_kept", seat, count=player.collected)
        return
    player.collected -= 1
    if answer[0] == "legendary":
        player.legendary = True
        m.tell("legendary_filled", seat)
    else:
        _slot(m, seat, answer[1])
    m.then(["slot_tomes", seat])


def _slots(match: Mischief, seat: int) -> list[list[Any]]:
    options: list[list[Any]] = [["slot", track] for track in tracks_with_room(match, seat)]
    if not match.state.players[seat].legendary:
        options.append(["legendary"])
    return options


def _slot(match: Mischief, seat: int, track: int) -> None:
    put_tome(match, seat, track)
    match.tell("tome_slotted", seat, ability=board_of(match, seat).tracks[track].ability)


def slot_first(m: Mischief, seat: int) -> Choice:
    """The Tome that players of the second team have in advance (MM-FIRST-03, MM-R-57)."""
    return Choice(seat, [["slot", track] for track in tracks_with_room(m, seat)])


def slot_first_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    m.state.players[seat].supply -= 1
    _slot(m, seat, answer[1])
    reset_all(m, seat)


def second_team_tome(m: Mischief, seat: int) -> None:
    m.ask("slot_first", seat)


# -- boosts -----------------------------------------------------------------------------------------------------------------


def boosts(m: Mischief, seat: int, left: int) -> None:
    """As many Boosts as the player has, as long as one is possible (MM-CLEAN-09, MM-R-50, MM-R-51)."""
    if left and not hurried(m.state) and boostable(m, seat):
        m.ask("boost", seat, left)


def boost(m: Mischief, seat: int, left: int) -> Choice:
    """Any die with a free slot on its right, one slot; the same again is allowed (MM-CLEAN-10, MM-CLEAN-11)."""
    options: list[list[Any]] = [["boost", die] for die in boostable(m, seat)]
    if m.state.options["cleanup_mandatory"] == "neither":
        options.append(["done"])
    return Choice(seat, options)


def boost_answered(m: Mischief, seat: int, left: int, answer: list[Any]) -> None:
    if answer[0] == "done":
        m.tell("boosts_left_out", seat, count=left)
        return
    die = answer[1]
    m.state.players[seat].slots[die] += 1
    board = board_of(m, seat)
    m.tell("boosted", seat, die=die, ability=board.tracks[board.dice[die]].ability)
    m.then(["boosts", seat, left - 1])


def reset(m: Mischief, seat: int) -> None:
    """The dice show their numbers again, and what is possible once a turn is possible again (MM-CLEAN-13)."""
    reset_all(m, seat)
    player = m.state.players[seat]
    player.done = []
    m.tell("dice_reset", seat, values=player.values[:])


def next_team(m: Mischief) -> None:
    """The other team's turn; a round ends before the first team (MM-TURN-01)."""
    state = m.state
    state.active = 1 - state.active
    if state.active == state.first:
        state.round += 1
    enchanted = "light_enchanted_turn" if is_light(state) else "enchanted_turn"
    m.then([enchanted if their_turn(state) else "begin_turn"])
