"""A dice reader for tests: raw looks at the accelerometer and the button."""

import struct
import time

from lines import serve
from machine import I2C, Pin

i2c = I2C(0, sda=Pin(0), scl=Pin(1), freq=400000)
button = Pin(14, Pin.IN, Pin.PULL_UP)
state = {"falls": 0}


def on_button(pin):
    state["falls"] += 1


button.irq(handler=on_button, trigger=Pin.IRQ_FALLING)
i2c.writeto_mem(0x18, 0x20, b"\x57")
i2c.writeto_mem(0x18, 0x23, b"\x88")


def look():
    x, y, z = struct.unpack("<hhh", i2c.readfrom_mem(0x18, 0xA8, 6))
    return x >> 4, y >> 4, z >> 4


def still(ms):
    """Look every 10 ms of board time until 20 looks are alike; the last one."""
    last, alike = look(), 0
    for _ in range(ms // 10):
        time.sleep_ms(10)
        new = look()
        alike = alike + 1 if max(abs(a - b) for a, b in zip(new, last)) < 60 else 0
        last = new
        if alike == 20:
            return last
    return "moving"


def watch(ms):
    """How many presses of at least 20 ms are seen in so much board time, by looking each 5 ms."""
    presses = down = 0
    for _ in range(ms // 5):
        time.sleep_ms(5)
        down = 0 if button.value() else down + 1
        presses += down == 4
    return presses, state["falls"]


def nacked():
    try:
        return look()
    except OSError as error:
        return "errno", error.errno


serve({"look": look, "still": still, "watch": watch, "scan": lambda: tuple(i2c.scan()), "nacked": nacked})
