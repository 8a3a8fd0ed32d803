"""Scenes for the tests of the rules that all factions share: a match brought to a moment through its own save.

Spaces are called as people call them, "A1" (top left) to "E5" (bottom right); a Hedge by its two spaces, "A1-B1". Seat 0 plays the
werewolves and seat 1 the gnomes, unless a scene says otherwise; figures 0 to 2 are those of seat 0, 3 to 5 those of seat 1.
"""

import json
from pathlib import Path

from shared_rules.mischief import Game
from shared_rules.mischief.pack import read_pack
from shared_rules.questions import Choice, Confirm, Draw, Roll
from tests.rules.moment import Moment

HOUSE = (Path(__file__).parent / "data" / "plain.toml").read_text(encoding="utf-8")
"""The tests' own content: the house's may be tuned without them."""
PLAIN = read_pack("house.toml", HOUSE)
CAUGHT = -1
AWAY = ["E1", "E2", "E3", "A1", "A2", "A3"]
STOPS = ["A5", "E5", "E4"]


def cell(square):
    return (int(square[1]) - 1) * 5 + "ABCDE".index(square[0])


def square(number):
    return f"{'ABCDE'[number % 5]}{number // 5 + 1}"


def edge(hedge):
    one, other = sorted(map(cell, hedge.split("-")))
    return one + (25 if other - one == 5 else 0)


def hedge_of(number):
    return f"{square(number % 25)}-{square(number % 25 + (5 if number >= 25 else 1))}"


def first(question):
    """An answer for chance: the first card, six for the first die and one for the second."""
    match question:
        case Draw():
            return question.cards[0]
        case Roll():
            return [6 if question.seat == 0 else 1]
        case Confirm():
            return True
    raise TypeError(question)


def answered(match, answer=None):
    """Answer the open question; chance by `first`, a choice by its first option."""
    line, (ticket, question) = next(iter(match.questions.items()))
    if answer is None:
        answer = question.options[0] if isinstance(question, Choice) else first(question)
    return match.answer(line, ticket, answer)


def begun(*, options=None, factions=("werewolves", "gnomes"), until="act", pack=None):
    """A new match up to the question `until`; Mythics start where there is room, from the top left."""
    match = Game.new(2, {"first": "seat 0", "layout": "1", **(options or {})}, pack or PLAIN)
    while (question := next(iter(match.questions.values()))[1]).asker != until:
        answered(match, ["faction", factions[question.seat]] if question.asker == "faction" else None)
    return match


class Scene(Moment):
    """The Mythic Phase of seat 0 in round 1, before its first action.

    `at` are the squares of the six figures, None for a caught one. `tomes` says by square whose colours lie there. `dice` are by
    ability lists of (slot, value, used), slots from 0; `theirs` the same for seat 1. `players` and `changes` overwrite fields.
    """

    def __init__(
        self, *, at=AWAY, keeper="C3", hedges=(), clutter=(), stops=STOPS, goal=0, move=None, tomes=None, scores=(0, 0),
        dark=False, dice=None, theirs=None, players=({}, {}), options=None, factions=("werewolves", "gnomes"), pack=None, **changes,
    ):  # fmt: skip
        super().__init__(begun(options=options, factions=factions, pack=pack))
        save = json.loads(self.match.save())
        state = save["state"]
        faces = self.match.pack.cards
        kind = "after" if dark else "before"
        card = next(name for name, face in faces.items() if face.kind == kind and move in (None, face.move))
        laid = sum(map(len, state["tomes"].values()))
        for seat, player in enumerate(state["players"]):
            player["supply"] += laid // 2
            player |= players[seat]
        state |= {
            "hedges": sorted(map(edge, hedges)),
            "hedges_out": 10 - len(hedges),
            "clutter": sorted(map(cell, clutter)),
            "clutter_out": 4 - len(clutter),
            "tomes": {str(cell(where)): list(whose) for where, whose in (tomes or {}).items()},
            "keepers": [
                {
                    "cell": cell(keeper), "card": card, "goal": goal,
                    "stops": [-1 if number < goal or stop is None else cell(stop) for number, stop in enumerate(stops)],
                }
            ],
            "scores": list(scores),
            "dark": dark,
            **({"cards": {"layers": [], "pools": []}} if dark else {}),
            **changes,
        }  # fmt: skip
        for figure, where in zip(state["figures"], at, strict=True):
            figure["cell"] = cell(where) if where else CAUGHT
        for whose in (tomes or {}).values():
            for seat in whose:
                state["players"][seat]["supply"] -= 1
        for seat, given in enumerate((dice, theirs)):
            self._set_dice(state["players"][seat], factions[seat], given or {})
        self.load(save)

    def _set_dice(self, player, faction, dice):
        board = self.match.pack.factions[faction]
        for ability, given in dice.items():
            for die, (slot, value, used) in zip(board.of[ability], given, strict=True):
                player["slots"][die], player["values"][die], player["used"][die] = slot, value, used

    def edit(self, change):
        """Bring the scene to another moment: `change` is given the saved state."""
        save = json.loads(self.match.save())
        change(save["state"])
        self.load(save)
        return self

    # -- what is open -----------------------------------------------------------------------------------------------------

    def of(self, verb):
        """What follows `verb` in the open options, spaces as squares where they are the last part."""
        return [option[1:] for option in self.options if option[0] == verb]

    def squares(self, verb="go"):
        """The last part of each option with that verb, as squares."""
        return sorted(square(option[-1]) for option in self.options if option[0] == verb)

    def moves(self, figure=0):
        """Where the figure may move by one action: "B2", or the way through occupied spaces like "B2 C2"."""
        found = [option[2] for option in self.options if option[:2] == ["move", figure]]
        return sorted(" ".join(map(square, path)) for path in found)

    # -- playing ----------------------------------------------------------------------------------------------------------

    def move(self, *way, figure=0):
        """A Move over those squares; the leftmost die pays where that is asked."""
        self.choose("move", figure, [cell(where) for where in way])
        return self.first() if self.asked == "pay" else self

    def distract(self, where):
        return self.choose("distract", 0, cell(where))

    def pass_on(self):
        return self.choose("pass")

    def first(self):
        """The first option, or chance."""
        self.log += answered(self.match)
        return self

    def until(self, *askers, seat=None):
        """Pass, and take first options, until one of these is asked (of that seat); "over" is the end of the match."""
        for _ in range(200):
            if self.match.over:
                assert "over" in askers
                return self
            if self.asked in askers and seat in (None, self.question.seat):
                return self
            self.pass_on() if self.asked == "act" else self.first()
        raise AssertionError(f"none of {askers} was asked")

    def refused_move(self, *way, figure=0):
        return self.refused("move", figure, [cell(where) for where in way])

    # -- looking ----------------------------------------------------------------------------------------------------------

    @property
    def keeper(self):
        return square(self.state.keepers[0].cell)

    @property
    def scores(self):
        return tuple(self.state.scores)

    def where(self, figure=0):
        at = self.state.figures[figure].cell
        return None if at == CAUGHT else square(at)

    def points(self, ability="move", seat=0):
        player = self.state.players[seat]
        return sum(player.values[die] for die in self.match.pack.factions[player.faction].of[ability])

    def die(self, ability, number=0, seat=0):
        """(slot, value, used) of a die."""
        player = self.state.players[seat]
        die = self.match.pack.factions[player.faction].of[ability][number]
        return player.slots[die], player.values[die], player.used[die]



def changed_pack(old, new, count=1):
    """The house pack with a piece of its text replaced."""
    assert old in HOUSE
    return read_pack("mine.toml", HOUSE.replace(old, new, count))
