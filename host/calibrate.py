"""A talk that teaches a dice reader its dice: lay the die down face by face, or put it into its well with each face down."""

import queue
import secrets
from collections.abc import Callable
from typing import Any, Protocol

from tablelink.events import Accepted, Done, Event, NotDone, Unknown

READER = "dice_reader"
LONGEST_S = 120.0
"""For a hand to lay the die down once it has said that it is there."""
MOST_TRIES = 5
SIDES = (4, 20)
WHY = {
    "no_sensor": "The sensor does not answer, or says what cannot be true: check its wires.",
    "not_fitted": "The dice reader has no such part: look into its settings.json.",
    "flash": "The dice reader could not keep it: its memory is full or worn out.",
    "busy": "The dice reader has a throw open: end the table's program first.",
    "bad_args": "The dice reader does not know such a die.",
}


class Teachable(Protocol):
    """The boards that are plugged in, as far as a lesson needs them."""

    def submit(
        self, role: str, cmd_id: str, op: str, args: dict[str, Any], heard: Callable[[Event], None], again: bool = False
    ) -> None:
        """Tell a board to do something; `heard` gets Accepted and then its one ending, in any thread."""

    def cancel(self, role: str, cmd_id: str) -> None:
        """Give a command up."""


class Calibration:
    """One lesson. `ask(text)` gives what a person typed (Enter to go on, "q" to stop), `say(text)` tells them something."""

    def __init__(self, boards: Teachable, ask: Callable[[str], str], say: Callable[[str], None]) -> None:
        self._boards, self._ask, self._say = boards, ask, say
        self._lesson = secrets.token_hex(4)
        self._number = 0

    def die(self, sides: int) -> bool:
        """Teach the tumbler a die of 4 to 20 sides; whether all of it was learnt."""
        self._say("Each face once: lay the die down so that you would read it there, let go, and press Enter. 'q' stops.")
        for face in range(1, sides + 1):
            if not self._face(f"Face {face} up", {"what": "die", "face": face, "sides": sides}):
                return False
        self._say(f"All {sides} faces are learnt and kept.")
        return True

    def well(self, number: int, sides: int) -> bool:
        """Teach a well its die, and what it looks like empty; whether all of it was learnt."""
        self._say("Put the die into the well so that the face you name would be read, take your hand away, press Enter. 'q' stops.")
        for face in (*range(1, sides + 1), 0):
            task = f"Face {face}" if face else "Take the die out"
            if not self._face(task, {"what": "well", "well": number, "face": face}):
                return False
        self._say(f"Well {number} knows its {sides} faces.")
        return True

    def _face(self, task: str, args: dict[str, Any]) -> bool:
        for _ in range(MOST_TRIES):
            if self._ask(f"{task}: ").strip().lower() == "q":
                return False
            ending = self._teach(args)
            if isinstance(ending, Done):
                return True
            self._say(self._why(ending))
        return False

    def _teach(self, args: dict[str, Any]) -> Event | None:
        self._number += 1
        cmd_id = f"{self._lesson}.{self._number}.1"
        endings: queue.Queue[Event] = queue.Queue()

        def heard(event: Event) -> None:
            if not isinstance(event, Accepted):
                endings.put(event)

        self._boards.submit(READER, cmd_id, "teach", args, heard)
        try:
            return endings.get(timeout=LONGEST_S)
        except queue.Empty:
            self._boards.cancel(READER, cmd_id)
            return None

    def _why(self, ending: Event | None) -> str:
        if ending is None:
            return "It saw nothing new at rest: this face may look like one before. Lay it down once more."
        if isinstance(ending, NotDone | Unknown):
            return WHY.get(ending.why, f"The dice reader did not learn it ({ending.why}). Try once more.")
        return "The dice reader gave an answer that makes no sense: tablekeeper update."
