"""The solo game: how it is set up, its rounds, its ends, and how easy or hard it is."""

from collections import Counter

import pytest

from shared_rules.mischief import Game
from shared_rules.mischief.modes import ENCHANTED
from shared_rules.options import BadOption
from shared_rules.questions import Draw
from tests.rules.mischief.scene_modes import CAUGHT, Modes, Solo, cell, pack_of, setting_up, some, square


def asked_in_setup(options=None):
    match, askers = Game.new(1, {"layout": "1", **(options or {})}), []
    while match.state.phase == "setup" and not match.over:
        askers.append(next(iter(match.questions.values()))[1].asker)
        some(match)
    return match, askers


@pytest.mark.rule("MM-SOLO-09", "MM-R-94", "MM-SOLO-06")
def test_the_player_sets_up_alone_goes_first_and_nobody_gets_a_tome_for_going_second():
    match, askers = asked_in_setup()
    asked = Counter(asker for asker in askers if asker != "enchanted_place")
    assert asked == {"faction": 1, "enchanted_faction": 1, "card": 1, "detention": 3, "return_side": 1, "place": 3}
    assert askers.index("place") == len(askers) - 3, "the player's Mythics come last"
    player = match.state.players[0]
    assert player.legendary
    assert sum(player.tomes) == 0
    assert next(iter(match.questions.values()))[1].asker == "act"
    assert match.state.active == 0


@pytest.mark.rule("MM-SOLO-02", "MM-TEAM-07")
def test_the_enchanted_are_three_mythics_of_a_faction_that_the_player_does_not_use():
    match = setting_up(1, "enchanted_faction")
    factions = [option[1] for option in next(iter(match.questions.values()))[1].options]
    assert sorted(factions) == ["fairies", "gargoyles", "gnomes"]
    match = setting_up(1)
    assert [figure.seat for figure in match.state.figures] == [0, 0, 0, ENCHANTED, ENCHANTED, ENCHANTED]
    assert match.state.players[ENCHANTED].slots == [], "they have no faction board"
    assert len(match.view(0)["players"]) == 2


@pytest.mark.rule("MM-SOLO-03")
def test_of_the_enchanted_tomes_only_the_score_marker_is_set_out():
    match = setting_up(1)
    assert match.state.players[ENCHANTED].supply == 9
    assert {seat for colours in match.state.tomes.values() for seat in colours} == {0}


@pytest.mark.rule("MM-SOLO-04", "MM-R-02", "MM-COMP-03")
def test_three_of_fifteen_detention_cards_lie_in_a_row():
    match = setting_up(1)
    solo = match.state.solo
    assert len(match.pack.detentions) == 15
    assert len(match.pack.returns) == 2
    assert len(solo.row) == 3
    assert sorted([*solo.row, *solo.deck.cards()]) == sorted(match.pack.detentions)


@pytest.mark.rule("MM-SOLO-05")
@pytest.mark.parametrize("side", ["A", "B"])
def test_one_side_of_the_return_card_is_chosen(side):
    match = setting_up(1, "return_side")
    some(match, ["side", side])
    assert match.state.solo.side == side


@pytest.mark.rule("MM-SOLO-07")
def test_the_first_two_enchanted_start_on_destinations_2_and_3():
    match = setting_up(1, "place")
    stops = match.pack.cards[match.state.keepers[0].card].stops
    assert [figure.cell for figure in match.state.figures[3:5]] == list(stops[1:])


def corners(stops):
    """Where the third Enchanted may start with these Destinations, straight over the grid."""
    house = setting_up(1)
    tomes = [[3, 2], [2, 3], [4, 3]]
    card = {"stops": [[cell(one) % 5 + 1, cell(one) // 5 + 1] for one in stops], "tomes": tomes}
    pack = pack_of(house, destination=dict.fromkeys(house.pack.before, card))
    match = setting_up(1, "place", {"solo_distance": "grid"}, pack)
    return square(match.state.figures[5].cell)


@pytest.mark.rule("MM-SOLO-08")
def test_the_third_starts_on_the_empty_corner_furthest_from_destination_1():
    assert corners(["A2", "C2", "C4"]) == "E5"
    assert corners(["A2", "E5", "C4"]) == "E1", "a corner where one stands already is not empty"
    assert corners(["D1", "A5", "E5"]) == "A1"


@pytest.mark.rule("MM-SOLO-08", "MM-ENC-13")
def test_equally_far_corners_are_the_players_choice():
    house = setting_up(1)
    card = {"stops": [[3, 2], [2, 3], [4, 3]], "tomes": [[3, 4], [1, 3], [5, 3]]}
    pack = pack_of(house, destination=dict.fromkeys(house.pack.before, card))
    match = setting_up(1, "enchanted_place", {"solo_distance": "grid"}, pack)
    question = next(iter(match.questions.values()))[1]
    assert sorted(square(option[2]) for option in question.options) == ["A5", "E5"]


@pytest.mark.rule("MM-R-71", "MM-SOLO-08")
def test_how_far_a_corner_is_counts_round_hedges_or_straight():
    others = [["H", 1, 1], ["H", 1, 2], ["H", 2, 2], ["H", 2, 4], ["H", 3, 4], ["V", 2, 3]]
    walls = {"hedges": [["V", 4, row] for row in (1, 2, 3, 4)] + others, "clutter": [[1, 2], [2, 2], [3, 2], [4, 2]]}
    house = setting_up(1)
    card = {"stops": [[4, 1], [1, 5], [5, 5]], "tomes": [[3, 2], [2, 3], [4, 3]]}
    pack = pack_of(house, layout={"1": walls}, destination=dict.fromkeys(house.pack.before, card))
    assert square(setting_up(1, "place", pack=pack).state.figures[5].cell) == "E1", "round the Hedges it is the furthest"
    near = setting_up(1, "place", {"solo_distance": "grid"}, pack)
    assert square(near.state.figures[5].cell) == "A1"


@pytest.mark.rule("MM-SOLO-06", "MM-SOLO-10")
def test_the_player_places_three_mythics_on_any_open_space():
    match = setting_up(1, "place")
    state = match.state
    offered = {option[2] for option in next(iter(match.questions.values()))[1].options}
    taken = {figure.cell for figure in state.figures[3:]} | {state.keepers[0].cell} | set(state.tomes)
    assert offered == set(range(25)) - taken
    for _ in range(3):
        some(match)
    assert all(figure.cell >= 0 for figure in state.figures)


def test_who_cannot_stand_on_a_destination_starts_where_the_player_says():
    house = setting_up(1)
    card = {"stops": [[1, 1], [3, 3], [5, 4]]}
    pack = pack_of(house, destination=dict.fromkeys(house.pack.before, card))
    match = setting_up(1, "enchanted_place", pack=pack)
    offered = {option[2] for option in next(iter(match.questions.values()))[1].options}
    assert cell("C3") not in offered
    some(match, ["place", 3, cell("B2")])
    assert match.state.figures[3].cell == cell("B2")


# -- rounds ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-ENC-01", "MM-DET-01")
def test_a_round_is_the_players_turn_the_enchanted_their_groundskeeper_phase_and_a_detention_card():
    s = Modes(setting_up(1))
    deck = len(s.state.solo.deck)
    s.until("act").pass_on().until("detention")
    order = ["passed", "keeper_moved", "dice_reset", "enchanted_turn_began"]
    first = [s.happened().index(name) for name in order]
    assert first == sorted(first)
    assert "keeper_moved" in s.happened()[first[-1] :]
    assert s.state.active == ENCHANTED
    assert len(s.state.solo.deck) == deck
    s.until("act")
    assert len(s.state.solo.deck) == deck - 1
    assert (s.state.round, s.state.active, s.state.phase) == (2, 0, "mythic")


@pytest.mark.rule("MM-ENC-02")
@pytest.mark.parametrize(("enemy", "own", "score"), [("C4", "A1", (1, 0)), ("A5", "C4", (-1, 0))])
def test_in_the_own_turn_the_player_scores_as_ever(enemy, own, score):
    s = Solo(due=["keeper_phase", "next_team"], players=[own, "B1", "C1"], enemies=[enemy, "E1", "E5"], stops=["C5", "A1", "A2"])
    s.go()
    assert s.scores == score


@pytest.mark.rule("MM-ENC-14", "MM-ENC-15")
@pytest.mark.parametrize(("enemy", "own", "score"), [("C4", "A1", (0, -1)), ("A5", "C4", (0, 1))])
def test_in_the_turn_of_the_enchanted_only_their_score_changes(enemy, own, score):
    s = Solo(
        due=["keeper_phase", "reveal_detention"], active=ENCHANTED, players=[own, "B1", "C1"], enemies=[enemy, "E1", "E5"],
        stops=["C5", "A1", "A2"],
    )  # fmt: skip
    s.go()
    assert s.scores == score


@pytest.mark.rule("MM-R-76")
def test_tied_ways_in_the_turn_of_the_enchanted_are_the_players_or_thrown_for():
    walk = {"due": ["keeper_phase", "reveal_detention"], "active": ENCHANTED}
    tied = {**walk, "stops": ["D4", "A3", "A2"], "enemies": ["A5", "B5", "E5"]}
    s = Solo(**tied).go()
    assert (s.asked, s.question.seat) == ("keeper_way", 0)
    assert s.squares() == ["C4", "D3"]
    s = Solo(**tied, options={"solo_tied_routes": "random"}).go()
    assert (s.asked, s.question.faces) == ("route_die", [[1, 2]])
    s.answer([2])
    assert s.happened("keeper_moved")[0]["at"] == "C4"
    own = Solo(**{**tied, "active": 0}, options={"solo_tied_routes": "random"}).go()
    assert own.asked == "keeper_way", "the player's own turn is as ever"


# -- the end --------------------------------------------------------------------------------------------------------------------


def told_end(s):
    result = s.match.result()
    return s.state.ended, result.outcome, result.winners, result.scores


@pytest.mark.rule("MM-SEND-01", "MM-SOLO-01")
def test_ten_points_of_either_side_end_it_at_once():
    walk = {"stops": ["C5", "A1", "A2"], "due": ["keeper_phase", "next_team"]}
    s = Solo(**walk, enemies=["C4", "E1", "E5"], scores=[9, 3]).go()
    assert told_end(s) == ("ten", "won", [0], [10])
    s = Solo(**walk, active=ENCHANTED, players=["C4", "B1", "C1"], scores=[3, 9]).go()
    assert told_end(s) == ("ten", "lost", [], [3])


@pytest.mark.rule("MM-SEND-01", "MM-SEND-02")
@pytest.mark.parametrize(("scores", "outcome"), [([3, 2], "won"), ([2, 3], "lost"), ([2, 2], "lost")])
def test_the_last_destination_of_the_night_ends_it_and_a_tie_is_lost(scores, outcome):
    last = {"dark": True, "goal": 2, "stops": ["A1", "A2", "C4"]}
    s = Solo(due=["keeper_phase", "next_team"], **last, players=["A1", "B1", "E2"], scores=scores).go()
    assert told_end(s)[:2] == ("card", outcome)


@pytest.mark.rule("MM-SEND-01", "MM-R-75", "MM-SEND-02")
def test_the_match_ends_when_a_detention_card_is_due_and_none_is_left_or_with_the_last_one():
    cards = {"row": ["1", "2", "3"], "due": ["reveal_detention", "next_team"], "active": ENCHANTED, "scores": [1, 0]}
    s = Solo(**cards, deck=["4"]).go()
    assert s.asked == "detention"
    s.first()
    assert "detention_set_off" in s.happened()
    assert not s.match.over
    s = Solo(**cards, deck=[]).go()
    assert told_end(s)[:2] == ("deck", "won")
    s = Solo(**cards, deck=["4"], options={"solo_detention_deck_out": "last_card_drawn"}).go().first()
    assert told_end(s)[:2] == ("deck", "won")
    assert "detention_set_off" not in s.happened()
    s = Solo(**cards, deck=["4", "5"], options={"solo_detention_deck_out": "last_card_drawn"}).go().first()
    assert not s.match.over


# -- how easy or hard it is -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-DIFF-02")
@pytest.mark.parametrize(("ahead", "scores"), [(True, [2, 0]), (False, [0, 0])])
def test_in_an_easier_game_the_player_begins_with_two_points(ahead, scores):
    assert setting_up(1, options={"solo_points_ahead": ahead}).state.scores == scores


@pytest.mark.rule("MM-DIFF-06")
def test_in_a_harder_game_a_card_gives_tomes_before_the_first_turn_and_is_shuffled_back():
    match = setting_up(1, "return_side", {"solo_tomes_at_setup": True})
    some(match)
    question = next(iter(match.questions.values()))[1]
    assert isinstance(question, Draw)
    card = question.cards[0]
    some(match, card)
    laid = {where for where, colours in match.state.tomes.items() if ENCHANTED in colours}
    assert laid == set(match.pack.detentions[card].tomes)
    assert card in match.state.solo.deck.cards()
    assert len(match.state.solo.deck) == 12
    assert all(match.state.solo.deck.known(seat) == [None] * 12 for seat in (0, None))


@pytest.mark.rule("MM-DIFF-01", "MM-R-79")
def test_difficulties_mix_but_for_the_distance_which_is_one_of_three():
    every = {"solo_points_ahead": True, "solo_only_for_tomes": True, "solo_tomes_stay": True, "solo_tomes_at_setup": True}
    for steps in (2, 3, 4):
        match = Game.new(1, {**every, "solo_steps": steps})
        assert match.state.options["solo_steps"] == steps
    with pytest.raises(BadOption):
        Game.new(1, {"solo_steps": 5})


@pytest.mark.rule("MM-DIFF-05", "MM-DET-12")
@pytest.mark.parametrize("stays", [False, True])
def test_at_nightfall_the_tomes_of_the_enchanted_go_or_in_a_harder_game_stay(stays):
    s = Solo(
        due=["keeper_phase", "next_team"], goal=2, stops=["A1", "A2", "C4"], options={"solo_tomes_stay": stays},
        tomes={"B5": [0, 1], "D1": [0], "E4": [1]}, players=["A1", "B1", "E2"],
    ).go()  # fmt: skip
    supplies = [player.supply for player in s.state.players]
    assert s.asked == "card"
    assert s.state.tomes == ({cell("B5"): [1], cell("E4"): [1]} if stays else {})
    assert supplies[ENCHANTED] == (7 if stays else 9)


def test_a_caught_mythic_comes_back_in_the_next_own_turn_only():
    s = Solo(players=[None, "B1", "C1"], enemies=["A5", "C5", "E5"]).go()
    s.until("return_to")
    assert s.state.active == 0
    assert s.state.figures[0].cell == CAUGHT
