"""The service menu of a panel: how everything is, and what can be tried out; and the picture that shows a panel's edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from PIL import Image

from host.panels.pages.canvas import HEIGHT, WIDTH, Canvas
from host.panels.pages.screens import Command, Item, Listing, Output, Reading, Screen
from shared_rules.words import _

TEST_PICTURE_S: Final = 10.0


class Deed(Protocol):
    """Something that can be tried."""

    @property
    def key(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def help(self) -> str: ...


class ServiceDesk(Protocol):
    """What looks the table over, see `host.service.Service`."""

    @property
    def deeds(self) -> Mapping[str, Any]:
        """What can be tried, by key: each has key, label and help."""

    def lines(self) -> Sequence[str]:
        """How everything is, a sentence each."""


class Desk(Protocol):
    """What is needed of the panel that it is on."""

    def open(self, screen: Screen) -> Sequence[Output]: ...

    def close(self) -> Sequence[Output]: ...


def service_screen(service: ServiceDesk, desk: Desk) -> Listing:
    """The menu: looking first, then everything that can be tried."""

    def look() -> Sequence[Output]:
        return desk.open(Reading("\n".join(service.lines()), desk.close, None, "text", _("Service")))

    items = [Item(_("how it is"), look, _("every board, panel and button, power and disk"), mark="look")]
    items += [_item(deed) for deed in service.deeds.values()]
    items.append(Item(_("back"), desk.close, _("to what was shown before"), mark="back"))
    return Listing(_("Service"), items, None, "service")


def _item(deed: Deed) -> Item:
    return Item(deed.label, lambda: (Command(f"service {deed.key}"),), deed.help, mark=deed.key)


def border_picture(seat: int) -> Image.Image:
    """A border of one pixel at the very edge, corner to corner lines of dots, and the seat's number."""
    canvas = Canvas()
    canvas.frame(0, 0, WIDTH, HEIGHT)
    for at in range(0, HEIGHT, 4):
        canvas.fill(2 * at, at, 1, 1)
        canvas.fill(WIDTH - 1 - 2 * at, at, 1, 1)
    text = f"seat {seat}: 4 edges?"
    canvas.text(24, 28, text)
    return canvas.image()
