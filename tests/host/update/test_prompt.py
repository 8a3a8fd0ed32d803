"""A prompt that is none: nobody waits for it longer than is told."""

from __future__ import annotations

import os
import pty
import threading
import tty
from collections.abc import Iterator

import pytest

from host.update.prompt import Prompt, PromptError


@pytest.fixture
def flooded() -> Iterator[str]:
    """A port at which something talks without end."""
    master, holder = pty.openpty()
    tty.setraw(holder)
    over = threading.Event()

    def talk() -> None:
        while not over.is_set():
            os.write(master, b"temperature 21.4\r\n" * 20)

    thread = threading.Thread(target=talk, daemon=True)
    thread.start()
    yield os.ttyname(holder)
    over.set()
    drain = os.open(os.ttyname(holder), os.O_RDONLY | os.O_NONBLOCK)
    while thread.is_alive():
        os.read(drain, 65536)
        thread.join(0.01)
    for fd in (drain, master, holder):
        os.close(fd)


@pytest.mark.fault(22)
@pytest.mark.fault(28)
def test_something_that_talks_without_end_has_no_prompt(flooded: str) -> None:
    with pytest.raises(PromptError, match=r"does not give its prompt \(it takes too long\)"):
        Prompt(flooded, step_s=0.3)
    with pytest.raises(PromptError, match="does not give its prompt"):
        Prompt(flooded, step_s=0.3)  # and its port was let go


def test_a_port_that_is_not_there_is_told_in_words() -> None:
    with pytest.raises(PromptError, match=r"/dev/no-such-port cannot be opened"):
        Prompt("/dev/no-such-port")
