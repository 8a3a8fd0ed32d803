"""The table is right: what of a Mycelia table can be set right, and how. Drops come from and go to the box, cards to any place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.asking import TABLE
from shared_rules.mycelia.fields import board_of, fields_of, place_of
from shared_rules.mycelia.state import ACTION_CARDS_AT_MOST, DROPS_IN_BOX, LEAVES_IN_BOX
from shared_rules.mycelia.words_correcting import piece_text
from shared_rules.piles import Pile
from shared_rules.questions import IllegalAnswer

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia

Item = dict[str, Any]
OUTSIDE = "outside"
ROUNDS_AT_MOST = 999
_HOLD_FIELDS = ("move_next", "neighbours", "action_c_second")
"""What asks these has looked at a board already: its drops stay as they are until that is answered or left out."""


# -- what stands on the table ---------------------------------------------------------------------------------------------


def standing(m: Mycelia, seat: int | None) -> list[Item]:
    """All pieces as `seat` may know them: {"path", "what", "seat", "value"}, some with "place". Cards by their names."""
    found: list[Item] = []
    for who in range(len(m.state.seats)):
        found += _standing_of(m, who, seat)
    state = m.state
    table: dict[str, Any] = {"shrine": state.shrine, "tray": state.tray, "box": state.box, "lost": state.lost}
    if state.gwidyon:
        table |= {"gwidyon/drops": state.gwidyon.drops, "gwidyon/chip": state.gwidyon.chip_removes}
    table |= {"supply_card": state.supply_card, "die": state.die_on, "round": state.round}
    if not state.light:
        for place in ("showcase", "showcase discard", OUTSIDE):
            table[place] = [_name(m, card) for card in sorted(_cards_at(m, place))]
        table["showcase supply"] = len(state.showcase_supply)
    return found + [{"path": path, "what": path, "seat": None, "value": value} for path, value in table.items()]


def _standing_of(m: Mycelia, who: int, looking: int | None) -> list[Item]:
    seat = m.state.seats[who]
    if m.state.light:
        left: Item = {"path": f"seats/{who}/drops left", "what": "drops left", "seat": who, "value": seat.drops}
        return [left, *_shrine_fields(m, who)]
    found: list[Item] = [
        {"path": f"seats/{who}/drops/{field}", "what": "drops", "seat": who, "value": seat.board[field]}
        | {"place": place_of(m, who, field)}
        for field in fields_of(m, who, "any")
    ]
    shows_hand = looking in (who, TABLE)
    values: dict[str, Any] = {
        "leaves": seat.leaves,
        **{f"action {kind}": seat.actions.count(kind) for kind in ("abcde" if m.state.options["expansion"] else "ab")},
        **{f"used {kind}": seat.used.count(kind) for kind in dict.fromkeys(seat.actions)},
        "hand": [_name(m, card) for card in sorted(seat.hand)] if shows_hand else len(seat.hand),
        "supply": len(seat.supply),
        "discard": [_name(m, card) for card in seat.discard],
    }
    found += [{"path": f"seats/{who}/{what}", "what": what, "seat": who, "value": value} for what, value in values.items()]
    return found + _shrine_fields(m, who)


def _shrine_fields(m: Mycelia, who: int) -> list[Item]:
    """Whether an additional shrine field lies there, for each field of a board; nothing without the expansion."""
    seat = m.state.seats[who]
    return [
        {"path": f"seats/{who}/shrines/{field}", "what": "shrine field", "seat": who, "value": field in seat.shrines}
        | {"place": place_of(m, who, field)}
        for field in (board_of(m, who).fields["any"] if m.state.options["expansion"] else [])
    ]


def _name(m: Mycelia, card: str) -> str:
    return m.pack.cards[card].name if card in m.pack.cards else card


# -- what can be set ------------------------------------------------------------------------------------------------------


def correctable(m: Mycelia, seat: int | None) -> list[Item]:
    """The pieces that can be set now, with the values they may have; then every card that may be elsewhere than thought.

    Nothing before the boards are set up: the table is still being laid out then.
    """
    if not (m.state.setup_card or any(seat.count for seat in m.state.seats)):
        return []
    found = [{**piece, "text": piece_text(piece), **_limits(m, piece)} for piece in standing(m, seat)]
    return [item for item in found if "range" in item or "values" in item] + _cards(m, seat)


def _limits(m: Mycelia, piece: Item) -> Item:
    """The range or the values that a piece may be set to; empty where it cannot be set (now)."""
    state, what = m.state, piece["what"]
    asked = {(question.asker, question.seat) for _, question in m.questions.values()}
    if what in ("drops", "shrine field"):
        held = any(asker in _HOLD_FIELDS and seat == piece["seat"] for asker, seat in asked)
        if what == "drops":
            return {} if held else {"range": [0, DROPS_IN_BOX]}
        return {"values": [True, False]} if not held and (piece["value"] or state.shrine_fields) else {}
    if what.startswith("action "):
        # Whoever gives a card up has been promised the new one.
        return {} if any(asker == "give_up" for asker, _ in asked) else {"range": [0, _most_actions(m, piece)]}
    if what == "shrine":
        return {} if any(asker == "flush" for asker, _ in asked) else {"range": [0, state.shrine_full_at]}
    if what == "leaves":
        return {"range": [0, max(LEAVES_IN_BOX, piece["value"])]}
    if what.startswith("used "):
        return {"range": [0, state.seats[piece["seat"]].actions.count(what[5:])]}
    if what in ("tray", "box", "gwidyon/drops", "drops left"):
        return {"range": [0, DROPS_IN_BOX]}
    if what == "round":
        return {"range": [1, ROUNDS_AT_MOST]}
    if what == "gwidyon/chip":
        return {"values": [True, False]}
    return {"values": list(m.pack.supplies)} if what == "supply_card" else {}


def _most_actions(m: Mycelia, piece: Item) -> int:
    """How many action cards of a kind may lie below a board: those that are there, and free ones while there is room."""
    state, kind = m.state, piece["what"].removeprefix("action ")
    free = state.action_supply.count(kind) + state.cards_out.count(f"action {kind}")
    room = ACTION_CARDS_AT_MOST - len(state.seats[piece["seat"]].actions)
    return int(piece["value"]) + max(0, min(free, room))


def _places(m: Mycelia) -> list[str]:
    """All places of cards, by the names that people read."""
    own = [f"seat {who} {what}" for who in range(len(m.state.seats)) for what in ("hand", "supply", "discard")]
    return ["showcase", "showcase supply", "showcase discard", *own, OUTSIDE]


def _cards_at(m: Mycelia, place: str) -> list[str]:
    """The cards at a place; of those that are out of the game, heroes and start cards only."""
    found = _held(m, place)
    cards = found.cards() if isinstance(found, Pile) else [card for card in found if card is not None]
    return [card for card in cards if card in m.pack.cards]


def _held(m: Mycelia, place: str) -> Pile | list[Any]:
    state = m.state
    if place.startswith("seat "):
        _, who, what = place.split()
        found: Pile | list[Any] = getattr(state.seats[int(who)], what)
        return found
    tables: dict[str, Pile | list[Any]] = {
        "showcase": state.showcase,
        "showcase supply": state.showcase_supply,
        "showcase discard": state.showcase_discard,
        OUTSIDE: state.cards_out,
    }
    return tables[place]


def _cards(m: Mycelia, seat: int | None) -> list[Item]:
    """Each card at each place where `seat` may think it is, and where else it may be: a hand and its pile hide their cards."""
    busy = any(question.asker == "showcase_card" for _, question in m.questions.values())
    found: list[Item] = []
    for place in _places(m):
        cards = _cards_at(m, place)
        hidden = place.endswith((" hand", " supply")) and place != "showcase supply"
        if hidden and seat not in (int(place.split()[1]), TABLE):
            _, who, _ = place.split()
            cards = _cards_at(m, f"seat {who} hand") + _cards_at(m, f"seat {who} supply")
        for card in dict.fromkeys(sorted(cards)):
            item: Item = {"path": f"cards/{place}/{card}", "what": "card", "seat": None, "value": place, "card": _name(m, card)}
            found.append({**item, "text": piece_text(item), "values": _goals(m, place, card, busy)})
    return found


def _goals(m: Mycelia, place: str, card: str, busy: bool) -> list[str]:
    """Where a card may be put: start cards never come to the showcase, a hero only where there is a gap."""
    start, full = m.pack.cards[card].kind == "start", None not in m.state.showcase
    return [
        goal
        for goal in _places(m)
        if goal != place and not (start and goal.startswith("showcase")) and not (goal == "showcase" and (full or busy))
    ]


# -- setting it -----------------------------------------------------------------------------------------------------------


def put_right(m: Mycelia, path: str, value: Any) -> None:
    """Set what `path` names. Drops are evened out with the box, or named as lost where it has not enough."""
    parts = path.split("/")
    if parts[0] == "cards":
        _move_card(m, parts[1], parts[2], value)
        return
    piece = next(piece for piece in standing(m, TABLE) if piece["path"] == path)
    if parts[0] == "seats":
        _set_of_seat(m, int(parts[1]), parts[2:], value)
    elif path == "gwidyon/chip":
        assert m.state.gwidyon is not None, "the chip is listed in the solo game only"
        m.state.gwidyon.chip_removes = value
    elif path == "gwidyon/drops":
        assert m.state.gwidyon is not None, "his pile is listed in the solo game only"
        m.state.gwidyon.drops = value
    else:
        setattr(m.state, path, value)
    lost = m.state.lost
    if piece["what"] in ("drops", "drops left", "shrine", "tray", "box", "gwidyon/drops"):
        _even_out(m, value - piece["value"], from_box=path != "box")
    more = {"place": piece["place"]} if "place" in piece else {}
    m.tell("put_right", piece["seat"], what=piece["what"], was=piece["value"], value=value, lost=m.state.lost - lost, **more)
    if piece["what"] in ("drops", "drops left", "shrine field"):
        _look_if_clear(m, piece["seat"])


def _set_of_seat(m: Mycelia, who: int, what: list[str], value: Any) -> None:
    seat = m.state.seats[who]
    if what[0] == "drops left":
        seat.count = value
    elif what[0] == "drops":
        seat.board[int(what[1])] = value
    elif what[0] == "shrines":
        _set_shrine_field(m, who, int(what[1]), there=value)
    elif what[0].startswith("action "):
        _set_actions(m, who, what[0].removeprefix("action "), value)
    elif what[0] == "leaves":
        seat.leaves = value
    else:
        kind = what[0].removeprefix("used ")
        seat.used = [used for used in seat.used if used != kind] + [kind] * value


def _set_shrine_field(m: Mycelia, who: int, field: int, *, there: bool) -> None:
    """An additional shrine field lies there, or does not. Drops that lay under it are in the box (MYC-XACT-10)."""
    seat = m.state.seats[who]
    if there == (field in seat.shrines):
        return
    m.state.shrine_fields += -1 if there else 1
    if not there:
        seat.shrines.remove(field)
        return
    seat.shrines.append(field)
    if seat.board:
        _even_out(m, -seat.board[field], from_box=True)
        seat.board[field] = 0


def _set_actions(m: Mycelia, who: int, kind: str, count: int) -> None:
    """So many action cards of a kind lie below a board; others are in the open supply, or out where there is none of them."""
    state, seat = m.state, m.state.seats[who]
    while seat.actions.count(kind) < count:
        if kind in state.action_supply:
            state.action_supply.remove(kind)
        else:
            state.cards_out.remove(f"action {kind}")
        seat.actions.append(kind)
    while seat.actions.count(kind) > count:
        seat.actions.remove(kind)
        if kind in "cde":
            state.action_supply = sorted([*state.action_supply, kind])
        else:
            state.cards_out.append(f"action {kind}")
    while seat.used.count(kind) > count:
        seat.used.remove(kind)


def _even_out(m: Mycelia, more: int, *, from_box: bool) -> None:
    """So many drops more than thought come out of the box; what it has not is lost, or found, for the whole game."""
    given = min(more, m.state.box) if from_box else 0
    m.state.box -= given
    m.state.lost -= more - given


def _look_if_clear(m: Mycelia, who: int) -> None:
    """A board that turns out to be clear brings the end near, one that is not takes it back (MYC-END-01)."""
    state, seat = m.state, m.state.seats[who]
    clear = not seat.drops
    if clear and not seat.cleared:
        state.may_turn = False
        m.tell("board_cleared", who)
    seat.cleared = clear
    state.ending = any(other.cleared for other in state.seats)
    state.may_turn = state.may_turn or not state.ending


def _move_card(m: Mycelia, place: str, card: str, goal: str) -> None:
    """A card is somewhere else than thought. In a pile it is somewhere, nobody knows where."""
    if card not in _cards_at(m, place):
        raise IllegalAnswer(None, f"{_name(m, card)} is not there")
    source, target = _held(m, place), _held(m, goal)
    if isinstance(source, Pile):
        source.remove(card)
    elif place == "showcase":
        source[source.index(card)] = None
    else:
        source.remove(card)
    if isinstance(target, Pile):
        target.put_in(card)
    elif goal == "showcase":
        target[target.index(None)] = card
    else:
        target.append(card)
    owners = {int(at.split()[1]) for at in (place, goal) if at.endswith(" hand")}
    names = {"card": card, "name": _name(m, card)}
    hidden = all(at.endswith((" hand", " supply")) for at in (place, goal))
    told = {"place": place, "goal": goal, **({} if hidden else names)}
    m.tell("card_put_right", None, secret=names if hidden else None, to=sorted(owners), **told)
