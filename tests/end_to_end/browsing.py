"""A real browser, and somebody in front of it who reads nothing but the picture of a panel and presses the buttons below it."""

import contextlib
import json
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.end_to_end.demo_table import LONGEST_S
from tests.end_to_end.reading import read

CHROMIUM = Path("/usr/bin/chromium")
DARK = json.dumps([0] * 1024, separators=(",", ":"))
LONGEST_MS = 1000 * LONGEST_S
ONE_ROW_MS = 3000
MOST_ROWS = 150
expect.set_options(timeout=LONGEST_MS)

needs_browser = pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no /usr/bin/chromium here: apt-get install chromium")

# The glass of a canvas as 1024 bytes, once it has stood still for a sixth of a second and `other` than that one is seen; or what
# is seen after `patience` milliseconds.
STILL = """async ([selector, other, patience]) => {
  const look = () => {
    const canvas = document.querySelector(selector);
    const data = canvas.getContext('2d').getImageData(0, 0, 128, 64).data;
    const bytes = new Array(1024).fill(0);
    for (let at = 0; at < 8192; at += 1) {
      if (data[4 * at] > 127) bytes[128 * (at >> 10) + (at & 127)] |= 1 << ((at >> 7) & 7);
    }
    return JSON.stringify(bytes);
  };
  let last = look(), times = 0;
  const ends = performance.now() + patience;
  while ((times < 4 || last === other) && performance.now() < ends) {
    await new Promise((done) => setTimeout(done, 40));
    const now = look();
    times = now === last ? times + 1 : 0;
    last = now;
  }
  return last;
}"""


def _watch(page, wrong):
    page.set_default_timeout(LONGEST_MS)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.on("request", lambda request: "127.0.0.1" in request.url or "localhost" in request.url or wrong.append(request.url))


@contextlib.contextmanager
def opened_page():
    """A page that may meet no error and ask nobody else, and all further ones of its context."""
    wrong = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), headless=True)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.on("page", lambda page: _watch(page, wrong))
        page = context.new_page()
        yield page
        browser.close()
    assert wrong == []


class Person:
    """Somebody at the panel of seat 0: reads its picture on the page, and presses the two buttons below it."""

    def __init__(self, page, who):
        self.page, self.who, self.did, self.pictures = page, who, [], {}
        self.selector = ".panel[data-seat='0'] canvas"
        self.glass = DARK

    def look(self, other=DARK, patience=LONGEST_MS):
        """Read the panel once it stands still, and shows something other than `other`."""
        self.glass = self.page.evaluate(STILL, [self.selector, other, patience])
        return read(bytes(json.loads(self.glass)))

    def press(self, label):
        self.page.get_by_role("button", name=f"{label}, {self.who}").click(delay=80)

    def next(self):
        """Move the cursor by one; where there is one row only, nothing else is ever seen."""
        before = self.glass
        self.press("Next")
        return self.look(before, ONE_ROW_MS)

    def read_rows(self):
        """The rows that can be chosen, read by going round once."""
        rows = [self.look().cursor]
        while (seen := self.next()).cursor not in rows:
            rows.append(seen.cursor)
        return rows

    def take(self, wanted):
        """Go to that row, and take it."""
        self.take_first(lambda row: row == wanted)

    def take_first(self, fits):
        """Go on to the next row that `fits`, and take it."""
        seen = self.look()
        for _ in range(MOST_ROWS):
            if fits(seen.cursor):
                break
            seen = self.next()
        assert fits(seen.cursor), f"there is no such row: {seen}"
        self.pictures.setdefault(seen.cursor.partition(" ")[0], self.glass)
        self.did.append(seen.cursor)
        self.press("OK")
        self.look(self.glass)
