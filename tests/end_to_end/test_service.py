"""The prompt of a board: the answer to `service` arrives, however fast the board's clock runs."""

from __future__ import annotations

import queue
import time
from pathlib import Path

import pytest

from host.emulation.launch import best_vm, start_world
from host.link.boards import Boards
from host.link.supervisor import BoardSupervisor, Post
from host.look_for_boards import wait_for
from tablelink.events import Accepted, Done, Event, Unknown
from tablelink.frame import encode, split
from tablelink.host import HostLink


def hurried() -> float:
    """The link's clock, eight times as fast."""
    return time.monotonic() * 8


def supervise(path: str, post: Post) -> BoardSupervisor:
    """A supervisor on that clock."""
    return BoardSupervisor(path, post, clock=hurried)


@pytest.mark.parametrize("board", ["shrine", "dice_reader"])
def test_service_is_answered_done_before_the_board_is_gone(board: str, tmp_path: Path) -> None:
    with start_world([board], vm=best_vm(), speed=0, folder=tmp_path) as world:
        boards = Boards(list(world.ports.values()), find=False, clock=hurried, supervise=supervise)
        boards.start()
        assert wait_for(boards, [board], 20.0) == []
        endings: queue.Queue[Event] = queue.Queue()
        if board == "shrine":  # a board whose clock runs skips the moment that the answer needs
            boards.submit(board, "m.0.1", "home", {"loaded": False}, endings.put)
            while not isinstance(endings.get(timeout=20.0), Done):
                pass
        boards.submit(board, "m.1.1", "service", {}, endings.put)
        while isinstance(ending := endings.get(timeout=40.0), Accepted):
            pass
        assert ending == Done("m.1.1", {})
        assert boards.stop()


class Line:
    """A host's end in front of a board that has answered the hello and was told `service`; time is a number."""

    def __init__(self) -> None:
        self.now = 100.0
        self.link = HostLink(lambda data: None, lambda: self.now, lambda: "abcdef01")
        self.link.hello()
        who = {"role": "shrine", "uid": "e661", "up": 1, "fw": "0", "pv": 1, "fh": "f", "caps": []}
        for part in split({"t": "me", "n": "abcdef01", "b": "boot", "s": 1}, who):
            self.link.feed(encode(part))
        assert self.link.awake
        self.link.send("m.1.1", "service", {})

    def ending(self, seconds: float) -> Event | None:
        """The ending that comes within so many seconds."""
        for _ in range(int(seconds * 20)):
            self.now += 0.05
            self.link.tick()
            for event in self.link.take():
                if isinstance(event, Done | Unknown):
                    return event
        return None


def test_a_port_that_went_and_is_silent_now_is_the_answer_to_service() -> None:
    line = Line()
    line.link.closed()
    line.now += 0.3
    line.link.hello()
    assert line.ending(13.0) == Done("m.1.1", {})


def test_a_prompt_is_the_answer_to_service() -> None:
    line = Line()
    line.link.feed(b">>> \n")
    assert line.ending(0.1) == Done("m.1.1", {})


def test_a_board_that_is_only_silent_has_not_answered() -> None:
    assert Line().ending(13.0) == Unknown("m.1.1", "no_answer", {})


def test_a_port_that_does_not_come_back_is_no_answer() -> None:
    line = Line()
    line.link.closed()
    assert line.ending(13.0) == Unknown("m.1.1", "no_answer", {})
