"""Every op of the engine: what it gives, what it refuses and by which code, and that a refusal changes nothing."""

import io
import json
import random

import pytest

from host.engine import serve
from host.engine_types import LINE_AT_MOST
from shared_rules.record import replay
from tests.host.engine.caller import Caller

FLUSH = {"turned_by": "person", "drops_seen": None, "face_from": "typed"}


@pytest.fixture
def caller():
    return Caller()


def any_answer(question, rng):
    """A legal answer to a question as the engine shows it."""
    match question["kind"]:
        case "choice":
            return rng.choice(question["options"])["answer"]
        case "draw":
            return rng.choice(question["cards"])["answer"]
        case "roll":
            return [rng.choice(faces) for faces in question["faces"]]
        case "flush":
            return {**FLUSH, "face": rng.choice(question["faces"])}
    return True


def play(caller, began, rng, steps=10_000):
    reply = began
    for _ in range(steps):
        if reply["over"]:
            break
        question = rng.choice(reply["questions"])
        answer = any_answer(question, rng)
        where = {"match": began["match"], "line": question["line"], "ticket": question["ticket"]}
        reply = caller.good("answer", **where, answer=answer)
    return reply


def first(reply):
    question = reply["questions"][0]
    return {"match": reply["match"], "line": question["line"], "ticket": question["ticket"]}


def test_games_are_listed_with_their_options(caller):
    reply = caller.good("games")
    assert reply["protocol"] == 1
    (mycelia,) = [game for game in reply["games"] if game["game"] == "mycelia"]
    pieces = next(option for option in mycelia["options"] if option["name"] == "pieces")
    assert pieces == {"name": "pieces", "type": "choice", "values": ["none", "real"], "default": "none"}
    assert {2, 3, 4} <= set(mycelia["seats"])


@pytest.mark.parametrize("seed", [3, None])
def test_a_match_is_played_to_its_end(caller, seed):
    began = caller.new(seed=seed, names=["Ada", "Ben"])
    last = play(caller, began, random.Random(2))
    assert last["over"]
    assert last["questions"] == []
    assert set(last["result"]) == {"winners", "scores", "reason", "outcome"}
    assert caller.refused("answer", match=began["match"], line=0, ticket=1, answer=["end"])["code"] == "over"
    assert caller.refused("correct", match=began["match"], path="shrine", value=0)["code"] == "over"
    assert caller.good("correctable", match=began["match"])["correctable"] == []


def test_with_a_seed_only_people_are_asked_and_chance_repeats(caller):
    one, other = caller.new(seed=5), caller.new(seed=5)
    assert one["questions"] == other["questions"]
    assert {question["kind"] for question in one["questions"]} == {"choice"}
    views = [caller.good("view", match=reply["match"], seat=None)["view"] for reply in (one, other, caller.new(seed=6))]
    assert views[0] == views[1] != views[2]
    assert caller.new(seed=None)["questions"][0]["kind"] == "draw"
    real = caller.new(seed=5, options={"pieces": "real"})
    assert {question["kind"] for question in real["questions"]} == {"confirm"}, "people are asked what only they can do"


def test_what_comes_of_an_answer_is_told_in_words(caller):
    began = caller.new(names=["Ada", "Ben"])
    option = began["questions"][0]["options"][0]
    assert set(option) == {"answer", "label", "help"}
    reply = caller.good("answer", **first(began), answer=option["answer"])
    assert reply["number"] == began["number"] + 1
    played = reply["events"][0]
    assert played["event"] == "card_played"
    assert played["text"].endswith(".")


def turn_ended(caller, began):
    """The reply in which a turn was ended, by whom, and the answer that ended it."""
    reply, rng = began, random.Random(0)
    while True:
        question = reply["questions"][0]
        ends = [option["answer"] for option in question["options"] if option["answer"] == ["end"]]
        where = {"match": began["match"], "line": question["line"], "ticket": question["ticket"]}
        if ends:
            return where, question["seat"]
        reply = caller.good("answer", **where, answer=any_answer(question, rng))


def test_events_and_questions_show_a_seat_only_what_it_may_know(caller):
    drawn = {}
    for looking in ("self", "other", "spectator", "nobody"):
        began = caller.new(seed=9)
        where, seat = turn_ended(caller, began)
        who = {"self": {"seat": seat}, "other": {"seat": 1 - seat}, "spectator": {"seat": None}, "nobody": {}}[looking]
        reply = caller.good("answer", **where, answer=["end"], **who)
        cards = [event for event in reply["events"] if event["event"] == "card_drawn" and event["seat"] == seat]
        drawn[looking] = sum("card" in event for event in cards)
        options = [question.get("options") for question in reply["questions"]]
        assert bool(options[0]) == (looking in ("other", "nobody")), "the other seat is on turn now"
        asked = caller.good("questions", match=began["match"], **who)
        assert [question.get("options") for question in asked["questions"]] == options
    assert drawn["self"] == 3
    assert drawn["other"] == drawn["spectator"] == drawn["nobody"] == 0


def test_a_view_is_a_seats_own(caller):
    match = caller.new()["match"]
    view = caller.good("view", match=match, seat=1)["view"]
    assert [isinstance(seat["hand"], list) for seat in view["seats"]] == [False, True]
    assert all(seat["hand"] is None for seat in caller.good("view", match=match, seat=None)["view"]["seats"])
    assert caller.refused("view", match=match, seat=2)["code"] == "bad_request"
    assert caller.refused("view", match=match)["code"] == "bad_request"


def test_a_state_is_loaded_and_is_the_same_match(caller):
    began = caller.new(seed=None)
    reply = play(caller, began, random.Random(4), 90)
    told = caller.good("state", match=began["match"])
    loaded = caller.good("load", game="mycelia", seats=2, state=told["state"])
    assert loaded["match"] != began["match"]
    assert loaded["questions"] == reply["questions"]
    assert caller.good("state", match=loaded["match"]) == {**told, "id": caller.sent}
    assert caller.refused("undo", match=loaded["match"], to=loaded["number"] - 1)["code"] == "not_allowed"
    ends = [play(caller, {**reply, "match": match["match"]}, random.Random(1)) for match in (began, loaded)]
    assert ends[0]["result"] == ends[1]["result"]
    save = caller.good("export", match=loaded["match"])["lines"]
    assert replay("\n".join(save) + "\n").over


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda s: s["seats"][0]["board"].__setitem__(0, -1), "seats[0].board"),
        (lambda s: s["seats"][1]["board"].pop(), "seats[1].board"),
        (lambda s: s.__setitem__("box", s["box"] + 1), "drops"),
        (lambda s: s["seats"][0]["hand"].append("nobody"), "nobody"),
        (lambda s: s["seats"][0]["hand"].append(s["seats"][1]["discard"][0]), "card"),
        (lambda s: s.__setitem__("shrine", "full"), "shrine"),
        (lambda s: s.__setitem__("active", 7), "active"),
        (lambda s: s["options"].__setitem__("pieces", "real"), "options"),
        (lambda s: s["play"]["lines"].clear(), ""),
        (lambda s: s["play"]["lines"]["0"].__setitem__("asker", ["nothing"]), "play.lines[0]"),
        (lambda s: s["play"]["lines"]["0"].__setitem__("asker", ["your_turn", 9]), "play.lines[0]"),
        (lambda s: s["play"]["lines"]["0"].__setitem__("agenda", [["perform", 0, ["times", 9**9, ["leaves", 1]]]]), "agenda[0]"),
        (lambda s: s["play"]["lines"]["0"].__setitem__("children", 2), "children"),
        (lambda s: s["play"]["lines"]["0"].__setitem__("ticket", 10**6), "ticket"),
        (lambda s: s.pop("showcase"), "showcase"),
    ],
)
def test_a_state_that_breaks_an_invariant_is_refused_with_its_place(caller, change, where):
    began = caller.new()
    play(caller, began, random.Random(4), 40)
    state = caller.good("state", match=began["match"])["state"]
    change(state)
    error = caller.refused("load", game="mycelia", seats=2, state=state)
    assert error["code"] == "bad_state"
    assert where in error["reason"]


def test_an_undo_goes_back_to_a_number(caller):
    began = caller.new()
    state = caller.good("state", match=began["match"])["state"]
    reply = caller.good("answer", **first(began), answer=began["questions"][0]["options"][0]["answer"])
    assert reply["number"] == began["number"] + 1
    back = caller.good("undo", match=began["match"], to=began["number"])
    assert (back["number"], back["over"]) == (began["number"], False)
    assert caller.good("state", match=began["match"])["state"] == state
    assert back["questions"][0]["options"] == began["questions"][0]["options"]
    assert back["events"][0]["event"] == "undone"
    assert caller.refused("answer", **first(began), answer=["end"])["code"] == "not_open"
    assert caller.refused("undo", match=began["match"], to=began["number"] - 1)["code"] == "not_allowed"
    assert caller.refused("undo", match=began["match"], to=-1)["code"] == "not_allowed"
    assert caller.refused("undo", match=began["match"], to="1")["code"] == "bad_request"
    assert caller.good("undo", match=began["match"], to=began["number"])["events"] == [], "there is nothing to undo"
    assert caller.good("undo", match=began["match"], to=2, operator=True)["number"] >= 2


def test_a_save_is_exported_and_played_on(caller):
    rng = random.Random(8)
    began = caller.new(names=["Ada", "Ben"], options={"pieces": "real"})
    play(caller, began, rng, 120)
    number = caller.good("questions", match=began["match"])["number"]
    caller.good("undo", match=began["match"], to=number - 3, operator=True)
    lines = caller.good("export", match=began["match"])["lines"]
    replay("\n".join(lines) + "\n")
    for text in (lines, "\n".join(lines) + "\n"):
        again = caller.good("import", lines=text)
        assert caller.good("export", match=again["match"])["lines"] == lines
        asked = [caller.good("questions", match=match)["questions"] for match in (began["match"], again["match"])]
        assert asked[0] == asked[1]
    for broken in (lines[1:], lines[:-2], [], "", "{}", [*lines[:-1], lines[-1][:-2]]):
        assert caller.refused("import", lines=broken)["code"] == "bad_state"


def test_a_closed_match_is_gone(caller):
    match = caller.new()["match"]
    assert caller.good("close", match=match) == {"ok": True, "id": caller.sent}
    for op in ("close", "questions", "state", "export", "correctable"):
        assert caller.refused(op, match=match)["code"] == "unknown_match"


def test_an_illegal_answer_names_its_rule(caller):
    began = caller.new()
    error = caller.refused("answer", **first(began), answer=["hire", 0])
    assert error["code"] == "illegal"
    assert error["rule"] == "MYC-HIRE-03"
    for wrong in (["play", "nobody"], "play", None, 7, {}, [["play"]], True):
        assert caller.refused("answer", **first(began), answer=wrong)["code"] == "illegal"
    assert caller.refused("answer", **{**first(began), "line": 99}, answer=["end"])["code"] == "not_open"
    assert caller.refused("answer", **{**first(began), "ticket": 1}, answer=["end"])["code"] == "not_open"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess", "seats": 2}, "unknown_game"),
        ({"game": "mycelia", "seats": 9}, "bad_option"),
        ({"game": "mycelia", "seats": -(10**30)}, "bad_option"),
        ({"game": "mycelia", "seats": 2, "options": {"pieces": "paper"}}, "bad_option"),
        ({"game": "mycelia", "seats": 2, "options": {"size": 3}}, "bad_option"),
        ({"game": "mycelia", "seats": 2.0}, "bad_request"),
        ({"game": "mycelia", "seats": True}, "bad_request"),
        ({"game": "mycelia"}, "bad_request"),
        ({"game": "mycelia", "seats": 2, "seed": "x"}, "bad_request"),
        ({"game": "mycelia", "seats": 2, "names": ["Ada"]}, "bad_request"),
        ({"game": "mycelia", "seats": 2, "names": ["A" * 41, "B"]}, "bad_request"),
    ],
)
def test_a_match_that_cannot_be(caller, fields, code):
    assert caller.refused("new", **fields)["code"] == code


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "bad_json"),
        ("{", "bad_json"),
        ("nan", "bad_json"),
        (b"\xff\xfe", "bad_json"),
        ('{"op": "games", "id": "\\ud800"}', "bad_json"),
        ("[" * 100_000, "bad_request"),
        ('{"id":' * 100_000, "bad_json"),
        ("[]", "bad_request"),
        ("3", "bad_request"),
        ("{}", "bad_request"),
        ('{"op": "fly"}', "bad_request"),
        ('{"op": ["games"]}', "bad_request"),
        ('{"op": "games", "id": "' + "x" * LINE_AT_MOST + '"}', "bad_request"),
    ],
)
def test_a_line_that_is_no_request(caller, line, code):
    reply = caller.line(line)
    assert not reply["ok"]
    assert reply["error"]["code"] == code
    assert len(reply["error"]["reason"]) <= 400


@pytest.mark.parametrize("name", [None, 0, 1.5, "x", [1, {"a": None}], 10**30, True])
def test_an_id_of_any_kind_comes_back(caller, name):
    for request in ({"op": "games"}, {"op": "fly"}, {"op": "view", "match": "m9", "seat": 0}):
        reply = caller.line(json.dumps({**request, "id": name}))
        assert (reply["id"], type(reply["id"])) == (name, type(name))


def served(text):
    sink = io.BytesIO()
    serve(io.BytesIO(text), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_lines_are_answered_one_by_one_until_quit():
    replies = served(b'{"op":"games","id":1}\r\n\nno\n{"op":"quit","id":2}\n{"op":"games","id":3}\n')
    assert [(reply["ok"], reply["id"]) for reply in replies] == [(True, 1), (False, None), (False, None), (True, 2)]
    assert [reply["ok"] for reply in served(b'{"op":"games"}')] == [True], "the last line needs no newline"


@pytest.mark.parametrize("more", [-1, 0, 1, 2, 3, LINE_AT_MOST, 3 * LINE_AT_MOST])
def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_not(more):
    line = b'{"op":"games"' + b" " * (LINE_AT_MOST + more - len(b'{"op":"games"}')) + b"}"
    assert len(line) == LINE_AT_MOST + more
    replies = served(line + b'\n{"op":"games","id":4}\n')
    assert [reply["ok"] for reply in replies] == [more <= 0, True]
    assert replies[1]["id"] == 4


def test_a_reader_that_has_gone_ends_the_engine():
    class Gone(io.BytesIO):
        def write(self, data):
            raise BrokenPipeError

    serve(io.BytesIO(b'{"op":"games"}\n' * 3), Gone())
