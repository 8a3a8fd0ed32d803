"""The Expansion: more heroes, and cards that leave a deck for good."""

from collections import Counter

import pytest

from shared_rules.mycelia import Game
from shared_rules.mycelia.pack import house_pack
from tests.rules.mycelia.scene import FILLER, Scene
from tests.rules.mycelia.test_functions import acted
from tests.rules.mycelia.test_preparing import prepared

START = "sickle.pocket_leaf"


def expanded(**how):
    return Scene(options={"expansion": True}, **how)


def outs(scene):
    return [option[1] for option in scene.options if option[0] == "take_out"]


@pytest.mark.rule("MYC-EXP-01")
def test_seventy_heroes_are_shuffled_into_one_supply_and_five_lie_open():
    pack = house_pack()
    for expansion, heroes in ((True, pack.basic_deck + pack.expansion_deck), (False, pack.basic_deck)):
        match, _ = prepared(options={"expansion": expansion})
        showcase = match.state.showcase
        assert len([card for card in showcase if card]) == 5
        assert Counter([*showcase, *match.state.showcase_supply.cards()]) == Counter(heroes)
        assert match.state.showcase_supply.known(0) == [None] * (len(heroes) - 5)
    assert len(pack.expansion_deck) == 30
    assert set(Counter(pack.expansion_deck).values()) == {2}


@pytest.mark.rule("MYC-EXP-01")
def test_any_of_the_seventy_may_come_first():
    _, question = prepared(until="showcase_card", options={"expansion": True})
    assert len(question.cards) == 70


@pytest.mark.rule("MYC-EXP-02", "MYC-COMP-04")
def test_two_each_of_the_action_cards_c_d_and_e_lie_open():
    match, _ = prepared(4, options={"expansion": True})
    assert match.view(None)["action_supply"] == ["c", "c", "d", "d", "e", "e"]
    own = [card["action"] for seat in match.view(None)["seats"] for card in seat["actions"]]
    assert sorted([*own, *match.state.action_supply]) == sorted("aaaabbbbccddee"), "fourteen in all"
    assert prepared()[0].view(None)["action_supply"] == []


@pytest.mark.rule("MYC-EXP-03")
def test_a_card_of_the_expansion_shows_that_it_is_one():
    pack = house_pack()
    scene = expanded(showcase=["letting_go", "hydnum_repandum", "old_root", None, None], hand=[START])
    shown = scene.match.view(0)["cards"]
    assert [shown[card]["set"] for card in ("letting_go", "hydnum_repandum", "old_root", START)] == [
        "expansion", "expansion", "basic", "start",
    ]  # fmt: skip
    assert all((pack.cards[card].kind == "expansion") == (card in pack.expansion_deck) for card in pack.cards)


# -- Remove cards -----------------------------------------------------------------------------------------------------------


def removing(discard=("hero", START), **how):
    """The moment after "hero" was played, which removes a card; `discard` lies under it."""
    scene = Scene(hand=["hero"], fn="remove card & leaves 1", drops=FILLER, **how)
    scene.change_seat(0, discard=list(discard))
    scene.play()
    return scene


@pytest.mark.rule("MYC-REM-01")
def test_one_card_of_the_own_discard_pile_is_removed_at_once_or_none():
    scene = removing(["toll_toad", START])
    assert scene.asked == "card_out"
    assert outs(scene) == ["toll_toad", START, "hero"]
    scene.choose("take_out", "toll_toad")
    assert scene.seat().discard == [START, "hero"]
    assert (scene.asked, scene.seat().leaves) == ("your_turn", 1), "one, and the rest of the function follows"
    none = removing(["toll_toad"])
    none.skip()
    assert none.seat().discard == ["toll_toad", "hero"]
    assert none.state.cards_out == []


@pytest.mark.rule("MYC-REM-02")
def test_start_cards_and_hired_heroes_can_be_removed():
    for card in (START, "toll_toad", "hydnum_repandum"):
        scene = removing([START, "toll_toad", "hydnum_repandum"])
        scene.choose("take_out", card)
        assert card not in scene.seat().discard
        assert len(scene.seat().discard) == 3


@pytest.mark.rule("MYC-REM-03", "MYC-R-32")
def test_a_removed_card_is_out_for_the_rest_of_the_game():
    scene = removing([START], supply=["toll_toad"])
    scene.choose("take_out", START)
    assert scene.match.view(1)["cards_out"] == [START]
    seen = []
    for _ in range(8):
        scene.pass_turn()
        seat = scene.seat()
        seen += [*seat.hand, *seat.supply.cards(), *seat.discard, *scene.state.showcase_discard]
    assert START not in seen
    assert scene.state.cards_out == [START]


@pytest.mark.rule("MYC-REM-03", "MYC-DECK-01")
def test_of_two_equal_cards_one_is_removed():
    scene = removing([START, START])
    scene.choose("take_out", START)
    assert scene.seat().discard == [START, "hero"]


@pytest.mark.rule("MYC-REM-04")
def test_a_played_hero_may_remove_itself():
    scene = removing([])
    assert outs(scene) == ["hero"]
    scene.choose("take_out", "hero")
    assert (scene.seat().discard, scene.state.cards_out) == ([], ["hero"])


@pytest.mark.rule("MYC-REM-05")
def test_cards_in_the_hand_or_on_the_supply_pile_stay():
    scene = Scene(hand=["hero", START], fn="remove card", supply=["toll_toad", "old_root"])
    scene.play()
    assert outs(scene) == ["hero"]
    for card in (START, "toll_toad", "old_root"):
        assert scene.refused("take_out", card) == "MYC-REM-05"


@pytest.mark.rule("MYC-REM-05")
def test_without_a_discarded_card_nothing_can_be_removed():
    scene = acted("others (remove card)")
    assert scene.asked == "your_turn"
    assert "no_card_to_remove" in scene.happened()


def test_the_basic_game_has_none_of_the_expansion():
    match = Game.new(3)
    assert not set(match.state.showcase_supply.cards()) & set(house_pack().expansion_deck)
    assert (match.state.action_supply, match.state.shrine_fields) == ([], 0)
