"""The loop every board runs: serve the line, do a little work, stay alive."""

# The input ring holds 512 bytes, about 45 ms of a host that talks without pause; so many bytes take a Pico 6 ms.
_BYTES_AT_ONCE = 64
_IDLE_MS = 4


class MainLoop:
    """Serves `link` and `app` until the host asks for the prompt.

    `port` has `poll(0)` and `read(1)`; `enter_run_mode()` is called once, at the host's first hello, and returns a
    watchdog with `feed()`. The app has `tick()`, which works for at most 40 ms and tells whether it has more to do,
    and `halt()`, which stops whatever moves.
    """

    def __init__(self, link, app, port, clock, enter_run_mode):
        self._link = link
        self._app = app
        self._port = port
        self._clock = clock
        self._enter_run_mode = enter_run_mode
        self._watchdog = None
        self._leaving = False

    def leave(self) -> None:
        """End the loop after this round; the `service` command calls it."""
        self._leaving = True

    @property
    def watched(self) -> bool:
        """A watchdog is running, which nothing but a reset can stop."""
        return self._watchdog is not None

    def run(self) -> None:
        """Go round until `leave`; nothing moves afterwards."""
        try:
            while not self._leaving:
                self.once()
        finally:
            self._app.halt()

    def once(self) -> None:
        """One round."""
        came = self._read()
        if came:
            self._link.feed(came)
        self._link.tick()
        if self._watchdog is not None:
            self._watchdog.feed()
        elif self._link.run_mode:
            self._watchdog = self._enter_run_mode()
        if not self._app.tick() and not came:
            self._clock.sleep_ms(_IDLE_MS)

    def _read(self) -> bytes:
        # One byte a read: a read of more waits until all of them have come, and with it the whole board.
        came = bytearray()
        while len(came) < _BYTES_AT_ONCE and self._port.poll(0):
            byte = self._port.read(1)
            if not byte:
                break
            came.extend(byte)
        return bytes(came)
