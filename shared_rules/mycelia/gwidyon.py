"""The solo game: the duel against Gwidyon, the ghost mushroom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.actions import any_moves
from shared_rules.mycelia.drops import end_at_this_drop, move_drop, off_the_board
from shared_rules.mycelia.functions_text import Function
from shared_rules.mycelia.state import Gwidyon
from shared_rules.piles import Pile
from shared_rules.questions import Choice, Confirm, Draw

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia

TURNED_UP_AT_MOST = 5
"""After so many solo cards all six are shuffled (MYC-SOLO-10)."""


def duel(m: Mycelia) -> Gwidyon:
    """Gwidyon's side of a solo game."""
    gwidyon = m.state.gwidyon
    assert gwidyon is not None, "only a solo game comes here"
    return gwidyon


def ends_now(m: Mycelia, check: str) -> bool:
    """Whether a solo game ends here: one of the two is done, and this is where MYC-R-46 looks (MYC-SOLO-25, MYC-SOLO-26)."""
    gwidyon, options = m.state.gwidyon, m.state.options
    return gwidyon is not None and options["solo_end_check"] == check and (m.state.ending or not gwidyon.drops)


def meet_gwidyon(m: Mycelia) -> None:
    """The end of the preparations; by one reading the chip acts here already (MYC-R-43)."""
    if m.state.gwidyon is None:
        return
    m.then(["gwidyon_stands"])
    if m.state.options["solo_chip_acts"] == "start_and_each_turn":
        m.then(["gwidyon_loses", 1])


# -- his turn --------------------------------------------------------------------------------------------------------------


def gwidyon_turn(m: Mycelia) -> None:
    """The player carries it out: one solo card is turned up (MYC-SOLO-08, MYC-SOLO-09, MYC-SOLO-28)."""
    gwidyon = duel(m)
    gwidyon.on_turn = True
    m.tell("gwidyon_turn_began", round=m.state.round)
    m.then(["turn_up_solo_card"])
    if gwidyon.chip_removes and m.state.options["solo_chip_acts"] == "start_and_each_turn":
        m.then(["gwidyon_loses", 1])


def turn_up_solo_card(m: Mycelia) -> None:
    m.ask("solo_card")


def solo_card(m: Mycelia) -> Draw:
    return Draw(None, "solo cards", duel(m).cards.may_come())


def solo_card_answered(m: Mycelia, card: str) -> None:
    """Its parts in their order, then the shrine and nothing else (MYC-SOLO-23, MYC-R-51)."""
    gwidyon = duel(m)
    gwidyon.cards.take(card)
    gwidyon.shown.append(card)
    m.tell("solo_card_turned_up", card=card, name=m.pack.solo_names[card])
    m.then(
        *m.pack.solo_cards[card], ["gwidyon_stands"], ["solo_card_done"], ["fill_shrine"], ["end_of_turn_check"],
        ["check_shrine"], ["end_gwidyon_turn"],
    )  # fmt: skip


def solo_card_done(m: Mycelia) -> None:
    """A board or pile that the card cleared ends the match before anything else happens (MYC-SOLO-25, MYC-R-48)."""
    if ends_now(m, "each_resolved_item"):
        m.then(["stop"])


def end_gwidyon_turn(m: Mycelia) -> None:
    """After the fifth card all six are shuffled (MYC-SOLO-10); then it is the player's turn again."""
    gwidyon = duel(m)
    gwidyon.on_turn = False
    if len(gwidyon.shown) == TURNED_UP_AT_MOST:
        gwidyon.cards = Pile.shuffled(m.pack.solo_cards)
        gwidyon.shown = []
        m.tell("solo_cards_shuffled")
    m.then(["end_round"])


# -- what solo cards do ----------------------------------------------------------------------------------------------------


def flip_chip(m: Mycelia) -> None:
    """The chip is turned over; if it shows its remove side then, Gwidyon loses a drop (MYC-SOLO-18, MYC-SOLO-19)."""
    gwidyon = duel(m)
    gwidyon.chip_removes = not gwidyon.chip_removes
    m.tell("chip_flipped", removes=gwidyon.chip_removes)
    if gwidyon.chip_removes:
        m.then(["gwidyon_loses", 1])


def gwidyon_loses(m: Mycelia, count: int) -> None:
    """So many drops of his pile, or all he has (MYC-R-45), go to the shrine as those of players do (MYC-SOLO-17)."""
    gwidyon = duel(m)
    count = min(count, gwidyon.drops)
    if not count:
        return
    gwidyon.drops -= count
    m.tell("gwidyon_lost_drops", count=count, left=gwidyon.drops)
    off_the_board(m, count)
    if not gwidyon.drops:
        end_at_this_drop(m)


def solo_leaves(m: Mycelia, count: int) -> None:
    """The player gets leaves on Gwidyon's turn (MYC-SOLO-14, MYC-SOLO-15); with light tracking the own hands take them."""
    if m.state.light:
        m.tell("leaves_due", 0, count=count)
    else:
        m.then(["gain_leaves", 0, count])


def solo_move(m: Mycelia) -> None:
    """The player moves a drop of the own board on Gwidyon's turn (MYC-SOLO-16)."""
    if m.state.seats[0].drops:
        m.ask("light_solo_drop" if m.state.light else "solo_drop", 0)


def solo_drop(m: Mycelia, who: int) -> Choice:
    """Any drop one field; it may stay where it is, unless MYC-R-47 is read otherwise."""
    options = any_moves(m, who)
    return Choice(who, [*options, ["skip"]] if m.state.options["solo_card_six_compulsory"] == "no" else options)


def solo_drop_answered(m: Mycelia, who: int, answer: list[Any]) -> None:
    if answer[0] == "skip":
        m.tell("part_skipped", who)
    else:
        move_drop(m, who, answer[1], answer[2])


def gwidyon_stands(m: Mycelia) -> None:
    """With real pieces the player lays chip and pile as they are now."""
    if m.state.options["pieces"] == "real":
        m.ask("gwidyon_laid")


def gwidyon_laid(m: Mycelia) -> Confirm:
    gwidyon = duel(m)
    task: dict[str, Any] = {"what": "gwidyon", "drops": gwidyon.drops, "chip_removes": gwidyon.chip_removes}
    return Confirm(0, {**task, **own_chores(m)} if m.state.light else task)


def own_chores(m: Mycelia) -> dict[str, Any]:
    """What the solo card wants of the player's hands beside pile and chip, with light tracking."""
    gwidyon = duel(m)
    if not gwidyon.on_turn:
        return {}
    card = m.pack.solo_cards[gwidyon.shown[-1]]
    leaves = sum(step[1] for step in card if step[0] == "solo_leaves")
    return {"in": m.state.tray, "leaves": leaves, "showcase": any(step[0] == "change_showcase" for step in card)}


def gwidyon_laid_answered(m: Mycelia, answer: bool) -> None:
    """Nothing is left to do: the drops were counted when they were removed."""


# -- bonuses for others ----------------------------------------------------------------------------------------------------


def gwidyon_bonus(m: Mycelia, function: Function) -> None:
    """A bonus for others, always carried out (MYC-R-44): his pile loses drops, or his chip is flipped; leaves do nothing."""
    m.tell("gwidyon_given_bonus", function=function)
    count = removed_by(m, function)
    acts = [["gwidyon_loses", count]] if count else []
    acts += [["flip_chip"]] * flips_by(function, m.state.options["solo_bonus_flip"] == "per_drop")
    m.then(*acts, ["gwidyon_stands"])


def removed_by(m: Mycelia, function: Function) -> int:
    """How many drops a bonus takes from his pile (MYC-SOLO-20, MYC-R-42).

    Either one for each remove symbol shown, or as many as the player's own board would lose, taken for a fellow player's.
    """
    if m.state.options["solo_bonus_loss"] == "best_fellow_player":
        return _most_removed(m, function, m.state.seats[0].board[:])
    return _remove_symbols(m, function)


def _remove_symbols(m: Mycelia, function: Function) -> int:
    match function:
        case ["remove", _, int(high), _, _, _, beside]:
            return high + bool(beside)
        case ["around", _]:
            return 4
        case ["times", int(times), inner]:
            return times * _remove_symbols(m, inner)
        case ["all", parts]:
            return sum(_remove_symbols(m, part) for part in parts)
        case ["either", parts]:
            return max(_remove_symbols(m, part) for part in parts)
    return 0


def _most_removed(m: Mycelia, function: Function, drops: list[int]) -> int:
    """The drops that `function` takes from the best field of `drops`, time by time; they are taken off there."""
    match function:
        case ["times", int(times), inner]:
            return sum(_most_removed(m, inner, drops) for _ in range(times))
        case ["all", parts]:
            return sum(_most_removed(m, part, drops) for part in parts)
        case ["either", parts]:
            return max(_most_removed(m, part, drops[:]) for part in parts)
        case ["remove" | "around", *_]:
            best = max(_losses(m, function, drops), key=sum, default=[])
            for field, count in enumerate(best):
                drops[field] -= count
            return sum(best)
    return 0


def _losses(m: Mycelia, function: Function, drops: list[int]) -> list[list[int]]:
    """What the board loses by each field that can be chosen, as drops by field."""
    board = m.pack.boards[m.state.seats[0].side]
    shrines = m.state.seats[0].shrines
    found: list[list[int]] = []
    land = function[1] if function[0] == "around" else function[3]
    for field in board.fields[land]:
        beside = [other for other in board.neighbours[field] if drops[other]]
        loss = [0] * len(drops)
        if function[0] == "around":
            for other in beside:
                loss[other] = 1
        elif drops[field] == function[4] if function[5] else drops[field] >= function[4]:
            loss[field] = min(function[2], drops[field])
            if function[6] and beside:
                loss[beside[0]] = 1
        if field not in shrines:
            found.append(loss)
    return found


def flips_by(function: Function, per_drop: bool) -> int:
    """How often a bonus that moves drops flips his chip: once, and again for each repetition (MYC-SOLO-21, MYC-R-41)."""
    match function:
        case ["move", _, int(high), *_]:
            return high if per_drop else 1
        case ["times", int(times), inner]:
            return times * flips_by(inner, per_drop)
        case ["all", parts]:
            return sum(flips_by(part, per_drop) for part in parts)
        case ["either", parts] if not any(part[0] in ("remove", "around") for part in parts):
            return max(flips_by(part, per_drop) for part in parts)
    return 0
