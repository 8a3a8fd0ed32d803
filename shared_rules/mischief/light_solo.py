"""The solo game with light tracking: the table leads through the turn of the Enchanted, has their die thrown and counts points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.first_player import SIX
from shared_rules.mischief.catching import check_ten, count_catch, score
from shared_rules.mischief.modes import ENCHANTED
from shared_rules.mischief.solo import ROW
from shared_rules.mischief.state import CAUGHT, WAITING, Figure
from shared_rules.questions import Choice, Roll

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief

STEALS = 3
"""The most that the Enchanted score by moving: a Tome each (MM-ENC-06)."""


def light_set_up_solo(m: Mischief) -> None:
    """Cards and Mythics are people's own; the table asks for what it has to know (MM-SOLO-09)."""
    m.then(
        ["choose_faction", 0],
        ["choose_enchanted"],
        ["mark_scores"],
        ["draw_card", 0],
        ["set_out_maze"],
        ["points_ahead"],
        ["be_ready"],
        ["begin_turn"],
    )


def light_enchanted_turn(m: Mischief) -> None:
    """The Enchanted move, then the groundskeeper, then a Detention card is due (MM-ENC-01, MM-DET-01)."""
    m.state.phase = "enchanted"
    m.tell("enchanted_turn_began", None, round=m.state.round)
    m.then(["light_enchanted_move"], ["keeper_phase"], ["light_detention"], ["next_team"])


def light_enchanted_move(m: Mischief) -> None:
    m.ask("light_stolen")


def light_stolen(m: Mischief) -> Choice:
    """How many Tomes the Enchanted came to (MM-ENC-06)."""
    return Choice(0, [["stolen", count] for count in range(STEALS + 1)])


def light_stolen_answered(m: Mischief, answer: list[Any]) -> None:
    if answer[1]:
        score(m, ENCHANTED, answer[1])
    _check(m)


def light_detention(m: Mischief) -> None:
    """A card is due; the match ends when there is none, by one reading already with the last one (MM-SEND-01, MM-R-75)."""
    left = len(m.pack.detentions) - ROW - m.state.round
    last = m.state.options["solo_detention_deck_out"] == "last_card_drawn"
    if left < 0 or (last and left == 0):
        m.state.ended = "deck"
        m.then(["stop"])
    else:
        m.ask("light_card_effect")


def light_card_effect(m: Mischief) -> Choice:
    """How many of the player's Mythics the card catches (MM-DET-08)."""
    return Choice(0, [["caught_by_card", count] for count in range(len(_of_player(m)) + 1)])


def light_card_effect_answered(m: Mischief, answer: list[Any]) -> None:
    for figure in _of_player(m)[: answer[1]]:
        figure.cell = CAUGHT
        m.tell("told_as_caught", figure.seat, team=0)
        count_catch(m, 0)
    _check(m)


def _of_player(match: Mischief) -> list[Figure]:
    return [figure for figure in match.state.figures if figure.seat == 0 and figure.cell != CAUGHT]


def _check(match: Mischief) -> None:
    if not match.state.ended:
        check_ten(match)
    if match.state.ended:
        match.then(["stop"])


# -- coming back ----------------------------------------------------------------------------------------------------------------


def light_back(m: Mischief) -> None:
    """Each caught Enchanted comes back by a throw (MM-RET-01)."""
    if any(figure.seat == ENCHANTED and figure.cell == CAUGHT for figure in m.state.figures):
        m.ask("light_return_die")


def light_return_die(m: Mischief) -> Roll:
    """An Action die that nobody uses (MM-RET-02)."""
    return Roll(0, ["return die"], [SIX])


def light_return_die_answered(m: Mischief, answer: list[int]) -> None:
    m.ask("light_returned", answer[0])


def light_returned(m: Mischief, face: int) -> Choice:
    """Whether one of the two places of that number was free, or it is thrown again (MM-RET-03, MM-RET-04)."""
    return Choice(0, [["placed"], ["again"]])


def light_returned_answered(m: Mischief, face: int, answer: list[Any]) -> None:
    if answer[0] == "placed":
        back = next(figure for figure in m.state.figures if figure.seat == ENCHANTED and figure.cell == CAUGHT)
        back.cell = WAITING
        m.tell("told_to_return", None, count=1)
    m.then(["light_back"])
