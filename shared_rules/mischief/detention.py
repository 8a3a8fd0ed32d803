"""Detention cards and the Return card: the row, what a card that is set off does, and how caught Enchanted come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.first_player import SIX
from shared_rules.mischief.catching import catch, check_ten
from shared_rules.mischief.enchanted import steal
from shared_rules.mischief.modes import ENCHANTED
from shared_rules.mischief.pieces import at, fixed, free, hedges, keeper_at, keepers_mask, name, put, square
from shared_rules.mischief.solo import cards
from shared_rules.mischief.state import CAUGHT
from shared_rules.mischief.turn import open_spaces
from shared_rules.questions import Choice, Draw, Roll

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def draw_detention(m: Mischief, why: str) -> None:
    m.ask("detention", why)


def detention(m: Mischief, why: str) -> Draw:
    """The top card of the Detention deck: for the "row", for its "tomes" alone, or "revealed" in a round."""
    return Draw(None, "detention cards", cards(m).deck.may_come())


def detention_answered(m: Mischief, why: str, card: str) -> None:
    """At setup three lie in a row (MM-SOLO-04); in a harder game one gives Tomes and is shuffled back (MM-DIFF-06)."""
    solo = cards(m)
    solo.deck.take(card)
    m.tell("detention_drawn", None, card=card, purpose=why)
    if why == "row":
        solo.row.append(card)
    elif why == "tomes":
        m.then(["lay_enchanted_tomes", card])
        solo.deck.put_in(card)
    else:
        m.then(["set_off", card])


# -- a round's card -------------------------------------------------------------------------------------------------------------


def reveal_detention(m: Mischief) -> None:
    """A card is due after each round; the match ends where none is left (MM-DET-01, MM-SEND-01, MM-R-75)."""
    if len(cards(m).deck):
        m.ask("detention", "revealed")
    else:
        m.state.ended = "deck"
        m.then(["stop"])


def set_off(m: Mischief, card: str) -> None:
    """The icon of the drawn card names the one of the row that is carried out, in this order (MM-DET-02, MM-DET-03, MM-DET-05)."""
    solo = cards(m)
    if not len(solo.deck) and m.state.options["solo_detention_deck_out"] == "last_card_drawn":
        m.state.ended = "deck"
        m.then(["stop"])
        return
    number = m.pack.detentions[card].icon - 1
    hit = solo.row[number]
    m.tell("detention_set_off", None, card=hit, number=number + 1)
    effects = ("push_all", "catch_in_the_act", "trip_up", "lay_enchanted_tomes")
    m.then(*([effect, hit] for effect in effects), ["row_moves_up", number, card])


def row_moves_up(m: Mischief, number: int, card: str) -> None:
    """The card is discarded, the row closes up to the left, the drawn card comes on its right (MM-DET-03)."""
    solo = cards(m)
    solo.discard.append(solo.row.pop(number))
    solo.row.append(card)


def _players(match: Mischief, cells: tuple[int, ...]) -> list[int]:
    """The player's Mythics on marked spaces, space by space."""
    found = [at(match.state, match.spot(0, cell)) for cell in cells]
    return [figure for figure in found if figure >= 0 and match.state.figures[figure].seat != ENCHANTED]


def push_all(m: Mischief, card: str) -> None:
    """The player's Mythics that stand on marked spaces now are pushed, one after the other (MM-DET-06)."""
    pushes = [(at(m.state, m.spot(0, cell)), direction) for cell, direction in m.pack.detentions[card].pushed]
    for figure, direction in pushes:
        if figure >= 0 and not m.state.ended and m.state.figures[figure].seat != ENCHANTED and not fixed(m, figure):
            _push(m, figure, direction)
    if m.state.ended:
        m.then(["stop"])


def _push(match: Mischief, figure: int, direction: int) -> None:
    """One space, or on to the next obstacle (MM-R-87). Hedge, Mythic, border and groundskeeper cancel it (MM-DET-07, MM-R-72)."""
    state = match.state
    start = cell = state.figures[figure].cell
    far = state.options["solo_pushed_distance"] == "to_obstacle"
    while cell == start or far:
        side = next((side for side in match.grid.sides[cell] if side.direction == direction), None)
        if side is None or hedges(match) & side.bit:
            break
        if keeper_at(state, side.to) and state.options["solo_displaced_into_groundskeeper"] == "caught":
            catch(match, figure)
            check_ten(match)
            return
        if not free(match, side.to):
            break
        cell = side.to
    if cell != start:
        put(match, figure, cell)
    else:
        match.tell("push_blocked", None, figure=figure, name=name(match, figure), at=square(match, cell))


def catch_in_the_act(m: Mischief, card: str) -> None:
    """Who stands on a marked space is caught, for a point of the Enchanted; the groundskeeper stays where it is (MM-DET-08)."""
    for figure in _players(m, m.pack.detentions[card].caught):
        if not m.state.ended:
            catch(m, figure)
    check_ten(m)
    if m.state.ended:
        m.then(["stop"])


def trip_up(m: Mischief, card: str) -> None:
    """Who stands on a marked space falls over until the end of the player's next turn (MM-DET-09, MM-DET-13)."""
    for figure in _players(m, m.pack.detentions[card].tripped):
        m.state.figures[figure].tripped = True
        m.tell("tripped_up", None, figure=figure, name=name(m, figure), at=square(m, m.state.figures[figure].cell))


def lay_enchanted_tomes(m: Mischief, card: str) -> None:
    """New Tomes of the Enchanted, one a space, as long as their supply lasts (MM-DET-11, MM-R-08, MM-R-74)."""
    state, laid = m.state, []
    reading = state.options["solo_tome_on_occupied_space"]
    for cell in (m.spot(0, one) for one in m.pack.detentions[card].tomes):
        player, there = state.players[ENCHANTED], at(state, cell)
        occupied = there >= 0 or keeper_at(state, cell)
        if ENCHANTED in state.tomes.get(cell, ()) or not player.supply or (occupied and reading == "skipped"):
            continue
        state.tomes.setdefault(cell, []).append(ENCHANTED)
        player.supply -= 1
        laid.append(square(m, cell))
        if reading == "placed_and_scores" and there >= 0 and state.figures[there].seat == ENCHANTED:
            steal(m, there, cell)
    if laid:
        m.tell("enchanted_tomes_laid", None, at=laid)
    if state.ended:
        m.then(["stop"])


# -- coming back ----------------------------------------------------------------------------------------------------------------


def enchanted_back(m: Mischief) -> None:
    """Every caught Enchanted comes back after a Groundskeeper Phase, one by one (MM-RET-01, MM-R-78)."""
    if _caught(m) < 0:
        return
    side = m.pack.returns[cards(m).side]
    if all(_occupied(m, m.spot(0, cell)) for cell in (*side.green, *side.blue)):
        m.ask("return_anywhere")
    else:
        m.ask("return_die")


def return_die(m: Mischief) -> Roll:
    """An Action die that nobody uses; the two places of its number are tried (MM-RET-02)."""
    return Roll(0, ["return die"], [SIX])


def return_die_answered(m: Mischief, answer: list[int]) -> None:
    """The green place, else the blue one, else another throw (MM-RET-03, MM-RET-04)."""
    side, face = m.pack.returns[cards(m).side], answer[0]
    for colour, cell in (("green", side.green[face - 1]), ("blue", side.blue[face - 1])):
        if not _occupied(m, m.spot(0, cell)):
            _come_back(m, m.spot(0, cell), face=face, place=colour)
            break
    else:
        m.tell("return_blocked", None, face=face)
    m.then(["enchanted_back"])


def return_anywhere(m: Mischief) -> Choice:
    """With all twelve places occupied the player picks any free space (MM-R-77)."""
    spaces = open_spaces(m) or [cell for cell in range(m.grid.cells) if free(m, cell)]
    return Choice(0, [["go", cell] for cell in spaces])


def return_anywhere_answered(m: Mischief, answer: list[Any]) -> None:
    _come_back(m, answer[1])
    m.then(["enchanted_back"])


def _caught(match: Mischief) -> int:
    """The first of the caught Enchanted, or -1."""
    figures = enumerate(match.state.figures)
    return next((number for number, figure in figures if figure.seat == ENCHANTED and figure.cell == CAUGHT), -1)


def _occupied(match: Mischief, cell: int) -> bool:
    """Whether somebody stands there; a Tome counts as at a secret entrance (MM-R-09)."""
    tome = cell in match.state.tomes and match.state.options["tome_occupies_entrance"] == "yes"
    return tome or at(match.state, cell) >= 0 or bool(keepers_mask(match.state) >> cell & 1)


def _come_back(match: Mischief, cell: int, **how: Any) -> None:
    figure = _caught(match)
    match.state.figures[figure].cell = cell
    match.tell("enchanted_returned", None, figure=figure, name=name(match, figure), at=square(match, cell), **how)
