"""The kinds of question that the rules ask, and what is legal as an answer to each.

Answers are plain JSON values. They are compared with their types: 1, 1.0 and true are three different answers.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

Face = int | str
Answer = Any
"""A JSON value: a list that starts with a verb (choice), a list of faces (roll), a card (draw), a dict (flush), true (confirm)."""

TURNED_BY = ("board", "person", "engine")
FACE_FROM = ("rolled", "set", "typed", "engine")


class IllegalAnswer(ValueError):
    """The rules refuse an answer; nothing has changed.

    `rule` is the id of the rule in the ledger, or None where no rule but the question itself rules the answer out;
    `reason` is one plain sentence.
    """

    def __init__(self, rule: str | None, reason: str) -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.rule, self.reason = rule, reason


class NotOpen(IllegalAnswer):
    """The question that an answer names is not open (any more): another answer came first, or the ticket is old."""

    def __init__(self) -> None:
        super().__init__(None, "that question is not open any more; look at the table again and answer what it asks now")


def same(a: Any, b: Any) -> bool:
    """Equal in value and in type all the way down."""
    if type(a) is not type(b):
        return False
    if type(a) is list:
        return len(a) == len(b) and all(map(same, a, b))
    if type(a) is dict:
        return a.keys() == b.keys() and all(same(v, b[k]) for k, v in a.items())
    return bool(a == b)


class Question:
    """What is asked now. `asker` and `args` name the asker that asked it; words are made from them.

    `seat` is who is asked or whose piece it is; None is the whole table.
    """

    __slots__ = ("args", "asker", "seat")
    kind: ClassVar[str]

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.asker = ""
        self.args: list[Any] = []

    def check(self, answer: Answer) -> None:
        """Raise IllegalAnswer if `answer` is not legal."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is legal")


class Choice(Question):
    """`seat` picks one of `options`, each a list of a verb and its arguments. Seat None: the whole group agrees on one."""

    __slots__ = ("options",)
    kind = "choice"

    def __init__(self, seat: int | None, options: list[list[Any]]) -> None:
        super().__init__(seat)
        self.options = options

    def check(self, answer: Answer) -> None:
        for option in self.options:
            # The quick comparison takes 1, 1.0 and true for the same; what passes it is looked at closely.
            if option is answer or (option == answer and same(option, answer)):
                return
        raise IllegalAnswer(None, "that is not one of the things that can be done now")


class Roll(Question):
    """The faces that the named `dice` show after a throw, in the same order; `faces[i]` is what is printed on die i."""

    __slots__ = ("dice", "faces")
    kind = "roll"

    def __init__(self, seat: int | None, dice: list[str], faces: Sequence[Sequence[Face]]) -> None:
        super().__init__(seat)
        self.dice, self.faces = dice, faces

    def check(self, answer: Answer) -> None:
        if type(answer) is not list or len(answer) != len(self.dice):
            raise IllegalAnswer(None, f"a list of {len(self.dice)} faces is needed, one for each die")
        for die, faces, face in zip(self.dice, self.faces, answer, strict=True):
            if not any(same(face, f) for f in faces):
                raise IllegalAnswer(None, f"the die '{die}' has no face {face!r}")


class Draw(Question):
    """The card that comes off the top of `pile`. `cards` lists what may come, each card as often as it is likely.

    `hidden`: nobody may see that list, since it tells what others cannot hold; chance alone answers.
    """

    __slots__ = ("cards", "hidden", "pile")
    kind = "draw"

    def __init__(self, seat: int | None, pile: str, cards: list[str], *, hidden: bool = False) -> None:
        super().__init__(seat)
        self.pile, self.cards, self.hidden = pile, cards, hidden

    def check(self, answer: Answer) -> None:
        if type(answer) is not str or answer not in self.cards:
            raise IllegalAnswer(None, f"the card {answer!r} cannot come off the pile '{self.pile}'")


class Flush(Question):
    """The Shrine turns once, and its die falls out. `drops` lie in it; `faces` are the die's sides in order.

    Answer: `{"turned_by", "drops_seen": int | None, "face", "face_from"}`, see TURNED_BY and FACE_FROM.
    """

    __slots__ = ("drops", "faces")
    kind = "flush"

    def __init__(self, drops: int, faces: Sequence[Face]) -> None:
        super().__init__(None)
        self.drops, self.faces = drops, faces

    def check(self, answer: Answer) -> None:
        if type(answer) is not dict or set(answer) != {"turned_by", "drops_seen", "face", "face_from"}:
            raise IllegalAnswer(None, "a flush is answered by turned_by, drops_seen, face and face_from")
        if answer["turned_by"] not in TURNED_BY or answer["face_from"] not in FACE_FROM:
            raise IllegalAnswer(None, f"turned_by is one of {TURNED_BY}, face_from one of {FACE_FROM}")
        seen = answer["drops_seen"]
        if seen is not None and (type(seen) is not int or seen < 0):
            raise IllegalAnswer(None, "drops_seen is a number of drops, or null where nobody counted")
        if not any(same(answer["face"], f) for f in self.faces):
            raise IllegalAnswer(None, f"the shrine's die has no face {answer['face']!r}")


class Confirm(Question):
    """People do something with real pieces: `task` says what in data, `{"what": ..., numbers and places}`."""

    __slots__ = ("task",)
    kind = "confirm"

    def __init__(self, seat: int | None, task: dict[str, Any]) -> None:
        super().__init__(seat)
        self.task = task

    def check(self, answer: Answer) -> None:
        if answer is not True:
            raise IllegalAnswer(None, "this is answered by true, once it is done")


class Clock(Confirm):
    """The time of `seats` runs while this is open, for `limit_ms` milliseconds: whoever measures it confirms that it has run out.

    The rules measure nothing and know no elapsed time. Nobody has to answer: the question goes away when those seats are done.
    """

    __slots__ = ("limit_ms", "seats")
    kind = "clock"

    def __init__(self, seats: list[int], limit_ms: int) -> None:
        super().__init__(None, {"what": "time_out", "limit_ms": limit_ms})
        self.seats, self.limit_ms = seats, limit_ms
