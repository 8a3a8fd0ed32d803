"""What an answer is worth to a seat, by a rule of thumb over its view. All that the greedy bot knows of the game is here.

The measure is Mischief Points. An action is tried out on a light copy of the board: what would the groundskeeper catch on its next
walk, how near are own Tomes, and who stands close to it then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shared_rules.mischief.maze import free_places, grid, mask_of, members, slide, spread
from shared_rules.mischief.route import onward, quickest, step_cost

TOME = 0.4
"""What a Tome is worth that can be slotted."""
TOME_NEAR = 0.03
"""What a space nearer to an own Tome is worth."""
DANGER = (0.35, 0.25, 0.14, 0.06)
"""What it costs to stand on the groundskeeper's way through the other team's turn, one space from it, two or three."""
PATIENCE = 40
"""Careful sides may turn the groundskeepers round for ever and never be caught: after so many rounds a bot does anything."""
USED = 0.02
"""What it costs to use a die, which slides left then."""
LEGENDARY, LEGENDARY_ELSE = {"fairies": 0.9}, 0.45
"""What a Tome is worth on the Legendary slot: more than on a track only for the Fairies."""
POTION = 0.25
"""What a point is worth that a Potion brings back."""
OWN_LOSS = 1.1
"""An own Mythic caught costs a point and its place on the board."""


class Board:
    """The board as the bot thinks of it: figures by cell, Hedges, and each groundskeeper with what it still makes for."""

    def __init__(self, view: dict[str, Any], team: int) -> None:
        self.grid = grid(view["width"] // view["boards"], view["height"], view["boards"])
        self.team = team
        self.hedges = mask_of(view["hedges"])
        self.clutter = mask_of(view["clutter"])
        self.cells = [figure["cell"] for figure in view["figures"]]
        self.teams = [view["players"][figure["seat"]]["team"] for figure in view["figures"]]
        self.keepers = [keeper["cell"] for keeper in view["keepers"]]
        self.stops = [keeper["stops"][:] for keeper in view["keepers"]]
        self.goals = [keeper["goal"] for keeper in view["keepers"]]
        self.moves = [keeper["move"] or 0 for keeper in view["keepers"]]
        self.crests = [self._crest(k) for k in range(len(self.keepers))]
        colours = [seat for seat, player in enumerate(view["players"]) if player["team"] == team]
        self.tomes = [one["cell"] for one in view["tomes"] if any(seat in colours for seat in one["seats"])]
        stones = [player["token"] for player in view["players"] if player["faction"] == "gargoyles" and player["token"] >= 0]
        self.stone = self.cells[stones[0]] if stones else -1
        self.on_turn = view["active"] == team
        """Whether the groundskeepers walk for this team next; else for the other one."""
        self.points = 0.0

    def _crest(self, k: int) -> int:
        g = self.grid
        return g.cells // 2 if len(self.keepers) == 1 else g.cell(g.width // 4 + k * (g.width // 2), g.cells // g.width // 2)

    def copy(self) -> Board:
        same = Board.__new__(Board)
        same.__dict__.update(self.__dict__)
        same.cells, same.keepers, same.goals = self.cells[:], self.keepers[:], self.goals[:]
        same.stops = [stops[:] for stops in self.stops]
        same.tomes = self.tomes[:]
        return same

    # -- doing things ---------------------------------------------------------------------------------------------------

    def put(self, figure: int, cell: int) -> None:
        """A figure comes to a space, where an own one takes a Tome."""
        self.cells[figure] = cell
        if self.teams[figure] == self.team and cell in self.tomes:
            self.tomes.remove(cell)
            self.points += TOME

    def move_hedge(self, old: int, new: int) -> None:
        self.hedges = self.hedges & ~(1 << old) | 1 << new

    def lead(self, k: int, cell: int) -> None:
        """A groundskeeper steps on a space and catches who stands there."""
        self.keepers[k] = cell
        self.points += self.caught_at(cell)
        for figure, at in enumerate(self.cells):
            if at == cell:
                self.cells[figure] = -1
        self.arrive(k)

    def arrive(self, k: int) -> None:
        while self.goals[k] < 3 and self.stops[k][self.goals[k]] in (self.keepers[k], -1):
            self.goals[k] += 1

    def caught_at(self, cell: int) -> float:
        """What it is worth to the team that somebody is caught there."""
        caught = [team for team, at in zip(self.teams, self.cells, strict=True) if at == cell]
        return sum(1.0 if team != self.team else -OWN_LOSS for team in caught)

    # -- looking ahead --------------------------------------------------------------------------------------------------

    def worth(self) -> float:
        """The points so far and to come, with what is near."""
        ahead, ways = 0.0, 0
        for k, cell in enumerate(self.keepers):
            worth, end, goal = self.walk(k, cell, self.moves[k], self.goals[k]) if self.on_turn else (0.0, cell, self.goals[k])
            ahead += worth
            ways |= self.way_of(k, end, goal)
        return self.points + ahead + self._nearness(ways)

    def way_of(self, k: int, cell: int, goal: int) -> int:
        """The spaces that a groundskeeper may walk over in the other team's turn, if nobody turns its way."""
        closed = 1 << self.stone if self.stone >= 0 else 0
        found, here = 0, 1 << cell
        for _ in range(self.moves[k]):
            target = self.crests[k] if goal == 3 else self.stops[k][goal]
            if target < 0:
                break
            onto = 0
            for one in members(here):
                way = quickest(self.grid, self.hedges, one, target, self.clutter, closed)
                onto |= way.steps if way else 0
            found |= onto
            here = onto
            if onto >> target & 1 and goal < 3:
                goal, here = goal + 1, 1 << target
        return found

    def walk(self, k: int, cell: int, left: int, goal: int) -> tuple[float, int, int]:
        """The best that the rest of a groundskeeper's walk brings, where it ends, and what it makes for then."""
        while goal < 3 and self.stops[k][goal] in (cell, -1):
            goal += 1
        target = self.crests[k] if goal == 3 else self.stops[k][goal]
        if left < 1 or cell == target:
            return 0.0, cell, goal
        closed = 1 << self.stone if self.stone >= 0 else 0
        way = quickest(self.grid, self.hedges, cell, target, self.clutter, closed)
        best: tuple[float, int, int] | None = None
        for to in onward(way.steps, self.clutter, left) if way else ():
            cost = step_cost(to, self.clutter)
            if cost > left:
                found = 0.0, cell, goal
            else:
                after, end, then = self.walk(k, to, left - cost, goal)
                found = self.caught_at(to) + after, end, then
            if best is None or found[0] > best[0]:
                best = found
        return best or (0.0, cell, goal)

    def _nearness(self, ways: int) -> float:
        """How near own figures are to Tomes, and both teams' to where the groundskeepers walk next."""
        found = 0.0
        rings = [ways]
        for _ in DANGER[1:]:
            rings.append(spread(self.grid, self.hedges, rings[-1]))
        own = [cell for cell, team in zip(self.cells, self.teams, strict=True) if team == self.team and cell >= 0]
        for tome in self.tomes:
            found -= TOME_NEAR * min((self.apart(cell, tome) for cell in own), default=0)
        for cell, team in zip(self.cells, self.teams, strict=True):
            if cell >= 0:
                near = next((cost for ring, cost in zip(rings, DANGER, strict=True) if ring >> cell & 1), 0.0)
                found += -near if team == self.team else near / 2
        return found

    def apart(self, one: int, other: int) -> int:
        """How many spaces lie between two, Hedges ignored."""
        width = self.grid.width
        return abs(one % width - other % width) + abs(one // width - other // width)


# -- trying an action out ---------------------------------------------------------------------------------------------------------


def _glide(board: Board, figure: int, other: int, way: int) -> None:
    for one in (figure, other):
        to = board.grid.step(board.cells[one], way)
        if to >= 0:
            board.put(one, to)


def _perch(board: Board, figure: int, edge: int, onward_: int, hedge_way: int | None = None) -> None:
    slid = board.grid.slides[edge][onward_ if hedge_way is None else hedge_way]
    if slid is not None:
        board.move_hedge(edge, slid.to)
    board.put(figure, board.grid.step(board.cells[figure], onward_))


def _glide_perch(board: Board, figure: int, other: int, edge: int, onward_: int, hedge_way: int | None = None) -> None:
    _perch(board, figure, edge, onward_, hedge_way)
    board.put(other, board.grid.step(board.cells[other], onward_))


def _heave(board: Board, edge: int, way: int) -> None:
    others = board.hedges & ~(1 << edge)
    free = free_places(board.grid, others, board.stone)
    ends = [to for to in slide(board.grid, others, edge, way, mask_of(board.keepers)) if free >> to & 1]
    if ends:
        board.move_hedge(edge, ends[-1])


def _burrow(board: Board, figure: int, way: int) -> None:
    board.put(figure, board.grid.step(board.grid.step(board.cells[figure], way), way))


def _pixie_dust(board: Board, k: int, other: int) -> None:
    board.cells[other], board.keepers[k] = board.keepers[k], board.cells[other]
    board.arrive(k)


def _uproot(board: Board, k: int, stop: int, cell: int) -> None:
    board.stops[k][stop] = cell
    board.arrive(k)


def _shredder(board: Board, what: str, where: int) -> None:
    if what == "hedge":
        board.hedges &= ~(1 << where)
    else:
        board.clutter &= ~(1 << where)


def _stone(board: Board, figure: int) -> None:
    board.stone = board.cells[figure]


def _move(board: Board, figure: int, path: list[int]) -> None:
    for cell in path:
        board.put(figure, cell)


_TRIED: dict[str, Callable[..., None]] = {
    "move": _move,
    "distract": Board.lead,
    "go": Board.lead,
    "glide": _glide,
    "perch": _perch,
    "glide_perch": _glide_perch,
    "stone": _stone,
    "wander": Board.put,
    "antics": Board.move_hedge,
    "pixie_dust": _pixie_dust,
    "fling": Board.put,
    "heave": _heave,
    "shredder": _shredder,
    "burrow": _burrow,
    "shifty": Board.put,
    "illusion": Board.move_hedge,
    "uproot": _uproot,
    "place": Board.put,
    "return": Board.put,
}
_COSTS = {"stone": 0.45, "pixie_dust": 0.45, "shredder": 0.05, "uproot": 0.0, "place": 0.0, "return": 0.0, "go": 0.0}
"""What it costs to use an ability, where it is not one die."""
_FLAT = {
    "pass": 0.0,
    "full_moon": -0.1,
    "ring": 0.2,
    "keep": -1.0,
    "done": -1.0,
    "stay": 0.0,
}
"""What answers are worth that are not tried out, over what stands now."""


def value(view: dict[str, Any], seat: int, answers: list[list[Any]]) -> list[float]:
    """How much each of `answers` is worth to `seat`."""
    if not view["players"][seat]["faction"] or view["round"] > PATIENCE:
        return [0.0] * len(answers)
    board = Board(view, view["players"][seat]["team"])
    now = board.worth()
    return [_value(view, seat, board, now, answer) for answer in answers]


def _value(view: dict[str, Any], seat: int, board: Board, now: float, answer: list[Any]) -> float:
    verb, *rest = answer
    if verb in ("slot", "boost", "die"):
        return _of_dice(view["players"][seat]["tracks"], verb, rest[0])
    if verb == "legendary":
        return LEGENDARY.get(view["players"][seat]["faction"], LEGENDARY_ELSE)
    if verb == "potion":
        return POTION * _regained(view["players"][seat]["tracks"], rest[0]) - TOME
    if verb == "ring_move":
        verb, rest = "fling", [view["players"][seat]["token"], rest[0]]
    # Where the Enchanted go, and whom they displace where, is nothing that this bot has an opinion about.
    tried = None if view["phase"] == "enchanted" else _TRIED.get(verb)
    if tried is None:
        return _FLAT.get(verb, 0.0)
    after = board.copy()
    if verb == "go":  # the rest of this walk, with about as many points
        rest = [0, *rest]
        after.moves = [left - 1 for left in board.moves]
    tried(after, *rest)
    return after.worth() - now - _COSTS.get(verb, USED)


def _of_dice(tracks: list[dict[str, Any]], verb: str, number: int) -> float:
    """Tomes go where they push dice to higher numbers, Boosts likewise; a Move die that is used already pays first."""
    if verb == "slot":
        track = tracks[number]
        at = track["tomes"]
        gained = sum(_rise(track, die["slot"]) for die in track["dice"] if die["slot"] == at)
        return 0.5 + gained + (0.3 if track["ability"] == "move" else 0.0)
    track, die = next((track, die) for track in tracks for die in track["dice"] if die["die"] == number)
    if verb == "die":
        return float(die["used"])
    return _rise(track, die["slot"]) + (0.1 if track["ability"] == "move" else 0.0)


def _rise(track: dict[str, Any], slot: int) -> int:
    """How much higher the number of the next slot is."""
    slots: list[int] = track["slots"]
    return slots[slot + 1] - slots[slot] if slot + 1 < len(slots) else 0


def _regained(tracks: list[dict[str, Any]], number: int) -> int:
    """How many points the die would have again."""
    track, die = next((track, die) for track in tracks for die in track["dice"] if die["die"] == number)
    points: int = track["slots"][die["slot"]] - die["value"]
    return points
