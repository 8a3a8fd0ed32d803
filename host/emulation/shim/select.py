"""`select` of a virtual board: `poll` on the board's scaled clock, deaf to nothing the world says meanwhile."""
import vboard as _board

POLLIN, POLLOUT, POLLERR, POLLHUP = 1, 4, 8, 16


class poll:  # noqa: N801
    def __init__(self):
        self._ear = _board.Ear()

    def register(self, obj, eventmask=POLLIN | POLLOUT):
        self._ear.register(obj, eventmask)

    modify = register

    def unregister(self, obj):
        self._ear.unregister(obj)

    def poll(self, timeout=-1):
        _board.spend(5)
        ready = self._ear.listen(0)
        if not ready and timeout != 0:
            ready = _board.wait(timeout * 1000, self._ear)
        if ready:
            _board.heard()
        return ready

    def ipoll(self, timeout=-1, flags=0):
        return iter(self.poll(timeout))
