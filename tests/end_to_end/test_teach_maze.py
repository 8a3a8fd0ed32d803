"""A layout, a card and a Detention card of Mythic Mischief are taught by tapping spaces and edges on the page.

`PICTURES=folder pytest tests/end_to_end/test_teach_maze.py` keeps pictures of the page.
"""

import os
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from host.teach_typed import Lesson
from host.web.server import WebTable
from host.web.teach import TeachPage
from tests.end_to_end.browsing import needs_browser

HEDGES = ["A1-B1", "B2-C2", "C3-C4", "D4-E4", "A5-B5", "D1-D2", "E2-E3", "B3-B4", "A3-A4", "C1-D1"]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "mine.toml"


@pytest.fixture
def address(file):
    lesson = Lesson("mischief", file)
    web = WebTable(more=TeachPage(lambda: lesson).routes)
    web.start()
    yield web.address
    web.stop()


def tap(page, prompt, *places):
    """Tap these once it is asked, then answer; a place ending in "*2" is tapped twice."""
    expect(page.locator("#prompt")).to_contain_text(prompt)
    for place in places:
        name, _, times = place.partition("*")
        for _ in range(int(times or 1)):
            page.locator(f'.board button[aria-label="{name}"]').click()
    folder = os.environ.get("PICTURES")
    if folder:
        page.screenshot(path=str(Path(folder) / f"maze-{prompt.split()[-1].strip('?')}.png"))
    page.get_by_role("button", name="Answer", exact=True).click()


def say(page, prompt, text):
    expect(page.locator("#prompt")).to_contain_text(prompt)
    page.locator("#answer").fill(text)
    page.get_by_role("button", name="Answer", exact=True).click()


@needs_browser
def test_hedges_spaces_and_pushes_are_tapped(page, address, file):
    page.goto(f"{address}teach")
    say(page, "called", "Ada's box")
    say(page, "What do you want to teach?", "layout 1")
    tap(page, "Where do its Hedges stand?", *HEDGES)
    tap(page, "Clutter", "A2", "C5", "E4", "B1", "B1", "D3")
    say(page, "What do you want to teach?", "card after 3")
    say(page, "How far", "4")
    tap(page, "Destinations 1, 2 and 3", "E5", "A1", "C2")
    tap(page, "Tomes", "B2", "D4")
    tap(page, "entrances", "A5", "E1")
    say(page, "What do you want to teach?", "detention 1")
    say(page, "icon", "3")
    tap(page, "pushed", "B2", "C3*2", "D4*4", "E5*5")
    tap(page, "caught", "A1")
    tap(page, "tripped", "A2")
    tap(page, "Enchanted")
    expect(page.locator("#prompt")).to_contain_text("What do you want to teach?")
    taught = tomllib.loads(file.read_text(encoding="utf-8"))
    (layout,), (card,), (detention,) = taught["layout"], taught["destination"], taught["detention"]
    assert layout["hedges"][:3] == [["V", 1, 1], ["V", 2, 2], ["H", 3, 3]] and len(layout["hedges"]) == 10
    assert layout["clutter"] == [[1, 2], [3, 5], [5, 4], [4, 3]], "what is tapped again is left out"
    assert (card["stops"], card["tomes"]) == ([[5, 5], [1, 1], [3, 2]], [[2, 2], [4, 4]])
    assert detention["pushed"] == [[2, 2, "N"], [3, 3, "E"], [4, 4, "W"]]
    assert (detention["caught"], detention["tripped"], detention["tomes"]) == ([[1, 1]], [[1, 2]], [])
