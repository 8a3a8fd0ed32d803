"""A page as the picture that a panel shows."""

from __future__ import annotations

from PIL import Image

from host.panels.pages.canvas import Canvas
from host.panels.pages.font import ROW
from host.panels.pages.layout import BAR_AT, LEFT, RIGHT, Layout, lay_out
from host.panels.pages.page import Page


def draw(page: Page) -> Image.Image:
    """The picture of `page`, mode "1", 128x64."""
    canvas = Canvas()
    if page.light != "off":
        paint(canvas, page, lay_out(page))
    return canvas.image(page.shift)


def paint(canvas: Canvas, page: Page, layout: Layout) -> None:
    """Put everything where the layout says."""
    for x, y, width in layout.rules:
        canvas.sparse_dots(x, y, width)
    if page.picture is not None and layout.picture_at is not None:
        page.picture.draw(canvas, *layout.picture_at)
    for one in layout.placed:
        canvas.text(one.x, one.y, one.text)
        if one.part == "row" and one.inverse:
            canvas.invert(one.x - 1, one.y, one.width + 1, ROW)
        elif one.edge:
            canvas.fill(LEFT, one.y, 2, ROW)
    if page.asked:
        canvas.invert(LEFT, 0, RIGHT - LEFT, ROW)
    if layout.bar is not None:
        top, height, lit, lit_height = layout.bar
        canvas.dots_down(BAR_AT, top, height)
        canvas.fill(BAR_AT - 1, lit, 3, lit_height)
