"""What happened, in a sentence an event, and how the table stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from shared_rules.events import Told
from shared_rules.mythicals.phrases import (
    cards_count,
    cards_text,
    listed,
    markers_text,
    person,
    piece_text,
    points_text,
    token_text,
    value_text,
)
from shared_rules.mythicals.secrets import secret_hands
from shared_rules.words import _, undone_text

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals


def _cards(e: Told) -> str:
    """The cards of an event, or a card, for those who may not know which."""
    return cards_text(e["cards"]) if "cards" in e else cards_count(e.get("count", 1))


def _acquired(e: Told, who: str) -> str:
    text = _("{who} acquires the {token} for {points}").format(
        who=who, token=token_text(e["token"]), points=points_text(e["points"])
    )
    text += _(" with {markers} on it").format(markers=markers_text(e["markers"])) if e["markers"] else ""
    return text + (_(" and pays {cards}.").format(cards=_cards(e)) if e["count"] else ".")


def _blocked(e: Told, who: str) -> str:
    text = _("{who} blocks the {token}").format(who=who, token=token_text(e["token"]))
    return text + (_("; {markers} go back to the supply.").format(markers=markers_text(e["removed"])) if e["removed"] else ".")


def _taken(e: Told, who: str) -> str:
    text = _("{who} takes {cards} from the reserve.") if e["source"] == "reserve" else _("{who} takes {cards}.")
    return text.format(who=who, cards=_cards(e))


_EVENTS: dict[str, Callable[[Told, str], str]] = {
    "board_set": lambda e, who: _("The board is ready."),
    "start_card_taken": lambda e, who: _("{who} begins with {cards}.").format(who=who, cards=_cards(e)),
    "start_card_returned": lambda e, who: _("{cards} goes back: the two cards have different colours.").format(cards=_cards(e)),
    "deck_built": lambda e, who: _("The draw pile has {cards}; Daybreak is among the last nine.").format(
        cards=cards_count(e["cards"])
    ),
    "deck_ready": lambda e, who: _("The draw pile is ready."),
    "rolled_for_first": lambda e, who: _("{who} throws a {face}.").format(who=who, face=e["face"]),
    "first_player_found": lambda e, who: _("{who} begins.").format(who=who),
    "turn_began": lambda e, who: _("Round {round}: {who} is on turn.").format(round=e["round"], who=who),
    "card_revealed": lambda e, who: _("{who} reveals {cards}.").format(who=who, cards=_cards(e)),
    "cards_taken": _taken,
    "reserve_grew": lambda e, who: _("To the reserve: {cards}.").format(cards=_cards(e)),
    "duplicates_handed": lambda e, who: _("{who} has handed over the second copy.").format(who=who),
    "nothing_to_draw": lambda e, who: _("{who} finds neither draw pile nor reserve.").format(who=who),
    "cards_revealed": lambda e, who: _("{who} reveals three cards; {cards} are left in the draw pile.").format(
        who=who, cards=cards_count(e["left"])
    ),
    "reserve_taken": lambda e, who: _("{who} takes a colour of the reserve.").format(who=who),
    "daybreak_came": lambda e, who: _("Daybreak! It lies aside; this is the last turn of {who}.").format(who=who),
    "card_filled_up": lambda e, who: _("{cards} of the reserve fills up.").format(cards=_cards(e)),
    "nothing_beside_daybreak": lambda e, who: _("No other card came with Daybreak."),
    "nothing_acquired": lambda e, who: _("{who} acquires no token.").format(who=who),
    "token_acquired": _acquired,
    "token_consolidated": lambda e, who: _("{who} consolidates the {token}: +{count}; on it now: {markers}.").format(
        who=who, token=token_text(e["token"]), count=e["count"], markers=markers_text(e["markers"])
    ),
    "token_blocked": _blocked,
    "nothing_marked": lambda e, who: _("{who} leaves the board as it is.").format(who=who),
    "round_ended": lambda e, who: _("Round {round} is over.").format(round=e["round"]),
}


def event_text(told: Told, names: Sequence[str]) -> str:
    """What happened, in one sentence."""
    who = person(names, told["seat"])
    if told["event"] == "duplicates_given":
        text = _("{who} has twice, and gives {whom} the second copy: {cards}.")
        return text.format(who=who, whom=person(names, told["goal"]), cards=_cards(told))
    if told["event"] == "put_right":
        value, was = (value_text(told[key], names) for key in ("value", "was"))
        return _("Corrected: {piece} {value}, not {was}.").format(piece=piece_text(told, names), value=value, was=was)
    if told["event"] == "undone":
        return undone_words(told, names)
    if told["event"] == "match_ended":
        winners = _(" and ").join(person(names, seat) for seat in told["winners"])
        each = ((person(names, seat), points_text(score)) for seat, score in enumerate(told["scores"]))
        totals = ", ".join(_("{who} {points}").format(who=who, points=points) for who, points in each)
        return _("The match is over: {totals}. {winners} won.").format(totals=totals, winners=winners)
    return _EVENTS[told["event"]](told, who)


def undone_words(told: Told, names: Sequence[str]) -> str:
    """Who took back how much, and what people have to put back."""
    tasks = [
        _("{piece} {value}, now {was}").format(
            piece=piece_text(piece, names), value=value_text(piece["value"], names), was=value_text(piece["was"], names)
        )
        for piece in told["put_back"]
    ]
    return undone_text(told, names, tasks)


def table_lines(m: Mythicals, names: Sequence[str]) -> list[str]:
    """How the table stands, so that people can go on by hand. Totals are told at the end only."""
    state, faces = m.state, m.pack.told
    light = state.options["tracking"] == "light"
    lines = [
        _("Round {round}, {who} is on turn; {first} began.").format(
            round=state.round, who=person(names, state.active), first=person(names, state.first)
        ),
        _("Draw pile: {cards}; markers left: {markers}.").format(cards=cards_count(state.cards_left), markers=state.markers),
    ]
    if state.daybreak:
        lines.append(_("Daybreak has come."))
    if not light:
        reserve = cards_text([faces[card] for card in state.reserve]) if state.reserve else _("empty")
        lines.append(_("Reserve: {cards}; discarded: {count}.").format(cards=reserve, count=len(state.discard)))
    if state.revealed:
        lines.append(_("Revealed: {cards}.").format(cards=cards_text([faces[card] for card in state.revealed])))
    for tokens in m.pack.columns.values():
        left = [token for token in tokens if token in state.board]
        if left:
            lines.append(_("On the board: {tokens}.").format(tokens=listed([_on_board(m, token) for token in left])))
    return lines + [_seat_line(m, number, names) for number in range(len(state.seats))]


def _on_board(m: Mythicals, token: str) -> str:
    text = token_text(m.pack.told_tokens[token])
    if m.state.board[token]:
        text += f" +{m.state.board[token]}"
    return text + (_(" (blocked)") if token in m.state.blocked else "")


def _seat_line(m: Mythicals, number: int, names: Sequence[str]) -> str:
    seat = m.state.seats[number]
    if m.state.options["tracking"] == "light":
        hand = _("cards in hand not known here")
    elif secret_hands(m):
        hand = cards_count(len(seat.hand))
    else:
        hand = cards_text([m.pack.told[card] for card in seat.hand]) if seat.hand else _("no cards")
    top = _(", on top the {token}").format(token=token_text(m.pack.told_tokens[seat.tokens[-1]])) if seat.tokens else ""
    return _("{who}: {hand}; tokens: {tokens}{top}; {markers}.").format(
        who=person(names, number), hand=hand, tokens=len(seat.tokens), top=top, markers=markers_text(seat.markers)
    )
