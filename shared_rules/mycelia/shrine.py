"""The Shrine of Life: drops go in at the end of a turn; when it is full it is turned and new drops come (MYC-ENDT-05 to -19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.fields import is_shrine, place_of
from shared_rules.questions import Confirm, Flush

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def fill_shrine(m: Mycelia) -> None:
    """The drops of this turn go into the shrine; what it cannot hold goes to the box (MYC-PLAY-08, MYC-ENDT-08)."""
    state = m.state
    if not state.tray:
        return
    put_in = min(state.tray, state.shrine_full_at - state.shrine)
    to_box = state.tray - put_in
    state.shrine += put_in
    state.box += to_box
    state.tray = 0
    m.tell("shrine_filled", put_in=put_in, to_box=to_box, holds=state.shrine, full_at=state.shrine_full_at)
    if state.options["pieces"] == "real" and (not state.light or to_box or _turns(m)):
        m.ask("drops_in_shrine", put_in, to_box)


def drops_in_shrine(m: Mycelia, put_in: int, to_box: int) -> Confirm:
    """With light tracking they have been put in before they were told; what is over, and a Shrine that turns now, is still news."""
    if m.state.light:
        return Confirm(m.state.active, {"what": "shrine_full", "box": to_box, "turns": _turns(m)})
    return Confirm(m.state.active, {"what": "shrine_drops", "in": put_in, "box": to_box})


def drops_in_shrine_answered(m: Mycelia, put_in: int, to_box: int, answer: bool) -> None:
    """Nothing is left to do: the drops were counted when they were removed."""


def check_shrine(m: Mycelia) -> None:
    """At the end of a turn only (MYC-ENDT-10), and never again once a board is clear (MYC-END-04, MYC-R-28, MYC-R-29)."""
    if _turns(m):
        m.ask("flush")


def _turns(m: Mycelia) -> bool:
    return m.state.shrine == m.state.shrine_full_at and m.state.may_turn


def flush(m: Mycelia) -> Flush:
    return Flush(m.state.shrine, m.pack.faces)


def flush_answered(m: Mycelia, answer: dict[str, Any]) -> None:
    """Die and drops fall out; all get new drops on the same fields, the rest leaves the game, the supply card is flipped.

    Gwidyon gets none (MYC-SOLO-24).
    """
    state = m.state
    thrown = state.shrine
    state.shrine, state.die_on = 0, None
    m.tell("shrine_turned", drops=thrown, **answer)
    placed = [_new_drops(m, number, answer["face"]) for number in range(len(state.seats))]
    rest = thrown - sum(map(len, placed)) - state.shrine
    state.box += rest
    state.supply_card = other_side(state.supply_card)
    m.tell("supply_card_turned", side=state.supply_card)
    if state.options["pieces"] == "real":
        m.each([number for number, fields in enumerate(placed) if fields], "place_new_drops", placed)
    m.then(["place_die", rest])


def _new_drops(m: Mycelia, who: int, face: str) -> list[int]:
    """Add what the supply card shows, and say on which fields drops stay.

    One that is due on a shrine field leaves at once: to the box, to the next filling, or it never came (MYC-R-09).
    """
    seat, options = m.state.seats[who], m.state.options
    due = m.pack.cards_on(seat.side, options["card_fields"] == "absolute").supplies[m.state.supply_card][face]
    stay = [field for field in due if not is_shrine(m, who, field)]
    for field in stay:
        seat.put(field)
    m.tell("new_drops_came", who, places=[place_of(m, who, field) for field in stay])
    gone = [field for field in due if field not in stay]
    if gone:
        how = options["shrine_field_new_drop"]
        if how == "next_filling":
            m.state.shrine += len(gone)
        m.tell("new_drops_on_shrine_field", who, places=[place_of(m, who, field) for field in gone], how=how)
    return stay


def other_side(side: str) -> str:
    """The back of a side: "1a" and "1b" are one card (MYC-ENDT-19)."""
    return side[:-1] + ("b" if side[-1] == "a" else "a")


def place_new_drops(m: Mycelia, who: int, placed: list[list[int]]) -> None:
    m.ask("new_drops_placed", who, placed[who])


def new_drops_placed(m: Mycelia, who: int, fields: list[int]) -> Confirm:
    return Confirm(who, {"what": "new_drops", "fields": fields})


def new_drops_placed_answered(m: Mycelia, who: int, fields: list[int], answer: bool) -> None:
    m.tell("new_drops_placed", who)


def place_die(m: Mycelia, to_box: int) -> None:
    """The die goes (back) on its opening and `to_box` drops out of the game; the shrine may not turn before that (MYC-R-56)."""
    if m.state.options["pieces"] == "real":
        m.ask("die_placed", to_box)
    else:
        die_placed_answered(m, to_box, True)


def die_placed(m: Mycelia, to_box: int) -> Confirm:
    return Confirm(None, {"what": "die_back", "opening": m.state.opening, "box": to_box})


def die_placed_answered(m: Mycelia, to_box: int, answer: bool) -> None:
    """The opening is the one marked with the number of players, for two in the solo game (MYC-PREP-02, MYC-SOLO-02)."""
    m.state.die_on = m.state.opening
    m.tell("die_placed", opening=m.state.die_on)
