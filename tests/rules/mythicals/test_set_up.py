"""Set up: what is in the box, where it lies, and what everyone begins with."""

from collections import Counter

import pytest

from shared_rules.asking import asked
from shared_rules.mythicals import Game
from shared_rules.mythicals.pack import house_pack
from shared_rules.options import BadOption
from shared_rules.questions import Confirm, Draw, Roll
from tests.rules.mythicals.scene import COLOURS, Scene, begun, changed_pack, first, names_of, whole_deck

NAMES = ["Ada", "Ben"]


def opened(match):
    ((line, (ticket, question)),) = match.questions.items()
    return line, ticket, question


def give(match, answer):
    line, ticket, _ = opened(match)
    return match.answer(line, ticket, answer)


@pytest.mark.rule("ML-COMP-01", "ML-R-02")
def test_there_are_two_of_each_of_six_cards_in_four_colours_and_one_daybreak():
    pack = house_pack()
    assert Counter(pack.deck) == whole_deck()
    assert {(card.colour, card.value) for card in pack.cards.values()} == {
        (colour, value) for colour in COLOURS for value in (1, 2, 3, 4, 5, "joker")
    }
    assert begun().state.deck.cards().count("daybreak") == 1


@pytest.mark.rule("ML-COMP-02", "ML-SETUP-02")
def test_twenty_tokens_lie_open_in_columns_by_colour_with_points_ascending():
    match = begun()
    view = match.view(None)
    assert len(view["board"]) == 20
    assert not any(token["blocked"] or token["markers"] for token in view["board"].values())
    points = {column: [view["tokens"][token]["points"] for token in tokens] for column, tokens in view["columns"].items()}
    assert points == {**{colour: [2, 4, 7, 10] for colour in COLOURS}, "grey": [2, 4, 7], "black": [13]}
    assert {token["column"] for token in view["tokens"].values()} == set(points)


@pytest.mark.rule("ML-COMP-03", "ML-SETUP-03")
def test_all_sixteen_markers_begin_in_their_place():
    match = begun()
    assert match.state.markers == house_pack().markers == 16
    assert [seat.markers for seat in match.state.seats] == [0, 0]


@pytest.mark.rule("ML-SETUP-01")
def test_with_real_pieces_somebody_lays_out_the_three_pieces_of_the_board():
    match = Game.new(2, {"pieces": "real"})
    _, _, question = opened(match)
    assert isinstance(question, Confirm)
    assert question.seat is None
    (shown,) = asked(match, None, NAMES)
    assert "three board pieces in the middle" in shown["prompt"]
    assert "20 tokens" in shown["prompt"]
    assert "16 markers" in shown["prompt"]
    assert [event.name for event in give(match, True)] == ["board_set"]


def test_without_real_pieces_nobody_is_asked_to_do_anything():
    match = Game.new(2)
    while not match.over and match.number < 60:
        line, ticket, question = opened(match)
        assert not isinstance(question, Confirm)
        match.answer(line, ticket, question.options[0] if question.kind == "choice" else first(question, match.number))


@pytest.mark.rule("ML-SETUP-04", "ML-R-03")
def test_everyone_is_dealt_two_cards_and_an_equal_colour_goes_back():
    match = Game.new(2, {"first": "seat 0"})
    give(match, "red.1")
    events = give(match, "red.joker")
    assert [event.name for event in events] == ["start_card_returned"]
    assert match.state.seats[0].hand == ["red.1"]
    assert opened(match)[2].cards.count("red.joker") == 2, "it went back into the pile"
    give(match, "blue.5")
    assert match.state.seats[0].hand == ["blue.5", "red.1"]
    give(match, "red.1")
    give(match, "green.joker")
    assert match.state.seats[1].hand == ["green.joker", "red.1"]


@pytest.mark.rule("ML-SETUP-04", "ML-R-03")
def test_start_cards_may_be_chosen_instead():
    match = Game.new(2, {"first": "seat 0", "start_cards": "chosen"})
    line, ticket, question = opened(match)
    assert len(question.options) == 24
    assert match.why_not(line, ticket, ["choose", "red.9"]).rule == "ML-R-03"
    assert match.why_not(line, ticket, ["skip"]).rule == "ML-SETUP-04"
    give(match, ["choose", "red.joker"])
    line, ticket, question = opened(match)
    assert (question.seat, len(question.options)) == (0, 18), "another colour"
    assert match.why_not(line, ticket, ["choose", "red.1"]).rule == "ML-SETUP-04"
    give(match, ["choose", "blue.2"])
    assert opened(match)[2].seat == 1
    give(match, ["choose", "red.joker"])
    give(match, ["choose", "blue.joker"])
    assert [seat.hand for seat in match.state.seats] == [["blue.2", "red.joker"], ["blue.joker", "red.joker"]]


@pytest.mark.rule("ML-SETUP-05", "ML-SETUP-06")
def test_eight_cards_and_daybreak_lie_face_down_under_the_thirty_six_others():
    state = begun().state
    assert len(state.deck) == 45
    top, bottom = state.deck.layers
    assert (top.size, bottom.size, bottom.extra) == (36, 9, ["daybreak"])
    assert top.pool == bottom.pool, "which eight of the cards they are nobody knows"
    assert len(state.deck.pools[top.pool]) == 44
    assert state.deck.known(0) == state.deck.known(1) == [None] * 45


@pytest.mark.rule("ML-SETUP-05")
def test_with_real_pieces_people_build_the_draw_pile():
    match = Game.new(2, {"pieces": "real", "first": "seat 0"})
    while "deck_built" not in [event.name for event in give(match, first(opened(match)[2], match.number))]:
        assert match.number < 20
    (shown,) = asked(match, None, NAMES)
    assert "Shuffle 8 cards with Daybreak" in shown["prompt"]
    assert give(match, True)[0].name == "deck_ready"


@pytest.mark.rule("ML-SETUP-07", "ML-R-22")
def test_daybreak_may_come_in_the_thirteenth_reveal_and_not_before():
    match = begun()
    reveals = 0
    while reveals < 15:
        line, ticket, question = opened(match)
        if isinstance(question, Draw):
            assert ("daybreak" in question.cards) == (reveals > 12)
            assert len(match.state.deck) > 0
            answer = next(card for card in question.cards if card != "daybreak") if len(match.state.deck) > 1 else "daybreak"
        else:
            reveals += question.options[0] == ["reveal"]
            answer = question.options[0] if question.asker in ("your_draw", "take_revealed") else ["skip"]
        match.answer(line, ticket, answer)
    assert len(match.state.deck) == 3


@pytest.mark.rule("ML-SETUP-08")
def test_reserve_and_discard_pile_begin_empty():
    match = begun()
    assert match.view(0)["reserve"] == []
    assert match.view(0)["discard"] == 0
    assert opened(match)[2].options == [["reveal"]], "nothing can be taken from the reserve"


@pytest.mark.rule("ML-SETUP-09")
def test_who_begins_is_rolled_and_ties_throw_again():
    match = Game.new(2)
    while not isinstance(opened(match)[2], Roll):
        give(match, first(opened(match)[2], match.number))
    for face in (4, 4, 2, 5):
        assert opened(match)[2].faces == [[1, 2, 3, 4, 5, 6]]
        events = give(match, [face])
    assert [event.whole() for event in events if event.name == "first_player_found"] == [{"event": "first_player_found", "seat": 1}]
    assert opened(match)[2].seat == match.state.first == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_who_begins_can_be_named(seat):
    match = begun({"first": f"seat {seat}"})
    assert opened(match)[2].seat == match.state.active == seat


@pytest.mark.rule("ML-R-01")
def test_two_play_and_a_pack_may_widen_that_to_four():
    for seats in (1, 3, 4):
        with pytest.raises(BadOption, match="2 players"):
            Game.new(seats)
    pack = changed_pack("players = [2, 2]", "players = [2, 4]")
    for seats in (2, 3, 4):
        assert len(begun({}, pack, seats).state.seats) == seats
    with pytest.raises(BadOption, match="2 to 4"):
        Game.new(5, {}, pack)


@pytest.mark.rule("ML-R-01", "ML-R-26")
def test_with_three_players_an_equal_card_goes_to_the_next_one():
    pack = changed_pack("players = [2, 2]", "players = [2, 4]")
    match = begun({"first": "seat 1"}, pack, 3)
    match.state.seats[1].hand = ["red.1"]
    give(match, ["reveal"])
    for card in ("green.2", "green.3", "red.1"):
        give(match, card)
    events = give(match, ["take", ["red.1"]])
    (given,) = [event.whole() for event in events if event.name == "duplicates_given"]
    assert (given["goal"], names_of(given["cards"])) == (2, ["red.1"])


def test_all_that_is_wrong_with_the_options_is_told_at_once():
    with pytest.raises(BadOption) as caught:
        Game.new(3, {"hands": "shut", "joker": "wild"})
    assert len(caught.value.reasons) == 3


def test_secret_hands_of_real_cards_want_light_tracking():
    with pytest.raises(BadOption, match="tracking = 'light'"):
        Game.new(2, {"hands": "secret", "pieces": "real"})
    assert Game.new(2, {"hands": "secret", "pieces": "real", "tracking": "light"})


def test_a_scene_is_whole():
    scene = Scene(hand=["red.1"], theirs=["red.1"], reserve=["blue.5"], left=9, taken=(["red_2"], ["grey_2"]), on={"red_3": 2})
    assert scene.match.problems(scene.match) == []
