"""People at a keyboard: they may answer every open question, for any seat and beside every sensor."""

from collections.abc import Callable, Sequence
from typing import Any

from host.answerers.doubt import Doubt
from host.answerers.hand import Hand
from host.answerers.quiet import Quiet
from host.inbox import Inbox, Posting
from host.panels.pages.menu import WhyNot
from host.panels.pages.pieces import Piece, piece_words, value_words, values_of
from host.panels.pictures.game import Game
from host.table import Asked
from shared_rules.asking import TABLE
from shared_rules.questions import IllegalAnswer
from shared_rules.rulebook import explained

HELP = """Type the number of an option to take it, or one of these:
  help N          what option N does
  why / why N     what cannot be done now / why not, and what the rule says
  roll 4          the faces of dice that you threw by hand (several: roll 4 2)
  flush FACE [N]  you turned the Shrine by hand: the face of its die, and how many drops came out
  draw CARD       the card that came off the pile
  yes / no        it is done; or an answer to a question of the table itself
  undo / undo N   take back the last answer that was given here / go back to answer N
  correct         what can be set right; correct WORDS lists only what reads like that
  correct K VALUE set right what has number K there; without a value: what it may be
  for NAME        answer for that seat from now on; for alone: for whoever is asked first
  open            what is asked now
  again           what was broken is mended: try the boards again
  stop            leave the table; the match is kept"""

_DIGITS = 9


class Typed(Quiet):
    """Reads lines that were typed (`typed`, in the table's thread). Options are numbered from 1, for the seats in `seats`."""

    def __init__(
        self,
        seats: Sequence[int],
        inbox: Inbox,
        write: Callable[[str], object],
        stop: Callable[[], None],
        again: Callable[[], None],
        game: Game | None = None,
        why_not: WhyNot | None = None,
        hand: Hand | None = None,
        names: Sequence[str] = (),
    ) -> None:
        """`game` knows what people may wish for, and `why_not` why that is refused; without them nobody can ask.

        `hand` takes back and sets right; without it that cannot be typed. `names` are what people call all seats.
        """
        self._game, self._why_not, self._hand, self._names = game, why_not, hand, names
        self._listed: list[Piece] = []
        self._for: int | None = None
        self._seats, self._inbox, self._write, self._stop, self._again = seats, inbox, write, stop, again
        self._open: dict[tuple[int, int], Asked] = {}
        self._doubts: list[Doubt] = []

    def ask(self, asked: Asked) -> None:
        self._open[asked.line, asked.ticket] = asked
        if asked.question.kind != "choice" or self._is_mine(asked):
            self._show(asked)

    def forget(self, asked: Asked) -> None:
        self._open.pop((asked.line, asked.ticket), None)

    def refused(self, posting: Posting, why: IllegalAnswer) -> None:
        if posting.source == "typed" and (posting.by == "person" or not posting.chance):
            self._write(f"That cannot be: {explained(why)}")

    def doubt(self, doubt: Doubt) -> None:
        """Ask people something that the rules do not ask."""
        self._doubts.append(doubt)
        self._write(f"{doubt.text} Type yes or no.")

    def typed(self, text: str) -> None:
        """Take one line that somebody typed."""
        words: dict[str, Callable[[], None]] = {"stop": self._stop, "again": self._again, "open": self._show_all}
        self._doubts = [doubt for doubt in self._doubts if doubt.is_open()]
        match text.split():
            case ["stop" | "again" | "open" as word]:
                words[word]()
            case ["yes" | "no" as word] if self._doubts:
                self._doubts.pop(0).settle(word == "yes")
            case ["yes"]:
                self._post_first("confirm", lambda asked: True)
            case ["roll" | "draw" as kind, *shown]:
                read = _faces if kind == "roll" else _card
                self._post_first(kind, lambda asked: read(asked, shown))
            case ["flush", face, *drops]:
                self._post_first("flush", lambda asked: _flush(asked, face, drops))
            case ["for", *name]:
                self._act_for(" ".join(name))
            case ["help", number]:
                self._explain(number)
            case ["why", *number]:
                self._tell_why(number)
            case ["undo" | "correct" as word, *more] if self._hand is not None:
                (self._undo if word == "undo" else self._correct)(self._hand, more)
            case [number] if (at := _number(number)) is not None:
                self._choose(at)
            case [_, *_]:
                self._write(HELP)

    def _show_all(self) -> None:
        for asked in self._open.values():
            self._show(asked)

    def _show(self, asked: Asked) -> None:
        shown = asked.shown(TABLE)
        self._write(shown["prompt"])
        if shown["kind"] == "choice":
            for number, option in enumerate(shown["options"], start=1):
                self._write(f"  {number}  {option['label']}")

    def _choice(self) -> Asked | None:
        """The choice that numbers answer: that of the seat for whom people act here, else the first one that is open."""
        mine = [asked for asked in self._open.values() if asked.question.kind == "choice" and self._is_mine(asked)]
        return next((asked for asked in mine if asked.question.seat == self._for), mine[0] if mine else None)

    def _act_for(self, name: str) -> None:
        """From now on numbers answer for the seat that is called so."""
        called = {self._names[seat].lower() if seat < len(self._names) else f"seat {seat}": seat for seat in self._seats}
        if name and name.lower() not in called:
            self._write(f"Nobody here is called '{name}'; there are: {', '.join(called)}.")
            return
        self._for = called[name.lower()] if name else None
        choice = self._choice()
        if choice is not None:
            self._show(choice)

    def _is_mine(self, asked: Asked) -> bool:
        return asked.question.seat is None or asked.question.seat in self._seats

    def _options(self) -> list[dict[str, Any]]:
        asked = self._choice()
        options: list[dict[str, Any]] = asked.shown(TABLE)["options"] if asked else []
        return options

    def _choose(self, number: int) -> None:
        asked, options = self._choice(), self._options()
        if asked is None or not 1 <= number <= len(options):
            self._write(f"There is no option {number}; 'open' lists what is asked." if asked else "No seat of yours is asked now.")
            return
        answer = options[number - 1]["answer"]
        self._inbox.post(Posting(asked.line, asked.ticket, answer, f"seat {asked.question.seat}", "typed"))

    def _explain(self, number: str) -> None:
        options = self._options()
        at = _number(number) or 0
        self._write(options[at - 1]["help"] if 1 <= at <= len(options) else f"There is no option {number}.")

    def _refused_wishes(self) -> list[tuple[str, str]]:
        """What people may want to do and cannot now, each with the reason and what its rule says."""
        asked = self._choice()
        if asked is None or self._game is None or self._why_not is None:
            return []
        view = asked.view(asked.question.seat)
        wishes = self._game.wishes(asked.shown(TABLE), view)
        whys = [self._why_not(asked.line, asked.ticket, wish.answer) for wish in wishes]
        return [(self._game.wish_text(wish, view), why) for wish, why in zip(wishes, whys, strict=True) if why is not None]

    def _tell_why(self, number: Sequence[str]) -> None:
        found = self._refused_wishes()
        if not found:
            self._write("Everything that the rules know of can be done now.")
        elif not number:
            self._write("What cannot be done now; 'why N' tells the reason:")
            for at, (label, _why) in enumerate(found, start=1):
                self._write(f"  {at}  {label}")
        elif 1 <= (at := _number(number[0]) or 0) <= len(found):
            label, why = found[at - 1]
            self._write(f"{label}: {why}")
        else:
            self._write(f"There is no {number[0]} in that list; 'why' shows it.")

    @property
    def _eyes(self) -> int | None:
        """Whoever types alone may see what their seat may see."""
        return self._seats[0] if len(self._seats) == 1 else None

    def _undo(self, hand: Hand, typed: Sequence[str]) -> None:
        to = _number(typed[0]) if typed else None
        if len(typed) > 1 or (typed and to is None):
            self._write(HELP)
        else:
            hand.undo(self._seats, to, self._write)

    def _correct(self, hand: Hand, typed: Sequence[str]) -> None:
        """List what can be set right, all of it or what reads like `typed`; or set it right, by its number in the last list."""
        number = _number(typed[0]) if typed else None
        if number is None:
            self._listed = hand.correctable(self._eyes)
            self._list_pieces(" ".join(typed).lower())
        elif not 1 <= number <= len(self._listed):
            self._write(f"There is no {typed[0]} in that list; 'correct' shows it.")
        else:
            self._set_right(hand, self._listed[number - 1], " ".join(typed[1:]).lower())

    def _list_pieces(self, like: str) -> None:
        found = [(at, self._piece_line(piece)) for at, piece in enumerate(self._listed, start=1)]
        found = [(at, line) for at, line in found if like in line.lower()]
        none = "Nothing like that can be set right now." if like else "Nothing can be set right at this point of the match."
        self._write("What can be set right; 'correct K VALUE' does it:" if found else none)
        for at, line in found:
            self._write(f"  {at}  {line}")

    def _piece_line(self, piece: Piece) -> str:
        return f"{piece_words(piece, self._names)} = {value_words(piece['value'], self._names)}"

    def _set_right(self, hand: Hand, piece: Piece, typed: str) -> None:
        values = [(value_words(value, self._names), value) for value in values_of(piece)]
        value = next((value for words, value in values if typed in (words.lower(), str(value).lower())), None)
        if value is not None:
            hand.correct(self._eyes, piece["path"], value, self._write)
            return
        may = f"{values[0][0]} to {values[-1][0]}" if "range" in piece else ", ".join(words for words, _value in values)
        self._write(f"{self._piece_line(piece)}. It may be: {may}.")

    def _post_first(self, kind: str, answer: Callable[[Asked], Any]) -> None:
        asked = next((a for a in self._open.values() if a.question.kind == kind), None)
        if asked is None:
            self._write(f"No {kind} is open now; 'open' lists what is asked.")
        else:
            chance = kind != "confirm"
            self._inbox.post(Posting(asked.line, asked.ticket, answer(asked), "person", "typed", chance=chance))


def _number(text: str) -> int | None:
    """The whole number that was typed; None where it is none, or longer than anything here can be."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None


def _face(text: str, faces: Sequence[Any]) -> Any:
    """The printed face that was typed; what no face reads like goes on as it is and is refused in words."""
    return next((face for face in faces if str(face) == text), text)


def _faces(asked: Asked, typed: Sequence[str]) -> list[Any]:
    faces = asked.shown(TABLE)["faces"]
    return [_face(text, faces[index] if index < len(faces) else []) for index, text in enumerate(typed)]


def _card(asked: Asked, words: Sequence[str]) -> str:
    typed = " ".join(words)
    cards = asked.shown(TABLE)["cards"]
    return next((card["answer"] for card in cards if typed.lower() in (card["answer"].lower(), card["label"].lower())), typed)


def _flush(asked: Asked, face: str, drops: Sequence[str]) -> dict[str, Any]:
    seen = _number(drops[0]) if drops else None
    return {"turned_by": "person", "drops_seen": seen, "face": _face(face, asked.shown(TABLE)["faces"]), "face_from": "typed"}
