"""The board's end of the line: acts at most once on a command's id, tells each result until it is heard.

    link = BoardLink("shrine", uid, boot_id, "0.1.0", files_hash, ["flush"], out.write, time.ticks_ms, flash)
    link.command("flush", start_flush, durable=True, evidence=what_was_seen)
    while True:
        link.feed(what_came_in)
        link.tick()

Nothing here blocks, sleeps or knows a port; `write` takes bytes, `clock_ms` gives the board's wrapping milliseconds.
"""

import gc

from tablelink.frame import PROTOCOL, FrameReader, encode, split

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


class BoardLink:
    """One board's end. Feed it what the host sent, tick it at least every 50 ms.

    `flash` is an object with `load() -> dict` ({} if nothing was stored, ValueError or OSError if unreadable) and
    `store(dict)` (whole or not at all; OSError if not). `service` is called, with nothing, after the host asked for
    the prompt and was answered.
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
        raise NotImplementedError

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
        raise NotImplementedError

    def done(self, cmd_id: str, result: "Json") -> None:
        """End a running command with its result; an id that is not running is ignored."""
        raise NotImplementedError

    def not_done(self, cmd_id: str, why: str, evidence: "Json | None" = None) -> None:
        """End a running command as not done; `why` is a code of at most 16 characters."""
        raise NotImplementedError

    def unknown(self, cmd_id: str, evidence: "Json") -> None:
        """End a running command of which the board itself cannot tell whether it was done."""
        raise NotImplementedError

    def note(self, cmd_id: str, evidence: "Json") -> None:
        """Put evidence about a running durable command into flash, for the case of a power cut."""
        raise NotImplementedError

    def report(self, kind: str, data: "Json") -> None:
        """Tell something seen, unasked. Resent until acknowledged; a full queue loses its oldest report."""
        raise NotImplementedError

    def feed(self, data: "Iterable[int]") -> None:
        """Take bytes from the host."""
        raise NotImplementedError

    def tick(self) -> None:
        """Send what is due; call it at least every 50 ms."""
        raise NotImplementedError

    def host_alive(self) -> bool:
        """Tell whether a valid frame came from the host within the last 3 s."""
        raise NotImplementedError

    run_mode: bool
    """False before the host's first hello."""
