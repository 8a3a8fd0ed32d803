"""One seat's panel without its glass: what it is told goes in, a page and what people decided come out. No clock, no I/O."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Final

from host.panels.pages.asks import Asked, key_of, name_of, prompt_for, screen_of
from host.panels.pages.font import HOURGLASS
from host.panels.pages.menu import WhyNot, menu
from host.panels.pages.page import Gauge, Page
from host.panels.pages.pieces import Correctable
from host.panels.pages.screens import (
    Command,
    Correct,
    Do,
    Item,
    Key,
    Listing,
    Output,
    Reading,
    Reply,
    Screen,
    Settle,
    Undo,
    Watching,
)
from host.panels.pages.service import ServiceDesk
from host.panels.pictures import picture_of
from host.panels.pictures.game import View
from shared_rules.words import _

DIM_AFTER_S: Final = 120.0
OFF_AFTER_S: Final = 900.0
SHIFT_EVERY_S: Final = 60.0
MESSAGE_FOR_S: Final = 12.0
_LOG: Final = 20
_SHIFTS: Final = (0, 1, 0, -1)


class SeatPanel:
    """The panel of `seat` at a table of `names`, playing `game`. `why_not` explains refusals; without it nobody can ask.
    `correctable` is what can be set right; without it nothing is set right or taken back here.

    Tell it what happens by `questions`, `look`, `happened`, `message`, `doubt` and `pass_time`, and buttons by `button`.
    `eyes` is the seat whose questions and view it wants: its own, or that of somebody for whom people act here.
    """

    def __init__(
        self,
        seat: int,
        names: Sequence[str],
        game: str,
        why_not: WhyNot | None = None,
        correctable: Correctable | None = None,
        service: ServiceDesk | None = None,
    ) -> None:
        self.seat, self.names, self.game, self.why_not, self.correctable = seat, names, picture_of(game), why_not, correctable
        self.service = service
        self.eyes = seat
        self.view: View | None = None
        self.refusal = self.house = ""
        self.asked: list[Asked] = []
        self._happened: deque[str] = deque(maxlen=_LOG)
        self._messages: list[tuple[str, float]] = []
        self._doubts: dict[int, str] = {}
        self._sent: set[Key] = set()
        self._paused = self._over = False
        self._seconds: int | None = None
        self._now = self._touched = 0.0
        self._pressed: dict[str, tuple[object, ...]] = {}
        self._stack: list[Screen] = []
        self._base: Screen = Watching("", (), self._open_log)

    # -- what it is told ---------------------------------------------------------------------------------------------

    def questions(self, asked: Sequence[Asked]) -> None:
        """All open questions, as `eyes` may see them. One that is newly asked here wakes the panel."""
        known = {key_of(one) for one in self.asked}
        self.asked = list(asked)
        open_now = {key_of(one) for one in asked}
        self._sent &= open_now
        for at, screen in enumerate(self._stack):
            if screen.key is not None and screen.key not in open_now:
                del self._stack[at:]
                break
        if self.eyes != self.seat and not any(one["seat"] == self.eyes for one in asked):
            self.act_for(self.seat)
        if self.mine is not None and key_of(self.mine) not in known:
            self._touched = self._now
        self._rebuild()

    def look(self, view: View) -> None:
        """The table as `eyes` sees it."""
        self.view = view
        self._rebuild()

    def happened(self, texts: Sequence[str]) -> None:
        """Events in words, as this seat may know them, the first first."""
        self._happened.extendleft(text for text in texts if text)
        self._rebuild()

    def message(self, text: str) -> None:
        """Something to read now: a refusal, a word of the table. It goes away by itself or by ok, and stays in the log."""
        self._happened.appendleft(text)
        self._messages.append((text, self._now + MESSAGE_FOR_S))
        self._rebuild()

    def task(self, text: str) -> None:
        """Something to do with real pieces: it is to be read until somebody has taken note of it by ok, and stays in the log."""
        self._happened.appendleft(text)
        self._messages.append((text, math.inf))
        self._touched = self._now
        self._rebuild()

    def refused(self, key: Key, why: str, rule: str = "") -> None:
        """An answer from here was not taken; `rule` is the reason with what its rule says, for the menu."""
        self.refusal = rule
        self._sent.discard(key)
        self.message(_("That cannot be: {why}").format(why=why))

    def doubt(self, number: int, text: str) -> None:
        """A question of the table itself, answered by yes or no."""
        self._doubts[number] = text
        self._touched = self._now
        self._rebuild()

    def settled(self, number: int) -> None:
        """That doubt is none any more."""
        self._doubts.pop(number, None)
        self._rebuild()

    def pause(self, paused: bool) -> None:
        """The table pauses or goes on."""
        self._paused = paused
        self._stack.clear()
        self._rebuild()

    def time_left(self, seconds: int | None) -> None:
        """So many seconds of a turn are left, for everybody to see; None: no time runs."""
        self._seconds = seconds

    def over(self) -> None:
        """The match has ended."""
        self._over = True
        self._stack.clear()
        self._rebuild()

    def pass_time(self, now: float) -> None:
        """It is `now`, in seconds that never go back."""
        self._now = now
        if any(until <= now for _text, until in self._messages):
            self._messages = [one for one in self._messages if one[1] > now]
            self._rebuild()

    # -- what people do ----------------------------------------------------------------------------------------------

    @property
    def asleep(self) -> bool:
        """Whether the panel is dark, so that a press only wakes it."""
        return self._now - self._touched >= OFF_AFTER_S

    def button(self, name: str, kind: str) -> list[Output]:
        """`name` is "next" or "ok"; `kind` "press", "click" or "hold" (others are none of its business), or "wake".

        A click counts only if what it means is still what it meant when the finger came down.
        """
        self._touched = self._now
        if kind == "press":
            self._pressed[name] = self._meaning()
            return []
        if kind not in ("click", "hold") or self._pressed.pop(name, self._meaning()) != self._meaning():
            return []
        top = self._top
        outputs: Sequence[Output] = ()
        if name == "ok" and kind == "hold":
            self._toggle_menu()
        elif name == "ok":
            outputs = self._ok(top)
        elif kind == "click":
            top.next()
        elif not top.back():
            self._leave(top)
        self._rebuild()
        return list(outputs)

    def _ok(self, top: Screen) -> Sequence[Output]:
        """Do what is at the cursor; the same question is not answered twice before the table has said what it makes of it."""
        if top.key is not None and top.key in self._sent:
            return ()
        outputs = top.ok()
        for output in outputs:
            if isinstance(output, Reply):
                self._sent.add((output.line, output.ticket))
            if isinstance(output, Reply | Command | Undo | Correct):
                self._stack.clear()
            if isinstance(output, Settle):
                self.settled(output.doubt)
        return outputs

    def _leave(self, top: Screen) -> None:
        if self._messages and top is self._base:
            self._read_message()
        elif self._stack:
            self._stack.pop()

    def _toggle_menu(self) -> None:
        if any(screen.kind == "menu" for screen in self._stack):
            self._stack.clear()
        elif not self._messages:
            self._stack.append(menu(self, self._top))

    # -- for its screens ---------------------------------------------------------------------------------------------

    @property
    def mine(self) -> Asked | None:
        """The question that people here answer now, if there is one."""
        if self._over:
            return None
        kinds = [self._rank(one) for one in self.asked]
        best = min((rank for rank in kinds if rank is not None), default=None)
        return None if best is None else self.asked[kinds.index(best)]

    def _rank(self, asked: Asked) -> int | None:
        """How near a question is to whoever looks: their own, the group's, chance of the whole table; None: not theirs."""
        if asked["seat"] == self.eyes:
            return 0 if asked["kind"] in ("choice", "confirm") else 1
        if asked["seat"] is None:
            return 2 if asked["kind"] in ("choice", "confirm") else 3
        return None

    def open(self, screen: Screen) -> Sequence[Output]:
        """Show `screen` above the others."""
        self._stack.append(screen)
        return ()

    def close(self) -> Sequence[Output]:
        """Leave the screen above."""
        if self._stack:
            self._stack.pop()
        return ()

    def log(self) -> Sequence[Output]:
        """Show what happened, the latest first."""
        return self.open(Reading("\n".join(self._happened) or _("Nothing yet."), self.close, None, "log", _("What happened")))

    def _open_log(self) -> None:
        self.log()

    def act_for(self, seat: int) -> Sequence[Output]:
        """Look and act for `seat` from now on; what was shown for another seat is forgotten at once."""
        if seat != self.eyes:
            self.eyes, self.view = seat, None
            secret = ("options", "cards")
            self.asked = [{what: told for what, told in one.items() if what not in secret} for one in self.asked]
        self._stack.clear()
        return ()

    # -- what it shows -----------------------------------------------------------------------------------------------

    @property
    def _top(self) -> Screen:
        if self._messages or (self._doubts and self._base.kind == "doubt"):
            return self._base
        return self._stack[-1] if self._stack else self._base

    def _meaning(self) -> tuple[object, ...]:
        return len(self._stack), *self._top.what()

    def _rebuild(self) -> None:
        """Make the lowest screen anew from what is known; a cursor stays on what it stood on."""
        old, self._base = self._base, self._lowest()
        new = self._base
        if isinstance(old, Listing) and isinstance(new, Listing) and (old.key, old.kind) == (new.key, new.kind):
            new.keep_cursor(old)

    def _lowest(self) -> Screen:
        if self._messages:
            return Reading(self._messages[0][0], self._read_message, None, "message", _("Please read"))
        if self._doubts:
            number, text = next(iter(self._doubts.items()))
            answers = [(True, _("yes")), (False, _("no"))]
            items = [Item(word, _settler(number, yes), mark=[number, yes]) for yes, word in answers]
            return Listing(text, items, None, "doubt", stays=True)
        if self._paused:
            go_on = Item(_("go on"), lambda: (Command("go on"),), mark="go on")
            return Listing(_("The table pauses."), [go_on], None, "paused", stays=True)
        mine = self.mine
        if mine is not None and not (mine["kind"] == "choice" and not mine.get("options")):
            return screen_of(mine, self)
        return self._watching()

    def _read_message(self) -> None:
        del self._messages[0]

    def _watching(self) -> Watching:
        waits = sorted({one["seat"] for one in self.asked if one["seat"] not in (None, self.eyes)})
        if len(waits) > 1:
            prompt = _("Waiting for {who}").format(who=", ".join(name_of(self.names, seat) for seat in waits))
        else:
            prompt = prompt_for(self.asked[0], self) if self.asked else ""
        picture = self.game.picture(self.view, self.eyes) if self.view is not None and not self._over else None
        return Watching(prompt, tuple(self._happened), self._open_log, picture)

    def page(self) -> Page:
        """What the panel shows now."""
        idle = self._now - self._touched
        light = "off" if idle >= OFF_AFTER_S else "dim" if idle >= DIM_AFTER_S else "full"
        shift = _SHIFTS[int(idle // SHIFT_EVERY_S) % len(_SHIFTS)] if light == "dim" else 0
        mine = self.mine
        asked = bool(self._doubts) or (mine is not None and mine["seat"] in (None, self.eyes))
        gauges = self.game.gauges(self.view, self.eyes) if self.view is not None else ()
        if self._seconds is not None:
            minutes, seconds = divmod(self._seconds, 60)
            gauges = (Gauge(HOURGLASS, f"{minutes}:{seconds:02}"), *gauges)
        return self._top.put(Page(title=self._title(), asked=asked, gauges=gauges, light=light, shift=shift))

    def _title(self) -> str:
        if self._over:
            return _("The match is over")
        if self.eyes != self.seat:
            return _("For {who}").format(who=name_of(self.names, self.eyes))
        opponent = self.game.opponent(self.view) if self.view is not None else ""
        if opponent:
            return opponent
        turn = self.game.turn(self.view, self.asked) if self.view is not None else None
        if turn is None:
            return _("All together")
        return _("Your turn") if turn == self.seat else _("{who}'s turn").format(who=name_of(self.names, turn))


def _settler(number: int, yes: bool) -> Do:
    return lambda: (Settle(number, yes),)
