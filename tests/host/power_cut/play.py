"""Plays a match into a journal, and writes into the file -acks whatever somebody has been told by then.

    python -m tests.host.power_cut.play JOURNAL ANSWERS
"""

import json
import os
import random
import sqlite3
import sys
from pathlib import Path

from host.answerers.bot import Bot
from host.answerers.random import Random
from host.inbox import Inbox
from host.journal import Journal
from host.table import Table
from shared_rules.bots import bot
from shared_rules.games import game
from shared_rules.record import Start

MATCH = "abcd1234"
CHECKPOINT_EVERY = 40
"""Pages of the -wal: many checkpoints in a short match."""


class Acks:
    """Tells the log, through a file of its own, what is promised from now on. A show of the table."""

    def __init__(self, journal, path):
        self._journal, self._file = journal, os.open(f"{path}-acks", os.O_CREAT | os.O_WRONLY)

    def tell(self, *what):
        os.write(self._file, json.dumps(what).encode() + b"\n")

    def events(self, match, events):
        self.tell("answer", match.number, self._journal.chain(MATCH))
        if match.number % 3 == 0:
            attempt = self._journal.intend(MATCH, match.number, "shrine", "flush", {"turn": match.number})
            self.tell("intent", match.number, attempt)
            self._journal.outcome(MATCH, match.number, attempt, "done", {"drops_seen": match.number})
            self.tell("outcome", match.number, attempt)

    def notice(self, text):
        raise AssertionError(text)


def main(path, answers):
    connect = sqlite3.connect

    def often(*args, **more):
        db = connect(*args, **more)
        db.execute(f"pragma wal_autocheckpoint = {CHECKPOINT_EVERY}")
        return db

    sqlite3.connect = often
    rng = random.Random(8).random
    inbox = Inbox(lambda: 0.0, patience=0)
    with Journal(path, lambda: 0.0) as journal:
        match = game("mycelia").new(2, {"pieces": "none"})
        start = Start.of(match, MATCH, 2, [])
        journal.begin(match, start)
        bots = [Bot(seat, bot("random", "mycelia"), rng, inbox, 0.0) for seat in range(2)]
        chance = Random(rng, inbox)

        def route(question):
            return [bots[question.seat]] if question.kind == "choice" else [chance]

        table = Table(match, start, journal, inbox, route, [Acks(journal, path)])
        table.play(lambda: table.match.number < answers)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
