"""The host's end of the line: sends commands under their ids, and turns what a board says into events.

    link = HostLink(port_buffer.extend, time.monotonic)
    link.hello()                              # after each opening of the port
    link.send("k3x9a0pq.41.1", "flush", {"turn": 7, "drops": 3})
    link.feed(what_came_in); link.tick()      # every 50 ms or so
    for event in link.take(): ...

It owns no port and no thread; `clock` gives seconds that never run backwards. Every command that was sent ends in
exactly one Done, NotDone or Unknown.
"""

import os

from tablelink.events import Accepted, Asleep, Awake, Done, Hello, NotDone, Rebooted, Report, Trouble, Unknown
from tablelink.frame import MAX_BOOT_ID, MAX_SESSION, PROTOCOL, FrameReader, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tablelink.events import Event
    from tablelink.frame import Json

# Every wait of this end, in seconds.
ASK_S = 0.5
ASKING_S = 10.0
ASK_SLOWLY_S = 2.0
ACK_S = 0.5
ATTEMPTS = 3
REACH_S = 12.0
CANCEL_S = 1.5
BEAT_S = 1.0
ASLEEP_S = 5.0
ASLEEP_LIMIT_S = 30.0
MAX_RESTARTS = 3

DEADLINE_S = 30.0
"""For a command's ending once the board knows it."""
PERSON_OPS = ("roll", "teach")
"""Ops that wait for a person: no deadline while the board is awake; the program cancels them."""

PROMPT_OP = "service"
"""The op after which a board leaves the line for its prompt."""

_HELLO_KEYS = ("role", "uid", "up", "fw", "pv", "fh", "caps")
_WIDEST_STAMP = "12345678.fff.ffff"
_MAX_COUNT = 0xFF00
_MAX_NUMBER = 1 << 31


def fresh_nonce() -> str:
    """Return eight random hex digits."""
    return "".join([f"{byte:02x}" for byte in os.urandom(4)])


def check_command(cmd_id: str, op: str, args: "Json") -> None:
    """Raise FrameTooLong if a command does not fit into one frame, whatever the stamp it will get."""
    encode(_do_frame(cmd_id, op, args, _WIDEST_STAMP))


def _do_frame(cmd_id: str, op: str, args: "Json", stamp: str) -> "Json":
    return {"t": "do", "s": stamp, "i": cmd_id, "o": op, "a": args}


def _number(frame: "Json", key: str) -> int:
    """Return a counter out of a frame, 0 if it is none: what is sent back must not grow beyond a frame."""
    number = frame.get(key)
    return number if isinstance(number, int) and 0 < number < _MAX_NUMBER else 0


class _Open:
    """A command that has not ended yet."""

    def __init__(self, cmd_id: str, op: str, args: "Json", limit_s: "float | None", again: bool, now: float) -> None:
        self.cmd_id = cmd_id
        self.op = op
        self.args = args
        self.limit_s = limit_s
        self.was_sent = again  # it may have reached a board: from here on the end cannot be a plain "not done"
        self.known = False  # the board has said that it knows it
        self.attempts = 0
        self.first_sent_s = now
        self.next_s = now
        self.reach_by_s = now + REACH_S
        self.end_by_s: float | None = None
        self.asked_anew = False
        self.restarts = 0
        self.port_went = False
        self.cancel_by_s: float | None = None


class HostLink:
    """The host's end of one board's line.

    `awake` is True between a completed hello and the next silence or restart; commands sent before wait for it.
    `info` is the last Hello. Counters: `reader.bad`, `reader.too_long`; `late` for frames of other starts of the board
    and endings of commands that are not open; `repeated` for reports and endings that had been delivered; `again` for
    commands that were sent once more.
    """

    def __init__(
        self,
        write: "Callable[[bytes], object]",
        clock: "Callable[[], float]",
        nonce: "Callable[[], str]" = fresh_nonce,
    ) -> None:
        self.awake = False
        self.info: Hello | None = None
        self.late = 0
        self.repeated = 0
        self.again = 0
        self.reader = FrameReader(self._on_text)
        self._write = write
        self._clock = clock
        self._draw_nonce = nonce
        self._events: list[Event] = []
        self._open: dict[str, _Open] = {}
        self._nonce = ""
        self._asking = False
        self._port_open = False
        self._asked_since_s = 0.0
        self._ask_next_s = 0.0
        self._told_no_hello = False
        self._told_text = False
        self._answers: dict[str, Json] = {}  # boot id -> what its hello parts told so far
        self._asleep_since_s: float | None = None
        self._heard_s = clock()
        self._beat_next_s = 0.0
        self._session = 0
        self._count = 0
        self._last_seq = 0
        self._parts: Json = {}
        self._handlers: dict[str, Callable[[Json], None]] = {
            "ok": self._on_ok,
            "done": self._on_sequenced,
            "not": self._on_sequenced,
            "unk": self._on_sequenced,
            "rep": self._on_sequenced,
            "tick": self._on_tick,
            "who": self._on_who,
            "err": self._on_err,
        }

    # -- what the host's program calls --------------------------------------------------------------------------

    def hello(self) -> None:
        """Ask the board who it is, from now on and until it answers; to be called after each opening of the port."""
        self.awake = False
        self._asking = self._port_open = True
        self._nonce = self._draw_nonce()
        self._answers = {}
        self._asked_since_s = self._ask_next_s = self._clock()
        self._told_no_hello = self._told_text = False
        self._write(b"\n")  # ends whatever half line an earlier owner of the port left
        self._ask()

    def closed(self) -> None:
        """The port is gone; open commands wait, within their deadlines, for the hello after the next opening."""
        self.awake = False
        self._asking = False
        self._port_open = False
        for command in self._open.values():
            command.port_went = command.was_sent

    def send(
        self,
        cmd_id: str,
        op: str,
        args: "Json",
        deadline_s: "float | None" = None,
        again: bool = False,
    ) -> None:
        """Send a command; an id that is still open is left as it is.

        `deadline_s` is for its ending once the board knows it (default DEADLINE_S, none for PERSON_OPS). `again` says
        that an earlier run of this program may have sent it. Raises FrameTooLong if the arguments do not fit.
        """
        if cmd_id in self._open:
            return
        check_command(cmd_id, op, args)
        limit = deadline_s if deadline_s is not None or op in PERSON_OPS else DEADLINE_S
        command = self._open[cmd_id] = _Open(cmd_id, op, args, limit, again, self._clock())
        if self.awake:
            self._transmit(command)

    def cancel(self, cmd_id: str) -> bool:
        """Give a command up. It still ends as whatever it comes to: not done, done after all, or unknown in 1.5 s.

        A board that cannot give it up any more goes on, and so does the wait. Returns False if it is not open.
        """
        command = self._open.get(cmd_id)
        if command is None:
            return False
        if not command.was_sent:
            self._end(command, NotDone(cmd_id, "cancelled", {}))
        elif command.cancel_by_s is None:
            now = self._clock()
            command.cancel_by_s = now + CANCEL_S
            command.next_s = now
            if self.awake:
                self._transmit_cancel(command)
        return True

    def forget(self, cmd_id: str) -> bool:
        """Drop an open command without an ending: its board has come back on another port, and another link has it."""
        return self._open.pop(cmd_id, None) is not None

    def open_ids(self) -> "list[str]":
        """Return the ids of the commands that have not ended yet, oldest first."""
        return list(self._open)

    def feed(self, data: "Iterable[int]") -> None:
        """Take bytes from the board."""
        for frame in self.reader.feed(data):
            kind = frame.get("t")
            boot_id = frame.get("b")
            if not isinstance(kind, str) or not isinstance(boot_id, str):
                self.late += 1  # also our own frames, echoed by a terminal in between
            elif kind == "me":
                self._on_me(frame, boot_id)
            elif kind not in self._handlers:
                self.late += 1
            elif kind in ("tick", "who", "err") or (self.awake and self.info and boot_id == self.info.boot_id):
                self._handlers[kind](frame)
            else:
                self.late += 1  # before the hello's echo, or from before a restart

    def tick(self) -> None:
        """Send what is due and end what has waited long enough; call it every 50 ms or so."""
        now = self._clock()
        if self._asking and now >= self._ask_next_s:
            self._ask()
        if self.info is not None and self._asleep_since_s is None and now - self._heard_s > ASLEEP_S:
            self._asleep_since_s = now
            self._events.append(Asleep(self.info.uid, now - self._heard_s))
            self.awake = False
            if self._port_open:
                self.hello()
        if self.awake and self._count > _MAX_COUNT:
            self.hello()  # a new session counts from the beginning, before stamps grow too wide
        if self.awake and now >= self._beat_next_s:
            self._beat_next_s = now + BEAT_S
            self._write(encode({"t": "beat"}))
        for command in list(self._open.values()):
            self._step(command, now)

    def take(self) -> "list[Event]":
        """Return the events since the last call, in order."""
        events = self._events
        self._events = []
        return events

    # -- hello --------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        now = self._clock()
        if now - self._asked_since_s < ASKING_S:
            self._ask_next_s = now + ASK_S
        else:
            self._ask_next_s = now + ASK_SLOWLY_S
            if not self._told_no_hello:
                self._told_no_hello = True
                self._events.append(Trouble("no_hello", "Nothing on this port says that it is a board of the table."))
        self._write(encode({"t": "hello", "n": self._nonce}))

    def _on_me(self, frame: "Json", boot_id: str) -> None:
        told = frame.get("d")
        session = _number(frame, "s")
        if not self._asking or frame.get("n") != self._nonce or not isinstance(told, dict):
            self.late += 1
            return
        if len(boot_id) > MAX_BOOT_ID or not 0 < session <= MAX_SESSION:
            self.late += 1  # would make our own frames too long
            return
        # Parts are cut anew each time the board is asked; so what counts is that every key has come.
        known = self._answers.setdefault(boot_id, {})
        known.update(told)
        if all(key in known for key in _HELLO_KEYS):
            self._greet(Hello.from_frame(boot_id, known), session)

    def _greet(self, hello: Hello, session: int) -> None:
        now = self._clock()
        self._heard_s = now
        if hello.protocol != PROTOCOL:
            if not self._told_no_hello:
                self._told_no_hello = True
                words = f"The board {hello.role} speaks protocol {hello.protocol}, this program {PROTOCOL}: update the board."
                self._events.append(Trouble("protocol", words))
            return
        before = self.info
        self.info = hello
        self._asking = False
        self.awake = True
        self._session = session
        self._count = 0
        self._beat_next_s = now
        self._events.append(hello)
        if self._asleep_since_s is not None:
            self._asleep_since_s = None
            self._events.append(Awake(hello.uid))
        if before is not None and before.boot_id != hello.boot_id:
            self._last_seq = 0
            self._parts = {}
        if before is not None and before.uid != hello.uid:
            self._leave_the_other_board()
        restarted = before is not None and before.uid == hello.uid and before.boot_id != hello.boot_id
        if before is not None and restarted:
            self._events.append(Rebooted(hello.uid, before.boot_id, hello.boot_id))
        for command in list(self._open.values()):
            self._send_anew(command, restarted)

    def _leave_the_other_board(self) -> None:
        """Another board is on this port now: it knows nothing of what the first one was told, and would do it again."""
        for command in list(self._open.values()):
            if command.was_sent:
                self._end(command, Unknown(command.cmd_id, "other_board", {}))

    def _send_anew(self, command: _Open, restarted: bool) -> None:
        """After a hello: the board may have forgotten a command, or never have heard of it; its id protects it."""
        now = self._clock()
        if restarted and command.was_sent:
            command.restarts += 1
            command.end_by_s = None
        if restarted or command.known:
            command.reach_by_s = now + REACH_S
        if command.restarts > MAX_RESTARTS:
            self._end(command, Unknown(command.cmd_id, "restarts", {}))
            return
        command.known = False
        command.attempts = 0
        self._transmit(command)

    # -- frames of an awake board -------------------------------------------------------------------------------

    def _on_tick(self, frame: "Json") -> None:
        self._write(encode({"t": "pong", "n": _number(frame, "n")}))
        self._mind_boot_id(frame)

    def _on_who(self, frame: "Json") -> None:
        self._mind_boot_id(frame)
        if self.awake and frame.get("s") != self._session:
            self.hello()

    def _mind_boot_id(self, frame: "Json") -> None:
        if self.awake and self.info is not None:
            if frame["b"] == self.info.boot_id:
                self._heard_s = self._clock()
            else:
                self.hello()  # a restart, or a very late frame from before one: only the board itself can tell

    def _on_err(self, frame: "Json") -> None:
        self._events.append(Trouble("board", str(frame.get("w"))))

    def _on_ok(self, frame: "Json") -> None:
        self._heard_s = now = self._clock()
        cmd_id = frame.get("i")
        command = self._open.get(cmd_id) if isinstance(cmd_id, str) else None
        if command is None:
            self.late += 1
            return
        if not command.known:
            command.known = True
            self._events.append(Accepted(command.cmd_id))
            if command.end_by_s is None and command.limit_s is not None:
                command.end_by_s = now + command.limit_s
        if frame.get("x") == 0:
            command.cancel_by_s = None

    def _on_sequenced(self, frame: "Json") -> None:
        """An ending or a report: acknowledge it, put its parts together, and deliver it once."""
        self._heard_s = self._clock()
        seq, data = _number(frame, "q"), frame.get("d")
        if seq == 0 or not isinstance(data, dict):
            self.late += 1
            return
        self._write(encode({"t": "got", "b": frame["b"], "q": seq}))
        if seq <= self._last_seq:
            self.repeated += 1
            return
        self._last_seq = seq
        # The board has one frame in the air, so the parts of one thing come in order and nothing comes between.
        part, parts = frame.get("p", 1), frame.get("m", 1)
        if part == 1:
            self._parts = {"next": 1, "d": {}}
        if self._parts.get("next") != part:
            self.late += 1  # its beginning was heard by an earlier run of this program
            return
        self._parts["next"] = part + 1
        self._parts["d"].update(data)
        if part == parts:
            self._deliver(frame, self._parts["d"])

    def _deliver(self, frame: "Json", data: "Json") -> None:
        kind, seq = frame["t"], frame["q"]
        if kind == "rep":
            self._events.append(Report(str(frame.get("k")), data, seq, frame["b"]))
            return
        command = self._open.get(str(frame.get("i")))
        if command is None:
            self.late += 1
        elif kind == "done":
            done = Done(command.cmd_id, data)
            done.origin = {"board": self.info.uid if self.info is not None else "", "boot": frame["b"], "seq": seq}
            self._end(command, done)
        elif kind == "not":
            why = str(data.pop("why", ""))
            self._end(command, NotDone(command.cmd_id, why, data))
        else:
            self._end(command, Unknown(command.cmd_id, "board", data))

    def _on_text(self, line: str) -> None:
        if line.startswith((">>>", "MicroPython v")):
            for command in list(self._open.values()):
                if command.op == PROMPT_OP and command.was_sent:
                    self._end(command, Done(command.cmd_id, {}))
        if line.startswith(("Traceback", ">>>", "MicroPython v")) and not self._told_text:
            self._told_text = True
            self._events.append(Trouble("crashed", "The board shows its prompt instead of running its program."))

    # -- open commands ------------------------------------------------------------------------------------------

    def _step(self, command: _Open, now: float) -> None:
        """End a command whose time has come, or send again what was not acknowledged."""
        if command.cancel_by_s is not None and now >= command.cancel_by_s:
            self._end(command, Unknown(command.cmd_id, "cancelled", {}))
        elif command.end_by_s is not None and now >= command.end_by_s:
            self._give_up(command, "deadline")
        elif not command.known and now >= command.reach_by_s:
            self._give_up(command, "no_answer")
        elif self._asleep_since_s is not None and now - self._asleep_since_s >= ASLEEP_LIMIT_S:
            self._give_up(command, "asleep")
        elif self.awake and now >= command.next_s:
            if command.cancel_by_s is not None:
                self._transmit_cancel(command)
            elif not command.known:
                self._try_again(command)

    def _try_again(self, command: _Open) -> None:
        if command.attempts < ATTEMPTS:
            self._transmit(command)
        elif command.asked_anew or self._heard_s > command.first_sent_s:
            self._give_up(command, "no_answer")
        else:
            # Nothing at all was heard meanwhile: the board may be restarting. Its hello sends the command anew.
            command.asked_anew = True
            self.hello()

    def _give_up(self, command: _Open, why: str) -> None:
        if not command.was_sent:
            self._end(command, NotDone(command.cmd_id, "no_board", {}))
            return
        if command.op == PROMPT_OP and command.port_went and self._port_open and not self.awake:
            # It went away, came back and speaks no more: its prompt is there, and its last word was lost on the way.
            self._end(command, Done(command.cmd_id, {}))
            return
        if self.awake:
            self._transmit_cancel(command)  # if it still lies in a buffer somewhere, it shall not be begun any more
        self._end(command, Unknown(command.cmd_id, why, {}))

    def _end(self, command: _Open, event: "Event") -> None:
        del self._open[command.cmd_id]
        self._events.append(event)

    def _transmit(self, command: _Open) -> None:
        now = self._clock()
        if command.attempts == 0:
            command.first_sent_s = now
        self.again += command.was_sent
        command.was_sent = True
        command.attempts += 1
        command.next_s = now + ACK_S
        self._write(encode(_do_frame(command.cmd_id, command.op, command.args, self._stamp())))

    def _transmit_cancel(self, command: _Open) -> None:
        command.next_s = self._clock() + ACK_S
        self._write(encode({"t": "cancel", "s": self._stamp(), "i": command.cmd_id}))

    def _stamp(self) -> str:
        """Return the mark of one sending: the board takes only marks of its session, each higher than the last."""
        self._count += 1
        boot_id = self.info.boot_id if self.info is not None else ""
        return f"{boot_id}.{self._session:x}.{self._count:x}"
