"""What must hold at every question of any match, whatever is answered."""

import json
import random
from collections import Counter

import msgspec
import pytest

from shared_rules.bots.chance import chance_answer
from shared_rules.mycelia import Game
from shared_rules.mycelia.state import Seat, State
from shared_rules.questions import Choice

FIELDS_OF_STATE = {
    "options", "seats", "showcase", "showcase_supply", "showcase_discard", "box", "die_on", "setup_card", "supply_card",
    "shrine", "tray", "active", "first", "round", "ending", "play",
}  # fmt: skip
FIELDS_OF_SEAT = {"rune", "board", "supply", "hand", "discard", "leaves", "actions", "used"}


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


# -- an oracle, written anew from the rulebook with rows and columns ------------------------------------------------------


def beside(place):
    row, column = place
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {(r, c) for r, c in around if 0 <= r < 4 and 0 <= c < 5}


def legal(match, question):
    """The options of a question about fields as the rulebook has them, as a set of tuples; None for other questions."""
    rows = ["MLWLS", "WSM.W", "LMSLM", "WLMWS"]
    letter = {"leaf": "L", "moss": "M", "water": "W"}
    seat = match.state.seats[question.args[0]]
    held = {(field // 5, field % 5): count for field, count in enumerate(seat.board)}
    number = {place: place[0] * 5 + place[1] for place in held}

    def fits(place, land, need, exact):
        right_land = rows[place[0]][place[1]] in ("LMWS" if land == "any" else letter[land])
        return right_land and (held[place] == need if exact else held[place] >= need)

    def moves(places):
        return {("move", number[place], number[to]) for place in places if held[place] for to in beside(place)}

    match question.asker, question.args:
        case "action_b", _:
            return moves(held)
        case "move_from", [_, [_, _, _, land, need, exact], _]:
            return moves(place for place in held if fits(place, land, need, exact)) | {("skip",)}
        case "move_next", [_, field, _]:
            return moves([divmod(field, 5)]) | {("skip",)}
        case "remove_from", [_, [_, _, high, land, need, exact, more], _]:
            found = {("skip",)}
            for place in held:
                if fits(place, land, need, exact):
                    least = 0 if more and any(held[other] for other in beside(place)) else 1
                    found |= {("remove", number[place], n) for n in range(least, min(high, held[place]) + 1)}
            return found
        case "beside", [_, field]:
            return {("remove", number[other], 1) for other in beside(divmod(field, 5)) if held[other]} | {("skip",)}
        case "around_field", [_, [_, land], _]:
            chosen = {p for p in held if fits(p, land, 0, False) and any(held[other] for other in beside(p))}
            return {("around", number[place]) for place in chosen} | {("skip",)}
    return None


def test_options_on_fields_are_those_of_the_rulebook():
    asked = Counter()

    def check(match, line, ticket, answer):
        question = match.questions[line][1]
        if isinstance(question, Choice) and (wanted := legal(match, question)) is not None:
            options = [tuple(option) for option in question.options]
            assert set(options) == wanted, (question.asker, question.args)
            assert len(options) == len(wanted)
            asked[question.asker] += 1

    for seed in range(6):
        played(seed, 4, check)
    assert set(asked) == {"action_b", "move_from", "move_next", "remove_from", "beside", "around_field"}
