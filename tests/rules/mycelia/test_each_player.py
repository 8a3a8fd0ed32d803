"""Each Player Receives."""

import pytest

from shared_rules.mycelia import Game
from tests.rules.mycelia.scene import SHRINE, Scene, first
from tests.rules.mycelia.test_preparing import prepared


@pytest.mark.rule("MYC-EACH-01")
def test_all_have_the_same_front_of_the_board():
    match, _ = prepared(4)
    lands = match.view(0)["board"]["lands"]
    assert len(lands) == 20
    assert lands[SHRINE] == "shrine"
    assert all(len(seat.board) == 20 and seat.board[SHRINE] == 0 for seat in match.state.seats)
    assert all(match.view(seat)["board"] == match.view(0)["board"] for seat in range(4))


@pytest.mark.rule("MYC-EACH-02")
def test_everyone_has_one_action_a_and_one_action_b():
    match, _ = prepared(4)
    for seat in match.view(None)["seats"]:
        assert seat["actions"] == [{"action": "a", "used": False}, {"action": "b", "used": False}]


@pytest.mark.rule("MYC-EACH-03")
@pytest.mark.parametrize("side", ["1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b"])
def test_everyone_places_twenty_drops_as_the_setup_card_shows(side):
    match, _ = prepared(3, setup_card=side)
    assert sum(match.pack.setups[side]) == 20
    assert [seat.board for seat in match.state.seats] == [match.pack.setups[side]] * 3


@pytest.mark.rule("MYC-EACH-04")
@pytest.mark.parametrize(("seats", "left"), [(2, 44), (3, 24), (4, 4)])
def test_drops_that_are_not_needed_stay_in_the_box(seats, left):
    assert prepared(seats)[0].state.box == left


@pytest.mark.rule("MYC-EACH-05")
def test_everyone_has_the_six_start_cards_of_an_own_rune():
    match, _ = prepared(4)
    assert len({seat.rune for seat in match.state.seats}) == 4
    for seat in match.state.seats:
        cards = [*seat.hand, *seat.supply.cards()]
        assert sorted(cards) == sorted(match.pack.start_decks[seat.rune])
        assert all(card.startswith(f"{seat.rune}.") for card in cards)


@pytest.mark.rule("MYC-EACH-06")
def test_everyone_shuffles_the_start_cards_and_draws_three():
    _, question = prepared(until="drawn_card")
    assert len(question.cards) == 6, "any of the six may come first"
    match, _ = prepared(3)
    for seat in match.state.seats:
        assert len(seat.hand) == 3
        assert seat.supply.known(0) == [None, None, None], "face down, in an order nobody knows"


@pytest.mark.rule("MYC-EACH-08")
@pytest.mark.parametrize("first_seat", [0, 1, 2])
def test_whoever_the_table_names_gets_the_marker_and_begins(first_seat):
    match = Game.new(3, {"first": f"seat {first_seat}"})
    while next(iter(match.questions.values()))[1].asker != "your_turn":
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, first(question))
    (_, question) = next(iter(match.questions.values()))
    assert (question.seat, match.state.first, match.state.active) == (first_seat, first_seat, first_seat)


@pytest.mark.rule("MYC-R-03")
def test_if_it_is_rolled_the_highest_begins_and_ties_throw_again():
    match = Game.new(3)
    throws = iter([(0, 5), (1, 2), (2, 5), (0, 3), (2, 3), (0, 1), (2, 6)])
    while (question := next(iter(match.questions.values()))[1]).asker != "your_turn":
        line, (ticket, question) = next(iter(match.questions.items()))
        if question.asker == "first_roll":
            seat, face = next(throws)
            assert question.seat == seat
            match.answer(line, ticket, [face])
        else:
            match.answer(line, ticket, first(question))
    assert next(throws, None) is None
    assert question.seat == match.state.first == 2


@pytest.mark.rule("MYC-EACH-09")
def test_turns_go_to_the_left():
    scene = Scene(seats=4)
    order = [scene.question.seat]
    for _ in range(5):
        scene.pass_turn()
        order.append(scene.question.seat)
    assert order == [0, 1, 2, 3, 0, 1]
