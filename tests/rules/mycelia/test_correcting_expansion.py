"""What the expansion brings can be set right too: action cards below a board, and additional shrine fields on it."""

import random

import pytest

from shared_rules.asking import TABLE
from shared_rules.correction import corrected
from shared_rules.mycelia import Game, words
from shared_rules.questions import IllegalAnswer
from tests.rules.mycelia.light_scene import Light
from tests.rules.mycelia.scene import Scene
from tests.rules.random_play import steps

NAMES = ["Ada", "Ben"]


def expansion(**how):
    return Scene(options={"expansion": True}, **how).match


def texts(events):
    return [words.event_text(event.told_to(None), NAMES) for event in events]


def test_an_action_card_is_where_people_say_it_is():
    match, events = corrected(expansion(), "seats/0/action c", 2)
    assert match.state.seats[0].actions == ["a", "b", "c", "c"] and match.state.action_supply == ["d", "d", "e", "e"]
    assert texts(events) == ["Corrected: Ada: action cards c 2, not 0."]
    match, _ = corrected(match, "seats/0/used c", 2)
    match, _ = corrected(match, "seats/0/action c", 1)
    assert (match.state.seats[0].actions, match.state.seats[0].used) == (["a", "b", "c"], ["c"])
    assert match.state.action_supply == ["c", "d", "d", "e", "e"]
    match, _ = corrected(match, "seats/0/action a", 0)
    assert match.state.cards_out == ["action a"]
    match, _ = corrected(match, "seats/0/action a", 1)
    assert (match.state.cards_out, sorted(match.state.seats[0].actions)) == ([], ["a", "b", "c"])


@pytest.mark.rule("MYC-XACT-02", "MYC-COMP-04")
def test_nobody_is_given_more_action_cards_than_there_are_or_than_four():
    match = expansion()
    for value in (3, -1):
        with pytest.raises(IllegalAnswer, match="from 0 to 2"):
            corrected(match, "seats/0/action c", value)
    match, _ = corrected(match, "seats/0/action c", 2)
    with pytest.raises(IllegalAnswer, match="from 0 to 0"):
        corrected(match, "seats/0/action d", 1)
    with pytest.raises(IllegalAnswer, match="from 0 to 0"):
        corrected(match, "seats/1/action c", 1)


@pytest.mark.rule("MYC-XACT-11", "MYC-COMP-08")
def test_a_shrine_field_is_laid_or_taken_away_on_peoples_word():
    match = expansion(drops={9: 2, 4: 30})
    box = match.state.box
    match, events = corrected(match, "seats/0/shrines/9", True)
    assert texts(events) == ["Corrected: Ada: shrine field on row 2, column 5 yes, not no."]
    seat = match.state.seats[0]
    assert (seat.shrines, match.state.shrine_fields, seat.board[9], match.state.box) == ([9], 1, 0, box + 2)
    match, _ = corrected(match, "seats/1/shrines/0", True)
    with pytest.raises(IllegalAnswer):
        corrected(match, "seats/0/shrines/1", True)
    match, _ = corrected(match, "seats/0/shrines/9", False)
    assert (match.state.seats[0].shrines, match.state.shrine_fields) == ([], 1)


def test_a_board_whose_last_drops_lie_under_it_is_clear():
    match, events = corrected(expansion(drops={9: 1}), "seats/0/shrines/9", True)
    assert match.state.seats[0].cleared and [event.name for event in events] == ["put_right", "board_cleared"]


def test_with_light_tracking_the_fields_can_be_set_and_without_the_expansion_none():
    match, _ = corrected(Light(2, options={"expansion": True}).match, "seats/1/shrines/3", True)
    assert (match.state.seats[1].shrines, match.state.seats[1].drops) == ([3], 20)
    for plain in (Scene().match, Light(2).match):
        assert not [item for item in plain.correctable(TABLE) if "shrines" in item["path"] or item["path"].endswith("action c")]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_set_nothing_is_made_or_lost(seed):
    rng, tried = random.Random(seed), 0
    new = Game.new(2, {"expansion": True})
    for match, *_ in steps("mycelia", 2, seed, {"expansion": True}):
        items = [item for item in match.correctable(TABLE) if item["what"].startswith(("action", "shrine field"))]
        if match.number % 5 or not items:
            continue
        item = rng.choice(items)
        values = item.get("values") or list(range(item["range"][0], item["range"][1] + 1))
        try:
            after, _ = corrected(match, item["path"], rng.choice(values))
        except IllegalAnswer as why:
            assert "nobody could answer" in why.reason
            continue
        assert after.problems(new) == []
        tried += 1
    assert tried > 20
