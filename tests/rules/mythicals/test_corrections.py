"""The table is right: what people may set, what a state from elsewhere may not be, and what is put back after an undo."""

import json

import pytest

from shared_rules.asking import TABLE
from shared_rules.correction import corrected
from shared_rules.history import History, put_back
from shared_rules.loading import BadState, loaded
from shared_rules.mythicals import Game, words
from shared_rules.questions import IllegalAnswer
from shared_rules.record import Entry
from tests.rules.mythicals.scene import Scene, names_of
from tests.rules.mythicals.test_invariants import check_conservation
from tests.rules.random_play import steps


def paths(match, seat=TABLE):
    return {item["path"]: item for item in match.correctable(seat)}


def test_every_value_that_is_listed_can_be_set_and_loses_nothing():
    scene = Scene(hand=["red.1", "red.2"], theirs=["red.1"], reserve=["blue.5"], taken=(["red_5", "grey_2"], ["red_4"]), got=(2, 1),
                  on={"blue_2": 1}, blocked=["blue_3"], left=40)  # fmt: skip
    assert scene.match.correctable(TABLE)
    for item in scene.match.correctable(TABLE):
        assert item["text"]
        for value in item.get("values") or range(item["range"][0], item["range"][1] + 1):
            try:
                after, events = corrected(scene.match, item["path"], value)
            except IllegalAnswer as error:
                assert "nobody could answer" in error.reason
                continue
            check_conservation(after.state)
            assert paths(after)[item["path"]]["value"] == value
            assert [event.name for event in events] == ["put_right"]
            assert words.event_text(events[0].told_to(None), ["Ada", "Ben"]).startswith("Corrected: ")
            assert after.number == scene.match.number + 1


def test_a_card_that_lies_elsewhere_is_moved():
    scene = Scene(hand=["red.1"], theirs=["blue.2"], reserve=["blue.5"], left=45)
    after, _ = corrected(scene.match, "cards.red.1", "reserve")
    assert (after.state.seats[0].hand, after.state.reserve) == ([], ["blue.5", "red.1"])
    assert next(iter(after.questions.values()))[1].options == [["reveal"], ["take", ["red.1"]], ["take", ["blue.5"]]]


def test_what_would_leave_a_question_without_an_answer_is_refused():
    scene = Scene(at="acquire", hand=["red.1", "red.2", "red.3"]).choose("acquire", "red_2")
    with pytest.raises(IllegalAnswer, match="nobody could answer"):
        corrected(scene.match, "tokens.red_2", "seat 1")
    with pytest.raises(IllegalAnswer, match="whole number"):
        corrected(scene.match, "markers.red_2", 3)
    with pytest.raises(IllegalAnswer, match="not among"):
        corrected(scene.match, "cards.daybreak", "reserve")


def test_a_seat_is_offered_no_correction_that_tells_a_secret():
    scene = Scene(taken=(["red_5", "grey_2"], ["red_4", "red_3"]), hand=["red.1"], options={"hands": "secret"})
    assert not any(path.startswith("cards.") for path in paths(scene.match))
    assert {"tokens.grey_2", "tokens.red_3"} <= set(paths(scene.match, 0))
    assert not {"tokens.red_5", "tokens.red_4"} & set(paths(scene.match, 0))
    assert "seats.1.hand" not in {piece["path"] for piece in scene.match.standing(0)}
    assert "seats.1.hand" in {piece["path"] for piece in scene.match.standing(TABLE)}


def test_light_tracking_lets_people_set_the_number_of_cards():
    match = Game.new(2, {"tracking": "light", "first": "seat 0"})
    after, _ = corrected(match, "deck", 3)
    assert after.view(None)["deck"] == 3


def test_undoing_a_token_says_what_to_put_back():
    scene = Scene(at="acquire", hand=["red.1", "red.2"], on={"red_2": 1}, taken=(["blue_5"], []))
    history = History(scene.match)
    line, ticket, _ = scene.open
    answer = ["acquire", "red_2"]
    number = scene.match.number + 1
    history.take(Entry(number=number, line=line, ticket=ticket, answer=answer, by="seat 0", source="panel", events=[]))
    tasks = {piece["path"]: (piece["value"], piece["was"]) for piece in put_back(history.match, history.at(history.first), 0)}
    hands = [names_of(cards) for cards in tasks.pop("seats.0.hand")]
    assert hands == [["red.1", "red.2"], []]
    assert tasks == {
        "tokens.red_2": ("board", "taken"), "seats.0.tokens": (1, 2), "seats.0.markers": (0, 1),
        "discard": (0, 2), "markers.red_2": (1, None), "blocked.red_2": (False, None),
    }  # fmt: skip


def test_corrections_and_undoing_are_told_as_people_speak():
    scene = Scene(hand=["red.1"], reserve=["blue.5"], at="acquire")
    names = ["Ada", "Ben"]
    _, events = corrected(scene.match, "cards.red.1", "seat 1")
    assert words.event_text(events[0].told_to(0), names) == "Corrected: red triangle 1 Ben, not Ada."
    _, events = corrected(scene.match, "blocked.red_2", True)
    assert words.event_text(events[0].told_to(0), names) == "Corrected: red triangle suite of 2 blocked yes, not no."
    _, events = corrected(scene.match, "seats.1.markers", 2)
    assert words.event_text(events[0].told_to(0), names) == "Corrected: Ben: markers 2, not 0."
    scene = Scene(at="acquire", hand=["red.1", "red.2"])
    history = History(scene.match)
    line, ticket, _ = scene.open
    number = scene.match.number + 1
    history.take(
        Entry(number=number, line=line, ticket=ticket, answer=["acquire", "red_2"], by="seat 0", source="panel", events=[])
    )
    _, (event,) = history.taken_back(history.first, 0)
    text = words.event_text(event.told_to(0), names)
    assert text.startswith("Ada takes back the last answer.")
    assert "red triangle suite of 2 on the board, now taken" in text
    assert "Ada: collection red triangle 1 and 2, now none" in text


def state_of(match):
    return json.loads(match.save())["state"]


def test_a_state_of_any_moment_can_be_loaded_and_played_on():
    for number, (match, *_) in enumerate(steps("mythicals", 2, 4)):
        if number % 5 == 0:
            again = loaded(Game.new(2), state_of(match))
            assert again.view(0) == match.view(0)
            assert again.questions.keys() == match.questions.keys()


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda s: s["seats"].append(s["seats"][0]), "seats"),
        (lambda s: s.update(active=2), "active"),
        (lambda s: s.update(round=0), "round"),
        (lambda s: s["reserve"].append("red.1"), ""),
        (lambda s: s["seats"][0]["hand"].pop(), ""),
        (lambda s: s.update(daybreak=True), "daybreak"),
        (lambda s: s.update(face_down=3), "face_down"),
        (lambda s: s["deck"]["layers"][0].update(size=30), "deck"),
        (lambda s: s["deck"]["layers"][0].update(pool=4), "deck.layers[0]"),
        (lambda s: s.update(revealed=["red.1"] * 4), "revealed"),
        (lambda s: s["board"].pop("red_2"), "board"),
        (lambda s: s["blocked"].append("gold_2"), "blocked"),
        (lambda s: s.update(markers=15), "markers"),
        (lambda s: (s["board"].update(red_3=3), s.update(markers=13)), "board"),
        (lambda s: s["play"]["lines"]["0"]["agenda"].append(["reveal", 2]), "play.lines[0].agenda[3]"),
        (lambda s: s["play"]["lines"]["0"].update(asker=["payment", 0, "gold_2"]), "play.lines[0].asker"),
        (lambda s: s["play"]["lines"]["0"].update(asker=["payment", 0, "red_2"]), "play.lines[0].asker"),
        (lambda s: s["play"]["lines"]["0"].update(asker=["duplicates_handed", 0, 1, ["gold.2"]]), "play.lines[0].asker"),
        (lambda s: s["play"]["lines"]["0"].update(asker=["first_roll", [0, 1], [7]]), "play.lines[0].asker"),
        (lambda s: s["play"]["lines"]["0"].update(asker=["first_roll", [], []]), "play.lines[0].asker"),
    ],
)
def test_a_state_that_cannot_be_is_refused_with_its_place(change, path):
    match = Scene(hand=["green.1", "blue.1"], theirs=["green.2", "blue.2"], left=45).match
    state = state_of(match)
    change(state)
    with pytest.raises(BadState) as caught:
        loaded(Game.new(2, {"first": "seat 0"}), state)
    assert caught.value.path == path, caught.value


def test_a_light_state_knows_no_cards():
    match = Game.new(2, {"tracking": "light", "first": "seat 0"})
    state = state_of(match)
    state["reserve"] = ["red.1"]
    with pytest.raises(BadState, match="no cards"):
        loaded(Game.new(2, {"tracking": "light", "first": "seat 0"}), state)
    state = {**state_of(match), "face_down": 49}
    with pytest.raises(BadState, match="draw pile"):
        loaded(Game.new(2, {"tracking": "light", "first": "seat 0"}), state)
