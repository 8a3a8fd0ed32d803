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
from tests.rules.mycelia.test_oracle import some_options
from tests.rules.random_play import steps
from tests.rules.unchanged import check_save_and_copy

FIELDS_OF_STATE = {
    "options", "seats", "showcase", "showcase_supply", "showcase_discard", "box", "die_on", "setup_card", "supply_card",
    "shrine", "tray", "active", "first", "round", "ending", "may_turn", "action_supply", "shrine_fields", "cards_out", "hiring",
    "must", "late", "gwidyon", "lost", "play",
}  # fmt: skip
FIELDS_OF_SEAT = {
    "rune", "board", "supply", "hand", "discard", "leaves", "actions", "used", "given_up", "side", "shrines", "cleared",
    "count",
}  # fmt: skip
FIELDS_OF_GWIDYON = {"drops", "cards", "shown", "chip_removes", "on_turn"}


def played(seed, seats, check, pieces="none", options=None):
    """A match answered at random; `check(match, line, ticket, answer)` is called before each answer is given."""
    rng = random.Random(seed).random
    match = Game.new(seats, {"pieces": pieces, **(options or {})})
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
    piled = state.gwidyon.drops if state.gwidyon else 0
    return sum(sum(seat.board) for seat in state.seats) + state.tray + state.shrine + state.box + piled


def cards_in(state):
    """All cards but action cards, wherever they are: those between showcase and pile, and those that are out, too."""
    cards = Counter([*filter(None, state.showcase), *state.showcase_supply.cards(), *state.showcase_discard, *state.hiring])
    cards.update(card for card in state.cards_out if not card.startswith("action "))
    for seat in state.seats:
        cards.update([*seat.hand, *seat.supply.cards(), *seat.discard])
    return cards


def actions_in(state):
    gone = [card.removeprefix("action ") for card in state.cards_out if card.startswith("action ")]
    return sorted([*state.action_supply, *gone, *(action for seat in state.seats for action in seat.actions)])


def check_things(whole, heroes):
    """A check that nothing is made or lost, and that nothing lies where it cannot."""

    def check(match, line, ticket, answer):
        state, options = match.state, match.state.options
        assert drops_in(state) == 84
        assert cards_in(state) == whole
        assert actions_in(state) == sorted("ab" * len(state.seats) + ("ccddee" if options["expansion"] else ""))
        assert state.shrine_fields + sum(len(seat.shrines) for seat in state.seats) == (2 if options["expansion"] else 0)
        assert 0 <= state.shrine <= state.shrine_full_at
        assert sum(seat.leaves for seat in state.seats) <= 164 or options["leaf_supply_limited"] == "no"
        for seat in state.seats:
            assert min(seat.board) >= 0
            assert all(seat.board[field] == 0 for field in (match.pack.boards[seat.side].shrine, *seat.shrines))
            assert seat.leaves >= 0
            assert len(seat.hand) <= 3
            assert len(seat.actions) <= 4
            assert not Counter(seat.used) - Counter(seat.actions)
        if state.gwidyon:
            assert 0 <= state.gwidyon.drops <= options["gwidyon_drops"]
            assert sorted([*state.gwidyon.cards.cards(), *state.gwidyon.shown]) == sorted(match.pack.solo_cards)

    assert sum(whole.values()) == heroes
    return check


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_made_or_lost_whatever_is_played(seats, seed):
    """Drops, cards, action cards, leaves where they have an end: after every answer, over options of all kinds."""
    options = {} if seed < 2 else {**some_options(f"{seats}/{seed}"), "expansion": seed % 3 != 0}
    pieces = ("none", "real")[seed % 2]
    start = Game.new(seats, options)
    heroes = (70 if start.state.options["expansion"] else 40) + 6 * seats
    match = played(seed, seats, check_things(cards_in(start.state), heroes), pieces, {**options, "pieces": pieces})
    if seats > 1:
        assert match.result().winners
        assert any(seat.cleared for seat in match.state.seats)
    else:
        assert match.result().outcome in ("won", "lost", "shared")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"expansion": True, "boards": "advanced", "bonus_play_on_unanswered": "yes"}])
def test_a_save_and_a_copy_are_the_match_at_every_question(seats, options):
    assert played(seats, seats, check_save_and_copy, "real", options).over


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
        for pile in (seat.hand, seat.discard, seat.actions, seat.used, seat.given_up, seat.shrines):
            pile.append("x")
        seat.supply.put_on_top("x", [0])
        seat.supply.pools[0].append("x")
    for pile in (state.showcase, state.showcase_discard, state.showcase_supply.pools[0], state.action_supply, state.cards_out,
                 state.hiring, state.late, state.gwidyon.shown, state.gwidyon.cards.pools[0]):  # fmt: skip
        pile.append("x")
    state.gwidyon.drops -= 1
    state.options["pieces"] = "real"
    state.play.lines.clear()
    assert match.save() == before


def played_until_choice(seed):
    rng = random.Random(seed).random
    match = Game.new(1, {"expansion": True})
    while not isinstance(next(iter(match.questions.values()))[1], Choice):
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, chance_answer(question, rng))
    return match


ODD = [
    ["skip"], ["end"], ["play"], ["play", 3], ["play", "x"], ["hire"], ["hire", 0], ["hire", 9], ["hire", "x"], ["hire", 0, 0],
    ["action"], ["action", "a"], ["action", "e"], ["action", "z"], ["move"], ["move", 1], ["move", 1, "x"], ["move", "x", 1],
    ["move", -1, 4], ["move", 8, 3], ["move", 4, 4], ["move", 4, 9], ["move", 4.0, 9], ["remove", 4, 99], ["remove", 8, 1],
    ["remove", [], {}], ["remove", 4, None], ["remove_all"], ["around", 1], ["around", "x"], ["around", 99], ["side", 7], ["side"],
    ["take_out", "x"], ["take_out", []], ["give_up", "a"], ["give_up", "z"], ["give_up"], ["shrine_field", 8], ["shrine_field", -1],
    ["shrine_field", {}], ["dance"], [[]], [None], [], None, 3, "end", {"end": 1}, True,
]  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_any_answer_is_taken_or_refused_in_words_and_a_refusal_changes_nothing(seed):
    refused = 0
    for match, *_ in steps("mycelia", 1 + seed % 4, seed, {**some_options(seed), "expansion": seed % 2 == 0}):
        if match.number > 500:
            break
        match.state.seats[match.state.active].leaves += 1
        before = match.save()
        for line, (ticket, question) in match.questions.items():
            for odd in ODD:
                why = match.why_not(line, ticket, odd)
                if why is None:
                    continue
                refused += 1
                assert why.reason
                assert why.rule is None or why.rule.startswith("MYC-"), (question.asker, odd)
        assert match.save() == before
    assert refused > 3000
