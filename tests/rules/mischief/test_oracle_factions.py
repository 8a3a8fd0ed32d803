"""All that a faction may do, and what comes of it, beside an oracle that was written from the rulebook alone, in random mazes."""

import json
from random import Random

import pytest

from shared_rules.mischief import Game
from tests.rules.mischief import oracle
from tests.rules.mischief.mazes import random_plan
from tests.rules.mischief.scene_factions import Scene

READINGS = {
    "hedge_diagonals": ("separating_pair", "any_pair"),
    "groundskeeper_blocks_diagonal": ("no", "yes"),
    "stone_stops": ("everything", "other_mythics"),
    "uproot_target": ("stone_and_off_board_refused", "all_legal"),
    "perch_directions": ("same", "independent"),
    "glide_one_blocked": ("refused", "free_one_moves"),
    "heave_cutting_position": ("pass_over", "stop_before"),
    "heave_across_groundskeeper": ("no", "yes"),
    "hedge_crosswise_stops": ("no", "yes"),
    "wander_target": ("corner_touching", "diagonal_line"),
    "shredder_clutter_ban": ("any_own_mythic", "using_mythic"),
    "fairy_ring_path": ("two_free_steps", "straight_line"),
}
MOMENTS = 200
NOT_OF_FACTIONS = ("move", "distract", "pass", "potion")


def table_of(match, readings):
    """What the oracle is told of a match."""
    place, state = match.grid.place, match.state
    stones = [player.token for player in state.players if player.faction == "gargoyles"]
    return oracle.Table(
        match.grid.width,
        match.grid.height,
        frozenset(frozenset(map(place, match.grid.ends[edge])) for edge in state.hedges),
        frozenset(map(place, state.clutter)),
        place(state.keepers[0].cell),
        {number: (figure.seat, place(figure.cell)) for number, figure in enumerate(state.figures) if figure.cell >= 0},
        tuple(None if cell < 0 else place(cell) for cell in state.keepers[0].stops),
        stoned=stones[0] if stones else -1,
        moon=state.players[0].token if state.players[0].faction == "werewolves" else -1,
        readings=readings,
    )


class Moments:
    """Random moments of the turn of one faction: everything it has may be used."""

    def __init__(self, faction, seed):
        self.faction, self.rng = faction, Random(seed)
        self.scene = Scene(faction, enemy="gargoyles" if faction != "gargoyles" else "gnomes")
        self.start = json.loads(self.scene.match.save())

    def next(self):
        rng = self.rng
        plan = random_plan(rng, whole=True, size=(5, 5))
        readings = {name: values[0] if rng.random() < 0.6 else values[1] for name, values in READINGS.items()}
        # Close together, so that much is in the way of much.
        near = rng.sample([(x, y) for x, y in plan.places if abs(x - 2) + abs(y - 2) < rng.choice([3, 5])], 7)
        state = self.start["state"]
        for figure in state["figures"]:
            figure["cell"] = plan.cell(near.pop()) if rng.random() < 0.85 else -2
        state["hedges"], state["clutter"] = sorted(map(plan.edge, plan.hedges)), sorted(map(plan.cell, plan.clutter))
        goal, stops = rng.choice([0, 0, 1, 2, 3]), rng.sample(plan.places, 3)
        left = [-1 if number < goal else plan.cell(at) for number, at in enumerate(stops)]
        state["keepers"][0] |= {"cell": plan.cell(near.pop()), "goal": goal, "stops": left}
        state["dark"] = True
        state["options"] |= readings
        us, them = state["players"]
        us |= {"legendary": True, "values": [1] * 5, "token": -1}
        us["token"] = rng.choice([0, 1, 2, -1]) if self.faction == "werewolves" and rng.random() < 0.5 else -1
        them["token"] = -1
        if them["faction"] == "gargoyles" and rng.random() < 0.4:
            stone = state["figures"][3]["cell"]
            if stone >= 0 and plan._replace(closed=frozenset({(stone % 5, stone // 5)})).whole():
                them["token"] = 3
        match = Game.load(json.dumps(self.start).encode(), self.scene.match.pack)
        return match, table_of(match, readings)


def options_of(match):
    ((line, (ticket, question)),) = match.questions.items()
    assert question.asker == "act"
    return line, ticket, [option for option in question.options if option[0] not in NOT_OF_FACTIONS]


@pytest.mark.parametrize("faction", ["gargoyles", "fairies", "werewolves", "gnomes"])
def test_uses_and_their_outcomes_are_those_of_the_oracle(faction):
    moments = Moments(faction, seed=1)
    seen = {}
    for _ in range(MOMENTS):
        match, table = moments.next()
        expected = getattr(oracle, faction)(table)
        line, ticket, options = options_of(match)
        assert len({tuple(option) for option in options}) == len(options), "no use is offered twice"
        assert {tuple(option) for option in options} == set(expected)
        for option in options:
            seen[option[0]] = seen.get(option[0], 0) + 1
            played = match.copy()
            played.answer(line, ticket, option)
            if played.state.phase != "mythic":
                continue  # that was the last thing to do, and the Groundskeeper has walked on
            later = table_of(played, table.readings)
            assert (later.hedges, later.clutter, later.keeper, later.where) == expected[tuple(option)], option
    verbs = {
        "gargoyles": {"glide", "perch", "glide_perch", "stone"},
        "fairies": {"wander", "antics", "pixie_dust", "ring"},
        "werewolves": {"fling", "heave", "full_moon", "shredder"},
        "gnomes": {"burrow", "shifty", "illusion", "uproot"},
    }
    assert set(seen) == verbs[faction]
    assert all(count > 60 for count in seen.values()), seen


def test_where_the_ringed_enemy_may_go_is_what_the_oracle_says():
    moments = Moments("fairies", seed=2)
    compared = 0
    for _ in range(MOMENTS):
        match, table = moments.next()
        bearer = next((number for number, (seat, _) in table.mythics.items() if seat == 1), None)
        if bearer is None:
            continue
        match.state.players[0].token = bearer
        match.play.lines[0].asker = ["ring_move", 0]
        goals = {table.cell(place) for place in oracle.ringed(table, bearer)}
        ((_, question),) = match.questions.values()
        assert question.options == [*(["ring_move", cell] for cell in sorted(goals)), ["stay"]]
        compared += len(goals) > 1
    assert compared > MOMENTS // 2
