"""The maze on a panel: what is drawn where, and that every answer has its place in the picture."""

import random
import re

import pytest

from host.panels.pages.canvas import Canvas
from host.panels.pages.draw import draw
from host.panels.pages.seat import SeatPanel
from host.panels.pictures import picture_of
from host.panels.pictures.game import Marks
from host.panels.pictures.mischief import EDGE, FIGURE, Maze
from shared_rules.mischief import Game
from shared_rules.questions import Choice
from tests.host.panels.table_of_panels import tell, why_not_of
from tests.rules.random_play import some_answer

STEP = 10
NAMES = ["Ada", "Ben"]
GAME = picture_of("mischief")
VERBS_WITHOUT_A_PLACE = {
    "faction", "first", "layout", "slot", "slot_first", "legendary", "keep", "boost", "done", "die", "pass", "potion",
}  # fmt: skip


def maze(**changes):
    empty = {
        "columns": 5, "rows": 5, "hedges": frozenset(), "clutter": frozenset(), "tomes": frozenset(), "stops": (), "figures": (),
        "keepers": (), "crests": (),
    }  # fmt: skip
    return Maze(**{**empty, **changes})


def lit(picture):
    canvas = Canvas()
    picture.draw(canvas, 0, 0)
    return {(x, y) for x in range(picture.width) for y in range(64) if canvas.pixel(x, y)}


def added(**changes):
    """The pixels that differ from an empty maze's."""
    return lit(maze(**changes)) ^ lit(maze())


def space(pixels):
    """The spaces that pixels lie in or border on, (column, row)."""
    return {(x // STEP, y // STEP) for x, y in pixels}


def test_a_hedge_is_a_thick_line_on_its_edge():
    upright, level = added(hedges=frozenset({6})), added(hedges=frozenset({25 + 6}))
    assert {(x, y) for x in (19, 20, 21) for y in range(11, 20)} - lit(maze()) == upright
    assert {(x, y) for x in range(11, 20) for y in (19, 20, 21)} - lit(maze()) == level


def test_own_mythics_stand_in_a_lit_box_and_others_do_not():
    own, other = added(figures=((7, "2", True),)), added(figures=((7, "2", False),))
    assert space(own) == space(other) == {(2, 1)}
    assert len(own) > 1.5 * len(other)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_destination_has_as_many_dots_as_its_number(number):
    assert len(added(stops=((8, number),))) == number


def test_the_way_of_the_groundskeeper_is_a_bead_on_each_edge_that_it_crosses():
    certain = added(way=((12, 13), (13, 8)))
    assert {(30, 25), (35, 20)} <= {(x + dx, y + dy) for x, y in certain for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    possible, sure = lit(maze(choices=((12, 13),))), lit(maze(way=((12, 13),)))
    assert len(lit(maze())) < len(possible) < len(sure), "a way that is still to be chosen looks different"


def test_cursor_and_goal_are_told_apart_on_spaces_and_on_edges():
    for at, goal in ((0, 3), (EDGE + 6, EDGE + 25 + 8)):
        cursor, framed = added(cursor=at), added(goal=goal)
        assert cursor and framed and not cursor & framed
        assert len(cursor) > len(framed) or at >= EDGE


def test_a_mythic_is_where_it_stands_and_nowhere_if_it_is_caught():
    match = begun(3, "act")
    view = match.view(0)
    at = view["figures"][1]["cell"]
    assert GAME.picture(view, 0, Marks(cursor=FIGURE + 1)).cursor == at
    view["figures"][1]["cell"] = -1
    assert GAME.picture(view, 0, Marks(cursor=FIGURE + 1)).cursor is None


def test_two_boards_of_blitz_leave_room_for_text():
    wide = maze(columns=10)
    assert wide.width <= 73 and wide.step >= 7
    assert maze(columns=7, rows=7).step * 7 + 1 <= 54


def test_numbers_in_the_corner_are_move_points_and_the_score_own_first():
    match = begun(5, "act")
    view = match.view(1)
    view["scores"] = [4, 7]
    steps, score = GAME.gauges(view, 1)
    assert (steps.sign, score.sign, score.text) == (">", "*", "7:4")
    track = view["players"][1]["tracks"][0]
    assert (track["ability"], steps.text) == ("move", str(sum(die["value"] for die in track["dice"])))


def test_the_turn_is_nobodys_before_play_and_then_that_of_the_active_team():
    match = Game.new(2, {"first": "seat 1"})
    assert GAME.turn(match.view(0), []) is None
    played = begun(1, "act", first="seat 1")
    assert GAME.turn(played.view(0), []) == 1


def test_alone_the_turn_of_the_enchanted_is_nobodys_at_the_table():
    match = begun(1, "act", seats=1)
    view = match.view(0)
    assert (GAME.turn(view, []), GAME.opponent(view)) == (0, "")
    view["active"] = 1
    assert (GAME.turn(view, []), GAME.opponent(view)) == (None, "Enchanted")


def begun(seed, asker, seats=2, **options):
    rng = random.Random(seed).random
    match = Game.new(seats, options)
    while next(iter(match.questions.values()))[1].asker != asker:
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, some_answer(question, rng))
    return match


@pytest.mark.parametrize("seed", range(3))
def test_every_answer_of_a_match_has_its_place_and_every_page_is_drawn(seed):
    rng = random.Random(seed).random
    match = Game.new(2, {})
    panels = [SeatPanel(seat, NAMES, "mischief") for seat in range(2)]
    events, drawn = match.opening, 0
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        if isinstance(question, Choice):
            panel = panels[question.seat or 0]
            panel.why_not = why_not_of(match)
            tell(panel, match, events)
            for answer in question.options:
                assert GAME.place(answer) is not None or answer[0] in VERBS_WITHOUT_A_PLACE or answer[-1] == -1, answer
            panel.button("next", "click")
            assert draw(panel.page()).getbbox() is not None
            drawn += 1
        events = match.answer(line, ticket, some_answer(question, rng))
    assert drawn > 20


def test_how_the_table_stands_names_mythics_dice_and_the_way():
    match = begun(2, "act")
    text = "\n".join(GAME.facts(match.view(0), NAMES))
    for figure in match.view(0)["figures"]:
        assert figure["name"] in text
    assert "Groundskeeper on" in text and "its way now" in text
    assert re.search(r"Move \d\+\d, .*Distract \d", text), "whatever the content says that the dice begin with"


def test_what_can_be_asked_why_not_are_steps_of_own_mythics_and_the_groundskeeper():
    match = begun(2, "act")
    seat = next(iter(match.questions.values()))[1].seat
    panel = SeatPanel(seat, NAMES, "mischief")
    tell(panel, match)
    (asked,) = [one for one in panel.asked if one["seat"] == seat]
    wishes = GAME.wishes(asked, match.view(seat))
    verbs = {wish.answer[0] for wish in wishes}
    assert verbs == {"pass", "move", "distract"}
    line, (ticket, question) = next(iter(match.questions.items()))
    refused = [wish for wish in wishes if wish.answer not in question.options]
    assert refused and all(str(match.why_not(line, ticket, wish.answer)) for wish in refused)
