"""Who may know which card: hands lie open, or are secret by a switch of the match (ML-R-23)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shared_rules.mythicals.match import Mythicals


def secret_hands(match: Mythicals) -> bool:
    """Whether a hand is known to its owner only. Then is hidden, too, what may come off the pile: the other hand cannot hold it."""
    return match.state.options["hands"] == "secret"


def told(match: Mythicals, cards: Iterable[str]) -> list[dict[str, Any]]:
    """`cards` as events tell them."""
    return [match.pack.told[card] for card in cards]


def tell_hand(match: Mythicals, event: str, seat: int, to: Collection[int], cards: Iterable[str], **data: Any) -> None:
    """Report what happened with cards of a hand: to all where hands are open, else which cards to the seats in `to` only."""
    if secret_hands(match):
        match.tell(event, seat, secret={"cards": told(match, cards)}, to=to, **data)
    else:
        match.tell(event, seat, cards=told(match, cards), **data)
