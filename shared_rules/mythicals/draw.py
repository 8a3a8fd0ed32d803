"""The draw phase: reveal three and take one colour, or take one colour of the reserve; equal cards go to the opponent."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from shared_rules.mythicals.payments import JOKER
from shared_rules.mythicals.secrets import secret_hands, tell_hand, told
from shared_rules.mythicals.state import DAYBREAK, REVEALED_AT_ONCE
from shared_rules.questions import Answer, Choice, Confirm, Draw

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals


def draw_phase(m: Mythicals, who: int) -> None:
    """Compulsory (ML-TURN-02). Only after Daybreak the pile and the reserve can both be empty (ML-R-22)."""
    if m.state.options["tracking"] == "light":
        m.ask("light_draw", who)
    elif m.state.deck.layers or m.state.reserve:
        m.ask("your_draw", who)
    else:
        m.tell("nothing_to_draw", who)


def your_draw(m: Mythicals, who: int) -> Choice:
    """Reveal, or a colour of the reserve: all its cards (ML-DRAW-04)."""
    options: list[Answer] = [["reveal"]] if m.state.deck.layers else []
    options += [["take", cards] for cards in one_colour(m, m.state.reserve)]
    return Choice(who, options)


def your_draw_answered(m: Mythicals, who: int, answer: Answer) -> None:
    if answer[0] == "reveal":
        m.then(["reveal", who])
    else:
        for card in answer[1]:
            m.state.reserve.remove(card)
        collect_cards(m, who, answer[1], "reserve")


def one_colour(match: Mythicals, cards: Iterable[str]) -> list[list[str]]:
    """`cards` by colour, each colour whole: what may be taken together. Which colour a joker has is ML-R-10."""
    reading = match.state.options["joker_colour"]
    faces = match.pack.cards
    found: dict[str, list[str]] = {}
    jokers: list[str] = []
    for card in sorted(cards):
        colour, value = faces[card]
        if value == JOKER and reading != "printed_colour":
            jokers.append(card)
        else:
            found.setdefault(colour, []).append(card)
    groups = [found[colour] for colour in match.pack.colours if colour in found]
    if jokers and reading == "any_colour":
        groups += [[*group, *jokers] for group in groups]
    return groups if not jokers or (groups and reading == "any_colour") else [*groups, jokers]


def parts(groups: Iterable[list[str]], most: int) -> list[list[str]]:
    """All that differs of one to `most` cards out of one group."""
    some = (way for group in groups for size in range(1, min(most, len(group)) + 1) for way in combinations(group, size))
    return [list(way) for way in dict.fromkeys(some)]


def reveal(m: Mythicals, who: int) -> None:
    """Three cards, whatever comes (ML-DRAW-01, ML-R-06); then it is seen whether Daybreak is among them."""
    if len(m.state.revealed) < REVEALED_AT_ONCE and m.state.deck.layers:
        m.ask("revealed_card", who)
    elif DAYBREAK in m.state.revealed:
        m.then(["daybreak", who])
    else:
        m.then(["pick_colour", who])


def revealed_card(m: Mythicals, who: int) -> Draw:
    return Draw(who, "draw pile", m.state.deck.may_come(), hidden=secret_hands(m))


def revealed_card_answered(m: Mythicals, who: int, card: str) -> None:
    m.state.deck.take(card)
    m.state.revealed.append(card)
    m.tell("card_revealed", who, cards=told(m, [card]))
    reveal(m, who)


def pick_colour(m: Mythicals, who: int) -> None:
    """One colour of those revealed (ML-DRAW-02); where all are of one there is nothing to choose."""
    take_or_ask(m, who, "take_revealed", take_revealed(m, who))


def take_or_ask(match: Mythicals, who: int, asker: str, question: Choice) -> bool:
    """Ask `question`, which is `asker`'s; where only one answer is legal it is taken. False where there is none."""
    if len(question.options) == 1:
        take_out(match, who, question.options[0][1])
    elif question.options:
        match.ask(asker, who)
    return bool(question.options)


def take_revealed(m: Mythicals, who: int) -> Choice:
    return taking(m, who, REVEALED_AT_ONCE if m.state.options["draw_take"] == "one_or_more" else None)


def taking(match: Mythicals, who: int, most: int | None) -> Choice:
    """Take of those revealed a whole colour, or up to `most` cards of one."""
    groups = one_colour(match, match.state.revealed)
    return Choice(who, [["take", cards] for cards in (groups if most is None else parts(groups, most))])


def take_revealed_answered(m: Mythicals, who: int, answer: Answer) -> None:
    take_out(m, who, answer[1])


def take_out(match: Mythicals, who: int, cards: list[str]) -> None:
    """`who` takes `cards` of those revealed; the others go to the reserve (ML-DRAW-03, ML-R-29)."""
    state = match.state
    for card in cards:
        state.revealed.remove(card)
    if state.revealed:
        match.tell("reserve_grew", cards=told(match, sorted(state.revealed)))
        state.reserve = sorted(state.reserve + state.revealed)
        state.revealed = []
    collect_cards(match, who, cards, "revealed")


def collect_cards(match: Mythicals, who: int, cards: list[str], source: str) -> None:
    """Into the collection (ML-DRAW-08); of each card that is there twice then, one goes to the opponent (ML-R-26)."""
    seats = match.state.seats
    hand = seats[who].hand
    hand += cards
    hand.sort()
    match.tell("cards_taken", who, cards=told(match, cards), source=source)
    if match.state.options["duplicate_card"] == "both_kept":
        return
    twice = [card for card in dict.fromkeys(cards) if hand.count(card) > 1]
    if not twice:
        return
    goal = (who + 1) % len(seats)
    for card in twice:
        hand.remove(card)
    seats[goal].hand = sorted(seats[goal].hand + twice)
    tell_hand(match, "duplicates_given", who, [who, goal], twice, goal=goal, count=len(twice))
    if match.state.options["pieces"] == "real":
        match.ask("duplicates_handed", who, goal, twice)


def duplicates_handed(m: Mythicals, who: int, goal: int, cards: list[str]) -> Confirm:
    task = {"what": "hand_over", "goal": goal, "count": len(cards)}
    return Confirm(who, task if secret_hands(m) else {**task, "cards": cards[:]})


def duplicates_handed_answered(m: Mythicals, who: int, goal: int, cards: list[str], answer: bool) -> None:
    m.tell("duplicates_handed", who)
