"""Game Variations: the backs of the boards."""

import json

import pytest

from shared_rules.mycelia import Game
from shared_rules.mycelia.pack import house_pack
from shared_rules.questions import Draw
from tests.rules.mycelia.oracle import Oracle
from tests.rules.mycelia.scene import Scene, drops_on, first, flush_answer
from tests.rules.mycelia.test_preparing import prepared

BACKS = ["ridge", "marsh", "grove", "hollow"]
ADVANCED = {"boards": "advanced"}


@pytest.mark.rule("MYC-COMP-01")
def test_there_are_four_backs_that_all_differ_beside_the_front():
    boards = Oracle().boards
    assert set(boards) == {"front", *BACKS}
    assert len({tuple(cells) for cells in boards.values()}) == 5
    for cells in boards.values():
        letters = "".join(cells)
        assert (len(letters), letters.count("."), set(letters)) == (20, 1, set("LMWS."))
    assert house_pack().backs == BACKS


@pytest.mark.rule("MYC-VAR-01")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_with_advanced_boards_everyone_has_another_back(seats):
    match, _ = prepared(seats, options=ADVANCED)
    sides = [seat["side"] for seat in match.view(None)["seats"]]
    assert len(set(sides)) == seats
    assert set(sides) <= set(BACKS)
    letters = {"leaf": "L", "moss": "M", "water": "W", "soil": "S", "shrine": "."}
    for seat in match.view(None)["seats"]:
        assert "".join(letters[land] for land in seat["board"]["lands"]) == "".join(Oracle().boards[seat["side"]])
    assert all(seat.side == "front" for seat in prepared(seats)[0].state.seats)


@pytest.mark.rule("MYC-VAR-01")
def test_any_back_may_come_and_none_twice():
    _, question = prepared(2, until="board_drawn", options=ADVANCED)
    assert isinstance(question, Draw)
    assert question.cards == BACKS
    match = Game.new(2, ADVANCED)
    line, (ticket, _) = next(iter(match.questions.items()))
    match.answer(line, ticket, "grove")
    (_, question) = next(iter(match.questions.values()))
    assert question.cards == ["ridge", "marsh", "hollow"]


@pytest.mark.rule("MYC-VAR-02", "MYC-SOLO-07")
@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("seats", [1, 3])
def test_backs_combine_with_basic_game_and_expansion(expansion, seats):
    match, _ = prepared(seats, options={**ADVANCED, "expansion": expansion})
    heroes = 70 if expansion else 40
    assert len(match.state.showcase_supply) == heroes - 5
    assert [sum(seat.board) for seat in match.state.seats] == [20] * seats


@pytest.mark.rule("MYC-VAR-01", "MYC-PLAY-07")
@pytest.mark.parametrize("side", BACKS)
def test_the_printed_shrine_field_of_the_own_back_takes_drops(side):
    shrine = "".join(Oracle().boards[side]).index(".")
    scene = Scene(hand=["hero"], fn="move 1 any", drops={shrine + 1: 2, 19: 5}, options=ADVANCED)
    scene.change_seat(0, side=side)
    scene.play()
    scene.choose("move", shrine + 1, shrine)
    assert scene.board() == {shrine + 1: 1, 19: 5}
    assert scene.state.tray == 1


@pytest.mark.rule("MYC-R-08", "MYC-EACH-03")
@pytest.mark.parametrize("side", BACKS)
@pytest.mark.parametrize("card", ["1a", "2b", "4b"])
def test_setup_cards_count_from_the_shrine_field_of_each_board(side, card):
    oracle = Oracle()
    rows = oracle.boards[side]
    shrine = divmod("".join(rows).index("."), len(rows[0]))
    drops = next(setup["drops"] for setup in oracle.pack["setup"] if setup["id"] == card)
    wanted = {(shrine[0] + down) * len(rows[0]) + shrine[1] + right: count for right, down, count in drops}
    match = Game.new(1, ADVANCED)
    while next(iter(match.questions.values()))[1].asker != "your_turn":
        line, (ticket, question) = next(iter(match.questions.items()))
        answer = {"board_drawn": side, "setup_card": card}.get(question.asker) or first(question)
        match.answer(line, ticket, answer)
    assert drops_on(match.state.seats[0].board) == wanted


def _turning(value, side):
    scene = Scene(options={**ADVANCED, "card_fields": value}, shrine=10, supply_card="1a", drops={4: 30})
    scene.change_seat(0, side=side)
    scene.end()
    scene.answer(flush_answer("acorn"))
    return scene.board()


@pytest.mark.rule("MYC-R-08")
def test_supply_cards_count_from_the_shrine_field_or_name_places_of_the_grid():
    assert "".join(Oracle().boards["grove"]).index(".") == 7
    assert _turning("relative_to_shrine", "grove") == {12: 1, 8: 1, 4: 30}, "below it and right of it"
    assert _turning("absolute", "grove") == {13: 1, 9: 1, 4: 30}, "where the front has them"
    assert _turning("absolute", "marsh") == _turning("relative_to_shrine", "marsh") == {13: 1, 9: 1, 4: 30}


@pytest.mark.rule("MYC-R-08")
def test_by_places_of_the_grid_no_drop_begins_on_a_shrine_field_and_the_box_keeps_it():
    match = Game.new(2, {**ADVANCED, "card_fields": "absolute", "first": "seat 0"})
    while next(iter(match.questions.values()))[1].asker != "your_turn":
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, first(question))
    ridge, marsh = match.state.seats
    assert (ridge.side, marsh.side) == ("ridge", "marsh")
    assert marsh.board == match.pack.setups["1a"]
    assert ridge.board == [0 if at == 7 else count for at, count in enumerate(match.pack.setups["1a"])]
    assert match.state.box == 84 - sum(ridge.board) - sum(marsh.board)


def test_the_draw_of_boards_and_their_sides_are_in_the_save():
    match, _ = prepared(3, options=ADVANCED)
    saved = json.loads(match.save())["state"]["seats"]
    assert [seat["side"] for seat in saved] == [seat.side for seat in match.state.seats]
