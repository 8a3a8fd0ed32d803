"""Preparing to play: factions, cards, Tomes, who begins, the maze, and the Mythics."""

import json

import pytest

from shared_rules.mischief import Game
from shared_rules.options import BadOption
from tests.rules.mischief.scene import answered, begun, cell, edge
from tests.rules.random_play import some_answer


class Setup:
    """A match at an open question of its setup."""

    def __init__(self, until, **more):
        self.match = begun(until=until, **more)
        self.log = []

    @property
    def question(self):
        return next(iter(self.match.questions.values()))[1]

    @property
    def asked(self):
        return self.question.asker

    @property
    def state(self):
        return self.match.state

    def answer(self, answer=None):
        self.log += answered(self.match, answer)
        return self

    def choose(self, *answer):
        return self.answer(list(answer))

    def until(self, asker):
        while self.asked != asker:
            self.answer()
        return self

    def refused(self, *answer):
        line, (ticket, _) = next(iter(self.match.questions.items()))
        why = self.match.why_not(line, ticket, list(answer))
        assert why is not None
        return why.rule

    def verbs(self):
        return {option[0] for option in self.question.options}

    def of(self, verb):
        return [option[-1] for option in self.question.options if option[0] == verb]


@pytest.mark.rule("MM-FAC-01", "MM-COMP-05")
def test_every_player_picks_a_faction_that_nobody_else_plays():
    s = Setup("faction")
    assert s.of("faction") == ["gargoyles", "fairies", "werewolves", "gnomes"]
    assert s.question.seat == 0
    s.choose("faction", "fairies")
    assert s.question.seat == 1
    assert s.of("faction") == ["gargoyles", "werewolves", "gnomes"]
    assert s.refused("faction", "fairies") == "MM-FAC-01"
    assert s.refused("faction", "wizards") == "MM-COMP-05"


@pytest.mark.rule("MM-FAC-02", "MM-FAC-03", "MM-FAC-04")
def test_a_faction_board_is_set_up():
    s = Setup("first_roll", options={"first": "rolled"})
    for player in s.state.players:
        board = s.match.pack.factions[player.faction]
        assert player.slots == list(board.start)
        assert player.values == [board.tracks[track].slots[slot] for track, slot in zip(board.dice, board.start, strict=True)]
        assert player.tomes == [0] * len(board.tracks)
        assert player.legendary
        assert not any(player.used)
    assert [len(s.match.pack.factions[player.faction].tracks) for player in s.state.players] == [4, 5]


@pytest.mark.rule("MM-TOK-01", "MM-R-56")
def test_tokens_start_beside_the_board_and_each_player_fills_a_legendary_slot():
    s = Setup("layout", options={"layout": "chosen"}, factions=("gargoyles", "fairies"))
    assert [player.token for player in s.state.players] == [-1, -1]
    assert [player.legendary for player in s.state.players] == [True, True]


@pytest.mark.rule("MM-BRD-01", "MM-BRD-02", "MM-DEST-01")
def test_the_groundskeeper_starts_on_the_crest_with_a_random_before_dark_card():
    s = Setup("card")
    assert s.state.keepers[0].cell == cell("C3")
    assert sorted(s.question.cards) == sorted(s.match.pack.before)
    s.answer("before_3")
    face = s.match.pack.cards["before_3"]
    assert s.state.keepers[0].card == "before_3"
    assert s.state.keepers[0].stops == list(face.stops)
    assert s.state.keepers[0].goal == 0


@pytest.mark.rule("MM-BRD-03")
def test_the_after_dark_card_is_not_known_before_it_is_turned_up():
    s = Setup("place")
    assert sorted(s.state.cards.cards()) == sorted(s.match.pack.after)
    assert not any(card in json.dumps(s.match.view(0)) for card in s.match.pack.after)


@pytest.mark.rule("MM-BRD-04", "MM-DEST-02")
def test_each_team_has_a_marker_and_a_tome_on_each_place_of_the_card():
    s = Setup("place")
    face = s.match.pack.cards[s.state.keepers[0].card]
    assert s.state.scores == [0, 0]
    assert s.state.tomes == {place: [0, 1] for place in face.tomes}
    assert s.state.players[0].supply == 10 - 1 - 1 - len(face.tomes), "marker, Legendary slot, board"
    assert s.state.players[1].supply == 10 - 1 - 1 - len(face.tomes) - 1, "and the Tome in advance"


@pytest.mark.rule("MM-FIRST-01", "MM-R-86")
def test_who_rolls_higher_decides_who_goes_first():
    s = Setup("first_roll", options={"first": "rolled"})
    s.answer([2]).answer([5])
    assert s.asked == "who_first"
    assert s.question.seat == 1
    assert s.of("first") == [0, 1]
    s.choose("first", 0)
    assert (s.state.first, s.state.active) == (0, 0)
    other = Setup("first_roll", options={"first": "rolled"}).answer([2]).answer([5]).choose("first", 1).until("place")
    assert other.question.seat == 1


@pytest.mark.rule("MM-FIRST-02", "MM-TRACK-04")
def test_equal_rolls_are_rolled_again():
    s = Setup("first_roll", options={"first": "rolled"}).answer([4]).answer([4])
    assert s.asked == "first_roll"
    s.answer([1]).answer([6])
    assert s.asked == "who_first"
    assert s.question.seat == 1
    assert s.until("act").question.kind == "choice"


@pytest.mark.rule("MM-FIRST-03", "MM-R-57", "MM-FAQ-12")
def test_the_second_team_slots_a_tome_in_advance():
    s = Setup("slot_first")
    assert s.question.seat == 1
    assert s.of("slot") == [0, 1, 2, 3, 4]
    assert s.refused("legendary") == "MM-R-57"
    assert s.refused("slot", 7) == "MM-CLEAN-03"
    before = s.state.players[1].supply
    s.choose("slot", 0)
    player = s.state.players[1]
    track = s.match.pack.factions["gnomes"].tracks[0]
    assert player.tomes == [1, 0, 0, 0, 0]
    assert player.slots[0] == 1
    assert player.values[0] == track.slots[1]
    assert player.supply == before - 1


@pytest.mark.rule("MM-READY-02", "MM-READY-01")
def test_play_starts_when_everything_is_there():
    s = Setup("faction")
    seen = []
    while s.asked != "act":
        seen.append(s.asked)
        s.answer()
    assert list(dict.fromkeys(seen)) == ["faction", "card", "slot_first", "place"]
    assert len(s.state.hedges) == 10
    assert len(s.state.clutter) == 4
    assert all(figure.cell >= 0 for figure in s.state.figures)
    real = Setup("table_ready", options={"pieces": "real"})
    assert real.question.kind == "confirm"
    assert real.question.task["hedges"]
    assert real.answer(True).asked == "act"


@pytest.mark.rule("MM-LAY-01")
@pytest.mark.parametrize("layout", ["1", "2", "3"])
def test_a_layout_is_laid_out_as_the_pack_says(layout):
    s = Setup("layout", options={"layout": "chosen"})
    assert s.question.seat is None
    assert s.of("layout") == ["1", "2", "3", "draft"]
    s.choose("layout", layout)
    face = s.match.pack.layouts[layout]
    assert s.state.hedges == sorted(face.hedges)
    assert s.state.clutter == sorted(face.clutter)
    fixed = Setup("place", options={"layout": layout})
    assert fixed.state.hedges == s.state.hedges


@pytest.mark.rule("MM-DRAFT-01", "MM-DRAFT-02", "MM-COMP-04")
def test_the_draft_goes_by_turns_until_ten_hedges_and_four_clutter_lie():
    s = Setup("draft", options={"layout": "draft"})
    seats = []
    while s.asked == "draft":
        seats.append(s.question.seat)
        assert s.verbs() == {"hedge"} if not s.state.clutter_left else {"hedge", "clutter"} >= s.verbs()
        s.answer(s.question.options[-1])
    assert seats == [1, 0] * 7
    assert (len(s.state.hedges), len(s.state.clutter)) == (10, 4)
    spent = Setup("draft", options={"layout": "draft"})
    for square in ("A1", "B1", "C1", "D1"):
        spent.choose("clutter", cell(square))
    assert spent.refused("clutter", cell("E1")) == "MM-DRAFT-02"


@pytest.mark.rule("MM-R-59", "MM-DRAFT-01")
@pytest.mark.parametrize(
    ("seats", "order", "expected"),
    [
        (4, "teams_alternate", [1, 0, 3, 2, 1, 0, 3, 2]),
        (4, "seat_order", [1, 2, 3, 0, 1, 2, 3, 0]),
        (3, "teams_alternate", [1, 0, 2, 0, 1, 0, 2, 0]),
        (3, "seat_order", [1, 2, 0, 1, 2, 0, 1, 2]),
    ],
)
def test_the_order_of_the_draft_in_teams(seats, order, expected):
    match = Game.new(seats, {"first": "seat 0", "layout": "draft", "draft_order": order})
    seen = []
    while len(seen) < len(expected):
        question = next(iter(match.questions.values()))[1]
        if question.asker == "draft":
            seen.append(question.seat)
        answered(match)
    assert seen == expected


@pytest.mark.rule("MM-DRAFT-03", "MM-HEDGE-02", "MM-HEDGE-03")
def test_a_drafted_hedge_cuts_nothing_off_and_lies_inside():
    s = Setup("draft", options={"layout": "draft"})
    assert sorted(s.of("hedge")) == sorted(s.match.grid.ends)
    s.choose("hedge", edge("A1-B1"))
    assert edge("A1-A2") not in s.of("hedge")
    assert s.refused("hedge", edge("A1-A2")) == "MM-DRAFT-03"
    assert s.refused("hedge", edge("A1-B1")) == "MM-HEDGE-03"
    assert s.refused("hedge", 4) == "MM-HEDGE-02", "the right side of E1 is the outer edge"


@pytest.mark.rule("MM-DRAFT-04", "MM-R-58")
def test_drafted_clutter_goes_on_any_space_or_on_any_without_clutter():
    s = Setup("draft", options={"layout": "draft"})
    assert s.of("clutter") == list(range(25)), "under the Groundskeeper, Tomes and Destinations too"
    s.choose("clutter", cell("C3"))
    assert cell("C3") not in s.of("clutter")
    assert s.refused("clutter", cell("C3")) == "MM-R-58"
    assert s.refused("clutter", 99) == "MM-DRAFT-04"
    twice = Setup("draft", options={"layout": "draft", "draft_clutter_on": "anything"}).choose("clutter", cell("C3"))
    assert cell("C3") in twice.of("clutter")


@pytest.mark.rule("MM-PLACE-01", "MM-PLACE-02")
def test_the_first_team_places_all_its_mythics_then_the_second():
    s = Setup("place")
    closed = {cell("C3"), *s.state.tomes}
    assert set(s.of("place")) == set(range(25)) - closed
    assert set(s.state.clutter) & set(s.of("place"))
    assert set(s.state.keepers[0].stops) & set(s.of("place"))
    seats = []
    while s.asked == "place":
        seats.append(s.question.seat)
        taken = {figure.cell for figure in s.state.figures if figure.cell >= 0}
        assert not taken & set(s.of("place"))
        s.answer()
    assert seats == [0, 0, 0, 1, 1, 1]
    assert (s.asked, s.question.seat) == ("act", 0)


@pytest.mark.rule("MM-PLACE-02")
def test_where_a_mythic_cannot_start_is_refused():
    s = Setup("place")
    assert s.refused("place", 0, cell("C3")) == "MM-PLACE-02"
    assert s.refused("place", 0, next(iter(s.state.tomes))) == "MM-PLACE-02"
    assert s.refused("place", 3, 0) == "MM-PLACE-01"


def test_options_that_do_not_exist_are_told_all_at_once():
    with pytest.raises(BadOption) as caught:
        Game.new(5, {"layout": "9", "dance": True})
    assert len(caught.value.reasons) == 3
    with pytest.raises(BadOption):
        Game.new(2, {"first": "seat 2"})


@pytest.mark.rule("MM-R-08")
def test_a_short_supply_fills_the_card_in_order_or_the_player_chooses():
    def short(option):
        match = begun(until="place", options={"tome_shortage": option})
        save = json.loads(match.save())
        state = save["state"]
        laid = state["players"][0]["supply"] - 2
        state["players"][0]["supply"], state["players"][0]["spent"] = 2, laid
        line = state["play"]["lines"]["0"]
        line["asker"], line["agenda"] = ["card", 0], [["place_on", 0]]
        state["cards"] = {"layers": [{"size": 5, "pool": 0}], "pools": [sorted(match.pack.before)]}
        state["tomes"] = {}
        found = Game.load(json.dumps(save).encode(), match.pack)
        answered(found, "before_2")
        return found

    face = begun().pack.cards["before_2"]
    in_order = short("card_order")
    assert [place for place, colours in in_order.state.tomes.items() if 0 in colours] == list(face.tomes[:2])
    asked = short("player_chooses")
    question = next(iter(asked.questions.values()))[1]
    assert question.asker == "tome_place"
    assert [option[1] for option in question.options] == list(face.tomes)
    answered(asked, ["tome", face.tomes[2]])
    answered(asked, ["tome", face.tomes[0]])
    assert {place for place, colours in asked.state.tomes.items() if 0 in colours} == {face.tomes[2], face.tomes[0]}
    assert {place for place, colours in asked.state.tomes.items() if 1 in colours} == set(face.tomes)


def test_chance_can_answer_everything_that_is_not_a_choice():
    match = Game.new(2, {"pieces": "real", "layout": "2"})
    for _ in range(30):
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, some_answer(question, lambda: 0.3 if match.number % 2 else 0.7))
    assert match.number == 30
