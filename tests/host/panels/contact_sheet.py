"""Typical pages of a match as one PNG to look at: `python -m tests.host.panels.contact_sheet sheet.png [scale]`."""

import sys
from pathlib import Path

from PIL import Image

from host.panels.pages.draw import draw
from host.panels.pages.seat import OFF_AFTER_S, SeatPanel
from tests.host.panels.table_of_panels import tell, walk

COLUMNS = 4
GAP = 6


def click(panel: SeatPanel, *buttons: str) -> None:
    for button in buttons:
        name, _, kind = button.partition(" ")
        panel.button(name, kind or "click")


def to_row(panel: SeatPanel, start: str) -> None:
    """Move the cursor to the row that starts like that, and take it."""
    for _ in panel.page().rows:
        if panel.page().rows[panel.page().cursor].startswith(start):
            break
        click(panel, "next")
    click(panel, "ok")


def fresh(panel, match):
    """A panel of that seat that knows of nothing else."""
    made = SeatPanel(panel.seat, panel.names, "mycelia", panel.why_not)
    tell(made, match, match.opening)
    made._happened.extend(panel._happened)
    made._rebuild()
    return made


def menu_pages(panel, match, entries):
    for entry in entries:
        one = fresh(panel, match)
        click(one, "ok hold")
        if entry is None:
            yield one.page()
        elif any(row.startswith(entry) for row in one.page().rows):
            to_row(one, entry)
            yield one.page()
            click(one, "next", "ok") if entry == "act" else click(one, "next")
            yield one.page()


def pages():
    """Pages, one or a few of each kind, as they come up in a match."""
    seen, menus = set(), False
    for match, panels in walk(5, 3, "real", 900):
        for panel in panels:
            question = panel.mine
            asker = (question or {}).get("kind"), type(panel._base).__name__, len((question or {}).get("options", [])) > 6
            prompt = (question or panel.asked[0])["prompt"].split(":")[-1].split("(")[0].strip(" 0123456789")[:24]
            if (asker, prompt) in seen or sum(a == asker for a, _ in seen) >= 5:
                continue
            seen.add((asker, prompt))
            yield panel.page()
            one = fresh(panel, match)
            kind = (question or {}).get("kind")
            if kind == "choice":
                click(one, "next", "next")
                yield one.page()
                if any(row.endswith(">") for row in one.page().rows):
                    click(one, "ok", "next")
                    yield one.page()
            if kind in ("roll", "flush"):
                click(one, "ok")
                yield one.page()
                click(one, "ok")
                yield one.page()
            if kind == "choice" and match.state.round > 1 and not menus:
                menus = True
                yield from menu_pages(panel, match, (None, "help", "why", "what", "the table", "act", "leave"))
    yield from specials(match, panels)


def specials(match, panels):
    panel = panels[0]
    panel.refused((0, 0), "action b costs 3, and there are 2 leaves to pay with [MYC-ACT-08]")
    yield panel.page()
    click(panel, "ok")
    panel.doubt(1, "Nobody can tell whether the Shrine has turned (drops_seen 7, home 1). Did it?")
    yield panel.page()
    panel.settled(1)
    panel.pause(True)
    yield panel.page()
    panel.pause(False)
    panel.over()
    yield panel.page()
    panel.pass_time(OFF_AFTER_S)
    yield panel.page()


def sheet() -> Image.Image:
    """All of them, beside and below each other on grey."""
    found = list(dict.fromkeys(pages()))
    rows = -(-len(found) // COLUMNS)
    made = Image.new("L", (COLUMNS * (128 + GAP) + GAP, rows * (64 + GAP) + GAP), 96)
    for at, page in enumerate(found):
        made.paste(draw(page).convert("L"), (GAP + at % COLUMNS * (128 + GAP), GAP + at // COLUMNS * (64 + GAP)))
    return made


if __name__ == "__main__":
    path, scale = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    picture = sheet()
    picture.resize((picture.width * scale, picture.height * scale), Image.Resampling.NEAREST).save(path)
    print(f"{path}: {picture.width * scale}x{picture.height * scale}")
