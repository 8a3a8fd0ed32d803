"""A second reading of the rulebook, which shares no code with the program: it knows the save's JSON and the pack's TOML only.

`legal` says what may be answered to a question; `outcomes` says what a whole function can lead to.
"""

import re
import tomllib
from pathlib import Path

HOUSE = Path(__file__).parents[3] / "shared_rules" / "mycelia" / "content" / "house.toml"
LETTER = {"leaf": "L", "moss": "M", "water": "W", "any": "LMWS"}
PRICE = {"a": 1, "b": 3, "c": 3, "d": 3, "e": 3}


class Oracle:
    """What the pack at `text` says, read by itself."""

    def __init__(self, text=None):
        self.pack = tomllib.loads(text or HOUSE.read_text(encoding="utf-8"))
        self.boards = {board["id"]: board["cells"] for board in self.pack["board"]}
        self.heroes = {card["id"]: card for card in self.pack["card"]}

    def card(self, name):
        return self.heroes[name.rpartition(".")[2]]

    # -- legal answers --------------------------------------------------------------------------------------------------

    def legal(self, saved, asker):
        """All answers to the question that `asker`, of the saved match, asks; as a set of tuples. None: no question of choice."""
        state = saved["state"]
        name, *args = asker
        answer = getattr(self, f"_{name}", None)
        if answer is None:
            return None
        who = args[0]
        table = Table(self, state, who)
        found = answer(table, *args[1:])
        inside = name not in ("your_turn", "action_b", "action_c", "action_c_second", "action_d", "give_up", "solo_drop")
        gwidyon = state.get("gwidyon")
        if inside and state["options"]["hire_inside_function"] == "yes" and who == state["active"]:
            found |= set() if gwidyon and gwidyon["on_turn"] else table.hires()
        return found

    def _your_turn(self, t):
        found = {("play", card) for card in t.me["hand"]} | t.hires()
        if not t.me["hand"]:
            found.add(("end",))
        for kind in set(t.me["actions"]):
            unused = t.me["actions"].count(kind) - t.me["used"].count(kind)
            useful = bool(t.held) if kind in "bcd" else bool(t.me["discard"]) if kind == "e" else True
            if unused > 0 and useful and t.me["leaves"] >= PRICE[kind]:
                found.add(("action", kind))
        return found

    def _side(self, t, function):
        sides = function[1]
        others_in_all = all("others" in str(part) for part in sides)
        found = {("side", number) for number, _ in enumerate(sides)}
        bound = t.must or (others_in_all and t.options["bonus_beside_slash"] != "always")
        return found if bound else found | {("skip",)}

    def _move_from(self, t, function, _times):
        return {("move", t.number(p), t.number(q)) for p in t.fits(function) if t.drops(p) for q in t.beside(p)} | t.skip()

    def _move_next(self, t, field, goal, _left):
        goals = [t.place(goal)] if t.options["move_targets"] == "same" else t.beside(t.place(field))
        return {("move", field, t.number(q)) for q in goals} | t.skip()

    def _remove_from(self, t, function, _times):
        high, more = function[2], function[6]
        found = t.skip()
        for place in t.fits(function):
            near = any(t.drops(other) for other in t.beside(place))
            if more and not near and t.options["transparent_drops"] == "needed":
                continue
            least = 0 if more and near else 1
            found |= {("remove", t.number(place), n) for n in range(least, min(high, t.drops(place)) + 1)}
        return found

    def _beside(self, t, field):
        return {("remove", t.number(p), 1) for p in t.beside(t.place(field)) if t.drops(p)} | t.skip()

    def _around_field(self, t, function, _times):
        found = t.skip()
        for place in t.places(function[1]):
            lies = t.drops(place) or t.options["transparent_on_empty_field"] == "yes"
            if lies and any(t.drops(other) for other in t.beside(place)):
                found.add(("around", t.number(place)))
        return found

    def _neighbours(self, t, field, left):
        near = {t.number(p) for p in t.beside(t.place(field)) if t.drops(p)} & set(left)
        found = {("remove", number, 1) for number in near} | t.skip()
        return found | {("remove_all",)} if len(near) > 1 else found

    def _action_b(self, t):
        return {("move", t.number(p), t.number(q)) for p in t.held for q in t.beside(p)}

    _action_c = _action_b

    def _action_c_second(self, t, field):
        found = {("move", field, t.number(q)) for q in t.beside(t.place(field))}
        return found if t.options["action_c_second_drop_compulsory"] == "yes" else found | {("skip",)}

    def _action_d(self, t):
        return {("remove", t.number(p), 1) for p in t.held}

    def _solo_drop(self, t):
        found = self._action_b(t)
        return found if t.options["solo_card_six_compulsory"] == "yes" else found | {("skip",)}

    def _card_out(self, t):
        return {("take_out", card) for card in t.me["discard"]} | t.skip()

    def _shrine_place(self, t):
        return {("shrine_field", t.number(p)) for p in t.singles()} | t.skip()

    def _give_up(self, t, _action):
        if t.options["action_card_given_up"] == "only_c_d_e":
            return {("give_up", kind) for kind in t.me["actions"] if kind in "cde"}
        return {("give_up", kind) for kind in t.me["actions"]} | t.skip()


class Table:
    """The board and things of one player in a saved state, by rows and columns."""

    def __init__(self, oracle, state, who):
        self.oracle, self.state, self.me, self.options = oracle, state, state["seats"][who], state["options"]
        self.rows = oracle.boards[self.me["side"]]
        self.width = len(self.rows[0])
        self.covered = [self.place(field) for field in self.me["shrines"]]
        self.held = [p for p in self.all() if self.drops(p)]
        self.must = state["must"] and who == state["active"]

    def all(self):
        return [(r, c) for r, row in enumerate(self.rows) for c, letter in enumerate(row) if letter != "-"]

    def place(self, field):
        return divmod(field, self.width)

    def number(self, place):
        return place[0] * self.width + place[1]

    def drops(self, place):
        return self.me["board"][self.number(place)]

    def letter(self, place):
        return "." if place in self.covered else self.rows[place[0]][place[1]]

    def places(self, land):
        return [place for place in self.all() if self.letter(place) in LETTER[land]]

    def beside(self, place):
        row, column = place
        return [p for p in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)) if p in self.all()]

    def fits(self, function):
        _, low, high, land, need, exact = function[:6]
        if need == 0 and self.options["transparent_on_empty_field"] == "no":
            need = 1
        if need == 0 and high > low and self.options["transparent_drops"] == "needed":
            need = 1
        return [p for p in self.places(land) if (self.drops(p) == need if exact else self.drops(p) >= need)]

    def singles(self):
        """Where an additional shrine field may be laid."""
        return [p for p in self.places("any") if self.drops(p) == 1] if self.state["shrine_fields"] else []

    def skip(self):
        return set() if self.must else {("skip",)}

    def hires(self):
        found = set()
        for at, name in enumerate(self.state["showcase"]):
            if name is None:
                continue
            hero = self.oracle.card(name)
            in_vain = "shrine" in hero.get("single", "") and not self.singles()
            refused = in_vain and self.options["hire_clavulinopsis"] == "refused"
            if hero["cost"] <= self.me["leaves"] and not refused:
                found.add(("hire", at))
        return found


# -- what a function can lead to ----------------------------------------------------------------------------------------------


def split(text, mark):
    """`text` split at `mark` outside of brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == mark and not depth:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


class World:
    """Boards, leaves and removed drops of two players, as a value: (board of 0, board of 1, leaves, drops gone)."""

    def __init__(self, rows):
        self.rows = rows
        self.width = len(rows[0])

    def near(self, at):
        row, column = divmod(at, self.width)
        near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [r * self.width + c for r, c in near if 0 <= r < len(self.rows) and 0 <= c < self.width and self.rows[r][c] != "-"]

    def letter(self, at):
        return self.rows[at // self.width][at % self.width]

    def land(self, at, land):
        return self.letter(at) in LETTER[land]

    def without(self, world, who, at, count=1):
        boards = [list(world[0]), list(world[1])]
        boards[who][at] -= count
        return tuple(boards[0]), tuple(boards[1]), world[2], world[3] + count

    def moved(self, world, who, at, to):
        if self.letter(to) == ".":
            return self.without(world, who, at)
        boards = [list(world[0]), list(world[1])]
        boards[who][at] -= 1
        boards[who][to] += 1
        return tuple(boards[0]), tuple(boards[1]), world[2], world[3]

    def ends(self, text, who, worlds):
        """Every world that the function `text`, performed by `who`, can lead to from one of `worlds`."""
        text = text.strip()
        sides = split(text, "/")
        if len(sides) > 1:
            bound = all("others" in side for side in sides)
            return set().union(*(self.ends(side, who, worlds) for side in sides), set() if bound else worlds)
        for part in split(text, "&"):
            worlds = self.part(part.strip(), who, worlds)
        return worlds

    def part(self, text, who, worlds):
        if times := re.fullmatch(r"(\d+) *x *(.*)", text):
            for _ in range(int(times[1])):
                worlds = self.part(times[2].strip(), who, worlds)
            return worlds
        if text.startswith("("):
            return self.ends(text[1:-1], who, worlds)
        if text.startswith("others"):
            return self.part(text[6:].strip(), 1 - who, worlds)
        found = set()
        for world in worlds:
            found |= self.once(text.split(), who, world)
        return found

    def once(self, words, who, world):
        if words[0] == "leaves":
            leaves = list(world[2])
            leaves[who] += int(words[1])
            return {(world[0], world[1], tuple(leaves), world[3])}
        if words[:2] == ["remove", "card"]:
            return {world}
        if words[0] == "around":
            return self.around(words[1], who, world)
        low, high = (int(n) for n in (words[1].split("..") * 2)[:2])
        need, exact = low, "exactly" in words
        if "holding" in words:
            need = int(next(word for word in words[words.index("holding") :] if word.isdecimal()))
        found = {world}
        for at, count in enumerate(world[who]):
            if self.land(at, words[2]) and (count == need if exact else count >= need):
                act = self.moves if words[0] == "move" else self.removals
                found |= act(who, world, at, min(high, count), "beside" in words)
        return found

    def moves(self, who, world, at, most, _more):
        worlds = {world}
        for _ in range(most):
            worlds |= {self.moved(one, who, at, to) for one in worlds if one[who][at] for to in self.near(at)}
        return worlds

    def removals(self, who, world, at, most, more):
        worlds = {self.without(world, who, at, count) for count in range(most + 1)}
        if more:
            worlds |= {self.without(one, who, other) for one in worlds for other in self.near(at) if one[who][other]}
        return worlds

    def around(self, land, who, world):
        found = {world}
        for at, letter in enumerate("".join(self.rows)):
            if letter in LETTER[land]:
                worlds = {world}
                for other in self.near(at):
                    worlds |= {self.without(one, who, other) for one in worlds if one[who][other]}
                found |= worlds
        return found
