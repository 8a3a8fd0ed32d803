"""Destination cards: how one is laid out, what happens when its third Destination is done, and the fall of night."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.keeper import arrive
from shared_rules.mischief.pieces import square
from shared_rules.mischief.state import CREST
from shared_rules.piles import Pile
from shared_rules.play import Frame
from shared_rules.questions import Choice, Confirm, Draw

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def keepers_done(m: Mischief) -> None:
    """A completed card ends Before Dark or the match, then comes the Cleanup (MM-DARK-01, MM-END-02)."""
    done = [k for k, keeper in enumerate(m.state.keepers) if keeper.goal == CREST]
    cleanup_first = m.state.dark and m.state.options["cleanup_in_last_turn"] == "yes"
    cards: list[Frame] = [["card_done", k] for k in done]
    cleanup: Frame = ["cleanup"]
    m.then(*([cleanup, *cards] if cleanup_first else [*cards, cleanup]), ["next_team"])


def card_done(m: Mischief, k: int) -> None:
    """All three Destinations of a groundskeeper's card are done: After Dark begins, or the match ends (MM-R-21)."""
    state = m.state
    if state.dark:
        state.ended = "card"
        m.then(["stop"])
        return
    clear_tomes(m)
    state.dark = True
    m.tell("night_fell", None)
    m.then(["draw_card", k])


def clear_tomes(match: Mischief) -> None:
    """Uncollected Tomes go back to their supplies (MM-DARK-02, MM-R-08)."""
    state = match.state
    gone = [square(match, cell) for cell in sorted(state.tomes)]
    for colours in state.tomes.values():
        for seat in colours:
            state.players[seat].supply += 1
    state.tomes = {}
    if gone:
        match.tell("tomes_removed", None, at=gone)


def draw_card(m: Mischief, k: int) -> None:
    m.ask("card", k)


def card(m: Mischief, k: int) -> Draw:
    """The card that is turned up (MM-BRD-02, MM-BRD-03)."""
    return Draw(None, "after dark cards" if m.state.dark else "before dark cards", m.state.cards.may_come())


def card_answered(m: Mischief, k: int, card: str) -> None:
    """Its Destinations are set out, then its Tomes (MM-DEST-01, MM-DARK-03, MM-DARK-04)."""
    state = m.state
    face = m.pack.cards[card]
    # One card of each kind is used in a match; the others stay in the box.
    state.cards = Pile() if state.dark else Pile.shuffled(m.pack.after)
    keeper = state.keepers[k]
    keeper.card, keeper.goal = card, 0
    keeper.stops = [m.spot(k, cell) for cell in face.stops]
    m.tell("card_shown", None, keeper=k, card=card, kind=face.kind, move=face.move,
           stops=[square(m, cell) for cell in keeper.stops])  # fmt: skip
    m.then(*(["lay_tomes", k, team] for team in range(len(state.markers))), ["lie_ready", k], ["first_stop", k])


def first_stop(m: Mischief, k: int) -> None:
    """A Destination may lie where the groundskeeper stands already (MM-R-23)."""
    arrive(m, k, came=False)


def lie_ready(m: Mischief, k: int) -> None:
    """With real pieces people lay tokens and Tomes out as they lie here."""
    state = m.state
    if state.options["pieces"] == "real" and state.phase != "setup":
        m.ask("laid_out", k)


def laid_out(m: Mischief, k: int) -> Confirm:
    state = m.state
    stops = [square(m, cell) for cell in state.keepers[k].stops]
    tomes = {square(m, cell): colours[:] for cell, colours in sorted(state.tomes.items())}
    return Confirm(None, {"what": "card_layout", "card": state.keepers[k].card, "stops": stops, "tomes": tomes})


def laid_out_answered(m: Mischief, k: int, answer: bool) -> None:
    m.tell("laid_out", None)


# -- Tomes of a card --------------------------------------------------------------------------------------------------------


def lay_tomes(m: Mischief, k: int, team: int) -> None:
    """One Tome of the team for each place of the card, as long as its supply lasts (MM-DEST-02, MM-DARK-04, MM-R-08)."""
    seat = m.state.markers[team]
    if seat < 0:
        return
    places = _places(m, k, seat)
    short = len(places) > m.state.players[seat].supply
    if short and m.state.options["tome_shortage"] == "player_chooses" and m.state.players[seat].supply:
        m.ask("tome_place", k, team)
        return
    _lay(m, seat, places[: m.state.players[seat].supply])


def tome_place(m: Mischief, k: int, team: int) -> Choice:
    seat = m.state.markers[team]
    return Choice(seat, [["tome", cell] for cell in _places(m, k, seat)])


def tome_place_answered(m: Mischief, k: int, team: int, answer: list[Any]) -> None:
    _lay(m, m.state.markers[team], [answer[1]])
    m.then(["lay_tomes", k, team])


def _places(match: Mischief, k: int, seat: int) -> list[int]:
    """The card's places for Tomes that have none of that colour yet."""
    tomes = match.state.tomes
    cells = [match.spot(k, cell) for cell in match.pack.cards[match.state.keepers[k].card].tomes]
    return [cell for cell in cells if seat not in tomes.get(cell, ())]


def _lay(match: Mischief, seat: int, cells: list[int]) -> None:
    state = match.state
    for cell in cells:
        state.tomes.setdefault(cell, []).append(seat)
    state.players[seat].supply -= len(cells)
    if cells:
        match.tell("tomes_laid", seat, at=[square(match, cell) for cell in cells])
