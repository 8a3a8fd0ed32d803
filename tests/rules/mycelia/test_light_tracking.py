"""Light tracking: people keep boards, cards and leaves; the table counts drops, turns the Shrine and knows the last round."""

import pytest

from shared_rules.asking import asked
from shared_rules.mycelia import Game
from shared_rules.mycelia.pack import house_pack
from tests.rules.mycelia.light_scene import NAMES, Light

PACK = house_pack()
FACE = PACK.faces[0]


def due(side="front", supply="1a", face=FACE):
    return PACK.cards_on(side, False).supplies[supply][face]


# -- setting up ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MYC-EACH-03", "MYC-PREP-03")
def test_the_supply_card_is_all_that_the_table_wants_to_know_of_cards():
    match = Game.new(2, {"tracking": "light", "first": "seat 0"})
    ((line, (ticket, question)),) = match.questions.items()
    assert question.asker == "supply_card"
    match.answer(line, ticket, "2b")
    ((_, (_, question)),) = match.questions.items()
    assert question.asker == "light_turn" and question.seat == 0
    view = match.view(0)
    assert [seat["drops_left"] for seat in view["seats"]] == [20, 20]
    assert view["shrine"]["box"] == 84 - 40
    for name in ("showcase", "showcase_supply", "showcase_discard", "action_supply"):
        assert view[name] is None
    for name in ("drops", "hand", "hand_size", "supply", "discard", "actions", "leaves"):
        assert [seat[name] for seat in view["seats"]] == [None, None]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_with_real_pieces_each_lays_out_board_and_cards_at_the_same_time(seats):
    match = Game.new(seats, {"tracking": "light", "pieces": "real"})
    ((line, (ticket, question)),) = match.questions.items()
    assert question.task == {"what": "die_back", "opening": max(2, seats), "box": 0}
    match.answer(line, ticket, True)
    ((line, (ticket, question)),) = match.questions.items()
    match.answer(line, ticket, question.cards[0])
    tasks = {question.seat: question.task for _, question in match.questions.values()}
    assert tasks == {seat: {"what": "board_and_cards", "side": "front", "count": 20} for seat in range(seats)}
    assert "Place 20 drops on your board" in asked(match, 0, NAMES)[0]["prompt"]


def test_only_where_boards_lack_places_of_the_setup_card_it_is_asked_for():
    options = {"boards": "advanced", "card_fields": "absolute"}
    scene = Light(4, options=options)
    sides = [seat.side for seat in scene.state.seats]
    assert scene.happened("setup_card_shown")
    assert scene.left() == [sum(PACK.cards_on(side, True).setups["1a"]) for side in sides]
    assert min(scene.left()) < 20, "so the number has to be known"
    assert not Light(4, options={"boards": "advanced"}).happened("setup_card_shown")


# -- turns -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MYC-EACH-09", "MYC-PLAY-08", "MYC-END-05")
def test_turn_by_turn_each_says_how_many_drops_left_the_own_board():
    scene = Light(3)
    assert scene.options()[:3] == [["removed", 0], ["removed", 1], ["removed", 2]]
    assert scene.options()[-2:] == [["removed", 20], ["others"]]
    for seat, count in enumerate((2, 0, 3)):
        assert scene.asked() == {seat: "light_turn"}
        scene.tell(count)
    assert scene.left() == [18, 20, 17]
    assert (scene.state.shrine, scene.state.round, scene.asked()) == (5, 2, {0: "light_turn"})


def test_a_turn_with_real_pieces_takes_one_answer():
    """Drops are put in before they are told, so nobody is asked to confirm it as long as the Shrine does not turn."""
    scene = Light(2, pieces="real")
    assert scene.tell(3)[:3] == ["turn_ended", "drops_told", "shrine_filled"]
    assert scene.asked() == {1: "light_turn"}


@pytest.mark.rule("MYC-SYM-03", "MYC-FUNC-08", "MYC-XACT-10")
def test_what_cannot_be_is_refused_with_its_rule():
    scene = Light(2, drops=[2, 0])
    assert scene.refused(["removed", 3]) == "MYC-SYM-03"
    assert scene.refused(["others"]) == "MYC-FUNC-08", "the other board is clear"
    assert scene.refused(["shrine_field"]) == "MYC-XACT-10"
    assert scene.refused(["for_gwidyon"]) == "MYC-SOLO-20"
    assert scene.refused(["removed", -1]) is scene.refused(["dance"]) is None


# -- the Shrine ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MYC-ENDT-05", "MYC-ENDT-06", "MYC-ENDT-07")
@pytest.mark.parametrize(("seats", "full"), [(1, 10), (2, 10), (3, 15), (4, 20)])
def test_it_is_turned_as_soon_as_it_is_full(seats, full):
    scene = Light(seats, shrine=full - 3)
    scene.tell(2)
    assert None not in scene.asked() or scene.question(None).asker != "flush", "one is missing yet"
    scene = Light(seats, shrine=full - 3)
    scene.tell(3)
    assert scene.question(None).asker == "flush" and scene.question(None).drops == full


@pytest.mark.rule("MYC-ENDT-13", "MYC-ENDT-14", "MYC-ENDT-08")
def test_every_seat_is_told_which_of_its_fields_get_drops():
    scene = Light(3, pieces="real", shrine=13, supply="2a")
    scene.tell(5)
    assert scene.question().task == {"what": "shrine_full", "box": 3, "turns": True}
    assert "3 drops too many go into the box; hands off, it turns next" in asked(scene.match, 0, NAMES)[0]["prompt"]
    scene.give(True)
    scene.flush(FACE)
    fields = due(supply="2a")
    assert {question.seat: question.task for _, question in scene.match.questions.values()} == {
        seat: {"what": "new_drops", "fields": fields} for seat in range(3)
    }
    assert scene.left() == [15 + len(fields), 20 + len(fields), 20 + len(fields)]
    assert scene.confirm()[-1] == {"what": "die_back", "opening": 3, "box": 15 - 3 * len(fields)}
    assert (scene.state.shrine, scene.state.supply_card, scene.asked()) == (0, "2b", {1: "light_turn"})


@pytest.mark.rule("MYC-ENDT-15", "MYC-VAR-01")
def test_on_advanced_boards_each_gets_them_beside_its_own_shrine_field():
    scene = Light(4, pieces="real", shrine=19, options={"boards": "advanced"})
    sides = [seat.side for seat in scene.state.seats]
    scene.tell(1)
    scene.give(True)
    scene.flush(FACE)
    tasks = {question.seat: question.task["fields"] for _, question in scene.match.questions.values()}
    assert tasks == {seat: due(side) for seat, side in enumerate(sides)}
    assert len({tuple(fields) for fields in tasks.values()}) > 1


# -- bonuses for others ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("MYC-FUNC-08", "MYC-FUNC-10")
def test_others_tell_their_own_drops_all_at_once_and_the_turn_goes_on():
    scene = Light(4, drops=[20, 5, 0, 9])
    scene.give(["others"])
    assert scene.asked() == {1: "light_bonus_count", 3: "light_bonus_count"}, "seat 2 has no drop left"
    assert scene.refused(["removed", 6], 1) == "MYC-SYM-03"
    scene.tell(2, seat=3)
    assert scene.asked() == {1: "light_bonus_count"}
    scene.tell(0, seat=1)
    assert scene.asked() == {0: "light_turn"}
    assert "Put in 2 drops of others and yours" in asked(scene.match, 0, NAMES)[0]["prompt"]
    scene.tell(1)
    assert (scene.left(), scene.state.shrine, scene.asked()) == ([19, 5, 0, 7], 3, {1: "light_turn"})


# -- the end ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MYC-END-04", "MYC-END-05", "MYC-WON-01")
def test_the_first_clear_board_makes_this_round_the_last():
    scene = Light(3, drops=[1, 9, 9], shrine=14)
    assert "board_cleared" in scene.tell(1)
    assert scene.asked() == {1: "light_turn"}, "a full Shrine is not turned any more"
    scene.tell(2)
    scene.tell(0)
    assert scene.match.over
    result = scene.match.result()
    assert (result.winners, result.scores, result.outcome) == ([0], [None, None, None], "won"), "nobody had to count leaves"


@pytest.mark.rule("MYC-END-02", "MYC-R-27")
def test_a_board_that_a_bonus_clears_ends_it_too():
    scene = Light(2, drops=[9, 2])
    scene.give(["others"])
    scene.tell(2, seat=1)
    scene.tell(0)
    assert scene.asked() == {1: "light_turn"}
    assert scene.options(1)[0] == ["removed", 0]
    scene.tell(0)
    assert scene.match.result().winners == [1]


@pytest.mark.rule("MYC-WON-02", "MYC-WON-03")
def test_leaves_are_asked_of_those_with_clear_boards_only():
    scene = Light(3, drops=[1, 2, 9])
    for count in (1, 2, 3):
        scene.tell(count)
    assert scene.asked() == {0: "leaves_told", 1: "leaves_told"}
    assert scene.options(0)[:2] == [["leaves", 0], ["leaves", 1]]
    scene.give(["leaves", 6], 0)
    scene.give(["leaves", 7], 1)
    result = scene.match.result()
    assert (result.winners, result.scores, result.outcome) == ([1], [6, 7, None], "won")
    scene = Light(2, drops=[1, 1])
    for answer in (["removed", 1], ["removed", 1]):
        scene.give(answer)
    scene.give(["leaves", 4], 0)
    scene.give(["leaves", 4], 1)
    assert scene.match.result().outcome == "shared"


def test_any_number_of_leaves_can_be_told():
    scene = Light(2, drops=[1, 1])
    scene.tell(1)
    scene.tell(1)
    seen = [option for option in scene.options(0) if option[0] == "leaves"]
    while ["more"] in scene.options(0):
        scene.give(["more"], 0)
        seen += [option for option in scene.options(0) if option[0] == "leaves"]
    assert seen == [["leaves", count] for count in range(165)]


@pytest.mark.rule("MYC-R-28", "MYC-R-29")
def test_house_rules_for_the_last_round_hold_here_too():
    late = {"shrine_turns_in_last_round": "yes"}
    scene = Light(3, drops=[1, 9, 9], shrine=13, options=late)
    scene.tell(1)
    assert scene.asked() == {1: "light_turn"}
    scene.tell(1)
    assert scene.question(None).asker == "flush"
    full = {"shrine_turns_at_trigger": "yes"}
    scene = Light(3, drops=[3, 9, 9], shrine=13, options=full)
    scene.tell(3)
    assert scene.question(None).asker == "flush", "it was full before the last of the three"
    scene = Light(3, drops=[2, 9, 9], shrine=13, options=full)
    scene.tell(2)
    assert scene.asked() == {1: "light_turn"}, "the last drop itself filled it"


# -- additional shrine fields ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MYC-XACT-10", "MYC-R-39", "MYC-COMP-08")
def test_a_shrine_field_is_laid_on_a_named_field_and_its_drop_is_counted():
    scene = Light(2, options={"expansion": True})
    assert scene.options()[-2:] == [["shrine_field"], ["others"]]
    scene.give(["shrine_field"])
    places = [option[1] for option in scene.options() if option[0] == "shrine_field"]
    assert places == PACK.boards["front"].fields["any"]
    assert scene.refused(["shrine_field", PACK.boards["front"].shrine]) == "MYC-XACT-10"
    scene.give(["shrine_field", 4])
    assert (scene.state.seats[0].shrines, scene.state.shrine_fields, scene.left()) == ([4], 1, [19, 20])
    assert scene.view_lands()[4] == "shrine"
    scene.tell(2)
    assert (scene.left(), scene.state.shrine) == ([17, 20], 3)


def test_a_shrine_field_may_be_let_be_and_there_are_two():
    scene = Light(2, options={"expansion": True})
    scene.give(["shrine_field"])
    scene.give(["skip"])
    assert scene.left() == [20, 20]
    for field in (0, 1):
        scene.give(["shrine_field"])
        scene.give(["shrine_field", field])
    assert ["shrine_field"] not in scene.options()
    assert scene.refused(["shrine_field"]) == "MYC-XACT-10"


@pytest.mark.rule("MYC-R-09")
@pytest.mark.parametrize(("how", "shrine"), [("box", 0), ("skipped", 0), ("next_filling", 1)])
def test_no_new_drop_stays_on_a_laid_shrine_field(how, shrine):
    covered = due()[0]
    scene = Light(2, pieces="real", shrine=8, options={"expansion": True, "shrine_field_new_drop": how})
    scene.give(["shrine_field"])
    scene.give(["shrine_field", covered])
    scene.tell(1)
    scene.give(True)
    scene.flush(FACE)
    tasks = {question.seat: question.task["fields"] for _, question in scene.match.questions.values()}
    assert tasks.get(0, []) == [field for field in due() if field != covered]
    assert tasks[1] == due()
    assert scene.left() == [18 + len(due()) - 1, 20 + len(due())]
    assert scene.state.shrine == shrine


# -- against Gwidyon -------------------------------------------------------------------------------------------------------


def solo_card(*parts):
    return next(solo["id"] for solo in PACK.content["solo"] if tuple(solo["parts"]) == parts)


@pytest.mark.rule("MYC-SOLO-09", "MYC-SOLO-12", "MYC-SOLO-14")
def test_his_turn_is_played_by_the_table_and_tells_what_hands_are_to_do():
    scene = Light(1, pieces="real")
    scene.tell(1)
    assert scene.asked() == {None: "solo_card"}
    scene.give(solo_card("leaf 1", "gwidyon 3"))
    task = scene.question().task
    assert task == {"what": "gwidyon", "drops": 17, "chip_removes": True, "in": 3, "leaves": 1, "showcase": False}
    prompt = asked(scene.match, 0, NAMES)[0]["prompt"]
    assert "17 drops lie on his pile; put 3 drops into the shrine; take 1 leaf" in prompt
    scene.give(True)
    assert (scene.state.shrine, scene.state.round, scene.asked()) == (4, 2, {0: "light_turn"})
    scene.tell(0)
    scene.give(solo_card("showcase"))
    assert "lay out a new showcase" in asked(scene.match, 0, NAMES)[0]["prompt"]


@pytest.mark.rule("MYC-SOLO-18", "MYC-SOLO-19", "MYC-SOLO-16")
def test_his_chip_and_the_players_own_move():
    scene = Light(1)
    scene.tell(0)
    scene.give(solo_card("flip", "gwidyon 2"))
    assert (scene.state.gwidyon.drops, scene.state.gwidyon.chip_removes) == (18, False)
    scene.tell(0)
    scene.give(solo_card("flip", "gwidyon 1"))
    assert (scene.state.gwidyon.drops, scene.state.gwidyon.chip_removes) == (16, True), "the remove side takes one more"
    scene.tell(0)
    scene.give(solo_card("move"))
    assert scene.asked() == {0: "light_solo_drop"} and scene.options() == [["removed", 0], ["removed", 1]]
    scene.tell(1)
    assert (scene.left(), scene.state.shrine) == ([19], 5)


@pytest.mark.rule("MYC-SOLO-20", "MYC-SOLO-21", "MYC-R-44")
def test_bonuses_of_the_players_cards_go_to_him():
    scene = Light(1)
    assert scene.options()[-1] == ["for_gwidyon"]
    scene.give(["for_gwidyon"])
    assert scene.options()[:2] == [["flip"], ["loses", 1]] and scene.options()[-1] == ["skip"]
    scene.give(["loses", 2])
    scene.give(["for_gwidyon"])
    scene.give(["flip"])
    scene.give(["for_gwidyon"])
    scene.give(["flip"])
    scene.give(["for_gwidyon"])
    scene.give(["skip"])
    assert (scene.state.gwidyon.drops, scene.state.tray) == (17, 3)
    scene.tell(1)
    assert scene.state.shrine == 4


@pytest.mark.rule("MYC-SOLO-25", "MYC-SOLO-26", "MYC-SOLO-27")
@pytest.mark.parametrize(("own", "told", "outcome"), [(2, 2, "shared"), (2, 1, "lost"), (1, 1, "shared")])
def test_a_card_that_empties_his_pile_lets_the_player_tell_the_own_drops_first(own, told, outcome):
    scene = Light(1, drops=[own], gwidyon={"drops": 1})
    scene.give(["for_gwidyon"])
    scene.give(["loses", 1])
    assert scene.asked() == {0: "light_turn"}
    assert scene.tell(told)[-1] == "match_ended"
    assert scene.match.result().outcome == outcome


def test_a_clear_board_wins_at_once_and_the_shrine_is_not_turned():
    scene = Light(1, drops=[1], shrine=9)
    assert scene.tell(1)[-1] == "match_ended"
    assert (scene.match.result().outcome, scene.match.result().scores) == ("won", [None])


@pytest.mark.rule("MYC-R-46")
@pytest.mark.parametrize(("check", "outcome"), [("each_drop", "lost"), ("end_of_turn", "shared")])
def test_other_readings_of_when_it_ends(check, outcome):
    scene = Light(1, drops=[1], gwidyon={"drops": 1}, options={"solo_end_check": check})
    scene.give(["for_gwidyon"])
    scene.give(["loses", 1])
    if not scene.match.over:
        scene.tell(1)
    assert scene.match.result().outcome == outcome
