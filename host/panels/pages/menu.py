"""The menu of a panel: help, why not, what happened, the table, undo, correct, chance by hand, acting for others, pause, leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from host.panels.pages.asks import Asked, can_enter, enter, key_of, name_of, picture_by, prompt_for
from host.panels.pages.pieces import CorrectDesk, correcting
from host.panels.pages.screens import Command, Item, Listing, Output, Reading, Screen, Undo
from host.panels.pages.service import ServiceDesk, service_screen
from shared_rules.words import _

WhyNot = Callable[[int, int, Any], str | None]
"""Why an answer to the question of that line and ticket would be refused, in words with the rule; None if it is legal."""

def buttons() -> str:
    """What the two buttons do."""
    return "\n".join(
        (
            _("next: the cursor moves on. Hold it: back."),
            _("ok: takes what is at the cursor, when you let go. Hold it: this menu."),
        )
    )


class MenuDesk(CorrectDesk, Protocol):
    """What the menu needs of the panel that it is on."""

    seat: int
    why_not: WhyNot | None
    refusal: str
    """Why the last answer from here was refused, with what the rule says; "" where none was by a rule."""
    service: ServiceDesk | None
    """What looks the table over; None: nothing does."""
    house: str
    """What of the match is house content; "" where nothing is."""

    @property
    def asked(self) -> Sequence[Asked]:
        """All open questions."""

    @property
    def mine(self) -> Asked | None:
        """The question that people here answer now."""

    def log(self) -> Sequence[Output]:
        """Open what happened."""

    def act_for(self, seat: int) -> Sequence[Output]:
        """Look and act for another seat from now on."""


def menu(desk: MenuDesk, below: Screen) -> Listing:
    """The menu above the screen `below`: what is of no use now is not in it."""
    return Listing(_("Menu"), list(_items(desk, below)), None, "menu")


def _items(desk: MenuDesk, below: Screen) -> Iterator[Item]:
    def text(prompt: str, body: str) -> Sequence[Output]:
        return desk.open(Reading(body, desk.close, None, "text", prompt))

    yield Item(_("help"), lambda: text(_("Help"), _help(desk, below)), _("what is asked and what the choice does, in full"), mark=1)
    mine = desk.mine
    if mine is not None and mine["kind"] == "choice" and desk.why_not is not None:
        reasons = _("what cannot be done now, and which rule says so")
        yield Item(_("why not?"), lambda: desk.open(_why_not(desk, mine)), reasons, mark=2)
    if desk.refusal:
        yield Item(_("rule"), lambda: text(_("Rule"), desk.refusal), _("what the rule says that refused the last choice"), mark=9)
    yield Item(_("what happened"), desk.log, _("the last events, the latest first"), mark=3)
    facts = desk.game.facts(desk.view, desk.names) if desk.view is not None else []
    if facts:
        yield Item(_("the table"), lambda: text(_("The table"), "\n".join(facts)), _("how everybody stands"), mark=4)
    if desk.correctable is not None:
        yield Item(_("undo"), lambda: desk.open(_undo(desk)), _("take back your last answer"), mark=10)
        yield Item(_("correct"), lambda: desk.open(correcting(desk)), _("set right what the table has wrong"), mark=11)
    for asked in desk.asked:
        if can_enter(asked):
            yield _entry(asked, desk)
    yield from _others(desk)
    if desk.service is not None:
        looked_at = desk.service
        everything = _("boards, panels, dice and power; what can be tried out")
        yield Item(_("service"), lambda: desk.open(service_screen(looked_at, desk)), everything, mark=12)
    yield Item(_("pause"), lambda: (Command("pause"),), _("the match waits until somebody goes on"), mark=6)
    yield Item(_("leave the table"), lambda: desk.open(_leave(desk)), _("the match is kept and can go on later"), mark=7)
    yield Item(_("back"), desk.close, _("to what was shown before"), mark=8)


def _undo(desk: MenuDesk) -> Listing:
    text = _("Take back your last answer, with all that came after it? Others who answered since then are asked.")
    no = Item(_("no"), desk.close, mark="no")
    return Listing(text, [no, Item(_("yes, take it back"), lambda: (Undo(),), mark="yes")], None, "undo")


def _entry(asked: Asked, desk: MenuDesk) -> Item:
    label = {"roll": _("enter a throw"), "flush": _("enter the shrine's die"), "draw": _("name a card")}[asked["kind"]]
    return Item(label, lambda: enter(asked, desk), asked["prompt"], mark=["enter", asked["ticket"]])


def _help(desk: MenuDesk, below: Screen) -> str:
    parts = [prompt_for(desk.mine, desk)] if desk.mine is not None else [asked["prompt"] for asked in desk.asked]
    item = below.item if isinstance(below, Listing) else None
    if item is not None:
        parts.append("• " + item.words())
    return "\n".join([*parts, "", buttons(), *(["", desk.house] if desk.house else [])])


# -- why not ------------------------------------------------------------------------------------------------------------


def _why_not(desk: MenuDesk, asked: Asked) -> Screen:
    """What people may want and are not offered, each with the rule's sentence."""
    items = []
    for wish in desk.game.wishes(asked, desk.view or {}):
        why = desk.why_not(*key_of(asked), wish.answer) if desk.why_not else None
        if why is not None:
            items.append(_refused(desk, wish.label, why, wish.answer))
    if not items:
        return Reading(_("Everything that the rules know of can be done now."), desk.close, key_of(asked), "text", _("Why not?"))
    on_board = any(item.place for item in items)
    return Listing(_("Why not?"), items, key_of(asked), "why", picture=picture_by(desk) if on_board else None)


def _refused(desk: MenuDesk, label: str, why: str, answer: list[Any]) -> Item:
    def read() -> Sequence[Output]:
        return desk.open(Reading(why, desk.close, None, "text", label))

    place = desk.game.place(answer)
    return Item(label, read, why.partition("\n")[0], place._replace(goal=None) if place else None, mark=answer)


# -- other seats --------------------------------------------------------------------------------------------------------


def _others(desk: MenuDesk) -> Iterator[Item]:
    if desk.eyes != desk.seat:
        yield Item(_("stop acting"), lambda: desk.act_for(desk.seat), _("look for yourself again"), mark=5)
        return
    seats = sorted({asked["seat"] for asked in desk.asked if asked["seat"] not in (None, desk.seat)})
    if seats:
        items = [Item(name_of(desk.names, seat), _warner(desk, seat), _("is asked something now"), mark=seat) for seat in seats]
        who = Listing(_("Act for whom?"), items, None, "others")
        yield Item(_("act for another"), lambda: desk.open(who), _("answer for somebody who is not here"), mark=5)


def _warner(desk: MenuDesk, seat: int) -> Callable[[], Sequence[Output]]:
    who = name_of(desk.names, seat)
    text = _("This panel will show what only {who} may see. Does {who} agree?").format(who=who)

    def warn() -> Sequence[Output]:
        yes = Item(_("yes, act for {who}").format(who=who), lambda: desk.act_for(seat), mark="yes")
        return desk.open(Listing(text, [Item(_("no"), desk.close, mark="no"), yes], None, "warn"))

    return warn


def _leave(desk: MenuDesk) -> Listing:
    stay = Item(_("no, stay"), desk.close, mark="no")
    leave = Item(_("yes, leave"), lambda: (Command("leave"),), mark="yes")
    return Listing(_("Leave the table? The match is kept."), [stay, leave], None, "leave")
