"""The page in a real browser: what people see across the room, what a panel shows, and what a finger does."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.end_to_end.contrast import TEXTS, contrast, luminance
from tests.host.web.desk import LONGEST_S, Desk

CHROMIUM = Path("/usr/bin/chromium")
LONGEST_MS = 1000 * LONGEST_S
expect.set_options(timeout=LONGEST_MS)

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no /usr/bin/chromium here: apt-get install chromium")

# The lit pixels of a canvas, row by row, as a string of 0 and 1.
LIT = """canvas => {
  const data = canvas.getContext('2d').getImageData(0, 0, 128, 64).data;
  return Array.from({ length: 8192 }, (_, at) => (data[4 * at] > 127 ? '1' : '0')).join('');
}"""


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), headless=True)
        yield browser
        browser.close()


@pytest.fixture
def look(chromium):
    """Opens pages of a desk; at the end none of them may have met an error or asked anybody else."""
    contexts, wrong = [], []

    def open_page(desk, path="/", width=1280, height=900, drawn=".player .board", **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LONGEST_MS)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: request.url.startswith(desk.web.address) or wrong.append(request.url))
        page.goto(desk.web.address.rstrip("/") + path)
        # Nothing moves any more once the game is drawn, so that a finger meets what it was put on.
        page.locator(".panel canvas" if "seat" in path else drawn).first.wait_for()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def served():
    desks = []

    def make(*args, answers=0, **options):
        desk = Desk(*args, **options)
        desks.append(desk)
        desk.play(answers)
        desk.web.start()
        return desk

    yield make
    for desk in desks:
        desk.web.stop()


def board_words(desk, seat):
    view = desk.match.view(None)
    drops, lands, width = view["seats"][seat]["drops"], view["board"]["lands"], view["board"]["width"]
    rows = [
        f"row {row + 1}: " + ", ".join(f"{lands[at]} {drops[at]}" for at in range(row * width, (row + 1) * width))
        for row in range(len(lands) // width)
    ]
    return f"Board with {sum(drops)} drops; {'; '.join(rows)}"


def bits(picture):
    return "".join(str(picture[(y >> 3) * 128 + x] >> (y & 7) & 1) for y in range(64) for x in range(128))


def test_the_table_is_seen_as_the_match_stands(served, look):
    desk = served(answers=60)
    page = look(desk)
    for answers in (0, 25):
        desk.play(answers)
        for seat, who in enumerate(desk.names):
            player = page.get_by_role("article", name=who)
            expect(player.get_by_role("img", name="Board with")).to_have_attribute("aria-label", board_words(desk, seat))
            expect(player.locator(".figure", has_text="leaves")).to_contain_text(str(desk.match.state.seats[seat].leaves))
            expect(player.locator(".figure", has_text="in hand")).to_contain_text(str(len(desk.match.state.seats[seat].hand)))
        active = desk.names[desk.match.state.active]
        expect(page.locator("#turn")).to_have_text(f"{active} is on turn")
        expect(page.locator(".player.active")).to_have_attribute("aria-label", active)
        for _, question in desk.match.questions.values():
            expect(page.locator("#asked")).to_contain_text(desk.match.words.prompt(desk.match, question, desk.names))
        shrine = desk.match.state.shrine
        expect(page.locator("svg.shrine")).to_have_attribute("aria-label", re.compile(f"holds {shrine} drops? of 10"))
        heroes = page.locator(".heroes li")
        for place, card in enumerate(desk.match.state.showcase):
            expect(heroes.nth(place)).to_contain_text(desk.match.pack.cards[card].name)
            expect(heroes.nth(place).locator("p")).not_to_be_empty()


def test_each_field_shows_its_drops_and_tells_its_landscape_without_colour(served, look):
    desk = served(answers=60)
    page = look(desk)
    board = page.locator(".player").first.locator("svg.board > g")
    lands, drops = desk.match.pack.board.lands, desk.match.state.seats[0].board
    expect(board).to_have_count(len(lands))
    patterns = {}
    for at, (land, count) in enumerate(zip(lands, drops, strict=True)):
        field = board.nth(at)
        expect(field.locator("path.drop")).to_have_count(min(count, 4) if count <= 4 else 1)
        if count > 4:
            expect(field.locator("text.many")).to_have_text(str(count))
        if land != "shrine":
            expect(field.locator("text.letter")).to_have_text(land[0].upper())
        patterns.setdefault(land, set()).add(field.locator("path.pattern").get_attribute("d"))
    assert all(len(shapes) == 1 for shapes in patterns.values())
    assert len(set.union(*patterns.values())) == 5, "five landscapes, five patterns"


def test_each_player_has_an_own_board_and_shrine_fields_are_laid_on_it(served, look):
    desk = served(3, answers=60, options={"expansion": True, "boards": "advanced"})
    page = look(desk)
    seats, boards = desk.match.state.seats, desk.match.pack.boards
    for number, seat in enumerate(seats):
        fields = page.locator(".player").nth(number).locator("svg.board > g")
        for at, land in enumerate(boards[seat.side].lands):
            wanted = "shrine" if at in seat.shrines else land
            expect(fields.nth(at).locator("g.land")).to_have_class(re.compile(rf"\b{wanted}\b"))
    field = boards[seats[1].side].fields["moss"][0]
    seats[1].shrines, seats[1].board[field] = [field], 0
    desk.show([])
    laid = page.locator("svg.board .land.laid")
    expect(laid).to_have_count(sum(len(seat.shrines) for seat in seats))
    expect(page.locator(".player").nth(1).locator("svg.board > g").nth(field).locator(".land.shrine.laid")).to_have_count(1)


def test_action_cards_and_what_left_the_game_are_seen(served, look):
    desk = served(2, answers=60, options={"expansion": True})
    seat, state = desk.match.state.seats[1], desk.match.state
    seat.actions, seat.used, state.cards_out = ["a", "b", "c", "e"], ["c"], ["rag_gatherer", "action d"]
    desk.show([])
    page = look(desk)
    cards = page.get_by_role("article", name="Ben").locator(".action")
    expect(cards).to_have_text(["Action A ✓ free", "Action B ✓ free", "Action C ✗ used", "Action E ✓ free"])
    expect(page.locator(".stock")).to_contain_text(f"Removed from the game: {desk.match.pack.cards['rag_gatherer'].name}, action D")
    expect(page.locator(".stock")).to_contain_text(f"Action cards left: {' '.join(state.action_supply).upper()}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_gwidyon_is_seen_beside_a_player_alone(served, look, scheme):
    desk = served(1, answers=40)
    page = look(desk, color_scheme=scheme)
    desk.play_until("gwidyon_turn_began")
    expect(page.locator("#turn")).to_have_text("Gwidyon is on turn")
    desk.play_until("chip_flipped")
    gwidyon, seen = desk.match.state.gwidyon, page.get_by_role("region", name="Gwidyon")
    expect(seen.locator(".figure", has_text="drops left")).to_contain_text(str(gwidyon.drops))
    expect(seen.locator(".figure", has_text="chip")).to_contain_text("remove" if gwidyon.chip_removes else "blank")
    if gwidyon.shown:
        expect(seen).to_contain_text(f"Last solo card: {desk.match.pack.solo_names[gwidyon.shown[-1]]}")
    assert [text for text in page.evaluate(TEXTS) if contrast(text["colour"], text["behind"]) < 4.5] == []


def test_with_light_tracking_the_page_shows_counts_and_where_new_drops_go(served, look):
    desk = served(3, options={"tracking": "light", "pieces": "real", "boards": "advanced"})
    desk.play_until("board_ready")
    page = look(desk)
    assert page.locator(".mycelia-showcase .heroes").is_hidden()
    expect(page.locator(".mycelia-showcase")).to_contain_text(f"supply card {desk.match.state.supply_card}")
    desk.play_until("shrine_turned")
    fields = {question.seat: question.task["fields"] for _, question in desk.match.questions.values()}
    for seat, player in enumerate(page.locator(".player").all()):
        left = desk.match.state.seats[seat].drops
        expect(player.locator(".figure:visible")).to_have_text([f"drops left{left}"])
        expect(player.locator(".board")).to_have_attribute("aria-label", f"Board; new drops on {plural(fields[seat])}")
        drawn = player.locator(".held").evaluate_all("all => all.flatMap((held, at) => held.querySelector('.drop') ? [at] : [])")
        assert drawn == sorted(fields[seat])
    desk.play_until("turn_ended")
    expect(page.locator(".held .drop")).to_have_count(0)


def plural(fields):
    return "1 field" if len(fields) == 1 else f"{len(fields)} fields"


@pytest.mark.parametrize(("width", "height"), [(320, 700), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("seats", [1, 4])
def test_all_that_the_expansion_has_finds_its_place(served, look, seats, width, height):
    desk = served(seats, answers=150, options={"expansion": True, "boards": "advanced"})
    for seat in desk.match.state.seats:
        seat.actions = ["a", "b", "c", "e"]
    desk.show([])
    page = look(desk, "/", width, height)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.left, box.top, box.right, box.bottom])"
    for player in page.locator(".player").all():
        inner = player.locator(":scope > *").evaluate_all(boxes)
        assert player.locator("svg.board").bounding_box()["height"] > 80
        for at, (left, top, right, bottom) in enumerate(inner):
            for x, y, to_x, to_y in inner[:at]:
                assert left >= to_x - 1 or right <= x + 1 or top >= to_y - 1 or bottom <= y + 1


def test_the_log_grows_and_keeps_its_end_in_sight(served, look):
    desk = served(answers=40)
    page = look(desk)
    lines = page.locator("#log li")
    expect(lines).to_have_count(len(desk.texts))
    desk.play(40)
    desk.web.notice("The dice reader is asleep.")
    expect(lines).to_have_count(min(200, len(desk.texts) + 1))
    expect(lines.last).to_have_text("Table: The dice reader is asleep.")
    expect(lines.last).to_be_in_viewport()
    assert lines.all_inner_texts()[:-1] == desk.texts[-199:]


def test_the_end_of_the_match_is_seen(served, look):
    desk = served(answers=5000)
    page = look(desk)
    result = desk.match.result()
    expect(page.locator("#turn")).to_contain_text(f"{desk.names[result.winners[0]]} won: {result.reason}")
    expect(page.locator(".player.active")).to_contain_text("★ won")


def test_the_panel_is_seen_pixel_by_pixel(served, look):
    desk, noise = served(), random.Random(4)
    page, own = look(desk), look(desk, "/seat/1")
    for _ in range(3):
        desk.pictures.update({0: noise.randbytes(1024), 1: noise.randbytes(1024)})
        for where, seat in ((page, 0), (page, 1), (own, 1)):
            canvas = where.locator(f".panel[data-seat='{seat}'] canvas")
            wanted = [canvas.element_handle(), bits(desk.pictures[seat])]
            where.wait_for_function(f"([canvas, bits]) => ({LIT})(canvas) === bits", arg=wanted)
    scale = own.locator("canvas").evaluate("canvas => canvas.getBoundingClientRect().width / 128")
    assert scale == int(scale) >= 2, "a whole number of pixels for each of the glass"


def test_a_finger_presses_the_pins_down_and_up(served, look):
    desk = served()
    page = look(desk)
    ok = page.get_by_role("button", name="OK, Ben")
    ok.hover()
    page.mouse.down()
    assert desk.pressed(1) == [(1, "ok", True)]
    page.mouse.move(2, 2)
    page.mouse.up()
    assert desk.pressed(1) == [(1, "ok", False)], "let go beside the button it is let go all the same"
    page.get_by_role("button", name="Next, Ada").click(click_count=2)
    assert desk.pressed(4) == [(0, "next", True), (0, "next", False)] * 2
    ok.evaluate("button => button.click()")
    assert desk.pressed(2) == [(1, "ok", True), (1, "ok", False)], "as a screen reader clicks"
    assert desk.presses.empty()


def test_a_finger_on_glass_presses_the_pins(served, look):
    desk = served()
    page = look(desk, "/seat/0", 390, 844, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="OK").tap()
    assert desk.pressed(2) == [(0, "ok", True), (0, "ok", False)]
    assert desk.presses.empty()


def test_keys_press_the_pins(served, look):
    desk = served()
    page = look(desk)
    page.get_by_role("button", name="Next, Ada").focus()
    for key, button in (("Space", "next"), ("Enter", "next"), ("ArrowLeft", "next"), ("ArrowRight", "ok")):
        page.keyboard.down(key)
        page.keyboard.down(key)  # a key that is held repeats
        assert desk.pressed(1) == [(0, button, True)]
        page.keyboard.up(key)
        assert desk.pressed(1) == [(0, button, False)]
    page.keyboard.down("Space")
    page.keyboard.press("Tab")
    assert desk.pressed(2) == [(0, "next", True), (0, "next", False)], "who goes on to the next button lets this one go"
    assert desk.presses.empty()


def test_everything_that_can_be_pressed_is_reached_by_tab(served, look):
    desk = served(answers=20)
    page = look(desk)
    wanted = page.locator("button, a, summary").count()
    reached = set()
    for _ in range(wanted + 3):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("(() => { const at = document.activeElement; return at.ariaLabel || at.id || at.textContent; })()")
        )
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid" or page.evaluate("document.activeElement === document.body"), "it is seen where one is"
    assert {"Next, Ada", "OK, Ada", "Next, Ben", "OK, Ben", "log", "Ada", "Ben", "Keys"} <= reached


def test_a_seats_page_shows_its_panel_and_nothing_else(served, look):
    desk = served(answers=20)
    page = look(desk, "/seat/1")
    expect(page.get_by_role("heading", name="Ben")).to_be_visible()
    expect(page.locator("canvas")).to_have_count(1)
    expect(page.locator(".board, #log")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    assert desk.pressed(2) == [(1, "ok", True), (1, "ok", False)], "no button needs to be chosen first"
    desk.play_until("turn_began")
    other = desk.names[desk.match.state.active]
    words = "You are asked: look at the panel" if other == "Ben" else f"Waiting for {other}"
    expect(page.locator("#turn")).to_have_text(words)


def test_a_page_that_is_left_lets_its_button_go(served, look):
    desk = served()
    page = look(desk, "/seat/0")
    page.get_by_role("button", name="OK").hover()
    page.mouse.down()
    assert desk.pressed(1) == [(0, "ok", True)]
    page.close()
    assert desk.pressed(1) == [(0, "ok", False)]


def test_the_page_comes_back_by_itself(served, look):
    desk = served(answers=30)
    page = look(desk)
    expect(page.locator("#log li")).to_have_count(len(desk.texts))
    desk.web.stop()
    expect(page.locator("#link")).to_contain_text("Trying again")
    button = page.get_by_role("button", name="OK, Ada")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    desk.play(10)
    desk.web.start()
    expect(page.locator("#link")).to_be_hidden()
    expect(page.locator("#log li")).to_have_count(len(desk.texts))
    assert page.locator("#log li").all_inner_texts() == desk.texts, "nothing is missing, nothing is told twice"
    assert desk.presses.empty(), "what was pressed meanwhile is forgotten"
    button.click()
    assert desk.pressed(2) == [(0, "ok", True), (0, "ok", False)]


def test_the_shrine_turns_as_it_turns(served, look):
    desk = served(answers=30)
    desk.turns = 2.0
    page = look(desk)
    wheel, note = page.locator("g.wheel"), page.locator(".mycelia-shrine .note")
    expect(wheel).to_have_attribute("data-turns", "2.0000")
    desk.turns = 2.4
    expect(note).to_contain_text("The Shrine turns: 40 %")
    expect(wheel).to_have_attribute("data-turns", "2.4000")
    assert "rotate(864deg)" in wheel.get_attribute("style")
    desk.turns = 3.0
    expect(wheel).to_have_attribute("data-turns", "3.0000")
    expect(note).not_to_contain_text("turns")


def test_people_who_want_no_motion_read_how_far_it_is(served, look):
    desk = served(answers=30)
    desk.turns = 2.4
    page = look(desk, reduced_motion="reduce")
    expect(page.locator(".mycelia-shrine .note")).to_contain_text("The Shrine turns: 40 %")
    expect(page.locator("g.wheel")).to_have_attribute("data-turns", "2.0000")


def test_the_last_die_is_seen_with_its_source(served, look):
    desk = served()
    page = look(desk)
    desk.play_until("rolled_for_first")
    expect(page.locator("#die")).to_contain_text(re.compile(r"[1-6].*thrown"))
    desk.source = "typed"
    desk.play_until("rolled_for_first")
    expect(page.locator("#die")).to_contain_text("typed by a person")
    desk.play_until("shrine_turned")
    expect(page.locator("#die")).to_contain_text(re.compile(f"({'|'.join(desk.match.pack.faces)}).*from the random generator"))


@pytest.mark.parametrize("width", [320, 768, 1920, 3840])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_is_wider_than_the_screen(served, look, width, seats):
    desk = served(seats, answers=100)
    for path in ("/", "/seat/0"):
        page = look(desk, path, width, width * 9 // 16 if width > 1000 else 800)
        wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide[0] <= wide[1]
        out = """[...document.querySelectorAll('body *')].filter(e => !e.closest('.skip') && e.getBoundingClientRect().right
                 > innerWidth + 1).map(e => e.outerHTML.slice(0, 80))"""
        assert page.evaluate(out) == []
        if width > 1000:
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "a big screen needs no scrolling"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 768), (1920, 1080)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_on_a_computers_screen_panels_are_twice_their_size_and_nothing_covers_anything(served, look, seats, width, height):
    desk = served(seats, answers=300)
    page = look(desk, "/", width, height)
    boxes = "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.left, box.top, box.right, box.bottom])"
    assert min(right - left for left, _, right, _ in page.locator(".player canvas").evaluate_all(boxes)) >= 256
    if seats == 4:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "all of it is seen at once"
    texts = page.locator(".player").evaluate_all("all => all.map((one) => [...one.children].map((part) => part.className))")
    for number, parts in enumerate(texts):
        player = page.locator(".player").nth(number)
        (outer,) = player.evaluate_all(boxes)
        inner = player.locator(":scope > *").evaluate_all(boxes)
        for at, (left, top, right, bottom) in enumerate(inner):
            assert outer[0] <= left and right <= outer[2] and outer[1] <= top and bottom <= outer[3], parts[at]
            for other in range(at):
                x, y, to_x, to_y = inner[other]
                assert left >= to_x - 1 or right <= x + 1 or top >= to_y - 1 or bottom <= y + 1, (parts[at], parts[other])


def test_a_big_screen_is_read_from_three_metres(served, look):
    """Letters for people across the room: on a 55 inch screen of 4K a pixel is 0.32 mm, and 5 arc minutes at 3 m are 4.4 mm."""
    desk = served(4, answers=100)
    page = look(desk, "/", 3840, 2160)
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    for what, at_least in (("#turn", 60), (".player h2", 60), (".figure dd", 60), ("#asked", 48), (".heroes p", 36), ("#log", 36)):
        assert page.locator(what).first.evaluate(size) >= at_least, what
    drop = page.locator(".player .board .drop").first.evaluate("element => element.getBoundingClientRect().height")
    assert drop >= 30
    assert page.locator(".player canvas").first.evaluate("canvas => canvas.getBoundingClientRect().width") >= 512


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/seat/0"])
def test_text_stands_out_in_light_and_dark(served, look, scheme, path):
    desk = served(answers=100)
    desk.web.notice("A word of the table.")
    page = look(desk, path, color_scheme=scheme)
    if path == "/":
        expect(page.locator("#log li.notice")).to_be_attached()
    texts = page.evaluate(TEXTS)
    assert len(texts) > (60 if path == "/" else 5)
    weak = [text for text in texts if contrast(text["colour"], text["behind"]) < 4.5]
    assert weak == []
    paper = luminance(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert (paper > 0.5) == (scheme == "light")


def test_a_screen_reader_finds_names_for_everything(served, look):
    desk = served(answers=60)
    page = look(desk)
    names = [button.get_attribute("aria-label") for button in page.locator("button").all()]
    assert sorted(names) == ["Next, Ada", "Next, Ben", "OK, Ada", "OK, Ben"]
    for image in page.locator("[role=img]").all():
        assert image.get_attribute("aria-label")
    unnamed = "[...document.querySelectorAll('svg')].filter(e => !e.closest('[role=img], [aria-hidden=true]')).length"
    assert page.evaluate(unnamed) == 0, "a drawing has a name or is none of a reader's business"
    for live in ("#log", "#turn", "#asked"):
        expect(page.locator(live)).to_have_attribute("aria-live", "polite")
    expect(page.locator("#log")).to_have_attribute("role", "log")
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    for text in ("Space", "Enter", "←", "→"):
        expect(page.locator(".foot kbd", has_text=text)).to_have_count(1)


def test_names_are_text_whatever_they_are(served, look):
    desk = served()
    desk.names = ["<img src=x onerror=alert(1)>", "A name that is much longer than any panel, card or head of a page likes"]
    page = look(desk, "/", 320, 700)
    desk.begin()
    expect(page.locator(".player h2 a").first).to_have_text(desk.names[0])
    expect(page.locator(".player img")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_without_a_drawing_is_told_in_words(served, look):
    desk = served(answers=60)
    desk.match = desk.match.copy()
    desk.match.game = "checkers"
    desk.begin()
    page = look(desk, drawn=".player")
    expect(page.locator("#lines")).to_contain_text(desk.match.words.table_lines(desk.match, desk.names)[0])
    expect(page.locator("#lines")).to_be_visible()
