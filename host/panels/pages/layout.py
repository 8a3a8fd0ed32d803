"""Where the texts of a page stand. All rows are eight pixels high, each one page of the panel's memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from host.panels.pages.canvas import HEIGHT, WIDTH
from host.panels.pages.font import ROW, block, cut, width_of, wrap
from host.panels.pages.page import Page

LEFT: Final = 2
RIGHT: Final = WIDTH - 2
"""The outermost columns stay dark, so that a page can be moved by one."""
BAR_AT: Final = WIDTH - 3
"""The column of the position marker."""
LINES: Final = HEIGHT // ROW - 1
"""Rows below the title."""
_LABEL_ROWS: Final = 2
_LIST_ROWS: Final = 3
_HELP_ROWS: Final = 3
_PROMPT_ROWS: Final = 3
_GAP: Final = 3
_SHORTEST_BAR: Final = 20
_INDENT: Final = 5
"""What a label in a list goes on with stands so much to the right, so that it is not taken for another one."""


class Placed(NamedTuple):
    """One row of text in its box; `part` says what it belongs to. `inverse`: the whole box is lit, the text dark.

    `edge`: it goes on from the row above, which is at the cursor: a lit edge at its left says so, and costs few bytes to move.
    """

    part: str
    text: str
    x: int
    y: int
    width: int
    inverse: bool = False
    edge: bool = False


@dataclass(slots=True)
class Layout:
    """All that is drawn. `bar` is the position marker: (row, height, of the lit part: row, height), in pixels."""

    placed: list[Placed] = field(default_factory=list)
    bar: tuple[int, int, int, int] | None = None
    rules: list[tuple[int, int, int]] = field(default_factory=list)
    """Dotted lines: (column, row, width)."""
    picture_at: tuple[int, int] | None = None


def lay_out(page: Page) -> Layout:
    """Find the place of everything on `page`."""
    layout = Layout()
    _title(page, layout)
    if page.picture is not None:
        layout.picture_at = (LEFT - 1, ROW + 2)
        left = LEFT + page.picture.width + _GAP
        _beside(page, layout, left)
    elif page.rows:
        _listing(page, layout)
    else:
        _reading(page, layout)
    return layout


def text_rows(page: Page) -> int:
    """How many rows the body of a page without picture and rows has for itself."""
    return LINES - len(block(page.prompt, BAR_AT - 2 - LEFT, 2) if page.prompt else ())


def body_lines(text: str) -> tuple[str, ...]:
    """A long text as such a page wraps it."""
    return wrap(text, BAR_AT - 2 - LEFT)


def _title(page: Page, layout: Layout) -> None:
    """Whose turn on the left, numbers on the right. It is inverse while this panel is asked: seen from across the table."""
    right = RIGHT - 1
    for gauge in reversed(page.gauges):
        for part, gap in ((gauge.text, 1), (gauge.sign, 4)):
            right -= width_of(part)
            layout.placed.append(Placed("gauge", part, right, 0, width_of(part), page.asked))
            right -= gap
    left = LEFT + 1
    layout.placed.append(Placed("title", cut(page.title, right - left), left, 0, right - left, page.asked))
    if not page.asked:
        layout.rules.append((LEFT, ROW, RIGHT - LEFT))


def _put(layout: Layout, part: str, lines: Sequence[str], x: int, row: int, width: int, inverse: bool = False) -> int:
    """Put lines below each other from `row` (1: the one below the title) on; the row after them."""
    for at, text in enumerate(lines, start=row):
        layout.placed.append(Placed(part, text, x, at * ROW, width, inverse))
    return row + len(lines)


# -- a list -------------------------------------------------------------------------------------------------------------


def _listing(page: Page, layout: Layout) -> None:
    """Prompt, rows with the cursor, and what happens if: the rows get what the others leave, at least three lines."""
    wide = RIGHT - LEFT
    labels = [_label(row) for row in page.rows]
    needed = sum(map(len, labels))
    least = min(needed, _LIST_ROWS)
    helps = max((len(wrap(text, wide)) for text in (*page.helps, page.help) if text), default=0)
    prompt = block(page.prompt, wide, max(1, min(LINES - least - min(helps, _HELP_ROWS), LINES - least)) if page.prompt else 0)
    room = LINES - len(prompt)
    help_rows = min(helps, max(room - needed, min(_HELP_ROWS, room - least)))
    row = _put(layout, "prompt", prompt, LEFT, 1, wide)
    list_rows = room - help_rows
    window = next(chunk for chunk in _windows(labels, list_rows) if page.cursor in chunk)
    _marker(layout, row, min(list_rows, needed), window, len(labels))
    for at in window:
        row = _option(layout, labels[at], row, at == page.cursor)
    if help_rows and page.help:
        top = LINES + 1 - help_rows
        _put(layout, "help", block(page.help, wide, help_rows), LEFT, top, wide)
    if help_rows:
        layout.rules.append((LEFT, (LINES + 1 - help_rows) * ROW, wide))


def _label(text: str) -> tuple[str, ...]:
    """A label in one row, or wrapped into two."""
    wide = BAR_AT - 4 - LEFT
    return (text,) if width_of(text) <= wide else block(text, wide - _INDENT, _LABEL_ROWS)


def _option(layout: Layout, label: Sequence[str], row: int, chosen: bool) -> int:
    """Put what can be chosen from `row` on, with the cursor if it is `chosen`; the row after it."""
    wide = BAR_AT - 4 - LEFT
    for at, text in enumerate(label):
        indent = _INDENT if at else 0
        width = max(_SHORTEST_BAR, width_of(text)) + 2 if chosen and not at else wide - indent
        placed = Placed("row", text, LEFT + 1 + indent, (row + at) * ROW, width, chosen and not at, chosen and at > 0)
        layout.placed.append(placed)
    return row + len(label)


def _windows(labels: Sequence[Sequence[str]], rows: int) -> Iterator[range]:
    """Rows that are shown together: the list turns over like pages, so that moving the cursor seldom moves everything."""
    start = used = 0
    for at, lines in enumerate(labels):
        if used + len(lines) > rows and at > start:
            yield range(start, at)
            start, used = at, 0
        used += len(lines)
    yield range(start, len(labels))


def _marker(layout: Layout, row: int, rows: int, shown: range, count: int) -> None:
    """The position marker, where not all is shown at once."""
    if len(shown) < count:
        top, height = row * ROW + 1, rows * ROW - 2
        begin = height * shown.start // count
        layout.bar = (top, height, top + begin, max(3, height * shown.stop // count - begin))


# -- a text -------------------------------------------------------------------------------------------------------------


def _reading(page: Page, layout: Layout) -> None:
    """A long text, as much as there is room for from line `top` on."""
    wide = BAR_AT - 2 - LEFT
    row = _put(layout, "prompt", block(page.prompt, wide, 2) if page.prompt else (), LEFT, 1, wide)
    rows, lines = LINES + 1 - row, body_lines(page.body)
    _put(layout, "body", lines[page.top : page.top + rows], LEFT, row, wide)
    _marker(layout, row, rows, range(page.top, min(page.top + rows, len(lines))), len(lines))


# -- beside a picture ---------------------------------------------------------------------------------------------------


def _beside(page: Page, layout: Layout, left: int) -> None:
    """Texts in the column beside a picture: what is asked, then the row at the cursor, then what happens if."""
    wide = BAR_AT - 2 - left
    label = block(page.rows[page.cursor], wide - 2, _LABEL_ROWS) if page.rows else ()
    labels = max((len(block(row, wide - 2, _LABEL_ROWS)) for row in page.rows), default=0)
    helps = max((len(wrap(text, wide)) for text in page.helps if text), default=0)
    prompts = len(wrap(page.prompt, wide)) if page.prompt else 0
    if page.body:
        prompts = min(prompts, _PROMPT_ROWS)
    help_rows = min(helps, max(2, LINES - labels - prompts))
    prompt = block(page.prompt, wide, min(prompts, LINES - labels - help_rows)) if prompts else ()
    row = _put(layout, "prompt", prompt, left, 1, wide)
    if page.rows:
        row = LINES + 1 - help_rows - labels
        _put(layout, "row", label, left + 1, row, wide - 1, True)
        _put(layout, "help", block(page.help, wide, help_rows) if page.help else (), left, row + labels, wide)
        _marker(layout, 1, LINES, range(page.cursor, page.cursor + 1), len(page.rows))
    elif page.body:
        if prompt:
            layout.rules.append((left, row * ROW, wide))
        _put(layout, "body", block(page.body, wide, LINES + 1 - row), left, row, wide)
