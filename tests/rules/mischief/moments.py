"""Random moments of a turn, close and crowded, in which a faction may do all that it can."""

import json
from random import Random

from shared_rules.mischief import Game
from tests.rules.mischief.mazes import random_plan
from tests.rules.mischief.scene_factions import Scene

FACTIONS = ("gargoyles", "fairies", "werewolves", "gnomes")
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
        return match, readings
