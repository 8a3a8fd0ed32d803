"""`machine` of a virtual Pico: what the boards' firmware uses of it, carried to the world by `vboard`."""
import vboard as _board

PWRON_RESET, WDT_RESET = 1, 3


class Pin:
    IN, OUT, OPEN_DRAIN, ALT = 0, 1, 2, 3
    PULL_UP, PULL_DOWN = 1, 2
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, id, mode=-1, pull=-1, *, value=None, alt=-1):
        self._n = _board.LED if id == "LED" else int(str(id).replace("GP", ""))
        self._mode = -1
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, alt=-1):
        if mode != -1:
            self._mode = mode
        if value is not None:
            _board.write(self._n, 1 if value else 0)
        if self._mode == Pin.OUT:
            _board.levels.setdefault(self._n, 0)
        elif self._mode == Pin.IN:
            level = _board.sync(["c", self._n])
            if level is None:
                level = 1 if pull == Pin.PULL_UP else 0
            _board.levels[self._n] = level

    def value(self, level=None):
        if level is None:
            _board.spend(1)
            return _board.levels[self._n]
        _board.write(self._n, 1 if level else 0)

    __call__ = value

    def on(self):
        _board.write(self._n, 1)

    def off(self):
        _board.write(self._n, 0)

    high = on
    low = off

    def toggle(self):
        _board.write(self._n, 1 - _board.levels[self._n])

    def irq(self, handler=None, trigger=12, *, hard=False):
        if handler is None:
            _board.irqs.pop(self._n, None)
        else:
            _board.irqs[self._n] = (handler, self, trigger)
        return self

    def __repr__(self):
        return "Pin(GPIO%d)" % self._n


class I2C:
    def __init__(self, id=0, *, scl=None, sda=None, freq=400000, timeout=50000):
        self._bus = id
        self._us_a_byte = 9_000_000 // freq

    def _transfer(self, addr, out, n):
        _board.spend((len(out) + n + 2) * self._us_a_byte)
        answer = _board.sync(["i", self._bus, addr, out.hex(), n])
        if answer is None:
            raise OSError(5, "EIO")
        return bytes.fromhex(answer)

    def scan(self):
        return _board.sync(["s", self._bus])

    def writeto(self, addr, buf, stop=True):
        self._transfer(addr, bytes(buf), 0)
        return len(buf)

    def readfrom(self, addr, nbytes, stop=True):
        return self._transfer(addr, b"", nbytes)

    def readfrom_into(self, addr, buf, stop=True):
        buf[:] = self._transfer(addr, b"", len(buf))

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        return self._transfer(addr, bytes([memaddr]), nbytes)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        buf[:] = self._transfer(addr, bytes([memaddr]), len(buf))

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        self._transfer(addr, bytes([memaddr]) + bytes(buf), 0)


SoftI2C = I2C


class PWM:
    def __init__(self, dest, *, freq=0, duty_u16=0):
        self._n, self._freq, self._duty = dest._n, freq, duty_u16
        self._tell()

    def _tell(self):
        _board.sync(["w", self._n, self._freq, self._duty])

    def freq(self, value=None):
        if value is None:
            return self._freq
        self._freq = value
        self._tell()

    def duty_u16(self, value=None):
        if value is None:
            return self._duty
        self._duty = value
        self._tell()

    def deinit(self):
        self.duty_u16(0)


class Timer:
    ONE_SHOT, PERIODIC = 0, 1

    def __init__(self, id=-1, **settings):
        self.due = _board.NEVER
        if settings:
            self.init(**settings)

    def init(self, *, mode=1, freq=-1, period=-1, callback=None):
        self._mode, self._callback = mode, callback
        self._period = int(period * 1000 if period > 0 else 1_000_000 / freq)
        self.due = _board.now() + self._period
        _board.add_alarm(self)

    def ring(self):
        if self._mode == Timer.PERIODIC:
            self.due += self._period
        else:
            self.deinit()
        if self._callback:
            self._callback(self)

    def deinit(self):
        self.due = _board.NEVER
        _board.drop_alarm(self)


class WDT:
    def __init__(self, id=0, timeout=5000):
        if timeout > 8388:
            raise ValueError("the watchdog of a Pico waits 8388 ms at most")
        _board.watch(timeout * 1000)

    def feed(self):
        _board.feed()


def bitstream(pin, encoding, timing, data):
    _board.sync(["n", pin._n, bytes(data).hex()])


def unique_id():
    return _board.UID


def reset():
    _board.halt()


soft_reset = reset


def reset_cause():
    return _board.CAUSE


def freq(hz=None):
    return 125_000_000


def idle():
    _board.wait(100)


def disable_irq():
    return 0


def enable_irq(state=0):
    pass
