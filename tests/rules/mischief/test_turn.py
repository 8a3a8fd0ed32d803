"""The course of a turn: caught Mythics come back, Tomes underfoot, actions until the end of the phase."""

import pytest

from tests.rules.mischief.scene import Scene, cell, square

NOTHING = {"move": [(0, 0, True), (1, 0, True)], "fling": [(0, 0, True)], "heave": [(0, 0, True)], "distract": [(0, 0, True)]}
SPENT = ({"legendary": False, "supply": 8}, {})


def next_turn(**more):
    """The moment after the first team's turn: seat 1 is asked for the first time."""
    s = Scene(**{"stops": ["C1", "C2", "D1"], "move": 3, **more})
    return s.until("act", "return_to", seat=1)


@pytest.mark.rule("MM-TURN-01", "MM-TEAM-07")
def test_a_turn_has_three_phases_and_passes_to_the_other_team():
    s = Scene(stops=["C5", "D5", "E5"])
    assert s.state.phase == "mythic"
    phases = []
    while s.question.seat == 0:
        phases.append(s.state.phase)
        s.pass_on() if s.asked == "act" else s.first()
    assert list(dict.fromkeys(phases)) == ["mythic", "cleanup"]
    assert s.happened().index("passed") < s.happened().index("keeper_moved") < s.happened().index("dice_reset")
    assert (s.asked, s.question.seat, s.state.active, s.state.round) == ("act", 1, 1, 1)
    s.until("act", seat=0)
    assert s.state.round == s.match.rounds == 2


@pytest.mark.rule("MM-MYTH-01", "MM-MYTH-02")
def test_caught_mythics_come_back_on_free_entrances_of_the_card_that_lies_up():
    s = next_turn(at=["E1", "E2", "E3", None, None, "A3"])
    assert s.asked == "return_to"
    entrances = s.match.pack.cards[s.state.keepers[0].card].entrances
    free = [place for place in map(square, entrances) if place not in ("E1", s.keeper)]
    assert sorted({square(option[-1]) for option in s.options}) == sorted(free)
    assert {option[1] for option in s.options} == {3, 4}
    assert s.refused("return", 3, cell("E1")) == "MM-MYTH-03"
    assert s.refused("return", 3, cell("B2")) == "MM-MYTH-02"
    s.choose("return", 4, cell(free[0]))
    assert s.where(4) == free[0]
    assert {square(option[-1]) for option in s.options} == set(free) - {free[0]}
    s.first()
    assert s.asked == "act"


@pytest.mark.rule("MM-MYTH-02", "MM-DARK-05")
def test_after_dark_the_entrances_and_points_are_those_of_the_new_card():
    s = next_turn(at=["B2", "B3", "B4", None, "A2", "D4"], dark=True, stops=["C1", "E5", "A5"], move=None)
    card = s.match.pack.cards[s.state.keepers[0].card]
    assert card.kind == "after"
    assert {option[-1] for option in s.options} == set(card.entrances) - {s.state.keepers[0].cell}
    assert len(s.happened("keeper_moved")) == card.move


@pytest.mark.rule("MM-MYTH-03", "MM-FAQ-10", "MM-R-10")
def test_with_no_entrance_left_they_come_back_on_any_open_space():
    s = Scene(at=["E1", "E2", "E3", None, None, None], stops=["C1", "C2", "D1"], move=3)
    card = s.match.pack.cards[s.state.keepers[0].card]
    corners = [one for one in card.entrances if one != cell("E1")]
    s.edit(lambda state: [figure.update(cell=at) for figure, at in zip(state["figures"][1:3], corners[1:], strict=False)])
    s.until("return_to", seat=1)
    assert {option[-1] for option in s.options} == {corners[0]}, "the last entrance first"
    s.first()
    open_ = set(range(25)) - {figure.cell for figure in s.state.figures} - {s.state.keepers[0].cell} - set(s.state.tomes)
    assert {option[-1] for option in s.options} == open_
    assert s.refused("return", 4, s.state.keepers[0].cell) == "MM-MYTH-03"


@pytest.mark.rule("MM-R-09")
def test_whether_a_tome_makes_an_entrance_unavailable():
    where = {"at": ["E1", "E2", "E3", None, "A2", "A3"], "tomes": {"A1": [0]}}
    assert cell("A1") not in {option[-1] for option in next_turn(**where).options}
    assert next_turn(**where).refused("return", 3, cell("A1")) == "MM-MYTH-03"
    free = next_turn(**where, options={"tome_occupies_entrance": "no"})
    assert cell("A1") in {option[-1] for option in free.options}


@pytest.mark.rule("MM-R-11")
def test_coming_back_is_compulsory_and_waits_for_the_next_turn():
    s = next_turn(at=["E1", "E2", "E3", None, "A2", "A3"])
    assert s.refused("pass") == "MM-R-11"
    own = Scene(at=["C4", "E2", "E3", "A1", "A2", "A3"], stops=["C5", "C2", "D1"], dice={"distract": [(0, 1, False)]})
    own.distract("C4")
    assert own.asked == "act", "caught in the own phase: it stays away in this turn"
    assert own.where(0) is None
    assert own.refused("return", 0, 0) == "MM-MYTH-01"
    own.until("return_to", seat=0)
    assert own.state.round == 2


@pytest.mark.rule("MM-MYTH-04", "MM-R-06", "MM-R-12")
def test_tomes_underfoot_are_collected_as_the_own_turn_begins():
    s = next_turn(at=["E1", "E2", "E3", "A1", None, "A3"], tomes={"A1": [0, 1], "A3": [0], "E2": [1]})
    assert s.state.tomes == {cell("A1"): [0, 1], cell("A3"): [0], cell("E2"): [1]}, "not in the other team's turn"
    assert s.asked == "return_to"
    s.first()
    assert s.state.tomes == {cell("A1"): [0], cell("A3"): [0], cell("E2"): [1]}
    assert s.state.players[1].collected == 1
    assert s.happened().index("figure_returned") < s.happened().index("tomes_collected")


@pytest.mark.rule("MM-MYTH-07", "MM-CLEAN-02")
def test_the_phase_may_end_with_points_left():
    s = Scene(stops=["C5", "D5", "E5"]).pass_on()
    assert "passed" in s.happened()
    assert s.until("act", seat=0).points() >= 3


@pytest.mark.rule("MM-MYTH-08", "MM-R-54")
def test_the_phase_ends_by_itself_when_nothing_can_be_done():
    s = Scene(stops=["C5", "D5", "E5"], dice={**NOTHING, "move": [(0, 1, False), (1, 0, True)]}, players=SPENT)
    assert s.asked == "act"
    s.move("D1")
    assert s.happened("out_of_actions")
    assert s.asked != "act"
    assert s.state.phase != "mythic"


@pytest.mark.rule("MM-FAQ-05", "MM-GLOS-02")
def test_what_belongs_to_other_phases_is_refused():
    s = Scene(players=({"collected": 1, "supply": 6}, {}))
    assert s.refused("slot", 0) == "MM-FAQ-05"
    assert s.refused("boost", 0) == "MM-FAQ-05"
    assert s.refused_move("A2", figure=3) == "MM-MYTH-06", "an enemy takes no Move action"


@pytest.mark.rule("MM-LEG-01", "MM-LEG-03", "MM-FTP-01")
def test_legendary_abilities_and_specials_can_be_left_out():
    where = {"hedges": ["D1-E1"], "dark": True}
    verbs = {option[0] for option in Scene(**where).options}
    assert {"full_moon", "shredder"} <= verbs
    assert "full_moon" not in {option[0] for option in Scene(**where, players=SPENT).options}
    assert "shredder" not in {option[0] for option in Scene(hedges=["D1-E1"]).options}
    beginner = Scene(**where, options={"legendary": False, "specials": False})
    assert not {"full_moon", "shredder"} & {option[0] for option in beginner.options}
