"""Mythic Mischief at the demo: the Werewolves' turn is played by clicks on a seat's page, and seen on the page of the table.

`PICTURES=folder pytest tests/end_to_end/test_mischief_page.py` keeps pictures of both.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.end_to_end.browsing import Person, needs_browser
from tests.end_to_end.demo_table import LONGEST_S, DemoTable
from tests.end_to_end.make_save import WERE_DOES, werewolf_turn


def keep(page, name):
    folder = os.environ.get("PICTURES")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def do(person, verb):
    """Choose the first row that begins with that verb, then whatever comes first, until it is done."""
    person.take_first(lambda row: row.lower().startswith(verb))
    while person.did[-1].endswith(">") or "pays first" in person.look().words:
        person.take(person.look().cursor)


@needs_browser
def test_werewolves_fling_heave_distract_and_move_by_clicks_on_their_page(tmp_path, page):
    save, before = werewolf_turn()
    with DemoTable(tmp_path, save, speed=4.0, humans=2) as demo:
        table = page.context.new_page()
        table.goto(demo.address)
        expect(table.locator("#turn")).to_have_text("Ada is on turn")
        maze = table.locator("svg.maze")
        mythics = [figure["name"] for figure in before.view(None)["figures"] if figure["cell"] >= 0]
        for name in mythics:
            expect(maze).to_have_attribute("aria-label", re.compile(rf"\b{name} on [A-E][1-5]"))
        expect(maze).to_have_attribute("aria-label", re.compile("10 Hedges"))
        keep(table, "mischief-before")
        page.goto(f"{demo.address}seat/0")
        expect(page.locator("#turn")).to_contain_text("You are asked")
        person = Person(page, "Ada")
        for verb in WERE_DOES:
            stood = maze.get_attribute("aria-label") + table.locator("#log").inner_text()
            do(person, verb)
            expect(person.page.locator("#turn")).to_contain_text("You are asked")
            assert stood != maze.get_attribute("aria-label") + table.locator("#log").inner_text(), verb
            keep(page, f"mischief-{verb}")
        person.take_first(lambda row: row.startswith("End the Mythic"))
        for text in ("Fling", "Heave", "distracts", "moves from", "ends the Mythic Phase"):
            expect(table.locator("#log")).to_contain_text(text)
        keep(table, "mischief-after")
        for one in (page, table):
            one.goto("about:blank")
        demo.leave()
    export = [sys.executable, "-m", "host", "export", "--journal", str(demo.journal)]
    text = subprocess.run(export, capture_output=True, text=True, timeout=LONGEST_S, check=True).stdout
    entries = [json.loads(line) for line in text.splitlines()[save.count("\n") - 1 : -1]]
    verbs = [entry["answer"][0] for entry in entries if entry["by"] == "seat 0" and entry["answer"][0] != "die"]
    assert verbs[:5] == [*WERE_DOES, "pass"]
    assert {entry["source"] for entry in entries if entry["by"] == "seat 0"} == {"panel"}, "everything came from the buttons"
