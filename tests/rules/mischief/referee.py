"""A referee who knows the rules by itself: it hears the events of a match, keeps its own board, and objects to what is wrong.

Ways are searched by networkx, the board is spaces by name; nothing here is taken from the program. Default readings, two to four
players.
"""

from collections import Counter

import networkx as nx

COLUMNS = "ABCDE"
CREST = "C3"
WALKING = ("keeper_moved", "keeper_stopped", "figure_caught", "scored", "destination_done", "full_moon_returned", "ring_returned")
"""What is told of while the groundskeeper walks."""
SPACES = [f"{column}{row}" for row in range(1, 6) for column in COLUMNS]


def beside(one, other):
    return abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0])) + abs(int(one[1]) - int(other[1])) == 1


class Referee:
    """Everything it hears of; `left` are the groundskeeper's points while it walks, None else."""

    def __init__(self, seats_of_figures, teams):
        self.seat_of, self.teams = seats_of_figures, teams
        self.team_of = [teams[seat] for seat in seats_of_figures]
        self.passed = set()
        self.factions = {}
        self.at = {}
        self.keeper = CREST
        self.hedges, self.clutter = set(), set()
        self.stops, self.next, self.move = {}, 1, 0
        self.stone = None
        self.scores = [0, 0]
        self.tomes = {}
        self.active, self.left, self.dark = None, None, False
        self.caught = []
        self.before = ""
        self.path = []
        self.seen = Counter()

    def hear(self, event):
        name = event["event"]
        self.seen[name] += 1
        if self.left is not None and name not in WALKING:
            self.walk_is_over(name)
        handler = getattr(self, f"on_{name}", None)
        if handler:
            handler(event)
        self.before = name

    # -- the board ----------------------------------------------------------------------------------------------------------

    def graph(self, weighted, without_stone=True):
        """Steps between spaces; entering Clutter counts two if `weighted`."""
        graph = nx.DiGraph()
        closed = self.at[self.stone] if self.stone is not None and without_stone else None
        for one in SPACES:
            for other in SPACES:
                if beside(one, other) and frozenset((one, other)) not in self.hedges and closed not in (one, other):
                    graph.add_edge(one, other, weight=2 if weighted and other in self.clutter else 1)
        return graph

    def far(self, graph, one, other):
        try:
            return nx.dijkstra_path_length(graph, one, other)
        except (nx.NetworkXNoPath, nx.NodeNotFound):
            return None

    def check_whole(self):
        """Nothing is cut off, and everybody has a space."""
        graph = self.graph(False).to_undirected()
        spaces = set(SPACES) - {self.at.get(self.stone)}
        assert nx.is_connected(graph.subgraph(spaces)) and spaces <= set(graph), "a part is cut off"
        standing = [where for where in self.at.values() if where] + [self.keeper]
        assert len(set(standing)) == len(standing), f"two on one space: {standing}"

    # -- setup ----------------------------------------------------------------------------------------------------------------

    def on_faction_chosen(self, event):
        assert event["faction"] not in self.factions.values()
        self.factions[event["seat"]] = event["faction"]

    def on_maze_laid(self, event):
        self.hedges = {frozenset(pair) for pair in event["hedges"]}
        self.clutter = set(event["clutter"])

    def on_hedge_drafted(self, event):
        assert beside(*event["new"])
        self.hedges.add(frozenset(event["new"]))

    def on_clutter_drafted(self, event):
        assert event["at"] not in self.clutter
        self.clutter.add(event["at"])

    def on_figure_placed(self, event):
        assert event["at"] not in (*self.at.values(), self.keeper, *self.tomes)
        self.at[event["figure"]] = event["at"]

    def on_card_shown(self, event):
        self.stops = dict(enumerate(event["stops"], start=1))
        self.next, self.move = 1, event["move"]
        self.dark = event["kind"] == "after"

    def on_tomes_laid(self, event):
        for where in event["at"]:
            self.tomes.setdefault(where, []).append(event["seat"])

    def on_tomes_removed(self, event):
        assert sorted(event["at"]) == sorted(self.tomes)
        self.tomes = {}

    # -- turns and figures ------------------------------------------------------------------------------------------------------

    def on_turn_began(self, event):
        assert self.active in (None, 1 - event["team"]), "the teams take turns"
        self.active = event["team"]
        assert event["seats"] == [seat for seat, team in enumerate(self.teams) if team == self.active]
        self.passed = set()

    def on_figure_returned(self, event):
        assert self.at[event["figure"]] is None and self.team_of[event["figure"]] == self.active
        self.at[event["figure"]] = event["at"]

    def on_figure_moved(self, event):
        figure, self.path = event["figure"], [*event["through"], event["at"]]
        assert self.seat_of[figure] == event["seat"] and self.team_of[figure] == self.active
        assert event["seat"] not in self.passed
        here, cost = self.at[figure], 0
        assert here == event["came_from"]
        for number, to in enumerate(self.path):
            assert beside(here, to) and frozenset((here, to)) not in self.hedges, f"no way from {here} to {to}"
            assert to != self.keeper
            there = [other for other, where in self.at.items() if where == to and other != figure]
            assert bool(there) == (number < len(self.path) - 1), "it stops on a free space, and nowhere else"
            assert self.stone not in there
            rubble = self.dark and there and self.factions[self.seat_of[there[0]]] == "gargoyles"
            cost += 1 + (to in self.clutter) + bool(rubble and self.team_of[there[0]] != self.active)
            here = to
        assert figure != self.stone
        assert cost == event["points"], "it pays what the way costs"
        self.at[figure] = here

    def on_figure_shifted(self, event):
        assert self.at[event["figure"]] == event["came_from"]
        assert event["figure"] != self.stone
        self.at[event["figure"]] = event["at"]
        self.path = [event["at"]]

    def on_tomes_collected(self, event):
        assert self.team_of[event["figure"]] == self.active and self.seat_of[event["figure"]] == event["seat"]
        assert event["at"] in (*self.path, self.at[event["figure"]])
        lying = self.tomes[event["at"]]
        self.tomes[event["at"]] = [seat for seat in lying if self.teams[seat] != self.active]
        assert event["count"] == len(lying) - len(self.tomes[event["at"]]) == 1
        self.tomes = {where: whose for where, whose in self.tomes.items() if whose}

    # -- tokens and Hedges --------------------------------------------------------------------------------------------------------

    def on_hedge_moved(self, event):
        old, new = frozenset(event["old"]), frozenset(event["new"])
        assert old in self.hedges and new not in self.hedges and beside(*event["new"])
        self.hedges = self.hedges - {old} | {new}

    def on_hedge_removed(self, event):
        self.hedges.remove(frozenset(event["old"]))

    def on_clutter_removed(self, event):
        self.clutter.remove(event["at"])

    def on_destination_moved(self, event):
        assert event["at"] not in self.stops.values()
        self.stops[event["number"]] = event["at"]

    def on_stone_dropped(self, event):
        assert self.at[event["figure"]] == event["at"] and event["at"] not in self.stops.values()
        self.stone = event["figure"]

    def on_stone_taken_off(self, event):
        self.stone = None

    # -- the groundskeeper --------------------------------------------------------------------------------------------------------

    def on_passed(self, event):
        assert self.teams[event["seat"]] == self.active and event["seat"] not in self.passed
        self.passed.add(event["seat"])
        if len(self.passed) == self.teams.count(self.active):
            self.left = self.move

    on_out_of_actions = on_passed

    def target(self):
        return self.stops.get(self.next, CREST)

    def on_keeper_moved(self, event):
        one, to = event["came_from"], event["at"]
        assert one == self.keeper
        if self.left is None:
            assert self.before == "distracted"
            graph = self.graph(False)
            own = [where for figure, where in self.at.items() if where and self.team_of[figure] == self.active]
            far = [(self.far(graph, to, where), self.far(graph, one, where)) for where in own]
            assert any(b is not None and a == b - 1 for a, b in far), "toward none of its Mythics"
        else:
            graph = self.graph(True)
            weight = graph[one][to]["weight"]
            assert self.far(graph, one, self.target()) == weight + self.far(graph, to, self.target()), "not the quickest way"
            self.left -= weight
            assert self.left >= 0
        self.keeper = to
        self.expect_catch()

    def expect_catch(self):
        self.caught = [figure for figure, where in self.at.items() if where == self.keeper]

    def on_keeper_stopped(self, event):
        graph = self.graph(True)
        far = self.far(graph, self.keeper, self.target())
        if far is not None:
            ways = [(to, step["weight"] + self.far(graph, to, self.target())) for to, step in graph[self.keeper].items()]
            assert self.left == 1 and any(to in self.clutter for to, length in ways if length == far), "nothing makes it stop here"
        self.left = 0

    def on_keeper_put(self, event):
        self.keeper = event["at"]

    def on_figure_caught(self, event):
        assert event["figure"] in self.caught and event["at"] == self.keeper
        self.caught.remove(event["figure"])
        self.at[event["figure"]] = None
        self.owed = 1 if self.team_of[event["figure"]] != self.active else -1

    def on_scored(self, event):
        assert (event["team"], event["by"]) == (self.active, self.owed)
        self.scores[self.active] += self.owed
        assert event["score"] == self.scores[self.active]

    def on_destination_done(self, event):
        assert event["number"] == self.next and self.keeper == event["at"] == self.stops.pop(self.next)
        self.next += 1

    def walk_is_over(self, name):
        """All points are spent, or it stands on the crest with all done; or the match has ended."""
        assert not self.caught
        if name != "match_ended":
            home = self.next == 4 and self.keeper == CREST
            assert self.left == 0 or home or self.far(self.graph(True), self.keeper, self.target()) is None
        self.left = None

    # -- the end -----------------------------------------------------------------------------------------------------------------

    def on_match_ended(self, event):
        assert event["scores"] == self.scores
        if event["why"] == "ten":
            assert max(self.scores) == 10
        else:
            assert self.dark and self.next == 4
        if self.scores[0] != self.scores[1]:
            best = self.scores.index(max(self.scores))
            assert event["winners"] == [seat for seat, team in enumerate(self.teams) if team == best]

    def compare(self, view):
        """What it believes and what the table shows."""
        spaces = [f"{COLUMNS[cell % 5]}{cell // 5 + 1}" for cell in range(25)]
        for number, figure in enumerate(view["figures"]):
            assert self.at.get(number) == (spaces[figure["cell"]] if figure["cell"] >= 0 else None)
        assert self.keeper == spaces[view["keepers"][0]["cell"]]
        assert {spaces[cell] for cell in view["clutter"]} == self.clutter
        assert len(view["hedges"]) == len(self.hedges)
        assert self.scores == view["scores"]
        assert {spaces[one["cell"]]: one["seats"] for one in view["tomes"]} == self.tomes
        assert [spaces[cell] for cell in view["keepers"][0]["stops"] if cell >= 0] == [self.stops[n] for n in sorted(self.stops)]
