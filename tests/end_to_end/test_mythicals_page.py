"""Mythicals at the demo: a turn is played by clicks on the page of a seat, and seen on the page of the table.

`PICTURES=folder pytest tests/end_to_end/test_mythicals_page.py` keeps pictures of both.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.end_to_end.browsing import Person, needs_browser
from tests.end_to_end.demo_table import LONGEST_S, DemoTable
from tests.end_to_end.make_save import NAMES, with_reserve


def keep(page, name):
    folder = os.environ.get("PICTURES")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def colour(view, name):
    (found,) = [one for one in view["colours"] if one["id"] == name]
    return f"{found['name']} {found['symbol']}"


def cards_words(view, cards):
    """What is read of cards that lie there: by colour, as the board has them."""
    rows = {}
    for face in (view["cards"][card] for card in cards):
        rows.setdefault(face["colour"], []).append(str(face["value"]))
    order = [one for one in view["columns"] if one in rows]
    return "; ".join(f"{colour(view, one)} {', '.join(rows[one])}" for one in order) or "no cards"


def token_words(view, token):
    face = view["tokens"][token]
    kind = {"suite": f"suite of {face['size']}", "set": f"set of {face['size']}", "full": "full suite"}[face["kind"]]
    return f"{colour(view, face['column'])} {kind}"


def board_words(view):
    """What is read of the tokens that lie on the board."""
    told = []
    for token in (token for column in view["columns"].values() for token in column if token in view["board"]):
        markers, blocked = view["board"][token]["markers"], view["board"][token]["blocked"]
        there = (f" with {markers} marker{'s'[: markers != 1]}" if markers else "") + (" blocked" if blocked else "")
        told.append(f"{token_words(view, token)} for {view['tokens'][token]['points']}{there}")
    return f"On the board: {'; '.join(told)}"


def shows(page, view):
    """The page of the table shows all that a spectator may know."""
    expect(page.locator("svg.tokens")).to_have_attribute("aria-label", board_words(view))
    reserve = f"Reserve: {cards_words(view, view['reserve'])}"
    expect(page.locator(".mythicals-aside svg.cards")).to_have_attribute("aria-label", reserve)
    expect(page.locator(".mythicals-aside .figure", has_text="in the draw pile")).to_contain_text(str(view["deck"]))
    for name, seat in zip(NAMES, view["seats"], strict=True):
        player = page.get_by_role("article", name=name)
        expect(player.locator("svg.cards")).to_have_attribute("aria-label", f"Collection: {cards_words(view, seat['hand'])}")
        for what, number in (("tokens", seat["tokens"]), ("markers", seat["markers"]), ("cards", seat["hand_size"])):
            expect(player.locator(".figure", has_text=what)).to_contain_text(str(number))
        top = f"On top: {token_words(view, seat['top'])}" if seat["top"] else "No token yet"
        expect(player.locator(".mythicals-notes")).to_contain_text(top)


@needs_browser
def test_a_turn_is_played_by_clicks_on_a_seats_page_and_seen_on_the_table(tmp_path, page):
    save, before, after = with_reserve()
    with DemoTable(tmp_path, save, speed=4.0, humans=2) as demo:
        table = page.context.new_page()
        table.goto(demo.address)
        expect(table.locator("#turn")).to_have_text("Ada is on turn")
        shows(table, before.view(None))
        keep(table, "mythicals-before")
        page.goto(f"{demo.address}seat/0")
        expect(page.locator("#turn")).to_contain_text("You are asked")
        person = Person(page, "Ada")
        person.take(next(row for row in person.read_rows() if not row.startswith("reveal")))
        while (seen := person.look()).asked:
            keep(page, f"mythicals-seat-{len(person.did)}")
            person.take(seen.cursor)
        expect(page.locator("#turn")).to_have_text("Waiting for Ben")
        expect(table.locator("#turn")).to_have_text("Ben is on turn")
        shows(table, after.view(None))
        for text in ("Ada takes", "Ada acquires"):
            expect(table.locator("#log")).to_contain_text(text)
        keep(table, "mythicals-after")
        for width, height in ((1366, 768), (1920, 1080), (1280, 800)):
            table.set_viewport_size({"width": width, "height": height})
            keep(table, f"mythicals-{width}")
            assert table.evaluate("document.documentElement.scrollHeight <= innerHeight"), "it is seen at a glance"
        widths = table.locator(".player canvas").evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
        assert min(widths) >= 256, "panels are twice their size at least"
        for one in (page, table):
            one.goto("about:blank")
        demo.leave()
    export = [sys.executable, "-m", "host", "export", "--journal", str(demo.journal)]
    text = subprocess.run(export, capture_output=True, text=True, timeout=LONGEST_S, check=True).stdout
    entries = [json.loads(line) for line in text.splitlines()[save.count("\n") - 1 : -1]]
    assert {entry["source"] for entry in entries if entry["by"] == "seat 0"} == {"panel"}, "everything came from the buttons"
