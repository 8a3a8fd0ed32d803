"""The page of the table, as browsers are served: what they are told, what they may do, and what they cannot spoil."""

import base64
import json
import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from host.web.server import LONGEST_MESSAGE, WebError, WebTable
from host.web.wall import LINES_KEPT
from tests.host.web.desk import LONGEST_S, Desk
from tests.host.web.reader import opened

DARK, LIT = bytes(1024), bytes(range(256)) * 4


@pytest.fixture
def served():
    """Makes desks that are served until the test is over."""
    desks = []

    def make(*args, **options):
        desks.append(Desk(*args, **options))
        desks[-1].web.start()
        return desks[-1]

    yield make
    for desk in desks:
        desk.web.stop()


def test_a_browser_is_told_the_whole_table_and_no_hand(desk):
    desk.play(60)
    with opened(desk.web) as page:
        table = page.until("table")
        assert table["view"] == json.loads(json.dumps(desk.match.view(None)))
        assert [seat["hand"] for seat in table["view"]["seats"]] == [None, None]
        assert (table["names"], table["game"], table["answers"]) == (["Ada", "Ben"], "mycelia", desk.match.number)
        assert [question["prompt"] for question in table["questions"]] == [
            desk.match.words.prompt(desk.match, question, desk.names) for _, question in desk.match.questions.values()
        ]
        assert not any("options" in question for question in table["questions"]), "options would give a hand away"
        for card in filter(None, desk.match.state.showcase):
            assert table["cards"][card]["name"] == desk.match.pack.cards[card].name
            assert len(table["cards"][card]["text"]) > 5
        assert [line["text"] for line in page.until("log")["lines"]] == desk.texts[-LINES_KEPT:]


def test_two_browsers_hear_the_same_news(desk):
    with opened(desk.web) as one, opened(desk.web) as other:
        one.until("table")
        other.until("table")
        desk.play(30)
        desk.web.notice("The dice reader is asleep.")
        for page in (one, other):
            page.until("table", lambda table: table["answers"] == desk.match.number)
            page.until("log", lambda log: log["lines"][-1]["kind"] == "notice")
            lines = [line for message in page.heard if message["type"] == "log" for line in message["lines"]]
            assert [line["text"] for line in lines] == [*desk.texts, "The dice reader is asleep."]
            assert len({line["n"] for line in lines}) == len(lines), "no line is told twice"


def test_the_end_of_a_match_is_told(desk):
    desk.play(5000)
    with opened(desk.web) as page:
        table = page.until("table")
    assert table["over"]
    assert table["result"]["winners"] == desk.match.result().winners
    assert table["result"]["reason"]


def test_another_match_begins_with_an_empty_log(desk):
    desk.play(10)
    with opened(desk.web) as page:
        of = page.until("log")["of"]
        desk.begin()
        assert page.until("log", lambda log: log["of"] != of)["lines"] == []
        desk.play(1)
        assert page.until("log", lambda log: log["lines"] and log["of"] != of)["lines"][0]["text"]


def test_dice_say_where_their_face_came_from(desk):
    desk.source = "typed"
    desk.play_until("rolled_for_first")
    with opened(desk.web) as page:
        assert page.until("table")["die"]["from"] == "typed"
        desk.play_until("shrine_turned")
        last = page.until("table", lambda table: table["die"]["seat"] is None)
        assert (last["die"]["from"], last["die"]["face"] in desk.match.pack.faces) == ("engine", True)


def test_glass_is_sent_as_it_changes(desk):
    desk.pictures[0] = DARK
    with opened(desk.web) as page:
        assert base64.b64decode(page.until("glass", lambda m: m["seat"] == 0 and m["picture"])["picture"]) == DARK
        assert page.until("glass", lambda m: m["seat"] == 1)["picture"] is None, "nobody knows what it shows"
        desk.pictures[0] = LIT
        assert page.until("glass", lambda m: m["picture"] == base64.b64encode(LIT).decode())["seat"] == 0
        desk.pictures[0] = b"too short"
        page.heard.clear()
        assert page.until("glass") == {"type": "glass", "seat": 0, "picture": None}


def test_the_ring_is_sent_as_it_turns(desk):
    with opened(desk.web) as page:
        assert page.until("ring")["turns"] is None
        desk.turns = 0.25
        page.until("ring", lambda ring: ring["turns"] == 0.25)


def test_a_seats_page_is_told_of_its_own_panel_only(desk):
    desk.pictures.update({0: DARK, 1: DARK})
    with opened(desk.web, "/ws/seat/1") as page:
        page.until("glass")
        desk.pictures.update({0: LIT, 1: LIT})
        desk.play(5)
        page.until("glass", lambda m: m["picture"] == base64.b64encode(LIT).decode())
        assert {message["type"] for message in page.heard} <= {"seats", "glass"}
        assert {message["seat"] for message in page.heard if message["type"] == "glass"} == {1}
        page.press(0, "ok", True)
        assert "seat 0 is not on this page" in page.error()


def test_panels_that_are_not_for_everybody_stay_on_their_own_pages(served):
    desk = served(doors={"panels": [0]})
    desk.pictures.update({0: LIT, 1: LIT})
    with opened(desk.web) as page, opened(desk.web, "/ws/seat/1") as own:
        own.until("glass", lambda m: m["picture"] is not None)
        page.until("glass")
        page.press(1, "ok", True)
        assert "seat 1 is not on this page" in page.error()
        assert {message["seat"] for message in page.heard if message["type"] == "glass"} == {0}
        assert page.until("seats")["panels"] == [0]
    assert desk.presses.empty()


def test_presses_arrive_in_order(desk):
    with opened(desk.web) as page:
        for down in (True, False, True, False):
            page.press(1, "next", down)
        assert desk.pressed(4) == [(1, "next", True), (1, "next", False)] * 2


def test_a_browser_that_leaves_lets_go(desk):
    with opened(desk.web) as page:
        page.press(0, "ok", True)
        assert desk.pressed(1) == [(0, "ok", True)]
    assert desk.pressed(1) == [(0, "ok", False)]


def test_a_button_is_let_go_when_the_last_finger_leaves_it(desk):
    with opened(desk.web) as one, opened(desk.web) as other:
        one.press(0, "ok", True)
        assert desk.pressed(1) == [(0, "ok", True)]
        other.press(0, "ok", True)
        other.press(0, "next", True)  # in order: the press before it has been taken by then
        assert desk.pressed(1) == [(0, "next", True)]
        one.press(0, "ok", False)
        one.press(1, "ok", True)
        assert desk.pressed(1) == [(1, "ok", True)]
        other.press(0, "ok", False)
        assert desk.pressed(1) == [(0, "ok", False)]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("{", "not understood"),
        ("", "not understood"),
        ("[]", "not understood"),
        ("null", "not understood"),
        ('{"seat": 0}', "button"),
        ('{"seat": "0", "button": "ok", "down": true}', "not understood"),
        ('{"seat": 0, "button": "ok", "down": 1}', "not understood"),
        ('{"seat": 0, "button": "ok", "down": true, "answer": ["end"]}', "unknown field"),
        ('{"seat": 0, "button": "reset", "down": true}', "There are: next, ok"),
        ('{"seat": 99, "button": "ok", "down": true}', "seat 99"),
        ('{"seat": -1, "button": "ok", "down": true}', "seat -1"),
        (b"\xff\x00\xfe", "not understood"),
        ('{"seat": ' + "9" * 3000 + "}", "not understood"),
        ("[" * 3000, "not understood"),
    ],
)
def test_a_message_that_makes_no_sense_is_answered_in_words(desk, message, words):
    with opened(desk.web) as page:
        page.send(message)
        assert words in page.error()
        page.press(0, "ok", True)
        assert desk.pressed(1) == [(0, "ok", True)], "the same page goes on"


def test_a_message_that_is_too_long_ends_only_its_own_page(desk):
    with opened(desk.web) as other:
        with opened(desk.web) as page, pytest.raises(ConnectionClosed):
            page.send("x" * (LONGEST_MESSAGE + 1))
            while True:
                page.next()
        desk.play(1)
        other.until("table", lambda table: table["answers"] == desk.match.number)


def test_buttons_that_cannot_be_pressed_say_so(served):
    desk = served(doors={"press": None})
    with opened(desk.web) as page:
        page.press(0, "ok", True)
        assert "Press the real ones" in page.error()


def test_a_door_that_fails_is_told_once_and_harms_nothing(served):
    broken = [True]

    def glass(seat):
        if broken[0]:
            raise OSError("no such bus")
        return LIT

    def press(seat, button, down):
        raise RuntimeError("the pin is stuck")

    desk = served(doors={"glass": glass, "press": press})
    with opened(desk.web) as page:
        page.until("glass")
        page.press(0, "ok", True)
        assert "the pin is stuck" in page.error()
        broken[0] = False
        page.until("glass", lambda m: m["seat"] == 1 and m["picture"] is not None)
        logs = [line for message in page.heard if message["type"] == "log" for line in message["lines"]]
        told = [line["text"] for line in logs if line["kind"] == "trouble"]
        assert told == [f"The panel of seat {seat} cannot be read: no such bus" for seat in (0, 1)]


def test_a_browser_that_never_reads_is_dropped_and_nobody_waits_for_it(served):
    desk = served(patience=0.3)
    with opened(desk.web) as good:
        good.until("table")
        deaf = deaf_browser(desk.web.address)
        deadline = time.monotonic() + LONGEST_S
        while desk.web.browsers < 2 and time.monotonic() < deadline:
            desk.web.notice("somebody comes")
            good.next()
        rounds = 0
        while desk.web.browsers == 2 and time.monotonic() < deadline:
            rounds += 1
            for _ in range(LINES_KEPT):
                desk.web.notice("x" * 900)
            mark = f"round {rounds}"
            desk.web.notice(mark)
            good.until("log", lambda log, mark=mark: log["lines"][-1]["text"] == mark)
        assert desk.web.browsers == 1, "the deaf one is gone, the good one heard every round"
        deaf.close()


def deaf_browser(address):
    """Opens a page and then reads nothing ever."""
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.settimeout(LONGEST_S)
    deaf.connect((host, int(port)))
    lines = [
        "GET /ws HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", "",
    ]  # fmt: skip
    deaf.sendall("\r\n".join(lines).encode())
    return deaf


def test_the_page_comes_back_where_it_was(desk):
    address = desk.web.address
    with opened(desk.web) as page:
        page.until("table")
        desk.web.stop()
        with pytest.raises(ConnectionClosed):
            while True:
                page.next()
    desk.web.stop()
    desk.play(3)
    desk.web.start()
    assert desk.web.address == address
    with opened(desk.web) as page:
        assert page.until("table")["answers"] == desk.match.number


def test_a_port_that_is_taken_is_told(desk):
    port = int(desk.web.address.rstrip("/").split(":")[-1])
    other = WebTable(port=port)
    with pytest.raises(WebError, match=f"port {port}.*Choose another"):
        other.start()
    other.stop()


def test_too_many_pages_are_refused_in_words(desk, monkeypatch):
    monkeypatch.setattr("host.web.server.MOST_BROWSERS", 1)
    with opened(desk.web) as page:
        page.until("table")
        with pytest.raises(InvalidStatus) as refused, opened(desk.web):
            pass
    assert refused.value.response.status_code == 503
    assert b"Close one" in refused.value.response.body
