"""Light tracking: people move Mythics and Tomes; the table is told what it needs for maze, dice, groundskeeper and score."""

import json
import random

import pytest

from shared_rules.mischief import Game
from shared_rules.mischief.maze import free_places, mask_of
from shared_rules.questions import Choice
from tests.rules.mischief.scene import PLAIN, cell, edge, square
from tests.rules.random_play import some_answer

STOPS = ("A5", "E5", "E4")
WAITING, CAUGHT = -3, -1


class Light:
    """A light match of seat 0 against seat 1; answers are given by verb."""

    def __init__(self, factions=("werewolves", "gnomes"), seats=2, **options):
        self.match = Game.new(seats, {"tracking": "light", "first": "seat 0", "layout": "1", **options}, PLAIN)
        self.factions, self.log = factions, list(self.match.opening)

    @property
    def state(self):
        return self.match.state

    @property
    def open(self):
        return next((ticket, line, one) for line, (ticket, one) in self.match.questions.items() if one.asker != "clock")

    @property
    def asked(self):
        return "" if self.match.over else self.open[2].asker

    @property
    def options(self):
        return self.open[2].options

    def say(self, *answer):
        """Give one answer to the open question."""
        ticket, line, question = self.open
        events = self.match.answer(line, ticket, list(answer) if isinstance(question, Choice) else answer[0])
        self.log += events
        return [event.name for event in events]

    def to(self, asker, stops=STOPS, points=4):
        """Answer what comes before `asker`: factions, the card with its Destinations, and else what is first."""
        while self.asked != asker:
            match self.open[2].asker:
                case "faction":
                    self.say("faction", self.factions[self.open[2].seat])
                case "light_points":
                    self.say("points", points)
                case "light_stop":
                    self.say("go", cell(stops[len(self.open[2].args[2])]))
                case "light_act":
                    self.say("pass")
                case _:
                    question = self.open[2]
                    rng = random.Random(1).random
                    self.say(*question.options[0]) if isinstance(question, Choice) else self.say(some_answer(question, rng))
        return self

    def use(self, ability, seat=0):
        """One point of that ability's first die with points."""
        board = self.match.pack.factions[self.factions[seat]]
        die = next(die for die in board.of[ability] if self.state.players[seat].values[die])
        return self.say("spend", die)

    def only(self, **changes):
        """Bring the match to another moment through its own save."""
        save = json.loads(self.match.save())
        for name, value in changes.items():
            if name in ("keeper", "player"):
                save["state"]["keepers" if name == "keeper" else "players"][0] |= value
            else:
                save["state"][name] = value
        self.match = Game.load(json.dumps(save).encode(), self.match.pack)
        return self


def test_setting_up_asks_for_card_and_maze_and_for_no_mythic():
    table = Light()
    askers = set()
    while table.asked != "light_act":
        askers.add(table.asked)
        table.to(table.asked)
        table.say(*table.options[0]) if isinstance(table.open[2], Choice) else None
    assert askers == {"faction", "light_points", "light_stop", "slot_first"}
    assert {figure.cell for figure in table.state.figures} == {WAITING}
    assert table.state.tomes == {} and table.state.hedges


@pytest.mark.rule("MM-DEST-01", "MM-GK-02")
def test_the_card_is_told_as_points_and_three_destinations():
    table = Light().to("light_act", points=5)
    keeper = table.match.view(None)["keepers"][0]
    assert (keeper["move"], keeper["stops"], keeper["card"]) == (5, [cell(one) for one in STOPS], None)
    assert len(keeper["path"]) + len(keeper["choices"]) > 0
    again = Light().to("light_stop")
    again.say("go", cell("A5"))
    assert ["go", cell("A5")] not in again.options


@pytest.mark.rule("MM-TRACK-01", "MM-CLEAN-13")
def test_points_are_spent_die_by_die_and_come_back():
    table = Light().to("light_act")
    before = table.state.players[0].values[:]
    table.use("fling")
    after = table.state.players[0].values
    assert sum(before) - sum(after) == 1
    board = table.match.pack.factions["werewolves"]
    assert ["spend", board.of["fling"][0]] not in table.options
    table.say("pass")
    table.to("light_act")
    assert table.open[2].seat == 1
    player = table.state.players[0]
    numbers = [board.tracks[track].slots[slot] for track, slot in zip(board.dice, player.slots, strict=True)]
    assert player.values == numbers


@pytest.mark.rule("MM-GK-04", "MM-GK-05")
def test_the_groundskeeper_walks_by_itself_and_asks_at_ties():
    table = Light().to("light_act", points=3)
    path = [square(one) for one in table.match.view(None)["keepers"][0]["path"]]
    table.say("pass")
    walked = [event.data["at"] for event in table.log if event.name == "keeper_moved"]
    assert walked == path
    assert table.asked in ("keeper_way", "light_caught")


@pytest.mark.rule("MM-GKP-03", "MM-GKP-04", "MM-MYTH-01")
def test_who_was_caught_is_told_one_by_one_and_comes_back():
    table = Light().to("light_caught")
    assert table.options == [["none"], ["caught", 0], ["caught", 1]]
    assert table.say("caught", 1)[:2] == ["told_as_caught", "scored"]
    assert table.state.scores == [1, 0]
    table.say("caught", 0)
    assert table.state.scores == [0, 0]
    table.say("caught", 1)
    table.say("none")
    assert [figure.cell for figure in table.state.figures].count(CAUGHT) == 3
    table.to("light_act")
    back = [event for event in table.log if event.name == "told_to_return"]
    assert [(event.seat, event.data["count"]) for event in back] == [(1, 2)]
    assert [figure.cell for figure in table.state.figures].count(CAUGHT) == 1


@pytest.mark.rule("MM-END-01", "MM-R-14")
@pytest.mark.parametrize("checked", ["each_catch", "whole_move"])
def test_ten_points_end_the_match(checked):
    table = Light(score_ten_check=checked).to("light_act").only(scores=[9, 3]).to("light_caught")
    table.say("caught", 1)
    assert table.match.over and table.match.result().winners == [0]


def test_nobody_is_asked_for_who_is_caught_already():
    table = Light().to("light_caught", points=8)
    for _ in range(3):
        table.say("caught", 1)
    assert table.options == [["none"], ["caught", 0]]


@pytest.mark.rule("MM-DIST-01", "MM-DIST-02", "MM-DIST-04")
def test_distract_takes_the_groundskeeper_one_open_space_on():
    table = Light().to("light_act")
    keeper = table.state.keepers[0]
    table.use("distract")
    walls = {one: sides for one, sides in table.match.grid.ends.items() if one in table.state.hedges}
    for _, _, to in table.options:
        assert abs(to % 5 - keeper.cell % 5) + abs(to // 5 - keeper.cell // 5) == 1
        assert sorted((keeper.cell, to)) not in [sorted(ends) for ends in walls.values()]
    goal = table.options[0][2]
    table.say("distract", 0, goal)
    assert table.state.keepers[0].cell == goal
    table.say("caught", 1)
    assert table.state.scores == [1, 0] and table.asked == "light_act", "one space, one catch at most"


@pytest.mark.parametrize(
    ("faction", "ability"), [("gargoyles", "perch"), ("fairies", "antics"), ("werewolves", "heave"), ("gnomes", "illusion")]
)
@pytest.mark.rule("MM-HEDGE-01", "MM-HEDGE-03")
def test_a_hedge_goes_only_where_its_ability_can_take_it(faction, ability):
    other = "fairies" if faction != "fairies" else "gnomes"
    table = Light((faction, other)).to("light_act")
    table.use(ability)
    assert table.asked == "light_taken"
    for _, taken in table.options:
        copy = table.match.copy()
        line, (ticket, _question) = next(iter(copy.questions.items()))
        copy.answer(line, ticket, ["hedge", taken])
        goals = [to for _, to in next(iter(copy.questions.values()))[1].options]
        free = free_places(copy.grid, mask_of(copy.state.hedges) & ~(1 << taken))
        assert goals and all(free >> to & 1 and to != taken for to in goals)
        if ability in ("perch", "heave"):
            assert len(goals) <= 4
            assert all((to < 25) == (taken < 25) for to in goals), "a Hedge that slides keeps its direction"
    table.say("hedge", table.options[0][1])
    old, new = table.open[2].args[2], table.options[0][1]
    table.say("to", new)
    assert new in table.state.hedges and old not in table.state.hedges and len(table.state.hedges) == 10


@pytest.mark.rule("MM-GARG-06", "MM-GARG-07")
def test_the_stone_bars_the_way_until_the_next_turn():
    table = Light(("gargoyles", "gnomes")).to("light_act")
    table.say("legendary")
    way = table.match.view(None)["keepers"][0]
    table.say("go", (way["path"] + way["choices"])[0])
    assert not table.state.players[0].legendary
    stone = (way["path"] + way["choices"])[0]
    assert stone not in table.match.view(None)["keepers"][0]["path"]
    table.say("pass")
    table.to("light_act")
    table.say("pass")
    table.to("light_act")
    assert table.state.players[0].token == -1 and {figure.cell for figure in table.state.figures} == {WAITING}


@pytest.mark.rule("MM-FAIR-05")
def test_pixie_dust_puts_the_groundskeeper_somewhere_else():
    table = Light(("fairies", "gnomes")).to("light_act")
    table.say("legendary")
    table.say("dust", 0, cell("A5"))
    keeper = table.state.keepers[0]
    assert keeper.cell == cell("A5") and keeper.goal == 1, "Destination 1 is there"


def test_a_potion_resets_a_used_die_and_the_moon_asks_nothing():
    table = Light(("gnomes", "werewolves")).to("light_act")
    table.use("shifty")
    die = table.match.pack.factions["gnomes"].of["shifty"][0]
    table.say("legendary")
    assert table.options == [["die", die]]
    table.say("die", die)
    assert table.state.players[0].values[die] > 0
    moon = Light().to("light_act")
    moon.say("legendary")
    assert moon.asked == "light_act" and not moon.state.players[0].legendary


@pytest.mark.rule("MM-WOLF-10", "MM-GNOME-11")
def test_after_dark_specials_are_told_once_a_turn():
    table = Light().to("light_act").only(dark=True)
    assert ["special"] in table.options
    hedge = table.state.hedges[0]
    table.say("special")
    table.say("shredder", "hedge", hedge)
    assert hedge not in table.state.hedges and table.state.hedges_out == 1
    assert ["special"] not in table.options
    gnomes = Light(("gnomes", "werewolves")).to("light_act").only(dark=True)
    gnomes.say("special")
    gnomes.say("uproot", 0, 0, cell("A4"))
    assert gnomes.state.keepers[0].stops[0] == cell("A4")


@pytest.mark.rule("MM-MYTH-04", "MM-CLEAN-03")
def test_collected_tomes_are_told_as_a_number_and_slotted():
    table = Light().to("light_tomes")
    supply = table.state.players[0].supply
    table.say("tomes", 2)
    assert table.asked == "slot" and table.state.players[0].supply == supply - 2
    table.say("slot", 0)
    table.say("slot", 1)
    assert table.state.players[0].tomes[:2] == [1, 1] and table.asked == "boost"


@pytest.mark.rule("MM-DARK-01", "MM-END-02")
def test_after_the_third_destination_night_falls_with_a_new_card_and_then_the_match_ends():
    table = Light().to("light_act").only(keeper={"stops": [-1, -1, cell("C4")], "goal": 2, "cell": cell("C5")})
    table.say("pass")
    table.to("light_points")
    assert table.state.dark
    table.to("light_act")
    table.only(keeper={"stops": [-1, -1, cell("C4")], "goal": 2, "cell": cell("C5")})
    while not table.match.over:
        table.say(*(["pass"] if table.asked == "light_act" else table.options[0]))
    assert table.state.ended == "card"


@pytest.mark.rule("MM-ENC-01", "MM-DET-01", "MM-RET-02")
def test_alone_the_table_leads_through_the_turn_of_the_enchanted():
    table = Light(seats=1).to("light_stolen")
    table.say("stolen", 2)
    assert table.state.scores == [0, 2]
    table.to("light_caught")
    table.say("caught", 1)
    table.say("caught", 0)
    assert table.state.scores == [0, 2], "an own one costs a point, one of yours brings one"
    table.say("none")
    assert table.asked == "light_return_die"
    table.say([4])
    table.say("again")
    assert table.asked == "light_return_die"
    table.say([2])
    table.say("placed")
    assert table.asked == "light_card_effect"
    table.say("caught_by_card", 1)
    assert table.state.scores == [0, 3] and table.asked == "light_act"


@pytest.mark.parametrize(("option", "rounds"), [("card_due_none_left", 13), ("last_card_drawn", 12)])
@pytest.mark.rule("MM-SEND-01", "MM-R-75")
def test_alone_the_match_ends_with_the_detention_cards(option, rounds):
    table = Light(seats=1, solo_detention_deck_out=option).to("light_act", points=1)
    table.only(round=rounds)
    while not table.match.over and table.state.round == rounds:
        table.say(*(["pass"] if table.asked == "light_act" else table.options[0]))
    assert table.state.ended == "deck"


@pytest.mark.parametrize(
    ("seats", "mode"), [(1, "standard"), (2, "standard"), (3, "standard"), (4, "standard"), (2, "blitz"), (4, "blitz")]
)
@pytest.mark.parametrize("seed", range(4))
def test_random_matches_end_and_lose_nothing(seats, mode, seed):
    rng = random.Random(f"{seats}/{mode}/{seed}").random
    match = Game.new(seats, {"tracking": "light", "pieces": "real", "mode": mode})
    names = ["Ada", "Ben", "Cleo", "Dev"]
    while not match.over:
        questions = match.questions
        line = sorted(questions)[int(rng() * len(questions))]
        ticket, question = questions[line]
        assert match.words.prompt(match, question, names)
        assert all(match.words.label(match, question, option) for option in getattr(question, "options", []))
        for event in match.answer(line, ticket, some_answer(question, rng)):
            assert match.words.event_text(event.told_to(None), names)
        state = match.state
        for seat, player in enumerate(state.players):
            marker = seat in state.markers and state.phase != "setup"
            held = player.supply + player.collected + sum(player.tomes) + player.legendary + player.spent
            assert held == 10 - marker or state.phase == "setup"
        assert match.copy().save() == match.save() == Game.load(match.save(), match.pack).save()
        assert len(state.hedges) + state.hedges_left + state.hedges_out == 10 * len(state.keepers)
    assert match.result() is not None


def test_a_hedge_is_named_by_the_spaces_on_its_sides():
    table = Light().to("light_act")
    table.use("heave")
    _ticket, _line, question = table.open
    label = table.match.words.label(table.match, question, ["hedge", edge("A2-B2")])
    assert "A2" in label and "B2" in label
