"""Detention cards: the row, what each part of a card does, and how caught Enchanted come back.

In these scenes the row is "1", "2", "3" and the next card "4", whose icon says which of them is carried out.
"""

from collections import Counter

import pytest

from shared_rules.mischief.modes import ENCHANTED
from tests.rules.mischief.scene_modes import Solo, cell, pack_of, setting_up


def place(where):
    return [cell(where) % 5 + 1, cell(where) // 5 + 1]


def carried_out(*, icon=1, options=None, scene=None, change=lambda state: None, **parts):
    """The state after card 4 was drawn and one of the row was carried out: `parts` are the parts of the one at that place."""
    house = setting_up(1)
    icons = {card: entry.icon for card, entry in house.pack.detentions.items()}
    other = next(card for card, one in icons.items() if one == icon and card not in "1234")
    hit = {"pushed": [[*place(where), wind] for where, wind in parts.pop("pushed", ())]}
    hit |= {key: list(map(place, wheres)) for key, wheres in parts.items()}
    blank = {key: [] for key in ("pushed", "caught", "tripped", "tomes")}
    cards = {card: {**blank, "icon": icons[card]} for card in "123"}
    cards["4"] = {"icon": icon}
    cards[other] = {"icon": icons["4"]}
    cards[str(icon)] |= hit
    pack = pack_of(house, detention=cards)
    more = {"players": ["A1", None, None], "enemies": [None, None, None], "keeper": "C3", **(scene or {})}
    more |= {"row": ["1", "2", "3"], "deck": ["4", "5"]}
    s = Solo(due=["reveal_detention", "next_team"], active=ENCHANTED, pack=pack, options=options, **more)
    s.edit(change)
    return s.go().answer("4")


# -- the row --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-DET-02", "MM-DET-03")
@pytest.mark.parametrize(("icon", "row"), [(1, ["2", "3", "4"]), (2, ["1", "3", "4"]), (3, ["1", "2", "4"])])
def test_the_icon_names_the_card_that_is_carried_out_and_the_row_closes_up(icon, row):
    s = carried_out(icon=icon, tomes=["E1"])
    assert s.happened("detention_set_off")[0]["card"] == str(icon)
    assert s.state.tomes[cell("E1")] == [ENCHANTED], "it is that card's grid that counts"
    assert s.state.solo.row == row
    assert s.state.solo.discard[-1] == str(icon)
    assert s.state.solo.deck.cards() == ["5"]


@pytest.mark.rule("MM-DET-04")
def test_the_icons_are_on_seven_five_and_three_cards():
    assert Counter(card.icon for card in setting_up(1).pack.detentions.values()) == {1: 7, 2: 5, 3: 3}


@pytest.mark.rule("MM-DET-05")
def test_its_parts_come_in_their_order():
    s = carried_out(
        pushed=[("A1", "S"), ("B1", "S"), ("C1", "S")], caught=["A2"], tripped=["A2", "B2"], tomes=["B2"],
        scene={"players": ["A1", "B1", "C1"]},
    )  # fmt: skip
    assert s.where(0) is None, "pushed first, then caught where it came to"
    assert s.where(1) == "B2"
    assert [figure.tripped for figure in s.state.figures[:3]] == [False, True, False]
    names = ["figure_shifted", "figure_caught", "tripped_up", "enchanted_tomes_laid"]
    found = [s.happened().index(name) for name in names]
    assert found == sorted(found)


# -- pushed ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-DET-06", "MM-R-87")
@pytest.mark.parametrize(("wind", "near", "far"), [("N", "C1", "C1"), ("E", "D2", "E2"), ("S", "C3", "C5"), ("W", "B2", "A2")])
def test_a_mythic_on_a_marked_space_is_pushed_one_space_or_to_the_next_obstacle(wind, near, far):
    scene = {"players": ["C2", None, None], "keeper": "E5"}
    assert carried_out(pushed=[("C2", wind)], scene=scene).where(0) == near
    assert carried_out(pushed=[("C2", wind)], scene=scene, options={"solo_pushed_distance": "to_obstacle"}).where(0) == far


@pytest.mark.rule("MM-DET-06")
def test_only_who_stood_there_as_it_began_is_pushed_and_never_an_enchanted():
    s = carried_out(pushed=[("A1", "E"), ("B1", "E"), ("E5", "N")], scene={"enemies": ["E5", None, None]})
    assert (s.where(0), s.where(3)) == ("B1", "E5")


@pytest.mark.rule("MM-DET-07", "MM-R-87", "MM-R-72")
@pytest.mark.parametrize("distance", ["one_space", "to_obstacle"])
@pytest.mark.parametrize(
    ("start", "wind", "scene"),
    [
        ("C4", "S", {"hedges": ["C4-C5"]}),
        ("C4", "S", {"enemies": ["C5", None, None]}),
        ("C4", "N", {}),
        ("A4", "W", {}),
    ],
)
def test_a_hedge_a_mythic_the_border_and_the_groundskeeper_cancel_the_push(start, wind, scene, distance):
    scene = {**scene, "players": [start, None, None]}
    s = carried_out(pushed=[(start, wind)], scene=scene, options={"solo_pushed_distance": distance})
    assert s.where(0) == start
    assert "push_blocked" in s.happened()


@pytest.mark.rule("MM-R-72")
def test_by_another_reading_who_is_pushed_into_the_groundskeeper_is_caught():
    s = carried_out(
        pushed=[("C4", "N")], scene={"players": ["C4", None, None]}, options={"solo_displaced_into_groundskeeper": "caught"}
    )
    assert s.where(0) is None
    assert s.scores == (0, 1)


# -- caught in the act ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-DET-08")
def test_who_is_caught_in_the_act_brings_the_enchanted_a_point_and_the_groundskeeper_stays():
    s = carried_out(caught=["A1", "E5"], scene={"enemies": ["E5", None, None]})
    assert (s.where(0), s.where(3)) == (None, "E5")
    assert s.scores == (0, 1)
    assert s.keeper == "C3"


@pytest.mark.rule("MM-R-84")
def test_a_token_goes_back_when_its_bearer_is_caught_in_the_act():
    def bears(state):
        state["players"][0]["token"] = 0

    assert carried_out(caught=["A1"], change=bears).state.players[0].token == -1
    assert carried_out(caught=["A2"], change=bears).state.players[0].token == 0


# -- tripped up -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-DET-09", "MM-DET-10", "MM-DET-13")
def test_a_tripped_mythic_does_not_move_in_the_next_turn_but_uses_abilities():
    s = carried_out(tripped=["A1"], scene={"players": ["A1", "E5", None], "enemies": ["A2", "E2", "E3"]}).until("act")
    assert s.state.figures[0].tripped
    assert s.moves(0) == []
    assert s.moves(1) != []
    assert s.refused_move("B1") == "MM-DET-09"
    assert any(option[0] == "fling" and option[1] == 3 for option in s.options), "it flings its neighbour"
    s.pass_on().until("detention")
    assert not any(figure.tripped for figure in s.state.figures)


@pytest.mark.rule("MM-R-73", "MM-DET-10")
@pytest.mark.parametrize(("reading", "moved"), [("move_actions", True), ("all_movement", False)])
def test_a_tripped_mythic_can_be_moved_or_by_another_reading_not(reading, moved):
    s = carried_out(
        tripped=["B2"], scene={"players": ["B1", "B2", None], "hedges": ["B2-A2"]}, options={"solo_tripped_up_stops": reading}
    ).until("act")
    assert any(option[:2] == ["fling", 1] for option in s.options) == moved


# -- Tomes ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-DET-11")
def test_new_tomes_are_laid_out_of_the_supply_one_a_space():
    s = carried_out(tomes=["A5", "B5"], scene={"tomes": {"A5": [1], "B5": [0]}})
    assert s.state.tomes == {cell("A5"): [1], cell("B5"): [0, 1]}
    assert s.state.players[ENCHANTED].supply == 7


@pytest.mark.rule("MM-R-08", "MM-DET-11")
def test_a_short_supply_fills_the_spaces_in_their_order():
    tomes = {where: [1] for where in ("E1", "D1", "C1", "B1", "E2", "D2", "C2", "B2")}
    s = carried_out(tomes=["B5", "A5"], scene={"tomes": tomes})
    assert cell("B5") in s.state.tomes
    assert cell("A5") not in s.state.tomes
    assert s.state.players[ENCHANTED].supply == 0


@pytest.mark.rule("MM-R-74")
@pytest.mark.parametrize(
    ("reading", "laid", "points"),
    [("skipped", [], 0), ("placed_unscored", ["A1", "E5", "C3"], 0), ("placed_and_scores", ["A1", "C3"], 1)],
)
def test_a_tome_that_falls_on_an_occupied_space(reading, laid, points):
    s = carried_out(
        tomes=["A1", "E5", "C3"], scene={"enemies": ["E5", None, None]}, options={"solo_tome_on_occupied_space": reading}
    )
    assert sorted(s.state.tomes) == sorted(map(cell, laid))
    assert s.scores == (0, points)


# -- coming back ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-RET-01", "MM-R-78")
@pytest.mark.parametrize("active", [0, ENCHANTED])
def test_caught_enchanted_come_back_after_any_groundskeeper_phase_one_by_one(active):
    due = ["keeper_phase", "next_team" if active == 0 else "reveal_detention"]
    scene = {"stops": ["C5", "E5", "A1"], "players": ["A5", "B5", None], "enemies": ["C4", None, "E1"]}
    s = Solo(due=due, active=active, row=["1", "2", "3"], **scene).go()
    assert s.scores == ((1, 0) if active == 0 else (0, -1))
    assert (s.asked, s.question.seat, s.question.faces) == ("return_die", 0, [[1, 2, 3, 4, 5, 6]])
    s.answer([1]).answer([2])
    assert [event["figure"] for event in s.happened("enchanted_returned")] == [3, 4]
    assert s.asked != "return_die"


def coming(face, **more):
    s = Solo(due=["enchanted_back", "next_team"], row=["1", "2", "3"], keeper="C3", **more).go()
    assert s.asked == "return_die"
    return s.answer([face])


@pytest.mark.rule("MM-RET-02", "MM-RET-03", "MM-RET-04")
def test_the_green_place_then_the_blue_one_then_another_throw():
    side = setting_up(1).pack.returns["A"]
    name = lambda number: f"{'ABCDE'[number % 5]}{number // 5 + 1}"  # noqa: E731
    green, blue = name(side.green[2]), name(side.blue[2])
    s = coming(3, players=["C2", None, None], enemies=[None, "E3", "E4"])
    assert s.happened("enchanted_returned")[0]["at"] == green
    s = coming(3, players=[green, None, None], enemies=[None, "E3", "E4"])
    assert s.happened("enchanted_returned")[0]["at"] == blue
    s = coming(3, players=[green, blue, None], enemies=[None, "E3", "E4"])
    assert s.asked == "return_die"
    assert "return_blocked" in s.happened()


@pytest.mark.rule("MM-R-09", "MM-RET-03")
@pytest.mark.parametrize(("occupies", "colour"), [("yes", "blue"), ("no", "green")])
def test_a_tome_occupies_a_place_or_does_not(occupies, colour):
    side = setting_up(1).pack.returns["A"]
    where = f"{'ABCDE'[side.green[0] % 5]}{side.green[0] // 5 + 1}"
    s = coming(
        1, players=["C2", None, None], enemies=[None, "E3", "E4"], tomes={where: [0]}, options={"tome_occupies_entrance": occupies}
    )
    assert s.happened("enchanted_returned")[0]["place"] == colour


@pytest.mark.rule("MM-R-77")
def test_with_all_twelve_places_taken_the_player_picks_any_free_space():
    house = setting_up(1)
    places = [[1, 1], [2, 1], [3, 1], [4, 1], [5, 1], [1, 2]]
    pack = pack_of(house, **{"return": {"A": {"green": places, "blue": places}}})
    tomes = {where: [0] for where in ("A1", "B1", "C1")}
    scene = {"keeper": "D1", "players": ["E1", "A2", None], "enemies": [None, "E3", "E4"]}
    s = Solo(due=["enchanted_back", "next_team"], **scene, tomes=tomes, pack=pack).go()
    assert (s.asked, s.question.seat) == ("return_anywhere", 0)
    taken = {cell(where) for where in ("A1", "B1", "C1", "D1", "E1", "A2", "E3", "E4")}
    assert {option[1] for option in s.options} == set(range(25)) - taken
    s.choose("go", cell("C3"))
    assert s.happened("enchanted_returned")[0]["at"] == "C3"
