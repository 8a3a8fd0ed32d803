"""Gives a board a new program: copied beside the old one, tried once, kept only if the board says hello with it.

    told = Updater(say=print).update(board)      # raises UpdateError in words

Whatever is interrupted, the board starts the old program or the new one; then the update is simply begun once more.
"""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from host.codes import coded
from host.link.boards import Boards, BoardStatus
from host.link.ports import usb_boards
from host.look_for_boards import wait_until
from host.update import program
from host.update.program import ProgramError
from host.update.prompt import SLOTS, AtPrompt, Prompt, PromptError
from tablelink.events import Done, Event, NotDone, Unknown

SERVICE_S: Final = 45.0
"""A board may be in the middle of a turn when it is told to give its prompt."""
PORT_S: Final = 15.0
TRIAL_S: Final = 40.0
_PAUSE_S: Final = 0.1


class UpdateError(RuntimeError):
    """The board has not got the new program; the message says which one it runs then, and what to do."""


class Target(NamedTuple):
    """A board to be updated. `role` and `uid` are "" where it sits at its prompt, or is empty; `files_hash` of what it runs."""

    port: str
    role: str = ""
    uid: str = ""
    files_hash: str = ""


class Updater:
    """Updates one board after the other. `say` tells people how far it is; `ports` are looked at beside those that USB lists."""

    def __init__(
        self,
        say: Callable[[str], object],
        ports: Sequence[str] = (),
        find: bool = True,
        *,
        firmware: Path | None = None,
        compile_it: bool | None = None,
        open_prompt: Callable[[str], Prompt] = Prompt,
        trial_s: float = TRIAL_S,
    ) -> None:
        """`compile_it`: bytecode (None: where the compiler is installed and the board runs what it makes) or source."""
        self._say, self._ports, self._find, self._firmware = say, list(ports), find, firmware
        self._compile = program.can_compile() if compile_it is None else compile_it
        self._open_prompt, self._trial_s = open_prompt, trial_s

    def is_current(self, target: Target) -> bool:
        """Whether a board runs this Tablekeeper's program already."""
        return bool(target.role) and target.files_hash in program.known_hashes(target.role, self._firmware)

    def update(self, target: Target, role: str = "") -> str:
        """Give a board its new program; the words for what came of it. `role` is for a board that does not know its own.

        Raises UpdateError.
        """
        try:
            if target.uid:
                self._say(f"The {_spoken(target.role)} is asked for its prompt.")
                self._ask_for_prompt(target)
            uid, role, wanted = self._copy(target, role)
        except (PromptError, ProgramError) as error:
            remedy = "It keeps the program that it had. Unplug it, plug it in again, and update it once more."
            raise UpdateError(coded("update", f"{error}. {remedy}")) from error
        self._say("The board starts its new program.")
        found = self._hello_of(uid, target.port)
        if found is None:
            remedy = "Unplug it and plug it in again: it then starts its old program, if it had one."
            raise UpdateError(coded("update", f"The {_spoken(role)} has not said hello since. {remedy}"))
        if found.files_hash != wanted:
            words = f"The {_spoken(role)} did not get on with its new program and runs the old one again, as before."
            raise UpdateError(coded("update", words))
        return f"The {_spoken(role)} {uid} runs its new program ({wanted})."

    # -- steps ----------------------------------------------------------------------------------------------------

    def _ask_for_prompt(self, target: Target) -> None:
        boards = Boards([target.port], find=False)
        ended, ending = threading.Event(), list[Event]()

        def heard(event: Event) -> None:
            if isinstance(event, Done | NotDone | Unknown):
                ending.append(event)
                ended.set()

        boards.start()
        try:
            boards.submit(target.role, f"update.{time.time_ns() % 10**9}.1", "service", {}, heard)
            ended.wait(SERVICE_S)
        finally:
            boards.stop()
        if not ending or not isinstance(ending[0], Done):
            raise PromptError(f"The {_spoken(target.role)} does not give its prompt")

    def _copy(self, target: Target, role: str) -> tuple[str, str, str]:
        """Copy the program into the slot that is not used, and let it be tried; its board, its role, and its hash."""
        with self._prompt_of(target) as prompt:
            who = prompt.who()
            role = target.role or who.role or role
            if not role:
                raise PromptError(f"The board at {target.port} has no program that says what it is; name it with --as ROLE")
            files = self._files_for(role, who)
            slot = SLOTS[1] if who.slot == SLOTS[0] else SLOTS[0]
            self._say(f"{len(files)} files are copied to the {_spoken(role)}, beside its old program.")
            prompt.make_like(slot, files)
            for path, data in program.starter(role, self._firmware).items():
                prompt.put(path, data)
            prompt.put("slot.try", f"{slot}\n".encode())
            prompt.restart()
        return who.uid, role, program.hash_of(files)

    def _files_for(self, role: str, who: AtPrompt) -> dict[str, bytes]:
        source = program.program(role, self._firmware)
        if not self._compile:
            return source
        files = program.compiled(source)
        if program.runs_on(files, who.bytecode):
            return files
        self._say("The board's MicroPython does not run what the compiler makes: its program is copied as source.")
        return source

    def _prompt_of(self, target: Target) -> Prompt:
        """The prompt of that very board, wherever its port is now."""
        deadline, trouble = time.monotonic() + PORT_S, "it is not there"
        while True:
            for port in self._places(target):
                try:
                    prompt = self._prompt_at(port, target.uid)
                except PromptError as error:
                    trouble = str(error)
                    continue
                if prompt is not None:
                    return prompt
                trouble = f"another board is at {port}"
            if time.monotonic() >= deadline:
                raise PromptError(f"No prompt of the board that was at {target.port}: {trouble}")
            threading.Event().wait(_PAUSE_S)

    def _prompt_at(self, port: str, uid: str) -> Prompt | None:
        """The prompt at a port if it is that board's ("": any); None if it is another's, which is let go."""
        prompt = self._open_prompt(port)
        try:
            if uid in ("", prompt.who().uid):
                return prompt
        except PromptError:
            prompt.close()
            raise
        prompt.close()
        return None

    def _places(self, target: Target) -> list[str]:
        """Where it may be: by its USB serial number, which is its unique id; else where it was."""
        known = [port.path for port in usb_boards() if target.uid and port.serial == target.uid] if self._find else []
        return known or [target.port]

    def _hello_of(self, uid: str, port: str) -> BoardStatus | None:
        """The board's next hello; None if there is none in time."""
        boards = Boards([*self._ports, port], find=self._find)
        boards.start()
        try:
            return wait_until(boards, lambda status: status.uid == uid and status.state == "awake", self._trial_s)
        finally:
            boards.stop()


def _spoken(role: str) -> str:
    return role.replace("_", " ") or "board"
