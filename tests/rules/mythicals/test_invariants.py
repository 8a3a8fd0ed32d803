"""What must hold at every question of any match, whatever is answered."""

import json
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.mythicals import Game
from shared_rules.mythicals.options import OPTIONS
from shared_rules.mythicals.state import Seat, State
from tests.rules.mythicals.scene import TOKENS, begun, whole_deck
from tests.rules.random_play import some_answer, steps
from tests.rules.unchanged import check_options_are_not_shared, check_save_and_copy

FIELDS_OF_STATE = {
    "options", "seats", "deck", "board", "markers", "face_down", "blocked", "revealed", "reserve", "discard", "daybreak",
    "acquired", "active", "first", "round", "play",
}  # fmt: skip
FIELDS_OF_SEAT = {"hand", "tokens", "markers"}
SWITCHES = [option for option in OPTIONS if option.ruling]


def cards_in(state):
    cards = Counter([*state.deck.cards(), *state.revealed, *state.reserve, *state.discard])
    for seat in state.seats:
        cards.update(seat.hand)
    return cards


def check_conservation(state, light=False):
    cards = cards_in(state)
    assert cards.pop("daybreak", 0) + state.daybreak <= 1
    assert cards == (Counter() if light else whole_deck())
    assert Counter([*state.board, *(token for seat in state.seats for token in seat.tokens)]) == Counter(TOKENS)
    assert state.markers + sum(state.board.values()) + sum(seat.markers for seat in state.seats) == 16
    assert state.markers >= 0
    assert set(state.blocked) <= set(state.board)
    if state.options["markers_per_token"] == "at_most_two":
        assert max(state.board.values(), default=0) <= 2
    if state.options["token_block_with_markers"] == "refused":
        assert not any(state.board[token] for token in state.blocked)
    if state.options["duplicate_card"] == "second_to_opponent" and not state.revealed:
        assert all(len(set(seat.hand)) == len(seat.hand) for seat in state.seats)


@given(
    seed=st.integers(0, 10**6),
    options=st.fixed_dictionaries({option.name: st.sampled_from(option.values) for option in SWITCHES}),
    real=st.booleans(),
)
def test_cards_tokens_and_markers_are_neither_made_nor_lost_under_any_switches(seed, options, real):
    options = {**options, "pieces": "real"} if real and options["hands"] == "open" else options
    match = None
    for match, *_ in steps("mythicals", 2, seed, options):
        check_conservation(match.state)
        assert match.number < 2_000
    check_conservation(match.state)
    result = match.result()
    assert match.over
    assert result.winners
    assert sum(result.scores) <= 118 + 16 * match.pack.marker_points


@given(seed=st.integers(0, 10**6), secret=st.booleans(), real=st.booleans())
def test_light_tracking_keeps_tokens_and_markers_too(seed, secret, real):
    options = {"tracking": "light", "hands": "secret" if secret else "open", "pieces": "real" if real else "none"}
    match = None
    for match, *_ in steps("mythicals", 2, seed, options):
        check_conservation(match.state, light=True)
    assert match.result().winners


@pytest.mark.parametrize("options", [{}, {"pieces": "real"}, {"hands": "secret"}, {"tracking": "light"}, {"start_cards": "chosen"}])
def test_a_save_and_a_copy_are_the_match_at_every_question(options):
    for match, line, ticket, _, answer in steps("mythicals", 2, 3, options):
        check_save_and_copy(match, line, ticket, answer)


def test_the_same_answers_give_the_same_match():
    runs = [[match.save() for match, *_ in steps("mythicals", 2, 7)] for _ in range(2)]
    assert runs[0] == runs[1]


def test_every_field_of_the_state_is_saved_and_copied():
    assert {field.name for field in msgspec.structs.fields(State)} == FIELDS_OF_STATE
    assert {field.name for field in msgspec.structs.fields(Seat)} == FIELDS_OF_SEAT
    saved = json.loads(Game.new(2).save())["state"]
    assert set(saved) == FIELDS_OF_STATE
    assert set(saved["seats"][0]) == FIELDS_OF_SEAT


def test_a_copy_shares_nothing_that_changes():
    match = begun()
    before = match.save()
    state = match.copy().state
    for seat in state.seats:
        for pile in (seat.hand, seat.tokens):
            pile.append("x")
    for pile in (state.blocked, state.revealed, state.reserve, state.discard, state.deck.pools[0]):
        pile.append("x")
    state.board["red_2"] = 9
    state.options["hands"] = "secret"
    state.play.lines.clear()
    assert match.save() == before


def test_options_share_nothing_with_the_match():
    for match, line, _, question, _ in steps("mythicals", 2, 11):
        if question.kind == "choice":
            check_options_are_not_shared(match, line)


def test_random_matches_reach_every_question():
    asked = Counter()
    for seed in range(12):
        for *_, question, _answer in steps("mythicals", 2, seed, {"daybreak_even_round": "yes" if seed % 2 else "no"}):
            asked[question.asker] += 1
    assert set(asked) == {
        "start_card", "first_roll", "your_draw", "revealed_card", "take_revealed", "take_at_daybreak",
        "acquire", "payment", "marking",
    }  # fmt: skip


def test_any_legal_answer_is_taken_and_any_other_refused_in_words():
    for number, (match, line, ticket, question, _) in enumerate(steps("mythicals", 2, 5)):
        if question.kind != "choice" or number % 4:
            continue
        for option in question.options:
            match.copy().answer(line, ticket, option)
        for odd in ([], ["dance"], ["take"], ["take", "red.1"], ["acquire"], ["consolidate", "red_2", True], ["block", 3], 7, {}):
            why = match.why_not(line, ticket, odd)
            assert why is not None
            assert why.reason


def test_chance_answers_what_is_not_a_choice():
    for _, _, _, question, answer in steps("mythicals", 2, 2, {"pieces": "real"}):
        question.check(answer)
        assert some_answer(question, lambda: 0.5) is not None
