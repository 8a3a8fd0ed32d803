"""Teams of three and four players: who plays with whom and with how many Mythics, how a pair acts, and a first game.

With four, seats 0 and 2 play together, figures 0, 1 and 4, 5. The factions are those of `scene_modes.FACTIONS`, seat by seat.
"""

import pytest

from shared_rules.mischief import Game
from shared_rules.options import BadOption
from tests.rules.mischief.scene_modes import Modes, cell, setting_up, some

FOUR = ["A1", "B1", "E1", "E2", "A2", "B2", "D1", "D2"]
"""Seats 0 to 3, two figures each."""
STOPS = ["A5", "E5", "E4"]


def four(*, until="act", options=None, **table):
    s = Modes(setting_up(4, until, options))
    return s.put(**{"at": FOUR, "keepers": ["C3"], "stops": STOPS, **table})


def by_seat(s):
    return {question.seat: question.asker for question in s.by_line()}


# -- who plays with whom ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-TEAM-05", "MM-TEAM-07", "MM-TEAM-01")
@pytest.mark.parametrize(
    ("alone", "teams", "figures"),
    [("seat 0", [0, 1, 1], [3, 2, 2]), ("seat 1", [0, 1, 0], [2, 3, 2]), ("seat 2", [0, 0, 1], [2, 2, 3])],
)
def test_with_three_one_plays_three_mythics_against_a_pair_with_two_each(alone, teams, figures):
    match = setting_up(3, options={"alone": alone})
    assert [player.team for player in match.state.players] == teams
    assert [sum(figure.seat == seat for figure in match.state.figures) for seat in range(3)] == figures
    assert all(player.faction and len(player.slots) == 5 for player in match.state.players), "each has a board of its own"


@pytest.mark.rule("MM-TEAM-06", "MM-TEAM-01")
@pytest.mark.parametrize(("partner", "teams"), [("seat 1", [0, 0, 1, 1]), ("seat 2", [0, 1, 0, 1]), ("seat 3", [0, 1, 1, 0])])
def test_with_four_two_pairs_play_two_mythics_each(partner, teams):
    match = setting_up(4, options={"partner_of_seat_0": partner})
    assert [player.team for player in match.state.players] == teams
    assert [sum(figure.seat == seat for figure in match.state.figures) for seat in range(4)] == [2, 2, 2, 2]


@pytest.mark.rule("MM-TEAM-07")
def test_two_sides_play_whatever_the_number_of_players():
    for seats in (1, 2, 3, 4):
        assert {player.team for player in Game.new(seats).state.players} == {0, 1}
    with pytest.raises(BadOption):
        Game.new(5)


@pytest.mark.rule("MM-PLACE-01", "MM-TEAM-05")
def test_a_team_places_all_its_mythics_before_the_other_one():
    match, placed = setting_up(4, "place", {"first": "seat 1"}), []
    while (question := next(iter(match.questions.values()))[1]).asker == "place":
        placed.append(question.seat)
        some(match)
    assert placed == [1, 1, 3, 3, 0, 0, 2, 2]


@pytest.mark.rule("MM-FIRST-03", "MM-R-95")
def test_each_player_of_the_second_team_has_a_tome_in_advance_out_of_the_own_supply():
    match = setting_up(4, "slot_first")
    before = [player.supply for player in match.state.players]
    asked = []
    while (question := next(iter(match.questions.values()))[1]).asker == "slot_first":
        asked.append(question.seat)
        some(match)
    assert asked == [1, 3]
    assert [one - player.supply for one, player in zip(before, match.state.players, strict=True)] == [0, 1, 0, 1]


@pytest.mark.rule("MM-R-59", "MM-DRAFT-01")
@pytest.mark.parametrize(
    ("order", "seats"), [("teams_alternate", [1, 0, 3, 2, 1, 0, 3, 2]), ("seat_order", [1, 2, 3, 0, 1, 2, 3, 0])]
)
def test_in_a_draft_teams_alternate_and_their_members_too_or_seats_follow_one_another(order, seats):
    match, drafted = setting_up(4, "draft", {"layout": "draft", "draft_order": order}), []
    for _ in seats:
        drafted.append(next(iter(match.questions.values()))[1].seat)
        some(match)
    assert drafted == seats


# -- one turn, two players --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-TEAM-02")
def test_teammates_act_side_by_side_in_any_order_until_both_have_passed():
    s = four()
    assert by_seat(s) == {0: "act", 2: "act"}
    s.act(2, "pass")
    assert by_seat(s) == {0: "act"}
    s.act(0, "pass")
    assert s.state.phase != "mythic"


@pytest.mark.rule("MM-TEAM-02", "MM-MYTH-06")
def test_while_one_is_at_an_action_the_other_waits():
    s = four(at=["A1", "B1", "E1", "E2", "A3", "B3", "D1", "D2"])
    s.act(0, "move", 0, [cell("A2")])
    assert by_seat(s) == {0: "pay"}
    s.first()
    assert by_seat(s) == {0: "act", 2: "act"}


def options_of(s, seat):
    return next(question.options for question in s.by_line() if question.seat == seat)


@pytest.mark.rule("MM-TEAM-02", "MM-R-54")
def test_who_can_do_nothing_stays_in_while_the_teammate_can_still_change_that():
    s = four(at=["A5", None, "E1", "E2", "B5", None, "D1", "D2"], keepers=["C5"], hedges=["A5-A4"])

    def spent(state):
        for seat in (0, 2):
            state["players"][seat] |= {"values": [1, 0, 0, 0, 0], "legendary": False}

    s.edit(spent)
    assert [option[0] for option in options_of(s, 0)] == ["pass"]
    s.act(2, "move", 4, [cell("B4")])
    assert ["move", 0, [cell("B5")]] in options_of(s, 0)


@pytest.mark.rule("MM-R-54", "MM-TEAM-02")
def test_the_phase_ends_by_itself_when_neither_can_do_anything():
    s = four()

    def spent(state):
        for seat in (0, 2):
            state["players"][seat] |= {"values": [0] * 5, "legendary": False}
        state["players"][2]["values"][0] = 1

    s.edit(spent)
    s.act(2, "move", 4, [cell("A3")])
    assert s.state.phase != "mythic"
    assert sorted(event["seat"] for event in s.happened("out_of_actions")) == [0, 2]


@pytest.mark.rule("MM-TEAM-03")
def test_one_groundskeeper_phase_follows_the_turn_of_a_team():
    s = four(at=[None] * 2 + ["E1", "E2"] + [None] * 2 + ["D1", "D2"], stops=["C5", "C1", "A5"])
    s.act(0, "pass").act(2, "pass")
    move = s.match.pack.cards[s.state.keepers[0].card].move
    assert len(s.happened("keeper_moved")) == move
    assert s.question.seat in (0, 2), "then their Cleanup"


@pytest.mark.rule("MM-CLEAN-12")
@pytest.mark.parametrize(("seats", "boosts"), [(2, {0: 2}), (3, {0: 2}), (4, {0: 1, 2: 1})])
def test_who_is_alone_makes_two_boosts_and_a_teammate_one(seats, boosts):
    s = Modes(setting_up(seats))
    while s.state.active == 0:
        s.first() if s.question.asker != "act" else s.act(s.question.seat, "pass")
    found = {}
    for event in s.happened("boosted"):
        found[event["seat"]] = found.get(event["seat"], 0) + 1
    assert found == boosts


@pytest.mark.rule("MM-CLEAN-12", "MM-TEAM-05")
def test_of_three_the_pair_makes_one_boost_each():
    s = Modes(setting_up(3, options={"first": "seat 1"}))
    while s.state.active == 1:
        s.first() if s.question.asker != "act" else s.act(s.question.seat, "pass")
    assert sorted(event["seat"] for event in s.happened("boosted")) == [1, 2]


# -- Tomes of a pair --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-TEAM-04", "MM-R-95")
@pytest.mark.parametrize("whose", [0, 2])
def test_a_pair_names_one_colour_and_only_its_tomes_lie_on_the_board(whose):
    match = setting_up(4, "colour")
    some(match, ["colour", whose])
    while next(iter(match.questions.values()))[1].asker != "act":
        some(match)
    laid = {seat for colours in match.state.tomes.values() for seat in colours}
    assert laid == {whose, 1}
    assert match.state.markers == [whose, 1]


@pytest.mark.rule("MM-R-95")
def test_by_another_reading_tomes_of_both_lie_there():
    match = setting_up(4, options={"tome_colour_of_pair": "both_mixed"})
    laid = [seat for colours in match.state.tomes.values() for seat in colours]
    assert {0, 1, 2, 3} == set(laid)
    assert all(len(colours) == 2 for colours in match.state.tomes.values()), "still one a team on each place"
    assert [player.supply + laid.count(seat) for seat, player in enumerate(match.state.players)] == [8, 7, 9, 8]


@pytest.mark.rule("MM-TEAM-04", "MM-CLEAN-08")
def test_whoever_of_the_pair_takes_a_tome_slots_it():
    s = four(tomes={"A3": [0, 1]})
    s.act(2, "move", 4, [cell("A3")])
    while s.question.asker == "pay":
        s.first()
    assert [player.collected for player in s.state.players] == [0, 0, 1, 0]
    s.act(0, "pass")
    s.act(2, "pass")
    while s.question.asker != "slot":
        s.first()
    assert s.question.seat == 2


# -- points -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-R-90", "MM-GLOS-02")
@pytest.mark.parametrize(("reading", "scores"), [("active_team", (0, 0)), ("both_teams", (1, 1))])
def test_a_walk_that_catches_of_both_teams_scores_for_the_active_one_or_for_both(reading, scores):
    s = four(at=["A1", "B1", "C4", "E2", "C5", "A2", "D1", "D2"], stops=["C5", "C1", "A5"], options={"score_mixed_catch": reading})
    s.act(0, "pass").act(2, "pass")
    assert {event["figure"] for event in s.happened("figure_caught")} == {2, 4}
    assert s.scores == scores


@pytest.mark.rule("MM-R-85", "MM-END-04")
@pytest.mark.parametrize(("reading", "winners"), [("plain_sums", [0]), ("average", [1, 2])])
def test_with_three_tomes_are_summed_or_averaged_in_a_tie(reading, winners):
    s = Modes(setting_up(3, options={"tie_break_three_players": reading}))
    s.put(at=["E1", "E2", "E3", "D1", "D2", "D3", "C1"], keepers=["B3"], stops=["A1", "A2", "A3"], goal=2, dark=True, scores=[2, 2])

    def tomes(state):
        for player, count in zip(state["players"], (3, 2, 2), strict=True):
            player["tomes"] = [count, 0, 0, 0, 0][: len(player["tomes"])]
            player["legendary"] = False

    s.edit(tomes)
    s.act(0, "pass")
    assert s.match.result().winners == winners


# -- a first game -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-FTP-01", "MM-LEG-03")
@pytest.mark.parametrize(("option", "verbs"), [({}, {"full_moon", "shredder"}), ({"first_game": True}, set())])
def test_in_a_first_game_there_are_no_legendary_abilities_and_no_specials(option, verbs):
    s = Modes(setting_up(2, options=option))
    s.put(at=["A1", "B1", "C1", "E1", "E2", "E3"], keepers=["C3"], stops=STOPS, hedges=["A1-A2"], dark=True)
    assert {one[0] for one in s.question.options} & {"full_moon", "shredder"} == verbs


@pytest.mark.rule("MM-FTP-01")
@pytest.mark.parametrize(("option", "missing"), [({"legendary": False}, "full_moon"), ({"specials": False}, "shredder")])
def test_each_of_the_two_can_be_left_out_by_itself(option, missing):
    s = Modes(setting_up(2, options=option))
    s.put(at=["A1", "B1", "C1", "E1", "E2", "E3"], keepers=["C3"], stops=STOPS, hedges=["A1-A2"], dark=True)
    assert {"full_moon", "shredder"} - {one[0] for one in s.question.options} == {missing}


@pytest.mark.rule("MM-FTP-02")
@pytest.mark.parametrize(("first_game", "draft"), [(True, False), (False, True)])
def test_in_a_first_game_the_draft_is_left_out(first_game, draft):
    match = setting_up(2, "layout", {"layout": "chosen", "first_game": first_game})
    offered = [option[1] for option in next(iter(match.questions.values()))[1].options]
    assert ("draft" in offered) == draft
    assert offered[:3] == ["1", "2", "3"]
