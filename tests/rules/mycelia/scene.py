"""Scenes for the rule tests: a match brought to a moment through its own save, then played by readable verbs.

Fields of the house's front board, by number (row by row); 8 is the shrine field:

     0 moss    1 leaf    2 water   3 leaf    4 soil
     5 water   6 soil    7 moss    8 shrine  9 water
    10 leaf   11 moss   12 soil   13 leaf   14 moss
    15 water  16 leaf   17 moss   18 water  19 soil
"""

import json
from importlib.resources import files

import msgspec

from shared_rules.mycelia import Game
from shared_rules.mycelia.pack import read_pack
from shared_rules.piles import Pile
from shared_rules.questions import Choice, Confirm, Flush
from tests.rules.moment import Moment, first, flush_answer

SHRINE = 8
HOUSE = files("shared_rules.mycelia").joinpath("content/house.toml").read_text(encoding="utf-8")
FILLER = {4: 30}
"""Drops on a corner field far from everything, so that a scene does not end the match by chance."""


def pack_with(fn, single=None):
    """The house pack with one more purpose: its first hero is called "hero", costs 2 and does `fn`.

    With `single` the "hero" is the first one of the expansion in its place.
    """
    if single is not None:
        head, hero = HOUSE.split('id = "letting_go"')
        hero = hero.replace('fn = "leaves 2 / remove card"', f'fn = "{fn}"\nsingle = "{single}"', 1)
        return read_pack("house.toml", head + 'id = "hero"' + hero)
    head, hero = HOUSE.split('id = "errand_snail"')
    hero = hero.replace('fn = "move 1 any"', f'fn = "{fn}"', 1)
    return read_pack("house.toml", head + 'id = "hero"' + hero)


def drops_on(board):
    return {field: count for field, count in enumerate(board) if count}


class Scene(Moment):
    """The turn of seat 0 at a table of `seats`.

    `hand` and `leaves` are seat 0's, `drops` a board by field for each seat (or one for all of them), `supply` the cards on
    seat 0's pile from the top, all known, `fn` what the card "hero" does, and `single` what it does on being hired (then it is a
    hero of the expansion). `options` are match options, `changes` are other fields of the saved state.
    """

    def __init__(
        self, *, seats=2, fn="leaves 1", single=None, hand=(), leaves=0, drops=None, supply=None, pieces="none", options=None,
        **changes,
    ):  # fmt: skip
        self.pack = pack_with(fn, single)
        super().__init__(Game.new(seats, {"first": "seat 0", "pieces": pieces, **(options or {})}, self.pack))
        self.settle(confirm=True)
        boards = drops if isinstance(drops, list) else [FILLER if drops is None else drops] * seats
        save = json.loads(self.match.save())
        state = save["state"]
        for seat, board in zip(state["seats"], boards, strict=True):
            seat["board"] = [board.get(field, 0) for field in range(20)]
            seat["cleared"] = False
        state["seats"][0] |= {"hand": list(hand), "leaves": leaves}
        if supply is not None:
            state["seats"][0]["supply"] = known_pile(supply, seats)
        state |= changes
        self.load(save)

    def change_seat(self, number, **changes):
        """Change saved fields of one seat."""
        save = json.loads(self.match.save())
        save["state"]["seats"][number] |= changes
        self.load(save)
        return self

    def change(self, **changes):
        """Change saved fields of the state; those of Gwidyon by a dict of some of them."""
        save = json.loads(self.match.save())
        gwidyon = changes.pop("gwidyon", None)
        save["state"] |= changes
        if gwidyon:
            save["state"]["gwidyon"] |= gwidyon
        log = self.log
        self.load(save)
        self.log = log
        return self

    # -- what is open -------------------------------------------------------------------------------------------------

    def fields(self):
        """The fields that the open question lets one choose."""
        return sorted({option[1] for option in self.options if option[0] in ("move", "remove", "around")})

    # -- playing ------------------------------------------------------------------------------------------------------

    def answer(self, answer):
        """The names of what happens then."""
        before = len(self.log)
        super().answer(answer)
        return self.happened()[before:]

    def play(self, card="hero"):
        return self.choose("play", card)

    def end(self):
        return self.choose("end")

    def settle(self, *, confirm=False, face=None):
        """Let chance answer (always the first card; `face` for the shrine's die) until somebody is to choose."""
        while not self.match.over:
            line, (ticket, question) = next(iter(self.match.questions.items()))
            if isinstance(question, Choice) or (isinstance(question, Confirm) and not confirm):
                return self
            answer = flush_answer(face) if face and isinstance(question, Flush) else first(question)
            self.log += self.match.answer(line, ticket, answer)
        return self

    def pass_turn(self, **how):
        """Play the hand without using anything, end the turn, and let chance bring the next one."""
        who = self.match.state.active
        while self.match.state.seats[who].hand:
            self.play(self.match.state.seats[who].hand[0])
            self.leave_out()
        self.end()
        return self.settle(confirm=True, **how)

    def leave_out(self):
        """Skip everything until the turn goes on."""
        while self.asked != "your_turn":
            self.skip()

    def next_turns(self, count, **how):
        for _ in range(count):
            self.pass_turn(**how)
        return self

    # -- looking ------------------------------------------------------------------------------------------------------

    def seat(self, number=0):
        return self.match.state.seats[number]

    def board(self, number=0):
        return drops_on(self.match.state.seats[number].board)


def known_pile(cards, seats):
    """A saved pile of `cards` from the top, seen by everyone."""
    pile = Pile()
    for card in reversed(cards):
        pile.put_on_top(card, list(range(seats)))
    return msgspec.to_builtins(pile)


def bag(cards):
    """A saved pile of `cards` in an order nobody knows."""
    return msgspec.to_builtins(Pile.shuffled(cards))
