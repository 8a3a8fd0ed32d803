"""A shrine for tests: turns without ramp or sense, counts edges, hangs on demand."""

import os
import select
import sys
import time

import machine
from lines import say, serve
from machine import WDT, Pin, Timer

coils = [Pin(n, Pin.OUT, value=0) for n in (2, 3, 4, 5)]
home = Pin(6, Pin.IN, Pin.PULL_UP)
beam = Pin(7, Pin.IN, Pin.PULL_UP)
lid = Pin(8, Pin.IN, Pin.PULL_UP)
SEQUENCE = (1, 3, 2, 6, 4, 12, 8, 9)
state = {"phase": 0, "drops": 0, "edges": 0, "ticks": 0}
edge_times = []
# Unread bytes count as a host that is heard: a test that wants a turn without pauses leaves some on the line.
waiting = select.poll()
waiting.register(sys.stdin, select.POLLIN)


def on_beam(pin):
    edge_times.append(time.ticks_us())
    state["edges"] += 1
    state["drops"] += pin.value()


beam.irq(handler=on_beam, trigger=Pin.IRQ_RISING | Pin.IRQ_FALLING)


def step(direction):
    state["phase"] = (state["phase"] + direction) % 8
    pattern = SEQUENCE[state["phase"]]
    for k in range(4):
        coils[k].value(pattern >> k & 1)


def turn(n, interval=1200):
    direction = 1 if n > 0 else -1
    due = time.ticks_us()
    for k in range(abs(n)):
        if not k & 15:
            waiting.poll(0)
        step(direction)
        due = time.ticks_add(due, interval)
        time.sleep_us(max(0, time.ticks_diff(due, time.ticks_us())))
        if lid.value():
            return "lid", state["drops"]
    return n, state["drops"]


def seek(limit):
    for n in range(limit):
        if not n & 15:
            waiting.poll(0)
        if home.value() == 0:
            return n
        step(1)
        time.sleep_us(1200)
    return -1


def release():
    for coil in coils:
        coil.off()
    return 0


def bench(n):
    start = time.ticks_us()
    turn(n)
    return time.ticks_diff(time.ticks_us(), start)


def nap(ms):
    start = time.ticks_ms()
    time.sleep_ms(ms)
    return time.ticks_diff(time.ticks_ms(), start)


def spin(ms):
    start = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), start) < ms:
        pass
    return ms


def hang(ms):
    WDT(timeout=ms)
    say("hanging")
    while True:
        pass


def save(n):
    with open("saved.txt", "w") as file:
        file.write(str(n))
    return n


def load():
    try:
        with open("saved.txt") as file:
            return int(file.read())
    except OSError:
        return -1


def tick(timer):
    state["ticks"] += 1


def timer(period, ms):
    running = Timer(period=period, mode=Timer.PERIODIC, callback=tick)
    time.sleep_ms(ms)
    running.deinit()
    return state["ticks"]


def gaps():
    return tuple(time.ticks_diff(b, a) for a, b in zip(edge_times, edge_times[1:]))


serve({
    "turn": turn, "seek": seek, "release": release, "drops": lambda: (state["drops"], state["edges"]), "nap": nap, "spin": spin,
    "hang": hang, "reset": machine.reset, "cause": machine.reset_cause, "save": save, "load": load, "timer": timer,
    "ping": lambda: time.ticks_ms(), "home": home.value, "lid": lid.value, "gaps": gaps, "leave": lambda: [][0],
    "uid": lambda: machine.unique_id().hex(), "random": lambda: len(os.urandom(4)), "vm": lambda: sys.implementation.name,
    "flood": lambda n: "x" * n,
})  # fmt: skip
