"""A box that was invented is taught in a real browser, by tapping; then a match is played with it to its end."""

from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from host.packs import read_owners
from host.simulate import Plan, play
from host.teach_typed import Lesson
from host.web.server import WebTable
from host.web.teach import TeachPage
from tests.host.web.desk import LONGEST_S

CHROMIUM = Path("/usr/bin/chromium")
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no /usr/bin/chromium here: apt-get install chromium")
BOARD = ["LMW", "S.L", "MWS", "LSM"]
DROPS = ["222", "3.3", "222", "011"]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "mine.toml"


@pytest.fixture
def page(file):
    """The page, on which no script may fail."""
    web, wrong = WebTable(more=TeachPage(Lesson("mycelia", file)).routes), []
    web.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), headless=True)
        page = browser.new_page()
        page.set_default_timeout(1000 * LONGEST_S)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(web.address + "teach")
        yield page
        browser.close()
    web.stop()
    assert wrong == []


def answer(page, text, then):
    """Type an answer; `then` is asked next."""
    page.get_by_label("Your answer").fill(text)
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#prompt")).to_contain_text(then, timeout=1000 * LONGEST_S)


def pick(page, choice, then):
    page.locator("#choices").get_by_role("button", name=choice, exact=True).click()
    expect(page.locator("#prompt")).to_contain_text(then, timeout=1000 * LONGEST_S)


def tap(page, rows, letters):
    """Tap a grid of 3x4 fields until it shows `rows`."""
    for _ in range(2):
        page.get_by_role("button", name="a column less").click()
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            for _ in range(letters.index(letter)):
                page.locator(f"[data-place='{row},{column}']").click()
    page.get_by_role("button", name="Take it").click()


def test_a_box_is_taught_by_tapping_and_played(page, file):
    answer(page, "Box of nobody", "What do you want to teach?")
    answer(page, "board front", "How many columns")
    answer(page, "", "Tap each field")
    expect(page.get_by_role("button", name="Take it")).to_be_disabled()
    tap(page, BOARD, "LMWS.-")
    expect(page.locator("#said")).to_have_text("Taken: board 'Front'.", timeout=1000 * LONGEST_S)
    pick(page, "setup", "Which side")
    pick(page, "1a", "Tap each field")
    tap(page, DROPS, "0123456789.-")
    expect(page.locator("#said")).to_have_text("Taken: setup '1a'.", timeout=1000 * LONGEST_S)
    answer(page, "hero Pip", "Which set")
    pick(page, "basic", "How many leaves")
    answer(page, "3", "What does it do?")
    pick(page, "remove", "How many drops are shown?")
    answer(page, "1", "Of which field?")
    pick(page, "any", "How many drops must")
    answer(page, "", "a field beside it?")
    pick(page, "no", "How many times?")
    answer(page, "2", "And then?")
    expect(page.locator("#said")).to_contain_text("up to 2 times: remove 1 drop from any field")
    pick(page, "end", "What do you want to teach?")
    page.locator("#choices").get_by_role("button", name="done").click()
    expect(page.locator("#said")).to_contain_text("it can be played", timeout=1000 * LONGEST_S)

    pack = read_owners(file, "mycelia")
    assert (pack.board.width, pack.board.height, sum(pack.setups["1a"])) == (3, 4, 20)
    assert pack.cards["pip"].text == "2 x (remove 1 any)"
    assert play(Plan("mycelia", 2, {}, ["greedy", "greedy"], 1, pack), 0).reason is None
