"""Every page of many matches fits its panel, no text is cut without a sign, and a cursor that moves sends few bytes."""

import re
from itertools import pairwise

import pytest

from host.panels.pages.canvas import Canvas
from host.panels.pages.draw import draw, paint
from host.panels.pages.font import GHOST, MORE, ROW, block, cut, glyph, line, width_of, wrap
from host.panels.pages.layout import LEFT, RIGHT, body_lines, lay_out, text_rows
from host.panels.pages.page import Gauge, Page
from host.panels.pictures import picture_of
from host.panels.pictures.game import Marks, Place
from host.panels.pictures.mycelia import HIGH, WIDE, Board
from host.panels.wire import ADDRESS_COST, differences, pack
from tests.host.panels.table_of_panels import new, walk

PLAIN = [(seed, 2 + seed % 3, ("none", "real")[seed % 2], "greedy" if seed % 5 else "random", {}) for seed in range(38)]
MORE_OF_IT = [{"expansion": True}, {"expansion": True, "boards": "advanced"}, {"boards": "advanced"}]
FURTHER = [(seed, 1 + seed % 4, ("real", "none")[seed // 4 % 2], "greedy", MORE_OF_IT[seed % 3]) for seed in range(12)]
PLANS = [plan for at in range(12) for plan in (*PLAIN[at::12], FURTHER[at])]
"""Fifty matches; those with one seat are the duel against Gwidyon."""
US_PER_BYTE = 9 / 0.4


def squeezed(text):
    return re.sub(r"\s", "", text)


def check_text(what, shown, whole):
    """`shown` is all of `whole`, or its beginning and the sign."""
    shown, whole = squeezed("".join(shown)), squeezed(whole)
    if shown != whole:
        assert shown.endswith(MORE), f"{what}: {whole!r} is cut without a sign: {shown!r}"
        assert whole.startswith(shown[: -len(MORE)]), f"{what}: {shown!r} is not the beginning of {whole!r}"


def check_boxes(layout):
    boxes = sorted(layout.placed, key=lambda one: (one.y, one.x))
    for one, after in pairwise(boxes):
        assert one.y != after.y or one.x + one.width <= after.x, f"{one} overlaps {after}"
    for one in layout.placed:
        assert width_of(one.text) <= one.width, f"{one} is wider than its box"
        assert one.x >= LEFT and one.x + one.width <= RIGHT, f"{one} is outside the glass"
        assert one.y % ROW == 0 and 0 <= one.y <= 64 - ROW


def check_ink(page, layout):
    """Nothing is lit outside the boxes."""
    canvas = Canvas()
    paint(canvas, page, layout)
    full = Canvas()
    for one in layout.placed:
        full.fill(one.x - 1, one.y, one.width + 2, ROW)
        if one.edge:
            full.fill(LEFT, one.y, 2, ROW)
    for x, y, width in layout.rules:
        full.fill(x, y, width, 1)
    if page.asked:
        full.fill(LEFT, 0, RIGHT - LEFT, ROW)
    if layout.bar:
        full.fill(124, 8, 3, 56)
    if page.picture is not None:
        full.fill(*layout.picture_at, page.picture.width, 64 - layout.picture_at[1])
    assert not any(row & ~may for row, may in zip(canvas.rows, full.rows, strict=True)), "something is lit outside the boxes"
    assert not any(row & (1 << 127 | 1) for row in canvas.rows), "the outermost columns stay dark"


def check_page(page, ink=True):
    layout = lay_out(page)
    check_boxes(layout)
    if page.picture is not None:
        edge = layout.picture_at[0] + page.picture.width
        assert all(one.x > edge for one in layout.placed if one.y >= layout.picture_at[1]), "a text lies on the picture"
    parts = {}
    for one in layout.placed:
        parts.setdefault(one.part, []).append(one)
    check_text("title", [one.text for one in parts["title"]], page.title)
    check_text("prompt", [one.text for one in parts.get("prompt", [])], page.prompt)
    check_text("help", [one.text for one in parts.get("help", [])], page.help)
    if page.rows:
        chosen = [one.text for one in parts["row"] if one.inverse or one.edge]
        check_text("row", chosen, page.rows[page.cursor])
        assert chosen, "the cursor is always to be seen"
    if page.body and page.picture is not None:
        check_text("body", [one.text for one in parts["body"]], page.body)
    if ink:
        check_ink(page, layout)


def pages_of(plan):
    seed, seats, pieces, player, options = plan
    for _, panels in walk(seed, seats, pieces, player=player, **options):
        for panel in panels:
            yield panel, panel.page()


@pytest.mark.parametrize("start", range(0, 50, 10))
def test_every_page_of_fifty_matches_fits(start):
    """The page that each seat first sees at every question, and in each match some with the cursor moved and opened."""
    seen = set()
    for plan in PLANS[start : start + 10]:
        for number, (panel, page) in enumerate(pages_of(plan)):
            texts = (page.title, page.prompt, page.rows, page.cursor, page.help, page.body)
            if texts not in seen:
                seen.add(texts)
                check_page(page, ink=number % 5 == 0)
            if number % 53 == 0 and page.rows:
                panel.button("next", "click")
                check_page(panel.page())
                panel.button("ok", "hold")
                for _ in range(9):
                    check_page(panel.page())
                    panel.button("next", "click")
                panel.button("ok", "hold")
    assert len(seen) > 500


def test_a_cursor_that_moves_sends_few_bytes():
    """In at least 99 of 100 moves less than 8 ms of wire at 400 kHz; the help follows later and is not counted."""
    times = []
    for plan in PLANS[:4]:
        for panel, page in pages_of(plan):
            if page.asked and len(page.rows) > 1 and len(times) < 2000:
                for _ in page.rows:
                    before = panel.page()
                    panel.button("next", "click")
                    after = panel.page()
                    still = Page(**{name: getattr(after, name) for name in after.__slots__} | {"help": before.help})
                    times.append(wire_ms(before, still))
    times.sort()
    median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"{len(times)} moves: median {median:.1f} ms, p99 {p99:.1f}, max {times[-1]:.1f}")
    assert p99 < 8.0


def wire_ms(before, after):
    old, picture = pack(draw(before)), pack(draw(after))
    known = [old[at * 128 : at * 128 + 128] for at in range(8)]
    return sum(window.size + ADDRESS_COST for window in differences(known, picture)) * US_PER_BYTE / 1000


# -- texts --------------------------------------------------------------------------------------------------------------


def test_texts_are_wrapped_between_words_and_cut_with_a_sign():
    assert wrap("one two", 500) == ("one two",)
    assert wrap("one two", width_of("one tw")) == ("one", "two")
    assert "".join(wrap("Rhabarberbarbara", 30)) == "Rhabarberbarbara"
    assert all(width_of(part) <= 30 for part in wrap("a Rhabarberbarbara b", 30))
    assert cut("Rhabarber", 20).endswith(MORE) and width_of(cut("Rhabarber", 20)) <= 20
    assert block("one two three", width_of("three"), 2)[-1].endswith(MORE)
    assert block("one two", 20, 2) == ("one", "two"), "what fits has no sign"


def test_marked_letters_and_unknown_signs_are_drawn():
    assert glyph("é") != glyph("e") and glyph("é")[0] >= glyph("e")[0]
    assert glyph("Ś") == glyph("S"), "no room for the mark above a capital"
    assert glyph("ä") != glyph("a") and glyph("Ä") != glyph("A")
    assert glyph("漢") == glyph("字") != glyph("?")
    assert line("")[0] == 0


def test_letters_leave_the_top_row_free_and_differ_from_each_other():
    signs = [chr(code) for code in range(33, 127)]
    drawn = {}
    for sign in signs:
        wide, rows = glyph(sign)
        assert rows[0] == 0 and all(row < 1 << wide for row in rows)
        assert drawn.setdefault((wide, rows), sign) == sign, f"{sign} looks like {drawn[wide, rows]}"


def test_a_long_list_turns_over_and_tells_where_it_is():
    rows = tuple(f"row {number}" for number in range(20))
    seen, bars = set(), []
    for cursor in range(20):
        page = Page("Your turn", True, prompt="Which?", rows=rows, cursor=cursor, help="so it is", helps=("so it is",) * 20)
        check_page(page)
        layout = lay_out(page)
        seen |= {one.text for one in layout.placed if one.part == "row"}
        bars.append(layout.bar)
    assert seen == set(rows) and None not in bars and bars == sorted(bars)


def test_a_long_text_is_read_to_its_end():
    text = "word " * 200 + "end"
    lines, rows = body_lines(text), text_rows(Page(prompt="Help"))
    tops = range(0, len(lines) - 1, rows - 1)
    for top in tops:
        check_page(Page("t", prompt="Help", body=text, top=top))
    shown = [one.text for top in tops for one in lay_out(Page("t", prompt="Help", body=text, top=top)).placed if one.part == "body"]
    assert set(shown) == set(lines)


def test_a_page_that_is_off_is_dark_and_a_shifted_one_is_moved():
    page = Page("Your turn", True, rows=("a", "b"), prompt="?")
    assert draw(Page(title="x", light="off")).getbbox() is None
    left, _, right, _ = draw(page).getbbox()
    moved = draw(Page("Your turn", True, rows=("a", "b"), prompt="?", shift=1)).getbbox()
    assert (moved[0], moved[2]) == (left + 1, right + 1), "nothing falls off the edge"


# -- Mycelia's board ----------------------------------------------------------------------------------------------------


def cell(board, field):
    canvas = Canvas()
    board.draw(canvas, 0, 0)
    x, y = field % 5 * WIDE, field // 5 * HIGH
    return [[canvas.pixel(x + right, y + down) for right in range(1, WIDE)] for down in range(1, HIGH)]


def board_of(**marks):
    match = new(2)
    view = match.view(0)
    drops = marks.pop("drops", [0] * 20)
    view["seats"][0]["drops"] = drops
    return picture_of("mycelia").picture(view, 0, Marks(**marks))


def test_landscapes_and_drops_are_told_apart_without_colour():
    board = board_of()
    looks = {str(cell(board, field)): board.lands[field] for field in range(20)}
    assert len(looks) == 5, "each landscape looks its own way, and all fields of one look alike"
    counted = [str(cell(board_of(drops=[count] * 20), 1)) for count in range(10)]
    assert len(set(counted)) == 10


def test_cursor_goal_choosable_and_new_drops_each_look_different():
    plain = str(cell(board_of(), 1))
    marked = [board_of(cursor=1), board_of(goal=1), board_of(choosable=[1]), board_of(gets=[1])]
    assert len({plain, *(str(cell(one, 1)) for one in marked)}) == 5
    assert all(str(cell(one, 2)) == str(cell(board_of(), 2)) for one in (marked[2], marked[3]))
    assert sum(map(sum, cell(board_of(cursor=1), 1))) > sum(map(sum, cell(board_of(), 1)))


def test_the_numbers_in_the_corner_are_those_of_the_seat():
    match = new(3)
    match.state.seats[1].leaves, match.state.shrine = 7, 4
    gauges = picture_of("mycelia").gauges(match.view(1), 1)
    assert [gauge.text for gauge in gauges] == ["7", "4/15"]


def test_each_seat_sees_its_own_board_with_the_shrine_fields_laid_there():
    match = new(2, expansion=True, boards="advanced")
    match.state.seats[0].side, match.state.seats[1].side = "ridge", "grove"
    match.state.seats[1].shrines = [3]
    drawn = [picture_of("mycelia").picture(match.view(seat), seat) for seat in (0, 1)]
    for seat, board in enumerate(drawn):
        wanted = match.pack.boards[match.state.seats[seat].side].lands[:]
        if seat == 1:
            wanted[3] = "shrine"
        assert list(board.lands) == wanted
    assert cell(drawn[1], 3) == cell(drawn[1], match.pack.boards["grove"].shrine)
    assert picture_of("mycelia").place(["shrine_field", 3]) == Place(3)


def test_gwidyons_pile_and_the_side_of_his_chip_stand_in_the_corner():
    match = new(1, gwidyon_drops=22)
    game, seen = picture_of("mycelia"), []
    for removes in (True, False):
        match.state.gwidyon.chip_removes = removes
        gauge = game.gauges(match.view(0), 0)[-1]
        seen.append(line(gauge.text))
        assert (gauge.sign, gauge.text[:2]) == (GHOST, "22")
    assert seen[0] != seen[1]
    match.state.gwidyon.shown = ["mist", "flood"]
    facts = game.facts(match.view(0), ["Ada"])
    assert any("22 drops" in fact and "blank" in fact and "Mist, Flood" in fact for fact in facts)


def test_a_panel_tells_that_it_is_gwidyons_turn():
    titles = {(match.state.gwidyon.on_turn, panels[0].page().title) for match, panels in walk(3, 1, "none", 60)}
    assert {title for on_turn, title in titles if on_turn} == {"Gwidyon"}
    assert "Your turn" in {title for on_turn, title in titles if not on_turn}


def test_what_may_be_wished_are_all_action_cards_of_that_seat():
    match = new(2, expansion=True)
    match.state.seats[1].actions = ["a", "b", "c", "e", "e"]
    for seat, owned in enumerate(["ab", "abce"]):
        wishes = picture_of("mycelia").wishes({"options": []}, match.view(seat))
        assert [wish.answer[1] for wish in wishes if wish.answer[0] == "action"] == list(owned)


def test_a_game_without_a_picture_has_lists_only():
    other = picture_of("unheard of")
    assert other.picture({}, 0) is None and other.gauges({}, 0) == () and other.turn({"active": 2}, []) == 2
    check_page(Page("Ben's turn", False, (Gauge("x", "9"),), "A long prompt " * 9, ("one", "two " * 40), 1, "help " * 40))
    assert isinstance(board_of(), Board)
