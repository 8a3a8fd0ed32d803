"""Mycelia in words: prompts, labels and helps of every question, and a sentence for every event and function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from shared_rules.events import Told
from shared_rules.mycelia.actions import ACTION_COST
from shared_rules.mycelia.fields import board_of, is_shrine
from shared_rules.mycelia.functions_text import Function
from shared_rules.mycelia.words_correcting import card_put_right_text, put_right_text, undone_words
from shared_rules.mycelia.words_light import (
    LIGHT_EVENTS,
    LIGHT_PROMPTS,
    LIGHT_TASKS,
    chores_text,
    light_help,
    light_label,
    light_lines,
)
from shared_rules.mycelia.words_parts import direction_text, drops_text, field_text, land_text, leaves_text, name_text, place_text
from shared_rules.questions import Answer, Confirm, Question
from shared_rules.words import _

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


# -- functions ------------------------------------------------------------------------------------------------------------


def function_text(function: Function) -> str:
    """What a card does, from left to right."""
    match function:
        case ["leaves", count]:
            return _("get {leaves}").format(leaves=leaves_text(count))
        case ["move", low, high, land, need, exact]:
            each = _("move {drops} of {field} by one field each")
            what = each if high > 1 else _("move {drops} of {field} by one field")
            return what.format(drops=_amount(low, high), field=_held(land, low, need, exact))
        case ["remove", low, high, land, need, exact, beside]:
            what = _("remove {drops} from {field}").format(drops=_amount(low, high), field=_held(land, low, need, exact))
            return what + (_(", and 1 from a field beside it") if beside else "")
        case ["around", land]:
            return _("choose a {field} and remove 1 drop from each field beside it").format(field=land_text(land))
        case ["times", times, inner]:
            return _("up to {times} times: {what}").format(times=times, what=function_text(inner))
        case ["others", inner]:
            return _("all others may: {what}").format(what=function_text(inner))
        case ["remove_card"]:
            return _("remove 1 card of the own discard pile from the game")
        case ["gain_action", action]:
            return _("get action card {action}").format(action=action)
        case ["shrine_field"]:
            return _("remove the drop of a field with exactly 1 and lay a shrine field there")
        case ["all", parts]:
            return _("; then ").join(map(function_text, parts))
        case ["either", parts]:
            return _("; or ").join(map(function_text, parts))
    raise ValueError(f"there are no words for the function {function!r}")


def _amount(low: int, high: int) -> str:
    if low == high:
        return drops_text(low)
    return _("up to {drops}").format(drops=drops_text(high))


def _held(land: str, low: int, need: int, exact: bool) -> str:
    field = _("any field") if land == "any" else _("a {field}").format(field=land_text(land))
    if exact:
        return _("{field} with exactly {count}").format(field=field, count=need)
    if need > max(low, 1):
        return _("{field} with at least {count}").format(field=field, count=need)
    return field


# -- questions ------------------------------------------------------------------------------------------------------------

_PROMPTS: dict[str, Callable[..., str]] = {
    "supply_card": lambda m: _("Draw a supply card: which side is up?"),
    "setup_card": lambda m: _("Draw a setup card: which side is up?"),
    "showcase_card": lambda m, place: _("Which hero comes to place {place} of the showcase?").format(place=place + 1),
    "drawn_card": lambda m, who, left: _("draws a card, {left} to go: which one is it?").format(left=left),
    "first_roll": lambda m, players, rolled: _("throws the die for who begins"),
    "flush": lambda m: _("The shrine is full: turn it once. What does its die show?"),
    "your_turn": lambda m, who: _("Your turn, {leaves}: what will you do?").format(
        leaves=leaves_text(m.state.seats[who].leaves)
    ),
    "action_b": lambda m, who: _("Move any drop by one field"),
    "side": lambda m, who, function: _("Choose one: {what}").format(what=function_text(function)),
    "move_from": lambda m, who, function, times: _repeated(function, times),
    "move_next": lambda m, who, field, to, left: _("Move another drop of the {field}?").format(field=field_text(m, who, field)),
    "remove_from": lambda m, who, function, times: _repeated(function, times),
    "beside": lambda m, who, field: _("Remove 1 drop from a field beside the {field}").format(field=field_text(m, who, field)),
    "around_field": lambda m, who, function, times: _repeated(function, times),
    "neighbours": lambda m, who, field, left: _("Remove 1 drop from each field beside the {field}").format(
        field=field_text(m, who, field)
    ),
    "board_drawn": lambda m, who: _("Draw a game board for seat {seat}: which one is it?").format(seat=who + 1),
    "card_out": lambda m, who: _("Remove a card of your discard pile from the game?"),
    "shrine_place": lambda m, who: _("Lay a shrine field on a field with exactly 1 drop"),
    "give_up": lambda m, who, action: _("Give up an action card for action {action}?").format(action=action),
    "action_c": lambda m, who: _("Move any drop by one field"),
    "action_c_second": lambda m, who, field: _("Move another drop of the {field}?").format(field=field_text(m, who, field)),
    "action_d": lambda m, who: _("Remove 1 drop from any field"),
    "solo_card": lambda m: _("Gwidyon's turn: which solo card is turned up?"),
    "solo_drop": lambda m, who: _("Move any drop by one field"),
    **LIGHT_PROMPTS,
}


def _repeated(function: Function, times: int) -> str:
    text = function_text(function)
    text = text[:1].upper() + text[1:]
    return _("{what} ({times} times left)").format(what=text, times=times) if times > 1 else text


def prompt(m: Mycelia, question: Question, names: Sequence[str]) -> str:
    """What is asked, with the name of whoever is asked."""
    words = _PROMPTS.get(question.asker)
    text = words(m, *question.args) if words else task_text(m, question)
    return text if question.seat is None else f"{name_text(names, question.seat)}: {text}"


def task_text(m: Mycelia, question: Question) -> str:
    """What people are to do with the real pieces."""
    task: dict[str, Any] = question.task if isinstance(question, Confirm) else {"what": question.asker}
    seat = question.seat
    if task["what"] in LIGHT_TASKS:
        return LIGHT_TASKS[task["what"]](m, task)
    match task["what"]:
        case "board_setup":
            board = "" if task["side"] == "front" else _("Take board {name}. ").format(name=m.pack.board_names[task["side"]])
            text = _("Place {count} drops on your board as setup card {side} shows; the shrine field stays empty")
            return board + text.format(count=sum(task["drops"]), side=task["setup_card"])
        case "gwidyon":
            side = _("with its remove side up") if task["chip_removes"] else _("with its blank side up")
            text = _("Gwidyon's chip lies {side}, and {drops} lie on his pile").format(side=side, drops=drops_text(task["drops"]))
            return text + chores_text(task)
        case "shrine_drops":
            text = _("Put {drops} into the shrine").format(drops=drops_text(task["in"]))
            return text + (_(" and {drops} into the box").format(drops=drops_text(task["box"])) if task["box"] else "")
        case "new_drops":
            fields = _(" and ").join(field_text(m, seat, field) for field in task["fields"])
            return _("Place 1 new drop each on: {fields}").format(fields=fields)
        case "die_back":
            text = _("Put the die on the opening for {count} players").format(count=task["opening"])
            rest = _(" and the other {drops} into the box").format(drops=drops_text(task["box"]))
            return text + (rest if task["box"] else "")
    raise ValueError(f"there are no words for the task {task!r}")


def label(m: Mycelia, question: Question, answer: Answer) -> str:
    """An option, or a card that may come, in a few words."""
    if isinstance(answer, str):
        return card_text(m, answer)
    light = light_label(answer)
    return light or _turn_label(m, answer) or _expansion_label(m, question, answer) or _function_label(m, question, answer)


def _turn_label(m: Mycelia, answer: list[Any]) -> str | None:
    match answer:
        case ["play", card]:
            return _("play {card}").format(card=m.pack.cards[card].name)
        case ["hire", at]:
            card = m.state.showcase[at] or ""
            hero = m.pack.cards[card]
            text = _("hire {card} for {cost}").format(card=hero.name, cost=hero.cost)
            twice = m.state.showcase.count(card) > 1
            return text + (_(" (place {place})").format(place=at + 1) if twice else "")
        case ["action", action]:
            return _("action {action} for {cost}").format(action=action, cost=ACTION_COST[action])
        case ["end"]:
            return _("end the turn")
    return None


def _expansion_label(m: Mycelia, question: Question, answer: list[Any]) -> str | None:
    match answer:
        case ["take_out", card]:
            return card_text(m, card)
        case ["shrine_field", field]:
            return field_text(m, question.seat, field)
        case ["give_up", kind]:
            return _("action {action}").format(action=kind)
    return None


def _function_label(m: Mycelia, question: Question, answer: list[Any]) -> str:
    who = question.seat
    match answer:
        case ["skip"]:
            return _("leave it out")
        case ["side", at]:
            return function_text(question.args[1][1][at])
        case ["move", field, to]:
            return f"{field_text(m, who, field)}: {direction_text(m, who or 0, field, to)}"
        case ["remove", field, 0]:
            return _("{field}: none of its own, only beside it").format(field=field_text(m, who, field))
        case ["remove", field, count]:
            return f"{field_text(m, who, field)}: {drops_text(count)}"
        case ["remove_all"]:
            return _("1 drop from each")
        case ["around", field]:
            return field_text(m, who, field)
    raise ValueError(f"there is no label for the answer {answer!r}")


def card_text(m: Mycelia, card: str) -> str:
    """A card's name, with its rune if it is a start card; sides of setup and supply cards are called as they are."""
    if card not in m.pack.cards:
        return m.pack.solo_names.get(card) or m.pack.board_names.get(card, card)
    rune, _dot, rest = card.partition(".")
    name = m.pack.cards[card].name
    return f"{name} ({m.pack.runes[rune]})" if rest else name


def help_text(m: Mycelia, question: Question, answer: Answer) -> str:
    """What happens if that is chosen."""
    if isinstance(answer, str):
        return _card_help(m, answer)
    light = light_help(m, question, answer)
    return light or _turn_help(m, answer) or _expansion_help(m, answer) or _function_help(m, question, answer)


def _card_help(m: Mycelia, card: str) -> str:
    if card not in m.pack.cards:
        return ""
    face = m.pack.cards[card]
    once = _("once, when hired: {what}; when played: ").format(what=function_text(face.single)) if face.single else ""
    return once + function_text(face.function)


def _turn_help(m: Mycelia, answer: list[Any]) -> str | None:
    match answer:
        case ["play", card]:
            return function_text(m.pack.cards[card].function)
        case ["hire", at]:
            hero = m.pack.cards[m.state.showcase[at] or ""]
            once = _("at once: {what}; then ").format(what=function_text(hero.single)) if hero.single else ""
            return once + _("it goes on top of your supply pile: {what}").format(what=function_text(hero.function))
        case ["action", action]:
            return _action_help(action)
        case ["end"]:
            return _("the showcase and the shrine are filled, and you draw three cards")
    return None


def _action_help(action: str) -> str:
    return {
        "a": _("discard the whole showcase and lay out five new heroes"),
        "b": _("move any one drop by exactly one field"),
        "c": _("move any one drop by one field, then another one of the same field"),
        "d": _("remove 1 drop from any field"),
        "e": _("remove 1 card of your discard pile from the game"),
    }[action]


def _expansion_help(m: Mycelia, answer: list[Any]) -> str | None:
    match answer:
        case ["take_out", card]:
            return _("it leaves the game: {what}").format(what=function_text(m.pack.cards[card].function))
        case ["shrine_field", _f]:
            return _("the drop there leaves your board, and drops moved there will leave it too")
        case ["give_up", kind]:
            return _("the card goes to the box: {what}").format(what=_action_help(kind))
    return None


def _function_help(m: Mycelia, question: Question, answer: list[Any]) -> str:
    who = question.seat or 0
    match answer:
        case ["skip"]:
            return _("this part is not done; what comes after it still is")
        case ["move", _f, to] if is_shrine(m, who, to):
            return _("the drop leaves your board")
        case ["move", _f, to]:
            return _("the drop goes to the {field}").format(field=field_text(m, who, to))
        case ["remove", field, count]:
            left = m.state.seats[who].board[field] - count
            return _("{drops} stay there").format(drops=drops_text(left)) if left else _("the field is empty then")
        case ["remove_all"]:
            return _("each field beside it that has a drop loses one")
        case ["around", _f]:
            return _("the fields beside it lose a drop each, it keeps its own")
        case ["side", _f]:
            return _("the other side is lost")
    raise ValueError(f"there is no help for the answer {answer!r}")


# -- events ---------------------------------------------------------------------------------------------------------------

_EVENTS: dict[str, Callable[[Told, str], str]] = {
    "supply_card_shown": lambda e, who: _("Supply card {side} lies beside the shrine.").format(side=e["side"]),
    "setup_card_shown": lambda e, who: _("Setup card {side} shows where the drops begin.").format(side=e["side"]),
    "board_set_up": lambda e, who: _("{who} begins with {drops}.").format(who=who, drops=drops_text(sum(e["drops"]))),
    "board_ready": lambda e, who: _("{who} is ready.").format(who=who),
    "rolled_for_first": lambda e, who: _("{who} throws a {face}.").format(who=who, face=e["face"]),
    "first_player_found": lambda e, who: _("{who} gets the mushroom and begins.").format(who=who),
    "turn_began": lambda e, who: _("Round {round}: {who} is on turn.").format(round=e["round"], who=who),
    "card_played": lambda e, who: _("{who} plays {card}.").format(who=who, card=e["name"]),
    "hero_hired": lambda e, who: _("{who} hires {card} for {cost}.").format(
        who=who, card=e["name"], cost=leaves_text(e["cost"])
    ),
    "action_used": lambda e, who: _("{who} uses action {action} for {cost}.").format(
        who=who, action=e["action"], cost=leaves_text(e["cost"])
    ),
    "showcase_cleared": lambda e, who: _("The whole showcase is discarded."),
    "showcase_filled": lambda e, who: _("{card} joins the showcase.").format(card=e["name"]),
    "showcase_supply_shuffled": lambda e, who: _("The discarded heroes are shuffled into a new supply."),
    "leaves_gained": lambda e, who: _("{who} gets {leaves}.").format(who=who, leaves=leaves_text(e["count"])),
    "bonus_given": lambda e, who: _("{who} may: {what}.").format(who=who, what=function_text(e["function"])),
    "side_chosen": lambda e, who: _("{who} chooses: {what}.").format(
        who=who, what=function_text(e["function"][1][e["side"]])
    ),
    "part_skipped": lambda e, who: _("{who} leaves it out.").format(who=who),
    "no_field_fits": lambda e, who: _("{who} has no field to {what}.").format(
        who=who, what=function_text(e["function"])
    ),
    "board_drawn": lambda e, who: _("{who} plays on board {name}.").format(who=who, name=e["name"]),
    "single_effect_began": lambda e, who: _("{card}, once: {what}.").format(card=e["name"], what=function_text(e["function"])),
    "card_taken_out": lambda e, who: _("{who} removes {card} from the game.").format(who=who, card=e["name"]),
    "no_card_to_remove": lambda e, who: _("{who} has no discarded card to remove.").format(who=who),
    "shrine_field_laid": lambda e, who: _("{who} lays a shrine field on the {field}.").format(
        who=who, field=place_text(e["place"])
    ),
    "no_place_for_shrine_field": lambda e, who: _("{who} has no place for a shrine field.").format(who=who),
    "action_card_gained": lambda e, who: _("{who} gets action card {action}.").format(who=who, action=e["action"]),
    "action_card_given_up": lambda e, who: _("{who} gives action card {action} up.").format(who=who, action=e["action"]),
    "no_action_card": lambda e, who: _("No action card {action} is left.").format(action=e["action"]),
    "new_drops_on_shrine_field": lambda e, who: _("{who} keeps no new drop on: {fields}.").format(
        who=who, fields=_(" and ").join(map(place_text, e["places"]))
    ),
    "gwidyon_turn_began": lambda e, who: _("Round {round}: Gwidyon is on turn.").format(round=e["round"]),
    "solo_card_turned_up": lambda e, who: _("Solo card: {what}.").format(what=e["name"]),
    "solo_cards_shuffled": lambda e, who: _("All solo cards are shuffled."),
    "chip_flipped": lambda e, who: (
        _("Gwidyon's chip shows its remove side.") if e["removes"] else _("Gwidyon's chip shows its blank side.")
    ),
    "gwidyon_lost_drops": lambda e, who: _("Gwidyon removes {drops}; {left} left.").format(
        drops=drops_text(e["count"]), left=e["left"]
    ),
    "gwidyon_given_bonus": lambda e, who: _("For Gwidyon: {what}.").format(what=function_text(e["function"])),
    "drop_moved": lambda e, who: _("{who} moves a drop from the {field} to the {to}.").format(
        who=who, field=place_text(e["place"]), to=place_text(e["goal"])
    ),
    "drop_reached_shrine": lambda e, who: _("{who} moves a drop from the {field} onto the shrine field: it is gone.").format(
        who=who, field=place_text(e["place"])
    ),
    "drops_removed": lambda e, who: _("{who} removes {drops} from the {field}.").format(
        who=who, drops=drops_text(e["count"]), field=place_text(e["place"])
    ),
    "board_cleared": lambda e, who: _("{who} has no drop left! This round is the last.").format(who=who),
    "turn_ended": lambda e, who: _("{who} ends the turn.").format(who=who),
    "shrine_filled": lambda e, who: _("Into the shrine: {drops}; it holds {holds} of {full_at}.").format(
        drops=drops_text(e["put_in"]), holds=e["holds"], full_at=e["full_at"]
    ),
    "shrine_turned": lambda e, who: _("The shrine turns: {drops} fall out, the die shows {face}.").format(
        drops=drops_text(e["drops"]), face=e["face"]
    ),
    "new_drops_came": lambda e, who: _("{who} gets a new drop on: {fields}.").format(
        who=who, fields=_(" and ").join(map(place_text, e["places"])) or _("no field")
    ),
    "new_drops_placed": lambda e, who: _("{who} has placed the new drops.").format(who=who),
    "supply_card_turned": lambda e, who: _("The supply card is turned to side {side}.").format(side=e["side"]),
    "die_placed": lambda e, who: _("The die lies on the opening for {count} players.").format(count=e["opening"]),
    "discard_pile_shuffled": lambda e, who: _("{who} shuffles the discard pile under the supply pile.").format(who=who),
    "card_drawn": lambda e, who: (
        _("{who} draws {card}.").format(who=who, card=e["name"]) if "name" in e else _("{who} draws a card.").format(who=who)
    ),
    "round_ended": lambda e, who: _("Round {round} is over.").format(round=e["round"]),
    **LIGHT_EVENTS,
}


_TABLE_EVENTS: dict[str, Callable[[Told, Sequence[str]], str]] = {
    "undone": undone_words,
    "put_right": put_right_text,
    "card_put_right": card_put_right_text,
}


def event_text(told: Told, names: Sequence[str]) -> str:
    """What happened, in one sentence."""
    if told["event"] == "match_ended":
        winners = [name_text(names, seat) for seat in told["winners"]]
        if told.get("gwidyon") == 0:
            winners.append("Gwidyon")
        return _("The match is over. {winners} won.").format(winners=_(" and ").join(winners))
    if told["event"] in _TABLE_EVENTS:
        return _TABLE_EVENTS[told["event"]](told, names)
    return _EVENTS[told["event"]](told, name_text(names, told["seat"]))


def table_lines(m: Mycelia, names: Sequence[str]) -> list[str]:
    """How the table stands, so that people can go on by hand."""
    state = m.state
    lines = [
        _("Round {round}, {who} is on turn; {first} began.").format(
            round=state.round, who=name_text(names, state.active), first=name_text(names, state.first)
        ),
        _("Shrine: {holds} of {full_at}; drops removed in this turn: {tray}. Supply card: side {side}.").format(
            holds=state.shrine, full_at=state.shrine_full_at, tray=state.tray, side=state.supply_card
        ),
    ]
    if not state.light:
        shown = ", ".join(m.pack.cards[card].name if card else _("(empty)") for card in state.showcase)
        lines.append(_("Showcase: {cards}.").format(cards=shown))
    if state.ending:
        lines.append(_("A board is clear: this round is the last."))
    if state.gwidyon:
        side = _("remove side") if state.gwidyon.chip_removes else _("blank side")
        shown = ", ".join(m.pack.solo_names[card] for card in state.gwidyon.shown) or "-"
        text = _("Gwidyon: {drops}; chip: {side}; solo cards turned up: {cards}.")
        lines.append(text.format(drops=drops_text(state.gwidyon.drops), side=side, cards=shown))
    if state.light:
        return lines + light_lines(m, names)
    for number, seat in enumerate(state.seats):
        who, width = name_text(names, number), board_of(m, number).width
        lines.append(
            _(
                "{who}: {leaves}; cards: {hand} in hand, {supply} in the supply pile, {discard} discarded; "
                "actions {actions}; {drops}:"
            ).format(
                who=who,
                actions=" ".join(seat.actions),
                leaves=leaves_text(seat.leaves),
                hand=len(seat.hand),
                supply=len(seat.supply),
                discard=len(seat.discard),
                drops=drops_text(sum(seat.board)),
            )
        )
        lines += ["    " + " ".join(map(str, seat.board[at : at + width])) for at in range(0, len(seat.board), width)]
    return lines
