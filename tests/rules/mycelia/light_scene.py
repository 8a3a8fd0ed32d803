"""Matches with light tracking for the tests: brought to a moment through their own saves, then played by readable verbs."""

import json

from shared_rules.bots.chance import chance_answer
from shared_rules.mycelia import Game
from shared_rules.questions import Choice
from tests.rules.mycelia.scene import flush_answer

NAMES = ["Ada", "Ben", "Cleo", "Dev"]


class Light:
    """The turn of seat 0. `drops` are the drops left by seat, `changes` other saved fields of the state or, by dict, of Gwidyon."""

    def __init__(self, seats=2, *, pieces="none", drops=None, options=None, supply="1a", **changes):
        self.match = Game.new(seats, {"tracking": "light", "first": "seat 0", "pieces": pieces, **(options or {})})
        self.log = list(self.match.opening)
        while self.kinds() != {"choice"}:
            for line, (ticket, question) in self.match.questions.items():
                wanted = {"supply_card": supply, "setup_card": "1a"}.get(question.asker)
                self.log += self.match.answer(line, ticket, wanted or chance_answer(question, lambda: 0.0))
                break
        self.change(drops, **changes)

    def change(self, drops=None, **changes):
        save = json.loads(self.match.save())
        state = save["state"]
        for seat, count in zip(state["seats"], drops or [], strict=False):
            state["box"] += seat["count"] - count
            seat["count"] = count
        state["box"] -= changes.get("shrine", state["shrine"]) - state["shrine"]
        for name, value in changes.items():
            if isinstance(value, dict):
                state[name] |= value
            else:
                state[name] = value
        self.match = Game.load(json.dumps(save).encode(), self.match.pack)

    def kinds(self):
        return {question.kind for _, question in self.match.questions.values()}

    @property
    def state(self):
        return self.match.state

    def asked(self):
        """Askers by seat; None stands for the whole table."""
        return {question.seat: question.asker for _, question in self.match.questions.values()}

    def question(self, seat=0):
        return next(question for _, question in self.match.questions.values() if question.seat == seat)

    def give(self, answer, seat=...):
        """Answer the question of `seat`, or the only open one; the names of what happened come back."""
        found = [
            (line, ticket)
            for line, (ticket, question) in self.match.questions.items()
            if seat is ... or question.seat == seat
        ]
        ((line, ticket),) = found
        events = self.match.answer(line, ticket, answer)
        self.log += events
        return [event.name for event in events]

    def tell(self, count, seat=...):
        """So many drops left a board."""
        return self.give(["removed", count], seat)

    def flush(self, face):
        return self.give(flush_answer(face), None)

    def refused(self, answer, seat=0):
        """The rule that refuses this answer."""
        line, ticket = next((n, t) for n, (t, question) in self.match.questions.items() if question.seat == seat)
        why = self.match.why_not(line, ticket, answer)
        assert why is not None, f"{answer} is taken"
        return why.rule

    def left(self):
        return [seat.drops for seat in self.state.seats]

    def happened(self, name):
        return [event.whole() for event in self.log if event.name == name]

    def confirm(self):
        """Do everything that is to be done with pieces until somebody is to choose; the tasks come back."""
        tasks = []
        while "confirm" in self.kinds():
            line, (ticket, question) = next(iter(self.match.questions.items()))
            if question.kind != "confirm":
                break
            tasks.append(question.task)
            self.log += self.match.answer(line, ticket, True)
        return tasks

    def view_lands(self):
        return self.match.view(0)["seats"][0].get("board", self.match.view(0)["board"])["lands"]

    def options(self, seat=0):
        question = self.question(seat)
        assert isinstance(question, Choice)
        return question.options
