"""`time` of a virtual board: MicroPython's ticks and sleeps on the board's scaled clock."""
import vboard as _board

if _board.CPYTHON:
    from real_time import *  # noqa: F403
else:
    from utime import *  # noqa: F403

_MASK = (1 << 30) - 1
_HALF = 1 << 29


def ticks_us():
    return (_board.stamp() + _board.TICKS_FROM) & _MASK


def ticks_ms():
    return ((_board.stamp() + _board.TICKS_FROM) // 1000) & _MASK


ticks_cpu = ticks_us


def ticks_add(ticks, delta):
    return (ticks + delta) & _MASK


def ticks_diff(end, start):
    return ((end - start + _HALF) & _MASK) - _HALF


def sleep_us(us):
    _board.wait(max(0, us))


def sleep_ms(ms):
    _board.wait(max(0, ms) * 1000)


def sleep(seconds):
    _board.wait(int(max(0, seconds) * 1_000_000))
