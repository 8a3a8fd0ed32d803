"""What the scenes of all games share: a match at some moment, what is open there, answers to it, and what has happened since."""

import json

from shared_rules.questions import Confirm, Draw, Flush, Roll


def flush_answer(face, drops_seen=None):
    return {"turned_by": "person", "drops_seen": drops_seen, "face": face, "face_from": "typed"}


def first(question, number=0):
    """An answer for chance: the lowest face, the first card, or another one for each `number`."""
    match question:
        case Draw():
            return question.cards[number * 13 % len(question.cards)]
        case Roll():
            return [faces[0] for faces in question.faces]
        case Flush():
            return flush_answer(question.faces[0])
        case Confirm():
            return True
    raise TypeError(question)


class Moment:
    """A match, and a log of the events since the scene began."""

    def __init__(self, match):
        self.match = match
        self.log = list(match.opening)

    def load(self, save):
        """Bring the scene to another moment, which `save` is as plain data."""
        self.match = type(self.match).load(json.dumps(save).encode(), self.match.pack)
        self.log = []

    # -- what is open -------------------------------------------------------------------------------------------------

    @property
    def open(self):
        """(line, ticket, question) of the only open question."""
        ((line, (ticket, question)),) = self.match.questions.items()
        return line, ticket, question

    @property
    def question(self):
        return self.open[2]

    @property
    def asked(self):
        return None if self.match.over else self.question.asker

    @property
    def options(self):
        return self.question.options

    # -- playing ------------------------------------------------------------------------------------------------------

    def answer(self, answer):
        line, ticket, _ = self.open
        self.log += self.match.answer(line, ticket, answer)
        return self

    def choose(self, *answer):
        return self.answer(list(answer))

    def skip(self):
        return self.choose("skip")

    def refused(self, *answer):
        """The rule that refuses this answer; nothing may have changed. Fails if the answer is legal."""
        before = self.match.save()
        line, ticket, _ = self.open
        why = self.match.why_not(line, ticket, list(answer))
        assert self.match.save() == before
        assert why is not None, f"{answer} is taken"
        assert why.reason
        return why.rule

    # -- looking ------------------------------------------------------------------------------------------------------

    @property
    def state(self):
        return self.match.state

    def happened(self, name=None):
        """The events since the scene began, or those called `name` as data."""
        if name is None:
            return [event.name for event in self.log]
        return [event.whole() for event in self.log if event.name == name]
