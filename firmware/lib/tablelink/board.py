"""The board's end of the line: acts at most once on a command's id, tells each result until it is heard.

    link = BoardLink("shrine", uid, boot_id, "0.1.0", files_hash, ["flush"], out.write, time.ticks_ms, flash)
    link.command("flush", start_flush, durable=True, evidence=what_was_seen)
    while True:
        link.feed(what_came_in)
        link.tick()

Nothing here blocks, sleeps or knows a port; `write` takes bytes, `clock_ms` gives the board's wrapping milliseconds.
"""

import gc

from tablelink.frame import MAX_BOOT_ID, MAX_SESSION, PROTOCOL, FrameReader, encode, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Protocol

    from tablelink.frame import Json

    Start = Callable[[str, Json], "Json | None"]

    class Flash(Protocol):
        """A small record that outlives a power cut.

        `load` returns {} when nothing was ever stored and raises ValueError or OSError when it cannot be read;
        `store` has replaced the whole record when it returns, and raises OSError when it could not.
        """

        def load(self) -> Json: ...

        def store(self, record: Json) -> object: ...


BEAT_MS = 1000
HOST_LOST_MS = 3000
RESEND_MS = 250
KEPT = 8
"""Ended commands that are remembered, durable and others apart."""
MAX_RUNNING = 4
MAX_REPORTS = 16
MAX_ID = 24
MAX_WHY = 16

_TICKS_HALF = 1 << 29
_TICKS_MASK = (1 << 30) - 1

# States of a command. The last three are the words of the frames that tell them.
_RUNNING = "run"
_LOST = "lost"  # an intent found in flash after a restart: nobody knows how it ended
_DONE = "done"
_NOT_DONE = "not"
_UNKNOWN = "unk"


def ticks_diff(later: int, earlier: int) -> int:
    """Return later - earlier in ms, right across the wrap of the board's clock at 2**30."""
    return ((later - earlier + _TICKS_HALF) & _TICKS_MASK) - _TICKS_HALF


def _rows(record: "Json") -> "list[Any]":
    rows = record["c"]
    if not isinstance(rows, list):
        raise ValueError(rows)
    return rows


class _Op:
    """What the board's program registered for one op."""

    def __init__(
        self,
        start: "Start",
        durable: bool,
        cancel: "Callable[[str], bool] | None",
        evidence: "Callable[[str, Json], Json] | None",
    ) -> None:
        self.start = start
        self.durable = durable
        self.cancel = cancel
        self.evidence = evidence


class _Command:
    """One command that this board has seen: its state, and what is to be told about it."""

    def __init__(self, cmd_id: str, op: str, durable: bool, state: str = _RUNNING, data: "Json | None" = None) -> None:
        self.cmd_id = cmd_id
        self.op = op
        self.durable = durable
        self.state = state
        self.data: Json = data or {}


class _Waiting:
    """One frame that waits to be acknowledged. `group` holds the parts of a report or of an ending together."""

    def __init__(self, seq: int, line: bytes, group: "int | str") -> None:
        self.seq = seq
        self.line = line
        self.group = group
        self.due_ms = 0


class BoardLink:
    """One board's end. Feed it what the host sent, tick it at least every 50 ms.

    `flash` is an object with `load() -> dict` ({} if nothing was stored, ValueError or OSError if unreadable) and
    `store(dict)` (whole or not at all; OSError if not). `service` is called, with nothing, after the host asked for
    the prompt and was answered.

    Counters, all told by `stat`: `reader.bad`, `reader.too_long`, and `stale` for frames of other sessions, frames
    come late and frames that make no sense.
    """

    def __init__(
        self,
        role: str,
        uid: str,
        boot_id: str,
        firmware: str,
        files_hash: str,
        caps: "list[str]",
        write: "Callable[[bytes], object]",
        clock_ms: "Callable[[], int]",
        flash: "Flash",
        service: "Callable[[], object] | None" = None,
    ) -> None:
        if not 0 < len(boot_id) <= MAX_BOOT_ID:
            raise ValueError(f"a boot id has 1 to {MAX_BOOT_ID} characters: {boot_id}")
        self.run_mode = False
        self.stale = 0
        self.reader = FrameReader()
        self._boot_id = boot_id
        self._who: Json = {"role": role, "uid": uid, "fw": firmware, "pv": PROTOCOL, "fh": files_hash, "caps": caps}
        self._write = write
        self._clock_ms = clock_ms
        self._flash = flash
        self._service = service
        # The board's own clock wraps; everything here is told by one that does not, fed by the differences.
        self._ticks = clock_ms()
        self._now_ms = 0
        self._heard_ms = -HOST_LOST_MS
        self._beat_ms = 0
        self._beats = 0
        self._session = 0
        self._nonce = ""
        self._last_count = 0
        self._seq = 0
        self._queue: list[_Waiting] = []
        self._ops: dict[str, _Op] = {}
        self._memory: list[_Command] = []
        self._flash_damaged = False
        self._handlers = {
            "hello": self._on_hello,
            "do": self._on_do,
            "cancel": self._on_cancel,
            "got": self._on_got,
            "beat": self._on_sign_of_life,
            "pong": self._on_sign_of_life,
        }
        self.command("stat", self._start_stat)
        self._load()
        for part in self._hello_parts("0" * 8):
            encode(part)  # a name too long for a frame shows itself here, not in front of the host
        self._write(b"\n")  # whatever half line an earlier start left on the wire ends here

    # -- what the board's program calls -------------------------------------------------------------------------

    def command(
        self,
        op: str,
        start: "Start",
        durable: bool = False,
        cancel: "Callable[[str], bool] | None" = None,
        evidence: "Callable[[str, Json], Json] | None" = None,
    ) -> None:
        """Register an op. `start(cmd_id, args)` is called at most once an id: a dict ends it, None leaves it running.

        `cancel(cmd_id)` returns True if the command is given up (the link then tells it not done, "cancelled").
        `evidence(cmd_id, noted)` returns what to tell about a durable command that a restart cut short.
        """
        self._ops[op] = _Op(start, durable, cancel, evidence)

    def done(self, cmd_id: str, result: "Json") -> None:
        """End a running command with its result; an id that is not running is ignored."""
        self._end(cmd_id, _DONE, result)

    def not_done(self, cmd_id: str, why: str, evidence: "Json | None" = None) -> None:
        """End a running command as not done; `why` is a code of at most 16 characters."""
        data: Json = dict(evidence or {})
        data["why"] = why[:MAX_WHY]
        self._end(cmd_id, _NOT_DONE, data)

    def unknown(self, cmd_id: str, evidence: "Json") -> None:
        """End a running command of which the board itself cannot tell whether it was done."""
        self._end(cmd_id, _UNKNOWN, evidence)

    def note(self, cmd_id: str, evidence: "Json") -> None:
        """Put evidence about a running durable command into flash, for the case of a power cut."""
        command = self._find(cmd_id)
        if command is not None and command.durable and command.state == _RUNNING:
            command.data = evidence
            self._store()

    def report(self, kind: str, data: "Json") -> None:
        """Tell something seen, unasked. Resent until acknowledged; a full queue loses its oldest report."""
        self._now()
        self._queue += self._frames({"t": "rep", "k": kind}, data, self._seq + 1)
        reports = [waiting for waiting in self._queue if isinstance(waiting.group, int)]
        if len(reports) > MAX_REPORTS:
            self._drop_group(reports[0].group)
        self._send_due()

    def feed(self, data: "Iterable[int]") -> None:
        """Take bytes from the host."""
        self._now()
        for frame in self.reader.feed(data):
            kind = frame.get("t")
            handler = self._handlers.get(kind) if isinstance(kind, str) else None
            if handler is None:
                self.stale += 1  # also our own frames, echoed by a terminal in between
                continue
            self._heard_ms = self._now_ms
            if self.run_mode or kind == "hello":
                handler(frame)
            else:
                self._tell({"t": "who", "b": self._boot_id, "s": 0})

    def tick(self) -> None:
        """Send what is due; call it at least every 50 ms."""
        now = self._now()
        if self.run_mode and now >= self._beat_ms:
            self._beat_ms = now + BEAT_MS
            self._beats += 1
            self._tell({"t": "tick", "b": self._boot_id, "n": self._beats})
        self._send_due()

    def host_alive(self) -> bool:
        """Tell whether a valid frame came from the host within the last 3 s."""
        return self._now() - self._heard_ms < HOST_LOST_MS

    # -- frames from the host -----------------------------------------------------------------------------------

    def _on_hello(self, frame: "Json") -> None:
        nonce = frame.get("n")
        if not isinstance(nonce, str) or len(nonce) > 8:
            self.stale += 1
            return
        if nonce != self._nonce:
            # A session of our own number: what the host sent under an older one can never pass for new.
            self._nonce = nonce
            self._session = self._session % MAX_SESSION + 1
            self._last_count = 0
        if not self.run_mode:
            self.run_mode = True
            self._beat_ms = self._now_ms + BEAT_MS
        for part in self._hello_parts(nonce):
            self._tell(part)

    def _hello_parts(self, nonce: str) -> "list[Json]":
        who: Json = {"up": self._now_ms}
        who.update(self._who)
        return split({"t": "me", "n": nonce, "b": self._boot_id, "s": self._session}, who)

    def _on_do(self, frame: "Json") -> None:
        if not self._is_fresh(frame):
            return
        cmd_id = frame["i"]
        op, args = frame.get("o"), frame.get("a")
        if not isinstance(op, str) or not isinstance(args, dict):
            self.stale += 1
            return
        command = self._find(cmd_id)
        if command is None:
            self._begin(cmd_id, op, args)
        elif command.state == _RUNNING:
            self._tell_running(cmd_id)
        else:
            self._tell_ending(command)

    def _on_cancel(self, frame: "Json") -> None:
        if not self._is_fresh(frame):
            return
        cmd_id = frame["i"]
        command = self._find(cmd_id)
        if command is None:
            # The command itself may still be on its way: remember that it is not to be done any more.
            if self._has_room():
                self._memory.append(_Command(cmd_id, "", False))
                self.not_done(cmd_id, "cancelled")
        elif command.state != _RUNNING:
            self._tell_ending(command)
        else:
            cancel = self._ops[command.op].cancel
            if cancel is not None and cancel(cmd_id):
                self.not_done(cmd_id, "cancelled")
            elif command.state == _RUNNING:
                self._tell({"t": "ok", "b": self._boot_id, "i": cmd_id, "x": 0})

    def _on_got(self, frame: "Json") -> None:
        if frame.get("b") == self._boot_id and self._queue and frame.get("q") == self._queue[0].seq:
            self._queue.pop(0)
            self._send_due()

    def _on_sign_of_life(self, frame: "Json") -> None:
        """Nothing to do: that it came is all it says."""

    def _is_fresh(self, frame: "Json") -> bool:
        """Tell whether a `do` or `cancel` belongs to this session and is newer than the last one."""
        stamp, cmd_id = frame.get("s"), frame.get("i")
        if not isinstance(stamp, str) or not isinstance(cmd_id, str) or not 0 < len(cmd_id) <= MAX_ID:
            self.stale += 1
            return False
        session = f"{self._boot_id}.{self._session:x}."
        if not stamp.startswith(session):
            self.stale += 1
            self._tell({"t": "who", "b": self._boot_id, "s": self._session})
            return False
        try:
            count = int(stamp[len(session) :], 16)
        except ValueError:
            count = 0
        if count <= self._last_count:
            self.stale += 1
            return False
        self._last_count = count
        return True

    # -- the life of a command ----------------------------------------------------------------------------------

    def _begin(self, cmd_id: str, op: str, args: "Json") -> None:
        if not self._has_room():
            self.stale += 1  # a host that hears no answers gets no new ones
            return
        registered = self._ops.get(op)
        durable = registered is not None and registered.durable
        command = _Command(cmd_id, op, durable)
        running = [other for other in self._memory if other.state == _RUNNING]
        self._memory.append(command)
        if op == "service":
            self._leave_for_service(command)
        elif registered is None:
            self.not_done(cmd_id, "unknown_op")
        elif len(running) >= MAX_RUNNING:
            self.not_done(cmd_id, "busy")
        elif durable and self._flash_damaged:
            # What was lost may have been this very id: say so once, and begin a new record with it.
            self._flash_damaged = False
            self.unknown(cmd_id, self._evidence(command, {"flash": "damaged"}))
        elif durable and not self._store():
            self.not_done(cmd_id, "flash")
        else:
            result = registered.start(cmd_id, args)
            if result is not None:
                self.done(cmd_id, result)
            elif command.state == _RUNNING:
                self._tell_running(cmd_id)

    def _end(self, cmd_id: str, state: str, data: "Json") -> None:
        command = self._find(cmd_id)
        if command is None or command.state != _RUNNING:
            return
        self._now()
        frames = self._frames({"t": state, "i": cmd_id}, data, cmd_id)  # first: it tells if the data is too long
        command.state = state
        command.data = data
        self._forget_oldest(command.durable)
        if command.durable:
            self._store()  # before the first frame tells it; if it fails, a restart makes it unknown, never done anew
        self._queue += frames
        self._send_due()

    def _tell_ending(self, command: _Command) -> None:
        """Queue a command's ending again, in place of what may be left in the queue of an earlier telling."""
        if command.state == _LOST:
            command.data = self._evidence(command, command.data)
            command.state = _UNKNOWN
            self._store()
        self._drop_group(command.cmd_id)
        self._queue += self._frames({"t": command.state, "i": command.cmd_id}, command.data, command.cmd_id)
        self._send_due()

    def _evidence(self, command: _Command, noted: "Json") -> "Json":
        """Return what was noted of a command that nobody saw the end of, and what the board sees now."""
        registered = self._ops.get(command.op)
        return noted if registered is None or registered.evidence is None else registered.evidence(command.cmd_id, noted)

    def _tell_running(self, cmd_id: str) -> None:
        self._tell({"t": "ok", "b": self._boot_id, "i": cmd_id})

    def _find(self, cmd_id: str) -> "_Command | None":
        for command in self._memory:
            if command.cmd_id == cmd_id:
                return command
        return None

    def _forget_oldest(self, durable: bool) -> None:
        """Keep the last KEPT ended commands of a kind, and every one whose ending still waits to be heard."""
        waiting = [entry.group for entry in self._queue]
        ended = [c for c in self._memory if c.durable == durable and c.state != _RUNNING]
        for command in ended[:-KEPT]:
            if command.cmd_id not in waiting:
                self._memory.remove(command)

    def _has_room(self) -> bool:
        unheard = {entry.group for entry in self._queue if isinstance(entry.group, str)}
        return len(unheard) < KEPT

    def _start_stat(self, cmd_id: str, args: "Json") -> "Json":
        stat = {"up": self._now_ms, "bad": self.reader.bad, "long": self.reader.too_long, "stale": self.stale}
        mem_free = getattr(gc, "mem_free", None)  # only a board has it
        if mem_free is not None:
            gc.collect()  # what is left over is not used
            stat["free"] = mem_free()
        return stat

    def _leave_for_service(self, command: _Command) -> None:
        self.done(command.cmd_id, {})
        for waiting in self._queue:  # there will be no later time to send it
            if waiting.group == command.cmd_id:
                self._write(waiting.line)
        if self._service is not None:
            self._service()

    # -- flash --------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        try:
            record = self._flash.load()
            if record:
                self._memory = [self._recalled(row) for row in _rows(record)]
        except (ValueError, TypeError, KeyError, OSError):
            self._flash_damaged = True

    def _recalled(self, row: "list[Any]") -> _Command:
        """Return the command of one row. Raises ValueError or TypeError for what no board would have stored."""
        cmd_id, op, state, data = row
        if not (isinstance(cmd_id, str) and isinstance(op, str) and isinstance(data, dict)):
            raise ValueError(row)
        if state not in (_RUNNING, _DONE, _NOT_DONE, _UNKNOWN):
            raise ValueError(row)
        split({"t": _UNKNOWN, "i": cmd_id, "b": self._boot_id, "q": 99}, data)  # what cannot be told was never an ending
        return _Command(cmd_id, op, True, _LOST if state == _RUNNING else state, data)

    def _store(self) -> bool:
        kept = [command for command in self._memory if command.durable]
        rows = [[c.cmd_id, c.op, _RUNNING if c.state == _LOST else c.state, c.data] for c in kept]
        try:
            self._flash.store({"c": rows})
        except OSError:
            return False
        return True

    # -- sending ------------------------------------------------------------------------------------------------

    def _tell(self, frame: "Json") -> None:
        self._write(encode(frame))

    def _frames(self, head: "Json", data: "Json", group: "int | str") -> "list[_Waiting]":
        head["b"] = self._boot_id
        head["q"] = self._seq + 9  # as wide as the numbers that the parts will get
        frames = []
        for part in split(head, data):
            self._seq += 1
            part["q"] = self._seq
            frames.append(_Waiting(self._seq, encode(part), group))
        return frames

    def _drop_group(self, group: "int | str") -> None:
        self._queue = [waiting for waiting in self._queue if waiting.group != group]

    def _send_due(self) -> None:
        """Send the queue's first frame, if there is a host to hear it; only the first, so that they arrive in order."""
        if not self._queue or not self.run_mode or self._now_ms - self._heard_ms >= HOST_LOST_MS:
            return
        first = self._queue[0]
        if self._now_ms >= first.due_ms:
            first.due_ms = self._now_ms + RESEND_MS
            self._write(first.line)

    def _now(self) -> int:
        ticks = self._clock_ms()
        self._now_ms += ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_ms
