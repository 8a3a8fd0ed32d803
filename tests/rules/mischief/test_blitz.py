"""Blitz: a turn on the clock, Mythics that are out for good, cards without end, and two boards for four players.

On two boards columns go from A to J; seats 0 and 2 play against 1 and 3, with three Mythics each (figures 0-2, 3-5, 6-8, 9-11).
"""

import pytest

from shared_rules.mischief import Game
from shared_rules.mischief.state import OUT
from shared_rules.options import BadOption
from shared_rules.questions import Clock
from tests.rules.mischief.scene_modes import Modes, cell, cell_on, edge_on, setting_up, some

TWO = ["A1", "B1", "C1", "E1", "E2", "E3"]
STOPS = ["A5", "E5", "E4"]
WIDE = 10


def two(*, until="act", options=None, **table):
    s = Modes(setting_up(2, until, {"mode": "blitz", **(options or {})}))
    return s.put(**{"at": TWO, "keepers": ["C3"], "stops": STOPS, **table})


def four(*, until="act", options=None, **table):
    s = Modes(setting_up(4, until, {"mode": "blitz", **(options or {})}))
    at = ["A1", "B1", "C1", "E1", "E2", "E3", "F1", "G1", "H1", "J1", "J2", "J3"]
    stops = [["A5", "E5", "E4"], ["F5", "J5", "J4"]]
    return s.put(**{"at": at, "keepers": ["C3", "H3"], "stops": stops, "width": WIDE, **table})


def clock(s):
    """(line, ticket, question) of the running clock; None if there is none."""
    found = [(line, ticket, question) for line, (ticket, question) in s.match.questions.items() if isinstance(question, Clock)]
    return found[0] if found else None


def time_out(s):
    return s.answer(True, clock(s)[0])


def out(*figures):
    def change(state):
        for number in figures:
            state["figures"][number]["cell"] = OUT

    return change


# -- the clock --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-BLITZ-01")
@pytest.mark.parametrize(("scene", "seats"), [(two, [0]), (four, [0, 2])])
def test_a_team_has_120_seconds_while_it_acts(scene, seats):
    question = clock(scene())[2]
    assert (question.limit_ms, question.seats) == (120_000, seats)
    assert clock(Modes(setting_up(2))) is None, "there is none in a standard game"


@pytest.mark.rule("MM-BLITZ-02")
def test_when_time_is_out_the_groundskeeper_moves_and_the_cleanup_follows():
    s = two(stops=["C5", "C1", "A5"])
    time_out(s)
    assert s.happened()[0] == "time_ran_out"
    assert "keeper_moved" in s.happened()
    assert [question.asker for question in s.by_line()] == ["boost"]


@pytest.mark.rule("MM-BLITZ-02", "MM-BLITZ-12")
def test_in_a_pair_neither_acts_any_more():
    s = four()
    assert {question.seat for question in s.by_line()} == {0, 2}
    time_out(s)
    assert "act" not in [question.asker for question in s.by_line()]
    assert s.state.phase != "mythic"


@pytest.mark.rule("MM-BLITZ-02")
def test_an_action_that_waits_for_its_die_is_not_done_any_more():
    s = two()
    s.act(0, "move", 0, [cell("A2")])
    assert s.question.asker == "pay"
    before = s.state.players[0].values[:]
    time_out(s)
    assert s.where(0) == "A1"
    assert s.state.players[0].values == before
    s = four()
    s.act(0, "move", 0, [cell_on("A2", WIDE)])
    assert [question.asker for question in s.by_line()] == ["pay"], "the teammate waits; the clock does not"
    time_out(s)
    assert s.state.phase != "mythic"


@pytest.mark.rule("MM-BLITZ-03")
def test_the_clock_starts_anew_when_the_other_team_has_finished():
    s = two()
    before = clock(s)
    s.act(0, "pass")
    assert clock(s) is None, "it stands still from the end of the Mythic Phase on"
    while s.state.active == 0:
        s.first()
    after = clock(s)
    assert after[1] != before[1]
    assert after[2].seats == [1]


def test_a_clock_that_was_answered_or_stopped_takes_no_late_answer():
    s = two()
    line, ticket, _ = clock(s)
    s.act(0, "pass")
    assert s.match.why_not(line, ticket, True) is not None


@pytest.mark.rule("MM-R-67")
def test_by_another_reading_the_clock_runs_to_the_end_of_the_cleanup():
    s = two(stops=["D4", "A1", "A5"], options={"blitz_clock_after_mythic_phase": "yes"}, tomes={"A2": [0]})
    s.act(0, "pass")
    assert s.question.asker == "keeper_way"
    time_out(s)
    assert "keeper_moved" in s.happened()
    assert "boosted" not in s.happened(), "what was to be chosen is forfeited"
    assert s.state.active == 1
    assert s.question.asker == "act"
    s = two(options={"blitz_clock_after_mythic_phase": "yes"})
    s.act(0, "pass").until("boost")
    time_out(s)
    assert s.state.active == 1
    s = two(stops=["D4", "A1", "A5"])
    time_out(s)
    assert s.question.asker == "keeper_way", "by the usual one the ways are still chosen"


# -- out for good -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-BLITZ-04")
def test_a_caught_mythic_never_comes_back():
    s = two(at=["A1", "B1", "C1", "E1", "E2", "C4"], stops=["C5", "C1", "A5"])
    s.act(0, "pass")
    assert s.state.figures[5].cell == OUT
    s.until("act", seat=1)
    assert "return_to" not in [question.asker for question in s.by_line()]
    assert s.state.figures[5].cell == OUT


@pytest.mark.rule("MM-BLITZ-05")
@pytest.mark.parametrize("seats", [2, 4])
def test_everybody_fields_three_mythics(seats):
    match = setting_up(seats, options={"mode": "blitz"})
    assert [sum(figure.seat == seat for figure in match.state.figures) for seat in range(seats)] == [3] * seats


def ended(s):
    result = s.match.result()
    return s.state.ended, result.winners, result.outcome


@pytest.mark.rule("MM-BLITZ-14")
def test_the_team_with_mythics_left_wins():
    s = two(at=["A1", "B1", "C1", None, None, "C4"], stops=["C5", "C1", "A5"]).edit(out(3, 4))
    s.act(0, "pass")
    assert ended(s) == ("eliminated", [0], "won")
    s = two(at=["C4", None, None, "E1", "E2", "E3"], stops=["C5", "C1", "A5"]).edit(out(1, 2))
    s.act(0, "pass")
    assert ended(s) == ("eliminated", [1], "won")


@pytest.mark.rule("MM-BLITZ-14", "MM-R-102")
def test_in_the_mythic_phase_the_last_catch_ends_it_at_once():
    s = two(at=["C5", "B1", "A1", None, None, "C4"], stops=["C5", "C1", "A5"]).edit(out(3, 4))
    s.act(0, "distract", 0, cell("C4"))
    assert ended(s) == ("eliminated", [0], "won")


@pytest.mark.rule("MM-BLITZ-15", "MM-R-102")
@pytest.mark.parametrize("first", ["own", "enemy"])
def test_if_one_walk_wipes_out_both_the_team_that_had_the_mythic_phase_loses(first):
    own, enemy = ("C4", "C5") if first == "own" else ("C5", "C4")
    s = two(at=[own, None, None, enemy, None, None], stops=["C5", "C1", "A5"]).edit(out(1, 2, 4, 5))
    s.act(0, "pass")
    assert ended(s) == ("eliminated", [1], "won")


@pytest.mark.rule("MM-R-63")
@pytest.mark.parametrize(("reading", "end"), [("no", ""), ("yes", "ten")])
def test_ten_points_end_nothing_or_by_another_reading_the_match(reading, end):
    s = two(
        at=["A1", "B1", "C1", "E1", "E2", "C4"], stops=["C5", "C1", "A5"], scores=[9, 0], options={"blitz_points_end_game": reading}
    )
    s.act(0, "pass")
    assert s.scores == (10, 0), "they are shown all the same"
    assert s.state.ended == end


# -- cards ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-BLITZ-06", "MM-BLITZ-17")
@pytest.mark.parametrize("kind", ["before", "after"])
def test_only_cards_of_one_kind_are_used(kind):
    match = setting_up(2, "card", {"mode": "blitz", "blitz_cards": kind})
    cards = next(iter(match.questions.values()))[1].cards
    assert sorted(cards) == sorted(getattr(match.pack, kind))


LAST = {"stops": ["A1", "A2", "C4"], "goal": 2}


@pytest.mark.rule("MM-BLITZ-07")
@pytest.mark.parametrize("kind", ["before", "after"])
def test_when_a_card_is_done_another_one_of_the_kind_is_laid_out(kind):
    s = two(**LAST, options={"blitz_cards": kind})
    old = s.state.keepers[0].card
    s.act(0, "pass")
    assert s.question.asker == "card"
    assert sorted(s.question.cards) == sorted(card for card in getattr(s.match.pack, kind) if card != old)
    card = s.question.cards[0]
    s.answer(card)
    keeper = s.state.keepers[0]
    assert (keeper.card, keeper.stops, keeper.goal) == (card, list(s.match.pack.cards[card].stops), 0)
    assert not s.match.over


@pytest.mark.rule("MM-R-66")
def test_when_all_of_a_kind_are_done_they_are_shuffled():
    s = two(**LAST)
    everything = sorted(s.match.pack.before)
    now = s.state.keepers[0].card
    done = [card for card in everything if card != now]
    s.edit(lambda state: state.update(cards={"layers": [], "pools": []}, cards_done=done))
    s.act(0, "pass")
    assert "cards_shuffled" in s.happened()
    assert sorted(s.question.cards) == everything
    assert s.state.cards_done == []


@pytest.mark.rule("MM-R-65", "MM-BLITZ-13", "MM-R-103")
@pytest.mark.parametrize(("reading", "laid"), [("no", False), ("yes", True)])
def test_for_two_later_cards_bring_no_tomes_or_by_another_reading_do(reading, laid):
    s = two(**LAST, options={"blitz_two_players_later_tomes": reading}, tomes={"E5": [0]})
    s.act(0, "pass")
    card = s.question.cards[0]
    s.answer(card)
    assert bool(s.happened("tomes_laid")) == laid
    assert 0 in s.state.tomes[cell("E5")], "what lies there stays"


@pytest.mark.rule("MM-BLITZ-13")
@pytest.mark.parametrize("reading", ["no", "yes"])
def test_for_four_only_the_first_card_of_a_board_brings_tomes(reading):
    s = four(options={"blitz_two_players_later_tomes": reading}, stops=[["A1", "A2", "C4"], ["F1", "F2", "H4"]], goal=2)
    setup = setting_up(4, options={"mode": "blitz"}).state.tomes
    assert {where % WIDE >= 5 for where in setup} == {False, True}, "both boards have theirs at first"
    s.act(0, "pass").act(2, "pass")
    while s.question.asker == "card":
        s.first()
    assert s.happened("card_shown")
    assert not s.happened("tomes_laid")


@pytest.mark.rule("MM-BLITZ-08")
def test_legendary_slots_start_empty():
    match = setting_up(2, options={"mode": "blitz"})
    assert not any(player.legendary for player in match.state.players)
    assert all(player.legendary for player in setting_up(2).state.players)


@pytest.mark.rule("MM-R-64")
@pytest.mark.parametrize(
    ("cards", "reading", "on"),
    [
        ("after", "with_after_cards", True), ("after", "never", False),
        ("before", "with_after_cards", False), ("before", "never", False),
    ],
)
def test_specials_come_with_after_cards_or_never(cards, reading, on):
    s = two(options={"blitz_cards": cards, "blitz_after_dark_specials": reading}, hedges=["A1-A2"])
    assert any(option[0] == "shredder" for option in s.question.options) == on


@pytest.mark.rule("MM-R-88")
@pytest.mark.parametrize(("reading", "walked"), [("crest_walk", ["C4", "C3"]), ("along_new_card", ["C4"])])
def test_movement_left_over_goes_to_the_crest_or_along_the_new_card(reading, walked):
    s = two(**LAST, options={"blitz_movement_left": reading})
    s.act(0, "pass")
    assert [event["at"] for event in s.happened("keeper_moved")] == walked
    assert s.question.asker == "card"
    s.answer("before_5")
    goes_on = s.question.asker == "keeper_way" or len(s.happened("keeper_moved")) > len(walked)
    assert goes_on == (reading == "along_new_card")


# -- two boards -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-BLITZ-09", "MM-R-81")
def test_two_play_on_one_board_and_four_on_two_side_by_side():
    for seats, width, keepers, hedges in ((2, 5, [12], 10), (4, 10, [22, 27], 20)):
        state = (match := setting_up(seats, options={"mode": "blitz"})).state
        assert match.grid.width == width
        assert [keeper.cell for keeper in Game.new(seats, {"mode": "blitz"}).state.keepers] == keepers
        assert (len(state.hedges), len(state.clutter)) == (hedges, hedges * 4 // 10)
    one, both = (setting_up(seats, options={"mode": "blitz"}) for seats in (2, 4))
    assert len({edge for edge in both.state.hedges if both.grid.ends[edge][0] % WIDE < 5}) == 10
    assert {cell_on("ABCDE"[at % 5] + str(at // 5 + 1), WIDE) for at in one.state.clutter} < set(both.state.clutter)


def test_each_board_may_have_a_layout_of_its_own_and_a_draft_covers_both():
    match = setting_up(4, "layout", {"mode": "blitz", "layout": "chosen"})
    some(match, ["layout", "1"])
    question = next(iter(match.questions.values()))[1]
    assert (question.asker, [option[1] for option in question.options]) == ("layout", ["1", "2", "3"])
    some(match, ["layout", "2"])
    assert len(match.state.hedges) == 20
    match = setting_up(4, "layout", {"mode": "blitz", "layout": "chosen"})
    some(match, ["layout", "draft"])
    count = 0
    while next(iter(match.questions.values()))[1].asker == "draft":
        some(match)
        count += 1
    assert (count, len(match.state.hedges), len(match.state.clutter)) == (28, 20, 8)


@pytest.mark.rule("MM-BLITZ-10")
def test_each_board_has_its_groundskeeper_and_card_and_both_move_after_each_turn():
    match = setting_up(4, options={"mode": "blitz"})
    cards = [keeper.card for keeper in match.state.keepers]
    assert len(set(cards)) == 2
    faces = [match.pack.cards[card].stops for card in cards]
    assert match.state.keepers[0].stops == [stop // 5 * WIDE + stop % 5 for stop in faces[0]]
    assert match.state.keepers[1].stops == [stop // 5 * WIDE + stop % 5 + 5 for stop in faces[1]]
    s = four(stops=[["C5", "C1", "A5"], ["H5", "H1", "J5"]])
    s.act(0, "pass").act(2, "pass")
    walks = [(event["keeper"], event["at"]) for event in s.happened("keeper_moved")]
    assert walks[:2] == [(0, "C4"), (0, "C5")]
    assert [walk for walk in walks if walk[0] == 1][:2] == [(1, "H4"), (1, "H5")]


@pytest.mark.rule("MM-BLITZ-11", "MM-R-68")
@pytest.mark.parametrize(("seam", "crosses"), [("inner_edges", True), ("wall", False)])
def test_mythics_and_groundskeepers_cross_the_seam_unless_it_is_a_wall(seam, crosses):
    s = four(at=["E4"] + [None] * 5 + ["J5"] + [None] * 5, options={"blitz_seam": seam})
    options = next(question.options for question in s.by_line() if question.seat == 0)
    assert (["move", 0, [cell_on("F4", WIDE)]] in options) == crosses
    led = [option[2] for option in options if option[:2] == ["distract", 0]]
    assert (cell_on("D3", WIDE) in led) if crosses else bool(led), "toward a teammate's Mythic on the other board"
    place = edge_on("E3-F3", WIDE)
    draft = setting_up(4, "draft", {"mode": "blitz", "layout": "draft", "blitz_seam": seam})
    assert (["hedge", place] in next(iter(draft.questions.values()))[1].options) == crosses


@pytest.mark.rule("MM-R-68")
def test_each_point_of_distract_moves_the_groundskeeper_that_the_team_picks():
    s = four()
    options = next(question.options for question in s.by_line() if question.seat == 0)
    assert {option[1] for option in options if option[0] == "distract"} == {0, 1}


@pytest.mark.rule("MM-R-93")
@pytest.mark.parametrize(("through", "walked"), [("no", []), ("yes", ["G3", "H3", "I3"])])
def test_a_groundskeeper_is_closed_to_the_other_one(through, walked):
    lane = [f"{column}{row}-{column}{row + 1}" for column in "FGHIJ" for row in (2, 3)]
    s = four(
        keepers=["F3", "H3"], stops=[["J3", "C1", "A5"], ["H5", "J1", "J5"]], hedges=lane,
        options={"blitz_groundskeeper_through_other": through},
    )  # fmt: skip
    faces = s.match.pack.cards.items()
    three = next(name for name, face in faces if (face.kind, face.move) == ("before", 3))
    s.edit(lambda state: state["keepers"][0].update(card=three))
    s.act(0, "pass").act(2, "pass")
    assert [event["at"] for event in s.happened("keeper_moved") if event["keeper"] == 0] == walked


@pytest.mark.rule("MM-BLITZ-12")
def test_teammates_act_at_the_same_time():
    s = four()
    assert [(question.seat, question.asker) for question in s.by_line()] == [(0, "act"), (2, "act")]


@pytest.mark.rule("MM-BLITZ-16")
@pytest.mark.parametrize("seats", [1, 3])
def test_blitz_is_for_two_or_four(seats):
    with pytest.raises(BadOption, match="2 or 4 players"):
        Game.new(seats, {"mode": "blitz"})
