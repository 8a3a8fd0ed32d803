"""128x64 pixels as 64 whole numbers: text and bars are a few shifts each, so a page is drawn in a fraction of a millisecond."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from host.panels.pages.font import line

WIDTH: Final = 128
HEIGHT: Final = 64
_ALL: Final = (1 << WIDTH) - 1
_DOTS: Final = int("10" * (WIDTH // 2), 2)
_SPARSE: Final = int("1000" * (WIDTH // 4), 2)


class Canvas:
    """Pixels that are lit; what lies outside is left out."""

    def __init__(self) -> None:
        self.rows = [0] * HEIGHT

    def stamp(self, x: int, y: int, width: int, rows: Sequence[int]) -> None:
        """Light what `rows` (numbers whose lowest bit is the rightmost of `width` pixels) has at column x, row y."""
        shift = WIDTH - x - width
        for at, row in enumerate(rows, start=y):
            if row and 0 <= at < HEIGHT:
                self.rows[at] |= (row << shift if shift >= 0 else row >> -shift) & _ALL

    def text(self, x: int, y: int, text: str) -> None:
        """Write one row of text, eight pixels high, from column x on."""
        width, rows = line(text)
        self.stamp(x, y, width, rows)

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Turn lit and dark round in a box."""
        mask = _mask(x, width)
        for at in range(max(0, y), min(HEIGHT, y + height)):
            self.rows[at] ^= mask

    def fill(self, x: int, y: int, width: int, height: int) -> None:
        """Light a box."""
        mask = _mask(x, width)
        for at in range(max(0, y), min(HEIGHT, y + height)):
            self.rows[at] |= mask

    def frame(self, x: int, y: int, width: int, height: int) -> None:
        """Light the edge of a box."""
        self.fill(x, y, width, 1)
        self.fill(x, y + height - 1, width, 1)
        self.fill(x, y, 1, height)
        self.fill(x + width - 1, y, 1, height)

    def dots(self, x: int, y: int, width: int) -> None:
        """A dotted line to the right."""
        self.rows[y] |= _mask(x, width) & _DOTS

    def sparse_dots(self, x: int, y: int, width: int) -> None:
        """A line to the right of dots so far apart that it does not touch the letters below it."""
        self.rows[y] |= _mask(x, width) & _SPARSE

    def dots_down(self, x: int, y: int, height: int) -> None:
        """A dotted line downwards."""
        for at in range(y, min(HEIGHT, y + height), 2):
            self.rows[at] |= _mask(x, 1)

    def pixel(self, x: int, y: int) -> bool:
        """Whether a pixel is lit."""
        return bool(self.rows[y] >> WIDTH - 1 - x & 1)

    def image(self, shift: int = 0) -> Image.Image:
        """The picture, moved right by `shift` columns."""
        rows = [(row >> shift if shift >= 0 else row << -shift) & _ALL for row in self.rows]
        return Image.frombytes("1", (WIDTH, HEIGHT), b"".join(row.to_bytes(WIDTH // 8, "big") for row in rows))


def _mask(x: int, width: int) -> int:
    """The columns from x on, `width` of them, as far as there are any."""
    left, right = max(0, x), min(WIDTH, x + width)
    return ((1 << right - left) - 1) << WIDTH - right if right > left else 0
