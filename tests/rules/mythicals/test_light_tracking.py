"""Light tracking: people keep their cards, the table keeps Daybreak, tokens, markers and the score."""

import pytest

from shared_rules.asking import asked
from shared_rules.mythicals import Game
from tests.rules.mythicals.scene import TOKENS

NAMES = ["Ada", "Ben"]


def begun(**options):
    return Game.new(2, {"tracking": "light", "first": "seat 0", **options})


def ask(match):
    ((line, (ticket, question)),) = match.questions.items()
    return line, ticket, question


def give(match, *answers):
    events = []
    for answer in answers:
        line, ticket, _ = ask(match)
        events += match.answer(line, ticket, answer)
    return [event.name for event in events]


def pass_turn(match, way="reveal"):
    give(match, [way], ["skip"], ["skip"])


def test_nobody_is_asked_for_a_card():
    match = begun()
    assert ask(match)[2].options == [["reveal"], ["reserve"]]
    for seat in (0, 1, None):
        view = match.view(seat)
        assert (view["deck"], view["reserve"], view["discard"]) == (45, None, None)
        assert [one["hand"] for one in view["seats"]] == [None, None]
    assert give(match, ["reserve"]) == ["reserve_taken"]
    assert match.view(0)["deck"] == 45


def test_any_token_of_the_board_is_acquired_on_peoples_word():
    match = begun()
    give(match, ["reveal"])
    assert [option[1] for option in ask(match)[2].options[:-1]] == TOKENS
    assert give(match, ["acquire", "red_5"])[0] == "token_acquired"
    assert ask(match)[2].asker == "marking"
    assert (match.state.seats[0].tokens, match.state.discard) == (["red_5"], [])


def test_the_cheapest_of_a_column_comes_first_here_too():
    match = begun(token_in_column="cheapest_only")
    give(match, ["reveal"])
    assert [option[1] for option in ask(match)[2].options[:-1]] == ["purple_2", "green_2", "red_2", "blue_2", "grey_2", "black_6"]


@pytest.mark.rule("ML-SETUP-07", "ML-END-01")
def test_daybreak_is_asked_for_from_the_thirteenth_reveal_and_must_come_with_the_fifteenth():
    match = begun()
    for _ in range(12):
        pass_turn(match)
    give(match, ["reveal"])
    assert (ask(match)[2].asker, match.state.face_down) == ("light_daybreak", 6)
    give(match, ["no"], ["skip"], ["skip"], ["reveal"], ["no"], ["skip"], ["skip"])
    assert "daybreak_came" in give(match, ["reveal"])
    assert ask(match)[2].asker == "acquire", "one last token"
    assert give(match, ["acquire", "red_2"])[-1] == "match_ended"
    assert match.result().scores == [2, 0]


def test_daybreak_ends_it_earlier_when_people_say_so():
    match = begun()
    for _ in range(12):
        pass_turn(match)
    assert "daybreak_came" in give(match, ["reveal"], ["yes"])
    assert give(match, ["skip"])[-1] == "match_ended"


def test_an_even_round_goes_on_with_what_is_left_of_the_pile():
    match = begun(daybreak_even_round="yes")
    for _ in range(12):
        pass_turn(match)
    give(match, ["reveal"], ["yes"], ["skip"])
    assert ask(match)[2].seat == 1
    assert give(match, ["reveal"]) == ["cards_revealed"], "it has come: nobody is asked for it again"
    give(match, ["skip"])
    assert match.over


def test_real_pieces_are_dealt_and_built_by_people():
    match = begun(pieces="real")
    give(match, True)
    (question,) = asked(match, None, NAMES)
    assert "Deal everyone two cards of different colours" in question["prompt"]
    give(match, True)
    assert ask(match)[2].asker == "light_draw"
