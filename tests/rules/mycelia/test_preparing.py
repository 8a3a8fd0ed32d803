"""Preparing to Play, and what a deck is."""

import json

import pytest

from shared_rules.mycelia import Game
from shared_rules.options import BadOption
from shared_rules.questions import Draw
from tests.rules.mycelia.scene import Scene, first


def prepared(seats=2, until=None, options=None, **answers):
    """A match answered by chance up to the first turn, or to the question of the asker `until`. `answers` by asker."""
    match = Game.new(seats, {"first": "seat 0", **(options or {})})
    while True:
        line, (ticket, question) = next(iter(match.questions.items()))
        if question.asker in ("your_turn", until):
            return match, question
        match.answer(line, ticket, answers.get(question.asker) or first(question))


@pytest.mark.rule("MYC-SHR-01")
def test_the_shrine_starts_empty_in_its_start_position_and_is_so_after_a_clearing():
    match, _ = prepared()
    assert (match.state.shrine, match.state.die_on) == (0, 2)
    scene = Scene(shrine=10)
    scene.end()
    scene.settle()
    assert (scene.state.shrine, scene.state.die_on) == (0, 2)


@pytest.mark.rule("MYC-DECK-01")
def test_the_deck_begins_with_the_start_cards_and_grows_only_by_hiring():
    scene = Scene(leaves=8, hand=[])
    seat = scene.seat()
    before = sorted([*seat.hand, *seat.supply.cards(), *seat.discard])
    hired = scene.state.showcase[0]
    scene.choose("hire", 0)
    scene.next_turns(4)
    seat = scene.seat()
    assert sorted([*seat.hand, *seat.supply.cards(), *seat.discard]) == sorted([*before, hired])


@pytest.mark.rule("MYC-DECK-02")
def test_the_deck_goes_round_from_supply_to_hand_to_discard_and_back():
    scene = Scene(hand=["sickle.pocket_leaf"] * 3, supply=["hero", "hero", "hero"])
    scene.pass_turn()
    assert scene.seat().hand == ["hero", "hero", "hero"]
    assert scene.seat().discard == ["sickle.pocket_leaf"] * 3
    scene.next_turns(2)
    seat = scene.seat()
    assert seat.discard == [], "the discard pile has become the supply pile"
    assert len(seat.hand) == 3
    assert sorted([*seat.hand, *seat.supply.cards()]) == ["hero"] * 3 + ["sickle.pocket_leaf"] * 3


@pytest.mark.rule("MYC-PREP-01")
def test_two_to_four_play():
    for seats in (2, 3, 4):
        assert len(prepared(seats)[0].state.seats) == seats
    for seats in (0, -1, 5):
        with pytest.raises(BadOption, match="2 to 4"):
            Game.new(seats)


@pytest.mark.rule("MYC-PREP-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_die_goes_on_the_opening_of_the_number_of_players(seats):
    match = Game.new(seats, {"pieces": "real"})
    (_, question) = next(iter(match.questions.values()))
    assert question.task == {"what": "die_back", "opening": seats, "box": 0}
    assert prepared(seats)[0].state.die_on == seats


@pytest.mark.rule("MYC-PREP-03", "MYC-R-02")
def test_one_supply_card_comes_at_random_and_serves_all_game():
    _, question = prepared(until="supply_card")
    assert isinstance(question, Draw)
    assert sorted(question.cards) == ["1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b"], "any card, either side"
    match, _ = prepared(supply_card="3b")
    assert match.state.supply_card == "3b"
    scene = Scene(shrine=10, supply_card="3b")
    for side in ("3a", "3b"):
        scene.end()
        scene.settle()
        assert scene.state.supply_card == side
        scene.load(json.loads(scene.match.save().replace(b'"shrine":0', b'"shrine":10')))
        scene.change_seat(scene.state.active, hand=[])


@pytest.mark.rule("MYC-PREP-04")
def test_five_heroes_of_forty_shuffled_ones_are_laid_open():
    _, question = prepared(until="showcase_card")
    assert len(question.cards) == 40
    match, _ = prepared()
    showcase = match.state.showcase
    assert len([card for card in showcase if card]) == 5
    assert len(match.state.showcase_supply) == 35
    assert match.view(None)["showcase"] == showcase
    assert sorted([*showcase, *match.state.showcase_supply.cards()]) == sorted(match.pack.basic_deck)
    assert match.state.showcase_supply.known(0) == [None] * 35, "face down"


@pytest.mark.rule("MYC-PREP-05", "MYC-EACH-07")
def test_all_leaves_are_in_the_general_supply_and_nobody_begins_with_any():
    match, _ = prepared(4)
    assert [seat.leaves for seat in match.state.seats] == [0, 0, 0, 0]


@pytest.mark.rule("MYC-PREP-06")
def test_one_side_of_one_setup_card_is_drawn_for_everyone():
    _, question = prepared(until="setup_card")
    assert isinstance(question, Draw)
    assert sorted(question.cards) == ["1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b"]
    match, _ = prepared(4, setup_card="2b")
    assert [seat.board for seat in match.state.seats] == [match.pack.setups["2b"]] * 4


@pytest.mark.rule("MYC-PREP-07")
def test_the_setup_card_does_nothing_after_the_setup():
    futures = []
    for card in ("1a", "4b"):
        scene = Scene(setup_card=card, shrine=10).next_turns(4)
        futures.append(json.loads(scene.match.save())["state"] | {"setup_card": ""})
    assert futures[0] == futures[1]
