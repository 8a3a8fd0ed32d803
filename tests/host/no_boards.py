"""Boards that are not there, for tables that are tried without them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablelink.events import Event, NotDone


class NoBoards:
    """Boards that are not there; tests let them come."""

    def __init__(self, ports: list[str], find: bool, post: Callable[[str, Event], None]) -> None:
        self.ports, self.find, self.post = ports, find, post
        self.told: list[tuple[str, str]] = []
        self.stopped = False
        self.ending: Callable[[], object] = lambda: None

    def start(self) -> None: ...

    def stop(self, deadline_s: float) -> bool:
        self.ending()
        self.stopped = True
        return True

    def submit(
        self, role: str, cmd_id: str, op: str, args: dict[str, Any], heard: Callable[[Event], None], again: bool = False
    ) -> None:
        self.told.append((role, op))
        heard(NotDone(cmd_id, "no_board", {}))

    def cancel(self, role: str, cmd_id: str) -> None: ...
