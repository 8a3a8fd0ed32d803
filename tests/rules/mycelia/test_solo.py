"""The Solo Game: preparing to play, how to play, solo cards and Gwidyon's chip."""

import pytest

from shared_rules.mycelia import Game
from shared_rules.mycelia.pack import house_pack
from shared_rules.options import BadOption
from shared_rules.questions import Draw
from tests.rules.mycelia.oracle import Oracle
from tests.rules.mycelia.scene import FILLER, SHRINE, Scene, bag, flush_answer
from tests.rules.mycelia.test_basic_actions import actions
from tests.rules.mycelia.test_preparing import prepared

PARTS = {tuple(solo["parts"]): solo["id"] for solo in Oracle().pack["solo"]}
ONE, TWO = PARTS["flip", "gwidyon 1"], PARTS["flip", "gwidyon 2"]
NEW_SHOWCASE, MOVE = PARTS["showcase",], PARTS["move",]
THREE_AND_LEAF, ONE_AND_LEAF = PARTS["leaf 1", "gwidyon 3"], PARTS["leaf 1", "gwidyon 1"]


def alone(*, gwidyon=None, **how):
    """The player's turn in a solo game; `gwidyon` are saved fields of Gwidyon's."""
    scene = Scene(seats=1, **how)
    return scene.change(gwidyon=gwidyon) if gwidyon else scene


def to_gwidyon(scene):
    """End the player's turn and let chance bring Gwidyon's: his solo card is asked for."""
    while scene.seat().hand:
        scene.play(scene.seat().hand[0])
        scene.leave_out()
    scene.end()
    while scene.asked != "solo_card":
        scene.answer(flush_answer(scene.question.faces[0]) if scene.question.kind == "flush" else scene.question.cards[0])
    return scene


def turned_up(card, **how):
    """The moment after Gwidyon turned up `card`."""
    scene = to_gwidyon(alone(hand=[], **how))
    scene.log.clear()
    scene.answer(card)
    return scene


def pile(scene):
    return scene.state.gwidyon.drops


@pytest.mark.rule("MYC-SOLO-01")
def test_one_player_prepares_as_several_do():
    match, _ = prepared(1)
    (seat,) = match.state.seats
    assert (sum(seat.board), seat.actions, seat.leaves, len(seat.hand)) == (20, ["a", "b"], 0, 3)
    assert sorted([*seat.hand, *seat.supply.cards()]) == sorted(match.pack.start_decks[seat.rune])
    assert len([card for card in match.state.showcase if card]) == 5
    assert match.state.supply_card in match.pack.supplies


@pytest.mark.rule("MYC-SOLO-02")
def test_the_die_is_on_the_opening_for_two_and_ten_drops_fill_the_shrine():
    match = Game.new(1, {"pieces": "real"})
    ((_, question),) = match.questions.values()
    assert question.task == {"what": "die_back", "opening": 2, "box": 0}
    match, _ = prepared(1)
    assert match.view(None)["shrine"] == {"holds": 0, "full_at": 10, "tray": 0, "box": 84 - 40, "die_on": 2}


@pytest.mark.rule("MYC-SOLO-03", "MYC-COMP-10")
def test_gwidyons_pile_begins_with_twenty_drops():
    gwidyon = prepared(1)[0].view(0)["gwidyon"]
    assert gwidyon == {"drops": 20, "chip": "remove", "shown": [], "shown_names": [], "cards": 6, "on_turn": False}
    assert prepared(2)[0].view(0)["gwidyon"] is None


@pytest.mark.rule("MYC-SOLO-04")
def test_the_six_solo_cards_are_shuffled_face_down():
    match, _ = prepared(1)
    assert match.state.gwidyon.cards.known(0) == [None] * 6
    assert match.state.gwidyon.cards.cards() == sorted(PARTS.values())
    scene = to_gwidyon(alone(hand=[]))
    assert isinstance(scene.question, Draw)
    assert sorted(scene.question.cards) == sorted(PARTS.values()), "any of them may be the first"


@pytest.mark.rule("MYC-SOLO-05", "MYC-R-43")
def test_the_chip_begins_with_its_remove_side_up_and_that_removes_nothing():
    scene = alone(hand=[])
    assert scene.state.gwidyon.chip_removes is True
    assert pile(scene) == 20
    to_gwidyon(scene)
    scene.answer(NEW_SHOWCASE)
    scene.settle()
    assert pile(scene) == 20, "nor does it in a turn in which it is not turned"


@pytest.mark.rule("MYC-R-43")
def test_by_the_other_reading_the_remove_side_acts_at_the_start_and_in_each_turn():
    options = {"solo_chip_acts": "start_and_each_turn"}
    scene = alone(hand=[], options=options)
    assert pile(scene) == 19
    assert scene.state.tray == 1
    to_gwidyon(scene)
    assert pile(scene) == 18
    scene.answer(ONE)
    assert pile(scene) == 17
    to_gwidyon(scene.settle())
    assert pile(scene) == 17, "now the blank side is up"


@pytest.mark.rule("MYC-SOLO-06")
@pytest.mark.parametrize("count", [20, 21, 23, 25])
def test_gwidyon_may_begin_with_more_drops(count):
    match, _ = prepared(1, options={"gwidyon_drops": count})
    assert match.state.gwidyon.drops == count
    assert match.state.box == 84 - 20 - count


@pytest.mark.rule("MYC-SOLO-06")
@pytest.mark.parametrize("count", [19, 26, "20", True])
def test_nor_with_fewer_or_many_more(count):
    with pytest.raises(BadOption, match="gwidyon_drops"):
        Game.new(1, {"gwidyon_drops": count})


@pytest.mark.rule("MYC-SOLO-07")
@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("boards", ["front", "advanced"])
def test_a_solo_game_goes_with_expansion_and_boards_of_any_kind(expansion, boards):
    match, _ = prepared(1, options={"expansion": expansion, "boards": boards})
    assert len(match.state.showcase_supply) == (70 if expansion else 40) - 5
    assert (match.state.seats[0].side == "front") == (boards == "front")
    assert match.state.gwidyon.drops == 20


@pytest.mark.rule("MYC-SOLO-08", "MYC-SOLO-28")
def test_the_player_begins_and_gwidyon_and_the_player_alternate():
    _, question = prepared(1)
    assert (question.asker, question.seat) == ("your_turn", 0)
    scene = alone(hand=[])
    for card in (ONE, NEW_SHOWCASE, TWO):
        assert (scene.asked, scene.question.seat) == ("your_turn", 0)
        to_gwidyon(scene)
        assert scene.question.seat is None, "his card is turned up at the table"
        scene.answer(card)
        scene.settle()
    turns = [name for name in scene.happened() if name in ("turn_began", "gwidyon_turn_began")]
    assert turns == ["gwidyon_turn_began", "turn_began"] * 3


@pytest.mark.rule("MYC-SOLO-28")
def test_the_player_confirms_what_gwidyon_does_with_real_pieces():
    scene = alone(hand=[], pieces="real")
    scene.settle(confirm=True)
    scene.end()
    while scene.asked != "solo_card":
        scene.answer(True if scene.question.kind == "confirm" else scene.question.cards[0])
    scene.answer(ONE)
    assert (scene.question.seat, scene.question.task) == (0, {"what": "gwidyon", "drops": 19, "chip_removes": False})


@pytest.mark.rule("MYC-SOLO-09")
def test_on_gwidyons_turn_one_solo_card_is_turned_up_and_its_parts_done_in_order():
    scene = turned_up(THREE_AND_LEAF)
    assert scene.happened()[:3] == ["solo_card_turned_up", "leaves_gained", "gwidyon_lost_drops"]
    assert scene.happened().count("solo_card_turned_up") == 1
    assert scene.match.view(0)["gwidyon"]["shown"] == [THREE_AND_LEAF]
    flipped = turned_up(TWO)
    assert flipped.happened()[:3] == ["solo_card_turned_up", "chip_flipped", "gwidyon_lost_drops"]


@pytest.mark.rule("MYC-SOLO-10")
def test_after_the_fifth_card_all_six_are_shuffled():
    order = [ONE, NEW_SHOWCASE, TWO, ONE_AND_LEAF, THREE_AND_LEAF]
    scene = alone(hand=[])
    for number, card in enumerate(order):
        to_gwidyon(scene)
        assert sorted(scene.question.cards) == sorted(set(PARTS.values()) - set(order[:number])), "those not turned up yet"
        assert "solo_cards_shuffled" not in scene.happened()
        scene.answer(card)
        scene.settle()
    assert "solo_cards_shuffled" in scene.happened()
    assert scene.match.view(0)["gwidyon"]["shown"] == []
    to_gwidyon(scene)
    assert sorted(scene.question.cards) == sorted(PARTS.values())


@pytest.mark.rule("MYC-SOLO-11")
@pytest.mark.parametrize(("removes", "left"), [(True, 19), (False, 18)])
def test_solo_card_flip_and_one_drop(removes, left):
    scene = turned_up(ONE, gwidyon={"chip_removes": removes})
    assert (pile(scene), scene.state.gwidyon.chip_removes) == (left, not removes)


@pytest.mark.rule("MYC-SOLO-12")
@pytest.mark.parametrize(("removes", "left"), [(True, 18), (False, 17)])
def test_solo_card_flip_and_two_drops(removes, left):
    scene = turned_up(TWO, gwidyon={"chip_removes": removes})
    assert (pile(scene), scene.state.gwidyon.chip_removes) == (left, not removes)


@pytest.mark.rule("MYC-SOLO-13")
def test_solo_card_new_showcase():
    heroes = ["hero", "toll_toad", "pond_ladle", "dew_beetle", "crown_of_the_wood"]
    scene = turned_up(NEW_SHOWCASE, showcase=heroes, showcase_supply=bag(["old_root"] * 7))
    scene.settle()
    assert scene.state.showcase == ["old_root"] * 5
    assert sorted(scene.state.showcase_discard) == sorted(heroes)
    assert pile(scene) == 20


@pytest.mark.rule("MYC-SOLO-14")
def test_solo_card_leaf_and_three_drops():
    scene = turned_up(THREE_AND_LEAF, leaves=2)
    assert (scene.seat().leaves, pile(scene)) == (3, 17)
    assert scene.state.gwidyon.chip_removes is True


@pytest.mark.rule("MYC-SOLO-15")
def test_solo_card_leaf_and_one_drop():
    scene = turned_up(ONE_AND_LEAF, leaves=2)
    assert (scene.seat().leaves, pile(scene)) == (3, 19)
    assert scene.state.gwidyon.chip_removes is True


@pytest.mark.rule("MYC-SOLO-16")
def test_solo_card_the_player_moves_a_drop():
    scene = turned_up(MOVE, drops={12: 2, 13: 1, **FILLER}, leaves=9)
    assert (scene.asked, scene.question.seat) == ("solo_drop", 0)
    assert sorted(option[2] for option in scene.options if option[1:2] == [12]) == [7, 11, 13, 17]
    assert scene.refused("move", 12, SHRINE) == "MYC-SYM-02"
    assert scene.refused("hire", 0) == scene.refused("action", "b") == "MYC-SOLO-16"
    scene.choose("move", 13, SHRINE)
    assert scene.board() == {12: 2, **FILLER}
    assert scene.asked == "your_turn", "one drop"


@pytest.mark.rule("MYC-R-47")
@pytest.mark.parametrize("value", ["no", "yes"])
def test_that_drop_may_stay_unless_the_house_rule_says_no(value):
    scene = turned_up(MOVE, options={"solo_card_six_compulsory": value})
    if value == "yes":
        assert scene.refused("skip") == "MYC-R-47"
        assert ["skip"] not in scene.options
        return
    scene.skip()
    assert scene.board() == FILLER
    assert scene.asked == "your_turn"


@pytest.mark.rule("MYC-SOLO-17")
def test_drops_of_gwidyons_pile_go_into_the_shrine():
    scene = to_gwidyon(alone(hand=[], shrine=4))
    scene.answer(THREE_AND_LEAF)
    assert (scene.state.shrine, scene.state.tray, pile(scene)) == (7, 0, 17)


@pytest.mark.rule("MYC-SOLO-18", "MYC-SOLO-19")
@pytest.mark.parametrize(("removes", "lost"), [(False, 1), (True, 0)])
def test_a_flip_to_the_remove_side_removes_a_drop_at_once_the_other_side_nothing(removes, lost):
    scene = turned_up(ONE, gwidyon={"chip_removes": removes})
    (flip,) = scene.happened("chip_flipped")
    assert flip["removes"] is not removes
    counts = [event["count"] for event in scene.happened("gwidyon_lost_drops")]
    assert counts == [1] * (lost + 1)
    assert scene.match.view(0)["gwidyon"]["chip"] == ("blank" if removes else "remove")


@pytest.mark.rule("MYC-SOLO-23", "MYC-R-51")
@pytest.mark.parametrize("whose", ["player", "gwidyon"])
def test_the_shrine_is_looked_at_after_both_turns_and_turned_at_ten(whose):
    if whose == "player":
        scene = alone(hand=["hero"], fn="remove 1 water", drops={9: 1, **FILLER}, shrine=9, leaves=8)
        scene.play()
        scene.choose("remove", 9, 1)
        scene.choose("hire", 0)
        scene.end()
        scene.answer(scene.question.cards[0])
    else:
        scene = turned_up(ONE_AND_LEAF, shrine=9)
    assert (scene.question.kind, scene.question.drops) == ("flush", 10)
    scene.log.clear()
    scene.settle()
    drawn = "card_drawn" in scene.happened()
    assert drawn == (whose == "player"), "Gwidyon draws no cards"


@pytest.mark.rule("MYC-SOLO-23")
def test_nine_drops_do_not_turn_it():
    scene = turned_up(ONE_AND_LEAF, shrine=8)
    assert (scene.asked, scene.state.shrine) == ("your_turn", 9)


@pytest.mark.rule("MYC-SOLO-24")
@pytest.mark.parametrize(("face", "new"), [("acorn", 2), ("snail", 1)])
def test_after_a_turning_only_the_player_gets_drops_the_card_is_flipped_and_the_rest_goes_to_the_box(face, new):
    scene = turned_up(ONE_AND_LEAF, shrine=9, supply_card="1a", box=30)
    before = pile(scene)
    scene.answer(flush_answer(face))
    assert sum(scene.board().values()) == 30 + new
    assert pile(scene) == before
    assert (scene.state.box, scene.state.shrine, scene.state.supply_card) == (30 + 10 - new, 0, "1b")


@pytest.mark.rule("MYC-SOLO-29")
def test_the_players_turn_is_an_ordinary_one():
    scene = alone(hand=["hero", "hero", "hero"], leaves=20)
    assert scene.refused("end") == "MYC-ENDT-01"
    assert actions(scene) == ["a", "b"]
    scene.choose("hire", 0)
    for _ in range(3):
        scene.play()
    scene.choose("action", "b")
    scene.choose("move", 4, 9)
    to_gwidyon(scene)
    assert len(scene.seat().hand) == 3
    assert scene.seat().used == []
    assert None not in scene.state.showcase


@pytest.mark.rule("MYC-SOLO-30")
def test_the_symbols_of_a_solo_card_tell_on_whom_it_acts():
    pack = house_pack()
    for parts, card in PARTS.items():
        on = set()
        for part in parts:
            on |= {"gwidyon"} if part.startswith(("flip", "gwidyon")) else {"you"} if part.startswith(("leaf", "move")) else set()
        assert pack.solo_symbols[card]
        assert on <= set(pack.solo_symbols[card]) <= {"gwidyon", "you"}
        if on:
            assert set(pack.solo_symbols[card]) == on
