"""The Cleanup: dice slide left, Tomes are slotted, dice are boosted and reset."""

import pytest

from tests.rules.mischief.scene import Scene

DIRECT = {"stops": ["C5", "D5", "E5"]}


def cleaned(ask="boost", collected=0, players=({}, {}), **more):
    """The first question of the Cleanup of seat 0."""
    given = {"collected": collected, "supply": 7 - collected} if collected else {}
    s = Scene(**{**DIRECT, "players": ({**given, **players[0]}, players[1]), **more})
    return s.pass_on().until(ask, seat=0)


def board(s, ability, seat=0):
    player = s.state.players[seat]
    tracks = s.match.pack.factions[player.faction].tracks
    return next((number, track) for number, track in enumerate(tracks) if track.ability == ability)


@pytest.mark.rule("MM-CLEAN-01", "MM-FAQ-07", "MM-R-48")
def test_used_dice_slide_to_the_leftmost_slots_without_die_or_tome():
    s = cleaned(dice={"move": [(2, 1, True), (4, 0, True)], "fling": [(3, 1, True)], "heave": [(3, 2, False)]})
    assert [s.die("move", 0)[0], s.die("move", 1)[0], s.die("fling")[0]] == [0, 1, 0]
    tomes = ({"tomes": [1, 2, 0, 0], "supply": 4}, {})
    behind = cleaned(dice={"move": [(2, 1, True), (4, 0, True)], "fling": [(3, 1, True)]}, players=tomes)
    assert [behind.die("move", 0)[0], behind.die("move", 1)[0], behind.die("fling")[0]] == [1, 2, 2]


@pytest.mark.rule("MM-CLEAN-02")
def test_a_die_that_was_not_used_keeps_its_slot():
    s = cleaned(dice={"move": [(0, 1, True), (4, 4, False)], "heave": [(3, 2, False)], "fling": [(2, 2, True)]})
    assert [s.die("move", 0)[0], s.die("move", 1)[0], s.die("heave")[0], s.die("fling")[0]] == [0, 4, 3, 0]
    unused_left = cleaned(dice={"move": [(0, 1, False), (4, 0, True)]})
    assert [unused_left.die("move", 0)[0], unused_left.die("move", 1)[0]] == [0, 1]


@pytest.mark.rule("MM-CLEAN-03", "MM-CLEAN-04", "MM-CLEAN-05")
def test_a_tome_takes_the_leftmost_slot_of_any_track_and_pushes_its_die():
    s = cleaned("slot", collected=2)
    assert s.of("slot") == [[0], [1], [2], [3]]
    s.choose("slot", 1)
    assert s.state.players[0].tomes == [0, 1, 0, 0]
    assert s.die("fling")[0] == 1
    s.choose("slot", 1)
    assert s.state.players[0].tomes == [0, 2, 0, 0]
    assert s.die("fling")[0] == 2
    far = cleaned("slot", collected=1, dice={"fling": [(3, 2, False)]}).choose("slot", 1)
    assert far.die("fling")[0] == 3, "only a die in the way is pushed"


@pytest.mark.rule("MM-R-49", "MM-EX-02")
def test_a_push_runs_on_through_touching_dice_and_stops_at_the_end():
    s = cleaned("slot", collected=1, dice={"move": [(0, 1, False), (1, 2, False)]}).choose("slot", 0)
    assert [s.die("move", 0)[0], s.die("move", 1)[0]] == [1, 2]
    gap = cleaned("slot", collected=1, dice={"move": [(0, 1, False), (2, 2, False)]}).choose("slot", 0)
    assert [gap.die("move", 0)[0], gap.die("move", 1)[0]] == [1, 2]
    full = ({"tomes": [0, 4, 0, 0], "supply": 2}, {})
    last = cleaned("slot", collected=1, dice={"fling": [(4, 3, False)]}, players=full)
    assert [1] not in last.of("slot")
    assert last.refused("slot", 1) == "MM-R-49"
    assert last.refused("slot", 9) == "MM-CLEAN-03"


@pytest.mark.rule("MM-CLEAN-06", "MM-LEG-02")
def test_a_tome_may_go_on_the_empty_legendary_slot():
    s = cleaned("slot", collected=1, players=({"legendary": False, "supply": 7}, {}))
    s.choose("legendary")
    assert s.state.players[0].legendary
    assert s.asked == "boost"
    assert "full_moon" in {option[0] for option in s.until("act", seat=0).options}
    filled = cleaned("slot", collected=1)
    assert filled.refused("legendary") == "MM-CLEAN-06"


@pytest.mark.rule("MM-FAQ-09", "MM-R-51")
def test_what_has_to_be_done_in_the_cleanup():
    s = cleaned("slot", collected=2)
    s.choose("keep")
    assert s.state.players[0].collected == 2
    assert s.asked == "boost"
    assert s.refused("done") == "MM-R-51"
    both = cleaned("slot", collected=1, options={"cleanup_mandatory": "boosts_and_slotting"})
    assert both.refused("keep") == "MM-R-51"
    neither = cleaned("slot", collected=1, options={"cleanup_mandatory": "neither"})
    neither.choose("keep").choose("done")
    assert neither.question.seat == 1
    assert neither.happened("boosted") == []


@pytest.mark.rule("MM-FAQ-09")
def test_kept_tomes_can_be_slotted_in_a_later_turn():
    s = cleaned("slot", collected=1).choose("keep").until("act", seat=0).pass_on()
    assert s.until("slot", seat=0).choose("slot", 3).state.players[0].tomes == [0, 0, 0, 1]


@pytest.mark.rule("MM-CLEAN-09", "MM-CLEAN-11", "MM-EX-02")
def test_two_boosts_each_move_one_die_one_slot_and_may_be_the_same():
    s = cleaned()
    fling = s.match.pack.factions["werewolves"].of["fling"][0]
    s.choose("boost", fling)
    assert s.die("fling")[0] == 1
    s.choose("boost", fling)
    assert s.die("fling")[0] == 2
    assert s.question.seat == 1, "two and no more"


@pytest.mark.rule("MM-CLEAN-10", "MM-FAQ-04", "MM-R-50")
def test_a_boost_on_move_shifts_one_die_and_never_onto_another_or_off_the_track():
    s = cleaned()
    assert s.refused("boost", 0) == "MM-R-50", "the other Move die stands on its right"
    s.choose("boost", 1).choose("boost", 0)
    assert [s.die("move", 0)[0], s.die("move", 1)[0]] == [1, 2]
    last = cleaned(dice={"distract": [(3, 2, False)]})
    assert last.refused("boost", 4) == "MM-R-50"
    assert last.refused("boost", 9) == "MM-CLEAN-10"


@pytest.mark.rule("MM-R-50")
def test_a_boost_that_cannot_be_made_is_lost():
    ends = {"move": [(4, 4, False), (5, 4, False)], "fling": [(4, 3, False)], "heave": [(4, 3, False)], "distract": [(3, 2, False)]}
    s = Scene(**DIRECT, dice=ends).pass_on()
    assert s.asked == "act"
    assert s.question.seat == 1


@pytest.mark.rule("MM-CLEAN-13", "MM-EX-02")
def test_at_last_every_die_shows_the_number_above_its_slot():
    s = cleaned("slot", collected=1, dice={"move": [(0, 0, True), (1, 0, True)], "fling": [(0, 0, True)]})
    s.choose("slot", 0).choose("boost", 2).choose("boost", 2)
    _, track = board(s, "move")
    assert [s.die("move", 0), s.die("move", 1)] == [(1, track.slots[1], False), (2, track.slots[2], False)]
    assert s.die("fling") == (2, board(s, "fling")[1].slots[2], False)


@pytest.mark.rule("MM-GNOME-05", "MM-R-40")
def test_the_burrow_die_slides_left_even_if_it_was_not_used():
    where = {**DIRECT, "factions": ("gnomes", "werewolves")}
    s = Scene(**where, dice={"burrow": [(3, 2, False)]}).pass_on()
    assert s.die("burrow")[0] == 0
    behind = Scene(**where, dice={"burrow": [(3, 2, False)]}, players=({"tomes": [0, 2, 0, 0, 0], "supply": 5}, {})).pass_on()
    assert behind.die("burrow")[0] == 2
    kept = Scene(**where, dice={"burrow": [(3, 2, False)]}, options={"burrow_resets_unused_die": "no"}).pass_on()
    assert kept.die("burrow")[0] == 3
