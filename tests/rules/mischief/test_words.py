"""Sentences about what happened: people have names, one is one, and a way there and back can be followed."""

import pytest

from shared_rules.mischief import words
from tests.rules.mischief.scene_modes import setting_up

FOUR = ["Ada", "Ben", "Cleo", "Dev"]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ({"event": "turn_began", "team": 1, "seats": [1], "round": 2}, "Round 2: the turn of Ben."),
        ({"event": "turn_began", "team": 0, "seats": [0, 2], "round": 2}, "Round 2: the turn of Ada and Cleo."),
        ({"event": "first_team_found", "team": 1, "seats": [1, 3]}, "The first turn is that of Ben and Dev."),
        ({"event": "scored", "team": 1, "seats": [1], "by": 1, "score": 3}, "Mischief Points of Ben: +1, now 3."),
        ({"event": "match_ended", "team": 0, "winners": [0], "scores": [4, 2]}, "The match is over: 4 : 2. It is won by Ada."),
        ({"event": "time_ran_out", "team": 0, "seat": 0}, "Time is up for Ada."),
        ({"event": "tomes_collected", "name": "Alice", "count": 1, "at": "C5"}, "Alice collects a Tome on C5."),
        ({"event": "tomes_collected", "name": "Alice", "count": 2, "at": "C5"}, "Alice collects 2 Tomes on C5."),
        ({"event": "figure_moved", "name": "Alice", "came_from": "A1", "through": [], "at": "A2"}, "Alice moves from A1 to A2."),
        (
            {"event": "figure_moved", "name": "Alice", "came_from": "A1", "through": ["A2"], "at": "A1"},
            "Alice moves from A1 over A2 to A1.",
        ),
        (
            {"event": "card_shown", "card": "before_2", "move": 3, "stops": ["A1"]},
            "Before Dark card 2 lies face up: the Groundskeeper has 3 points a turn, to A1.",
        ),
        ({"event": "told_to_return", "seat": 1, "count": 1}, "Caught Mythics of Ben that come back: 1."),
        ({"event": "ability_used", "seat": 0, "ability": "glide_perch"}, "Ada: Glide and Perch."),
    ],
)
def test_what_happened_is_told_with_names_and_whole_words(event, text):
    assert words.event_text({"seat": None, **event}, FOUR) == text


def test_alone_the_other_side_is_the_enchanted():
    lost = {"event": "match_ended", "seat": None, "team": 1, "winners": [], "scores": [2, 2]}
    scored = {"event": "scored", "seat": None, "team": 1, "seats": [1], "by": 1, "score": 2}
    assert words.event_text(lost, ["Ada"]) == "The match is over: 2 : 2. It is won by the Enchanted."
    assert words.event_text(scored, ["Ada"]) == "Mischief Points of the Enchanted: +1, now 2."


def test_alone_no_seat_is_told_by_its_number():
    caught = {"event": "told_as_caught", "seat": 1, "team": 1}
    back = {"event": "told_to_return", "seat": None, "count": 1}
    assert words.event_text(caught, ["Ada"]) == "A Mythic of the Enchanted is caught."
    assert words.event_text(back, ["Ada"]) == "An Enchanted comes back."


def test_without_names_seats_are_told_by_their_numbers():
    turn = {"event": "turn_began", "seat": 0, "team": 0, "seats": [0, 2], "round": 2}
    assert words.event_text(turn, []) == "Round 2: the turn of seat 0 and seat 2."


def test_who_begins_is_chosen_between_your_team_and_the_other():
    match = setting_up(2, until="who_first", options={"first": "rolled"})
    question = next(question for _ticket, question in match.questions.values() if question.asker == "who_first")
    labels = {answer[1]: words.label(match, question, answer) for answer in question.options}
    assert labels == {question.seat: "Your team", 1 - question.seat: "The other team"}
