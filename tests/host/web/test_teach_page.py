"""The page that teaches: one talk for whoever opens it, answers by lists, and nothing that strangers could send."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from host.next_pack import NextPack
from host.packs import read_owners
from host.teach_typed import Lesson
from host.web.server import WebTable
from host.web.teach import LINK, MOST_ANSWERS, MOST_BYTES, TeachPage
from tests.host.web.desk import LONGEST_S


@pytest.fixture
def lesson(tmp_path):
    return Lesson("mycelia", tmp_path / "mine.toml")


@pytest.fixture
def web(lesson):
    web = WebTable(more=TeachPage(lambda: lesson).routes)
    web.start()
    yield web
    web.stop()


def get(web, path):
    with urlopen(web.address + path, timeout=LONGEST_S) as reply:
        return reply.read().decode()


def state(web):
    return json.loads(get(web, "teach/state"))


def post(web, body, **headers):
    """What a page is answered."""
    with urlopen(Request(web.address + "teach/answers", body, headers, method="POST"), timeout=LONGEST_S) as reply:
        return json.loads(reply.read())


def answer(web, *answers):
    return post(web, json.dumps(answers).encode())


def refused(web, body, **headers):
    with pytest.raises(HTTPError) as caught:
        post(web, body, **headers)
    caught.value.close()
    return caught.value.code


def test_the_page_shows_what_is_asked(web):
    assert "What does your box say?" in get(web, "teach")
    assert state(web)["prompt"]["text"] == "What is your pack to be called?"


def test_answers_go_on_with_the_talk_and_are_kept_in_the_file(web, lesson):
    told = answer(web, "My box", "hero Pip", "basic", "3", "leaves", "2", "")
    assert "Taken: card 'Pip'." in told["said"] and not told["refused"]
    assert state(web) == told, "whoever looks sees the same"
    assert "pip" in read_owners(lesson.file, "mycelia").cards


def test_answers_after_one_that_is_refused_are_not_looked_at(web):
    told = answer(web, "My box", "hero Pip", "basic", "99", "leaves", "2", "")
    assert told["refused"] and told["said"] == ["'99' is no number from 2 to 8."]
    assert told["prompt"]["text"].startswith("How many leaves")


def test_a_grid_is_asked_for_as_a_whole(web, lesson):
    grid = answer(web, "My box", "board front", "")["prompt"]["grid"]
    assert (list(grid["letters"]), grid["letters"]["M"], grid["once"]) == (list("LMWS.-"), "moss", ".")
    assert answer(web, "MLWLS", "WSM.W", "LMSLM", "WLMWS", "")["said"] == ["Taken: board 'Front'."]
    assert lesson.talk.content["board"][0]["cells"] == ["MLWLS", "WSM.W", "LMSLM", "WLMWS"]


def test_at_the_end_it_says_whether_the_pack_can_be_played(web, lesson):
    told = answer(web, "My box", "done")
    assert told["prompt"] is None and told["said"] == [f"Kept in {lesson.file}; it can be played: --pack {lesson.file}"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"[1]", b'"hero"', b"\xff", b"[" * 5000, json.dumps(["x"] * (MOST_ANSWERS + 1)).encode(), b" " * (MOST_BYTES + 1)],
)
def test_what_is_no_list_of_answers_is_refused_and_changes_nothing(web, body):
    before = state(web)
    assert refused(web, body) == 400
    assert state(web) == before


def test_a_page_of_somebody_else_may_not_answer(web):
    assert refused(web, b'["x"]', Origin="http://evil.example") == 403
    assert state(web)["prompt"]["text"] == "What is your pack to be called?"


def test_a_disk_that_is_full_is_told_and_the_talk_goes_on(web, lesson):
    lesson.file = lesson.file.parent / "gone" / "mine.toml"
    told = answer(web, "My box")
    assert "cannot be written" in told["said"][0]
    lesson.file.parent.mkdir()
    answer(web, "die", "a, b, c, d, e, f")
    assert read_owners(lesson.file, "mycelia").faces[0] == "a"


# -- at a table ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def ahead(tmp_path):
    return NextPack("mycelia", None, tmp_path / "mine.toml")


@pytest.fixture
def table(ahead):
    page = TeachPage(ahead.lesson, ahead)
    web = WebTable(more=page.routes, links=[LINK])
    web.start()
    yield web
    web.stop()


def play(web, *choice):
    with urlopen(Request(web.address + "teach/play", json.dumps(choice).encode(), method="POST"), timeout=LONGEST_S) as reply:
        return json.loads(reply.read())


def chosen(told):
    return [choice["play"] for choice in told["next"] if choice["chosen"]]


def test_a_page_of_its_own_chooses_nothing(web):
    assert state(web)["next"] == []
    with pytest.raises(HTTPError) as caught:
        play(web, "taught")
    caught.value.close()
    assert caught.value.code == 400


def test_at_a_table_it_chooses_what_the_next_match_is_played_with(table, ahead):
    assert chosen(state(table)) == ["given"]
    refused = play(table, "taught")
    assert refused["refused"] and "nothing is taught yet" in refused["said"][1] and chosen(refused) == ["given"]
    answer(table, "My box", "hero Pip", "basic", "3", "leaves", "2", "")
    assert chosen(play(table, "taught")) == ["taught"] == chosen(state(table))
    assert "pip" in ahead.take(print).cards
    assert chosen(play(table, "given")) == ["given"]


def test_when_all_was_taught_another_visit_goes_on(table):
    assert answer(table, "My box", "done")["prompt"] is None
    get(table, "teach")
    assert state(table)["prompt"]["text"].startswith("What do you want to teach?")


def test_a_file_that_cannot_be_gone_on_with_is_told_until_it_is_mended(table, ahead):
    ahead.file.write_text("[[pack]]\n")
    told = state(table)
    assert told["prompt"] is None and told["refused"] and "mine.toml:1" in told["said"][0]
    assert answer(table, "hero Pip")["said"] == told["said"]
    ahead.file.unlink()
    assert state(table)["prompt"]["text"] == "What is your pack to be called?"
