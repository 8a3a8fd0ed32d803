"""Preparing to play: shrine and die, supply card, showcase, setup card, boards, hands, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mycelia.pack import MyceliaPack
from shared_rules.mycelia.state import DROPS_IN_BOX, DROPS_OF_A_PLAYER, SHOWCASE_SIZE, SHRINE_FIELDS, Gwidyon, Seat, State
from shared_rules.options import Value
from shared_rules.piles import Pile
from shared_rules.questions import Confirm, Draw

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia



def lay_out(seats: int, options: dict[str, Value], pack: MyceliaPack) -> State:
    """The table before anything is drawn: empty boards, shuffled piles, the shrine empty (MYC-SHR-01), no leaves (MYC-EACH-07).

    With light tracking there are no cards but those of the supply and of Gwidyon: the others are people's own affair.
    """
    expansion, light = bool(options["expansion"]), options["tracking"] == "light"
    empty = [] if light else [0] * len(pack.board.lands)
    heroes = pack.basic_deck + pack.expansion_deck if expansion else pack.basic_deck
    gwidyon = Gwidyon(int(options["gwidyon_drops"]), Pile.shuffled(pack.solo_cards)) if seats == 1 else None
    return State(
        options=options,
        seats=[
            Seat(rune, empty[:], Pile() if light else Pile.shuffled(pack.start_decks[rune]), actions=[] if light else ["a", "b"])
            for rune in list(pack.runes)[:seats]
        ],
        showcase=[] if light else [None] * SHOWCASE_SIZE,
        showcase_supply=Pile() if light else Pile.shuffled(heroes),
        showcase_discard=[],
        box=DROPS_IN_BOX - (gwidyon.drops if gwidyon else 0),
        die_on=None,
        action_supply=["c", "c", "d", "d", "e", "e"] if expansion and not light else [],
        shrine_fields=SHRINE_FIELDS if expansion else 0,
        gwidyon=gwidyon,
    )


def setup(m: Mycelia) -> None:
    """Everything in the order of the rulebook; who begins is found last."""
    m.then(
        ["place_die", 0],
        ["draw_boards"],
        ["draw_supply_card"],
        ["fill_showcase"],
        ["draw_setup_card"],
        ["set_up_boards"],
        ["draw_hands"],
        ["meet_gwidyon"],
        ["find_first"],
        ["begin_turn"],
    )


def draw_boards(m: Mycelia) -> None:
    """Advanced boards: everyone gets another back, at random (MYC-VAR-01); else all play the same front (MYC-EACH-01)."""
    if m.state.options["boards"] == "advanced":
        m.then(*(["draw_board", seat] for seat in range(len(m.state.seats))))


def draw_board(m: Mycelia, who: int) -> None:
    m.ask("board_drawn", who)


def board_drawn(m: Mycelia, who: int) -> Draw:
    taken = {seat.side for seat in m.state.seats}
    return Draw(None, "boards", [side for side in m.pack.backs if side not in taken])


def board_drawn_answered(m: Mycelia, who: int, side: str) -> None:
    seat = m.state.seats[who]
    seat.side, seat.board = side, [] if m.state.light else [0] * len(m.pack.boards[side].lands)
    m.tell("board_drawn", who, side=side, name=m.pack.board_names[side])


def draw_supply_card(m: Mycelia) -> None:
    """One supply card at random (MYC-PREP-03)."""
    m.ask("supply_card")


def supply_card(m: Mycelia) -> Draw:
    """Either side may be up, or always the first one (MYC-R-02)."""
    fixed = m.state.options["supply_card_first_side"] == "fixed"
    return Draw(None, "supply cards", [side for side in m.pack.supplies if side.endswith("a") or not fixed])


def supply_card_answered(m: Mycelia, side: str) -> None:
    m.state.supply_card = side
    m.tell("supply_card_shown", side=side)


def draw_setup_card(m: Mycelia) -> None:
    """Any side of one setup card (MYC-PREP-06). With light tracking people look at it themselves.

    The table needs to know it then only where a board lacks some of its places.
    """
    options = m.state.options
    if not m.state.light or (options["card_fields"] == "absolute" and options["boards"] == "advanced"):
        m.ask("setup_card")
    else:
        for number in range(len(m.state.seats)):
            _count_out(m, number, DROPS_OF_A_PLAYER)


def setup_card(m: Mycelia) -> Draw:
    return Draw(None, "setup cards", list(m.pack.setups))


def setup_card_answered(m: Mycelia, side: str) -> None:
    """Twenty drops for every player; what the box still holds is not needed (MYC-EACH-03, MYC-EACH-04)."""
    absolute = m.state.options["card_fields"] == "absolute"
    m.state.setup_card = side
    m.tell("setup_card_shown", side=side)
    for number, seat in enumerate(m.state.seats):
        drops = m.pack.cards_on(seat.side, absolute).setups[side]
        if m.state.light:
            _count_out(m, number, sum(drops))
        else:
            seat.board = drops[:]
            m.state.box -= sum(drops)
            m.tell("board_set_up", number, drops=drops[:])


def _count_out(m: Mycelia, who: int, count: int) -> None:
    """So many drops are for that board; where they go people see themselves."""
    m.state.seats[who].count = count
    m.state.box -= count
    m.tell("drops_counted_out", who, count=count)


def set_up_boards(m: Mycelia) -> None:
    """With real pieces everyone says when the own board is ready, all at the same time."""
    if m.state.options["pieces"] == "real":
        m.each(range(len(m.state.seats)), "set_up_board")


def set_up_board(m: Mycelia, who: int) -> None:
    m.ask("board_ready", who)


def board_ready(m: Mycelia, who: int) -> Confirm:
    seat = m.state.seats[who]
    if m.state.light:
        return Confirm(who, {"what": "board_and_cards", "side": seat.side, "count": seat.drops})
    return Confirm(who, {"what": "board_setup", "setup_card": m.state.setup_card, "side": seat.side, "drops": seat.board[:]})


def board_ready_answered(m: Mycelia, who: int, answer: bool) -> None:
    m.tell("board_ready", who)


def draw_hands(m: Mycelia) -> None:
    """Everyone draws three of the own start cards (MYC-EACH-06)."""
    if not m.state.light:
        m.then(*(["draw_hand", seat] for seat in range(len(m.state.seats))))


def find_first(m: Mycelia) -> None:
    """Who begins is named by the option, or rolled: the table cannot know who likes mushrooms most (MYC-EACH-08, MYC-R-03).

    A player alone begins (MYC-SOLO-08).
    """
    first = str(m.state.options["first"])
    if m.state.gwidyon is not None:
        m.then(["let_begin", 0])
    elif first == "rolled":
        m.then(["roll_off", list(range(len(m.state.seats)))])
    else:
        m.then(["let_begin", int(first.removeprefix("seat "))])
