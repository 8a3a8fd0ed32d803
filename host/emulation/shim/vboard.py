"""A virtual board's clock and its only door to the world (one source for MicroPython and CPython).

The world is another process. It is reached over two inherited sockets: *calls* (this side asks, the other side
answers) and *wakes* (a single byte: "something happened, come and ask"). Board and world take turns like this:

- what a board does to its output pins is gathered with board time stamps and sent with the next call;
- every answer says how far the board may go on alone: so many more pin changes, or until a board time. Until then no
  input can change, so inputs are read from a local copy and cost nothing. At that point the board calls again;
- edges of inputs come with the answers, in order, with their times, and run the interrupt handlers then.

The clock at speed 0 moves only by jumps (a sleep is skipped) and by a small price for each call, so that a busy
computer cannot make a motor late. It jumps only while the host has been heard in the last 1.5 s and the board has
moved or felt something in the last 2 s; otherwise it runs with real time. At another speed it runs that much faster.
"""
import json
import os
import sys

try:
    import uselect as _select
    import utime as _time

    _getenv = os.getenv
    CPYTHON = False

    def real_us():
        return _time.ticks_us()

    def _rest_us(us):
        _time.sleep_us(us)

except ImportError:
    _select = sys.modules["real_select"]
    _time = sys.modules["real_time"]
    _getenv = os.environ.get
    CPYTHON = True

    def real_us():
        return _time.monotonic_ns() // 1000

    def _rest_us(us):
        _time.sleep(us / 1e6)


NEVER = 1 << 60
HEARD_FOR = 1_500_000
MOVED_FOR = 2_000_000
GATHER = 100_000
POLLIN = 1
POLLBAD = 8 | 16 | 32
LED = 25

CAUSE = int(_getenv("TABLE_BOARD_CAUSE") or "1")
UID = bytes.fromhex(_getenv("TABLE_BOARD_UID") or "e66164084315b32c")
TICKS_FROM = int(_getenv("TABLE_BOARD_TICKS") or "0")
_speed = float(_getenv("TABLE_BOARD_SPEED") or "1")
_fds = [int(fd) for fd in (_getenv("TABLE_BOARD_FDS") or "").split(",")]
_calls = open(_fds[0], "r+b", buffering=0) if CPYTHON else open(_fds[0], "r+b")
wakes = open(_fds[1], "rb", buffering=0) if CPYTHON else open(_fds[1], "rb")

levels = {}
irqs = {}
_alarms = []
_writes = []
_left = 0
_t = 0
_ref = real_us()
_rate = _speed
_heard = 0
_moved = 0
_world_due = NEVER
_due = 0
_fed = 0
_fed_told = 0
_wdt = 0
_edge_at = None


def now():
    """Microseconds of board time since this boot; never wraps."""
    if _rate == 0:
        return _t
    return _t + int((real_us() - _ref) * _rate)


def spend(us):
    """A call costs `us` when time is skipped; returns board time. Catches up where that is due, but in no interrupt."""
    global _t
    if _rate == 0:
        _t += us
        t = _t
    else:
        t = now()
    if t >= _due and _edge_at is None:
        _catch_up()
        t = now()
    return t


def _limit():
    """Board time until which the clock may run at the wished speed."""
    if _speed == 0:
        return min(_heard + HEARD_FOR, _moved + MOVED_FOR)
    return _heard + HEARD_FOR if _speed > 1 else NEVER


def _pace():
    """Choose the clock's rate for now, and when to look again."""
    global _t, _ref, _rate, _due
    t = now()
    limit = _limit()
    rate = _speed if t < limit else 1
    if rate != _rate:
        _t, _ref, _rate = t, real_us(), rate
    _due = _world_due
    if rate != 1:
        _due = min(_due, limit)
    if _wdt:
        _due = min(_due, _fed + _wdt)
    for alarm in _alarms:
        _due = min(_due, alarm.due)


def _catch_up():
    t = now()
    if t >= _world_due or (_wdt and t >= _fed + _wdt):
        sync()
    for alarm in list(_alarms):
        if now() >= alarm.due:
            alarm.ring()
    _pace()


def heard():
    """Bytes from the host are there to be read."""
    global _heard
    _heard = now()
    if _rate == 1:
        _pace()


def add_alarm(alarm):
    """An alarm has `due` (board time) and `ring()`, which must move `due` on or remove it."""
    if alarm not in _alarms:
        _alarms.append(alarm)
    _pace()


def drop_alarm(alarm):
    if alarm in _alarms:
        _alarms.remove(alarm)
    _pace()


def watch(timeout_us):
    """Start the watchdog, as on a Pico for good."""
    global _wdt, _fed
    _wdt = timeout_us
    _fed = now()
    sync(["W", timeout_us])


def feed():
    global _fed
    _fed = spend(1)
    if _fed - _fed_told > min(GATHER, _wdt // 4):
        sync()


def write(n, level):
    """An output pin takes a level; equal levels are no change."""
    global _left, _world_due, _due, _moved
    t = spend(2)
    if levels.get(n) == level:
        return
    levels[n] = level
    if not _writes and t + GATHER < _world_due:
        _world_due = t + GATHER
        if _world_due < _due:
            _due = _world_due
    _writes.append((t << 8) | (n << 1) | level)
    _left -= 1
    if n != LED:
        _moved = t
        if _rate == 1:
            _pace()
    if _left <= 0:
        sync()


def _read(n):
    data = _calls.read(n)
    while data and len(data) < n:
        more = _calls.read(n - len(data))
        data = data + more if more else b""
    if not data:
        sys.exit("The world has gone.")
    return data


def sync(op=None):
    """Tell the world the time, the pin changes and `op`; take edges and the next horizon; return op's result."""
    global _writes, _left, _world_due, _fed_told, _edge_at
    writes, _writes = _writes, []
    _fed_told = _fed
    body = json.dumps([now(), _fed, writes, op]).encode()
    _calls.write(("%06x" % len(body)).encode() + body)
    _left, due, edges, result = json.loads(_read(int(_read(6), 16)))
    _world_due = max(due, now() + 1)
    _pace()
    for n, level, at in edges:
        levels[n] = level
        irq = irqs.get(n)
        if irq and irq[2] & (8 if level else 4):
            _edge_at = at
            irq[0](irq[1])
            _edge_at = None
    return result


def stamp():
    """Board time for the firmware. In an interrupt it is that of the edge, however late this computer runs it."""
    t = spend(2)
    return t if _edge_at is None else _edge_at


def woken(event):
    """The world rang: go and ask. A closed bell means that the world has ended, and so does the board."""
    global _moved
    if event & POLLBAD or not wakes.read(1):
        sys.exit("The world has gone.")
    _moved = now()
    sync()


class Ear:
    """Waits on file descriptors, the world's bell always among them."""

    def __init__(self):
        self._poll = _select.poll()
        self._objects = {}
        self.register(wakes, POLLIN)

    def register(self, obj, mask):
        if CPYTHON:
            self._objects[obj if isinstance(obj, int) else obj.fileno()] = obj
        self._poll.register(obj, mask)

    def unregister(self, obj):
        self._poll.unregister(obj)

    def listen(self, real_ms):
        """[(object, event)] of what became ready within real milliseconds; the bell is answered here."""
        ready = []
        for obj, event in self._poll.poll(real_ms):
            if CPYTHON:
                obj = self._objects[obj]
            if obj is wakes:
                woken(event)
            else:
                ready.append((obj, event))
        return ready


_ear = Ear()


def wait(us, ear=None):
    """Let board time pass: `us`, or for ever if negative. With an ear of the firmware's own, until it hears."""
    global _t
    own = ear is not None
    ear = ear or _ear
    end = now() + us if us >= 0 else NEVER
    while True:
        t = now()
        if t >= _due:
            _catch_up()
            t = now()
        if t >= end:
            return []
        stop = min(end, _due)
        ready = None
        if _rate == 0:
            _t = stop
            ready = ear.listen(0)
        else:
            real = int((stop - t) / _rate) if stop < NEVER else 1_000_000
            if real < 1000:
                _rest_us(max(1, real))
            else:
                ready = ear.listen(min(real // 1000, 1000))
        if own and ready:
            return ready


def halt():
    """Ask for a reset; the world ends this process while it waits for the answer."""
    sync(["R"])
    while True:
        wait(1_000_000)


_moved = _heard = 0
sync(["B"])
