"""All boards of the table by role: who is there, who is told what, and what became of it.

    boards = Boards(ports=["/run/table/shrine"], post=tell_people)
    boards.start()
    boards.submit("shrine", "k3x9a0pq.41.1", "flush", {"turn": 7, "drops": 3}, heard)
    ...
    boards.stop()

A board is known by the unique id in its hello, never by its port: it may come back on another one, and its open
commands follow it.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from host.link.ports import candidates
from host.link.supervisor import BoardSupervisor, Post
from tablelink.events import Accepted, Asleep, Done, Event, Hello, NotDone, Rebooted, Trouble, Unknown
from tablelink.host import REACH_S, check_command

LOOK_EVERY_S = 1.0
ROUND_S = 0.1
STOP_S = 3.0

Heard = Callable[[Event], None]
Calls = list[Callable[[], None]]


class BoardStatus(NamedTuple):
    """One port and its board. `state`: awake, asleep, refused, silent (no board has answered there), closed."""

    role: str
    uid: str
    port: str
    state: str
    firmware: str
    caps: tuple[str, ...]
    words: str
    files_hash: str = ""
    """Of the program that it runs, as it says itself."""
    line: dict[str, int] = {}
    """How its line does, see `BoardSupervisor.line`."""


class _Errand:
    """A command that has not ended yet, the supervisor that has it, and the board it may have reached, if any."""

    def __init__(self, role: str, op: str, args: dict[str, Any], heard: Heard, again: bool, give_up_s: float) -> None:
        self.role = role
        self.op = op
        self.args = args
        self.heard = heard
        self.again = again
        self.give_up_s = give_up_s
        self.at: BoardSupervisor | None = None
        self.uid = ""
        self.why = "no_board"


class Boards:
    """Finds and keeps the boards. `ports` are looked at in any case, with `find` every Pico on USB as well.

    `post(role, event)` hears what concerns no single command: Hello, Rebooted, Asleep, Awake, Report, Trouble; the role
    is "" while a port has not said who it is. It is called in the boards' threads, as is `heard` of `submit`.
    """

    def __init__(
        self,
        ports: Sequence[str] = (),
        find: bool = True,
        post: Callable[[str, Event], None] = lambda role, event: None,
        clock: Callable[[], float] = time.monotonic,
        search: Callable[[Iterable[str], bool], list[str]] = candidates,
        supervise: Callable[[str, Post], BoardSupervisor] = BoardSupervisor,
    ) -> None:
        self._ports = ports
        self._find = find
        self._post = post
        self._clock = clock
        self._search = search
        self._supervise = supervise
        self._lock = threading.Lock()
        self._supervisors: dict[str, BoardSupervisor] = {}
        self._seated: dict[str, BoardSupervisor] = {}  # role -> whoever plays it
        self._boot_ids: dict[str, str] = {}  # uid -> the start of it that was heard last
        self._refused: dict[str, str] = {}  # path -> why, in words
        self._errands: dict[str, _Errand] = {}
        self._look_next_s = clock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="boards", daemon=True)

    def start(self) -> None:
        """Look for boards from now on, in threads of their own."""
        self._thread.start()

    def stop(self, deadline_s: float = STOP_S) -> bool:
        """Close all ports; returns False if a thread did not end within the deadline."""
        ends_s = time.monotonic() + deadline_s
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(deadline_s)
        with self._lock:
            supervisors = list(self._supervisors.values())
        ended = [supervisor.stop(max(0.0, ends_s - time.monotonic())) for supervisor in supervisors]
        return all(ended) and not self._thread.is_alive()

    def submit(
        self, role: str, cmd_id: str, op: str, args: dict[str, Any], heard: Heard, again: bool = False
    ) -> None:
        """Tell a board to do something; `heard` gets Accepted (once a start of the board), and then its one ending.

        `again` says that an earlier run of the program may have sent it: without a board it then ends Unknown instead
        of NotDone("no_board"). An id that is open already only gets the new `heard`. Raises FrameTooLong.
        """
        check_command(cmd_id, op, args)
        with self._lock:
            errand = self._errands.get(cmd_id)
            if errand is not None:
                errand.heard = heard
                return
            errand = self._errands[cmd_id] = _Errand(role, op, args, heard, again, self._clock() + REACH_S)
            supervisor = self._seated.get(role)
            if supervisor is not None and supervisor.hello is not None:
                self._hand(cmd_id, errand, supervisor, supervisor.hello.uid)

    def cancel(self, role: str, cmd_id: str) -> None:
        """Give a command up if it can still be given up; `heard` gets whatever it comes to."""
        calls: Calls = []
        with self._lock:
            errand = self._errands.get(cmd_id)
            if errand is None:
                return
            if errand.at is not None:
                errand.at.cancel(cmd_id)
            else:
                self._give_up(cmd_id, errand, "cancelled", calls)
        _make(calls)

    def status(self) -> list[BoardStatus]:
        """Return what is behind each port, in the order in which the ports were found."""
        with self._lock:
            return [self._status_of(supervisor) for supervisor in self._supervisors.values()]

    def round(self) -> None:
        """Look for new ports when it is time, and end commands for which no board came."""
        now = self._clock()
        calls: Calls = []
        fresh: list[BoardSupervisor] = []
        if now >= self._look_next_s:
            self._look_next_s = now + LOOK_EVERY_S
            # A name whose link changes while it is looked at may be listed twice.
            listed = list(dict.fromkeys(self._search(self._ports, self._find)))
            for path in listed:
                if path not in self._supervisors:
                    fresh.append(self._supervise(path, self._heard))
            self._drop_paths_left_behind(listed)
        with self._lock:
            for supervisor in fresh:
                self._supervisors[supervisor.path] = supervisor
            for cmd_id, errand in list(self._errands.items()):
                if errand.at is None and now >= errand.give_up_s:
                    self._give_up(cmd_id, errand, errand.why, calls)
        for supervisor in fresh:
            supervisor.start()
        _make(calls)

    def _drop_paths_left_behind(self, listed: Collection[str]) -> None:
        """A path that USB lists no more is given up once its board is awake at another one; until then it is told as lost."""
        with self._lock:
            awake = {other.hello.uid for other in self._supervisors.values() if other.awake and other.hello is not None}
            gone = [
                supervisor
                for path, supervisor in self._supervisors.items()
                if path not in listed and supervisor.words and (supervisor.hello is None or supervisor.hello.uid in awake)
            ]
            for supervisor in gone:
                del self._supervisors[supervisor.path]
                self._refused.pop(supervisor.path, None)
        for supervisor in gone:
            supervisor.stop(0.0)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.round()
            self._stopping.wait(ROUND_S)

    # -- what supervisors hear ----------------------------------------------------------------------------------

    def _heard(self, supervisor: BoardSupervisor, event: Event) -> None:
        """Take an event from a supervisor's thread; whom it concerns is called after the lock is given back."""
        calls: Calls = []
        with self._lock:
            if isinstance(event, Accepted | Done | NotDone | Unknown):
                self._on_command(supervisor, event, calls)
            elif isinstance(event, Hello):
                self._on_hello(supervisor, event, calls)
            elif not isinstance(event, Rebooted):  # told by uid, in _on_hello, also when the board changed its port
                self._tell(supervisor, event, calls)
            if isinstance(event, Asleep | Trouble):
                self._seat_the_refused(calls)
        _make(calls)

    def _on_command(
        self, supervisor: BoardSupervisor, event: Accepted | Done | NotDone | Unknown, calls: Calls
    ) -> None:
        errand = self._errands.get(event.cmd_id)
        if errand is None or errand.at is not supervisor:
            return  # its board went to another port, and whoever has it now will tell
        if isinstance(event, Unknown) and event.why == "other_board":
            # Two cables were changed over, perhaps: its own board may say hello at another port in a moment.
            errand.at, errand.again, errand.why = None, True, event.why
            errand.give_up_s = self._clock() + REACH_S
            self._hand_to_its_board(event.cmd_id, errand)
            return
        if not isinstance(event, Accepted):
            del self._errands[event.cmd_id]
        heard = errand.heard
        calls.append(lambda: heard(event))

    def _on_hello(self, supervisor: BoardSupervisor, hello: Hello, calls: Calls) -> None:
        refusal = self._refusal(supervisor, hello)
        if refusal:
            if self._refused.get(supervisor.path) != refusal:
                self._refused[supervisor.path] = refusal
                calls.append(lambda: self._post("", Trouble("refused", refusal)))
            return
        self._refused.pop(supervisor.path, None)
        self._tell(supervisor, hello, calls)
        before = self._boot_ids.get(hello.uid)
        self._boot_ids[hello.uid] = hello.boot_id
        if before is not None and before != hello.boot_id:
            self._tell(supervisor, Rebooted(hello.uid, before, hello.boot_id), calls)
        self._seated = {role: seated for role, seated in self._seated.items() if seated is not supervisor}
        self._seated[hello.role] = supervisor
        for cmd_id, errand in self._errands.items():
            # A command follows its board, never its role: another board would do it a second time.
            if errand.role == hello.role and errand.at is not supervisor and errand.uid in ("", hello.uid):
                self._hand(cmd_id, errand, supervisor, hello.uid)

    def _refusal(self, supervisor: BoardSupervisor, hello: Hello) -> str:
        """Return why a board cannot be taken while another one is awake, in words, or ""."""
        for other in self._supervisors.values():
            known = other.hello
            if other is supervisor or known is None or not other.awake or other.path in self._refused:
                continue
            if known.uid == hello.uid:
                return (
                    f"The boards at {other.path} and {supervisor.path} both say that they are {hello.uid}: unplug one; "
                    f"the one at {other.path} is used."
                )
            if known.role == hello.role:
                return (
                    f"Two boards are a {hello.role}: {known.uid} at {other.path} and {hello.uid} at {supervisor.path}: "
                    f"unplug one; the one at {other.path} is used."
                )
        return ""

    def _seat_the_refused(self, calls: Calls) -> None:
        """A board was lost: one that was refused because of it may take its place."""
        for path in list(self._refused):
            supervisor = self._supervisors[path]
            if supervisor.awake and supervisor.hello is not None:
                self._on_hello(supervisor, supervisor.hello, calls)

    def _tell(self, supervisor: BoardSupervisor, event: Event, calls: Calls) -> None:
        role = supervisor.hello.role if supervisor.hello is not None else ""
        calls.append(lambda: self._post(role, event))

    # -- commands -----------------------------------------------------------------------------------------------

    def _hand(self, cmd_id: str, errand: _Errand, supervisor: BoardSupervisor, uid: str) -> None:
        """Give a command to a supervisor, taking it from the one that had it."""
        again = errand.again
        if errand.at is not None:
            errand.at.forget(cmd_id)
            again = True
        errand.at = supervisor
        errand.uid = uid
        supervisor.send(cmd_id, errand.op, errand.args, again=again)

    def _hand_to_its_board(self, cmd_id: str, errand: _Errand) -> None:
        """Give a command to the board that may have had it, if that is awake already."""
        supervisor = self._seated.get(errand.role)
        if supervisor is not None and supervisor.hello is not None and supervisor.hello.uid == errand.uid:
            self._hand(cmd_id, errand, supervisor, errand.uid)

    def _give_up(self, cmd_id: str, errand: _Errand, why: str, calls: Calls) -> None:
        del self._errands[cmd_id]
        ending: Event = Unknown(cmd_id, why, {}) if errand.again else NotDone(cmd_id, why, {})
        calls.append(lambda: errand.heard(ending))

    # -- words --------------------------------------------------------------------------------------------------

    def _status_of(self, supervisor: BoardSupervisor) -> BoardStatus:
        path, hello = supervisor.path, supervisor.hello
        if hello is None:
            state = "closed" if supervisor.words else "silent"
            words = supervisor.words or f"Nothing has answered at {path} yet: is it a board of the table?"
            return BoardStatus("", "", path, state, "", (), words, line=supervisor.line)
        name = f"{hello.role} {hello.uid} at {path}"
        if path in self._refused:
            state, words = "refused", self._refused[path]
        elif supervisor.awake:
            state, words = "awake", f"{name}: awake, firmware {hello.firmware}, can {', '.join(hello.caps) or 'nothing'}."
        elif supervisor.words:
            state, words = "closed", f"{name}: lost. {supervisor.words}"
        else:
            state, words = "asleep", f"{name}: does not answer. Check its cable, or press its reset button."
        caps = tuple(hello.caps)
        return BoardStatus(hello.role, hello.uid, path, state, hello.firmware, caps, words, hello.files_hash, supervisor.line)


def _make(calls: Calls) -> None:
    for call in calls:
        call()
