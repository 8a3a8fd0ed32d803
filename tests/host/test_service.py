"""The table is looked over and tried out while it is played on, and the match comes first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from host.answerers.panel import PanelSeat
from host.doctor import Machine
from host.inbox import Inbox
from host.link.boards import BoardStatus
from host.panels.pages.screens import Command
from host.panels.pages.service import TEST_PICTURE_S, border_picture
from host.service import ROLLS, Deed, Service
from host.web.server import WebTable
from host.web.service import ServicePage
from tablelink.events import Accepted, Done, Event, NotDone
from tests.host.panels.test_seat import at_turn, click, hold, take

SHRINE = BoardStatus(
    "shrine", "e661", "/dev/ttyACM0", "awake", "0.1.0", ("flush",), "The shrine is awake.", "ff", {"lost": 3, "late": 1, "again": 2}
)


class StubBoards:
    """Boards that keep what they are told; the test lets them answer."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str, dict[str, Any]]] = []
        self.ids: list[str] = []
        self.cancelled: list[str] = []
        self.heard: Callable[[Event], None] = lambda event: None

    def status(self) -> list[BoardStatus]:
        return [SHRINE]

    def submit(
        self, role: str, cmd_id: str, op: str, args: dict[str, Any], heard: Callable[[Event], None], again: bool = False
    ) -> None:
        self.told.append((role, op, args))
        self.ids.append(cmd_id)
        self.heard = heard
        heard(Accepted(cmd_id))

    def cancel(self, role: str, cmd_id: str) -> None:
        self.cancelled.append(cmd_id)
        self.heard(NotDone(cmd_id, "cancelled", {}))

    def done(self, result: dict[str, Any]) -> None:
        self.heard(Done(self.ids[-1], result))


class Match:
    """A match that is played meanwhile."""

    def __init__(self) -> None:
        self.busy, self.holds, self.pictures = False, 0, 0

    def is_at_boards(self) -> bool:
        return self.busy

    def drops(self) -> int:
        return self.holds

    def last_turns(self) -> list[dict[str, Any]]:
        return [{"half_steps": 4075, "drift": -1}]

    def show_test_pictures(self) -> None:
        self.pictures += 1


class Bench:
    def __init__(self, folder: Path) -> None:
        self.boards, self.match, self.mishaps = StubBoards(), Match(), list[str]()
        mishap = Deed("jam", "jam the Shrine", "until it is freed", self._jam)
        machine = Machine(ask=lambda command: "throttled=0x50000")
        journal = folder / "table.sqlite"
        self.service = Service(self.boards, lambda: self.match, journal, more=[mishap], machine=machine)  # type: ignore[arg-type]

    def _jam(self) -> str:
        self.mishaps.append("jam")
        return "Mishap: jam the Shrine, until it is freed."


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_everything_is_told_in_words_and_as_json(bench: Bench) -> None:
    state = json.loads(json.dumps(bench.service.state()))
    assert state["boards"][0]["line"] == {"lost": 3, "late": 1, "again": 2}
    assert state["turns"] == [{"half_steps": 4075, "drift": -1}]
    assert {deed["key"] for deed in state["deeds"]} == {"picture", "turn", "tumbler", "roller", "enough", "jam"}
    words = "\n".join(bench.service.lines())
    assert "The shrine is awake." in words and "3 frames lost, 2 sent again" in words
    assert "4075 half-steps, drift -1" in words and "GB free" in words
    assert "the voltage has been too low since it started" in words and "(E80)" in words


def test_a_die_is_thrown_thirty_times_and_judged(bench: Bench) -> None:
    assert "Throw 30 times" in bench.service.do("tumbler")
    for number in range(ROLLS):
        assert bench.boards.told[-1] == ("dice_reader", "roll", {"how": "tumbler", "dice": 1, "sides": 6})
        bench.boards.done({"faces": [1 if number < 20 else 6], "kind": "rolled"})
    assert len(set(bench.boards.ids)) == ROLLS, "a board that knows an id would answer from memory"
    test = bench.service.state()["test"]
    assert test["counts"] == [20, 0, 0, 0, 0, 10] and test["words"].startswith("Uneven: face 1 came 20 times")
    assert any("█" in line for line in bench.service.lines())


def test_a_test_may_end_before_and_another_begin(bench: Bench) -> None:
    bench.service.do("roller")
    bench.boards.done({"faces": [4], "kind": "rolled"})
    assert "A test is under way" in bench.service.do("tumbler")
    assert "1 of 30 throws: too few to tell." in bench.service.do("enough")
    assert bench.boards.cancelled == bench.boards.ids[-1:]
    assert bench.service.do("enough") == "No test is under way."
    bench.service.do("tumbler")
    bench.boards.heard(NotDone("x", "no_sensor", {}))
    assert "its sensor does not answer" in bench.service.state()["test"]["words"]
    assert "Throw 30 times" in bench.service.do("tumbler")


def test_the_shrine_turns_only_empty_and_while_the_match_does_not_need_it(bench: Bench) -> None:
    bench.match.holds = 4
    assert "4 drops in the Shrine" in bench.service.do("turn")
    bench.match.holds, bench.match.busy = 0, True
    for key in ("turn", "tumbler", "roller"):
        assert "The match is at the boards now" in bench.service.do(key)
    assert bench.boards.told == []
    bench.match.busy = False
    bench.service.do("turn")
    assert bench.boards.told == [("shrine", "flush", {"turn": 0, "drops": 0})]
    bench.boards.done({"half_steps": 4076, "drift": 0})
    assert bench.service.state()["last"] == "The Shrine has turned once: 4076 half-steps, drift 0."
    bench.service.do("turn")
    bench.boards.heard(NotDone("x", "jam", {}))
    assert bench.service.state()["last"].endswith("(E23)")


def test_mishaps_and_what_is_no_deed(bench: Bench) -> None:
    assert bench.service.do("jam").startswith("Mishap") and bench.mishaps == ["jam"]
    assert "There is no 'fly' here" in bench.service.do("fly")
    assert "test picture" in bench.service.do("picture") and bench.match.pictures == 1


# -- at a panel --------------------------------------------------------------------------------------------------------


def test_a_panels_menu_tells_how_everything_is_and_does_a_deed(bench: Bench) -> None:
    _, panel = at_turn()
    hold(panel, "ok")
    assert "service" not in panel.page().rows
    hold(panel, "ok")
    panel.service = bench.service
    hold(panel, "ok")
    take(panel, "service")
    take(panel, "how it is")
    assert "The shrine is awake." in panel.page().body
    click(panel, "ok")
    assert take(panel, "jam the Shrine") == [Command("service jam")]


@pytest.mark.fault(34)
def test_the_test_picture_has_all_four_edges_and_goes_by_itself_or_by_a_press() -> None:
    picture = border_picture(0)
    edges = [(x, y) for x in range(128) for y in range(64) if x in (0, 127) or y in (0, 63)]
    assert all(picture.getpixel(edge) for edge in edges) and not picture.getpixel((64, 2))
    now, glass = [0.0], list[Any]()
    seat = PanelSeat(0, ["Ada", "Ben"], "mycelia", Inbox(lambda: now[0], patience=0), glass.append, clock=lambda: now[0])
    seat.notice("before")
    seat.tick()
    for end in ("time", "press"):
        seat.show_test_picture()
        assert glass[-1].tobytes() == picture.tobytes()
        seat.tick()
        assert glass[-1].tobytes() == picture.tobytes(), "nothing draws over it"
        if end == "time":
            now[0] += TEST_PICTURE_S
            seat.tick()
        else:
            seat.button("next", "press")
        assert glass[-1].tobytes() != picture.tobytes()


# -- on the page -------------------------------------------------------------------------------------------------------


@pytest.fixture
def web(bench: Bench) -> Iterator[WebTable]:
    web = WebTable(more=ServicePage(bench.service).routes)
    web.start()
    yield web
    web.stop()


def ask(web: WebTable, path: str, body: bytes | None = None) -> str:
    with urlopen(Request(web.address + path, body), timeout=15.0) as reply:
        return str(reply.read().decode())


def test_the_page_shows_and_does_the_same(web: WebTable, bench: Bench) -> None:
    assert "How the table is" in ask(web, "service")
    assert json.loads(ask(web, "service/state"))["boards"][0]["role"] == "shrine"
    assert json.loads(ask(web, "service/dice")) == {"dice": []}
    assert "Mishap" in json.loads(ask(web, "service/do", b'"jam"'))["said"] and bench.mishaps == ["jam"]


@pytest.mark.parametrize("body", [b"{", b"[1]", b"7", b'"' + b"x" * 400 + b'"', b"[" * 200])
def test_what_is_no_deed_is_refused_by_the_page(web: WebTable, bench: Bench, body: bytes) -> None:
    with pytest.raises(HTTPError) as refused:
        ask(web, "service/do", body)
    assert refused.value.code == 400 and bench.mishaps == []
    refused.value.close()
