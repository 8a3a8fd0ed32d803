"""A line device for tests: `name number` comes in, one line goes out."""

import select
import sys

import micropython

micropython.kbd_intr(-1)
_poller = select.poll()
_poller.register(sys.stdin, select.POLLIN)


def say(*words):
    sys.stdout.buffer.write((" ".join(str(word) for word in words) + "\n").encode())


def serve(commands):
    line = b""
    while True:
        if not _poller.poll(5):
            continue
        byte = sys.stdin.buffer.read(1)
        if byte != b"\n":
            line += byte
            continue
        name, *numbers = line.decode().split()
        line = b""
        answer = commands[name](*[int(number) for number in numbers])
        say(name, *(answer if isinstance(answer, tuple) else (answer,)))
