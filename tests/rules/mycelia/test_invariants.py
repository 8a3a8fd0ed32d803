"""What must hold at every question of any match, whatever is answered."""

import json
import random
from collections import Counter

import msgspec
import pytest

from shared_rules.bots.chance import chance_answer
from shared_rules.mycelia import Game
from shared_rules.mycelia.state import Gwidyon, Seat, State
from shared_rules.questions import Choice

FIELDS_OF_STATE = {
    "options", "seats", "showcase", "showcase_supply", "showcase_discard", "box", "die_on", "setup_card", "supply_card",
    "shrine", "tray", "active", "first", "round", "ending", "may_turn", "action_supply", "shrine_fields", "cards_out", "hiring",
    "must", "late", "gwidyon", "lost", "play",
}  # fmt: skip
FIELDS_OF_SEAT = {
    "rune", "board", "supply", "hand", "discard", "leaves", "actions", "used", "given_up", "side", "shrines", "cleared",
}  # fmt: skip
FIELDS_OF_GWIDYON = {"drops", "cards", "shown", "chip_removes", "on_turn"}


def played(seed, seats, check, pieces="none"):
    """A match answered at random; `check(match, line, ticket, answer)` is called before each answer is given."""
    rng = random.Random(seed).random
    match = Game.new(seats, {"pieces": pieces})
    while not match.over:
        questions = list(match.questions.items())
        line, (ticket, question) = questions[int(rng() * len(questions))]
        if isinstance(question, Choice):
            answer = question.options[int(rng() * len(question.options))]
        else:
            answer = chance_answer(question, rng)
        check(match, line, ticket, answer)
        match.answer(line, ticket, answer)
    return match


def drops_in(state):
    return sum(sum(seat.board) for seat in state.seats) + state.tray + state.shrine + state.box


def cards_in(state):
    cards = Counter([*filter(None, state.showcase), *state.showcase_supply.cards(), *state.showcase_discard])
    for seat in state.seats:
        cards.update([*seat.hand, *seat.supply.cards(), *seat.discard])
    return cards


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("pieces", ["none", "real"])
def test_drops_and_cards_are_neither_made_nor_lost(seats, pieces):
    whole = cards_in(Game.new(seats).state)
    assert sum(whole.values()) == 40 + 6 * seats

    def check(match, line, ticket, answer):
        state = match.state
        assert drops_in(state) == 84
        assert cards_in(state) == whole
        assert all(count >= 0 for seat in state.seats for count in seat.board)
        assert all(seat.board[match.pack.board.shrine] == 0 and seat.leaves >= 0 for seat in state.seats)
        assert 0 <= state.shrine <= state.shrine_full_at
        assert all(len(seat.hand) <= 3 and set(seat.used) <= {"a", "b"} for seat in state.seats)

    for seed in range(4):
        match = played(seed, seats, check, pieces)
        assert any(not any(seat.board) for seat in match.state.seats)
        assert match.result().winners


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_save_and_a_copy_are_the_match_at_every_question(seats):
    def check(match, line, ticket, answer):
        data = match.save()
        loaded, copy = Game.load(data, match.pack), match.copy()
        assert loaded.save() == copy.save() == data
        shown = [(number, at, question.kind, question.asker, question.args) for number, (at, question) in match.questions.items()]
        for other in (loaded, copy):
            assert [(n, at, q.kind, q.asker, q.args) for n, (at, q) in other.questions.items()] == shown
            assert other.view(0) == match.view(0)
            other.answer(line, ticket, answer)
        assert loaded.save() == copy.save() != data
        assert match.save() == data, "the match itself has not moved"

    match = played(seats, seats, check, "real")
    assert match.over


def test_the_same_answers_give_the_same_match():
    runs = []
    for _ in range(2):
        saves = []
        played(7, 3, lambda match, line, ticket, answer, saves=saves: saves.append(match.save()))
        runs.append(saves)
    assert runs[0] == runs[1]


def test_every_field_of_the_state_is_saved_and_copied():
    assert {field.name for field in msgspec.structs.fields(State)} == FIELDS_OF_STATE
    assert {field.name for field in msgspec.structs.fields(Seat)} == FIELDS_OF_SEAT
    match = Game.new(2, {"first": "seat 1"})
    saved = json.loads(match.save())["state"]
    assert set(saved) == FIELDS_OF_STATE
    assert set(saved["seats"][0]) == FIELDS_OF_SEAT
    assert saved["gwidyon"] is None
    assert {field.name for field in msgspec.structs.fields(Gwidyon)} == FIELDS_OF_GWIDYON
    assert set(json.loads(Game.new(1).save())["state"]["gwidyon"]) == FIELDS_OF_GWIDYON


def test_a_copy_shares_nothing_that_changes():
    match = played_until_choice(5)
    before = match.save()
    state = match.copy().state
    for seat in state.seats:
        seat.board[0] += 1
        for pile in (seat.hand, seat.discard, seat.actions, seat.used):
            pile.append("x")
        seat.supply.put_on_top("x", [0])
        seat.supply.pools[0].append("x")
    for pile in (state.showcase, state.showcase_discard, state.showcase_supply.pools[0]):
        pile.append("x")
    state.options["pieces"] = "real"
    state.play.lines.clear()
    assert match.save() == before


def played_until_choice(seed):
    rng = random.Random(seed).random
    match = Game.new(2)
    while not isinstance(next(iter(match.questions.values()))[1], Choice):
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, chance_answer(question, rng))
    return match
