"""Light tracking: people keep boards, cards and leaves, and say how many drops left; the table counts them and does the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.drops import off_the_board, see_if_clear
from shared_rules.mycelia.fields import fields_of, place_of
from shared_rules.mycelia.gwidyon import duel, ends_now
from shared_rules.mycelia.state import LEAVES_IN_BOX
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia

Refusal = tuple[str, str] | None
LEAVES_AT_ONCE = 21
"""So many numbers of leaves are offered in one go."""


def light_turn(m: Mycelia, who: int) -> Choice:
    """At the end of a turn: how many drops left the own board in it. What is seldom needed comes last (MYC-PLAY-08).

    Before that: others who removed drops by a bonus, Gwidyon's bonus, and an additional shrine field.
    """
    state = m.state
    options = _counts(m, who)
    if state.shrine_fields and state.seats[who].drops:
        options.append(["shrine_field"])
    if state.gwidyon is not None:
        options.append(["for_gwidyon"])
    elif _with_drops(m, who):
        options.append(["others"])
    return Choice(who, options)


def _counts(m: Mycelia, who: int) -> list[list[Any]]:
    return [["removed", count] for count in range(m.state.seats[who].drops + 1)]


def _with_drops(m: Mycelia, who: int) -> list[int]:
    """The others who have drops left, to the left of `who` (MYC-R-25)."""
    seats = m.state.seats
    left = [(who + step) % len(seats) for step in range(1, len(seats))]
    return [other for other in left if seats[other].drops]


def light_turn_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    match answer:
        case ["removed", count]:
            m.tell("turn_ended", who)
            m.then(["light_turn_told"], ["fill_shrine"], ["end_of_turn_check"], ["check_shrine"], ["next_player"])
            _leave_board(m, who, count)
        case ["others"]:
            m.then(["light_turn_again", who])
            m.each(_with_drops(m, who), "light_bonus")
        case ["for_gwidyon"]:
            m.ask("light_gwidyon")
        case _:
            m.ask("light_shrine_place", who)


def light_turn_again(m: Mycelia, who: int) -> None:
    m.ask("light_turn", who)


def light_turn_told(m: Mycelia) -> None:
    """A solo game may end here: all of the turn has been told, so both sides are looked at together (MYC-R-46)."""
    if ends_now(m, "each_resolved_item"):
        m.then(["stop"])


def _leave_board(m: Mycelia, who: int, count: int) -> None:
    """`count` drops have left a board; the last act of its step."""
    if not count:
        return
    m.state.seats[who].count -= count
    m.tell("drops_told", who, count=count, left=m.state.seats[who].drops)
    off_the_board(m, count)
    # The order inside a turn is not told, but the drop that clears a board is the last one.
    see_if_clear(m, who, 1)


def removed_refused(answer: list[Any], most: int) -> Refusal:
    """Why a number of removed drops is refused."""
    match answer:
        case ["removed", int(count)] if count > most:
            return "MYC-SYM-03", f"{count} drops cannot leave a board with {most}; if the table has it wrong, correct that first"
    return None


def light_turn_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    match answer:
        case ["others"]:
            return "MYC-FUNC-08", "there is nobody else with drops on the board"
        case ["for_gwidyon"]:
            return "MYC-SOLO-20", "Gwidyon plays in the solo game only"
        case ["shrine_field"]:
            return "MYC-XACT-10", "no additional shrine field is left, or no drop to remove for it"
    return removed_refused(answer, m.state.seats[who].drops)


# -- bonuses for others ----------------------------------------------------------------------------------------------------


def light_bonus(m: Mycelia, who: int) -> None:
    m.ask("light_bonus_count", who)


def light_bonus_count(m: Mycelia, who: int) -> Choice:
    """How many drops left the own board by somebody else's card (MYC-FUNC-08)."""
    return Choice(who, _counts(m, who))


def light_bonus_count_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    return removed_refused(answer, m.state.seats[who].drops)


def light_bonus_count_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    _leave_board(m, who, answer[1])


def light_gwidyon(m: Mycelia) -> Choice:
    """What a bonus for others does to Gwidyon: his pile loses drops, or his chip is turned over (MYC-SOLO-20, MYC-SOLO-21)."""
    drops = duel(m).drops
    return Choice(0, [["flip"], *(["loses", count] for count in range(1, drops + 1)), ["skip"]])


def light_gwidyon_answered(m: Mycelia, answer: list[Any]) -> None:
    again = ["light_turn_again", 0]
    match answer:
        case ["flip"]:
            m.then(["flip_chip"], ["gwidyon_stands"], again)
        case ["loses", count]:
            m.then(["gwidyon_loses", count], ["gwidyon_stands"], again)
        case _:
            m.then(again)


def light_solo_drop(m: Mycelia, who: int) -> Choice:
    """The solo card that moves a drop of the player's: it left the board if that was onto a shrine field (MYC-SOLO-16)."""
    return Choice(who, [["removed", 0], ["removed", 1]])


def light_solo_drop_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    _leave_board(m, who, answer[1])


# -- additional shrine fields ----------------------------------------------------------------------------------------------


def light_shrine_place(m: Mycelia, who: int) -> Choice:
    """Where it is laid: the table has to know, for new drops do not stay there. People see themselves that 1 drop lies there."""
    return Choice(who, [*(["shrine_field", field] for field in fields_of(m, who, "any")), ["skip"]])


def light_shrine_place_refused(m: Mycelia, who: int, answer: list[Any]) -> Refusal:
    if answer[0] == "shrine_field":
        return "MYC-XACT-10", "it is laid on a field that is no shrine field yet"
    return None


def light_shrine_place_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    """The drop that lay there leaves the board and is counted here, not at the end of the turn (MYC-XACT-10, MYC-R-39)."""
    m.then(["light_turn_again", who])
    if answer[0] == "skip":
        m.tell("part_skipped", who)
        return
    place = place_of(m, who, answer[1])
    m.state.seats[who].shrines.append(answer[1])
    m.state.shrine_fields -= 1
    m.tell("shrine_field_laid", who, place=place)
    _leave_board(m, who, 1)


# -- the end ---------------------------------------------------------------------------------------------------------------


def tell_leaves(m: Mycelia, who: int, low: int) -> None:
    m.ask("leaves_told", who, low)


def leaves_told(m: Mycelia, who: int, low: int) -> Choice:
    """The value of the own leaves, from `low` on; as many at once as people like to look through (MYC-WON-02)."""
    high = min(low + LEAVES_AT_ONCE, LEAVES_IN_BOX + 1)
    more = [["more"]] if high <= LEAVES_IN_BOX else []
    return Choice(who, [*(["leaves", count] for count in range(low, high)), *more])


def leaves_told_answered(m: Mycelia, who: int, low: int, answer: list[Any]) -> None:
    if answer[0] == "more":
        m.ask("leaves_told", who, low + LEAVES_AT_ONCE)
        return
    m.state.seats[who].leaves = answer[1]
    m.tell("leaves_counted", who, count=answer[1])
