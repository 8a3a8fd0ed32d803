"""Mythicals in words: prompts, labels and helps of every question, and a sentence for every event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from shared_rules.mythicals.phrases import (
    cards_count,
    cards_text,
    colour_name,
    markers_text,
    person,
    points_text,
    token_text,
)  # fmt: skip
from shared_rules.mythicals.state import DAYBREAK
from shared_rules.mythicals.stories import event_text as event_text
from shared_rules.mythicals.stories import table_lines as table_lines
from shared_rules.mythicals.stories import undone_words as undone_words
from shared_rules.questions import Answer, Confirm, Question
from shared_rules.words import _

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals


def _cards(m: Mythicals, cards: Sequence[str]) -> str:
    return cards_text([m.pack.told[card] for card in cards])


def _token(m: Mythicals, token: str) -> str:
    return token_text(m.pack.told_tokens[token])


def _colour(m: Mythicals, colour: str) -> str:
    return colour_name(*m.pack.colours[colour])


def _cost_text(m: Mythicals, token: str) -> str:
    """What a token costs, for somebody who has the cards in front of them."""
    face = m.pack.tokens[token]
    if face.kind == "set":
        return _("{size} cards of one value in different colours").format(size=face.size)
    if face.kind == "full":
        fifth = m.state.options["token_thirteen_payment"] == "joker_as_fifth"
        return _("four of 1 to 5 of one colour, and its joker as the fifth") if fifth else _("1 to 5 of one colour, and its joker")
    if m.state.options["token_suite_colour_must_match"] == "no":
        return _("{size} values in a row of any one colour").format(size=face.size)
    return _("{size} values in a row of {colour}").format(size=face.size, colour=_colour(m, face.column))


_PROMPTS: dict[str, Callable[..., str]] = {
    "start_card": lambda m, who: _("A card to begin with: which one is dealt?"),
    "start_choice": lambda m, who: _("Choose a card to begin with"),
    "first_roll": lambda m, players, rolled: _("throws the die for who begins"),
    "your_draw": lambda m, who: _("Reveal three cards, or take a colour of the reserve?"),
    "revealed_card": lambda m, who: _("Reveal card {number} of 3: which one is it?").format(number=len(m.state.revealed) + 1),
    "take_revealed": lambda m, who: _("Which colour do you take? The rest goes to the reserve"),
    "fill_choice": lambda m, who: _("Daybreak came with too few cards: which card of the reserve fills up?"),
    "take_at_daybreak": lambda m, who: _("Daybreak! Take a last card or two of one colour"),
    "acquire": lambda m, who: _("Acquire a token?"),
    "payment": lambda m, who, token: _("Which cards pay for the {token}?").format(token=_token(m, token)),
    "marking": lambda m, who: _("Consolidate or block a token on the board? {markers} left").format(
        markers=markers_text(m.state.markers)
    ),
    "light_draw": lambda m, who: _("Draw: did you reveal three cards, or take a colour of the reserve?"),
    "light_daybreak": lambda m, who: _("Is Daybreak among the three cards?"),
}


def prompt(m: Mythicals, question: Question, names: Sequence[str]) -> str:
    """What is asked, with the name of whoever is asked."""
    text = task_text(m, question.task, names) if isinstance(question, Confirm) else _PROMPTS[question.asker](m, *question.args)
    return text if question.seat is None else f"{person(names, question.seat)}: {text}"


def task_text(m: Mythicals, task: dict[str, Any], names: Sequence[str]) -> str:
    """What people are to do with the real pieces."""
    match task["what"]:
        case "set_board":
            return _(
                "Lay the three board pieces in the middle, the {tokens} tokens face up on their columns with points ascending, "
                "and the {markers} markers in their place"
            ).format(tokens=task["tokens"], markers=task["markers"])
        case "build_deck":
            deal = _("Deal everyone two cards of different colours. ") if task["deal"] else ""
            return deal + _("Shuffle {under} cards with Daybreak, face down, and put the other cards on top of them").format(
                under=task["under"]
            )
        case "hand_over":
            whom = person(names, task["goal"])
            if "cards" not in task:
                return _("Give {whom} the second copy of what you have twice: {cards}").format(
                    whom=whom, cards=cards_count(task["count"])
                )
            return _("Give {whom} what you have twice: {cards}").format(whom=whom, cards=_cards(m, task["cards"]))
    raise ValueError(f"there are no words for the task {task!r}")


def label(m: Mythicals, question: Question, answer: Answer) -> str:
    """An option, or a card that may come, in a few words."""
    if isinstance(answer, str):
        return _cards(m, [answer])
    return _card_label(m, answer) or _token_label(m, question, answer)


def _card_label(m: Mythicals, answer: list[Any]) -> str | None:
    match answer:
        case ["reveal"]:
            return _("reveal three cards")
        case ["reserve"]:
            return _("a colour of the reserve")
        case ["take" | "pay", cards]:
            return _cards(m, cards)
        case ["choose" | "fill", card]:
            return _cards(m, [card])
        case ["yes"]:
            return _("yes, Daybreak")
        case ["no"]:
            return _("no")
    return None


def _token_label(m: Mythicals, question: Question, answer: list[Any]) -> str:
    match answer:
        case ["acquire", token]:
            return f"{_token(m, token)}: {_worth(m, token)}"
        case ["consolidate", token, count]:
            return _("{token}: +{count}").format(token=_token(m, token), count=count)
        case ["block", token]:
            return _("{token}: block").format(token=_token(m, token))
        case ["skip"]:
            return _("no token") if question.asker == "acquire" else _("neither")
    raise ValueError(f"there is no label for the answer {answer!r}")


def _worth(m: Mythicals, token: str) -> str:
    """Points of a token, with the markers on it."""
    text = points_text(m.pack.tokens[token].points)
    markers = m.state.board.get(token, 0)
    return text + (f" + {markers_text(markers)}" if markers else "")


def help_text(m: Mythicals, question: Question, answer: Answer) -> str:
    """What happens if that is chosen."""
    if isinstance(answer, str):
        return _("it ends the match with this turn") if answer == DAYBREAK else _("a creature card")
    return _card_help(m, question, answer) or _token_help(m, question, answer)


def _card_help(m: Mythicals, question: Question, answer: list[Any]) -> str | None:
    match answer:
        case ["reveal"]:
            return _("you take one colour of them, the rest goes to the reserve")
        case ["reserve"]:
            return _("you took all cards of one colour from the reserve")
        case ["take", cards]:
            return _take_help(m, question, cards)
        case ["choose", _c]:
            return _("it is yours; the second card has another colour")
        case ["fill", _c]:
            return _("it lies beside Daybreak then, and can be taken")
        case ["pay", cards]:
            return _("{cards} to the discard pile, face down").format(cards=cards_count(len(cards)))
        case ["yes"]:
            return _("lay it aside, take one or two of the others of one colour: this is the last turn")
        case ["no"]:
            return _("the match goes on")
    return None


def _token_help(m: Mythicals, question: Question, answer: list[Any]) -> str:
    match answer:
        case ["acquire", token]:
            return _("it costs {cost}").format(cost=_cost_text(m, token))
        case ["consolidate", token, count]:
            total = m.pack.tokens[token].points + (m.state.board[token] + count) * _marker_points(m)
            return _("whoever acquires it gets {points} then").format(points=points_text(total))
        case ["block", token]:
            return _("nobody can put markers on it any more; it can still be acquired")
        case ["skip"]:
            return _("you keep your cards") if question.asker == "acquire" else _("the turn ends")
    raise ValueError(f"there is no help for the answer {answer!r}")


def _marker_points(m: Mythicals) -> int:
    return m.pack.marker_points if m.state.options["marker_points"] == "pack_value" else 1


def _take_help(m: Mythicals, question: Question, cards: Sequence[str]) -> str:
    """How many cards come, and which of them go on to the opponent."""
    if m.state.options["duplicate_card"] == "both_kept":
        return _("you get {cards}").format(cards=cards_count(len(cards)))
    hand = m.state.seats[question.seat or 0].hand
    twice = [card for card in dict.fromkeys(cards) if hand.count(card) + list(cards).count(card) > 1]
    if twice:
        return _("you would have twice, so the opponent gets one: {cards}").format(cards=_cards(m, twice))
    return _("you get {cards}").format(cards=cards_count(len(cards)))
