"""Words for light tracking, where people say how many drops left their boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from shared_rules.events import Told
from shared_rules.mycelia.words_parts import drops_text, leaves_text, name_text
from shared_rules.questions import Answer, Question
from shared_rules.words import _

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def _turn_prompt(m: Mycelia, who: int) -> str:
    if m.state.tray:
        return _("Put in {drops} of others and yours: how many of yours?").format(drops=drops_text(m.state.tray))
    return _("Put the drops you removed into the shrine: how many?")


LIGHT_PROMPTS: dict[str, Callable[..., str]] = {
    "light_turn": _turn_prompt,
    "light_bonus_count": lambda m, who: _("How many drops did you remove by somebody else's card in this turn?"),
    "light_gwidyon": lambda m: _("What does your card do to Gwidyon?"),
    "light_solo_drop": lambda m, who: _("Move 1 drop on your board by one field. Did it leave the board?"),
    "light_shrine_place": lambda m, who: _("On which field with exactly 1 drop?"),
    "leaves_told": lambda m, who, low: _("Several boards are clear: what are your leaves worth?"),
}


def _board_and_cards(m: Mycelia, task: dict[str, Any]) -> str:
    board = "" if task["side"] == "front" else _("Take board {name}. ").format(name=m.pack.board_names[task["side"]])
    text = _("Place {count} drops on your board as the setup card shows, shuffle your six start cards and draw three")
    return board + text.format(count=task["count"])


def _shrine_full(m: Mycelia, task: dict[str, Any]) -> str:
    full = _("The shrine is full with {count}").format(count=drops_text(m.state.shrine_full_at))
    over = _("; {drops} too many go into the box").format(drops=drops_text(task["box"])) if task["box"] else ""
    return full + over + (_("; hands off, it turns next") if task["turns"] else "")


LIGHT_TASKS: dict[str, Callable[[Mycelia, dict[str, Any]], str]] = {
    "board_and_cards": _board_and_cards,
    "shrine_full": _shrine_full,
}


def chores_text(task: dict[str, Any]) -> str:
    """What a solo card wants of the player's own hands; nothing where the table does it."""
    text = ""
    if task.get("in"):
        text += _("; put {drops} into the shrine").format(drops=drops_text(task["in"]))
    if task.get("leaves"):
        text += _("; take {leaves}").format(leaves=leaves_text(task["leaves"]))
    if task.get("showcase"):
        text += _("; lay out a new showcase")
    return text


def light_label(answer: Answer) -> str | None:
    """An option in a few words; None if it is none of these."""
    match answer:
        case ["removed", 0]:
            return _("no drop")
        case ["removed", count]:
            return drops_text(count)
        case ["shrine_field"]:
            return _("first: a shrine field was laid")
        case ["for_gwidyon"]:
            return _("first: a bonus for Gwidyon")
        case ["others"]:
            return _("first: others removed drops")
        case ["flip"]:
            return _("his chip is turned over")
        case ["loses", count]:
            return _("he removes {drops}").format(drops=drops_text(count))
        case ["leaves", count]:
            return leaves_text(count)
        case ["more"]:
            return _("more")
    return None


def light_help(m: Mycelia, question: Question, answer: Answer) -> str | None:
    """What happens if that is chosen; None if it is none of these."""
    match answer:
        case ["removed", count]:
            left = m.state.seats[question.seat or 0].drops - count
            stay = _("{drops} stay on your board").format(drops=drops_text(left)) if left else _("your board is clear")
            return stay + (_(", your turn ends") if question.asker == "light_turn" else "")
        case ["shrine_field"]:
            return _("the table learns where it lies; its drop is counted at once")
        case ["for_gwidyon"]:
            return _("a card gave the others something: it is his now")
        case ["others"]:
            return _("each of them says how many, by a bonus of your card")
        case ["flip"]:
            return _("he removes 1 drop if it shows the remove side then")
        case ["loses", count]:
            return _("they go into the shrine")
        case ["leaves", _count]:
            return _("the most leaves win, equal ones share it")
        case ["more"]:
            return _("larger numbers")
    return None


LIGHT_EVENTS: dict[str, Callable[[Told, str], str]] = {
    "drops_counted_out": lambda e, who: _("{who} begins with {drops}.").format(who=who, drops=drops_text(e["count"])),
    "drops_told": lambda e, who: _("{who} removes {drops}; {left} left.").format(
        who=who, drops=drops_text(e["count"]), left=e["left"]
    ),
    "leaves_due": lambda e, who: _("{who} takes {leaves}.").format(who=who, leaves=leaves_text(e["count"])),
    "showcase_change_due": lambda e, who: _("A new showcase is laid out."),
    "leaves_counted": lambda e, who: _("{who} has {leaves}.").format(who=who, leaves=leaves_text(e["count"])),
}


def light_lines(m: Mycelia, names: Sequence[str]) -> list[str]:
    """How the boards stand, as far as the table knows."""
    lines = []
    for number, seat in enumerate(m.state.seats):
        fields = ""
        if seat.shrines:
            fields = "; " + _("shrine fields laid: {count}").format(count=len(seat.shrines))
        lines.append(f"{name_text(names, number)}: {drops_text(seat.drops)}{fields}")
    return lines
