"""What each faction may do, worked out anew from the rulebook over coordinates and sets, with nothing of the game's own code.

A place is (column, row) from the top left, a Hedge is the pair of places on its two sides. Uses are written as the game writes its
answers: a space is `row * width + column`; a Hedge is the number of its left or upper space, and more by the number of spaces if
it lies below it; directions are 0 north, 1 east, 2 south, 3 west.
"""

from typing import Any, NamedTuple

Place = tuple[int, int]
Hedge = frozenset[Place]
WAYS = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}
CORNERS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


class Table(NamedTuple):
    """A moment of a turn. `mythics` are those on the board: number -> (seat, place). Seat 0 acts, seat 1 is the enemy."""

    width: int
    height: int
    hedges: frozenset[Hedge]
    clutter: frozenset[Place]
    keeper: Place
    mythics: dict[int, tuple[int, Place]]
    stops: tuple[Place | None, ...] = (None, None, None)
    stoned: int = -1
    """The Mythic on the Stone."""
    moon: int = -1
    """The Werewolf with the Full Moon."""
    readings: dict[str, Any] = {}

    def reads(self, switch: str, value: str) -> bool:
        return self.readings[switch] == value

    @property
    def places(self) -> set[Place]:
        return {(x, y) for x in range(self.width) for y in range(self.height)}

    @property
    def where(self) -> dict[int, Place]:
        return {number: place for number, (_, place) in self.mythics.items()}

    @property
    def stone(self) -> Place | None:
        return self.where.get(self.stoned)

    def cell(self, place: Place) -> int:
        return place[1] * self.width + place[0]

    def edge(self, hedge: Hedge) -> int:
        (x, y), second = sorted(hedge)
        return y * self.width + x + (self.width * self.height if second[1] > y else 0)

    def mine(self) -> dict[int, Place]:
        return {number: place for number, (seat, place) in self.mythics.items() if seat == 0}

    def enemies(self) -> dict[int, Place]:
        return {number: place for number, (seat, place) in self.mythics.items() if seat == 1}

    def taken(self) -> set[Place]:
        return {self.keeper, *self.where.values()}

    def borders(self, place: Place) -> list[Hedge]:
        """The inner sides of a space."""
        return [frozenset({place, step(place, way)}) for way in WAYS if step(place, way) in self.places]

    def adjacent(self, place: Place) -> set[Place]:
        """Sharing a side, with no Hedge on it; the Groundskeeper's space is obstructed."""
        return {to for side in self.borders(place) if side not in self.hedges for to in side - {place}} - {self.keeper}

    def diagonal(self, place: Place) -> set[Place]:
        """Sharing a corner without enclosing wall."""
        return {add(place, way) for way in CORNERS if self.corner_open(place, way)}

    def corner_open(self, place: Place, way: Place) -> bool:
        to = add(place, way)
        if to not in self.places:
            return False
        beside = [(to[0], place[1]), (place[0], to[1])]
        if self.reads("groundskeeper_blocks_diagonal", "yes") and self.keeper in beside:
            return False
        round_it = [[frozenset({place, between}), frozenset({between, to})] for between in beside]
        walls = [[side for side in path if side in self.hedges] for path in round_it]
        if self.reads("hedge_diagonals", "any_pair"):
            return len(walls[0]) + len(walls[1]) < 2
        return not (walls[0] and walls[1])

    def whole(self, hedges: frozenset[Hedge], without: Place | None) -> bool:
        """Whether one can walk from everywhere to everywhere, never through `without`."""
        left = self.places - {without}
        edge_of_found = [left.pop()]
        while edge_of_found:
            place = edge_of_found.pop()
            for way in WAYS:
                to = step(place, way)
                if to in left and frozenset({place, to}) not in hedges:
                    left.remove(to)
                    edge_of_found.append(to)
        return not left

    def may_stand(self, hedges: frozenset[Hedge], hedge: Hedge) -> bool:
        """Inside the board, on no other Hedge, cutting nothing off, neither now nor once the Stone is gone."""
        if not hedge <= self.places or hedge in hedges:
            return False
        return self.whole(hedges | {hedge}, None) and (self.stone is None or self.whole(hedges | {hedge}, self.stone))


class After(NamedTuple):
    """What stands where after a use."""

    hedges: frozenset[Hedge]
    clutter: frozenset[Place]
    keeper: Place
    where: dict[int, Place]


Uses = dict[tuple[Any, ...], After]


def add(place: Place, way: Place) -> Place:
    return place[0] + way[0], place[1] + way[1]


def step(place: Place, direction: int) -> Place:
    return add(place, WAYS[direction])


def shifted(hedge: Hedge, direction: int) -> Hedge:
    return frozenset(step(place, direction) for place in hedge)


def after(table: Table, *, hedges=None, clutter=None, keeper=None, moves=()) -> After:
    return After(
        table.hedges if hedges is None else hedges,
        table.clutter if clutter is None else clutter,
        table.keeper if keeper is None else keeper,
        {**table.where, **dict(moves)},
    )


def slid(table: Table, hedges: frozenset[Hedge], hedge: Hedge, direction: int) -> Hedge | None:
    """One space further, if nothing stops a Hedge on the way there; cutting off is another question."""
    to = shifted(hedge, direction)
    if not to <= table.places or to in hedges:
        return None
    over = hedge & to
    if over and table.reads("heave_across_groundskeeper", "no") and table.keeper in over:
        return None
    if over and table.reads("stone_stops", "everything") and table.stone in over:
        return None
    if not over and table.reads("hedge_crosswise_stops", "yes") and any(
        frozenset({place, step(place, direction)}) in hedges for place in hedge
    ):
        return None
    return to


# -- Gargoyles ---------------------------------------------------------------------------------------------------------------


def gargoyles(table: Table) -> Uses:
    found: Uses = {}
    alone = table.reads("glide_one_blocked", "free_one_moves")
    for number, place in table.mine().items():
        if number == table.stoned:
            continue
        near = table.adjacent(place) | table.diagonal(place)
        others = [other for other, at in table.where.items() if at in near and other not in (number, table.stoned)]
        for way in WAYS:
            for other in others:
                moves = together(table, table.hedges, [number, other], way, alone)
                if moves:
                    found["glide", number, other, way] = after(table, moves=moves)
            for side in table.borders(place):
                if side in table.hedges:
                    found |= perches(table, number, others, side, way)
        if place not in table.stops and table.whole(table.hedges, place):
            found["stone", number] = after(table)
    return found


def perches(table: Table, number: int, others: list[int], hedge: Hedge, way: int) -> Uses:
    """The Gargoyle goes `way`; alone, and with each of the `others`."""
    found: Uses = {}
    rest = table.hedges - {hedge}
    apart = table.reads("perch_directions", "independent")
    for hedge_way in WAYS if apart else [way]:
        to = slid(table, rest, hedge, hedge_way)
        if to is None or not table.may_stand(rest, to):
            continue
        ways = (way, hedge_way) if apart else (way,)
        for along in ([], *([other] for other in others)):
            moves = together(table, rest, [number, *along], way)
            if moves:
                verb = "glide_perch" if along else "perch"
                found[verb, number, *along, table.edge(hedge), *ways] = after(table, hedges=rest | {to}, moves=moves)
    return found


def together(table: Table, hedges: frozenset[Hedge], movers: list[int], way: int, alone: bool = False) -> dict[int, Place]:
    """All take one step at once: who lands where. Nothing if one of them cannot, unless those that can go `alone`."""

    def lands(number: int, leaving: set[Place]) -> bool:
        to = step(table.where[number], way)
        return to in table.places and frozenset({table.where[number], to}) not in hedges and to not in table.taken() - leaving

    everybody = {table.where[number] for number in movers}
    if all(lands(number, everybody) for number in movers):
        return {number: step(table.where[number], way) for number in movers}
    return {number: step(table.where[number], way) for number in movers if alone and lands(number, set())}


# -- Fairies -----------------------------------------------------------------------------------------------------------------


def fairies(table: Table) -> Uses:
    found = wanders(table)
    for place in table.mine().values():
        for hedge in set(table.borders(place)) & table.hedges:
            rest = table.hedges - {hedge}
            for to in {side for enemy in table.enemies().values() for side in table.borders(enemy)} - {hedge}:
                if table.may_stand(rest, to):
                    found["antics", table.edge(hedge), table.edge(to)] = after(table, hedges=rest | {to})
    for other, at in table.enemies().items():
        if other != table.stoned:
            found["pixie_dust", 0, other] = after(table, keeper=at, moves={other: table.keeper}.items())
        if any(at in table.adjacent(place) for place in table.mine().values()):
            found["ring", other] = after(table)
    return found


def wanders(table: Table) -> Uses:
    found: Uses = {}
    for number, place in table.mine().items():
        for other, at in table.where.items():
            if other in (number, table.stoned):
                continue
            if table.reads("wander_target", "corner_touching"):
                goals = table.adjacent(at) if at in table.diagonal(place) else set()
            else:
                goals = table.adjacent(place) if on_open_diagonal(table, place, at) else set()
            for goal in goals - table.taken():
                found["wander", other, table.cell(goal)] = after(table, moves={other: goal}.items())
    return found


def on_open_diagonal(table: Table, place: Place, at: Place) -> bool:
    """Whether one comes diagonally from one to the other, corner by corner."""
    dx, dy = at[0] - place[0], at[1] - place[1]
    if abs(dx) != abs(dy) or dx == 0:
        return False
    way = (dx // abs(dx), dy // abs(dy))
    while place != at:
        if not table.corner_open(place, way):
            return False
        place = add(place, way)
    return True


def ringed(table: Table, bearer: int) -> set[Place]:
    """Where the bearer of the Ring may be moved to."""
    start = table.where[bearer]
    if bearer == table.stoned:
        return set()
    found = set()
    for first in WAYS:
        one = step(start, first)
        if not ring_step(table, start, one):
            continue
        found.add(one)
        for second in WAYS:
            two = step(one, second)
            if ring_step(table, one, two) and (first == second or table.reads("fairy_ring_path", "two_free_steps")):
                found.add(two)
    return found - {start}


def ring_step(table: Table, frm: Place, to: Place) -> bool:
    return to in table.adjacent(frm) - table.taken()


# -- Werewolves --------------------------------------------------------------------------------------------------------------


def flings(table: Table) -> Uses:
    found: Uses = {}
    for number, place in table.mine().items():
        for way, across in [(way, across) for way in WAYS for across in WAYS if (way + across) % 2]:
            at = step(place, way)
            goal = flung(table, at, across, number == table.moon)
            for other in [other for other in table.where if table.where[other] == at and other != table.stoned]:
                if at in table.adjacent(place) and goal:
                    found["fling", other, table.cell(goal)] = after(table, moves={other: goal}.items())
    return found


def werewolves(table: Table) -> Uses:
    found = flings(table)
    for number, place in table.mine().items():
        for hedge in set(table.borders(place)) & table.hedges:
            for way in WAYS:
                to = heaved(table, hedge, way)
                if to:
                    found["heave", table.edge(hedge), way] = after(table, hedges=table.hedges - {hedge} | {to})
            found["shredder", "hedge", table.edge(hedge)] = after(table, hedges=table.hedges - {hedge})
        for at in table.adjacent(place) & table.clutter:
            if table.reads("shredder_clutter_ban", "using_mythic") or at not in table.mine().values():
                found["shredder", "clutter", table.cell(at)] = after(table, clutter=table.clutter - {at})
        if number != table.moon:
            found["full_moon", number] = after(table)
    return found


def flung(table: Table, at: Place, across: int, moon: bool) -> Place | None:
    one, two = step(at, across), step(step(at, across), across)

    def passable(frm: Place, to: Place) -> bool:
        return to in table.places and (moon or frozenset({frm, to}) not in table.hedges)

    if not passable(at, one):
        return None
    flies_over = one != table.stone and (moon or one != table.keeper)
    if flies_over and passable(one, two) and two not in table.taken():
        return two
    return one if one not in table.taken() else None


def heaved(table: Table, hedge: Hedge, way: int) -> Hedge | None:
    """Where a heaved Hedge ends: collect the whole way first, then take the last place that is allowed."""
    rest = table.hedges - {hedge}
    path = []
    at: Hedge | None = hedge
    while at is not None:
        at = slid(table, rest, at, way)
        if at is not None:
            path.append(at)
    good = [table.may_stand(rest, to) for to in path]
    if table.reads("heave_cutting_position", "stop_before") and False in good:
        path = path[: good.index(False)]
        good = good[: len(path)]
    ends = [to for to, fine in zip(path, good, strict=True) if fine]
    return ends[-1] if ends else None


# -- Gnomes ------------------------------------------------------------------------------------------------------------------


def gnomes(table: Table) -> Uses:
    found: Uses = {}
    for number, place in table.mine().items():
        for way in WAYS:
            goal = step(step(place, way), way)
            if goal in table.places - table.taken():
                found["burrow", number, way] = after(table, moves={number: goal}.items())
        for other, at in table.where.items():
            if at in table.adjacent(place) and other != table.stoned:
                for goal in table.adjacent(place) - table.taken():
                    found["shifty", other, table.cell(goal)] = after(table, moves={other: goal}.items())
        for hedge in set(table.borders(place)) & table.hedges:
            rest = table.hedges - {hedge}
            for to in table.borders(place):
                if to != hedge and table.may_stand(rest, to):
                    found["illusion", table.edge(hedge), table.edge(to)] = after(table, hedges=rest | {to})
    return found | uproots(table)


def uproots(table: Table) -> Uses:
    found: Uses = {}
    for stop, at in enumerate(table.stops):
        for to in [step(at, way) for way in WAYS] if at else []:
            anything = table.reads("uproot_target", "all_legal")
            if to in table.stops or (not anything and (to not in table.places or to == table.stone)):
                continue
            found["uproot", 0, stop, table.cell(to) if to in table.places else -1] = after(table)
    return found
