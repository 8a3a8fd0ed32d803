"""Scenes of the other ways to play: solo, pairs and Blitz. Squares and Hedges are called as in `scene`.

In a solo scene seat 0 plays the werewolves, figures 0 to 2; the Enchanted are gnomes, figures 3 to 5.
"""

import json

from shared_rules.mischief import Game
from shared_rules.mischief.modes import ENCHANTED
from shared_rules.questions import Choice, Clock
from tests.rules.mischief.scene import CAUGHT, PLAIN, Scene, cell, edge, first, square

FACTIONS = ("werewolves", "gnomes", "fairies", "gargoyles")
PLAYERS = ["A1", "B1", "C1"]
ENEMIES = ["A5", "C5", "E5"]
FAR_STOPS = ["A3", "E1", "E2"]


def some(match, answer=None, line=None):
    """Answer the question of `line`, or of the lowest line that is no clock; without an answer its first option, or chance."""
    open_now = {at: asked for at, asked in match.questions.items() if not isinstance(asked[1], Clock) or at == line}
    at = next(iter(open_now)) if line is None else line
    ticket, question = open_now[at]
    if answer is None:
        match question:
            case Choice() if question.asker in ("faction", "enchanted_faction"):
                seat = ENCHANTED if question.asker == "enchanted_faction" else question.seat
                answer = ["faction", FACTIONS[seat]]
            case Choice():
                answer = question.options[0]
            case _:
                answer = first(question)
    return match.answer(at, ticket, answer)


def setting_up(seats, until="act", options=None, pack=None):
    """A new match for so many people up to the question `until`; seat 0 begins on layout 1."""
    match = Game.new(seats, {"first": "seat 0", "layout": "1", **(options or {})}, pack or PLAIN)
    while not any(question.asker == until for _, question in match.questions.values()):
        some(match)
    return match


class Modes(Scene):
    """A scene of a match that was set up otherwise; `match` is where it begins."""

    def __init__(self, match):
        self.match, self.log = match, []

    def answer(self, answer, line=None):
        self.log += some(self.match, answer, line)
        return self

    def first(self):
        return self.answer(None)

    @property
    def question(self):
        return self.by_line()[0]

    def by_line(self):
        """The open questions but a clock's, lowest line first."""
        return [question for _, question in self.match.questions.values() if not isinstance(question, Clock)]

    def line_of(self, asker, seat=None):
        questions = self.match.questions.items()
        return next(line for line, (_, asked) in questions if asked.asker == asker and seat in (None, asked.seat))

    def act(self, seat, *answer):
        """An answer of that seat to its open question `act`."""
        return self.answer(list(answer), self.line_of("act", seat))

    def put(self, *, at=None, keepers=None, hedges=(), clutter=(), tomes=None, stops=None, goal=0, width=5, **changes):
        """Set the table out anew: squares of all figures, of the groundskeepers, and so on; `changes` overwrite fields."""

        def change(state):
            named = lambda where: cell_on(where, width)  # noqa: E731 - one idea, used below only
            if at is not None:
                for figure, where in zip(state["figures"], at, strict=True):
                    figure["cell"] = CAUGHT if where is None else where if isinstance(where, int) else named(where)
            for number, where in enumerate(keepers or ()):
                state["keepers"][number]["cell"] = named(where)
            if stops is not None:
                for number, way in enumerate([stops] if isinstance(stops[0], str) else stops):
                    cells = [-1 if n < goal else named(where) for n, where in enumerate(way)]
                    state["keepers"][number] |= {"stops": cells, "goal": goal}
            state["hedges"] = sorted(edge_on(one, width) for one in hedges)
            state["clutter"] = sorted(map(named, clutter))
            back = {}
            for whose in [*state["tomes"].values()]:
                for seat in whose:
                    back[seat] = back.get(seat, 0) + 1
            state["tomes"] = {str(named(where)): list(whose) for where, whose in (tomes or {}).items()}
            for whose in (tomes or {}).values():
                for seat in whose:
                    back[seat] = back.get(seat, 0) - 1
            for seat, count in back.items():
                state["players"][seat]["supply"] += count
            state.update(changes)

        return self.edit(change)


def cell_on(where, width=5):
    """The space of that name on a board so wide."""
    return (int(where[1]) - 1) * width + "ABCDEFGHIJ".index(where[0])


def edge_on(hedge, width=5, height=5):
    one, other = sorted(cell_on(where, width) for where in hedge.split("-"))
    return one + (width * height if other - one == width else 0)


class Solo(Modes):
    """A solo match in the middle: what is due next is in `due`, the names of steps, and comes with `go`.

    `players` and `enemies` are the squares of the figures, `tomes` says by square whose colours lie there, `row` are the
    Detention cards that lie face up and `deck` those below; `dark` says whether it is After Dark.
    """

    def __init__(
        self, *, due=("next_team",), players=PLAYERS, enemies=ENEMIES, keeper="C3", stops=FAR_STOPS, goal=0, options=None,
        row=None, deck=None, move=None, pack=None, active=0, phase="cleanup", **more,
    ):  # fmt: skip
        super().__init__(setting_up(1, options=options, pack=pack))
        if row is not None:
            more["solo"] = self._cards(row, deck)
        self.put(at=[*players, *enemies], keepers=[keeper], stops=stops, goal=goal, active=active, phase=phase, **more)

        def wait(state):
            """A boost is to be made, then comes what is due."""
            line = state["play"]["lines"]["0"]
            line["agenda"] = [[step] for step in reversed(due)]
            line["asker"] = ["boost", 0, 1]
            if move is not None:
                kind = "after" if state["dark"] else "before"
                faces = self.match.pack.cards
                state["keepers"][0]["card"] = next(name for name, face in faces.items() if (face.kind, face.move) == (kind, move))

        self.edit(wait)

    def _cards(self, row, deck):
        everything = sorted(self.match.pack.detentions)
        left = sorted(card for card in everything if card not in row) if deck is None else sorted(deck)
        gone = [card for card in everything if card not in (*row, *left)]
        layers = [{"pool": 0, "size": len(left)}] if left else []
        return {"deck": {"layers": layers, "pools": [left] if left else []}, "row": list(row), "discard": gone, "side": "A"}

    def go(self):
        return self.first()

    def log_of(self, *names):
        """The events of those names in their order, as data."""
        return [event.whole() for event in self.log if event.name in names]


def pack_of(match, **tables):
    """The match's content with whole entries replaced: `detention={"1": {...}}` overwrites fields of the card 1."""
    from shared_rules.mischief.pack import read_pack
    from shared_rules.pack_text import written

    content = json.loads(json.dumps(match.pack.content))
    for table, entries in tables.items():
        for entry in content[table]:
            entry.update(entries.get(entry["id"], {}))
    return read_pack("test.toml", written(content)[0])


__all__ = ["Modes", "Solo", "cell", "cell_on", "edge", "edge_on", "pack_of", "setting_up", "some", "square"]
