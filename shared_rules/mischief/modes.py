"""The ways to play: who plays with whom, with how many Mythics, on how many boards. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules.mischief.mode_options import BLITZ
from shared_rules.mischief.state import CREST, State
from shared_rules.options import Value

ENCHANTED = 1
"""In a solo game the Enchanted are player 1 and team 1; nobody sits there (MM-SOLO-02)."""
_MYTHICS, _MYTHICS_OF_A_PAIR = 3, 2


def teams_of(seats: int, options: dict[str, Value]) -> tuple[int, ...]:
    """The team of each player, seat 0's being team 0 (MM-TEAM-01, MM-TEAM-05 to -07)."""
    if seats in (1, 2):
        return (0, 1)
    if seats == 3:
        alone = int(str(options["alone"])[-1])
        return tuple(int((seat == alone) != (alone == 0)) for seat in range(3))
    partner = int(str(options["partner_of_seat_0"])[-1])
    return tuple(int(seat not in (0, partner)) for seat in range(4))


def mythics_of(teams: Sequence[int], seat: int, options: dict[str, Value]) -> int:
    """How many Mythics that player fields: a member of a pair two, but all three in Blitz (MM-TEAM-05, MM-TEAM-06, MM-BLITZ-05)."""
    pair = teams.count(teams[seat]) > 1
    return _MYTHICS_OF_A_PAIR if pair and options["mode"] != BLITZ else _MYTHICS


def boards_of(seats: int, options: dict[str, Value]) -> int:
    """How many boards lie side by side: two in Blitz for four (MM-BLITZ-09)."""
    return 2 if options["mode"] == BLITZ and seats == 4 else 1


def unfit(seats: int, options: dict[str, Value]) -> list[str]:
    """Why that many people cannot play so, a sentence each."""
    if options["mode"] == BLITZ and seats not in (2, 4):
        return [f"Blitz is for 2 or 4 players, not for {seats}: leave out option 'mode', or let others play"]
    return []


def is_light(state: State) -> bool:
    """Whether people keep their Mythics, Tomes and cards, and the table does the chores only."""
    return state.options["tracking"] == "light"


def is_blitz(state: State) -> bool:
    """Whether the match is a Blitz."""
    return state.options["mode"] == BLITZ


def hurried(state: State) -> bool:
    """Whether time has run out and what is still to be decided in this turn is forfeited too (MM-R-67)."""
    return state.late and state.options["blitz_clock_after_mythic_phase"] == "yes"


def goes_on_along_new_card(state: State, k: int) -> bool:
    """Whether a groundskeeper that has done its card goes on along a new one with what is left (MM-R-88)."""
    return is_blitz(state) and state.keepers[k].goal == CREST and state.options["blitz_movement_left"] == "along_new_card"


def has_tomes(state: State, team: int) -> bool:
    """Whether a card that is laid out now brings the team Tomes.

    Not the Enchanted, whose Tomes come by Detention cards (MM-SOLO-03); in Blitz only a board's first card (MM-BLITZ-13, MM-R-65).
    """
    if state.solo is not None:
        return team != ENCHANTED
    if not is_blitz(state) or state.phase == "setup":
        return True
    return len(state.keepers) == 1 and state.options["blitz_two_players_later_tomes"] == "yes"


def givers(state: State, team: int) -> list[int]:
    """Whose supplies the team's Tomes on the board come out of: its colour's, or both (MM-TEAM-04, MM-R-95)."""
    return state.seats_of(team) if state.options["tome_colour_of_pair"] == "both_mixed" else [state.markers[team]]


def their_turn(state: State) -> bool:
    """Whether it is the turn of the Enchanted."""
    return state.solo is not None and state.active == ENCHANTED

