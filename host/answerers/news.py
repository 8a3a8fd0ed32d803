"""What boards tell unasked, in plain words with the next step, and what has to follow when one of them starts anew."""

from collections.abc import Callable
from typing import Any

from host.codes import coded
from host.inbox import Inbox
from tablelink.events import Asleep, Awake, Event, Rebooted, Report, Trouble

_DIE = {
    "cocked": "The die does not lie flat: throw it again.",
    "rolled": "That face is read. Throw the die once more, for the next one.",
}
_PARTS = {
    "lost": "The {role}'s sensor does not answer: check its wires. Type the faces meanwhile, or use the button.",
    "back": "The {role}'s sensor answers again.",
    "odd_id": "The {role}'s sensor is of another make than expected: check a few throws by eye.",
    "implausible": "The {role}'s sensor says what cannot be true: check its wires, or fit another. Type the faces meanwhile.",
    "untaught": "The {role} has forgotten what its dice look like: teach them anew.",
    "open": "The {role}'s lid is open.",
    "closed": "The {role}'s lid is closed.",
}
_NEXT_STEPS = {
    "crashed": " Press its reset button; if the prompt comes again: tablekeeper update.",
    "no_hello": " Unplug what does not belong to the table, or copy the firmware onto the board: tablekeeper update.",
    "flood": " Unplug it; if it is one of the table's boards: tablekeeper update.",
    "protocol": " The command is: tablekeeper update.",
}
_CODES = {"busy": "busy_port"}
_PART_CODES = {"lost": "no_sensor", "odd_id": "odd_sensor", "implausible": "odd_sensor", "untaught": "not_taught"}


def words_of(role: str, event: Event) -> str:
    """What people should know of an event from the board `role` ("" if it is not known yet); empty if it is nothing to them."""
    name = role.replace("_", " ") or "board"
    match event:
        case Asleep():
            asleep = f"The {name} does not answer: check its cable, or press its reset button. What it was told is kept."
            return coded("asleep", asleep)
        case Awake():
            return f"The {name} answers again."
        case Rebooted():
            return coded("restarted", f"The {name} has started anew. If that happens often, check its power supply.")
        case Trouble(code="board", words=words):
            failed = f"The {name}'s program failed ({words}) and starts anew. If that goes on, update its firmware."
            return coded("board", failed)
        case Trouble(code=code, words=words):
            return coded(_CODES.get(code, code), words + _NEXT_STEPS.get(code, ""))
        case Report(kind="die", data=data):
            return _DIE.get(str(data.get("kind")), "")
        case Report(kind="part", data=data):
            kind = str(data.get("kind"))
            return coded(_PART_CODES.get(kind, ""), _PARTS[kind].format(role=name)) if kind in _PARTS else ""
    return ""


class News:
    """Hears what the boards post, in any thread, and hands it to whoever attends, in the table's thread."""

    def __init__(self) -> None:
        self._pass_on: Callable[[str, Event], None] = lambda role, event: None

    def attend(self, inbox: Inbox, notice: Callable[[str], None], started_anew: Callable[[str], Any]) -> None:
        """From now on `notice` gets the words, and `started_anew` the role of each board that lost its memory."""

        def tell(role: str, event: Event) -> None:
            words = words_of(role, event)
            if words:
                notice(words)
            if isinstance(event, Rebooted):
                started_anew(role)

        self._pass_on = lambda role, event: inbox.post(lambda: tell(role, event))

    def heard(self, role: str, event: Event) -> None:
        """Take an event; from any thread."""
        self._pass_on(role, event)
