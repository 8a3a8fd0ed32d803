"""Contents: what the box holds and the pack tells of it."""

import pytest

from shared_rules.mycelia import Game
from shared_rules.mycelia.pack import house_pack
from shared_rules.questions import Choice, Flush
from tests.rules.mycelia.scene import Scene, first


@pytest.mark.rule("MYC-COMP-02", "MYC-COMP-03")
def test_there_are_four_supply_cards_and_four_setup_cards_with_two_sides_each():
    pack = house_pack()
    sides = {f"{number}{side}" for number in (1, 2, 3, 4) for side in "ab"}
    assert set(pack.supplies) == set(pack.setups) == sides


@pytest.mark.rule("MYC-COMP-06")
def test_the_one_die_is_the_shrines_and_has_six_sides():
    scene = Scene(shrine=10)
    scene.end()
    assert isinstance(scene.question, Flush)
    assert len(scene.question.faces) == 6
    assert all(set(side) == set(scene.question.faces) for side in scene.pack.supplies.values())


@pytest.mark.rule("MYC-COMP-07")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_eighty_drops_and_four_spare_ones_twenty_for_each_player(seats):
    match = Game.new(seats)
    while not isinstance(question := next(iter(match.questions.values()))[1], Choice):
        line, (ticket, question) = next(iter(match.questions.items()))
        answer = first(question)
        if question.asker == "first_roll":
            answer = [6 if question.seat == 0 else 1]
        match.answer(line, ticket, answer)
    assert [sum(seat.board) for seat in match.state.seats] == [20] * seats
    assert match.state.box == 80 + 4 - 20 * seats


@pytest.mark.rule("MYC-COMP-09", "MYC-EACH-10")
def test_there_are_four_runes_of_six_start_cards_and_twenty_pairs_of_heroes():
    pack = house_pack()
    assert len(pack.start_decks) == 4
    for rune, deck in pack.start_decks.items():
        assert len(deck) == 6
        assert {card.partition(".")[0] for card in deck} == {rune}, "the rune on a card tells its set"
    assert len(pack.basic_deck) == 40
    assert len(set(pack.basic_deck)) == 20
    assert all(pack.basic_deck.count(card) == 2 for card in pack.basic_deck)
