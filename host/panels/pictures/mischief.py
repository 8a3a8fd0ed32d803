"""Mythic Mischief on a panel: the maze with all that stands in it, the groundskeeper's way, and the score as a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from host.panels.pages.canvas import HEIGHT, Canvas
from host.panels.pages.font import ROW, line
from host.panels.pages.page import Gauge
from host.panels.pictures.game import NO_MARKS, Game, Marks, Place, View, Wish
from shared_rules.words import _

LARGEST, WIDEST = 10, 72
"""Pixels from one space to the next at most, and of the whole maze, so that text has room beside it."""
FIGURE, EDGE = 1000, 2000
"""Added to the number of a Mythic, and of the edge that a Hedge stands on, where the picture is asked for more than spaces."""
_ENCHANTED: Final = 1
"""Their team in a solo game; nobody sits there."""
POINTS, STEPS = "*", ">"
"""The signs of the two numbers: the score, own first, and Move points that are left."""


def _rows(text: str) -> tuple[int, tuple[int, ...]]:
    drawn = text.split()
    return len(drawn[0]), tuple(int(row.replace(".", "0").replace("#", "1"), 2) for row in drawn)


_KEEPER: Final = _rows(".###. .###. ##### ..#.. .###. .#.#. ##.##")
_TOME: Final = _rows("### #.# ###")
_CLUTTER: Final = _rows(".#.#. #.#.#")
_CREST: Final = _rows("..#.. .#.#. ..#..")
_CHOOSABLE: Final = _rows("### .## ..#")
_CERTAIN: Final = _rows("### ### ###")
_POSSIBLE: Final = _rows("#.# .#. #.#")


@dataclass(frozen=True, slots=True)
class Maze:
    """The maze, spaces and edges numbered as in the view. `figures`: (space, digit, of the own team); `stops`: (space, number).

    `way` are the crossings that the groundskeeper makes for certain next, `choices` those among which it is chosen after that.
    """

    columns: int
    rows: int
    hedges: frozenset[int]
    clutter: frozenset[int]
    tomes: frozenset[int]
    stops: tuple[tuple[int, int], ...]
    figures: tuple[tuple[int, str, bool], ...]
    keepers: tuple[int, ...]
    crests: tuple[int, ...]
    way: tuple[tuple[int, int], ...] = ()
    choices: tuple[tuple[int, int], ...] = ()
    cursor: int | None = None
    goal: int | None = None
    choosable: frozenset[int] = frozenset()

    @property
    def step(self) -> int:
        """Pixels from one space to the next."""
        return min(LARGEST, (HEIGHT - ROW - 3) // self.rows, WIDEST // self.columns)

    @property
    def width(self) -> int:
        return self.columns * self.step + 1

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Hedges are thick lines; the own team's Mythics stand in lit boxes; beads on open edges are the groundskeeper's way."""
        step = self.step
        canvas.frame(x, y, self.width, self.rows * step + 1)
        for at in range(1, self.columns):
            canvas.dots_down(x + at * step, y + 1, self.rows * step)
        for at in range(1, self.rows):
            canvas.dots(x, y + at * step, self.width)
        for cell in range(self.columns * self.rows):
            self._space(canvas, cell, *self._corner(cell, x, y))
        for cell, digit, own in self.figures:
            self._figure(canvas, digit, own, *self._corner(cell, x, y))
        for cell in self.keepers:
            left, top = self._corner(cell, x, y)
            canvas.stamp(left + (step - 4) // 2, top + 2, *_KEEPER)
        for edge in self.hedges:
            canvas.fill(*self._strip(edge, x, y))
        for crossings, bead in ((self.way, _CERTAIN), (self.choices, _POSSIBLE)):
            for one, other in crossings:
                canvas.stamp(*self._middle(one, other, x, y), *bead)
        self._marks(canvas, x, y)

    def _corner(self, cell: int, x: int, y: int) -> tuple[int, int]:
        return x + cell % self.columns * self.step, y + cell // self.columns * self.step

    def _strip(self, edge: int, x: int, y: int) -> tuple[int, int, int, int]:
        """Where a Hedge stands: column, row, width, height."""
        upright = edge < self.columns * self.rows
        left, top = self._corner(edge % (self.columns * self.rows), x, y)
        if upright:
            return left + self.step - 1, top + 1, 3, self.step - 1
        return left + 1, top + self.step - 1, self.step - 1, 3

    def _middle(self, one: int, other: int, x: int, y: int) -> tuple[int, int]:
        (left, top), (right, bottom) = self._corner(one, x, y), self._corner(other, x, y)
        return (left + right + self.step) // 2 - 1, (top + bottom + self.step) // 2 - 1

    def _space(self, canvas: Canvas, cell: int, x: int, y: int) -> None:
        step = self.step
        if cell in self.clutter:
            canvas.stamp(x + 2, y + step - 2, *_CLUTTER)
        elif cell in self.crests:
            canvas.stamp(x + step // 2 - 2, y + step // 2 - 1, *_CREST)
        if cell in self.tomes:
            canvas.stamp(x + step - 3, y + step - 3, *_TOME)
        for number in (number for at, number in self.stops if at == cell):
            for dot in range(number):
                canvas.fill(x + step - 2, y + 2 + 2 * dot, 1, 1)

    def _figure(self, canvas: Canvas, digit: str, own: bool, x: int, y: int) -> None:
        width, rows = line(digit)
        canvas.stamp(x + 2, y + 1, width, rows)
        if own:
            canvas.invert(x + 1, y + 1, width + 2, 8)

    def _marks(self, canvas: Canvas, x: int, y: int) -> None:
        for at in self.choosable:
            if at in (self.cursor, self.goal):
                continue
            if at >= EDGE:
                left, top, wide, high = self._strip(at - EDGE, x, y)
                canvas.invert(left + wide // 2 - 1, top + high // 2 - 1, 3, 3)
            else:
                left, top = self._corner(at, x, y)
                canvas.stamp(left + self.step - 3, top + 1, *_CHOOSABLE)
        if self.goal is not None:
            self._mark(canvas, self.goal, True, x, y)
        if self.cursor is not None:
            self._mark(canvas, self.cursor, False, x, y)

    def _mark(self, canvas: Canvas, at: int, framed: bool, x: int, y: int) -> None:
        """The cursor is inverse, the goal in a frame."""
        if at >= EDGE:
            left, top, wide, high = self._strip(at - EDGE, x, y)
            draw = canvas.frame if framed else canvas.invert
            draw(left - 1, top - 1, wide + 2, high + 2)
            return
        left, top = self._corner(at, x, y)
        if framed:
            canvas.frame(left + 1, top + 1, self.step - 1, self.step - 1)
        else:
            canvas.invert(left + 1, top + 1, self.step - 1, self.step - 1)



def _digit(view: View, figure: int) -> str:
    """The number of a Mythic among those of its player, from 1."""
    seat = view["figures"][figure]["seat"]
    return str(sum(other["seat"] == seat for other in view["figures"][: figure + 1]))


def _on_board(view: View) -> Iterator[tuple[int, dict[str, Any]]]:
    return ((number, figure) for number, figure in enumerate(view["figures"]) if figure["cell"] >= 0)


def _crossings(start: int, cells: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip([start, *cells], cells, strict=False))


def _square(view: View, cell: int) -> str:
    """What people call a space: its column as a letter, its row as a number."""
    return f"{chr(ord('A') + cell % view['width'])}{cell // view['width'] + 1}"


class Mischief(Game):
    """Mythics, Hedges and spaces are chosen in the maze."""

    def turn(self, view: View, asked: Sequence[dict[str, Any]]) -> int | None:
        """The seat of the active team that is asked, else its first one; nobody's while the table is being set up."""
        team = [seat for seat, player in enumerate(view["players"]) if player["team"] == view["active"]]
        if view["phase"] == "setup" or self.opponent(view):
            return None
        return next((one["seat"] for one in asked if one["seat"] in team), team[0])

    def opponent(self, view: View) -> str:
        return _("Enchanted") if view["solo"] is not None and view["active"] == _ENCHANTED else ""

    def gauges(self, view: View, seat: int) -> tuple[Gauge, ...]:
        team = view["players"][seat]["team"]
        score = ":".join(str(view["scores"][which]) for which in (team, 1 - team))
        move = [die["value"] for track in view["players"][seat]["tracks"] if track["ability"] == "move" for die in track["dice"]]
        return (*((Gauge(STEPS, str(sum(move))),) if move else ()), Gauge(POINTS, score))

    def picture(self, view: View, seat: int, marks: Marks = NO_MARKS) -> Maze:
        team = view["players"][seat]["team"]
        width, keepers = view["width"], view["keepers"]
        figures = tuple(
            (figure["cell"], _digit(view, number), view["players"][figure["seat"]]["team"] == team)
            for number, figure in _on_board(view)
        )
        ends = [(keeper["path"][-1] if keeper["path"] else keeper["cell"], keeper["choices"]) for keeper in keepers]
        return Maze(
            width,
            view["height"],
            frozenset(view["hedges"]),
            frozenset(view["clutter"]),
            frozenset(tome["cell"] for tome in view["tomes"]),
            tuple((cell, number) for keeper in keepers for number, cell in enumerate(keeper["stops"], start=1) if cell >= 0),
            figures,
            tuple(keeper["cell"] for keeper in keepers),
            tuple(view["crests"]),
            tuple(pair for keeper in keepers for pair in _crossings(keeper["cell"], keeper["path"])),
            tuple((end, cell) for end, cells in ends for cell in cells),
            self._field(view, marks.cursor),
            self._field(view, marks.goal),
            frozenset(at for one in marks.choosable if (at := self._field(view, one)) is not None),
        )

    @staticmethod
    def _field(view: View, at: int | None) -> int | None:
        """A space or an edge; a Mythic is where it stands, nowhere if it is not on the board."""
        if at is None or not FIGURE <= at < EDGE:
            return at
        cell: int = view["figures"][at - FIGURE]["cell"]
        return cell if cell >= 0 else None

    def place(self, answer: Any) -> Place | None:
        match answer:
            case ["move", int(figure), [*_, int(cell)]] | ["fling" | "wander" | "shifty", int(figure), int(cell)]:
                return Place(FIGURE + figure, cell)
            case ["antics" | "illusion", int(edge), int(to)]:
                return Place(EDGE + edge, EDGE + to)
            case ["hedge" | "heave" | "to", int(edge), *_] | ["shredder", "hedge", int(edge)]:
                return Place(EDGE + edge)
            case ["shredder", "clutter", int(cell)]:
                return Place(cell)
            case ["go" | "tome" | "clutter" | "ring_move", int(cell)]:
                return Place(cell)
            case ["place" | "return" | "distract" | "dust", int(), int(cell)] | ["uproot", int(), int(), int(cell)]:
                return Place(cell) if cell >= 0 else None
            case ["stone" | "full_moon" | "ring" | "burrow" | "glide" | "perch" | "glide_perch", int(figure), *_]:
                return Place(FIGURE + figure)
            case ["pixie_dust", int(), int(figure)]:
                return Place(FIGURE + figure)
        return None

    def wishes(self, asked: dict[str, Any], view: View) -> list[Wish]:
        """Single steps of the own Mythics and of the groundskeeper, and the end of the phase."""
        verbs = {option["answer"][0] for option in asked.get("options", [])}
        if "pass" not in verbs:
            return []
        found = [Wish(["pass"], _("end the Mythic Phase"))]
        for number, figure in _on_board(view):
            if figure["seat"] == view["seat"]:
                for cell in _around(view, figure["cell"]):
                    label = _("Move {who}: to {where}").format(who=figure["name"], where=_square(view, cell))
                    found.append(Wish(["move", number, [cell]], label))
        for number, keeper in enumerate(view["keepers"]):
            for cell in _around(view, keeper["cell"]):
                found.append(Wish(["distract", number, cell], _("Distract: to {where}").format(where=_square(view, cell))))
        return found

    def facts(self, view: View, names: Sequence[str]) -> list[str]:
        found = [_("After Dark") if view["dark"] else _("Before Dark")]
        for keeper in view["keepers"]:
            found.append(_keeper_text(view, keeper))
        for seat, player in enumerate(view["players"]):
            found += _player_facts(view, names, seat, player)
        return found


def _around(view: View, cell: int) -> list[int]:
    """The spaces beside a space, whatever stands between."""
    x, y = cell % view["width"], cell // view["width"]
    beside = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return [row * view["width"] + column for column, row in beside if 0 <= column < view["width"] and 0 <= row < view["height"]]


def _keeper_text(view: View, keeper: dict[str, Any]) -> str:
    if keeper["move"] is None:
        return _("Groundskeeper on {at}").format(at=_square(view, keeper["cell"]))
    told = _("Groundskeeper on {at}, {move} points a turn, next goal {goal}; its way now: {way}")
    way = [_square(view, cell) for cell in keeper["path"]]
    if keeper["choices"]:
        way.append(_(" or ").join(_square(view, cell) for cell in keeper["choices"]))
    goal = _square(view, keeper["target"])
    return told.format(at=_square(view, keeper["cell"]), move=keeper["move"], goal=goal, way=" – ".join(way) or "–")


def _player_facts(view: View, names: Sequence[str], seat: int, player: dict[str, Any]) -> list[str]:
    who = names[seat] if seat < len(names) else player["name"] or "?"
    told = _("{who}, {faction}: {score} points, Tomes: {supply} left, {collected} collected")
    score = view["scores"][player["team"]]
    text = told.format(
        who=who, faction=player["name"] or "–", score=score, supply=player["supply"], collected=player["collected"]
    )
    dice = [
        f"{_(track['ability'].capitalize())} {'+'.join(str(die['value']) for die in track['dice'])}"
        for track in player["tracks"]
        if track["dice"]
    ]
    own = [(number, figure) for number, figure in enumerate(view["figures"]) if figure["seat"] == seat and figure["name"]]
    light = view["options"]["tracking"] == "light"
    stand = [f"{_digit(view, number)} {figure['name']} {_whereabouts(view, figure)}" for number, figure in own if not light]
    return [text, *(["• " + ", ".join(dice)] if dice else []), *(["• " + ", ".join(stand)] if stand else [])]


def _whereabouts(view: View, figure: dict[str, Any]) -> str:
    return _square(view, figure["cell"]) if figure["cell"] >= 0 else _("(not in the maze)")
