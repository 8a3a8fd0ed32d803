"""What people wish beside the rules: an answer is taken back, the others agreeing, or something is set right.

A wish that others have to agree to is open until all of them have. It lapses as soon as somebody else than a bot answers
something: nobody loses an answer that nobody had given when consent was asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from host.answerers.doubt import Doubt
from host.answerers.hand import Tell
from host.journal import Damaged
from host.table import Table
from shared_rules.asking import TABLE
from shared_rules.events import Event
from shared_rules.history import CannotUndo, History, put_back, seat_of, who_must_agree
from shared_rules.match import Match
from shared_rules.questions import IllegalAnswer
from shared_rules.words import told_text

_GO_ON_BESIDE: Final = ("bot", "hands")
"""Sources of answers that leave a wish open."""
_BEGUN: Final = "The Shrine or a die has been moved for what is asked now; that cannot be taken back."


@dataclass
class _Wish:
    """Seat `by` (None: somebody) wants to go back to answer `to`; the seats in `waits` have not said yet what they think of it."""

    by: int | None
    to: int
    tell: Tell
    waits: dict[int, Doubt] = field(default_factory=dict)
    agreed: set[int] = field(default_factory=set)


class Wishes:
    """The wishes at `table`, of the seats that are `people`'s; a `Hand`, and a show of the table.

    `ask` puts a doubt to the people at a seat, `ask_no_more` takes it away everywhere; `put_back` tells those at a seat what
    they have to do with real pieces. `has_begun` says whether a board is at what is asked now, and nothing can go back.
    """

    def __init__(
        self,
        table: Callable[[], Table],
        people: Collection[int],
        ask: Callable[[int, Doubt], None],
        ask_no_more: Callable[[Doubt], None],
        put_back: Callable[[int, str], None],
        has_begun: Callable[[], bool],
    ) -> None:
        self._get_table, self._people = table, people
        self._ask, self._ask_no_more, self._put_back = ask, ask_no_more, put_back
        self._has_begun = has_begun
        self._wish: _Wish | None = None

    @property
    def _table(self) -> Table:
        return self._get_table()

    # -- what people do ----------------------------------------------------------------------------------------------

    def undo(self, seats: Collection[int], to: int | None, tell: Tell) -> None:
        """One of `seats` wants to go back to answer `to`; None: to before the last answer of theirs."""
        self._table.do(lambda: self._undo(seats, to, tell))

    def correctable(self, seat: int | None) -> list[dict[str, Any]]:
        """What can be set right now, as `seat` may know it. Cards of another seat are set right there.

        Whoever set right where another's hidden card is would learn from a refusal where it is not.
        """
        match = self._table.match
        pieces = [] if match.over else match.correctable(seat)
        return [piece for piece in pieces if seat is None or not _is_card_of_another(piece, seat)]

    def correct(self, by: int | None, path: str, value: Any, tell: Tell) -> None:
        """Seat `by` says that what `path` names is `value`; None: somebody at the table."""
        self._table.do(lambda: self._correct(by, path, value, tell))

    # -- for the table -----------------------------------------------------------------------------------------------

    def events(self, match: Match[Any], events: Sequence[Event]) -> None:
        """Something has happened: what others are asked to agree to may be out of date."""
        wish = self._wish
        if wish is None or self._table.source in _GO_ON_BESIDE:
            return
        self._drop()
        if not any(event.name == "undone" for event in events):
            wish.tell("Somebody has answered meanwhile, so nothing is taken back. Wish it again if you still want it.")

    def notice(self, text: str) -> None:
        """What the table has to say changes no wish."""

    # -- insides -----------------------------------------------------------------------------------------------------

    def _undo(self, seats: Collection[int], to: int | None, tell: Tell) -> None:
        table = self._table
        if table.match.over:
            tell("The match is over; nothing is taken back any more.")
            return
        if self._has_begun():
            tell(_BEGUN)
            return
        try:
            past = table.journal.history(table.start.match, table.match)
            to, by = _aim(past, seats, to)
            past.taken_back(to, by)  # only tried: nobody is asked to agree to what cannot be
        except (CannotUndo, Damaged) as why:
            tell(_sentence(str(why)))
            return
        if self._wish is not None and self._wish.by != by:
            tell(f"{self._name(self._wish.by)} wants to take something back already; that is answered first.")
            return
        self._drop()
        wish = self._wish = _Wish(by, to, tell)
        missing = who_must_agree(by, past.since(to), self._people)
        for seat in missing:
            wish.waits[seat] = self._consent(wish, seat, len(past.since(to)))
        for seat in missing:
            self._ask(seat, wish.waits[seat])
        if missing:
            tell(f"{' and '.join(map(self._name, missing))} must agree, and {'is' if len(missing) == 1 else 'are'} asked now.")
        else:
            self._take_back(wish)

    def _consent(self, wish: _Wish, seat: int, answers: int) -> Doubt:
        what = "the last answer" if answers == 1 else f"the last {answers} answers"
        text = f"{self._name(seat)}, do you agree? {self._name(wish.by)} wants to take back {what}."
        return Doubt("undo", text, {}, partial(self._told, wish, seat), lambda: self._wish is wish and seat in wish.waits)

    def _told(self, wish: _Wish, seat: int, yes: bool) -> None:
        """Seat `seat` agrees, or does not."""
        if self._wish is not wish or seat not in wish.waits:
            return
        self._ask_no_more(wish.waits.pop(seat))
        if not yes:
            self._drop()
            self._table.notice(f"{self._name(seat)} does not agree: nothing is taken back.")
            return
        wish.agreed.add(seat)
        if not wish.waits:
            self._table.do(lambda: self._take_back(wish))

    def _take_back(self, wish: _Wish) -> None:
        """Do it, and tell all people what they have to put back. It stays open where it cannot be written."""
        if self._wish is not wish:
            return
        if self._has_begun():
            self._drop()
            wish.tell(_BEGUN)
            return
        table, before = self._table, self._table.match
        try:
            table.undo(wish.to, wish.by, self._people, wish.agreed)
        except (CannotUndo, Damaged) as why:
            self._drop()
            wish.tell(_sentence(str(why)))
            return
        self._drop()
        if table.match.state.options.get("pieces") == "none":
            return
        for seat in self._people:
            tasks = put_back(before, table.match, seat)
            told = {"event": "undone", "seat": wish.by, "to": wish.to, "answers": before.number - wish.to, "put_back": tasks}
            if tasks:
                self._put_back(seat, told_text(table.match.words, told, table.start.names))

    def _correct(self, by: int | None, path: str, value: Any, tell: Tell) -> None:
        if all(piece["path"] != path for piece in self._table.match.correctable(TABLE)):
            tell("That is not so any more, or is not where you think; nothing is set right. Look at the list again.")
            return
        try:
            self._table.correct(path, value, by)
        except (IllegalAnswer, Damaged) as why:
            tell(_sentence(str(why)))

    def _drop(self) -> None:
        """Nobody is asked any more."""
        wish, self._wish = self._wish, None
        for doubt in wish.waits.values() if wish else ():
            self._ask_no_more(doubt)

    def _name(self, seat: int | None) -> str:
        names = self._table.start.names
        return "Somebody" if seat is None else names[seat] if seat < len(names) else f"seat {seat}"


def _aim(past: History, seats: Collection[int], to: int | None) -> tuple[int, int | None]:
    """The answer to go back to, and which of `seats` it is that wants it. Raises CannotUndo where there is nothing to take back."""
    if to is None:
        for at in reversed(range(len(past.path))):
            by = seat_of(past.path[at].by)
            if by in seats:
                return past.first + at, by
        raise CannotUndo("there is no answer of yours that can be taken back")
    undone = past.since(to)
    if not undone:
        raise CannotUndo(f"nothing has been answered after answer {to}")
    own = [by for entry in undone if (by := seat_of(entry.by)) in seats]
    return to, own[-1] if own else min(seats) if len(seats) == 1 else None


def _is_card_of_another(piece: dict[str, Any], seat: int) -> bool:
    """Whether it is a card at a place of another seat, such as "seat 1 hand". Where hands lie open places are told otherwise."""
    place = re.fullmatch(r"seat (\d+) \w+", str(piece["value"]))
    return piece["what"] == "card" and place is not None and int(place[1]) != seat


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
