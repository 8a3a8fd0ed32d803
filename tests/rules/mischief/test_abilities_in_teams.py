"""Who is meant by an ability where two play together, and in a turn that both share."""

import json

import pytest

from shared_rules.mischief import Game
from shared_rules.mischief.factions.ground import survey
from tests.rules.mischief.scene import first
from tests.rules.mischief.scene_factions import cell, edge

FACTIONS = ("fairies", "gnomes", "gargoyles", "werewolves")
"""By seat, two figures each; seats 0 and 2 are a team."""
FAIRY, GNOME, GARGOYLE, WEREWOLF = 0, 2, 4, 6


class Pairs:
    """Fairies and Gargoyles in their shared Mythic Phase against Gnomes and Werewolves; `at` are places by figure."""

    def __init__(self, at, *, dark=False, hedges=(), keeper=(4, 4), options=None, **players):
        match = Game.new(4, {"first": "seat 0", "layout": "1", "partner_of_seat_0": "seat 2", **(options or {})})
        while not any(question.asker == "act" for _, question in match.questions.values()):
            line, (ticket, question) = next(iter(match.questions.items()))
            if question.asker == "faction":
                match.answer(line, ticket, ["faction", FACTIONS[question.seat]])
            else:
                match.answer(line, ticket, question.options[0] if question.kind == "choice" else first(question))
        save = json.loads(match.save())
        state = save["state"]
        for number, figure in enumerate(state["figures"]):
            figure["cell"] = cell(*at[number]) if number in at else -2
        state["keepers"][0] |= {"cell": cell(*keeper), "stops": [cell(4, 0), cell(0, 4), cell(0, 0)]}
        state |= {"hedges": sorted(edge(*pair) for pair in hedges), "clutter": [], "tomes": {}, "dark": dark}
        for seat, player in enumerate(state["players"]):
            player |= {"values": [1] * 5, **players.get(f"seat_{seat}", {})}
        self.match = Game.load(json.dumps(save).encode(), match.pack)

    def uses(self, seat, verb):
        question = next(question for _, question in self.match.questions.values() if question.seat == seat)
        return [tuple(option[1:]) for option in question.options if option[0] == verb]

    def choose(self, seat, *answer):
        line, (ticket, _) = next(found for found in self.match.questions.items() if found[1][1].seat == seat)
        self.match.answer(line, ticket, list(answer))


@pytest.mark.rule("MM-R-62", "MM-R-89")
def test_only_the_own_factions_mythics_use_an_ability_and_a_teammates_is_an_ally():
    pair = Pairs({FAIRY: (1, 1), GARGOYLE: (2, 2), WEREWOLF: (3, 3), GNOME: (0, 4)})
    assert {other for other, _ in pair.uses(0, "wander")} == {GARGOYLE}, "the Werewolf is at the Gargoyle's corner, not a Fairy's"
    assert {figure for figure, *_ in pair.uses(2, "glide")} == {GARGOYLE}
    assert {other for _, other, _ in pair.uses(2, "glide")} == {FAIRY, WEREWOLF}
    pair.choose(0, "wander", GARGOYLE, cell(3, 2))
    assert pair.match.state.figures[GARGOYLE].cell == cell(3, 2)


@pytest.mark.rule("MM-R-62", "MM-GLOS-02")
def test_a_teammate_is_no_enemy():
    pair = Pairs({FAIRY: (1, 1), GARGOYLE: (1, 2), WEREWOLF: (2, 1)}, dark=True, seat_0={"legendary": True})
    assert pair.uses(0, "ring") == [(WEREWOLF,)]
    assert pair.uses(0, "pixie_dust") == [(0, WEREWOLF)]


@pytest.mark.rule("MM-R-62", "MM-R-46")
def test_teammates_pay_no_rubble():
    walls = [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    pair = Pairs({FAIRY: (0, 0), GARGOYLE: (1, 0)}, dark=True, hedges=walls)
    pair.match.state.players[0].values[:] = [1, 1, 0, 0, 0]
    assert (FAIRY, [cell(1, 0), cell(2, 0)]) in pair.uses(0, "move"), "two points are enough"


@pytest.mark.rule("MM-GARG-07", "MM-R-12")
def test_the_stone_comes_off_and_the_ring_moves_as_the_shared_turn_begins():
    pair = Pairs(
        {FAIRY: (0, 0), GARGOYLE: (2, 2), WEREWOLF: (2, 1), GNOME: (0, 4)}, keeper=(4, 4), dark=True,
        seat_0={"token": WEREWOLF, "ready": True}, seat_2={"token": GARGOYLE},
    )  # fmt: skip
    save = json.loads(pair.match.save())
    state = save["state"]
    state["active"] = 1
    lines = state["play"]["lines"]
    lines.clear()
    lines["0"] = {"agenda": [["next_team"]], "asker": ["act", 1], "ticket": 1}
    match = pair.match = Game.load(json.dumps(save).encode(), pair.match.pack)
    pair.choose(1, "pass")
    asked = []
    while not any(question.asker == "act" for _, question in match.questions.values()):
        ((line, (ticket, question)),) = match.questions.items()
        asked.append(question.asker)
        match.answer(line, ticket, question.options[-1])
    assert asked == ["ring_move"]
    assert match.state.players[2].token == -1


@pytest.mark.rule("MM-R-68", "MM-R-101", "MM-BLITZ-11")
@pytest.mark.parametrize("seam", ["inner_edges", "wall"])
def test_whether_abilities_reach_from_board_to_board(seam):
    """Blitz for four: a Gnome burrows, and Pixie Dust swaps, over the seam between columns 4 and 5, or neither does."""
    pair = Pairs({}, options={"mode": "blitz", "blitz_seam": seam})
    match, grid = pair.match, pair.match.grid
    assert grid.width == 10
    for figure in match.state.figures:
        figure.cell = -2
    fairy, gnome = (next(n for n, one in enumerate(match.state.figures) if one.seat == seat) for seat in (0, 1))
    match.state.figures[fairy].cell, match.state.figures[gnome].cell = grid.cell(0, 0), grid.cell(4, 2)
    for keeper, cell_ in zip(match.state.keepers, ((0, 4), (9, 4)), strict=True):
        keeper.cell = grid.cell(*cell_)
    match.state.hedges[:] = []
    match.state.players[0].legendary = True
    over = seam == "inner_edges"
    assert pair.uses(0, "pixie_dust") == ([(0, gnome), (1, gnome)] if over else [(0, gnome)])
    assert (["burrow", gnome, 1] in match.factions["gnomes"].offers(match, 1, survey(match))) is over
    assert (match.factions["fairies"].refused(match, 0, ["pixie_dust", 1, gnome]) is None) is over
