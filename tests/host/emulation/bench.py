"""A world with shipped boards and the host's own link at the other end of their cables."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from typing import Any

from host.emulation.launch import StartedWorld
from host.link.boards import Boards
from tablelink.events import Accepted, Event, Report

LONGEST_S = 20.0


class Bench:
    """`told` is what the boards say unasked; `do` gives a command and its one ending."""

    def __init__(self, world: StartedWorld, roles: Sequence[str], match: str = "testmtch") -> None:
        """`match` begins the ids of its commands: another host gives others."""
        self.world = world
        self._match = match
        self.told: queue.Queue[tuple[str, Event]] = queue.Queue()
        self.boards = Boards(list(world.ports.values()), find=False, post=lambda role, event: self.told.put((role, event)))
        self.boards.start()
        self._number = 0
        self.hellos = {event.role: event for event in (self.hear("Hello") for _ in roles)}  # type: ignore[attr-defined]

    def hear(self, kind: str) -> Event:
        """The next event of a kind that a board tells unasked."""
        while True:
            _, event = self.told.get(timeout=LONGEST_S)
            if type(event).__name__ == kind:
                return event

    def report(self, kind: str, /, **wanted: object) -> dict[str, Any]:
        """The next report of a kind that says what is wanted."""
        while True:
            event = self.hear("Report")
            assert isinstance(event, Report)
            if event.kind == kind and wanted.items() <= event.data.items():
                return event.data

    def give(self, role: str, op: str, args: dict[str, Any], accepted: Callable[[], object] = lambda: None) -> Callable[[], Event]:
        """Give a command; `accepted` is called once the board is at it. What is returned waits for its ending."""
        self._number += 1
        return self._give(role, f"{self._match}.{self._number}.1", op, args, accepted, again=False)

    def ask_again(self, role: str, cmd_id: str, op: str, args: dict[str, Any]) -> Event:
        """The ending of a command that an earlier host has sent."""
        return self._give(role, cmd_id, op, args, lambda: None, again=True)()

    def _give(
        self, role: str, cmd_id: str, op: str, args: dict[str, Any], accepted: Callable[[], object], again: bool
    ) -> Callable[[], Event]:
        endings: queue.Queue[Event] = queue.Queue()

        def heard(event: Event) -> None:
            if isinstance(event, Accepted):
                accepted()
            else:
                endings.put(event)

        self.boards.submit(role, cmd_id, op, args, heard, again)
        return lambda: endings.get(timeout=LONGEST_S)

    def do(self, role: str, op: str, args: dict[str, Any], accepted: Callable[[], object] = lambda: None) -> Event:
        """Give a command and wait for its ending."""
        return self.give(role, op, args, accepted)()

    def close(self) -> None:
        """Leave the boards alone."""
        assert self.boards.stop()
