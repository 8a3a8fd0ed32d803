"""House rules: where the rulebook can be read in several ways, each reading can be played. The default ones are tested all over."""

import tomllib
from pathlib import Path

import pytest

import shared_rules.ledger
from shared_rules.asking import asked
from shared_rules.mycelia import Game
from shared_rules.mycelia.options import OPTIONS
from shared_rules.options import BadOption
from tests.rules.mycelia.scene import FILLER, SHRINE, Scene, bag, first
from tests.rules.mycelia.test_end_of_game import clearing
from tests.rules.mycelia.test_functions import acted
from tests.rules.mycelia.test_preparing import prepared

LEDGER = tomllib.loads((Path(shared_rules.ledger.__path__[0]) / "mycelia.toml").read_text(encoding="utf-8"))
SHOWCASE = ["toll_toad", "old_root", None, None, None]


def read(fn, value, option, drops=None, **how):
    """The moment after "hero" was played under one reading."""
    return acted(fn, drops, options={option: value}, **how)


def test_every_switch_of_the_ledger_is_a_match_option_with_its_values_and_default():
    switches = {row["id"]: row for row in LEDGER["ruling"] if row["switchable"]}
    by_ruling = {option.ruling: option for option in OPTIONS if option.ruling}
    assert set(by_ruling) == set(switches)
    assert len(switches) == 26
    for ruling, row in switches.items():
        option = by_ruling[ruling]
        assert (option.name, list(option.values), option.default, option.type) == (
            row["option"], row["values"], row["default"], "choice",
        )  # fmt: skip
        for value in option.values:
            assert Game.new(4, {option.name: value}).state.options[option.name] == value
        with pytest.raises(BadOption, match=option.name):
            Game.new(2, {option.name: "sometimes"})


@pytest.mark.rule("MYC-R-02")
@pytest.mark.parametrize(("value", "sides"), [("random", "ab"), ("fixed", "a")])
def test_which_side_of_the_supply_card_is_up_first(value, sides):
    _, question = prepared(until="supply_card", options={"supply_card_first_side": value})
    assert sorted(question.cards) == [f"{number}{side}" for number in (1, 2, 3, 4) for side in sides]


@pytest.mark.rule("MYC-R-03")
@pytest.mark.parametrize("value", ["rolled", "seat 0", "seat 1", "seat 2", "seat 3"])
def test_who_is_first_player(value):
    match = Game.new(4, {"first": value})
    rolled = []
    while (question := next(iter(match.questions.values()))[1]).asker != "your_turn":
        line, (ticket, _) = next(iter(match.questions.items()))
        rolled += [question.seat] if question.asker == "first_roll" else []
        answer = [3 + question.seat % 2 * question.seat] if question.asker == "first_roll" else first(question)
        match.answer(line, ticket, answer)
    assert rolled == ([0, 1, 2, 3] if value == "rolled" else [])
    assert question.seat == (3 if value == "rolled" else int(value[-1]))


@pytest.mark.rule("MYC-R-04")
@pytest.mark.parametrize(("value", "shrine", "tray"), [("end_of_turn", 8, 3), ("at_once", 10, 0)])
def test_when_removed_drops_go_into_the_shrine(value, shrine, tray):
    scene = read("remove 3 water", value, "shrine_entry", {9: 3, **FILLER}, shrine=8, box=20)
    scene.choose("remove", 9, 3)
    assert (scene.state.shrine, scene.state.tray) == (shrine, tray)
    assert scene.state.box == (20 if value == "end_of_turn" else 21), "what it cannot hold goes to the box"
    assert scene.asked == "your_turn"
    assert "shrine_turned" not in scene.happened(), "it is turned at the end of the turn all the same"
    scene.end()
    scene.settle()
    assert "shrine_turned" in scene.happened()


@pytest.mark.rule("MYC-R-04")
def test_at_once_each_of_several_drops_goes_in():
    scene = read("around leaf", "at_once", "shrine_entry", {12: 1, 14: 1, 18: 1, **FILLER})
    scene.choose("around", 13)
    scene.choose("remove", 14, 1)
    assert scene.state.shrine == 1
    scene.choose("remove_all")
    assert (scene.state.shrine, scene.state.tray) == (3, 0)


HIRES = {
    "move 1 any": [],
    "move 2 any": [["move", 4, 3]],
    "remove 2 water": [],
    "around leaf": [],
    "leaves 1 / leaves 2": [],
    "remove card": [],
}


@pytest.mark.rule("MYC-R-10")
@pytest.mark.parametrize("fn", HIRES)
@pytest.mark.parametrize("value", ["no", "yes"])
def test_whether_a_hire_may_come_inside_a_function(fn, value):
    scene = read(fn, value, "hire_inside_function", {9: 2, 4: 5}, leaves=3, showcase=SHOWCASE)
    for answer in HIRES[fn]:
        scene.answer(answer)
    before = scene.question.asker, [option for option in scene.options if option[0] != "hire"]
    if value == "no":
        assert scene.refused("hire", 0) == "MYC-R-10"
        return
    assert scene.refused("hire", 1) == "MYC-HIRE-03"
    scene.choose("hire", 0)
    assert (scene.seat().leaves, scene.seat().supply.top()) == (0, "toll_toad")
    assert (scene.question.asker, scene.options) == before, "the function goes on where it was"


@pytest.mark.rule("MYC-R-10")
@pytest.mark.parametrize(
    ("fn", "answers"),
    [
        ("remove 0..2 water beside", [["remove", 9, 1]]),
        ("around leaf", [["around", 13]]),
        ("2 x (remove 1 any)", [["remove", 9, 1]]),
    ],
)
def test_what_was_left_to_do_is_left_after_the_hire(fn, answers):
    scene = read(fn, "yes", "hire_inside_function", {9: 2, 14: 1, 12: 1, 4: 5}, leaves=3, showcase=SHOWCASE)
    for answer in answers:
        scene.answer(answer)
    asker, options = scene.asked, scene.options
    scene.choose("hire", 0)
    assert (scene.asked, scene.options) == (asker, [option for option in options if option[0] != "hire"])


@pytest.mark.rule("MYC-R-10")
def test_only_the_player_whose_turn_it_is_hires_inside_a_function():
    scene = read("others (move 1 any)", "yes", "hire_inside_function", showcase=SHOWCASE).change_seat(1, leaves=9)
    assert scene.question.seat == 1
    assert scene.refused("hire", 0) == "MYC-R-10"


@pytest.mark.rule("MYC-R-14", "MYC-COMP-05")
@pytest.mark.parametrize(("value", "gained"), [("no", 5), ("yes", 4)])
def test_whether_the_general_supply_of_leaves_has_an_end(value, gained):
    scene = Scene(hand=["hero"], fn="leaves 5", leaves=100, options={"leaf_supply_limited": value}).change_seat(1, leaves=60)
    scene.play()
    assert scene.seat().leaves == 100 + gained, "there are 164 in all"
    if value == "yes":
        scene.change(showcase=["hero", None, None, None, None])
        scene.choose("hire", 0)
        scene.change_seat(0, hand=["hero"])
        scene.play()
        assert scene.seat().leaves == 104, "what is paid goes back to the supply"


@pytest.mark.rule("MYC-R-16")
@pytest.mark.parametrize(("value", "goals"), [("each_free", [7, 11, 13, 17]), ("same", [11])])
def test_whether_the_drops_of_one_move_go_to_the_same_field(value, goals):
    scene = read("move 3 any", value, "move_targets", {12: 3, **FILLER})
    scene.choose("move", 12, 11)
    for _ in range(2):
        assert sorted(option[2] for option in scene.options if option[0] == "move") == goals
        if value == "same":
            assert scene.refused("move", 12, 13) == "MYC-R-16"
        scene.choose("move", 12, 11)
    assert scene.board() == {11: 3, **FILLER}


@pytest.mark.rule("MYC-R-19")
@pytest.mark.parametrize("value", ["yes", "no"])
def test_whether_a_field_without_a_drop_may_be_chosen_for_its_neighbours(value):
    water = read("remove 0..2 water beside", value, "transparent_on_empty_field", {13: 1, 9: 1, 4: 1})
    leaf = read("around leaf", value, "transparent_on_empty_field", {12: 1, 1: 1, 2: 1})
    if value == "yes":
        assert ["remove", 18, 0] in water.options
        assert ["around", 13] in leaf.options
    else:
        assert {option[1] for option in water.options if option[0] == "remove"} == {9}
        assert [option for option in leaf.options if option[0] == "around"] == [["around", 1]]
        assert leaf.refused("around", 13) == "MYC-R-19"


@pytest.mark.rule("MYC-R-20")
@pytest.mark.parametrize("value", ["optional", "needed"])
def test_whether_transparent_drops_must_be_there(value):
    scene = read("remove 0..2 water beside", value, "transparent_drops", {18: 1, 13: 1, 2: 1, 0: 1})
    fields = {option[1] for option in scene.options if option[0] == "remove"}
    if value == "optional":
        assert fields == {18, 2, 5}, "for the drops of neighbours too, and without any there"
    else:
        assert fields == {18}, "a drop on the field, and one beside it"
        assert scene.refused("remove", 2, 1) == "MYC-SYM-13"
        assert scene.refused("remove", 5, 0) == "MYC-SYM-04"


@pytest.mark.rule("MYC-R-20")
@pytest.mark.parametrize("value", ["optional", "needed"])
def test_a_transparent_drop_beside_a_solid_one_is_never_needed(value):
    scene = read("remove 1..3 moss", value, "transparent_drops", {7: 1, **FILLER})
    assert scene.options == [["remove", 7, 1], ["skip"]]


@pytest.mark.rule("MYC-R-23")
@pytest.mark.parametrize(
    ("value", "answer", "leaves"),
    [
        ("chosen_side_only", ["side", 0], [2, 0]),
        ("chosen_side_only", ["side", 1], [0, 1]),
        ("chosen_side_only", ["skip"], [0, 0]),
        ("always", ["side", 0], [2, 1]),
        ("always", ["side", 1], [0, 1]),
        ("always", ["skip"], [0, 1]),
    ],
)
def test_whether_a_bonus_on_the_side_that_is_not_chosen_is_given(value, answer, leaves):
    scene = read("leaves 2 / others (leaves 1)", value, "bonus_beside_slash")
    scene.answer(answer)
    assert [seat.leaves for seat in scene.state.seats] == leaves
    assert scene.asked == "your_turn"


@pytest.mark.rule("MYC-R-23")
def test_where_all_bonuses_are_given_anyway_both_sides_may_be_left_out():
    scene = read("others (leaves 1) / others (leaves 3)", "always", "bonus_beside_slash")
    scene.skip()
    assert scene.seat(1).leaves == 4


@pytest.mark.rule("MYC-R-24")
@pytest.mark.parametrize(("value", "order"), [("in_place", [0, 1, 0, 1]), ("once_at_end", [0, 0, 1])])
def test_when_and_how_often_a_bonus_comes(value, order):
    scene = read("2 x (move 1 water & others (move 1 any))", value, "bonus_place", {9: 2, **FILLER})
    seats = []
    while scene.asked != "your_turn":
        seats.append(scene.question.seat)
        scene.answer(scene.options[0])
    assert seats == order
    assert scene.state.late == []


@pytest.mark.rule("MYC-R-24")
def test_at_the_end_two_different_bonuses_come_in_their_order():
    scene = read("others (leaves 1) & others (move 1 any) & leaves 3", "once_at_end", "bonus_place")
    assert [seat.leaves for seat in scene.state.seats] == [3, 1]
    assert scene.asked == "move_from"


def open_seats(scene):
    return sorted((question.seat, question.asker) for _, question in scene.match.questions.values())


@pytest.mark.rule("MYC-R-26")
@pytest.mark.parametrize("value", ["no", "yes"])
def test_whether_the_active_player_may_play_on_before_a_bonus_is_answered(value):
    scene = read("others (move 1 any)", value, "bonus_play_on_unanswered", seats=3)
    if value == "no":
        assert open_seats(scene) == [(1, "move_from")]
        return
    assert open_seats(scene) == [(0, "your_turn"), (1, "move_from"), (2, "move_from")]
    line, (ticket, _) = next(iter(scene.match.questions.items()))
    scene.match.answer(line, ticket, ["end"])
    assert open_seats(scene) == [(1, "move_from"), (2, "move_from")], "the turn ends when all have answered"
    for seat in (2, 1):
        ((line, ticket),) = [(n, at) for n, (at, question) in scene.match.questions.items() if question.seat == seat]
        scene.match.answer(line, ticket, ["move", 4, 9])
    assert [question.asker for _, question in scene.match.questions.values()] in (["showcase_card"], ["drawn_card"])
    assert [scene.board(seat) for seat in range(3)] == [FILLER, {4: 29, 9: 1}, {4: 29, 9: 1}]


@pytest.mark.rule("MYC-R-26")
def test_two_bonuses_of_one_player_come_one_after_the_other():
    scene = read("2 x others (move 1 any)", "yes", "bonus_play_on_unanswered")
    assert open_seats(scene) == [(0, "your_turn"), (1, "move_from")]
    for _ in range(2):
        ((line, ticket),) = [(n, at) for n, (at, question) in scene.match.questions.items() if question.seat == 1]
        scene.match.answer(line, ticket, ["move", 4, 9])
    assert open_seats(scene) == [(0, "your_turn")]
    assert scene.board(1) == {4: 28, 9: 2}


@pytest.mark.rule("MYC-R-28")
@pytest.mark.parametrize("value", ["no", "yes"])
def test_whether_the_shrine_is_turned_in_later_turns_of_the_last_round(value):
    scene = clearing(shrine=10, fn="remove 1 water", options={"shrine_turns_in_last_round": value})
    scene.play()
    scene.choose("remove", 9, 1)
    scene.pass_turn()
    assert (scene.state.shrine, "shrine_turned" in scene.happened()) == (11, False), "not full"
    scene.change(tray=4)
    scene.pass_turn()
    assert ("shrine_turned" in scene.happened()) == (value == "yes")
    assert (scene.board(0) == {}) == (value == "no")
    scene.pass_turn()
    assert scene.match.over
    assert scene.match.result().winners == [0], "a board that was cleared stays so"


@pytest.mark.rule("MYC-R-28", "MYC-END-04")
def test_even_then_a_shrine_that_the_last_drop_filled_is_not_turned():
    scene = clearing(shrine=14, fn="remove 1 water", options={"shrine_turns_in_last_round": "yes"})
    scene.play()
    scene.choose("remove", 9, 1)
    for _ in range(3):
        scene.pass_turn()
    assert scene.match.over
    assert "shrine_turned" not in scene.happened()


@pytest.mark.rule("MYC-R-29")
@pytest.mark.parametrize(
    ("value", "tray", "turned"), [("no", 6, False), ("yes", 6, True), ("yes", 5, True), ("yes", 4, False), ("no", 4, False)]
)
def test_whether_a_shrine_that_was_full_before_the_last_drop_is_turned(value, tray, turned):
    scene = clearing(shrine=10, fn="remove 1 water", options={"shrine_turns_at_trigger": value}, tray=tray)
    scene.play()
    scene.choose("remove", 9, 1)
    scene.pass_turn()
    assert ("shrine_turned" in scene.happened()) == turned
    for _ in range(2):
        scene.pass_turn()
    assert scene.match.over
    assert scene.match.result().winners == [0]


@pytest.mark.rule("MYC-R-55")
@pytest.mark.parametrize("value", ["secret", "open"])
def test_whether_hands_and_piles_are_open(value):
    scene = Scene(hand=["hero", "toll_toad"], supply=["old_root"], options={"hands_and_piles": value})
    scene.change_seat(0, supply=bag(["old_root", "dew_beetle"]))
    for looking in (1, None):
        view = scene.match.view(looking)
        seat = view["seats"][0]
        assert seat["hand"] == (["hero", "toll_toad"] if value == "open" else None)
        assert seat.get("supply_cards") == (["dew_beetle", "old_root"] if value == "open" else None)
        assert ("hero" in view["cards"]) == (value == "open" or "hero" in scene.state.showcase)
    for card in ("hero", "toll_toad"):
        scene.play(card)
    scene.end()
    scene.settle()
    drawn = [event.told_to(1) for event in scene.log if event.name == "card_drawn" and event.seat == 0]
    assert drawn
    assert all(("card" in told) == (value == "open") for told in drawn)


def test_options_are_told_together_when_they_are_wrong():
    with pytest.raises(BadOption) as caught:
        Game.new(2, {"boards": "round", "expansion": "yes", "solo_end_check": 3, "speed": 1})
    assert len(caught.value.reasons) == 4


def test_the_readings_leave_the_words_whole():
    options = {option.name: option.values[0] for option in OPTIONS if option.type == "choice" and option.name != "first"}
    scene = Scene(options=options, hand=["hero"])
    (question,) = asked(scene.match, 0, ["Ada", "Ben"])
    assert question["prompt"].startswith("Ada: Your turn")
    assert scene.match.pack.board.shrine == SHRINE
