"""Waits for boards to say hello, for commands that need them or list them."""

import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any

from host.link.boards import Boards, BoardStatus

LOOK_EVERY_S = 0.02


def wait_for(
    boards: Boards, roles: Collection[str], seconds: float, clock: Callable[[], float] = time.monotonic
) -> list[str]:
    """Wait until boards of all `roles` are awake, `seconds` at most; the roles that are missing then."""
    pause, deadline = threading.Event(), clock() + seconds
    while True:
        awake = {status.role for status in boards.status() if status.state == "awake"}
        missing = [role for role in roles if role not in awake]
        if not missing or clock() >= deadline:
            return missing
        pause.wait(LOOK_EVERY_S)


def wait_until(
    boards: Boards, is_wanted: Callable[[BoardStatus], bool], seconds: float, clock: Callable[[], float] = time.monotonic
) -> BoardStatus | None:
    """Wait for the first board that is wanted, `seconds` at most; None if none came."""
    pause, deadline = threading.Event(), clock() + seconds
    while True:
        found = next(filter(is_wanted, boards.status()), None)
        if found is not None or clock() >= deadline:
            return found
        pause.wait(LOOK_EVERY_S)


def look(ports: Sequence[str], seconds: float, find: bool = True) -> list[dict[str, Any]]:
    """What answers on `ports` and, with `find`, on every Pico on USB, after listening for `seconds`; an entry a port."""
    boards = Boards(list(ports), find=find)
    boards.start()
    try:
        threading.Event().wait(seconds)
        return [{**status._asdict(), "caps": list(status.caps)} for status in boards.status()]
    finally:
        boards.stop()
