"""A table to look at: a real match that bots play, shown on a page whose glass, buttons and ring are the tests' own."""

import dataclasses
import queue
import random

from host.web.doors import Doors
from host.web.server import WebTable
from shared_rules.asking import shown
from shared_rules.bots import bot
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game

NAMES = ("Ada", "Ben", "Cleo", "Dev")
LONGEST_S = 15.0


class Desk:
    """`play` answers questions; `pictures` is what the panels show, `presses` what arrived at the pins.

    `doors` replaces some of the doors, `web` goes to the page.
    """

    def __init__(self, seats=2, seed=5, options=None, doors=None, **web):
        self.names = list(NAMES[:seats])
        self.rng = random.Random(seed).random
        self.match = game("mycelia").new(seats, options or {})
        self.thinkers = [bot("greedy", "mycelia") for _ in self.names]
        self.pictures = {}
        self.presses = queue.Queue()
        self.turns, self.source = None, "rolled"
        self.texts = []
        own = Doors(self.pictures.get, self.press, lambda: self.turns, lambda: self.source)
        self.web = WebTable(dataclasses.replace(own, **(doors or {})), **web)
        self.begin()

    def begin(self):
        self.web.begin(self.match, self.names, "m1")
        self.show(self.match.opening)

    def press(self, seat, button, down):
        self.presses.put((seat, button, down))

    def pressed(self, count):
        """The next `count` presses and releases."""
        return [self.presses.get(timeout=LONGEST_S) for _ in range(count)]

    def show(self, events):
        self.web.events(self.match, events)
        told = (self.match.words.event_text(event.told_to(None), self.names) for event in events)
        self.texts += [text for text in told if text]

    def answer(self):
        """One answer; its events."""
        line, (ticket, question) = next(iter(self.match.questions.items()))
        if question.kind == "choice":
            asked = shown(self.match, line, ticket, question, question.seat, self.names)
            answer = self.thinkers[question.seat](asked, self.match.view(question.seat), self.rng)
        else:
            answer = chance_answer(question, self.rng)
        after = self.match.copy()
        events = after.answer(line, ticket, answer)
        self.match = after
        self.show(events)
        return events

    def play(self, answers):
        """So many answers, or fewer if the match ends."""
        for _ in range(answers):
            if not self.match.over:
                self.answer()

    def play_until(self, event):
        """Play until something of this name happens."""
        for _ in range(5000):
            if any(told.name == event for told in self.answer()):
                return
        raise AssertionError(f"{event} never happened")
