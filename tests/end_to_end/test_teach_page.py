"""At a running demo somebody teaches a whole invented box on the page, by tapping; the next match is played with it to its end.

`PICTURES=folder pytest tests/end_to_end/test_teach_page.py` keeps pictures of the page.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from host.packs import read_owners
from shared_rules import record
from tests.end_to_end.browsing import Person, needs_browser
from tests.end_to_end.demo_table import LONGEST_S, DemoTable
from tests.end_to_end.make_save import almost_over

FACES = ["sun", "moon", "star", "wind", "rain", "hail"]
BOARD = ["LMW", "S.L", "MWS", "LSM"]
SIDES = [f"{card}{side}" for card in range(1, 5) for side in "ab"]
# Six drops in each row but the last; the second row has the shrine field in its middle.
SIXES, MIDDLES, LASTS = ["222", "321", "123"], ["3.3", "2.4", "4.2"], ["011", "101", "110"]
SETUPS = {side: [SIXES[at % 3], MIDDLES[at % 3], SIXES[-at // 3 % 3], LASTS[at // 3]] for at, side in enumerate(SIDES)}
PLACES = ["up", "down", "left", "right", "up left", "down, down down"]
SUPPLIES = {side: PLACES[at % 6 :] + PLACES[: at % 6] for at, side in enumerate(SIDES)}
LETTERS = "LMWS.-"
NUMBERS = "0123456789.-"
SYMBOLS = {
    "Pip": ["basic", "3", "remove", "1", "any", "", "no", "2", "end"],
    "Pop": ["basic", "2", "leaves", "2", "end"],
    "Tap": ["basic", "4", "move", "2", "moss", "2", "2", "and", "leaves", "1", "end"],
    "Tip": ["basic", "5", "around", "water", "2", "end"],
    "Top": ["basic", "6", "remove", "2", "leaf", "2", "yes", "", "and", "others", "leaves", "1", "end"],
    "Zip": ["basic", "7", "card", "and", "remove", "1..3", "water", "", "no", "", "end"],
}
TEXTS = {
    "pip": "2 x (remove 1 any)", "pop": "leaves 2", "tap": "2 x (move 2 moss holding 2) & leaves 1", "tip": "2 x (around water)",
    "top": "remove 2 leaf holding 2 beside & others (leaves 1)", "zip": "remove card & remove 1..3 water",
}  # fmt: skip


class Owner:
    """Somebody at the page who knows what a box says."""

    def __init__(self, page):
        self.page = page

    def asked(self, words):
        expect(self.page.locator("#prompt")).to_contain_text(words)

    def taken(self, what):
        expect(self.page.locator("#said")).to_have_text(f"Taken: {what}.")
        self.asked("What do you want to teach?")

    def answer(self, text):
        """Pick it, where it can be picked; else type it. What is asked then is something else."""
        before = self.page.locator("#prompt").inner_text() + self.page.locator("#said").inner_text()
        choice = self.page.locator("#choices").get_by_role("button", name=text, exact=True)
        if text and choice.count():
            choice.click()
        else:
            self.page.get_by_label("Your answer").fill(text)
            self.page.get_by_role("button", name="Answer", exact=True).click()
        changed = "before => document.querySelector('#prompt').innerText + document.querySelector('#said').innerText !== before"
        self.page.wait_for_function(changed, arg=before)

    def tap(self, rows, letters):
        """Tap a grid of so many fields until it shows `rows`."""
        for _ in range(5 - len(rows[0])):
            self.page.get_by_role("button", name="a column less").click()
        for row, line in enumerate(rows):
            for column, letter in enumerate(line):
                for _ in range(letters.index(letter)):
                    self.page.locator(f"[data-place='{row},{column}']").click()
        self.page.get_by_role("button", name="Take it").click()

    def teach_boards(self):
        self.answer("die")
        self.answer(", ".join(FACES))
        self.taken("die")
        self.answer("board front")
        self.answer("")
        expect(self.page.get_by_role("button", name="Take it")).to_be_disabled()
        self.tap(BOARD, LETTERS)
        self.taken("board 'Front'")
        for side, drops in SETUPS.items():
            self.answer("setup")
            self.answer(side)
            self.tap(drops, NUMBERS)
            self.taken(f"setup '{side}'")
        for side, places in SUPPLIES.items():
            self.answer("supply")
            self.answer(side)
            for place in places:
                self.answer(place)
            self.taken(f"supply '{side}'")

    def teach_cards(self):
        for name, symbols in SYMBOLS.items():
            self.answer(f"hero {name}")
            for symbol in symbols:
                self.answer(symbol)
            self.taken(f"card '{name}'")
        for name, copies, symbols in (("Leafy", "4", ["leaves", "1", "end"]), ("Digger", "2", ["move", "1", "any", "", "", "end"])):
            self.answer(f"start {name}")
            self.answer(copies)
            for symbol in symbols:
                self.answer(symbol)
        self.asked("What do you want to teach?")


def keep(page, name):
    folder = os.environ.get("PICTURES")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def moves(world):
    """What has moved at the table."""
    counts = world.counts()
    return counts.half_steps, counts.throws, counts.presses, counts.drops_in_ring, counts.drops_taken


def tablekeeper(*args):
    command = [sys.executable, "-m", "host", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, check=True, stdin=subprocess.DEVNULL).stdout


@needs_browser
def test_a_box_is_taught_beside_a_match_and_the_next_one_is_played_with_it(tmp_path, page, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    start, steps, label, _ = almost_over()
    with DemoTable(tmp_path, "".join(record.lines(start, [entry for entry, _ in steps], lambda: None)), speed=4.0) as demo:
        page.goto(demo.address)
        person, owner = Person(page, "Ada"), Owner(page)
        expect(page.locator("#turn")).to_have_text("Ada is on turn")
        person.look()
        before, moved = person.glass, moves(demo.world)
        page.get_by_role("link", name="Teach the table what your box says").click()
        owner.asked("What is your pack to be called?")
        owner.answer("Box of nobody")
        owner.teach_boards()
        owner.teach_cards()
        page.get_by_role("button", name="what is taught here").click()
        expect(page.get_by_role("button", name="what is taught here")).to_have_attribute("aria-pressed", "true")
        keep(page, "taught")
        page.get_by_role("link", name="The table").click()
        expect(page.locator("#turn")).to_have_text("Ada is on turn")
        person.look()
        assert (person.glass, moves(demo.world)) == (before, moved), "the match has not noticed anything"
        person.take(label)
        demo.hear("ended after")
        begun = re.search(r"Mycelia, match (\w+)", demo.hear("for Ada, Ben"))[1]
        page.goto("about:blank")
        demo.leave()
    told = tablekeeper("demo", "--headless", "--humans", 0, "--matches", 1, "--speed", 0, "--journal", demo.journal, "--json")
    assert (json.loads(told)["match"], json.loads(told)["over"]) == (begun, True)

    pack = read_owners(tmp_path / "tablekeeper" / "packs" / "mycelia.toml", "mycelia")
    assert (pack.board.width, pack.board.height, len(pack.setups), len(pack.supplies)) == (3, 4, 8, 8)
    assert all(entry["source"] == "public" for table in ("setup", "supply") for entry in pack.content[table])
    assert {name: pack.cards[name].text for name in TEXTS} == TEXTS
    text = tablekeeper("export", begun, "--journal", demo.journal)
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0]["pack"] == pack.hash
    flushes = [line["answer"] for line in lines[1:-1] if isinstance(line["answer"], dict)]
    assert flushes and {flush["face"] for flush in flushes} <= set(FACES)
    assert {flush["turned_by"] for flush in flushes} == {"board"}
    record.replay(text)
