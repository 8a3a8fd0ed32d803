"""One port and whoever is behind it: opened, asked for its name, listened to, opened again when it was lost.

`round` is one turn of the work and holds all of the logic, on an injected clock; the thread only repeats it.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from host.link.ports import Port, PortTrouble
from tablelink.events import Event, Hello, Trouble
from tablelink.host import HostLink, check_command

FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 4.0
PERMISSION_AFTER_S = 5.0
"""For a moment after plugging in, a port belongs to root; only after this time it is worth telling people."""
IDLE_S = 0.05
FLOOD_BYTES = 8192
"""So much from a port that never said hello is no board that has lost its way."""
PROMPT_S = 3.0
PROMPT_AGAIN_S = 30.0
RESTARTS = 3
"""How often a board that sits at its prompt is started anew; one that always comes back there needs people."""
_START_ANEW = b"\r\x03\x02\x04"
"""Leave what is half typed, leave the raw prompt, start the program."""

Post = Callable[["BoardSupervisor", Event], None]


class BoardSupervisor:
    """Keeps one port. `post(supervisor, event)` hears everything, in this supervisor's thread.

    `hello` is the last one heard, `words` the port's trouble ("" while it is open).
    """

    def __init__(
        self,
        path: str,
        post: Post,
        opener: Callable[[str], Port] = Port,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = path
        self.words = f"{path} has not been opened yet."
        self._post = post
        self._opener = opener
        self._clock = clock
        self._out = bytearray()
        self._link = HostLink(self._out.extend, clock)
        self._port: Port | None = None
        self._port_lock = threading.Lock()  # between `wake` from other threads and the closing of the port
        self._orders: deque[Callable[[], object]] = deque()
        self._open_next_s = clock()
        self._pause_s = FIRST_PAUSE_S
        self._failing_since_s: float | None = None
        self._told = ""
        self._strange = 0  # bytes since the opening or the last hello
        self._restart_at_s: float | None = None
        self._restarts = 0
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"board at {path}", daemon=True)

    @property
    def hello(self) -> Hello | None:
        """What the board behind this port last said of itself."""
        return self._link.info

    @property
    def awake(self) -> bool:
        """True while the board answers."""
        return self._link.awake

    @property
    def line(self) -> dict[str, int]:
        """How the line does: frames `lost` (no frame, or too long), `late`, `repeated`; commands sent `again`."""
        link = self._link
        lost = link.reader.bad + link.reader.too_long
        return {"lost": lost, "late": link.late, "repeated": link.repeated, "again": link.again}

    # -- from any thread ----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin, in a thread of its own."""
        self._thread.start()

    def stop(self, deadline_s: float = 2.0) -> bool:
        """End the thread and close the port; returns False if that took longer than the deadline."""
        self._stopping.set()
        self.wake()
        if not self._thread.is_alive():
            self._close()
            return True
        self._thread.join(deadline_s)
        return not self._thread.is_alive()

    def send(self, cmd_id: str, op: str, args: dict[str, Any], again: bool = False) -> None:
        """Send a command (see HostLink.send); its ending is posted. Raises FrameTooLong here and now."""
        check_command(cmd_id, op, args)
        self._order(lambda: self._link.send(cmd_id, op, args, again=again))

    def cancel(self, cmd_id: str) -> None:
        """Give a command up if that is still possible; its ending is posted."""
        self._order(lambda: self._link.cancel(cmd_id))

    def forget(self, cmd_id: str) -> None:
        """Drop a command without an ending: another supervisor has it now."""
        self._order(lambda: self._link.forget(cmd_id))

    def wake(self) -> None:
        """Let the thread take up what it was told, at once."""
        self._woken.set()
        with self._port_lock:
            if self._port is not None:
                self._port.wake()

    def _order(self, order: Callable[[], object]) -> None:
        self._orders.append(order)
        self.wake()

    # -- the work -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.round()
            if self._port is None:
                self._woken.wait(IDLE_S)
                self._woken.clear()
        self._close()

    def round(self) -> None:
        """Do once what is to be done: orders, opening, reading, deadlines, writing, telling."""
        while self._orders:
            self._orders.popleft()()
        if self._port is None and self._clock() >= self._open_next_s:
            self._open()
        try:
            self._send()
            if self._port is not None:
                data = self._port.read()
                self._link.feed(data)
                self._mind(len(data))
            self._link.tick()
            self._start_anew_if_due()
            self._send()
        except PortTrouble as trouble:
            self._lose(trouble)
        for event in self._link.take():
            if isinstance(event, Hello):
                self._strange, self._restart_at_s = 0, None
            elif isinstance(event, Trouble) and event.code in ("crashed", "no_hello") and self._restart_at_s is None:
                # A prompt that an update was cut off at says nothing by itself.
                self._restart_at_s = self._clock() + PROMPT_S
            self._post(self, event)

    def _mind(self, count: int) -> None:
        """Something that talks without end and never says hello is told once."""
        if self._link.awake or self._restart_at_s is not None:
            return
        before, self._strange = self._strange, self._strange + count
        if before <= FLOOD_BYTES < self._strange:
            words = f"What is plugged in at {self.path} is something else than a board of the table: it talks without end."
            self._post(self, Trouble("flood", words))

    def _start_anew_if_due(self) -> None:
        """A board that sits at its prompt has no program that could hear us; whoever wanted the prompt holds the port."""
        now = self._clock()
        if self._port is not None and self._restart_at_s is not None and now >= self._restart_at_s and self._restarts < RESTARTS:
            self._restarts += 1
            self._restart_at_s = now + PROMPT_AGAIN_S
            self._out += _START_ANEW

    def _open(self) -> None:
        try:
            port = self._opener(self.path)
        except PortTrouble as trouble:
            self._lose(trouble)
            return
        with self._port_lock:
            self._port = port
        self.words = self._told = ""
        self._failing_since_s = None
        self._strange, self._restart_at_s, self._restarts = 0, None, 0
        self._link.hello()

    def _send(self) -> None:
        if self._port is not None and self._out and not self._port.write(bytes(self._out)):
            # A hung board. What did not reach it is sent again in time; half a frame ends at the next newline.
            self._out[:] = b"\n"
        else:
            self._out.clear()

    def _lose(self, trouble: PortTrouble) -> None:
        """Close at once, or the board comes back under another name; then try again, ever more slowly."""
        now = self._clock()
        was_open = self._port is not None
        self._close()
        if was_open or self._failing_since_s is None:
            self._failing_since_s = now
            self._pause_s = FIRST_PAUSE_S
        self._open_next_s = now + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        self.words = trouble.words
        may_pass = trouble.code == "permission" and now - self._failing_since_s < PERMISSION_AFTER_S
        if trouble.code != self._told and not may_pass:
            self._told = trouble.code
            self._post(self, Trouble(trouble.code, trouble.words))

    def _close(self) -> None:
        with self._port_lock:
            port, self._port = self._port, None
        if port is not None:
            port.close()
        self._out.clear()
        self._link.closed()
