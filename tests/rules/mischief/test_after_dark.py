"""After Dark, the end of the match, and ties."""

import pytest

from tests.rules.mischief.scene import Scene, cell, changed_pack

LAST = {"keeper": "B3", "stops": ["A1", "A2", "A3"], "goal": 2, "at": ["E1", "E2", "E3", "D1", "D2", "D3"], "move": 4}


def night(card="after_2", **more):
    """The moment after the Before Dark card was completed and that card turned up."""
    s = Scene(**{**LAST, **more}).pass_on()
    assert s.asked == "card"
    return s.answer(card)


def ended(**more):
    return Scene(**{**LAST, "dark": True, **more}).pass_on()


@pytest.mark.rule("MM-DARK-01", "MM-DARK-03", "MM-BRD-03")
def test_after_the_walk_to_the_crest_a_random_after_dark_card_is_turned_up():
    s = Scene(**LAST).pass_on()
    assert [event["at"] for event in s.happened("keeper_moved")] == ["A3", "B3", "C3"]
    assert sorted(s.question.cards) == sorted(s.match.pack.after)
    s.answer("after_2")
    face = s.match.pack.cards["after_2"]
    keeper = s.state.keepers[0]
    assert (keeper.card, keeper.stops, keeper.goal) == ("after_2", list(face.stops), 0)
    assert s.state.dark
    assert len(s.state.cards) == 0


@pytest.mark.rule("MM-DARK-02", "MM-DARK-04", "MM-FAQ-03")
def test_old_tomes_go_back_to_their_supplies_and_new_ones_are_laid():
    s = Scene(**LAST, tomes={"B5": [0, 1], "E5": [1]})
    before = [player.supply for player in s.state.players]
    s.pass_on()
    assert s.state.tomes == {}
    assert [player.supply for player in s.state.players] == [before[0] + 1, before[1] + 2]
    s.answer("after_2")
    face = s.match.pack.cards["after_2"]
    assert s.state.tomes == {place: [0, 1] for place in face.tomes}


@pytest.mark.rule("MM-DARK-06", "MM-LEG-03")
def test_nothing_else_changes_when_night_falls():
    s = Scene(**LAST, scores=(2, 3), hedges=["A5-B5"], clutter=["D5"])
    figures = [figure.cell for figure in s.state.figures]
    s.pass_on().answer("after_2")
    assert s.scores == (2, 3)
    assert s.state.hedges == [20]
    assert s.state.clutter == [cell("D5")]
    assert [figure.cell for figure in s.state.figures] == figures
    assert s.keeper == "C3"


@pytest.mark.rule("MM-R-23", "MM-DARK-03")
def test_a_first_destination_under_the_groundskeeper_is_reached_or_has_to_be_left():
    pack = changed_pack("stops = [[2, 1], [4, 5], [1, 4]]", "stops = [[3, 3], [4, 5], [1, 4]]")
    s = night(pack=pack)
    assert s.state.keepers[0].goal == 1
    leave = night(pack=pack, options={"destination_under_groundskeeper": "leave_and_return"})
    assert leave.state.keepers[0].goal == 0
    assert leave.state.keepers[0].stops[0] == cell("C3")


@pytest.mark.rule("MM-END-02", "MM-END-03")
def test_the_last_destination_ends_the_match_after_the_walk_to_the_crest():
    s = ended(scores=(2, 1))
    assert s.match.over
    assert [event["at"] for event in s.happened("keeper_moved")] == ["A3", "B3", "C3"]
    result = s.match.result()
    assert (result.winners, result.scores, result.outcome) == ([0], [2, 1], "won")
    assert ended(scores=(1, 2)).match.result().winners == [1]
    caught = ended(scores=(1, 2), at=["E1", "E2", "E3", "B4", "D2", "A3"])
    assert caught.match.result().scores == [2, 2], "a catch on the last walk counts"


@pytest.mark.rule("MM-END-04", "MM-R-60")
def test_on_equal_points_fewer_tomes_on_the_faction_boards_win():
    tomes = ({"tomes": [1, 1, 0, 0], "supply": 5, "legendary": False}, {"tomes": [1, 0, 0, 0, 0], "supply": 6})
    s = ended(scores=(2, 2), players=({"tomes": [2, 1, 0, 0], "supply": 4}, {}))
    assert s.match.result().winners == [1]
    assert "fewer Tomes" in s.match.result().reason
    beside = ended(scores=(2, 2), players=({"collected": 5, "supply": 2, "legendary": False}, {}))
    assert beside.match.result().winners == [0], "Tomes beside the board do not count"
    whole = ended(scores=(2, 2), players=tomes)
    track = ended(scores=(2, 2), players=tomes, options={"tie_break_tomes": "track"})
    assert (whole.match.result().winners, track.match.result().winners) == ([1], [1])
    legend = ({"tomes": [1, 0, 0, 0], "supply": 6}, {"tomes": [1, 0, 0, 0, 0], "legendary": False})
    assert ended(scores=(2, 2), players=legend).match.result().winners == [1]
    by_turn = ended(scores=(2, 2), players=legend, options={"tie_break_tomes": "track"}).match.result()
    assert "next turn" in by_turn.reason


@pytest.mark.rule("MM-END-05")
def test_on_equal_points_and_tomes_the_team_with_the_next_turn_wins():
    even = ({"tomes": [1, 0, 0, 0], "supply": 6}, {"tomes": [0, 1, 0, 0, 0]})
    assert ended(scores=(2, 2), players=even).match.result().winners == [1]
    other = Scene(**LAST, dark=True, scores=(2, 2), players=even, active=1)
    other.edit(lambda state: state["play"]["lines"]["0"].update(asker=["act", 1], agenda=[["keeper_phase"]]))
    assert other.pass_on().match.result().winners == [0]


@pytest.mark.rule("MM-R-61")
def test_whether_there_is_a_cleanup_in_the_last_turn():
    where = {"scores": (2, 2), "players": ({"collected": 3, "supply": 4}, {"tomes": [1, 0, 0, 0, 0]})}
    s = ended(**where)
    assert s.match.over
    assert s.match.result().winners == [0], "three Tomes beside the board count for nothing"
    cleaned = ended(**where, options={"cleanup_in_last_turn": "yes"})
    assert cleaned.asked == "slot"
    for track in (0, 1, 2):
        cleaned.choose("slot", track)
    cleaned.first().first()
    assert cleaned.match.over
    assert cleaned.match.result().winners == [1]


@pytest.mark.rule("MM-R-85")
def test_how_tomes_of_unequal_teams_compare():
    three = ({"tomes": [3, 0, 0, 0], "supply": 4}, {"tomes": [2, 0, 0, 0, 0]})
    for reading in ("plain_sums", "average"):
        assert ended(scores=(2, 2), players=three, options={"tie_break_three_players": reading}).match.result().winners == [1]


@pytest.mark.rule("MM-END-01")
def test_ten_points_win_whatever_the_card_says():
    s = Scene(at=["E1", "E2", "E3", "C4", "A2", "A3"], stops=["C5", "A5", "B5"], scores=(9, 7), dark=True, move=None).pass_on()
    assert s.match.over
    assert s.match.result().reason == "ten Mischief Points"
    assert s.match.result().winners == [0]
