"""Destination cards: how one is laid out, what happens when its third Destination is done, and the fall of night."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.catching import check_eliminated
from shared_rules.mischief.keeper import arrive
from shared_rules.mischief.modes import ENCHANTED, givers, has_tomes, is_blitz, is_light, their_turn
from shared_rules.mischief.pieces import square
from shared_rules.mischief.state import CREST
from shared_rules.piles import Pile
from shared_rules.play import Frame
from shared_rules.questions import Choice, Confirm, Draw

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def keepers_done(m: Mischief) -> None:
    """A completed card ends Before Dark or the match, then comes the Cleanup (MM-DARK-01, MM-END-02)."""
    state = m.state
    check_eliminated(m)
    if state.ended:
        m.then(["stop"])
        return
    done = [k for k, keeper in enumerate(state.keepers) if keeper.goal == CREST]
    cleanup_first = state.dark and not is_blitz(state) and state.options["cleanup_in_last_turn"] == "yes"
    cards: list[Frame] = [["card_done", k] for k in done]
    cleanup: list[Frame] = [] if their_turn(state) else [["cleanup"]]
    back: list[Frame] = [["light_back" if is_light(state) else "enchanted_back"]] if state.solo is not None else []
    m.then(*([*cleanup, *cards, *back] if cleanup_first else [*cards, *back, *cleanup]))


def card_done(m: Mischief, k: int) -> None:
    """All three Destinations of a groundskeeper's card are done: After Dark begins, or the match ends (MM-R-21)."""
    state = m.state
    if is_blitz(state):
        m.then(["lay_card_aside", k], ["draw_card", k])
        return
    if state.dark:
        state.ended = "card"
        m.then(["stop"])
        return
    clear_tomes(m)
    state.dark = True
    m.tell("night_fell", None)
    m.then(["draw_card", k])


def clear_tomes(match: Mischief) -> None:
    """Uncollected Tomes go back to their supplies (MM-DARK-02, MM-R-08); the Enchanted's may stay (MM-DET-12, MM-DIFF-05)."""
    state = match.state
    stays = ENCHANTED if state.solo is not None and state.options["solo_tomes_stay"] else None
    gone = [square(match, cell) for cell, colours in sorted(state.tomes.items()) if colours != [stays]]
    for colours in state.tomes.values():
        for seat in colours:
            state.players[seat].supply += seat != stays
    state.tomes = {cell: [stays] for cell, colours in state.tomes.items() if stays is not None and stays in colours}
    if gone:
        match.tell("tomes_removed", None, at=gone)


def draw_card(m: Mischief, k: int) -> None:
    m.ask("light_points" if is_light(m.state) else "card", k)


def card(m: Mischief, k: int) -> Draw:
    """The card that is turned up (MM-BRD-02, MM-BRD-03)."""
    return Draw(None, "after dark cards" if m.state.dark else "before dark cards", m.state.cards.may_come())


def card_answered(m: Mischief, k: int, card: str) -> None:
    """Its Destinations are set out, then its Tomes (MM-DEST-01, MM-DARK-03, MM-DARK-04)."""
    state = m.state
    face = m.pack.cards[card]
    if is_blitz(state):
        state.cards.take(card)
    else:
        # One card of each kind is used in a match; the others stay in the box.
        state.cards = Pile() if state.dark else Pile.shuffled(m.pack.after)
    keeper = state.keepers[k]
    keeper.card, keeper.goal = card, 0
    keeper.stops = [m.spot(k, cell) for cell in face.stops]
    m.tell("card_shown", None, keeper=k, card=card, kind=face.kind, move=face.move,
           stops=[square(m, cell) for cell in keeper.stops])  # fmt: skip
    teams = [team for team in range(len(state.markers)) if has_tomes(state, team)]
    m.then(*(["lay_tomes", k, team] for team in teams), ["lie_ready", k], ["first_stop", k])


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
    places = _places(m, k, team)
    supply = sum(m.state.players[seat].supply for seat in givers(m.state, team))
    if len(places) > supply > 0 and m.state.options["tome_shortage"] == "player_chooses":
        m.ask("tome_place", k, team)
        return
    _lay(m, team, places[:supply])


def tome_place(m: Mischief, k: int, team: int) -> Choice:
    return Choice(m.state.markers[team], [["tome", cell] for cell in _places(m, k, team)])


def tome_place_answered(m: Mischief, k: int, team: int, answer: list[Any]) -> None:
    _lay(m, team, [answer[1]])
    m.then(["lay_tomes", k, team])


def _places(match: Mischief, k: int, team: int) -> list[int]:
    """The card's places for Tomes that have none of the team's yet."""
    tomes, seats = match.state.tomes, match.state.seats_of(team)
    cells = [match.spot(k, cell) for cell in match.pack.cards[match.state.keepers[k].card].tomes]
    return [cell for cell in cells if not any(seat in tomes.get(cell, ()) for seat in seats)]


def _lay(match: Mischief, team: int, cells: list[int]) -> None:
    """Each Tome comes out of the fuller supply, if it may come out of two."""
    state = match.state
    laid: dict[int, list[str]] = {}
    for cell in cells:
        seat = max(givers(state, team), key=lambda one: state.players[one].supply)
        state.tomes.setdefault(cell, []).append(seat)
        state.players[seat].supply -= 1
        laid.setdefault(seat, []).append(square(match, cell))
    for seat, where in laid.items():
        match.tell("tomes_laid", seat, at=where)
