"""Scenes for the tests of abilities: a match brought to a moment of a turn through its own save.

Its content is `scene.PLAIN`, five by five; places are (column, row) from the top left, counted from 0.
"""

import json

from shared_rules.mischief import Game
from shared_rules.mischief.state import CAUGHT, OUT
from shared_rules.questions import Choice
from tests.rules.mischief.scene import PLAIN, first
from tests.rules.moment import Moment

FIRST = {"gargoyles": "fairies", "fairies": "gargoyles", "werewolves": "gnomes", "gnomes": "werewolves"}
NORTH, EAST, SOUTH, WEST = range(4)
SIZE = 5


def cell(x, y):
    return y * SIZE + x


def edge(one, other):
    """The number of the edge between two places that share a side."""
    (x, y), second = sorted([one, other])
    return cell(x, y) + (SIZE * SIZE if second[1] > y else 0)


class Scene(Moment):
    """The Mythic Phase of seat 0, who plays `faction`, against seat 1.

    `mine` and `enemies` are places of up to three Mythics each (figures 0 to 2 and 3 to 5); those that are not named are out of the
    match. `hedges` are pairs of places. `points` are those left by ability; all others are 0. `keeper` is the Groundskeeper's
    place, `stops` those of the Destinations. `player` and `enemy_player` change fields of the saved players, `state` of the state.
    """

    def __init__(
        self, faction, *, mine=(), enemies=(), hedges=(), clutter=(), keeper=(4, 4), stops=((4, 0), (0, 4), (0, 0)), points=None,
        dark=False, legendary=False, tomes=None, options=None, player=None, enemy_player=None, enemy=None, state=None,
    ):  # fmt: skip
        self.factions = [faction, enemy or FIRST[faction]]
        super().__init__(Game.new(2, {"first": "seat 0", "layout": "1", **(options or {})}, PLAIN))
        self.until("act")
        save = json.loads(self.match.save())
        found = save["state"]
        places = [*mine, *[None] * (3 - len(mine)), *enemies, *[None] * (3 - len(enemies))]
        for figure, place in zip(found["figures"], places, strict=True):
            figure["cell"] = OUT if place is None else cell(*place)
        found["hedges"] = sorted(edge(*pair) for pair in hedges)
        found["clutter"] = sorted(cell(*place) for place in clutter)
        found["keepers"][0] |= {"cell": cell(*keeper), "stops": [-1 if place is None else cell(*place) for place in stops]}
        found["dark"] = dark
        found["tomes"] = {str(cell(*place)): seats for place, seats in (tomes or {}).items()}
        for seat, changes in enumerate((player, enemy_player)):
            found["players"][seat] |= changes or {}
        found["players"][0]["legendary"] = legendary
        board = self.match.pack.factions[faction]
        found["players"][0]["values"] = [0] * 5
        for ability, count in (points or {"distract": 1}).items():
            found["players"][0]["values"][board.of[ability][0]] = count
        found |= state or {}
        self.load(save)

    # -- playing --------------------------------------------------------------------------------------------------------

    def uses(self, verb):
        """What follows the verb in every answer with it."""
        return [tuple(option[1:]) for option in self.options if option[0] == verb]

    def until(self, asker, seat=0):
        """Pass, let chance decide and take first options until that is asked of `seat`."""
        for _ in range(300):
            _, (_, question) = next(iter(self.match.questions.items()))
            if question.asker == asker and question.seat == seat:
                return self
            if question.asker == "faction":
                answer = ["faction", self.factions[question.seat]]
            elif question.asker == "act":
                answer = ["pass"]
            elif isinstance(question, Choice):
                answer = question.options[-1] if question.asker in ("ring_move", "slot") else question.options[0]
            else:
                answer = first(question)
            line, (ticket, _) = next(iter(self.match.questions.items()))
            self.log += self.match.answer(line, ticket, answer)
        raise AssertionError(f"{asker} was never asked")

    def at_turn_start(self):
        """The moment before this turn: seat 1 is about to pass, then the turn of seat 0 begins."""
        save = json.loads(self.match.save())
        save["state"]["active"] = 1
        line = save["state"]["play"]["lines"]["0"]
        line["asker"], line["agenda"] = ["act", 1], [["next_team"]]
        self.load(save)
        return self

    # -- looking --------------------------------------------------------------------------------------------------------

    @property
    def player(self):
        return self.match.state.players[0]

    @property
    def keeper(self):
        return self.match.grid.place(self.match.state.keepers[0].cell)

    @property
    def hedges(self):
        return {frozenset(map(self.match.grid.place, self.match.grid.ends[one])) for one in self.match.state.hedges}

    def place(self, figure):
        """Where a figure is; None if it is caught."""
        at = self.match.state.figures[figure].cell
        return None if at == CAUGHT else self.match.grid.place(at)

    def points(self, ability):
        player, board = self.player, self.match.pack.factions[self.factions[0]]
        return sum(player.values[die] for die in board.of[ability])


def pairs(*hedges):
    return {frozenset(pair) for pair in hedges}
