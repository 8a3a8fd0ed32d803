"""The demo, from a save near a full Shrine, played on its page with two buttons by somebody who reads nothing but the page.

`PICTURES=folder pytest tests/end_to_end/test_browser.py` keeps pictures of page and panels.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from host.panels.wire import unpack
from shared_rules import record
from tests.end_to_end.browsing import Person, needs_browser
from tests.end_to_end.chain import INSIDE_THE_MARK
from tests.end_to_end.demo_table import LONGEST_S, DemoTable
from tests.end_to_end.make_save import FILE, near_full, thrifty

TURN = 4075.7728

def drops_on(page):
    """How many drops lie on each board, as the page says."""
    boards = page.get_by_role("img", name="Board with")
    return [int(re.search(r"with (\d+) drop", boards.nth(at).get_attribute("aria-label"))[1]) for at in range(boards.count())]


def keep(page, name):
    folder = os.environ.get("PICTURES")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def keep_panels(pictures):
    folder = os.environ.get("PICTURES")
    if folder:
        for name, glass in pictures.items():
            picture = unpack(bytes(json.loads(glass))).convert("L")
            picture.resize((384, 192), Image.Resampling.NEAREST).save(Path(folder) / f"panel-{name}.png")


@needs_browser
def test_a_turn_is_played_with_two_buttons_and_the_shrine_turns(tmp_path, page):
    save = near_full()
    with DemoTable(tmp_path, save, speed=4.0) as demo:
        page.goto(demo.address)
        expect(page.locator("#turn")).to_have_text("Ada is on turn")
        before, drops = demo.world.counts(), drops_on(page)
        person = Person(page, "Ada")
        seen = person.look()
        assert (seen.asked, seen.title[:9]) == (True, "Your turn")
        hired = False
        while not (person.did and person.did[-1] == "end the turn"):
            rows = person.read_rows() if "what will you do" in person.look().words else [person.look().cursor]
            person.take(rows[thrifty(rows, hired)])
            hired |= person.did[-1].startswith("hire")
        assert sum(row.startswith("play") for row in person.did) == 3, person.did
        assert sum(row.startswith("hire") for row in person.did) == 1, person.did
        left = drops_on(page)
        expect(page.locator(".mycelia-shrine .note")).to_contain_text("The Shrine turns")
        keep(page, "turning")
        expect(page.locator("#log")).to_contain_text("Ben is on turn")
        expect(page.locator("g.wheel")).to_have_attribute("data-turns", re.compile(r"^(1\.0|0\.99)"))
        log = page.locator("#log").inner_text()
        assert re.search("Ada hires", log) and re.search("The shrine", log, re.IGNORECASE), log
        after = demo.world.counts()
        assert abs(after.half_steps - before.half_steps - TURN) < INSIDE_THE_MARK, "the board turned the ring once"
        assert after.drops_taken - before.drops_taken == 10, "hands took what fell out"
        assert all(now > then for now, then in zip(drops_on(page), left, strict=True)), (drops, left, drops_on(page))
        keep(page, "after")
        keep_panels(person.pictures)
        page.goto("about:blank")
        match = re.search(r"Match (\w+)", demo.leave())[1]
    export = [sys.executable, "-m", "host", "export", match, "--journal", str(demo.journal)]
    text = subprocess.run(export, capture_output=True, text=True, timeout=LONGEST_S, check=True).stdout
    entries = [json.loads(line) for line in text.splitlines()[save.count('\n') - 1 : -1]]
    (flush,) = [entry for entry in entries if isinstance(entry["answer"], dict)]
    assert (flush["answer"]["turned_by"], flush["answer"]["drops_seen"]) == ("board", 10)
    ada = [entry for entry in entries if entry["by"] == "seat 0"]
    assert {entry["source"] for entry in ada} == {"panel"}, "everything came from the buttons"
    record.replay(text)


def test_the_save_that_is_kept_is_what_the_script_makes():
    """Where rules or content are newer than it, it says so; `python -m tests.end_to_end.make_save` makes it anew."""
    kept, made = FILE.read_text(encoding="utf-8"), near_full()
    one, other = (json.loads(text.partition("\n")[0]) for text in (kept, made))
    if all(one[key] == other[key] for key in ("pack", "rules_version")):
        assert kept == made
    else:
        with pytest.raises(record.BadRecord, match="the save was made with"):
            record.replay(kept)
