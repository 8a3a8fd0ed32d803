"""Random requests, most of them valid: no crash, no change on an error, every reply valid.

TABLEKEEPER_FUZZ=100000 makes the long run; the hits a request kind are printed with `-s`.
"""

import copy
import json
import os
import random
import tomllib
from collections import Counter

from host.engine_types import MATCHES_AT_MOST
from shared_rules.games import GAMES, game
from shared_rules.pack_text import written
from tests.host.engine.caller import BY_OP, Caller

REQUESTS = int(os.environ.get("TABLEKEEPER_FUZZ", "4000"))
FLUSH = {"turned_by": "board", "face_from": "set"}
KEPT = 6
"""Matches that are open at a time."""
JUNK = [None, True, 0, -1, 1.0, 10**30, "", "x", "m1", "\u2028", [], ["end"], {}, {"a": [1]}, "y" * 3000, [[[[1]]]], ["play", 0]]
WEIGHTS = {
    "answer": 46, "questions": 8, "view": 8, "state": 4, "undo": 8, "correct": 8, "correctable": 3, "new": 4, "load": 4,
    "export": 2, "import": 2, "close": 2, "games": 1,
}  # fmt: skip


class Fuzz:
    """Sends requests of random kinds about a few open matches, good ones and spoiled ones."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.caller = Caller()
        self.open = {}
        self.loaded = set()
        self.with_pack = 0
        self.saves = []
        self.hits = Counter()

    def match(self):
        return self.rng.choice(list(self.open)) if self.open else "m0"

    def seat(self):
        return self.rng.choice([{}, {"seat": None}, {"seat": 0}, {"seat": 1}])

    # -- good requests ------------------------------------------------------------------------------------------------

    def request(self, op):
        match = self.match()
        more = {"new": self.new, "load": self.load, "import": self.imported, "answer": self.answer, "correct": self.correct}
        if op in more:
            return more[op](match)
        if op == "undo":
            number = self.caller.ask("questions", match=match).get("number", 0)
            return {"match": match, "to": max(0, number - self.rng.choice([0, 1, 1, 1, 2, 9])), "operator": self.rng.random() < 0.7}
        if op == "view":
            return {"match": match, "seat": self.rng.choice([None, 0, 1])}
        return {} if op == "games" else {"match": match, **(self.seat() if op in ("questions", "correctable") else {})}

    def new(self, _match):
        kind = game(self.rng.choice(GAMES))
        options = {}
        for option in self.rng.sample(list(kind.options), min(3, len(kind.options))):
            values = [True, False] if option.type == "bool" else [value for value in option.values if "seat" not in str(value)]
            options |= {option.name: self.rng.choice(values)} if values else {}
        seats = self.rng.choice([seats for seats in kind.seats if seats > 1])
        pack = {"pack": self.pack(kind.game)} if self.rng.random() < 0.3 else {}
        return {"game": kind.game, "seats": seats, "options": options, "seed": self.rng.choice([None, 1, 2, 3]), **pack}

    def pack(self, name):
        """An owner's pack: a head, and one entry of some lists of the house's, or one of its tables."""
        house = game(name).new_pack().content
        content = {"pack": {"id": "mine", "game": name, "title": self.rng.choice(["Box", "B\u2028x", "B" * 50])}}
        for table in self.rng.sample([table for table in house if table != "pack"], 2):
            entries = copy.deepcopy(house[table])
            content[table] = self.rng.sample(entries, 1) if isinstance(entries, list) and "id" in entries[0] else entries
        return written(content)[0]

    def load(self, match):
        began = self.open.get(match, {"game": "mycelia", "seats": 2})
        told = self.caller.ask("state", match=match)
        return {**began, "state": told.get("state")}

    def imported(self, _match):
        return {"lines": self.rng.choice(self.saves) if self.saves else [], "seed": self.rng.choice([None, 4])}

    def answer(self, match):
        asked = self.caller.ask("questions", match=match).get("questions") or [{"line": 0, "ticket": 0, "kind": "none"}]
        question = self.rng.choice(asked)
        answer = {
            "choice": lambda: self.rng.choice(question["options"])["answer"],
            "draw": lambda: self.rng.choice(question["cards"])["answer"],
            "roll": lambda: [self.rng.choice(faces) for faces in question["faces"]],
            "flush": lambda: {**FLUSH, "drops_seen": question["drops"], "face": self.rng.choice(question["faces"])},
            "confirm": lambda: True,
            "none": lambda: ["end"],
        }[question["kind"]]()
        return {"match": match, "line": question["line"], "ticket": question["ticket"], "answer": answer, **self.seat()}

    def correct(self, match):
        listed = self.caller.ask("correctable", match=match).get("correctable") or [{"path": "box", "values": [0]}]
        item = self.rng.choice(listed)
        values = item["values"] if "values" in item else [self.rng.randint(*item["range"])]
        return {"match": match, "path": item["path"], "value": self.rng.choice(values or [None])}

    # -- spoiled ones -------------------------------------------------------------------------------------------------

    def spoiled(self, value, deep):
        """`value` with one thing in it replaced, left out or doubled."""
        if deep and isinstance(value, dict | list) and value:
            key = self.rng.choice(list(value)) if isinstance(value, dict) else self.rng.randrange(len(value))
            how = self.rng.random()
            if how < 0.15:
                del value[key]
            elif how < 0.25 and isinstance(value, list):
                value.append(copy.deepcopy(value[key]))
            else:
                value[key] = self.spoiled(value[key], deep - 1)
            return value
        if type(value) is int and self.rng.random() < 0.6:
            return value + self.rng.choice([-1, 1, 2, -value - 1])
        return copy.deepcopy(self.rng.choice(JUNK))

    def step(self):
        op = self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        fields = {"op": op, "id": self.rng.choice(JUNK), **copy.deepcopy(self.request(op))}
        bad = self.rng.random() < 0.25
        if bad and "state" in fields and self.rng.random() < 0.8:
            fields["state"] = self.spoiled(fields["state"], self.rng.randint(1, 7))
        elif bad and isinstance(fields.get("pack"), str) and self.rng.random() < 0.8:
            content = self.spoiled(tomllib.loads(fields["pack"]), self.rng.randint(1, 4))
            fields["pack"] = self.torn(written(content)[0])
        elif bad:
            fields = self.spoiled(fields, self.rng.randint(1, 3))
        text = json.dumps(fields)
        self.send(op, fields, self.torn(text) if bad else text)

    def torn(self, text):
        """`text`, now and then with a sign in it that does not belong there."""
        if self.rng.random() >= 0.1 or not text:
            return text
        at = self.rng.randrange(len(text))
        return text[:at] + self.rng.choice("}{]\"\\\x00,9") + text[at + self.rng.randint(0, 3) :]

    def send(self, op, fields, text):
        match = fields.get("match") if isinstance(fields, dict) and isinstance(fields.get("match"), str) else self.match()
        before = self.caller.ask("state", match=match).get("state")
        reply = self.caller.line(text)
        self.hits[op, reply["ok"] or reply["error"]["code"]] += 1
        if not reply["ok"]:
            assert self.caller.ask("state", match=match).get("state") == before, (text, reply)
            assert "the rules cannot go on" not in reply["error"]["reason"] or match in self.loaded, (text, reply)
            return
        if "match" in reply:
            self.began(reply)
        if op == "export":
            self.saves = [*self.saves[-5:], reply["lines"]]
        if op == "close":
            self.open.pop(fields["match"], None)
        for name in list(self.open)[KEPT:]:
            del self.open[name]
            self.caller.good("close", match=name)

    def began(self, reply):
        """Remember how to load a match of that kind anew; the newest comes first, so that old ones are closed."""
        start = json.loads(self.caller.good("export", match=reply["match"])["lines"][0])
        if start.get("state") is not None:
            self.loaded.add(reply["match"])
        self.open[reply["match"]] = {key: start[key] for key in ("game", "seats", "options")}
        if "content" in start:
            self.with_pack += 1
            self.open[reply["match"]]["pack"] = start["content"]
        self.open = dict(sorted(self.open.items(), key=lambda pair: -int(pair[0][1:])))


def test_random_requests_neither_crash_nor_change_anything_where_they_are_refused():
    fuzz = Fuzz(11)
    for _ in range(REQUESTS):
        fuzz.step()
    valid = sum(count for (_, code), count in fuzz.hits.items() if code is True)
    print(f"\n{REQUESTS} requests, {valid} valid")
    for (op, code), count in sorted(fuzz.hits.items(), key=str):
        print(f"  {op:12} {'ok' if code is True else code:14} {count}")
    assert valid >= REQUESTS / 2 and fuzz.with_pack > REQUESTS / 100
    assert {op for op, code in fuzz.hits if code is True} >= set(BY_OP) - {"quit"}
    assert {code for _, code in fuzz.hits} >= {"bad_json", "bad_request", "illegal", "not_open", "not_allowed", "bad_state"}
    assert len(fuzz.open) <= KEPT < MATCHES_AT_MOST
