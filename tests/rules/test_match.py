"""The kernel, on a toy: lines that fork and join, claims, barriers, tickets, refusals, saves and copies in between."""

import pytest

from shared_rules.content import Pack
from shared_rules.match import BadSave, collect
from shared_rules.questions import IllegalAnswer, NotOpen
from tests.rules import town
from tests.rules.town import TownMatch

PACK = Pack("town", {})


def seats(match):
    return {question.seat: line for line, (_, question) in match.questions.items()}


def give(match, seat, answer):
    line = seats(match)[seat]
    events = match.answer(line, match.questions[line][0], answer)
    again = TownMatch.load(match.save(), PACK)
    assert again.save() == match.save()
    assert seats(again) == seats(match)
    return events


def refuse(match, line, ticket, answer, kind=IllegalAnswer):
    before = match.save()
    why = match.why_not(line, ticket, answer)
    with pytest.raises(kind) as caught:
        match.answer(line, ticket, answer)
    assert match.save() == before
    assert str(why) == str(caught.value)
    return caught.value


@pytest.fixture
def match():
    return TownMatch.new()


def test_several_seats_are_asked_at_the_same_time(match):
    assert set(seats(match)) == {0, 1, 2}


def test_a_claim_lets_only_its_line_and_its_children_act(match):
    give(match, 1, ["go", "inn"])
    assert set(seats(match)) == {1}
    give(match, 1, ["left"])
    assert set(seats(match)) == {0}, "the gift is asked on a child of the line that acts alone"
    give(match, 0, ["take", 1])
    assert set(seats(match)) == {0, 1, 2}


def test_children_that_ask_nothing_all_run_before_their_parent_goes_on(match):
    give(match, 1, ["go", "inn"])
    give(match, 1, ["left"])
    assert match.state.log == ["1 left", "leaf 7", "leaf 8", "leaf 7", "leaf 8"]


def test_a_question_is_asked_anew_after_every_answer(match):
    give(match, 1, ["go", "inn"])
    give(match, 1, ["left"])
    give(match, 0, ["leave"])
    line = seats(match)[0]
    assert match.questions[line][1].options == [["go", "mill"], ["go", "well"]]


def test_a_ticket_is_renewed_only_when_its_line_asks_again(match):
    before = {line: ticket for line, (ticket, _) in match.questions.items()}
    give(match, 1, ["go", "inn"])
    give(match, 1, ["left"])
    give(match, 0, ["leave"])
    after = {question.seat: ticket for ticket, question in match.questions.values()}
    first, second = (seats(match)[seat] for seat in (0, 1))
    assert after[0] == before[first]
    assert after[1] != before[second]
    refuse(match, second, before[second], ["take back"], NotOpen)


@pytest.mark.parametrize("wrong", [["take", True], ["take", 1.0], ["take"], "take", None, 5, [["take"], 1], {}])
def test_an_answer_that_is_not_an_option_changes_nothing(match, wrong):
    give(match, 1, ["go", "inn"])
    give(match, 1, ["left"])
    line = seats(match)[0]
    refuse(match, line, match.questions[line][0], wrong)


def test_a_refusal_names_the_rule_where_the_game_names_one(match):
    give(match, 1, ["go", "inn"])
    give(match, 1, ["left"])
    give(match, 0, ["leave"])
    line = seats(match)[0]
    assert refuse(match, line, match.questions[line][0], ["go", "inn"]).rule == "TOWN-01"
    assert refuse(match, line, match.questions[line][0], ["fly"]).rule is None
    assert match.why_not(line, match.questions[line][0], ["go", "mill"]) is None


def test_a_line_that_does_not_exist_is_not_open(match):
    refuse(match, 99, 1, ["go", "inn"], NotOpen)


def test_a_barrier_may_be_left_until_the_last_one_is_there(match):
    for seat, place, gifted in ((0, "mill", 1), (1, "inn", 0)):
        give(match, seat, ["go", place])
        give(match, seat, ["right"])
        give(match, gifted, ["leave"])
    give(match, 0, ["take back"])
    assert match.questions[seats(match)[0]][1].options == [["take back"]], "it came to the barrier again"
    give(match, 2, ["go", "well"])
    give(match, 2, ["left"])
    give(match, 0, ["leave"])
    assert [question.kind for _, question in match.questions.values()] == ["roll"], "the evening comes when all are there"


def evening():
    match = TownMatch.new()
    for seat, place, gifted in ((0, "mill", 1), (1, "inn", 0), (2, "well", 0)):
        give(match, seat, ["go", place])
        give(match, seat, ["right"])
        give(match, gifted, ["leave"])
    return match


@pytest.mark.parametrize("wrong", [[1], [1, 2], [4, "sun"], [True, "sun"], [1.0, "sun"], "sun", [1, "sun", 1], None])
def test_dice_show_only_their_own_faces(wrong):
    match = evening()
    refuse(match, 0, match.questions[0][0], wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"turned_by": "wind"},
        {"face": "star"},
        {"face_from": "guessed"},
        {"drops_seen": -1},
        {"drops_seen": True},
        {"more": 1},
    ],
)
def test_a_flush_tells_who_turned_and_what_was_seen(wrong):
    match = evening()
    give(match, None, [3, "moon"])
    good = {"turned_by": "board", "drops_seen": 4, "face": "sun", "face_from": "rolled"}
    refuse(match, 0, match.questions[0][0], {**good, **wrong})
    refuse(match, 0, match.questions[0][0], {"face": "sun"})
    give(match, None, {**good, "drops_seen": None})
    assert match.state.log[-1] == "swept sun"


def test_a_match_ends_when_nothing_is_left_and_counts_its_answers():
    match = evening()
    assert not match.over
    assert match.result() is None
    give(match, None, [3, "moon"])
    give(match, None, {"turned_by": "person", "drops_seen": None, "face": "moon", "face_from": "typed"})
    refuse(match, 0, match.questions[0][0], 1)
    match.answer(0, match.questions[0][0], True)
    assert match.over
    assert match.number == 12
    assert match.result().winners == [0]
    assert not match.questions


def test_a_secret_is_told_only_to_those_it_is_for(match):
    (event,) = give(match, 1, ["go", "inn"])
    assert event.told_to(1) == {"event": "went", "seat": 1, "place": "inn", "purse": 7}
    assert event.told_to(0) == event.told_to(None) == {"event": "went", "seat": 1, "place": "inn"}
    assert event.whole()["secret"] == {"purse": 7}


def test_a_copy_goes_its_own_way(match):
    before = match.save()
    other = match.copy()
    give(other, 1, ["go", "inn"])
    assert match.save() == before
    give(match, 1, ["go", "inn"])
    assert match.save() == other.save()


def test_a_save_of_something_else_is_refused_in_words(match):
    good = match.save()
    for bad, word in (
        (good[:-9], "not a whole save"),
        (good.replace(b'"town"', b'"tower"', 1), "game"),
        (good.replace(b'"rules_version":"1"', b'"rules_version":"0"'), "rules version"),
        (good.replace(PACK.hash.encode(), b"0" * 16), "content"),
        (b"\xff\xfe", "not a whole save"),
    ):
        with pytest.raises(BadSave, match=word):
            TownMatch.load(bad, PACK)


def test_two_steps_of_one_name_are_found_at_once():
    with pytest.raises(ValueError, match="two steps are called"):
        collect(town, town)
