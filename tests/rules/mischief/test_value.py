"""The greedy bot: what it prefers, and that it wins against chance."""

from host.simulate import Plan, simulate
from shared_rules.mischief.value import value
from tests.rules.mischief.scene import Scene, cell


def worths(s, *answers):
    return value(s.match.view(0), 0, [list(answer) for answer in answers])


def test_it_leads_the_groundskeeper_onto_an_enemy_and_never_onto_an_own_mythic():
    s = Scene(at=["C1", "E1", "E2", "C2", "A5", "B5"], keeper="C3", dice={"distract": [(0, 1, False)]})
    catch, away = worths(s, ["distract", 0, cell("C2")], ["distract", 0, cell("D3")])
    assert catch > away
    s = Scene(at=["C2", "E1", "E2", "C5", "A5", "B5"], keeper="C3", dice={"distract": [(0, 1, False)]})
    loss, away = worths(s, ["distract", 0, cell("C2")], ["distract", 0, cell("D3")])
    assert loss < away


def test_it_goes_for_a_tome_and_leaves_the_way_of_the_groundskeeper():
    s = Scene(at=["A1", "E1", "E2", "D5", "C5", "E5"], keeper="C3", stops=["A3", "A5", "E4"], tomes={"A2": [0]})
    taken, other = worths(s, ["move", 0, [cell("A2")]], ["move", 0, [cell("B1")]])
    assert taken > other
    s = Scene(at=["C4", "E1", "E2", "D2", "B2", "E3"], keeper="C3", stops=["C5", "A5", "A1"])
    stays, leaves = worths(s, ["pass"], ["move", 0, [cell("D4")]])
    assert leaves > stays


def test_it_fears_the_next_walk_where_the_other_team_is_on_turn_first():
    s = Scene(at=["C4", "E1", "E2", "D2", "B2", "E3"], keeper="C3", stops=["C5", "A5", "A1"], active=1)
    on_the_way, beside_it = worths(s, ["place", 0, cell("C4")], ["place", 0, cell("A2")])
    assert on_the_way < beside_it


def test_it_boosts_to_a_higher_number_and_does_not_keep_tomes():
    s = Scene(dice={"move": [(0, 1, False), (1, 2, False)]})
    higher, same = worths(s, ["boost", 1], ["boost", 4])
    assert higher > same
    slotted, kept = worths(s, ["slot", 0], ["keep"])
    assert slotted > kept


def test_it_wins_against_chance():
    told = simulate(Plan("mischief", 2, {}, ["greedy", "random"], 1), 12, 1)
    assert told["finished"] == 12
    assert told["wins"][0] >= 10
