"""Plain requests: pages, who may ask for them, and what is not there."""

import http.client
import re

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from host.web.guard import refusal
from host.web.server import STATIC, WebTable
from host.web.wall import LONGEST_LINE, Wall
from tests.host.web.desk import LONGEST_S, Desk
from tests.host.web.reader import opened


class Client:
    """Plain requests, sent as they are written."""

    def __init__(self, web):
        self.place = web.address.removeprefix("http://").rstrip("/")

    def ask(self, method, path, **headers):
        """Status, headers in lower case, text."""
        connection = http.client.HTTPConnection(self.place, timeout=LONGEST_S)
        try:
            connection.request(method, path, headers=headers)
            got = connection.getresponse()
            return got.status, {name.lower(): value for name, value in got.getheaders()}, got.read().decode()
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)


@pytest.fixture(scope="module")
def client():
    web = Desk(seats=3).web
    web.start()
    yield Client(web)
    web.stop()


@pytest.mark.parametrize("path", ["/", "/seat/0", "/seat/2", "/static/table.js", "/static/games/mycelia.js", "/static/base.css"])
def test_pages_are_served_and_load_nothing_from_elsewhere(client, path):
    status, headers, text = client.get(path)
    assert (status, text != "") == (200, True)
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert client.ask("HEAD", path)[0] == 200


ABSENT = ["/nothing", "/seat/", "/seat/x", "/seat/-1", "/static/", "/static/../server.py", "/static/%2e%2e/server.py"]


@pytest.mark.parametrize("path", ABSENT)
def test_what_is_not_there_is_told_in_words(client, path):
    status, _, text = client.get(path)
    assert status == 404
    assert "The table is at /" in text


def test_a_seat_that_nobody_has_is_told(client):
    status, _, text = client.get("/seat/3")
    assert (status, text) == (404, "There is no seat 3. This match has the seats 0 to 2.\n")


def test_before_a_match_every_seat_may_wait():
    web = WebTable()
    web.start()
    try:
        assert Client(web).get("/seat/3")[0] == 200
    finally:
        web.stop()


def test_the_page_can_only_be_read(client):
    status, _, text = client.ask("POST", "/")
    assert status == 405
    assert "only reading" in text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "192.168.1.7:8000"])
def test_a_foreign_host_is_refused(client, host):
    status, _, text = client.get("/", Host=host)
    assert status == 403
    assert "only for browsers on this computer" in text


@pytest.mark.parametrize(
    ("headers", "good"),
    [
        ([("host", "127.0.0.1:80")], True),
        ([("host", "localhost")], True),
        ([("host", "[::1]:9")], True),
        ([("host", "localhost:9"), ("origin", "http://localhost:9")], True),
        ([("host", "localhost:9"), ("origin", "http://localhost:8")], False),
        ([("host", "localhost:9"), ("origin", "https://localhost:9")], False),
        ([("host", "localhost:9"), ("origin", "null")], False),
        ([("host", "localhost:9"), ("origin", "http://evil.example")], False),
        ([("host", "localhost:port")], False),
        ([("host", "me@localhost")], False),
        ([("host", "localhost/..")], False),
        ([("host", "localhost"), ("host", "localhost")], False),
        ([], False),
    ],
)
def test_only_this_computers_pages_may_talk(headers, good):
    raw = [(name.encode(), value.encode()) for name, value in headers]
    assert (refusal(Headers(raw=raw)) is None) == good


def test_another_pages_socket_is_refused_and_told_why(desk):
    with pytest.raises(InvalidStatus) as refused, opened(desk.web, origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403
    assert b"does not talk to pages of 'http://evil.example'" in refused.value.response.body
    with opened(desk.web, origin=desk.web.address.rstrip("/")) as page:
        page.until("table")


@pytest.mark.parametrize("path", ["/ws/seat/2", "/ws/nothing"])
def test_a_socket_that_is_not_there_is_refused(desk, path):
    with pytest.raises(InvalidStatus) as refused, opened(desk.web, path):
        pass
    assert refused.value.response.status_code in (403, 404)


def test_static_files_make_no_html_of_data_and_name_no_other_place():
    for file in STATIC.rglob("*.*"):
        text = file.read_text()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", text), file
        places = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text)) - {"http://www.w3.org"}
        assert not places, f"{file} loads from elsewhere: {places}"
        assert len(text.splitlines()) < 500, file


def test_only_the_games_own_files_know_the_game():
    for file in STATIC.glob("*.*"):
        assert not re.search(r"mycelia|shrine|leaves|moss", file.read_text(), re.IGNORECASE), file


def test_the_wall_shows_a_slow_reader_the_newest_only():
    wall = Wall()
    rung = []
    wall.listen(lambda: rung.append(True))
    seen, texts = wall.news(0, {"table", "log"})
    assert texts == []
    for number in range(5):
        wall.pin("table", {"number": number})
    wall.pin("table", {"number": 4})
    wall.pin("other", {})
    seen, texts = wall.news(seen, {"table", "log"})
    assert texts == ['{"number":4}']
    assert len(rung) == 6, "the same note again is no news"
    wall.write("event", ["a" * (LONGEST_LINE + 1)])
    _, (log,) = wall.news(seen, {"table", "log"})
    assert "a" * LONGEST_LINE + '"' in log
