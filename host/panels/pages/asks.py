"""The screens of open questions: options, fields on the board, things to do with the pieces, and chance entered by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from host.panels.pages.page import Picture
from host.panels.pages.screens import Command, Item, Key, Listing, Output, PictureOf, Reply, Screen
from host.panels.pictures.game import Game, Marks, Place, View
from shared_rules.words import _

Asked = dict[str, Any]
"""An open question as `shared_rules.asking.shown` gives it to the seat."""


class Desk(Protocol):
    """What the screens need of the panel that they are on."""

    game: Game
    names: Sequence[str]

    @property
    def view(self) -> View | None: ...

    @property
    def eyes(self) -> int:
        """The seat for which people look and act here."""

    def open(self, screen: Screen) -> Sequence[Output]:
        """Show a screen above the others. Nothing is to be posted."""

    def close(self) -> Sequence[Output]:
        """Leave the screen above."""


def key_of(asked: Asked) -> Key:
    """Which question it is."""
    return asked["line"], asked["ticket"]


def name_of(names: Sequence[str], seat: int) -> str:
    """What people call a seat."""
    return names[seat] if seat < len(names) else _("seat {number}").format(number=seat)


def prompt_for(asked: Asked, desk: Desk) -> str:
    """What is asked, without the name of whoever looks: the title says it."""
    prompt: str = asked["prompt"]
    seat = asked["seat"]
    if seat == desk.eyes and asked["kind"] in ("choice", "confirm"):
        rest = prompt.removeprefix(f"{name_of(desk.names, seat)}: ")
        return rest[:1].upper() + rest[1:]
    return prompt


def screen_of(asked: Asked, desk: Desk) -> Listing:
    """The screen of a question that people here may answer."""
    match asked["kind"]:
        case "choice":
            return _choice(asked, desk)
        case "confirm":
            return _confirm(asked, desk)
    return _chance(asked, desk)


# -- choices ------------------------------------------------------------------------------------------------------------


def _choice(asked: Asked, desk: Desk) -> Listing:
    items = [_option(asked, option, desk) for option in asked.get("options", [])]
    prompt, key = prompt_for(asked, desk), key_of(asked)
    if not any(item.place for item in items):
        return Listing(prompt, items, key, "choice", stays=True)
    groups: dict[Any, list[Item]] = {}
    for number, item in enumerate(items):
        groups.setdefault((item.mark[0], item.place.field) if item.place else number, []).append(item)
    if sum(len(group) > 1 for group in groups.values()) > 1:
        items = [_grouped(group, prompt, key, desk) for group in groups.values()]
    return Listing(prompt, items, key, "choice", stays=True, picture=picture_by(desk))


def _option(asked: Asked, option: dict[str, Any], desk: Desk) -> Item:
    answer, label = option["answer"], option["label"]
    place = desk.game.place(answer)
    reply = Reply(asked["line"], asked["ticket"], answer)
    if place is None:
        return Item(label, lambda: (reply,), option["help"], None, label, answer)
    return Item(desk.game.short(label), lambda: (reply,), desk.game.short(option["help"]), place, label, answer)


def _grouped(group: Sequence[Item], prompt: str, key: Key, desk: Desk) -> Item:
    """One item for all that can be done on one field: first the field is chosen, then what happens there."""
    first = group[0]
    if len(group) == 1 or first.place is None:
        return first
    label, full = first.label.partition(":")[0], first.full.partition(":")[0]

    def choose() -> Sequence[Output]:
        there = [replace(item, label=item.label.partition(": ")[2] or item.label) for item in group]
        return desk.open(Listing(prompt, there, key, "choice", picture=picture_by(desk)))

    return Item(f"{label} >", choose, "", Place(first.place.field), full, ["group", *first.mark[:2]])


def picture_by(desk: Desk) -> PictureOf:
    """The picture for a cursor: what can be chosen is marked, a goal where it leads to one, else the field."""

    def draw(at: Place | None, places: Sequence[Place]) -> Picture | None:
        if desk.view is None:
            return None
        choosable = {place.field if place.goal is None else place.goal for place in places}
        return desk.game.picture(desk.view, desk.eyes, Marks(at and at.field, at and at.goal, choosable))

    return draw


# -- pieces and chance --------------------------------------------------------------------------------------------------


def _confirm(asked: Asked, desk: Desk) -> Listing:
    marks = desk.game.task_marks(asked["task"])
    view = desk.view

    def draw(at: Place | None, places: Sequence[Place]) -> Picture | None:
        return desk.game.picture(view, desk.eyes, marks) if view is not None and marks is not None else None

    reply = Reply(asked["line"], asked["ticket"], True)
    done = Item(_("done"), lambda: (reply,), mark="done")
    return Listing(prompt_for(asked, desk), [done], key_of(asked), "confirm", stays=True, picture=draw if marks else None)


def _chance(asked: Asked, desk: Desk) -> Listing:
    """What hands are to do, and the way to enter it where no board or box of cards is there to tell."""
    hands = {
        "roll": _("Throw it and let it lie. The table reads it; if it cannot, enter the face here."),
        "flush": _("Let the shrine turn, or turn it once by hand, throw its die and enter it here."),
        "draw": _("Take the card on top. If the table does not know it by itself, name it here."),
    }[asked["kind"]]
    items = [Item(_("enter it by hand"), lambda: enter(asked, desk), hands, mark="enter")] if can_enter(asked) else []
    if asked["kind"] in ("roll", "flush"):
        mended = _("What was broken is mended: the boards try once more.")
        items.append(Item(_("try the boards again"), lambda: (Command("again"),), mended, mark="again"))
    return Listing(asked["prompt"], items or [Item(_("wait"), lambda: (), hands, mark="wait")], key_of(asked), "chance", stays=True)


def can_enter(asked: Asked) -> bool:
    """Whether it is chance that this panel knows enough of to enter it."""
    return asked["kind"] in ("roll", "flush") or bool(asked.get("cards"))


def enter(asked: Asked, desk: Desk) -> Sequence[Output]:
    """Open the first screen of entering chance by hand."""
    if asked["kind"] == "roll":
        return desk.open(_die(asked, desk, []))
    if asked["kind"] == "flush":
        return desk.open(_shrine_face(asked, desk))
    return desk.open(_card(asked))


def _die(asked: Asked, desk: Desk, got: Sequence[Any]) -> Listing:
    """One die after the other; holding next goes back by one."""
    faces, die = asked["faces"][len(got)], asked["dice"][len(got)]

    def taker(face: Any) -> Callable[[], Sequence[Output]]:
        def take() -> Sequence[Output]:
            whole = [*got, face]
            if len(whole) == len(asked["dice"]):
                return (Reply(asked["line"], asked["ticket"], whole, chance=True),)
            return desk.open(_die(asked, desk, whole))

        return take

    items = [Item(str(face), taker(face), mark=[len(got), face]) for face in faces]
    return Listing(_("{die}: which face is up?").format(die=die), items, key_of(asked), "enter")


def _shrine_face(asked: Asked, desk: Desk) -> Listing:
    def taker(face: Any) -> Callable[[], Sequence[Output]]:
        return lambda: desk.open(_shrine_drops(asked, face))

    items = [Item(str(face), taker(face), mark=face) for face in asked["faces"]]
    return Listing(_("What does the shrine's die show?"), items, key_of(asked), "enter")


def _shrine_drops(asked: Asked, face: Any) -> Listing:
    """How many drops came out; all of them, as it should be, comes first."""

    def item(label: str, seen: int | None) -> Item:
        answer = {"turned_by": "person", "drops_seen": seen, "face": face, "face_from": "typed"}
        return Item(label, lambda: (Reply(asked["line"], asked["ticket"], answer, chance=True),), mark=["drops", seen])

    drops = asked["drops"]
    items = [item(_("all {count}").format(count=drops), drops), item(_("nobody counted"), None)]
    items += [item(str(count), count) for count in range(drops - 1, -1, -1)]
    return Listing(_("How many drops came out?"), items, key_of(asked), "enter")


def _card(asked: Asked) -> Listing:
    def replier(card: str) -> Callable[[], Sequence[Output]]:
        return lambda: (Reply(asked["line"], asked["ticket"], card, chance=True),)

    items = [Item(card["label"], replier(card["answer"]), mark=card["answer"]) for card in asked["cards"]]
    return Listing(_("{pile}: which card came off?").format(pile=asked["pile"]), items, key_of(asked), "enter")
