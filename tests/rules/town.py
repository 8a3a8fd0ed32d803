"""A toy game that uses all of the kernel: people go to places, claim their actions, wait for each other, and a day ends."""

import sys
from typing import Any

import msgspec

from shared_rules.content import Pack
from shared_rules.match import Match, Result, collect
from shared_rules.options import Option
from shared_rules.play import Play
from shared_rules.questions import Choice, Confirm, Flush, Roll

PEOPLE = (0, 1, 2)


class Town(msgspec.Struct):
    """Free places, who went where, and what was done, in order."""

    free: list[str]
    options: dict[str, Any] = {}
    at: dict[int, str] = {}
    log: list[str] = []
    play: Play = msgspec.field(default_factory=Play)

    def copy(self) -> "Town":
        return Town(self.free[:], dict(self.options), dict(self.at), self.log[:], self.play.copy())


def day(m):
    m.then(["town_part"], ["evening"])


def town_part(m):
    m.each(PEOPLE, "act")


def act(m, who):
    m.ask("space", who)


def space(m, who):
    return Choice(who, [["go", place] for place in m.state.free])


def space_refused(m, who, answer):
    return ("TOWN-01", f"{answer[1]} is taken") if answer[0] == "go" and len(answer) == 2 else None


def space_answered(m, who, answer):
    m.state.free.remove(answer[1])
    m.state.at[who] = answer[1]
    m.tell("went", who, place=answer[1], secret={"purse": 7}, to=[who])
    m.claim()
    m.then(["branch_off", who], ["done", who])


def branch_off(m, who):
    m.ask("branch", who)


def branch(m, who):
    return Choice(who, [["left"], ["right"]])


def branch_answered(m, who, answer):
    m.state.log.append(f"{who} {answer[0]}")
    m.then(["quiet", who])


def quiet(m, who):
    m.then(["present", who])
    m.each((0, 1), "nothing")


def present(m, who):
    m.each([other for other in PEOPLE if other != who][:1], "gift")


def gift(m, who):
    m.ask("take", who)


def take(m, who):
    return Choice(who, [["take", 1], ["leave"]])


def take_answered(m, who, answer):
    m.state.log.append(f"gift {who} {answer[0]}")


def nothing(m, one):
    m.each((7, 8), "leaf")


def leaf(m, one):
    m.state.log.append(f"leaf {one}")


def done(m, who):
    m.release()
    m.barrier("ready", who)


def ready(m, who):
    return Choice(who, [["take back"]])


def ready_answered(m, who, answer):
    m.step_back()
    m.then(["done_again", who])


def done_again(m, who):
    m.barrier("ready", who)


def evening(m):
    m.then(["dice"], ["sweep"], ["night"])


def dice(m):
    m.ask("throw")


def throw(m):
    return Roll(None, ["one", "two"], [[1, 2, 3], ["sun", "moon"]])


def throw_answered(m, answer):
    m.state.log.append(f"threw {answer}")


def sweep(m):
    m.ask("swept")


def swept(m):
    return Flush(4, ["sun", "moon"])


def swept_answered(m, answer):
    m.state.log.append(f"swept {answer['face']}")


def night(m):
    m.ask("lamps_out")


def lamps_out(m):
    return Confirm(None, {"what": "lamps"})


def lamps_out_answered(m, answer):
    m.state.log.append("night")


class Words:
    """Words of the toy."""

    def prompt(self, m, question, names):
        return question.asker

    def label(self, m, question, answer):
        return " ".join(map(str, answer))

    def help_text(self, m, question, answer):
        return ""

    def table_lines(self, m, names):
        return []

    def event_text(self, told, names):
        return told["event"]


class TownMatch(Match[Town]):
    """The toy as a match."""

    game = "town"
    title = "Town"
    seats = (3,)
    rules_version = "1"
    names = collect(sys.modules[__name__])
    state_type = Town
    options = (Option("weather", "choice", "sun", ("sun", "rain")),)
    first_step = "day"
    words = Words()

    @classmethod
    def new(cls, seats=3, options=None, pack=None):
        return cls.begin(Town(["mill", "inn", "well"]), pack or cls.new_pack())

    @classmethod
    def new_pack(cls):
        return Pack("town", {})

    @property
    def rounds(self):
        return 1

    def view(self, seat):
        return {"at": {str(who): place for who, place in self.state.at.items()}}

    def result(self):
        return Result([0], [1, 0, 0], "night fell", "won") if self.over else None
