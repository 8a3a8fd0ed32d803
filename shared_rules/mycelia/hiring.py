"""Hiring a hero: pay, perform the single effect, lay the card on the own supply pile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.fields import fields_of
from shared_rules.mycelia.functions_text import Function

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia

Refusal = tuple[str, str] | None


def hires(m: Mycelia, who: int) -> list[list[Any]]:
    """The heroes of the showcase that `who` can hire now, as answers (MYC-HIRE-01, MYC-HIRE-03)."""
    leaves, cards = m.state.seats[who].leaves, m.pack.cards
    options: list[list[Any]] = []
    for at, card in enumerate(m.state.showcase):
        if card is not None and cards[card].cost <= leaves and not _single_refused(m, who, card):
            options.append(["hire", at])
    return options


def hires_inside(m: Mycelia, who: int) -> list[list[Any]]:
    """The same in the middle of a function, where MYC-R-10 lets the player whose turn it is hire there."""
    gwidyon = m.state.gwidyon
    if who != m.state.active or (gwidyon is not None and gwidyon.on_turn):
        return []
    return hires(m, who)


def hire_refused(m: Mycelia, who: int, at: Any) -> Refusal:
    """Why `who` cannot hire the hero at that place of the showcase; None if nothing speaks against it."""
    if type(at) is not int or not 0 <= at < len(m.state.showcase):
        return "MYC-HIRE-01", "heroes are hired from the showcase only"
    hero = m.state.showcase[at]
    if hero is None:
        return "MYC-HIRE-05", "that place of the showcase stays empty until the end of the turn or action a"
    face, leaves = m.pack.cards[hero], m.state.seats[who].leaves
    if face.cost > leaves:
        return "MYC-HIRE-03", f"{face.name} costs {face.cost}, and there are {leaves} leaves to pay with"
    if _single_refused(m, who, hero):
        return "MYC-R-38", f"{face.name} is not hired without a field of exactly 1 drop and a shrine field to lay there"
    return None


def _single_refused(m: Mycelia, who: int, card: str) -> bool:
    """Whether the house rule of MYC-R-38 keeps a hero with a shrine field away, as there is no use for it."""
    single = m.pack.cards[card].single
    return single is not None and m.state.options["hire_clavulinopsis"] == "refused" and _lays_in_vain(m, who, single)


def _lays_in_vain(m: Mycelia, who: int, function: Function) -> bool:
    if function[0] == "all":
        return any(_lays_in_vain(m, who, part) for part in function[1])
    return function[0] == "shrine_field" and not places_for_shrine(m, who)


def places_for_shrine(m: Mycelia, who: int) -> list[int]:
    """Where an additional shrine field can be laid: exactly one drop lies there (MYC-XACT-10). None if none is left."""
    board = m.state.seats[who].board
    return [field for field in fields_of(m, who, "any") if board[field] == 1] if m.state.shrine_fields else []


def hire(m: Mycelia, who: int, at: int) -> None:
    """Pay, and lay the hero face down on the own supply pile; everybody saw which it is (MYC-HIRE-02, MYC-HIRE-04).

    A single effect is performed before the card is laid there (MYC-ONCE-01, MYC-ONCE-02).
    """
    card = m.state.showcase[at]
    assert card is not None, "no empty place is offered"
    face = m.pack.cards[card]
    m.state.seats[who].leaves -= face.cost
    m.state.showcase[at] = None
    m.tell("hero_hired", who, card=card, name=face.name, place=at, cost=face.cost)
    m.state.hiring.append(card)
    if face.single is None:
        lay_on_pile(m, who, m.state.must)
        return
    m.then(["perform_whole", who, face.single], ["lay_on_pile", who, m.state.must])
    m.state.must = m.state.options["single_effect_compulsory"] == "yes"
    m.tell("single_effect_began", who, card=card, name=face.name, function=face.single)


def lay_on_pile(m: Mycelia, who: int, must: bool) -> None:
    """The hired hero goes on top; what was being performed before it may be left out again or not, as `must` says."""
    m.state.must = must
    m.state.seats[who].supply.put_on_top(m.state.hiring.pop(), list(range(len(m.state.seats))))
