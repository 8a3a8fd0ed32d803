"""How to Take a Turn: 4. End of your turn."""

import pytest

from shared_rules.mycelia.pack import house_pack
from shared_rules.mycelia.shrine import other_side
from shared_rules.questions import Flush
from tests.rules.mycelia.scene import FILLER, SHRINE, Scene, bag, drops_on, flush_answer, known_pile

POCKET = "sickle.pocket_leaf"
FULL = {2: 10, 3: 15, 4: 20}


def removed(count, seats=2, **how):
    """The end of a turn in which `count` drops were removed."""
    scene = Scene(seats=seats, hand=["hero"], fn=f"remove {count} water", drops={9: count, 0: 50}, **how)
    scene.play()
    scene.choose("remove", 9, count)
    scene.end()
    return scene


def to_the_flush(scene):
    while not isinstance(scene.question, Flush):
        assert scene.question.kind == "draw", "the shrine comes before the next turn"
        scene.answer(scene.question.cards[0])
    return scene


@pytest.mark.rule("MYC-ENDT-01")
def test_a_turn_ends_only_with_an_empty_hand():
    scene = Scene(hand=[POCKET])
    assert scene.refused("end") == "MYC-ENDT-01"
    scene.play(POCKET)
    scene.end()
    assert "turn_ended" in scene.happened()


@pytest.mark.rule("MYC-ENDT-02")
def test_the_end_goes_showcase_shrine_filled_shrine_turned_hand_drawn():
    scene = removed(3, shrine=8, leaves=0, showcase=[None, "hero", "hero", "hero", "hero"])
    assert scene.seat().discard == ["hero"], "what was played lies on the discard pile"
    scene.settle()
    steps = ["turn_ended", "showcase_filled", "shrine_filled", "shrine_turned", "card_drawn", "turn_began"]
    happened = scene.happened()
    places = [happened.index(step) for step in steps]
    assert places == sorted(places), list(zip(steps, places, strict=True))


@pytest.mark.rule("MYC-ENDT-03")
@pytest.mark.parametrize("gaps", [0, 1, 3, 5])
def test_the_showcase_is_filled_up_to_five(gaps):
    scene = Scene(showcase=[None] * gaps + ["hero"] * (5 - gaps), showcase_supply=bag(["old_root"] * 8))
    scene.end()
    scene.settle()
    assert scene.state.showcase == ["old_root"] * gaps + ["hero"] * (5 - gaps)


@pytest.mark.rule("MYC-ENDT-03")
def test_five_heroes_lie_open_again_after_a_turn_of_hiring():
    scene = Scene(leaves=40)
    for place in range(5):
        scene.choose("hire", place)
    scene.end()
    scene.settle()
    assert len([card for card in scene.state.showcase if card]) == 5


@pytest.mark.rule("MYC-ENDT-04")
def test_a_used_up_showcase_supply_is_made_anew_from_its_discard_pile():
    scene = Scene(
        showcase=[None, None, None, "hero", "hero"], showcase_supply=bag(["old_root"]), showcase_discard=["pond_ladle"] * 4
    )
    scene.end()
    scene.settle()
    assert scene.state.showcase == ["old_root", "pond_ladle", "pond_ladle", "hero", "hero"]
    assert scene.state.showcase_supply.cards() == ["pond_ladle", "pond_ladle"]
    assert scene.state.showcase_discard == []


@pytest.mark.rule("MYC-R-13")
def test_gaps_stay_when_no_hero_is_left():
    scene = Scene(showcase=[None, None, "hero", "hero", "hero"], showcase_supply=bag(["old_root"]))
    scene.end()
    scene.settle()
    assert scene.state.showcase == ["old_root", None, "hero", "hero", "hero"]


def _full_at(seats):
    """The shrine is turned with so many drops in it, and not with one less."""
    below, full = removed(1, seats, shrine=FULL[seats] - 2), removed(1, seats, shrine=FULL[seats] - 1)
    below.settle()
    assert "shrine_turned" not in below.happened()
    assert below.state.shrine == FULL[seats] - 1
    to_the_flush(full)
    assert full.question.drops == FULL[seats]


@pytest.mark.rule("MYC-ENDT-05")
def test_four_players_fill_the_shrine_with_twenty_drops():
    _full_at(4)
    assert Scene(seats=4).match.view(None)["shrine"]["full_at"] == 20


@pytest.mark.rule("MYC-ENDT-06")
def test_three_players_fill_the_shrine_with_fifteen_drops():
    _full_at(3)
    assert Scene(seats=3).match.view(None)["shrine"]["full_at"] == 15


@pytest.mark.rule("MYC-ENDT-07")
def test_two_players_fill_the_shrine_with_ten_drops():
    _full_at(2)
    assert Scene(seats=2).match.view(None)["shrine"]["full_at"] == 10


@pytest.mark.rule("MYC-ENDT-08", "MYC-R-05")
def test_drops_that_the_shrine_cannot_hold_go_to_the_box_and_it_is_turned_once():
    scene = removed(15, shrine=8, box=3)
    to_the_flush(scene)
    assert (scene.question.drops, scene.state.shrine, scene.state.box) == (10, 10, 3 + 13)
    scene.settle()
    assert scene.happened().count("shrine_turned") == 1
    assert (scene.state.shrine, scene.state.tray) == (0, 0), "nothing is carried over"


@pytest.mark.rule("MYC-ENDT-09")
def test_a_shrine_below_its_capacity_keeps_its_drops():
    scene = removed(3, shrine=4)
    scene.settle()
    assert scene.state.shrine == 7
    assert "shrine_turned" not in scene.happened()
    scene.pass_turn()
    assert scene.state.shrine == 7


@pytest.mark.rule("MYC-ENDT-10")
def test_fullness_is_checked_only_at_the_end_of_a_turn():
    scene = Scene(hand=["hero", POCKET], fn="remove 12 water", drops={9: 12, **FILLER}, shrine=5, leaves=6)
    scene.play()
    scene.choose("remove", 9, 12)
    assert scene.asked == "your_turn", "enough drops are removed, but the turn goes on"
    scene.play(POCKET)
    scene.choose("action", "b")
    scene.choose("move", 4, 3)
    assert "shrine_turned" not in scene.happened()
    assert (scene.state.shrine, scene.state.tray) == (5, 12)
    scene.end()
    to_the_flush(scene)


@pytest.mark.rule("MYC-ENDT-11", "MYC-R-56")
def test_a_full_shrine_is_turned_once_back_to_its_start_position():
    scene = removed(1, shrine=9, pieces="real")
    scene.settle(confirm=True)
    assert scene.happened().count("shrine_turned") == 1
    tasks = [event["opening"] for event in scene.happened("die_placed")]
    assert tasks == [2], "its die is back on the opening for two"
    assert (scene.state.shrine, scene.state.die_on) == (0, 2)


@pytest.mark.rule("MYC-ENDT-12")
def test_turning_throws_die_and_drops_out():
    scene = to_the_flush(removed(1, shrine=9))
    assert scene.question.drops == 10, "ten drops are in it"
    assert scene.question.faces == scene.pack.faces, "the die is read"
    face = scene.pack.faces[3]
    scene.answer(flush_answer(face, drops_seen=10))
    (turned,) = scene.happened("shrine_turned")
    assert (turned["drops"], turned["face"]) == (10, face)


@pytest.mark.rule("MYC-ENDT-12")
def test_the_thrown_die_lies_on_the_table_until_somebody_puts_it_back():
    scene = Scene(shrine=10, pieces="real")
    scene.end()
    scene.answer(flush_answer("moon"))
    assert (scene.state.shrine, scene.state.die_on) == (0, None)
    scene.settle(confirm=True)
    assert scene.state.die_on == 2


@pytest.mark.rule("MYC-ENDT-13")
@pytest.mark.parametrize("face", house_pack().faces)
@pytest.mark.parametrize("side", sorted(house_pack().supplies))
def test_everyone_adds_a_drop_where_the_open_side_shows_the_thrown_symbol(side, face):
    scene = Scene(seats=3, shrine=15, supply_card=side, drops=[{4: 9}, {4: 8, 0: 1}, {4: 7}])
    before = [scene.seat(number).board[:] for number in range(3)]
    scene.end()
    scene.answer(flush_answer(face))
    for number in range(3):
        added = [now - was for now, was in zip(scene.seat(number).board, before[number], strict=True)]
        assert sorted(drops_on(added)) == sorted(scene.pack.supplies[side][face])
        assert set(drops_on(added).values()) == {1}


@pytest.mark.rule("MYC-ENDT-14")
def test_a_turning_brings_one_drop_or_two_the_same_fields_for_all():
    counts = set()
    for side in house_pack().supplies:
        for face in house_pack().faces:
            scene = Scene(seats=4, shrine=20, supply_card=side)
            scene.end()
            scene.answer(flush_answer(face))
            assert len({tuple(seat.board) for seat in scene.state.seats}) == 1
            counts.add(sum(scene.seat().board) - 30)
    assert counts == {1, 2}


@pytest.mark.rule("MYC-ENDT-15", "MYC-R-08")
def test_a_supply_card_names_fields_by_their_place_to_the_shrine_field():
    scene = Scene(shrine=10, supply_card="1a")
    scene.end()
    scene.answer(flush_answer("acorn"))
    below, right = SHRINE + 5, SHRINE + 1
    assert scene.board() == {**FILLER, below: 1, right: 1}, "acorn on 1a: below it and right of it"


@pytest.mark.rule("MYC-ENDT-16", "MYC-ENDT-17")
@pytest.mark.parametrize(("face", "new"), [("acorn", 2), ("snail", 1)])
def test_new_drops_come_out_of_the_thrown_ones_and_the_rest_leaves_the_game(face, new):
    scene = Scene(seats=3, shrine=15, supply_card="1a", box=24)
    total = sum(sum(seat.board) for seat in scene.state.seats) + 15 + 24
    scene.end()
    scene.answer(flush_answer(face))
    assert scene.state.box == 24 + 15 - 3 * new
    assert sum(sum(seat.board) for seat in scene.state.seats) + scene.state.shrine + scene.state.box == total


@pytest.mark.rule("MYC-ENDT-18")
def test_after_a_turning_the_shrine_holds_no_drop():
    scene = removed(15, shrine=8)
    to_the_flush(scene)
    scene.settle()
    assert scene.state.shrine == 0
    assert scene.match.view(None)["shrine"]["holds"] == 0
    scene.pass_turn()
    assert scene.happened().count("shrine_turned") == 1, "and it is not full again"


@pytest.mark.rule("MYC-ENDT-18", "MYC-ENDT-17")
def test_people_are_told_how_many_thrown_drops_go_to_the_box_and_where_new_ones_go():
    scene = Scene(shrine=10, supply_card="1a", pieces="real")
    scene.end()
    scene.answer(flush_answer("acorn"))
    questions = [question for _, question in scene.match.questions.values()]
    assert [(question.seat, question.task) for question in questions] == [
        (seat, {"what": "new_drops", "fields": [13, 9]}) for seat in (0, 1)
    ], "both at the same time"
    for line, (ticket, _) in scene.match.questions.items():
        scene.match.answer(line, ticket, True)
    assert scene.question.task == {"what": "die_back", "opening": 2, "box": 6}


@pytest.mark.rule("MYC-ENDT-19")
def test_the_supply_card_is_flipped_after_each_turning_and_only_then():
    scene = Scene(shrine=10, supply_card="2a")
    scene.end()
    scene.settle()
    assert scene.state.supply_card == "2b"
    assert scene.pass_turn().state.supply_card == "2b"
    again = Scene(shrine=10, supply_card="2b")
    again.end()
    assert again.settle().state.supply_card == "2a"
    assert {other_side(other_side(side)) for side in again.pack.supplies} == set(again.pack.supplies)


@pytest.mark.rule("MYC-ENDT-20")
def test_last_three_cards_are_drawn_from_the_own_supply_pile():
    scene = Scene(hand=[POCKET], supply=["hero", "toll_toad", "pond_ladle", "old_root"])
    scene.play(POCKET)
    scene.end()
    scene.settle()
    assert scene.seat().hand == ["hero", "toll_toad", "pond_ladle"]
    assert scene.seat().supply.cards() == ["old_root"]
    assert scene.happened()[-2:] == ["card_drawn", "turn_began"]


@pytest.mark.rule("MYC-ENDT-21")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_short_supply_pile_is_drawn_first_and_the_shuffled_discard_pile_lies_under_it(left):
    scene = Scene(hand=[], supply=["toll_toad"] * left).change_seat(0, discard=["hero"] * 5)
    scene.end()
    scene.settle()
    assert scene.seat().hand == ["toll_toad"] * left + ["hero"] * (3 - left)
    assert scene.seat().supply.cards() == ["hero"] * (2 + left)
    assert scene.seat().discard == []
    assert scene.happened().index("discard_pile_shuffled") < scene.happened().index("card_drawn")


@pytest.mark.rule("MYC-ENDT-21")
def test_with_three_cards_on_the_supply_pile_the_discard_pile_stays():
    scene = Scene(hand=[], supply=["hero"] * 3).change_seat(0, discard=[POCKET] * 5)
    scene.end()
    scene.settle()
    assert scene.seat().discard == [POCKET] * 5
    assert len(scene.seat().supply) == 0


@pytest.mark.rule("MYC-R-12")
def test_with_fewer_than_three_cards_in_all_what_there_is_is_drawn():
    scene = Scene(hand=[]).change_seat(0, supply=known_pile(["hero"], 2), discard=[POCKET])
    scene.end()
    scene.settle()
    assert scene.seat().hand == ["hero", POCKET]


@pytest.mark.rule("MYC-R-15")
def test_used_action_cards_are_turned_back_at_the_end_of_the_own_turn():
    scene = Scene(leaves=3)
    scene.choose("action", "b")
    scene.choose("move", 4, 9)
    scene.pass_turn()
    assert not any(action["used"] for action in scene.match.view(0)["seats"][0]["actions"])
